/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Aggregation registers that do not do as they are told, and the receive buffer's size by
 * the names of the driver's tables. */

#include <errno.h>
#include <string.h>

#include "../cunit_run.h"
#include "ax_bench.h"
#include "fake_air.h"

struct chip { const char *name; uint32_t rxagg_0, rxagg_1; };

/* morrownr/rtw89 reg.h */
static const struct chip chips[] = {
	{ "rtl8922au", 0x6000, 0x6004 }, { "rtl8852cu", 0x6000, 0x6004 },
	{ "rtl8852bu", 0x8900, 0x8904 }, { "rtl8852au", 0x8900, 0x8904 },
	{ "rtl8851bu", 0x8900, 0x8904 },
};

#define FOR_CHIPS(c) for (c = chips; c < chips + sizeof(chips) / sizeof(chips[0]); c++)

/* Bytes moved by a write of a word, or what the device answers. */
static int
write_word(struct bench *b, uint32_t address, uint32_t value)
{
	uint8_t data[4] = { (uint8_t)value, (uint8_t)(value >> 8),
			    (uint8_t)(value >> 16), (uint8_t)(value >> 24) };

	return bench_request(b, 0x40, 5, (uint16_t)address, (uint16_t)(address >> 16), 4,
			     data);
}

static void
test_dead(void)
{
	const struct chip *c;

	FOR_CHIPS(c) {
		struct bench *b = ax_bench_open(c->name, USB_SPEED_SUPER, NULL);

		CU_ASSERT_EQUAL(write_word(b, c->rxagg_0, 0x80FF2014), 4);
		bench_switch(b, "agg-reg", "dead");
		CU_ASSERT_EQUAL(write_word(b, c->rxagg_0, 0x80FF0114), 4);
		CU_ASSERT_EQUAL(write_word(b, c->rxagg_1, 0x1F), 4);
		CU_ASSERT_EQUAL(bench_read(b, c->rxagg_0), 0x80FF2014);
		CU_ASSERT_EQUAL(bench_read(b, c->rxagg_1), 0);
		CU_ASSERT_EQUAL(bench_counter(b, "agg_reg_faults"), 2);
		/* others are well */
		CU_ASSERT_EQUAL(write_word(b, 0x1A2B0, 0x12345678), 4);
		CU_ASSERT_EQUAL(bench_read(b, 0x1A2B0), 0x12345678);
		bench_switch(b, "agg-reg", "ok");
		CU_ASSERT_EQUAL(write_word(b, c->rxagg_0, 0x80FF0114), 4);
		CU_ASSERT_EQUAL(bench_read(b, c->rxagg_0), 0x80FF0114);
		bench_close(b);
	}
}

/* The hold in [15:8] stops at 4 x 32 us, the rest of the word is as written. */
static void
test_clamp(void)
{
	static const struct { uint32_t written, read; } rows[] = {
		{ 0x80FF0114, 0x80FF0114 }, { 0x80FF0414, 0x80FF0414 },
		{ 0x80FF0514, 0x80FF0414 }, { 0x80FF2014, 0x80FF0414 },
		{ 0x8012FF07, 0x80120407 }, { 0x00000000, 0x00000000 },
	};
	const struct chip *c;
	unsigned int i;

	FOR_CHIPS(c) {
		struct bench *b = ax_bench_open(c->name, USB_SPEED_SUPER, NULL);

		bench_switch(b, "agg-reg", "clamp");
		for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
			CU_ASSERT_EQUAL(write_word(b, c->rxagg_0, rows[i].written), 4);
			CU_ASSERT_EQUAL(bench_read(b, c->rxagg_0), rows[i].read);
		}
		CU_ASSERT_EQUAL(bench_counter(b, "agg_reg_faults"), 3);
		CU_ASSERT_EQUAL(write_word(b, c->rxagg_1, 0x1001F), 4);
		CU_ASSERT_EQUAL(bench_read(b, c->rxagg_1), 0x1001F);
		bench_close(b);
	}
}

