/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef BENCH_H
#define BENCH_H

/* A modelled chip on a table: requests go in, completed ones are kept. */

#include <stdbool.h>
#include <stdint.h>

#include "air.h"
#include "usb_device.h"

#define BENCH_TRANSFERS 4096
#define BENCH_URBS 64
#define BENCH_OUTS 512

struct bench_transfer {
	uint8_t *data;
	uint32_t len;
	int status;
	uint64_t done_ns;
};

/* A bulk-OUT request; urb.data is a copy of exactly its size. */
struct bench_out {
	struct usb_urb urb;
	bool done;
	unsigned int order;	/* of completion, from 0 */
};

struct bench {
	const struct usb_device_ops *ops;
	struct usb_device *dev;
	struct air *air;
	uint64_t now_ns;
	bool hungry;		/* completed requests are submitted again */
	struct usb_urb urbs[BENCH_URBS];
	unsigned int n_outs, n_outs_done;
	struct bench_out outs[BENCH_OUTS];
	unsigned int n_transfers;
	struct bench_transfer transfers[BENCH_TRANSFERS];
};

/* air is closed with the bench. It may be NULL. */
struct bench *bench_open(enum usb_speed speed, struct air *air);
void bench_close(struct bench *b);

void bench_switch(struct bench *b, const char *name, const char *value);
void bench_write(struct bench *b, uint32_t address, uint32_t value);
uint32_t bench_read(struct bench *b, uint32_t address);
int bench_request(struct bench *b, uint8_t type, uint8_t request, uint16_t value,
		  uint16_t index, uint16_t len, uint8_t *data);

/* n requests of size bytes, at the present time; they stay in flight. */
void bench_submit(struct bench *b, unsigned int n, uint32_t size);
/* A bulk-OUT request at the present time; it is followed until it is done. */
struct bench_out *bench_out(struct bench *b, uint8_t ep, const uint8_t *data,
			    uint32_t len, bool zlp);
/* Everything up to the time given. */
void bench_run(struct bench *b, uint64_t until_ns);
/* Until nothing happens any more. */
void bench_drain(struct bench *b);

/* UINT64_MAX when there is no such counter. */
uint64_t bench_counter(const struct bench *b, const char *name);

/* A unit inside a transfer, by the rules of the descriptor alone. */
struct unit {
	const uint8_t *desc;
	uint32_t dw[10];
	unsigned int desc_len;
	unsigned int type;
	const uint8_t *gap;
	uint32_t gap_len;
	const uint8_t *packet;
	uint32_t packet_len;
	uint32_t end;		/* offset behind the packet */
};

/* The unit at *pos; false at the end of the transfer. Fails the test when it
 * does not fit. *pos moves to the next 16-byte boundary. */
bool bench_unit(const struct bench_transfer *t, uint32_t *pos, struct unit *u);

/* Units of a transfer, or of all. */
unsigned int bench_units(const struct bench_transfer *t);
/* The i-th unit of a type over all transfers; false when there are fewer. */
bool bench_nth(const struct bench *b, unsigned int type, unsigned int i, struct unit *u);

/*
 * A data frame of len bytes with FCS, from the access point to ra; fc and
 * seq_ctl as they are on the air. Bytes behind the header count up.
 */
#define BENCH_FC_DATA 0x0208		/* data, FromDS */
#define BENCH_FC_QOS 0x0288
void bench_frame_bytes(uint8_t *p, uint32_t len, uint16_t fc, const uint8_t *ra,
		       uint16_t seq_ctl);

extern const uint8_t bench_mac[6], bench_other[6], bench_broadcast[6], bench_group[6];

#endif /* BENCH_H */
