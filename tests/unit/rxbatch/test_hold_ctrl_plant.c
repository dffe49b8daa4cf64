/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The hold that the controller comes to, and whether it comes to rest there. */

#include "cunit_run.h"

#include <stddef.h>

#include "hold_plant.h"

#define LENGTH(a) (sizeof(a) / sizeof((a)[0]))

/* Costs in ns. A weak one is at home between them. */
#define FAST 2000, 1000
#define WEAK 30000, 12000
#define SLOW 300000, 100000

/*
 * SLOW with 1700 frames in a second: 17 % for them, and 30 % for 1000 transfers in a second.
 * Apart by 588 us and the hold: 65 % at 32 us, 53 % at 256, 44 % at 512, 36 % at 1024.
 */
#define DRIP .rate = 1700
/* Far from what SLOW can do at 32 us (2500 frames), near to what it can at 1024. */
#define FLOOD .rate = 6000
/* WEAK: at 32 us 73 % of the processor, and with any longer hold fewer frames. */
#define STREAM .window = 88, .trip_us = 1800, .together = 8
#define LONE .window = 1, .trip_us = 1000

static const struct {
	const char *name;
	uint32_t transfer_ns, frame_ns;
	struct plant_traffic traffic;
	enum rxb_hold_preset preset;
	uint32_t budget, start_us, least_us, most_us;
} table[] = {
	{ "one request on a fast one", FAST, { LONE }, RXB_HOLD_BALANCED, 0, 1024, 32, 32 },
	{ "one request on a slow one", SLOW, { LONE }, RXB_HOLD_BALANCED, 0, 1024, 32, 32 },
	{ "... for the battery: it is the request that matters", SLOW, { LONE },
	  RXB_HOLD_CPU, 0, 1024, 32, 32 },
	{ "datagrams on a fast one", FAST, { .rate = 17000 }, RXB_HOLD_BALANCED, 0, 1024, 32, 32 },
	{ "... from the short end", FAST, { .rate = 17000 }, RXB_HOLD_BALANCED, 0, 32, 32, 32 },
	{ "within the budget, from above", SLOW, { DRIP }, RXB_HOLD_BALANCED, 0, 1024, 128, 256 },
	{ "within the budget, from below", SLOW, { DRIP }, RXB_HOLD_BALANCED, 0, 32, 128, 256 },
	{ "45 % are enough", SLOW, { DRIP }, RXB_HOLD_BALANCED, 450, 32, 512, 1024 },
	{ "no hold saves enough", SLOW, { DRIP }, RXB_HOLD_CPU, 0, 32, 1024, 1024 },
	{ "work is no matter", SLOW, { DRIP }, RXB_HOLD_LATENCY, 0, 1024, 32, 32 },
	{ "drowning", SLOW, { FLOOD }, RXB_HOLD_LATENCY, 0, 32, 1024, 1024 },
	{ "drowning, from above", SLOW, { FLOOD }, RXB_HOLD_BALANCED, 0, 1024, 1024, 1024 },
	{ "it answers: goodput before budget", WEAK, { STREAM }, RXB_HOLD_BALANCED, 0, 32, 32, 32 },
	{ "... from above", WEAK, { STREAM }, RXB_HOLD_BALANCED, 0, 1024, 32, 32 },
	{ "... on the battery", WEAK, { STREAM }, RXB_HOLD_CPU, 0, 1024, 32, 32 },
	{ "drowning in answers", SLOW, { .window = 16, .trip_us = 2000 }, RXB_HOLD_BALANCED, 0,
	  32, 512, 1024 },
	{ "cost of frames alone: long does not help", 100, 30000, { .rate = 25000 },
	  RXB_HOLD_BALANCED, 0, 32, 32, 32 },
	{ "size closes all of them", WEAK, { .rate = 60000, .together = 13 }, RXB_HOLD_CPU, 0,
	  32, 32, 32 },
};

