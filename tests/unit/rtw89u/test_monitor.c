/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * mode=monitor of each chip: what descriptor and PPDU status say stands in the
 * radiotap header. The header that is expected is written from facts typed here.
 */

#include "burst_fixture.h"

#include "wport_monitor.h"

/* A beacon of 40 bytes and its FCS. */
#define FRAME_LEN 44u

static const struct chip {
	const char *name;
	bool be, cut_bw;	/* 8852C: bandwidth one bit lower */
	uint8_t chains;
	int8_t dbm[2];
	uint16_t mhz;
} chips[] = {
	/* As test_ppdu.c works out: RPL of the 8922A 90 and 80 half dB at 80 MHz. */
	{ "rtl8922au", true, false, 3, { -59, -64 }, 2437 },
	{ "rtl8852cu", false, true, 3, { -45, -46 }, 2437 },
	{ "rtl8852bu", false, false, 3, { -55, -56 }, 2437 },
	{ "rtl8852au", false, false, 3, { -45, -46 }, 0 },
	{ "rtl8851bu", false, false, 1, { -45, 0 }, 2437 },
};

static struct bench *
open_chip(const struct chip *c)
{
	struct bench *b = bench_open(511);

	CU_ASSERT_EQUAL_FATAL(wport_monitor_init(&b->q, SOCKET_ID_ANY), 0);
	bench_chip(b, c->name, true, RTW89U_LAYOUT_VENDOR);
	return b;
}

static void
close_bench(struct bench *b)
{
	wport_rxq_stop(&b->q);
	wport_monitor_free(&b->q);
	bench_close(b);
}

/* HE, 2 streams, MCS 11, 80 MHz, gi 1; PPDU type 7, the counter as asked for. */
static uint32_t
ppdu_word(const struct chip *c, uint32_t cnt)
{
	if (c->be)
		return 0x32b12007u | cnt << 8;
	return (c->cut_bw ? 0x439b0007u : 0x839b0007u) | cnt << 4;
}

/* flags: A1 match 1, CRC error 2, A-MPDU 4, ICV error 8, last of it 16. */
static uint32_t
flag_word(const struct chip *c, unsigned int flags)
{
	uint32_t w = 0;

	w |= (flags & 1) != 0 ? (c->be ? 0x400 : 0x1) : 0;
	w |= (flags & 2) != 0 ? (c->be ? 0x40 : 0x200) : 0;
	w |= (flags & 4) != 0 ? (c->be ? 0x800 : 0x8) : 0;
	w |= (flags & 8) != 0 ? (c->be ? 0x80 : 0x400) : 0;
	w |= (flags & 16) != 0 && !c->be ? 0x10 : 0;
	return w;
}

static void
add_unit(const struct chip *c, struct transfer *t, uint32_t w0, uint32_t cnt,
	 unsigned int flags, uint32_t tsft_us, const uint8_t *payload, uint32_t len)
{
	if (c->be) {
		struct unit_desc d = { .dw = { w0 | len, 0, 0, flag_word(c, flags),
					       ppdu_word(c, cnt), tsft_us } };

		transfer_add_unit(t, &d, payload, len);
	} else {
		struct ax_desc d = { .dw = { w0 | len, ppdu_word(c, cnt), tsft_us,
					     flag_word(c, flags) } };

		ax_add_desc(t, &d, 0);
		transfer_add(t, payload, len);
	}
}

static void
add_frame(const struct chip *c, struct transfer *t, uint32_t cnt, unsigned int flags,
	  uint32_t tsft_us)
{
	uint8_t frame[FRAME_LEN] = { 0x80 };

	frame[30] = tsft_us;
	add_unit(c, t, 0x80000000, cnt, flags, tsft_us, frame, sizeof(frame));
}

/* A status with one word of it changed. */
struct change {
	unsigned int word;
	uint32_t mask, value;
};

/* MAC info of no user; PHY header with 130 and 128 half dB, average 120; element 1. As
 * far as most bytes. */
static void
add_changed_status(const struct chip *c, struct transfer *t, uint32_t cnt,
		   struct change change, uint32_t most)
{
	uint32_t len = c->be ? 40 : 32;
	uint32_t words[14] = {
		0, 0, 120u << 24 | 1u << 7 | (c->be ? 5u : 5u) << 8 | 15, 128u << 8 | 130u,
		1u | 100u << 8 | 6u << 16 | 3u << 28, 0, 1u << 28, 0, 0,
		c->be ? 4u << 29 : 0, 0, 0, c->be ? 90u << 4 | 80u << 16 : 0, 0,
	};
	uint8_t bytes[56];
	unsigned int i;

