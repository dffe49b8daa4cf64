/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * A-MSDUs that the chip took apart, and who they are for. PAYLOAD_FORMAT is DW4[1:0]: 3
 * first, 2 middle, 1 last (openwrt/mt76 mt76_connac2_mac.h); group 4 holds the frame
 * control in word 0 and the sequence control in the low half of word 2.
 */

#include "burst_fixture.h"

#define TRANS	(1u << 13)	/* DW2 */
#define FORGED	(WLAN_DROP_MAX + 6)

/* Destination, source and EtherType behind them: a part, translated. */
static const uint8_t good_part[] = {
	0x02, 0, 0, 0, 0, 0xa1, 0x02, 0, 0, 0, 0, 0xc3, 0x88, 0xb5, 1, 2, 3, 4,
};
/* LLC/SNAP of an ordinary frame in the destination's place. */
static const uint8_t bad_part[] = {
	0xaa, 0xaa, 0x03, 0, 0, 0, 0x08, 0x00, 0x45, 0, 0, 0x20, 0x00, 0x12, 1, 2, 3, 4,
};
/* The same as 802.11: QoS data with the A-MSDU bit, 2 bytes of pad, subframe. */
#define HEAD \
	0x88, 0x02, 0, 0, 0x02, 0, 0, 0, 0, 0xa1, 0x02, 0, 0, 0, 0, 0xb2, \
	0x02, 0, 0, 0, 0, 0xb2, 0, 0, 0x80, 0, 0xee, 0xee
static const uint8_t good_mpdu[] = {
	HEAD, 0x02, 0, 0, 0, 0, 0xa1, 0x02, 0, 0, 0, 0, 0xc3, 0, 12,
	0xaa, 0xaa, 0x03, 0, 0, 0, 0x88, 0xb5, 1, 2, 3, 4,
};
static const uint8_t bad_mpdu[] = {
	HEAD, 0xaa, 0xaa, 0x03, 0, 0, 0, 0x08, 0x00, 0x45, 0, 0, 0x20, 0x00, 12,
	0x40, 0x11, 0x03, 0, 0, 0, 0x88, 0xb5, 1, 2, 3, 4,
};

/* One frame: its place, its sequence number, as LLC/SNAP begins, and its fate. */
struct part {
	uint8_t format;
	uint16_t seq;
	bool snap, forged;
};

static void
add_part(struct bench *b, struct transfer *t, const struct part *p, bool translated)
{
	const uint8_t *bytes = translated ? p->snap ? bad_part : good_part :
		p->snap ? bad_mpdu : good_mpdu;
	uint32_t len = translated ? sizeof(good_part) : sizeof(good_mpdu);
	uint8_t *copy = exact_copy(bytes, len);
	struct unit_desc d = unit_frame();

	d.g2[0] = 1000 + b->serial++;
	d.dw[4] = p->format;
	if (translated) {
		d.dw[1] |= HAS_4;
		d.dw[2] |= TRANS;
		d.g4[0] = 0x0288;
		/* QoS control and fragment number are not part of it. */
		d.g4[2] = (uint32_t)p->seq << 4 | 0xffff000f;
	} else {
		copy[22] = p->seq << 4;
		copy[23] = p->seq >> 4;
		/* Not a part: without the bit, and no pad before LLC. */
		if (p->format == 0)
			copy[24] = 0;
	}
	if (!translated && p->format == 0) {
		memmove(copy + 26, copy + 42, 12);
		len = 38;
	}
	bench_unit(t, &d, copy, len);
	free(copy);
}

static void
check_parts(const struct part *parts, unsigned int n, bool translated)
{
	struct bench *b = bench_open(64);
	struct transfer t = { 0 };
	unsigned int i, forged = 0, seen = 0;
	uint8_t want[32], got[32] = { 0 };
	struct rte_mbuf *m;

	for (i = 0; i < n; i++) {
		add_part(b, &t, &parts[i], translated);
		forged += parts[i].forged;
		if (!parts[i].forged)
			want[seen++] = i;
	}
	bench_add(b, &t, BENCH_SIZE, 0);
	for (i = 0; b->burst(&b->q, &m, 1) == 1; i++) {
		got[i] = RTE_MBUF_DYNFIELD(m, b->q.dyn_off, struct rte_wlan_rx *)->tsft_us - 1000;
		rte_pktmbuf_free(m);
	}
	if (i != seen || b->q.stats.drops[FORGED] != forged)
		printf("    %s: %u packets, %ju forged\n", translated ? "802.3" : "802.11", i,
		       (uintmax_t)b->q.stats.drops[FORGED]);
	CU_ASSERT_EQUAL(b->q.stats.drops[FORGED], forged);
	CU_ASSERT_EQUAL(i, seen);
	CU_ASSERT_EQUAL(memcmp(got, want, seen), 0);
	bench_close(b);
}

