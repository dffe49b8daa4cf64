/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT76U_BYTES_H
#define MT76U_BYTES_H

/* Numbers as bytes. What the chip reads is little-endian, its patch file big-endian. */

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <rte_byteorder.h>

static inline void
mt76u_put_le16(uint8_t *p, uint16_t v)
{
	const rte_le16_t le = rte_cpu_to_le_16(v);

	memcpy(p, &le, sizeof(le));
}

static inline void
mt76u_put_le32(uint8_t *p, uint32_t v)
{
	const rte_le32_t le = rte_cpu_to_le_32(v);

	memcpy(p, &le, sizeof(le));
}

static inline uint16_t
mt76u_get_le16(const uint8_t *p)
{
	rte_le16_t le;

	memcpy(&le, p, sizeof(le));
	return rte_le_to_cpu_16(le);
}

static inline uint32_t
mt76u_get_le32(const uint8_t *p)
{
	rte_le32_t le;

	memcpy(&le, p, sizeof(le));
	return rte_le_to_cpu_32(le);
}

static inline uint32_t
mt76u_get_be32(const uint8_t *p)
{
	rte_be32_t be;

	memcpy(&be, p, sizeof(be));
	return rte_be_to_cpu_32(be);
}

#endif /* MT76U_BYTES_H */
