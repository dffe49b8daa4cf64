/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What the library makes of a train: one burst, nothing held. */

#include <stdio.h>
#include <string.h>

#include <rte_mbuf.h>
#include <rte_mempool.h>

#include <rxbatch.h>

#include "kgro.h"
#include "kgro_view.h"

#define MBUFS		511u
#define ROOM		(9216u + RTE_PKTMBUF_HEADROOM)

static struct rte_mempool *pool;
static struct rxb_gro *plain, *with_tunnels;
static uint64_t agg_flag;
static uint8_t unit_bytes[KGRO_UNIT_MAX];

int
kgro_ours_open(bool udp)
{
	/* Checksums are unknown to the TAP, too. */
	struct rxb_gro_conf conf = {
		.types = RXB_GRO_TCP4 | RXB_GRO_TCP6 | (udp ? RXB_GRO_UDP4 | RXB_GRO_UDP6 : 0),
		.flags = RXB_GRO_VERIFY | RXB_GRO_EAGER,
		.max_segs = RXB_GRO_SEGS_MAX,
		.socket_id = SOCKET_ID_ANY,
	};
	int bit;

	pool = rte_pktmbuf_pool_create("kgro", MBUFS, 0, 0, ROOM, SOCKET_ID_ANY);
	plain = rxb_gro_create(&conf);
	conf.flags |= RXB_GRO_TUNNEL;
	with_tunnels = rxb_gro_create(&conf);
	if (pool == NULL || plain == NULL || with_tunnels == NULL)
		return -1;
	bit = rte_mbuf_dynflag_lookup(RXB_GRO_DYNFLAG, NULL);
	agg_flag = bit < 0 ? 0 : UINT64_C(1) << bit;
	return 0;
}

static struct rte_mbuf *
mbuf_of(const struct kgro_frame *frame)
{
	struct rte_mbuf *m = rte_pktmbuf_alloc(pool);
	char *to = m == NULL ? NULL : rte_pktmbuf_append(m, (uint16_t)frame->len);

	if (to == NULL) {
		rte_pktmbuf_free(m);
		return NULL;
	}
	memcpy(to, frame->bytes, frame->len);
	return m;
}

static bool
add_unit(struct kgro_units *units, const struct rte_mbuf *m)
{
	const uint8_t *bytes = rte_pktmbuf_read(m, 0, m->pkt_len, unit_bytes);
	bool merged = rxb_gro_is_aggregate(m);
	bool marked = (m->ol_flags & agg_flag) != 0;
	bool lro = (m->ol_flags & RTE_MBUF_F_RX_LRO) != 0;

	if (bytes == NULL || m->pkt_len > KGRO_UNIT_MAX || merged != marked || (lro && !merged))
		return false;
	return kgro_units_add(units, bytes, m->pkt_len, merged ? m->tso_segsz : 0, merged && !lro);
}

static bool
no_sum(const struct kgro_frame *frame, const struct kgro_view *v)
{
	return v->kind == KGRO_UDP && kgro_get16(frame->bytes + kgro_sum_at(v)) == 0;
}

/* What a chip says of the frame: some call a datagram without checksum good. */
static uint64_t
verdict(const struct kgro_frame *frame)
{
	struct kgro_view v;
	uint64_t flags = 0;

	kgro_view(frame->bytes, frame->len, &v);
	if (v.version == 4 && kgro_ip4_sum(frame->bytes, &v) == 0xffff)
		flags |= RTE_MBUF_F_RX_IP_CKSUM_GOOD;
	if ((v.kind == KGRO_TCP || v.kind == KGRO_UDP) && v.exact &&
	    (kgro_l4_sum(frame->bytes, &v) == 0xffff || no_sum(frame, &v)))
		flags |= RTE_MBUF_F_RX_L4_CKSUM_GOOD;
	return flags;
}

static int
run(struct rxb_gro *gro, const struct kgro_train *train, bool good, struct kgro_units *units)
{
	struct rte_mbuf *pkts[KGRO_FRAMES_MAX];
	uint32_t i;
	uint16_t n;
	int rc = 0;

	kgro_units_clear(units);
	for (i = 0; i < train->n; i++) {
		pkts[i] = mbuf_of(&train->frame[i]);
		if (pkts[i] == NULL) {
			rte_pktmbuf_free_bulk(pkts, i);
			return -1;
		}
		if (good)
			pkts[i]->ol_flags |= verdict(&train->frame[i]);
	}
	n = rxb_gro_process(gro, pkts, (uint16_t)train->n, 0);
	for (i = 0; i < n; i++)
		if (!add_unit(units, pkts[i]))
			rc = -1;
	rte_pktmbuf_free_bulk(pkts, n);
	if (rte_mempool_avail_count(pool) != MBUFS)
		rc = -1;
	return rc;
}

int
kgro_ours_run(const struct kgro_train *train, bool tunnels, struct kgro_units *units)
{
	return run(tunnels ? with_tunnels : plain, train, false, units);
}

int
kgro_ours_run_good(const struct kgro_train *train, struct kgro_units *units)
{
	return run(plain, train, true, units);
}

void
kgro_ours_close(void)
{
	rxb_gro_free(plain);
	rxb_gro_free(with_tunnels);
	rte_mempool_free(pool);
}
