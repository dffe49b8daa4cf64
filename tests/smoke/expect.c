/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pcap/pcap.h>

#include "expect.h"

#define ETHER_LEN	14u
#define SENT_MAX	11390u
#define TAGS_LEN	8u
#define LLC_MIN		2u
#define LLC_MAX		1500u
#define ETHER_II	0x0600u

static uint32_t
be16(const uint8_t *p)
{
	return (uint32_t)p[0] << 8 | p[1];
}

static bool
becomes_ethernet(const uint8_t *llc, uint32_t len)
{
	static const uint8_t rfc1042[6] = { 0xaa, 0xaa, 0x03, 0x00, 0x00, 0x00 };
	static const uint8_t tunnel[6] = { 0xaa, 0xaa, 0x03, 0x00, 0x00, 0xf8 };
	uint32_t type = len >= 8 ? be16(llc + 6) : 0;

	if (len < 8)
		return false;
	if (memcmp(llc, tunnel, 6) == 0)
		return true;
	return memcmp(llc, rfc1042, 6) == 0 && type != 0x80f3 && type != 0x8137;
}

/* In place. The new length, 0: dropped. */
static uint32_t
after_80211(uint8_t *p, uint32_t len)
{
	uint32_t type = be16(p + 12), body = len - ETHER_LEN;

	if (type >= ETHER_II)
		return len;
	if (type < body)
		body = type;
	if (becomes_ethernet(p + ETHER_LEN, body)) {
		memmove(p + 12, p + ETHER_LEN + 6, body - 6);
		return 12 + body - 6;
	}
	if (body < LLC_MIN || body > LLC_MAX)
		return 0;
	p[12] = (uint8_t)(body >> 8);
	p[13] = (uint8_t)body;
	return ETHER_LEN + body;
}

static struct expect_packet *
append(struct expect *e, const uint8_t *data, uint32_t len)
{
	struct expect_packet *packet;

	if (e->n == e->room) {
		uint64_t room = e->room == 0 ? 1024 : 2 * e->room;
		void *more = realloc(e->packets, room * sizeof(*e->packets));

		if (more == NULL)
			return NULL;
		e->packets = more;
		e->room = room;
	}
	packet = &e->packets[e->n];
	packet->data = malloc(len);
	if (packet->data == NULL)
		return NULL;
	memcpy(packet->data, data, len);
	packet->len = len;
	e->n++;
	return packet;
}

static bool
add(struct expect *e, const struct pcap_pkthdr *h, const uint8_t *data, uint32_t mtu)
{
	struct expect_packet *packet;

	if (h->caplen < h->len || h->len < ETHER_LEN || h->len > SENT_MAX) {
		e->not_sent++;
		return true;
	}
	packet = append(e, data, h->caplen);
	if (packet == NULL)
		return false;
	packet->len = after_80211(packet->data, packet->len);
	if (packet->len == 0 || (mtu != 0 && packet->len > mtu + ETHER_LEN + TAGS_LEN)) {
		free(packet->data);
		e->n--;
		e->dropped++;
	} else if (packet->len > e->longest) {
		e->longest = packet->len;
	}
	return true;
}

bool
expect_load(struct expect *e, const char *file, uint32_t mtu)
{
	char why[PCAP_ERRBUF_SIZE];
	pcap_t *pcap = pcap_open_offline(file, why);
	struct pcap_pkthdr *header;
	const u_char *data;
	int got = PCAP_ERROR;

	memset(e, 0, sizeof(*e));
	if (pcap == NULL) {
		fprintf(stderr, "%s: %s\n", file, why);
		return false;
	}
	if (pcap_datalink(pcap) != DLT_EN10MB)
		fprintf(stderr, "%s: link type %d, not Ethernet\n", file, pcap_datalink(pcap));
	else
		while ((got = pcap_next_ex(pcap, &header, &data)) == 1)
			if (!add(e, header, data, mtu))
				break;
	if (got == PCAP_ERROR)
		fprintf(stderr, "%s: %s\n", file, pcap_geterr(pcap));
	pcap_close(pcap);
	if (got == PCAP_ERROR_BREAK)
		return true;
	expect_free(e);
	return false;
}

void
expect_free(struct expect *e)
{
	uint64_t i;

	for (i = 0; i < e->n; i++)
		free(e->packets[i].data);
	free(e->packets);
	memset(e, 0, sizeof(*e));
}
