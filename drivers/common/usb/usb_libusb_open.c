/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Opens and closes a device. */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <rte_malloc.h>

#include "usb_libusb.h"

/* A device that has just come: its node gets its rights a moment later, another driver may
 * still look at it, and it may come a second time (libusb issues 489 and 559, rtw88 issue
 * 262). */
#define OPEN_MS		1000
#define OPEN_TRIES	5	/* at least, however slow the machine is */
#define OPEN_PAUSE_US	20000

static const char * const counter_names[LU_COUNTERS] = {
	[LU_TRANSFERS] = "usb_transfers",
	[LU_STALLS] = "usb_stalls",
	[LU_OVERFLOWS] = "usb_overflows",
	[LU_TIMEOUTS] = "usb_timeouts",
	[LU_PROTOCOL] = "usb_protocol_errors",
	[LU_CANCELLED] = "usb_cancelled",
	[LU_NO_DEVICE] = "usb_no_device",
	[LU_UNKNOWN] = "usb_unknown_status",
	[LU_SUBMIT_FAILED] = "usb_submit_failed",
	[LU_SUBMIT_MEMORY] = "usb_submit_no_memory",
	[LU_RETRIES] = "usb_retries",
	[LU_HALTS] = "usb_halts_cleared",
	[LU_HALT_ERRORS] = "usb_halts_not_cleared",
	[LU_LOST_AT_STOP] = "usb_lost_at_stop",
	[LU_LEAKED] = "usb_leaked",
	[LU_RESUMES] = "usb_resumes",
	[LU_TX_TRANSFERS] = "usb_tx_transfers",
	[LU_TX_STALLS] = "usb_tx_stalls",
	[LU_TX_ERRORS] = "usb_tx_errors",
	[LU_TX_SHORT] = "usb_tx_short",
	[LU_TX_SUBMIT_FAILED] = "usb_tx_submit_failed",
	[LU_TX_SUBMIT_MEMORY] = "usb_tx_submit_no_memory",
	[LU_TX_CANCELLED] = "usb_tx_cancelled",
	[LU_TX_STOPPED] = "usb_tx_while_stopped",
	[LU_IN_FLIGHT] = "usb_in_flight",
	[LU_WAITING] = "usb_waiting",
	[LU_BUFFERS_OUT] = USB_BUFS_OUT_NAME,
	[LU_STATE] = "usb_state",
};

static void
name_counters(struct usb_shared *shared)
{
	unsigned int i;

	for (i = 0; i < LU_COUNTERS; i++) {
		struct usb_counter *c = &shared->counters[i];

		snprintf(c->name, sizeof(c->name), "%s", counter_names[i]);
		c->gauge = i >= LU_IN_FLIGHT;
	}
	shared->nb_counters = LU_COUNTERS;
}

static uint32_t
speed_mbps(libusb_device *dev)
{
	switch (libusb_get_device_speed(dev)) {
	case LIBUSB_SPEED_LOW:
		return 1;
	case LIBUSB_SPEED_FULL:
		return 12;
	case LIBUSB_SPEED_HIGH:
		return 480;
	case LIBUSB_SPEED_SUPER:
		return 5000;
	case LIBUSB_SPEED_SUPER_PLUS:
		return 10000;
	default:
		return 0;
	}
}

static int LIBUSB_CALL
device_left(libusb_context *ctx, libusb_device *dev, libusb_hotplug_event event, void *arg)
{
	struct usb_libusb *u = arg;

	RTE_SET_USED(ctx);
	RTE_SET_USED(event);
	if (u->handle == NULL || libusb_get_device(u->handle) != dev)
		return 0;
	__atomic_store_n(&u->left, true, __ATOMIC_RELEASE);
	usb_libusb_wake(u);
	return 0;
}

/* libusb lets the node go before we do when poll() says that the device is gone. */
static void LIBUSB_CALL
node_removed(int fd, void *arg)
{
	struct usb_libusb *u = arg;

	RTE_SET_USED(fd);
	__atomic_store_n(&u->left, true, __ATOMIC_RELEASE);
	usb_libusb_wake(u);
}

/* Not by hot-plug alone, which is not everywhere; the node tells the same when it is next
 * looked at. */
static void
watch_device(struct usb_libusb *u)
{
	libusb_set_pollfd_notifiers(u->ctx, NULL, node_removed, u);
	if (!libusb_has_capability(LIBUSB_CAP_HAS_HOTPLUG))
		return;
	u->has_hotplug = libusb_hotplug_register_callback(u->ctx,
		LIBUSB_HOTPLUG_EVENT_DEVICE_LEFT, LIBUSB_HOTPLUG_NO_FLAGS,
		LIBUSB_HOTPLUG_MATCH_ANY, LIBUSB_HOTPLUG_MATCH_ANY, LIBUSB_HOTPLUG_MATCH_ANY,
		device_left, u, &u->hotplug) == LIBUSB_SUCCESS;
}

