/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef CORE_LOG_H
#define CORE_LOG_H

/*
 * A line for each frame that the chip hands up: what it tells of it, from the frame
 * in the air and the chip's switches, not from the words that it encodes. A reader
 * of the chip's transfers is held to it.
 */

#include <stdbool.h>
#include <stdint.h>

#include "../air.h"

struct usb_device;

#define CORE_LOG_NONE INT32_MIN	/* the chip does not say it */

struct core_frame_facts {
	const uint8_t *data;	/* as handed up: with its FCS where fcs_present */
	uint32_t len;
	int64_t tsft_us;	/* CORE_LOG_NONE too */
	const struct air_rate *rate;	/* NULL: not said */
	int32_t signal_dbm, chain0_dbm, chain1_dbm;
	int32_t freq_mhz;	/* centre of the primary channel */
	int32_t ampdu;		/* 1 in an A-MPDU, 0 not */
	int32_t ppdu;		/* number of the PPDU, as far as the chip counts */
	bool fcs_present, fcs_bad;
	int32_t stbc, ldpc;
};

/* Nothing without a log. */
void core_log_frame(struct usb_device *dev, const struct core_frame_facts *facts);

/* As usb_device_ops.log_frames. */
void core_log_frames(struct usb_device *dev, void *file);

#endif /* CORE_LOG_H */
