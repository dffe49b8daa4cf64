/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef PROP_VIEW_H
#define PROP_VIEW_H

/* A frame read slowly and plainly, with nothing of the library's: where its headers
 * are, what is wrong with them, whether its checksums are right. */

#include <stdbool.h>
#include <stdint.h>

#define WHY(name)	(UINT64_C(1) << RXB_GRO_WHY_##name)

struct prop_view {
	uint64_t why;		/* faults, WHY() bits; 0: TCP or UDP, whole and plain */
	uint64_t pair;		/* of addresses; 0: not to be seen */
	uint64_t flow;		/* 0: ports not to be seen */
	uint32_t l3;		/* offset of the IP header */
	uint32_t l4;		/* ... of TCP's or UDP's; 0: not to be seen */
	uint32_t payload;	/* ... of the payload */
	uint32_t payload_len;
	uint8_t version;	/* 4, 6; 0: no IP */
	uint8_t proto;		/* 6, 17; 0: others */
	bool hidden;		/* of a pair, ports hidden: order with all of the pair */
	bool odd;		/* nobody can say whether it ends its pair's aggregates */
	bool unsure;		/* ... or may be in one */
};

static inline uint16_t
get16(const uint8_t *p)
{
	return (uint16_t)(p[0] << 8 | p[1]);
}

static inline uint32_t
get32(const uint8_t *p)
{
	return (uint32_t)get16(p) << 16 | get16(p + 2);
}

static inline void
put16(uint8_t *p, uint16_t v)
{
	p[0] = (uint8_t)(v >> 8);
	p[1] = (uint8_t)v;
}

static inline void
put32(uint8_t *p, uint32_t v)
{
	put16(p, (uint16_t)(v >> 16));
	put16(p + 2, (uint16_t)v);
}

void prop_view(const uint8_t *p, uint32_t len, struct prop_view *v);

/* What the checksum field has to be: of an IPv4 header, of TCP or UDP. */
uint16_t prop_ip_sum(const uint8_t *p, const struct prop_view *v);
uint16_t prop_l4_sum(const uint8_t *p, const struct prop_view *v);
/* Write both. */
void prop_sums_write(uint8_t *p, const struct prop_view *v);
/* Right, in either spelling of zero. */
bool prop_ip_right(const uint8_t *p, const struct prop_view *v);
bool prop_l4_right(const uint8_t *p, const struct prop_view *v);

static inline uint32_t
prop_l4_field(const struct prop_view *v)
{
	return v->l4 + (v->proto == 6 ? 16 : 6);
}

#endif /* PROP_VIEW_H */
