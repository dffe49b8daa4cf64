/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef GRO_VERIFY_H
#define GRO_VERIFY_H

#include <stdbool.h>
#include <stdint.h>

#include <rte_mbuf.h>

#include "rx_verify.h"

/* Are the marks right that an aggregate has and another packet has not, and would a port
 * with TSO take it as it is? NULL, or what is wrong. m is as it was then. */
const char *marks_wrong(struct rte_mbuf *m, uint32_t max_len);

/* Do the counters of LRO, after stop, add up to what was handed up? Prints what does not. */
bool gro_counters_right(uint16_t port, const struct rx_result *result, uint64_t handed_up,
			uint64_t aggregates);

#endif /* GRO_VERIFY_H */
