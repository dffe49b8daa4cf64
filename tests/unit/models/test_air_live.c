/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* An air that is given packets while time goes on: which PPDU they travel in, and when. */

#include <errno.h>
#include <string.h>

#include "../cunit_run.h"
#include "bench.h"
#include "live.h"

static void
test_joins_until_it_begins(void)
{
	struct air *air = live_open("live", "access:100-100");
	unsigned int i;

	CU_ASSERT_PTR_NULL(air_peek(air));
	CU_ASSERT_EQUAL(live_push(air, 0, 0), 0);
	CU_ASSERT_EQUAL(live_peek(air)->ppdu, 1);
	CU_ASSERT_TRUE(live_peek(air)->last);
	CU_ASSERT_FALSE(live_peek(air)->ampdu);
	live_push(air, 50 * LIVE_US, 1);
	live_push(air, 100 * LIVE_US, 2);	/* it begins now */
	live_push(air, 100 * LIVE_US + 1, 3);
	for (i = 0; i < 4; i++, air_take(air)) {
		const struct air_frame *f = live_peek(air);

		CU_ASSERT_EQUAL(live_number(f), i);
		CU_ASSERT_EQUAL(live_seq(f), i);
		CU_ASSERT_EQUAL(f->ppdu, i < 3 ? 1 : 2);
		CU_ASSERT_EQUAL(f->ampdu, i < 3);
		CU_ASSERT_EQUAL(f->last, i >= 2);
		CU_ASSERT_FALSE(live_again(f));
		if (i == 0)	/* preamble and half a symbol behind the start */
			CU_ASSERT(f->start_ns > 100 * LIVE_US && f->start_ns < 190 * LIVE_US);
	}
	CU_ASSERT_PTR_NULL(air_peek(air));
	CU_ASSERT_EQUAL(live_counter(air, "air_ppdus"), 2);
	CU_ASSERT_EQUAL(live_counter(air, "air_mpdus"), 4);
	air_close(air);
}

/* A PPDU that grows packet by packet has the times of one that is built at once. */
static void
test_times(void)
{
	struct air *at_once = live_open("live", "access:100-100");
	struct air *grows = live_open("live", "access:100-100");
	unsigned int i;

	for (i = 0; i < 70; i++)
		live_push(at_once, 0, i);
	for (i = 0; i < 70; i++) {
		live_push(grows, 0, i);
		live_peek(grows);
	}
	for (i = 0; i < 70; i++) {
		const struct air_frame *a = live_peek(at_once), *b = live_peek(grows);

		CU_ASSERT_EQUAL(a->start_ns, b->start_ns);
		CU_ASSERT_EQUAL(a->end_ns, b->end_ns);
		CU_ASSERT(a->last == b->last && a->ampdu == b->ampdu && a->ppdu == b->ppdu);
		CU_ASSERT_EQUAL(a->last, i == 63 || i == 69);
		air_take(at_once);
		air_take(grows);
	}
	air_close(at_once);
	air_close(grows);
}

/* ... and of what a generator makes of the same packets. */
static void
test_times_of_generator(void)
{
	struct air *live = live_open("live", "ampdu:3");
	struct air *gen = live_open("gen:count:9", "ampdu:3");
	unsigned int i;

	for (i = 0; i < 9; i++)
		live_push(live, 0, i);
	for (i = 0; i < 9; i++) {
		CU_ASSERT_EQUAL(air_peek(live)->start_ns, air_peek(gen)->start_ns);
		CU_ASSERT_EQUAL(air_peek(live)->end_ns, air_peek(gen)->end_ns);
		air_take(live);
		air_take(gen);
	}
	air_close(live);
	air_close(gen);
}

static void
test_queue(void)
{
	struct air *air = live_open("live:queue:4", "ampdu:1");
	unsigned int i;

	for (i = 0; i < 4; i++)
		CU_ASSERT_EQUAL(live_push(air, 0, i), 0);
	CU_ASSERT_EQUAL(live_push(air, 0, 98), -ENOBUFS);
	CU_ASSERT_EQUAL(live_push(air, 0, 99), -ENOBUFS);
	CU_ASSERT_EQUAL(live_counter(air, "air_queue_drops"), 2);
	live_peek(air);		/* the first one, and the one behind it, are with the PHY */
	CU_ASSERT_EQUAL(live_push(air, 0, 4), 0);
	for (i = 0; i < 5; i++, air_take(air))
		CU_ASSERT_EQUAL(live_number(live_peek(air)), i);
	CU_ASSERT_PTR_NULL(air_peek(air));
	air_close(air);
}

