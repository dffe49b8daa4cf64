/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <string.h>

#include <rte_common.h>

#include "wlan_decap.h"
#include "wlan_radiotap.h"
#include "wlan_radiotap_bits.h"

/* Size and alignment of the fields 0 to 27. */
static const struct { uint8_t size, align; } fields[] = {
	{ 8, 8 },	/* TSFT */
	{ 1, 1 },	/* flags */
	{ 1, 1 },	/* rate */
	{ 4, 2 },	/* channel */
	{ 2, 2 },	/* FHSS */
	{ 1, 1 },	/* antenna signal */
	{ 1, 1 },	/* antenna noise */
	{ 2, 2 },	/* lock quality */
	{ 2, 2 },	/* TX attenuation */
	{ 2, 2 },	/* dB TX attenuation */
	{ 1, 1 },	/* dBm TX power */
	{ 1, 1 },	/* antenna */
	{ 1, 1 },	/* dB antenna signal */
	{ 1, 1 },	/* dB antenna noise */
	{ 2, 2 },	/* RX flags */
	{ 2, 2 },	/* TX flags */
	{ 1, 1 },	/* RTS retries */
	{ 1, 1 },	/* data retries */
	{ 8, 4 },	/* XChannel */
	{ 3, 1 },	/* MCS */
	{ 8, 4 },	/* A-MPDU status */
	{ 12, 2 },	/* VHT */
	{ 12, 8 },	/* timestamp */
	{ 12, 2 },	/* HE */
	{ 12, 2 },	/* HE-MU */
	{ 6, 2 },	/* HE-MU-other-user */
	{ 1, 1 },	/* 0-length-PSDU */
	{ 4, 2 },	/* L-SIG */
};

/* Vendor namespace: OUI 3, sub-namespace 1, length of what follows 2. */
#define VENDOR_LEN	6u
#define VENDOR_OFF_SKIP	4u
#define VENDOR_ALIGN	2u

struct walk {
	const uint8_t *hdr;
	uint32_t len;		/* of the whole header */
	uint32_t pos;		/* of the next field */
	bool vendor;		/* the word's fields are a vendor's, and skipped */
	bool above;		/* the word's fields are those from 32 on */
	bool unknown;		/* from here on nobody knows the sizes */
	bool fcs_at_end;
	struct wlan_txinfo info;
};

static uint32_t
get_le32(const uint8_t *p)
{
	return wlan_le16(p) | (uint32_t)wlan_le16(p + 2) << 16;
}

/* The last one counts. */
static void
wish_rate(struct walk *w, struct wlan_rate rate)
{
	w->info.rate = rate;
	w->info.flags &= ~(WLAN_TXF_LDPC | WLAN_TXF_STBC);
	w->info.flags |= WLAN_TXF_RATE;
}

static void
wish(struct walk *w, uint16_t flag, bool on)
{
	if (on)
		w->info.flags |= flag;
}

static int
take_flags(struct walk *w, const uint8_t *p)
{
	w->fcs_at_end = (p[0] & RT_F_FCS) != 0;
	wish(w, WLAN_TXF_SHORT_PREAMBLE, (p[0] & RT_F_SHORT_PREAMBLE) != 0);
	return 0;
}

/* Units of 500 kbit/s; 0 is what some programs write for no wish. */
static int
take_rate(struct walk *w, const uint8_t *p)
{
	static const uint8_t rates[] = { 2, 4, 11, 22, 12, 18, 24, 36, 48, 72, 96, 108 };
	const uint8_t n_cck = 4;
	uint8_t i;

	if (p[0] == 0)
		return 0;
	for (i = 0; i < RTE_DIM(rates); i++) {
		if (rates[i] != p[0])
			continue;
		wish_rate(w, (struct wlan_rate){
			.mode = i < n_cck ? RTE_WLAN_CCK : RTE_WLAN_OFDM,
			.mcs = i < n_cck ? i : i - n_cck,
			.nss = 1, .bw_mhz = 20,
		});
		return 0;
	}
	return -EINVAL;
}

static int
take_tx_flags(struct walk *w, const uint8_t *p)
{
	uint16_t flags = wlan_le16(p);

	wish(w, WLAN_TXF_RTS, (flags & RT_TX_RTS) != 0);
	wish(w, WLAN_TXF_NO_ACK, (flags & RT_TX_NO_ACK) != 0);
	wish(w, WLAN_TXF_OWN_SEQ, (flags & RT_TX_NO_SEQ) != 0);
	return 0;
}

