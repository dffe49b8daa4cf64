/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Every way to sum that this processor has, by name, against a sum of two bytes at a time.
 * Source and destination end at a page that must not be touched, or begin behind one.
 */

#include "cunit_run.h"

#include <string.h>
#include <sys/mman.h>

#include <rte_byteorder.h>
#include <rte_cpuflags.h>
#include <rte_mbuf.h>

#include "rxb_sum.h"
#include "rxb_sum_impl.h"

#define PAGE	65536u		/* no machine has larger ones */
#define ROOM	(2 * PAGE)
#define MARK	0xc7

static const struct rxb_sum_impl *impls[2];
static unsigned int nb_impls;

/* ROOM bytes between two pages without any right. */
static uint8_t *
guarded(void)
{
	uint8_t *map = mmap(NULL, ROOM + 2 * PAGE, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (map == MAP_FAILED || mprotect(map, PAGE, PROT_NONE) != 0 ||
	    mprotect(map + PAGE + ROOM, PAGE, PROT_NONE) != 0)
		abort();
	return map + PAGE;
}

static uint8_t *src_room, *dst_room;

static int
setup(void)
{
	uint32_t i, seed = 1;

	src_room = guarded();
	dst_room = guarded();
	for (i = 0; i < ROOM; i++) {
		seed = seed * 1664525 + 1013904223;
		src_room[i] = seed >> 24;
	}
	impls[nb_impls++] = &rxb_sum_base;
#ifdef RXB_SUM_AVX2
	if (rte_cpu_get_flag_enabled(RTE_CPUFLAG_AVX2) > 0)
		impls[nb_impls++] = &rxb_sum_avx2;
	else
		printf("  no AVX2 here\n");
#endif
	return 0;
}

static int
cleanup(void)
{
	munmap(src_room - PAGE, ROOM + 2 * PAGE);
	munmap(dst_room - PAGE, ROOM + 2 * PAGE);
	return 0;
}

/* RFC 1071 in network order, one word after the other, each carry at once. */
static uint16_t
slow(const uint8_t *p, uint32_t len)
{
	uint32_t i, sum = 0;

	for (i = 0; i < len; i += 2) {
		sum += p[i] << 8 | (i + 1 < len ? p[i + 1] : 0);
		if (sum > 0xffff)
			sum -= 0xffff;
	}
	return sum;
}

static void
expect(const struct rxb_sum_impl *impl, const char *what, uint32_t sum, const uint8_t *p,
       uint32_t len)
{
	uint16_t want = rte_cpu_to_be_16(slow(p, len));

	if (sum != want)
		printf("  %s %s: %u bytes at %p: %#x, not %#x\n", impl->name, what, len,
		       (const void *)p, sum, want);
	CU_ASSERT_EQUAL(sum, want);
}

/* Nothing but these bytes is written, not even with what was there. */
static void
check_copy(const struct rxb_sum_impl *impl, uint8_t *dst, const uint8_t *src, uint32_t len)
{
	uint32_t before = RTE_MIN(dst - dst_room, 64);
	uint32_t behind = RTE_MIN(dst_room + ROOM - (dst + len), 64), i;

	memset(dst - before, MARK, before + len + behind);
	expect(impl, "copy", impl->copy_sum(dst, src, len), src, len);
	CU_ASSERT(memcmp(dst, src, len) == 0);
	for (i = 1; i <= before; i++)
		CU_ASSERT(dst[-(int)i] == MARK);
	for (i = 0; i < behind; i++)
		CU_ASSERT(dst[len + i] == MARK);
}

static void
check(const struct rxb_sum_impl *impl, uint8_t *dst, const uint8_t *src, uint32_t len)
{
	expect(impl, "sum", impl->sum(src, len), src, len);
	check_copy(impl, dst, src, len);
}

static void
test_lengths(void)
{
	uint32_t len, i;

	for (i = 0; i < nb_impls; i++) {
		for (len = 0; len <= 1520; len = len == 300 ? 1448 : len + 1) {
			uint8_t *src_end = src_room + ROOM - len;
			uint8_t *dst_end = dst_room + ROOM - len;

			check(impls[i], dst_room, src_room, len);
			check(impls[i], dst_end, src_room, len);
			check(impls[i], dst_room, src_end, len);
			check(impls[i], dst_end, src_end, len);
		}
		for (len = 65528; len <= 65536; len++)
			check(impls[i], dst_room + ROOM - len, src_room + ROOM - len, len);
	}
}

static void
test_alignments(void)
{
	static const uint32_t lens[] = { 1, 15, 16, 17, 31, 32, 33, 40, 63, 64, 65, 95, 129, 191,
					 192, 193, 1500, 1501 };
	uint32_t i, n, s, d;

	for (i = 0; i < nb_impls; i++)
		for (n = 0; n < RTE_DIM(lens); n++)
			for (s = 0; s < 64; s++)
				for (d = 0; d < 64; d++)
					check(impls[i], dst_room + d, src_room + s, lens[n]);
}

/* The largest words and the smallest: nothing overflows, and only zeros give 0. */
static void
test_extremes(void)
{
	static const uint32_t lens[] = { 1, 2, 31, 32, 1500, 65534, 65535, 65536 };
	uint8_t *p = guarded();
	uint32_t i, n;

	for (n = 0; n < RTE_DIM(lens); n++) {
		for (i = 0; i < nb_impls; i++) {
			memset(p, 0xff, lens[n]);
			check(impls[i], dst_room + 2, p, lens[n]);
			check(impls[i], dst_room + 1, p, lens[n]);
			if (lens[n] % 2 == 0)
				CU_ASSERT_EQUAL(impls[i]->sum(p, lens[n]), 0xffff);
			memset(p, 0, lens[n]);
			CU_ASSERT_EQUAL(impls[i]->sum(p, lens[n]), 0);
			CU_ASSERT_EQUAL(impls[i]->copy_sum(dst_room, p, lens[n]), 0);
			p[lens[n] - 1] = 1;
			check(impls[i], dst_room + 7, p, lens[n]);
		}
	}
	munmap(p - PAGE, ROOM + 2 * PAGE);
}

/* Words that round up when they are averaged, and words that then make the sum a multiple of
 * 0xffff; up to 64 KiB of them. */
static void
test_small_words(void)
{
	static const uint8_t words[][8] = {
		{ 1, 0 }, { 0, 1 }, { 0, 0, 1, 0 }, { 0, 0, 0, 1 }, { 1, 0, 1, 0 }, { 0, 1, 0, 1 },
		{ 0, 0, 1, 0, 0xff, 0xff }, { 0xff, 0xff, 1, 0, 0xff, 0xff, 0, 0 },
		{ 0xff, 0xff, 0, 0, 0xff, 0xff, 0, 1 },
	};
	uint8_t *p = guarded();
	uint32_t i, n, len, every;

	for (n = 0; n < RTE_DIM(words); n++) {
		for (every = 8; every <= 256; every *= 2) {
			memset(p, 0, ROOM);
			for (i = 0; i < 65536; i += every)
				memcpy(p + i, words[n], sizeof(words[n]));
			for (len = 64; len <= 65536; len *= 2)
				for (i = 0; i < nb_impls; i++)
					check(impls[i], dst_room + 64, p, len);
		}
	}
	munmap(p - PAGE, ROOM + 2 * PAGE);
}

/* In place nothing changes. */
static void
test_in_place(void)
{
	uint32_t i, len;

	for (i = 0; i < nb_impls; i++) {
		for (len = 0; len < 200; len++) {
			memcpy(dst_room, src_room, len);
			expect(impls[i], "in place", impls[i]->copy_sum(dst_room, dst_room, len),
			       src_room, len);
			CU_ASSERT(memcmp(dst_room, src_room, len) == 0);
		}
	}
}

/* What is called without a name. */
static void
test_public(void)
{
	uint32_t len;

	for (len = 0; len <= 200; len++) {
		uint8_t *src = src_room + ROOM - len, *dst = dst_room + ROOM - len;
		uint32_t want = rte_cpu_to_be_16(slow(src, len));

		CU_ASSERT_EQUAL(rxb_sum(src, len), want);
		CU_ASSERT_EQUAL(rxb_copy_sum(dst, src, len), want);
		if (len % 2 == 0)
			CU_ASSERT_EQUAL(rxb_sum_head(src, len), want);
	}
}

static void
test_head_extremes(void)
{
	uint8_t bytes[64];
	uint32_t len;

	for (len = 2; len <= sizeof(bytes); len += 2) {
		memset(bytes, 0xff, sizeof(bytes));
		CU_ASSERT_EQUAL(rxb_sum_head(bytes, len), 0xffff);
		memset(bytes, 0, sizeof(bytes));
		CU_ASSERT_EQUAL(rxb_sum_head(bytes, len), 0);
	}
	/* RFC 1071 3: the sum is ddf2. */
	memcpy(bytes, "\x00\x01\xf2\x03\xf4\xf5\xf6\xf7", 8);
	CU_ASSERT_EQUAL(rte_be_to_cpu_16(rxb_sum_head(bytes, 8)), 0xddf2);
	CU_ASSERT_EQUAL(rte_be_to_cpu_16(rxb_sum(bytes, 8)), 0xddf2);
}

static void
test_fold(void)
{
	static const struct {
		uint64_t sum;
		uint32_t folded;
	} cases[] = {
		{ 0, 0 }, { 1, 1 }, { 0xffff, 0xffff }, { 0x10000, 1 }, { 0x1fffe, 0xffff },
		{ 0xffffffff, 0xffff }, { 0x100000000, 1 }, { UINT64_MAX, 0xffff },
		{ UINT64_MAX - 1, 0xfffe }, { 0xffffffff00000001, 1 }, { 0x8000000080000000, 1 },
		{ 0x0001000200030004, 10 }, { 0xffff000000000001, 1 },
	};
	uint32_t i;

	for (i = 0; i < RTE_DIM(cases); i++)
		CU_ASSERT_EQUAL(rxb_sum_fold(cases[i].sum), cases[i].folded);
	CU_ASSERT_EQUAL(rxb_sum_sub(5, 3), 2);
	CU_ASSERT_EQUAL(rxb_sum_sub(3, 5), 0xfffd);
	CU_ASSERT_EQUAL(rxb_sum_sub(7, 7), 0xffff);
	CU_ASSERT_EQUAL(rxb_sum_sub(0, 0), 0xffff);
	CU_ASSERT_EQUAL(rxb_sum_carry(UINT64_MAX, 1), 1);
	CU_ASSERT_EQUAL(rxb_sum_carry(UINT64_MAX, UINT64_MAX), UINT64_MAX);
}

/* 300 bytes in three mbufs, cut at a and b; any of them may be empty. */
static void
check_chain(uint32_t a, uint32_t b)
{
	const uint32_t cuts[] = { 0, a, b, 300 };
	struct rte_mbuf m[3];
	uint32_t i, off;

	memset(m, 0, sizeof(m));
	for (i = 0; i < 3; i++) {
		m[i].buf_addr = src_room + cuts[i];
		m[i].data_len = cuts[i + 1] - cuts[i];
		m[i].next = i < 2 ? &m[i + 1] : NULL;
	}
	for (off = 0; off < 300; off += off < 20 ? 1 : 13) {
		uint32_t len;

		for (len = 0; len <= 300 - off; len += len < 20 ? 1 : 7)
			CU_ASSERT_EQUAL(rxb_sum_chain(m, off, len),
					rte_cpu_to_be_16(slow(src_room + off, len)));
		CU_ASSERT_EQUAL(rxb_sum_chain(m, off, 300 - off),
				rte_cpu_to_be_16(slow(src_room + off, 300 - off)));
	}
}

static void
test_chain(void)
{
	static const uint32_t cuts[][2] = {
		{ 100, 200 }, { 101, 200 }, { 100, 201 }, { 101, 202 }, { 1, 2 }, { 1, 299 },
		{ 298, 299 }, { 150, 150 }, { 151, 151 }, { 0, 7 }, { 20, 300 },
	};
	uint32_t i;

	for (i = 0; i < RTE_DIM(cuts); i++)
		check_chain(cuts[i][0], cuts[i][1]);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "each way: lengths, at guard pages", test_lengths },
		{ "each way: alignments", test_alignments },
		{ "each way: all ones, all zeros", test_extremes },
		{ "each way: words that round", test_small_words },
		{ "each way: in place", test_in_place },
		{ "the way that is chosen, and headers", test_public },
		{ "headers of ones and zeros", test_head_extremes },
		{ "fold, subtract, carry", test_fold },
		{ "chains cut anywhere", test_chain },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "rxbatch_sum", setup, cleanup, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
