/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "air.h"
#include "model_fake.h"
#include "usb_device.h"

#define NS_PER_SECOND 1000000000ull

int __real_clock_gettime(clockid_t id, struct timespec *ts);
int __wrap_clock_gettime(clockid_t id, struct timespec *ts);

struct fake fake;

struct usb_device {
	struct usb_urb *in[USB_DEVICE_URBS_MAX];	/* oldest first */
	struct usb_urb *done[USB_DEVICE_URBS_MAX];
	unsigned int nb_done;
	unsigned int next;	/* event */
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

	if (id != CLOCK_MONOTONIC)
		return __real_clock_gettime(id, ts);
	if (fake.on_clock != NULL && !pthread_equal(pthread_self(), test_thread))
		fake.on_clock();
	now = fake_clock();
	ts->tv_sec = (time_t)(now / NS_PER_SECOND);
	ts->tv_nsec = (long)(now % NS_PER_SECOND);
	return 0;
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

static struct usb_urb *
take_first(struct usb_device *dev)
{
	struct usb_urb *urb = dev->in[0];

	if (fake.nb_in == 0)
		return NULL;
	fake.nb_in--;
	memmove(dev->in, dev->in + 1, fake.nb_in * sizeof(dev->in[0]));
	return urb;
}

static void
end_transfer(struct usb_device *dev)
{
	struct usb_urb *urb = take_first(dev);

	if (urb == NULL) {
		fake.nb_missed++;
		return;
	}
	urb->actual = urb->size - fake.short_by;
	urb->status = fake.status;
	memset(urb->data, (int)fake.nb_done, urb->actual);
	dev->done[dev->nb_done++] = urb;
	fake.nb_done++;
}

static uint64_t
next_due(const struct usb_device *dev)
{
	return dev->next < fake.nb_due ? fake.due_ns[dev->next] : UINT64_MAX;
}

static uint64_t
fake_next_event(const struct usb_device *dev)
{
	uint64_t due;

	enter();
	due = next_due(dev);
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
	for (; next_due(dev) <= now_ns; dev->next++)
		end_transfer(dev);
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
		fake.done_at_cancel = false;
	}
	urb = take_first(dev);
	leave();
	return urb;
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

static const struct usb_device_ops fake_ops = {
	.chip = "fake",
	.about = "a device by script",
	.create = fake_create,
	.destroy = fake_destroy,
	.set_switch = fake_set_switch,
	.list_switches = fake_list_switches,
	.control = fake_control,
	.submit = fake_submit,
	.advance = fake_advance,
	.reap = fake_reap,
	.cancel = fake_cancel,
	.next_event = fake_next_event,
	.counter = fake_counter,
};

const struct usb_device_ops *
usb_device_find(const char *chip)
{
	return strcmp(chip, "fake") == 0 ? &fake_ops : NULL;
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

	snprintf(fake.air_options, sizeof(fake.air_options), "%s", options);
	if (air == NULL)
		snprintf(err, err_size, "no air in %s", spec);
	fake.airs += air != NULL;
	return air;
}

void
air_close(struct air *air)
{
	fake.airs--;
	free(air);
}
