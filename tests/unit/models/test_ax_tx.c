/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Transmit on chips of the AX generation: descriptors typed from the published layout, the
 * endpoint of each channel, what is wrong counted by name. */

#include <string.h>

#include "../cunit_run.h"
#include "ax_bench.h"
#include "fake_air.h"
#include "rtw89/tx_decode.h"

/* body: bytes of it; four: channels 0 to 3 to an endpoint each. */
static const struct chip_row {
	const char *name;
	unsigned int body;
	bool four;
	struct air_rate rate;	/* of data frames, when none is told */
} chips[] = {
	{ "rtl8851bu", 24, true, { AIR_HE, 11, 1, 2, 3 } },
	{ "rtl8852au", 24, false, { AIR_HE, 11, 2, 2, 3 } },
	{ "rtl8852bu", 24, true, { AIR_HE, 11, 2, 2, 3 } },
	{ "rtl8852cu", 32, false, { AIR_HE, 11, 2, 3, 3 } },
};

#define N_CHIPS (sizeof(chips) / sizeof(chips[0]))
#define FOR_CHIPS(c) for (c = chips; c < chips + N_CHIPS; c++)

#define FRAME 100u

/* A descriptor with info block and a frame behind it. */
struct out {
	uint32_t body[8], info[6];
	uint8_t frame[FRAME];
};

static struct bench *
open_chip(const struct chip_row *c)
{
	struct bench *b = ax_bench_open(c->name, USB_SPEED_SUPER, fake_air_new(false));

	bench_submit(b, 1, 4096);
	return b;
}

/* QoS data, TID 0, best effort, channel 0: header of 26 bytes, sequence number 0x123. */
static struct out
data_frame(void)
{
	struct out o = { .body = { 0x00400000 | 13 << 11 | 1 << 10, 0, FRAME, 0x123 } };

	bench_frame_bytes(o.frame, FRAME, 0x0188, bench_other, 0x1230);
	return o;
}

static uint32_t
bytes_of(const struct chip_row *c, const struct out *o, bool info, uint8_t *bytes)
{
	uint32_t len = c->body;

	memcpy(bytes, o->body, c->body);
	if (info) {
		memcpy(bytes + len, o->info, 24);
		len += 24;
	}
	memcpy(bytes + len, o->frame, FRAME);
	return len + FRAME;
}

static void
send_cut(struct bench *b, const struct chip_row *c, const struct out *o, uint8_t ep,
	 uint32_t cut)
{
	uint8_t bytes[32 + 24 + FRAME];
	uint32_t len = bytes_of(c, o, (o->body[0] & 0x00400000) != 0, bytes);
	struct bench_out *out = bench_out(b, ep, bytes, len - cut, true);

	bench_run(b, b->now_ns + 1000000);
	CU_ASSERT(out->done);
	CU_ASSERT_EQUAL(out->urb.actual, len - cut);
}

static void
send_to(struct bench *b, const struct chip_row *c, const struct out *o, uint8_t ep)
{
	send_cut(b, c, o, ep, 0);
}

static void
check_rate(const struct air_rate *is, const struct air_rate *should)
{
	CU_ASSERT_EQUAL(is->mode, should->mode);
	CU_ASSERT_EQUAL(is->mcs, should->mcs);
	CU_ASSERT_EQUAL(is->nss, should->nss);
	CU_ASSERT_EQUAL(is->bw, should->bw);
	CU_ASSERT_EQUAL(is->gi_ltf, should->gi_ltf);
}

static void
test_data(void)
{
	const struct chip_row *c;
	unsigned int info;

	FOR_CHIPS(c)
		for (info = 0; info < 2; info++) {
			struct bench *b = open_chip(c);
			const struct fake_air_sent *sent;
			struct out o = data_frame();

			if (!info)
				o.body[0] &= ~0x00400000u;
			send_to(b, c, &o, 0x09);
			sent = fake_air_sent(b->air, 0);
			CU_ASSERT_PTR_NOT_NULL_FATAL(sent);
			CU_ASSERT_EQUAL_FATAL(sent->tx.len, FRAME);
			CU_ASSERT_EQUAL(memcmp(sent->bytes, o.frame, FRAME), 0);
			check_rate(&sent->tx.rate, &c->rate);
			CU_ASSERT_FALSE(sent->tx.no_ack);
			CU_ASSERT_PTR_NULL(fake_air_sent(b->air, 1));
			CU_ASSERT_EQUAL(bench_counter(b, "tx_be"), 1);
			bench_close(b);
		}
}

