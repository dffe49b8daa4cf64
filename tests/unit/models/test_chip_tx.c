/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What the 8922A reads from the descriptor in front of a frame, and the forms of the
 * other chips. Masks: morrownr/rtw89 txrx.h. */

#include <stdlib.h>
#include <string.h>

#include "rtw89/tx_decode.h"
#include "rtw89/tx_path.h"

#include "../cunit_run.h"
#include "bench.h"
#include "fake_air.h"

#define EP_MGMT 0x05
#define EP_COMMAND 0x07
#define EP_BE 0x09
#define EP_BK 0x0B
#define DATA_LEN 60
#define MGMT_LEN 40

static void
put32(uint8_t *p, uint32_t v)
{
	p[0] = (uint8_t)v;
	p[1] = (uint8_t)(v >> 8);
	p[2] = (uint8_t)(v >> 16);
	p[3] = (uint8_t)(v >> 24);
}

struct wd {
	uint32_t body[8], info[8];
	uint8_t frame[16384];
	uint32_t frame_len;
	bool without_info;
};

/* A QoS data frame to the first queue, sequence number 0x123, as Linux sends it. */
static void
data_wd(struct wd *wd)
{
	memset(wd, 0, sizeof(*wd));
	wd->frame_len = DATA_LEN;
	bench_frame_bytes(wd->frame, DATA_LEN, 0x0188, bench_other, 0x1230);
	wd->body[0] = 1u << 22 | 13u << 11 | 1u << 10 | 1u << 7;
	wd->body[2] = DATA_LEN;
	wd->body[3] = 0x123;
}

/* A probe request, at 6 Mbit/s, to the management queue of the first band. */
static void
mgmt_wd(struct wd *wd)
{
	memset(wd, 0, sizeof(*wd));
	wd->frame_len = MGMT_LEN;
	bench_frame_bytes(wd->frame, MGMT_LEN, 0x0040, bench_broadcast, 0x0450);
	wd->body[0] = 1u << 22 | 8u << 16 | 1u << 10 | 1u << 7;
	wd->body[2] = MGMT_LEN | 18u << 17;
	wd->body[3] = 0x045;
	wd->body[7] = 1u << 31 | 4u << 16;
}

static void
send(struct bench *b, uint8_t ep, const struct wd *wd)
{
	static uint8_t bytes[64 + 16384];
	uint32_t i, len = wd->without_info ? 32 : 64;

	for (i = 0; i < 8; i++) {
		put32(bytes + 4 * i, wd->body[i]);
		put32(bytes + 32 + 4 * i, wd->info[i]);
	}
	memcpy(bytes + len, wd->frame, wd->frame_len);
	bench_out(b, ep, bytes, len + wd->frame_len, true);
	bench_drain(b);
}

struct stand {
	struct air *air;
	struct bench *b;
	struct wd wd;
};

static struct stand *
stand_open(void)
{
	struct stand *s = calloc(1, sizeof(*s));

	if (s == NULL)
		abort();
	s->air = fake_air_new(false);
	s->b = bench_open(USB_SPEED_SUPER, s->air);
	return s;
}

static void
stand_close(struct stand *s)
{
	bench_close(s->b);
	free(s);
}

static void
test_data_frame(void)
{
	struct stand *s = stand_open();
	const struct fake_air_sent *sent;

	data_wd(&s->wd);
	send(s->b, EP_BE, &s->wd);
	sent = fake_air_sent(s->air, 0);
	CU_ASSERT_PTR_NOT_NULL_FATAL(sent);
	CU_ASSERT_EQUAL(sent->tx.len, DATA_LEN);
	CU_ASSERT_EQUAL(memcmp(sent->bytes, s->wd.frame, DATA_LEN), 0);
	CU_ASSERT_FALSE(sent->tx.no_ack);
	/* No fixed rate: the chip's. */
	CU_ASSERT_EQUAL(sent->tx.rate.mode, AIR_EHT);
	CU_ASSERT_EQUAL(bench_counter(s->b, "tx_frames"), 1);
	CU_ASSERT_EQUAL(bench_counter(s->b, "tx_be"), 1);
	CU_ASSERT_EQUAL(bench_counter(s->b, "tx_mgmt"), 0);
	/* 124 bytes: 2000 + 310 */
	CU_ASSERT_EQUAL(sent->now_ns, 2310);
	stand_close(s);
}

