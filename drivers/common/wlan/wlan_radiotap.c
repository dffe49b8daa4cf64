/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include <rte_common.h>

#include "wlan_radiotap.h"
#include "wlan_radiotap_bits.h"

/* A header being written. Fields come in the order of their numbers. */
struct header {
	uint8_t *start;
	uint32_t len;
	uint32_t present;	/* of the word that the fields are in */
};

/* A field of size bytes, zeros so far; the gap before it is zeros too. */
static uint8_t *
add_field(struct header *h, unsigned int field, uint32_t size, uint32_t align)
{
	uint32_t at = RTE_ALIGN_CEIL(h->len, align);

	memset(h->start + h->len, 0, at + size - h->len);
	h->len = at + size;
	h->present |= RT_BIT(field);
	return h->start + at;
}

static void
put_le16(uint8_t *p, uint16_t v)
{
	p[0] = v & 0xff;
	p[1] = v >> 8;
}

static void
put_le32(uint8_t *p, uint32_t v)
{
	put_le16(p, v & 0xffff);
	put_le16(p + 2, v >> 16);
}

static bool
is(const struct wlan_monitor *mon, uint16_t flag)
{
	return (mon->flags & flag) != 0;
}

static bool
rate_known(const struct wlan_monitor *mon)
{
	return (mon->rx.flags & RTE_WLAN_RX_RATE) != 0;
}

static bool
is_mode(const struct wlan_monitor *mon, enum rte_wlan_mode mode)
{
	return rate_known(mon) && mon->rx.mode == mode;
}

static void
add_tsft(struct header *h, const struct wlan_monitor *mon)
{
	uint8_t *p = add_field(h, RT_TSFT, 8, 8);

	put_le32(p, mon->tsft_us & UINT32_MAX);
	put_le32(p + 4, mon->tsft_us >> 32);
}

static void
add_flags(struct header *h, const struct wlan_monitor *mon)
{
	uint8_t *p = add_field(h, RT_FLAGS, 1, 1);

	p[0] = (is(mon, WLAN_MON_FCS) ? RT_F_FCS : 0) |
	       (is(mon, WLAN_MON_FCS_BAD) ? RT_F_BAD_FCS : 0) |
	       (is(mon, WLAN_MON_SHORT_PREAMBLE) ? RT_F_SHORT_PREAMBLE : 0) |
	       ((is_mode(mon, RTE_WLAN_HT) || is_mode(mon, RTE_WLAN_VHT)) &&
		mon->rx.gi == RTE_WLAN_GI_SHORT ? RT_F_SHORT_GI : 0);
}

/* CCK and OFDM, in units of 500 kbit/s. A rate that is in no table is not known. */
static void
add_rate(struct header *h, const struct wlan_monitor *mon)
{
	static const uint8_t cck[] = { 2, 4, 11, 22 };
	static const uint8_t ofdm[] = { 12, 18, 24, 36, 48, 72, 96, 108 };
	uint8_t mcs = mon->rx.mcs;

	if (is_mode(mon, RTE_WLAN_CCK) && mcs < RTE_DIM(cck))
		*add_field(h, RT_RATE, 1, 1) = cck[mcs];
	if (is_mode(mon, RTE_WLAN_OFDM) && mcs < RTE_DIM(ofdm))
		*add_field(h, RT_RATE, 1, 1) = ofdm[mcs];
}

/* There is no flag for 6 GHz: it goes as 5 GHz. */
static uint16_t
channel_flags(const struct wlan_monitor *mon)
{
	uint16_t band = mon->freq_mhz < 3000 ? RT_CHAN_2GHZ : RT_CHAN_5GHZ;

	if (!rate_known(mon))
		return band;
	if (mon->rx.mode == RTE_WLAN_CCK)
		return band | RT_CHAN_CCK;
	if (band == RT_CHAN_5GHZ || mon->rx.mode == RTE_WLAN_OFDM)
		return band | RT_CHAN_OFDM;
	return band | RT_CHAN_DYN;
}

static void
add_channel(struct header *h, const struct wlan_monitor *mon)
{
	uint8_t *p = add_field(h, RT_CHANNEL, 4, 2);

	put_le16(p, mon->freq_mhz);
	put_le16(p + 2, channel_flags(mon));
}

