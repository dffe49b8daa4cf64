/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The library's controller in a port, in real time: what reaches the registers, and how
 * often. A device that keeps losing frames is what makes it want a longer hold. */

#include "hold_bench.h"

#define WRITE_NS	UINT64_C(100000000)

/* Bytes in a transfer of a packet of 60 bytes. */
#define UNIT_60 (16 + 26 + 6 + 48 + 4 + 4)
#define TICK_US		5000u
#define TRANSFERS	2u	/* in each, with 1 to 4 frames */

static void
add_transfer(uint16_t port, unsigned int nb_frames)
{
	static uint8_t bytes[4 * UNIT_60];
	uint8_t eth[60];
	unsigned int i;

	for (i = 0; i < nb_frames; i++) {
		uint8_t *unit = bytes + i * UNIT_60;

		bench_ethernet(eth, i, sizeof(eth));
		unit[0] = bench_mpdu(unit + TOY_DESC, eth, sizeof(eth));
	}
	LOCKED(port, script_add(script, bytes, nb_frames * UNIT_60, false));
}

/* A processor that has hardly time for all that arrives, and a device that loses frames for
 * want of room: so long. */
static void
overload(uint16_t port, unsigned int ms)
{
	struct rte_mbuf *pkts[16];
	unsigned int i, n, round = 0;

	for (i = 0; i < ms * 1000 / TICK_US; i++) {
		for (n = 0; n < TRANSFERS; n++)
			add_transfer(port, 1 + round++ * 7 % 4);
		LOCKED(port, script->t.shared->rx_missed += 5);
		while ((n = rte_eth_rx_burst(port, 0, pkts, 16)) != 0) {
			rte_pktmbuf_free_bulk(pkts, n);
			rte_delay_us_block(TICK_US - TICK_US / 20);
		}
		rte_delay_us_block(TICK_US / 20);
	}
}

/* ... until a hold longer than us was written, which a busy machine may delay. */
static bool
overload_until(uint16_t port, uint32_t us)
{
	bool longer = false;
	unsigned int i, n;

	for (n = 0; n < 25 && !longer; n++) {
		overload(port, 200);
		LOCKED(port, for (i = 1; i < toy_hw.nb_agg; i++)
				     longer |= toy_hw.writes[i].agg.hold_us > us);
	}
	return longer;
}

/* At most ten in a second, whatever ten; behind the first, which is the start's. None sets
 * what was set. */
static void
check_writes(bool obeys)
{
	unsigned int i;

	for (i = 2; i < toy_hw.nb_agg; i++)
		CU_ASSERT(toy_hw.writes[i].ns - toy_hw.writes[i - 1].ns >= WRITE_NS * 9 / 10);
	for (i = 1; obeys && i < toy_hw.nb_agg; i++)
		CU_ASSERT_NOT_EQUAL(toy_hw.writes[i].agg.hold_us,
				    toy_hw.writes[i - 1].agg.hold_us);
	for (i = 0; i < toy_hw.nb_agg; i++)
		CU_ASSERT_EQUAL(toy_hw.writes[i].agg.bytes, 20480);
}

