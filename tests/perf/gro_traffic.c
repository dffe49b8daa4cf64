/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include <rte_cycles.h>
#include <rte_ether.h>
#include <rte_ip.h>
#include <rte_random.h>
#include <rte_tcp.h>
#include <rte_udp.h>

#include "gro_bench.h"

#define POOL_SIZE	16383
#define HEADER_MAX	96
#define HOT_PACKETS	96		/* mbufs and headers: four lines each */
#define OPTIONS		12		/* NOP, NOP, timestamps */

/* In the private area of each mbuf. */
struct note {
	uint32_t index;			/* in its batch */
	uint32_t flow;
	uint16_t sum_from, sum_len;	/* of what sum is: a payload never changes */
	uint16_t sum;
	uint16_t header_len;
	uint8_t header[HEADER_MAX];	/* as it was made */
} __rte_cache_aligned;

struct rte_mempool *packet_pool;

static uint32_t in_flow[FLOWS_MAX];	/* packets of each flow so far */
static uint32_t last_index[FLOWS_MAX];

static void
fill(struct rte_mempool *mp, void *arg, void *obj, unsigned int i)
{
	struct rte_mbuf *m = obj;
	struct note *note = rte_mbuf_to_priv(m);
	unsigned int at;

	memset(note, 0, sizeof(*note));
	for (at = 0; at + 8 <= m->buf_len; at += 8)
		*(uint64_t *)((uint8_t *)m->buf_addr + at) = rte_rand();
}

void
traffic_init(void)
{
	packet_pool = rte_pktmbuf_pool_create("packets", POOL_SIZE, 256, sizeof(struct note),
					      RTE_MBUF_DEFAULT_BUF_SIZE, SOCKET_ID_ANY);
	if (packet_pool == NULL)
		die("no memory for %u mbufs", POOL_SIZE);
	rte_mempool_obj_iter(packet_pool, fill, NULL);
}

unsigned int
traffic_packets(const struct traffic *t, bool cold)
{
	unsigned int window = t->burst * RTE_MAX(t->hold, 1);

	if (cold)
		return RTE_MIN(256u * t->burst, (unsigned int)PACKETS_MAX);
	return RTE_MAX(window, (unsigned int)HOT_PACKETS);
}

static unsigned int
l2_len(const struct traffic *t)
{
	return t->kind == TCP4_VLAN ? 18 : 14;
}

static unsigned int
l3_len(const struct traffic *t)
{
	return t->kind == TCP6 ? 40 : 20;
}

static unsigned int
l4_len(const struct traffic *t)
{
	return t->kind == UDP4 ? 8 : 20 + OPTIONS;
}

unsigned int
traffic_header(const struct traffic *t)
{
	return l2_len(t) + l3_len(t) + l4_len(t);
}

static unsigned int
payload_len(const struct traffic *t)
{
	return t->kind == ACK4 ? 0 : 1500 - l3_len(t) - l4_len(t);
}

/* Trains take the flows in an order that is no neighbour's; turns go on where the last
 * one ended. */
static uint32_t
flow_of(const struct traffic *t, unsigned int packets, unsigned int turn, unsigned int i)
{
	uint64_t train = (uint64_t)turn * (packets / t->train) + i / t->train;

	return train * 37 & (t->flows - 1);
}

/* The plain merger: at the end of each window everything leaves; until then a flow has one
 * open aggregate, which takes what 65535 bytes from the IP header on allow. */
unsigned int
traffic_fewest(const struct traffic *t, unsigned int packets, unsigned int turn)
{
	unsigned int window = t->burst * RTE_MAX(t->hold, 1), i, fewest = 0, most;

	if (t->never || t->ticks)
		return packets;
	most = (65535 - l3_len(t) - l4_len(t)) / payload_len(t);
	for (i = 0; i < packets; i++) {
		uint32_t flow = flow_of(t, packets, turn, i);

		if (i % window == 0)
			memset(in_flow, 0, t->flows * sizeof(in_flow[0]));
		fewest += in_flow[flow] == 0;
		in_flow[flow] = (in_flow[flow] + 1) % most;
	}
	return fewest;
}

