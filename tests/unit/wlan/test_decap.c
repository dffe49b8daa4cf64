/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* 802.11 to Ethernet. Frames are heap blocks that end with their last byte. */

#include "cunit_run.h"
#include "hexbytes.h"

#include "decap_table.h"

static struct wlan_rxinfo
info_of(const struct decap_row *row)
{
	return (struct wlan_rxinfo){ .flags = row->flags, .cipher = row->cipher };
}

static void
check_packet(const struct decap_row *row, const struct wlan_msdu *msdu)
{
	uint32_t want_len, len = wlan_ethernet_len(msdu);
	uint8_t *want = hex_bytes(row->packet, &want_len);
	uint8_t *got = malloc(len);

	CU_ASSERT_PTR_NOT_NULL_FATAL(got);
	wlan_write_ethernet(got, msdu);
	CU_ASSERT_EQUAL(len, want_len);
	CU_ASSERT(len == want_len && memcmp(got, want, len) == 0);
	if (len != want_len || memcmp(got, want, len) != 0)
		printf("    %s: wrong packet\n", row->name);
	free(got);
	free(want);
}

/* A constant at each call, as drivers have it. */
static enum wlan_drop
decap(const uint8_t *frame, uint32_t len, bool fcs, struct wlan_rxinfo info,
      struct wlan_msdu *msdu)
{
	return fcs ? wlan_decap(frame, len, WLAN_FCS_LEN, info, msdu) :
		     wlan_decap(frame, len, 0, info, msdu);
}

/* The row's frame, or all of it but the FCS. */
static uint8_t *
row_frame(const struct decap_row *row, bool fcs, uint32_t *len)
{
	uint8_t *whole = hex_bytes(row->frame, len), *frame;

	if (fcs)
		return whole;
	*len -= 4;
	frame = exact_copy(whole, *len);
	free(whole);
	return frame;
}

static void
check_row(const struct decap_row *row, bool fcs)
{
	struct wlan_msdu msdu;
	uint32_t len;
	uint8_t *frame = row_frame(row, fcs, &len);
	enum wlan_drop drop = decap(frame, len, fcs, info_of(row), &msdu);

	CU_ASSERT_EQUAL(drop, row->drop);
	if (drop != row->drop)
		printf("    %s: %s\n", row->name, wlan_drop_name(drop));
	else if (drop == WLAN_DROP_NONE)
		check_packet(row, &msdu);
	free(frame);
}

static void
test_table(void)
{
	unsigned int i;

	for (i = 0; i < RTE_DIM(decap_rows); i++) {
		check_row(&decap_rows[i], true);
		check_row(&decap_rows[i], false);
	}
}

/* "short" below the row's minimum and never above, and above it what the row says,
 * or 802.3 of what is left. */
static void
check_cut(const struct decap_row *row, const uint8_t *frame, uint32_t n, bool fcs)
{
	uint32_t min = row->min > 2 && !fcs ? row->min - 4 : row->min;
	enum wlan_drop want = n < min ? WLAN_DROP_SHORT : row->drop;
	uint8_t *cut = exact_copy(frame, n);
	struct wlan_msdu msdu;
	enum wlan_drop drop = decap(cut, n, fcs, info_of(row), &msdu);

	CU_ASSERT_EQUAL(drop, want);
	if (drop != want)
		printf("    %s, %u bytes: %s\n", row->name, n, wlan_drop_name(drop));
	if (drop == WLAN_DROP_NONE) {
		CU_ASSERT(msdu.body >= cut && msdu.body_len >= 2);
		CU_ASSERT(msdu.body + msdu.body_len <= cut + n - (fcs ? 4 : 0));
	}
	/* The length of a subframe is its own. */
	if (drop == WLAN_DROP_NONE && n == min && (row->flags & CUT) == 0)
		CU_ASSERT_EQUAL(msdu.body_len, 2);
	free(cut);
}

static void
test_every_cut(void)
{
	unsigned int i, fcs;

	for (i = 0; i < RTE_DIM(decap_rows); i++) {
		for (fcs = 0; fcs < 2; fcs++) {
			uint32_t len, n;
			uint8_t *frame = row_frame(&decap_rows[i], fcs, &len);

			for (n = 0; n < len; n++)
				check_cut(&decap_rows[i], frame, n, fcs);
			free(frame);
		}
	}
}