static int
take_mcs(struct walk *w, const uint8_t *p)
{
	uint8_t known = p[0], flags = p[1], mcs = p[2];

	if ((known & RT_MCS_HAVE_MCS) == 0)
		return 0;
	if (mcs > 31)
		return -EINVAL;
	wish_rate(w, (struct wlan_rate){
		.mode = RTE_WLAN_HT, .mcs = mcs, .nss = mcs / 8 + 1,
		.gi = (known & RT_MCS_HAVE_GI) != 0 && (flags & RT_MCS_SHORT_GI) != 0 ?
		      RTE_WLAN_GI_SHORT : RTE_WLAN_GI_LONG,
		.bw_mhz = (known & RT_MCS_HAVE_BW) != 0 &&
			  (flags & RT_MCS_BW) == RT_MCS_BW_40 ? 40 : 20,
	});
	wish(w, WLAN_TXF_LDPC, (known & RT_MCS_HAVE_FEC) != 0 && (flags & RT_MCS_LDPC) != 0);
	wish(w, WLAN_TXF_STBC,
	     (known & RT_MCS_HAVE_STBC) != 0 && (flags >> RT_MCS_STBC_SHIFT & 3) != 0);
	return 0;
}

/* The signal's width: of a channel, or of a part of one. 0: no such code. */
static uint16_t
vht_bw_mhz(uint8_t code)
{
	static const uint8_t widths[] = {
		20, 40, 20, 20, 80, 40, 40, 20, 20, 20, 20,
		160, 80, 80, 40, 40, 40, 40, 20, 20, 20, 20, 20, 20, 20, 20,
	};

	return code < RTE_DIM(widths) ? widths[code] : 0;
}

static int
take_vht(struct walk *w, const uint8_t *p)
{
	uint16_t known = wlan_le16(p);
	uint8_t flags = p[2], mcs = p[4] >> 4, nss = p[4] & 0x0f;
	uint16_t bw_mhz = (known & RT_VHT_HAVE_BW) != 0 ? vht_bw_mhz(p[3] & RT_VHT_BW) : 20;

	if (nss == 0)
		return 0;	/* no user, no rate */
	if (mcs > 11 || nss > 8 || bw_mhz == 0)
		return -EINVAL;
	wish_rate(w, (struct wlan_rate){
		.mode = RTE_WLAN_VHT, .mcs = mcs, .nss = nss, .bw_mhz = bw_mhz,
		.gi = (known & RT_VHT_HAVE_GI) != 0 && (flags & RT_VHT_SHORT_GI) != 0 ?
		      RTE_WLAN_GI_SHORT : RTE_WLAN_GI_LONG,
	});
	wish(w, WLAN_TXF_LDPC, (p[8] & RT_VHT_CODING_LDPC) != 0);
	wish(w, WLAN_TXF_STBC,
	     (known & RT_VHT_HAVE_STBC) != 0 && (flags & RT_VHT_STBC) != 0);
	return 0;
}

/* By LTF size (not known, 1x, 2x, 4x) and guard interval (0.8, 1.6, 3.2 us).
 * RTE_WLAN_GI_UNKNOWN: there is no such pair. */
static uint8_t
he_gi(uint16_t data5)
{
	static const uint8_t gis[4][4] = {
		{ RTE_WLAN_GI_2X_08, RTE_WLAN_GI_2X_16, RTE_WLAN_GI_4X_32, RTE_WLAN_GI_UNKNOWN },
		{ RTE_WLAN_GI_1X_08, RTE_WLAN_GI_1X_16, RTE_WLAN_GI_UNKNOWN, RTE_WLAN_GI_UNKNOWN },
		{ RTE_WLAN_GI_2X_08, RTE_WLAN_GI_2X_16, RTE_WLAN_GI_UNKNOWN, RTE_WLAN_GI_UNKNOWN },
		{ RTE_WLAN_GI_4X_08, RTE_WLAN_GI_UNKNOWN, RTE_WLAN_GI_4X_32, RTE_WLAN_GI_UNKNOWN },
	};

	return gis[data5 >> RT_HE5_LTF_SHIFT & 3][data5 >> RT_HE5_GI_SHIFT & 3];
}

static int
take_he(struct walk *w, const uint8_t *p)
{
	uint16_t data1 = wlan_le16(p), data2 = wlan_le16(p + 2), data3 = wlan_le16(p + 4);
	uint16_t data5 = wlan_le16(p + 8), data6 = wlan_le16(p + 10);
	struct wlan_rate rate = {
		.mode = RTE_WLAN_HE,
		.mcs = data3 >> RT_HE3_MCS_SHIFT & 0x0f,
		.nss = RTE_MAX(data6 & 0x0f, 1),
		.gi = (data2 & RT_HE2_HAVE_GI) != 0 ? he_gi(data5) : RTE_WLAN_GI_2X_08,
	};
	uint8_t bw = (data1 & RT_HE1_HAVE_BW_RU) != 0 ? data5 & 0x0f : 0;

	if ((data1 & RT_HE1_HAVE_MCS) == 0)
		return 0;
	/* Above 3 it is a resource unit, which only an access point gives. */
	if (rate.mcs > 11 || rate.nss > 8 || rate.gi == RTE_WLAN_GI_UNKNOWN || bw > 3)
		return -EINVAL;
	rate.bw_mhz = 20 << bw;
	wish_rate(w, rate);
	wish(w, WLAN_TXF_LDPC, (data1 & RT_HE1_HAVE_CODING) != 0 && (data3 & RT_HE3_LDPC) != 0);
	wish(w, WLAN_TXF_STBC, (data1 & RT_HE1_HAVE_STBC) != 0 && (data3 & RT_HE3_STBC) != 0);
	return 0;
}

