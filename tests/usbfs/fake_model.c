/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "air.h"
#include "usb_device.h"

#include "fake_internal.h"
#include "fake_model.h"

/* A late model catches up in steps of so much, its host's new requests in between. */
#define CATCH_UP_NS	20000ull
#define SLEEP_MAX_NS	1000000ull
#define NS_PER_S	1000000000ull

struct model {
	struct fake_model_args args;
	const struct usb_device_ops *ops;
	struct usb_device *dev;
	struct air *air;
	struct timespec zero;
	uint64_t now_ns;		/* of the model, never more than the time since zero */
	uint8_t first_in;
	struct fake_urbs in, out;	/* it has, in the order of submission */
	pthread_t thread;
	pthread_cond_t more;
	bool stop;
};

/* In fake_urb.back. */
_Static_assert(sizeof(struct usb_urb) <= sizeof(((struct fake_urb *)0)->back), "back");

static struct model *
model_of(struct fake_usbfs *f)
{
	return f->priv;
}

static struct usb_urb *
urb_of(struct fake_urb *u)
{
	return (struct usb_urb *)u->back;
}

static bool
is_in(const struct fake_urb *u)
{
	return (u->ep & 0x80) != 0;
}

static uint64_t
real_ns(const struct model *m)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)(now.tv_sec - m->zero.tv_sec) * NS_PER_S +
		(uint64_t)now.tv_nsec - (uint64_t)m->zero.tv_nsec;
}

static int
give(struct model *m, struct fake_urb *u)
{
	struct usb_urb *urb = urb_of(u);

	if (!is_in(u))
		return m->ops->submit_out(m->dev, m->now_ns, u->ep, urb);
	if (u->ep == m->first_in)
		return m->ops->submit(m->dev, m->now_ns, urb);
	return m->ops->submit_in == NULL ? -ENOENT :
	       m->ops->submit_in(m->dev, m->now_ns, u->ep, urb);
}

static void
done(struct fake_usbfs *f, struct fake_urbs *list, struct usb_urb *urb)
{
	struct fake_urb *u = urb->owner;

	TAILQ_REMOVE(list, u, held);
	fake_urb_done(f, u, urb->status, urb->actual);
}

static void
reap_all(struct fake_usbfs *f, struct model *m)
{
	struct usb_urb *urb;

	while ((urb = m->ops->reap(m->dev)) != NULL)
		done(f, &m->in, urb);
	while ((urb = m->ops->reap_out(m->dev)) != NULL)
		done(f, &m->out, urb);
}

/* As far as the time is; how long nothing will happen. */
static uint64_t
step(struct fake_usbfs *f, struct model *m)
{
	uint64_t real = real_ns(m), next = m->ops->next_event(m->dev), to;

	to = next > real ? real : next > m->now_ns ? next : m->now_ns;
	to = to + CATCH_UP_NS < real ? to + CATCH_UP_NS : real;
	m->now_ns = to;
	m->ops->advance(m->dev, to);
	reap_all(f, m);
	next = m->ops->next_event(m->dev);
	return to < real || next <= real ? 0 : next - real;
}

static int
model_submit(struct fake_usbfs *f, struct fake_urb *u)
{
	struct model *m = model_of(f);
	struct usb_urb *urb = urb_of(u);
	int ret;

	urb->data = u->data;
	urb->size = u->size;
	urb->zlp = u->zlp;
	urb->owner = u;
	ret = give(m, u);
	if (ret != 0)
		return ret == -ENOSPC ? -ENOMEM : ret;
	TAILQ_INSERT_TAIL(is_in(u) ? &m->in : &m->out, u, held);
	pthread_cond_signal(&m->more);
	return 0;
}

static void
take_back(struct model *m, struct fake_urb *u)
{
	m->ops->cancel_urb(m->dev, urb_of(u));
	TAILQ_REMOVE(is_in(u) ? &m->in : &m->out, u, held);
}

static void
model_forget(struct fake_usbfs *f, struct fake_urb *u)
{
	struct model *m = model_of(f);

	if (u->ep != 0)
		take_back(m, u);
}