static void
test_table(void)
{
	struct plant p;
	unsigned int i, noise;

	for (i = 0; i < LENGTH(table); i++)
		for (noise = 0; noise <= 20; noise += 10) {
			plant_init(&p, table[i].transfer_ns, table[i].frame_ns,
				   table[i].start_us);
			p.traffic = table[i].traffic;
			p.traffic.noise_permille = noise;
			p.conf.preset = table[i].preset;
			p.conf.budget_permille = table[i].budget;
			plant_begin(&p);
			plant_run(&p, 2 * PLANT_S);
			CU_ASSERT(p.hold_us >= table[i].least_us);
			CU_ASSERT(p.hold_us <= table[i].most_us);
			if (p.hold_us < table[i].least_us || p.hold_us > table[i].most_us)
				fprintf(stderr, "%s: %u us, noise %u\n", table[i].name,
					p.hold_us, noise);
			/* A constant load: at rest, for long. */
			CU_ASSERT(plant_changes(&p, 10 * PLANT_S) <= 1);
			CU_ASSERT(plant_changes(&p, 300 * PLANT_S) <= 10);
			CU_ASSERT_FALSE(p.bad);
		}
}

/* What the policy thinks of the costs, after ten seconds of traffic that varies. */
static void
test_costs(void)
{
	struct rxb_hold_state state;
	struct plant p;

	plant_init(&p, SLOW, 1024);
	p.traffic = (struct plant_traffic){ DRIP, .noise_permille = 300 };
	plant_run(&p, 10 * PLANT_S);
	rxb_hold_state(&p.h, p.now_ns, &state);
	CU_ASSERT(state.transfer_ns >= 285000 && state.transfer_ns <= 315000);
	CU_ASSERT(state.frame_ns >= 90000 && state.frame_ns <= 110000);
	CU_ASSERT(state.load_permille > 0 && state.load_permille < 600);
}

static void
test_idle(void)
{
	struct rxb_hold_state state;
	struct plant p;

	plant_init(&p, SLOW, 1024);
	p.traffic = (struct plant_traffic){ FLOOD };
	plant_run(&p, 5 * PLANT_S);
	CU_ASSERT_EQUAL(p.hold_us, 1024);
	/* A pause is not the end. */
	p.traffic.rate = 0;
	plant_run(&p, PLANT_S);
	CU_ASSERT_EQUAL(p.hold_us, 1024);
	p.traffic.rate = 6000;
	plant_run(&p, PLANT_S);
	CU_ASSERT_EQUAL(p.hold_us, 1024);
	p.traffic.rate = 0;
	plant_run(&p, 2 * PLANT_S);
	CU_ASSERT_EQUAL(p.hold_us, 32);
	rxb_hold_state(&p.h, p.now_ns, &state);
	CU_ASSERT_EQUAL(state.why, RXB_HOLD_IDLE);
	CU_ASSERT_EQUAL(state.load_permille, 0);
	CU_ASSERT_EQUAL(plant_changes(&p, 30 * PLANT_S), 0);
}

/* Some frames in a second, broadcasts say, are as good as none. */
static void
test_chatter(void)
{
	struct plant p;

	plant_init(&p, SLOW, 1024);
	p.traffic = (struct plant_traffic){ FLOOD };
	plant_run(&p, 5 * PLANT_S);
	p.traffic = (struct plant_traffic){ .rate = 6, .frame_bytes = 300 };
	plant_run(&p, 2 * PLANT_S);
	CU_ASSERT_EQUAL(p.hold_us, 32);
}

/* Sparse traffic does not wait for an average. */
static void
test_sparse(void)
{
	struct plant p;

	plant_init(&p, SLOW, 1024);
	p.traffic = (struct plant_traffic){ FLOOD };
	plant_run(&p, 5 * PLANT_S);
	p.traffic = (struct plant_traffic){ LONE };
	plant_run(&p, 300 * PLANT_MS);
	CU_ASSERT_EQUAL(p.hold_us, 32);
}

