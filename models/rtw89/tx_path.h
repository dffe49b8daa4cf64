/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTW89_TX_PATH_H
#define RTW89_TX_PATH_H

/* From a bulk-OUT transfer to the radio. */

#include <stdint.h>

#include "../air.h"
#include "tx_decode.h"

struct usb_device;

/* Which endpoint feeds a DMA channel. */
struct rtw89_tx_route {
	uint8_t channel, ep;
};

/* What a chip has on its transmit side. */
struct rtw89_tx_kind {
	const struct rtw89_tx_form *form;
	/* Ends with endpoint 0. A channel that is not here is not there. */
	const struct rtw89_tx_route *routes;
	/* Data frames of no fixed rate go out with it. */
	struct air_rate rate;
};

/* Endpoint of the chip's processor, on every chip (morrownr/rtw89 usb.c). */
#define RTW89_EP_COMMANDS 0x07u

/* morrownr/rtw89 rtw8851bu.c, rtw8852bu.c; and rtw8852au.c, rtw8852cu.c,
 * rtw8922au.c. */
extern const struct rtw89_tx_route rtw89_tx_routes_4[];
extern const struct rtw89_tx_route rtw89_tx_routes_6[];

/* Order in the USB descriptor: lwfinger/rtw89 issues #89, #108. Ends with 0. */
extern const uint8_t rtw89_out_endpoints[];

/* As chip_ops.out_transfer. */
uint64_t rtw89_out_transfer(struct usb_device *dev, uint8_t ep, const uint8_t *data,
			    uint32_t len, uint64_t now_ns);

#endif /* RTW89_TX_PATH_H */
