/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTW89_TX_DECODE_H
#define RTW89_TX_DECODE_H

/*
 * The descriptor in front of a frame on bulk OUT: a body and, when the body says
 * so, an info block, in little-endian words. Where a field lies is data, one
 * struct for each form (morrownr/rtw89 txrx.h).
 */

#include <stdbool.h>
#include <stdint.h>

#include "../air.h"

/* bits 0: this form has no such field. Words of the info block count from
 * RTW89_TXD_INFO. */
#define RTW89_TXD_INFO 0x40u

struct rtw89_tx_field {
	uint8_t word, shift, bits;
};

struct rtw89_tx_form {
	uint8_t body_len, info_len;	/* bytes */
	bool long_rates;	/* rate codes of BE: 11 bits, mode in [10:8] */
	struct rtw89_tx_field info_enable, size, queue, mac_id, channel;
	struct rtw89_tx_field header_len;	/* 2-byte units */
	struct rtw89_tx_field seq;
	struct rtw89_tx_field hw_seq;	/* not 0: the chip numbers the frame */
	struct rtw89_tx_field fixed_rate, rate, gi, bw;
	struct rtw89_tx_field no_ack, no_fallback;
	struct rtw89_tx_field retry_limited, retry_limit;
	struct rtw89_tx_field report;
};

extern const struct rtw89_tx_form rtw89_tx_form_ax;	/* 8851B, 8852A, 8852B */
extern const struct rtw89_tx_form rtw89_tx_form_ax_v1;	/* 8852C */
extern const struct rtw89_tx_form rtw89_tx_form_be;	/* 8922A */

struct rtw89_txd {
	uint32_t len;		/* of the descriptor, bytes */
	uint32_t size;		/* of what follows it, as it says */
	uint32_t header_len;	/* bytes, 0: not told */
	uint16_t seq, rate_code;
	uint8_t queue, mac_id, channel, gi, bw;
	uint8_t retry_limit;	/* with retry_limited */
	bool hw_seq, fixed_rate, no_ack, no_fallback, retry_limited, report;
};

/* False when the len bytes of data end before the descriptor does. */
bool rtw89_tx_decode(const struct rtw89_tx_form *form, const uint8_t *data, uint32_t len,
		     struct rtw89_txd *out);

/* The rate of a descriptor with a fixed one; false when there is no such rate. */
bool rtw89_tx_rate(const struct rtw89_tx_form *form, const struct rtw89_txd *txd,
		   struct air_rate *rate);

/* Length of the 802.11 header of a frame, 0 when its len bytes are fewer. */
uint32_t rtw89_tx_header_len(const uint8_t *frame, uint32_t len);

#endif /* RTW89_TX_DECODE_H */
