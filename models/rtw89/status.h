/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTW89_STATUS_H
#define RTW89_STATUS_H

/*
 * The packet of a PPDU status unit, morrownr/rtw89 core.c, txrx.h, phy.c, phy.h, mac.c:
 * MAC info 8, users 4 each to a multiple of 8, receive counters, PLCP copy, PHY status
 * header 8, information elements.
 */

#include "rtw89.h"

/* What differs between the generations. */
struct status_form {
	uint32_t rx_cnt_len;	/* receive counters, bytes */
	uint32_t ie00_len, ie01_len;
	bool plcp_in_word0;	/* PLCP_LEN of the MAC info is in word 0, else in word 1 */
	bool header_apart;	/* the header's length field leaves the header out */
	bool path_rpl;		/* received power level of each path in IE00 and IE01 */
};

extern const struct status_form status_form_ax, status_form_be;

/* What the status says beside the PPDU's last frame. */
struct status_facts {
	uint8_t paths;		/* 1 or 2 */
	uint8_t path_b_db;	/* path B is weaker by so many dB */
	uint8_t chan_idx;	/* chan_idx.h */
	bool mac_info;		/* MAC info, users, counters and PLCP copy are there */
	bool rx_cnt;
	uint8_t plcp;		/* PLCP copy, 8-byte units */
	bool a1_match, data, ctrl, mgmt, beacon;
};

/* The most that one takes; plcp in bytes. */
#define STATUS_MAX(plcp, rx_cnt) (16 + 8 + 40 + (plcp) + ((rx_cnt) ? 128 : 0))

/* Of the PPDU that has just ended, all but mac_info. */
struct status_facts rtw89_status_facts(const struct rtw89 *chip);

/* Writes the packet and gives its length, a multiple of 8. */
uint32_t status_put(const struct status_form *form, const struct status_facts *s,
		    const struct air_frame *last, uint8_t *out);

#endif /* RTW89_STATUS_H */