/* Each field alone, all ones: what it becomes, and nothing else does. Words of the body,
 * then of the info block; rate fields of the 8852C lie in the body. */
struct field_row {
	unsigned int word;
	uint32_t bits;
	struct rtw89_txd is;
};

static void
check_field(const struct rtw89_tx_form *form, unsigned int body, const struct field_row *r)
{
	uint32_t words[14] = { 0 };
	struct rtw89_txd txd, should = r->is;

	words[0] = 0x00400000;
	words[r->word] |= r->bits;
	should.len = body + 24;
	CU_ASSERT_FATAL(rtw89_tx_decode(form, (uint8_t *)words, body + 24, &txd));
	if (memcmp(&txd, &should, sizeof(txd)) != 0)
		printf("  body %u, word %u, %08x\n", body, r->word, r->bits);
	CU_ASSERT_EQUAL(memcmp(&txd, &should, sizeof(txd)), 0);
}

static void
test_fields(void)
{
	static const struct field_row both[] = {
		{ 0, 0x00000003, { .hw_seq = true } }, { 0, 0x0000000C, { 0 } },
		{ 0, 0x0000F800, { .header_len = 62 } }, { 0, 0x000F0000, { .channel = 15 } },
		{ 0, 0x00000780, { 0 } }, { 0, 0x7FB00000, { 0 } },
		{ 2, 0x00003FFF, { .size = 16383 } }, { 2, 0x007E0000, { .queue = 63 } },
		{ 2, 0x7F000000, { .mac_id = 127 } }, { 2, 0x8081C000, { 0 } },
		{ 3, 0x00000FFF, { .seq = 4095 } }, { 3, 0xFFFFF000, { 0 } },
		{ 1, 0xFFFFFFFF, { 0 } }, { 4, 0xFFFFFFFF, { 0 } }, { 5, 0xFFFFFFFF, { 0 } },
	};
	static const struct field_row short_body[] = {
		{ 0, 0x80000000, { 0 } },
		{ 6, 0x00000400, { .no_fallback = true } },
		{ 6, 0x01FF0000, { .rate_code = 511 } }, { 6, 0x0E000000, { .gi = 7 } },
		{ 6, 0x30000000, { .bw = 3 } }, { 6, 0x40000000, { .fixed_rate = true } },
		{ 6, 0x8000FBFF, { 0 } },
		{ 7, 0x80000000, { .retry_limited = true } },
		{ 7, 0x7E000000, { .retry_limit = 63 } }, { 7, 0x01FFFFFF, { 0 } },
		{ 9, 0x00000400, { .report = true } }, { 9, 0xFFFFFBFF, { 0 } },
	};
	static const struct field_row long_body[] = {
		{ 0, 0x80000000, { .no_ack = true } },
		{ 7, 0x01FF0000, { .rate_code = 511 } }, { 7, 0x0E000000, { .gi = 7 } },
		{ 7, 0x30000000, { .bw = 3 } }, { 7, 0x80000000, { .fixed_rate = true } },
		{ 7, 0x4000FFFF, { 0 } }, { 6, 0xFFFFFFFF, { 0 } },
		{ 8, 0x00000400, { .no_fallback = true } }, { 8, 0xFFFFFBFF, { 0 } },
		{ 9, 0x80000000, { .retry_limited = true } },
		{ 9, 0x7E000000, { .retry_limit = 63 } }, { 9, 0x01FFFFFF, { 0 } },
		{ 11, 0x00000400, { .report = true } }, { 11, 0xFFFFFBFF, { 0 } },
	};
	unsigned int i;

	for (i = 0; i < sizeof(both) / sizeof(both[0]); i++) {
		check_field(&rtw89_tx_form_ax, 24, &both[i]);
		check_field(&rtw89_tx_form_ax_v1, 32, &both[i]);
	}
	for (i = 0; i < sizeof(short_body) / sizeof(short_body[0]); i++)
		check_field(&rtw89_tx_form_ax, 24, &short_body[i]);
	for (i = 0; i < sizeof(long_body) / sizeof(long_body[0]); i++)
		check_field(&rtw89_tx_form_ax_v1, 32, &long_body[i]);
}