static void
test_management_frame(void)
{
	struct stand *s = stand_open();
	const struct fake_air_sent *sent;

	mgmt_wd(&s->wd);
	send(s->b, EP_MGMT, &s->wd);
	sent = fake_air_sent(s->air, 0);
	CU_ASSERT_PTR_NOT_NULL_FATAL(sent);
	CU_ASSERT_EQUAL(memcmp(sent->bytes, s->wd.frame, MGMT_LEN), 0);
	CU_ASSERT_EQUAL(sent->tx.rate.mode, AIR_OFDM);
	CU_ASSERT_EQUAL(sent->tx.rate.mcs, 0);
	CU_ASSERT_EQUAL(bench_counter(s->b, "tx_mgmt"), 1);
	s->wd.body[7] = 0;	/* no rate: the lowest that no band refuses */
	send(s->b, EP_MGMT, &s->wd);
	CU_ASSERT_EQUAL(fake_air_sent(s->air, 1)->tx.rate.mode, AIR_OFDM);
	CU_ASSERT_EQUAL(fake_air_sent(s->air, 1)->tx.rate.mcs, 0);
	stand_close(s);
}

static void
test_sequence_numbers(void)
{
	struct stand *s = stand_open();
	unsigned int i;

	/* From the descriptor; the fragment number is the frame's. */
	data_wd(&s->wd);
	s->wd.frame[22] |= 5;
	s->wd.body[3] = 0xabc;
	send(s->b, EP_BE, &s->wd);
	CU_ASSERT_EQUAL(fake_air_sent(s->air, 0)->bytes[22], 0xc5);
	CU_ASSERT_EQUAL(fake_air_sent(s->air, 0)->bytes[23], 0xab);
	CU_ASSERT_EQUAL(bench_counter(s->b, "tx_seq_differs"), 1);
	/* From the chip. */
	mgmt_wd(&s->wd);
	s->wd.body[0] |= 5;
	for (i = 0; i < 3; i++)
		send(s->b, EP_MGMT, &s->wd);
	for (i = 0; i < 3; i++) {
		CU_ASSERT_EQUAL(fake_air_sent(s->air, 1 + i)->bytes[22], i << 4);
		CU_ASSERT_EQUAL(fake_air_sent(s->air, 1 + i)->bytes[23], 0);
	}
	CU_ASSERT_EQUAL(bench_counter(s->b, "tx_seq_differs"), 1);
	/* A control frame (RTS, 16 bytes; here longer) has none. */
	data_wd(&s->wd);
	bench_frame_bytes(s->wd.frame, DATA_LEN, 0x00b4, bench_other, 0x7770);
	s->wd.body[0] &= ~0xf800u;
	send(s->b, EP_BE, &s->wd);
	CU_ASSERT_EQUAL(fake_air_sent(s->air, 4)->bytes[22], 0x70);
	stand_close(s);
}

static void
test_queues(void)
{
	static const struct { uint32_t queue; const char *counter; } rows[] = {
		{ 0, "tx_be" }, { 1, "tx_bk" }, { 2, "tx_vi" }, { 3, "tx_vo" },
		{ 15, "tx_vo" }, { 16, "tx_mgmt" }, { 18, "tx_mgmt" },
	};
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct stand *s = stand_open();

		data_wd(&s->wd);
		s->wd.body[2] |= rows[i].queue << 17;
		send(s->b, EP_BE, &s->wd);
		CU_ASSERT_EQUAL(bench_counter(s->b, rows[i].counter), 1);
		CU_ASSERT_EQUAL(bench_counter(s->b, "tx_frames"), 1);
		stand_close(s);
	}
}

