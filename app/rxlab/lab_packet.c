/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "bytes.h"
#include "lab_packet.h"

#define ADDRESSES 12
#define ETHERTYPE 0x88b5	/* IEEE Std 802, local experimental 1 */
#define HEADER 24		/* behind the addresses */
#define RANGE 8u
#define IS_ACK 0x80u

uint32_t
lab_packet_min(const struct lab_packet *p)
{
	return ADDRESSES + HEADER + RANGE * p->nb_sack;
}

static void
put_be64(uint8_t *p, uint64_t v)
{
	put_be32(p, (uint32_t)(v >> 32));
	put_be32(p + 4, (uint32_t)v);
}

static uint32_t
get_be32(const uint8_t *p)
{
	return (uint32_t)get_be16(p) << 16 | get_be16(p + 2);
}

static uint64_t
get_be64(const uint8_t *p)
{
	return (uint64_t)get_be32(p) << 32 | get_be32(p + 4);
}

/* EtherType, length, flow, what it is, sequence number, time, ACK, ranges. */
void
lab_packet_write(const struct lab_packet *p, uint8_t *bytes)
{
	/* The chip's own address as the model has it after plug-in, and a station's. */
	static const uint8_t addresses[ADDRESSES] = {
		0x02, 0x22, 0x8a, 0, 0, 1, 0x02, 0x22, 0x8a, 0xa9, 0, 3,
	};
	uint8_t *b = bytes + ADDRESSES;
	unsigned int i;

	memcpy(bytes, addresses, ADDRESSES);
	put_be16(b, ETHERTYPE);
	put_be16(b + 2, (uint16_t)p->len);
	put_be16(b + 4, p->flow);
	put_be16(b + 6, (uint16_t)((p->is_ack ? IS_ACK : 0) | p->nb_sack));
	put_be32(b + 8, p->seq);
	put_be64(b + 12, p->sent_ns);
	put_be32(b + 20, p->ack);
	for (i = 0; i < p->nb_sack; i++) {
		put_be32(b + HEADER + RANGE * i, p->sack[i].from);
		put_be32(b + HEADER + RANGE * i + 4, p->sack[i].to);
	}
}

bool
lab_packet_read(struct lab_packet *p, const uint8_t *b, uint32_t len)
{
	unsigned int i;

	if (len < HEADER || get_be16(b) != ETHERTYPE || get_be16(b + 2) != len + ADDRESSES)
		return false;
	p->len = len + ADDRESSES;
	p->flow = get_be16(b + 4);
	p->is_ack = (b[7] & IS_ACK) != 0;
	p->nb_sack = b[7] & 3;
	p->seq = get_be32(b + 8);
	p->sent_ns = get_be64(b + 12);
	p->ack = get_be32(b + 20);
	if (len < HEADER + RANGE * p->nb_sack)
		return false;
	for (i = 0; i < p->nb_sack; i++) {
		p->sack[i].from = get_be32(b + HEADER + RANGE * i);
		p->sack[i].to = get_be32(b + HEADER + RANGE * i + 4);
	}
	return true;
}
