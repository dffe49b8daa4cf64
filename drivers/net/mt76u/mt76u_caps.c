/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * What the chip can (openwrt/mt76 mt76_connac_mcu.c): number of elements, 16 bits, 2
 * bytes more, and for each its type and length, 32 bits each, and so many bytes.
 */

#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "mt76u_bytes.h"
#include "mt76u_caps.h"

#define LIST_LEN	4u
#define ELEMENT_LEN	8u

enum { TAG_MAC = 0x07, TAG_PHY = 0x08, TAG_6G = 0x18 };

/* Of TAG_PHY. */
enum { PHY_NSS = 4, PHY_PATH = 10, PHY_HE = 11, PHY_LEN = 12 };
#define PATH_2G 0x01
#define PATH_5G 0x02

static void
take_phy(const uint8_t *p, struct mt76u_caps *caps)
{
	caps->phy = true;
	caps->nss = p[PHY_NSS];
	caps->band_2g = (p[PHY_PATH] & PATH_2G) != 0;
	caps->band_5g = (p[PHY_PATH] & PATH_5G) != 0;
	caps->he = p[PHY_HE] != 0;
}

static void
take(uint32_t tag, const uint8_t *p, uint32_t len, struct mt76u_caps *caps)
{
	if (tag == TAG_MAC && len >= sizeof(caps->mac))
		memcpy(&caps->mac, p, sizeof(caps->mac));
	else if (tag == TAG_PHY && len >= PHY_LEN)
		take_phy(p, caps);
	else if (tag == TAG_6G && len >= 1)
		caps->band_6g = p[0] != 0;
}

int
mt76u_caps_parse(const uint8_t *body, uint32_t len, struct mt76u_caps *caps)
{
	const uint8_t *p, *end = body + len;
	unsigned int left;
	uint32_t n;

	*caps = (struct mt76u_caps){ 0 };
	if (len < LIST_LEN)
		return -EPROTO;
	p = body + LIST_LEN;
	for (left = mt76u_get_le16(body); left != 0; left--) {
		if (end - p < (ptrdiff_t)ELEMENT_LEN)
			return -EPROTO;
		n = mt76u_get_le32(p + 4);
		if (n > (uint32_t)(end - p) - ELEMENT_LEN)
			return -EPROTO;
		take(mt76u_get_le32(p), p + ELEMENT_LEN, n, caps);
		p += ELEMENT_LEN + n;
	}
	return 0;
}
