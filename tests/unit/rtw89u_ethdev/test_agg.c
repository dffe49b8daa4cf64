/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Aggregation of each chip on its model, which obeys its registers: what the counters say of
 * the transfers, and registers that do not obey (model switch agg-reg). */

#include <errno.h>
#include <stdio.h>

#include <rte_cycles.h>

#include "port.h"

/* Slow enough for the smallest receive buffer and a busy machine; four frames at most come
 * at once. */
#define FRAMES	200
#define AIR	",air=gen:count:200/size:500/rate:10,air-set=start:0/ampdu:4"

static const char * const chips[] = {
	"rtl8922au", "rtl8852cu", "rtl8852bu", "rtl8852au", "rtl8851bu",
};

static uint64_t
sum_of(uint16_t port, const char * const *names, unsigned int n)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < n; i++)
		sum += xstat(port, names[i]);
	return sum;
}

/* Each transfer is in one bucket and was closed by one limit. */
static void
check_sums(uint16_t port)
{
	static const char * const frames[] = {
		"rx_agg_frames_0", "rx_agg_frames_1", "rx_agg_frames_2", "rx_agg_frames_3_4",
		"rx_agg_frames_5_8", "rx_agg_frames_9_16", "rx_agg_frames_17_32",
		"rx_agg_frames_33",
	};
	static const char * const closed[] = {
		"rx_agg_closed_timer", "rx_agg_closed_size", "rx_agg_closed_count",
	};
	uint64_t transfers = xstat(port, "rx_usb_transfers");

	CU_ASSERT(transfers != 0);
	CU_ASSERT_EQUAL(sum_of(port, frames, RTE_DIM(frames)), transfers);
	CU_ASSERT_EQUAL(sum_of(port, closed, RTE_DIM(closed)), transfers);
}

/* All frames, the port still there. */
static uint16_t
receive(const char *chip, const char *more)
{
	char args[256];
	uint16_t port;

	snprintf(args, sizeof(args), "model=%s" AIR ",%s", chip, more);
	port = port_run(args, 0);
	CU_ASSERT_EQUAL(port_take(port, FRAMES, 200, NULL, NULL), FRAMES);
	/* The last transfer ends where nothing more is found in it. */
	CU_ASSERT_EQUAL(port_take(port, 1, 10, NULL, NULL), 0);
	check_sums(port);
	return port;
}

/* Which limit it is, is the user's choice: most transfers tell so, whatever the chip. A PPDU's
 * last transfer may be a shorter one. */
static void
test_what_closes(void)
{
	static const struct { const char *more, *counter; } rows[] = {
		{ "hold=32", "rx_agg_closed_timer" },
		{ "hold=8160,agg-size=4", "rx_agg_closed_size" },
		{ "hold=8160,agg-count=2", "rx_agg_closed_count" },
		{ "hold=0", "rx_agg_closed_count" },
	};
	unsigned int i, n;

	for (i = 0; i < RTE_DIM(chips); i++) {
		for (n = 0; n < RTE_DIM(rows); n++) {
			uint16_t port = receive(chips[i], rows[n].more);

			CU_ASSERT(xstat(port, rows[n].counter) * 2 >
				  xstat(port, "rx_usb_transfers"));
			if (xstat(port, rows[n].counter) * 2 <= xstat(port, "rx_usb_transfers"))
				printf("    %s,%s: %s\n", chips[i], rows[n].more, rows[n].counter);
			port_remove(port);
		}
	}
}

/* Set by the user, that the chip does otherwise is an error; a policy lives with it. */
static void
test_does_not_obey(void)
{
	static const char * const faults[] = { "dead", "clamp", "stall" };
	char args[256];
	unsigned int i;
	uint16_t port;

	for (i = 0; i < RTE_DIM(faults); i++) {
		snprintf(args, sizeof(args), MODEL ",hold=1024,model-set=agg-reg:%s", faults[i]);
		port = port_add(args);
		CU_ASSERT_FATAL(port != NO_PORT);
		CU_ASSERT_EQUAL_FATAL(port_setup(port, 0, 0), 0);
		CU_ASSERT_NOT_EQUAL(rte_eth_dev_start(port), 0);
		port_remove(port);
	}
	/* From the third write on: the start's two are well. */
	for (i = 0; i < RTE_DIM(faults); i++) {
		snprintf(args, sizeof(args), "speed=high,hold=auto:latency,"
			 "model-set=agg-reg:%s/agg-reg-from:3", faults[i]);
		port = receive("rtl8922au", args);
		CU_ASSERT_EQUAL(xstat(port, "rx_hold_policy"), 1);
		port_remove(port);
	}
	/* 1024 us is more than the 128 that it takes. */
	port = receive("rtl8922au", "speed=high,hold=auto,model-set=agg-reg:clamp");
	CU_ASSERT(xstat(port, "rx_hold_us") <= 128);
	CU_ASSERT(xstat(port, "rx_hold_ignored") >= 1);
	port_remove(port);
}

/* Time passes in the rungs that the chip has while a policy adapts, and in none else. */
static void
test_time_in_rungs(void)
{
	static const char * const rungs[] = {
		"rx_hold_at_32_ms", "rx_hold_at_64_ms", "rx_hold_at_128_ms",
		"rx_hold_at_256_ms", "rx_hold_at_512_ms", "rx_hold_at_1024_ms",
	};
	uint16_t port = port_run(MODEL ",hold=auto", 0);

	rte_delay_us_sleep(100000);
	CU_ASSERT(sum_of(port, rungs, RTE_DIM(rungs)) >= 50);
	CU_ASSERT_EQUAL(xstat(port, "rx_hold_at_2048_ms"), UINT64_MAX);
	port_remove(port);
	port = port_run(MODEL, 0);
	rte_delay_us_sleep(50000);
	CU_ASSERT_EQUAL(sum_of(port, rungs, RTE_DIM(rungs)), 0);
	port_remove(port);
}

CU_TestInfo agg_tests[] = {
	{ "what closes a transfer", test_what_closes },
	{ "a register that does not obey", test_does_not_obey },
	{ "time in the rungs", test_time_in_rungs },
	CU_TEST_INFO_NULL
};
