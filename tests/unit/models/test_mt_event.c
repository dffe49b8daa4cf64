/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What is no good frame: events on both endpoints, foreign packet types, faults; and a
 * buffer that is full. */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../cunit_run.h"
#include "mt_receive.h"

#define HOST_CONFIG 0x7c027030u

/* n frames of 100 bytes, a PPDU each, 1 ms apart. */
static void
add_frames(struct bench *b, unsigned int n)
{
	uint8_t frame[104];
	unsigned int i;

	mt_qos_frame(frame, 66);
	for (i = 0; i < n; i++) {
		struct air_frame f = mt_air_frame(1000000ull * (i + 1));

		f.ppdu = i;
		fake_air_add(b->air, &f, frame, sizeof(frame));
	}
}

static struct bench *
run(const char *sw, const char *value, unsigned int n)
{
	struct bench *b = mt_open(USB_SPEED_SUPER, fake_air_new(false));

	bench_switch(b, sw, value);
	add_frames(b, n);
	bench_submit(b, 8, 4096);
	bench_drain(b);
	return b;
}

static void
test_event_on_data(void)
{
	struct bench *b = run("event", "3", 7);
	struct mt_unit u;

	CU_ASSERT_EQUAL_FATAL(b->n_transfers, 9);
	mt_first(b, 3, &u);
	CU_ASSERT_EQUAL(u.dw[0], 0x3800002c);
	CU_ASSERT_EQUAL(b->transfers[3].len, 48);
	CU_ASSERT_EQUAL(mt_word(u.frame), 0xe0000014);
	CU_ASSERT_EQUAL(mt_word(u.frame + 4), 0x00000027);	/* debug, sequence 0 */
	CU_ASSERT_EQUAL(mt_word(u.frame + 12), 3);
	mt_first(b, 7, &u);
	CU_ASSERT_EQUAL(u.type, 7);
	CU_ASSERT_EQUAL(bench_counter(b, "units_event"), 2);
	bench_close(b);
}

/* In an aggregate an event takes ALIGN4 bytes. */
static void
test_event_in_aggregate(void)
{
	struct bench *b = mt_open(USB_SPEED_SUPER, fake_air_new(false));
	struct mt_unit u;

	bench_switch(b, "event", "1");
	mt_write(b, MT_WLCFG_0, MT_WLCFG_0_ON | 0x00202000 | 255);
	mt_write(b, MT_WLCFG_1, 3);
	add_frames(b, 1);
	bench_submit(b, 8, 4096);
	bench_drain(b);
	CU_ASSERT_EQUAL_FATAL(b->n_transfers, 1);
	mt_unit_at(&b->transfers[0], 164, &u);	/* 156 by 8 and 4 */
	CU_ASSERT_EQUAL(u.type, 7);
	CU_ASSERT_EQUAL(b->transfers[0].len, 164 + 44 + 4);
	bench_close(b);
}

/* On the second endpoint, by switch and by the register. */
static void
check_second_endpoint(bool by_register)
{
	struct bench *b = mt_open(USB_SPEED_SUPER, fake_air_new(false));
	struct usb_urb urb = { .data = malloc(512), .size = 512 };
	unsigned int i, events = 0;

	b->hungry = false;
	bench_switch(b, "event", "2");
	CU_ASSERT_EQUAL(mt_read(b, HOST_CONFIG), 0x40);
	if (by_register)
		mt_write(b, HOST_CONFIG, 0);
	else
		bench_switch(b, "eventep", "mcu");
	CU_ASSERT_EQUAL(mt_read(b, HOST_CONFIG), 0);
	add_frames(b, 2);
	bench_submit(b, 8, 4096);
	CU_ASSERT_EQUAL(b->ops->submit_in(b->dev, 0, 0x83, &urb), -ENOENT);
	CU_ASSERT_EQUAL_FATAL(b->ops->submit_in(b->dev, 0, 0x85, &urb), 0);
	bench_drain(b);
	CU_ASSERT_EQUAL(b->n_transfers, 3);
	for (i = 0; i < b->n_transfers; i++)
		events += b->transfers[i].data[3] == 0x38;
	CU_ASSERT_EQUAL(events, 1);
	CU_ASSERT_EQUAL(urb.actual, 48);
	CU_ASSERT_PTR_NULL(urb.data);	/* the bench gave its room back */
	bench_close(b);
}

static void
test_event_on_mcu(void)
{
	check_second_endpoint(false);
	check_second_endpoint(true);
}

