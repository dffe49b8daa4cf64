/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT_RECEIVE_H
#define MT_RECEIVE_H

/* Frames of the test's own through the MT7921U, for programs with the air that fake_air.c
 * stands in for. */

#include "fake_air.h"
#include "mt_bench.h"

/* A frame alone in its PPDU: OFDM 6 Mbit/s, -50 dBm, from 1 us before end_ns. */
struct air_frame mt_air_frame(uint64_t end_ns);

/* bytes as one frame, FCS included in len, through the chip with monitor's groups; the
 * transfer that comes out is number 0 of the bench. */
struct bench *mt_receive(const struct air_frame *frame, const uint8_t *bytes, uint32_t len);

/* The same, set up by the caller, who has added nothing to the air yet. */
void mt_put(struct bench *b, const struct air_frame *frame, const uint8_t *bytes,
	    uint32_t len);

#endif /* MT_RECEIVE_H */
