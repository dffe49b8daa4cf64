/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* rx_burst on bad transfers, and on units that are no packets: what came before
 * is delivered, what is given up is counted, the next transfer is fine. */

#include "burst_fixture.h"

/* Bytes of a unit whose packet has 200: 40 + 8 + 26 + 6 + 188 + 4 = 272. */
#define UNIT_200 272u

/* OpenIPC/devourer#387: ten frames, the length of the fourth is broken. */
static void
test_fourth_of_ten_broken(void)
{
	static const struct {
		uint32_t len;
		enum rtw89u_walk_end why;
		unsigned int tails;	/* how many of these zero tails behind */
	} rows[] = {
		{ 0, RTW89U_WALK_ZERO_LEN, 3 },
		{ 0x3fff, RTW89U_WALK_OVERRUN, 3 },
		/* By one byte; zeros behind would be this frame's. */
		{ 7 * UNIT_200 - 47, RTW89U_WALK_OVERRUN, 1 },
	};
	static const uint32_t tails[] = { 0, 1, 512 };
	unsigned int i, tail;

	for (i = 0; i < RTE_DIM(rows); i++) {
		for (tail = 0; tail < rows[i].tails; tail++) {
			struct bench *b = bench_open(64);
			struct transfer t = { 0 };
			uint32_t at;

			bench_frames(b, &t, 3, 200);
			at = t.len;
			for (; b->serial < 10;)
				bench_frame(b, &t, 200, false);
			CU_ASSERT_EQUAL(t.len, 10 * UNIT_200);
			t.data[at] = rows[i].len & 0xff;
			t.data[at + 1] = rows[i].len >> 8;
			transfer_add(&t, NULL, tails[tail]);
			bench_add(b, &t, BENCH_SIZE, 0);
			bench_frames(b, &t, 2, 200);
			bench_add(b, &t, BENCH_SIZE, 0);
			bench_drain(b, 32);
			CU_ASSERT_EQUAL(b->q.stats.packets, 5);
			CU_ASSERT_EQUAL(b->q.stats.ends[rows[i].why], 1);
			CU_ASSERT_EQUAL(b->q.stats.ends[RTW89U_WALK_END], 1);
			CU_ASSERT_EQUAL(b->q.stats.abandoned_bytes, 7 * UNIT_200 + tails[tail]);
			CU_ASSERT_EQUAL(b->q.stats.splits, 0);
			bench_check_sums(b);
			bench_close(b);
		}
	}
}

static void
test_zero_tail_is_no_error(void)
{
	static const uint32_t tails[] = { 1, 8, 15, 16, 23, 24, 40, 1000 };
	struct bench *b = bench_open(64);
	struct transfer t = { 0 };
	unsigned int i;

	for (i = 0; i < RTE_DIM(tails); i++) {
		bench_frames(b, &t, 3, 200);
		transfer_add(&t, NULL, tails[i]);
		bench_add(b, &t, BENCH_SIZE, 0);
	}
	/* Nothing but zeros, and nothing at all. */
	transfer_add(&t, NULL, 512);
	bench_add(b, &t, BENCH_SIZE, 0);
	bench_add(b, &t, BENCH_SIZE, 0);
	bench_drain(b, 32);
	CU_ASSERT_EQUAL(b->q.stats.ends[RTW89U_WALK_END], RTE_DIM(tails) + 2);
	CU_ASSERT_EQUAL(b->q.stats.abandoned_bytes, 0);
	bench_check_sums(b);
	bench_close(b);
}

/* 1 to 39 bytes of a descriptor behind good frames. */
static void
test_cut_descriptor(void)
{
	uint32_t n;

	for (n = 1; n < 40; n++) {
		struct bench *b = bench_open(64);
		struct unit_desc d = unit_wifi(100);
		struct transfer t = { 0 }, u = { 0 };

		bench_frames(b, &t, 2, 200);
		transfer_add_desc(&u, &d);
		transfer_add(&t, u.data, n);
		bench_add(b, &t, BENCH_SIZE, 0);
		bench_drain(b, 32);
		CU_ASSERT_EQUAL(b->q.stats.ends[RTW89U_WALK_SHORT_DESC], 1);
		CU_ASSERT_EQUAL(b->q.stats.abandoned_bytes, n);
		bench_check_sums(b);
		bench_close(b);
		transfer_free(&u);
	}
}

static void
add_unit(struct transfer *t, uint32_t type, const char *hex)
{
	uint32_t len;
	uint8_t *bytes = hex_bytes(hex, &len);
	struct unit_desc d = unit_short(type, len);

	transfer_add_unit(t, &d, bytes, len);
	free(bytes);
}

/* morrownr/USB-WiFi#410: events between frames are counted, never packets, and
 * the frames around them come out. lwfinger/rtw88#229: an event of 2 bytes. */