static void
longer_under_load(void)
{
	uint16_t port = port_run("model=toy1,hold=auto");
	struct rxb_hold_state state;
	uint64_t ns = 0;
	unsigned int i;

	CU_ASSERT_TRUE(overload_until(port, 64));
	LOCKED(port, check_writes(true));
	CU_ASSERT_EQUAL(wport_hold_state(wport_at(port), &state), 0);
	CU_ASSERT_EQUAL(state.rungs, 6);
	CU_ASSERT_NOT_EQUAL(state.why, RXB_HOLD_START);
	CU_ASSERT(state.changes >= 1 && state.changes + 1 == state.writes);
	for (i = 0; i < state.rungs; i++) {
		CU_ASSERT_EQUAL(state.rung_us[i], wport_at(port)->hold.rung_us[i]);
		ns += state.rung_ns[i];
	}
	/* All the time was spent somewhere. */
	CU_ASSERT(ns >= 150000000);
	CU_ASSERT_EQUAL(xstat(port, "rx_hold_policy"), BALANCED);
	CU_ASSERT(xstat(port, "rx_hold_load_permille") > 300);
	CU_ASSERT(xstat(port, "rx_hold_cost_transfer_ns") + xstat(port, "rx_hold_cost_frame_ns") > 0);
	CU_ASSERT_EQUAL(xstat(port, "rx_agg_frames_1"), xstat(port, "rx_usb_transfers") / 4);
	/* Nothing arrives: short again, in two seconds. */
	WAIT_FOR(port, toy_hw.agg.hold_us == 32);
	LOCKED(port, check_writes(true));
	/* And there it stays. */
	LOCKED(port, i = toy_hw.nb_agg);
	rte_delay_us_sleep(300000);
	LOCKED(port, CU_ASSERT_EQUAL(toy_hw.nb_agg, i));
	port_remove(port);
}

/* A register that takes nothing, one that does not answer: tried three times, then seldom,
 * and told once. One that takes no more than 128 us has its say too. The traffic goes on. */
static void
registers_that_do_not_obey(void)
{
	static const struct {
		bool dead;
		uint32_t clamp_us;
		int ret;
		const char *counter;
	} rows[] = {
		{ true, 0, 0, "rx_hold_ignored" },
		{ false, 0, -ETIMEDOUT, "rx_hold_write_failed" },
		{ false, 128, 0, "rx_hold_ignored" },
	};
	unsigned int i;
	uint16_t port;

	for (i = 0; i < RTE_DIM(rows); i++) {
		uint32_t us, nb;

		port = port_run("model=toy1,hold=auto");
		LOCKED(port, toy_hw.agg_dead = rows[i].dead);
		LOCKED(port, toy_hw.clamp_us = rows[i].clamp_us);
		LOCKED(port, toy_hw.agg_ret = rows[i].ret);
		overload(port, 1500);
		LOCKED(port, check_writes(false));
		LOCKED(port, CU_ASSERT(toy_hw.nb_agg >= 2 && toy_hw.nb_agg <= 12));
		LOCKED(port, us = toy_hw.agg.hold_us);
		LOCKED(port, nb = toy_hw.nb_agg - 1);
		CU_ASSERT(us <= 128);
		CU_ASSERT_EQUAL(in_use(port).hold_us, us);
		CU_ASSERT_EQUAL(xstat(port, "rx_hold_us"), us);
		CU_ASSERT(xstat(port, rows[i].counter) >= 1);
		if (rows[i].clamp_us == 0) {
			CU_ASSERT_EQUAL(us, 64);
			CU_ASSERT(xstat(port, rows[i].counter) >= nb);
			CU_ASSERT_EQUAL(xstat(port, "rx_hold_stuck"), 1);
			CU_ASSERT_EQUAL(log_lines(), 1);
		}
		CU_ASSERT(xstat(port, "rx_usb_transfers") >= 300);
		port_remove(port);
	}
}

/* What the device lost is set again, by whoever set it up, and the policy goes on. */
static void
comes_back(void)
{
	uint16_t port = port_run("model=toy1,hold=auto");

	CU_ASSERT_TRUE(overload_until(port, 64));
	LOCKED(port, toy_hw.agg = (struct wport_agg){ 0 });
	become(USB_AWAY);
	LOCKED(port, CU_ASSERT(toy_hw.agg.hold_us >= 32));
	CU_ASSERT_EQUAL(xstat(port, "rx_hold_policy"), BALANCED);
	WAIT_FOR(port, toy_hw.agg.hold_us == 32);
	port_remove(port);
}

static CU_TestInfo tests[] = {
	{ "longer under load", longer_under_load },
	{ "registers that do not obey", registers_that_do_not_obey },
	{ "comes back", comes_back },
	CU_TEST_INFO_NULL
};

int
main(void)
{
	CU_SuiteInfo suites[] = {
		{ "wport_hold_auto", make_all, free_all, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	return bench_main(suites);
}
