/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Ethernet to 802.11, and the facts of frames that go out as they are. Layouts after
 * IEEE Std 802.11-2020 9.2 to 9.3. */

#include "cunit_run.h"
#include "hexbytes.h"

#include "wlan_decap.h"
#include "wlan_encap.h"

#define DA	" 02 00 00 00 00 da"
#define SA	" 02 00 00 00 00 5a"
#define AP	" 02 00 00 00 00 a9"
#define GROUP	" 01 00 5e 00 00 fb"
#define RFC	" aa aa 03 00 00 00"
#define TUNNEL	" aa aa 03 00 00 f8"

static const struct rte_ether_addr bssid = { { 0x02, 0, 0, 0, 0, 0xa9 } };

struct encap_row {
	const char *name;
	const char *packet;
	uint16_t seq;
	uint8_t tid;
	const char *head;
	uint32_t skip, body;
};

static const struct encap_row encap_rows[] = {
	{ "IPv4", DA SA " 08 00 de ad be ef", 0, 0,
	  "88 01 00 00" AP SA DA " 00 00" " 00 00" RFC, 12, 6 },
	{ "largest sequence number, TID 7", DA SA " 08 00 de ad", 4095, 7,
	  "88 01 00 00" AP SA DA " f0 ff" " 07 00" RFC, 12, 4 },
	{ "sequence number 0x123, TID 5", DA SA " 86 dd de", 0x123, 5,
	  "88 01 00 00" AP SA DA " 30 12" " 05 00" RFC, 12, 3 },
	{ "one too many for a sequence number", DA SA " 08 00", 4097, 0,
	  "88 01 00 00" AP SA DA " 10 00" " 00 00" RFC, 12, 2 },
	{ "to a group", GROUP SA " 08 06 de ad", 1, 6,
	  "88 01 00 00" AP SA GROUP " 10 00" " 06 00" RFC, 12, 4 },
	{ "AARP", DA SA " 80 f3 de ad", 1, 0,
	  "88 01 00 00" AP SA DA " 10 00" " 00 00" TUNNEL, 12, 4 },
	{ "IPX", DA SA " 81 37 de ad", 1, 0,
	  "88 01 00 00" AP SA DA " 10 00" " 00 00" TUNNEL, 12, 4 },
	{ "VLAN", DA SA " 81 00 00 12 08 00", 1, 0,
	  "88 01 00 00" AP SA DA " 10 00" " 00 00" RFC, 12, 6 },
	{ "smallest EtherType", DA SA " 06 00 de ad", 1, 0,
	  "88 01 00 00" AP SA DA " 10 00" " 00 00" RFC, 12, 4 },
	{ "802.3", DA SA " 00 03 42 42 03", 1, 0,
	  "88 01 00 00" AP SA DA " 10 00" " 00 00", 14, 3 },
	{ "802.3, padded", DA SA " 00 03 42 42 03 00 00 00", 1, 0,
	  "88 01 00 00" AP SA DA " 10 00" " 00 00", 14, 3 },
	{ "802.3, cut", DA SA " 00 04 42 42 03", 1, 0,
	  "88 01 00 00" AP SA DA " 10 00" " 00 00", 14, 3 },
	{ "802.3, nothing", DA SA " 00 00", 1, 0,
	  "88 01 00 00" AP SA DA " 10 00" " 00 00", 14, 0 },
	{ "no EtherType, no length", DA SA " 05 ff 42 42", 1, 0,
	  "88 01 00 00" AP SA DA " 10 00" " 00 00", 14, 2 },
};

static void
check_encap_info(const struct encap_row *row, const struct wlan_txinfo *info, uint32_t head)
{
	const struct wlan_rate no_rate = { 0 };

	CU_ASSERT_EQUAL(info->len, head + row->body);
	CU_ASSERT_EQUAL(info->flags, 0x0001);
	CU_ASSERT_EQUAL(info->fc, 0x0188);
	CU_ASSERT_EQUAL(info->seq, row->seq & 0xfff);
	CU_ASSERT_EQUAL(info->hdr_len, 26);
	CU_ASSERT_EQUAL(info->tid, row->tid);
	CU_ASSERT_EQUAL(info->ac, WLAN_AC_VI);
	CU_ASSERT_EQUAL(info->retries, 0xff);
	CU_ASSERT_EQUAL(memcmp(&info->rate, &no_rate, sizeof(no_rate)), 0);
}

