/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Every counter has one line and one name; sums; zero after a reset while the counters
 * go on. */

#include <string.h>

#include "bench.h"
#include "wport_gro.h"

#define LINES_MAX 512

static struct wport port;
static struct rte_eth_dev_data data = { .dev_private = &port };
static struct rte_eth_dev dev = {
	.data = &data, .process_private = (void *)(uintptr_t)&toy_family,
};
static struct rte_eth_xstat_name names[LINES_MAX];
static struct rte_eth_xstat values[LINES_MAX];

/* A port whose every counter is zero, with two of the back end. */
static void
port_clear(void)
{
	memset(&port, 0, sizeof(port));
	port.family = &toy_family;
	port.name = "port0";
	port.usb_shared.nb_counters = 2;
	snprintf(port.usb_shared.counters[0].name, RTE_ETH_XSTATS_NAME_SIZE, "model_first");
	snprintf(port.usb_shared.counters[1].name, RTE_ETH_XSTATS_NAME_SIZE, "model_depth");
	port.usb_shared.counters[1].gauge = true;
}

static unsigned int
read_all(void)
{
	int n = wport_xstats_get_names(&dev, NULL, 0);

	CU_ASSERT_FATAL(n > 0 && n <= LINES_MAX);
	CU_ASSERT_EQUAL(wport_xstats_get(&dev, NULL, 0), n);
	CU_ASSERT_EQUAL(wport_xstats_get_names(&dev, names, n), n);
	CU_ASSERT_EQUAL(wport_xstats_get(&dev, values, n), n);
	return n;
}

static uint64_t
value_of(const char *name)
{
	unsigned int i, n = read_all();

	for (i = 0; i < n; i++)
		if (strcmp(names[i].name, name) == 0)
			return values[i].value;
	printf("    no %s\n", name);
	CU_FAIL("no counter of that name");
	return 0;
}

static struct rte_eth_stats
stats(void)
{
	struct rte_eth_stats s = { 0 };

	CU_ASSERT_EQUAL(wport_stats_get(&dev, &s), 0);
	return s;
}

static void
names_are_unique(void)
{
	unsigned int i, j, n;

	port_clear();
	n = read_all();
	for (i = 0; i < n; i++) {
		CU_ASSERT_EQUAL(values[i].id, i);
		CU_ASSERT(names[i].name[0] != '\0');
		CU_ASSERT(strspn(names[i].name, "abcdefghijklmnopqrstuvwxyz0123456789_") ==
			  strlen(names[i].name));
		for (j = 0; j < i; j++)
			CU_ASSERT(strcmp(names[i].name, names[j].name) != 0);
	}
}

/* Too little room: how much it takes, and nothing is written. */
static void
too_little_room(void)
{
	int n;

	port_clear();
	n = read_all();
	memset(values, 0xa5, sizeof(values));
	memset(names, 0xa5, sizeof(names));
	CU_ASSERT_EQUAL(wport_xstats_get(&dev, values, n - 1), n);
	CU_ASSERT_EQUAL(wport_xstats_get_names(&dev, names, n - 1), n);
	CU_ASSERT_EQUAL(values[0].id, 0xa5a5a5a5a5a5a5a5);
	CU_ASSERT_EQUAL((uint8_t)names[0].name[0], 0xa5);
}

/* Each counter set alone moves one line, the one of its name, and no other. */
static void
moves_one_line(uint64_t *counter, const char *name)
{
	unsigned int i, n, moved = 0;

	*counter = 7;
	n = read_all();
	for (i = 0; i < n; i++)
		if (values[i].value != 0) {
			moved++;
			CU_ASSERT_STRING_EQUAL(names[i].name, name);
		}
	CU_ASSERT_EQUAL(moved, 1);
	if (moved != 1)
		printf("    %s: %u lines\n", name, moved);
	*counter = 0;
}

