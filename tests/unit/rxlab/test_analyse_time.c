/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* When frames arrived; the hold that follows from it; what other holds would have given. */

#include "analyse_hold.h"
#include "analyse_ladder.h"
#include "an_make.h"

static struct an_hold hold;
static struct an_hold_range range;
static const struct an_agg no_limits = { .enabled = true };

/* Arrival of a frame with that stamp and airtime, in ns. */
static uint64_t
stamp(struct an_clock *clock, uint32_t stamp_us, uint32_t air_ns, uint64_t host_us)
{
	struct an_unit unit = { .is_frame = true, .stamped = true, .stamp_us = stamp_us,
				.air_ns = air_ns };

	an_clock_unit(clock, &unit, host_us);
	return unit.arrival_ns;
}

static void
clock_counts_up(void)
{
	struct an_clock c = { 0 };
	uint64_t first = stamp(&c, 1000, 0, 50000);

	CU_ASSERT_EQUAL(stamp(&c, 1500, 0, 50500) - first, 500000);
	CU_ASSERT_EQUAL(stamp(&c, 2000, 7000, 51000) - first, 1007000);
	/* Another unit has no time of its own. */
	{
		struct an_unit other = { .bytes = 8 };

		an_clock_unit(&c, &other, 51000);
		CU_ASSERT_EQUAL(other.arrival_ns - first, 1007000);
	}
	/* Never backwards. */
	CU_ASSERT_EQUAL(stamp(&c, 1990, 0, 51000) - first, 1007000);
	CU_ASSERT_EQUAL(c.restarts, 0);
	CU_ASSERT_TRUE(an_clock_good(&c));
}

static void
clock_wraps(void)
{
	struct an_clock c = { 0 };
	uint64_t first = stamp(&c, 0xfffffff0, 0, 100), hour_us = 3600000000ull;

	CU_ASSERT_EQUAL(stamp(&c, 0x10, 0, 132) - first, 32000);
	/* An hour, and three of them: nearly three rounds of 71.6 minutes. */
	CU_ASSERT_EQUAL(stamp(&c, (uint32_t)(0x10 + hour_us), 0, 132 + hour_us) - first,
			(32 + hour_us) * 1000);
	CU_ASSERT_EQUAL(stamp(&c, (uint32_t)(0x10 + 4 * hour_us), 0, 232 + 4 * hour_us) - first,
			(32 + 4 * hour_us) * 1000);
	CU_ASSERT_EQUAL(c.restarts, 0);
}

/* MPDUs of a PPDU that has one stamp follow one another at their rate. */
static void
shared_stamp(void)
{
	struct an_clock c = { 0 };
	uint64_t first = stamp(&c, 1000, 10000, 2000);

	CU_ASSERT_EQUAL(stamp(&c, 1000, 10000, 2000) - first, 10000);
	CU_ASSERT_EQUAL(stamp(&c, 1000, 5000, 2100) - first, 15000);
	CU_ASSERT_EQUAL(stamp(&c, 1100, 10000, 2200) - first, 100000);
	CU_ASSERT_EQUAL(c.shared, 2);
}

static void
clock_starts_anew(void)
{
	struct an_clock c = { 0 };
	uint64_t first = stamp(&c, 90000000, 0, 1000000);

	/* The device was reset; the host says that 10 s went by. */
	CU_ASSERT_EQUAL(stamp(&c, 5, 0, 11000000) - first, 10000000000);
	CU_ASSERT_EQUAL(stamp(&c, 1005, 0, 11001000) - first, 10001000000);
	CU_ASSERT_EQUAL(c.restarts, 1);
}

static void
no_clock(void)
{
	struct an_clock stopped = { 0 }, slow = { 0 }, none = { 0 }, noise = { 0 };
	struct an_unit unit = { .is_frame = true };
	unsigned int i;

	for (i = 0; i < 1000; i++) {
		stamp(&stopped, 77, 0, i * 1000);
		stamp(&slow, i * 500, 0, i * 1000);
		stamp(&noise, i * 2654435761u, 0, i * 1000);
		an_clock_unit(&none, &unit, i * 1000);
	}
	CU_ASSERT_FALSE(an_clock_good(&stopped));
	CU_ASSERT_FALSE(an_clock_good(&slow));
	CU_ASSERT_FALSE(an_clock_good(&none));
	CU_ASSERT_FALSE(an_clock_good(&noise));
}

