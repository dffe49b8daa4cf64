/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include <rte_errno.h>
#include <rte_malloc.h>
#include <rte_random.h>

#include "rxb_gro.h"

#define FLOWS_DEFAULT	64u
#define SEGS_DEFAULT	128u
#define BUCKETS_MIN	64u
#define TYPES_ALL	(RXB_GRO_TCP4 | RXB_GRO_TCP6 | RXB_GRO_UDP4 | RXB_GRO_UDP6)
#define FLAGS_ALL	(RXB_GRO_VERIFY | RXB_GRO_EXTBUF | RXB_GRO_EAGER | RXB_GRO_TUNNEL)
#define FRAME_MAX	(22u + UINT16_MAX)	/* two tags, and what IP allows */

uint64_t rxb_gro_flag;

static const char *const why_names[RXB_GRO_WHY_MAX] = {
	[RXB_GRO_WHY_NOT_IP] = "not_ip",
	[RXB_GRO_WHY_NOT_L4] = "not_l4",
	[RXB_GRO_WHY_IP_OPTIONS] = "ip_options",
	[RXB_GRO_WHY_FRAGMENT] = "fragment",
	[RXB_GRO_WHY_LENGTH] = "length",
	[RXB_GRO_WHY_HEADERS] = "headers",
	[RXB_GRO_WHY_IP_CSUM] = "ip_csum",
	[RXB_GRO_WHY_L4_CSUM] = "l4_csum",
	[RXB_GRO_WHY_CSUM_UNKNOWN] = "csum_unknown",
	[RXB_GRO_WHY_CSUM_ZERO] = "csum_zero",
	[RXB_GRO_WHY_TCP_FLAGS] = "tcp_flags",
	[RXB_GRO_WHY_PAYLOAD] = "payload",
	[RXB_GRO_WHY_TUNNEL] = "tunnel",
	[RXB_GRO_WHY_SHARED] = "shared",
	[RXB_GRO_WHY_META] = "meta",
	[RXB_GRO_WHY_L2_DIFFERS] = "l2_differs",
	[RXB_GRO_WHY_META_DIFFERS] = "meta_differs",
	[RXB_GRO_WHY_TOS_DIFFERS] = "tos_differs",
	[RXB_GRO_WHY_TTL_DIFFERS] = "ttl_differs",
	[RXB_GRO_WHY_IP_DIFFERS] = "ip_differs",
	[RXB_GRO_WHY_IP_ID] = "ip_id",
	[RXB_GRO_WHY_SEQ] = "seq",
	[RXB_GRO_WHY_ACK_DIFFERS] = "ack_differs",
	[RXB_GRO_WHY_WINDOW_DIFFERS] = "window_differs",
	[RXB_GRO_WHY_FLAGS_DIFFER] = "flags_differ",
	[RXB_GRO_WHY_URG_DIFFERS] = "urg_differs",
	[RXB_GRO_WHY_OPTIONS_DIFFER] = "options_differ",
	[RXB_GRO_WHY_LONGER] = "longer",
	[RXB_GRO_WHY_FULL] = "full",
	[RXB_GRO_WHY_COUNT] = "count",
	[RXB_GRO_WHY_TABLE] = "table",
	[RXB_GRO_WHY_BACKOFF] = "backoff",
};

const char *
rxb_gro_why_name(unsigned int why)
{
	return why < RXB_GRO_WHY_MAX ? why_names[why] : NULL;
}

/* Where the parts of a context's memory begin, and its length. */
struct layout {
	uint32_t flows;
	uint32_t buckets;
	uint32_t pairs;
	uint32_t ready;
	size_t at_aggs;
	size_t at_buckets;
	size_t at_ready;
	size_t at_packets;
	size_t at_pairs;
	size_t size;
};

static struct layout
layout_of(const struct rxb_gro_conf *conf)
{
	struct layout l = { .flows = conf->max_flows != 0 ? conf->max_flows : FLOWS_DEFAULT };

	l.buckets = RTE_MAX(l.flows, BUCKETS_MIN);
	l.pairs = rte_align32pow2(l.flows);
	l.ready = l.flows + RXB_SLICE;
	l.at_aggs = sizeof(struct rxb_gro);
	l.at_buckets = l.at_aggs + l.flows * sizeof(struct rxb_agg);
	l.at_ready = l.at_buckets + l.buckets * sizeof(struct rxb_bucket);
	l.at_packets = l.at_ready + l.ready * sizeof(struct rte_mbuf *);
	l.at_pairs = l.at_packets + l.ready * sizeof(uint16_t);
	l.size = l.at_pairs + l.pairs * sizeof(uint16_t);
	return l;
}