static void
test_drops(void)
{
	struct rxb_hold_state state;
	struct plant p;

	plant_init(&p, WEAK, 32);
	p.traffic = (struct plant_traffic){ .rate = 18000 };
	plant_run(&p, 5 * PLANT_S);
	CU_ASSERT(p.load_permille < 800);
	CU_ASSERT(p.hold_us < 512);
	p.hold_us = p.conf.start_us = 32;
	p.conf.preset = RXB_HOLD_LATENCY;
	plant_begin(&p);
	plant_run(&p, 2 * PLANT_S);
	CU_ASSERT_EQUAL(p.hold_us, 32);
	/* 74 % busy, and yet the buffers run out. */
	p.drops += 100;
	plant_run(&p, 150 * PLANT_MS);
	CU_ASSERT(p.hold_us >= 128);
	rxb_hold_state(&p.h, p.now_ns, &state);
	CU_ASSERT_EQUAL(state.why, RXB_HOLD_OVERLOAD);
	/* Not back at once, and not for ever. */
	plant_run(&p, 10 * PLANT_S);
	CU_ASSERT(p.hold_us >= 128);
	plant_run(&p, 10 * PLANT_S);
	CU_ASSERT_EQUAL(p.hold_us, 32);
	p.drops += 100;
	plant_run(&p, 20 * PLANT_S);
	CU_ASSERT(p.hold_us >= 128);
	plant_run(&p, 20 * PLANT_S);
	CU_ASSERT_EQUAL(p.hold_us, 32);
}

/* Transfers that wait: 80 % busy are too much then. */
static void
test_backlog(void)
{
	struct plant p;

	plant_init(&p, SLOW, 32);
	p.conf.preset = RXB_HOLD_LATENCY;
	plant_begin(&p);
	p.traffic = (struct plant_traffic){ .rate = 2100 };
	plant_run(&p, 5 * PLANT_S);
	CU_ASSERT_EQUAL(p.hold_us, 32);
	CU_ASSERT(p.load_permille > 750 && p.load_permille < 850);
	p.backlog = 5;
	plant_run(&p, PLANT_S);
	CU_ASSERT_EQUAL(p.hold_us, 32);
	p.backlog = 6;
	plant_run(&p, 200 * PLANT_MS);
	CU_ASSERT(p.hold_us >= 128);
}

/* Work that is for frames alone: not even tried. */
static void
test_no_trial(void)
{
	struct plant p;

	plant_init(&p, 100, 30000, 32);
	p.traffic = (struct plant_traffic){ .rate = 25000 };
	plant_run(&p, 20 * PLANT_S);
	CU_ASSERT_EQUAL(p.writes, 0);
	CU_ASSERT(p.load_permille > 600);
}

/* Traffic that comes again and answers each time alike: trials of no use get rare. */
static void
test_trials_get_rare(void)
{
	uint32_t early;
	struct plant p;
	int i;

	plant_init(&p, WEAK, 32);
	for (i = 0; i < 30; i++) {
		p.traffic = (struct plant_traffic){ STREAM };
		plant_run(&p, PLANT_S);
		p.traffic.window /= 2;
		plant_run(&p, PLANT_S);
	}
	early = p.changes;
	CU_ASSERT(early >= 2 && early <= 10);
	for (i = 0; i < 60; i++) {
		p.traffic = (struct plant_traffic){ STREAM };
		plant_run(&p, PLANT_S);
		p.traffic.window /= 2;
		plant_run(&p, PLANT_S);
	}
	CU_ASSERT(p.changes - early <= 6);
}

/* Noise is not a reason to wander about, whatever it makes of the goodput. */
static void
test_noise(void)
{
	static const struct plant_traffic loads[] = {
		{ .window = 16, .trip_us = 2000, .noise_permille = 120 },
		{ .window = 6, .trip_us = 1000, .noise_permille = 120 },
		{ DRIP, .noise_permille = 120 },
	};
	struct plant p;
	unsigned int i;

	for (i = 0; i < LENGTH(loads); i++) {
		plant_init(&p, SLOW, 1024);
		p.traffic = loads[i];
		plant_run(&p, 3 * PLANT_S);
		CU_ASSERT(plant_changes(&p, 100 * PLANT_S) <= 4);
	}
}

/* From short to drowning: the rail does not wait for the average either. */
static void
test_rail(void)
{
	struct plant p;

	plant_init(&p, SLOW, 32);
	p.traffic = (struct plant_traffic){ LONE };
	plant_run(&p, 5 * PLANT_S);
	CU_ASSERT_EQUAL(p.hold_us, 32);
	p.traffic = (struct plant_traffic){ FLOOD };
	plant_run(&p, 90 * PLANT_MS);
	CU_ASSERT(p.hold_us >= 128);
	plant_run(&p, 500 * PLANT_MS);
	CU_ASSERT_EQUAL(p.hold_us, 1024);
}

