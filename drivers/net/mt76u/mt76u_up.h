/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT76U_UP_H
#define MT76U_UP_H

/*
 * From a chip that was just plugged in to one that listens, step by step; or from one
 * whose firmware runs. Order: openwrt/mt76 mt7921/usb.c, mt7921/init.c and mt792x_core.c,
 * without what belongs to an interface that associates.
 *
 * Control context, transport stopped, port->hw there. 0, or a negative errno, and error
 * lines that say which step, and in it which register or command.
 */

struct wport;
struct mt76u_fw_files;

/* With firmware. What fails is tried once more from the beginning, unless the device is
 * gone. */
int mt76u_up_cold(struct wport *port, const struct mt76u_fw_files *files);
/* With what runs already. */
int mt76u_up_warm(struct wport *port);

#endif /* MT76U_UP_H */