static void
every_receive_counter(void)
{
	struct wport_rx_stats *s = &port.rxq.stats;
	const struct { uint64_t *counter; const char *name; } lines[] = {
		{ &s->bursts, "rx_burst_nonempty" },
		{ &s->nombuf, "rx_mbuf_nombuf" },
		{ &s->transfers, "rx_usb_transfers" },
		{ &s->transfer_bytes, "rx_usb_bytes" },
		{ &s->transfer_errors, "rx_usb_errors" },
		{ &s->units[0], "rx_unit_frame" },
		{ &s->units[1], "rx_unit_status" },
		{ &s->units[2], "rx_unit_event" },
		{ &s->ends[0], "rx_agg_good" },
		{ &s->ends[1], "rx_agg_short_desc" },
		{ &s->ends[2], "rx_agg_overrun" },
		{ &s->ends[3], "rx_agg_zero" },
		{ &s->notes[0], "rx_other_bytes" },
		{ &s->abandoned_bytes, "rx_agg_abandoned_bytes" },
		{ &s->splits, "rx_agg_split" },
		{ &s->split_bytes, "rx_agg_split_bytes" },
		{ &s->bad_rate, "rx_rxd_bad_rate" },
		{ &s->drops[WLAN_DROP_SHORT], "rx_decap_short" },
		{ &s->drops[WLAN_DROP_FCS_ERROR], "rx_decap_fcs_error" },
		{ &s->drops[WLAN_DROP_LLC], "rx_decap_llc" },
		{ &s->drops[WLAN_DROP_MAX], "rx_rxd_forged" },
		{ &s->too_long, "rx_mbuf_too_long" },
		{ &s->no_scatter, "rx_mbuf_no_scatter" },
		{ &s->stopped, "rx_usb_stopped" },
		{ &s->unread, "rx_usb_unread" },
		{ &s->attached, "rx_attach_packets" },
		{ &s->attach_copied, "rx_attach_copied" },
		{ &s->no_status, "rx_monitor_no_status" },
		{ &s->monitor_stopped, "rx_monitor_stopped" },
		{ &s->icv_errors, "rx_monitor_icv_error" },
		{ &s->gro_stopped, "rx_gro_stopped" },
		{ &port.usb_shared.counters[0].value, "model_first" },
		{ &port.usb_shared.counters[1].value, "model_depth" },
		{ &port.usb_shared.tx_failed, "tx_usb_failed" },
	};
	unsigned int i, n;

	port_clear();
	for (i = 0; i < RTE_DIM(lines); i++)
		moves_one_line(lines[i].counter, lines[i].name);
	for (i = 1; i < WLAN_DROP_MAX; i++) {
		s->drops[i] = 1;
		n = read_all();
		s->drops[i] = 0;
		while (n-- > 0)
			if (values[n].value != 0)
				CU_ASSERT(strncmp(names[n].name, "rx_decap_", 9) == 0 &&
					  strcmp(names[n].name + 9, wlan_drop_name(i)) == 0);
	}
	port.usb_shared.speed_mbps = 480;
	CU_ASSERT_EQUAL(value_of("usb_speed_mbps"), 480);
}

/* Summed over the queues. */
static void
every_transmit_counter(void)
{
	unsigned int i;

	port_clear();
	for (i = 0; i < WPORT_TX_QUEUES; i++) {
		struct wport_tx_stats *s = &port.txq[i].stats;
		const struct { uint64_t *counter; const char *name; } lines[] = {
			{ &s->bursts, "tx_burst_nonempty" },
			{ &s->full, "tx_burst_full" },
			{ &s->too_short, "tx_mbuf_too_short" },
			{ &s->too_long, "tx_mbuf_too_long" },
			{ &s->bad_radiotap, "tx_inject_bad_radiotap" },
			{ &s->bad_frame, "tx_inject_bad_frame" },
			{ &s->bad_rate, "tx_inject_bad_rate" },
			{ &s->no_device, "tx_usb_no_device" },
		};
		unsigned int j;

		for (j = 0; j < RTE_DIM(lines); j++)
			moves_one_line(lines[j].counter, lines[j].name);
	}
	for (i = 0; i < WPORT_TX_QUEUES; i++)
		port.txq[i].stats.full = 1 << i;
	CU_ASSERT_EQUAL(value_of("tx_burst_full"), 15);
}

