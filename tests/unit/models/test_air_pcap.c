/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Captures as a source: link types, radiotap, bad files. */

#include <pcap/pcap.h>
#include <string.h>

#include "../cunit_run.h"
#include "air.h"
#include "air/fcs.h"
#include "air/radiotap.h"
#include "bench.h"
#include "capture.h"

static char err[300];

static struct air *
open_air(const char *options)
{
	return air_open(capture_spec(), options, err, sizeof(err));
}

static uint64_t
counter(const struct air *air, const char *wanted)
{
	const char *name;
	uint64_t value;
	unsigned int i;

	for (i = 0; air_counter(air, i, &name, &value); i++)
		if (strcmp(name, wanted) == 0)
			return value;
	return UINT64_MAX;
}

/* err names the file and says all of the words. */
static void
refused(const char *word1, const char *word2)
{
	struct air *air = open_air(NULL);

	CU_ASSERT_PTR_NULL_FATAL(air);
	if (strstr(err, word1) == NULL || strstr(err, word2) == NULL)
		printf("  %s\n", err);
	CU_ASSERT_PTR_NOT_NULL(strstr(err, capture_spec() + 5));
	CU_ASSERT_PTR_NOT_NULL(strstr(err, word1));
	CU_ASSERT_PTR_NOT_NULL(strstr(err, word2));
	CU_ASSERT_PTR_NULL(strchr(err, '\n'));
}

static const uint8_t zeros[2000];

static void
test_foreign_link_types(void)
{
	static const struct { int type; const char *number, *name; } rows[] = {
		{ DLT_PRISM_HEADER, "119", "PRISM" }, { DLT_PPI, "192", "PPI" },
		{ DLT_USB_LINUX_MMAPPED, "220", "USB" }, { 249, "249", "" },
		{ DLT_RAW, "link type", "RAW" },
	};
	const struct capture_record record = { zeros, 100, 0, 0 };
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		capture_write(rows[i].type, &record, 1);
		refused(rows[i].number, rows[i].name);
	}
}

static void
test_bad_files(void)
{
	const struct capture_record records[2] = { { zeros, 100, 0, 0 },
						   { zeros, 100, 0, 1 } };
	static const uint8_t version[24] = { 0xd4, 0xc3, 0xb2, 0xa1, 0x63, 0, 4, 0 };

	capture_write_bytes("", 0);
	refused("truncated", "");
	capture_write_bytes("this is no capture at all, just text", 36);
	refused("unknown file format", "");
	capture_write_bytes(version, 24);
	refused("version", "");
	capture_write(DLT_EN10MB, records, 0);
	refused("without packets", "");
	capture_write(DLT_EN10MB, records, 2);
	capture_cut(24 + 16 + 100 + 16 + 99);
	refused("record 2", "truncated");
	capture_cut(24 + 16 + 100 + 15);
	refused("record 2", "truncated");
	capture_cut(10);
	refused("truncated", "");
	CU_ASSERT_PTR_NULL(air_open("pcap:/nonexistent/file", NULL, err, sizeof(err)));
	CU_ASSERT_PTR_NOT_NULL(strstr(err, "No such file"));
	CU_ASSERT_PTR_NULL(air_open("pcap:", NULL, err, sizeof(err)));
}

static void
test_skipped_records(void)
{
	/* Too short, too large, cut at the snap length; two good ones. */
	static const uint8_t large[AIR_MPDU_MAX];
	const struct capture_record records[] = {
		{ zeros, 13, 0, 0 }, { zeros, 14, 0, 1 }, { large, AIR_MPDU_MAX - 63, 0, 2 },
		{ large, AIR_MPDU_MAX - 64, 0, 3 }, { zeros, 96, 1514, 4 },
	};
	struct air *air;
	unsigned int n;

	capture_write(DLT_EN10MB, records, 5);
	air = open_air("a4:1/htc:1/protect:gcmp256");
	CU_ASSERT_PTR_NOT_NULL_FATAL(air);
	for (n = 0; air_peek(air) != NULL; n++, air_take(air))
		CU_ASSERT(air_peek(air)->len <= AIR_MPDU_MAX);
	CU_ASSERT_EQUAL(n, 2);
	CU_ASSERT_EQUAL(counter(air, "air_skipped_malformed"), 1);
	CU_ASSERT_EQUAL(counter(air, "air_skipped_oversize"), 1);
	CU_ASSERT_EQUAL(counter(air, "air_skipped_snapped"), 1);
	CU_ASSERT_EQUAL(counter(air, "air_packets"), 2);
	air_close(air);

	capture_write(DLT_EN10MB, records, 1);
	refused("no whole packet", "");
}

