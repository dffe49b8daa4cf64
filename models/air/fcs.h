/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef AIR_FCS_H
#define AIR_FCS_H

#include <stddef.h>
#include <stdint.h>

/* CRC-32 of IEEE 802 (the FCS of 802.3 and 802.11, the ICV of WEP and TKIP):
 * reflected polynomial 0xEDB88320, start and final inversion. The FCS of a
 * frame is this value in little-endian order (IEEE 802.11-2020, 9.2.4.8). */
uint32_t air_fcs_crc32(const uint8_t *data, size_t len);

/* The same of bytes behind those that crc is of; 0 is of none. */
uint32_t air_fcs_crc32_more(uint32_t crc, const uint8_t *data, size_t len);

/* fcs_fold.c: 16 bytes whose CRC, started with 0, is that of the first bytes of data,
 * started with crc, both without inversion. How many; 0 where the processor cannot. */
size_t air_fcs_fold(uint32_t crc, const uint8_t *data, size_t len, uint8_t folded[16]);

#endif /* AIR_FCS_H */