static int
model_discard(struct fake_usbfs *f, struct fake_urb *u)
{
	struct model *m = model_of(f);

	step(f, m);
	if (!u->pending)
		return -EINVAL;
	take_back(m, u);
	fake_urb_done(f, u, -ENOENT, 0);
	return 0;
}

static int
request(struct model *m, const struct fake_setup *s, uint8_t *data)
{
	const struct usb_setup setup = { s->bmRequestType, s->bRequest, s->wValue, s->wIndex,
		s->wLength };

	return m->ops->control(m->dev, m->now_ns, &setup, data);
}

static int
model_control(struct fake_usbfs *f, struct fake_urb *u, const struct fake_setup *setup,
	      uint8_t *data)
{
	struct model *m = model_of(f);
	int ret;

	(void)u;
	step(f, m);
	ret = request(m, setup, data);
	pthread_cond_signal(&m->more);
	return ret;
}

/* SET_CONFIGURATION, as the host does it (USB 2.0 9.4.7). */
static void
configure(struct fake_usbfs *f, struct model *m)
{
	const struct fake_setup setup = { 0x00, 9, f->conf.config[5], 0, 0 };
	uint8_t nothing;

	if (m->ops->descriptors != NULL)
		request(m, &setup, &nothing);
}

/* CLEAR_FEATURE of ENDPOINT_HALT (USB 2.0 9.4.1). */
static void
model_clear_halt(struct fake_usbfs *f, uint8_t ep)
{
	const struct fake_setup setup = { 0x02, 1, 0, ep, 0 };
	struct model *m = model_of(f);
	uint8_t nothing;

	if (m->ops->descriptors != NULL)
		request(m, &setup, &nothing);
	pthread_cond_signal(&m->more);
}

static int
model_reset(struct fake_usbfs *f)
{
	struct model *m = model_of(f);

	if (m->ops->reset != NULL)
		m->ops->reset(m->dev, m->now_ns);
	configure(f, m);
	return 0;
}

static void
sleep_for(struct fake_usbfs *f, struct model *m, uint64_t ns)
{
	struct timespec at;

	clock_gettime(CLOCK_MONOTONIC, &at);
	ns = (ns < SLEEP_MAX_NS ? ns : SLEEP_MAX_NS) + (uint64_t)at.tv_nsec;
	at.tv_sec += (time_t)(ns / NS_PER_S);
	at.tv_nsec = (long)(ns % NS_PER_S);
	pthread_cond_timedwait(&m->more, &f->lock, &at);
}

static void *
run(void *arg)
{
	struct fake_usbfs *f = arg;
	struct model *m = model_of(f);
	uint64_t idle;

	fake_lock(f);
	while (!m->stop) {
		idle = f->gone ? SLEEP_MAX_NS : step(f, m);
		if (idle != 0) {
			sleep_for(f, m, idle);
			continue;
		}
		fake_unlock(f);
		fake_lock(f);
	}
	fake_unlock(f);
	return NULL;
}

static const char *
set_switches(struct model *m)
{
	char *copy, *item, *value, *save = NULL;
	const char *err = NULL;

	if (m->args.switches == NULL)
		return NULL;
	copy = strdup(m->args.switches);
	for (item = copy == NULL ? NULL : strtok_r(copy, "/", &save); item != NULL && err == NULL;
	     item = strtok_r(NULL, "/", &save)) {
		value = strchr(item, ':');
		if (value != NULL)
			*value++ = '\0';
		if (value == NULL || m->ops->set_switch(m->dev, item, value) != 0)
			err = "no such switch or value";
	}
	free(copy);
	return err;
}

static void
take_out(struct model *m)
{
	if (m->dev != NULL)
		m->ops->destroy(m->dev);
	if (m->air != NULL)
		air_close(m->air);
	m->dev = NULL;
	m->air = NULL;
}