static bool
is_sane(const struct rxb_gro_conf *conf)
{
	unsigned int i;

	if (conf == NULL || (conf->mode != RXB_GRO_MERGE && conf->mode != RXB_GRO_LIST))
		return false;
	if ((conf->types & ~TYPES_ALL) != 0 || (conf->flags & ~FLAGS_ALL) != 0)
		return false;
	if (conf->max_flows > RXB_GRO_FLOWS_MAX || conf->max_segs > RXB_GRO_SEGS_MAX ||
	    conf->max_len > FRAME_MAX)
		return false;
	for (i = 0; i < RTE_DIM(conf->reserved); i++)
		if (conf->reserved[i] != 0)
			return false;
	return conf->mode == RXB_GRO_MERGE || conf->hold_cycles == 0;
}

size_t
rxb_gro_size(const struct rxb_gro_conf *conf)
{
	return is_sane(conf) ? layout_of(conf).size : 0;
}

/* 0, or a positive errno. */
static int
register_flag(void)
{
	static const struct rte_mbuf_dynflag desc = { .name = RXB_GRO_DYNFLAG };
	int bit = rte_mbuf_dynflag_register(&desc);

	/* Again is no error, and the same bit. */
	if (bit < 0) /* none left is ENOENT in 22.11 */
		return rte_errno == ENOENT ? ENOSPC : rte_errno;
	rxb_gro_flag = RTE_BIT64(bit);
	return 0;
}

static void
configure(struct rxb_gro *gro, const struct rxb_gro_conf *conf)
{
	uint32_t longest;

	gro->mode = conf->mode;
	gro->types = conf->types != 0 ? conf->types : RXB_GRO_TCP4 | RXB_GRO_TCP6;
	gro->flags = conf->flags;
	gro->hold = conf->hold_cycles;
	gro->max_segs = conf->max_segs != 0 ? conf->max_segs : SEGS_DEFAULT;
	gro->max_datagrams = RTE_MIN(gro->max_segs, RXB_GRO_UDP_SEGS_MAX);
	gro->max_len = conf->max_len != 0 ? conf->max_len : FRAME_MAX;
	gro->min_payload = RTE_MAX(conf->min_payload, 1u);
	gro->max_frame = gro->max_len > gro->min_payload ? gro->max_len - gro->min_payload : 0;
	/* Longest plain packet: has room for more, also in IP's length. */
	longest = RTE_MIN(gro->max_frame, 14u + UINT16_MAX - gro->min_payload);
	gro->plain_range = longest >= 54 ? longest - 54 : 0;
}

/* What two mbufs must have in common to be one. Where the bytes lie is not among it. */
static void
configure_compare(struct rxb_gro *gro)
{
	struct rte_mbuf mask;

	memset(&mask, 0, sizeof(mask));
	mask.port = UINT16_MAX;
	mask.ol_flags = ~(RTE_MBUF_F_RX_IP_CKSUM_MASK | RTE_MBUF_F_RX_L4_CKSUM_MASK |
			  RTE_MBUF_F_EXTERNAL);
	mask.packet_type = UINT32_MAX;
	mask.vlan_tci = UINT16_MAX;
	mask.vlan_tci_outer = UINT16_MAX;
	mask.hash.fdir.lo = UINT32_MAX;
	mask.hash.fdir.hi = UINT32_MAX;
	RTE_BUILD_BUG_ON(offsetof(struct rte_mbuf, vlan_tci_outer) + sizeof(mask.vlan_tci_outer) >
			 RXB_MARKS_AT + RXB_MARKS_LEN);
	memcpy(gro->marks, (const uint8_t *)&mask + RXB_MARKS_AT, sizeof(gro->marks));
}

