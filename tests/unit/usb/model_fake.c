/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "air.h"
#include "model_fake.h"
#include "usb_device.h"

#define NS_PER_SECOND 1000000000ull

int __real_clock_gettime(clockid_t id, struct timespec *ts);
int __wrap_clock_gettime(clockid_t id, struct timespec *ts);
long __real_syscall(long number, ...);
long __wrap_syscall(long number, ...);

struct fake fake;

struct usb_device {
	struct usb_urb *in[USB_DEVICE_URBS_MAX];	/* oldest first */
	struct usb_urb *event_in[USB_DEVICE_URBS_MAX];
	unsigned int nb_event_in;
	struct usb_urb *done[2 * USB_DEVICE_URBS_MAX];
	unsigned int nb_done;
	unsigned int next;	/* event */
	unsigned int next_event;	/* on the second endpoint */
	struct usb_urb *out[USB_DEVICE_URBS_MAX];	/* oldest first */
	uint64_t out_due_ns[USB_DEVICE_URBS_MAX];
	struct usb_urb *out_done[USB_DEVICE_URBS_MAX];
	unsigned int nb_out, nb_out_done;
	unsigned int submitted;
	uint64_t now_ns;
};

struct air {
	char unused;
};

static uint64_t clock_ns, advanced_ns;
static unsigned int looks;
static unsigned int inside;
static pthread_t test_thread;

void
fake_reset(void)
{
	memset(&fake, 0, sizeof(fake));
	fake.nb_counters = 3;
	fake_clock_set(0);
	__atomic_store_n(&advanced_ns, 0, __ATOMIC_SEQ_CST);
	test_thread = pthread_self();
}

void
fake_clock_set(uint64_t ns)
{
	__atomic_store_n(&clock_ns, ns, __ATOMIC_SEQ_CST);
}

uint64_t
fake_clock(void)
{
	return __atomic_load_n(&clock_ns, __ATOMIC_SEQ_CST);
}

int
__wrap_clock_gettime(clockid_t id, struct timespec *ts)
{
	uint64_t now;

	if (id != CLOCK_MONOTONIC || fake.real_clock)
		return __real_clock_gettime(id, ts);
	if (fake.on_clock != NULL && !pthread_equal(pthread_self(), test_thread))
		fake.on_clock();
	now = fake_clock();
	ts->tv_sec = (time_t)(now / NS_PER_SECOND);
	ts->tv_nsec = (long)(now % NS_PER_SECOND);
	return 0;
}

/* Only futexes are called so in these programs. A sleep that only a waker ends lasts
 * ten seconds: a test has failed by then. */
long
__wrap_syscall(long number, ...)
{
	struct timespec longer = { .tv_sec = 10 };
	const struct timespec *timeout;
	uint32_t *word, value;
	va_list args;
	int op;

	va_start(args, number);
	word = va_arg(args, uint32_t *);
	op = va_arg(args, int);
	value = va_arg(args, uint32_t);
	timeout = va_arg(args, const struct timespec *);
	va_end(args);
	if (op == FUTEX_WAIT_PRIVATE) {
		__atomic_store_n(&fake.sleep_ns, timeout->tv_nsec, __ATOMIC_SEQ_CST);
		__atomic_fetch_add(&fake.nb_sleeps, 1, __ATOMIC_SEQ_CST);
		if (__atomic_load_n(&fake.long_sleep, __ATOMIC_SEQ_CST))
			timeout = &longer;
	} else {
		__atomic_fetch_add(&fake.nb_wakes, 1, __ATOMIC_SEQ_CST);
	}
	return __real_syscall(number, word, op, value, timeout, NULL, 0);
}

unsigned int
fake_looks(void)
{
	return __atomic_load_n(&looks, __ATOMIC_SEQ_CST);
}

