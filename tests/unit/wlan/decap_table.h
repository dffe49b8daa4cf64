/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef DECAP_TABLE_H
#define DECAP_TABLE_H

/*
 * 802.11 frames and the Ethernet packets that they are, byte by byte; layouts
 * after IEEE Std 802.11-2020 9.2, 9.3.2 and 12.5. Frame control is written in
 * the order of the air: type and subtype byte first, flags byte second.
 */

#include <stdint.h>

#include "wlan_decap.h"

#define DUR	" 30 00"
#define A1	" 02 00 00 00 00 a1"
#define A2	" 02 00 00 00 00 b2"
#define A3	" 02 00 00 00 00 c3"
#define A4	" 02 00 00 00 00 d4"
#define GROUP	" 01 00 5e 00 00 fb"
#define SEQ	" f0 01"		/* sequence 31, fragment 0 */
#define QOS0	" 00 00"
#define HTC	" 03 11 22 33"
#define RFC	" aa aa 03 00 00 00"
#define TUNNEL	" aa aa 03 00 00 f8"
#define IP	" 08 00"
#define DATA4	" de ad be ef"
#define FCS	" f0 f1 f2 f3"
#define IV4	" 11 12 13 40"
#define IV8	" 11 12 13 60 14 15 16 17"
#define MIC4	" 51 52 53 54"
#define MIC8	MIC4 " 55 56 57 58"
#define MIC12	MIC8 " 59 5a 5b 5c"
#define MIC16	MIC12 " 5d 5e 5f 60"

#define DEC	WLAN_RXF_HW_DEC
#define STRIP	(WLAN_RXF_HW_DEC | WLAN_RXF_STRIPPED)
#define CUT	WLAN_RXF_AMSDU_CUT
#define PAD2	WLAN_RXF_PAD2
#define QOS_AMSDU " 80 00"
#define SUB_DA	" 02 00 00 00 00 e5"
#define SUB_SA	" 02 00 00 00 00 f6"

struct decap_row {
	const char *name;
	uint32_t flags;
	uint8_t cipher;
	const char *frame;
	enum wlan_drop drop;
	const char *packet;	/* "" where there is none */
	/* The shortest cut of the frame (with FCS) that is not "short": 2 where frame
	 * control alone decides, 0 where the descriptor alone decides. */
	uint32_t min;
};

#define GOOD	WLAN_DROP_NONE