/* A chip with that hold, given a frame at each of these times: feeds the estimate. */
static void
see_packed(const uint64_t *us, unsigned int n, uint32_t hold_us, bool restart,
	   const struct an_agg *agg)
{
	static struct an_unit units[1024];
	struct an_transfer t;
	unsigned int i, k;

	for (i = 0; i < n; i += k) {
		for (k = 0; i + k < n && k < COUNT(units); k++) {
			uint64_t from = restart && k > 0 ? us[i + k - 1] : us[i];

			if (us[i + k] >= from + hold_us && k > 0)
				break;
			if (agg->units != 0 && k == agg->units)
				break;
			units[k] = unit_at(us[i + k], 100);
		}
		t = transfer_of(units, k);
		an_hold_see(&hold, &t, units, agg);
	}
}

static uint64_t times[5000];

/* Frames at random: 1 to limit us from one to the next. */
static void
random_times(uint32_t limit)
{
	uint64_t state = 1, us = 1000;
	unsigned int i;

	for (i = 0; i < COUNT(times); i++) {
		state = state * 6364136223846793005ull + 1442695040888963407ull;
		us += 1 + (state >> 33) % limit;
		times[i] = us;
	}
}

static void
hold_between_two_times(void)
{
	static const uint32_t holds[] = { 32, 96, 128, 512, 1024, 4096, 8160 };
	unsigned int i;

	random_times(40);
	for (i = 0; i < COUNT(holds); i++) {
		an_hold_init(&hold);
		see_packed(times, COUNT(times), holds[i], false, &no_limits);
		an_hold_range(&hold, AN_TIMER_FIRST, &range);
		CU_ASSERT_TRUE(range.known);
		CU_ASSERT_TRUE(range.low_us <= holds[i] && range.high_us >= holds[i]);
		CU_ASSERT_FALSE(an_range_is_bad(&range));
		/* Few transfers hold at 8160 us: 50 of them. */
		CU_ASSERT_TRUE(range.high_us - range.low_us <= (holds[i] > 1024 ? 64 : 12));
	}
}

static void
lone_frames_say_little(void)
{
	static const uint64_t lone[] = { 1000, 3000, 5500, 7400, 9900 };

	an_hold_init(&hold);
	an_hold_range(&hold, AN_TIMER_FIRST, &range);
	CU_ASSERT_FALSE(range.known);
	see_packed(lone, 1, 32, false, &no_limits);
	an_hold_range(&hold, AN_TIMER_FIRST, &range);
	CU_ASSERT_FALSE(range.known);
	an_hold_init(&hold);
	see_packed(lone, COUNT(lone), 32, false, &no_limits);
	an_hold_range(&hold, AN_TIMER_FIRST, &range);
	CU_ASSERT_TRUE(range.known);
	CU_ASSERT_EQUAL(range.low_us, 0);
	/* 1900 us is the least between two, 2 us for the stamps. */
	CU_ASSERT_EQUAL(range.high_us, 1902);
}

/* Transfers that a count closed say nothing about when the timer would have. */
static void
count_is_not_the_timer(void)
{
	const struct an_agg five = { .enabled = true, .units = 5 };
	struct an_hold_closes closes;

	random_times(40);
	an_hold_init(&hold);
	see_packed(times, COUNT(times), 1024, false, &five);
	an_hold_range(&hold, AN_TIMER_FIRST, &range);
	CU_ASSERT_FALSE(range.known);
	an_hold_closes(&hold, 1024, &closes);
	CU_ASSERT_EQUAL(closes.count, COUNT(times) / 5 - 1);
	CU_ASSERT_EQUAL(closes.timer, 0);
}

