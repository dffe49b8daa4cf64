/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The contract of rxb_hold.h, whatever is decided: configuration, writes, time, restarts. */

#include "cunit_run.h"

#include <errno.h>
#include <string.h>

#include "rxb_hold.h"

#define LENGTH(a) (sizeof(a) / sizeof((a)[0]))
#define MS UINT64_C(1000000)
#define S  UINT64_C(1000000000)

static struct rxb_hold h;
static struct rxb_hold_seen seen;
static uint64_t now;

static const struct rxb_hold_conf base = {
	.step_us = 32, .min_us = 32, .max_us = 1024, .start_us = 1024, .cycles_hz = S,
	.preset = RXB_HOLD_BALANCED, .buffers = 8,
};

static void
start(uint32_t start_us)
{
	struct rxb_hold_conf conf = base;

	conf.start_us = start_us;
	memset(&seen, 0, sizeof(seen));
	now = 5 * S;
	CU_ASSERT_EQUAL_FATAL(rxb_hold_init(&h, &conf, now), 0);
}

/* A look 10 ms later; true with *us. */
static bool
look(uint32_t *us)
{
	struct rxb_hold_input in = { .seen = &seen };

	now += 10 * MS;
	in.now_ns = now;
	return rxb_hold_step(&h, &in, us);
}

/* Nothing arrives: the shortest is wanted after a while. */
static bool
look_until(uint64_t ns, uint32_t *us)
{
	uint64_t end = now + ns;

	while (now < end)
		if (look(us))
			return true;
	return false;
}

static struct rxb_hold_state
state(void)
{
	struct rxb_hold_state s;

	rxb_hold_state(&h, now, &s);
	return s;
}

static void
test_conf(void)
{
	static const struct {
		struct rxb_hold_conf conf;
		int ret;
		uint32_t rungs, top_us;
	} table[] = {
		{ { 32, 32, 1024, 32, S, 0, 0, 8 }, 0, 6, 1024 },
		{ { 32, 32, 1023, 32, S, 0, 0, 8 }, 0, 5, 512 },
		{ { 32, 32, 32, 32, S, 0, 0, 1 }, 0, 1, 32 },
		{ { 1, 16, 255, 16, S, 0, 0, 8 }, 0, 4, 128 },
		{ { 1, 16, 256, 16, S, 0, 0, 8 }, 0, 5, 256 },
		{ { 1, 1, 100000, 1, S, 0, 0, 8 }, 0, RXB_HOLD_RUNGS_MAX, 128 },
		{ { 32, 96, 1024, 96, S, 0, 0, 8 }, 0, 4, 768 },
		{ { 32, 32, 1024, 32, 1000000, RXB_HOLD_CPU, 1000, 8 }, 0, 6, 1024 },
		{ { 0, 32, 1024, 32, S, 0, 0, 8 }, -EINVAL, 0, 0 },
		{ { 32, 0, 1024, 32, S, 0, 0, 8 }, -EINVAL, 0, 0 },
		{ { 32, 48, 1024, 48, S, 0, 0, 8 }, -EINVAL, 0, 0 },
		{ { 32, 64, 32, 64, S, 0, 0, 8 }, -EINVAL, 0, 0 },
		{ { 32, 32, UINT32_MAX, 32, S, 0, 0, 8 }, -EINVAL, 0, 0 },
		{ { 32, 32, 1024, 32, 999999, 0, 0, 8 }, -EINVAL, 0, 0 },
		{ { 32, 32, 1024, 32, S, RXB_HOLD_PRESETS, 0, 8 }, -EINVAL, 0, 0 },
		{ { 32, 32, 1024, 32, S, 0, 1001, 8 }, -EINVAL, 0, 0 },
		{ { 32, 32, 1024, 32, S, 0, 0, 0 }, -EINVAL, 0, 0 },
	};
	unsigned int i;

	for (i = 0; i < LENGTH(table); i++) {
		CU_ASSERT_EQUAL(rxb_hold_init(&h, &table[i].conf, 0), table[i].ret);
		CU_ASSERT_EQUAL(h.state.rungs, table[i].rungs);
		if (table[i].rungs != 0)
			CU_ASSERT_EQUAL(h.state.rung_us[table[i].rungs - 1], table[i].top_us);
	}
}

/* Which rung is what stands in the register; borders at the geometric mean. */
static void
test_rungs(void)
{
	static const uint32_t table[][2] = {
		{ 32, 0 }, { 64, 1 }, { 1024, 5 }, { 0, 0 }, { 1, 0 }, { 45, 0 }, { 46, 1 },
		{ 90, 1 }, { 91, 2 }, { 500, 4 }, { 724, 4 }, { 725, 5 }, { 8160, 5 },
		{ UINT32_MAX, 5 },
	};
	unsigned int i;

	for (i = 0; i < LENGTH(table); i++) {
		start(table[i][0]);
		CU_ASSERT_EQUAL(state().rung, table[i][1]);
		CU_ASSERT_EQUAL(state().hold_us, table[i][0]);
		CU_ASSERT_EQUAL(state().wanted_us, state().rung_us[table[i][1]]);
	}
}

