/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTL8922AU_RX_ENCODE_H
#define RTL8922AU_RX_ENCODE_H

/*
 * Units as they lie in a bulk-IN transfer: receive descriptor version 2, gap,
 * packet. Layout: morrownr/rtw89 txrx.h and core.c; the fields that
 * derv82/wifit3 src/wifit3/chips/rtl8922au/rx.py reads agree.
 */

#include <stdint.h>

#include "chip.h"

enum rpkt_type { RPKT_WIFI = 0, RPKT_PPDU_STAT = 1, RPKT_C2H = 10 };

/* Rate code, 11 bits (morrownr/rtw89 core.h). */
uint16_t r8922_rx_rate_code(const struct air_rate *rate);

/* Each writes one unit to out, without padding behind, and gives its length.
 * out has UNIT_MAX bytes. */
uint32_t r8922_rx_encode_frame(const struct usb_device *dev, const struct air_frame *frame,
			       uint8_t *out);
uint32_t r8922_rx_encode_ppdu_status(const struct usb_device *dev,
				     const struct air_frame *last, uint8_t *out);
uint32_t r8922_rx_encode_c2h(const struct usb_device *dev, const struct air_frame *last,
			     uint8_t *out);

/* Descriptor words 0, 4 and 5 of a short descriptor, the rest 0. */
void r8922_rx_short_descriptor(uint8_t *out, enum rpkt_type type, uint32_t len);
void r8922_rx_put_ppdu_words(const struct usb_device *dev, const struct air_frame *frame,
			     uint8_t *desc);

#define RXD_SHORT 24u
#define RXD_LONG 40u
#define RXD_DW3_A1_MATCH 0x00000400u

#endif /* RTL8922AU_RX_ENCODE_H */
