/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WPORT_MONITOR_H
#define WPORT_MONITOR_H

/*
 * The receive path of mode=monitor: every frame with radiotap in front. The walk is
 * that of wport_rx.h; a frame is copied behind room for its radiotap header, which
 * is written when all is known:
 *
 *   unit --> facts --> copy --> pending --> radiotap --> burst
 *                                  ^
 *   PPDU status unit --------------+
 *
 * A chip may say the signal of each chain in a status unit behind the frames of a
 * PPDU. They wait for it, in order: until it comes, or one of another PPDU, another PPDU
 * begins, MANY wait or some milliseconds are over. Two radios of a chip hear at the same
 * time: what one of them does ends no waiting of the other's frames, but all of them are
 * handed up in the order in which they came.
 */

#include "wlan_radiotap.h"

#include "wport.h"
#include "wport_rx.h"

/* Frames that may wait: an A-MPDU of the largest size. */
#define WPORT_PENDING_MAX 256u

/* What a PPDU status unit adds to its frames. */
struct wport_status {
	uint32_t ppdu;			/* as facts() counts */
	uint8_t phy;			/* which radio, as facts() has it in mon->rx.phy */
	struct wlan_monitor add;	/* chains, signal, frequency, STBC, LDPC ... : what
					 * a frame has of its own stays */
};

struct wport_monitor_ops {
	/*
	 * All that the descriptor says of the frame; mon is zero before. tsft_us: the
	 * chip's 32 bits. rx.phy: which radio, 0 or 1. *ppdu: a number that the frames of
	 * one PPDU share and that radio's next ones do not; UINT32_MAX is none. *frame,
	 * *len: the 802.11 frame, with FCS where the chip hands it up. WLAN_DROP_NONE, or
	 * why the frame cannot be handed up, as decap() of wport_rx_ops says it.
	 */
	unsigned int (*facts)(struct wport_rxq *q, const struct wport_unit *unit,
			      struct wlan_monitor *mon, uint32_t *ppdu,
			      const uint8_t **frame, uint32_t *len);
	/* True when the unit is a PPDU status that can be read. NULL: the chip has none,
	 * nothing waits. */
	bool (*status)(struct wport_rxq *q, const struct wport_unit *unit,
		       struct wport_status *status);
};

uint16_t wport_monitor_burst(struct wport_rxq *q, struct rte_mbuf **pkts,
			     uint16_t nb_pkts, const struct wport_rx_ops *rx,
			     const struct wport_monitor_ops *ops);

/* wport_rxq_start(), _stop() and the queue's set-up call these. init: 0 or -ENOMEM. */
int wport_monitor_init(struct wport_rxq *q, int socket_id);
void wport_monitor_stop(struct wport_rxq *q);
void wport_monitor_free(struct wport_rxq *q);

#endif /* WPORT_MONITOR_H */