/* Where each chip has the fixed rate: info word 0 b30, or body word 7 b31; the rest lies in
 * the same bits of that word. */
static void
put_rate(const struct chip_row *c, struct out *o, uint32_t bits)
{
	if (c->body == 32)
		o->body[7] = 0x80000000 | bits;
	else
		o->info[0] = 0x40000000 | bits;
}

static void
test_fixed_rate(void)
{
	static const struct { uint32_t bits; struct air_rate rate; } rows[] = {
		{ 0x00000000, { AIR_CCK, 0, 1, 0, 0 } }, { 0x00030000, { AIR_CCK, 3, 1, 0, 0 } },
		{ 0x00040000, { AIR_OFDM, 0, 1, 0, 0 } },
		{ 0x000B0400, { AIR_OFDM, 7, 1, 0, 0 } },
		{ 0x028F0000, { AIR_HT, 15, 2, 0, 1 } }, { 0x10870000, { AIR_HT, 7, 1, 1, 0 } },
		{ 0x21190000, { AIR_VHT, 9, 2, 2, 0 } }, { 0x03000000, { AIR_VHT, 0, 1, 0, 1 } },
		{ 0x379B0000, { AIR_HE, 11, 2, 3, 3 } }, { 0x01800000, { AIR_HE, 0, 1, 0, 0 } },
	};
	const struct chip_row *c;
	unsigned int i;

	FOR_CHIPS(c)
		for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
			struct bench *b = open_chip(c);
			const struct fake_air_sent *sent;
			struct out o = data_frame();

			put_rate(c, &o, rows[i].bits);
			send_to(b, c, &o, 0x09);
			sent = fake_air_sent(b->air, 0);
			CU_ASSERT_PTR_NOT_NULL_FATAL(sent);
			check_rate(&sent->tx.rate, &rows[i].rate);
			bench_close(b);
		}
}

static void
test_rate_that_is_none(void)
{
	static const uint32_t bits[] = { 0x000C0000, 0x010A0000, 0x018C0000, 0x00A00000 };
	const struct chip_row *c;
	unsigned int i;

	FOR_CHIPS(c)
		for (i = 0; i < 4; i++) {
			struct bench *b = open_chip(c);
			struct out o = data_frame();

			put_rate(c, &o, bits[i]);
			send_to(b, c, &o, 0x09);
			CU_ASSERT_PTR_NULL(fake_air_sent(b->air, 0));
			CU_ASSERT_EQUAL(bench_counter(b, "tx_bad_rate"), 1);
			bench_close(b);
		}
}

/* A wish for no acknowledgement has a bit on the 8852C alone: body word 0 b31. */
static void
test_no_ack(void)
{
	const struct chip_row *c;

	FOR_CHIPS(c) {
		struct bench *b = open_chip(c);
		struct out o = data_frame();

		o.body[0] |= 0x80000000;
		send_to(b, c, &o, 0x09);
		CU_ASSERT_PTR_NOT_NULL_FATAL(fake_air_sent(b->air, 0));
		CU_ASSERT_EQUAL(fake_air_sent(b->air, 0)->tx.no_ack, c->body == 32);
		bench_close(b);
	}
}

/* Management: queue 18, channel 8, endpoint 0x05, sequence number from the chip (b0 and
 * b2 of word 0), no header length. */
static void
test_management(void)
{
	static const struct air_rate six = { AIR_OFDM, 0, 1, 0, 0 };
	const struct chip_row *c;
	unsigned int i;

	FOR_CHIPS(c) {
		struct bench *b = open_chip(c);
		struct out o = data_frame();

		o.body[0] = 0x00480405;
		o.body[2] = FRAME | 18 << 17;
		bench_frame_bytes(o.frame, FRAME, 0x00B0, bench_other, 0x7773);
		put_rate(c, &o, 0x00040400);
		for (i = 0; i < 3; i++) {
			const struct fake_air_sent *sent;

			send_to(b, c, &o, 0x05);
			sent = fake_air_sent(b->air, i);
			CU_ASSERT_PTR_NOT_NULL_FATAL(sent);
			check_rate(&sent->tx.rate, &six);
			/* counted by the chip; the fragment number stays */
			CU_ASSERT_EQUAL(sent->bytes[22], i << 4 | 3);
			CU_ASSERT_EQUAL(sent->bytes[23], 0);
		}
		CU_ASSERT_EQUAL(bench_counter(b, "tx_mgmt"), 3);
		bench_close(b);
	}
}