static void
check_encap(const struct encap_row *row)
{
	uint32_t len, want_len, skip = 99, body = 99, n;
	uint8_t *packet = hex_bytes(row->packet, &len);
	uint8_t *eth = exact_copy(packet, 14);
	uint8_t *want = hex_bytes(row->head, &want_len);
	uint8_t *got = malloc(want_len);
	struct wlan_txinfo info;

	CU_ASSERT_PTR_NOT_NULL_FATAL(got);
	memset(&info, 0xa5, sizeof(info));
	n = wlan_encap(got, eth, len, &bssid, WLAN_AC_VI, row->tid, row->seq, &skip, &body,
		       &info);
	CU_ASSERT_EQUAL_FATAL(n, want_len);
	CU_ASSERT_EQUAL(memcmp(got, want, n), 0);
	if (memcmp(got, want, n) != 0)
		printf("    %s: wrong bytes\n", row->name);
	CU_ASSERT_EQUAL(skip, row->skip);
	CU_ASSERT_EQUAL(body, row->body);
	check_encap_info(row, &info, n);
	free(got);
	free(want);
	free(eth);
	free(packet);
}

static void
test_encap(void)
{
	unsigned int i;

	for (i = 0; i < RTE_DIM(encap_rows); i++)
		check_encap(&encap_rows[i]);
}

/* Where the header is written over the addresses that it is made of. */
static void
test_encap_in_place(void)
{
	uint8_t room[64], *want;
	uint32_t len, want_len, skip, body;
	uint8_t *packet = hex_bytes(encap_rows[0].packet, &len);
	struct wlan_txinfo info;
	unsigned int at;

	want = hex_bytes(encap_rows[0].head, &want_len);
	for (at = 0; at <= 32; at++) {
		memcpy(room + 20, packet, len);
		CU_ASSERT_EQUAL(wlan_encap(room + at, room + 20, len, &bssid, WLAN_AC_BE, 0, 0,
					   &skip, &body, &info), want_len);
		CU_ASSERT_EQUAL(memcmp(room + at, want, want_len), 0);
	}
	free(want);
	free(packet);
}

static void
test_encap_group_bssid(void)
{
	const struct rte_ether_addr group = { { 0x01, 0, 0x5e, 0, 0, 1 } };
	uint32_t len, skip, body;
	uint8_t *packet = hex_bytes(encap_rows[0].packet, &len);
	uint8_t head[WLAN_ENCAP_HEAD_MAX];
	struct wlan_txinfo info;

	wlan_encap(head, packet, len, &group, WLAN_AC_BE, 0, 0, &skip, &body, &info);
	CU_ASSERT_EQUAL(info.flags, WLAN_TXF_QOS | WLAN_TXF_GROUP | WLAN_TXF_NO_ACK);
	free(packet);
}

/* What goes out is what the other side's decap makes of it. */
static void
test_there_and_back(void)
{
	unsigned int i;

	for (i = 0; i < RTE_DIM(encap_rows); i++) {
		uint32_t len, n, skip, body;
		uint8_t *packet = hex_bytes(encap_rows[i].packet, &len);
		uint8_t frame[128], back[128];
		struct wlan_txinfo info;
		struct wlan_msdu msdu;

		n = wlan_encap(frame, packet, len, &bssid, WLAN_AC_BE, 0, 0, &skip, &body, &info);
		memcpy(frame + n, packet + skip, body);
		if (body >= 2) {
			CU_ASSERT_EQUAL(wlan_decap(frame, n + body, 0,
					(struct wlan_rxinfo){ 0 }, &msdu), WLAN_DROP_NONE);
			wlan_write_ethernet(back, &msdu);
			CU_ASSERT_EQUAL(wlan_ethernet_len(&msdu), skip + body);
			/* The length field is right afterwards even where it was not. */
			CU_ASSERT_EQUAL(memcmp(back, packet, 12), 0);
			CU_ASSERT_EQUAL(memcmp(back + 14, packet + 14, skip + body - 14), 0);
		}
		free(packet);
	}
}

#define Q	WLAN_TXF_QOS
#define G	WLAN_TXF_GROUP
#define N	WLAN_TXF_NO_ACK
#define OWN	WLAN_TXF_OWN_SEQ
#define A4	" 02 00 00 00 00 d4"
#define HTC	" 03 11 22 33"