static const char *
plug_in(struct model *m)
{
	static char why[256];
	char options[512];
	const char *defaults = m->ops->air_defaults;
	bool high = m->args.speed != NULL && strcmp(m->args.speed, "high") == 0;

	snprintf(options, sizeof(options), "%s%s%s", defaults == NULL ? "" : defaults,
		 defaults == NULL || m->args.air_options == NULL ? "" : "/",
		 m->args.air_options == NULL ? "" : m->args.air_options);
	if (m->args.air != NULL) {
		m->air = air_open(m->args.air, options, why, sizeof(why));
		if (m->air == NULL)
			return why;
	}
	m->dev = m->ops->create(high ? USB_SPEED_HIGH : USB_SPEED_SUPER, m->air);
	if (m->dev == NULL)
		return "no memory for the device";
	clock_gettime(CLOCK_MONOTONIC, &m->zero);
	m->now_ns = 0;
	return set_switches(m);
}

/* It has lost its power in between. */
static void
model_replug(struct fake_usbfs *f)
{
	struct model *m = model_of(f);

	take_out(m);
	if (plug_in(m) != NULL)
		abort();
	configure(f, m);
}

static void
free_model(struct model *m)
{
	take_out(m);
	pthread_cond_destroy(&m->more);
	free(m);
}

static void
model_destroy(struct fake_usbfs *f)
{
	struct model *m = model_of(f);

	fake_lock(f);
	m->stop = true;
	pthread_cond_signal(&m->more);
	fake_unlock(f);
	pthread_join(m->thread, NULL);
	free_model(m);
}

static const struct fake_back_end model_back_end = {
	.submit = model_submit,
	.discard = model_discard,
	.forget = model_forget,
	.control = model_control,
	.clear_halt = model_clear_halt,
	.reset = model_reset,
	.replug = model_replug,
	.destroy = model_destroy,
	.copies = true,
};

static struct model *
make_model(const struct fake_model_args *args, const char **err)
{
	struct model *m = calloc(1, sizeof(*m));
	pthread_condattr_t attr;

	if (m == NULL)
		abort();
	m->args = *args;
	TAILQ_INIT(&m->in);
	TAILQ_INIT(&m->out);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&m->more, &attr);
	pthread_condattr_destroy(&attr);
	m->ops = usb_device_find(args->chip);
	*err = m->ops == NULL ? "no such chip" : plug_in(m);
	if (*err == NULL)
		return m;
	free_model(m);
	return NULL;
}

/* Of the interface that is a vendor's, Wi-Fi's of a composite device. */
static uint8_t
first_in(const struct fake_usbfs *f)
{
	const uint8_t *d = f->conf.config, *end = d + fake_config_len(f);
	bool vendor = false;

	for (; d + 2 <= end && d[0] >= 2; d += d[0]) {
		if (d[1] == 4)
			vendor = d[5] == 0xff;
		if (vendor && d[1] == 5 && (d[2] & 0x80) != 0 && (d[3] & 3) == 2)
			return d[2];
	}
	return 0x84;
}

struct fake_usbfs *
fake_model_create(const struct fake_model_args *args, const struct fake_conf *conf,
		  const char **err)
{
	const struct usb_descriptors *desc = NULL;
	struct fake_conf own = { 0 };
	struct model *m = make_model(args, err);
	struct fake_usbfs *f;

	if (m == NULL)
		return NULL;
	if (conf != NULL)
		own = *conf;
	if (m->ops->descriptors != NULL)
		desc = m->ops->descriptors(m->dev);
	own.device = desc == NULL ? NULL : desc->device;
	own.config = desc == NULL ? NULL : desc->config;
	own.speed_mbps = args->speed != NULL && strcmp(args->speed, "high") == 0 ? 480 : 5000;
	f = fake_usbfs_create(&own);
	if (f == NULL)
		abort();
	m->first_in = first_in(f);
	fake_set_back_end(f, &model_back_end, m);
	configure(f, m);
	if (pthread_create(&m->thread, NULL, run, f) != 0)
		abort();
	return f;
}

uint64_t
fake_model_counter(struct fake_usbfs *f, const char *name)
{
	struct model *m = model_of(f);
	uint64_t value, found = UINT64_MAX;
	const char *its;
	unsigned int i;

	fake_lock(f);
	for (i = 0; found == UINT64_MAX && m->ops->counter(m->dev, i, &its, &value); i++)
		if (strcmp(its, name) == 0)
			found = value;
	fake_unlock(f);
	return found;
}