static void
test_not_for_it(void)
{
	struct air *live = live_open("live", NULL), *gen = live_open("gen", NULL);
	static uint8_t big[12000];

	CU_ASSERT_EQUAL(air_push(live, 0, big, 13), -EMSGSIZE);
	CU_ASSERT_EQUAL(air_push(live, 0, big, sizeof(big)), -EMSGSIZE);
	CU_ASSERT_EQUAL(air_push(live, 0, big, 14), 0);
	CU_ASSERT_EQUAL(air_push(gen, 0, big, 60), -ENOTSUP);
	CU_ASSERT_EQUAL(live_counter(live, "air_queue_drops"), 0);
	CU_ASSERT_EQUAL(live_counter(gen, "air_queue_drops"), UINT64_MAX);
	air_close(live);
	air_close(gen);
}

/* Sequence numbers, room that is used again, and numbers that wrap. */
static void
test_many(void)
{
	struct air *air = live_open("live", "access:66-154/seed:7");
	uint64_t now = 0;
	uint32_t i, got = 0;

	for (i = 0; i < 10000; i++, now += 20 * LIVE_US) {
		const struct air_frame *f;

		CU_ASSERT_EQUAL(live_push(air, now, i), 0);
		while ((f = air_peek(air)) != NULL && f->end_ns <= now) {
			CU_ASSERT_EQUAL(live_number(f), got);
			CU_ASSERT_EQUAL(live_seq(f), got & 0xfff);
			got++;
			air_take(air);
		}
	}
	CU_ASSERT(got > 9900);
	CU_ASSERT_EQUAL(live_counter(air, "air_queue_drops"), 0);
	air_close(air);
}

/* From the end of a PPDU's answer, or the packet, to the next PPDU: what the first of them
 * tells, as the preamble of all is alike. */
static uint64_t
wait_of(struct air *air, uint64_t *now)
{
	uint64_t start;

	live_push(air, *now, 0);
	start = live_peek(air)->start_ns - *now;
	air_take(air);
	*now += LIVE_MS;
	return start;
}

static void
test_access(void)
{
	struct air *exact = live_open("live", "access:0-0");
	struct air *a = live_open("live", "access:66-154/seed:1");
	struct air *same = live_open("live", "access:66-154/seed:1");
	struct air *other = live_open("live", "access:66-154/seed:2");
	uint64_t now_exact = LIVE_MS, now_a = LIVE_MS, now_same = LIVE_MS, now_other = LIVE_MS;
	uint64_t preamble = wait_of(exact, &now_exact), sum = 0, min = UINT64_MAX, max = 0;
	unsigned int i, equal = 0;

	for (i = 0; i < 2000; i++) {
		uint64_t wait = wait_of(a, &now_a) - preamble;

		CU_ASSERT_EQUAL(wait_of(same, &now_same) - preamble, wait);
		equal += wait_of(other, &now_other) - preamble == wait;
		sum += wait;
		min = wait < min ? wait : min;
		max = wait > max ? wait : max;
	}
	CU_ASSERT(min >= 66 * LIVE_US && min < 67 * LIVE_US);
	CU_ASSERT(max <= 154 * LIVE_US && max > 153 * LIVE_US);
	CU_ASSERT(sum / 2000 > 108 * LIVE_US && sum / 2000 < 112 * LIVE_US);
	CU_ASSERT(equal < 5);
	air_close(exact);
	air_close(a);
	air_close(same);
	air_close(other);
}

/* Nobody else wants the medium: a packet that comes late goes at once, one that comes
 * early behind 43 and 67.5 us. */
static void
test_no_contention(void)
{
	struct air *air = live_open("live", "ampdu:1/mode:ofdm/mcs:7/access:0-0");
	struct air *alone = live_open("live", "ampdu:1/mode:ofdm/mcs:7");
	uint64_t now = LIVE_MS, first, second;

	first = wait_of(air, &now);
	now = LIVE_MS;
	CU_ASSERT_EQUAL(wait_of(alone, &now), first);
	live_push(air, now, 0);
	live_push(air, now, 1);
	live_push(alone, now, 0);
	live_push(alone, now, 1);
	air_take(air);
	air_take(alone);
	second = live_peek(air)->start_ns;
	CU_ASSERT_EQUAL(live_peek(alone)->start_ns, second + 110500);
	air_close(air);
	air_close(alone);
}

static void
test_held(void)
{
	struct air *air = live_open("live", "access:10-10");

	live_push(air, 0, 0);
	live_peek(air);
	air_hold(air);
	CU_ASSERT_PTR_NULL(air_peek(air));
	live_push(air, 3 * LIVE_MS, 1);
	air_release(air, 5 * LIVE_MS);
	CU_ASSERT(live_peek(air)->start_ns >= 5 * LIVE_MS);
	CU_ASSERT(live_peek(air)->start_ns < 5 * LIVE_MS + 200 * LIVE_US);
	CU_ASSERT_EQUAL(live_number(live_peek(air)), 0);
	CU_ASSERT_FALSE(live_peek(air)->last);	/* the other one had come by then */
	air_take(air);
	air_hold_after(air, 1);
	air_take(air);
	CU_ASSERT_TRUE(air_held(air));
	air_close(air);
}

