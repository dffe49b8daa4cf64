/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include <rte_byteorder.h>
#include <rte_common.h>

#include "rtw89u_ppdu.h"
#include "rtw89u_rxd.h"

/* MAC part, word 0. */
#define MAC0_USERS_AX	0x0000000fu
#define MAC0_USERS_BE	0x0000001fu
#define MAC0_PLCP_BE	0x00ff0000u	/* 8-byte units */
#define MAC0_INVALID_BE	0x08000000u
#define MAC0_RX_CNT	0x20000000u	/* counters are there */
/* MAC part, word 1. */
#define MAC1_PLCP_AX	0x00ff0000u	/* 8-byte units */

#define MAC_INFO_LEN	8u
#define MAC_USER_LEN	4u
#define RX_CNT_LEN_AX	96u
#define RX_CNT_LEN_BE	128u

/* PHY header, word 0; word 1 is the raw signal of paths A to D. */
#define PHY_HDR_LEN	8u
#define PHY0_HDR_2	0x00000020u
#define PHY0_VALID	0x00000080u
#define PHY0_LEN	0x0000ff00u	/* 8-byte units */
#define PHY0_RSSI_AVG	0xff000000u
/* Second PHY header, word 0. */
#define PHY2_PATHS	0x001f0000u

/* Every element, word 0. */
#define IE_TYPE		0x0000001fu
#define IE_LEN		0x00000fe0u	/* 8-byte units, where the table has no length */
#define IE_LEN_UNIT	8u
#define IE_TYPES	32u
#define IE_VARIABLE	0xffu

/* Element 0, CCK. RPL is received power level, half dB. */
#define IE00_0_RPL	0x0000ff80u	/* quarter dB */
#define IE00_3_PATHS	0xf0000000u
#define IE00_4_RPL_A	0x000001ffu	/* BE; quarter dB */
#define IE00_4_RPL_B	0x0003fe00u
#define IE00_4_RPL_C	0x07fc0000u
#define IE00_5_RPL_D	0x000001ffu

/* Element 1, OFDM and later. */
#define IE01_0_RPL	0x0000ff00u
#define IE01_0_CHANNEL	0x00ff0000u
#define IE01_0_PATHS	0xf0000000u
#define IE01_2_SU	0x08000000u
#define IE01_2_LDPC	0x10000000u
#define IE01_2_STBC	0x40000000u
#define IE01_3_BF	0x00000100u
#define IE01_5_BW	0xe0000000u	/* BE: 5, 10, 20, 40, 80, 160 MHz, 80 + 80 */
#define IE01_8_RPL_A	0x00000ff0u	/* BE */
#define IE01_8_RPL_B	0x00ff0000u
#define IE01_9_RPL_C	0x00000ff0u
#define IE01_9_RPL_D	0x00ff0000u

/* Lengths of the elements, bytes (morrownr/rtw89 phy.c, phy_be.c). */
static const uint8_t ie_len_ax[IE_TYPES] = {
	16, 32, 24, 24, 8, 8, 8, 8,
	IE_VARIABLE, 8, IE_VARIABLE, 176, IE_VARIABLE, IE_VARIABLE, IE_VARIABLE, IE_VARIABLE,
	IE_VARIABLE, IE_VARIABLE, 16, 24, IE_VARIABLE, IE_VARIABLE, IE_VARIABLE, 0,
	24, 24, 24, 24, 32, 32, 32, 32,
};

static const uint8_t ie_len_be[IE_TYPES] = {
	32, 40, 24, 24, 8, 8, 8, 8,
	IE_VARIABLE, 8, IE_VARIABLE, 176, IE_VARIABLE, IE_VARIABLE, IE_VARIABLE, IE_VARIABLE,
	IE_VARIABLE, IE_VARIABLE, 88, 56, IE_VARIABLE, IE_VARIABLE, IE_VARIABLE, 0,
	24, 24, 24, 24, 32, 32, 32, 32,
};

/* The bytes that are left to look at. */
struct bytes {
	const uint8_t *pos;
	uint32_t left;
};

