/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RXB_SUM_H
#define RXB_SUM_H

/*
 * The Internet checksum's arithmetic (RFC 1071). A sum is the ones' complement sum of
 * 16-bit words in memory order, folded to 16 bits: 0 only for bytes that are all zero.
 * It may be split and joined at even offsets. An odd last byte counts as if a zero stood
 * behind it.
 */

#include <stdint.h>
#include <string.h>

#include <rte_mbuf.h>

/* Each step adds the two halves, carry and all: the upper half of what a value and itself
 * turned make. */
static __rte_always_inline uint32_t
rxb_sum_fold(uint64_t sum)
{
	uint32_t half;

	sum += sum >> 32 | sum << 32;
	half = sum >> 32;
	half += half >> 16 | half << 16;
	return half >> 16;
}

/* a - b. */
static __rte_always_inline uint32_t
rxb_sum_sub(uint32_t a, uint32_t b)
{
	return rxb_sum_fold((uint64_t)a + (uint16_t)~b);
}

static __rte_always_inline uint64_t
rxb_sum_carry(uint64_t a, uint64_t b)
{
	a += b;
	return a + (a < b);
}

/*
 * Sum of a header, len bytes, an even number: rxb_sum() without the call. Without a branch too
 * where len is a constant.
 */
static __rte_always_inline uint32_t
rxb_sum_head(const uint8_t *p, uint32_t len)
{
	uint64_t sum = 0, quad;
	uint32_t word;
	uint16_t half;

	for (; len >= sizeof(quad); len -= sizeof(quad), p += sizeof(quad)) {
		memcpy(&quad, p, sizeof(quad));
		sum = rxb_sum_carry(sum, quad);
	}
	if ((len & 4) != 0) {
		memcpy(&word, p, sizeof(word));
		sum = rxb_sum_carry(sum, word);
		p += sizeof(word);
	}
	if ((len & 2) != 0) {
		memcpy(&half, p, sizeof(half));
		sum = rxb_sum_carry(sum, half);
	}
	return rxb_sum_fold(sum);
}

/* Sum of len bytes, at most 64 KiB here and below. */
uint32_t rxb_sum(const uint8_t *p, uint32_t len);

/* Sum of len bytes that pass: memcpy(dst, src, len) too. */
uint32_t rxb_copy_sum(uint8_t *dst, const uint8_t *src, uint32_t len);

/* Sum of len bytes of a chain from offset off on; they are there. */
uint32_t rxb_sum_chain(const struct rte_mbuf *m, uint32_t off, uint32_t len);

#endif /* RXB_SUM_H */
