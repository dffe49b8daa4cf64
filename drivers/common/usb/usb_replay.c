/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* A usbmon capture in place of a device: what both ways of playing it share. */

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <rte_malloc.h>
#include <rte_string_fns.h>

#include "usb_bufs.h"
#include "usb_log.h"
#include "usb_replay.h"

static const char *const replay_counter_names[] = {
	[REPLAY_TRANSFERS] = "replay_transfers",
	[REPLAY_BYTES] = "replay_bytes",
	[REPLAY_LOOPS] = "replay_loops",
	[REPLAY_UNREAD] = "replay_unread",
	[REPLAY_READ_ERRORS] = "replay_read_errors",
	[REPLAY_BAD_RECORDS] = "replay_bad_records",
	[REPLAY_SUBMISSIONS] = "replay_submissions",
	[REPLAY_SUBMIT_ERRORS] = "replay_submit_errors",
	[REPLAY_OTHER_EVENTS] = "replay_other_events",
	[REPLAY_OTHER_ENDPOINTS] = "replay_other_endpoints",
	[REPLAY_OTHER_DEVICES] = "replay_other_devices",
	[REPLAY_TRUNCATED] = "replay_truncated",
	[REPLAY_OVERSIZE] = "replay_oversize",
	[REPLAY_UNLINKED] = "replay_unlinked",
	[REPLAY_SHUTDOWN] = "replay_shutdown",
	[REPLAY_TIMEOUTS] = "replay_timeouts",
	[REPLAY_STALLS] = "replay_stalls",
	[REPLAY_BUS_ERRORS] = "replay_bus_errors",
	[REPLAY_OVERFLOWS] = "replay_overflows",
	[REPLAY_OTHER_ERRORS] = "replay_other_errors",
	[REPLAY_ERROR_BYTES] = "replay_error_bytes",
	[REPLAY_BUFFERS_OUT] = USB_BUFS_OUT_NAME,
};

static_assert(RTE_DIM(replay_counter_names) == REPLAY_NB_COUNTERS,
	      "a counter has no name");
static_assert(REPLAY_NB_COUNTERS <= USB_COUNTERS_MAX, "too many counters");

static void
init_shared(struct usb_shared *shared)
{
	unsigned int i;

	shared->speed_mbps = 0;
	for (i = 0; i < REPLAY_NB_COUNTERS; i++) {
		strlcpy(shared->counters[i].name, replay_counter_names[i],
			sizeof(shared->counters[i].name));
		shared->counters[i].gauge = i == REPLAY_BUFFERS_OUT;
		shared->counters[i].value = 0;
	}
	shared->nb_counters = REPLAY_NB_COUNTERS;
}

int
replay_init(struct replay *r, const struct replay_source *src)
{
	r->t.shared = src->conf->shared;
	r->counters = src->conf->shared->counters;
	r->nb_bufs = src->conf->nb_bufs;
	if (src->conf->ep_event != 0)
		r->nb_bufs += src->conf->nb_event;
	r->filter = src->filter;
	r->need = src->need;
	r->port = strdup(src->conf->port);
	r->file = strdup(src->file);
	if (r->port != NULL && r->file != NULL)
		return 0;
	replay_fini(r);
	USB_LOG(ERR, src->conf->port, "%s: no memory", src->file);
	return -ENOMEM;
}

void
replay_publish_lost(struct replay *r)
{
	static const enum replay_counter lost[] = {
		REPLAY_BAD_RECORDS, REPLAY_TRUNCATED, REPLAY_OVERSIZE, REPLAY_STALLS,
		REPLAY_BUS_ERRORS, REPLAY_OVERFLOWS, REPLAY_OTHER_ERRORS,
	};
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < RTE_DIM(lost); i++)
		sum += r->counters[lost[i]].value;
	r->t.shared->rx_lost = sum;
}

void
replay_fini(struct replay *r)
{
	free(r->port);
	free(r->file);
	r->port = NULL;
	r->file = NULL;
}

int
usb_replay_open(const struct usb_transport_conf *conf, const char *file,
		const char *device, bool loop, struct usb_transport **t)
{
	struct replay_source src = {
		.conf = conf,
		.file = file,
		.filter = {
			.ep_in = conf->ep_in,
			.ep_event = conf->ep_event,
			.max_len = conf->buf_size,
			.any_device = true,
		},
	};
	int err;

	if (device != NULL && replay_parse_device(device, &src.filter) != 0) {
		USB_LOG(ERR, conf->port, "replay-dev=%s is not BUS.DEV, "
			"two decimal numbers", device);
		return -EINVAL;
	}
	err = replay_scan(conf->port, file, &src.filter, &src.need);
	if (err != 0)
		return err;
	init_shared(conf->shared);
	err = loop ? replay_loop_open(&src, t) : replay_once_open(&src, t);
	if (err != 0) {
		memset(conf->shared, 0, sizeof(*conf->shared));
		return err;
	}
	USB_LOG(INFO, conf->port, "%s: device %u.%u, %" PRIu64 " transfers, %" PRIu64
		" bytes%s", file, src.filter.bus, src.filter.device,
		src.need.transfers, src.need.bytes, loop ? ", repeated" : "");
	return 0;
}
