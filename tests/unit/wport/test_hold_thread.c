/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The thread of a policy: when there is one, what it looks at, what it writes, and that
 * nobody waits for it. The controller is fake_hold.h's. */

#include "fake_hold.h"
#include "hold_bench.h"

static uint16_t
run_fresh(const char *args)
{
	fake_hold = (struct fake_hold){ 0 };
	return port_run(args);
}

static bool
has_thread(uint16_t port)
{
	return wport_at(port)->hold.has_thread;
}

/* Only of a policy that adapts, only while the port runs. */
static void
comes_and_goes(void)
{
	uint16_t port = run_fresh("model=toy1");
	unsigned int n;

	CU_ASSERT_FALSE(has_thread(port));
	CU_ASSERT_EQUAL(fake_hold.nb_init, 0);
	CU_ASSERT_EQUAL(set(port, BALANCED, KEEP, KEEP, KEEP), 0);
	CU_ASSERT_TRUE(has_thread(port));
	CU_ASSERT_EQUAL(toy_hw.nb_agg, 1);
	WAIT_FOR(port, fake_hold.nb_steps >= 3);
	CU_ASSERT_EQUAL(set(port, FIXED, KEEP, KEEP, KEEP), 0);
	CU_ASSERT_FALSE(has_thread(port));
	n = fake_hold.nb_steps;
	rte_delay_us_sleep(30000);
	CU_ASSERT_EQUAL(fake_hold.nb_steps, n);
	/* Stopped: not now, but at the start. */
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	CU_ASSERT_EQUAL(set(port, CPU, KEEP, KEEP, KEEP), 0);
	CU_ASSERT_FALSE(has_thread(port));
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	CU_ASSERT_TRUE(has_thread(port));
	WAIT_FOR(port, fake_hold.nb_steps > n);
	CU_ASSERT_EQUAL(fake_hold.conf.preset, RXB_HOLD_CPU);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	CU_ASSERT_FALSE(has_thread(port));
	/* Nothing to start for: no thread stays. */
	toy_hw.agg_ret = -EIO;
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), -EIO);
	CU_ASSERT_FALSE(has_thread(port));
	toy_hw.agg_ret = 0;
	port_remove(port);
	/* A close while it runs. */
	port = run_fresh("model=toy1,hold=auto");
	CU_ASSERT_TRUE(has_thread(port));
	port_remove(port);
}

/* What a policy is told of its chip, its port and its start. */
static void
conf(void)
{
	uint16_t port = run_fresh("model=toy1,hold=auto:latency,buffers=7");

	CU_ASSERT_EQUAL(fake_hold.nb_init, 1);
	CU_ASSERT_EQUAL(fake_hold.conf.step_us, 32);
	CU_ASSERT_EQUAL(fake_hold.conf.min_us, 32);
	CU_ASSERT_EQUAL(fake_hold.conf.max_us, 1024);
	CU_ASSERT_EQUAL(fake_hold.conf.start_us, 64);
	CU_ASSERT_EQUAL(fake_hold.conf.cycles_hz, rte_get_tsc_hz());
	CU_ASSERT_EQUAL(fake_hold.conf.preset, RXB_HOLD_LATENCY);
	CU_ASSERT_EQUAL(fake_hold.conf.budget_permille, 0);
	CU_ASSERT_EQUAL(fake_hold.conf.buffers, 7);
	CU_ASSERT_EQUAL(wport_at(port)->rxq.seen.buffers, 7);
	/* Another aim begins where the hold is, without a write. */
	CU_ASSERT_EQUAL(set(port, BALANCED, KEEP, KEEP, KEEP), 0);
	CU_ASSERT_EQUAL(fake_hold.nb_init, 2);
	CU_ASSERT_EQUAL(fake_hold.conf.preset, RXB_HOLD_BALANCED);
	CU_ASSERT_EQUAL(fake_hold.conf.start_us, 64);
	CU_ASSERT_EQUAL(toy_hw.nb_agg, 1);
	/* The same aim is no news; the same aim from another hold is. */
	CU_ASSERT_EQUAL(set(port, BALANCED, KEEP, KEEP, KEEP), 0);
	CU_ASSERT_EQUAL(fake_hold.nb_init, 2);
	CU_ASSERT_EQUAL(set(port, KEEP, 500, KEEP, KEEP), 0);
	CU_ASSERT_EQUAL(fake_hold.nb_init, 3);
	CU_ASSERT_EQUAL(fake_hold.conf.start_us, 512);
	CU_ASSERT_EQUAL(toy_hw.nb_agg, 2);
	/* Another limit is not the policy's. */
	CU_ASSERT_EQUAL(set(port, KEEP, KEEP, 4096, 9), 0);
	CU_ASSERT_EQUAL(fake_hold.nb_init, 3);
	CU_ASSERT_EQUAL(fake_hold.nb_restarted, 0);
	is_in_use(port, BALANCED, 512, 4096, 9);
	port_remove(port);
}

