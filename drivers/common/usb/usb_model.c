/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * A device model in real time. The model itself has no clock and no thread
 * (models/usb_device.h): here are both. One thread plays the host controller:
 *
 *   rx_return() -> armed ring -> submit(), advance(now), reap() -> completed ring -> rx_poll()
 *
 * The rings have one producer and one consumer each. Control requests come from
 * other threads and share the device through a mutex that the host thread drops
 * between steps. A mutex goes to who asks first, and a busy host thread would ask
 * again before a sleeper is awake: it gives way while somebody waits.
 */

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <rte_cycles.h>
#include <rte_lcore.h>
#include <rte_malloc.h>
#include <rte_pause.h>
#include <rte_ring.h>

#include "air.h"
#include "usb_device.h"

#include "rxb_compat.h"

#include "usb_bufs.h"
#include "usb_log.h"
#include "usb_transport.h"

#define NS_PER_US	1000ull

/* A late model catches up in steps of this much model time, so that the host's
 * returned transfers reach it in between as they would have in time. */
#define CATCH_UP_NS	(20 * NS_PER_US)
/* Sleep when the next event is further away than a timer's usual error. */
#define SLEEP_MIN_NS	(200 * NS_PER_US)
#define SLEEP_MARGIN_NS	(100 * NS_PER_US)
#define SLEEP_MAX_NS	(1000 * NS_PER_US)
#define PUBLISH_NS	(500 * NS_PER_US)

/* Applications, testpmd among them, set their receive filter after they have
 * started the port: silence until then. What the user sets comes later and wins. */
#define AIR_DEFAULTS "start:100"

/* Counters of ours in front of the device's. */
enum { LATE_MAX, LATE_SUM, LATE_EVENTS, LOST_AT_STOP, OWN_COUNTERS };

struct usb_model {
	struct usb_transport t;
	const struct usb_device_ops *ops;
	struct usb_device *dev;
	struct air *air;
	char port[RTE_ETH_NAME_MAX_LEN];

	struct usb_bufs bufs;
	struct usb_urb *urbs;		/* one per buffer; owner is its usb_xfer */
	struct rte_ring *armed;		/* struct usb_urb, receive context to host thread */
	struct rte_ring *completed;	/* and back */

	pthread_mutex_t lock;		/* dev and air */
	unsigned int nb_waiting;	/* atomic: control requests that want the lock */
	rxb_thread_t thread;
	bool running;
	bool stop;			/* atomic */
	uint64_t now_ns;		/* model time */
	uint64_t published_ns;
};

static struct usb_model *
model_of(struct usb_transport *t)
{
	return container_of(t, struct usb_model, t);
}

static uint64_t
clock_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * NS_PER_S + ts.tv_nsec;
}

static void
publish(struct usb_model *m)
{
	struct usb_shared *shared = m->t.shared;
	const char *name;
	uint64_t value;
	unsigned int i;

	for (i = 0; i + OWN_COUNTERS < shared->nb_counters; i++) {
		m->ops->counter(m->dev, i, &name, &value);
		shared->counters[i + OWN_COUNTERS].value = value;
		if (strcmp(name, "fifo_overflow_frames") == 0)
			shared->rx_missed = value;
	}
	m->published_ns = m->now_ns;
}

static void
name_counter(struct usb_shared *shared, unsigned int i, const char *name)
{
	snprintf(shared->counters[i].name, sizeof(shared->counters[i].name),
		 "model_%s", name);
}

/* 0, or -E2BIG: more counters than there is room for would vanish unseen. */
static int
name_counters(struct usb_model *m)
{
	struct usb_shared *shared = m->t.shared;
	const char *name;
	uint64_t value;
	unsigned int i;

	name_counter(shared, LATE_MAX, "late_max_ns");
	name_counter(shared, LATE_SUM, "late_sum_ns");
	name_counter(shared, LATE_EVENTS, "late_events");
	name_counter(shared, LOST_AT_STOP, "lost_at_stop_transfers");
	for (i = 0; m->ops->counter(m->dev, i, &name, &value); i++) {
		if (i + OWN_COUNTERS == USB_COUNTERS_MAX) {
			USB_LOG(ERR, m->port, "the model has more than %u counters",
				USB_COUNTERS_MAX - OWN_COUNTERS);
			return -E2BIG;
		}
		name_counter(shared, i + OWN_COUNTERS, name);
	}
	shared->nb_counters = i + OWN_COUNTERS;
	return 0;
}