static void
test_802_11_as_it_is(void)
{
	/* Without FCS it gets one; with the right one it keeps it. */
	uint8_t bare[40], with[44];
	const struct capture_record records[] = { { bare, 40, 0, 0 }, { with, 44, 0, 1 },
						  { bare, 9, 0, 2 } };
	static const struct { const char *options; uint32_t first, second; bool bad; } rows[] = {
		{ NULL, 44, 44, false }, { "fcs:no", 44, 48, false },
		{ "fcs:yes", 40, 44, true },
	};
	uint32_t crc;
	unsigned int i;

	bench_frame_bytes(bare, 40, BENCH_FC_QOS, bench_mac, 0);
	memcpy(with, bare, 40);
	crc = air_fcs_crc32(with, 40);
	for (i = 0; i < 4; i++)
		with[40 + i] = (uint8_t)(crc >> 8 * i);
	capture_write(DLT_IEEE802_11, records, 3);
	for (i = 0; i < 3; i++) {
		struct air *air = open_air(rows[i].options);
		const struct air_frame *f = air_peek(air);

		CU_ASSERT_EQUAL(f->len, rows[i].first);
		CU_ASSERT_EQUAL(f->fcs_bad, rows[i].bad);
		CU_ASSERT_EQUAL(memcmp(f->data, with, rows[i].first), 0);
		CU_ASSERT(!f->ampdu && f->last);
		air_take(air);
		f = air_peek(air);
		CU_ASSERT_EQUAL(f->len, rows[i].second);
		CU_ASSERT_EQUAL(f->fcs_bad, false);
		CU_ASSERT_EQUAL(memcmp(f->data, with, 44), 0);
		air_take(air);
		CU_ASSERT_PTR_NULL(air_peek(air));
		CU_ASSERT_EQUAL(counter(air, "air_skipped_malformed"), 1);
		air_close(air);
	}
}

/* Radiotap headers by hand from the field list of radiotap.org. */
struct tap_row {
	const char *name;
	uint8_t len;
	uint8_t bytes[56];
	struct air_rate rate;
	bool has_rate;
	int rssi;		/* 1: none */
	bool fcs;
};

static const struct tap_row tap_rows[] = {
	{ "nothing", 8, { 0, 0, 8, 0, 0, 0, 0, 0 }, { 0 }, false, 1, false },
	{ "flags with FCS, 54 Mbit/s", 10, { 0, 0, 10, 0, 0x06, 0, 0, 0, 0x10, 108 },
	  { AIR_OFDM, 7, 1, 0, 0 }, true, 1, true },
	{ "5.5 Mbit/s, channel, -60 dBm", 15,
	  { 0, 0, 15, 0, 0x2c, 0, 0, 0, 11, 0, 0x6c, 0x09, 0xa0, 0, 0xc4 },
	  { AIR_CCK, 2, 1, 0, 0 }, true, -60, false },
	{ "TSFT before", 18, { 0, 0, 18, 0, 0x23, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0x00, 0xce },
	  { 0 }, false, -50, false },
	{ "TSFT behind a second word", 29,
	  { 0, 0, 29, 0, 0x21, 0, 0, 0xa0, 0x20, 0, 0, 0, 0, 0, 0, 0,
	    1, 2, 3, 4, 5, 6, 7, 8, 0xba, 0xb0, 0, 0, 0 },
	  { 0 }, false, -70, false },
	/* bit 31 without bit 29: the second word is about fields 32 and up */
	{ "fields above 31", 18, { 0, 0, 18, 0, 0x20, 0, 0, 0x80, 0x04, 0, 0, 0, 0xba, 108 },
	  { 0 }, false, -70, false },
	{ "HT 40 MHz short GI MCS 13", 11, { 0, 0, 11, 0, 0, 0, 8, 0, 0x07, 0x05, 13 },
	  { AIR_HT, 13, 2, 1, 1 }, true, 1, false },
	{ "HT, MCS not known", 11, { 0, 0, 11, 0, 0, 0, 8, 0, 0x05, 0x05, 13 },
	  { 0 }, false, 1, false },
	{ "VHT 80 MHz 2 streams MCS 9", 20,
	  { 0, 0, 20, 0, 0, 0, 0x20, 0, 0x44, 0, 0x04, 4, 0x92, 0, 0, 0, 0, 0, 0, 0 },
	  { AIR_VHT, 9, 2, 2, 1 }, true, 1, false },
	{ "HE 80 MHz 2 streams MCS 11, 2x LTF 1.6 us", 20,
	  { 0, 0, 20, 0, 0, 0, 0x80, 0, 0x20, 0, 0, 0, 0, 0x0b, 0, 0, 0x92, 0, 2, 0 },
	  { AIR_HE, 11, 2, 2, 2 }, true, 1, false },
	{ "impossible VHT", 20,
	  { 0, 0, 20, 0, 0, 0, 0x20, 0, 0x44, 0, 0, 4, 0xb2, 0, 0, 0, 0, 0, 0, 0 },
	  { 0 }, false, 1, false },
};

