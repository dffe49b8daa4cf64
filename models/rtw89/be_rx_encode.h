/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef BE_RX_ENCODE_H
#define BE_RX_ENCODE_H

/*
 * Units as they lie in a bulk-IN transfer: receive descriptor version 2, gap,
 * packet. Layout: morrownr/rtw89 txrx.h and core.c; the fields that
 * derv82/wifit3 src/wifit3/chips/rtl8922au/rx.py reads agree.
 */

#include <stdint.h>

#include "rtw89.h"

/* Rate code, 11 bits (morrownr/rtw89 core.h). */
uint16_t be_rx_rate_code(const struct air_rate *rate);

/* Each writes one unit to out, without padding behind, and gives its length.
 * out has RTW89_UNIT_MAX bytes. */
uint32_t be_rx_encode_frame(const struct rtw89 *chip, const struct air_frame *frame,
			       uint8_t *out);
uint32_t be_rx_encode_ppdu_status(const struct rtw89 *chip,
				     const struct air_frame *last, uint8_t *out);
uint32_t be_rx_encode_c2h(const struct rtw89 *chip, const struct air_frame *last,
			     uint8_t *out);

uint32_t be_rx_encode_short(const struct rtw89 *chip, unsigned int rpkt_type,
			    uint32_t packet_len, uint8_t *out);
uint32_t be_rx_status_room(const struct rtw89 *chip);
/* The PHY report is on. */
bool be_rx_signal_in_frame(const struct rtw89 *chip);

/* Descriptor words 0, 4 and 5 of a short descriptor, the rest 0. */
void be_rx_short_descriptor(uint8_t *out, unsigned int type, uint32_t len);
void be_rx_put_ppdu_words(const struct rtw89 *chip, const struct air_frame *frame,
			     uint8_t *desc);

#define RXD_SHORT 24u
#define RXD_LONG 40u
#define RXD_DW3_A1_MATCH 0x00000400u

#endif /* BE_RX_ENCODE_H */
