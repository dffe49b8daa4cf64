/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT76U_HW_H
#define MT76U_HW_H

/* A port's chip as the control context knows it: wport.hw, from hw_init() to
 * hw_close(). */

#include <stdbool.h>
#include <stdint.h>

#include "wport.h"

#include "mt76u_caps.h"
#include "mt76u_chip.h"
#include "mt76u_cmd.h"

/* Answers on their way from the chip fit in here: whole packets at any speed. */
#define MT76U_EVENT_BUF 4096u

struct mt76u_hw {
	struct mt76u_caps caps;
	uint8_t seq;			/* of the last command */
	bool settled;			/* no answer can be waiting that nobody asked for */
	uint8_t halted;			/* endpoint that stalled a transfer, 0: none */
	bool rx_dma;			/* receive DMA is on */
	uint8_t out[MT76U_CHUNK_MAX];	/* longer than any command */
	uint8_t in[MT76U_EVENT_BUF];
};

/* mt76u_hw.c, for the family: struct wport_family says when. */
int mt76u_hw_init(struct wport *port);
int mt76u_hw_resume(struct wport *port);
void mt76u_hw_close(struct wport *port);
int mt76u_hw_set_channel(struct wport *port);
/* Is port->channel one, and one of the chip's? -EINVAL, -ENOTSUP, with an error line. */
int mt76u_hw_check_channel(struct wport *port);

static inline struct mt76u_hw *
mt76u_hw_of(const struct wport *port)
{
	return port->hw;
}

#endif /* MT76U_HW_H */
