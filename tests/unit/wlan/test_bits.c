/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Each bit alone of the 802.11 header's words that sending reads (IEEE Std 802.11-2020,
 * 9.2.4): a field's bits change what it means, all others do not. */

#include "cunit_run.h"
#include "hexbytes.h"

#include "wlan_encap.h"

/* QoS control: TID [2:0] of a prioritized stream, policy No Ack 5. */
static void
test_qos_control(void)
{
	unsigned int bit;

	for (bit = 0; bit < 16; bit++) {
		uint8_t frame[26] = { 0x88, 0x01, [4] = 0x02 };
		struct wlan_txinfo info = WLAN_TXINFO_NONE;

		frame[24 + bit / 8] = 1u << bit % 8;
		CU_ASSERT_TRUE(wlan_tx_frame(frame, sizeof(frame), sizeof(frame), &info));
		CU_ASSERT_EQUAL(info.tid, bit < 3 ? 1u << bit : 0);
		CU_ASSERT_EQUAL((info.flags & WLAN_TXF_NO_ACK) != 0, bit == 5);
	}
}

/* Sequence control: fragment [3:0], number [15:4]. */
static void
test_sequence_control(void)
{
	unsigned int bit;

	for (bit = 0; bit < 16; bit++) {
		uint8_t frame[24] = { 0x08, 0x01, [4] = 0x02 };
		struct wlan_txinfo info = WLAN_TXINFO_NONE;

		frame[22 + bit / 8] = 1u << bit % 8;
		CU_ASSERT_TRUE(wlan_tx_frame(frame, sizeof(frame), sizeof(frame), &info));
		CU_ASSERT_EQUAL(info.frag, bit < 4 ? 1u << bit : 0);
		CU_ASSERT_EQUAL(info.seq, bit < 4 ? 0 : 1u << (bit - 4));
	}
}

/* A queue counts on and on: the number has 12 bits. */
static void
test_number_of_a_queue(void)
{
	static const struct rte_ether_addr bssid = { { 0x02, 0, 0, 0, 0, 1 } };
	static const uint8_t eth[14] = { 0x02, [12] = 0x08 };
	unsigned int bit;

	for (bit = 0; bit < 16; bit++) {
		uint8_t dst[WLAN_ENCAP_HEAD_MAX];
		struct wlan_txinfo info;
		uint32_t skip, body;

		wlan_encap(dst, eth, 60, &bssid, WLAN_AC_BE, 0, 1u << bit, &skip, &body, &info);
		CU_ASSERT_EQUAL(info.seq, bit < 12 ? 1u << bit : 0);
		CU_ASSERT_EQUAL(dst[22] | dst[23] << 8, bit < 12 ? 16u << bit : 0);
	}
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "QoS control", test_qos_control },
		{ "sequence control", test_sequence_control },
		{ "number of a queue", test_number_of_a_queue },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "wlan_bits", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
