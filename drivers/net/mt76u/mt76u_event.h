/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT76U_EVENT_H
#define MT76U_EVENT_H

/*
 * What the chip's processor says: the answer to a command, or something of its own
 * accord. Layout: openwrt/mt76 mt76_connac_mcu.h and mt7921/mcu.c. Little-endian:
 *
 *   0   descriptor of 24 bytes: [15:0] length of the whole, [31:27] type 7
 *   24  length from here on, 16 bits    26  packet type, 16 bits, not looked at
 *   28  event id    29  sequence number of the command, 0: none
 *   30  options     32  extended event id; of some answers the status
 *   36  body
 */

#include <stdbool.h>
#include <stdint.h>

#define MT76U_EVENT_LEN		36u	/* without a body */

/* Event ids that the driver looks for. */
#define MT76U_EVENT_GENERIC	0x01
#define MT76U_EVENT_SEMAPHORE	0x04

struct mt76u_event {
	uint8_t id;
	uint8_t seq;
	uint8_t option;
	uint8_t ext_id;		/* or the status, see mt76u_event_status() */
	const uint8_t *body;
	uint32_t body_len;
};

enum mt76u_event_kind {
	MT76U_EVENT_NONE,	/* nothing more in here but padding */
	MT76U_EVENT_BAD,	/* no event, or one that is longer than what arrived */
	MT76U_EVENT_UNIT,	/* a unit of another kind: a frame, a transmit status */
	MT76U_EVENT_ASIDE,	/* an event that answers no command */
	MT76U_EVENT_ANSWER,
};

/*
 * The event at *pos of the len bytes at data, and *pos moved behind it; events follow
 * each other on multiples of 4. Nothing but what is within len is read. What event points
 * to is good for as long as data is.
 */
enum mt76u_event_kind mt76u_event_next(const uint8_t *data, uint32_t len, uint32_t *pos,
				       struct mt76u_event *event);

/* Of an answer to PATCH_SEM_CONTROL and PATCH_FINISH. */
static inline uint8_t
mt76u_event_status(const struct mt76u_event *event)
{
	return event->ext_id;
}

/* Of an answer to a UNI command: true when it has one, that it speaks of command cid, and
 * *status. */
bool mt76u_event_uni_status(const struct mt76u_event *event, uint8_t cid, uint32_t *status);

#endif /* MT76U_EVENT_H */