/* Raw measures on their way to dBm: half dB above -110 dBm, 0: none. */
struct measures {
	uint16_t header[WLAN_CHAINS_MAX], header_avg;
	uint16_t cck[WLAN_CHAINS_MAX], ofdm[WLAN_CHAINS_MAX];
	uint16_t rpl_avg;
	uint8_t paths;		/* that received */
	bool paths_known;
	uint8_t bw;		/* index, BE */
};

uint16_t
rtw89u_channel_mhz(uint8_t index)
{
	/* Base channels (morrownr/rtw89 phy.c, rtw89_encode_chan_idx()). */
	static const struct {
		uint8_t band, channel;
	} bases[16] = {
		[0] = { 2, 0 },
		[2] = { 5, 36 }, [3] = { 5, 100 }, [4] = { 5, 132 }, [5] = { 5, 149 },
		[7] = { 6, 1 }, [8] = { 6, 33 }, [9] = { 6, 65 }, [10] = { 6, 97 },
		[11] = { 6, 129 }, [12] = { 6, 161 }, [13] = { 6, 193 }, [14] = { 6, 225 },
	};
	uint8_t band = bases[index >> 4].band, step = band == 2 ? 1 : 2;

	if (band == 0 || index == 0)
		return 0;
	return wlan_channel_mhz(band, bases[index >> 4].channel + (index & 15) * step);
}

/* Pass over n bytes; false when there are fewer. */
static bool
skip(struct bytes *b, uint32_t n)
{
	if (b->left < n)
		return false;
	b->pos += n;
	b->left -= n;
	return true;
}

static enum rtw89u_ppdu_end
skip_mac_part(const struct rtw89u_ppdu_rules *rules, struct bytes *b)
{
	uint32_t w0, w1, users, parts;

	if (b->left < MAC_INFO_LEN)
		return RTW89U_PPDU_SHORT;
	w0 = wport_word(b->pos, 0);
	w1 = wport_word(b->pos, 1);
	if (rules->be && (w0 & MAC0_INVALID_BE) != 0)
		return RTW89U_PPDU_INVALID;
	users = rules->be ? WPORT_GET(MAC0_USERS_BE, w0) : WPORT_GET(MAC0_USERS_AX, w0);
	if (users > rules->users_max)
		return RTW89U_PPDU_USERS;
	parts = MAC_INFO_LEN + RTE_ALIGN_CEIL(users * MAC_USER_LEN, 8u);
	if ((w0 & MAC0_RX_CNT) != 0)
		parts += rules->be ? RX_CNT_LEN_BE : RX_CNT_LEN_AX;
	parts += 8 * (rules->be ? WPORT_GET(MAC0_PLCP_BE, w0) : WPORT_GET(MAC1_PLCP_AX, w1));
	return skip(b, parts) ? RTW89U_PPDU_OK : RTW89U_PPDU_MAC_INFO;
}

static enum rtw89u_ppdu_end
read_phy_header(const struct rtw89u_ppdu_rules *rules, struct bytes *b, struct measures *m)
{
	uint32_t w0, w1, len;
	unsigned int i;

	if (b->left < PHY_HDR_LEN)
		return RTW89U_PPDU_SHORT;
	w0 = wport_word(b->pos, 0);
	w1 = wport_word(b->pos, 1);
	if ((w0 & PHY0_VALID) == 0)
		return RTW89U_PPDU_INVALID;
	/* BE does not count the header itself. */
	len = WPORT_GET(PHY0_LEN, w0) * 8 + (rules->be ? PHY_HDR_LEN : 0);
	if (len != b->left)
		return RTW89U_PPDU_LENGTH;
	m->header_avg = WPORT_GET(PHY0_RSSI_AVG, w0);
	for (i = 0; i < WLAN_CHAINS_MAX; i++)
		m->header[i] = w1 >> (8 * i) & 0xff;
	skip(b, PHY_HDR_LEN);
	if ((w0 & PHY0_HDR_2) != 0) {
		if (b->left < PHY_HDR_LEN)
			return RTW89U_PPDU_LENGTH;
		m->paths = WPORT_GET(PHY2_PATHS, wport_word(b->pos, 0)) & 0xf;
		m->paths_known = true;
		skip(b, PHY_HDR_LEN);
	}
	return RTW89U_PPDU_OK;
}