static const struct decap_row decap_rows[] = {
	/* To DS and From DS: whose addresses are they. */
	{ "QoS, from DS", 0, 0, "88 02" DUR A1 A2 A3 SEQ QOS0 RFC IP DATA4 FCS,
	  GOOD, A1 A3 IP DATA4, 32 },
	{ "QoS, to DS", 0, 0, "88 01" DUR A1 A2 A3 SEQ QOS0 RFC IP DATA4 FCS,
	  GOOD, A3 A2 IP DATA4, 32 },
	{ "QoS, no DS", 0, 0, "88 00" DUR A1 A2 A3 SEQ QOS0 RFC IP DATA4 FCS,
	  GOOD, A1 A2 IP DATA4, 32 },
	{ "QoS, both DS", 0, 0, "88 03" DUR A1 A2 A3 SEQ A4 QOS0 RFC IP DATA4 FCS,
	  WLAN_DROP_4ADDR, "", 36 },
	{ "no QoS, from DS", 0, 0, "08 02" DUR A1 A2 A3 SEQ RFC IP DATA4 FCS,
	  GOOD, A1 A3 IP DATA4, 30 },
	{ "no QoS, to DS", 0, 0, "08 01" DUR A1 A2 A3 SEQ RFC IP DATA4 FCS,
	  GOOD, A3 A2 IP DATA4, 30 },
	{ "no QoS, no DS", 0, 0, "08 00" DUR A1 A2 A3 SEQ RFC IP DATA4 FCS,
	  GOOD, A1 A2 IP DATA4, 30 },
	{ "no QoS, both DS", 0, 0, "08 03" DUR A1 A2 A3 SEQ A4 RFC IP DATA4 FCS,
	  WLAN_DROP_4ADDR, "", 34 },
	{ "group, from DS", 0, 0, "08 02" DUR GROUP A2 A3 SEQ RFC IP DATA4 FCS,
	  GOOD, GROUP A3 IP DATA4, 30 },

	/* +HTC stands in QoS frames only; elsewhere the bit was Order. */
	{ "+HTC, from DS", 0, 0, "88 82" DUR A1 A2 A3 SEQ QOS0 HTC RFC IP DATA4 FCS,
	  GOOD, A1 A3 IP DATA4, 36 },
	{ "+HTC, to DS", 0, 0, "88 81" DUR A1 A2 A3 SEQ QOS0 HTC RFC IP DATA4 FCS,
	  GOOD, A3 A2 IP DATA4, 36 },
	{ "+HTC, both DS", 0, 0, "88 83" DUR A1 A2 A3 SEQ A4 QOS0 HTC RFC IP DATA4 FCS,
	  WLAN_DROP_4ADDR, "", 40 },
	{ "Order, no QoS", 0, 0, "08 82" DUR A1 A2 A3 SEQ RFC IP DATA4 FCS,
	  GOOD, A1 A3 IP DATA4, 30 },

	/* Flags that mean nothing to a receiver: retry, power, more data. */
	{ "retry, power, more data", 0, 0, "88 3a" DUR A1 A2 A3 SEQ QOS0 RFC IP DATA4 FCS,
	  GOOD, A1 A3 IP DATA4, 32 },
	{ "no QoS, retry, power, more data", 0, 0,
	  "08 3a" DUR A1 A2 A3 SEQ RFC IP DATA4 FCS, GOOD, A1 A3 IP DATA4, 30 },
	{ "every QoS bit but A-MSDU", 0, 0,
	  "88 02" DUR A1 A2 A3 SEQ " 7f ff" RFC IP DATA4 FCS, GOOD, A1 A3 IP DATA4, 32 },
	{ "group, every QoS bit but A-MSDU and mesh", 0, 0,
	  "88 02" DUR GROUP A2 A3 SEQ " 7f fe" RFC IP DATA4 FCS,
	  GOOD, GROUP A3 IP DATA4, 32 },

	/* LLC. */
	{ "bridge tunnel", 0, 0, "88 02" DUR A1 A2 A3 SEQ QOS0 TUNNEL IP DATA4 FCS,
	  GOOD, A1 A3 IP DATA4, 32 },
	{ "bridge tunnel, AARP", 0, 0,
	  "88 02" DUR A1 A2 A3 SEQ QOS0 TUNNEL " 80 f3" DATA4 FCS,
	  GOOD, A1 A3 " 80 f3" DATA4, 32 },
	{ "bridge tunnel, IPX", 0, 0,
	  "88 02" DUR A1 A2 A3 SEQ QOS0 TUNNEL " 81 37" DATA4 FCS,
	  GOOD, A1 A3 " 81 37" DATA4, 32 },
	{ "RFC 1042, AARP", 0, 0, "88 02" DUR A1 A2 A3 SEQ QOS0 RFC " 80 f3" DATA4 FCS,
	  GOOD, A1 A3 " 00 0c" RFC " 80 f3" DATA4, 32 },
	{ "RFC 1042, IPX", 0, 0, "08 01" DUR A1 A2 A3 SEQ RFC " 81 37" DATA4 FCS,
	  GOOD, A3 A2 " 00 0c" RFC " 81 37" DATA4, 30 },
	{ "RFC 1042, smallest EtherType", 0, 0,
	  "88 02" DUR A1 A2 A3 SEQ QOS0 RFC " 06 00" DATA4 FCS,
	  GOOD, A1 A3 " 06 00" DATA4, 32 },
	/* Below 0x0600 it would be taken for a length. */
	{ "RFC 1042, no EtherType", 0, 0, "88 02" DUR A1 A2 A3 SEQ QOS0 RFC " 05 ff" DATA4 FCS,
	  GOOD, A1 A3 " 00 0c" RFC " 05 ff" DATA4, 32 },
	{ "bridge tunnel, no EtherType", 0, 0,
	  "88 02" DUR A1 A2 A3 SEQ QOS0 TUNNEL " 00 04" DATA4 FCS,
	  GOOD, A1 A3 " 00 0c" TUNNEL " 00 04" DATA4, 32 },
	{ "RFC 1042, EtherType alone", 0, 0, "88 02" DUR A1 A2 A3 SEQ QOS0 RFC " 88 8e" FCS,
	  GOOD, A1 A3 " 88 8e", 32 },
	{ "RFC 1042, half an EtherType", 0, 0, "88 02" DUR A1 A2 A3 SEQ QOS0 RFC " 08" FCS,
	  GOOD, A1 A3 " 00 07" RFC " 08", 32 },
	{ "another SNAP", 0, 0,
	  "88 02" DUR A1 A2 A3 SEQ QOS0 " aa aa 03 00 00 0c 20 00" DATA4 FCS,
	  GOOD, A1 A3 " 00 0c aa aa 03 00 00 0c 20 00" DATA4, 32 },
	{ "no SNAP: spanning tree", 0, 0,
	  "88 02" DUR A1 A2 A3 SEQ QOS0 " 42 42 03 00 00 00 00 00" DATA4 FCS,
	  GOOD, A1 A3 " 00 0c 42 42 03 00 00 00 00 00" DATA4, 32 },
	{ "two bytes of LLC", 0, 0, "88 02" DUR A1 A2 A3 SEQ QOS0 " 42 43" FCS,
	  GOOD, A1 A3 " 00 02 42 43", 32 },
	{ "VLAN inside", 0, 0,
	  "88 02" DUR A1 A2 A3 SEQ QOS0 RFC " 81 00 00 12" IP DATA4 FCS,
	  GOOD, A1 A3 " 81 00 00 12" IP DATA4, 32 },

	/* Decrypted by the chip: IV before, MIC and ICV behind. */
	{ "WEP", DEC, WLAN_CIPHER_WEP,
	  "88 42" DUR A1 A2 A3 SEQ QOS0 IV4 RFC IP DATA4 MIC4 FCS,
	  GOOD, A1 A3 IP DATA4, 40 },
	{ "TKIP", DEC, WLAN_CIPHER_TKIP,
	  "88 42" DUR A1 A2 A3 SEQ QOS0 IV8 RFC IP DATA4 MIC12 FCS,
	  GOOD, A1 A3 IP DATA4, 52 },
	{ "CCMP", DEC, WLAN_CIPHER_CCMP,
	  "88 42" DUR A1 A2 A3 SEQ QOS0 IV8 RFC IP DATA4 MIC8 FCS,
	  GOOD, A1 A3 IP DATA4, 48 },
	{ "CCMP-256", DEC, WLAN_CIPHER_CCMP_256,
	  "88 42" DUR A1 A2 A3 SEQ QOS0 IV8 RFC IP DATA4 MIC16 FCS,
	  GOOD, A1 A3 IP DATA4, 56 },
	{ "GCMP", DEC, WLAN_CIPHER_GCMP,
	  "88 42" DUR A1 A2 A3 SEQ QOS0 IV8 RFC IP DATA4 MIC16 FCS,
	  GOOD, A1 A3 IP DATA4, 56 },
	{ "CCMP, to DS, no QoS", DEC, WLAN_CIPHER_CCMP,
	  "08 41" DUR A1 A2 A3 SEQ IV8 RFC IP DATA4 MIC8 FCS,
	  GOOD, A3 A2 IP DATA4, 46 },
	{ "CCMP, +HTC, bridge tunnel", DEC, WLAN_CIPHER_CCMP,
	  "88 c2" DUR A1 A2 A3 SEQ QOS0 HTC IV8 TUNNEL IP DATA4 MIC8 FCS,
	  GOOD, A1 A3 IP DATA4, 52 },
	{ "CCMP, 802.3", DEC, WLAN_CIPHER_CCMP,
	  "88 42" DUR A1 A2 A3 SEQ QOS0 IV8 " 42 42 03" MIC8 FCS,
	  GOOD, A1 A3 " 00 03 42 42 03", 48 },
	{ "cipher without the protected bit", DEC, WLAN_CIPHER_CCMP,
	  "88 02" DUR A1 A2 A3 SEQ QOS0 RFC IP DATA4 FCS, GOOD, A1 A3 IP DATA4, 32 },
	{ "WAPI", DEC, WLAN_CIPHER_OTHER,
	  "88 42" DUR A1 A2 A3 SEQ QOS0 IV8 RFC IP DATA4 MIC8 FCS,
	  WLAN_DROP_CIPHER, "", 30 },
	{ "decrypted, no cipher", DEC, WLAN_CIPHER_NONE,
	  "88 42" DUR A1 A2 A3 SEQ QOS0 IV8 RFC IP DATA4 MIC8 FCS,
	  WLAN_DROP_CIPHER, "", 30 },

	/* Decrypted, and the chip took IV and MIC away. */
	{ "CCMP, stripped", STRIP, WLAN_CIPHER_CCMP,
	  "88 42" DUR A1 A2 A3 SEQ QOS0 RFC IP DATA4 FCS, GOOD, A1 A3 IP DATA4, 32 },
	{ "stripped, to DS, no QoS", STRIP, WLAN_CIPHER_TKIP,
	  "08 41" DUR A1 A2 A3 SEQ RFC IP DATA4 FCS, GOOD, A3 A2 IP DATA4, 30 },
	{ "WAPI, stripped", STRIP, WLAN_CIPHER_OTHER,
	  "88 42" DUR A1 A2 A3 SEQ QOS0 RFC IP DATA4 FCS, GOOD, A1 A3 IP DATA4, 32 },
	{ "no cipher, stripped", STRIP, WLAN_CIPHER_NONE,
	  "88 42" DUR A1 A2 A3 SEQ QOS0 RFC IP DATA4 FCS, GOOD, A1 A3 IP DATA4, 32 },
	{ "stripped, not protected", STRIP, WLAN_CIPHER_CCMP,
	  "88 02" DUR A1 A2 A3 SEQ QOS0 RFC IP DATA4 FCS, GOOD, A1 A3 IP DATA4, 32 },
	{ "stripped, not decrypted", WLAN_RXF_STRIPPED, WLAN_CIPHER_CCMP,
	  "88 42" DUR A1 A2 A3 SEQ QOS0 RFC IP DATA4 FCS, WLAN_DROP_PROTECTED, "", 30 },
	{ "stripped, ICV error", STRIP | WLAN_RXF_ICV_ERROR, WLAN_CIPHER_CCMP,
	  "88 42" DUR A1 A2 A3 SEQ QOS0 RFC IP DATA4 FCS, WLAN_DROP_ICV_ERROR, "", 30 },

	/* Two bytes of the chip's before the body. */
	{ "pad", PAD2, 0, "88 02" DUR A1 A2 A3 SEQ QOS0 " ee ee" RFC IP DATA4 FCS,
	  GOOD, A1 A3 IP DATA4, 34 },
	{ "pad, no QoS", PAD2, 0, "08 01" DUR A1 A2 A3 SEQ " ee ee" RFC IP DATA4 FCS,
	  GOOD, A3 A2 IP DATA4, 32 },
	{ "pad, CCMP", PAD2 | DEC, WLAN_CIPHER_CCMP,
	  "88 42" DUR A1 A2 A3 SEQ QOS0 " ee ee" IV8 RFC IP DATA4 MIC8 FCS,
	  GOOD, A1 A3 IP DATA4, 50 },

	/* One MSDU that the chip cut out of an A-MSDU. */
	{ "cut", CUT, 0,
	  "88 02" DUR A1 A2 A3 SEQ QOS_AMSDU SUB_DA SUB_SA " 00 0c" RFC IP DATA4 FCS,
	  GOOD, SUB_DA SUB_SA IP DATA4, 56 },
	{ "cut, both flags", CUT | WLAN_RXF_AMSDU, 0,
	  "88 02" DUR A1 A2 A3 SEQ QOS_AMSDU SUB_DA SUB_SA " 00 0c" RFC IP DATA4 FCS,
	  GOOD, SUB_DA SUB_SA IP DATA4, 56 },
	{ "cut, to DS, 3 bytes of padding", CUT, 0,
	  "88 01" DUR A1 A2 A3 SEQ QOS_AMSDU SUB_DA SUB_SA " 00 09" RFC IP " de"
	  " 00 00 00" FCS, GOOD, SUB_DA SUB_SA IP " de", 53 },
	{ "cut, pad", CUT | PAD2, 0,
	  "88 02" DUR A1 A2 A3 SEQ QOS_AMSDU " ee ee" SUB_DA SUB_SA " 00 0c" RFC IP DATA4
	  FCS, GOOD, SUB_DA SUB_SA IP DATA4, 58 },
	{ "cut, pad, stripped", CUT | PAD2 | STRIP, WLAN_CIPHER_CCMP,
	  "88 42" DUR A1 A2 A3 SEQ QOS_AMSDU " ee ee" SUB_DA SUB_SA " 00 0c" RFC IP DATA4
	  FCS, GOOD, SUB_DA SUB_SA IP DATA4, 58 },
	{ "cut, CCMP", CUT | DEC, WLAN_CIPHER_CCMP,
	  "88 42" DUR A1 A2 A3 SEQ QOS_AMSDU IV8 SUB_DA SUB_SA " 00 0c" RFC IP DATA4 MIC8
	  FCS, GOOD, SUB_DA SUB_SA IP DATA4, 72 },
	{ "cut, bridge tunnel", CUT, 0,
	  "88 02" DUR A1 A2 A3 SEQ QOS_AMSDU SUB_DA SUB_SA " 00 0c" TUNNEL IP DATA4 FCS,
	  GOOD, SUB_DA SUB_SA IP DATA4, 56 },
	{ "cut, 802.3", CUT, 0,
	  "88 02" DUR A1 A2 A3 SEQ QOS_AMSDU SUB_DA SUB_SA " 00 03 42 42 03 00" FCS,
	  GOOD, SUB_DA SUB_SA " 00 03 42 42 03", 47 },
	{ "cut, two bytes", CUT, 0,
	  "88 02" DUR A1 A2 A3 SEQ QOS_AMSDU SUB_DA SUB_SA " 00 02 42 43" FCS,
	  GOOD, SUB_DA SUB_SA " 00 02 42 43", 46 },
	/* LLC/SNAP as a destination: the A-MSDU bit is a forgery. */
	{ "cut, SNAP for an address", CUT, 0,
	  "88 02" DUR A1 A2 A3 SEQ QOS_AMSDU RFC IP " 45 00 00 0c" " 00 0c" RFC IP DATA4 FCS,
	  WLAN_DROP_AMSDU, "", 44 },
	{ "cut, SNAP for an address, CCMP", CUT | DEC, WLAN_CIPHER_CCMP,
	  "88 42" DUR A1 A2 A3 SEQ QOS_AMSDU IV8 RFC IP " 45 00 00 0c" " 00 0c" RFC IP DATA4
	  MIC8 FCS, WLAN_DROP_AMSDU, "", 60 },
	{ "cut, almost SNAP for an address", CUT, 0,
	  "88 02" DUR A1 A2 A3 SEQ QOS_AMSDU TUNNEL SUB_SA " 00 0c" RFC IP DATA4 FCS,
	  GOOD, TUNNEL SUB_SA IP DATA4, 56 },

	/* Not decrypted, or not rightly. */
	{ "protected", 0, WLAN_CIPHER_NONE,
	  "88 42" DUR A1 A2 A3 SEQ QOS0 IV8 RFC IP DATA4 MIC8 FCS,
	  WLAN_DROP_PROTECTED, "", 30 },
	{ "protected, cipher known", 0, WLAN_CIPHER_CCMP,
	  "08 42" DUR A1 A2 A3 SEQ IV8 RFC IP DATA4 MIC8 FCS,
	  WLAN_DROP_PROTECTED, "", 28 },
	{ "software is to decrypt", WLAN_RXF_SW_DEC, WLAN_CIPHER_CCMP,
	  "88 42" DUR A1 A2 A3 SEQ QOS0 IV8 RFC IP DATA4 MIC8 FCS,
	  WLAN_DROP_PROTECTED, "", 30 },
	{ "both decryptions", DEC | WLAN_RXF_SW_DEC, WLAN_CIPHER_CCMP,
	  "88 42" DUR A1 A2 A3 SEQ QOS0 IV8 RFC IP DATA4 MIC8 FCS,
	  WLAN_DROP_PROTECTED, "", 30 },
	{ "ICV error", DEC | WLAN_RXF_ICV_ERROR, WLAN_CIPHER_CCMP,
	  "88 42" DUR A1 A2 A3 SEQ QOS0 IV8 RFC IP DATA4 MIC8 FCS,
	  WLAN_DROP_ICV_ERROR, "", 30 },
	{ "ICV error, not protected", WLAN_RXF_ICV_ERROR, 0,
	  "88 02" DUR A1 A2 A3 SEQ QOS0 RFC IP DATA4 FCS,
	  WLAN_DROP_ICV_ERROR, "", 30 },
	{ "FCS error", WLAN_RXF_FCS_ERROR, 0,
	  "88 02" DUR A1 A2 A3 SEQ QOS0 RFC IP DATA4 FCS, WLAN_DROP_FCS_ERROR, "", 0 },
	{ "FCS error of a beacon", WLAN_RXF_FCS_ERROR, 0,
	  "80 00" DUR GROUP A2 A3 SEQ DATA4 FCS, WLAN_DROP_FCS_ERROR, "", 0 },

	/* Not a packet, or not one alone. */
	{ "first fragment", 0, 0, "88 06" DUR A1 A2 A3 " 20 01" QOS0 RFC IP DATA4 FCS,
	  WLAN_DROP_FRAGMENT, "", 30 },
	{ "middle fragment", 0, 0, "88 06" DUR A1 A2 A3 " 21 01" QOS0 DATA4 FCS,
	  WLAN_DROP_FRAGMENT, "", 30 },
	{ "fragment 1, the last", 0, 0,
	  "88 02" DUR A1 A2 A3 " 21 01" QOS0 RFC IP DATA4 FCS, WLAN_DROP_FRAGMENT, "", 30 },
	{ "last fragment", 0, 0, "88 02" DUR A1 A2 A3 " 22 01" QOS0 RFC IP DATA4 FCS,
	  WLAN_DROP_FRAGMENT, "", 30 },
	{ "fragment 8", 0, 0, "88 02" DUR A1 A2 A3 " 28 01" QOS0 RFC IP DATA4 FCS,
	  WLAN_DROP_FRAGMENT, "", 30 },
	{ "fragment 4, no QoS, decrypted", DEC, WLAN_CIPHER_CCMP,
	  "08 41" DUR A1 A2 A3 " 24 01" IV8 RFC IP DATA4 MIC8 FCS,
	  WLAN_DROP_FRAGMENT, "", 28 },
	{ "A-MSDU by its QoS bit", 0, 0,
	  "88 02" DUR A1 A2 A3 SEQ " 80 00" A1 A3 " 00 0c" RFC IP DATA4 FCS,
	  WLAN_DROP_AMSDU, "", 30 },
	{ "A-MSDU to a group", 0, 0,
	  "88 02" DUR GROUP A2 A3 SEQ " 80 00" GROUP A3 " 00 0c" RFC IP DATA4 FCS,
	  WLAN_DROP_AMSDU, "", 30 },
	{ "A-MSDU by the descriptor", WLAN_RXF_AMSDU, 0,
	  "88 02" DUR A1 A2 A3 SEQ QOS0 RFC IP DATA4 FCS, WLAN_DROP_AMSDU, "", 30 },
	{ "cut out of an A-MSDU", WLAN_RXF_AMSDU_CUT, 0,
	  "88 02" DUR A1 A2 A3 SEQ QOS0 RFC IP DATA4 FCS, WLAN_DROP_AMSDU, "", 30 },
	{ "A-MSDU, decrypted", DEC, WLAN_CIPHER_CCMP,
	  "88 42" DUR A1 A2 A3 SEQ " 80 00" IV8 A1 A3 " 00 0c" RFC IP DATA4 MIC8 FCS,
	  WLAN_DROP_AMSDU, "", 30 },
	{ "A-MSDU, not decrypted", 0, 0,
	  "88 42" DUR A1 A2 A3 SEQ " 80 00" IV8 A1 A3 " 00 0c" RFC IP DATA4 MIC8 FCS,
	  WLAN_DROP_PROTECTED, "", 30 },
	{ "mesh, 4 addresses", 0, 0,
	  "88 03" DUR A1 A2 A3 SEQ A4 " 00 01" " 00 1f 01 00 00 00" RFC IP DATA4 FCS,
	  WLAN_DROP_MESH, "", 36 },
	{ "mesh, group", 0, 0,
	  "88 02" DUR GROUP A2 A3 SEQ " 00 01" " 00 1f 01 00 00 00" RFC IP DATA4 FCS,
	  WLAN_DROP_MESH, "", 30 },
	/* The bit is the access point's power-save buffer state there. */
	{ "mesh bit from an access point to us", 0, 0,
	  "88 02" DUR A1 A2 A3 SEQ " 00 01" RFC IP DATA4 FCS, GOOD, A1 A3 IP DATA4, 32 },
	{ "mesh bit to an access point", 0, 0,
	  "88 01" DUR GROUP A2 A3 SEQ " 00 01" RFC IP DATA4 FCS, GOOD, A3 A2 IP DATA4, 32 },

	/* Frame control alone says no. */
	{ "beacon", 0, 0, "80 00" DUR GROUP A2 A3 SEQ DATA4 FCS, WLAN_DROP_MGMT, "", 2 },
	{ "action", 0, 0, "d0 00" DUR A1 A2 A3 SEQ DATA4 FCS, WLAN_DROP_MGMT, "", 2 },
	{ "Ack", 0, 0, "d4 00" DUR A1 FCS, WLAN_DROP_CTRL, "", 2 },
	{ "BlockAckReq", 0, 0, "84 00" DUR A1 A2 DATA4 FCS, WLAN_DROP_CTRL, "", 2 },
	{ "extension", 0, 0, "0c 00" DUR A1 A2 A3 SEQ DATA4 FCS, WLAN_DROP_EXTENSION, "", 2 },
	{ "Null", 0, 0, "48 02" DUR A1 A2 A3 SEQ FCS, WLAN_DROP_NO_DATA, "", 2 },
	{ "QoS Null", 0, 0, "c8 02" DUR A1 A2 A3 SEQ QOS0 FCS, WLAN_DROP_NO_DATA, "", 2 },
	{ "CF-Poll, no data", 0, 0, "68 02" DUR A1 A2 A3 SEQ FCS, WLAN_DROP_NO_DATA, "", 2 },
	{ "QoS CF-Poll, no data", 0, 0, "e8 02" DUR A1 A2 A3 SEQ QOS0 FCS,
	  WLAN_DROP_NO_DATA, "", 2 },
	{ "Data + CF-Ack", 0, 0, "18 02" DUR A1 A2 A3 SEQ RFC IP DATA4 FCS,
	  WLAN_DROP_CF, "", 2 },
	{ "Data + CF-Poll", 0, 0, "28 02" DUR A1 A2 A3 SEQ RFC IP DATA4 FCS,
	  WLAN_DROP_CF, "", 2 },
	{ "QoS Data + CF-Ack + CF-Poll", 0, 0,
	  "b8 02" DUR A1 A2 A3 SEQ QOS0 RFC IP DATA4 FCS, WLAN_DROP_CF, "", 2 },
	{ "version 1", 0, 0, "89 02" DUR A1 A2 A3 SEQ QOS0 RFC IP DATA4 FCS,
	  WLAN_DROP_VERSION, "", 2 },
	{ "version 2", 0, 0, "8a 02" DUR A1 A2 A3 SEQ QOS0 RFC IP DATA4 FCS,
	  WLAN_DROP_VERSION, "", 2 },
	{ "version 3, management", 0, 0, "83 00" DUR A1 A2 A3 SEQ DATA4 FCS,
	  WLAN_DROP_VERSION, "", 2 },
};

#endif /* DECAP_TABLE_H */
