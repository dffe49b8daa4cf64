/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Headers and MSDUs by themselves, at the edges of their lengths. Blocks of exactly their
 * size: a sanitizer sees every read behind them. */

#include "../cunit_run.h"
#include "../hexbytes.h"
#include "mt7921u/mpdu.h"
#include "mt7921u/msdu.h"
#include "mt_bench.h"

struct header_row {
	uint16_t fc;
	uint32_t len, hdr_len;
	bool a2, a3, a4, qos;
	uint32_t htc;
};

static const struct header_row headers[] = {
	{ 0x0288, 9, 0, false, false, false, false, 0 },
	{ 0x0288, 10, 10, false, false, false, false, 0 },
	{ 0x0288, 15, 10, false, false, false, false, 0 },
	{ 0x0288, 16, 10, true, false, false, false, 0 },
	{ 0x0288, 23, 10, true, false, false, false, 0 },
	{ 0x0288, 24, 24, true, true, false, false, 0 },
	{ 0x0288, 25, 24, true, true, false, false, 0 },
	{ 0x0288, 26, 26, true, true, false, true, 0 },
	{ 0x8288, 29, 26, true, true, false, true, 0 },
	{ 0x8288, 30, 30, true, true, false, true, 0x1d1c1b1a },
	{ 0x8050, 27, 24, true, true, false, false, 0 },
	{ 0x8050, 28, 28, true, true, false, false, 0x1b1a1918 },
	{ 0x8208, 40, 24, true, true, false, false, 0 },
	{ 0x0308, 29, 24, true, true, false, false, 0 },
	{ 0x0308, 30, 30, true, true, true, false, 0 },
	{ 0x0388, 32, 32, true, true, true, true, 0 },
	{ 0x8388, 36, 36, true, true, true, true, 0x23222120 },
	{ 0x0350, 40, 24, true, true, false, false, 0 },	/* management */
	{ 0x00d4, 40, 10, true, false, false, false, 0 },	/* Ack */
	{ 0x00c4, 40, 10, true, false, false, false, 0 },	/* CTS */
	{ 0x00b4, 16, 16, true, false, false, false, 0 },	/* RTS */
	{ 0x00e4, 40, 16, true, false, false, false, 0 },	/* CF-End */
	{ 0x000c, 40, 10, true, false, false, false, 0 },	/* type 3 */
};

static void
test_headers(void)
{
	uint8_t bytes[64];
	unsigned int i;

	for (i = 0; i < sizeof(headers) / sizeof(headers[0]); i++) {
		const struct header_row *r = &headers[i];
		uint8_t *p;
		struct mpdu m;

		bench_frame_bytes(bytes, sizeof(bytes), r->fc, bench_mac, 0x0120);
		bytes[24] = 24;
		bytes[25] = 25;
		p = exact_copy(bytes, r->len);
		mt7921_mpdu_parse(&m, p, r->len);
		if (m.hdr_len != r->hdr_len)
			printf("  row %u: header %u\n", i, m.hdr_len);
		CU_ASSERT_EQUAL(m.hdr_len, r->hdr_len);
		CU_ASSERT_EQUAL(m.a1 != NULL, r->len >= 10);
		CU_ASSERT_EQUAL(m.a2 != NULL, r->a2);
		CU_ASSERT_EQUAL(m.a3 != NULL, r->a3);
		CU_ASSERT_EQUAL(m.a4 != NULL, r->a4);
		CU_ASSERT_EQUAL(m.qos, r->qos);
		CU_ASSERT_EQUAL(m.ht_control, r->htc);
		free(p);
	}
}

/* Shorter than IV and MIC, exactly that, one more. */
static void
test_bodies(void)
{
	static const struct { uint8_t mode; uint32_t iv, mic; } modes[] = {
		{ 0, 0, 0 }, { 1, 4, 4 }, { 2, 8, 12 }, { 4, 8, 8 }, { 10, 8, 16 },
		{ 11, 8, 16 }, { 12, 8, 16 },
	};
	struct mpdu_body body;
	struct mpdu m;
	unsigned int i;

	for (i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
		uint32_t len = 24 + modes[i].iv + modes[i].mic;
		uint8_t bytes[64], *p;

		bench_frame_bytes(bytes, sizeof(bytes), BENCH_FC_DATA, bench_mac, 0);
		p = exact_copy(bytes, len + 1);
		mt7921_mpdu_parse(&m, p, len + 1);
		CU_ASSERT(mt7921_mpdu_body(&m, modes[i].mode, &body));
		CU_ASSERT_EQUAL(body.len, 1);
		CU_ASSERT_PTR_EQUAL(body.data, p + 24 + modes[i].iv);
		mt7921_mpdu_parse(&m, p, len);
		CU_ASSERT(mt7921_mpdu_body(&m, modes[i].mode, &body));
		CU_ASSERT_EQUAL(body.len, 0);
		mt7921_mpdu_parse(&m, p, len - 1);
		CU_ASSERT_EQUAL(mt7921_mpdu_body(&m, modes[i].mode, &body), len == 24);
		free(p);
	}
}

