/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef LAB_PACKET_H
#define LAB_PACKET_H

/*
 * What travels. On the way to the chip it is bytes: an Ethernet packet of the EtherType
 * for local experiments, whose first bytes say what it is and whose others mean nothing.
 * Who receives it knows it by those bytes alone.
 */

#include <stdbool.h>
#include <stdint.h>

#define LAB_PACKET_MAX 1600
#define LAB_SACK_MAX 3

struct lab_range {
	uint32_t from, to;	/* to is the first that is not in it */
};

struct lab_packet {
	uint16_t flow;
	bool is_ack;
	uint8_t nb_sack;
	uint32_t len;		/* Ethernet, without FCS */
	uint32_t seq;		/* of the flow's packets, or segments */
	uint64_t sent_ns;	/* an ACK: of what it answers */
	uint32_t ack;		/* the first segment that is missing */
	struct lab_range sack[LAB_SACK_MAX];
};

/* Smallest packet that can carry p. */
uint32_t lab_packet_min(const struct lab_packet *p);

/* Into bytes[p->len], of which nothing but the beginning is written. */
void lab_packet_write(const struct lab_packet *p, uint8_t *bytes);

/* From what stands behind the addresses, EtherType first. False: it is none. */
bool lab_packet_read(struct lab_packet *p, const uint8_t *body, uint32_t len);

#endif /* LAB_PACKET_H */