/* On and off: no faster than ten writes in a second (plant.bad), and no pumping. */
static void
test_square(void)
{
	static const uint32_t hz[] = { 1, 10, 100 };
	static const uint64_t rates[] = { 17000, 6000, 1700 };
	struct plant p;
	unsigned int i, k;

	for (i = 0; i < LENGTH(hz); i++)
		for (k = 0; k < LENGTH(rates); k++) {
			plant_init(&p, SLOW, 1024);
			p.traffic = (struct plant_traffic){ .rate = rates[k], .hz = hz[i] };
			plant_run(&p, 5 * PLANT_S);
			CU_ASSERT(plant_changes(&p, 20 * PLANT_S) <= 4);
			CU_ASSERT_FALSE(p.bad);
		}
}

/* Pauses are none of the load's: one that a short hold serves well is not taken for another. */
static void
test_pauses(void)
{
	struct plant p;

	plant_init(&p, 17000, 3000, 1024);
	p.traffic = (struct plant_traffic){ .rate = 8500, .together = 2, .hz = 1 };
	plant_run(&p, 3 * PLANT_S);
	CU_ASSERT_EQUAL(p.hold_us, 32);
	CU_ASSERT_EQUAL(plant_changes(&p, 30 * PLANT_S), 0);
}

static void
test_other_ladder(void)
{
	struct rxb_hold_state state;
	struct plant p;

	plant_init(&p, SLOW, 32);
	p.conf.step_us = 1;
	p.conf.min_us = 16;
	p.conf.max_us = 255;
	p.conf.start_us = 16;
	plant_begin(&p);
	p.traffic = (struct plant_traffic){ FLOOD };
	plant_run(&p, 5 * PLANT_S);
	rxb_hold_state(&p.h, p.now_ns, &state);
	CU_ASSERT_EQUAL(p.hold_us, 128);
	CU_ASSERT_EQUAL(state.rungs, 4);
	p.traffic.rate = 0;
	plant_run(&p, 2 * PLANT_S);
	CU_ASSERT_EQUAL(p.hold_us, 16);
	CU_ASSERT_FALSE(p.bad);
}

static void
test_one_rung(void)
{
	struct plant p;

	plant_init(&p, SLOW, 32);
	p.conf.max_us = 32;
	plant_begin(&p);
	p.traffic = (struct plant_traffic){ FLOOD };
	plant_run(&p, 5 * PLANT_S);
	CU_ASSERT_EQUAL(p.writes, 0);
}

/* A register that does not obey: tried, then seldom, and counted. */
static void
test_register(void)
{
	static const enum plant_register regs[] = { PLANT_DEAD, PLANT_FAILS };
	struct rxb_hold_state state;
	struct plant p;
	unsigned int i;

	for (i = 0; i < LENGTH(regs); i++) {
		plant_init(&p, SLOW, 32);
		p.traffic = (struct plant_traffic){ FLOOD };
		p.reg = regs[i];
		plant_run(&p, 60 * PLANT_S);
		rxb_hold_state(&p.h, p.now_ns, &state);
		CU_ASSERT(state.stuck);
		CU_ASSERT_EQUAL(state.hold_us, 32);
		CU_ASSERT(state.wanted_us > 32);
		CU_ASSERT_EQUAL(state.changes, 0);
		CU_ASSERT_EQUAL(regs[i] == PLANT_DEAD ? state.ignored : state.failed, p.writes);
		/* 3 at once, then after 1, 2, 4, 8, 16, 30 s. */
		CU_ASSERT(p.writes >= 7 && p.writes <= 9);
		plant_run(&p, 300 * PLANT_S);
		CU_ASSERT(p.writes >= 16 && p.writes <= 19);
		CU_ASSERT_FALSE(p.bad);
		/* Mended. */
		p.reg = PLANT_OBEYS;
		plant_run(&p, 35 * PLANT_S);
		rxb_hold_state(&p.h, p.now_ns, &state);
		CU_ASSERT_FALSE(state.stuck);
		CU_ASSERT_EQUAL(p.hold_us, 1024);
	}
}