static void
count_lateness(struct usb_model *m, uint64_t due, uint64_t now)
{
	struct usb_counter *c = m->t.shared->counters;
	uint64_t late = now - due;

	c[LATE_MAX].value = RTE_MAX(c[LATE_MAX].value, late);
	c[LATE_SUM].value += late;
	c[LATE_EVENTS].value++;
}

static void
submit_armed(struct usb_model *m)
{
	struct usb_urb *urbs[16];
	unsigned int i, n;

	do {
		n = rte_ring_sc_dequeue_burst(m->armed, (void **)urbs, RTE_DIM(urbs), NULL);
		for (i = 0; i < n; i++)
			m->ops->submit(m->dev, m->now_ns, urbs[i]);
	} while (n == RTE_DIM(urbs));
}

/* The completed ring has a place for every buffer: this cannot fail. */
static void
complete(struct usb_model *m, struct usb_urb *urb)
{
	struct usb_xfer *xfer = urb->owner;

	xfer->len = urb->actual;
	xfer->status = urb->status;
	rte_ring_sp_enqueue(m->completed, xfer);
}

/* One look at the device; returns when to look again. */
static uint64_t
host_step(struct usb_model *m, uint64_t real_ns)
{
	struct usb_urb *urb;
	uint64_t next;

	submit_armed(m);
	next = m->ops->next_event(m->dev);
	if (next <= real_ns)
		count_lateness(m, RTE_MAX(next, m->now_ns), real_ns);
	m->now_ns = RTE_MIN(real_ns, RTE_MAX(next, m->now_ns) + CATCH_UP_NS);
	if (next > real_ns)
		m->now_ns = real_ns;
	m->ops->advance(m->dev, m->now_ns);
	while ((urb = m->ops->reap(m->dev)) != NULL)
		complete(m, urb);
	if (m->now_ns - m->published_ns >= PUBLISH_NS)
		publish(m);
	return m->ops->next_event(m->dev);
}

static void
host_wait(uint64_t real_ns, uint64_t next_ns)
{
	struct timespec ts = { 0 };
	uint64_t wait = next_ns > real_ns ? next_ns - real_ns : 0;

	if (wait < SLEEP_MIN_NS) {
		rte_pause();
		return;
	}
	ts.tv_nsec = RTE_MIN(wait - SLEEP_MARGIN_NS, SLEEP_MAX_NS);
	nanosleep(&ts, NULL);
}

static void
give_way(const struct usb_model *m)
{
	while (__atomic_load_n(&m->nb_waiting, __ATOMIC_ACQUIRE) != 0)
		sched_yield();
}

static RXB_THREAD_RET
host_thread(void *arg)
{
	struct usb_model *m = arg;
	uint64_t zero = clock_ns() - m->now_ns;

	while (!__atomic_load_n(&m->stop, __ATOMIC_ACQUIRE)) {
		uint64_t real_ns, next_ns;

		give_way(m);
		pthread_mutex_lock(&m->lock);
		real_ns = clock_ns() - zero;
		next_ns = host_step(m, real_ns);
		pthread_mutex_unlock(&m->lock);
		host_wait(real_ns, next_ns);
	}
	return RXB_THREAD_END;
}

