/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* How long a frame waits in the chip: from its last symbol to the end of its transfer. */

#include <math.h>
#include <string.h>

#include "../cunit_run.h"
#include "bench.h"
#include "fake_air.h"

#define T0 1000000ull
#define MS 1000000ull
#define FRAMES_MAX 4000
#define LEN 64
/* The bus at high speed: a transfer of one such unit takes 5 us, and may have to wait for
 * the one before it; 30 units in one take 70 us. */
#define BUS_NS 15000ull
#define BUS_30_NS 80000ull

#define EN 0x80000000u
#define AGG(steps) (EN | 255u << 16 | (uint32_t)(steps) << 8 | 20)

struct row {
	const char *name;
	enum usb_speed speed;
	uint32_t rxagg0;
	uint64_t hold_ns;
};

/* Linux's two values, what lies between, and none. */
static const struct row rows[] = {
	{ "off, high speed", USB_SPEED_HIGH, 20, 0 },
	{ "32 us, high speed", USB_SPEED_HIGH, AGG(1), 32000 },
	{ "512 us, high speed", USB_SPEED_HIGH, AGG(16), 512000 },
	{ "1024 us, high speed", USB_SPEED_HIGH, AGG(32), 1024000 },
	{ "2048 us, high speed", USB_SPEED_HIGH, AGG(64), 2048000 },
	{ "8160 us, high speed", USB_SPEED_HIGH, AGG(255), 8160000 },
	{ "off, SuperSpeed", USB_SPEED_SUPER, 20, 0 },
	{ "32 us, SuperSpeed", USB_SPEED_SUPER, AGG(1), 32000 },
	{ "512 us, SuperSpeed", USB_SPEED_SUPER, AGG(16), 512000 },
	{ "1024 us, SuperSpeed", USB_SPEED_SUPER, AGG(32), 1024000 },
	{ "2048 us, SuperSpeed", USB_SPEED_SUPER, AGG(64), 2048000 },
	{ "8160 us, SuperSpeed", USB_SPEED_SUPER, AGG(255), 8160000 },
};

/* When each frame ended; its number is its sequence number. */
static uint64_t ended[FRAMES_MAX];
static uint64_t waited[FRAMES_MAX];
static unsigned int nb_frames;

static void
add(struct air *air, uint64_t end_ns)
{
	CU_ASSERT_FATAL(nb_frames < FRAMES_MAX);
	ended[nb_frames] = end_ns;
	fake_air_add_one(air, end_ns, LEN, nb_frames++);
}

static struct bench *
open_row(const struct row *row, struct air *air)
{
	struct bench *b = bench_open(row->speed, air);

	bench_switch(b, "c2h", "0");
	bench_write(b, 0x6000, row->rxagg0);
	bench_write(b, 0x6004, 0x1F);
	bench_submit(b, 8, 32768);
	return b;
}

/* waited[] of what has arrived, in the order of arrival, which must be that of the air;
 * first: only the first of each transfer. How many. */
static unsigned int
look(const struct bench *b, bool first)
{
	unsigned int t, n = 0, last = 0;
	struct unit u;
	uint32_t pos;

	for (t = 0; t < b->n_transfers; t++)
		for (pos = 0; bench_unit(&b->transfers[t], &pos, &u);) {
			unsigned int seq = (u.packet[22] | u.packet[23] << 8) >> 4;

			CU_ASSERT_FATAL(seq < nb_frames);
			CU_ASSERT(n == 0 || seq > last);
			last = seq;
			if (!first || u.desc == b->transfers[t].data)
				waited[n++] = b->transfers[t].done_ns - ended[seq];
		}
	return n;
}

static int
by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static uint64_t
percentile(unsigned int n, unsigned int permille)
{
	qsort(waited, n, sizeof(*waited), by_value);
	return waited[(n - 1) * permille / 1000];
}

static void
check_row(const struct row *row, unsigned int n)
{
	if (percentile(n, 1000) > row->hold_ns + BUS_NS || waited[0] < row->hold_ns)
		printf("  %s: %llu to %llu ns\n", row->name, (unsigned long long)waited[0],
		       (unsigned long long)percentile(n, 1000));
	CU_ASSERT(waited[0] >= row->hold_ns);
	CU_ASSERT(percentile(n, 500) <= row->hold_ns + BUS_NS);
	CU_ASSERT(percentile(n, 990) <= row->hold_ns + BUS_NS);
	CU_ASSERT(percentile(n, 1000) <= row->hold_ns + BUS_NS);
}