static void
looks(void)
{
	uint16_t port = run_fresh("model=toy1,hold=auto");
	struct wport *p = wport_at(port);
	struct rte_mbuf *pkts[4];

	WAIT_FOR(port, fake_hold.nb_steps >= 1);
	LOCKED(port, script_add(script, (const uint8_t *)"", 0, false));
	LOCKED(port, script_add(script, (const uint8_t *)"", 0, false));
	LOCKED(port, script->t.shared->rx_missed = 77);
	LOCKED(port, fake_hold.nb_steps = 0);
	WAIT_FOR(port, fake_hold.nb_steps >= 1);
	LOCKED(port, CU_ASSERT_PTR_EQUAL(fake_hold.in.seen, &p->rxq.seen.all));
	LOCKED(port, CU_ASSERT_EQUAL(fake_hold.in.drops, 77));
	LOCKED(port, CU_ASSERT_EQUAL(fake_hold.in.backlog, 2));
	LOCKED(port, CU_ASSERT(fake_hold.in.now_ns <= wport_hold_clock_ns()));
	CU_ASSERT_EQUAL(rte_eth_rx_burst(port, 0, pkts, 4), 0);
	CU_ASSERT_EQUAL(p->rxq.seen.all.transfers, 2);
	CU_ASSERT_EQUAL(p->rxq.seen.all.polls, 1);
	port_remove(port);
}

/* Writes are those that the policy asks for, no line is logged for them, the rest of the
 * limits stays, and the queue knows them. */
static void
writes(void)
{
	struct rxb_hold_limits limits;
	struct rxb_hold_state state;
	uint16_t port = run_fresh("model=toy1,hold=auto,agg-size=4,agg-count=5");
	struct wport *p = wport_at(port);

	LOCKED(port, fake_hold.want_us = 256);
	WAIT_FOR(port, fake_hold.nb_written == 1);
	WAIT_FOR(port, (fake_hold.nb_steps = 0) == 0);
	WAIT_FOR(port, fake_hold.nb_steps >= 2);
	CU_ASSERT_EQUAL(toy_hw.nb_agg, 2);
	CU_ASSERT_FALSE(toy_hw.writes[0].brief);
	CU_ASSERT_TRUE(toy_hw.writes[1].brief);
	CU_ASSERT_FALSE(p->reg_brief);
	CU_ASSERT_EQUAL(toy_hw.agg.hold_us, 256);
	CU_ASSERT_EQUAL(toy_hw.agg.bytes, 4096);
	CU_ASSERT_EQUAL(toy_hw.agg.count, 5);
	CU_ASSERT_EQUAL(fake_hold.written_us, 256);
	CU_ASSERT_EQUAL(fake_hold.written_err, 0);
	is_in_use(port, BALANCED, 256, 4096, 5);
	memcpy(&limits, &p->rxq.seen.limits, sizeof(limits));
	CU_ASSERT(limits.size == 4096 && limits.units == 5);
	CU_ASSERT_EQUAL(log_lines(), 0);
	CU_ASSERT_EQUAL(wport_hold_state(p, &state), 0);
	/* The port counts, whoever wrote. */
	CU_ASSERT(state.writes == 2 && state.changes == 1);
	CU_ASSERT(state.failed == 0 && state.ignored == 0);
	CU_ASSERT_EQUAL(state.load_permille, 321);
	port_remove(port);
}

