/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTW89U_PPDU_H
#define RTW89U_PPDU_H

/*
 * PPDU status: the unit that a chip sends behind the frames of a PPDU, with what
 * its receiver measured. Source: morrownr/rtw89 core.c, txrx.h, phy.c and, for the
 * signal, the query_ppdu and convert_rpl_to_rssi functions of rtw8851b.c, rtw8852a.c,
 * rtw8852b_common.c, rtw8852c.c, rtw8922a.c.
 *
 *   | MAC info: 8 | users: 4 each, even number of words | counters | PLCP copy |
 *   | PHY header: 8 | second header: 8, where announced | elements: 8n each ... |
 *
 * The MAC part is there when the descriptor says so (AX), always on BE. Every
 * length is checked against what arrived, and a status that cannot be is refused as
 * a whole.
 */

#include <stdbool.h>
#include <stdint.h>

#include "wlan_radiotap.h"

/* Why a status was refused; each has a counter (rtw89u.h). */
enum rtw89u_ppdu_end {
	RTW89U_PPDU_OK,
	RTW89U_PPDU_SHORT,	/* shorter than its own first words */
	RTW89U_PPDU_INVALID,	/* the chip marked it as not to be used */
	RTW89U_PPDU_USERS,	/* more users than the chip can have */
	RTW89U_PPDU_MAC_INFO,	/* the MAC part goes on past the end */
	RTW89U_PPDU_LENGTH,	/* the PHY header's length is not what arrived */
	RTW89U_PPDU_ELEMENT,	/* an element is empty, or goes on past the end */
	RTW89U_PPDU_MAX
};

/* Where the signal of a path stands. */
enum rtw89u_rssi_rule {
	RTW89U_RSSI_HEADER,	/* PHY header */
	RTW89U_RSSI_HEADER_RPL,	/* PHY header, moved by element 0's or 1's average */
	RTW89U_RSSI_ELEMENT,	/* elements 0 and 1 */
};

/* What differs between chips. */
struct rtw89u_ppdu_rules {
	bool be;		/* layout of the MAC part, element lengths */
	bool channel;		/* element 1 names the channel */
	uint8_t users_max;
	uint8_t paths;		/* receive chains of the chip */
	enum rtw89u_rssi_rule rssi;
};

/* What the status' own descriptor says. */
struct rtw89u_ppdu_desc {
	bool mac_info;		/* the MAC part is there; not read for BE */
	bool to_self;		/* A1_MATCH */
	bool cck;		/* the rate is one of CCK */
	uint8_t ppdu_cnt;	/* as in the frames that it is about */
	uint8_t phy;		/* as in the frames */
};

struct rtw89u_ppdu {
	uint8_t ppdu_cnt;
	uint8_t phy;
	bool to_self;
	uint8_t chains;		/* bit n: chain_dbm[n] is good */
	int8_t chain_dbm[WLAN_CHAINS_MAX];
	int8_t signal_dbm;	/* strongest of chains; good where there is one */
	bool has_average;	/* average_dbm is good */
	int8_t average_dbm;
	uint16_t freq_mhz;	/* of the primary channel; 0: not known */
	bool has_coding;	/* ldpc, stbc, su and beamformed are good */
	bool ldpc;
	bool stbc;
	bool su;		/* to a single user; only known when to_self */
	bool beamformed;
};

/*
 * The payload of a PPDU status unit, len bytes. RTW89U_PPDU_OK: all of ppdu is set.
 * Any other: ppdu_cnt, phy and to_self are set, nothing is known. Any thread.
 */
enum rtw89u_ppdu_end
rtw89u_ppdu_decode(const struct rtw89u_ppdu_rules *rules,
		   const struct rtw89u_ppdu_desc *desc, const uint8_t *data, uint32_t len,
		   struct rtw89u_ppdu *ppdu);

/* What a status adds to a frame's radiotap facts: signal, chains, channel, coding. */
void rtw89u_ppdu_to_monitor(const struct rtw89u_ppdu *ppdu, struct wlan_monitor *mon);

/*
 * The chip's channel index: [7:4] a base channel, [3:0] the distance from it, in
 * steps of one channel number on 2.4 GHz and of two elsewhere. It stands for the
 * primary channel. Frequency in MHz; 0 for index 0, which says nothing, and for one
 * that cannot be.
 */
uint16_t rtw89u_channel_mhz(uint8_t index);

#endif /* RTW89U_PPDU_H */