static void
test_channels_and_endpoints(void)
{
	/* morrownr/rtw89 rtw8922au.c: the endpoint of each DMA channel, 0 none. */
	static const uint8_t ep_of[16] = {
		0x09, 0, 0x0B, 0, 0x0A, 0, 0x0C, 0, 0x05, 0x05, 0x06, 0x06, 0,
	};
	static const uint8_t eps[] = { 0x05, 0x06, 0x09, 0x0A, 0x0B, 0x0C };
	unsigned int channel, i;

	for (channel = 0; channel < 16; channel++) {
		for (i = 0; i < sizeof(eps); i++) {
			struct stand *s = stand_open();
			bool good = ep_of[channel] == eps[i];

			data_wd(&s->wd);
			s->wd.body[0] |= channel << 16;
			send(s->b, eps[i], &s->wd);
			CU_ASSERT_EQUAL(bench_counter(s->b, "tx_frames"), good);
			CU_ASSERT_EQUAL(bench_counter(s->b, "tx_bad_endpoint"), !good);
			stand_close(s);
		}
	}
}

static void
test_commands(void)
{
	struct stand *s = stand_open();
	uint8_t bytes[8] = { 0 };

	bench_out(s->b, EP_COMMAND, bytes, 8, true);
	bench_drain(s->b);
	CU_ASSERT_EQUAL(bench_counter(s->b, "tx_commands"), 1);
	CU_ASSERT_EQUAL(bench_counter(s->b, "tx_bad_descriptor"), 0);
	CU_ASSERT_PTR_NULL(fake_air_sent(s->air, 0));
	stand_close(s);
}

/* One thing wrong at a time: its counter, and nothing is sent. */
static void
test_wrong_descriptors(void)
{
	static const struct {
		const char *what, *counter;
		uint32_t xor_body0, xor_body2, xor_body7;
		int frame_len;	/* when not 0 */
	} rows[] = {
		{ "size one more", "tx_bad_length", 0, DATA_LEN ^ (DATA_LEN + 1), 0, 0 },
		{ "size counts the descriptor", "tx_bad_length", 0,
		  DATA_LEN ^ (DATA_LEN + 64), 0, 0 },
		{ "no info block", "tx_bad_length", 1u << 22, 0, 0, 0 },
		{ "transfer longer", "tx_bad_length", 0, 0, 0, DATA_LEN + 1 },
		{ "channel 1", "tx_bad_endpoint", 1u << 16, 0, 0, 0 },
		{ "channel 2", "tx_bad_endpoint", 2u << 16, 0, 0, 0 },
		{ "header 24", "tx_bad_frame", (13u ^ 12) << 11, 0, 0, 0 },
		{ "rate 12", "tx_bad_rate", 0, 0, 1u << 31 | 12u << 16, 0 },
		{ "VHT MCS 10", "tx_bad_rate", 0, 0, 1u << 31 | 0x20au << 16, 0 },
		{ "mode 5", "tx_bad_rate", 0, 0, 1u << 31 | 0x500u << 16, 0 },
		{ "mode 8", "tx_bad_rate", 0, 0, 1u << 31 | 0x800u << 16, 0 },
		{ "HT at 80 MHz", "tx_bad_rate", 0, 0, 1u << 31 | 2u << 28 | 0x100u << 16, 0 },
	};
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct stand *s = stand_open();

		data_wd(&s->wd);
		s->wd.body[0] ^= rows[i].xor_body0;
		s->wd.body[2] ^= rows[i].xor_body2;
		s->wd.body[7] ^= rows[i].xor_body7;
		if (rows[i].frame_len != 0)
			s->wd.frame_len = (uint32_t)rows[i].frame_len;
		send(s->b, EP_BE, &s->wd);
		if (bench_counter(s->b, rows[i].counter) != 1)
			printf("%s\n", rows[i].what);
		CU_ASSERT_EQUAL(bench_counter(s->b, rows[i].counter), 1);
		CU_ASSERT_EQUAL(bench_counter(s->b, "tx_frames"), 0);
		CU_ASSERT_PTR_NULL(fake_air_sent(s->air, 0));
		CU_ASSERT_EQUAL(bench_counter(s->b, "tx_fifo_now"), 0);
		stand_close(s);
	}
}