static void
test_clamp(void)
{
	struct rxb_hold_state state;
	struct plant p;

	plant_init(&p, FAST, 1024);
	p.traffic = (struct plant_traffic){ LONE };
	p.reg = PLANT_CLAMPS;
	plant_run(&p, 10 * PLANT_S);
	rxb_hold_state(&p.h, p.now_ns, &state);
	CU_ASSERT_EQUAL(p.hold_us, 128);
	CU_ASSERT_EQUAL(state.hold_us, 128);
	CU_ASSERT_EQUAL(state.rung, 2);
	CU_ASSERT_EQUAL(state.wanted_us, 32);
	CU_ASSERT(state.stuck);
	CU_ASSERT_EQUAL(state.changes, 1);
	CU_ASSERT(p.writes <= 6);
	CU_ASSERT(state.rung_ns[2] > 9 * PLANT_S);
}

/* Counters may begin anywhere and wrap. */
static void
test_wrap(void)
{
	struct plant a, b;
	uint64_t *counters = (uint64_t *)&b.seen;
	unsigned int i;

	plant_init(&a, SLOW, 32);
	b = a;
	for (i = 0; i < offsetof(struct rxb_hold_seen, began) / sizeof(uint64_t); i++)
		counters[i] = UINT64_MAX - 50 * i;
	b.seen.began_polls = b.seen.polls;
	b.drops = UINT64_MAX - 10;
	a.traffic = b.traffic = (struct plant_traffic){ DRIP, .noise_permille = 10 };
	a.drops_seen = b.drops_seen = true;
	plant_run(&a, 5 * PLANT_S);
	plant_run(&b, 5 * PLANT_S);
	CU_ASSERT_EQUAL(b.hold_us, a.hold_us);
	CU_ASSERT_EQUAL(b.changed_ns, a.changed_ns);
	a.traffic = b.traffic = (struct plant_traffic){ FLOOD };
	plant_run(&a, 5 * PLANT_S);
	plant_run(&b, 5 * PLANT_S);
	CU_ASSERT_EQUAL(b.hold_us, a.hold_us);
	CU_ASSERT_EQUAL(b.changed_ns, a.changed_ns);
	CU_ASSERT_EQUAL(b.hold_us, 1024);
}

/* The processor gets slower, or faster: the costs follow. */
static void
test_drift(void)
{
	struct plant p;

	plant_init(&p, FAST, 32);
	p.traffic = (struct plant_traffic){ DRIP };
	plant_run(&p, 5 * PLANT_S);
	CU_ASSERT_EQUAL(p.hold_us, 32);
	p.transfer_ns = 300000;
	p.frame_ns = 100000;
	plant_run(&p, 5 * PLANT_S);
	CU_ASSERT(p.hold_us >= 128 && p.hold_us <= 256);
	p.transfer_ns = 2000;
	p.frame_ns = 1000;
	plant_run(&p, 10 * PLANT_S);
	CU_ASSERT_EQUAL(p.hold_us, 32);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "loads and what fits them; constant: at rest", test_table },
		{ "the costs are found", test_costs },
		{ "a pause, and the end", test_idle },
		{ "chatter is no load", test_chatter },
		{ "sparse: short at once", test_sparse },
		{ "drops: longer at once", test_drops },
		{ "transfers that wait", test_backlog },
		{ "no trial where none can help", test_no_trial },
		{ "trials of no use get rare", test_trials_get_rare },
		{ "noise", test_noise },
		{ "drowning: longer at once", test_rail },
		{ "square waves of 1, 10, 100 Hz", test_square },
		{ "long pauses", test_pauses },
		{ "a ladder from 16 to 128 us", test_other_ladder },
		{ "a ladder of one rung", test_one_rung },
		{ "a dead register, one that fails, mended", test_register },
		{ "a register that clamps", test_clamp },
		{ "counters that wrap", test_wrap },
		{ "costs that change", test_drift },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "rxbatch_hold_ctrl_plant", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
