/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Events of the chip's processor, and the list of what the chip can. Bytes: answers that
 * Linux took from an emulated device; openwrt/mt76 mt76_connac_mcu.h, mt7921/mcu.c. */

#include <errno.h>

#include <rte_common.h>

#include "cunit_run.h"
#include "hexbytes.h"

#include "mt76u_caps.h"
#include "mt76u_event.h"

#define ZEROS_20	"0000000000000000000000000000000000000000"
#define SEMAPHORE	"24000038" ZEROS_20 "0c0000e00401000002000000"
#define GENERIC		"24000038" ZEROS_20 "0c0000e00102000000000000"
#define RESULT		"2c000038" ZEROS_20 "140000e00101020000000000" "0100000000000000"
#define NIC_CAPAB	"53000038" ZEROS_20 "3b0000e0010e000000000000" \
			"03000000" "0700000006000000020000796101" \
			"080000000c000000010101030200010101010301" "180000000100000001"

static enum mt76u_event_kind
next(const char *text, uint32_t *pos, struct mt76u_event *event)
{
	uint32_t len;
	uint8_t *p = hex_bytes(text, &len);
	enum mt76u_event_kind kind = mt76u_event_next(p, len, pos, event);

	free(p);
	return kind;
}

static enum mt76u_event_kind
first(const char *text)
{
	struct mt76u_event event;
	uint32_t pos = 0;

	return next(text, &pos, &event);
}

static void
test_answers(void)
{
	struct mt76u_event event;
	uint32_t pos = 0, len, status = 77;
	uint8_t *p;

	CU_ASSERT_EQUAL(next(SEMAPHORE, &pos, &event), MT76U_EVENT_ANSWER);
	CU_ASSERT_EQUAL(pos, 36);
	CU_ASSERT_EQUAL(event.id, 4);
	CU_ASSERT_EQUAL(event.seq, 1);
	CU_ASSERT_EQUAL(event.body_len, 0);
	CU_ASSERT_EQUAL(mt76u_event_status(&event), 2);

	p = hex_bytes(RESULT, &len);
	pos = 0;
	CU_ASSERT_EQUAL(mt76u_event_next(p, len, &pos, &event), MT76U_EVENT_ANSWER);
	CU_ASSERT_EQUAL(event.option, 2);
	CU_ASSERT_EQUAL(event.body_len, 8);
	CU_ASSERT_TRUE(mt76u_event_uni_status(&event, 1, &status));
	CU_ASSERT_EQUAL(status, 0);
	CU_ASSERT_FALSE(mt76u_event_uni_status(&event, 2, &status));
	p[40] = 0x11;
	p[43] = 0x80;
	CU_ASSERT_TRUE(mt76u_event_uni_status(&event, 1, &status));
	CU_ASSERT_EQUAL(status, 0x80000011);
	event.body_len = 7;
	CU_ASSERT_FALSE(mt76u_event_uni_status(&event, 1, &status));
	free(p);
}

/* Several in a transfer, on multiples of 4, padding behind the last. */
static void
test_several(void)
{
	struct mt76u_event event;
	uint32_t pos = 0, len;
	uint8_t *p = hex_bytes(NIC_CAPAB "ee" GENERIC SEMAPHORE "0000000000", &len);

	CU_ASSERT_EQUAL(mt76u_event_next(p, len, &pos, &event), MT76U_EVENT_ANSWER);
	CU_ASSERT_EQUAL(event.body_len, 83 - 36);
	CU_ASSERT_EQUAL(pos, 84);
	CU_ASSERT_EQUAL(mt76u_event_next(p, len, &pos, &event), MT76U_EVENT_ANSWER);
	CU_ASSERT_EQUAL(event.seq, 2);
	CU_ASSERT_EQUAL(mt76u_event_next(p, len, &pos, &event), MT76U_EVENT_ANSWER);
	CU_ASSERT_EQUAL(event.id, 4);
	CU_ASSERT_EQUAL(mt76u_event_next(p, len, &pos, &event), MT76U_EVENT_NONE);
	free(p);
}