static void
test_short_transfers(void)
{
	uint8_t bytes[64 + 9] = { 0 };
	unsigned int len;

	put32(bytes, 1u << 22);
	for (len = 1; len <= sizeof(bytes); len++) {
		struct stand *s = stand_open();

		put32(bytes + 8, len > 64 ? len - 64 : 0);
		bench_out(s->b, EP_BE, bytes, len, true);
		bench_drain(s->b);
		CU_ASSERT_EQUAL(bench_counter(s->b, "tx_bad_descriptor"), len < 64);
		/* Up to nine bytes are no frame. */
		CU_ASSERT_EQUAL(bench_counter(s->b, "tx_bad_frame"), len >= 64);
		CU_ASSERT_EQUAL(bench_counter(s->b, "tx_frames"), 0);
		stand_close(s);
	}
}

/* Header of a data frame with four addresses, QoS and HT control: 36 bytes. */
static void
test_header_lengths(void)
{
	static const struct { uint16_t fc; uint32_t header; } rows[] = {
		{ 0x0008, 24 }, { 0x0088, 26 }, { 0x8088, 30 }, { 0x0308, 30 },
		{ 0x8388, 36 }, { 0x8008, 24 }, { 0x0040, 24 }, { 0x8040, 28 },
		{ 0x00d4, 10 }, { 0x00b4, 10 },
	};
	uint8_t frame[64];
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		bench_frame_bytes(frame, 64, rows[i].fc, bench_other, 0);
		CU_ASSERT_EQUAL(rtw89_tx_header_len(frame, 64), rows[i].header);
		CU_ASSERT_EQUAL(rtw89_tx_header_len(frame, rows[i].header), rows[i].header);
		CU_ASSERT_EQUAL(rtw89_tx_header_len(frame, rows[i].header - 1), 0);
	}
}

static void
test_rates(void)
{
	static const struct {
		const struct rtw89_tx_form *form;
		uint16_t code;
		struct air_rate rate;
	} rows[] = {
		{ &rtw89_tx_form_be, 0x000, { AIR_CCK, 0, 1, 0, 0 } },
		{ &rtw89_tx_form_be, 0x003, { AIR_CCK, 3, 1, 0, 0 } },
		{ &rtw89_tx_form_be, 0x004, { AIR_OFDM, 0, 1, 0, 0 } },
		{ &rtw89_tx_form_be, 0x00b, { AIR_OFDM, 7, 1, 0, 0 } },
		{ &rtw89_tx_form_be, 0x10f, { AIR_HT, 15, 2, 1, 3 } },
		{ &rtw89_tx_form_be, 0x229, { AIR_VHT, 9, 2, 1, 3 } },
		{ &rtw89_tx_form_be, 0x32b, { AIR_HE, 11, 2, 1, 3 } },
		{ &rtw89_tx_form_be, 0x42d, { AIR_EHT, 13, 2, 1, 3 } },
		{ &rtw89_tx_form_ax, 0x00b, { AIR_OFDM, 7, 1, 0, 0 } },
		{ &rtw89_tx_form_ax, 0x08f, { AIR_HT, 15, 2, 1, 3 } },
		{ &rtw89_tx_form_ax, 0x119, { AIR_VHT, 9, 2, 1, 3 } },
		{ &rtw89_tx_form_ax_v1, 0x19b, { AIR_HE, 11, 2, 1, 3 } },
	};
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct rtw89_txd txd = { .rate_code = rows[i].code, .gi = 3, .bw = 1 };
		const struct air_rate *want = &rows[i].rate;
		struct air_rate rate;

		CU_ASSERT_TRUE(rtw89_tx_rate(rows[i].form, &txd, &rate));
		CU_ASSERT_EQUAL(rate.mode, want->mode);
		CU_ASSERT_EQUAL(rate.mcs, want->mcs);
		CU_ASSERT_EQUAL(rate.nss, want->nss);
		CU_ASSERT_EQUAL(rate.bw, want->bw);
		CU_ASSERT_EQUAL(rate.gi_ltf, want->gi_ltf);
	}
}

