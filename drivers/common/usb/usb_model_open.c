/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include <rte_errno.h>
#include <rte_malloc.h>

#include "usb_log.h"
#include "usb_model.h"

/* Applications, testpmd among them, set their receive filter after they have
 * started the port: silence until then. What comes later wins: the chip's defaults,
 * and then what the user sets. */
#define AIR_DEFAULTS "start:100"

/* Of the device's counters the one that a port calls imissed. */
#define MISSED "fifo_overflow_frames"

static bool
ends_in(const char *name, const char *end)
{
	size_t n = strlen(name), m = strlen(end);

	return n >= m && strcmp(name + n - m, end) == 0;
}

/* models/usb_device.h: a name that ends in _now is a state, not a sum. */
static void
name_counter(struct usb_shared *shared, unsigned int i, const char *name)
{
	struct usb_counter *c = &shared->counters[i];

	snprintf(c->name, sizeof(c->name), "model_%s", name);
	c->gauge = ends_in(name, "_now") || i == LATE_MAX;
}

static void
name_own_counters(struct usb_shared *shared)
{
	struct usb_counter *out = &shared->counters[BUFFERS_OUT];

	name_counter(shared, LATE_MAX, "late_max_ns");
	name_counter(shared, LATE_SUM, "late_sum_ns");
	name_counter(shared, LATE_EVENTS, "late_events");
	name_counter(shared, LOST_AT_STOP, "lost_at_stop_transfers");
	name_counter(shared, TX_ERRORS, "tx_errors");
	name_counter(shared, TX_CANCELLED, "tx_cancelled_at_stop");
	name_counter(shared, TX_STOPPED, "tx_while_stopped");
	name_counter(shared, BULK_OUT, "control_out_transfers");
	name_counter(shared, BULK_IN, "control_in_transfers");
	snprintf(out->name, sizeof(out->name), USB_BUFS_OUT_NAME);
	out->gauge = true;
}

/* 0, or -E2BIG: more counters than there is room for would vanish unseen. */
static int
name_counters(struct usb_model *m)
{
	struct usb_shared *shared = m->t.shared;
	const char *name;
	uint64_t value;
	unsigned int i;

	name_own_counters(shared);
	for (i = 0; m->ops->counter(m->dev, i, &name, &value); i++) {
		if (i + OWN_COUNTERS == USB_COUNTERS_MAX) {
			USB_LOG(ERR, m->port, "the model has more than %u counters",
				USB_COUNTERS_MAX - OWN_COUNTERS);
			return -E2BIG;
		}
		name_counter(shared, i + OWN_COUNTERS, name);
		if (strcmp(name, MISSED) == 0)
			m->missed_at = i + OWN_COUNTERS;
	}
	shared->nb_counters = i + OWN_COUNTERS;
	return 0;
}

/* NAME:VALUE[/NAME:VALUE...] */
static int
set_switches(struct usb_model *m, const char *switches)
{
	char *copy, *item, *save = NULL;
	int ret = 0;

	if (switches == NULL)
		return 0;
	copy = strdup(switches);
	if (copy == NULL) {
		USB_LOG(ERR, m->port, "no memory for the switches");
		return -ENOMEM;
	}
	for (item = strtok_r(copy, "/", &save); item != NULL && ret == 0;
	     item = strtok_r(NULL, "/", &save)) {
		char *value = strchr(item, ':');

		if (value != NULL)
			*value++ = '\0';
		ret = value == NULL ? -EINVAL : m->ops->set_switch(m->dev, item, value);
		if (ret != 0)
			USB_LOG(ERR, m->port, "model switch %s%s%s: %s", item,
				value == NULL ? "" : ":", value == NULL ? "" : value,
				value == NULL ? "not NAME:VALUE" :
				ret == -ENOENT ? "no such switch" : "no such value");
	}
	free(copy);
	return ret;
}

static int
find_chip(struct usb_model *m, const char *chip)
{
	char known[256] = "";
	const char *name;
	unsigned int i;

	m->ops = usb_device_find(chip);
	if (m->ops != NULL)
		return 0;
	for (i = 0; (name = usb_device_chip(i)) != NULL; i++)
		snprintf(known + strlen(known), sizeof(known) - strlen(known), " %s", name);
	USB_LOG(ERR, m->port, "no model of %s; there are:%s", chip, known);
	return -ENODEV;
}

