/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT7921U_RX_UNITS_H
#define MT7921U_RX_UNITS_H

/* The units that the chip makes of an MPDU: one, or one for each MSDU of an A-MSDU. */

#include "mpdu.h"
#include "rxd.h"
#include "rxv.h"

#define GROUPS_AUTO 0xff

/* How the chip is set up. */
struct rx_setup {
	uint8_t mac[6];
	uint8_t groups;		/* bits of struct rxd.groups, or GROUPS_AUTO */
	bool group5;		/* DMA_DCR0 RXD_G5_EN */
	bool translate;		/* MDP_DCR0 RX_HDR_TRANS_EN, and the station's entry allows it */
	bool translate_frag;	/* first fragments too */
	bool split_amsdu;	/* MDP_DCR0 DAMSDU_EN */
	uint8_t channel;	/* CH_FREQ */
	struct rxv_kind rxv;
};

/* What goes wrong with a protected frame, by a switch. */
enum rx_flaw { FLAW_NONE, FLAW_CM, FLAW_CLM, FLAW_ICV, FLAW_MIC };

struct rx_units {
	struct rxd rxd;
	struct mpdu mpdu;
	struct mpdu_body body;
	bool subframes;		/* the body is a whole number of them, for the own station */
	uint32_t n;		/* units in all */
	uint32_t next;		/* ... made */
	uint32_t pos;		/* of the next subframe */
	uint32_t room;		/* bytes that all units have at most, padding not counted */
};

/* frame->data is looked at until the last unit is made. start_ns: of the frame's PPDU. */
void mt7921_rx_begin(struct rx_units *u, const struct rx_setup *setup,
		     const struct air_frame *frame, uint64_t start_ns, enum rx_flaw flaw);

/* The next unit to out, which has RX_UNIT_MAX bytes: its length, 0 after the last. */
uint32_t mt7921_rx_next(struct rx_units *u, uint8_t *out);

/* Descriptor, HDR_OFFSET, the two bytes behind an A-MSDU's header or what an Ethernet
 * header has more than the 802.11 one, frame. */
#define RX_UNIT_MAX (RXD_MAX + 6 + 14 + AIR_MPDU_MAX)

#endif /* MT7921U_RX_UNITS_H */
