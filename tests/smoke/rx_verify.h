/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RX_VERIFY_H
#define RX_VERIFY_H

#include <stdbool.h>
#include <stdint.h>

#include <rte_ethdev.h>
#include <rte_mbuf.h>

enum csum_wanted { CSUM_NOT_ASKED, CSUM_SW, CSUM_OFF };

/* What a run found on one port. */
struct rx_result {
	uint64_t packets;
	uint64_t bytes;
	uint64_t csum_good, csum_bad;	/* L4 */
};

#define DROPPED_ANY UINT64_MAX	/* what is dropped is not known */

/* Do the port's counters, after stop, add up to what arrived? Prints what does
 * not. dropped: packets that the driver must have dropped; more: the port was
 * stopped while packets were still coming. nonzero: names of counters that must
 * not be 0, with commas, or NULL. */
bool counters_right(uint16_t port, const struct rx_result *result, uint64_t dropped,
		    bool more, const char *nonzero);
void counters_print(uint16_t port);

/* Is the packet type DPDK's, and are the checksum flags right? NULL, or what is
 * wrong. */
const char *flags_wrong(const struct rte_mbuf *m, enum csum_wanted csum);

#endif /* RX_VERIFY_H */
