/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The access point: Ethernet to 802.11, and the options that shape it. */

#include <pcap/pcap.h>
#include <string.h>

#include "../cunit_run.h"
#include "air.h"
#include "air/fcs.h"
#include "capture.h"

/* IPv4 to unicast, broadcast; ARP; 802.3 with padding; IPX; AppleTalk; VLAN. */
static uint8_t packets[7][1514];
static struct capture_record records[7];

enum { IP, BCAST, ARP, LLC, IPX, AARP, VLAN };

static void
fill_packet(unsigned int i, uint16_t type, uint32_t len, uint8_t first)
{
	uint32_t k;

	for (k = 0; k < len; k++)
		packets[i][k] = (uint8_t)(k + i);
	memset(packets[i], first, 1);
	memcpy(packets[i] + 1, "\x10\x20\x30\x40\x50", 5);
	if (first == 0xff)
		memset(packets[i], 0xff, 6);
	memcpy(packets[i] + 6, "\x02\xa1\xa2\xa3\xa4\xa5", 6);
	packets[i][12] = (uint8_t)(type >> 8);
	packets[i][13] = (uint8_t)type;
	records[i] = (struct capture_record){ packets[i], len, 0, i * 1000000 };
}

static int
make_capture(void)
{
	fill_packet(IP, 0x0800, 1514, 0x02);
	packets[IP][15] = 0xb8;		/* precedence 5 */
	fill_packet(BCAST, 0x0800, 100, 0xff);
	fill_packet(ARP, 0x0806, 60, 0x02);
	fill_packet(LLC, 10, 60, 0x02);
	fill_packet(IPX, 0x8137, 60, 0x02);
	fill_packet(AARP, 0x80f3, 60, 0x02);
	fill_packet(VLAN, 0x8100, 118, 0x02);
	capture_write(DLT_EN10MB, records, 7);
	return 0;
}

static int
remove_capture(void)
{
	capture_remove();
	return 0;
}

static struct air *
open_with(const char *options)
{
	char err[200];
	struct air *air = air_open(capture_spec(), options, err, sizeof(err));

	if (air == NULL)
		printf("  %s\n", err);
	CU_ASSERT_PTR_NOT_NULL_FATAL(air);
	return air;
}

static bool
fcs_ok(const struct air_frame *f)
{
	uint32_t crc = air_fcs_crc32(f->data, f->len - 4);
	uint8_t fcs[4] = { (uint8_t)crc, (uint8_t)(crc >> 8), (uint8_t)(crc >> 16),
			   (uint8_t)(crc >> 24) };

	return memcmp(f->data + f->len - 4, fcs, 4) == 0;
}

static const uint8_t bssid[6] = { 0x02, 0x22, 0x8a, 0xa9, 0x00, 0x01 };

static void
test_encapsulation(void)
{
	static const struct { const char *head; uint32_t head_len, from, len; } rows[] = {
		{ "\xaa\xaa\x03\0\0\0\x08\0", 8, 14, 1500 },
		{ "\xaa\xaa\x03\0\0\0\x08\0", 8, 14, 86 },
		{ "\xaa\xaa\x03\0\0\0\x08\x06", 8, 14, 46 },
		{ "", 0, 14, 10 },		/* padding cut to the length */
		{ "\xaa\xaa\x03\0\0\xf8\x81\x37", 8, 14, 46 },
		{ "\xaa\xaa\x03\0\0\xf8\x80\xf3", 8, 14, 46 },
		{ "\xaa\xaa\x03\0\0\0\x81\0", 8, 14, 104 },
	};
	struct air *air = open_with(NULL);
	unsigned int i;

	for (i = 0; i < 7; i++, air_take(air)) {
		const struct air_frame *f = air_peek(air);
		uint32_t header = i == BCAST ? 24 : 26;

		CU_ASSERT_PTR_NOT_NULL_FATAL(f);
		CU_ASSERT_EQUAL_FATAL(f->len, header + rows[i].head_len + rows[i].len + 4);
		CU_ASSERT_EQUAL(f->data[0], i == BCAST ? 0x08 : 0x88);
		CU_ASSERT_EQUAL(f->data[1], 0x02);	/* FromDS */
		CU_ASSERT_EQUAL(memcmp(f->data + 4, packets[i], 6), 0);
		CU_ASSERT_EQUAL(memcmp(f->data + 10, bssid, 6), 0);
		CU_ASSERT_EQUAL(memcmp(f->data + 16, packets[i] + 6, 6), 0);
		CU_ASSERT_EQUAL(memcmp(f->data + header, rows[i].head, rows[i].head_len), 0);
		CU_ASSERT_EQUAL(memcmp(f->data + header + rows[i].head_len,
				       packets[i] + rows[i].from, rows[i].len), 0);
		CU_ASSERT(fcs_ok(f));
		CU_ASSERT_FALSE(f->fcs_bad || f->decrypted);
	}
	CU_ASSERT_PTR_NULL(air_peek(air));
	air_close(air);
}