	words[change.word] = (words[change.word] & ~change.mask) | change.value;
	for (i = 0; i < sizeof(bytes); i++)
		bytes[i] = words[i / 4] >> 8 * (i % 4);
	add_unit(c, t, c->be ? 0x01000000 : 0x01800000, cnt, 1, 0, bytes,
		 RTE_MIN(16 + len, most));
}

static void
add_status(const struct chip *c, struct transfer *t, uint32_t cnt)
{
	add_changed_status(c, t, cnt, (struct change){ 0 }, UINT32_MAX);
}

/* What was counted under this name of the family's. */
static uint64_t
note(const struct bench *b, const char *name)
{
	unsigned int i;

	for (i = 0; rtw89u_family.notes[i] != NULL; i++)
		if (strcmp(rtw89u_family.notes[i], name) == 0)
			return b->q.stats.notes[i];
	CU_FAIL("no such name");
	return UINT64_MAX;
}

static uint64_t
all_notes(const struct bench *b)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < WPORT_NOTES_MAX; i++)
		sum += b->q.stats.notes[i];
	return sum;
}

/* What the descriptor says of add_frame()'s frame. */
static struct wlan_monitor
facts(const struct chip *c, unsigned int flags, uint64_t tsft_us, uint32_t ref)
{
	struct wlan_monitor mon = {
		.tsft_us = tsft_us, .ampdu_ref = ref, .he_format = WLAN_HE_SU,
		.flags = WLAN_MON_TSFT,
		.rx = { .flags = RTE_WLAN_RX_RATE, .mode = RTE_WLAN_HE, .mcs = 11, .nss = 2,
			.gi = RTE_WLAN_GI_4X_08, .bw_mhz = 80 },
	};

	mon.flags |= (flags & 2) != 0 ? WLAN_MON_FCS_BAD : 0;
	mon.flags |= (flags & 4) != 0 ? WLAN_MON_AMPDU : 0;
	mon.flags |= (flags & 8) != 0 ? WLAN_MON_ICV_ERROR : 0;
	if ((flags & 4) != 0 && !c->be)
		mon.flags |= WLAN_MON_AMPDU_LAST_KNOWN |
			((flags & 16) != 0 ? WLAN_MON_AMPDU_LAST : 0);
	return mon;
}

/* What the status adds: LDPC, no STBC, not beamformed. */
static void
with_status(const struct chip *c, struct wlan_monitor *mon)
{
	unsigned int i;

	mon->flags |= WLAN_MON_SIGNAL | WLAN_MON_STBC_KNOWN | WLAN_MON_LDPC_KNOWN |
		WLAN_MON_LDPC | WLAN_MON_BF_KNOWN;
	mon->chains = c->chains;
	for (i = 0; i < 2; i++)
		mon->chain_dbm[i] = c->dbm[i];
	mon->signal_dbm = c->dbm[0];
	mon->freq_mhz = c->mhz;
}

static void
check_packet(struct rte_mbuf *m, const struct wlan_monitor *mon, uint32_t fcs_len)
{
	uint8_t header[WLAN_RADIOTAP_MAX];
	const uint8_t *p = rte_pktmbuf_mtod(m, const uint8_t *);
	uint32_t len = wlan_radiotap_write(header, mon);

	CU_ASSERT_EQUAL(m->pkt_len, len + FRAME_LEN - 4 + fcs_len);
	CU_ASSERT_EQUAL(memcmp(p, header, len), 0);
	CU_ASSERT_EQUAL(p[len], 0x80);
	CU_ASSERT_EQUAL(p[len + 30], (uint8_t)mon->tsft_us);
	rte_pktmbuf_free(m);
}