/* One byte of an answer changed: what it is then. */
static void
test_asides(void)
{
	static const struct {
		unsigned int at;
		uint8_t value;
		enum mt76u_event_kind kind;
	} rows[] = {
		{ 29, 0, MT76U_EVENT_ASIDE }, { 29, 15, MT76U_EVENT_ANSWER },
		{ 30, 0x04, MT76U_EVENT_ASIDE }, { 30, 0xff, MT76U_EVENT_ASIDE },
		{ 30, 0xfb, MT76U_EVENT_ANSWER },
		{ 28, 0x07, MT76U_EVENT_ASIDE }, { 28, 0x0d, MT76U_EVENT_ASIDE },
		{ 28, 0x0f, MT76U_EVENT_ASIDE }, { 28, 0x13, MT76U_EVENT_ASIDE },
		{ 28, 0x23, MT76U_EVENT_ASIDE }, { 28, 0x27, MT76U_EVENT_ASIDE },
		{ 28, 0x96, MT76U_EVENT_ASIDE }, { 28, 0xf0, MT76U_EVENT_ASIDE },
		{ 28, 0x02, MT76U_EVENT_ANSWER }, { 28, 0x05, MT76U_EVENT_ANSWER },
		{ 28, 0x06, MT76U_EVENT_ANSWER }, { 28, 0xed, MT76U_EVENT_ANSWER },
		{ 32, 0x87, MT76U_EVENT_ASIDE }, { 32, 0x86, MT76U_EVENT_ANSWER },
		/* type: packet, status, event that is a frame */
		{ 3, 0x10, MT76U_EVENT_UNIT }, { 3, 0x00, MT76U_EVENT_UNIT },
		{ 2, 0x01, MT76U_EVENT_UNIT }, { 2, 0x02, MT76U_EVENT_ANSWER },
		/* length */
		{ 0, 35, MT76U_EVENT_BAD }, { 0, 37, MT76U_EVENT_BAD }, { 0, 0, MT76U_EVENT_BAD },
		{ 1, 1, MT76U_EVENT_BAD },
	};
	struct mt76u_event event;
	unsigned int i;
	uint32_t len, pos;

	for (i = 0; i < RTE_DIM(rows); i++) {
		uint8_t *p = hex_bytes(GENERIC, &len);

		p[rows[i].at] = rows[i].value;
		pos = 0;
		CU_ASSERT_EQUAL(mt76u_event_next(p, len, &pos, &event), rows[i].kind);
		CU_ASSERT(pos == 36);
		free(p);
	}
}

/* Every beginning of it, in a block of its own. */
static void
test_truncated(void)
{
	struct mt76u_event event;
	uint32_t len, n, pos;
	uint8_t *whole = hex_bytes(GENERIC, &len), *p;

	for (n = 0; n < len; n++) {
		p = exact_copy(whole, n);
		pos = 0;
		CU_ASSERT_EQUAL(mt76u_event_next(p, n, &pos, &event),
				n == 0 ? MT76U_EVENT_NONE : MT76U_EVENT_BAD);
		CU_ASSERT_EQUAL(pos, n);
		free(p);
	}
	free(whole);
	CU_ASSERT_EQUAL(first("00000000"), MT76U_EVENT_NONE);
}

static int
parse_caps(const char *text, struct mt76u_caps *caps)
{
	uint32_t len;
	uint8_t *p = hex_bytes(text, &len);
	int ret = mt76u_caps_parse(p, len, caps);

	free(p);
	return ret;
}

static void
test_caps(void)
{
	static const uint8_t mac[6] = { 0x02, 0x00, 0x00, 0x79, 0x61, 0x01 };
	struct mt76u_caps caps;

	CU_ASSERT_EQUAL(parse_caps("03000000" "0700000006000000020000796101"
				   "080000000c000000010101030200010101010301"
				   "180000000100000001", &caps), 0);
	CU_ASSERT_EQUAL(memcmp(&caps.mac, mac, 6), 0);
	CU_ASSERT_TRUE(caps.phy && caps.band_2g && caps.band_5g && caps.band_6g && caps.he);
	CU_ASSERT_EQUAL(caps.nss, 2);

	/* 5 GHz alone, one antenna, no HE; an element that nobody knows; no 6 GHz */
	CU_ASSERT_EQUAL(parse_caps("03000000" "99000000" "03000000" "aabbcc"
				   "080000000c000000010101030100010101010200"
				   "180000000100000000", &caps), 0);
	CU_ASSERT_TRUE(caps.phy && !caps.band_2g && caps.band_5g && !caps.band_6g && !caps.he);
	CU_ASSERT_EQUAL(caps.nss, 1);

	/* Elements too short for what they are say nothing. */
	CU_ASSERT_EQUAL(parse_caps("03000000" "07000000050000000200007961"
				   "080000000b0000000101010302000101010103"
				   "1800000000000000", &caps), 0);
	CU_ASSERT_TRUE(rte_is_zero_ether_addr(&caps.mac) && !caps.phy && !caps.band_6g);

	CU_ASSERT_EQUAL(parse_caps("00000000", &caps), 0);
	CU_ASSERT_EQUAL(parse_caps("000000", &caps), -EPROTO);
	CU_ASSERT_EQUAL(parse_caps("01000000", &caps), -EPROTO);
	CU_ASSERT_EQUAL(parse_caps("0100000007000000ffffffff0000", &caps), -EPROTO);
	CU_ASSERT_EQUAL(parse_caps("0100000007000000f8ffffff0000", &caps), -EPROTO);
	CU_ASSERT_EQUAL(parse_caps("ffff0000" "180000000100000001", &caps), -EPROTO);
}

static void
test_caps_truncated(void)
{
	struct mt76u_caps caps;
	uint32_t len, n;
	uint8_t *whole = hex_bytes("03000000" "0700000006000000020000796101"
				   "080000000c000000010101030200010101010301"
				   "180000000100000001", &len), *p;

	for (n = 0; n < len; n++) {
		p = exact_copy(whole, n);
		CU_ASSERT_EQUAL(mt76u_caps_parse(p, n, &caps), -EPROTO);
		free(p);
	}
	free(whole);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "answers", test_answers },
		{ "several in a transfer", test_several },
		{ "asides, units, lengths", test_asides },
		{ "truncated", test_truncated },
		{ "capabilities", test_caps },
		{ "capabilities, truncated", test_caps_truncated },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "mt76u_event", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