/* LRO's have lines whether there is LRO or not. */
static void
every_gro_counter(void)
{
	struct rxb_gro_stats *s = &port.rxq.gro.past;
	const struct { uint64_t *counter; const char *name; } lines[] = {
		{ &s->packets_in, "rx_gro_packets_in" },
		{ &s->bytes_in, "rx_gro_bytes_in" },
		{ &s->packets_out, "rx_gro_packets_out" },
		{ &s->aggregates, "rx_gro_aggregates" },
		{ &s->merged, "rx_gro_merged" },
		{ &s->groups, "rx_gro_groups" },
		{ &s->grouped, "rx_gro_grouped" },
		{ &s->closed_packet, "rx_gro_closed_packet" },
		{ &s->closed_end, "rx_gro_closed_end" },
		{ &s->closed_barrier, "rx_gro_closed_barrier" },
		{ &s->closed_burst, "rx_gro_closed_burst" },
		{ &s->closed_flush, "rx_gro_closed_flush" },
		{ &s->closed_hold, "rx_gro_closed_hold" },
		{ &s->verified, "rx_gro_verified" },
		{ &s->why[RXB_GRO_WHY_NOT_IP], "rx_gro_why_not_ip" },
		{ &s->why[RXB_GRO_WHY_TTL_DIFFERS], "rx_gro_why_ttl_differs" },
		{ &s->why[RXB_GRO_WHY_BACKOFF], "rx_gro_why_backoff" },
	};
	unsigned int i;

	port_clear();
	for (i = 0; i < RTE_DIM(lines); i++)
		moves_one_line(lines[i].counter, lines[i].name);
	s->packets_in = 10;
	CU_ASSERT_EQUAL(wport_stats_reset(&dev), 0);
	CU_ASSERT_EQUAL(value_of("rx_gro_packets_in"), 0);
	s->packets_in = 13;
	CU_ASSERT_EQUAL(value_of("rx_gro_packets_in"), 3);
}

/* Aggregation: what is in use and what a policy says, what has been done, what transfers
 * looked like. */
static void
every_hold_counter(void)
{
	struct wport_hold *h = &port.hold;
	struct wport_seen *s = &port.rxq.seen;
	const struct { uint64_t *counter; const char *name; } lines[] = {
		{ &h->past.changes, "rx_hold_changes" },
		{ &h->past.writes, "rx_hold_writes" },
		{ &h->past.failed, "rx_hold_write_failed" },
		{ &h->past.ignored, "rx_hold_ignored" },
		{ &s->filled[0], "rx_agg_frames_0" },
		{ &s->filled[1], "rx_agg_frames_1" },
		{ &s->filled[2], "rx_agg_frames_2" },
		{ &s->filled[3], "rx_agg_frames_3_4" },
		{ &s->filled[4], "rx_agg_frames_5_8" },
		{ &s->filled[5], "rx_agg_frames_9_16" },
		{ &s->filled[6], "rx_agg_frames_17_32" },
		{ &s->filled[7], "rx_agg_frames_33" },
		{ &s->all.closed[RXB_HOLD_BY_TIMER], "rx_agg_closed_timer" },
		{ &s->all.closed[RXB_HOLD_BY_SIZE], "rx_agg_closed_size" },
		{ &s->all.closed[RXB_HOLD_BY_COUNT], "rx_agg_closed_count" },
	};
	const struct { uint32_t *gauge; const char *name; } gauges[] = {
		{ &h->now.hold_us, "rx_hold_us" },
		{ &h->now.bytes, "rx_hold_size" },
		{ &h->now.count, "rx_hold_count" },
		{ &h->wish.policy, "rx_hold_policy" },
		{ &h->state.load_permille, "rx_hold_load_permille" },
		{ &h->state.transfer_ns, "rx_hold_cost_transfer_ns" },
		{ &h->state.frame_ns, "rx_hold_cost_frame_ns" },
	};
	unsigned int i;

	port_clear();
	h->device = true;
	for (i = 0; i < RTE_DIM(lines); i++)
		moves_one_line(lines[i].counter, lines[i].name);
	for (i = 0; i < RTE_DIM(gauges); i++) {
		*gauges[i].gauge = 3;
		CU_ASSERT_EQUAL(value_of(gauges[i].name), 3);
		CU_ASSERT_EQUAL(wport_stats_reset(&dev), 0);
		CU_ASSERT_EQUAL(value_of(gauges[i].name), 3);
		*gauges[i].gauge = 0;
		CU_ASSERT_EQUAL(value_of(gauges[i].name), 0);
	}
	s->filled[3] = s->all.closed[RXB_HOLD_BY_SIZE] = h->past.writes = 8;
	CU_ASSERT_EQUAL(wport_stats_reset(&dev), 0);
	s->filled[3] = s->all.closed[RXB_HOLD_BY_SIZE] = h->past.writes = 10;
	CU_ASSERT_EQUAL(value_of("rx_agg_frames_3_4"), 2);
	CU_ASSERT_EQUAL(value_of("rx_agg_closed_size"), 2);
	CU_ASSERT_EQUAL(value_of("rx_hold_writes"), 2);
	h->state.stuck = true;
	CU_ASSERT_EQUAL(value_of("rx_hold_stuck"), 1);
	h->state.stuck = false;
	/* What closed a capture's transfers nobody knows. */
	h->device = false;
	s->all.closed[RXB_HOLD_BY_TIMER] = 5;
	CU_ASSERT_EQUAL(value_of("rx_agg_closed_timer"), 0);
	CU_ASSERT_EQUAL(value_of("rx_agg_frames_1"), 0);
}

