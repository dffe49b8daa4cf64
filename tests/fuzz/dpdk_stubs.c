/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * The little that lib/rxbatch calls of DPDK's libraries, on the heap: no EAL has to run,
 * a sanitizer sees the end of each block, and a seed means the same keys everywhere.
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <rte_cpuflags.h>
#include <rte_errno.h>
#include <rte_malloc.h>
#include <rte_mbuf.h>
#include <rte_mbuf_dyn.h>
#include <rte_random.h>
#include <rte_vect.h>

RTE_DEFINE_PER_LCORE(int, _rte_errno);

static uint64_t random_state;

void *
rte_zmalloc_socket(const char *type, size_t size, unsigned int align, int socket)
{
	void *p = NULL;

	(void)type;
	(void)socket;
	if (posix_memalign(&p, align < sizeof(p) ? sizeof(p) : align, size) != 0)
		return NULL;
	return memset(p, 0, size);
}

void
rte_free(void *p)
{
	free(p);
}

void
rte_srand(uint64_t seed)
{
	random_state = seed;
}

uint64_t
rte_rand(void)
{
	random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return random_state ^ random_state >> 29;
}

const char *
rte_strerror(int err)
{
	return strerror(err);
}

int
rte_mbuf_dynflag_register(const struct rte_mbuf_dynflag *params)
{
	(void)params;
	return 40;
}

int
rte_mbuf_dynflag_lookup(const char *name, struct rte_mbuf_dynflag *params)
{
	(void)name;
	(void)params;
	return 40;
}

int
rte_mbuf_dynfield_register(const struct rte_mbuf_dynfield *params)
{
	(void)params;
	return offsetof(struct rte_mbuf, dynfield1);
}

/* Targets flush what is held before they free a context. */
void
rte_pktmbuf_free_bulk(struct rte_mbuf **mbufs, unsigned int count)
{
	(void)mbufs;
	if (count != 0)
		abort();
}

const void *
__rte_pktmbuf_read(const struct rte_mbuf *m, uint32_t off, uint32_t len, void *buf)
{
	uint8_t *to = buf;

	if (off + len > rte_pktmbuf_pkt_len(m))
		return NULL;
	while (off >= m->data_len) {
		off -= m->data_len;
		m = m->next;
	}
	if (off + len <= m->data_len)
		return rte_pktmbuf_mtod_offset(m, const uint8_t *, off);
	for (; len > 0; m = m->next, off = 0) {
		uint32_t n = RTE_MIN(len, m->data_len - off);

		memcpy(to, rte_pktmbuf_mtod_offset(m, const uint8_t *, off), n);
		to += n;
		len -= n;
	}
	return buf;
}

int
rte_cpu_get_flag_enabled(enum rte_cpu_flag_t feature)
{
#if defined(RTE_ARCH_X86)
	if (feature == RTE_CPUFLAG_AVX2)
		return __builtin_cpu_supports("avx2");
#endif
	(void)feature;
	return 0;
}

uint16_t
rte_vect_get_max_simd_bitwidth(void)
{
	return 256;
}