static void
test_sequence_numbers(void)
{
	/* Unicast counts by itself, group frames by themselves; after 4095 comes 0. */
	struct air *air = open_with("loop:1");
	unsigned int i, unicast = 0, group = 0;

	for (i = 0; i < 7 * 1000; i++, air_take(air)) {
		const struct air_frame *f = air_peek(air);
		unsigned int seq = (unsigned int)(f->data[22] | f->data[23] << 8) >> 4;

		if (f->data[0] == 0x08)
			CU_ASSERT_EQUAL(seq, group++ % 4096);
		if (f->data[0] == 0x88)
			CU_ASSERT_EQUAL(seq, unicast++ % 4096);
	}
	air_close(air);
}

static void
test_tids(void)
{
	static const struct { const char *options; uint8_t first, second; } rows[] = {
		{ NULL, 0, 0 }, { "tid:6", 6, 6 }, { "tid:dscp", 5, 0 },
	};
	unsigned int i;

	for (i = 0; i < 3; i++) {
		struct air *air = open_with(rows[i].options);

		CU_ASSERT_EQUAL(air_peek(air)->data[24], rows[i].first);
		air_take(air);
		air_take(air);
		CU_ASSERT_EQUAL(air_peek(air)->data[24], rows[i].second);
		/* numbers per TID: the second one starts again */
		CU_ASSERT_EQUAL(air_peek(air)->data[22] >> 4, i == 2 ? 0 : 1);
		air_close(air);
	}
}

static void
test_headers(void)
{
	static const struct { const char *options; uint16_t fc; uint32_t header; } rows[] = {
		{ "qos:0", 0x0208, 24 }, { "htc:1", 0x8288, 30 }, { "a4:1", 0x0388, 32 },
		{ "a4:1/qos:0", 0x0308, 30 }, { "a4:1/htc:1", 0x8388, 36 },
	};
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct air *air = open_with(rows[i].options);
		const struct air_frame *f = air_peek(air);

		CU_ASSERT_EQUAL(f->data[0] | f->data[1] << 8, rows[i].fc);
		CU_ASSERT_EQUAL(f->len, rows[i].header + 8 + 1500 + 4);
		CU_ASSERT_EQUAL(f->data[rows[i].header], 0xaa);
		if (rows[i].fc & 0x0100) {	/* DA, then SA behind */
			CU_ASSERT_EQUAL(memcmp(f->data + 16, packets[IP], 6), 0);
			CU_ASSERT_EQUAL(memcmp(f->data + 24, packets[IP] + 6, 6), 0);
		}
		air_close(air);
	}
}