static void
size_is_not_the_timer(void)
{
	const struct an_agg limit = { .enabled = true, .size = 1000 };
	const struct an_unit small[] = { unit_at(1000, 600), unit_at(1010, 300) };
	const struct an_unit next[] = { unit_at(1020, 200) };
	struct an_transfer t = transfer_of(small, 2);
	struct an_hold_closes closes;

	an_hold_init(&hold);
	an_hold_see(&hold, &t, small, &limit);
	t = transfer_of(next, 1);
	an_hold_see(&hold, &t, next, &limit);
	CU_ASSERT_EQUAL(hold.spacings, 0);
	an_hold_closes(&hold, 32, &closes);
	CU_ASSERT_EQUAL(closes.size, 1);
	an_hold_closes(&hold, 21, &closes);
	CU_ASSERT_EQUAL(closes.size, 1);
	/* The timer goes first. */
	an_hold_closes(&hold, 20, &closes);
	CU_ASSERT_EQUAL(closes.size, 0);
	CU_ASSERT_EQUAL(closes.timer, 1);
	/* The same with room. */
	an_hold_init(&hold);
	t = transfer_of(small, 2);
	an_hold_see(&hold, &t, small, &no_limits);
	t = transfer_of(next, 1);
	an_hold_see(&hold, &t, next, &no_limits);
	CU_ASSERT_EQUAL(hold.spacings, 1);
	/* Something is missing between them. */
	an_hold_init(&hold);
	t = transfer_of(small, 2);
	an_hold_see(&hold, &t, small, &no_limits);
	t = transfer_of(next, 1);
	t.follows = false;
	an_hold_see(&hold, &t, next, &no_limits);
	CU_ASSERT_EQUAL(hold.spacings, 0);
}

/* A timer that every frame starts anew is told from one that the first starts. */
static void
restarted_timer(void)
{
	random_times(200);
	an_hold_init(&hold);
	see_packed(times, COUNT(times), 128, true, &no_limits);
	an_hold_range(&hold, AN_TIMER_FIRST, &range);
	CU_ASSERT_TRUE(an_range_is_bad(&range));
	an_hold_range(&hold, AN_TIMER_RESTART, &range);
	CU_ASSERT_FALSE(an_range_is_bad(&range));
	CU_ASSERT_TRUE(range.low_us <= 128 && range.high_us >= 128);
	CU_ASSERT_TRUE(range.high_us - range.low_us <= 6);
	an_hold_init(&hold);
	see_packed(times, COUNT(times), 128, false, &no_limits);
	an_hold_range(&hold, AN_TIMER_RESTART, &range);
	CU_ASSERT_TRUE(an_range_is_bad(&range));
}

static void
longer_than_any_hold(void)
{
	static const uint64_t far[] = { 1000, 20000000, 40000000 };

	an_hold_init(&hold);
	see_packed(far, COUNT(far), 1024, false, &no_limits);
	an_hold_range(&hold, AN_TIMER_FIRST, &range);
	CU_ASSERT_EQUAL(range.low_us, 0);
	CU_ASSERT_EQUAL(range.high_us, AN_HOLD_MAX_US);
}

struct packing {
	uint32_t hold_us, size, units;
	uint64_t transfers, delay_sum_us;
	uint32_t delay_max_us;
};