static void
test_radiotap(void)
{
	const uint8_t frame[24] = { 0x08, 0x02 };
	unsigned int i;

	for (i = 0; i < sizeof(tap_rows) / sizeof(tap_rows[0]); i++) {
		const struct tap_row *row = &tap_rows[i];
		struct air_rate wanted = { AIR_EHT, 11, 2, 3, 3 };
		uint8_t bytes[100];
		const struct capture_record record = { bytes, row->len + 24u, 0, 0 };
		const struct air_frame *f;
		struct air *air;

		memcpy(bytes, row->bytes, row->len);
		memcpy(bytes + row->len, frame, 24);
		capture_write(DLT_IEEE802_11_RADIO, &record, 1);
		air = open_air(NULL);
		CU_ASSERT_PTR_NOT_NULL_FATAL(air);
		f = air_peek(air);
		if (row->has_rate)
			wanted = row->rate;
		if (f->rate.mode != wanted.mode || f->rate.mcs != wanted.mcs)
			printf("  %s: mode %d mcs %u\n", row->name, f->rate.mode, f->rate.mcs);
		CU_ASSERT_EQUAL(f->rate.mode, wanted.mode);
		CU_ASSERT_EQUAL(f->rate.mcs, wanted.mcs);
		CU_ASSERT_EQUAL(f->rate.nss, wanted.nss);
		CU_ASSERT_EQUAL(f->rate.bw, wanted.bw);
		CU_ASSERT_EQUAL(f->rate.gi_ltf, wanted.gi_ltf);
		CU_ASSERT_EQUAL(f->rssi_dbm, row->rssi == 1 ? -50 : row->rssi);
		CU_ASSERT_EQUAL(f->freq_mhz, row->bytes[4] == 0x2c ? 2412 : 0);
		CU_ASSERT_EQUAL(f->len, row->fcs ? 24 : 28);
		CU_ASSERT_EQUAL(f->fcs_bad, row->fcs);	/* zeros are no FCS */
		air_close(air);
	}
}

static void
test_bad_radiotap(void)
{
	/* Every cut of every header, and lengths that lie: read nothing outside. */
	unsigned int i, len;

	for (i = 0; i < sizeof(tap_rows) / sizeof(tap_rows[0]); i++) {
		for (len = 0; len < tap_rows[i].len; len++) {
			uint8_t *exact = malloc(len + 1u);
			struct radiotap rt;

			memcpy(exact + 1, tap_rows[i].bytes, len);
			CU_ASSERT_FALSE(air_radiotap_parse(exact + 1, len, &rt));
			if (len >= 8) {
				exact[3] = (uint8_t)len;
				/* shorter than its fields */
				CU_ASSERT_FALSE(air_radiotap_parse(exact + 1, len, &rt) &&
						rt.len > len);
			}
			free(exact);
		}
	}
}

static void
test_radiotap_pad_and_ampdu(void)
{
	/* flags 0x20: QoS header of 26 padded to 28. A-MPDU status: reference 7. */
	uint8_t padded[9 + 28 + 8], member[8 + 8 + 26], other[8 + 8 + 26];
	const struct capture_record records[] = {
		{ padded, sizeof(padded), 0, 0 }, { member, sizeof(member), 0, 1 },
		{ member, sizeof(member), 0, 1 }, { other, sizeof(other), 0, 1 },
	};
	const struct air_frame *f;
	struct air *air;
	uint32_t ppdu;

	memset(padded, 0, sizeof(padded));
	memcpy(padded, "\0\0\x09\0\x02\0\0\0\x20", 9);
	memcpy(padded + 9, "\x88\x02", 2);
	memset(padded + 9 + 28, 0x55, 8);
	memset(member, 0, sizeof(member));
	memcpy(member, "\0\0\x10\0\0\0\x10\0\x07", 9);
	memcpy(member + 16, "\x88\x02", 2);
	memcpy(other, member, sizeof(other));
	other[8] = 8;
	capture_write(DLT_IEEE802_11_RADIO, records, 4);
	air = open_air(NULL);
	CU_ASSERT_PTR_NOT_NULL_FATAL(air);
	f = air_peek(air);
	CU_ASSERT_EQUAL(f->len, 26 + 8 + 4);
	CU_ASSERT_EQUAL(f->data[26], 0x55);
	CU_ASSERT_FALSE(f->ampdu);
	air_take(air);
	f = air_peek(air);
	ppdu = f->ppdu;
	CU_ASSERT(f->ampdu && !f->last);
	air_take(air);
	f = air_peek(air);
	CU_ASSERT(f->ampdu && f->last && f->ppdu == ppdu);
	air_take(air);
	CU_ASSERT(!air_peek(air)->ampdu && air_peek(air)->ppdu == ppdu + 1);
	air_close(air);
}

