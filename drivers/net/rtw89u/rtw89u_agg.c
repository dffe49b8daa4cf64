/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "rtw89u_agg.h"

/* Words 0 to n of the descriptor at pos arrived. */
static bool
has_word(const struct wport_walk *w, unsigned int n)
{
	return wport_walk_left(w) >= (n + 1) * sizeof(uint32_t);
}

static enum rtw89u_walk_end
why(const struct wport_walk *w, uint32_t desc_len, uint32_t payload_len)
{
	if (wport_walk_left(w) < desc_len)
		return RTW89U_WALK_SHORT_DESC;
	return payload_len == 0 ? RTW89U_WALK_ZERO_LEN : RTW89U_WALK_OVERRUN;
}

enum rtw89u_walk_end
rtw89u_walk_why(const struct wport_walk *w)
{
	uint32_t rxd0;

	if (wport_all_zero(w->pos, w->end))
		return RTW89U_WALK_END;
	if (!has_word(w, 0))
		return RTW89U_WALK_SHORT_DESC;
	rxd0 = wport_word(w->pos, 0);
	return why(w, rtw89u_rxd_len(rxd0), rtw89u_rxd_payload_len(rxd0));
}

enum rtw89u_walk_end
rtw89u_walk_why_ax(const struct wport_walk *w)
{
	uint32_t rxd0;

	if (wport_all_zero(w->pos, w->end))
		return RTW89U_WALK_END;
	if (!has_word(w, 0))
		return RTW89U_WALK_SHORT_DESC;
	rxd0 = wport_word(w->pos, 0);
	return why(w, rtw89u_ax_len(rxd0), rtw89u_ax_payload_len(rxd0));
}

uint32_t
rtw89u_walk_claimed(const struct wport_walk *w)
{
	uint32_t rxd0;

	if (!has_word(w, 0))
		return 0;
	rxd0 = wport_word(w->pos, 0);
	if (rtw89u_rxd_payload_len(rxd0) == 0)
		return 0;
	return RTE_ALIGN_CEIL(rtw89u_rxd_len(rxd0) + rtw89u_rxd_gap(rxd0) +
			      rtw89u_rxd_payload_len(rxd0), RTW89U_AGG_ALIGN);
}

uint32_t
rtw89u_walk_claimed_ax(const struct wport_walk *w, struct rtw89u_ax_layout layout)
{
	uint32_t rxd0;

	/* Word 3 says whether there is a tail. */
	if (!has_word(w, 3))
		return 0;
	rxd0 = wport_word(w->pos, 0);
	if (rtw89u_ax_payload_len(rxd0) == 0)
		return 0;
	return RTE_ALIGN_CEIL(rtw89u_ax_len(rxd0) + rtw89u_ax_gap(rxd0, layout) +
			      rtw89u_ax_payload_len(rxd0), RTW89U_AGG_ALIGN_AX) +
	       rtw89u_ax_tail(rxd0, wport_word(w->pos, 3), layout);
}