static void
add_mcs(struct header *h, const struct wlan_monitor *mon)
{
	uint8_t *p = add_field(h, RT_MCS, 3, 1);
	uint8_t known = RT_MCS_HAVE_MCS, flags = 0;

	if (mon->rx.bw_mhz == 20 || mon->rx.bw_mhz == 40)
		known |= RT_MCS_HAVE_BW;
	if (mon->rx.bw_mhz == 40)
		flags |= RT_MCS_BW_40;
	if (mon->rx.gi <= RTE_WLAN_GI_SHORT)
		known |= RT_MCS_HAVE_GI;
	if (mon->rx.gi == RTE_WLAN_GI_SHORT)
		flags |= RT_MCS_SHORT_GI;
	if (is(mon, WLAN_MON_HT_GREENFIELD)) {
		known |= RT_MCS_HAVE_FORMAT;
		flags |= RT_MCS_GREENFIELD;
	}
	if (is(mon, WLAN_MON_LDPC_KNOWN)) {
		known |= RT_MCS_HAVE_FEC;
		flags |= is(mon, WLAN_MON_LDPC) ? RT_MCS_LDPC : 0;
	}
	if (is(mon, WLAN_MON_STBC_KNOWN)) {
		known |= RT_MCS_HAVE_STBC;
		flags |= (mon->stbc & 3) << RT_MCS_STBC_SHIFT;
	}
	p[0] = known;
	p[1] = flags;
	p[2] = mon->rx.mcs;
}

static void
add_ampdu(struct header *h, const struct wlan_monitor *mon)
{
	uint8_t *p = add_field(h, RT_AMPDU, 8, 4);
	uint16_t flags = 0;

	if (is(mon, WLAN_MON_AMPDU_LAST_KNOWN))
		flags = RT_AMPDU_LAST_KNOWN |
			(is(mon, WLAN_MON_AMPDU_LAST) ? RT_AMPDU_LAST : 0);
	put_le32(p, mon->ampdu_ref);
	put_le16(p + 4, flags);
}

/* Codes of 20, 40, 80, 160 MHz; -1 for another. */
static int
bw_code(uint16_t bw_mhz, const uint8_t codes[4])
{
	switch (bw_mhz) {
	case 20: return codes[0];
	case 40: return codes[1];
	case 80: return codes[2];
	case 160: return codes[3];
	default: return -1;
	}
}

static void
add_vht(struct header *h, const struct wlan_monitor *mon)
{
	static const uint8_t codes[4] = { 0, 1, 4, 11 };
	uint8_t *p = add_field(h, RT_VHT, RT_VHT_LEN, 2);
	int bw = bw_code(mon->rx.bw_mhz, codes);
	uint16_t known = 0;
	uint8_t flags = 0;

	if (is(mon, WLAN_MON_STBC_KNOWN)) {
		known |= RT_VHT_HAVE_STBC;
		flags |= mon->stbc != 0 ? RT_VHT_STBC : 0;
	}
	if (mon->rx.gi <= RTE_WLAN_GI_SHORT) {
		known |= RT_VHT_HAVE_GI;
		flags |= mon->rx.gi == RTE_WLAN_GI_SHORT ? RT_VHT_SHORT_GI : 0;
	}
	if (is(mon, WLAN_MON_BF_KNOWN)) {
		known |= RT_VHT_HAVE_BF;
		flags |= is(mon, WLAN_MON_BEAMFORMED) ? RT_VHT_BEAMFORMED : 0;
	}
	if (bw >= 0) {
		known |= RT_VHT_HAVE_BW;
		p[3] = bw;
	}
	put_le16(p, known);
	p[2] = flags;
	p[4] = (mon->rx.mcs & 0x0f) << 4 | (mon->rx.nss & 0x0f);
	/* Without a bit that says whether it is known. */
	p[8] = is(mon, WLAN_MON_LDPC_KNOWN) && is(mon, WLAN_MON_LDPC) ?
	       RT_VHT_CODING_LDPC : 0;
}

