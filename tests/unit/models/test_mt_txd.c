/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The transmit descriptor by itself: queues of endpoints, lengths, fields. */

#include <string.h>

#include "../cunit_run.h"
#include "../hexbytes.h"
#include "mt7921u/txd.h"
#include "mt_bench.h"

/* 802.3 of len bytes with this EtherType, queue q; the transfer's length. */
static uint32_t
ethernet(uint8_t *p, uint32_t len, uint16_t type, uint32_t q)
{
	memset(p, 0, 4 + 64 + len + 8);
	mt_put_word(p, 64 + len);
	mt_put_word(p + 4, (64 + len) | 1u << 23 | q << 25);
	mt_put_word(p + 8, 0x80000001u | (type >= 0x600 ? 0x8000u : 0));
	mt_put_word(p + 12, 0x28);
	mt_put_word(p + 16, 0x7800);
	mt_put_word(p + 32, 0x00280400);
	p[4 + 64 + 12] = (uint8_t)(type >> 8);
	p[4 + 64 + 13] = (uint8_t)type;
	return (4 + 64 + len + 3) / 4 * 4 + 4;
}

static enum txd_fault
decode(struct txd *t, uint8_t ep, const uint8_t *bytes, uint32_t len)
{
	uint8_t *p = exact_copy(bytes, len);
	enum txd_fault fault = mt7921_txd_decode(t, ep, p, len);

	free(p);
	return fault;
}

/* BE 1, BK 0, VI 2, VO 3 of each of four WMM sets; ALTX0 0x10 for management. */
static void
test_queues(void)
{
	static const struct { uint8_t ep; int ac; bool altx; } endpoints[] = {
		{ 0x04, 1, false }, { 0x05, 0, false }, { 0x06, 2, false }, { 0x07, 3, true },
		{ 0x09, -1, true },
	};
	uint8_t bytes[256];
	unsigned int i, q;
	struct txd t;

	for (i = 0; i < sizeof(endpoints) / sizeof(endpoints[0]); i++) {
		for (q = 0; q < 128; q++) {
			uint32_t len = ethernet(bytes, 60, 0x0800, q);
			bool good = q < 16 ? (int)(q % 4) == endpoints[i].ac :
				    q == 16 && endpoints[i].altx;

			CU_ASSERT_EQUAL(decode(&t, endpoints[i].ep, bytes, len),
					good ? TXD_OK : TXD_tx_bad_endpoint);
		}
	}
}

static void
test_lengths(void)
{
	static const struct { uint32_t len; enum txd_fault fault; } rows[] = {
		{ 1, TXD_tx_bad_frame }, { 13, TXD_tx_bad_frame }, { 14, TXD_OK },
		{ 15, TXD_OK }, { 1514, TXD_OK },
		/* An MPDU without FCS has at most 11450 bytes; 20 more than its packet. */
		{ 11430, TXD_OK }, { 11431, TXD_tx_bad_frame },
	};
	static uint8_t bytes[12000];
	unsigned int i;
	struct txd t;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		uint32_t len = ethernet(bytes, rows[i].len, 0x0800, 1);

		CU_ASSERT_EQUAL(decode(&t, 0x04, bytes, len), rows[i].fault);
	}
	mt_put_word(bytes, 64);		/* no frame at all */
	mt_put_word(bytes + 4, 64 | 1u << 23 | 1u << 25);
	CU_ASSERT_EQUAL(decode(&t, 0x04, bytes, 72), TXD_tx_bad_descriptor);
}

/* Cut anywhere. */
static void
test_short(void)
{
	uint8_t bytes[256];
	uint32_t len = ethernet(bytes, 60, 0x0800, 1), n;
	struct txd t;

	for (n = 0; n < len; n++)
		CU_ASSERT_EQUAL(decode(&t, 0x04, bytes, n), n < 76 ? TXD_tx_bad_descriptor :
				TXD_tx_bad_transfer);
	CU_ASSERT_EQUAL(decode(&t, 0x04, bytes, len + 1), TXD_tx_bad_transfer);
}