/* All ones in one field alone: one value changes, and no other. word: of the whole
 * descriptor. */
struct field_row {
	unsigned int word;
	uint32_t mask;
	struct rtw89_txd want;
};

static void
check_fields(const struct rtw89_tx_form *form, uint32_t len, const struct field_row *rows,
	     unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		uint8_t bytes[64] = { 0 };
		struct rtw89_txd txd, want = rows[i].want;

		put32(bytes, 1u << 22);
		put32(bytes + 4 * rows[i].word, rows[i].mask |
		      (rows[i].word == 0 ? 1u << 22 : 0));
		want.len = len;
		CU_ASSERT_TRUE(rtw89_tx_decode(form, bytes, len, &txd));
		if (memcmp(&txd, &want, sizeof(txd)) != 0)
			printf("word %u mask 0x%08x\n", rows[i].word, rows[i].mask);
		CU_ASSERT_EQUAL(memcmp(&txd, &want, sizeof(txd)), 0);
		CU_ASSERT_FALSE(rtw89_tx_decode(form, bytes, len - 1, &txd));
	}
}

#define FIELDS(form, len, rows) \
	check_fields(form, len, rows, sizeof(rows) / sizeof((rows)[0]))

/* The same on every chip; seq also shows that the bits above it are others'. */
#define COMMON_ROWS \
	{ 0, 0x0000f800, { .header_len = 62 } }, \
	{ 0, 0x000f0000, { .channel = 15 } }, \
	{ 0, 0x00000001, { .hw_seq = true } }, \
	{ 0, 0x00000002, { .hw_seq = true } }, \
	{ 0, 0xff9007fc & ~0x00400000u, { .len = 0 } }, \
	{ 2, 0x00003fff, { .size = 0x3fff } }, \
	{ 2, 0x007e0000, { .queue = 63 } }, \
	{ 3, 0x00000fff, { .seq = 0xfff } }, \
	{ 1, 0xffffffff, { .len = 0 } }

static void
test_fields_be(void)
{
	static const struct field_row rows[] = {
		COMMON_ROWS,
		{ 2, 0xff000000, { .mac_id = 255 } },
		{ 2, 0x0081c000, { .len = 0 } },
		{ 3, 0xfffff000, { .len = 0 } },
		{ 6, 0x00001000, { .no_ack = true } },
		{ 6, 0xffffefff, { .len = 0 } },
		{ 7, 0x80000000, { .fixed_rate = true } },
		{ 7, 0x0fff0000, { .rate_code = 0xfff } },
		{ 7, 0x0000e000, { .gi = 7 } },
		{ 7, 0x70000000, { .bw = 7 } },
		{ 7, 0x00001fff, { .len = 0 } },
		{ 8, 0x00000400, { .no_fallback = true } },
		{ 8, 0x00400000, { .retry_limited = true } },
		{ 8, 0x003f0000, { .retry_limit = 63 } },
		{ 8, 0xff80fbff, { .len = 0 } },
		{ 10, 0x40000000, { .report = true } },
		{ 11, 0xffffffff, { .len = 0 } },
	};

	FIELDS(&rtw89_tx_form_be, 64, rows);
}

