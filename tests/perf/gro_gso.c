/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <rte_ethdev.h>
#include <rte_ip.h>

#include "gro_bench.h"

/* librte_gso cuts what ours puts back: of each burst one long packet. */

#define POOL_SIZE	16383
#define HEADER_ROOM	256		/* headroom and the longest header */

static struct rte_gso_ctx gso_ctx = {
	.gso_types = RTE_ETH_TX_OFFLOAD_TCP_TSO,
};

void
gso_init(void)
{
	gso_ctx.direct_pool = rte_pktmbuf_pool_create("headers", POOL_SIZE, 256, 0, HEADER_ROOM,
						      SOCKET_ID_ANY);
	gso_ctx.indirect_pool = rte_pktmbuf_pool_create("indirect", POOL_SIZE, 256, 0, 0,
							SOCKET_ID_ANY);
	if (gso_ctx.direct_pool == NULL || gso_ctx.indirect_pool == NULL)
		die("no memory for librte_gso");
}

/* The chain that an aggregate of these packets is, made without any library. */
static void
chain(struct rte_mbuf **pkts, uint16_t n, unsigned int header)
{
	struct rte_mbuf *head = pkts[0];
	struct rte_ipv4_hdr *ip = rte_pktmbuf_mtod_offset(head, void *, head->l2_len);
	uint16_t i;

	for (i = 1; i < n; i++) {
		rte_pktmbuf_adj(pkts[i], header);
		pkts[i - 1]->next = pkts[i];
		head->pkt_len += pkts[i]->data_len;
	}
	head->nb_segs = n;
	head->ol_flags = RTE_MBUF_F_TX_TCP_SEG | RTE_MBUF_F_TX_IPV4 | RTE_MBUF_F_TX_IP_CKSUM;
	ip->total_length = rte_cpu_to_be_16(head->pkt_len - head->l2_len);
}

void
prepare_chains(const struct side *s, struct batch *b)
{
	uint16_t burst = b->traffic->burst;
	unsigned int i;

	for (i = 0; i < b->bursts; i++)
		chain(b->pkts + i * burst, burst, traffic_header(b->traffic));
	gso_ctx.gso_size = b->pkts[0]->data_len;
}

void
run_gso(const struct side *s, struct batch *b, unsigned int first, unsigned int end)
{
	const struct peer *peer = &peers[s->build];
	uint16_t burst = b->traffic->burst;
	unsigned int i;

	for (i = first; i < end; i++) {
		int n = peer->segment(b->pkts[i * burst], &gso_ctx, b->more + b->nb_more, burst);

		b->nb_more += RTE_MAX(n, 0);
		b->out[i] = 0;
		b->more_end[i] = b->nb_more;
	}
}

/* The caller frees what was cut; not counted. */
void
finish_gso(const struct side *s, struct batch *b)
{
	unsigned int i;

	for (i = 0; i < b->bursts; i++)
		rte_pktmbuf_free(b->pkts[i * b->traffic->burst]);
}
