/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef USB_REPLAY_H
#define USB_REPLAY_H

/*
 * Between the parts of the replay back end: which records of a capture become
 * transfers (usb_replay_scan.c), and how they reach the receive context: from
 * the file (usb_replay_once.c) or from memory (usb_replay_loop.c).
 */

#include <stdbool.h>
#include <stdint.h>

#include <rte_common.h>

#include "usb_transport.h"
#include "usbmon.h"

enum replay_counter {
	REPLAY_TRANSFERS,	/* handed out */
	REPLAY_BYTES,		/* in them */
	REPLAY_LOOPS,		/* times the end of the capture was reached */
	REPLAY_UNREAD,		/* transfers left in the capture at stop */
	REPLAY_READ_ERRORS,	/* file damaged after it was opened */
	/* One per record that became no transfer. */
	REPLAY_BAD_RECORDS,	/* lengths that cannot be */
	REPLAY_SUBMISSIONS,
	REPLAY_SUBMIT_ERRORS,
	REPLAY_OTHER_EVENTS,
	REPLAY_OTHER_ENDPOINTS,
	REPLAY_OTHER_DEVICES,
	REPLAY_TRUNCATED,	/* part of the data was not captured */
	REPLAY_OVERSIZE,	/* longer than a buffer */
	/* Completions that failed; of these only a time-out can carry data. */
	REPLAY_UNLINKED,
	REPLAY_SHUTDOWN,
	REPLAY_TIMEOUTS,
	REPLAY_STALLS,
	REPLAY_BUS_ERRORS,
	REPLAY_OVERFLOWS,
	REPLAY_OTHER_ERRORS,
	REPLAY_ERROR_BYTES,	/* that came with them and are not delivered */
	REPLAY_BUFFERS_OUT,	/* usb_bufs.h, now; 0 where the bytes are the capture's */
	REPLAY_NB_COUNTERS
};

struct replay_filter {
	uint8_t ep_in;
	uint8_t ep_event;	/* 0: none */
	uint32_t max_len;	/* of a transfer, bytes */
	/* A transfer of this length filled its request; 0: not known. */
	uint32_t full_len;
	uint32_t event_full_len;
	bool any_device;	/* else only this one: */
	uint16_t bus;
	uint8_t device;
};

/* What the requests of one endpoint look like. */
struct replay_requests {
	uint32_t max_request;	/* longest that the host asked for, 0: not captured */
	uint32_t max_len;	/* longest that arrived */
};

/* What the transfers of one device need, those of both endpoints. */
struct replay_need {
	uint64_t transfers;
	uint64_t bytes;		/* of data */
	uint64_t in_bytes;	/* of them on ep_in: whoever has some can be replayed */
	uint64_t room;		/* each transfer at a cache line of its own */
	struct replay_requests in, event;
};

/* What is opened, after the scan. Borrowed for the call. */
struct replay_source {
	const struct usb_transport_conf *conf;
	const char *file;
	struct replay_filter filter;
	struct replay_need need;
};

/* What both ways of playing have. */
struct replay {
	struct usb_transport t;
	struct usb_counter *counters;	/* in the shared memory */
	bool started;			/* atomic: rx_count() may be asked by anyone */
	uint64_t nb_out;		/* transfers handed out, not returned */
	uint32_t nb_bufs;		/* of both endpoints */
	struct replay_filter filter;
	struct replay_need need;
	char *port;
	char *file;
};

/* Fill r but for its ops. 0, or -ENOMEM with a line logged. */
int replay_init(struct replay *r, const struct replay_source *src);

void replay_fini(struct replay *r);

int replay_once_open(const struct replay_source *src, struct usb_transport **t);
int replay_loop_open(const struct replay_source *src, struct usb_transport **t);

/* What rx_count() reads may be looked at from another thread. */
static inline void
replay_store(uint64_t *where, uint64_t value)
{
	__atomic_store_n(where, value, __ATOMIC_RELAXED);
}

static inline uint64_t
replay_load(const uint64_t *where)
{
	return __atomic_load_n(where, __ATOMIC_RELAXED);
}

static inline bool
replay_started(const struct replay *r)
{
	return __atomic_load_n(&r->started, __ATOMIC_RELAXED);
}

static inline void
replay_set_started(struct replay *r, bool started)
{
	__atomic_store_n(&r->started, started, __ATOMIC_RELAXED);
}

static inline void
replay_handed_out(struct replay *r, unsigned int n, uint64_t bytes)
{
	r->counters[REPLAY_TRANSFERS].value += n;
	r->counters[REPLAY_BYTES].value += bytes;
	replay_store(&r->nb_out, r->nb_out + n);
}

static inline uint64_t
replay_room(uint32_t len)
{
	return RTE_ALIGN_CEIL((uint64_t)len, RTE_CACHE_LINE_SIZE);
}

static inline bool
replay_is_full(const struct replay_filter *filter, const struct usbmon_urb *urb)
{
	uint32_t full_len = urb->endpoint == filter->ep_in ? filter->full_len :
			    filter->event_full_len;

	return full_len != 0 && urb->data_len >= full_len;
}

/* Bring shared.rx_lost up to date with the counters. */
void replay_publish_lost(struct replay *r);

/* "BUS.DEV", decimal digits only. 0 or -EINVAL. */
int replay_parse_device(const char *text, struct replay_filter *filter);

/* Does this record become a transfer? What does not is counted. */
bool replay_accept(const struct replay_filter *filter, enum usbmon_verdict verdict,
		   const struct usbmon_urb *urb, struct usb_counter *counters);

/* What the driver sees of a completion's status. */
int replay_status(const struct usbmon_urb *urb);

/*
 * Read the whole capture once: is it sound, is there data on ep_in, whose is it, how
 * much. Settles filter->any_device and the full lengths. Errors as of usb_replay_open(), logged.
 */
int replay_scan(const char *port, const char *file, struct replay_filter *filter,
		struct replay_need *need);

#endif /* USB_REPLAY_H */
