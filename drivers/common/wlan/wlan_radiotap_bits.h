/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WLAN_RADIOTAP_BITS_H
#define WLAN_RADIOTAP_BITS_H

/*
 * Radiotap's fields and their bits, https://www.radiotap.org/fields/defined.
 * Everything is little-endian; a field's alignment counts from the header's start.
 *
 *  0         1     2      4          8
 *  | version | pad | length | present | more presence words | fields, TLVs |
 */

#define RT_HDR_LEN	8u

/* Bit numbers of a presence word, which are the field's numbers. */
enum {
	RT_TSFT = 0, RT_FLAGS = 1, RT_RATE = 2, RT_CHANNEL = 3, RT_SIGNAL = 5,
	RT_ANTENNA = 11, RT_TX_FLAGS = 15, RT_DATA_RETRIES = 17, RT_MCS = 19,
	RT_AMPDU = 20, RT_VHT = 21, RT_HE = 23,
	RT_TLV = 28,		/* TLVs to the end of the header; alignment 4 */
	RT_RADIOTAP_NS = 29,	/* the next word counts from field 0 again */
	RT_VENDOR_NS = 30,
	RT_MORE = 31,		/* another presence word */
	RT_TLV_USIG = 33, RT_TLV_EHT = 34,	/* TLV types only */
};

#define RT_BIT(n)		(1u << (n))

#define RT_F_SHORT_PREAMBLE	0x02u
#define RT_F_FCS		0x10u
#define RT_F_BAD_FCS		0x40u
#define RT_F_SHORT_GI		0x80u

#define RT_CHAN_CCK		0x0020u
#define RT_CHAN_OFDM		0x0040u
#define RT_CHAN_2GHZ		0x0080u
#define RT_CHAN_5GHZ		0x0100u
#define RT_CHAN_DYN		0x0400u	/* dynamic CCK-OFDM */

#define RT_TX_RTS		0x0004u
#define RT_TX_NO_ACK		0x0008u
#define RT_TX_NO_SEQ		0x0010u	/* the sequence number is not to be changed */

/* MCS: known, flags, index. */
#define RT_MCS_HAVE_BW		0x01u
#define RT_MCS_HAVE_MCS		0x02u
#define RT_MCS_HAVE_GI		0x04u
#define RT_MCS_HAVE_FORMAT	0x08u
#define RT_MCS_HAVE_FEC		0x10u
#define RT_MCS_HAVE_STBC	0x20u
#define RT_MCS_BW		0x03u
#define RT_MCS_BW_40		1u
#define RT_MCS_SHORT_GI		0x04u
#define RT_MCS_GREENFIELD	0x08u
#define RT_MCS_LDPC		0x10u
#define RT_MCS_STBC_SHIFT	5

/* A-MPDU status: reference 4, flags 2, delimiter CRC 1, reserved 1. */
#define RT_AMPDU_LAST_KNOWN	0x0004u
#define RT_AMPDU_LAST		0x0008u

/* VHT: known 2, flags 1, bandwidth 1, MCS and NSS 4, coding 1, group 1, AID 2. */
#define RT_VHT_LEN		12u
#define RT_VHT_HAVE_STBC	0x0001u
#define RT_VHT_HAVE_GI		0x0004u
#define RT_VHT_HAVE_BF		0x0020u
#define RT_VHT_HAVE_BW		0x0040u
#define RT_VHT_STBC		0x01u
#define RT_VHT_SHORT_GI		0x04u
#define RT_VHT_BEAMFORMED	0x20u
#define RT_VHT_BW		0x1fu
#define RT_VHT_CODING_LDPC	0x01u	/* user 0 */

/* HE: data1 to data6, 2 bytes each; data1 begins with two bits of format. */
#define RT_HE_LEN		12u
#define RT_HE1_HAVE_MCS		0x0020u
#define RT_HE1_HAVE_DCM		0x0040u
#define RT_HE1_HAVE_CODING	0x0080u
#define RT_HE1_HAVE_STBC	0x0200u
#define RT_HE1_HAVE_BW_RU	0x4000u
#define RT_HE2_HAVE_GI		0x0002u
#define RT_HE2_HAVE_BF		0x0010u
#define RT_HE3_MCS_SHIFT	8
#define RT_HE3_DCM		0x1000u
#define RT_HE3_LDPC		0x2000u
#define RT_HE3_STBC		0x8000u
#define RT_HE5_GI_SHIFT		4	/* 0.8, 1.6, 3.2 us */
#define RT_HE5_LTF_SHIFT	6	/* not known, 1x, 2x, 4x */
#define RT_HE5_BEAMFORMED	0x4000u

/* TLV: type 2, length 2, data, padding to 4 bytes. */
#define RT_TLV_HDR_LEN		4u

/* U-SIG: common, value, mask; the last two are of bits that no chip reports. */
#define RT_USIG_LEN		12u
#define RT_USIG_HAVE_VERSION	0x00000001u	/* version 0 is EHT */
#define RT_USIG_HAVE_BW		0x00000002u
#define RT_USIG_BW_SHIFT	15

/* EHT: known, data[9], user_info[1]; sizes of GI and LTF as HE counts them. */
#define RT_EHT_LEN		44u
#define RT_EHT_OFF_DATA0	4u
#define RT_EHT_OFF_USER0	40u
#define RT_EHT_HAVE_GI		0x00000004u
#define RT_EHT0_GI_SHIFT	7
#define RT_EHT0_LTF_SHIFT	9
#define RT_EHT_USER_HAVE_MCS	0x00000002u
#define RT_EHT_USER_HAVE_CODING	0x00000004u
#define RT_EHT_USER_HAVE_NSS	0x00000010u
#define RT_EHT_USER_HAVE_BF	0x00000020u
#define RT_EHT_USER_CAPTURED	0x00000080u	/* the frame is of this user */
#define RT_EHT_USER_LDPC	0x00080000u
#define RT_EHT_USER_MCS_SHIFT	20
#define RT_EHT_USER_NSS_SHIFT	24		/* streams less one, as in EHT-SIG */
#define RT_EHT_USER_BEAMFORMED	0x20000000u

#endif /* WLAN_RADIOTAP_BITS_H */
