/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../bytes.h"
#include "msdu.h"

static const uint8_t rfc1042[6] = { 0xaa, 0xaa, 0x03, 0, 0, 0 };
static const uint8_t tunnel[6] = { 0xaa, 0xaa, 0x03, 0, 0, 0xf8 };

uint32_t
mt7921_subframe(const uint8_t *body, uint32_t len, uint32_t *pos)
{
	uint32_t size, at = *pos;

	if (at >= len || len - at < SUBFRAME_HEADER)
		return 0;
	size = SUBFRAME_HEADER + get_be16(body + at + 12);
	if (size > len - at)
		return 0;
	*pos = at + round_up32(size, 4);
	return size;
}

uint32_t
mt7921_subframes(const uint8_t *body, uint32_t len)
{
	uint32_t n = 0, pos = 0;

	while (mt7921_subframe(body, len, &pos) != 0)
		n++;
	return pos >= len ? n : 0;
}

/* The types that RFC 1042 would not bring back, as Linux and 802.1H have it. */
static bool
tunnelled(uint16_t type)
{
	return type == 0x80f3 || type == 0x8137;
}

static bool
has_type(const uint8_t *msdu, uint32_t len)
{
	uint16_t type;

	if (len < 8)
		return false;
	type = get_be16(msdu + 6);
	if (memcmp(msdu, rfc1042, 6) == 0)
		return type >= 0x0600 && !tunnelled(type);
	return memcmp(msdu, tunnel, 6) == 0;
}

uint32_t
mt7921_msdu_to_ethernet(const uint8_t *da, const uint8_t *sa, const uint8_t *msdu,
			uint32_t len, uint8_t *out)
{
	memcpy(out, da, 6);
	memcpy(out + 6, sa, 6);
	if (has_type(msdu, len)) {
		memcpy(out + 12, msdu + 6, len - 6);
		return 12 + len - 6;
	}
	put_be16(out + 12, (uint16_t)len);
	memcpy(out + 14, msdu, len);
	return 14 + len;
}

uint32_t
mt7921_msdu_from_ethernet(const uint8_t *packet, uint32_t len, uint8_t *out)
{
	uint16_t type = get_be16(packet + 12);

	len -= 14;
	if (type < 0x0600) {
		len = type < len ? type : len;
		memcpy(out, packet + 14, len);
		return len;
	}
	memcpy(out, tunnelled(type) ? tunnel : rfc1042, 6);
	memcpy(out + 6, packet + 12, len + 2);
	return len + 8;
}
