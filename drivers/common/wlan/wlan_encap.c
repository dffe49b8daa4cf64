/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "wlan_decap.h"
#include "wlan_encap.h"

/* CTS and Ack end after address 1; of the control frames that anybody injects all
 * others have address 2 (IEEE Std 802.11-2020, 9.3.1). */
#define FC_SUBTYPE	0x00f0u
#define FC_CTS		0x00c0u
#define FC_ACK		0x00d0u
#define HDR_LEN_A1	10u
#define HDR_LEN_A2	16u

static bool
is_control(uint16_t fc)
{
	return (fc & WLAN_FC_TYPE) == WLAN_FC_TYPE_CTRL;
}

static bool
is_answer(uint16_t fc)
{
	uint16_t subtype = fc & FC_SUBTYPE;

	return is_control(fc) && (subtype == FC_CTS || subtype == FC_ACK);
}

static bool
is_qos_data(uint16_t fc)
{
	return (fc & WLAN_FC_TYPE) == WLAN_FC_TYPE_DATA && (fc & WLAN_FC_QOS) != 0;
}

/* Where the QoS control field stands. */
static uint32_t
qos_offset(uint16_t fc)
{
	bool four = (fc & WLAN_FC_TO_DS) != 0 && (fc & WLAN_FC_FROM_DS) != 0;

	return WLAN_HDR_LEN + (four ? RTE_ETHER_ADDR_LEN : 0);
}

static uint32_t
header_len(uint16_t fc)
{
	uint32_t htc = (fc & WLAN_FC_HTC) != 0 ? WLAN_HTC_LEN : 0;

	if (is_answer(fc))
		return HDR_LEN_A1;
	if (is_control(fc))
		return HDR_LEN_A2;
	if (is_qos_data(fc))
		return qos_offset(fc) + WLAN_QOS_LEN + htc;
	if ((fc & WLAN_FC_TYPE) == WLAN_FC_TYPE_DATA)
		return qos_offset(fc);
	return WLAN_HDR_LEN + htc;
}

static void
take_qos(uint16_t qos, struct wlan_txinfo *info)
{
	info->flags |= WLAN_TXF_QOS;
	info->tid = qos & WLAN_QOS_TID;
	info->ac = wlan_tid_to_ac(info->tid);
	if ((qos & WLAN_QOS_NO_ACK) != 0)
		info->flags |= WLAN_TXF_NO_ACK;
}

bool
wlan_tx_frame(const uint8_t *frame, uint32_t n, uint32_t len, struct wlan_txinfo *info)
{
	uint32_t hdr_len;
	uint16_t fc;

	n = RTE_MIN(n, len);
	if (n < HDR_LEN_A1)
		return false;
	fc = wlan_le16(frame);
	hdr_len = header_len(fc);
	if ((fc & WLAN_FC_VERSION) != 0 || (fc & WLAN_FC_TYPE) == WLAN_FC_TYPE ||
	    n < hdr_len)
		return false;

	info->len = len;
	info->fc = fc;
	info->hdr_len = hdr_len;
	info->tid = 0;
	info->ac = (fc & WLAN_FC_TYPE) == WLAN_FC_TYPE_DATA ? WLAN_AC_BE : WLAN_AC_VO;
	info->seq = 0;
	info->frag = 0;
	if (!is_control(fc)) {
		info->seq = wlan_le16(frame + WLAN_OFF_SEQ) >> 4;
		info->frag = wlan_le16(frame + WLAN_OFF_SEQ) & WLAN_SEQ_FRAG;
		info->flags |= WLAN_TXF_OWN_SEQ;
	}
	if (is_qos_data(fc))
		take_qos(wlan_le16(frame + qos_offset(fc)), info);
	if ((frame[WLAN_OFF_A1] & 1) != 0)
		info->flags |= WLAN_TXF_GROUP | WLAN_TXF_NO_ACK;
	if (is_answer(fc))
		info->flags |= WLAN_TXF_NO_ACK;
	return true;
}
