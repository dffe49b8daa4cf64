/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef AIR_RADIOTAP_H
#define AIR_RADIOTAP_H

#include <stdbool.h>
#include <stdint.h>

#include "../air.h"

/* What a radiotap header says that the model has a use for. */
struct radiotap {
	uint32_t len;		/* of the header, bytes */
	bool has_flags;
	bool fcs_present;	/* flags 0x10 */
	bool data_pad;		/* flags 0x20: padding after the 802.11 header */
	bool has_rate;
	bool has_rssi;
	bool in_ampdu;
	int8_t rssi_dbm;
	uint16_t freq_mhz;	/* 0: not said */
	struct air_rate rate;
	uint32_t ampdu_ref;
};

/* False when the header does not fit into len bytes or contradicts itself. */
bool air_radiotap_parse(const uint8_t *data, uint32_t len, struct radiotap *out);

#endif /* AIR_RADIOTAP_H */