static void
test_ciphers(void)
{
	static const struct { const char *name; uint32_t iv, mic; uint8_t sec; } rows[] = {
		{ "wep40", 4, 4, 1 }, { "tkip", 8, 12, 3 }, { "ccmp128", 8, 8, 6 },
		{ "ccmp256", 8, 16, 7 }, { "gcmp128", 8, 16, 8 }, { "gcmp256", 8, 16, 9 },
	};
	unsigned int i, secret;

	for (i = 0; i < 6; i++) {
		for (secret = 0; secret < 2; secret++) {
			char options[64];
			struct air *air;
			const struct air_frame *f;
			const uint8_t *body;

			snprintf(options, sizeof(options), "protect:%s/undecrypted:%u",
				 rows[i].name, secret);
			air = open_with(options);
			f = air_peek(air);
			body = f->data + 26 + rows[i].iv;
			CU_ASSERT_EQUAL(f->data[1], 0x42);
			CU_ASSERT_EQUAL(f->len, 26 + rows[i].iv + 1508 + rows[i].mic + 4);
			CU_ASSERT_EQUAL(f->decrypted, !secret);
			CU_ASSERT_EQUAL(f->sec_type, rows[i].sec);
			/* extended IV bit */
			CU_ASSERT_EQUAL(f->data[26 + 3], rows[i].iv == 8 ? 0x20 : 0);
			CU_ASSERT_EQUAL(memcmp(body + 8, packets[IP] + 14, 1500) == 0, !secret);
			CU_ASSERT(fcs_ok(f));
			air_close(air);
		}
	}
}

static void
test_packet_numbers_count_up(void)
{
	struct air *air = open_with("protect:ccmp128");
	unsigned int i;

	for (i = 0; i < 7; i++, air_take(air)) {
		const uint8_t *iv = air_peek(air)->data + (i == BCAST ? 24 : 26);

		CU_ASSERT_EQUAL(iv[0], i + 1);
		CU_ASSERT_EQUAL(iv[1], 0);
	}
	air_close(air);
}

static void
test_bad_fcs(void)
{
	struct air *air = open_with("fcsbad:3");
	unsigned int i;

	for (i = 1; i <= 7; i++, air_take(air)) {
		const struct air_frame *f = air_peek(air);

		CU_ASSERT_EQUAL(f->fcs_bad, i % 3 == 0);
		CU_ASSERT_EQUAL(fcs_ok(f), i % 3 != 0);
	}
	air_close(air);
}

static void
test_nulls(void)
{
	struct air *air = open_with("nulls:3/tid:5");
	unsigned int i, nulls = 0;

	for (i = 0; air_peek(air) != NULL; i++, air_take(air)) {
		const struct air_frame *f = air_peek(air);

		if (f->data[0] != 0xC8)
			continue;
		nulls++;
		CU_ASSERT(i == 2 || i == 6);	/* before packets 3 and 6 */
		CU_ASSERT_EQUAL(f->len, 30);
		CU_ASSERT_EQUAL(f->data[24], 5);
		CU_ASSERT(!f->ampdu && f->last);
		CU_ASSERT(fcs_ok(f));
	}
	CU_ASSERT_EQUAL(i, 9);
	CU_ASSERT_EQUAL(nulls, 2);
	air_close(air);
}

static void
test_fragments(void)
{
	struct air *air = open_with("frag:600");
	unsigned int i;

	/* 1508 = 600 + 600 + 308 */
	for (i = 0; i < 3; i++, air_take(air)) {
		const struct air_frame *f = air_peek(air);

		CU_ASSERT_EQUAL(f->len, 26 + (i < 2 ? 600u : 308u) + 4);
		CU_ASSERT_EQUAL(f->data[1], i < 2 ? 0x06 : 0x02);
		CU_ASSERT_EQUAL(f->data[22], i);	/* same number, fragment i */
		CU_ASSERT(!f->ampdu && f->last);
		if (i == 1)
			CU_ASSERT_EQUAL(memcmp(f->data + 26, packets[IP] + 14 + 592, 600), 0);
	}
	CU_ASSERT_EQUAL(air_peek(air)->data[0], 0x08);
	air_close(air);
}

