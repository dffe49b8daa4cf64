/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef AIR_SOURCE_H
#define AIR_SOURCE_H

/* Where packets come from: a capture or a generator. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "options.h"

/* One packet: Ethernet without FCS, or an 802.11 frame with its FCS as fcs says. */
struct air_packet {
	const uint8_t *data;
	uint32_t len;
	uint64_t capture_ns;	/* time in the capture, from its first packet; live: when it
				 * came */
	bool dot11;
	bool has_fcs;		/* 802.11: the last four bytes are the FCS */
	bool has_rate;
	bool has_rssi;
	bool in_ampdu;
	int8_t rssi_dbm;
	uint16_t freq_mhz;	/* 0: on any channel */
	struct air_rate rate;
	uint32_t ampdu_ref;
};

struct air_source;

enum { AIR_SOURCE_COUNTERS = 4 };

struct air_source_ops {
	/* The next packet; its data stays good until the second next() after
	 * it. False at the end for good; a live source may have some later. */
	bool (*next)(struct air_source *source, struct air_packet *packet);
	void (*close)(struct air_source *source);
};

struct air_source {
	const struct air_source_ops *ops;
	uint64_t loops;		/* times that the capture was started again */
	uint64_t snapped;	/* records cut at the snap length */
	uint64_t oversize;	/* records larger than any MPDU */
	uint64_t malformed;	/* too short for a header, or bad radiotap */
};

/* NULL on failure, with one line in err. */
struct air_source *air_source_pcap(const char *file, const struct air_options *options,
				   char *err, size_t err_size);
struct air_source *air_source_gen(const char *spec, struct air_options *options,
				  char *err, size_t err_size);

/* source_live.c: what air_push() brings, first come, first served; spec is what follows
 * "live", "" or ":queue:N". */
struct air_source *air_source_live(const char *spec, char *err, size_t err_size);
/* A copy of the packet waits from now_ns on. 0, -ENOBUFS too many do, -ENOMEM. */
int air_source_live_push(struct air_source *source, uint64_t now_ns,
			 const uint8_t *packet, uint32_t len);

#endif /* AIR_SOURCE_H */
