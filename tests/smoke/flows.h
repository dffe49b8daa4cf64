/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef FLOWS_H
#define FLOWS_H

/*
 * Which packets must keep their order: those of a flow. The packets of a capture by flow, and
 * the next one that is due of each.
 */

#include <stdbool.h>
#include <stdint.h>

#include "expect.h"

#define FLOWS_MAX	256u
#define FLOW_KEY_LEN	42u

struct flow_key {
	/* EtherType, addresses, protocol, ports; a fragment's and what is no IP has fewer. */
	uint8_t bytes[FLOW_KEY_LEN];
};

struct flows {
	const struct expect *expect;
	struct flow_key keys[FLOWS_MAX];
	uint64_t next[FLOWS_MAX];	/* packet of the capture, expect->n: no more */
	unsigned int n;
	uint16_t *of;			/* flow of each packet of the capture */
};

/* False with a line on stderr: too many flows, no memory. */
bool flows_find(struct flows *f, const struct expect *expect);
void flows_free(struct flows *f);

struct flow_key flow_key(const uint8_t *pkt, uint32_t len);
/* The packet that is due of the flow that these bytes are of, and one step; NULL: none. */
const struct expect_packet *flows_due(struct flows *f, const uint8_t *pkt, uint32_t len);

#endif /* FLOWS_H */