static void
test_amsdu(void)
{
	struct air *air = open_with("amsdu:3");
	const struct air_frame *f = air_peek(air);
	const uint8_t *sub;

	/* the broadcast behind it ends the first one */
	CU_ASSERT_EQUAL(f->len, 26 + 14 + 1508 + 4);
	CU_ASSERT_EQUAL(f->data[24], 0x80);
	CU_ASSERT_EQUAL(memcmp(f->data + 16, bssid, 6), 0);
	air_take(air);
	CU_ASSERT_EQUAL(air_peek(air)->data[0], 0x08);
	air_take(air);
	/* ARP 14 + 54 = 68, 802.3 14 + 10 = 24, IPX 14 + 54: all multiples of 4 */
	f = air_peek(air);
	CU_ASSERT_EQUAL_FATAL(f->len, 26 + 68 + 24 + 68 + 4);
	sub = f->data + 26;
	CU_ASSERT_EQUAL(memcmp(sub, packets[ARP], 12), 0);
	CU_ASSERT_EQUAL(sub[12] << 8 | sub[13], 54);
	sub += 68;
	CU_ASSERT_EQUAL(memcmp(sub, packets[LLC], 12), 0);
	CU_ASSERT_EQUAL(sub[12] << 8 | sub[13], 10);
	CU_ASSERT_EQUAL(memcmp(sub + 14, packets[LLC] + 14, 10), 0);
	sub += 24;
	CU_ASSERT_EQUAL(memcmp(sub, packets[IPX], 12), 0);
	air_close(air);
}

static void
test_ampdu_times(void)
{
	/* Unicast 60-byte packets after the broadcast: one A-MPDU of five. */
	struct air *air = open_with("mode:he/mcs:0/nss:1/bw:20/gi:0");
	uint64_t first_end = 0, end = 0;
	unsigned int i;
	uint32_t ppdu = 0;

	air_take(air);
	air_take(air);
	for (i = 0; i < 5; i++, air_take(air)) {
		const struct air_frame *f = air_peek(air);

		CU_ASSERT(f->ampdu);
		CU_ASSERT_EQUAL(f->last, i == 4);
		if (i == 0) {
			ppdu = f->ppdu;
			first_end = f->end_ns;
		}
		CU_ASSERT_EQUAL(f->ppdu, ppdu);
		/* 117 bits in 16 us: len bytes take len x 8 x 16000 / 117 */
		CU_ASSERT(f->end_ns - f->start_ns - f->len * 8u * 16000 / 117 <= 1);
		if (i == 1)
			/* delimiter and padding: 84 -> 84, then 4 + 40 bytes */
			CU_ASSERT(f->end_ns - first_end - 44 * 8 * 16000 / 117 <= 1);
		CU_ASSERT(f->start_ns > end);
		end = f->end_ns;
	}
	air_close(air);
}

static void
test_ampdu_padding(void)
{
	/* MPDUs of 85 bytes: the next one starts 3 + 4 bytes behind. */
	char err[200];
	struct air *air = air_open("gen:size:61/count:2", "mode:he/mcs:0/nss:1/bw:20/gi:0",
				   err, sizeof(err));
	uint64_t end;

	CU_ASSERT_PTR_NOT_NULL_FATAL(air);
	CU_ASSERT_EQUAL(air_peek(air)->len, 85);
	end = air_peek(air)->end_ns;
	air_take(air);
	CU_ASSERT(air_peek(air)->start_ns - end - 7 * 8 * 16000 / 117 <= 1);
	air_close(air);
}

static void
test_ppdu_spacing(void)
{
	/* One frame after the other, 6 Mbit/s: access 110.5 us, preamble 20,
	 * data; then SIFS and Ack before the next access. */
	struct air *air = open_with("mode:ofdm/mcs:0/qos:0");
	const struct air_frame *f = air_peek(air);
	uint64_t data_ns, ppdu_end;

	CU_ASSERT_EQUAL(f->ppdu, 1);
	/* 16 service bits come first: 16 / 24 of 4 us */
	CU_ASSERT_EQUAL(f->start_ns, 110500 + 20000 + 2666);
	data_ns = (16 + 8 * (24 + 1508 + 4) + 23) / 24 * 4000;
	ppdu_end = 110500 + 20000 + data_ns;
	CU_ASSERT_EQUAL(f->end_ns, 130500 + (16 + 8 * 1536) * 4000 / 24);
	air_take(air);
	f = air_peek(air);
	/* 44 us of answer; the broadcast goes at 24 Mbit/s, 96 bits per symbol */
	CU_ASSERT_EQUAL(f->start_ns, ppdu_end + 44000 + 110500 + 20000 + 16 * 4000 / 96);
	CU_ASSERT_EQUAL(f->rate.mcs, 4);
	air_close(air);
}

