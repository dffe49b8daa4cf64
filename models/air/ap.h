/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef AIR_AP_H
#define AIR_AP_H

/* The access point: packets of the source become MPDUs, one after the other. */

#include <stdbool.h>
#include <stdint.h>

#include "ap_rate.h"
#include "source.h"

/* How an MPDU wants to be sent. */
struct air_travel {
	uint64_t arrival_ns;	/* when the access point had it */
	struct air_rate rate;
	uint16_t freq_mhz;	/* 0: on any channel */
	bool aggregable;	/* may share a PPDU with its like */
	bool answered;		/* Ack or BlockAck follows */
	bool fixed_ref;		/* in a captured A-MPDU of this number */
	uint32_t ampdu_ref;
	bool controlled;	/* at the rate that rate control gives by then */
	uint8_t retries;	/* times that it was sent before */
};

struct air_mpdu {
	struct air_travel via;
	uint8_t data[AIR_MPDU_MAX];
	uint32_t len;		/* with FCS */
	int8_t rssi_dbm;
	bool fcs_bad;
	bool decrypted;
	uint8_t sec_type;
};

#define AIR_TIDS 16
#define AIR_SEQ_OTHER 16	/* sequence numbers of non-QoS and group frames */

struct air_ap {
	const struct air_options *options;
	struct air_source *source;
	uint16_t seq[AIR_TIDS + 1];
	struct air_rate_control rate;
	uint64_t pn;
	uint64_t offered_bytes;	/* for the cap of the load */
	uint64_t packets;	/* taken from the source */
	uint64_t mpdus;
	uint64_t oversize;	/* packets that make no MPDU */
	bool have_pending;	/* one packet looked at ahead */
	struct air_packet pending;
	uint64_t pending_arrival_ns;
	bool null_sent;		/* before the pending packet */
	bool in_fragments;	/* the body below is not all sent */
	uint32_t frag_pos, frag_number;
	struct air_packet frag_packet;
	uint64_t frag_arrival_ns;
	uint16_t frag_seq;
	uint32_t body_len;
	uint8_t body[AIR_MPDU_MAX + 64];
};

void air_ap_init(struct air_ap *ap, const struct air_options *options,
		 struct air_source *source);
/* False at the end of the source, for good unless it is a live one. */
bool air_ap_next(struct air_ap *ap, struct air_mpdu *mpdu);
/* Is there an MPDU that carries a packet of so many bytes? */
bool air_ap_carries(const struct air_ap *ap, uint32_t len);
/* It goes once more: Retry bit, and the FCS that it then has. */
void air_ap_mark_retry(struct air_mpdu *mpdu);

#endif /* AIR_AP_H */