static void
make_ether(uint8_t *p, const struct traffic *t)
{
	static const uint8_t addresses[] = { 2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2 };

	memcpy(p, addresses, sizeof(addresses));
	p += sizeof(addresses);
	if (t->kind == TCP4_VLAN) {
		memcpy(p, "\x81\x00\x00\x2a", 4);
		p += 4;
	}
	memcpy(p, t->kind == TCP6 ? "\x86\xdd" : "\x08\x00", 2);
}

static void
make_ip4(struct rte_ipv4_hdr *ip, const struct traffic *t, uint32_t flow, uint32_t nth)
{
	*ip = (struct rte_ipv4_hdr){
		.version_ihl = RTE_IPV4_VHL_DEF,
		.total_length = rte_cpu_to_be_16(l3_len(t) + l4_len(t) + payload_len(t)),
		.packet_id = rte_cpu_to_be_16(flow * 11 + nth),
		.fragment_offset = rte_cpu_to_be_16(RTE_IPV4_HDR_DF_FLAG),
		.time_to_live = 64,
		.next_proto_id = t->kind == UDP4 ? IPPROTO_UDP : IPPROTO_TCP,
		.src_addr = rte_cpu_to_be_32(0xc6120000u + flow),
		.dst_addr = rte_cpu_to_be_32(0xc6130001u),
	};
	ip->hdr_checksum = rte_ipv4_cksum(ip);
}

static void
make_ip6(struct rte_ipv6_hdr *ip, const struct traffic *t, uint32_t flow)
{
	static const uint8_t net[] = { 0xfd, 0, 0, 0x18 };

	memset(ip, 0, sizeof(*ip));
	ip->vtc_flow = rte_cpu_to_be_32(0x60000000 | (flow * 2654435761u >> 12));
	ip->payload_len = rte_cpu_to_be_16(l4_len(t) + payload_len(t));
	ip->proto = IPPROTO_TCP;
	ip->hop_limits = 64;
	memcpy(ip->src_addr, net, sizeof(net));
	memcpy(ip->dst_addr, net, sizeof(net));
	memcpy(ip->src_addr + 12, &flow, sizeof(flow));
	ip->dst_addr[15] = 1;
}

static void
make_tcp(struct rte_tcp_hdr *tcp, const struct traffic *t, uint32_t flow, uint32_t nth,
	 uint32_t stamp)
{
	uint8_t *options = (uint8_t *)(tcp + 1);
	uint32_t value = rte_cpu_to_be_32(stamp);

	*tcp = (struct rte_tcp_hdr){
		.src_port = rte_cpu_to_be_16(443),
		.dst_port = rte_cpu_to_be_16(32768 + (flow * 7 & 0x3fff)),
		.sent_seq = rte_cpu_to_be_32(flow * 77777 + nth * payload_len(t)),
		.recv_ack = rte_cpu_to_be_32(flow * 3 + 1),
		.data_off = (20 + OPTIONS) / 4 << 4,
		.tcp_flags = RTE_TCP_ACK_FLAG,
		.rx_win = rte_cpu_to_be_16(501),
	};
	memcpy(options, "\x01\x01\x08\x0a", 4);
	memcpy(options + 4, &value, 4);
	memcpy(options + 8, "\0\0\x10\x01", 4);
}

static void
make_udp(struct rte_udp_hdr *udp, const struct traffic *t, uint32_t flow)
{
	udp->src_port = rte_cpu_to_be_16(443);
	udp->dst_port = rte_cpu_to_be_16(32768 + (flow * 7 & 0x3fff));
	udp->dgram_len = rte_cpu_to_be_16(l4_len(t) + payload_len(t));
	udp->dgram_cksum = 0;
}

static uint32_t
payload_sum(struct rte_mbuf *m, struct note *note, unsigned int from, unsigned int len)
{
	if (note->sum_from != from || note->sum_len != len) {
		note->sum = rte_raw_cksum(rte_pktmbuf_mtod_offset(m, void *, from), len);
		note->sum_from = from;
		note->sum_len = len;
	}
	return note->sum;
}

