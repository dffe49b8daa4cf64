/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What gets no acknowledgement: sent again, dropped in the end, and what it does to the
 * rate. */

#include <string.h>

#include "../cunit_run.h"
#include "air/ap_rate.h"
#include "bench.h"
#include "live.h"

static struct air *
with_packets(const char *options, uint32_t n)
{
	struct air *air = live_open("live:queue:2000", options);
	uint32_t i;

	for (i = 0; i < n; i++)
		CU_ASSERT_EQUAL(live_push(air, 0, i), 0);
	return air;
}

/* What goes out until nothing is left; lost(n-th transmission from 0) says which fail. */
struct sent { uint32_t ppdu, number; bool again; };

static unsigned int
run(struct air *air, bool (*lost)(unsigned int, uint32_t), struct sent *sent,
    unsigned int max)
{
	unsigned int n;

	for (n = 0; n < max && air_peek(air) != NULL; n++) {
		const struct air_frame *f = live_peek(air);

		sent[n] = (struct sent){ f->ppdu, live_number(f), live_again(f) };
		/* whatever becomes of it, its number on the air is its own */
		CU_ASSERT_EQUAL(live_seq(f), sent[n].number & 0xfff);
		if (lost(n, sent[n].number))
			air_unacknowledged(air);
		else
			air_take(air);
	}
	return n;
}

static bool
lost_2_and_4(unsigned int nth, uint32_t number)
{
	(void)number;
	return nth == 2 || nth == 4;
}

static void
test_goes_first(void)
{
	static const struct sent expected[] = {
		{ 1, 0, 0 }, { 1, 1, 0 }, { 1, 2, 0 }, { 1, 3, 0 }, { 1, 4, 0 }, { 1, 5, 0 },
		{ 2, 2, 1 }, { 2, 4, 1 }, { 2, 6, 0 }, { 2, 7, 0 }, { 2, 8, 0 }, { 2, 9, 0 },
		{ 3, 10, 0 }, { 3, 11, 0 },
	};
	struct air *air = with_packets("ampdu:6", 12);
	struct sent sent[32];
	unsigned int i, n = run(air, lost_2_and_4, sent, 32);

	CU_ASSERT_EQUAL_FATAL(n, 14);
	for (i = 0; i < n; i++)
		CU_ASSERT(sent[i].ppdu == expected[i].ppdu &&
			  sent[i].number == expected[i].number &&
			  sent[i].again == expected[i].again);
	CU_ASSERT_EQUAL(live_counter(air, "air_retries"), 2);
	CU_ASSERT_EQUAL(live_counter(air, "air_mpdus"), 14);
	CU_ASSERT_EQUAL(live_counter(air, "air_packets"), 12);
	air_close(air);
}

static bool
lost_number_1(unsigned int nth, uint32_t number)
{
	(void)nth;
	return number == 1;
}

static void
test_so_often(void)
{
	static const struct { const char *options; unsigned int times; } rows[] = {
		{ "ampdu:4", 8 }, { "ampdu:4/retry:7", 8 }, { "ampdu:4/retry:2", 3 },
		{ "ampdu:4/retry:0", 1 }, { "ampdu:4/retry:15", 16 }, { "ampdu:1", 8 },
		{ "ampdu:4/qos:0", 8 },
	};
	unsigned int r, i, n, times;

	for (r = 0; r < sizeof(rows) / sizeof(rows[0]); r++) {
		struct air *air = live_open("live", rows[r].options);
		struct sent sent[64] = { 0 };

		/* frames without QoS have another header: told apart by their order */
		for (i = 0; i < 6; i++)
			live_push(air, 0, i);
		if (strstr(rows[r].options, "qos:0") != NULL) {
			for (n = 0; air_peek(air) != NULL; n++)
				if (live_seq(live_peek(air)) == 1)
					air_unacknowledged(air);
				else
					air_take(air);
			CU_ASSERT_EQUAL(n, 5 + rows[r].times);
		} else {
			n = run(air, lost_number_1, sent, 64);
			for (times = 0, i = 0; i < n; i++)
				times += sent[i].number == 1;
			CU_ASSERT_EQUAL(times, rows[r].times);
		}
		CU_ASSERT_EQUAL(live_counter(air, "air_retries"), rows[r].times - 1);
		CU_ASSERT_EQUAL(live_counter(air, "air_dropped_retries"), 1);
		air_close(air);
	}
}

/* The oldest one first, also when it has failed more often than those behind it. */
static bool
lost_in_turn(unsigned int nth, uint32_t number)
{
	return nth < 8 || (nth < 16 && number != 7) || number == 3;
}