/* Subframes of so many bytes behind their header; how many there are. */
static void
test_subframes(void)
{
	static const struct { uint32_t len; uint8_t sizes[3]; uint32_t count; } rows[] = {
		{ 0, { 0 }, 0 }, { 13, { 0 }, 0 }, { 14, { 0 }, 1 }, { 15, { 1 }, 1 },
		{ 16, { 0 }, 1 },			/* padding behind the last */
		{ 30, { 0, 0 }, 2 }, { 29, { 0, 0 }, 0 }, { 17, { 0 }, 0 },
		{ 31, { 3, 0 }, 0 }, { 34, { 3, 0 }, 2 }, { 34, { 20 }, 1 },
		{ 33, { 20 }, 0 }, { 46, { 0, 0, 0 }, 3 },
	};
	unsigned int i, k;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		uint8_t bytes[64] = { 0 }, *p;
		uint32_t pos = 0;

		for (k = 0; k < 3 && pos + 13 < sizeof(bytes); k++) {
			bytes[pos + 13] = rows[i].sizes[k];
			pos = (pos + 14 + rows[i].sizes[k] + 3) / 4 * 4;
		}
		p = exact_copy(bytes, rows[i].len);
		if (mt7921_subframes(p, rows[i].len) != rows[i].count)
			printf("  row %u\n", i);
		CU_ASSERT_EQUAL(mt7921_subframes(p, rows[i].len), rows[i].count);
		free(p);
	}
}

/* LLC and Ethernet, one way and back. */
static void
test_ethernet(void)
{
	static const struct { const char *msdu, *packet; bool back; } rows[] = {
		{ "aaaa03000000 0800 01020304", "0800 01020304", true },
		{ "aaaa03000000 0800", "0800", true },
		{ "aaaa03000000 0600 01", "0600 01", true },
		{ "aaaa03000000 05ff 01", "0009 aaaa03000000 05ff 01", true },
		{ "aaaa030000f8 80f3 01", "80f3 01", true },
		{ "aaaa030000f8 8137 01", "8137 01", true },
		{ "aaaa030000f8 0800 01", "0800 01", false },
		{ "aaaa03000000 80f3 01", "0009 aaaa03000000 80f3 01", true },
		{ "aaaa03000000 08", "0007 aaaa03000000 08", true },
		{ "424203 01", "0004 424203 01", true },
	};
	static const uint8_t da[6] = { 2, 0, 0, 0, 0, 1 }, sa[6] = { 2, 0, 0, 0, 0, 2 };
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		uint32_t msdu_len, tail_len, len;
		uint8_t *msdu = hex_bytes(rows[i].msdu, &msdu_len);
		uint8_t *tail = hex_bytes(rows[i].packet, &tail_len);
		uint8_t out[64], back[64];

		len = mt7921_msdu_to_ethernet(da, sa, msdu, msdu_len, out);
		CU_ASSERT_EQUAL_FATAL(len, 12 + tail_len);
		CU_ASSERT_EQUAL(memcmp(out, da, 6) | memcmp(out + 6, sa, 6), 0);
		CU_ASSERT_EQUAL(memcmp(out + 12, tail, tail_len), 0);
		if (rows[i].back) {
			CU_ASSERT_EQUAL_FATAL(mt7921_msdu_from_ethernet(out, len, back),
					      msdu_len);
			CU_ASSERT_EQUAL(memcmp(back, msdu, msdu_len), 0);
		}
		free(msdu);
		free(tail);
	}
}

/* A length field longer than the packet: what is there. */
static void
test_length_field(void)
{
	static const uint8_t packet[18] = { 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 0, 40, 9, 8, 7, 6 };
	uint8_t *p = exact_copy(packet, sizeof(packet)), out[32];

	CU_ASSERT_EQUAL_FATAL(mt7921_msdu_from_ethernet(p, sizeof(packet), out), 4);
	CU_ASSERT_EQUAL(memcmp(out, packet + 14, 4), 0);
	p[13] = 3;
	CU_ASSERT_EQUAL(mt7921_msdu_from_ethernet(p, sizeof(packet), out), 3);
	free(p);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "headers", test_headers },
		{ "bodies", test_bodies },
		{ "subframes", test_subframes },
		{ "LLC and Ethernet", test_ethernet },
		{ "length field", test_length_field },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "mt7921u headers and MSDUs", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