static int
take_field(struct walk *w, unsigned int field, const uint8_t *p)
{
	switch (field) {
	case RT_FLAGS:
		return take_flags(w, p);
	case RT_RATE:
		return take_rate(w, p);
	case RT_TX_FLAGS:
		return take_tx_flags(w, p);
	case RT_DATA_RETRIES:
		w->info.retries = p[0];
		return 0;
	case RT_MCS:
		return take_mcs(w, p);
	case RT_VHT:
		return take_vht(w, p);
	case RT_HE:
		return take_he(w, p);
	default:
		return 0;
	}
}

/* The next field, of size bytes; NULL: past the header's end. */
static const uint8_t *
step(struct walk *w, uint32_t size, uint32_t align)
{
	uint32_t at = RTE_ALIGN_CEIL(w->pos, align);

	if (at > w->len || size > w->len - at)
		return NULL;
	w->pos = at + size;
	return w->hdr + at;
}

/* TLVs fill the rest. Nothing is wished for in them, but their lengths must hold. */
static int
walk_tlvs(struct walk *w)
{
	const uint8_t *p;

	while (RTE_ALIGN_CEIL(w->pos, 4) < w->len) {
		p = step(w, RT_TLV_HDR_LEN, 4);
		if (p == NULL || step(w, wlan_le16(p + 2), 1) == NULL)
			return -EINVAL;
	}
	return 0;
}

static int
walk_fields(struct walk *w, uint32_t present)
{
	uint32_t left = present & (RT_BIT(RTE_DIM(fields)) - 1);
	unsigned int field;
	const uint8_t *p;
	int ret;

	for (; left != 0; left &= left - 1) {
		field = __builtin_ctz(left);
		p = step(w, fields[field].size, fields[field].align);
		if (p == NULL)
			return -EINVAL;
		ret = take_field(w, field, p);
		if (ret != 0)
			return ret;
	}
	return (present & RT_BIT(RT_TLV)) != 0 ? walk_tlvs(w) : 0;
}

/* What a vendor put in begins here: its length, and the words after this one. */
static int
skip_vendor(struct walk *w)
{
	const uint8_t *p = step(w, VENDOR_LEN, VENDOR_ALIGN);

	if (p == NULL || step(w, wlan_le16(p + VENDOR_OFF_SKIP), 1) == NULL)
		return -EINVAL;
	w->vendor = true;
	return 0;
}

/* What the word says of the next one. */
static int
end_word(struct walk *w, uint32_t present)
{
	if ((present & RT_BIT(RT_VENDOR_NS)) != 0)
		return skip_vendor(w);
	if ((present & RT_BIT(RT_RADIOTAP_NS)) != 0)
		w->vendor = w->above = false;
	else if (!w->vendor)
		w->above = true;
	return 0;
}

static int
walk_word(struct walk *w, uint32_t present)
{
	const uint32_t spaces = RT_BIT(RT_RADIOTAP_NS) | RT_BIT(RT_VENDOR_NS);
	bool tlv = (present & RT_BIT(RT_TLV)) != 0;
	int ret = 0;

	if ((present & spaces) == spaces)
		return -EINVAL;
	if (w->above && (present & (RT_BIT(RT_RADIOTAP_NS) - 1)) != 0) {
		w->unknown = true;
		return 0;
	}
	if (!w->vendor) {
		/* Nothing can follow TLVs. */
		if (tlv && present >> RT_RADIOTAP_NS != 0)
			return -EINVAL;
		ret = walk_fields(w, present);
	}
	return ret != 0 ? ret : end_word(w, present);
}

/* How many presence words there are; 0: they do not end in the header. */
static uint32_t
count_words(const struct walk *w)
{
	uint32_t n = 1;

	while ((get_le32(w->hdr + 4 * n) & RT_BIT(RT_MORE)) != 0) {
		n++;
		if (4 * (n + 1) > w->len)
			return 0;
	}
	return n;
}

int
wlan_radiotap_read(const uint8_t *hdr, uint32_t n, struct wlan_txinfo *info,
		   bool *fcs_at_end)
{
	struct walk w = { .hdr = hdr, .info = *info };
	uint32_t words, i;
	int ret;

	if (n < RT_HDR_LEN || hdr[0] != 0)
		return -EINVAL;
	w.len = wlan_le16(hdr + 2);
	if (w.len < RT_HDR_LEN || w.len > n)
		return -EINVAL;
	words = count_words(&w);
	if (words == 0)
		return -EINVAL;
	w.pos = 4 * (words + 1);
	for (i = 0; i < words && !w.unknown; i++) {
		ret = walk_word(&w, get_le32(hdr + 4 * (i + 1)));
		if (ret != 0)
			return ret;
	}
	*info = w.info;
	*fcs_at_end = w.fcs_at_end;
	return w.len;
}
