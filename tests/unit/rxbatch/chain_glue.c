/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include <rte_eal.h>
#include <rte_mbuf_dyn.h>

#include "chain_glue.h"

struct rte_mempool *glue_pool;
uint64_t glue_flag;

/* An mbuf of a chain as it was. */
struct glue_copy {
	struct glue_copy *next;
	struct rte_mbuf *m;
	struct rte_mbuf was;
	uint8_t bytes[];
};

struct lens {
	uint16_t l2, l3, l4;
};

static struct lens
lens_of(const struct pkt *p)
{
	return (struct lens){
		.l2 = 14 + 4 * p->nb_tags,
		.l3 = p->ip == 4 ? 20 : 40 + p->ext_len,
		.l4 = p->l4 == PKT_TCP ? 20 + p->topt_len : 8,
	};
}

static void
put16(uint8_t *at, uint32_t value)
{
	at[0] = value >> 8;
	at[1] = value & 0xff;
}

static void
sum_ip4(uint8_t *ip)
{
	uint32_t sum = 0, i;

	put16(ip + 10, 0);
	for (i = 0; i < 20; i += 2)
		sum += (uint32_t)ip[i] << 8 | ip[i + 1];
	while (sum > 0xffff)
		sum -= 0xffff;
	put16(ip + 10, 0xffff - sum);
}

static void
head_bytes(uint8_t *ip, const struct pkt *p, struct lens len, uint32_t payload, uint16_t flags)
{
	if (p->ip == 4) {
		put16(ip + 2, 20 + len.l4 + payload);
		sum_ip4(ip);
	} else {
		put16(ip + 4, p->ext_len + len.l4 + payload);
	}
	if (p->l4 == PKT_TCP)
		ip[len.l3 + 13] |= flags & (PKT_FIN | PKT_PSH);
	else
		put16(ip + len.l3 + 4, 8 + payload);
}

/* L4 checksum flags both: not correct, and the data is. */
static void
head_marks(struct rte_mbuf *m, const struct pkt *p, struct lens len)
{
	m->ol_flags |= glue_flag | (p->l4 == PKT_TCP ? 1ULL << 16 : 0);
	m->ol_flags |= 1ULL << 3 | 1ULL << 8;
	if (p->ip == 4)
		m->ol_flags |= 1ULL << 7;
	m->l2_len = len.l2;
	m->l3_len = len.l3;
	m->l4_len = len.l4;
	m->tso_segsz = p->len;
}

/* m's headers out of sight; its marks. csum: in the second. */
static void
hide_headers(struct rte_mbuf *m, const struct pkt *p, struct lens len, uint16_t csum)
{
	uint16_t hdr = len.l2 + len.l3 + len.l4;

	m->data_off += hdr;
	m->data_len -= hdr;
	m->pkt_len = p->len;
	m->l2_len = len.l2;
	m->l3_len = len.l3;
	m->l4_len = len.l4;
	m->outer_l2_len = 0x52;
	m->outer_l3_len = 0x1b7;
	m->tso_segsz = csum;
}

static uint16_t
l4_csum(const struct rte_mbuf *m, const struct pkt *p, struct lens len)
{
	uint16_t csum;

	memcpy(&csum, rte_pktmbuf_mtod_offset(m, const uint8_t *, len.l2 + len.l3 +
					      (p->l4 == PKT_TCP ? 16 : 6)), sizeof(csum));
	return csum;
}

struct rte_mbuf *
glue(struct rte_mbuf **m, const struct pkt *list, unsigned int n)
{
	struct lens len = lens_of(list);
	uint16_t csum = l4_csum(m[0], list, len);
	uint32_t payload = 0;
	unsigned int i;

	for (i = 0; i < n; i++)
		payload += list[i].len;
	head_bytes(rte_pktmbuf_mtod_offset(m[0], uint8_t *, len.l2), list, len, payload,
		   list[n - 1].flags);
	head_marks(m[0], list, len);
	for (i = 1; i < n; i++) {
		hide_headers(m[i], list + i, len, i == 1 ? csum : 0);
		m[0]->nb_segs += m[i]->nb_segs;
		m[0]->pkt_len += list[i].len;
		rte_pktmbuf_lastseg(m[i - 1])->next = m[i];
	}
	return m[0];
}