bool
fake_wait(uint64_t now_ns)
{
	unsigned int i;

	for (i = 0; i < 50000; i++) {
		if (__atomic_load_n(&advanced_ns, __ATOMIC_SEQ_CST) >= now_ns)
			return true;
		usleep(100);
	}
	return false;
}

static void
enter(void)
{
	if (__atomic_fetch_add(&inside, 1, __ATOMIC_SEQ_CST) != 0)
		fake.two_inside = true;
}

static void
leave(void)
{
	__atomic_fetch_sub(&inside, 1, __ATOMIC_SEQ_CST);
}

/* For another thread to come in, if it can: EAL may keep both on one processor. */
static void
linger(void)
{
	sched_yield();
}

static void
move_to(struct usb_device *dev, uint64_t now_ns)
{
	if (now_ns < dev->now_ns)
		fake.time_ran_back = true;
	dev->now_ns = now_ns;
	fake.now_ns = now_ns;
}

static struct usb_device *
fake_create(enum usb_speed speed, struct air *air)
{
	struct usb_device *dev = fake.no_device ? NULL : calloc(1, sizeof(*dev));

	fake.speed = (int)speed;
	fake.devices += dev != NULL;
	return dev;
}

static void
fake_destroy(struct usb_device *dev)
{
	fake.devices--;
	fake.nb_outs_in -= dev->nb_out;
	fake.nb_event_in -= dev->nb_event_in;
	free(dev);
}

static int
fake_set_switch(struct usb_device *dev, const char *name, const char *value)
{
	if (strcmp(name, "good") != 0)
		return -ENOENT;
	return strcmp(value, "1") == 0 ? 0 : -EINVAL;
}

static bool
fake_list_switches(unsigned int i, const char **name, const char **values, const char **help)
{
	return false;
}

static int
fake_control(struct usb_device *dev, uint64_t now_ns, const struct usb_setup *setup,
	     uint8_t *data)
{
	int ret = -EPIPE;

	enter();
	move_to(dev, now_ns);
	fake.nb_controls++;
	linger();
	if (setup->bRequest == FAKE_REQUEST && setup->wLength == 6) {
		memcpy(data, &setup->wValue, 2);
		memcpy(data + 2, &setup->wIndex, 2);
		data[4] = setup->bmRequestType;
		data[5] = setup->bRequest;
		ret = 6;
	}
	/* CLEAR_FEATURE(ENDPOINT_HALT), USB 2.0 9.4.1 */
	if (setup->bmRequestType == 0x02 && setup->bRequest == 1 && setup->wValue == 0 &&
	    setup->wLength == 0) {
		ret = setup->wIndex == FAKE_EP_A || setup->wIndex == FAKE_EP_EVENT ? 0 : -EPIPE;
		fake.nb_halts += ret == 0;
	}
	leave();
	return ret;
}

static int
fake_submit(struct usb_device *dev, uint64_t now_ns, struct usb_urb *urb)
{
	enter();
	move_to(dev, now_ns);
	if (fake.nb_in == USB_DEVICE_URBS_MAX) {
		leave();
		return -ENOSPC;
	}
	dev->in[fake.nb_in++] = urb;
	dev->submitted++;
	leave();
	return 0;
}

static int
fake_submit_in(struct usb_device *dev, uint64_t now_ns, uint8_t ep, struct usb_urb *urb)
{
	int ret = 0;

	enter();
	move_to(dev, now_ns);
	if (ep != FAKE_EP_EVENT)
		ret = -ENOENT;
	else if (dev->nb_event_in == USB_DEVICE_URBS_MAX)
		ret = -ENOSPC;
	else
		dev->event_in[dev->nb_event_in++] = urb;
	fake.nb_event_in += ret == 0;
	leave();
	return ret;
}

static struct usb_urb *
take_first(struct usb_urb **in, unsigned int *nb)
{
	struct usb_urb *urb = in[0];

	if (*nb == 0)
		return NULL;
	(*nb)--;
	memmove(in, in + 1, *nb * sizeof(in[0]));
	return urb;
}