static int
model_start(struct usb_transport *t)
{
	struct usb_model *m = model_of(t);
	uint32_t i;
	int ret;

	for (i = 0; i < m->bufs.nb; i++)
		rte_ring_sp_enqueue(m->armed, &m->urbs[i]);
	__atomic_store_n(&m->stop, false, __ATOMIC_RELEASE);
	ret = rxb_thread_create(&m->thread, "usb-model", host_thread, m);
	if (ret != 0) {
		USB_LOG(ERR, m->port, "no thread for the model: %s", strerror(abs(ret)));
		rte_ring_reset(m->armed);
		return -abs(ret);
	}
	m->running = true;
	return 0;
}

/* The thread is home: everything is in one of two rings or in the device. */
static int
model_stop(struct usb_transport *t)
{
	struct usb_model *m = model_of(t);

	if (!m->running)
		return 0;
	__atomic_store_n(&m->stop, true, __ATOMIC_RELEASE);
	rxb_thread_join(m->thread);
	m->running = false;
	while (m->ops->cancel(m->dev) != NULL)
		;
	while (m->ops->reap(m->dev) != NULL)
		t->shared->counters[LOST_AT_STOP].value++;
	t->shared->counters[LOST_AT_STOP].value += rte_ring_count(m->completed);
	rte_ring_reset(m->completed);
	rte_ring_reset(m->armed);
	publish(m);
	return 0;
}

static void
model_close(struct usb_transport *t)
{
	struct usb_model *m = model_of(t);

	if (m->dev != NULL)
		m->ops->destroy(m->dev);
	if (m->air != NULL)
		air_close(m->air);
	rte_ring_free(m->armed);
	rte_ring_free(m->completed);
	rte_free(m->urbs);
	usb_bufs_free(&m->bufs);
	pthread_mutex_destroy(&m->lock);
	rte_free(m);
}

static unsigned int
model_rx_poll(struct usb_transport *t, struct usb_xfer **xfers, unsigned int n)
{
	return rte_ring_sc_dequeue_burst(model_of(t)->completed, (void **)xfers, n, NULL);
}

static void
model_rx_return(struct usb_transport *t, struct usb_xfer **xfers, unsigned int n)
{
	struct usb_model *m = model_of(t);
	unsigned int i;

	/* The armed ring has a place for every buffer too. */
	for (i = 0; i < n; i++)
		rte_ring_sp_enqueue(m->armed, xfers[i]->priv);
}

static unsigned int
model_rx_count(const struct usb_transport *t)
{
	const struct usb_model *m = (const struct usb_model *)
		RTE_PTR_SUB(t, offsetof(struct usb_model, t));

	return rte_ring_count(m->completed);
}

static int
model_control(struct usb_transport *t, const struct usb_request *req, void *data,
	      unsigned int timeout_ms __rte_unused)
{
	const struct usb_setup setup = {
		.bmRequestType = req->bmRequestType,
		.bRequest = req->bRequest,
		.wValue = req->wValue,
		.wIndex = req->wIndex,
		.wLength = req->wLength,
	};
	struct usb_model *m = model_of(t);
	int ret;

	__atomic_fetch_add(&m->nb_waiting, 1, __ATOMIC_ACQ_REL);
	pthread_mutex_lock(&m->lock);
	ret = m->ops->control(m->dev, m->now_ns, &setup, data);
	pthread_mutex_unlock(&m->lock);
	__atomic_fetch_sub(&m->nb_waiting, 1, __ATOMIC_ACQ_REL);
	return ret;
}

static const struct usb_transport_ops model_ops = {
	.name = "model",
	.start = model_start,
	.stop = model_stop,
	.close = model_close,
	.rx_poll = model_rx_poll,
	.rx_return = model_rx_return,
	.rx_count = model_rx_count,
	.control = model_control,
};