/* Nobody listens before a millisecond; the silence that was asked for comes on top. */
static void
test_begin(void)
{
	static const struct { const char *options; uint64_t from_ns; } rows[] = {
		{ "access:0-0", LIVE_MS }, { "access:0-0/start:10", 11 * LIVE_MS },
	};
	unsigned int i;

	for (i = 0; i < 2; i++) {
		struct air *air = live_open("live", rows[i].options);

		live_push(air, 5 * LIVE_US, 0);
		air_begin(air, LIVE_MS);
		CU_ASSERT(live_peek(air)->start_ns >= rows[i].from_ns);
		CU_ASSERT(live_peek(air)->start_ns < rows[i].from_ns + 100 * LIVE_US);
		live_push(air, 2 * LIVE_MS, 1);
		CU_ASSERT_EQUAL(live_peek(air)->last, i == 0);
		air_take(air);
		air_close(air);
	}
}

/* Patient: everything waits with the frame that found no room, and more may join. */
static void
test_lossless(void)
{
	struct air *air = live_open("live", "access:10-10/lossless:1");

	CU_ASSERT_TRUE(air_lossless(air));
	live_push(air, 0, 0);
	live_peek(air);
	air_delay(air, 4 * LIVE_MS);
	CU_ASSERT_EQUAL(live_peek(air)->end_ns, 4 * LIVE_MS);
	live_push(air, 3 * LIVE_MS, 1);
	CU_ASSERT_FALSE(live_peek(air)->last);
	CU_ASSERT(live_counter(air, "air_delayed_ns") > 3 * LIVE_MS);
	air_close(air);
}

static void
test_refused(void)
{
	static const struct { const char *spec, *options; } rows[] = {
		{ "live:queue", NULL }, { "live:queue:0", NULL }, { "live:queue:1000001", NULL },
		{ "live:queue:4/queue:5", NULL }, { "live:size:4", NULL }, { "live:", NULL },
		{ "lively", NULL },
		{ "live", "access:5" }, { "live", "access:5-4" }, { "live", "access:-5" },
		{ "live", "access:1-1000001" }, { "live", "access:1-2x" },
		{ "live", "access: 1-2" }, { "live", "seed:-1" }, { "live", "retry:16" },
		{ "live", "ratectl:minstrel" },
		{ "live", "loop:1" }, { "live", "pace:capture" }, { "live", "rate:100" },
		{ "gen", "access:1-2" }, { "gen", "seed:1" }, { "gen", "retry:7" },
		{ "gen", "ratectl:fixed" }, { NULL, "access:1-2" },
	};
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		CU_ASSERT_TRUE(live_refused(rows[i].spec, rows[i].options));
}

/* Behind a chip: what next_event() says after a packet has come, and that it arrives. */
static void
test_behind_chip(void)
{
	struct air *air = live_open("live", "access:100-100");
	struct bench *b = bench_open(USB_SPEED_SUPER, air);
	uint64_t due;

	bench_submit(b, 8, 32768);
	CU_ASSERT_EQUAL(b->ops->next_event(b->dev), UINT64_MAX);
	bench_run(b, LIVE_MS);
	live_push(air, LIVE_MS, 0);
	due = b->ops->next_event(b->dev);
	CU_ASSERT(due > LIVE_MS + 100 * LIVE_US && due < LIVE_MS + 250 * LIVE_US);
	live_push(air, LIVE_MS + 40 * LIVE_US, 1);
	bench_drain(b);
	CU_ASSERT_EQUAL(bench_counter(b, "frames_delivered"), 2);
	CU_ASSERT_EQUAL(bench_counter(b, "air_ppdus"), 1);
	CU_ASSERT_EQUAL(b->ops->next_event(b->dev), UINT64_MAX);
	bench_close(b);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "packets join a PPDU until it begins", test_joins_until_it_begins },
		{ "a PPDU that grows, and one built at once", test_times },
		{ "the times of a generator", test_times_of_generator },
		{ "a queue with an end", test_queue },
		{ "packets that are not for it", test_not_for_it },
		{ "ten thousand", test_many },
		{ "waiting for the medium", test_access },
		{ "... that nobody else wants", test_no_contention },
		{ "held and released", test_held },
		{ "nobody listens yet", test_begin },
		{ "lossless", test_lossless },
		{ "refused", test_refused },
		{ "behind a chip", test_behind_chip },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "air: live", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