static void
test_other_units_between_frames(void)
{
	static const uint32_t unknown[] = { 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 63 };
	struct bench *b = bench_open(64);
	struct transfer t = { 0 };
	unsigned int i;

	bench_frame(b, &t, 200, true);
	add_unit(&t, 10, "05 09 00 00 08 00 00 00");
	bench_frame(b, &t, 201, true);
	add_unit(&t, 10, "05 09");
	add_unit(&t, 10, "05 09 00 00 08 00 00");
	bench_frame(b, &t, 202, true);
	/* MAC info without users, then a PHY status header that says 8 bytes. */
	for (i = 0; i < 3; i++)
		add_unit(&t, 1, "00 00 00 00 00 00 00 00 80 00 00 50 50 00 00 00");
	bench_frame(b, &t, 203, true);
	for (i = 0; i < RTE_DIM(unknown); i++)
		add_unit(&t, unknown[i], "88 02 30 00 02 00 00 00 00 a1");
	bench_frame(b, &t, 204, true);
	/* Events alone fill no burst and end no transfer. */
	add_unit(&t, 10, "05 09 00 00 08 00 00 00");
	bench_add(b, &t, BENCH_SIZE, 0);
	bench_drain(b, 32);
	CU_ASSERT_EQUAL(b->q.stats.packets, 5);
	CU_ASSERT_EQUAL(b->q.stats.units[RTW89U_UNIT_WIFI], 5);
	CU_ASSERT_EQUAL(b->q.stats.units[RTW89U_UNIT_C2H], 4);
	CU_ASSERT_EQUAL(b->q.stats.notes[RTW89U_NOTE_C2H_SHORT], 2);
	CU_ASSERT_EQUAL(b->q.stats.units[RTW89U_UNIT_PPDU_STAT], 3);
	CU_ASSERT_EQUAL(b->q.stats.units[RTW89U_UNIT_OTHER], RTE_DIM(unknown));
	bench_check_sums(b);
	bench_close(b);
}

/* gnab/rtl8812au#39: frames that are dropped, each under its name. */
static void
test_drops_by_name(void)
{
	static const struct {
		const char *mpdu;
		uint32_t dw3;
		enum wlan_drop drop;
	} rows[] = {
		{ "80 00 00 00", 0, WLAN_DROP_MGMT },
		{ "d4 00", 0, WLAN_DROP_CTRL },
		{ "88", 0, WLAN_DROP_SHORT },
		{ "88 02 00 00 00 00 00 00", 0, WLAN_DROP_SHORT },
		{ "48 02 00 00", 0, WLAN_DROP_NO_DATA },
		{ "89 02", 0, WLAN_DROP_VERSION },
		{ "88 02 00 00", 0x00000040, WLAN_DROP_FCS_ERROR },
	};
	struct bench *b = bench_open(64);
	struct transfer t = { 0 };
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		uint32_t len;
		uint8_t *mpdu = hex_bytes(rows[i].mpdu, &len);
		struct unit_desc d = unit_wifi(len);

		d.dw[3] |= rows[i].dw3;
		transfer_add_unit(&t, &d, mpdu, len);
		bench_frame(b, &t, 100 + i, true);
		free(mpdu);
	}
	bench_add(b, &t, BENCH_SIZE, 0);
	bench_drain(b, 3);
	CU_ASSERT_EQUAL(b->q.stats.drops[WLAN_DROP_SHORT], 2);
	for (i = 0; i < RTE_DIM(rows); i++)
		if (rows[i].drop != WLAN_DROP_SHORT)
			CU_ASSERT_EQUAL(b->q.stats.drops[rows[i].drop], 1);
	bench_check_sums(b);
	bench_close(b);
}

/* A transfer that ended with an error still brought bytes. */
static void
test_error_status_with_data(void)
{
	struct bench *b = bench_open(64);
	struct transfer t = { 0 };

	bench_frames(b, &t, 4, 200);
	bench_add(b, &t, BENCH_SIZE, 0)->status = -EPROTO;
	bench_add(b, &t, BENCH_SIZE, 0)->status = -EPIPE;
	bench_frames(b, &t, 4, 200);
	bench_add(b, &t, BENCH_SIZE, 0);
	bench_drain(b, 32);
	CU_ASSERT_EQUAL(b->q.stats.transfer_errors, 2);
	CU_ASSERT_EQUAL(b->q.stats.packets, 8);
	bench_check_sums(b);
	bench_close(b);
}

/*
 * OpenIPC/devourer#314: an aggregate goes on in the next transfer. The unit that
 * crosses is lost and counted, what stands behind its rest is delivered: the rest
 * is never read as a descriptor, wherever the cut is.
 */
