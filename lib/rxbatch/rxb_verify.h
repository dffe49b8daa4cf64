/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RXB_VERIFY_H
#define RXB_VERIFY_H

/*
 * TCP's or UDP's checksum of a packet whose driver left it unverified. The verdict is
 * written to the mbuf, so that nobody needs to sum it a second time.
 */

#include <netinet/in.h>

#include "rxb_look.h"
#include "rxb_sum.h"

/* Addresses, protocol and length (RFC 9293 3.1, RFC 8200 8.1). */
static inline uint32_t
rxb_pseudo_sum(const uint8_t *hdr, uint32_t shape, uint32_t len)
{
	const uint8_t *ip = hdr + rxb_l2_len(shape);
	uint64_t sum = rxb_is_ip4(shape) ? rxb_sum(ip + 12, 8) : rxb_sum(ip + 8, 32);

	sum += rte_cpu_to_be_16(rxb_is_tcp(shape) ? IPPROTO_TCP : IPPROTO_UDP);
	return rxb_sum_fold(sum + rte_cpu_to_be_16(len));
}

static inline bool
rxb_verify(struct rte_mbuf *m, const uint8_t *hdr, uint32_t shape, uint32_t payload)
{
	uint32_t len = rxb_l4_len(shape) + payload;
	uint64_t sum = rxb_pseudo_sum(hdr, shape, len);
	bool good;

	sum += rxb_sum_chain(m, rxb_l2_len(shape) + rxb_l3_len(shape), len);
	good = rxb_sum_fold(sum) == 0xffff;
	m->ol_flags |= good ? RTE_MBUF_F_RX_L4_CKSUM_GOOD : RTE_MBUF_F_RX_L4_CKSUM_BAD;
	return good;
}

#endif /* RXB_VERIFY_H */
