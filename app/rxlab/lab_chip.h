/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef LAB_CHIP_H
#define LAB_CHIP_H

/*
 * The modelled chip and its air as a driver of it sees them: registers by control
 * requests, transfers, and what they contain. Set up with what Linux's driver leaves in
 * the registers of the receive path; nothing looks inside the model but
 * lab_chip_count(), for the results.
 */

#include "lab.h"
#include "lab_packet.h"

struct lab_chip_kind;
struct air;

/* A frame of a transfer that carries one of our packets. */
struct lab_frame {
	uint16_t sn;		/* 802.11 sequence number */
	struct lab_packet packet;
};

/* What one transfer contains. */
struct lab_transfer {
	uint32_t bytes, units, nb_frames;	/* units: frames and all else */
	uint32_t nb_strange;	/* frames without a packet of ours, odd bytes at the end */
	struct lab_frame *frames;
};

/* What the model counts, since its beginning. */
struct lab_chip_count {
	uint64_t transfers, frames, bytes;
	uint64_t closed[RXB_HOLD_CLOSES], closed_other;
	uint64_t lost;		/* frames without room */
	uint64_t ap_dropped;
};

#define LAB_CHIP_NAMES 16

struct lab_chip {
	const struct lab_chip_kind *kind;
	const struct usb_device_ops *ops;
	struct usb_device *dev;
	struct air *air;
	uint32_t agg_kib, agg_count;
	uint64_t next_ns;
	bool next_known;
	unsigned int number[LAB_CHIP_NAMES];	/* of the model's counters */
	struct lab_frame *frames;	/* of the transfer in hand */
	uint32_t room;
	uint8_t bytes[LAB_PACKET_MAX];	/* of the packet that is pushed */
};

/* 0, or a negative errno with one line in err; closed with lab_chip_close() anyhow. */
int lab_chip_open(struct lab_chip *chip, const struct lab_conf *conf, char *err,
		  size_t err_size);
void lab_chip_close(struct lab_chip *chip);

/* Registers, in the order of a driver, at time 0. */
int lab_chip_set_up(struct lab_chip *chip, uint32_t hold_us);

/* When the model does something next; it does it, up to now_ns. */
uint64_t lab_chip_next(struct lab_chip *chip);
void lab_chip_advance(struct lab_chip *chip, uint64_t now_ns);

/* As the model says. */
int lab_chip_submit(struct lab_chip *chip, uint64_t now_ns, struct usb_urb *urb);

/* A packet reaches the access point; as air_push(). */
int lab_chip_push(struct lab_chip *chip, uint64_t now_ns, const struct lab_packet *packet);

/* The hold's register, in us; set rounds to the chip's steps, 0: no aggregation. 0 or a
 * negative errno. */
int lab_chip_set_hold(struct lab_chip *chip, uint64_t now_ns, uint32_t us);
int lab_chip_get_hold(struct lab_chip *chip, uint64_t now_ns, uint32_t *us);
uint32_t lab_chip_hold_step_us(const struct lab_chip *chip);
uint32_t lab_chip_window(const struct lab_chip *chip);

/* Take it apart. What is in it stays good until the next call. False without memory. */
bool lab_chip_walk(struct lab_chip *chip, const struct usb_urb *urb,
		   struct lab_transfer *transfer);

void lab_chip_count(const struct lab_chip *chip, struct lab_chip_count *count);

#endif /* LAB_CHIP_H */
