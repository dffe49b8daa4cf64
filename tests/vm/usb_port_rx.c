/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Packets in both directions. */

#include <inttypes.h>
#include <stdlib.h>

#include <rte_mbuf.h>

#include "usb_port.h"

#define SNAPLEN		65535
#define QUIET_MS	300u

static void
write_packet(struct port *p, struct rte_mbuf *m)
{
	static uint8_t copy[SNAPLEN];
	struct pcap_pkthdr head = { .ts = { 1, 0 } };
	const char *why;
	const void *data;

	if (rte_mbuf_check(m, 1, &why) != 0 || m->pkt_len > SNAPLEN) {
		p->wrong_mbufs++;
		return;
	}
	if (p->dump == NULL)
		return;
	data = rte_pktmbuf_read(m, 0, m->pkt_len, copy);
	head.caplen = head.len = m->pkt_len;
	pcap_dump((uint8_t *)p->dump, &head, data);
}

static unsigned int
poll_port(struct port *p)
{
	struct rte_mbuf *pkts[BURST];
	uint16_t n = rte_eth_rx_burst(p->id, 0, pkts, BURST), i;

	for (i = 0; i < n; i++) {
		p->packets++;
		p->bytes += pkts[i]->pkt_len;
		write_packet(p, pkts[i]);
	}
	rte_pktmbuf_free_bulk(pkts, n);
	return n;
}

unsigned int
poll_ports(const struct port *p)
{
	unsigned int i, n = 0;

	for (i = 0; i < PORTS_MAX; i++) {
		unsigned int got = ports[i].up ? poll_port(&ports[i]) : 0;

		if (p == &ports[i])
			n = got;
	}
	return n;
}

void
poll_for(unsigned int ms)
{
	uint64_t end = now_ms() + ms;

	while (now_ms() < end)
		poll_ports(NULL);
}

void
mark_seen(struct port *p)
{
	p->seen = p->packets;
}

static bool
dump_open(struct port *p, const char *file, int link_type)
{
	if (p->dump != NULL) {
		pcap_dump_close(p->dump);
		pcap_close(p->pcap);
		p->dump = NULL;
	}
	if (file[0] == '\0')
		return true;
	p->pcap = pcap_open_dead(link_type, SNAPLEN);
	p->dump = p->pcap == NULL ? NULL : pcap_dump_open(p->pcap, file);
	return p->dump != NULL || wrong("%s cannot be written", file);
}

/* No file: the one that is open is whole. */
bool
step_dump(struct port *p, const char *arg)
{
	return dump_open(p, arg, DLT_IEEE802_11_RADIO);
}

bool
step_dump_ethernet(struct port *p, const char *arg)
{
	return dump_open(p, arg, DLT_EN10MB);
}

/* Some may have come while the step before ran. */
static bool
receive(struct port *p, const char *arg, uint64_t *n)
{
	uint64_t end = now_ms() + limit_ms, start = now_ms();

	if (!number_of(arg, n))
		return false;
	while (p->packets - p->seen < *n && now_ms() < end)
		poll_ports(p);
	note("%" PRIu64 " packets in %" PRIu64 " ms", p->packets - p->seen, now_ms() - start);
	if (p->wrong_mbufs != 0)
		return wrong("%" PRIu64 " mbufs are wrong", p->wrong_mbufs);
	return p->packets - p->seen >= *n ||
	       wrong("%" PRIu64 " packets of %" PRIu64, p->packets - p->seen, *n);
}

bool
step_rx(struct port *p, const char *arg)
{
	uint64_t n;
	bool ok = receive(p, arg, &n);

	mark_seen(p);
	return ok;
}

bool
step_rx_all(struct port *p, const char *arg)
{
	uint64_t n, got, quiet;

	if (!receive(p, arg, &n))
		return false;
	quiet = now_ms() + QUIET_MS;
	while (now_ms() < quiet && p->packets - p->seen <= n)
		if (poll_ports(p) != 0)
			quiet = now_ms() + QUIET_MS;
	got = p->packets - p->seen;
	mark_seen(p);
	return got == n || wrong("%" PRIu64 " packets too many, at least", got - n);
}

bool
step_silent(struct port *p, const char *arg)
{
	uint64_t before = p->packets, ms;

	if (!number_of(arg, &ms))
		return false;
	poll_for(ms);
	return p->packets == before || wrong("%" PRIu64 " packets", p->packets - before);
}

/* The record in one mbuf: what is injected fits. */
static struct rte_mbuf *
packet(const u_char *data, uint32_t len)
{
	struct rte_mbuf *m = rte_pktmbuf_alloc(pool);
	char *room = m == NULL ? NULL : rte_pktmbuf_append(m, len);

	if (room == NULL) {
		rte_pktmbuf_free(m);
		return NULL;
	}
	return memcpy(room, data, len), m;
}

static bool
send_one(struct port *p, struct rte_mbuf *m, uint64_t end)
{
	while (rte_eth_tx_burst(p->id, 0, &m, 1) == 0) {
		if (now_ms() >= end) {
			rte_pktmbuf_free(m);
			return wrong("a packet is not taken");
		}
		poll_ports(p);
	}
	return true;
}

/* opackets counts what the device took. */
static bool
wait_sent(struct port *p, uint64_t want, uint64_t end)
{
	struct rte_eth_stats s;

	do {
		poll_ports(p);
		if (rte_eth_stats_get(p->id, &s) != 0)
			return wrong("no statistics");
		if (s.opackets == want && s.oerrors == 0)
			return true;
	} while (now_ms() < end);
	return wrong("%" PRIu64 " sent, %" PRIu64 " errors, of %" PRIu64, s.opackets, s.oerrors,
		     want);
}

bool
step_send(struct port *p, const char *arg)
{
	char why[PCAP_ERRBUF_SIZE];
	pcap_t *pcap = pcap_open_offline(arg, why);
	uint64_t end = now_ms() + limit_ms, n = 0;
	struct pcap_pkthdr *head;
	struct rte_eth_stats s;
	const u_char *data;
	bool ok = true;

	if (pcap == NULL)
		return wrong("%s", why);
	if (rte_eth_stats_get(p->id, &s) != 0)
		ok = wrong("no statistics");
	for (; ok && pcap_next_ex(pcap, &head, &data) == 1; n++) {
		struct rte_mbuf *m = packet(data, head->caplen);

		ok = m == NULL ? wrong("no mbuf for %u bytes", head->caplen) :
		     send_one(p, m, end);
	}
	pcap_close(pcap);
	note("%" PRIu64 " sent", n);
	return ok && wait_sent(p, s.opackets + n, end);
}