static struct usb_urb *
take_event(struct usb_device *dev)
{
	struct usb_urb *urb = take_first(dev->event_in, &dev->nb_event_in);

	fake.nb_event_in -= urb != NULL;
	return urb;
}

static void
fill(struct usb_device *dev, struct usb_urb *urb, unsigned int byte)
{
	urb->actual = urb->size - fake.short_by;
	urb->status = fake.status;
	memset(urb->data, (int)byte, urb->actual);
	dev->done[dev->nb_done++] = urb;
}

static void
end_transfer(struct usb_device *dev)
{
	struct usb_urb *urb = take_first(dev->in, &fake.nb_in);

	if (urb == NULL) {
		fake.nb_missed++;
		return;
	}
	fill(dev, urb, fake.nb_done);
	fake.nb_done++;
}

static void
end_event(struct usb_device *dev)
{
	struct usb_urb *urb = take_event(dev);

	if (urb == NULL) {
		fake.nb_missed++;
		return;
	}
	fill(dev, urb, FAKE_EVENT_BYTE(fake.nb_event_done));
	fake.nb_event_done++;
}

static bool
has_ep_out(uint8_t ep)
{
	return ep == FAKE_EP_A || ep == FAKE_EP_B;
}

static void
note_out(uint8_t ep, const struct usb_urb *urb, uint64_t now_ns)
{
	unsigned int n = fake.nb_outs;

	if (n < FAKE_OUTS)
		fake.outs[n] = (struct fake_out){
			ep, urb->size == 0 ? 0 : urb->data[0], urb->zlp, urb->size, now_ns,
		};
	__atomic_store_n(&fake.nb_outs, n + 1, __ATOMIC_RELEASE);
}

static void
queue_out(struct usb_device *dev, struct usb_urb *urb)
{
	unsigned int n = dev->nb_out++;
	uint64_t from = n == 0 ? dev->now_ns : dev->out_due_ns[n - 1];

	fake.nb_outs_in++;
	dev->out[n] = urb;
	dev->out_due_ns[n] = fake.out_ns == FAKE_NEVER ? FAKE_NEVER : from + fake.out_ns;
}

static int
fake_submit_out(struct usb_device *dev, uint64_t now_ns, uint8_t ep, struct usb_urb *urb)
{
	unsigned int places = fake.out_places == 0 ? USB_DEVICE_URBS_MAX : fake.out_places;
	int ret = 0;

	enter();
	move_to(dev, now_ns);
	if (!has_ep_out(ep)) {
		ret = -ENOENT;
	} else if (dev->nb_out >= places) {
		ret = -ENOSPC;
	} else {
		note_out(ep, urb, now_ns);
		queue_out(dev, urb);
	}
	leave();
	return ret;
}

static struct usb_urb *
take_first_out(struct usb_device *dev)
{
	struct usb_urb *urb = dev->out[0];

	if (dev->nb_out == 0)
		return NULL;
	fake.nb_outs_in--;
	dev->nb_out--;
	memmove(dev->out, dev->out + 1, dev->nb_out * sizeof(dev->out[0]));
	memmove(dev->out_due_ns, dev->out_due_ns + 1,
		dev->nb_out * sizeof(dev->out_due_ns[0]));
	return urb;
}

static void
end_out(struct usb_device *dev)
{
	struct usb_urb *urb = take_first_out(dev);

	urb->actual = urb->size - fake.out_short_by;
	urb->status = fake.out_status;
	dev->out_done[dev->nb_out_done++] = urb;
}

static uint64_t
next_out_due(const struct usb_device *dev)
{
	return dev->nb_out == 0 ? FAKE_NEVER : dev->out_due_ns[0];
}