/* Time in a rung is this policy's and that of those before. Its name is the chip's hold. */
static void
rungs(void)
{
	struct wport_hold *h = &port.hold;
	unsigned int n;

	port_clear();
	n = read_all();
	h->rungs = 2;
	h->rung_us[0] = 32;
	h->rung_us[1] = 1024;
	CU_ASSERT_EQUAL(read_all(), n + 2);
	h->past.rung_ns[1] = 3000000;
	h->state.rung_ns[1] = 4999999;
	CU_ASSERT_EQUAL(value_of("rx_hold_at_1024_ms"), 7);
	CU_ASSERT_EQUAL(value_of("rx_hold_at_32_ms"), 0);
	h->state.rung_ns[0] = 1000000;
	CU_ASSERT_EQUAL(value_of("rx_hold_at_32_ms"), 1);
	CU_ASSERT_EQUAL(wport_stats_reset(&dev), 0);
	CU_ASSERT_EQUAL(value_of("rx_hold_at_1024_ms"), 0);
	h->state.rung_ns[1] += 6000000;
	CU_ASSERT_EQUAL(value_of("rx_hold_at_1024_ms"), 6);
}

/* Everything that is counted, bytes and packets too, has been looked at above: a new
 * member of the structures has to be added there. */
static void
nothing_is_forgotten(void)
{
	CU_ASSERT_EQUAL(sizeof(struct wport_rx_stats) / 8, 21 + WPORT_UNITS_MAX +
			WPORT_ENDS_MAX + WPORT_NOTES_MAX + WLAN_DROP_MAX + WPORT_DROPS_MAX);
	CU_ASSERT_EQUAL(sizeof(struct wport_tx_stats) / 8, 10);
	CU_ASSERT_EQUAL(sizeof(struct rxb_gro_stats) / 8, 14 + RXB_GRO_WHY_ROOM);
	CU_ASSERT_EQUAL(RXB_GRO_WHY_MAX, 32);
}

static void
receive_errors(void)
{
	struct wport_rx_stats *s = &port.rxq.stats;
	unsigned int i;

	port_clear();
	s->transfer_errors = 1;
	s->too_long = 2;
	s->no_scatter = 4;
	s->ends[TOY_OVERRUN] = 8;
	s->ends[TOY_GOOD] = 1000;
	s->drops[WLAN_DROP_FCS_ERROR] = 16;
	s->drops[WLAN_DROP_MGMT] = 1000;
	s->drops[WLAN_DROP_NO_DATA] = 1000;
	s->drops[WLAN_DROP_MAX] = 32;
	port.usb_shared.rx_lost = 64;
	s->stopped = s->unread = s->splits = s->bad_rate = s->no_status = 1000;
	CU_ASSERT_EQUAL(stats().ierrors, 127);
	for (i = 1; i < WLAN_DROP_MAX; i++) {
		uint64_t before = stats().ierrors;

		s->drops[i]++;
		CU_ASSERT_EQUAL(stats().ierrors - before, wlan_drop_is_error(i));
	}
}

static void
transmit_errors(void)
{
	struct wport_tx_stats *s = &port.txq[3].stats;

	port_clear();
	s->too_short = 1;
	s->too_long = 2;
	s->bad_radiotap = 4;
	port.txq[0].stats.bad_frame = 8;
	port.txq[1].stats.no_device = 16;
	port.usb_shared.tx_failed = 32;
	port.txq[2].stats.bad_rate = 64;
	s->full = 1000;
	CU_ASSERT_EQUAL(stats().oerrors, 127);
}

/* What did not reach the device was not sent, whenever it was given to the transport. */
static void
failed_transfers(void)
{
	port_clear();
	port.txq[0].stats.packets = 8;
	port.txq[3].stats.packets = 2;
	port.usb_shared.tx_failed = 3;
	CU_ASSERT(stats().opackets == 7 && stats().oerrors == 3);
	CU_ASSERT_EQUAL(wport_stats_reset(&dev), 0);
	CU_ASSERT(stats().opackets == 0 && stats().oerrors == 0);
	port.usb_shared.tx_failed = 7;
	CU_ASSERT(stats().opackets == 0 && stats().oerrors == 4);
	port.txq[3].stats.packets = 7;
	CU_ASSERT(stats().opackets == 1 && stats().oerrors == 4);
}