/* Three frames of an A-MPDU, then their status. */
static void
test_facts_and_status(void)
{
	unsigned int c, i;

	for (c = 0; c < RTE_DIM(chips); c++) {
		struct bench *b = open_chip(&chips[c]);
		struct transfer t = { 0 };
		struct rte_mbuf *pkts[8];

		for (i = 0; i < 3; i++)
			add_frame(&chips[c], &t, 3, 4 | (i == 2 ? 16 : 0), 1000 + i);
		add_status(&chips[c], &t, 3);
		bench_add(b, &t, BENCH_SIZE, 0);
		CU_ASSERT_EQUAL_FATAL(b->burst(&b->q, pkts, 8), 3);
		for (i = 0; i < 3; i++) {
			struct wlan_monitor mon = facts(&chips[c], 4 | (i == 2 ? 16 : 0),
							1000 + i, 1);

			with_status(&chips[c], &mon);
			check_packet(pkts[i], &mon, 0);
		}
		CU_ASSERT_EQUAL(b->q.stats.no_status, 0);
		CU_ASSERT_EQUAL(all_notes(b), 0);
		close_bench(b);
	}
}

/* The word that holds PPDU_TYPE, bit by bit: the type's bits [7:0] or, of AX, [3:0] make
 * another of 8, which is extended range; the others leave it what it is. */
static void
test_each_bit_of_the_type(void)
{
	static const uint8_t others[8] = {
		WLAN_HE_MU, WLAN_HE_TB, WLAN_HE_UNKNOWN, WLAN_HE_UNKNOWN,
		WLAN_HE_UNKNOWN, WLAN_HE_UNKNOWN, WLAN_HE_UNKNOWN, WLAN_HE_UNKNOWN,
	};
	unsigned int c, bit;

	for (c = 0; c < RTE_DIM(chips); c++) {
		for (bit = 0; bit < 32; bit++) {
			bool be = chips[c].be, of_type = bit < (be ? 8 : 4);
			uint32_t word = ppdu_word(&chips[c], 3) ^ 0xf ^ 1u << bit;
			struct wlan_monitor mon = facts(&chips[c], 0, 1000, 0);
			struct bench *b = open_chip(&chips[c]);
			struct transfer t = { 0 };
			struct rte_mbuf *m;
			uint32_t at;

			add_frame(&chips[c], &t, 3, 0, 1000);
			memcpy(t.data + (be ? 16 : 4), &word, sizeof(word));
			at = RTE_ALIGN_CEIL(t.len, be ? 16u : 8u);
			add_status(&chips[c], &t, 3);
			memcpy(t.data + at + (be ? 16 : 4), &word, sizeof(word));
			bench_add(b, &t, BENCH_SIZE, 0);
			CU_ASSERT_EQUAL_FATAL(b->burst(&b->q, &m, 1), 1);
			if (be)
				rtw89u_rxd_decode_ppdu(word, &mon.rx);
			else
				rtw89u_ax_decode_ppdu(word, chips[c].cut_bw, &mon.rx);
			mon.he_format = of_type ? others[bit] : WLAN_HE_EXT_SU;
			with_status(&chips[c], &mon);
			check_packet(m, &mon, 0);
			close_bench(b);
		}
	}
}

/* A status of another PPDU, and one that cannot be read, tell nothing. */
static void
test_status_of_another(void)
{
	unsigned int c;

	for (c = 0; c < RTE_DIM(chips); c++) {
		static const uint8_t bad[24];
		struct bench *b = open_chip(&chips[c]);
		struct wlan_monitor mon = facts(&chips[c], 0, 7, 1);
		struct transfer t = { 0 };
		struct rte_mbuf *pkts[8];

		add_frame(&chips[c], &t, 3, 0, 7);
		add_status(&chips[c], &t, 4);
		add_unit(&chips[c], &t, chips[c].be ? 0x01000000 : 0x01800000, 3, 1, 0, bad,
			 sizeof(bad));
		/* The next PPDU sets it free. */
		add_frame(&chips[c], &t, 5, 0, 8);
		add_status(&chips[c], &t, 5);
		bench_add(b, &t, BENCH_SIZE, 0);
		CU_ASSERT_EQUAL_FATAL(b->burst(&b->q, pkts, 8), 2);
		check_packet(pkts[0], &mon, 0);
		mon = facts(&chips[c], 0, 8, 2);
		with_status(&chips[c], &mon);
		check_packet(pkts[1], &mon, 0);
		CU_ASSERT_EQUAL(b->q.stats.no_status, 1);
		CU_ASSERT_EQUAL(note(b, "unit_ppdu_status_invalid"), 1);
		close_bench(b);
	}
}

