/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTW89_AX_H
#define RTW89_AX_H

/* The AX generation: RTL8851BU, 8852AU, 8852BU, 8852CU. */

#include "rtw89.h"

extern const struct usb_device_ops rtl8851bu_ops, rtl8852au_ops, rtl8852bu_ops,
	rtl8852cu_ops;

/* ax_encode.c: as struct rtw89_kind has them. */
uint32_t ax_encode_frame(const struct rtw89 *chip, const struct air_frame *frame,
			 uint8_t *out);
uint32_t ax_encode_status(const struct rtw89 *chip, const struct air_frame *last,
			  uint8_t *out);
uint32_t ax_encode_c2h(const struct rtw89 *chip, const struct air_frame *last,
		       uint8_t *out);
uint32_t ax_encode_short(const struct rtw89 *chip, unsigned int rpkt_type,
			 uint32_t packet_len, uint8_t *out);
uint32_t ax_status_room(const struct rtw89 *chip);

/* ax_regs.c */
bool ax_register_read(struct rtw89 *chip, uint32_t address, uint8_t *data, uint32_t len);
void ax_register_written(struct rtw89 *chip, uint32_t address, uint32_t len);

/* ax_switches.c: ends with a nameless one. */
extern const struct core_switch ax_switches[];
void ax_switches_default(struct rtw89 *chip);

#endif /* RTW89_AX_H */
