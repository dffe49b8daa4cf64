/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT76U_DMA_H
#define MT76U_DMA_H

/*
 * The chip before it has firmware: power, reset, DMA. Order and values: openwrt/mt76
 * mt792x_usb.c; what Linux 7.3 writes was seen on an emulated device. Control context; 0
 * or a negative errno with an error line that says what was seen.
 */

#include <stdbool.h>
#include <stdint.h>

struct wport;

/* What runs: the bits of CONN_ON_MISC. */
int mt76u_state(struct wport *port, uint32_t *state);
/* Until (CONN_ON_MISC & mask) is value: -EIO when that does not come in timeout_ms, with a
 * line of its own when loud. */
int mt76u_wait_state(struct wport *port, uint32_t mask, uint32_t value,
		     unsigned int timeout_ms, bool loud);

int mt76u_power_on(struct wport *port);
/* Whatever runs in the Wi-Fi side is gone then. */
int mt76u_reset(struct wport *port);

/* Rings and scheduler of the transmit DMA; both directions on. */
int mt76u_set_up_dma(struct wport *port);
/* Events on an endpoint of their own, where the control context listens. */
int mt76u_events_apart(struct wport *port);
/* A reset of the port does not reset endpoints of the chip. */
int mt76u_keep_endpoints(struct wport *port);

#endif /* MT76U_DMA_H */
