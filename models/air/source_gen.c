/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bytes.h"
#include "../parse.h"
#include "source.h"

#define HEADERS 42		/* Ethernet 14, IPv4 20, UDP 8 */
#define PACKET_MIN 60
#define PACKET_MAX (AIR_MPDU_MAX - 64)
#define PORT_BASE 10000		/* flow f: source port PORT_BASE + f */
#define PORT_DST 9		/* discard */
#define TEXT_MAX 64

/*
 * Packets "Ethernet, IPv4, UDP" with right checksums. The first eight bytes of
 * the payload are the packet's number over all flows, big endian, the next
 * eight its number within its flow; the rest counts up from there.
 */
struct gen_source {
	struct air_source base;
	uint64_t count;		/* packets, 0: for ever */
	uint64_t made;
	uint32_t size;
	uint32_t flows;
	unsigned int slot;	/* two, as the source's promise about data asks */
	uint8_t packet[2][PACKET_MAX];
};

static uint32_t
sum16(const uint8_t *data, uint32_t len, uint32_t sum)
{
	for (; len > 1; len -= 2, data += 2)
		sum += get_be16(data);
	return len != 0 ? sum + ((uint32_t)data[0] << 8) : sum;
}

static uint16_t
fold(uint32_t sum)
{
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return (uint16_t)~sum;
}

/* What is the same in every packet. */
static void
fill_template(const struct gen_source *s, const struct air_options *o, uint8_t *p)
{
	static const uint8_t sa[6] = { 0x02, 0x22, 0x8a, 0xa9, 0x00, 0x02 };
	static const uint8_t addresses[8] = { 192, 0, 2, 1, 192, 0, 2, 2 };
	uint8_t *ip = p + 14, *udp = p + 34;
	uint32_t i;

	memset(p, 0, HEADERS);
	memcpy(p, o->da, 6);
	memcpy(p + 6, sa, 6);
	put_be16(p + 12, 0x0800);
	ip[0] = 0x45;
	put_be16(ip + 2, (uint16_t)(s->size - 14));
	ip[6] = 0x40;		/* don't fragment */
	ip[8] = 64;
	ip[9] = 17;
	memcpy(ip + 12, addresses, 8);
	put_be16(udp + 2, PORT_DST);
	put_be16(udp + 4, (uint16_t)(s->size - 34));
	for (i = HEADERS; i < s->size; i++)
		p[i] = (uint8_t)(i - HEADERS);
}

static void
fill_packet(const struct gen_source *s, uint8_t *p)
{
	uint8_t *ip = p + 14, *udp = p + 34;
	uint64_t in_flow = s->made / s->flows;
	uint32_t sum;
	uint16_t check;

	put_be16(ip + 4, (uint16_t)in_flow);
	put_be16(ip + 10, 0);
	put_be16(ip + 10, fold(sum16(ip, 20, 0)));
	put_be16(udp, (uint16_t)(PORT_BASE + s->made % s->flows));
	put_be32(udp + 8, (uint32_t)(s->made >> 32));
	put_be32(udp + 12, (uint32_t)s->made);
	if (s->size >= HEADERS + 16) {
		put_be32(udp + 16, (uint32_t)(in_flow >> 32));
		put_be32(udp + 20, (uint32_t)in_flow);
	}
	put_be16(udp + 6, 0);
	sum = sum16(ip + 12, 8, 17 + (s->size - 34));
	check = fold(sum16(udp, s->size - 34, sum));
	put_be16(udp + 6, check != 0 ? check : 0xffff);
}

static bool
gen_source_next(struct air_source *base, struct air_packet *packet)
{
	struct gen_source *s = (struct gen_source *)base;

	if (s->count != 0 && s->made == s->count)
		return false;
	s->slot ^= 1;
	fill_packet(s, s->packet[s->slot]);
	s->made++;
	memset(packet, 0, sizeof(*packet));
	packet->data = s->packet[s->slot];
	packet->len = s->size;
	return true;
}

static void
gen_source_close(struct air_source *base)
{
	free(base);
}

static bool
gen_option(struct gen_source *s, struct air_options *o, const char *name,
	   const char *value)
{
	uint64_t v;

	if (strcmp(name, "rate") == 0)
		return model_parse_u64(value, 0, 100000, &o->rate_mbps);
	if (strcmp(name, "count") == 0)
		return model_parse_u64(value, 0, UINT64_MAX, &s->count);
	if (strcmp(name, "size") == 0 && model_parse_u64(value, PACKET_MIN, PACKET_MAX, &v))
		s->size = (uint32_t)v;
	else if (strcmp(name, "flows") == 0 && model_parse_u64(value, 1, 50000, &v))
		s->flows = (uint32_t)v;
	else
		return false;
	return true;
}

static const struct air_source_ops gen_source_ops = {
	.next = gen_source_next,
	.close = gen_source_close,
};

struct air_source *
air_source_gen(const char *spec, struct air_options *options, char *err,
	       size_t err_size)
{
	struct gen_source *s = calloc(1, sizeof(*s));
	char name[TEXT_MAX], value[TEXT_MAX];
	int got;

	if (s == NULL) {
		snprintf(err, err_size, "gen: no memory");
		return NULL;
	}
	s->base.ops = &gen_source_ops;
	s->size = 1514;
	s->flows = 1;
	while ((got = air_option_next(&spec, name, value, TEXT_MAX)) > 0) {
		if (gen_option(s, options, name, value))
			continue;
		snprintf(err, err_size, "gen: \"%s:%s\" is none of rate:MBPS, "
			 "size:%d..%d, flows:1..50000, count:N", name, value,
			 PACKET_MIN, PACKET_MAX);
		free(s);
		return NULL;
	}
	if (got < 0) {
		snprintf(err, err_size, "gen: \"%s\" is not NAME:VALUE", spec);
		free(s);
		return NULL;
	}
	fill_template(s, options, s->packet[0]);
	fill_template(s, options, s->packet[1]);
	return &s->base;
}