static void
test_fields_ax(void)
{
	static const struct field_row rows[] = {
		COMMON_ROWS,
		{ 2, 0x7f000000, { .mac_id = 127 } },
		{ 2, 0x8081c000, { .len = 0 } },
		{ 3, 0xfffff000, { .len = 0 } },
		{ 6, 0x40000000, { .fixed_rate = true } },
		{ 6, 0x01ff0000, { .rate_code = 0x1ff } },
		{ 6, 0x0e000000, { .gi = 7 } },
		{ 6, 0x30000000, { .bw = 3 } },
		{ 6, 0x00000400, { .no_fallback = true } },
		{ 7, 0x80000000, { .retry_limited = true } },
		{ 7, 0x7e000000, { .retry_limit = 63 } },
		{ 9, 0x00000400, { .report = true } },
	};

	FIELDS(&rtw89_tx_form_ax, 48, rows);
}

static void
test_fields_ax_v1(void)
{
	static const struct field_row rows[] = {
		{ 2, 0x7f000000, { .mac_id = 127 } },
		{ 2, 0x00003fff, { .size = 0x3fff } },
		{ 7, 0x80000000, { .fixed_rate = true } },
		{ 7, 0x01ff0000, { .rate_code = 0x1ff } },
		{ 7, 0x0e000000, { .gi = 7 } },
		{ 7, 0x30000000, { .bw = 3 } },
		{ 8, 0x00000400, { .no_fallback = true } },
		{ 9, 0x80000000, { .retry_limited = true } },
		{ 9, 0x7e000000, { .retry_limit = 63 } },
		{ 11, 0x00000400, { .report = true } },
	};

	FIELDS(&rtw89_tx_form_ax_v1, 56, rows);
}

/* What stands where the info block would be is the frame's. */
static void
test_fields_without_info(void)
{
	static const struct rtw89_tx_form *const forms[] = {
		&rtw89_tx_form_ax, &rtw89_tx_form_ax_v1, &rtw89_tx_form_be,
	};
	unsigned int i;

	for (i = 0; i < 3; i++) {
		struct rtw89_txd txd, want = { .len = forms[i]->body_len };
		uint8_t bytes[64];

		memset(bytes, 0xff, sizeof(bytes));
		memset(bytes, 0, want.len);
		CU_ASSERT_TRUE(rtw89_tx_decode(forms[i], bytes, 64, &txd));
		CU_ASSERT_EQUAL(memcmp(&txd, &want, sizeof(txd)), 0);
	}
}

static void
test_no_ack_and_report(void)
{
	struct stand *s = stand_open();

	data_wd(&s->wd);
	s->wd.body[6] = 1u << 12;
	s->wd.info[2] = 1u << 30;
	send(s->b, EP_BE, &s->wd);
	CU_ASSERT_TRUE(fake_air_sent(s->air, 0)->tx.no_ack);
	CU_ASSERT_EQUAL(bench_counter(s->b, "tx_reports_wanted"), 1);
	stand_close(s);
}

static void
test_without_info_block(void)
{
	struct stand *s = stand_open();

	data_wd(&s->wd);
	s->wd.without_info = true;
	s->wd.body[0] &= ~(1u << 22);
	send(s->b, EP_BE, &s->wd);
	CU_ASSERT_EQUAL(bench_counter(s->b, "tx_frames"), 1);
	CU_ASSERT_EQUAL(memcmp(fake_air_sent(s->air, 0)->bytes, s->wd.frame, DATA_LEN), 0);
	stand_close(s);
}

/* The largest that the size field can tell. */
static void
test_largest(void)
{
	struct stand *s = stand_open();

	data_wd(&s->wd);
	s->wd.frame_len = 16383;
	s->wd.body[2] = 16383;
	send(s->b, EP_BE, &s->wd);
	CU_ASSERT_EQUAL(bench_counter(s->b, "tx_frames"), 1);
	CU_ASSERT_EQUAL(fake_air_sent(s->air, 0)->tx.len, 16383);
	stand_close(s);
}