static void
sums(void)
{
	struct rte_eth_stats s;
	unsigned int i;

	port_clear();
	port.rxq.stats.packets = 100;
	port.rxq.stats.bytes = 9999;
	port.rxq.stats.nombuf = 3;
	port.usb_shared.rx_missed = 5;
	for (i = 0; i < WPORT_TX_QUEUES; i++) {
		port.txq[i].stats.packets = 1 << i;
		port.txq[i].stats.bytes = 100 << i;
	}
	s = stats();
	CU_ASSERT(s.ipackets == 100 && s.ibytes == 9999 && s.rx_nombuf == 3 && s.imissed == 5);
	CU_ASSERT(s.opackets == 15 && s.obytes == 1500);
#if RTE_VERSION < RTE_VERSION_NUM(25, 11, 0, 0)
	CU_ASSERT(s.q_ipackets[0] == 100 && s.q_ibytes[0] == 9999);
	CU_ASSERT(s.q_opackets[2] == 4 && s.q_obytes[3] == 800);
#endif
}

/* Zero is what they show now; a gauge and the speed stay. */
static void
reset(void)
{
	uint64_t *counters = (uint64_t *)&port.rxq.stats;
	struct rte_eth_stats s, zero = { 0 };
	unsigned int i, n;

	port_clear();
	for (i = 0; i < sizeof(port.rxq.stats) / 8; i++)
		counters[i] = 1000 + i;
	for (n = 0; n < WPORT_TX_QUEUES; n++) {
		counters = (uint64_t *)&port.txq[n].stats;
		for (i = 0; i < sizeof(port.txq[n].stats) / 8; i++)
			counters[i] = 50 + i;
	}
	port.usb_shared.rx_missed = port.usb_shared.rx_lost = port.usb_shared.tx_failed = 9;
	port.usb_shared.counters[0].value = 11;
	port.usb_shared.counters[1].value = 12;
	port.usb_shared.speed_mbps = 5000;
	CU_ASSERT_EQUAL(wport_stats_reset(&dev), 0);
	s = stats();
	CU_ASSERT_EQUAL(memcmp(&s, &zero, sizeof(s)), 0);
	n = read_all();
	for (i = 0; i < n; i++) {
		uint64_t want = strcmp(names[i].name, "model_depth") == 0 ? 12 :
			strcmp(names[i].name, "usb_speed_mbps") == 0 ? 5000 : 0;

		CU_ASSERT_EQUAL(values[i].value, want);
	}
	/* They go on. */
	port.rxq.stats.transfers += 3;
	port.txq[2].stats.full += 4;
	port.usb_shared.counters[0].value += 5;
	CU_ASSERT_EQUAL(value_of("rx_usb_transfers"), 3);
	CU_ASSERT_EQUAL(value_of("tx_burst_full"), 4);
	CU_ASSERT_EQUAL(value_of("model_first"), 5);
}

/* One line for what was lost since the last one, none for nothing. */
static void
losses(void)
{
	port_clear();
	log_clear();
	wport_log_losses(&port);
	CU_ASSERT_EQUAL(log_lines(), 0);
	port.rxq.stats.too_long = 3;
	port.usb_shared.rx_missed = 2;
	wport_log_losses(&port);
	CU_ASSERT_EQUAL(log_lines(), 1);
	CU_ASSERT_PTR_NOT_NULL(strstr(log_get(), "port0: 3 receive errors, 2 frames missed"));
	log_clear();
	wport_log_losses(&port);
	CU_ASSERT_EQUAL(log_lines(), 0);
	port.rxq.stats.too_long = 4;
	wport_stats_reset(&dev);
	wport_log_losses(&port);
	CU_ASSERT_PTR_NOT_NULL(strstr(log_get(), "port0: 1 receive errors, 0 frames missed"));
}

static CU_TestInfo tests[] = {
	{ "names are unique", names_are_unique },
	{ "too little room", too_little_room },
	{ "every receive counter", every_receive_counter },
	{ "every transmit counter", every_transmit_counter },
	{ "every counter of LRO", every_gro_counter },
	{ "every counter of aggregation", every_hold_counter },
	{ "rungs", rungs },
	{ "nothing is forgotten", nothing_is_forgotten },
	{ "receive errors", receive_errors },
	{ "transmit errors", transmit_errors },
	{ "failed transfers", failed_transfers },
	{ "sums", sums },
	{ "reset", reset },
	{ "losses", losses },
	CU_TEST_INFO_NULL
};

int
main(void)
{
	CU_SuiteInfo suites[] = {
		{ "wport_stats", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	return bench_main(suites);
}
