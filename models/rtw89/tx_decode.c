/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../air/phy.h"
#include "../bytes.h"
#include "tx_decode.h"

#define BODY(n) (n)
#define INFO(n) (RTW89_TXD_INFO + (n))

/* What all forms have in the same place. */
#define COMMON_BODY \
	.info_enable = { BODY(0), 22, 1 }, \
	.channel = { BODY(0), 16, 4 }, \
	.header_len = { BODY(0), 11, 5 }, \
	.hw_seq = { BODY(0), 0, 2 },	/* mode; [3:2] says which counter */ \
	.size = { BODY(2), 0, 14 }, \
	.queue = { BODY(2), 17, 6 }, \
	.seq = { BODY(3), 0, 12 }, \
	.no_fallback = { INFO(0), 10, 1 }

/* A limit is told in info word 1 by these; report: info word 3, the vendor's. */
#define COMMON_AX \
	.mac_id = { BODY(2), 24, 7 }, \
	.retry_limited = { INFO(1), 31, 1 }, \
	.retry_limit = { INFO(1), 25, 6 }, \
	.report = { INFO(3), 10, 1 }

const struct rtw89_tx_form rtw89_tx_form_ax = {
	.body_len = 24,
	.info_len = 24,
	COMMON_BODY,
	COMMON_AX,
	.fixed_rate = { INFO(0), 30, 1 },
	.rate = { INFO(0), 16, 9 },
	.gi = { INFO(0), 25, 3 },
	.bw = { INFO(0), 28, 2 },
};

const struct rtw89_tx_form rtw89_tx_form_ax_v1 = {
	.body_len = 32,
	.info_len = 24,
	COMMON_BODY,
	COMMON_AX,
	.fixed_rate = { BODY(7), 31, 1 },
	.rate = { BODY(7), 16, 9 },
	.gi = { BODY(7), 25, 3 },
	.bw = { BODY(7), 28, 2 },
	.no_ack = { BODY(0), 31, 1 },	/* rtl8852cu-20251113 phl/hal_g6/mac/txdesc.h */
};

const struct rtw89_tx_form rtw89_tx_form_be = {
	.body_len = 32,
	.info_len = 32,
	.long_rates = true,
	COMMON_BODY,
	.mac_id = { BODY(2), 24, 8 },
	.fixed_rate = { BODY(7), 31, 1 },
	.rate = { BODY(7), 16, 12 },
	.gi = { BODY(7), 13, 3 },
	.bw = { BODY(7), 28, 3 },
	.no_ack = { BODY(6), 12, 1 },
	.retry_limited = { INFO(0), 22, 1 },
	.retry_limit = { INFO(0), 16, 6 },
	.report = { INFO(2), 30, 1 },
};

struct source {
	const struct rtw89_tx_form *form;
	const uint8_t *data;
	bool info;		/* the info block is there */
};

static uint32_t
get(const struct source *s, struct rtw89_tx_field f)
{
	uint32_t at = (f.word & (RTW89_TXD_INFO - 1u)) * 4u;

	if (f.bits == 0)
		return 0;
	if (f.word >= RTW89_TXD_INFO) {
		if (!s->info)
			return 0;
		at += s->form->body_len;
	}
	return get_le32(s->data + at) >> f.shift & ((1u << f.bits) - 1);
}

bool
rtw89_tx_decode(const struct rtw89_tx_form *form, const uint8_t *data, uint32_t len,
		struct rtw89_txd *out)
{
	struct source s = { form, data, false };

	memset(out, 0, sizeof(*out));
	if (len < form->body_len)
		return false;
	s.info = get(&s, form->info_enable) != 0;
	out->len = form->body_len + (s.info ? form->info_len : 0u);
	if (len < out->len)
		return false;
	out->size = get(&s, form->size);
	out->header_len = get(&s, form->header_len) * 2;
	out->seq = (uint16_t)get(&s, form->seq);
	out->rate_code = (uint16_t)get(&s, form->rate);
	out->queue = (uint8_t)get(&s, form->queue);
	out->mac_id = (uint8_t)get(&s, form->mac_id);
	out->channel = (uint8_t)get(&s, form->channel);
	out->gi = (uint8_t)get(&s, form->gi);
	out->bw = (uint8_t)get(&s, form->bw);
	out->retry_limit = (uint8_t)get(&s, form->retry_limit);
	out->hw_seq = get(&s, form->hw_seq) != 0;
	out->fixed_rate = get(&s, form->fixed_rate) != 0;
	out->no_ack = get(&s, form->no_ack) != 0;
	out->no_fallback = get(&s, form->no_fallback) != 0;
	out->retry_limited = get(&s, form->retry_limited) != 0;
	out->report = get(&s, form->report) != 0;
	return true;
}

/* Codes 0 to 3 are CCK, 4 to 11 OFDM (morrownr/rtw89 core.h). */
static bool
legacy_rate(unsigned int code, struct air_rate *rate)
{
	if (code >= 12)
		return false;
	rate->mode = code < 4 ? AIR_CCK : AIR_OFDM;
	rate->mcs = (uint8_t)(code < 4 ? code : code - 4);
	rate->nss = 1;
	return true;
}

bool
rtw89_tx_rate(const struct rtw89_tx_form *form, const struct rtw89_txd *txd,
	      struct air_rate *rate)
{
	static const enum air_mode modes[] = { AIR_OFDM, AIR_HT, AIR_VHT, AIR_HE, AIR_EHT };
	unsigned int code = txd->rate_code;
	unsigned int mode = form->long_rates ? code >> 8 : code >> 7;
	unsigned int rest = code & (form->long_rates ? 0xffu : 0x7fu);
	unsigned int mcs_bits = form->long_rates ? 5 : 4;

	memset(rate, 0, sizeof(*rate));
	if (mode >= sizeof(modes) / sizeof(modes[0]))
		return false;
	if (mode == 0)
		return legacy_rate(rest, rate);
	rate->mode = modes[mode];
	rate->bw = txd->bw;
	rate->gi_ltf = txd->gi;
	if (rate->mode == AIR_HT) {
		rate->mcs = (uint8_t)rest;
		rate->nss = (uint8_t)(rest / 8 + 1);
	} else {
		rate->mcs = (uint8_t)(rest & ((1u << mcs_bits) - 1));
		rate->nss = (uint8_t)((rest >> mcs_bits) + 1);
	}
	return air_phy_rate_valid(rate);
}

/* Control frames: as far as address 1. */
uint32_t
rtw89_tx_header_len(const uint8_t *frame, uint32_t len)
{
	bool data, qos, order;
	uint32_t header = 24;

	if (len < 10)
		return 0;
	if ((frame[0] >> 2 & 3) == 1 || (frame[0] >> 2 & 3) == 3)
		return 10;
	data = (frame[0] >> 2 & 3) == 2;
	qos = data && (frame[0] & 0x80) != 0;
	order = (frame[1] & 0x80) != 0;
	header += data && (frame[1] & 3) == 3 ? 6 : 0;
	header += qos ? 2 : 0;
	header += order && (qos || !data) ? 4 : 0;
	return header <= len ? header : 0;
}