struct frame_row {
	const char *name;
	const char *header;
	uint16_t fc, flags, seq;
	uint8_t tid, ac;
};

static const struct frame_row frame_rows[] = {
	{ "QoS data", "88 01 00 00" AP SA DA " f0 01 05 00", 0x0188, Q | OWN, 31, 5, WLAN_AC_VI },
	{ "QoS data, TID 15", "88 01 00 00" AP SA DA " f0 ff 0f 00",
	  0x0188, Q | OWN, 4095, 7, WLAN_AC_VO },
	{ "QoS data, fragment 5", "88 01 00 00" AP SA DA " 15 00 01 00",
	  0x0188, Q | OWN, 1, 1, WLAN_AC_BK },
	{ "QoS data, No Ack", "88 01 00 00" AP SA DA " 10 00 20 00",
	  0x0188, Q | OWN | N, 1, 0, WLAN_AC_BE },
	{ "QoS data, Block Ack", "88 01 00 00" AP SA DA " 10 00 60 00",
	  0x0188, Q | OWN | N, 1, 0, WLAN_AC_BE },
	{ "QoS data, no explicit ack", "88 01 00 00" AP SA DA " 10 00 40 00",
	  0x0188, Q | OWN, 1, 0, WLAN_AC_BE },
	{ "QoS data, 4 addresses", "88 03 00 00" AP SA DA " 10 00" A4 " 02 00",
	  0x0388, Q | OWN, 1, 2, WLAN_AC_BK },
	{ "QoS data, +HTC", "88 81 00 00" AP SA DA " 10 00 03 00" HTC,
	  0x8188, Q | OWN, 1, 3, WLAN_AC_BE },
	{ "QoS Null", "c8 01 00 00" AP SA DA " 10 00 04 00", 0x01c8, Q | OWN, 1, 4, WLAN_AC_VI },
	{ "data", "08 01 00 00" AP SA DA " 20 00", 0x0108, OWN, 2, 0, WLAN_AC_BE },
	{ "data, 4 addresses", "08 03 00 00" AP SA DA " 20 00" A4, 0x0308, OWN, 2, 0, WLAN_AC_BE },
	{ "data, Order", "08 81 00 00" AP SA DA " 20 00", 0x8108, OWN, 2, 0, WLAN_AC_BE },
	{ "data to a group", "08 02 00 00" GROUP SA DA " 20 00",
	  0x0208, OWN | G | N, 2, 0, WLAN_AC_BE },
	{ "beacon", "80 00 00 00" GROUP SA AP " 30 00", 0x0080, OWN | G | N, 3, 0, WLAN_AC_VO },
	{ "deauthentication", "c0 00 3a 01" DA AP AP " 30 00", 0x00c0, OWN, 3, 0, WLAN_AC_VO },
	{ "action, +HTC", "d0 80 00 00" DA AP AP " 30 00" HTC, 0x80d0, OWN, 3, 0, WLAN_AC_VO },
	{ "Ack", "d4 00 00 00" DA, 0x00d4, N, 0, 0, WLAN_AC_VO },
	{ "CTS", "c4 00 00 00" DA, 0x00c4, N, 0, 0, WLAN_AC_VO },
	{ "RTS", "b4 00 00 00" DA SA, 0x00b4, 0, 0, 0, WLAN_AC_VO },
	{ "BlockAckReq", "84 00 00 00" DA SA, 0x0084, 0, 0, 0, WLAN_AC_VO },
	{ "PS-Poll", "a4 10 01 c0" AP SA, 0x10a4, 0, 0, 0, WLAN_AC_VO },
};