/* What the length of a subframe may say of the 12 bytes behind it. */
static void
test_subframe_length(void)
{
	static const struct {
		const char *length;
		enum wlan_drop drop;
		uint32_t packet;
	} rows[] = {
		{ " 00 00", WLAN_DROP_SHORT, 0 }, { " 00 01", WLAN_DROP_SHORT, 0 },
		{ " 00 02", WLAN_DROP_AMSDU, 0 }, { " 00 08", WLAN_DROP_AMSDU, 0 },
		{ " 00 09", GOOD, 15 }, { " 00 0c", GOOD, 18 },
		{ " 00 0d", WLAN_DROP_SHORT, 0 }, { " 01 0c", WLAN_DROP_SHORT, 0 },
		{ " ff ff", WLAN_DROP_SHORT, 0 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		char text[256];
		struct wlan_msdu msdu;
		uint32_t len;
		uint8_t *frame;
		enum wlan_drop drop;

		snprintf(text, sizeof(text), "%s%s%s", "88 02" DUR A1 A2 A3 SEQ QOS_AMSDU
			 SUB_DA SUB_SA, rows[i].length, RFC IP DATA4 FCS);
		frame = hex_bytes(text, &len);
		drop = wlan_decap(frame, len, WLAN_FCS_LEN,
				  (struct wlan_rxinfo){ .flags = CUT }, &msdu);
		CU_ASSERT_EQUAL(drop, rows[i].drop);
		if (drop == WLAN_DROP_NONE)
			CU_ASSERT_EQUAL(wlan_ethernet_len(&msdu), rows[i].packet);
		free(frame);
	}
}

/* A packet already: it comes out as it went in, whatever is in the type's place. */
static void
test_translated(void)
{
	static const char *const packets[] = {
		A1 A3 IP, A1 A3 IP DATA4, A1 A3 " 81 00 00 12" IP DATA4,
		A1 A3 " 00 03 42 42 03", A1 A3 " 00 0c" RFC IP DATA4,
		RFC A3 " 05 ff",
	};
	struct wlan_msdu msdu = { 0 };
	unsigned int i;
	uint32_t len, n;

	for (i = 0; i < RTE_DIM(packets); i++) {
		uint8_t *frame = hex_bytes(packets[i], &len), *got = malloc(len);

		CU_ASSERT_PTR_NOT_NULL_FATAL(got);
		CU_ASSERT_EQUAL(wlan_translated(frame, len, &msdu), WLAN_DROP_NONE);
		CU_ASSERT_EQUAL_FATAL(wlan_ethernet_len(&msdu), len);
		CU_ASSERT_EQUAL(wlan_ethernet_head(&msdu), 12);
		wlan_write_ethernet(got, &msdu);
		CU_ASSERT_EQUAL(memcmp(got, frame, len), 0);
		free(got);
		free(frame);
	}
	for (n = 0; n < 14; n++) {
		uint8_t *cut = exact_copy("\x02\0\0\0\0\xa1\x02\0\0\0\0\xc3\x08", n);

		CU_ASSERT_EQUAL(wlan_translated(cut, n, &msdu), WLAN_DROP_SHORT);
		free(cut);
	}
}

/* Each drop of the enum is in the table but two, which have tests of their own, and the
 * caller's. */
static void
test_table_is_whole(void)
{
	bool seen[WLAN_DROP_MAX] = { false };
	unsigned int i;

	for (i = 0; i < RTE_DIM(decap_rows); i++)
		seen[decap_rows[i].drop] = true;
	for (i = 0; i < WLAN_DROP_MAX; i++)
		CU_ASSERT_EQUAL(seen[i], i != WLAN_DROP_SHORT && i != WLAN_DROP_LLC &&
				i != WLAN_DROP_NOT_FOR_US);
}

/* A body without EtherType: 1500 bytes are what a length field can say. */
static void
test_8023_longest(void)
{
	static const uint8_t head[26] = { 0x88, 0x02 };
	const struct wlan_rxinfo info = { 0 };
	uint32_t body;

	for (body = 1498; body <= 1502; body++) {
		uint32_t len = 26 + body + 4;
		uint8_t *frame = calloc(1, len), *got;
		struct wlan_msdu msdu;
		enum wlan_drop drop;

		CU_ASSERT_PTR_NOT_NULL_FATAL(frame);
		memcpy(frame, head, sizeof(head));
		memset(frame + 26, 0x42, body);
		drop = wlan_decap(frame, len, WLAN_FCS_LEN, info, &msdu);
		CU_ASSERT_EQUAL(drop, body <= 1500 ? WLAN_DROP_NONE : WLAN_DROP_LLC);
		if (drop == WLAN_DROP_NONE) {
			CU_ASSERT_EQUAL(wlan_ethernet_len(&msdu), 14 + body);
			got = malloc(14 + body);
			CU_ASSERT_PTR_NOT_NULL_FATAL(got);
			wlan_write_ethernet(got, &msdu);
			CU_ASSERT_EQUAL(got[12] << 8 | got[13], (int)body);
			free(got);
		}
		/* The odd path has the same limit. */
		frame[1] = 0x01;
		CU_ASSERT_EQUAL(wlan_decap(frame, len, WLAN_FCS_LEN, info, &msdu), drop);
		free(frame);
	}
}

/* An EtherType has no such limit. */
static void
test_snap_longest(void)
{
	static const uint8_t head[34] = {
		0x88, 0x02, [26] = 0xaa, 0xaa, 0x03, 0, 0, 0, 0x08, 0x00,
	};
	uint8_t *frame = calloc(1, 11454);
	struct wlan_msdu msdu;

	CU_ASSERT_PTR_NOT_NULL_FATAL(frame);
	memcpy(frame, head, sizeof(head));
	CU_ASSERT_EQUAL(wlan_decap(frame, 11454, WLAN_FCS_LEN, (struct wlan_rxinfo){ 0 },
				   &msdu), WLAN_DROP_NONE);
	/* 11454 - 26 - 6 - 4 + 12 */
	CU_ASSERT_EQUAL(wlan_ethernet_len(&msdu), 11430);
	free(frame);
}

static uint64_t rng_state = 0x853c49e6748fea9bull;

static uint32_t
rnd(void)
{
	rng_state ^= rng_state >> 12;
	rng_state ^= rng_state << 25;
	rng_state ^= rng_state >> 27;
	return (uint32_t)(rng_state * 0x2545f4914f6cdd1dull >> 32);
}

/* A row of the table, with some bits of header, flags and length changed. */
static uint8_t *
random_frame(struct wlan_rxinfo *info, uint32_t *len)
{
	const struct decap_row *row = &decap_rows[rnd() % RTE_DIM(decap_rows)];
	uint8_t *frame = hex_bytes(row->frame, len);
	uint32_t i, n = rnd() % 4;

	*info = info_of(row);
	for (i = 0; i < n; i++) {
		uint32_t at = rnd() % 3 == 0 ? rnd() % *len : rnd() % 2;

		frame[at] ^= 1u << rnd() % 8;
	}
	if (rnd() % 4 == 0)
		info->flags ^= 1u << rnd() % 12;
	if (rnd() % 8 == 0)
		info->cipher = rnd() % 8;
	if (rnd() % 4 == 0) {
		uint8_t *cut;

		*len = rnd() % (*len + 1);
		cut = exact_copy(frame, *len);
		free(frame);
		frame = cut;
	}
	return frame;
}

/* The plain case is a short cut, never another answer. */
static void
test_plain_agrees_with_odd(void)
{
	unsigned int i, drops[WLAN_DROP_MAX] = { 0 }, differ = 0;

	for (i = 0; i < 200000; i++) {
		struct wlan_msdu plain, odd = { 0 };
		struct wlan_rxinfo info;
		enum wlan_drop drop;
		uint32_t len, fcs_len = i % 2 * WLAN_FCS_LEN;
		uint8_t *frame = random_frame(&info, &len);

		drop = decap(frame, len, fcs_len != 0, info, &plain);
		if (wlan_decap_odd(frame, len, fcs_len, info, &odd) != drop)
			differ++;
		else if (drop == WLAN_DROP_NONE)
			differ += plain.da != odd.da || plain.sa != odd.sa ||
				plain.body != odd.body || plain.body_len != odd.body_len ||
				plain.llc != odd.llc;
		drops[drop]++;
		free(frame);
	}
	CU_ASSERT_EQUAL(differ, 0);
	/* Or the comparison would be empty. */
	for (i = 0; i < WLAN_DROP_MAX; i++)
		CU_ASSERT(i == WLAN_DROP_LLC || i == WLAN_DROP_NOT_FOR_US || drops[i] > 100);
}

/* Where the body of a frame begins, whatever stands before it, and what it begins with:
 * each row's frame, each cut of it, each byte of the six another. */
static void
test_body_is_snap(void)
{
	static const struct {
		uint32_t flags;
		uint8_t cipher;
		const char *head;
	} rows[] = {
		{ 0, 0, "88 02" DUR A1 A2 A3 SEQ QOS_AMSDU },
		{ 0, 0, "08 02" DUR A1 A2 A3 SEQ },
		{ 0, 0, "88 82" DUR A1 A2 A3 SEQ QOS_AMSDU HTC },
		{ 0, 0, "88 03" DUR A1 A2 A3 SEQ A4 QOS_AMSDU },
		{ PAD2, 0, "88 02" DUR A1 A2 A3 SEQ QOS_AMSDU " aa aa" },
		{ STRIP, WLAN_CIPHER_CCMP, "88 42" DUR A1 A2 A3 SEQ QOS_AMSDU },
		{ DEC, WLAN_CIPHER_CCMP, "88 42" DUR A1 A2 A3 SEQ QOS_AMSDU IV8 },
		{ DEC | PAD2, WLAN_CIPHER_WEP, "88 42" DUR A1 A2 A3 SEQ QOS_AMSDU IV4 " 00 00" },
	};
	unsigned int i, k;
	uint32_t len, n;

	for (i = 0; i < RTE_DIM(rows); i++) {
		const struct wlan_rxinfo info = { .flags = rows[i].flags,
						  .cipher = rows[i].cipher };
		char text[256];
		uint8_t *frame;

		snprintf(text, sizeof(text), "%s" RFC, rows[i].head);
		frame = hex_bytes(text, &len);
		for (n = 0; n < len; n++) {
			uint8_t *cut = exact_copy(frame, n);

			CU_ASSERT_FALSE(wlan_body_is_snap(cut, n, info));
			free(cut);
		}
		CU_ASSERT_TRUE(wlan_body_is_snap(frame, len, info));
		for (k = 1; k <= 6; k++) {
			frame[len - k] ^= 1;
			CU_ASSERT_FALSE(wlan_body_is_snap(frame, len, info));
			frame[len - k] ^= 1;
		}
		free(frame);
	}
}

/* The block ends with the address. */
static void
test_receiver(void)
{
	static const uint8_t own[8] = { 0x02, 0, 0, 0, 0, 0xa1 };
	static const char *const others[] = {
		A2, " 00 00 00 00 00 a1", " 02 00 00 00 00 a0", " 02 00 01 00 00 a1",
	};
	static const char *const good[] = { A1, GROUP, " ff ff ff ff ff ff", " 03 00 00 00 00 a1" };
	unsigned int i;
	uint64_t ra;
	uint32_t len;

	memcpy(&ra, own, sizeof(ra));
	for (i = 0; i < RTE_DIM(good); i++) {
		uint8_t *us = hex_bytes(good[i], &len), *other = hex_bytes(others[i], &len);

		CU_ASSERT_TRUE(wlan_ra_is_for(us, ra));
		CU_ASSERT_FALSE(wlan_ra_is_for(other, ra));
		free(us);
		free(other);
	}
}

static void
test_names(void)
{
	static const struct {
		enum wlan_drop drop;
		const char *name;
		bool error;
	} rows[] = {
		{ WLAN_DROP_NONE, "none", false },
		{ WLAN_DROP_SHORT, "short", true },
		{ WLAN_DROP_VERSION, "version", true },
		{ WLAN_DROP_MGMT, "mgmt", false },
		{ WLAN_DROP_CTRL, "ctrl", false },
		{ WLAN_DROP_EXTENSION, "extension", false },
		{ WLAN_DROP_NO_DATA, "no_data", false },
		{ WLAN_DROP_CF, "cf", true },
		{ WLAN_DROP_FCS_ERROR, "fcs_error", true },
		{ WLAN_DROP_ICV_ERROR, "icv_error", true },
		{ WLAN_DROP_PROTECTED, "protected", true },
		{ WLAN_DROP_CIPHER, "cipher", true },
		{ WLAN_DROP_FRAGMENT, "fragment", true },
		{ WLAN_DROP_AMSDU, "amsdu", true },
		{ WLAN_DROP_4ADDR, "4addr", true },
		{ WLAN_DROP_MESH, "mesh", true },
		{ WLAN_DROP_LLC, "llc", true },
		{ WLAN_DROP_NOT_FOR_US, "not_for_us", false },
	};
	unsigned int i;

	CU_ASSERT_EQUAL(RTE_DIM(rows), WLAN_DROP_MAX);
	for (i = 0; i < RTE_DIM(rows); i++) {
		CU_ASSERT_STRING_EQUAL(wlan_drop_name(rows[i].drop), rows[i].name);
		CU_ASSERT_EQUAL(wlan_drop_is_error(rows[i].drop), rows[i].error);
	}
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "frames and their packets", test_table },
		{ "every cut of every frame", test_every_cut },
		{ "the length of a subframe", test_subframe_length },
		{ "translated by the chip", test_translated },
		{ "the table has every drop", test_table_is_whole },
		{ "802.3 up to 1500 bytes", test_8023_longest },
		{ "EtherType at any length", test_snap_longest },
		{ "plain case and odd case agree", test_plain_agrees_with_odd },
		{ "a body that begins like LLC/SNAP", test_body_is_snap },
		{ "to us, to a group, to another", test_receiver },
		{ "names and classes of the drops", test_names },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "wlan_decap", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
