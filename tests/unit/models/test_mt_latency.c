/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* How long a frame waits in the MT7921U: from its last symbol to the end of its transfer. */

#include <math.h>

#include "../cunit_run.h"
#include "mt_receive.h"

#define T0 1000000ull
#define MS 1000000ull
#define FRAMES 1000
#define LEN 64
/* A transfer of one such unit at high speed, and the one before it. */
#define BUS_NS 15000ull

#define AGG_EN 0x00200000u
#define AGG(us) (AGG_EN | 32u << 8 | (us))

struct row {
	const char *name;
	enum usb_speed speed;
	uint32_t wlcfg_0;
	uint64_t hold_ns;
};

static const struct row rows[] = {
	{ "off, as Linux leaves it, high speed", USB_SPEED_HIGH, 0, 0 },
	{ "off, as Linux leaves it, SuperSpeed", USB_SPEED_SUPER, 0, 0 },
	{ "32 us, high speed", USB_SPEED_HIGH, AGG(32), 32000 },
	{ "32 us, SuperSpeed", USB_SPEED_SUPER, AGG(32), 32000 },
	{ "255 us, high speed", USB_SPEED_HIGH, AGG(255), 255000 },
	{ "255 us, SuperSpeed", USB_SPEED_SUPER, AGG(255), 255000 },
};

static uint64_t ended[FRAMES];

static struct bench *
open_row(const struct row *row)
{
	struct bench *b = mt_open(row->speed, fake_air_new(false));
	uint8_t bytes[LEN];
	unsigned int i;

	bench_switch(b, "event", "0");
	for (i = 0; i < FRAMES; i++) {
		struct air_frame f = mt_air_frame(ended[i]);

		f.ppdu = i;
		bench_frame_bytes(bytes, LEN, BENCH_FC_DATA, bench_mac, (uint16_t)(i << 4));
		fake_air_add(b->air, &f, bytes, LEN);
	}
	mt_write(b, MT_WLCFG_0, 0x00d00000 | row->wlcfg_0);
	bench_submit(b, 8, 65536);
	bench_drain(b);
	return b;
}

/* Every frame, in order, and none longer than the hold and the bus ask for. */
static void
check_row(const struct row *row)
{
	struct bench *b = open_row(row);
	unsigned int t, n = 0;
	struct mt_unit u;
	uint32_t pos;

	for (t = 0; t < b->n_transfers; t++)
		for (pos = 0; b->transfers[t].len >= pos + 24 + 8; n++) {
			uint64_t waited = b->transfers[t].done_ns - ended[n];

			mt_unit_at(&b->transfers[t], pos, &u);
			CU_ASSERT_EQUAL(mt_word(u.frame + 22) >> 4 & 0xfff, n);
			if (waited > row->hold_ns + BUS_NS)
				printf("  %s: frame %u: %llu ns\n", row->name, n,
				       (unsigned long long)waited);
			CU_ASSERT(waited <= row->hold_ns + BUS_NS);
			CU_ASSERT(pos != 0 || waited >= row->hold_ns);
			pos += (u.length + 7) / 8 * 8 + 4;
		}
	CU_ASSERT_EQUAL(n, FRAMES);
	bench_close(b);
}

/* A frame each 100 ms. */
static void
test_lone(void)
{
	unsigned int i;

	for (i = 0; i < FRAMES; i++)
		ended[i] = T0 + i * 100 * MS;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		check_row(&rows[i]);
}

/* Twenty frames in a second, as they come: exponential gaps, by a generator of Numerical
 * Recipes' constants. */
static void
test_poisson(void)
{
	uint32_t state = 86;
	uint64_t now = T0;
	unsigned int i;

	for (i = 0; i < FRAMES; i++) {
		state = state * 1664525u + 1013904223u;
		now += (uint64_t)(-log((state + 0.5) / 4294967296.0) * 50e6);
		ended[i] = now;
	}
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		check_row(&rows[i]);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "a lone frame", test_lone },
		{ "Poisson, 20 a second", test_poisson },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "latency of the mt7921u", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
