/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT76U_MCU_H
#define MT76U_MCU_H

/*
 * Conversation with the chip's processor: a command out of endpoint 0x08, its answer
 * from 0x85, found by its sequence number. What else comes there is counted and let go
 * (rx_mcu_*).
 *
 * Control context, port->hw there. 0 or a negative errno with an error line: -ETIMEDOUT
 * no answer in 3 seconds, -EREMOTEIO the firmware refused, -EPROTO an answer that is none,
 * else the transport's.
 */

#include <stdint.h>

#include "mt76u_cmd.h"

struct wport;

/* What an answer was: its status, and its body in port->hw->in until the next command. */
struct mt76u_answer {
	uint8_t status;
	const uint8_t *body;
	uint32_t body_len;
};

/* Some time has passed since the last command, or it went wrong: before the next one what
 * may have come is fetched and let go. */
void mt76u_mcu_unsettle(struct wport *port);

/* Send a command and, where it has one, wait for its answer; answer may be NULL. A UNI
 * command's result is looked at, a status byte is not. */
int mt76u_mcu_send(struct wport *port, const struct mt76u_cmd *cmd, const void *payload,
		   uint32_t len, struct mt76u_answer *answer);

/* A piece of firmware of at most MT76U_CHUNK_LEN bytes. */
int mt76u_mcu_send_chunk(struct wport *port, const void *data, uint32_t len);

#endif /* MT76U_MCU_H */