static void
test_write(void)
{
	uint32_t us = 0;

	start(1024);
	CU_ASSERT_FALSE(look_until(1400 * MS, &us));
	CU_ASSERT_EQUAL(state().writes, 0);
	CU_ASSERT_TRUE(look_until(600 * MS, &us));
	CU_ASSERT_EQUAL(us, 32);
	CU_ASSERT_EQUAL(state().writes, 1);
	CU_ASSERT_EQUAL(state().wanted_us, 32);
	/* It is what it is until it is read back. */
	CU_ASSERT_EQUAL(state().hold_us, 1024);
	CU_ASSERT_EQUAL(state().changes, 0);
	CU_ASSERT_EQUAL(state().why, RXB_HOLD_START);
	rxb_hold_written(&h, now, 32, 0);
	CU_ASSERT_EQUAL(state().hold_us, 32);
	CU_ASSERT_EQUAL(state().rung, 0);
	CU_ASSERT_EQUAL(state().changes, 1);
	CU_ASSERT_EQUAL(state().why, RXB_HOLD_IDLE);
	/* The value in force is not written again. */
	CU_ASSERT_FALSE(look_until(60 * S, &us));
	CU_ASSERT_EQUAL(state().failed + state().ignored, 0);
}

/* What stands in the register and is no rung is left alone while it is near one. */
static void
test_no_rung(void)
{
	uint32_t us = 0;

	start(40);
	CU_ASSERT_FALSE(look_until(60 * S, &us));
	/* Off, or far above the ladder: it is put on it. */
	start(0);
	CU_ASSERT_TRUE(look(&us));
	CU_ASSERT_EQUAL(us, 32);
	start(8160);
	CU_ASSERT_TRUE(look(&us));
	CU_ASSERT_EQUAL(us, 1024);
	/* The register rounds: 32 becomes 30, and that is obeyed. */
	start(1024);
	CU_ASSERT_TRUE(look_until(2 * S, &us));
	rxb_hold_written(&h, now, 30, 0);
	CU_ASSERT_FALSE(look_until(60 * S, &us));
	CU_ASSERT_EQUAL(state().hold_us, 30);
	CU_ASSERT_EQUAL(state().ignored, 0);
}

/* Three times at the pace of writes, then after 1, 2, 4, 8, 16, 30, 30 s ... */
static void
test_back_off(void)
{
	static const uint32_t apart_ms[] = {
		100, 100, 1000, 2000, 4000, 8000, 16000, 30000, 30000,
	};
	uint64_t before;
	uint32_t us = 0;
	unsigned int i;

	start(1024);
	CU_ASSERT_TRUE(look_until(2 * S, &us));
	for (i = 0; i < LENGTH(apart_ms); i++) {
		before = now;
		/* Failed, or ignored: alike. */
		rxb_hold_written(&h, now, i % 2 != 0 ? 1024 : 77, i % 2 != 0 ? 0 : -EIO);
		CU_ASSERT_EQUAL(state().stuck, i >= 2);
		CU_ASSERT_TRUE(look_until(60 * S, &us));
		CU_ASSERT_EQUAL(us, 32);
		CU_ASSERT_EQUAL(now - before, apart_ms[i] * MS);
	}
	CU_ASSERT_EQUAL(state().failed, 5);
	CU_ASSERT_EQUAL(state().ignored, 4);
	CU_ASSERT_EQUAL(state().hold_us, 1024);
	CU_ASSERT_EQUAL(state().changes, 0);
	rxb_hold_written(&h, now, 32, 0);
	CU_ASSERT_FALSE(state().stuck);
	CU_ASSERT_EQUAL(state().changes, 1);
	CU_ASSERT_FALSE(look_until(60 * S, &us));
}

static void
test_time(void)
{
	uint32_t us = 0;

	start(1024);
	CU_ASSERT_TRUE(look_until(2 * S, &us));
	CU_ASSERT_EQUAL(state().rung_ns[5], now - 5 * S);
	now += 3 * MS;
	rxb_hold_written(&h, now, 32, 0);
	CU_ASSERT_EQUAL(state().rung_ns[5], now - 5 * S);
	CU_ASSERT_EQUAL(state().rung_ns[0], 0);
	now += 7 * MS;
	/* Up to now, though nobody has looked. */
	CU_ASSERT_EQUAL(state().rung_ns[0], 7 * MS);
	CU_ASSERT_EQUAL(state().rung_ns[0], 7 * MS);
	look(&us);
	CU_ASSERT_EQUAL(state().rung_ns[0], 17 * MS);
}

