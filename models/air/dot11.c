/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../bytes.h"
#include "dot11.h"
#include "fcs.h"

#define FC_DATA 0x0008u
#define FC_QOS 0x0080u
#define FC_NULL 0x0040u
#define FC_TODS 0x0100u
#define FC_FROMDS 0x0200u
#define FC_PROTECTED 0x4000u
#define FC_ORDER 0x8000u
#define DURATION_US 44		/* SIFS and an answer at 24 Mbit/s */

uint32_t
air_dot11_write_header(uint8_t *p, const struct dot11_header *h, const uint8_t bssid[6])
{
	uint16_t fc = FC_DATA | FC_FROMDS;
	uint32_t len = 24;

	fc |= h->qos ? FC_QOS : 0;
	fc |= h->null ? FC_NULL : 0;
	fc |= h->a4 ? FC_TODS : 0;
	fc |= h->more_frag ? DOT11_MORE_FRAG : 0;
	fc |= h->protected ? FC_PROTECTED : 0;
	fc |= h->htc ? FC_ORDER : 0;
	put_le16(p, fc);
	put_le16(p + 2, DURATION_US);
	memcpy(p + 4, h->ra != NULL ? h->ra : h->da, 6);
	memcpy(p + 10, bssid, 6);
	/* With A-MSDU the addresses of each MSDU are in its subframe. */
	if (h->a4)
		memcpy(p + 16, h->amsdu ? bssid : h->da, 6);
	else
		memcpy(p + 16, h->amsdu ? bssid : h->sa, 6);
	put_le16(p + 22, (uint16_t)(h->seq << 4 | h->frag));
	if (h->a4) {
		memcpy(p + len, h->amsdu ? bssid : h->sa, 6);
		len += 6;
	}
	if (h->qos) {
		put_le16(p + len, (uint16_t)(h->tid | (h->amsdu ? 0x80 : 0)));
		len += 2;
	}
	if (h->htc) {
		put_le32(p + len, 0x00000003);	/* HE variant, no control field used */
		len += 4;
	}
	return len;
}

uint32_t
air_dot11_write_msdu(uint8_t *p, const uint8_t *packet, uint32_t packet_len)
{
	/* RFC 1042, and the bridge tunnel of 802.1H for the two types that
	 * RFC 1042 would not bring back as Ethernet. */
	static const uint8_t rfc1042[6] = { 0xaa, 0xaa, 0x03, 0, 0, 0 };
	static const uint8_t tunnel[6] = { 0xaa, 0xaa, 0x03, 0, 0, 0xf8 };
	uint16_t type = get_be16(packet + 12);
	uint32_t len = packet_len - 14;

	if (type < 0x0600) {
		if (type < len)
			len = type;
		memcpy(p, packet + 14, len);
		return len;
	}
	memcpy(p, type == 0x80f3 || type == 0x8137 ? tunnel : rfc1042, 6);
	memcpy(p + 6, packet + 12, len + 2);
	return len + 8;
}

uint32_t
air_protect_iv_len(enum air_protect cipher)
{
	return cipher == AIR_PROTECT_NONE ? 0 : cipher == AIR_PROTECT_WEP40 ? 4 : 8;
}

uint32_t
air_protect_mic_len(enum air_protect cipher)
{
	static const uint8_t len[] = {
		[AIR_PROTECT_NONE] = 0, [AIR_PROTECT_WEP40] = 4,	/* ICV */
		[AIR_PROTECT_TKIP] = 12,	/* Michael 8, ICV 4 */
		[AIR_PROTECT_CCMP128] = 8, [AIR_PROTECT_CCMP256] = 16,
		[AIR_PROTECT_GCMP128] = 16, [AIR_PROTECT_GCMP256] = 16,
	};

	return len[cipher];
}

uint8_t
air_protect_sec_type(enum air_protect cipher)
{
	static const uint8_t code[] = {
		[AIR_PROTECT_NONE] = 0, [AIR_PROTECT_WEP40] = 1,
		[AIR_PROTECT_TKIP] = 3, [AIR_PROTECT_CCMP128] = 6,
		[AIR_PROTECT_CCMP256] = 7, [AIR_PROTECT_GCMP128] = 8,
		[AIR_PROTECT_GCMP256] = 9,
	};

	return code[cipher];
}

void
air_protect_write_iv(uint8_t *p, enum air_protect cipher, uint64_t pn)
{
	if (cipher == AIR_PROTECT_WEP40) {
		put_le32(p, (uint32_t)(pn & 0xffffff));	/* key 0 */
		return;
	}
	if (cipher == AIR_PROTECT_TKIP) {
		p[0] = (uint8_t)(pn >> 8);
		p[1] = (uint8_t)((p[0] | 0x20) & 0x7f);
		p[2] = (uint8_t)pn;
	} else {
		put_le16(p, (uint16_t)pn);
		p[2] = 0;
	}
	p[3] = 0x20;		/* extended IV, key 0 */
	put_le32(p + 4, (uint32_t)(pn >> 16));
}

void
air_protect_write_mic(uint8_t *p, enum air_protect cipher, uint64_t pn,
		      const uint8_t *body, uint32_t body_len)
{
	uint32_t i, len = air_protect_mic_len(cipher);

	/* No key, so no true MIC: bytes that differ from frame to frame and
	 * that a receiver which leaves them in will notice. */
	for (i = 0; i < len; i++)
		p[i] = (uint8_t)(0xc0 + i + pn);
	if (cipher == AIR_PROTECT_WEP40 || cipher == AIR_PROTECT_TKIP)
		put_le32(p + len - 4, air_fcs_crc32(body, body_len));
}

void
air_protect_scramble(uint8_t *p, uint32_t len, uint64_t pn)
{
	uint32_t i, state = (uint32_t)pn * 2654435761u | 1;

	for (i = 0; i < len; i++) {
		state ^= state << 13;
		state ^= state >> 17;
		state ^= state << 5;
		p[i] ^= (uint8_t)state;
	}
}
