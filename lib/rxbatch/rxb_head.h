/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RXB_HEAD_H
#define RXB_HEAD_H

/* The headers of an aggregate after an application has edited them. */

#include <stdbool.h>
#include <stdint.h>

#include "rxb_walk.h"

struct rxb_head {
	uint8_t *eth, *ip, *l4;
	uint16_t l2_len;	/* as long as it is now */
	bool v6;
};

/**
 * Find them. Lengths of IP and L4 headers cannot have changed, so what else stands
 * before the payload is Ethernet's.
 *
 * @return 0, or -EBADMSG: not the headers of such an aggregate
 */
int rxb_head_find(struct rte_mbuf *agg, const struct rxb_walk *w, struct rxb_head *head);

#endif /* RXB_HEAD_H */
