/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WPORT_CHIP_H
#define WPORT_CHIP_H

/*
 * A chip family that there is not, as simple as can be. In front of a received unit,
 * on 8 bytes, little-endian:
 *
 *   0 length of the payload | 2 type | 3 PPDU | 4 flags | 5 signal | 6 MCS | 7 more flags
 *   8 clock | 12 zero
 *
 * In front of a sent frame 8 bytes, behind it 2 of TOY_TAIL:
 *
 *   0 length of the frame | 2 access category | 3 TID | 4 sequence number | 6 flags
 */

#include "wport.h"
#include "wport_monitor.h"
#include "wport_rx.h"
#include "wport_tx.h"

#define TOY_DESC	16u
#define TOY_TX_DESC	8u
#define TOY_TAIL	0xee
#define TOY_TAIL_LEN	2u

enum toy_type { TOY_FRAME, TOY_STATUS, TOY_EVENT };
enum toy_end { TOY_GOOD, TOY_SHORT_DESC, TOY_OVERRUN, TOY_ZERO };

/* flags */
#define TOY_TSFT	0x01
#define TOY_SIGNAL	0x02
#define TOY_FCS_BAD	0x04
#define TOY_AMPDU	0x08
#define TOY_NO_RATE	0x10
#define TOY_NO_FCS	0x20	/* monitor: the frame has none */
#define TOY_FORGED	0x40	/* the family's drop 0 */
#define TOY_PLAIN	0x80	/* monitor: known to be without STBC, LDPC, beamforming */

/* more flags, monitor: the other radio; marks */
#define TOY_PHY1	0x01
#define TOY_ICV		0x02
#define TOY_EOF		0x04
#define TOY_DECRYPTED	0x08

/* A unit of type STATUS: 10 bytes or it cannot be read. */
enum toy_status {
	TOY_ST_SIGNAL, TOY_ST_CHAINS, TOY_ST_CHAIN0, TOY_ST_STBC = 6, TOY_ST_FLAGS,
	TOY_ST_FREQ, TOY_ST_LEN = 10
};
/* its flags */
#define TOY_ST_HAS_SIGNAL	0x01
#define TOY_ST_HAS_STBC		0x02
#define TOY_ST_HAS_LDPC		0x04
#define TOY_ST_LDPC		0x08

struct toy_unit {
	uint8_t type, ppdu, flags;
	int8_t signal;
	uint8_t mcs;
	uint8_t more;
	uint32_t tsft;
};

uint16_t toy_rx_burst(void *q, struct rte_mbuf **pkts, uint16_t n);
/* Frames wait for a status; and without any. */
uint16_t toy_monitor_burst(void *q, struct rte_mbuf **pkts, uint16_t n);
uint16_t toy_monitor_plain_burst(void *q, struct rte_mbuf **pkts, uint16_t n);
uint16_t toy_tx_burst(void *q, struct rte_mbuf **pkts, uint16_t n);
uint16_t toy_tx_inject_burst(void *q, struct rte_mbuf **pkts, uint16_t n);

/* "toy1"; "toy2", which has other limits; "toy9", which does not aggregate by itself, and
 * "toy0", which cannot be told to. Of devargs of its own the family has
 * toy-word=plain|fancy, for toy1 alone. */
extern const struct wport_family toy_family;
extern int toy_logtype;

/* What the hw_ functions were asked, and what they answer. */
#define TOY_WRITES 256

struct toy_hw {
	int init_ret, agg_ret, filter_ret, rx_ret;
	unsigned int nb_agg, nb_filter;
	bool rx_on;
	uint8_t promiscuous;

	/* The registers of aggregation, as in use. Who asks for a hold beyond clamp_us (0: no
	 * bound) or for more than clamp_bytes gets that; agg_dead: nothing is taken. */
	struct wport_agg agg;
	bool agg_dead;
	uint32_t clamp_us, clamp_bytes;
	unsigned int agg_takes_ms;	/* a write */
	/* What was written, and when. */
	struct {
		struct wport_agg agg;
		uint64_t ns;
		bool brief;
	} writes[TOY_WRITES];
};
extern struct toy_hw toy_hw;

#endif /* WPORT_CHIP_H */