/* 100 bytes at 0, 10, 20, 40, 80, 81, 500 us. */
static void
packed_again(void)
{
	static const uint64_t us[] = { 0, 10, 20, 40, 80, 81, 500 };
	static const struct packing packings[] = {
		{ 0, 0, 0, 7, 0, 0 },
		/* 0 10 20 | 40 | 80 81 | 500 */
		{ 32, 0, 0, 4, 32 + 22 + 12 + 32 + 32 + 31 + 32, 32 },
		/* 0 10 20 | 40 and the one at its very end is too late | ... */
		{ 40, 0, 0, 4, 40 + 30 + 20 + 40 + 40 + 39 + 40, 40 },
		{ 64, 0, 0, 3, 64 + 54 + 44 + 24 + 64 + 63 + 64, 64 },
		{ 1024, 0, 0, 1, 7 * 1024 - 731, 1024 },
		/* Two fit: the third closes it when it comes; one that is full goes at once. */
		{ 1024, 250, 0, 4, 20 + 10 + 60 + 40 + 420 + 419 + 1024, 1024 },
		{ 1024, 200, 0, 4, 10 + 20 + 1 + 1024, 1024 },
		{ 1024, 0, 3, 3, 20 + 10 + 41 + 1 + 1024, 1024 },
		/* A unit larger than the limit travels alone. */
		{ 1024, 50, 0, 7, 0, 0 },
	};
	unsigned int i, k;

	for (i = 0; i < COUNT(packings); i++) {
		const struct packing *p = &packings[i];
		const struct an_agg limits = { .enabled = true, .size = p->size,
					       .units = p->units };
		struct an_rung rung;

		CU_ASSERT_FATAL(an_rung_init(&rung, p->hold_us, &limits));
		for (k = 0; k < COUNT(us); k++) {
			struct an_unit unit = unit_at(1000000 + us[k], 100);

			an_rung_add(&rung, &unit);
		}
		an_rung_flush(&rung);
		CU_ASSERT_EQUAL(rung.transfers, p->transfers);
		CU_ASSERT_EQUAL(rung.nb_frames, COUNT(us));
		CU_ASSERT_EQUAL(rung.delay_sum_ns, p->delay_sum_us * 1000);
		CU_ASSERT_EQUAL(an_rung_delay_us(&rung, 1000), p->delay_max_us);
		CU_ASSERT_FALSE(rung.no_memory);
		an_rung_fini(&rung);
	}
}

static void
others_fill_but_do_not_wait(void)
{
	const struct an_agg limits = { .enabled = true, .units = 2 };
	struct an_unit frame = unit_at(1000, 100), other = { .bytes = 50, .arrival_ns = 1005000 };
	struct an_rung rung;

	CU_ASSERT_FATAL(an_rung_init(&rung, 32, &limits));
	an_rung_add(&rung, &frame);
	an_rung_add(&rung, &other);
	CU_ASSERT_EQUAL(rung.transfers, 1);
	CU_ASSERT_EQUAL(rung.nb_frames, 1);
	CU_ASSERT_EQUAL(rung.nb_units, 2);
	CU_ASSERT_EQUAL(rung.delay_sum_ns, 5000);
	an_rung_flush(&rung);
	CU_ASSERT_EQUAL(rung.transfers, 1);
	an_rung_fini(&rung);
}

static void
busiest_second(void)
{
	struct an_rung rung;
	unsigned int i;

	CU_ASSERT_FATAL(an_rung_init(&rung, 0, &no_limits));
	for (i = 0; i < 300; i++) {
		struct an_unit unit = unit_at(i < 100 ? i * 30000 : 3000000 + i * 1000, 100);

		an_rung_add(&rung, &unit);
	}
	an_rung_flush(&rung);
	CU_ASSERT_EQUAL(rung.transfers, 300);
	CU_ASSERT_EQUAL(rung.busy_transfers, 200);
	CU_ASSERT_EQUAL(rung.busy_frames, 200);
	an_rung_fini(&rung);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "clock_counts_up", clock_counts_up },
		{ "clock_wraps", clock_wraps },
		{ "shared_stamp", shared_stamp },
		{ "clock_starts_anew", clock_starts_anew },
		{ "no_clock", no_clock },
		{ "hold_between_two_times", hold_between_two_times },
		{ "lone_frames_say_little", lone_frames_say_little },
		{ "count_is_not_the_timer", count_is_not_the_timer },
		{ "size_is_not_the_timer", size_is_not_the_timer },
		{ "restarted_timer", restarted_timer },
		{ "longer_than_any_hold", longer_than_any_hold },
		{ "packed_again", packed_again },
		{ "others_fill_but_do_not_wait", others_fill_but_do_not_wait },
		{ "busiest_second", busiest_second },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ .pName = "analyse_time", .pTests = tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