/* A frame each 100 ms: the hold, and what the bus takes. */
static void
test_lone(void)
{
	unsigned int r, i;

	for (r = 0; r < sizeof(rows) / sizeof(rows[0]); r++) {
		struct air *air = fake_air_new(false);
		struct bench *b;

		nb_frames = 0;
		for (i = 0; i < 100; i++)
			add(air, T0 + i * 100 * MS);
		b = open_row(&rows[r], air);
		bench_drain(b);
		CU_ASSERT_EQUAL_FATAL(look(b, false), 100);
		check_row(&rows[r], 100);
		bench_close(b);
	}
}

/* Exponential gaps of 50 ms in the mean, by a generator of Numerical Recipes' constants. */
static void
add_poisson(struct air *air, unsigned int n)
{
	uint32_t state = 86;
	uint64_t now = T0;

	for (; n > 0; n--) {
		state = state * 1664525u + 1013904223u;
		now += (uint64_t)(-log((state + 0.5) / 4294967296.0) * 50e6);
		add(air, now);
	}
}

/* Twenty frames in a second, as they come: none waits for another. */
static void
test_poisson(void)
{
	unsigned int r, n;

	for (r = 0; r < sizeof(rows) / sizeof(rows[0]); r++) {
		struct air *air = fake_air_new(false);
		struct bench *b;

		nb_frames = 0;
		add_poisson(air, 1000);
		b = open_row(&rows[r], air);
		bench_drain(b);
		CU_ASSERT_EQUAL_FATAL(look(b, false), 1000);
		CU_ASSERT(percentile(1000, 1000) <= rows[r].hold_ns + BUS_NS);
		/* Those that shared a transfer came in time for it: its first did not wait. */
		n = look(b, true);
		CU_ASSERT(rows[r].hold_ns < MS || n < 1000);
		check_row(&rows[r], n);
		bench_close(b);
	}
}

/* The access point falls silent for 3 s each 30 s and then sends what has come meanwhile. */
static void
test_silence(void)
{
	unsigned int r, lap, i;

	for (r = 0; r < sizeof(rows) / sizeof(rows[0]); r++) {
		struct air *air = fake_air_new(false);
		uint64_t now = T0;
		struct bench *b;

		nb_frames = 0;
		for (lap = 0; lap < 2; lap++) {
			for (i = 0; i < 270; i++, now += 100 * MS)
				add(air, now);
			now += 3000 * MS;
			for (i = 0; i < 30; i++, now += 50000)
				add(air, now);
		}
		b = open_row(&rows[r], air);
		bench_drain(b);
		CU_ASSERT_EQUAL_FATAL(look(b, false), 600);
		CU_ASSERT(percentile(600, 1000) <= rows[r].hold_ns + BUS_30_NS);
		bench_close(b);
	}
}

/* The host asks for nothing for 3 s: what the chip had room for comes in order, the rest is
 * counted, and what comes later is as quick as before. */
static void
test_host_away(void)
{
	unsigned int r, i, n;

	for (r = 0; r < sizeof(rows) / sizeof(rows[0]); r++) {
		struct air *air = fake_air_new(false);
		struct bench *b;
		uint64_t lost;

		nb_frames = 0;
		for (i = 0; i < 3500; i++)
			add(air, T0 + i * MS);
		for (i = 0; i < 100; i++)
			add(air, T0 + 4000 * MS + i * 100 * MS);
		b = open_row(&rows[r], air);
		bench_run(b, T0 + 200 * MS);
		b->hungry = false;
		bench_run(b, T0 + 3200 * MS);
		b->hungry = true;
		bench_submit(b, 8, 32768);
		bench_drain(b);
		n = look(b, false);
		lost = bench_counter(b, "fifo_overflow_frames");
		CU_ASSERT(lost > 0);
		CU_ASSERT_EQUAL(n + lost, 3600);
		memmove(waited, waited + n - 100, 100 * sizeof(*waited));
		check_row(&rows[r], 100);
		bench_close(b);
	}
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "a lone frame", test_lone },
		{ "Poisson, 20 a second", test_poisson },
		{ "3 s of silence", test_silence },
		{ "3 s without requests", test_host_away },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "latency of the rtl8922au", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