static struct usb_urb *
fake_reap_out(struct usb_device *dev)
{
	struct usb_urb *urb = NULL;

	enter();
	if (dev->nb_out_done != 0) {
		urb = dev->out_done[0];
		dev->nb_out_done--;
		memmove(dev->out_done, dev->out_done + 1,
			dev->nb_out_done * sizeof(dev->out_done[0]));
	}
	leave();
	return urb;
}

static struct usb_urb *
fake_cancel_out(struct usb_device *dev)
{
	struct usb_urb *urb;

	enter();
	if (fake.out_done_at_cancel && dev->nb_out != 0) {
		end_out(dev);
		fake.out_done_at_cancel = false;
	}
	urb = take_first_out(dev);
	if (urb != NULL) {
		urb->status = -ENOENT;
		urb->actual = 0;
	}
	leave();
	return urb;
}

static uint64_t
next_data_due(const struct usb_device *dev)
{
	return dev->next < fake.nb_due ? fake.due_ns[dev->next] : UINT64_MAX;
}

/* On either IN endpoint. */
static uint64_t
next_due(const struct usb_device *dev)
{
	uint64_t due = next_data_due(dev);

	if (dev->next_event < fake.nb_event_due && fake.event_due_ns[dev->next_event] < due)
		due = fake.event_due_ns[dev->next_event];
	return due;
}

static void
end_next(struct usb_device *dev)
{
	if (next_data_due(dev) == next_due(dev)) {
		end_transfer(dev);
		dev->next++;
	} else {
		end_event(dev);
		dev->next_event++;
	}
}

static uint64_t
fake_next_event(const struct usb_device *dev)
{
	uint64_t due;

	if (fake.on_next_event != NULL)
		fake.on_next_event();
	enter();
	due = next_due(dev);
	if (next_out_due(dev) < due)
		due = next_out_due(dev);
	leave();
	return due;
}

static void
note_step(struct usb_device *dev, uint64_t now_ns)
{
	if (fake.nb_steps < FAKE_STEPS)
		fake.steps[fake.nb_steps++] = (struct fake_step){
			next_due(dev), now_ns, dev->submitted,
		};
	dev->submitted = 0;
}

static void
fake_advance(struct usb_device *dev, uint64_t now_ns)
{
	enter();
	if (now_ns != dev->now_ns || next_due(dev) <= now_ns)
		note_step(dev, now_ns);
	move_to(dev, now_ns);
	while (next_due(dev) <= now_ns)
		end_next(dev);
	while (next_out_due(dev) <= now_ns && dev->nb_out != 0)
		end_out(dev);
	linger();
	leave();
}

/* NULL ends the step: what it did can be looked at. */
static struct usb_urb *
fake_reap(struct usb_device *dev)
{
	struct usb_urb *urb = NULL;

	enter();
	if (dev->nb_done != 0) {
		urb = dev->done[0];
		dev->nb_done--;
		memmove(dev->done, dev->done + 1, dev->nb_done * sizeof(dev->done[0]));
	} else {
		__atomic_store_n(&advanced_ns, dev->now_ns, __ATOMIC_SEQ_CST);
		__atomic_fetch_add(&looks, 1, __ATOMIC_SEQ_CST);
	}
	leave();
	return urb;
}

static struct usb_urb *
fake_cancel(struct usb_device *dev)
{
	struct usb_urb *urb;

	enter();
	if (fake.done_at_cancel) {
		end_transfer(dev);
		if (dev->nb_event_in != 0)
			end_event(dev);
		fake.done_at_cancel = false;
	}
	urb = take_first(dev->in, &fake.nb_in);
	if (urb == NULL)
		urb = take_event(dev);
	leave();
	return urb;
}

static bool
take_this(struct usb_urb **in, unsigned int *nb, const struct usb_urb *urb)
{
	unsigned int i;

	for (i = 0; i < *nb && in[i] != urb; i++)
		;
	if (i == *nb)
		return false;
	(*nb)--;
	memmove(in + i, in + i + 1, (*nb - i) * sizeof(in[0]));
	return true;
}