/* Which ol_flags make a packet what. */
static void
configure_marks(struct rxb_gro *gro)
{
	gro->ol_shared = RTE_MBUF_F_INDIRECT;
	if ((gro->flags & RXB_GRO_EXTBUF) == 0)
		gro->ol_shared |= RTE_MBUF_F_EXTERNAL;
	gro->ol_strange = RTE_MBUF_F_RX_LRO | RTE_MBUF_F_RX_SEC_OFFLOAD |
			  RTE_MBUF_F_RX_SEC_OFFLOAD_FAILED | RTE_MBUF_F_RX_IEEE1588_PTP |
			  RTE_MBUF_F_RX_IEEE1588_TMST | rxb_gro_flag;
	gro->ol_good = RTE_MBUF_F_RX_IP_CKSUM_GOOD | RTE_MBUF_F_RX_L4_CKSUM_GOOD;
	gro->ol_mask = RTE_MBUF_F_RX_IP_CKSUM_MASK | RTE_MBUF_F_RX_L4_CKSUM_MASK |
		       gro->ol_shared | gro->ol_strange;
	/* No flags are these ones: no packet is plain. */
	gro->ol_plain = gro->ol_mask;
	if ((gro->types & RXB_GRO_TCP4) == 0 || gro->max_segs < 2)
		gro->ol_plain = 0;
}

static void
lay_out(struct rxb_gro *gro, const struct layout *l)
{
	uint8_t *base = (uint8_t *)gro;
	uint32_t i;

	gro->max_flows = l->flows;
	gro->nb_buckets = l->buckets;
	gro->pair_mask = l->pairs - 1;
	gro->ready_size = l->ready;
	gro->aggs = (void *)(base + l->at_aggs);
	gro->buckets = (void *)(base + l->at_buckets);
	gro->ready = (void *)(base + l->at_ready);
	gro->ready_packets = (void *)(base + l->at_packets);
	gro->pairs = (void *)(base + l->at_pairs);
	memset(gro->pairs, 0xff, l->pairs * sizeof(gro->pairs[0]));
	for (i = 0; i < l->flows; i++)
		gro->aggs[i].next = i + 1 < l->flows ? i + 1 : RXB_NONE;
	gro->stamp = RXB_SLICE;
	gro->open_first = RXB_NONE;
	gro->open_last = RXB_NONE;
	gro->free_first = 0;
}

struct rxb_gro *
rxb_gro_create(const struct rxb_gro_conf *conf)
{
	struct rxb_gro *gro;
	struct layout l;
	unsigned int i;
	int err = 0;

	RTE_BUILD_BUG_ON(sizeof(struct rxb_agg) != 64);
	RTE_BUILD_BUG_ON(sizeof(struct rxb_bucket) != 32);
	if (!is_sane(conf)) {
		rte_errno = EINVAL;
		return NULL;
	}
	l = layout_of(conf);
	if (conf->mode == RXB_GRO_MERGE)
		err = register_flag();
	if (err != 0) {
		rte_errno = err;
		return NULL;
	}
	gro = rte_zmalloc_socket("rxb_gro", l.size, RTE_CACHE_LINE_SIZE, conf->socket_id);
	if (gro == NULL) {
		rte_errno = ENOMEM;
		return NULL;
	}
	configure(gro, conf);
	configure_marks(gro);
	configure_compare(gro);
	lay_out(gro, &l);
	for (i = 0; i < RTE_DIM(gro->key); i++)
		gro->key[i] = rte_rand();
	return gro;
}

void
rxb_gro_free(struct rxb_gro *gro)
{
	struct rte_mbuf *pkts[RXB_SLICE];
	uint16_t n;

	if (gro == NULL)
		return;
	while ((n = rxb_gro_flush(gro, pkts, RTE_DIM(pkts))) != 0)
		rte_pktmbuf_free_bulk(pkts, n);
	rte_free(gro);
}

uint16_t
rxb_gro_held(const struct rxb_gro *gro)
{
	return gro->nb_open + gro->nb_ready;
}

void
rxb_gro_stats_get(const struct rxb_gro *gro, struct rxb_gro_stats *stats)
{
	*stats = gro->stats;
}

void
rxb_gro_stats_reset(struct rxb_gro *gro)
{
	memset(&gro->stats, 0, sizeof(gro->stats));
	gro->merged_before = 0;
}