/* Nobody asks on the second endpoint: sixteen wait, the rest is counted. */
static void
test_event_queue(void)
{
	struct bench *b = mt_open(USB_SPEED_SUPER, fake_air_new(false));
	struct usb_urb urb = { .data = malloc(512), .size = 512 };

	bench_switch(b, "event", "1");
	bench_switch(b, "eventep", "mcu");
	add_frames(b, 20);
	bench_submit(b, 8, 4096);
	bench_drain(b);
	CU_ASSERT_EQUAL(bench_counter(b, "units_event"), 16);
	CU_ASSERT_EQUAL(bench_counter(b, "fifo_overflow_events"), 4);
	CU_ASSERT_EQUAL(b->n_transfers, 20);
	b->hungry = false;
	CU_ASSERT_EQUAL_FATAL(b->ops->submit_in(b->dev, b->now_ns, 0x85, &urb), 0);
	bench_drain(b);
	CU_ASSERT_EQUAL_FATAL(b->n_transfers, 21);
	CU_ASSERT_EQUAL_FATAL(b->transfers[20].len, 48);
	CU_ASSERT_EQUAL(mt_word(b->transfers[20].data + 36), 1);	/* the oldest */
	CU_ASSERT_EQUAL(mt_word(b->transfers[20].data + 40), 1000);	/* us */
	CU_ASSERT_EQUAL(mt_word(b->transfers[20].data + 44), 0);
	bench_close(b);
}

static void
test_unknown_types(void)
{
	static const uint8_t types[9] = { 3, 4, 5, 6, 0x0c, 0x18, 1, 0, 3 };
	struct bench *b = mt_open(USB_SPEED_SUPER, fake_air_new(false));
	unsigned int i;
	struct mt_unit u;

	bench_switch(b, "event", "0");
	bench_switch(b, "unknown", "2");
	add_frames(b, 18);
	bench_submit(b, 8, 4096);
	bench_drain(b);
	CU_ASSERT_EQUAL_FATAL(b->n_transfers, 27);
	for (i = 0; i < 9; i++) {
		mt_first(b, 3 * i + 2, &u);
		CU_ASSERT_EQUAL(u.type, types[i]);
		CU_ASSERT_EQUAL(u.length, 40);
	}
	CU_ASSERT_EQUAL(bench_counter(b, "units_unknown"), 9);
	bench_close(b);
}

static void
test_bad_lengths(void)
{
	static const uint16_t lengths[8] = { 156, 23, 156, 24, 156, 0xffff, 156, 0 };
	struct bench *b = run("badlen", "2", 8);
	unsigned int i;

	CU_ASSERT_EQUAL_FATAL(b->n_transfers, 8);
	for (i = 0; i < 8; i++)
		CU_ASSERT_EQUAL(mt_word(b->transfers[i].data) & 0xffff, lengths[i]);
	CU_ASSERT_EQUAL(bench_counter(b, "units_fault"), 4);
	bench_close(b);
}

static void
test_bus_faults(void)
{
	struct bench *b = run("shorten", "2", 4);

	CU_ASSERT_EQUAL(b->transfers[0].len, 160);
	CU_ASSERT_EQUAL(b->transfers[1].len, 120);
	bench_close(b);
	b = run("zlt", "2", 4);
	CU_ASSERT_EQUAL(b->transfers[1].len, 0);
	CU_ASSERT_EQUAL(bench_counter(b, "frames_delivered"), 4);
	bench_close(b);
	b = run("eproto", "2", 4);
	CU_ASSERT_EQUAL(b->transfers[1].status, -EPROTO);
	CU_ASSERT_EQUAL(bench_counter(b, "frames_delivered"), 4);
	bench_close(b);
}

/* An A-MSDU goes in as a whole or not at all. */
static void
test_full(void)
{
	struct bench *b = mt_open(USB_SPEED_SUPER, fake_air_new(false));
	uint8_t frame[26 + 16 * 32 + 4];
	unsigned int i;

	mt_qos_frame(frame, sizeof(frame) - 38);
	frame[24] = 0x80;
	for (i = 0; i < 16; i++) {
		memset(frame + 26 + 32 * i, 2, 32);
		frame[26 + 32 * i + 12] = 0;
		frame[26 + 32 * i + 13] = 18;
	}
	mt_write(b, MT_MDP_DCR0, MT_XLAT | MT_DAMSDU);
	bench_switch(b, "fifo", "3000");
	for (i = 0; i < 3; i++) {
		struct air_frame f = mt_air_frame(1000000 + i);

		fake_air_add(b->air, &f, frame, sizeof(frame));
	}
	b->hungry = true;
	bench_submit(b, 8, 4096);
	bench_drain(b);
	CU_ASSERT_EQUAL(bench_counter(b, "frames_air"), 3);
	CU_ASSERT_EQUAL(bench_counter(b, "fifo_overflow_frames"), 2);
	CU_ASSERT_EQUAL(bench_counter(b, "frames_delivered"), 1);
	CU_ASSERT_EQUAL(b->n_transfers, 16);
	bench_close(b);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "event on the data endpoint", test_event_on_data },
		{ "event in an aggregate", test_event_in_aggregate },
		{ "event on the MCU endpoint", test_event_on_mcu },
		{ "events that nobody takes", test_event_queue },
		{ "other packet types", test_unknown_types },
		{ "bad lengths", test_bad_lengths },
		{ "bus faults", test_bus_faults },
		{ "full buffer", test_full },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "mt7921u events and faults", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
