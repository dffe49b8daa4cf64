/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef CHECK_MSDU_H
#define CHECK_MSDU_H

/* What wlan_decap.h promises of any frame. */

#include <stdlib.h>

#include "wlan_decap.h"

static inline void
check_inside(const uint8_t *frame, uint32_t len, const uint8_t *part, uint32_t part_len)
{
	if (part < frame || part_len > len || (size_t)(part - frame) > len - part_len)
		abort();
}

/* Decap, both ways, and the packet written to a block of exactly its length. */
static __rte_always_inline void
check_decap_fcs(const uint8_t *frame, uint32_t len, uint32_t fcs_len,
		struct wlan_rxinfo info)
{
	struct wlan_msdu msdu, odd = { 0 };
	enum wlan_drop drop = wlan_decap(frame, len, fcs_len, info, &msdu);
	bool snap = wlan_body_is_snap(frame, len, info);
	uint8_t *packet;

	if (drop >= WLAN_DROP_MAX || wlan_drop_name(drop) == NULL)
		abort();
	if (wlan_decap_odd(frame, len, fcs_len, info, &odd) != drop)
		abort();
	if (drop != WLAN_DROP_NONE)
		return;
	if (odd.da != msdu.da || odd.sa != msdu.sa || odd.body != msdu.body ||
	    odd.body_len != msdu.body_len || odd.llc != msdu.llc)
		abort();
	/* A subframe's addresses stand in the body, and LLC/SNAP is none. */
	if (snap && msdu.da >= frame + WLAN_HDR_LEN)
		abort();
	check_inside(frame, len, msdu.da, 6);
	check_inside(frame, len, msdu.sa, 6);
	/* The FCS is never part of a packet. */
	check_inside(frame, len - fcs_len, msdu.body, msdu.body_len);
	if (msdu.body_len < 2 || (msdu.llc && msdu.body_len > 1500))
		abort();
	if (wlan_ethernet_len(&msdu) != wlan_ethernet_head(&msdu) + msdu.body_len)
		abort();
	packet = malloc(wlan_ethernet_len(&msdu));
	if (packet == NULL)
		return;
	wlan_write_ethernet(packet, &msdu);
	free(packet);
}

static inline void
check_decap(const uint8_t *frame, uint32_t len, struct wlan_rxinfo info)
{
	check_decap_fcs(frame, len, WLAN_FCS_LEN, info);
}

/* The same of a frame whose header the chip translated. */
static inline void
check_translated(const uint8_t *frame, uint32_t len)
{
	struct wlan_msdu msdu;
	uint8_t *packet;

	if (wlan_translated(frame, len, &msdu) != WLAN_DROP_NONE)
		return;
	if (wlan_ethernet_len(&msdu) != len)
		abort();
	packet = malloc(len);
	if (packet == NULL)
		return;
	wlan_write_ethernet(packet, &msdu);
	if (memcmp(packet, frame, len) != 0)
		abort();
	free(packet);
}

#endif /* CHECK_MSDU_H */
