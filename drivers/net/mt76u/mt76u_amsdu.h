/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT76U_AMSDU_H
#define MT76U_AMSDU_H

/*
 * The parts of an A-MSDU that the chip took apart come one by one: first, middle ...,
 * last. Who flips the A-MSDU bit of an ordinary frame makes its LLC/SNAP the
 * destination of a first part, and bytes of his choice the parts behind it
 * (CVE-2020-24588). Such an A-MSDU is dropped whole, as openwrt/mt76 mac80211.c does
 * it, which looks at A-MSDUs of more than one part.
 */

#include <stdbool.h>
#include <stdint.h>

#include "mt76u_rxd.h"

/* What a queue remembers of the A-MSDU whose parts arrive; 0: of none. */
#define MT76U_AMSDU_SEQ		0x0fffu		/* sequence number of its MPDU */
#define MT76U_AMSDU_OPEN	0x1000u
#define MT76U_AMSDU_FORGED	0x2000u

/*
 * One more part, or a frame that is none: payload 0, which ends what is open. seq: 0
 * where it is not told. snap: it begins as LLC/SNAP does. True where it is to be
 * dropped. A part that begins an A-MSDU and ends it is left alone. The same part
 * twice, where no mbuf was left, gets the same answer, if that was false.
 */
static inline bool
mt76u_amsdu_part(uint64_t *state, uint32_t payload, uint32_t seq, bool snap)
{
	bool goes_on = payload != MT76U_PAYLOAD_LAST, begins, forged;

	if (payload == 0) {
		*state = 0;
		return false;
	}
	begins = payload == MT76U_PAYLOAD_FIRST || (*state & MT76U_AMSDU_OPEN) == 0 ||
		(*state & MT76U_AMSDU_SEQ) != seq;
	forged = begins ? snap && goes_on : (*state & MT76U_AMSDU_FORGED) != 0;
	*state = !goes_on ? 0 : MT76U_AMSDU_OPEN | seq | (forged ? MT76U_AMSDU_FORGED : 0);
	return forged;
}

#endif /* MT76U_AMSDU_H */