/* What is sent would overwrite what is received. */
static bool
reads_itself(const struct usb_model_args *args)
{
	static const char prefix[] = "pcap:";
	const size_t n = sizeof(prefix) - 1;
	struct stat in, out;

	return args->air != NULL && strncmp(args->air, prefix, n) == 0 &&
		stat(args->air + n, &in) == 0 && stat(args->air_out, &out) == 0 &&
		in.st_dev == out.st_dev && in.st_ino == out.st_ino;
}

static int
open_air_out(struct usb_model *m, const struct usb_model_args *args)
{
	char err[256] = "";

	if (args->air_out == NULL)
		return 0;
	if (reads_itself(args)) {
		USB_LOG(ERR, m->port, "air-out: %s is the capture that air= reads",
			args->air_out);
		return -EINVAL;
	}
	if (air_out_open(m->air, args->air_out, err, sizeof(err)))
		return 0;
	USB_LOG(ERR, m->port, "air-out: %s", err);
	return -EINVAL;
}

/* A chip that only sends has an air too, a silent one. */
static int
open_air(struct usb_model *m, const struct usb_model_args *args)
{
	const char *chip = m->ops->air_defaults, *user = args->air_options;
	char err[256] = "", options[512];
	int n;

	if (args->air == NULL && args->air_out == NULL)
		return 0;
	n = snprintf(options, sizeof(options), AIR_DEFAULTS "%s%s%s%s",
		     chip != NULL ? "/" : "", chip != NULL ? chip : "",
		     user != NULL ? "/" : "", user != NULL ? user : "");
	if (n >= (int)sizeof(options)) {
		USB_LOG(ERR, m->port, "air-set= is too long");
		return -EINVAL;
	}
	m->air = air_open(args->air, options, err, sizeof(err));
	if (m->air != NULL)
		return open_air_out(m, args);
	USB_LOG(ERR, m->port, "air: %s", err);
	return -EINVAL;
}

static int
create_device(struct usb_model *m, const struct usb_model_args *args)
{
	const char *speed = args->speed == NULL ? "super" : args->speed;
	int ret;

	if (strcmp(speed, "super") == 0) {
		m->speed = USB_SPEED_SUPER;
		m->t.shared->speed_mbps = 5000;
	} else if (strcmp(speed, "high") == 0) {
		m->speed = USB_SPEED_HIGH;
		m->t.shared->speed_mbps = 480;
	} else {
		USB_LOG(ERR, m->port, "speed=%s: need high or super", speed);
		return -EINVAL;
	}
	ret = find_chip(m, args->chip);
	if (ret == 0)
		ret = open_air(m, args);
	if (ret != 0)
		return ret;
	m->dev = m->ops->create(m->speed, m->air);
	if (m->dev == NULL) {
		USB_LOG(ERR, m->port, "no memory for the model");
		return -ENOMEM;
	}
	ret = set_switches(m, args->switches);
	if (ret == 0)
		ret = name_counters(m);
	return ret;
}

/* A device says which endpoints it has when it is asked to take something. One of the
 * same kind is asked: ours would keep the request. */
static int
ask_for_endpoint(struct usb_model *m, uint8_t ep)
{
	uint8_t nothing[1] = { 0 };
	struct usb_urb urb = { .data = nothing };
	struct usb_device *dev;
	int ret;

	if (m->ops->submit_in == NULL)
		return -ENOTSUP;
	dev = m->ops->create(m->speed, NULL);
	if (dev == NULL)
		return -ENOMEM;
	ret = m->ops->submit_in(dev, 0, ep, &urb);
	m->ops->destroy(dev);
	return ret;
}

