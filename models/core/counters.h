/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef CORE_COUNTERS_H
#define CORE_COUNTERS_H

/*
 * What every model counts. Every frame that is taken from the air is in exactly
 * one place: frames_air = filtered_* + fifo_overflow_frames +
 * rx_off_frames + agg_disabled_frames + no_memory_frames + frames_lost_bus +
 * frames_inside_now + frames_delivered.
 */

#include <stdbool.h>
#include <stdint.h>

struct usb_device;

#define CORE_COUNTERS(X) \
	X(frames_air)		/* MPDUs taken from the air */ \
	X(frames_delivered)	/* ... whose last byte the host has */ \
	X(rx_off_frames)	/* the chip's receive DMA is off */ \
	X(filtered_address)	/* unicast for somebody else */ \
	X(filtered_type)	/* frame type or subtype not wanted */ \
	X(filtered_crc)		/* bad FCS */ \
	X(filtered_length)	/* longer than the chip's limit */ \
	X(fifo_overflow_frames) \
	X(agg_disabled_frames)	/* the chip wants aggregation on and it is off */ \
	X(no_memory_frames) \
	X(no_memory_units)	/* status, event and fault units */ \
	X(frames_lost_bus)	/* in a transfer that did not fit (babble), or flushed */ \
	X(units_wifi) X(units_fault) \
	X(fifo_overflow_faults)	/* fault units without room */ \
	X(agg_closed_timer) X(agg_closed_size) X(agg_closed_count) \
	X(agg_closed_off)	/* aggregation off: one unit per transfer */ \
	X(agg_closed_flush)	/* the host asked, or switched it off */ \
	X(agg_closed_full)	/* no room in the FIFO */ \
	X(agg_units)		/* units in closed transfers */ \
	X(agg_bytes) \
	X(urbs_done) X(urb_bytes) \
	X(transfers_split)	/* longer than the URB: rest in the next */ \
	X(transfers_joined)	/* switch zlp:join */ \
	X(transfers_shortened)	/* switch shorten */ \
	X(zlps)			/* also those of switch zlt */ \
	X(urbs_aborted)		/* cancelled on the bus */ \
	X(urbs_babble) X(urbs_eproto) \
	X(urbs_stalled)		/* the endpoint is halted */ \
	X(tx_transfers) X(tx_bytes)	/* bulk OUT, taken from the host */ \
	X(tx_frames)		/* MPDUs that the radio sent */ \
	X(tx_be) X(tx_bk) X(tx_vi) X(tx_vo) X(tx_mgmt)	/* ... by queue */ \
	X(tx_commands)		/* transfers for the chip's processor */ \
	X(tx_naks)		/* requests that waited for the transmit buffer */ \
	X(tx_joined)		/* transfers whose end the chip did not see */ \
	X(tx_bad_descriptor)	/* shorter than the descriptor, or unknown kind */ \
	X(tx_bad_length)	/* the descriptor tells another length */ \
	X(tx_bad_endpoint)	/* the descriptor names another endpoint's queue */ \
	X(tx_bad_frame)		/* shorter than its header, or another header length */ \
	X(tx_bad_rate)		/* no such rate */ \
	X(tx_unknown_endpoint)	/* requests to an endpoint that is not there */ \
	X(tx_no_memory) \
	X(tx_stalls)		/* switch outstall, or the endpoint is halted */ \
	X(tx_eproto)		/* switch outeproto */ \
	X(tx_aborted)		/* cancelled on the bus */

#define CORE_FIELD(name) uint64_t name;

struct core_counters {
	CORE_COUNTERS(CORE_FIELD)
};

/* As usb_device_ops.counter: these, then those of the chip, then the air's. */
bool core_counter(const struct usb_device *dev, unsigned int i, const char **name,
		  uint64_t *value);

#endif /* CORE_COUNTERS_H */