static void
read_cck(const struct rtw89u_ppdu_rules *rules, const uint8_t *ie, struct measures *m)
{
	uint32_t w4, w5;

	m->rpl_avg = WPORT_GET(IE00_0_RPL, wport_word(ie, 0)) >> 1;
	if (!m->paths_known)
		m->paths = WPORT_GET(IE00_3_PATHS, wport_word(ie, 3));
	if (!rules->be)
		return;
	w4 = wport_word(ie, 4);
	w5 = wport_word(ie, 5);
	m->cck[0] = WPORT_GET(IE00_4_RPL_A, w4) >> 1;
	m->cck[1] = WPORT_GET(IE00_4_RPL_B, w4) >> 1;
	m->cck[2] = WPORT_GET(IE00_4_RPL_C, w4) >> 1;
	m->cck[3] = WPORT_GET(IE00_5_RPL_D, w5) >> 1;
}

/*
 * Linux takes the averages only from PPDUs to this station (A1_MATCH), and then
 * reports -110 dBm for all others; here they are taken from all.
 */
static void
read_ofdm(const struct rtw89u_ppdu_rules *rules, const uint8_t *ie, struct measures *m,
	  struct rtw89u_ppdu *ppdu)
{
	uint32_t w0 = wport_word(ie, 0), w2 = wport_word(ie, 2), w8, w9;

	if (rules->channel)
		ppdu->freq_mhz = rtw89u_channel_mhz(WPORT_GET(IE01_0_CHANNEL, w0));
	ppdu->has_coding = true;
	ppdu->ldpc = (w2 & IE01_2_LDPC) != 0;
	ppdu->stbc = (w2 & IE01_2_STBC) != 0;
	ppdu->su = ppdu->to_self && (w2 & IE01_2_SU) != 0;
	ppdu->beamformed = (wport_word(ie, 3) & IE01_3_BF) != 0;
	m->rpl_avg = WPORT_GET(IE01_0_RPL, w0);
	if (!m->paths_known)
		m->paths = WPORT_GET(IE01_0_PATHS, w0);
	if (!rules->be)
		return;
	w8 = wport_word(ie, 8);
	w9 = wport_word(ie, 9);
	m->ofdm[0] = WPORT_GET(IE01_8_RPL_A, w8);
	m->ofdm[1] = WPORT_GET(IE01_8_RPL_B, w8);
	m->ofdm[2] = WPORT_GET(IE01_9_RPL_C, w9);
	m->ofdm[3] = WPORT_GET(IE01_9_RPL_D, w9);
	m->bw = WPORT_GET(IE01_5_BW, wport_word(ie, 5));
}

/* All elements. Each is longer than the words that are read of it: the tables say
 * so for 0 and 1. */
static enum rtw89u_ppdu_end
read_elements(const struct rtw89u_ppdu_rules *rules, struct bytes *b, struct measures *m,
	      struct rtw89u_ppdu *ppdu)
{
	const uint8_t *lengths = rules->be ? ie_len_be : ie_len_ax;

	while (b->left != 0) {
		const uint8_t *ie = b->pos;
		uint32_t w0, type, len;

		if (b->left < sizeof(w0))
			return RTW89U_PPDU_ELEMENT;
		w0 = wport_word(ie, 0);
		type = WPORT_GET(IE_TYPE, w0);
		len = lengths[type] != IE_VARIABLE ? lengths[type] :
			WPORT_GET(IE_LEN, w0) * IE_LEN_UNIT;
		if (len == 0 || !skip(b, len))
			return RTW89U_PPDU_ELEMENT;
		if (type == 0)
			read_cck(rules, ie, m);
		else if (type == 1)
			read_ofdm(rules, ie, m, ppdu);
	}
	return RTW89U_PPDU_OK;
}

/* Half dB above -110 dBm. */
static int8_t
to_dbm(uint32_t half_db)
{
	int dbm = (int)(half_db >> 1) - 110;

	return RTE_MIN(dbm, INT8_MAX);
}