static void
test_in_order(void)
{
	struct air *air = with_packets("ampdu:8", 8);
	struct sent sent[64];
	unsigned int i, n = run(air, lost_in_turn, sent, 64);

	for (i = 1; i < n; i++)
		CU_ASSERT(sent[i].ppdu != sent[i - 1].ppdu ||
			  sent[i].number > sent[i - 1].number);
	CU_ASSERT_EQUAL(sent[8].number, 0);
	air_close(air);
}

/*
 * A rate that falls makes PPDUs shorter than what goes again: the rest waits, and still
 * goes before what is new. So each PPDU begins with the oldest one that nothing has become
 * of yet.
 */
static void
test_left_over(void)
{
	struct air *air = with_packets("mode:he/nss:1/bw:20/ratectl:ewma/retry:3", 200);
	uint32_t tries[200] = { 0 }, ppdu = 0, oldest = 0, left_over = 0;
	bool done[200] = { false };
	unsigned int n;

	for (n = 0; air_peek(air) != NULL; n++) {
		const struct air_frame *f = live_peek(air);
		uint32_t number = live_number(f);

		while (oldest < 200 && done[oldest])
			oldest++;
		if (f->ppdu != ppdu)
			CU_ASSERT_EQUAL(number, oldest);
		ppdu = f->ppdu;
		tries[number]++;
		left_over += f->last && tries[number] > 1 && tries[number + 1] > 0;
		done[number] = n >= 400 || tries[number] == 4;
		if (n < 400)
			air_unacknowledged(air);
		else
			air_take(air);
	}
	CU_ASSERT(left_over > 0);
	for (n = 0; n < 200; n++)
		CU_ASSERT_TRUE(done[n]);
	air_close(air);
}

/* The receiver's window does not move while the first one fails. */
static bool
lost_number_0(unsigned int nth, uint32_t number)
{
	(void)nth;
	return number == 0;
}

static void
test_window(void)
{
	static const struct { const char *options; uint32_t window; } rows[] = {
		{ "mode:vht/retry:3", 64 }, { "mode:he/retry:7", 256 },
		{ "mode:eht/retry:7/ampdu:250", 1024 },
	};
	struct sent sent[2000];
	unsigned int r, i, n;

	for (r = 0; r < 3; r++) {
		struct air *air = with_packets(rows[r].options, 1500);
		uint32_t before = 0, newest = 0;

		n = run(air, lost_number_0, sent, 2000);
		for (i = 0; i < n && sent[i].number != 0; i++)
			;
		for (i = 0; i < n; i++) {
			newest = sent[i].number > newest ? sent[i].number : newest;
			if (sent[i].number == 0)
				before = newest;
		}
		/* nothing beyond it went before the last try, or with it */
		CU_ASSERT_EQUAL(before, rows[r].window - 1);
		CU_ASSERT_EQUAL(newest, 1499);
		CU_ASSERT_EQUAL(live_counter(air, "air_dropped_retries"), 1);
		air_close(air);
	}
}

static void
test_not_again(void)
{
	struct air *gen = live_open("gen:count:3", "ampdu:1"), *live = live_open("live", NULL);
	uint8_t packet[60];
	unsigned int n;

	for (n = 0; air_peek(gen) != NULL; n++)
		air_unacknowledged(gen);
	CU_ASSERT_EQUAL(n, 3);		/* as if taken */
	CU_ASSERT_EQUAL(live_counter(gen, "air_mpdus"), 3);

	memset(packet, 0xff, sizeof(packet));
	air_push(live, 0, packet, sizeof(packet));
	for (n = 0; air_peek(live) != NULL; n++)
		air_unacknowledged(live);
	CU_ASSERT_EQUAL(n, 1);		/* to a group: nobody acknowledges */
	CU_ASSERT_EQUAL(live_counter(live, "air_retries"), 0);
	CU_ASSERT_EQUAL(live_counter(live, "air_dropped_retries"), 0);
	air_close(gen);
	air_close(live);
}

/* A chip that is too small for what comes at once: all arrive in the end, once. */
static void
test_behind_chip(void)
{
	struct air *air = live_open("live:queue:600", "access:66-154/seed:3/retry:15");
	struct bench *b = bench_open(USB_SPEED_HIGH, air);
	uint32_t pos, i, got = 0, seen[500] = { 0 };
	struct unit u;

	bench_switch(b, "quota", "scc-min");
	bench_switch(b, "c2h", "0");
	bench_write(b, 0x6004, 0x1F);
	bench_write(b, 0x6000, 0x80FF2014);
	bench_submit(b, 8, 32768);
	for (i = 0; i < 500; i++)
		CU_ASSERT_EQUAL(live_push(air, 0, i), 0);
	bench_drain(b);
	for (i = 0; i < b->n_transfers; i++)
		for (pos = 0; bench_unit(&b->transfers[i], &pos, &u);) {
			struct air_frame f = { .data = u.packet, .len = u.packet_len };

			CU_ASSERT_FATAL(live_number(&f) < 500);
			seen[live_number(&f)]++;
			got++;
		}
	CU_ASSERT_EQUAL(got, 500);
	for (i = 0; i < 500; i++)
		CU_ASSERT_EQUAL(seen[i], 1);
	CU_ASSERT(bench_counter(b, "fifo_overflow_frames") > 100);
	CU_ASSERT_EQUAL(bench_counter(b, "air_retries"),
			bench_counter(b, "fifo_overflow_frames"));
	CU_ASSERT_EQUAL(bench_counter(b, "air_dropped_retries"), 0);
	bench_close(b);
}