static void
sum_l4(struct rte_mbuf *m, struct note *note, const struct traffic *t)
{
	uint8_t *ip = rte_pktmbuf_mtod_offset(m, uint8_t *, l2_len(t));
	uint8_t *l4 = ip + l3_len(t);
	uint32_t sum = payload_sum(m, note, traffic_header(t), payload_len(t));
	uint16_t value;

	sum += t->kind == TCP6 ? rte_ipv6_phdr_cksum((void *)ip, 0) :
	       rte_ipv4_phdr_cksum((void *)ip, 0);
	sum += rte_raw_cksum(l4, l4_len(t));
	sum = (sum & 0xffff) + (sum >> 16);
	value = ~((sum & 0xffff) + (sum >> 16));
	if (t->kind == UDP4)
		((struct rte_udp_hdr *)l4)->dgram_cksum = value == 0 ? 0xffff : value;
	else
		((struct rte_tcp_hdr *)l4)->cksum = value;
}

static void
mark(struct rte_mbuf *m, const struct traffic *t)
{
	m->packet_type = (t->kind == TCP4_VLAN ? RTE_PTYPE_L2_ETHER_VLAN : RTE_PTYPE_L2_ETHER) |
			 (t->kind == TCP6 ? RTE_PTYPE_L3_IPV6 : RTE_PTYPE_L3_IPV4) |
			 (t->kind == UDP4 ? RTE_PTYPE_L4_UDP : RTE_PTYPE_L4_TCP);
	m->l2_len = l2_len(t);
	m->l3_len = l3_len(t);
	m->l4_len = l4_len(t);
	if (!t->unknown)
		m->ol_flags = RTE_MBUF_F_RX_L4_CKSUM_GOOD |
			      (t->kind == TCP6 ? 0 : RTE_MBUF_F_RX_IP_CKSUM_GOOD);
}

static void
make(struct rte_mbuf *m, const struct traffic *t, uint32_t flow, uint32_t index, uint32_t turn)
{
	struct note *note = rte_mbuf_to_priv(m);
	uint32_t nth = in_flow[flow]++;
	uint8_t *p = (uint8_t *)rte_pktmbuf_append(m, traffic_header(t) + payload_len(t));

	make_ether(p, t);
	if (t->kind == TCP6)
		make_ip6((void *)(p + l2_len(t)), t, flow);
	else
		make_ip4((void *)(p + l2_len(t)), t, flow, nth);
	if (t->kind == UDP4)
		make_udp((void *)(p + l2_len(t) + l3_len(t)), t, flow);
	else
		make_tcp((void *)(p + l2_len(t) + l3_len(t)), t, flow, nth,
			 t->ticks ? index : turn);
	sum_l4(m, note, t);
	mark(m, t);
	note->index = index;
	note->flow = flow;
	note->header_len = traffic_header(t);
	memcpy(note->header, p, note->header_len);
}

void
traffic_make(struct batch *b, const struct traffic *t, unsigned int packets, unsigned int turn)
{
	unsigned int i;

	b->traffic = t;
	b->packets = packets;
	b->bursts = packets / t->burst;
	b->nb_more = b->groups = 0;
	memset(b->more_end, 0, b->bursts * sizeof(b->more_end[0]));
	for (i = 0; i < packets; i++)
		in_flow[flow_of(t, packets, turn, i)] = 0;
	if (rte_pktmbuf_alloc_bulk(packet_pool, b->pkts, packets) != 0)
		die("mbufs did not come back");
	for (i = 0; i < packets; i++)
		make(b->pkts[i], t, flow_of(t, packets, turn, i), i, turn);
}

void
traffic_check_start(void)
{
	memset(last_index, 0, sizeof(last_index));
}

void
traffic_check(const struct rte_mbuf *m)
{
	const struct note *note = (const void *)(m + 1);

	if (m->nb_segs != 1 ||
	    memcmp(rte_pktmbuf_mtod(m, void *), note->header, note->header_len) != 0)
		die("packet %u of flow %u is not as it came", note->index, note->flow);
	if (note->index + 1 <= last_index[note->flow])
		die("packet %u of flow %u is out of order", note->index, note->flow);
	last_index[note->flow] = note->index + 1;
}

void
traffic_check_home(const char *side)
{
	unsigned int home = rte_mempool_avail_count(packet_pool);

	if (home != POOL_SIZE)
		die("%s: %u of %u mbufs are back", side, home, POOL_SIZE);
}