static void
check_frame(const struct frame_row *row)
{
	const struct wlan_rate rate = { .mode = RTE_WLAN_HT, .mcs = 3 };
	struct wlan_txinfo before = { .retries = 7, .rate = rate, .flags = WLAN_TXF_RATE,
				      .seq = 77, .tid = 6, .ac = 9 };
	struct wlan_txinfo info;
	uint32_t n, len;
	uint8_t *frame = hex_bytes(row->header, &len);

	info = before;
	CU_ASSERT_TRUE(wlan_tx_frame(frame, len, len + 100, &info));
	CU_ASSERT_EQUAL(info.len, len + 100);
	CU_ASSERT_EQUAL(info.fc, row->fc);
	CU_ASSERT_EQUAL(info.flags, row->flags | WLAN_TXF_RATE);
	if (info.flags != (row->flags | WLAN_TXF_RATE))
		printf("    %s: flags %#x\n", row->name, info.flags);
	CU_ASSERT_EQUAL(info.hdr_len, len);
	CU_ASSERT_EQUAL(info.seq, row->seq);
	CU_ASSERT_EQUAL(info.tid, row->tid);
	CU_ASSERT_EQUAL(info.ac, row->ac);
	CU_ASSERT_EQUAL(info.retries, 7);
	CU_ASSERT_EQUAL(memcmp(&info.rate, &rate, sizeof(rate)), 0);
	for (n = 0; n < len; n++) {
		uint8_t *cut = exact_copy(frame, n);

		info = before;
		CU_ASSERT_FALSE(wlan_tx_frame(cut, n, len, &info));
		CU_ASSERT_FALSE(wlan_tx_frame(frame, len, n, &info));
		CU_ASSERT_EQUAL(memcmp(&info, &before, sizeof(info)), 0);
		free(cut);
	}
	free(frame);
}

static void
test_fragment_numbers(void)
{
	static const struct {
		const char *header;
		uint8_t frag;
	} rows[] = {
		{ "08 05 00 00" AP SA DA " 20 00", 0 },
		{ "08 05 00 00" AP SA DA " 25 00", 5 },
		{ "08 01 00 00" AP SA DA " ff ff", 15 },
		{ "d4 00 00 00" DA, 0 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct wlan_txinfo info = { .frag = 3 };
		uint32_t len;
		uint8_t *frame = hex_bytes(rows[i].header, &len);

		CU_ASSERT_TRUE(wlan_tx_frame(frame, len, len, &info));
		CU_ASSERT_EQUAL(info.frag, rows[i].frag);
		free(frame);
	}
}

static void
test_frames(void)
{
	unsigned int i;

	for (i = 0; i < RTE_DIM(frame_rows); i++)
		check_frame(&frame_rows[i]);
}

/* Versions 1 to 3, and the type that other bands use. */
static void
test_no_frames(void)
{
	static const uint8_t first[] = { 0x89, 0x8a, 0x8b, 0x81, 0xd6, 0x0c, 0x1c, 0xfc };
	struct wlan_txinfo info = WLAN_TXINFO_NONE;
	uint8_t frame[40] = { 0 };
	unsigned int i;

	for (i = 0; i < RTE_DIM(first); i++) {
		frame[0] = first[i];
		CU_ASSERT_FALSE(wlan_tx_frame(frame, sizeof(frame), sizeof(frame), &info));
	}
	CU_ASSERT_EQUAL(info.retries, 0xff);
	CU_ASSERT_EQUAL(info.len, 0);
}

/* IEEE Std 802.11-2020, table 10-1. */
static void
test_categories(void)
{
	static const uint8_t acs[] = {
		WLAN_AC_BE, WLAN_AC_BK, WLAN_AC_BK, WLAN_AC_BE,
		WLAN_AC_VI, WLAN_AC_VI, WLAN_AC_VO, WLAN_AC_VO,
	};
	unsigned int i;

	for (i = 0; i < 256; i++)
		CU_ASSERT_EQUAL(wlan_tid_to_ac(i), acs[i % 8]);
	CU_ASSERT_EQUAL(wlan_ac_to_tid(WLAN_AC_BE), 0);
	CU_ASSERT_EQUAL(wlan_ac_to_tid(WLAN_AC_BK), 1);
	CU_ASSERT_EQUAL(wlan_ac_to_tid(WLAN_AC_VI), 5);
	CU_ASSERT_EQUAL(wlan_ac_to_tid(WLAN_AC_VO), 6);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "packets and their headers", test_encap },
		{ "header over its own packet", test_encap_in_place },
		{ "address 1 is a group", test_encap_group_bssid },
		{ "there and back", test_there_and_back },
		{ "frames as they are", test_frames },
		{ "fragment numbers", test_fragment_numbers },
		{ "what is no frame", test_no_frames },
		{ "TIDs and categories", test_categories },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "wlan_encap", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
