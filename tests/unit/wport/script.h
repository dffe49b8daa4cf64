/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WPORT_SCRIPT_H
#define WPORT_SCRIPT_H

/*
 * A transport by script: rx_poll() hands out what the test has added, and what is
 * sent is written down. Every transfer is a heap block of exactly its bytes, and its
 * bytes are gone when it is returned; or, with spare buffers, it lies in usb_bufs.h's
 * memory, to which mbufs can be attached.
 */

#include <stdbool.h>
#include <stdint.h>

#include "usb_bufs.h"
#include "usb_transport.h"

#define SCRIPT_XFERS	1024
#define SCRIPT_SENT	512
#define SCRIPT_EP	0x84

struct script_tx {
	struct usb_xfer *xfers;
	uint8_t **blocks;
	struct usb_xfer **free;
	unsigned int nb, nb_free;
	uint32_t size;
	uint8_t ep;
};

struct script_sent {
	unsigned int queue;
	uint8_t ep;
	bool zlp;
	uint32_t len;
	uint8_t *bytes;
};

struct script {
	struct usb_transport t;		/* first: the transport is the script */
	struct usb_transport_ops ops;	/* a test may take members out */
	struct usb_shared shared;
	char port[64];

	/* Receive: blocks[added], of which polled came out and returned came back. */
	struct usb_bufs bufs;
	struct usb_xfer xfers[SCRIPT_XFERS];
	uint8_t *blocks[SCRIPT_XFERS];
	struct usb_xfer **home;		/* of bufs, that the transport has */
	unsigned int nb_home;
	unsigned int added, polled, returned;

	/* Transmit. */
	struct script_tx tx[USB_TX_QUEUES];
	struct script_sent sent[SCRIPT_SENT];
	unsigned int nb_sent, nb_unused, nb_setups;
	int setup_ret;			/* of tx_setup() calls that make transfers */
	bool hold;			/* what is submitted stays away */

	bool started, closed;
	unsigned int nb_starts, nb_stops;
};

/* nb_spare 0: exact heap blocks, else nb_bufs transfers with buffers of usb_bufs.h. */
struct script *script_open(unsigned int nb_bufs, unsigned int nb_spare, uint32_t size);

/* One more transfer, len bytes; full: the device filled all the room. */
struct usb_xfer *script_add(struct script *s, const uint8_t *bytes, uint32_t len, bool full);

/* As the transport's close(), and what was sent. */
void script_close(struct script *s);

#endif /* WPORT_SCRIPT_H */