/* Guard interval and LTF size as HE and EHT count them; false: not known. */
static bool
gi_ltf(uint8_t gi, uint8_t *gi_code, uint8_t *ltf_code)
{
	static const struct { uint8_t gi, ltf; } codes[] = {
		[RTE_WLAN_GI_4X_32] = { 2, 3 }, [RTE_WLAN_GI_4X_08] = { 0, 3 },
		[RTE_WLAN_GI_2X_16] = { 1, 2 }, [RTE_WLAN_GI_2X_08] = { 0, 2 },
		[RTE_WLAN_GI_1X_16] = { 1, 1 }, [RTE_WLAN_GI_1X_08] = { 0, 1 },
		[RTE_WLAN_GI_16] = { 1, 0 }, [RTE_WLAN_GI_08] = { 0, 0 },
	};

	if (gi < RTE_WLAN_GI_4X_32 || gi == RTE_WLAN_GI_UNKNOWN || gi >= RTE_DIM(codes))
		return false;
	*gi_code = codes[gi].gi;
	*ltf_code = codes[gi].ltf;
	return true;
}

static void
he_band(const struct wlan_monitor *mon, uint16_t data[6])
{
	static const uint8_t codes[4] = { 0, 1, 2, 3 };
	int bw = mon->he_ru != 0 ? mon->he_ru : bw_code(mon->rx.bw_mhz, codes);
	uint8_t gi, ltf;

	if (bw >= 0 && bw <= 0x0f) {
		data[0] |= RT_HE1_HAVE_BW_RU;
		data[4] |= bw;
	}
	if (gi_ltf(mon->rx.gi, &gi, &ltf)) {
		data[1] |= RT_HE2_HAVE_GI;
		data[4] |= gi << RT_HE5_GI_SHIFT | ltf << RT_HE5_LTF_SHIFT;
	}
}

static void
he_coding(const struct wlan_monitor *mon, uint16_t data[6])
{
	if (is(mon, WLAN_MON_LDPC_KNOWN)) {
		data[0] |= RT_HE1_HAVE_CODING;
		data[2] |= is(mon, WLAN_MON_LDPC) ? RT_HE3_LDPC : 0;
	}
	if (is(mon, WLAN_MON_STBC_KNOWN)) {
		data[0] |= RT_HE1_HAVE_STBC;
		data[2] |= mon->stbc != 0 ? RT_HE3_STBC : 0;
	}
	if (is(mon, WLAN_MON_DCM)) {
		data[0] |= RT_HE1_HAVE_DCM;
		data[2] |= RT_HE3_DCM;
	}
	if (is(mon, WLAN_MON_BF_KNOWN)) {
		data[1] |= RT_HE2_HAVE_BF;
		data[4] |= is(mon, WLAN_MON_BEAMFORMED) ? RT_HE5_BEAMFORMED : 0;
	}
}

static void
add_he(struct header *h, const struct wlan_monitor *mon)
{
	uint8_t *p = add_field(h, RT_HE, RT_HE_LEN, 2);
	uint16_t data[6] = { 0 };
	unsigned int i;

	if (mon->he_format < WLAN_HE_UNKNOWN)
		data[0] = mon->he_format;
	data[0] |= RT_HE1_HAVE_MCS;
	data[2] = (mon->rx.mcs & 0x0f) << RT_HE3_MCS_SHIFT;
	data[5] = mon->rx.nss & 0x0f;
	he_band(mon, data);
	he_coding(mon, data);
	for (i = 0; i < RTE_DIM(data); i++)
		put_le16(p + 2 * i, data[i]);
}

static uint8_t *
add_tlv(struct header *h, uint16_t type, uint16_t len)
{
	uint8_t *p = add_field(h, RT_TLV, RT_TLV_HDR_LEN + len, 4);

	put_le16(p, type);
	put_le16(p + 2, len);
	return p + RT_TLV_HDR_LEN;
}

static void
add_usig(struct header *h, const struct wlan_monitor *mon)
{
	static const uint8_t codes[4] = { 0, 1, 2, 3 };
	uint8_t *p = add_tlv(h, RT_TLV_USIG, RT_USIG_LEN);
	int bw = bw_code(mon->rx.bw_mhz, codes);
	uint32_t common = RT_USIG_HAVE_VERSION;

	if (bw >= 0)
		common |= RT_USIG_HAVE_BW | (uint32_t)bw << RT_USIG_BW_SHIFT;
	put_le32(p, common);
}