/* NAME:VALUE[/NAME:VALUE...] */
static int
set_switches(struct usb_model *m, const char *switches)
{
	char *copy, *item, *save = NULL;
	int ret = 0;

	if (switches == NULL)
		return 0;
	copy = strdup(switches);
	if (copy == NULL)
		return -ENOMEM;
	for (item = strtok_r(copy, "/", &save); item != NULL && ret == 0;
	     item = strtok_r(NULL, "/", &save)) {
		char *value = strchr(item, ':');

		if (value != NULL)
			*value++ = '\0';
		ret = value == NULL ? -EINVAL : m->ops->set_switch(m->dev, item, value);
		if (ret != 0)
			USB_LOG(ERR, m->port, "model switch %s:%s: %s", item,
				value == NULL ? "" : value,
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

static int
open_air(struct usb_model *m, const struct usb_model_args *args)
{
	char err[256] = "", options[512];
	int n;

	if (args->air == NULL)
		return 0;
	n = snprintf(options, sizeof(options), AIR_DEFAULTS "%s%s",
		     args->air_options != NULL ? "/" : "",
		     args->air_options != NULL ? args->air_options : "");
	if (n >= (int)sizeof(options)) {
		USB_LOG(ERR, m->port, "air-set= is too long");
		return -EINVAL;
	}
	m->air = air_open(args->air, options, err, sizeof(err));
	if (m->air != NULL)
		return 0;
	USB_LOG(ERR, m->port, "air=%s: %s", args->air, err);
	return -EINVAL;
}

static int
create_device(struct usb_model *m, const struct usb_model_args *args)
{
	const char *speed = args->speed == NULL ? "super" : args->speed;
	enum usb_speed usb_speed;
	int ret;

	if (strcmp(speed, "super") == 0) {
		usb_speed = USB_SPEED_SUPER;
		m->t.shared->speed_mbps = 5000;
	} else if (strcmp(speed, "high") == 0) {
		usb_speed = USB_SPEED_HIGH;
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
	m->dev = m->ops->create(usb_speed, m->air);
	if (m->dev == NULL) {
		USB_LOG(ERR, m->port, "no memory for the model");
		return -ENOMEM;
	}
	ret = set_switches(m, args->switches);
	if (ret == 0)
		ret = name_counters(m);
	return ret;
}

static struct rte_ring *
create_ring(const struct usb_transport_conf *conf, const char *what)
{
	char name[RTE_RING_NAMESIZE];

	snprintf(name, sizeof(name), "usb_%s_%.16s", what, conf->port);
	return rte_ring_create(name, rte_align32pow2(conf->nb_bufs + 1), conf->socket_id,
			       RING_F_SP_ENQ | RING_F_SC_DEQ);
}

static int
create_rings(struct usb_model *m, const struct usb_transport_conf *conf)
{
	uint32_t i;
	int ret = usb_bufs_create(&m->bufs, conf);

	if (ret != 0)
		return ret;
	m->armed = create_ring(conf, "arm");
	m->completed = create_ring(conf, "done");
	m->urbs = rte_zmalloc(NULL, conf->nb_bufs * sizeof(*m->urbs), 0);
	if (m->armed == NULL || m->completed == NULL || m->urbs == NULL) {
		USB_LOG(ERR, m->port, "no memory for the transfer rings");
		return -ENOMEM;
	}
	for (i = 0; i < m->bufs.nb; i++) {
		m->urbs[i].data = m->bufs.xfers[i]->data;
		m->urbs[i].size = m->bufs.xfers[i]->size;
		m->urbs[i].owner = m->bufs.xfers[i];
		m->bufs.xfers[i]->priv = &m->urbs[i];
	}
	return 0;
}

int
usb_model_open(const struct usb_transport_conf *conf, const struct usb_model_args *args,
	       struct usb_transport **t)
{
	struct usb_model *m = rte_zmalloc_socket("usb_model", sizeof(*m), 0, conf->socket_id);
	int ret;

	if (m == NULL) {
		USB_LOG(ERR, conf->port, "no memory for the model");
		return -ENOMEM;
	}
	snprintf(m->port, sizeof(m->port), "%s", conf->port);
	m->t.ops = &model_ops;
	m->t.shared = conf->shared;
	pthread_mutex_init(&m->lock, NULL);
	ret = create_device(m, args);
	if (ret == 0)
		ret = create_rings(m, conf);
	if (ret != 0) {
		model_close(&m->t);
		return ret;
	}
	*t = &m->t;
	return 0;
}