static int
set_ep_event(struct usb_model *m, const struct usb_transport_conf *conf)
{
	int ret;

	if (conf->ep_event == 0 || conf->nb_event == 0)
		return 0;
	ret = ask_for_endpoint(m, conf->ep_event);
	if (ret == 0)
		m->ep_event = conf->ep_event;
	else
		USB_LOG(ERR, m->port, "endpoint 0x%02x of the model of %s: %s",
			conf->ep_event, m->ops->chip,
			ret == -ENOTSUP ? "it has one bulk-IN endpoint" :
			ret == -ENOENT ? "no such bulk-IN endpoint" : strerror(-ret));
	return ret;
}

/* Names of ports are longer than those of rings: a number tells them apart. The other
 * driver's plugin counts for itself. */
struct rte_ring *
usb_model_ring(const char *what, uint32_t n, int socket_id, unsigned int flags)
{
	static unsigned int number;
	char name[RTE_RING_NAMESIZE];

	do {
		snprintf(name, sizeof(name), "usb_%s_%u", what,
			 __atomic_fetch_add(&number, 1, __ATOMIC_RELAXED));
	} while (rte_ring_lookup(name) != NULL);
	return rte_ring_create(name, rte_align32pow2(n + 1), socket_id, flags);
}

static int
create_rings(struct usb_model *m, const struct usb_transport_conf *conf)
{
	uint32_t i;
	int ret = usb_bufs_create(&m->bufs, conf);

	if (ret != 0)
		return ret;
	m->armed = usb_model_ring("arm", m->bufs.nb, conf->socket_id,
				  RING_F_SP_ENQ | RING_F_SC_DEQ);
	m->completed = usb_model_ring("done", m->bufs.nb, conf->socket_id,
				      RING_F_SP_ENQ | RING_F_SC_DEQ);
	m->urbs = rte_zmalloc(NULL, m->bufs.nb * sizeof(*m->urbs), 0);
	if (m->armed == NULL || m->completed == NULL || m->urbs == NULL) {
		USB_LOG(ERR, m->port, "no transfer rings: %s", rte_strerror(rte_errno));
		return -ENOMEM;
	}
	for (i = 0; i < m->bufs.nb; i++) {
		m->urbs[i].size = m->bufs.xfers[i]->size;
		m->urbs[i].owner = m->bufs.xfers[i];
		m->bufs.xfers[i]->priv = &m->urbs[i];
	}
	return 0;
}

/* A device has so many places on each endpoint. */
static bool
buffers_fit(const struct usb_transport_conf *conf)
{
	if (conf->nb_bufs > USB_DEVICE_URBS_MAX) {
		USB_LOG(ERR, conf->port, "buffers=%u: a model takes no more than %u",
			conf->nb_bufs, USB_DEVICE_URBS_MAX);
		return false;
	}
	if (conf->ep_event != 0 && conf->nb_event > USB_DEVICE_URBS_MAX) {
		USB_LOG(ERR, conf->port, "%u buffers for events: a model takes no more "
			"than %u", conf->nb_event, USB_DEVICE_URBS_MAX);
		return false;
	}
	return true;
}

static void
init_locks(struct usb_model *m)
{
	pthread_condattr_t attr;

	pthread_mutex_init(&m->lock, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&m->bulk.wake, &attr);
	pthread_condattr_destroy(&attr);
}

int
usb_model_open(const struct usb_transport_conf *conf, const struct usb_model_args *args,
	       struct usb_transport **t)
{
	struct usb_model *m;
	int ret;

	if (!buffers_fit(conf))
		return -EINVAL;
	m = rte_zmalloc_socket("usb_model", sizeof(*m), 0, conf->socket_id);
	if (m == NULL) {
		USB_LOG(ERR, conf->port, "no memory for the model");
		return -ENOMEM;
	}
	snprintf(m->port, sizeof(m->port), "%s", conf->port);
	m->t.ops = &usb_model_ops;
	m->t.shared = conf->shared;
	m->t.bufs = &m->bufs;
	m->socket_id = conf->socket_id;
	m->ep_in = conf->ep_in;
	init_locks(m);
	ret = create_device(m, args);
	if (ret == 0)
		ret = set_ep_event(m, conf);
	if (ret == 0)
		ret = create_rings(m, conf);
	if (ret != 0) {
		usb_model_free(m);
		memset(conf->shared, 0, sizeof(*conf->shared));
		return ret;
	}
	*t = &m->t;
	return 0;
}