static int
set_endpoints(struct usb_libusb *u, const struct usb_transport_conf *conf)
{
	libusb_device *dev = libusb_get_device(u->handle);
	unsigned int i, n = conf->ep_event != 0 ? 2 : 1;
	int packet;

	u->eps[0].conf = conf->ep_in;
	u->eps[1].conf = conf->ep_event;
	for (i = 0; i < n; i++) {
		u->eps[i].addr = usb_libusb_ep_of(u, u->eps[i].conf);
		packet = u->eps[i].addr == 0 ? 0 :
			libusb_get_max_packet_size(dev, u->eps[i].addr);
		if (packet <= 0) {
			USB_LOG(ERR, u->port, "%s: no bulk-IN endpoint 0x%02x", u->where,
				u->eps[i].conf);
			return -ENOENT;
		}
		/* A request that is no whole number of packets ends in babble. */
		if (conf->buf_size % packet != 0) {
			USB_LOG(ERR, u->port, "%s: buffers of %u bytes are no whole number of "
				"packets of %d", u->where, conf->buf_size, packet);
			return -EINVAL;
		}
	}
	return 0;
}

static int
claim(struct usb_libusb *u)
{
	int ret;

	libusb_set_auto_detach_kernel_driver(u->handle, 1);
	ret = libusb_claim_interface(u->handle, u->interface);
	u->claimed = ret == 0;
	/* The first one is on when nobody has said anything else. */
	if (ret == 0 && u->alt != 0)
		ret = libusb_set_interface_alt_setting(u->handle, u->interface, u->alt);
	return ret;
}

/* As long as it may help. */
static bool
passes(int error)
{
	return error == LIBUSB_ERROR_ACCESS || error == LIBUSB_ERROR_BUSY ||
		error == LIBUSB_ERROR_NO_DEVICE || error == LIBUSB_ERROR_IO;
}

static int
claim_retried(struct usb_libusb *u)
{
	uint64_t until = usb_libusb_now_ms() + OPEN_MS;
	unsigned int tries = 1;
	int ret = claim(u);

	while (ret == LIBUSB_ERROR_BUSY &&
	       (usb_libusb_now_ms() < until || tries++ < OPEN_TRIES)) {
		rte_delay_us_sleep(OPEN_PAUSE_US);
		ret = claim(u);
	}
	if (ret != 0)
		USB_LOG(ERR, u->port, "%s: interface %d: %s", u->where, u->interface,
			ret == LIBUSB_ERROR_BUSY ? "somebody else has it" :
			libusb_strerror(ret));
	return usb_libusb_errno(ret);
}

static int
open_once(struct usb_libusb *u, const char *device, bool again, int *error)
{
	libusb_device *dev;
	int ret = usb_libusb_find(u->ctx, u->port, device, again, &dev);

	/* It was there a moment ago: it may be on its way back. */
	*error = again && ret == -ENODEV ? LIBUSB_ERROR_NO_DEVICE : LIBUSB_ERROR_OTHER;
	if (ret != 0)
		return ret;
	usb_libusb_where(dev, u->where, sizeof(u->where));
	*error = libusb_open(dev, &u->handle);
	if (*error == LIBUSB_ERROR_ACCESS)
		snprintf(u->node, sizeof(u->node), "/dev/bus/usb/%03u/%03u",
			 libusb_get_bus_number(dev), libusb_get_device_address(dev));
	libusb_unref_device(dev);
	return usb_libusb_errno(*error);
}

/* A device that came a second time is another one, and of the first libusb believes that
 * it is gone, and keeps it on its list, until it next handles events: a new context knows
 * of neither. */
static int
open_again(struct usb_libusb *u, const char *device, int *error)
{
	rte_delay_us_sleep(OPEN_PAUSE_US);
	libusb_exit(u->ctx);
	u->ctx = NULL;
	*error = libusb_init(&u->ctx);
	if (*error == LIBUSB_SUCCESS)
		return open_once(u, device, true, error);
	u->ctx = NULL;
	return usb_libusb_errno(*error);
}

static int
open_retried(struct usb_libusb *u, const char *device)
{
	uint64_t until = usb_libusb_now_ms() + OPEN_MS;
	unsigned int tries = 1;
	int error, ret = open_once(u, device, false, &error);

	while (ret != 0 && passes(error) &&
	       (usb_libusb_now_ms() < until || tries++ < OPEN_TRIES))
		ret = open_again(u, device, &error);
	if (error == LIBUSB_ERROR_ACCESS)
		USB_LOG(ERR, u->port, "usb=%s: no right to open %s; see "
			"usertools/60-rxbatch.rules, or be root", device, u->node);
	else if (ret != 0 && error != LIBUSB_ERROR_OTHER)
		USB_LOG(ERR, u->port, "usb=%s: cannot open the device at %s: %s", device,
			u->where, libusb_strerror(error));
	return ret;
}

