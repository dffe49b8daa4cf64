/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../bytes.h"
#include "phy.h"
#include "radiotap.h"

/* Field numbers, sizes and alignments: https://www.radiotap.org/fields/defined */
enum {
	RT_FLAGS = 1, RT_RATE = 2, RT_CHANNEL = 3, RT_SIGNAL = 5, RT_MCS = 19,
	RT_AMPDU = 20, RT_VHT = 21, RT_HE = 23, RT_TLV = 28,
	RT_RADIOTAP_NS = 29, RT_MORE = 31,
};

static const struct { uint8_t size, align; } fields[] = {
	{ 8, 8 }, { 1, 1 }, { 1, 1 }, { 4, 2 }, { 2, 2 }, { 1, 1 }, { 1, 1 },
	{ 2, 2 }, { 2, 2 }, { 2, 2 }, { 1, 1 }, { 1, 1 }, { 1, 1 }, { 1, 1 },
	{ 2, 2 }, { 2, 2 }, { 1, 1 }, { 1, 1 }, { 8, 4 }, { 3, 1 }, { 8, 4 },
	{ 12, 2 }, { 12, 8 }, { 12, 2 }, { 12, 2 }, { 6, 2 }, { 1, 1 }, { 4, 2 },
};

static void
legacy_rate(struct radiotap *out, uint8_t half_mbps)
{
	static const uint8_t rates[] = { 2, 4, 11, 22, 12, 18, 24, 36, 48, 72, 96, 108 };
	uint8_t i;

	for (i = 0; i < sizeof(rates); i++) {
		if (rates[i] != half_mbps)
			continue;
		out->rate = (struct air_rate){
			i < 4 ? AIR_CCK : AIR_OFDM, i < 4 ? i : (uint8_t)(i - 4), 1, 0, 0,
		};
		out->has_rate = true;
	}
}

static void
ht_rate(struct radiotap *out, const uint8_t *p)
{
	if ((p[0] & 0x02) == 0)
		return;
	out->rate = (struct air_rate){
		AIR_HT, p[2], (uint8_t)(p[2] / 8 + 1),
		(p[0] & 0x01) && (p[1] & 3) == 1,
		(p[0] & 0x04) && (p[1] & 0x04),
	};
	out->has_rate = air_phy_rate_valid(&out->rate);
}

static void
vht_rate(struct radiotap *out, const uint8_t *p)
{
	uint16_t known = get_le16(p);
	uint8_t code = p[3] & 0x1f, bw = 0;

	if (known & 0x40)
		bw = code == 0 ? 0 : code <= 3 ? 1 : code <= 10 ? 2 : 3;
	out->rate = (struct air_rate){
		AIR_VHT, p[4] >> 4, p[4] & 0x0f, bw, (known & 0x04) && (p[2] & 0x04),
	};
	out->has_rate = air_phy_rate_valid(&out->rate);
}

static void
he_rate(struct radiotap *out, const uint8_t *p)
{
	uint16_t data1 = get_le16(p), data3 = get_le16(p + 4);
	uint16_t data5 = get_le16(p + 8), data6 = get_le16(p + 10);
	uint8_t gi = data5 >> 4 & 3, ltf = data5 >> 6 & 3, bw = data5 & 0xf;
	/* gi 0.8, 1.6, 3.2; ltf unknown, 1x, 2x, 4x */
	static const uint8_t codes[4][4] = {
		{ 3, 2, 0, 0 }, { 5, 4, 0, 0 }, { 3, 2, 0, 0 }, { 1, 0, 0, 0 },
	};

	if ((data1 & 0x0020) == 0)	/* data MCS known */
		return;
	out->rate = (struct air_rate){
		AIR_HE, data3 >> 8 & 0xf, data6 & 0xf, bw <= 3 ? bw : 0, codes[ltf][gi],
	};
	if (out->rate.nss == 0)
		out->rate.nss = 1;
	out->has_rate = air_phy_rate_valid(&out->rate);
}

static void
take_field(struct radiotap *out, unsigned int field, const uint8_t *p)
{
	switch (field) {
	case RT_FLAGS:
		out->has_flags = true;
		out->fcs_present = (p[0] & 0x10) != 0;
		out->data_pad = (p[0] & 0x20) != 0;
		break;
	case RT_RATE:
		legacy_rate(out, p[0]);
		break;
	case RT_CHANNEL:
		out->freq_mhz = get_le16(p);
		break;
	case RT_SIGNAL:
		/* Several antennas: the first value is the one for the frame. */
		if (!out->has_rssi)
			out->rssi_dbm = (int8_t)p[0];
		out->has_rssi = true;
		break;
	case RT_MCS:
		ht_rate(out, p);
		break;
	case RT_AMPDU:
		out->in_ampdu = true;
		out->ampdu_ref = get_le32(p);
		break;
	case RT_VHT:
		vht_rate(out, p);
		break;
	case RT_HE:
		he_rate(out, p);
		break;
	default:
		break;
	}
}

/* Walk the fields of one presence word that is in the radiotap namespace.
 * False when they leave the header; *known false when a field of unknown size
 * makes the rest unreadable. */
static bool
walk_word(const uint8_t *data, struct radiotap *out, uint32_t present,
	  uint32_t *pos, bool *known)
{
	unsigned int field;

	for (field = 0; field < RT_RADIOTAP_NS; field++) {
		if ((present >> field & 1) == 0)
			continue;
		if (field >= sizeof(fields) / sizeof(fields[0])) {
			*known = false;	/* TLVs: nothing needed from there */
			return true;
		}
		*pos = round_up32(*pos, fields[field].align);
		if (*pos + fields[field].size > out->len)
			return false;
		take_field(out, field, data + *pos);
		*pos += fields[field].size;
	}
	return true;
}

bool
air_radiotap_parse(const uint8_t *data, uint32_t len, struct radiotap *out)
{
	uint32_t word, words = 0, pos, present;
	bool known = true, ours = true;

	memset(out, 0, sizeof(*out));
	if (len < 8 || data[0] != 0)
		return false;
	out->len = get_le16(data + 2);
	if (out->len < 8 || out->len > len)
		return false;
	do {
		if (4 + 4 * (words + 1) > out->len)
			return false;
		present = get_le32(data + 4 + 4 * words);
		words++;
	} while (present >> RT_MORE & 1);

	pos = 4 + 4 * words;
	for (word = 0; word < words && known && ours; word++) {
		present = get_le32(data + 4 + 4 * word);
		if (!walk_word(data, out, present, &pos, &known))
			return false;
		/* Bit 29 says that the next word counts from field 0 again.
		 * Without it that word has fields from 32 on, or a vendor's:
		 * their sizes are not known. */
		ours = (present >> RT_RADIOTAP_NS & 1) != 0;
	}
	if (out->has_rssi && out->rssi_dbm > 0)
		out->has_rssi = false;
	return true;
}