/* By hand is by hand: a policy that is gone writes nothing more. */
static void
manual_stays(void)
{
	uint16_t port = run_fresh("model=toy1,hold=auto");
	struct rxb_hold_state state;
	unsigned int n;

	LOCKED(port, fake_hold.want_us = 1024);
	WAIT_FOR(port, toy_hw.agg.hold_us == 1024);
	/* Where the policy left it. */
	CU_ASSERT_EQUAL(set(port, FIXED, KEEP, KEEP, KEEP), 0);
	is_in_use(port, FIXED, 1024, 20480, 0);
	CU_ASSERT_EQUAL(set(port, FIXED, 96, KEEP, KEEP), 0);
	CU_ASSERT_EQUAL(wport_at(port)->rxq.seen.watch, 0);
	n = toy_hw.nb_agg;
	rte_delay_us_sleep(50000);
	CU_ASSERT_EQUAL(toy_hw.nb_agg, n);
	is_in_use(port, FIXED, 96, 20480, 0);
	CU_ASSERT_EQUAL(wport_hold_state(wport_at(port), &state), 0);
	CU_ASSERT_EQUAL(state.hold_us, 96);
	CU_ASSERT_EQUAL(state.wanted_us, 96);
	CU_ASSERT_EQUAL(state.rungs, 0);
	become(USB_AWAY);
	is_in_use(port, FIXED, 96, 20480, 0);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	is_in_use(port, FIXED, 96, 20480, 0);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	is_in_use(port, FIXED, 96, 20480, 0);
	CU_ASSERT_EQUAL(toy_hw.agg.hold_us, 96);
	port_remove(port);
}

/* A policy goes on where it was: a stop and start, a sleep. What it wants is set by then. */
static void
policy_stays(void)
{
	uint16_t port = run_fresh("model=toy1,hold=auto:cpu");
	uint32_t watch = wport_at(port)->rxq.seen.watch;

	CU_ASSERT_NOT_EQUAL(watch, 0);
	LOCKED(port, fake_hold.want_us = 512);
	WAIT_FOR(port, toy_hw.agg.hold_us == 512);
	LOCKED(port, toy_hw.agg = (struct wport_agg){ 0 });
	become(USB_AWAY);
	LOCKED(port, CU_ASSERT_EQUAL(toy_hw.agg.hold_us, 512));
	LOCKED(port, CU_ASSERT_EQUAL(fake_hold.nb_restarted, 1));
	LOCKED(port, CU_ASSERT_EQUAL(fake_hold.restarted_us, 512));
	/* What the queue had begun to time is of another time. */
	CU_ASSERT_NOT_EQUAL(wport_at(port)->rxq.seen.watch, watch);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	is_in_use(port, CPU, 512, 20480, 0);
	toy_hw.agg = (struct wport_agg){ 0 };
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	is_in_use(port, CPU, 512, 20480, 0);
	CU_ASSERT_EQUAL(toy_hw.writes[toy_hw.nb_agg - 1].agg.hold_us, 512);
	CU_ASSERT_EQUAL(fake_hold.nb_restarted, 2);
	CU_ASSERT_EQUAL(fake_hold.nb_init, 1);
	port_remove(port);
}

/* A device that is not there is not asked. */
static void
not_there(void)
{
	static const enum usb_state states[] = { USB_AWAY, USB_FAILED, USB_GONE };
	uint16_t port;
	unsigned int i, n;

	for (i = 0; i < RTE_DIM(states); i++) {
		port = run_fresh("model=toy1,hold=auto");
		LOCKED(port, script->t.shared->state = states[i]);
		LOCKED(port, fake_hold.want_us = 512);
		LOCKED(port, n = fake_hold.nb_steps);
		rte_delay_us_sleep(50000);
		LOCKED(port, CU_ASSERT_EQUAL(toy_hw.nb_agg, 1));
		LOCKED(port, CU_ASSERT_EQUAL(fake_hold.nb_steps, n));
		CU_ASSERT_EQUAL(log_lines(), 0);
		port_remove(port);
	}
}

/* What failed, or came out otherwise, is told the policy and counted; one line when the
 * policy gives up, one when it is well again. */
