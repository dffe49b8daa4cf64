/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef LAB_HOST_H
#define LAB_HOST_H

/*
 * The host: one processor that takes completed transfers apart and sends. A transfer costs
 * transfer_ns and frame_ns for each frame in it; then its packets are handed up and its
 * URB is armed again. What is to be sent because of them goes before the next transfer.
 */

#include "lab_chip.h"
#include "lab_ring.h"
#include "lab_world.h"

/* Packets to be sent between two transfers at most. */
#define LAB_HOST_SENDS 64u

enum lab_host_does { LAB_HOST_IDLE, LAB_HOST_WAKES, LAB_HOST_RECEIVES, LAB_HOST_SENDS_ONE };

struct lab_processor {
	const struct lab_host *conf;
	struct usb_urb *urbs;
	uint8_t *memory;
	struct usb_urb *done[USB_DEVICE_URBS_MAX];	/* completed, oldest first */
	uint32_t done_head, done_nb;
	enum lab_host_does does;
	struct lab_transfer transfer;	/* in hand */
	struct lab_ring sends;
	uint32_t turn;		/* packets to be sent before the next transfer */
	uint64_t busy_ns;	/* work that is over */
	uint64_t since_ns;	/* begin of the work in hand */
	struct rxb_hold_seen seen;
	struct rxb_hold_limits limits;
};

int lab_host_open(struct lab_run *run, char *err, size_t err_size);
void lab_host_close(struct lab_run *run);

/* The model has completed it. */
void lab_host_completed(struct lab_run *run, struct usb_urb *urb);

/* A packet is to be sent: it goes to lab_link_up() when its work is done. */
void lab_host_send(struct lab_run *run, const struct lab_packet *packet);

/* Work so far, that in hand up to now. */
uint64_t lab_host_busy(const struct lab_run *run);

#endif /* LAB_HOST_H */