static void
test_forged(void)
{
	static const struct {
		unsigned int n;
		struct part parts[6];
	} rows[] = {
		/* all of it, and nothing before and behind it */
		{ 6, { { 0, 9, false, false }, { 3, 10, true, true }, { 2, 10, false, true },
			 { 2, 10, false, true }, { 1, 10, false, true }, { 0, 11, false, false } } },
		{ 5, { { 3, 10, true, true }, { 1, 10, false, true }, { 3, 11, false, false },
			 { 2, 11, false, false }, { 1, 11, false, false } } },
		/* the last part is lost: the next one begins, or no part at all comes */
		{ 3, { { 3, 10, true, true }, { 3, 11, false, false }, { 1, 11, false, false } } },
		{ 3, { { 3, 10, true, true }, { 0, 10, false, false }, { 1, 10, false, false } } },
		/* the next one's first part is lost too: the sequence number tells */
		{ 3, { { 3, 10, true, true }, { 2, 11, false, false }, { 1, 11, false, false } } },
		{ 3, { { 3, 10, false, false }, { 2, 11, true, true }, { 1, 11, false, true } } },
		{ 2, { { 2, 10, true, true }, { 1, 10, false, true } } },
		/* another station's, or TID's, of the same number; and one part too many */
		{ 3, { { 3, 10, true, true }, { 3, 10, false, false }, { 1, 10, false, false } } },
		{ 3, { { 3, 10, true, true }, { 1, 10, false, true }, { 1, 10, false, false } } },
		/* sequence numbers are of 12 bits */
		{ 3, { { 3, 0xfff, true, true }, { 2, 0xfff, false, true },
			 { 1, 0x7ff, false, false } } },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		check_parts(rows[i].parts, rows[i].n, true);
		check_parts(rows[i].parts, rows[i].n, false);
	}
}

/* Translated, a part that is alone, or not the first, may be for whom it likes. */
static void
test_not_forged(void)
{
	static const struct part alone[] = { { 1, 10, true, false }, { 0, 10, true, false } };
	static const struct part later[] = {
		{ 3, 10, false, false }, { 2, 10, true, false }, { 1, 10, true, false },
	};

	check_parts(alone, RTE_DIM(alone), true);
	check_parts(later, RTE_DIM(later), true);
}

/* Without group 4 nobody says the sequence number; a queue that stops forgets. */
static void
test_forged_without_a_number(void)
{
	struct bench *b = bench_open(64);
	struct unit_desc d = unit_frame();
	struct transfer t = { 0 };
	struct rte_mbuf *m;

	d.dw[2] |= TRANS;
	d.dw[4] = 3;
	bench_unit(&t, &d, bad_part, sizeof(bad_part));
	d.dw[4] = 2;
	bench_unit(&t, &d, good_part, sizeof(good_part));
	bench_add(b, &t, BENCH_SIZE, 0);
	CU_ASSERT_EQUAL(b->burst(&b->q, &m, 1), 0);
	CU_ASSERT_EQUAL(b->q.stats.drops[FORGED], 2);
	wport_rxq_stop(&b->q);
	wport_rxq_start(&b->q);
	d.dw[4] = 1;
	bench_unit(&t, &d, good_part, sizeof(good_part));
	bench_add(b, &t, BENCH_SIZE, 0);
	CU_ASSERT_EQUAL_FATAL(b->burst(&b->q, &m, 1), 1);
	rte_pktmbuf_free(m);
	bench_close(b);
}

/* Shorter than what is looked at. */
static void
test_short_parts(void)
{
	struct bench *b = bench_open(64);
	struct transfer t = { 0 };
	struct rte_mbuf *m[64];
	uint32_t n;

	for (n = 1; n < 34; n++) {
		struct unit_desc d = unit_frame();

		d.dw[4] = 3;
		bench_unit(&t, &d, bad_mpdu, n);
		bench_add(b, &t, BENCH_SIZE, 0);
		if (n > 5)
			continue;
		d.dw[2] |= TRANS;
		bench_unit(&t, &d, bad_part, n);
		bench_add(b, &t, BENCH_SIZE, 0);
	}
	CU_ASSERT_EQUAL(b->burst(&b->q, m, RTE_DIM(m)), 0);
	CU_ASSERT_EQUAL(b->q.stats.drops[FORGED], 0);
	CU_ASSERT_EQUAL(b->q.stats.drops[WLAN_DROP_SHORT], 33 + 5);
	bench_close(b);
}

/* The pool is empty when the last part of a good one comes: it comes again. */
static void
test_part_again(void)
{
	static const struct part parts[] = {
		{ 3, 10, false, false }, { 2, 10, false, false }, { 1, 10, true, false },
	};
	struct bench *b = bench_open(2);
	struct transfer t = { 0 };
	struct rte_mbuf *m[4];
	unsigned int i;

	for (i = 0; i < RTE_DIM(parts); i++)
		add_part(b, &t, &parts[i], true);
	bench_add(b, &t, BENCH_SIZE, 0);
	CU_ASSERT_EQUAL_FATAL(b->burst(&b->q, m, 4), 2);
	CU_ASSERT_EQUAL(b->q.stats.nombuf, 1);
	rte_pktmbuf_free_bulk(m, 2);
	CU_ASSERT_EQUAL_FATAL(b->burst(&b->q, m, 4), 1);
	rte_pktmbuf_free(m[0]);
	CU_ASSERT_EQUAL(b->q.stats.drops[FORGED], 0);
	bench_close(b);
}

