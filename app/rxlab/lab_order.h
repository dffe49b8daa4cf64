/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef LAB_ORDER_H
#define LAB_ORDER_H

/*
 * Frames that the access point sent again come late; packets go up in the order of their
 * sequence numbers, as a BlockAck agreement has it (IEEE Std 802.11-2020, 10.25.6.6). A
 * hole is given up when a frame comes that cannot be in one window with it: the access
 * point has given it up before, or after 100 ms, as Linux's mac80211 does.
 */

#include "lab_chip.h"

#define LAB_ORDER_MAX 1024u	/* largest window: EHT */
#define LAB_ORDER_WAIT_NS (100 * LAB_MS)

struct lab_order {
	uint32_t window;	/* of the agreement */
	uint16_t next;		/* sequence number that is due */
	bool begun;
	uint32_t waiting;
	bool timer;		/* an event is under way */
	bool there[LAB_ORDER_MAX];
	uint64_t since_ns[LAB_ORDER_MAX];
	struct lab_packet packet[LAB_ORDER_MAX];
	uint64_t late;		/* frames behind the window, or twice: dropped */
	uint64_t given_up;	/* holes */
};

struct lab_run;

/* A frame; those that may go up go, lab_flow_arrives() each. */
void lab_order_take(struct lab_run *run, const struct lab_frame *frame);

/* After a transfer: see to it that a hole is given up in time. */
void lab_order_watch(struct lab_run *run);

#endif /* LAB_ORDER_H */
