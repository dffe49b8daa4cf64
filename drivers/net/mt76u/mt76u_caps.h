/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT76U_CAPS_H
#define MT76U_CAPS_H

#include <stdbool.h>
#include <stdint.h>

#include <rte_ether.h>

/* What the firmware says that the chip can. */
struct mt76u_caps {
	struct rte_ether_addr mac;	/* all zero: it does not say */
	uint8_t nss;			/* antennas; 0: it does not say */
	bool phy;			/* the next three are said */
	bool band_2g;
	bool band_5g;
	bool band_6g;			/* false where it does not say */
	bool he;
};

/*
 * The body of the answer to GET_NIC_CAPAB. Elements that the driver does not know are
 * skipped; caps is what all of them say. 0, or -EPROTO when there are fewer bytes than
 * the list or one of its elements claims.
 */
int mt76u_caps_parse(const uint8_t *body, uint32_t len, struct mt76u_caps *caps);

#endif /* MT76U_CAPS_H */
