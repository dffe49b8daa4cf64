/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * The sums in vectors of LANES_SIZE bytes, compiled with the attribute LANES_TARGET. Included
 * by one file for each size; plain C for gcc's and clang's vectors, of any byte order.
 *
 * A lane of 32 bits holds two words, w1 * 65536 + w2, and the sum of both is wanted. Three
 * operations for each vector: the lanes as they are are summed modulo 2^32, and the upper
 * words are shifted down and summed. The two together tell the sum of the lower words:
 * all - upper * 65536, which is right as long as it is below 2^32.
 *
 * So much room is there that upper need not be right. Where words can be averaged (rounded
 * up), four vectors have one average of averages. Four times that is the sum of their upper
 * words and at most 4 more, and what upper has too much, the lower words' sum has too little,
 * 65536 for 1: no matter in ones' complement, but it may be negative.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "rxb_sum.h"
#include "rxb_sum_impl.h"

typedef uint32_t lanes __attribute__((vector_size(LANES_SIZE)));
typedef uint64_t wide_lanes __attribute__((vector_size(LANES_SIZE)));

#define LANES_INLINE static inline __attribute__((always_inline)) LANES_TARGET

struct lanes_acc {
	lanes all, upper, fourths;
};

/* Every n of 1..LANES_SIZE: its first n bytes at LANES_SIZE - n, its last n at LANES_SIZE + n. */
static const uint8_t lanes_mask[3 * LANES_SIZE] = {
	[0 ... LANES_SIZE - 1] = 0xff,
	[2 * LANES_SIZE ... 3 * LANES_SIZE - 1] = 0xff,
};

/* Where bytes come from, and with copy where they go to. */
struct lanes_at {
	bool copy;
	uint8_t *dst;
	const uint8_t *src;
};

/* The size bytes at off pass through v. */
LANES_INLINE void
lanes_pass(void *v, const struct lanes_at *at, size_t off, size_t size)
{
	memcpy(v, at->src + off, size);
	if (at->copy)
		memcpy(at->dst + off, v, size);
}

LANES_INLINE void
lanes_add(struct lanes_acc *acc, const lanes *v)
{
	acc->all += *v;
	acc->upper += *v >> 16;
}

LANES_INLINE void
lanes_add_masked(struct lanes_acc *acc, const lanes *v, const uint8_t *mask)
{
	lanes m;

	memcpy(&m, mask, sizeof(m));
	m &= *v;
	lanes_add(acc, &m);
}

/* a to d, the four of a round. */
LANES_INLINE void
lanes_add_four(struct lanes_acc *acc, const lanes *a, const lanes *b, const lanes *c,
	       const lanes *d)
{
#ifdef LANES_AVERAGE
	lanes average = LANES_AVERAGE(LANES_AVERAGE(*a, *b), LANES_AVERAGE(*c, *d));

	acc->all += (*a + *b) + (*c + *d);
	acc->fourths += average >> 16;
#else
	lanes_add(acc, a);
	lanes_add(acc, b);
	lanes_add(acc, c);
	lanes_add(acc, d);
#endif
}

/*
 * A multiple of 0xffff makes positive what may be negative, at worst 64 KiB of vectors * 65536;
 * not where upper is 0, and so right: nothing but zeros has the sum 0. No carry between
 * the two halves of a wide lane: 64 KiB of words and these multiples are below 2^32.
 */
LANES_INLINE uint64_t
lanes_total(const struct lanes_acc *acc)
{
	lanes upper = acc->upper + acc->fourths * 4;
	lanes lower = acc->all - (upper << 16) + ((lanes)(upper != 0) & 0xffff << 13);
	wide_lanes both = (wide_lanes)(lower + upper);
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < LANES_SIZE / sizeof(sum); i++)
		sum += both[i];
	return sum;
}

/* Less than a vector. */
LANES_INLINE uint64_t
lanes_few(const struct lanes_at *at, uint32_t len)
{
	uint64_t sum = 0, eight;
	size_t off;
	uint32_t four;
	uint16_t two, last = 0;

	for (off = 0; off + 8 <= len; off += 8) {
		lanes_pass(&eight, at, off, 8);
		sum = rxb_sum_carry(sum, eight);
	}
	if ((len & 4) != 0) {
		lanes_pass(&four, at, off, 4);
		sum = rxb_sum_carry(sum, four);
		off += 4;
	}
	if ((len & 2) != 0) {
		lanes_pass(&two, at, off, 2);
		sum = rxb_sum_carry(sum, two);
		off += 2;
	}
	if ((len & 1) != 0)
		lanes_pass(&last, at, off, 1);
	return rxb_sum_carry(sum, last);
}

/*
 * At least one vector. The first goes where it is, and the rest from the next boundary of
 * vectors on, so that no store crosses a cache line; but where the destination is odd, words
 * would be cut. The last one ends with the last word; what was summed before is masked.
 */
LANES_INLINE uint64_t
lanes_many(const struct lanes_at *at, uint32_t len)
{
	uintptr_t place = at->copy ? (uintptr_t)at->dst : (uintptr_t)at->src;
	const size_t size = LANES_SIZE, even = len & ~1u;
	size_t off = (place & 1) != 0 ? size : size - (place & (size - 1));
	struct lanes_acc acc = { 0 };
	uint16_t last = 0;
	lanes v, v2, v3, v4;

	lanes_pass(&v, at, 0, size);
	lanes_add_masked(&acc, &v, lanes_mask + size - off);
	for (; off + 4 * size <= even; off += 4 * size) {
		lanes_pass(&v, at, off, size);
		lanes_pass(&v2, at, off + size, size);
		lanes_pass(&v3, at, off + 2 * size, size);
		lanes_pass(&v4, at, off + 3 * size, size);
		lanes_add_four(&acc, &v, &v2, &v3, &v4);
	}
	for (; off + size <= even; off += size) {
		lanes_pass(&v, at, off, size);
		lanes_add(&acc, &v);
	}
	lanes_pass(&v, at, even - size, size);
	lanes_add_masked(&acc, &v, lanes_mask + size + (even - off));
	if (len != even)
		lanes_pass(&last, at, even, 1);
	return lanes_total(&acc) + last;
}

LANES_TARGET static uint32_t
lanes_sum(const uint8_t *p, uint32_t len)
{
	const struct lanes_at at = { false, NULL, p };

	return rxb_sum_fold(len < LANES_SIZE ? lanes_few(&at, len) : lanes_many(&at, len));
}

LANES_TARGET static uint32_t
lanes_copy_sum(uint8_t *dst, const uint8_t *src, uint32_t len)
{
	const struct lanes_at at = { true, dst, src };

	return rxb_sum_fold(len < LANES_SIZE ? lanes_few(&at, len) : lanes_many(&at, len));
}