static void
test_stall(void)
{
	const struct chip *c;
	uint8_t byte = 0x20;

	FOR_CHIPS(c) {
		struct bench *b = ax_bench_open(c->name, USB_SPEED_SUPER, NULL);

		bench_switch(b, "agg-reg", "stall");
		CU_ASSERT_EQUAL(write_word(b, c->rxagg_0, 0x80FF0114), -EPIPE);
		/* the byte of the hold alone, and the last one of RXAGG_1 */
		CU_ASSERT_EQUAL(bench_request(b, 0x40, 5, (uint16_t)(c->rxagg_0 + 1), 0, 1,
					      &byte), -EPIPE);
		CU_ASSERT_EQUAL(bench_request(b, 0x40, 5, (uint16_t)(c->rxagg_1 + 3), 0, 1,
					      &byte), -EPIPE);
		CU_ASSERT_EQUAL(bench_read(b, c->rxagg_0), 0);
		CU_ASSERT_EQUAL(bench_request(b, 0x40, 5, (uint16_t)(c->rxagg_1 + 4), 0, 1,
					      &byte), 1);
		CU_ASSERT_EQUAL(bench_counter(b, "agg_reg_faults"), 3);
		CU_ASSERT_EQUAL(bench_counter(b, "control_stalls"), 3);
		bench_close(b);
	}
}

/* A register that dies while the port is in use. */
static void
test_from(void)
{
	struct bench *b = ax_bench_open("rtl8922au", USB_SPEED_SUPER, NULL);

	bench_switch(b, "agg-reg", "dead");
	bench_switch(b, "agg-reg-from", "3");
	CU_ASSERT_EQUAL(write_word(b, 0x6000, 0x80FF2014), 4);
	CU_ASSERT_EQUAL(write_word(b, 0x6004, 0x1F), 4);
	CU_ASSERT_EQUAL(write_word(b, 0x6000, 0x80FF0114), 4);
	CU_ASSERT_EQUAL(bench_read(b, 0x6000), 0x80FF2014);
	CU_ASSERT_EQUAL(bench_read(b, 0x6004), 0x1F);
	CU_ASSERT_EQUAL(b->ops->set_switch(b->dev, "agg-reg", "broken"), -EINVAL);
	bench_close(b);
}

/* Pages of cma0_dma, in bytes; morrownr/rtw89 rtw8851b.c ... rtw8922a.c. 0: no such table. */
static const struct quota_row {
	const char *chip;
	enum usb_speed speed;
	uint32_t max, min, scc_max, scc_min;
} quotas[] = {
	{ "rtl8922au", USB_SPEED_SUPER, 32512, 25344, 17920, 14592 },
	{ "rtl8922au", USB_SPEED_HIGH, 238592, 14592, 386304, 14592 },
	{ "rtl8852cu", USB_SPEED_SUPER, 22784, 22784, 0, 0 },
	{ "rtl8852cu", USB_SPEED_HIGH, 208640, 49920, 0, 0 },
	{ "rtl8852bu", USB_SPEED_SUPER, 26624, 22784, 0, 0 },
	{ "rtl8852bu", USB_SPEED_HIGH, 26624, 22784, 0, 0 },
	{ "rtl8852au", USB_SPEED_SUPER, 189184, 46080, 0, 0 },
	{ "rtl8852au", USB_SPEED_HIGH, 189184, 46080, 0, 0 },
	{ "rtl8851bu", USB_SPEED_SUPER, 26624, 22784, 0, 0 },
	{ "rtl8851bu", USB_SPEED_HIGH, 51584, 47360, 0, 0 },
};