/* A transfer of whole packets without its zero-length packet. */
static void
test_joined_transfer_is_malformed(void)
{
	struct stand *s = stand_open();
	uint8_t bytes[1024] = { 0 };

	bench_frame_bytes(bytes + 64, 960, 0x0188, bench_other, 0);
	put32(bytes, 1u << 22 | 13u << 11);
	put32(bytes + 8, 960);
	bench_out(s->b, EP_BE, bytes, 1024, true);
	bench_drain(s->b);
	CU_ASSERT_EQUAL(bench_counter(s->b, "tx_frames"), 1);
	bench_out(s->b, EP_BE, bytes, 1024, false);
	bench_out(s->b, EP_BE, bytes, 1023, false);
	bench_drain(s->b);
	CU_ASSERT_EQUAL(bench_counter(s->b, "tx_frames"), 1);
	CU_ASSERT_EQUAL(bench_counter(s->b, "tx_bad_length"), 1);
	CU_ASSERT_EQUAL(bench_counter(s->b, "tx_joined"), 1);
	stand_close(s);
}

/* The radio is slower than the bus: the buffer fills, requests wait, all is sent. */
static void
test_radio_fills_the_buffer(void)
{
	struct stand *s = stand_open();
	uint8_t bytes[64 + 1000] = { 0 };
	unsigned int i;

	fake_air_airtime(s->air, 1000000);
	bench_frame_bytes(bytes + 64, 1000, 0x0188, bench_other, 0);
	put32(bytes, 1u << 22 | 13u << 11);
	put32(bytes + 8, 1000);
	for (i = 0; i < 100; i++)
		bench_out(s->b, EP_BE, bytes, sizeof(bytes), false);
	bench_run(s->b, 900000);
	/* 61 x 1064 = 64904 of 65536 bytes */
	CU_ASSERT_EQUAL(s->b->n_outs_done, 61);
	CU_ASSERT_EQUAL(bench_counter(s->b, "tx_fifo_now"), 64904);
	CU_ASSERT_EQUAL(bench_counter(s->b, "tx_naks"), 1);
	bench_drain(s->b);
	CU_ASSERT_EQUAL(s->b->n_outs_done, 100);
	CU_ASSERT_EQUAL(bench_counter(s->b, "tx_frames"), 100);
	CU_ASSERT_EQUAL(bench_counter(s->b, "tx_fifo_now"), 0);
	stand_close(s);
}

static void
test_without_air(void)
{
	struct bench *b = bench_open(USB_SPEED_HIGH, NULL);
	struct wd wd;

	data_wd(&wd);
	send(b, EP_BE, &wd);
	CU_ASSERT_EQUAL(bench_counter(b, "tx_frames"), 1);
	bench_close(b);
}

int
main(void)
{
	CU_TestInfo path[] = {
		{ "data frame", test_data_frame },
		{ "management frame", test_management_frame },
		{ "sequence numbers", test_sequence_numbers },
		{ "queues", test_queues },
		{ "channels and endpoints", test_channels_and_endpoints },
		{ "commands", test_commands },
		{ "wrong descriptors", test_wrong_descriptors },
		{ "short transfers", test_short_transfers },
		{ "no-ack, report", test_no_ack_and_report },
		{ "without info block", test_without_info_block },
		{ "largest frame", test_largest },
		{ "joined transfer is malformed", test_joined_transfer_is_malformed },
		{ "the radio fills the buffer", test_radio_fills_the_buffer },
		{ "without air", test_without_air },
		CU_TEST_INFO_NULL,
	};
	CU_TestInfo decode[] = {
		{ "fields, BE", test_fields_be },
		{ "fields, AX", test_fields_ax },
		{ "fields, 8852C", test_fields_ax_v1 },
		{ "fields without info block", test_fields_without_info },
		{ "rates", test_rates },
		{ "header lengths", test_header_lengths },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "rtl8922au transmits", NULL, NULL, NULL, NULL, path },
		{ "transmit descriptors", NULL, NULL, NULL, NULL, decode },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