/* The signal of one path by the chip's rule, half dB above -110 dBm; 0: not known. */
static uint32_t
path_signal(const struct rtw89u_ppdu_rules *rules, bool cck, const struct measures *m,
	    unsigned int path)
{
	/* A wide signal's level is that of 20 MHz of it (morrownr/rtw89 rtw8922a.c). */
	static const uint8_t for_bw[8] = { 0, 0, 0, 6, 12, 18, 0, 0 };
	int moved;

	switch (rules->rssi) {
	case RTW89U_RSSI_HEADER:
		return m->header[path];
	case RTW89U_RSSI_HEADER_RPL:
		if (m->rpl_avg == 0 || m->header[path] == 0)
			return 0;
		moved = m->header[path] + m->rpl_avg - m->header_avg;
		return moved > 0 && moved <= UINT8_MAX ? moved : 0;
	case RTW89U_RSSI_ELEMENT:
		if ((m->paths & 1u << path) == 0)
			return 0;
		if (cck)
			return m->cck[path];
		return m->ofdm[path] != 0 ? m->ofdm[path] + for_bw[m->bw] : 0;
	}
	return 0;
}

static void
set_signal(const struct rtw89u_ppdu_rules *rules, bool cck, const struct measures *m,
	   struct rtw89u_ppdu *ppdu)
{
	uint32_t avg = rules->rssi == RTW89U_RSSI_HEADER ? m->header_avg : m->rpl_avg;
	unsigned int i;

	ppdu->signal_dbm = INT8_MIN;
	for (i = 0; i < rules->paths; i++) {
		uint32_t half_db = path_signal(rules, cck, m, i);

		if (half_db == 0)
			continue;
		ppdu->chains |= 1u << i;
		ppdu->chain_dbm[i] = to_dbm(half_db);
		ppdu->signal_dbm = RTE_MAX(ppdu->signal_dbm, ppdu->chain_dbm[i]);
	}
	if (ppdu->chains == 0)
		ppdu->signal_dbm = 0;
	ppdu->has_average = avg != 0;
	ppdu->average_dbm = avg != 0 ? to_dbm(avg) : 0;
}

static enum rtw89u_ppdu_end
decode(const struct rtw89u_ppdu_rules *rules, const struct rtw89u_ppdu_desc *desc,
       struct bytes b, struct rtw89u_ppdu *ppdu)
{
	struct measures m = { 0 };
	enum rtw89u_ppdu_end end;

	if (rules->be || desc->mac_info) {
		end = skip_mac_part(rules, &b);
		if (end != RTW89U_PPDU_OK)
			return end;
	}
	end = read_phy_header(rules, &b, &m);
	if (end == RTW89U_PPDU_OK)
		end = read_elements(rules, &b, &m, ppdu);
	if (end == RTW89U_PPDU_OK)
		set_signal(rules, desc->cck, &m, ppdu);
	return end;
}

enum rtw89u_ppdu_end
rtw89u_ppdu_decode(const struct rtw89u_ppdu_rules *rules,
		   const struct rtw89u_ppdu_desc *desc, const uint8_t *data, uint32_t len,
		   struct rtw89u_ppdu *ppdu)
{
	const struct rtw89u_ppdu nothing = {
		.ppdu_cnt = desc->ppdu_cnt,
		.phy = desc->phy,
		.to_self = desc->to_self,
	};
	enum rtw89u_ppdu_end end;

	*ppdu = nothing;
	end = decode(rules, desc, (struct bytes){ data, len }, ppdu);
	if (end != RTW89U_PPDU_OK)
		*ppdu = nothing;
	return end;
}

void
rtw89u_ppdu_to_monitor(const struct rtw89u_ppdu *ppdu, struct wlan_monitor *mon)
{
	if (ppdu->freq_mhz != 0)
		mon->freq_mhz = ppdu->freq_mhz;
	if (ppdu->chains != 0) {
		mon->flags |= WLAN_MON_SIGNAL;
		mon->signal_dbm = ppdu->signal_dbm;
		mon->chains = ppdu->chains;
		memcpy(mon->chain_dbm, ppdu->chain_dbm, sizeof(mon->chain_dbm));
	}
	if (ppdu->has_coding) {
		mon->flags |= WLAN_MON_STBC_KNOWN | WLAN_MON_LDPC_KNOWN | WLAN_MON_BF_KNOWN;
		mon->flags |= ppdu->ldpc ? WLAN_MON_LDPC : 0;
		mon->flags |= ppdu->beamformed ? WLAN_MON_BEAMFORMED : 0;
		mon->stbc = ppdu->stbc;
	}
}