static uint32_t
eht_user(const struct wlan_monitor *mon)
{
	uint32_t user = RT_EHT_USER_HAVE_MCS | RT_EHT_USER_CAPTURED |
			(mon->rx.mcs & 0x0fu) << RT_EHT_USER_MCS_SHIFT;

	if (mon->rx.nss != 0)
		user |= RT_EHT_USER_HAVE_NSS |
			((mon->rx.nss - 1) & 0x0fu) << RT_EHT_USER_NSS_SHIFT;
	if (is(mon, WLAN_MON_LDPC_KNOWN))
		user |= RT_EHT_USER_HAVE_CODING |
			(is(mon, WLAN_MON_LDPC) ? RT_EHT_USER_LDPC : 0);
	if (is(mon, WLAN_MON_BF_KNOWN))
		user |= RT_EHT_USER_HAVE_BF |
			(is(mon, WLAN_MON_BEAMFORMED) ? RT_EHT_USER_BEAMFORMED : 0);
	return user;
}

static void
add_eht(struct header *h, const struct wlan_monitor *mon)
{
	uint8_t *p = add_tlv(h, RT_TLV_EHT, RT_EHT_LEN), gi, ltf;

	if (gi_ltf(mon->rx.gi, &gi, &ltf)) {
		put_le32(p, RT_EHT_HAVE_GI);
		put_le32(p + RT_EHT_OFF_DATA0,
			 (uint32_t)gi << RT_EHT0_GI_SHIFT |
			 (uint32_t)ltf << RT_EHT0_LTF_SHIFT);
	}
	put_le32(p + RT_EHT_OFF_USER0, eht_user(mon));
}

/* All fields of the frame itself. */
static void
add_frame(struct header *h, const struct wlan_monitor *mon)
{
	if (is(mon, WLAN_MON_TSFT))
		add_tsft(h, mon);
	add_flags(h, mon);
	add_rate(h, mon);
	if (mon->freq_mhz != 0)
		add_channel(h, mon);
	if (is(mon, WLAN_MON_SIGNAL))
		*add_field(h, RT_SIGNAL, 1, 1) = (uint8_t)mon->signal_dbm;
	if (is_mode(mon, RTE_WLAN_HT))
		add_mcs(h, mon);
	if (is(mon, WLAN_MON_AMPDU))
		add_ampdu(h, mon);
	if (is_mode(mon, RTE_WLAN_VHT))
		add_vht(h, mon);
	if (is_mode(mon, RTE_WLAN_HE))
		add_he(h, mon);
}

/* The word that fields were counted in is whole: the next one begins. */
static void
end_word(struct header *h, uint32_t *word, bool more)
{
	if (more)
		h->present |= RT_BIT(RT_RADIOTAP_NS) | RT_BIT(RT_MORE);
	put_le32(h->start + *word, h->present);
	h->present = 0;
	*word += 4;
}

uint32_t
wlan_radiotap_write(uint8_t *dst, const struct wlan_monitor *mon)
{
	uint32_t left = mon->chains & (RT_BIT(WLAN_CHAINS_MAX) - 1);
	uint32_t word = 4, chain;
	struct header h = { .start = dst };

	memset(dst, 0, RT_HDR_LEN);
	h.len = RT_HDR_LEN + 4 * __builtin_popcount(left);
	add_frame(&h, mon);
	for (chain = 0; left != 0; chain++, left >>= 1) {
		if ((left & 1) == 0)
			continue;
		end_word(&h, &word, true);
		*add_field(&h, RT_SIGNAL, 1, 1) = (uint8_t)mon->chain_dbm[chain];
		*add_field(&h, RT_ANTENNA, 1, 1) = chain;
	}
	if (is_mode(mon, RTE_WLAN_EHT)) {
		add_usig(&h, mon);
		add_eht(&h, mon);
	}
	end_word(&h, &word, false);
	while (h.len % 4 != 0)
		dst[h.len++] = 0;
	put_le16(dst + 2, h.len);
	return h.len;
}

uint16_t
wlan_channel_mhz(unsigned int band, unsigned int channel)
{
	bool lower = channel >= 36 && channel <= 64 && channel % 4 == 0;
	bool middle = channel >= 100 && channel <= 144 && channel % 4 == 0;
	bool upper = channel >= 149 && channel <= 177 && channel % 4 == 1;

	switch (band) {
	case 2:
		if (channel == 14)
			return 2484;
		return channel >= 1 && channel <= 13 ? 2407 + 5 * channel : 0;
	case 5:
		return lower || middle || upper ? 5000 + 5 * channel : 0;
	case 6:
		if (channel == 2)
			return 5935;
		return channel <= 233 && channel % 4 == 1 ? 5950 + 5 * channel : 0;
	default:
		return 0;
	}
}