/* Each reason for which a status is refused has a counter of its own. */
static void
test_refused_status(void)
{
	static const struct {
		const char *name;
		struct change change;
		uint32_t most;
	} rows[] = {
		{ "unit_ppdu_status_short", { 0, 0, 0 }, 4 },
		{ "unit_ppdu_status_invalid", { 2, 1u << 7, 0 }, UINT32_MAX },
		{ "unit_ppdu_status_users", { 0, 0x1f, 0x1f }, UINT32_MAX },
		/* counters that are not there */
		{ "unit_ppdu_status_mac_info", { 0, 1u << 29, 1u << 29 }, UINT32_MAX },
		{ "unit_ppdu_status_length", { 2, 0xff00, 9u << 8 }, UINT32_MAX },
		{ "unit_ppdu_status_element", { 4, 0x1f, 23 }, UINT32_MAX },
	};
	unsigned int c, i;

	for (c = 0; c < RTE_DIM(chips); c++) {
		struct bench *b = open_chip(&chips[c]);

		for (i = 0; i < RTE_DIM(rows); i++) {
			struct transfer t = { 0 };
			struct rte_mbuf *pkts[8];

			add_changed_status(&chips[c], &t, 3, rows[i].change, rows[i].most);
			bench_add(b, &t, BENCH_SIZE, 0);
			CU_ASSERT_EQUAL(b->burst(&b->q, pkts, 8), 0);
			CU_ASSERT_EQUAL(note(b, rows[i].name), 1);
			CU_ASSERT_EQUAL(all_notes(b), i + 1);
		}
		CU_ASSERT_EQUAL(note(b, "unit_c2h_short"), 0);
		close_bench(b);
	}
}

/* A wrong FCS: dropped and counted, or marked and kept. */
static void
test_bad_fcs(void)
{
	unsigned int c, keep;

	for (c = 0; c < RTE_DIM(chips); c++) {
		for (keep = 0; keep < 2; keep++) {
			struct bench *b = open_chip(&chips[c]);
			struct transfer t = { 0 };
			struct rte_mbuf *pkts[8];

			b->q.keep_bad = keep;
			b->q.keep_fcs = keep;
			add_frame(&chips[c], &t, 1, 2, 9);
			add_status(&chips[c], &t, 1);
			bench_add(b, &t, BENCH_SIZE, 0);
			CU_ASSERT_EQUAL_FATAL(b->burst(&b->q, pkts, 8), keep);
			CU_ASSERT_EQUAL(b->q.stats.drops[WLAN_DROP_FCS_ERROR], !keep);
			if (keep) {
				struct wlan_monitor mon = facts(&chips[c], 2, 9, 1);

				mon.flags |= WLAN_MON_FCS;
				with_status(&chips[c], &mon);
				check_packet(pkts[0], &mon, 4);
			}
			close_bench(b);
		}
	}
}

/* The 8922A's PHY report in front of a frame is its signal, chains come with the
 * status. */
static void
test_phy_report(void)
{
	const struct chip *c = &chips[0];
	struct bench *b = open_chip(c);
	struct wlan_monitor mon = facts(c, 0, 11, 1);
	uint8_t frame[FRAME_LEN] = { 0x80 };
	struct transfer t = { 0 };
	struct rte_mbuf *pkts[8];
	struct unit_desc d = {
		.dw = { 0x80400000 | FRAME_LEN, 0, 0, 0, ppdu_word(c, 2), 11 },
		.report = { 280 },
	};

	frame[30] = 11;
	transfer_add_unit(&t, &d, frame, sizeof(frame));
	add_status(c, &t, 2);
	bench_add(b, &t, BENCH_SIZE, 0);
	CU_ASSERT_EQUAL_FATAL(b->burst(&b->q, pkts, 8), 1);
	with_status(c, &mon);
	mon.signal_dbm = -40;
	check_packet(pkts[0], &mon, 0);
	close_bench(b);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "facts and status", test_facts_and_status },
		{ "each bit of the type", test_each_bit_of_the_type },
		{ "status of another PPDU", test_status_of_another },
		{ "status that is refused", test_refused_status },
		{ "wrong FCS", test_bad_fcs },
		{ "8922A: PHY report", test_phy_report },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "rtw89u_monitor", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	return bench_main(suites);
}