static void
split_at(uint32_t cut)
{
	struct bench *b = bench_open(64);
	struct transfer t = { 0 }, first = { 0 }, second = { 0 };
	uint32_t at;

	bench_frames(b, &t, 2, 200);
	at = t.len;
	bench_frame(b, &t, 700, false);	/* 40 + 8 + 26 + 6 + 688 + 4 = 772, on 16: 784 */
	bench_frames(b, &t, 3, 200);
	transfer_add(&first, t.data, at + cut);
	transfer_add(&second, t.data + at + cut, t.len - at - cut);
	transfer_free(&t);
	bench_add(b, &first, at + cut, 0);
	bench_add(b, &second, BENCH_SIZE, 0);
	bench_frames(b, &t, 1, 200);
	bench_add(b, &t, BENCH_SIZE, 0);
	bench_drain(b, 32);
	CU_ASSERT_EQUAL(b->q.stats.packets, 6);
	CU_ASSERT_EQUAL(b->q.stats.splits, 1);
	CU_ASSERT_EQUAL(b->q.stats.abandoned_bytes, cut);
	CU_ASSERT_EQUAL(b->q.stats.split_bytes, 784 - cut);
	bench_check_sums(b);
	bench_close(b);
}

/* A length of 0 costs the rest of its transfer, also when all transfers are full. */
static void
test_zero_length_in_full_transfers(void)
{
	struct bench *b = bench_open(512);
	struct unit_desc zero = unit_short(10, 0);
	struct transfer t = { 0 };
	unsigned int i;
	uint32_t len;

	zero.dw[5] = 1;		/* not padding */
	bench_frames(b, &t, 2, 200);
	transfer_add_desc(&t, &zero);
	len = t.len;		/* bench_add() takes t and empties it */
	bench_add(b, &t, len, 0);
	for (i = 0; i < 40; i++) {
		bench_frames(b, &t, 4, 200);
		len = t.len;
		bench_add(b, &t, len, 0);
	}
	bench_drain(b, 32);
	CU_ASSERT_EQUAL(b->q.stats.packets, 2 + 40 * 4);
	CU_ASSERT_EQUAL(b->q.stats.splits, 0);
	CU_ASSERT_EQUAL(b->q.stats.abandoned_bytes, 24);
	bench_check_sums(b);
	bench_close(b);
}

static void
test_unit_over_two_transfers(void)
{
	uint32_t cut;

	for (cut = 48; cut < 772; cut += 7)
		split_at(cut);
	split_at(771);
}

/* The cut inside the descriptor: its first word still tells the length. */
static void
test_descriptor_over_two_transfers(void)
{
	uint32_t cut;

	for (cut = 4; cut < 48; cut += 4)
		split_at(cut);
}

/* A small buffer size: one unit over many full transfers. */
static void
test_unit_over_many_transfers(void)
{
	struct bench *b = bench_open(64);
	struct transfer t = { 0 }, part = { 0 };
	uint32_t at = 0;

	bench_frames(b, &t, 1, 200);
	bench_frame(b, &t, 5000, false);
	bench_frames(b, &t, 1, 200);
	for (at = 0; at < t.len; at += 512) {
		uint32_t n = RTE_MIN(512u, t.len - at);

		transfer_add(&part, t.data + at, n);
		bench_add(b, &part, 512, 0);
	}
	transfer_free(&t);
	bench_drain(b, 32);
	CU_ASSERT_EQUAL(b->q.stats.packets, 2);
	/* 272 of it in the first transfer; 5072 bytes, on 16 */
	CU_ASSERT_EQUAL(b->q.stats.splits, 1);
	CU_ASSERT_EQUAL(b->q.stats.abandoned_bytes, 512 - 272);
	CU_ASSERT_EQUAL(b->q.stats.split_bytes, 5072 - (512 - 272));
	bench_close(b);
}

/* The same over-long unit at the end of a transfer that was not full is an error
 * of that transfer alone. */
static void
test_no_split_of_a_short_transfer(void)
{
	struct bench *b = bench_open(64);
	struct transfer t = { 0 };

	bench_frames(b, &t, 2, 200);
	bench_frame(b, &t, 700, false);
	t.len -= 100;
	bench_add(b, &t, BENCH_SIZE, 0);
	bench_frames(b, &t, 2, 200);
	bench_add(b, &t, BENCH_SIZE, 0);
	bench_drain(b, 32);
	CU_ASSERT_EQUAL(b->q.stats.packets, 4);
	CU_ASSERT_EQUAL(b->q.stats.splits, 0);
	CU_ASSERT_EQUAL(b->q.stats.split_bytes, 0);
	bench_check_sums(b);
	bench_close(b);
}

/* Stopped inside a transfer, more of them polled: all go back, counted; a start
 * later begins afresh. */
