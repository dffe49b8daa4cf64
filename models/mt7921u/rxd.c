/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../bytes.h"
#include "rxd.h"

/* Field positions: openwrt/mt76 mt76_connac2_mac.h. Fields that nothing here decides
 * stay 0: ETH_TYPE_OFS and the checksum bits (Linux does not trust them on USB),
 * BAND_IDX, SPP_EN, ADD_OM, BSSID, CO_ANT, BF_CQI, MU_BAR, SW_BIT, MAX_LEN_ERROR,
 * HDR_TRANS_ERROR, INT_FRAME, NDATA, BF_REPORT, MESH, MHCP, MORE, word 5. */
enum dw0 { DW0_PKT_TYPE = 27 };
enum dw1 {
	DW1_WLAN_IDX = 0, DW1_GROUP_1 = 11, DW1_SEC_MODE = 16, DW1_KEY_ID = 21, DW1_CM = 23,
	DW1_CLM = 24, DW1_ICV_ERR = 25, DW1_TKIP_MIC_ERR = 26, DW1_FCS_ERR = 27,
	DW1_SEC_DONE = 31,
};
enum dw2 {
	DW2_MAC_HDR_LEN = 8, DW2_HDR_TRANS = 13, DW2_HDR_OFFSET = 14, DW2_TID = 16,
	DW2_AMSDU_ERR = 23, DW2_FRAG = 27, DW2_NULL_FRAME = 28, DW2_NON_AMPDU = 30,
};
enum dw3 {
	DW3_RXV_SEQ = 0, DW3_CH_FREQ = 8, DW3_ADDR_TYPE = 16, DW3_BEACON_MC = 20,
	DW3_BEACON_UC = 21, DW3_AMSDU = 22,
};
enum dw4 { DW4_PAYLOAD_FORMAT = 0 };

/* Bytes of group n. */
static const uint8_t group_len[] = { 0, 16, 8, 8, 16, 72 };

static bool
has(const struct rxd *r, unsigned int group)
{
	return (r->groups & RXD_GROUP(group)) != 0;
}

uint32_t
mt7921_rxd_len(const struct rxd *r)
{
	uint32_t len = RXD_BASE;
	unsigned int g;

	for (g = 1; g <= 5; g++)
		len += has(r, g) ? group_len[g] : 0;
	return len;
}

static uint32_t
word1(const struct rxd *r)
{
	return (uint32_t)(r->wlan_idx & 0x3ff) << DW1_WLAN_IDX |
	       (uint32_t)(r->groups >> 1 & 0x1f) << DW1_GROUP_1 |
	       (uint32_t)(r->sec_mode & 0x1f) << DW1_SEC_MODE |
	       (uint32_t)(r->key_id & 3) << DW1_KEY_ID |
	       (uint32_t)r->cm << DW1_CM | (uint32_t)r->clm << DW1_CLM |
	       (uint32_t)r->icv_err << DW1_ICV_ERR |
	       (uint32_t)r->tkip_mic_err << DW1_TKIP_MIC_ERR |
	       (uint32_t)r->fcs_err << DW1_FCS_ERR |
	       (uint32_t)r->sec_done << DW1_SEC_DONE;
}

static uint32_t
word2(const struct rxd *r)
{
	return (uint32_t)(r->mac_hdr_len & 0x1f) << DW2_MAC_HDR_LEN |
	       (uint32_t)r->hdr_trans << DW2_HDR_TRANS |
	       (uint32_t)(r->hdr_offset & 3) << DW2_HDR_OFFSET |
	       (uint32_t)(r->tid & 0xf) << DW2_TID |
	       (uint32_t)r->amsdu_err << DW2_AMSDU_ERR |
	       (uint32_t)r->frag << DW2_FRAG |
	       (uint32_t)r->null_frame << DW2_NULL_FRAME |
	       (uint32_t)r->non_ampdu << DW2_NON_AMPDU;
}

static uint32_t
word3(const struct rxd *r)
{
	return (uint32_t)r->rxv_seq << DW3_RXV_SEQ | (uint32_t)r->ch_freq << DW3_CH_FREQ |
	       (uint32_t)(r->addr_type & 3) << DW3_ADDR_TYPE |
	       (uint32_t)r->beacon_mc << DW3_BEACON_MC |
	       (uint32_t)r->beacon_uc << DW3_BEACON_UC |
	       (uint32_t)r->amsdu << DW3_AMSDU;
}

static uint8_t *
put_group4(const struct rxd *r, uint8_t *p)
{
	put_le16(p, r->frame_control);
	memcpy(p + 2, r->ta, 6);
	put_le16(p + 8, r->seq_control);
	put_le16(p + 10, r->qos_control);
	put_le32(p + 12, r->ht_control);
	return p + 16;
}

/* The number of the frame's packet, least significant byte first. */
static uint8_t *
put_group1(const struct rxd *r, uint8_t *p)
{
	memset(p, 0, 16);
	put_le32(p, (uint32_t)r->pn);
	put_le16(p + 4, (uint16_t)(r->pn >> 32));
	return p + 16;
}

static uint8_t *
put_words(const uint32_t *words, unsigned int n, uint8_t *p)
{
	unsigned int i;

	for (i = 0; i < n; i++, p += 4)
		put_le32(p, words[i]);
	return p;
}

static uint8_t *
put_groups(const struct rxd *r, uint8_t *p)
{
	const uint32_t group2[2] = { r->timestamp, 0 };

	if (has(r, 4))
		p = put_group4(r, p);
	if (has(r, 1))
		p = put_group1(r, p);
	if (has(r, 2))
		p = put_words(group2, 2, p);
	if (has(r, 3))
		p = put_words(r->p_rxv, 2, p);
	if (has(r, 5))
		p = put_words(r->c_rxv, 18, p);
	return p;
}

uint32_t
mt7921_rxd_put(const struct rxd *r, uint32_t payload_len, uint8_t *out)
{
	uint32_t pad = 2u * r->hdr_offset;
	uint32_t len = mt7921_rxd_len(r) + pad;
	uint8_t *p;

	put_le32(out, ((len + payload_len) & 0xffff) | (uint32_t)r->type << DW0_PKT_TYPE);
	put_le32(out + 4, word1(r));
	put_le32(out + 8, word2(r));
	put_le32(out + 12, word3(r));
	put_le32(out + 16, (uint32_t)r->payload_format << DW4_PAYLOAD_FORMAT);
	put_le32(out + 20, 0);
	p = put_groups(r, out + RXD_BASE);
	memset(p, 0, pad);
	return len;
}
