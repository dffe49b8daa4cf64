/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef AIR_OUT_H
#define AIR_OUT_H

/* What the chip's radio sends: its times, and the capture that keeps it. */

#include <pcap/pcap.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../air.h"

/* Of air_out_radiotap(). */
#define AIR_OUT_RADIOTAP_MAX 40

struct air_out {
	pcap_t *pcap;		/* NULL: nobody listens */
	pcap_dumper_t *dump;
	uint64_t free_ns;	/* the radio is busy until then */
	uint64_t frames, bytes;
	uint64_t write_errors;
	unsigned int unflushed;	/* frames in no file yet */
	uint64_t flushed_ns;
};

bool air_out_file(struct air_out *out, const char *file, char *err, size_t err_size);
void air_out_close(struct air_out *out);

/* As air_send(). */
uint64_t air_out_send(struct air_out *out, uint64_t now_ns, const struct air_tx *tx);
/* Frames that wait for a second are flushed. */
void air_out_time(struct air_out *out, uint64_t now_ns);

/* The radiotap header of a frame that is sent at start_ns: its length. p has
 * AIR_OUT_RADIOTAP_MAX bytes. */
uint32_t air_out_radiotap(uint8_t *p, uint64_t start_ns, const struct air_tx *tx);

#endif /* AIR_OUT_H */