static void
add_frames(struct air *air, uint32_t len, unsigned int n, uint64_t apart_ns)
{
	uint8_t bytes[2048];
	unsigned int i;

	bench_frame_bytes(bytes, len, BENCH_FC_DATA, bench_mac, 0);
	for (i = 0; i < n; i++) {
		const struct air_frame f = {
			.end_ns = 1000 + i * apart_ns, .rssi_dbm = -50,
			.rate = { AIR_OFDM, 0, 1, 0, 0 },
		};

		fake_air_add(air, &f, bytes, len);
	}
}

#define FRAMES 3100

/* Units of 128 bytes that a chip holds whose host takes nothing. */
static void
fill_buffer(const struct quota_row *row, const char *name, uint32_t bytes)
{
	struct air *air = fake_air_new(false);
	struct bench *b = ax_bench_open(row->chip, row->speed, air);

	/* all at once, a descriptor of 40 or 32 bytes before each */
	add_frames(air, strcmp(row->chip, "rtl8922au") == 0 ? 88 : 96, FRAMES, 0);
	if (bytes == 0) {
		CU_ASSERT_EQUAL(b->ops->set_switch(b->dev, "quota", name), -EINVAL);
		bytes = row->max;	/* the default stays */
	} else if (name != NULL) {
		bench_switch(b, "quota", name);
	}
	bench_submit(b, 1, 512);
	bench_run(b, 1000);
	CU_ASSERT_EQUAL(bench_counter(b, "units_wifi"), bytes / 128);
	CU_ASSERT_EQUAL(bench_counter(b, "fifo_overflow_frames"), FRAMES - bytes / 128);
	CU_ASSERT_EQUAL(fake_air_unacknowledged(air), FRAMES - bytes / 128);
	bench_close(b);
}

static void
test_quota(void)
{
	const struct quota_row *row = quotas;

	for (; row < quotas + sizeof(quotas) / sizeof(quotas[0]); row++) {
		fill_buffer(row, NULL, row->max);
		fill_buffer(row, "max", row->max);
		fill_buffer(row, "min", row->min);
		fill_buffer(row, "scc-max", row->scc_max);
		fill_buffer(row, "scc-min", row->scc_min);
	}
}

/*
 * A size limit of 20 KiB and 14 units of 1024 bytes in 14592: the size is never reached.
 * The buffer closes the transfer, or the chip loses frames until the hold is over.
 */
static void
quota_below_size(const char *full, uint64_t closed_full, uint64_t closed_timer, uint64_t lost)
{
	struct air *air = fake_air_new(false);
	struct bench *b = ax_bench_open("rtl8922au", USB_SPEED_SUPER, air);

	add_frames(air, 984, 20, 10000);
	bench_switch(b, "quota", "scc-min");
	bench_switch(b, "full", full);
	bench_write(b, 0x6004, 0x1F);
	bench_write(b, 0x6000, 0x80FF2014);	/* 1024 us, 20 KiB */
	bench_submit(b, 4, 32768);
	bench_run(b, 3000000);
	CU_ASSERT_EQUAL(bench_counter(b, "agg_closed_size"), 0);
	CU_ASSERT_EQUAL(bench_counter(b, "agg_closed_full"), closed_full);
	CU_ASSERT_EQUAL(bench_counter(b, "agg_closed_timer"), closed_timer);
	CU_ASSERT_EQUAL(bench_counter(b, "fifo_overflow_frames"), lost);
	CU_ASSERT_EQUAL(b->transfers[0].len, 14 * 1024);
	bench_close(b);
}

static void
test_quota_below_size(void)
{
	/* the fifteenth frame finds no room; five come after it */
	quota_below_size("close", 1, 1, 1);
	quota_below_size("wait", 0, 1, 6);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "dead: taken and ignored", test_dead },
		{ "clamp: the hold stops at four steps", test_clamp },
		{ "stall: refused", test_stall },
		{ "from the N-th write on", test_from },
		{ "the receive buffer by the driver's tables", test_quota },
		{ "a buffer smaller than the size limit", test_quota_below_size },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "aggregation registers and quota", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
