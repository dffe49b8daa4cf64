/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTL8922AU_COUNTERS_H
#define RTL8922AU_COUNTERS_H

/*
 * What the model counts. Every frame that is taken from the air is in exactly
 * one place: frames_air = filtered_* + fifo_overflow_frames +
 * rx_off_frames + agg_disabled_frames + no_memory_frames + frames_lost_bus +
 * frames_inside_now + frames_delivered.
 */

#include <stdbool.h>
#include <stdint.h>

struct usb_device;

#define RTL8922AU_COUNTERS(X) \
	X(frames_air)		/* MPDUs taken from the air */ \
	X(frames_delivered)	/* ... whose last byte the host has */ \
	X(rx_off_frames)	/* RXDMA off */ \
	X(filtered_address)	/* unicast for somebody else */ \
	X(filtered_type)	/* frame type or subtype not wanted */ \
	X(filtered_crc)		/* bad FCS */ \
	X(filtered_length)	/* longer than MPDU_MAX_LEN */ \
	X(fifo_overflow_frames) \
	X(fifo_overflow_status)	/* PPDU status units without room */ \
	X(fifo_overflow_c2h) \
	X(agg_disabled_frames)	/* switch need_en, EN 0 */ \
	X(no_memory_frames) \
	X(no_memory_units)	/* PPDU status, C2H and fault units */ \
	X(frames_lost_bus)	/* in a transfer that did not fit (babble) */ \
	X(units_wifi) X(units_ppdu_status) X(units_c2h) X(units_fault) \
	X(fifo_overflow_faults)	/* fault units without room */ \
	X(agg_closed_timer) X(agg_closed_size) X(agg_closed_count) \
	X(agg_closed_off)	/* EN 0: one unit per transfer */ \
	X(agg_closed_flush)	/* SW_TRIG, or EN taken away */ \
	X(agg_closed_full)	/* no room in the FIFO */ \
	X(agg_units)		/* units in closed transfers */ \
	X(agg_bytes) \
	X(urbs_done) X(urb_bytes) \
	X(transfers_split)	/* longer than the URB: rest in the next */ \
	X(transfers_joined)	/* switch zlp:join */ \
	X(zlps) \
	X(urbs_aborted)		/* cancelled on the bus */ \
	X(urbs_babble) X(urbs_eproto)

#define RTL8922AU_FIELD(name) uint64_t name;

struct counters {
	RTL8922AU_COUNTERS(RTL8922AU_FIELD)
};

/* As usb_device_ops.counter; the air's counters follow the chip's. */
bool r8922_counters_get(const struct usb_device *dev, unsigned int i, const char **name,
			uint64_t *value);

#endif /* RTL8922AU_COUNTERS_H */
