/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTW89_FACTS_H
#define RTW89_FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "../air.h"

/* What the descriptor repeats from the 802.11 header. */
struct facts {
	uint8_t type, subtype;
	bool bc, mc, md, mf, pwr, protected, a4;
	bool qos, qnull, amsdu, eosp, htc;
	uint8_t tid, frag;
	uint16_t seq;
	const uint8_t *a2;	/* or NULL */
	uint32_t hd_iv_len;
};

/* Of a frame of len bytes without its FCS. */
struct facts facts_of_frame(const uint8_t *p, uint32_t len);

/* GI_LTF field: three bits from HE on, before it a short guard interval or not. */
uint8_t facts_gi_code(const struct air_rate *rate);

#endif /* RTW89_FACTS_H */
