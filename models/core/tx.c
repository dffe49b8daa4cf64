/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "chip.h"

uint64_t
core_tx_send(struct usb_device *dev, enum core_tx_queue queue, const struct air_tx *tx)
{
	uint64_t *const count[] = {
		[CORE_TX_BE] = &dev->count.tx_be, [CORE_TX_BK] = &dev->count.tx_bk,
		[CORE_TX_VI] = &dev->count.tx_vi, [CORE_TX_VO] = &dev->count.tx_vo,
		[CORE_TX_MGMT] = &dev->count.tx_mgmt,
	};

	dev->count.tx_frames++;
	(*count[queue])++;
	return dev->air != NULL ? air_send(dev->air, dev->now_ns, tx) : dev->now_ns;
}
