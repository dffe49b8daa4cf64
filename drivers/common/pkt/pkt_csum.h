/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef PKT_CSUM_H
#define PKT_CSUM_H

/*
 * Receive checksums in software, folded into the copy out of the transfer: the
 * bytes are summed while they pass, and the headers are taken off the sum
 * afterwards (RFC 1071 2, the sum may be split and joined at even offsets).
 */

#include <stdint.h>

/*
 * memcpy(dst, src, len), and the ones' complement sum of the len bytes as
 * 16-bit words in memory order, folded to 16 bits. An odd last byte counts as if a
 * zero stood behind it.
 */
uint32_t pkt_copy_sum(uint8_t *dst, const uint8_t *src, uint32_t len);

/*
 * RTE_MBUF_F_RX_IP_CKSUM_... and _L4_CKSUM_... of an Ethernet packet of len
 * contiguous bytes, sum being pkt_copy_sum() of all but its first 12.
 *
 * Checked: the IPv4 header, and TCP or UDP over IPv4 and over IPv6 without
 * extension headers, below any number of 802.1Q tags up to two. What was not
 * checked is UNKNOWN: fragments, other protocols, lengths that do not fit, UDP
 * over IPv4 without a checksum. GOOD means that the sum was computed and is
 * right, BAD that it was computed and is wrong (or is 0 in UDP over IPv6, which
 * RFC 8200 8.1 forbids).
 */
uint64_t pkt_csum_flags(const uint8_t *pkt, uint32_t len, uint32_t sum);

#endif /* PKT_CSUM_H */