static int
open_fd(struct usb_libusb *u, int fd)
{
	int ret = libusb_wrap_sys_device(u->ctx, (intptr_t)fd, &u->handle);

	if (ret == 0)
		usb_libusb_where(libusb_get_device(u->handle), u->where, sizeof(u->where));
	else
		USB_LOG(ERR, u->port, "file descriptor %d is no USB device: %s", fd,
			libusb_strerror(ret));
	return usb_libusb_errno(ret);
}

/* What the kernel still has, its memory and all that its completion would touch, is left
 * behind for good. */
static bool
is_leaking(const struct usb_libusb *u)
{
	return __atomic_load_n(&u->nb_flying, __ATOMIC_ACQUIRE) != 0;
}

static void
close_device(struct usb_libusb *u)
{
	/* The kernel's own driver comes back with it; not to a device that is gone. */
	if (u->claimed)
		libusb_release_interface(u->handle, u->interface);
	if (u->ctx != NULL)
		libusb_set_pollfd_notifiers(u->ctx, NULL, NULL, NULL);
	if (u->has_hotplug)
		libusb_hotplug_deregister_callback(u->ctx, u->hotplug);
	if (u->handle != NULL)
		libusb_close(u->handle);
	if (u->ctx != NULL)
		libusb_exit(u->ctx);
}

void
usb_libusb_free_last(struct usb_libusb *u)
{
	if (u->wake_fd >= 0)
		close(u->wake_fd);
	rte_free(u->patients);
	pthread_mutex_destroy(&u->lock);
	rte_free(u);
}

void
usb_libusb_free(struct usb_libusb *u)
{
	bool leaking = is_leaking(u), orphan = u->orphan;

	usb_libusb_tx_free(u);
	/* The kernel's memory goes with the device. */
	if (!leaking)
		usb_libusb_free_memory(u);
	close_device(u);
	if (!leaking && !orphan)
		usb_libusb_free_last(u);
}

static int
set_up(struct usb_libusb *u, const struct usb_transport_conf *conf,
       const struct usb_libusb_args *args)
{
	int ret = usb_libusb_pick_interface(u, conf);

	if (ret == 0)
		ret = set_endpoints(u, conf);
	if (ret == 0)
		ret = claim_retried(u);
	if (ret == 0)
		ret = usb_libusb_create_memory(u, conf, args != NULL && args->usbfs_memory);
	if (ret != 0)
		return ret;
	watch_device(u);
	usb_libusb_has_slept(u);
	return usb_libusb_care_start(u);
}

static struct usb_libusb *
create(const struct usb_transport_conf *conf)
{
	struct usb_libusb *u = rte_zmalloc_socket("usb_libusb", sizeof(*u),
						  RTE_CACHE_LINE_SIZE, conf->socket_id);

	if (u == NULL) {
		USB_LOG(ERR, conf->port, "libusb: no memory");
		return NULL;
	}
	snprintf(u->port, sizeof(u->port), "%s", conf->port);
	u->t.ops = &usb_libusb_ops;
	u->t.shared = conf->shared;
	u->socket_id = conf->socket_id;
	u->buf_size = conf->buf_size;
	u->nb_ins = conf->nb_bufs + (conf->ep_event != 0 ? conf->nb_event : 0);
	u->event = conf->event;
	u->event_arg = conf->event_arg;
	u->wake_fd = -1;
	pthread_mutex_init(&u->lock, NULL);
	return u;
}

static int
open_device(struct usb_libusb *u, const struct usb_libusb_args *args, int fd)
{
	int ret = libusb_init(&u->ctx);

	if (ret != 0) {
		u->ctx = NULL;
		USB_LOG(ERR, u->port, "libusb: %s", libusb_strerror(ret));
		return usb_libusb_errno(ret);
	}
	ret = fd >= 0 ? open_fd(u, fd) : open_retried(u, args->device);
	if (ret == 0)
		u->t.shared->speed_mbps = speed_mbps(libusb_get_device(u->handle));
	return ret;
}

static int
usb_libusb_make(const struct usb_transport_conf *conf, const struct usb_libusb_args *args,
		int fd, struct usb_transport **t)
{
	struct usb_libusb *u = create(conf);
	int ret;

	if (u == NULL)
		return -ENOMEM;
	name_counters(conf->shared);
	ret = open_device(u, args, fd);
	if (ret == 0)
		ret = set_up(u, conf, args);
	if (ret != 0) {
		usb_libusb_care_stop(u);
		usb_libusb_free(u);
		memset(conf->shared, 0, sizeof(*conf->shared));
		return ret;
	}
	*t = &u->t;
	return 0;
}

int
usb_libusb_open(const struct usb_transport_conf *conf, const struct usb_libusb_args *args,
		struct usb_transport **t)
{
	return usb_libusb_make(conf, args, -1, t);
}

int
usb_libusb_wrap(const struct usb_transport_conf *conf, const struct usb_libusb_args *args,
		int fd, struct usb_transport **t)
{
	return usb_libusb_make(conf, args, fd, t);
}