static void
fails(void)
{
	uint16_t port = run_fresh("model=toy1,hold=auto");

	LOCKED(port, toy_hw.agg_ret = -ETIMEDOUT);
	LOCKED(port, fake_hold.want_us = 512);
	WAIT_FOR(port, fake_hold.nb_written >= 3);
	LOCKED(port, CU_ASSERT_EQUAL(fake_hold.written_err, -ETIMEDOUT));
	is_in_use(port, BALANCED, 64, 20480, 0);
	CU_ASSERT_EQUAL(log_lines(), 0);
	LOCKED(port, fake_hold.stuck = true);
	WAIT_FOR(port, wport_at(port)->hold.state.stuck);
	LOCKED(port, fake_hold.nb_written = 0);
	WAIT_FOR(port, fake_hold.nb_written >= 3);
	CU_ASSERT_EQUAL(xstat(port, "rx_hold_stuck"), 1);
	CU_ASSERT(xstat(port, "rx_hold_write_failed") >= 6);
	CU_ASSERT_EQUAL(xstat(port, "rx_hold_changes"), 0);
	CU_ASSERT_EQUAL(log_lines(), 1);
	CU_ASSERT_PTR_NOT_NULL(strstr(log_get(), "does not follow, 512 us were wished for and it "
				      "is 64 us"));
	LOCKED(port, toy_hw.agg_ret = 0);
	LOCKED(port, toy_hw.clamp_us = 128);
	LOCKED(port, fake_hold.nb_written = 0);
	WAIT_FOR(port, fake_hold.nb_written >= 2);
	LOCKED(port, CU_ASSERT_EQUAL(fake_hold.written_us, 128));
	is_in_use(port, BALANCED, 128, 20480, 0);
	CU_ASSERT(xstat(port, "rx_hold_ignored") >= 2);
	CU_ASSERT_EQUAL(xstat(port, "rx_hold_changes"), 1);
	CU_ASSERT_EQUAL(log_lines(), 1);
	LOCKED(port, toy_hw.clamp_us = 0);
	WAIT_FOR(port, toy_hw.agg.hold_us == 512);
	LOCKED(port, fake_hold.stuck = false);
	WAIT_FOR(port, !wport_at(port)->hold.state.stuck);
	CU_ASSERT_EQUAL(log_lines(), 2);
	CU_ASSERT_PTR_NOT_NULL(strstr(log_get(), "the hold follows again, 512 us"));
	port_remove(port);
	/* A register that takes nothing is no reason not to start: the policy sees it. */
	fake_hold = (struct fake_hold){ 0 };
	port = port_setup("model=toy1,hold=auto");
	toy_hw.agg = (struct wport_agg){ 32, 20480, 0 };
	toy_hw.agg_dead = true;
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	LOCKED(port, CU_ASSERT_EQUAL(fake_hold.conf.start_us, 32));
	is_in_use(port, BALANCED, 32, 20480, 0);
	port_remove(port);
	/* But a size that the transfers may have no room for is. */
	port = port_setup("model=toy1,hold=auto");
	toy_hw.agg = (struct wport_agg){ 64, 102400, 0 };
	toy_hw.agg_dead = true;
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), -EIO);
	CU_ASSERT_FALSE(has_thread(port));
	port_remove(port);
}

static void *
lock_for_a_while(void *arg)
{
	struct wport *port = arg;

	pthread_mutex_lock(&port->lock);
	rte_delay_us_sleep(1000000);
	pthread_mutex_unlock(&port->lock);
	return NULL;
}

/* A write takes long: a burst does not wait for it, nor does a stop for more than that write,
 * and not at all where somebody else has the lock. */
static void
nobody_waits(void)
{
	uint16_t port = run_fresh("model=toy1,hold=auto");
	struct rte_mbuf *pkts[4];
	pthread_t thread;
	uint64_t begin;
	unsigned int n;

	LOCKED(port, toy_hw.agg_takes_ms = 300);
	LOCKED(port, fake_hold.want_us = 512);
	for (n = 0; n < 5000 && __atomic_load_n(&toy_hw.nb_agg, __ATOMIC_ACQUIRE) < 2; n++)
		rte_delay_us_sleep(1000);
	begin = wport_hold_clock_ns();
	for (n = 0; n < 100; n++)
		rte_eth_rx_burst(port, 0, pkts, 4);
	CU_ASSERT(wport_hold_clock_ns() - begin < 100000000);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	CU_ASSERT(wport_hold_clock_ns() - begin < 2000000000);
	CU_ASSERT_FALSE(has_thread(port));
	toy_hw.agg_takes_ms = 0;
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, lock_for_a_while, wport_at(port)), 0);
	/* The thread would have come to the lock by now. */
	rte_delay_us_sleep(100000);
	begin = wport_hold_clock_ns();
	wport_hold_stop(wport_at(port));
	CU_ASSERT(wport_hold_clock_ns() - begin < 800000000);
	CU_ASSERT_FALSE(has_thread(port));
	pthread_join(thread, NULL);
	port_remove(port);
}

static CU_TestInfo tests[] = {
	{ "comes and goes", comes_and_goes },
	{ "conf", conf },
	{ "looks", looks },
	{ "writes", writes },
	{ "manual stays", manual_stays },
	{ "policy stays", policy_stays },
	{ "not there", not_there },
	{ "fails", fails },
	{ "nobody waits", nobody_waits },
	CU_TEST_INFO_NULL
};

int
main(void)
{
	CU_SuiteInfo suites[] = {
		{ "wport_hold_thread", make_all, free_all, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	return bench_main(suites);
}
