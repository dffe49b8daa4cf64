/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "rtw89u_agg.h"

static bool
all_zero(const uint8_t *p, const uint8_t *end)
{
	while (p < end && *p == 0)
		p++;
	return p == end;
}

enum rtw89u_walk_end
rtw89u_walk_why(const struct rtw89u_walk *w)
{
	uint32_t left = rtw89u_walk_left(w);
	uint32_t rxd0;

	if (all_zero(w->pos, w->end))
		return RTW89U_WALK_END;
	if (left < sizeof(rxd0))
		return RTW89U_WALK_SHORT_DESC;
	rxd0 = rtw89u_rxd_word(w->pos, 0);
	if (left < rtw89u_rxd_len(rxd0))
		return RTW89U_WALK_SHORT_DESC;
	if (rtw89u_rxd_payload_len(rxd0) == 0)
		return RTW89U_WALK_ZERO_LEN;
	return RTW89U_WALK_OVERRUN;
}

uint32_t
rtw89u_walk_claimed(const struct rtw89u_walk *w)
{
	uint32_t rxd0;

	if (rtw89u_walk_left(w) < sizeof(rxd0))
		return 0;
	rxd0 = rtw89u_rxd_word(w->pos, 0);
	if (rtw89u_rxd_payload_len(rxd0) == 0)
		return 0;
	return RTE_ALIGN_CEIL(rtw89u_rxd_len(rxd0) + rtw89u_rxd_gap(rxd0) +
			      rtw89u_rxd_payload_len(rxd0), RTW89U_AGG_ALIGN);
}