/* Members of one A-MPDU that are on two channels are two PPDUs. */
static void
test_radiotap_channels(void)
{
	uint8_t tap[20 + 26] = { 0, 0, 20, 0, 0x08, 0, 0x10, 0, 0x6c, 0x09, 0xa0, 0, 7 };
	uint8_t other[sizeof(tap)];
	const struct capture_record records[] = {
		{ tap, sizeof(tap), 0, 0 }, { other, sizeof(other), 0, 0 },
	};
	struct air *air;

	memcpy(tap + 20, "\x88\x02", 2);
	memcpy(other, tap, sizeof(other));
	other[8] = 0x71;
	capture_write(DLT_IEEE802_11_RADIO, records, 2);
	air = open_air(NULL);
	CU_ASSERT_PTR_NOT_NULL_FATAL(air);
	CU_ASSERT_EQUAL(air_peek(air)->freq_mhz, 2412);
	CU_ASSERT(air_peek(air)->last);
	air_take(air);
	CU_ASSERT_EQUAL(air_peek(air)->freq_mhz, 2417);
	air_close(air);
}

static void
test_pace_of_the_capture(void)
{
	uint8_t packet[60] = { 0x02, 0x22, 0x8a, 0x00, 0x00, 0x01 };
	const struct capture_record records[] = {
		{ packet, 60, 0, 0 }, { packet, 60, 0, 7000000 },
		{ packet, 60, 0, 5000000 },	/* a clock that was set back */
		{ packet, 60, 0, 9000000 },
	};
	static const uint64_t starts[] = { 0, 7000000, 7000000, 9000000,
					   /* again after a mean pause */
					   9000000 + 2250001 };
	struct air *air;
	uint64_t preamble = 0;
	unsigned int i;

	capture_write(DLT_EN10MB, records, 4);
	air = open_air("pace:capture/ampdu:1/loop:1");
	for (i = 0; i < 5; i++, air_take(air)) {
		uint64_t start = air_peek(air)->start_ns;

		if (i == 0)
			preamble = start - 110500;
		else if (i != 2)
			CU_ASSERT_EQUAL(start, starts[i] + preamble);
		CU_ASSERT(start > starts[i]);
	}
	CU_ASSERT_EQUAL(counter(air, "air_loops"), 1);
	CU_ASSERT_TRUE(air_lossless(air));
	air_close(air);
	air = open_air("lossless:0");
	CU_ASSERT_FALSE(air_lossless(air));
	air_close(air);
}

/* start:MS moves every frame by as much, whatever sets the pace. */
static void
test_silence_at_the_start(void)
{
	uint8_t packet[60] = { 0x02, 0x22, 0x8a, 0x00, 0x00, 0x01 };
	const struct capture_record records[] = {
		{ packet, 60, 0, 0 }, { packet, 60, 0, 7000000 },
	};
	static const char *const pace[] = { "pace:phy/ampdu:1", "pace:capture/ampdu:1" };
	char late[64];
	unsigned int i;

	capture_write(DLT_EN10MB, records, 2);
	for (i = 0; i < 2; i++) {
		struct air *now = open_air(pace[i]), *then;
		unsigned int frame;

		snprintf(late, sizeof(late), "start:25/%s", pace[i]);
		then = open_air(late);
		CU_ASSERT_PTR_NOT_NULL_FATAL(now);
		CU_ASSERT_PTR_NOT_NULL_FATAL(then);
		for (frame = 0; frame < 2; frame++, air_take(now), air_take(then))
			CU_ASSERT_EQUAL(air_peek(then)->start_ns,
					air_peek(now)->start_ns + 25000000);
		CU_ASSERT_EQUAL(counter(then, "air_delayed_ns"), 0);
		air_close(now);
		air_close(then);
	}
	CU_ASSERT_PTR_NULL(open_air("start:60001"));
}

static int
cleanup(void)
{
	capture_remove();
	return 0;
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "foreign link types", test_foreign_link_types },
		{ "bad files", test_bad_files },
		{ "skipped records", test_skipped_records },
		{ "802.11 as it is", test_802_11_as_it_is },
		{ "radiotap", test_radiotap },
		{ "bad radiotap", test_bad_radiotap },
		{ "radiotap padding and A-MPDU", test_radiotap_pad_and_ampdu },
		{ "radiotap channels", test_radiotap_channels },
		{ "pace:capture, loop, lossless", test_pace_of_the_capture },
		{ "silence at the start", test_silence_at_the_start },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "air captures", NULL, cleanup, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