static bool
fake_cancel_urb(struct usb_device *dev, struct usb_urb *urb)
{
	bool was_in, was_event, was_out;

	enter();
	if (fake.urb_done_at_cancel && dev->nb_out != 0 && dev->out[0] == urb) {
		end_out(dev);
		fake.urb_done_at_cancel = false;
	}
	was_in = take_this(dev->in, &fake.nb_in, urb);
	was_event = take_this(dev->event_in, &dev->nb_event_in, urb);
	was_out = take_this(dev->out, &dev->nb_out, urb);
	fake.nb_event_in -= was_event;
	fake.nb_outs_in -= was_out;
	leave();
	return was_in || was_event || was_out;
}

static void
fake_reset_port(struct usb_device *dev, uint64_t now_ns)
{
	enter();
	move_to(dev, now_ns);
	fake.nb_resets++;
	leave();
}

/* That there are some means that standard requests are known. */
static const struct usb_descriptors *
fake_descriptors(const struct usb_device *dev)
{
	return NULL;
}

static bool
fake_counter(const struct usb_device *dev, unsigned int i, const char **name, uint64_t *value)
{
	static char generic[32];

	if (i >= fake.nb_counters)
		return false;
	*value = i;
	snprintf(generic, sizeof(generic), "counter_%u", i);
	*name = generic;
	if (i == 1 && !fake.no_missed) {
		*name = "fifo_overflow_frames";
		*value = FAKE_MISSED;
	} else if (i == 2) {
		*name = "depth_now";
		*value = FAKE_DEPTH;
	}
	return true;
}

#define FAKE_OPS \
	.chip = "fake", \
	.about = "a device by script", \
	.create = fake_create, \
	.destroy = fake_destroy, \
	.set_switch = fake_set_switch, \
	.list_switches = fake_list_switches, \
	.control = fake_control, \
	.submit = fake_submit, \
	.advance = fake_advance, \
	.reap = fake_reap, \
	.cancel = fake_cancel, \
	.next_event = fake_next_event, \
	.counter = fake_counter

static const struct usb_device_ops fake_ops_in_only = { FAKE_OPS };

static const struct usb_device_ops fake_ops = {
	FAKE_OPS,
	.air_defaults = "most:fake",
	.descriptors = fake_descriptors,
	.reset = fake_reset_port,
	.cancel_urb = fake_cancel_urb,
	.submit_in = fake_submit_in,
	.submit_out = fake_submit_out,
	.reap_out = fake_reap_out,
	.cancel_out = fake_cancel_out,
};

const struct usb_device_ops *
usb_device_find(const char *chip)
{
	if (strcmp(chip, "fake") != 0)
		return NULL;
	return fake.no_out ? &fake_ops_in_only : &fake_ops;
}

const char *
usb_device_chip(unsigned int i)
{
	static const char *const names[] = { "fake", "faked" };

	return i < 2 ? names[i] : NULL;
}

struct air *
air_open(const char *spec, const char *options, char *err, size_t err_size)
{
	struct air *air = fake.no_air ? NULL : calloc(1, sizeof(*air));

	snprintf(fake.air_spec, sizeof(fake.air_spec), "%s", spec == NULL ? "" : spec);
	snprintf(fake.air_options, sizeof(fake.air_options), "%s", options);
	if (air == NULL)
		snprintf(err, err_size, "no air in %s", spec == NULL ? "(null)" : spec);
	fake.airs += air != NULL;
	return air;
}

void
air_close(struct air *air)
{
	fake.airs--;
	free(air);
}

bool
air_out_open(struct air *air, const char *file, char *err, size_t err_size)
{
	snprintf(fake.air_out, sizeof(fake.air_out), "%s", file);
	if (!fake.no_air_out)
		return true;
	snprintf(err, err_size, "cannot write %s", file);
	return false;
}