/* ap_rate.c by itself: n PPDUs, each a millisecond later. */
static void
answer(struct air_rate_control *r, uint64_t *now, unsigned int n, uint32_t acknowledged)
{
	for (; n > 0; n--, *now += LIVE_MS)
		air_rate_answered(r, *now, 100, acknowledged);
}

static void
test_rate_rule(void)
{
	static const struct air_rate best = { AIR_EHT, 11, 2, 3, 3 };
	struct air_rate_control r;
	uint64_t now = 0;

	air_rate_init(&r, &best, true);
	answer(&r, &now, 1, 21);	/* mean 80.3 % */
	CU_ASSERT_EQUAL(r.now.mcs, 11);
	answer(&r, &now, 1, 75);	/* 79 % */
	CU_ASSERT_EQUAL(r.now.mcs, 10);
	CU_ASSERT_EQUAL(r.changes, 1);
	answer(&r, &now, 99, 100);	/* 99 ms after the change */
	CU_ASSERT_EQUAL(r.now.mcs, 10);
	answer(&r, &now, 1, 100);
	CU_ASSERT_EQUAL(r.now.mcs, 11);
	answer(&r, &now, 500, 100);	/* no further than the best */
	CU_ASSERT_EQUAL(r.now.mcs, 11);
	CU_ASSERT_EQUAL(r.changes, 2);
	answer(&r, &now, 1, 0);
	answer(&r, &now, 500, 90);	/* neither bad nor good */
	CU_ASSERT_EQUAL(r.now.mcs, 10);
	answer(&r, &now, 100, 0);	/* no further than the lowest */
	CU_ASSERT_EQUAL(r.now.mcs, 0);
	CU_ASSERT_EQUAL(r.changes, 13);
}

static void
test_rate_ht(void)
{
	static const struct air_rate best = { AIR_HT, 15, 2, 1, 0 };
	struct air_rate_control r;
	uint64_t now = 0;

	air_rate_init(&r, &best, true);
	answer(&r, &now, 100, 0);
	CU_ASSERT_EQUAL(r.now.mcs, 8);	/* two streams still */
	air_rate_init(&r, &best, false);
	answer(&r, &now, 100, 0);
	CU_ASSERT_EQUAL(r.now.mcs, 15);
}

/* In an air: all of a PPDU at one rate, the new one for retries too. */
static bool
lost_half(unsigned int nth, uint32_t number)
{
	(void)number;
	return nth % 2 == 0;
}

static void
test_rate_in_air(void)
{
	struct air *air = with_packets("ratectl:ewma/ampdu:16", 256);
	struct air *fixed = with_packets("ampdu:16", 256);
	struct sent sent[2000];
	uint32_t ppdu = 0;
	uint8_t mcs = 11;
	unsigned int i;

	for (i = 0; air_peek(air) != NULL; i++) {
		const struct air_frame *f = live_peek(air);

		if (f->ppdu != ppdu)
			mcs = f->rate.mcs;
		CU_ASSERT_EQUAL(f->rate.mcs, mcs);
		ppdu = f->ppdu;
		if (lost_half(i, 0))
			air_unacknowledged(air);
		else
			air_take(air);
	}
	CU_ASSERT(mcs < 5);
	CU_ASSERT_EQUAL(live_counter(air, "air_rate_changes"), 11u - live_counter(air,
			"air_mcs_now"));
	run(fixed, lost_half, sent, 2000);
	CU_ASSERT_EQUAL(live_counter(fixed, "air_mcs_now"), 11);
	CU_ASSERT_EQUAL(live_counter(fixed, "air_rate_changes"), 0);
	air_close(air);
	air_close(fixed);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "goes first in the next PPDU", test_goes_first },
		{ "so often, then dropped", test_so_often },
		{ "the oldest first", test_in_order },
		{ "what a PPDU has no room for", test_left_over },
		{ "the receiver's window", test_window },
		{ "other airs, and groups", test_not_again },
		{ "behind a small chip", test_behind_chip },
		{ "rate: down, up, and how far", test_rate_rule },
		{ "rate: streams stay", test_rate_ht },
		{ "rate: in an air", test_rate_in_air },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "air: not acknowledged", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