/* Frames to somebody else, to a group, and to us. */
static void
test_not_for_us(void)
{
	static const uint8_t us[8] = { 0x02, 0, 0, 0, 0, 0xa1 };
	static const struct {
		uint8_t ra[6];
		bool passes;
	} rows[] = {
		{ { 0x02, 0, 0, 0, 0, 0xa1 }, true }, { { 0x02, 0, 0, 0, 0, 0xa0 }, false },
		{ { 0x00, 0, 0, 0, 0, 0xa1 }, false }, { { 0x02, 0, 0, 1, 0, 0xa1 }, false },
		{ { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff }, true },
		{ { 0x01, 0, 0x5e, 0, 0, 0xfb }, true }, { { 0x03, 0, 0, 0, 0, 0xa1 }, true },
	};
	static const uint8_t body[40] = { 0x88, 0xb5 };
	unsigned int i, translate, look;

	for (i = 0; i < RTE_DIM(rows) * 4; i++) {
		struct bench *b = bench_open(8);
		struct unit_desc d = unit_frame();
		struct transfer t = { 0 };
		struct rte_mbuf *m = NULL;
		bool passes;
		uint8_t *frame;
		uint32_t len;

		translate = i & 1;
		look = i >> 1 & 1;
		passes = !look || rows[i / 4].passes;
		if (look)
			memcpy(&b->q.own_ra, us, 8);
		frame = translate ? bench_translated(body, sizeof(body), &len) :
			bench_mpdu(body, sizeof(body), &len);
		memcpy(frame + (translate ? 0 : 4), rows[i / 4].ra, 6);
		d.dw[2] |= translate ? TRANS : 0;
		bench_unit(&t, &d, frame, len);
		bench_add(b, &t, BENCH_SIZE, 0);
		free(frame);
		CU_ASSERT_EQUAL(b->burst(&b->q, &m, 1), passes);
		rte_pktmbuf_free(m);
		CU_ASSERT_EQUAL(b->q.stats.drops[WLAN_DROP_NOT_FOR_US], !passes);
		bench_close(b);
	}
}

/* On its way to an access point, a packet to us is not for us yet; translated, group 4
 * says where it is. Frames too short for an address are that. */
static void
test_not_for_us_yet(void)
{
	static const uint8_t us[8] = { 0x02, 0, 0, 0, 0, 0xa1 };
	static const uint32_t fc[] = { 0x0188, 0x0288, 0x0088, 0x0388 };
	struct bench *b = bench_open(8);
	struct unit_desc d = unit_frame();
	struct transfer t = { 0 };
	struct rte_mbuf *m[4];
	unsigned int i;

	memcpy(&b->q.own_ra, us, 8);
	d.dw[1] |= HAS_4;
	d.dw[2] |= TRANS;
	for (i = 0; i < RTE_DIM(fc); i++) {
		d.g4[0] = fc[i];
		bench_unit(&t, &d, good_part, sizeof(good_part));
		bench_add(b, &t, BENCH_SIZE, 0);
	}
	bench_unit(&t, &d, good_part, 5);
	bench_add(b, &t, BENCH_SIZE, 0);
	d.dw[2] = 0;
	bench_unit(&t, &d, good_mpdu, 9);
	bench_add(b, &t, BENCH_SIZE, 0);
	CU_ASSERT_EQUAL_FATAL(b->burst(&b->q, m, 4), 3);
	rte_pktmbuf_free_bulk(m, 3);
	CU_ASSERT_EQUAL(b->q.stats.drops[WLAN_DROP_NOT_FOR_US], 1);
	CU_ASSERT_EQUAL(b->q.stats.drops[WLAN_DROP_SHORT], 2);
	bench_close(b);
}

/* A forged first part is to nobody that there is: it must be seen all the same. */
static void
test_forged_and_filtered(void)
{
	static const uint8_t us[8] = { 0x02, 0, 0, 0, 0, 0xa1 };
	static const struct part parts[] = {
		{ 3, 10, true, true }, { 2, 10, false, true }, { 1, 10, false, true },
	};
	struct bench *b = bench_open(8);
	struct transfer t = { 0 };
	struct rte_mbuf *m;
	unsigned int i;

	memcpy(&b->q.own_ra, us, 8);
	for (i = 0; i < RTE_DIM(parts); i++)
		add_part(b, &t, &parts[i], true);
	bench_add(b, &t, BENCH_SIZE, 0);
	CU_ASSERT_EQUAL(b->burst(&b->q, &m, 1), 0);
	CU_ASSERT_EQUAL(b->q.stats.drops[FORGED], 3);
	bench_close(b);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "forged", test_forged },
		{ "not forged", test_not_forged },
		{ "forged, no sequence number", test_forged_without_a_number },
		{ "shorter than what is looked at", test_short_parts },
		{ "a part again", test_part_again },
		{ "to us, to a group, to another", test_not_for_us },
		{ "to an access point, for us", test_not_for_us_yet },
		{ "forged, and only ours are wanted", test_forged_and_filtered },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "mt76u_amsdu", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	return bench_main(suites);
}