static void
test_ampdu_limits(void)
{
	static const struct { const char *options; unsigned int most; } rows[] = {
		{ "ampdu:1", 1 }, { "ampdu:7", 7 }, { NULL, 64 }, { "ampdu:256", 256 },
		/* 65535 bytes: 1538 + 4 takes 1544, and 42 of them fit */
		{ "mode:ht/mcs:15/bw:40/gi:1/ampdu:256", 42 },
		/* 5.484 ms at 7.3 Mbit/s: 3 of them */
		{ "mode:he/mcs:0/nss:1/bw:20/gi:0", 3 }, { "mode:ofdm/mcs:7", 1 },
	};
	char err[200];
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct air *air = air_open("gen:count:600", rows[i].options, err, sizeof(err));
		unsigned int n = 0, most = 0;

		CU_ASSERT_PTR_NOT_NULL_FATAL(air);
		for (; air_peek(air) != NULL; air_take(air)) {
			n++;
			if (!air_peek(air)->last)
				continue;
			most = n > most ? n : most;
			n = 0;
		}
		if (most != rows[i].most)
			printf("  row %u: %u\n", i, most);
		CU_ASSERT_EQUAL(most, rows[i].most);
		air_close(air);
	}
}

static void
test_option_errors(void)
{
	static const char *const bad[] = {
		"nosuch:1", "loop", "loop:", "loop:2", ":1", "mcs:32", "mcs:x", "mode:wifi",
		"bw:320", "gi:6", "ampdu:0", "ampdu:1025", "rssi:1", "rssi:-111", "tid:8",
		"protect:wpa", "fcs:maybe", "bssid:02:22", "frag:63", "rate:-1", "rate:1x",
		"mode:ht/mcs:7/bw:80", "mode:he/mcs:12", "qos:0/amsdu:2", "amsdu:2/frag:600",
		"qos:0/htc:1", "undecrypted:1", "loop:1//qos:1", "pace:slow",
	};
	char err[200];
	unsigned int i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct air *air;

		err[0] = '\0';
		air = air_open("gen", bad[i], err, sizeof(err));
		if (air != NULL)
			printf("  taken: %s\n", bad[i]);
		CU_ASSERT_PTR_NULL_FATAL(air);
		CU_ASSERT(err[0] != '\0' && strchr(err, '\n') == NULL);
	}
	CU_ASSERT_PTR_NULL(air_open("tap:eth0", NULL, err, sizeof(err)));
	CU_ASSERT_PTR_NULL(air_open("gen:size:59", NULL, err, sizeof(err)));
	CU_ASSERT_PTR_NULL(air_open("gen:colour:1", NULL, err, sizeof(err)));
}

static void
test_delay_moves_everything(void)
{
	char err[200];
	struct air *a = air_open("gen:count:300", "ampdu:8/rate:100", err, sizeof(err));
	struct air *b = air_open("gen:count:300", "ampdu:8/rate:100", err, sizeof(err));
	uint64_t by = 0;

	CU_ASSERT_TRUE(!air_lossless(a));
	for (; air_peek(a) != NULL; air_take(a), air_take(b)) {
		CU_ASSERT_PTR_NOT_NULL_FATAL(air_peek(b));
		if (by == 0 && air_peek(a)->ppdu == 3) {
			by = 12345678;
			air_delay(b, air_peek(b)->end_ns + by);
			air_delay(b, 1);	/* in the past: nothing */
		}
		CU_ASSERT_EQUAL(air_peek(a)->end_ns + by, air_peek(b)->end_ns);
		CU_ASSERT_EQUAL(air_peek(a)->start_ns + by, air_peek(b)->start_ns);
	}
	CU_ASSERT_PTR_NULL(air_peek(b));
	CU_ASSERT_NOT_EQUAL(by, 0);
	air_close(a);
	air_close(b);
}

static uint32_t
sum(const uint8_t *p, uint32_t len, uint32_t s)
{
	uint32_t i;

	for (i = 0; i < len; i++)
		s += i & 1 ? p[i] : (uint32_t)p[i] << 8;
	while (s >> 16)
		s = (s & 0xffff) + (s >> 16);
	return s;
}