struct rte_mbuf *
glue_train(struct rte_mbuf **m, const struct pkt *list, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		m[i] = pkt_mbuf(list + i, glue_pool);
	return glue(m, list, n);
}

void
glue_list(struct pkt *list, unsigned int n, const struct pkt *first, uint32_t last,
	  uint16_t flags)
{
	pkt_train(list, n, first);
	list[n - 1].len = last;
	list[n - 1].flags |= flags;
}

void
glue_check_packet(struct rte_mbuf *m, const struct pkt *p)
{
	static uint8_t want[PKT_LEN_MAX], got[PKT_LEN_MAX];
	uint32_t len = pkt_bytes(p, want), bytes = 0;
	const struct rte_mbuf *seg;
	unsigned int segs = 0;

	for (seg = m; seg != NULL && segs < 100; seg = seg->next, segs++) {
		if (bytes + seg->data_len <= sizeof(got))
			memcpy(got + bytes, rte_pktmbuf_mtod(seg, void *), seg->data_len);
		bytes += seg->data_len;
	}
	CU_ASSERT_EQUAL(bytes, len);
	CU_ASSERT(memcmp(got, want, len) == 0);
	CU_ASSERT_EQUAL(m->pkt_len, len);
	CU_ASSERT_EQUAL(m->nb_segs, segs);
	CU_ASSERT_EQUAL(m->tx_offload, 0);
	CU_ASSERT_EQUAL(m->ol_flags & (1ULL << 16 | glue_flag), 0);
	/* GOOD, and not NONE. */
	CU_ASSERT_EQUAL(m->ol_flags & (1ULL << 3 | 1ULL << 8), 1ULL << 8);
}

struct glue_copy *
glue_copy(struct rte_mbuf *m)
{
	struct glue_copy *copy;

	if (m == NULL)
		return NULL;
	copy = malloc(sizeof(*copy) + m->buf_len);
	if (copy == NULL)
		abort();
	copy->m = m;
	copy->was = *m;
	memcpy(copy->bytes, m->buf_addr, m->buf_len);
	copy->next = glue_copy(m->next);
	return copy;
}

bool
glue_copy_same(const struct glue_copy *copy)
{
	for (; copy != NULL; copy = copy->next)
		if (memcmp(copy->m, &copy->was, sizeof(copy->was)) != 0 ||
		    memcmp(copy->m->buf_addr, copy->bytes, copy->was.buf_len) != 0)
			return false;
	return true;
}

void
glue_copy_free(struct glue_copy *copy)
{
	struct glue_copy *next;

	for (; copy != NULL; copy = next) {
		next = copy->next;
		free(copy);
	}
}

static int
setup(void)
{
	static const struct rte_mbuf_dynflag flag = {
		.name = "rxbatch_dynflag_aggregate",
	};
	int bit = rte_mbuf_dynflag_register(&flag);

	glue_flag = bit < 0 ? 0 : 1ULL << bit;
	glue_pool = rte_pktmbuf_pool_create("glue", 2047, 0, 0, 2048 + 128, SOCKET_ID_ANY);
	return bit < 0 || glue_pool == NULL ? -1 : 0;
}

int
glue_main(CU_SuiteInfo *suites)
{
	char args[][20] = { "unit", "--no-huge", "-m", "64", "--no-pci", "--no-telemetry",
			    "--no-shconf", "--log-level=5" };
	char *argv[RTE_DIM(args)];
	unsigned int i;
	int ret;

	for (i = 0; i < RTE_DIM(args); i++)
		argv[i] = args[i];
	if (rte_eal_init(RTE_DIM(args), argv) < 0 || setup() != 0 ||
	    CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	ret = cunit_run();
	rte_mempool_free(glue_pool);
	rte_eal_cleanup();
	return ret;
}