static void
test_queues(void)
{
	static const char *const names[] = { "tx_be", "tx_bk", "tx_vi", "tx_vo" };
	const struct chip_row *c;
	unsigned int queue, i;

	FOR_CHIPS(c)
		for (queue = 0; queue < 4; queue++) {
			struct bench *b = open_chip(c);
			struct out o = data_frame();

			o.body[2] |= queue << 17;
			o.body[2] |= 0x55u << 24;	/* mac id */
			send_to(b, c, &o, 0x09);
			for (i = 0; i < 4; i++)
				CU_ASSERT_EQUAL(bench_counter(b, names[i]), i == queue);
			bench_close(b);
		}
}

/* DMA channel to endpoint: 0 is a channel that the chip has not. */
static void
test_endpoints(void)
{
	static const uint8_t four[13] = {
		0x09, 0x0A, 0x0B, 0x0C, 0, 0, 0, 0, 0x05, 0x06, 0, 0, 0x07,
	};
	static const uint8_t six[13] = {
		0x09, 0, 0x0B, 0, 0x0A, 0, 0x0C, 0, 0x05, 0x05, 0x06, 0x06, 0x07,
	};
	static const uint8_t eps[] = { 0x05, 0x06, 0x09, 0x0A, 0x0B, 0x0C };
	const struct chip_row *c;
	unsigned int channel, e;

	FOR_CHIPS(c)
		for (channel = 0; channel < 13; channel++)
			for (e = 0; e < 6; e++) {
				uint8_t right = c->four ? four[channel] : six[channel];
				struct bench *b = open_chip(c);
				struct out o = data_frame();

				o.body[0] |= channel << 16;
				send_to(b, c, &o, eps[e]);
				CU_ASSERT_EQUAL(bench_counter(b, "tx_frames"),
						eps[e] == right);
				CU_ASSERT_EQUAL(bench_counter(b, "tx_bad_endpoint"),
						eps[e] != right);
				bench_close(b);
			}
}

static void
test_commands(void)
{
	const struct chip_row *c;

	FOR_CHIPS(c) {
		struct bench *b = open_chip(c);
		struct out o = data_frame();

		send_to(b, c, &o, 0x07);
		CU_ASSERT_EQUAL(bench_counter(b, "tx_commands"), 1);
		CU_ASSERT_PTR_NULL(fake_air_sent(b->air, 0));
		bench_close(b);
	}
}

/* Every length that ends too early, and every size that is not the transfer's. */
static void
test_lengths(void)
{
	const struct chip_row *c;
	uint32_t cut;

	FOR_CHIPS(c)
		for (cut = 1; cut < c->body + 24 + FRAME; cut++) {
			struct bench *b = open_chip(c);
			struct out o = data_frame();
			bool in_descriptor = cut > FRAME;

			send_cut(b, c, &o, 0x09, cut);
			CU_ASSERT_PTR_NULL(fake_air_sent(b->air, 0));
			CU_ASSERT_EQUAL(bench_counter(b, "tx_bad_descriptor"),
					in_descriptor);
			CU_ASSERT_EQUAL(bench_counter(b, "tx_bad_length"), !in_descriptor);
			bench_close(b);
		}
}

/* The 8852C's body is 8 bytes longer than the others': with the wrong one the length is
 * not that of the transfer. */
static void
test_body_length(void)
{
	struct chip_row wrong = chips[3];
	struct bench *b = open_chip(&chips[3]);
	struct out o = data_frame();

	wrong.body = 24;
	send_to(b, &wrong, &o, 0x09);
	CU_ASSERT_EQUAL(bench_counter(b, "tx_bad_length"), 1);
	CU_ASSERT_PTR_NULL(fake_air_sent(b->air, 0));
	bench_close(b);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "data, with and without info block", test_data },
		{ "each field alone", test_fields },
		{ "fixed rate", test_fixed_rate },
		{ "a rate that is none", test_rate_that_is_none },
		{ "no acknowledgement", test_no_ack },
		{ "management", test_management },
		{ "queues", test_queues },
		{ "endpoint of each channel", test_endpoints },
		{ "commands", test_commands },
		{ "lengths", test_lengths },
		{ "body of 24 and 32 bytes", test_body_length },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "AX transmit", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