static void
test_generator(void)
{
	static const uint32_t sizes[] = { 60, 61, 1514, 9000 };
	char err[200], spec[64];
	unsigned int i, k;

	for (i = 0; i < 4; i++) {
		struct air *air;

		snprintf(spec, sizeof(spec), "gen:size:%u/flows:3/count:10", sizes[i]);
		air = air_open(spec, NULL, err, sizeof(err));
		CU_ASSERT_PTR_NOT_NULL_FATAL(air);
		for (k = 0; k < 10; k++, air_take(air)) {
			const struct air_frame *f = air_peek(air);
			const uint8_t *ip = f->data + 34, *udp = ip + 20;

			CU_ASSERT_EQUAL_FATAL(f->len, 26 + 8 + sizes[i] - 14 + 4);
			CU_ASSERT_EQUAL(sum(ip, 20, 0), 0xffff);
			CU_ASSERT_EQUAL(sum(udp, sizes[i] - 34,
					    sum(ip + 12, 8, 17 + sizes[i] - 34)), 0xffff);
			CU_ASSERT_EQUAL(udp[0] << 8 | udp[1], 10000 + k % 3);
			CU_ASSERT_EQUAL(udp[15], k);		/* of all */
			if (sizes[i] > 60)
				CU_ASSERT_EQUAL(udp[23], k / 3);	/* of its flow */
		}
		CU_ASSERT_PTR_NULL(air_peek(air));
		air_close(air);
	}
}

static void
test_offered_load(void)
{
	/* 1000 packets of 1250 bytes at 100 Mbit/s: the last one after 99.9 ms. */
	char err[200];
	struct air *air = air_open("gen:size:1250/rate:100/count:1000", NULL, err,
				   sizeof(err));
	uint64_t end = 0;

	CU_ASSERT_PTR_NOT_NULL_FATAL(air);
	for (; air_peek(air) != NULL; air_take(air))
		end = air_peek(air)->end_ns;
	CU_ASSERT(end > 99900000 && end < 100300000);
	air_close(air);
}

static void
test_amsdu_does_not_wait(void)
{
	/* A packet each millisecond: each goes alone, nobody waits for four. */
	char err[200];
	struct air *air = air_open("gen:size:1250/rate:10/count:40", "amsdu:4", err,
				   sizeof(err));
	unsigned int n;

	CU_ASSERT_PTR_NOT_NULL_FATAL(air);
	for (n = 0; air_peek(air) != NULL; n++, air_take(air))
		CU_ASSERT_EQUAL(air_peek(air)->len, 26 + 14 + 8 + 1236 + 4);
	CU_ASSERT_EQUAL(n, 40);
	air_close(air);
}

int
main(void)
{
	CU_TestInfo frames[] = {
		{ "encapsulation", test_encapsulation },
		{ "sequence numbers", test_sequence_numbers },
		{ "tid", test_tids },
		{ "qos, htc, a4", test_headers },
		{ "protect, undecrypted", test_ciphers },
		{ "packet numbers count up", test_packet_numbers_count_up },
		{ "fcsbad", test_bad_fcs },
		{ "nulls", test_nulls },
		{ "frag", test_fragments },
		{ "amsdu", test_amsdu },
		{ "option errors", test_option_errors },
		CU_TEST_INFO_NULL,
	};
	CU_TestInfo times[] = {
		{ "MPDUs of an A-MPDU", test_ampdu_times },
		{ "padding in an A-MPDU", test_ampdu_padding },
		{ "PPDU after PPDU", test_ppdu_spacing },
		{ "limits of an A-MPDU", test_ampdu_limits },
		{ "delay moves everything", test_delay_moves_everything },
		{ "generator", test_generator },
		{ "offered load", test_offered_load },
		{ "A-MSDU does not wait", test_amsdu_does_not_wait },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "air frames", make_capture, remove_capture, NULL, NULL, frames },
		{ "air times", make_capture, remove_capture, NULL, NULL, times },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