static void
test_restart(void)
{
	uint64_t before;
	uint32_t us = 0;

	start(1024);
	CU_ASSERT_TRUE(look_until(2 * S, &us));
	rxb_hold_written(&h, now, 32, 0);
	look(&us);
	before = state().rung_ns[0];
	/* Away for an hour, which is nobody's time, with counters that begin anew. */
	now += 3600 * S;
	memset(&seen, 0, sizeof(seen));
	rxb_hold_restarted(&h, now, 1024);
	CU_ASSERT_EQUAL(state().rung_ns[0], before);
	CU_ASSERT_EQUAL(state().hold_us, 1024);
	CU_ASSERT_EQUAL(state().wanted_us, 32);
	CU_ASSERT_TRUE(look_until(200 * MS, &us));
	CU_ASSERT_EQUAL(us, 32);
	rxb_hold_written(&h, now, 32, 0);
	CU_ASSERT_EQUAL(state().why, RXB_HOLD_AGAIN);
	/* Set up with what was wanted: nothing to do. */
	rxb_hold_restarted(&h, now, 32);
	CU_ASSERT_FALSE(look_until(60 * S, &us));
}

/* A stuck register gets another chance when the device was set up anew. */
static void
test_restart_stuck(void)
{
	uint32_t us = 0;
	int i;

	start(1024);
	for (i = 0; i < 6; i++) {
		CU_ASSERT_TRUE(look_until(60 * S, &us));
		rxb_hold_written(&h, now, 1024, 0);
	}
	CU_ASSERT(state().stuck);
	rxb_hold_restarted(&h, now, 1024);
	CU_ASSERT_FALSE(state().stuck);
	CU_ASSERT_TRUE(look_until(200 * MS, &us));
}

/* The first look only takes the counters down: they may be of any age. */
static void
test_first_look(void)
{
	struct rxb_hold_input in = { .seen = &seen, .drops = UINT64_C(1) << 60, .backlog = 8 };
	uint32_t us;

	start(32);
	memset(&seen, 0x5a, sizeof(seen));
	in.now_ns = now + 10 * MS;
	CU_ASSERT_FALSE(rxb_hold_step(&h, &in, &us));
	CU_ASSERT_EQUAL(h.fit.samples, 0);
	CU_ASSERT_EQUAL(h.window.transfers + h.window.drops, 0);
	CU_ASSERT_EQUAL(state().load_permille, 0);
	CU_ASSERT_EQUAL(state().transfer_ns, 0);
}

/* Looks at the same time, and none for long: no division by nothing, no flood of writes. */
static void
test_odd_times(void)
{
	struct rxb_hold_input in = { .seen = &seen };
	uint32_t us = 0, writes = 0;
	int i;

	start(1024);
	in.now_ns = now;
	for (i = 0; i < 100; i++) {
		seen.transfers += 10;
		seen.frames += 10;
		seen.samples++;
		CU_ASSERT_FALSE(rxb_hold_step(&h, &in, &us));
	}
	for (i = 0; i < 10; i++) {
		in.now_ns += 100 * S;
		if (rxb_hold_step(&h, &in, &us)) {
			rxb_hold_written(&h, in.now_ns, us, 0);
			writes++;
		}
	}
	CU_ASSERT_EQUAL(writes, 1);
	CU_ASSERT_EQUAL(us, 32);
}

static void
test_names(void)
{
	static const char *const whys[] = {
		"start", "overload", "budget", "room", "no-gain", "idle", "again", "?",
	};
	static const char *const presets[] = { "latency", "balanced", "cpu", "?" };
	unsigned int i;

	CU_ASSERT_EQUAL(LENGTH(whys), RXB_HOLD_WHYS + 1);
	for (i = 0; i < LENGTH(whys); i++)
		CU_ASSERT_STRING_EQUAL(rxb_hold_why_name((enum rxb_hold_why)i), whys[i]);
	for (i = 0; i < LENGTH(presets); i++)
		CU_ASSERT_STRING_EQUAL(rxb_hold_preset_name((enum rxb_hold_preset)i),
				       presets[i]);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "configurations and ladders", test_conf },
		{ "which rung a hold is", test_rungs },
		{ "write and read back", test_write },
		{ "holds that are no rung", test_no_rung },
		{ "failed, ignored: ever more seldom", test_back_off },
		{ "time in the rungs", test_time },
		{ "restart", test_restart },
		{ "restart of a stuck register", test_restart_stuck },
		{ "the first look", test_first_look },
		{ "looks at odd times", test_odd_times },
		{ "names", test_names },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "rxbatch_hold_ctrl", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