static void
test_stop_in_hand(void)
{
	struct bench *b = bench_open(64);
	struct transfer t = { 0 };
	unsigned int i;

	for (i = 0; i < 5; i++) {
		bench_frames(b, &t, 4, 200);
		bench_add(b, &t, BENCH_SIZE, 0);
	}
	CU_ASSERT_EQUAL(bench_burst(b, 6), 6);
	wport_rxq_stop(&b->q);
	/* The second is in hand, three were polled with it. */
	CU_ASSERT_EQUAL(b->q.stats.stopped, 1);
	CU_ASSERT_EQUAL(b->q.stats.unread, 3);
	CU_ASSERT_EQUAL(b->q.stats.transfers, 2);
	CU_ASSERT_EQUAL(b->returned, 5);
	CU_ASSERT_EQUAL(rte_mempool_avail_count(b->mp), 64);
	wport_rxq_start(&b->q);
	/* What was expected of them is gone. */
	for (i = b->nb_seen; i < b->nb_expected; i++)
		free(b->expected[i].bytes);
	b->nb_expected = b->nb_seen;
	bench_frames(b, &t, 4, 200);
	bench_add(b, &t, BENCH_SIZE, 0);
	bench_drain(b, 32);
	CU_ASSERT_EQUAL(b->q.stats.packets, 10);
	bench_close(b);
}

/* A split at stop does not skip bytes after the next start. */
static void
test_stop_forgets_a_split(void)
{
	struct bench *b = bench_open(64);
	struct transfer t = { 0 };

	bench_frame(b, &t, 700, false);
	t.len = 400;
	bench_add(b, &t, 400, 0);
	CU_ASSERT_EQUAL(bench_burst(b, 32), 0);
	CU_ASSERT_EQUAL(b->q.stats.splits, 1);
	wport_rxq_stop(&b->q);
	wport_rxq_start(&b->q);
	bench_frames(b, &t, 4, 200);
	bench_add(b, &t, BENCH_SIZE, 0);
	bench_drain(b, 32);
	CU_ASSERT_EQUAL(b->q.stats.packets, 4);
	CU_ASSERT_EQUAL(b->q.stats.split_bytes, 0);
	bench_close(b);
}

/* A source that never runs dry and holds no packet: the same event for ever, as
 * a looped capture would give it. A burst ends all the same. */
static struct usb_xfer endless_xfer;
static uint64_t endless_polls;

static unsigned int
endless_poll(struct usb_transport *t __rte_unused, struct usb_xfer **xfers,
	     unsigned int n __rte_unused)
{
	if (++endless_polls > 100000)
		return 0;
	xfers[0] = &endless_xfer;
	return 1;
}

static void
endless_return(struct usb_transport *t __rte_unused, struct usb_xfer **xfers __rte_unused,
	       unsigned int n __rte_unused)
{
}

static unsigned int
endless_count(const struct usb_transport *t __rte_unused)
{
	return 1;
}

static void
test_endless_events(void)
{
	static const struct usb_transport_ops ops = {
		.name = "endless", .rx_poll = endless_poll, .rx_return = endless_return,
		.rx_count = endless_count,
	};
	struct bench *b = bench_open(8);
	struct transfer t = { 0 };
	struct rte_mbuf *pkts[32];

	add_unit(&t, 10, "05 09 00 00 08 00 00 00");
	endless_xfer = (struct usb_xfer){ .data = t.data, .len = t.len, .size = BENCH_SIZE };
	endless_polls = 0;
	b->usb.ops = &ops;
	CU_ASSERT_EQUAL(b->burst(&b->q, pkts, 32), 0);
	CU_ASSERT(endless_polls < 10000);
	b->usb.ops = &bench_ops;
	b->q.xfer = NULL;
	bench_close(b);
	transfer_free(&t);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "length of the fourth of ten broken", test_fourth_of_ten_broken },
		{ "zero tail is no error", test_zero_tail_is_no_error },
		{ "cut descriptor", test_cut_descriptor },
		{ "events, status, unknown units between frames",
		  test_other_units_between_frames },
		{ "drops by name", test_drops_by_name },
		{ "error status with data", test_error_status_with_data },
		{ "zero length in full transfers", test_zero_length_in_full_transfers },
		{ "a unit over two transfers", test_unit_over_two_transfers },
		{ "a descriptor over two transfers", test_descriptor_over_two_transfers },
		{ "a unit over many transfers", test_unit_over_many_transfers },
		{ "no split of a short transfer", test_no_split_of_a_short_transfer },
		{ "stop with transfers in hand", test_stop_in_hand },
		{ "stop forgets a split", test_stop_forgets_a_split },
		{ "events for ever", test_endless_events },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "rtw89u_burst_bad", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	return bench_main(suites);
}