/* 802.11 without a body, of the largest size, and one more. */
static void
test_dot11_lengths(void)
{
	static const struct { uint16_t fc; uint32_t len, hdr; enum txd_fault fault; } rows[] = {
		{ 0x0108, 24, 24, TXD_OK }, { 0x0108, 23, 10, TXD_tx_bad_frame },
		{ 0x0108, 11450, 24, TXD_OK }, { 0x0108, 11451, 24, TXD_tx_bad_frame },
		{ 0x00d4, 10, 10, TXD_OK }, { 0x00d4, 9, 0, TXD_tx_bad_frame },
		{ 0x00b4, 16, 16, TXD_OK },
	};
	static uint8_t bytes[12000];
	unsigned int i;
	struct txd t;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		uint32_t len = ethernet(bytes, rows[i].len, 0, 1);
		uint32_t kind = (rows[i].fc >> 2 & 3) << 4 | (rows[i].fc >> 4 & 0xf);

		mt_put_word(bytes + 8, 0x80020001 | rows[i].hdr / 2 << 11);
		mt_put_word(bytes + 12, kind);
		mt_put_word(bytes + 36, kind);
		bench_frame_bytes(bytes + 68, rows[i].len, rows[i].fc, bench_mac, 0);
		memset(bytes + 68 + rows[i].len, 0, 8);
		CU_ASSERT_EQUAL(decode(&t, 0x04, bytes, len), rows[i].fault);
	}
}

static void
test_ethertype(void)
{
	uint8_t bytes[256];
	uint32_t len = ethernet(bytes, 60, 0x0600, 1);
	struct txd t;

	CU_ASSERT_EQUAL(decode(&t, 0x04, bytes, len), TXD_OK);
	bytes[68 + 12] = 0x05;
	bytes[68 + 13] = 0xff;
	CU_ASSERT_EQUAL(decode(&t, 0x04, bytes, len), TXD_tx_bad_ethertype);
	len = ethernet(bytes, 60, 0x05ff, 1);
	CU_ASSERT_EQUAL(decode(&t, 0x04, bytes, len), TXD_OK);
}

/* Each field, all ones and by itself. */
static void
test_fields(void)
{
	uint8_t bytes[256];
	uint32_t len = ethernet(bytes, 60, 0x0800, 1);
	struct txd t;

	CU_ASSERT_EQUAL_FATAL(decode(&t, 0x04, bytes, len), TXD_OK);
	CU_ASSERT(t.ethernet && !t.fix_rate && !t.no_ack && !t.sn_valid && !t.tx_status_host);
	CU_ASSERT_EQUAL(t.wlan_idx, 1);
	CU_ASSERT_EQUAL(t.frame_len, 60);
	mt_put_word(bytes + 8, 0x80008001 | 7u << 20 | 0x3fu << 24);
	mt_put_word(bytes + 12, 0x80000028);
	mt_put_word(bytes + 16, 0x8fff7801);
	mt_put_word(bytes + 24, 0x4ff);
	mt_put_word(bytes + 28, 0x060b1006);
	CU_ASSERT_EQUAL_FATAL(decode(&t, 0x04, bytes, len), TXD_OK);
	CU_ASSERT(t.fix_rate && t.no_ack && t.sn_valid && t.tx_status_host);
	CU_ASSERT_EQUAL(t.tid, 7);
	CU_ASSERT_EQUAL(t.own_mac, 0x3f);
	CU_ASSERT_EQUAL(t.seq, 0xfff);
	CU_ASSERT_EQUAL(t.pid, 0xff);
	CU_ASSERT_EQUAL(t.rate_word, 0x060b);
	CU_ASSERT_EQUAL(t.rate.mode, AIR_HE);
	CU_ASSERT_EQUAL(t.rate.bw, 2);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "queues", test_queues },
		{ "lengths, 802.3", test_lengths },
		{ "lengths, 802.11", test_dot11_lengths },
		{ "short transfers", test_short },
		{ "EtherType", test_ethertype },
		{ "fields", test_fields },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "mt7921u transmit descriptor", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
