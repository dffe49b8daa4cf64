/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Which device the libusb back end opens, what it does with it, and what it says when it
 * cannot: on a bus of scripted devices that libusb finds by itself. */

#include <libusb.h>

#include "usb_bufs.h"

#include "libusb_fixture.h"

/* Capability off, as in a container. The program is linked with --wrap. */
static bool no_hotplug;

int __real_libusb_has_capability(uint32_t capability);
int __wrap_libusb_has_capability(uint32_t capability);

int
__wrap_libusb_has_capability(uint32_t capability)
{
	return capability == LIBUSB_CAP_HAS_HOTPLUG && no_hotplug ? 0 :
	       __real_libusb_has_capability(capability);
}

/* Pulled out when it is opened for the first time; in again before it is looked for so
 * many times more. */
static unsigned int away_for;

int __real_libusb_open(libusb_device *dev, libusb_device_handle **handle);
int __wrap_libusb_open(libusb_device *dev, libusb_device_handle **handle);
ssize_t __real_libusb_get_device_list(libusb_context *ctx, libusb_device ***list);
ssize_t __wrap_libusb_get_device_list(libusb_context *ctx, libusb_device ***list);

static bool is_out;

int
__wrap_libusb_open(libusb_device *dev, libusb_device_handle **handle)
{
	if (away_for != 0 && !is_out) {
		is_out = true;
		fake_bus_unplug(lu_f, -EPROTO);
	}
	return __real_libusb_open(dev, handle);
}

ssize_t
__wrap_libusb_get_device_list(libusb_context *ctx, libusb_device ***list)
{
	if (is_out && --away_for == 0) {
		is_out = false;
		fake_bus_replug(lu_f);
	}
	return __real_libusb_get_device_list(ctx, list);
}

static struct fake_usbfs *root;

static struct fake_usbfs *
add(const struct fake_conf *conf)
{
	struct fake_usbfs *f = fake_usbfs_create(conf);

	CU_ASSERT_PTR_NOT_NULL_FATAL(f);
	CU_ASSERT_EQUAL_FATAL(fake_script_attach(f, NULL), 0);
	fake_bus_add(f);
	return f;
}

static void
take_away(struct fake_usbfs *f)
{
	struct fake_seen seen = fake_usbfs_seen(f);

	CU_ASSERT_EQUAL(seen.opens, seen.closes);
	CU_ASSERT_EQUAL(seen.memory, 0);
	fake_bus_forget(f);
	fake_usbfs_destroy(f);
}

/* A root hub and one Wi-Fi device on its port 1. */
static void
bus_with(const struct fake_conf *conf)
{
	root = fake_bus_hub(1, "", 1);
	fake_bus_add(root);
	lu_f = add(conf);
	lu_forget();
}

static void
bus_gone(void)
{
	take_away(lu_f);
	take_away(root);
	lu_f = NULL;
}

static int
open_device(const char *device)
{
	const struct usb_libusb_args args = { .device = device };
	const struct usb_transport_conf conf = lu_conf();

	lu_forget();
	fx_t = NULL;
	return usb_libusb_open(&conf, &args, &fx_t);
}

static void
close_device(void)
{
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	fx_t->ops->close(fx_t);
	fx_t = NULL;
}

/* One line, which says that. */
static bool
told(const char *what)
{
	return strstr(fx_one_line(), what) != NULL;
}

static void
by_id_and_by_place(void)
{
	static const char * const names[] = { "0e8d:7961", "0E8D:7961", "1-1" };
	struct usb_id id;
	unsigned int i;

	bus_with(NULL);
	for (i = 0; i < RTE_DIM(names); i++) {
		id = (struct usb_id){ 0, 0 };
		CU_ASSERT_EQUAL(usb_libusb_identify("net_test0", names[i], &id), 0);
		CU_ASSERT_TRUE(id.vendor == 0x0e8d && id.product == 0x7961);
		CU_ASSERT_EQUAL_FATAL(open_device(names[i]), 0);
		lu_start();
		CU_ASSERT_EQUAL(lu_armed(), NB);
		close_device();
		CU_ASSERT_EQUAL(ftell(fx_log), 0);
	}
	bus_gone();
}

static void
behind_hubs(void)
{
	const struct fake_conf conf = { .path = "2.4.1", .address = 9 };
	struct fake_usbfs *hub = fake_bus_hub(1, "2", 3), *inner = fake_bus_hub(1, "2.4", 4);
	struct usb_id id;

	fake_bus_add(hub);
	fake_bus_add(inner);
	bus_with(&conf);
	CU_ASSERT_EQUAL(usb_libusb_identify("net_test0", "1-2.4.1", &id), 0);
	CU_ASSERT_EQUAL(id.product, 0x7961);
	CU_ASSERT_EQUAL(usb_libusb_identify("net_test0", "1-2.4", &id), 0);
	CU_ASSERT_EQUAL(id.vendor, 0x1d6b);
	CU_ASSERT_EQUAL_FATAL(open_device("1-2.4.1"), 0);
	close_device();
	/* A hub has nothing that could receive. */
	CU_ASSERT_EQUAL(open_device("1-2"), -ENOENT);
	CU_ASSERT_TRUE(ftell(fx_log) > 0);
	bus_gone();
	take_away(hub);
	take_away(inner);
}

static void
bad_names(void)
{
	static const char * const names[] = {
		"", "0e8d", "0e8d:", ":7961", "0e8d:796", "0e8d:79611", "0x0e8d:7961", "e8d:7961",
		"0e8d:7961 ", "1", "1-", "-1", "1-1.", "1-.1", "1-1..2", "1-0", "0-1", "1-1-1",
		"1:1", "1.1", "300-1", "1-256", "1-1.2.3.4.5.6.7.8", "a-1", "usb1",
	};
	struct usb_id id;
	unsigned int i;

	bus_with(NULL);
	for (i = 0; i < RTE_DIM(names); i++) {
		lu_forget();
		CU_ASSERT_EQUAL(usb_libusb_identify("net_test0", names[i], &id), -EINVAL);
		fx_one_line();
		CU_ASSERT_EQUAL(open_device(names[i]), -EINVAL);
		fx_one_line();
	}
	bus_gone();
}

static void
none(void)
{
	struct usb_id id;

	bus_with(NULL);
	CU_ASSERT_EQUAL(usb_libusb_identify("net_test0", "0e8d:7925", &id), -ENODEV);
	CU_ASSERT_TRUE(told("0e8d:7925"));
	CU_ASSERT_EQUAL(open_device("1-2"), -ENODEV);
	CU_ASSERT_TRUE(told("1-2"));
	CU_ASSERT_EQUAL(open_device("2-1"), -ENODEV);
	bus_gone();
}

/* A dongle that still shows the disk with its driver (lwfinger/rtw89 issue 108). */
static void
a_disk(void)
{
	static const uint8_t disk[18] = {
		18, 1, 0x00, 0x02, 0, 0, 0, 64, 0xda, 0x0b, 0x2b, 0x1a, 0, 2, 0, 0, 0, 1,
	};
	const struct fake_conf conf = { .device = disk };
	struct usb_id id;

	bus_with(&conf);
	CU_ASSERT_EQUAL(usb_libusb_identify("net_test0", "0bda:8912", &id), -ENODEV);
	CU_ASSERT_TRUE(told("mode switch"));
	CU_ASSERT_EQUAL(open_device("1-1"), -ENODEV);
	CU_ASSERT_TRUE(told("mode switch"));
	bus_gone();
}

static void
several(void)
{
	const struct fake_conf second = { .path = "3", .address = 5 };
	struct fake_usbfs *f;
	struct usb_id id;

	bus_with(NULL);
	f = add(&second);
	CU_ASSERT_EQUAL(usb_libusb_identify("net_test0", "0e8d:7961", &id), -ENOTUNIQ);
	CU_ASSERT_TRUE(told("1-1") && told("1-3"));
	CU_ASSERT_EQUAL(open_device("0e8d:7961"), -ENOTUNIQ);
	CU_ASSERT_TRUE(told("1-1") && told("1-3"));
	CU_ASSERT_EQUAL_FATAL(open_device("1-3"), 0);
	CU_ASSERT_EQUAL(fake_usbfs_seen(f).claims, 1);
	close_device();
	take_away(f);
	bus_gone();
}

/* The rights of a new node come a moment after it. */
static void
rights_come_late(void)
{
	bus_with(NULL);
	fake_fail(lu_f, FAKE_CALL_OPEN, FAKE_EP_ANY, 0, 1, EACCES);
	CU_ASSERT_EQUAL_FATAL(open_device("0e8d:7961"), 0);
	close_device();
	CU_ASSERT_EQUAL(ftell(fx_log), 0);
	fake_fail_no_more(lu_f);
	fake_fail(lu_f, FAKE_CALL_OPEN, FAKE_EP_ANY, 0, 5, EACCES);
	CU_ASSERT_EQUAL_FATAL(open_device("1-1"), 0);
	close_device();
	bus_gone();
}

static void
no_right(void)
{
	struct usb_id id;
	uint64_t begin = lu_ms();

	bus_with(NULL);
	fake_fail(lu_f, FAKE_CALL_OPEN, FAKE_EP_ANY, 0, UINT32_MAX, EACCES);
	CU_ASSERT_EQUAL(open_device("0e8d:7961"), -EACCES);
	CU_ASSERT_TRUE(told("/dev/bus/usb/001/002"));
	CU_ASSERT_TRUE(lu_ms() - begin < 5000);
	/* To look at it needs none. */
	CU_ASSERT_EQUAL(usb_libusb_identify("net_test0", "0e8d:7961", &id), 0);
	bus_gone();
}

static void
taken(void)
{
	const struct fake_conf conf = { .taken = 1 };

	bus_with(&conf);
	CU_ASSERT_EQUAL(open_device("0e8d:7961"), -EBUSY);
	CU_ASSERT_TRUE(told("somebody else"));
	bus_gone();
}

/* By a port of this very process. */
static void
twice(void)
{
	struct usb_transport *first;

	bus_with(NULL);
	CU_ASSERT_EQUAL_FATAL(open_device("0e8d:7961"), 0);
	first = fx_t;
	CU_ASSERT_EQUAL(open_device("0e8d:7961"), -EBUSY);
	fx_t = first;
	lu_start();
	CU_ASSERT_EQUAL(lu_armed(), NB);
	close_device();
	bus_gone();
}

static void
a_kernel_driver(void)
{
	const struct fake_conf conf = { .bound = 1 };
	struct fake_seen seen;

	bus_with(&conf);
	CU_ASSERT_EQUAL_FATAL(open_device("0e8d:7961"), 0);
	CU_ASSERT_EQUAL(fake_usbfs_seen(lu_f).detaches, 1);
	lu_start();
	close_device();
	seen = fake_usbfs_seen(lu_f);
	CU_ASSERT_EQUAL(seen.attaches, 1);
	CU_ASSERT_EQUAL(seen.claims, seen.releases);
	bus_gone();
}

/* Bluetooth on interface 0, Wi-Fi on 3 with other addresses in the same order, as
 * reported in morrownr/USB-WiFi issue 107; and a trap: a vendor's interface with too few. */
#define IFACE(n, eps, class) 9, 4, n, 0, eps, class, class, class, 0
#define BULK(ep) 7, 5, ep, 2, 0x00, 0x02, 0
static const uint8_t composite[] = {
	9, 2, 9 + 3 * 9 + 14 * 7, 0, 3, 1, 0, 0xa0, 50,
	IFACE(0, 3, 0xe0), 7, 5, 0x81, 3, 16, 0, 1, BULK(0x82), BULK(0x02),
	IFACE(1, 3, 0xff), BULK(0x8a), BULK(0x0a), BULK(0x8b),
	IFACE(3, 8, 0xff), BULK(0x83), BULK(0x84), BULK(0x01), BULK(0x03), BULK(0x04),
	BULK(0x05), BULK(0x06), BULK(0x07),
};

static void
composite_device(void)
{
	static const struct usb_endpoints eps = {
		.in = { 0x84, 0x85 }, .out = { 0x08, 0x04, 0x05, 0x06, 0x07, 0x09 },
	};
	const struct fake_conf conf = { .config = composite, .bound = 1 << 0 | 1 << 3,
					.speed_mbps = 480 };
	struct usb_transport_conf ours = lu_conf();
	const struct usb_libusb_args args = { .device = "1-1" };
	struct usb_xfer *x;

	CU_ASSERT_EQUAL_FATAL(sizeof(composite), composite[2]);
	ours.endpoints = &eps;
	bus_with(&conf);
	lu_forget();
	CU_ASSERT_EQUAL_FATAL(usb_libusb_open(&ours, &args, &fx_t), 0);
	CU_ASSERT_EQUAL(fake_usbfs_seen(lu_f).claims, 1);
	CU_ASSERT_EQUAL(fake_usbfs_seen(lu_f).detaches, 1);
	fake_script(lu_f, 0x83, NULL, 0, lu_good);
	fake_script(lu_f, 0x01, NULL, 0, lu_sent);
	fake_script(lu_f, 0x03, NULL, 0, lu_sent);
	CU_ASSERT_EQUAL_FATAL(fx_t->ops->tx_setup(fx_t, 0, 0x04, OUTS, OUT_ROOM), 0);
	lu_start();
	/* Named as the driver names it. */
	CU_ASSERT_TRUE(LU_WAIT(fx_poll(&x, 1) == 1, PATIENCE_MS));
	CU_ASSERT_EQUAL(x->ep, 0x84);
	CU_ASSERT_TRUE(fake_filled(x->data, x->len, 0x83, 0));
	fx_return(&x, 1);
	CU_ASSERT_EQUAL(fx_t->ops->tx_get(fx_t, 0, &x, 1), 1);
	x->len = 10;
	x->zlp = false;
	fx_t->ops->tx_submit(fx_t, 0, &x, 1);
	CU_ASSERT_EQUAL(fx_t->ops->bulk(fx_t, 0x08, (uint8_t[4]){ 0 }, 4, 100), 4);
	CU_ASSERT_EQUAL(fx_t->ops->bulk(fx_t, 0x03, (uint8_t[4]){ 0 }, 4, 100), -ENOENT);
	CU_ASSERT_EQUAL(fx_t->ops->clear_halt(fx_t, 0x85), 0);
	CU_ASSERT_EQUAL(fake_usbfs_seen(lu_f).clear_halts[0x84], 1);
	CU_ASSERT_EQUAL(fake_usbfs_seen(lu_f).submits[0x01], 1);
	CU_ASSERT_EQUAL(fake_usbfs_seen(lu_f).submits[0x03], 1);
	close_device();
	CU_ASSERT_EQUAL(fake_usbfs_seen(lu_f).attaches, 1);
	CU_ASSERT_EQUAL(fake_usbfs_seen(lu_f).bad_sizes, 0);
	bus_gone();
}

static void
no_such_interface(void)
{
	static const struct usb_endpoints many = {
		.in = { 0x81, 0x82, 0x83 }, .out = { 1, 2, 3, 4, 5, 6, 7 },
	};
	struct usb_transport_conf ours = lu_conf();
	const struct usb_libusb_args args = { .device = "1-1" };

	ours.endpoints = &many;
	ours.ep_in = 0x81;
	bus_with(NULL);
	CU_ASSERT_EQUAL(usb_libusb_open(&ours, &args, &fx_t), -ENOENT);
	CU_ASSERT_TRUE(told("2 in"));
	CU_ASSERT_TRUE(told("6 out"));
	CU_ASSERT_EQUAL(fake_usbfs_seen(lu_f).claims, 0);
	bus_gone();
}

/* More than the kernel gives: fewer transfers, and a line that says how much it would
 * take. When somebody gives memory back, all of them. */
static void
memory_for_some(void)
{
	const struct fake_conf conf = { .memory_limit = 16u << 20 };
	struct usb_transport_conf ours = lu_conf();
	const struct usb_libusb_args args = { .device = "1-1" };

	ours.nb_bufs = 128;
	ours.buf_size = 160 << 10;	/* 20 MiB */
	bus_with(&conf);
	lu_forget();
	CU_ASSERT_EQUAL_FATAL(usb_libusb_open(&ours, &args, &fx_t), 0);
	lu_start();
	CU_ASSERT_TRUE(lu_armed() > 64 && lu_armed() < 128);
	CU_ASSERT_TRUE(told("20480 KiB"));
	lu_begin(0);
	fake_script(lu_f, EP_IN, NULL, 0, lu_good);
	CU_ASSERT_TRUE(fake_script_end(lu_f, EP_IN, 0, 0, LEN));
	CU_ASSERT_TRUE(LU_UNTIL(lu_next > 1000, PATIENCE_MS));
	CU_ASSERT_EQUAL(lu_state(), USB_LIVE);
	CU_ASSERT_EQUAL(lu_nb_events, 0);
	CU_ASSERT_TRUE(fake_usbfs_seen(lu_f).memory_max <= conf.memory_limit);
	close_device();
	bus_gone();
}

static void
memory_for_none(void)
{
	const struct fake_conf conf = { .memory_limit = 4096 };
	struct usb_transport_conf ours = lu_conf();
	const struct usb_libusb_args args = { .device = "1-1" };

	bus_with(&conf);
	lu_forget();
	CU_ASSERT_EQUAL_FATAL(usb_libusb_open(&ours, &args, &fx_t), 0);
	CU_ASSERT_EQUAL(fx_t->ops->start(fx_t), -ENOMEM);
	CU_ASSERT_TRUE(told("256 KiB"));
	CU_ASSERT_EQUAL(lu_armed(), 0);
	close_device();
	bus_gone();
}

/* The kernel's memory, from the k-th buffer on not: plain memory, and a line. */
static void
kernel_memory(void)
{
	const struct usb_libusb_args args = { .device = "1-1", .usbfs_memory = true };
	const struct usb_transport_conf conf = lu_conf();
	unsigned int k;

	for (k = 0; k <= NB; k += 1 + k / 2) {
		bus_with(NULL);
		if (k < NB)
			fake_fail(lu_f, FAKE_CALL_MMAP, FAKE_EP_ANY, k, UINT32_MAX, ENOMEM);
		lu_forget();
		CU_ASSERT_EQUAL_FATAL(usb_libusb_open(&conf, &args, &fx_t), 0);
		CU_ASSERT_PTR_NULL(fx_t->bufs);
		CU_ASSERT_EQUAL(fake_usbfs_seen(lu_f).maps, RTE_MIN(k, NB));
		CU_ASSERT_EQUAL(ftell(fx_log) == 0, k >= NB);
		fake_script(lu_f, EP_IN, NULL, 0, lu_good);
		lu_begin(0);
		lu_start();
		CU_ASSERT_TRUE(lu_receive(5 * NB));
		close_device();
		CU_ASSERT_EQUAL(fake_usbfs_seen(lu_f).mapped, 0);
		bus_gone();
	}
}

/* One that no kernel has maps of. */
static void
no_kernel_memory(void)
{
	const struct fake_conf conf = { .caps = USBDEVFS_CAP_BULK_SCATTER_GATHER };
	const struct usb_libusb_args args = { .device = "1-1", .usbfs_memory = true };
	const struct usb_transport_conf ours = lu_conf();

	bus_with(&conf);
	lu_forget();
	CU_ASSERT_EQUAL_FATAL(usb_libusb_open(&ours, &args, &fx_t), 0);
	CU_ASSERT_TRUE(told("0 of 32"));
	fake_script(lu_f, EP_IN, NULL, 0, lu_good);
	lu_begin(0);
	lu_start();
	CU_ASSERT_TRUE(lu_receive(5 * NB));
	close_device();
	bus_gone();
}

/* What udev says first, and what nobody says at all. */
static void
unplugged(void)
{
	unsigned int way;

	for (way = 0; way < 6; way++) {
		no_hotplug = way == 1;
		bus_with(NULL);
		fake_bus_mute(way >= 1 && way < 3);
		CU_ASSERT_EQUAL_FATAL(open_device("1-1"), 0);
		/* In flight, completed and not polled, or stopped. */
		if (way >= 3)
			fake_script(lu_f, EP_IN, NULL, 0, lu_good);
		if (way % 3 != 2)
			lu_start();
		fake_bus_unplug(lu_f, way % 2 == 0 ? -EPROTO : -ENOENT);
		CU_ASSERT_TRUE(LU_WAIT(lu_told(USB_GONE) == 1, PATIENCE_MS));
		CU_ASSERT_EQUAL(lu_nb_events, 1);
		close_device();
		fake_bus_mute(false);
		no_hotplug = false;
		bus_gone();
	}
}

/* The other dongle of its kind is pulled out. */
static void
another_unplugged(void)
{
	const struct fake_conf second = { .path = "3", .address = 5 };
	struct fake_usbfs *f;

	bus_with(NULL);
	f = add(&second);
	CU_ASSERT_EQUAL_FATAL(open_device("1-1"), 0);
	lu_start();
	fake_bus_unplug(f, -EPROTO);
	CU_ASSERT_FALSE(LU_WAIT(lu_nb_events != 0, 600));
	CU_ASSERT_EQUAL(lu_armed(), NB);
	close_device();
	take_away(f);
	bus_gone();
}

/* Out and in again, each time after one more transfer. */
static void
plugged_again(void)
{
	static struct fake_step steps[20];
	struct lu_used before;
	unsigned int k;

	for (k = 0; k < RTE_DIM(steps); k++)
		steps[k] = lu_good;
	bus_with(NULL);
	before = lu_used_now();
	for (k = 0; k <= RTE_DIM(steps); k++) {
		CU_ASSERT_EQUAL_FATAL(open_device(k % 2 == 0 ? "0e8d:7961" : "1-1"), 0);
		fake_script(lu_f, EP_IN, steps, k, fake_hold);
		lu_begin(fake_script_done(lu_f, EP_IN));
		lu_start();
		CU_ASSERT_TRUE(lu_receive(lu_next + k));
		fake_bus_unplug(lu_f, -EPROTO);
		CU_ASSERT_TRUE(LU_UNTIL(lu_state() == USB_GONE, PATIENCE_MS));
		close_device();
		fake_bus_replug(lu_f);
	}
	lu_nothing_left(before);
	bus_gone();
}

/* Comes a second time, at another address, and its node is not there at once
 * (lwfinger/rtw88 issue 262). */
static void
second_time(int error, const char *device)
{
	bus_with(NULL);
	fake_bus_unplug(lu_f, -EPROTO);
	fake_bus_replug(lu_f);
	/* libusb itself asks a second time for a node that is not there. */
	fake_fail(lu_f, FAKE_CALL_OPEN, FAKE_EP_ANY, 0, 3, error);
	CU_ASSERT_EQUAL_FATAL(open_device(device), 0);
	CU_ASSERT_EQUAL(fake_failed(lu_f), 3);
	/* And what libusb thinks of the first one is not said of this one. */
	CU_ASSERT_FALSE(LU_WAIT(lu_nb_events != 0, 600));
	lu_start();
	CU_ASSERT_EQUAL(lu_armed(), NB);
	close_device();
	bus_gone();
}

static void
comes_a_second_time(void)
{
	static const int errors[] = { ENODEV, ENOENT, EACCES };
	unsigned int i;

	for (i = 0; i < RTE_DIM(errors); i++) {
		second_time(errors[i], "0e8d:7961");
		second_time(errors[i], "1-1");
	}
}

/* It goes when it is about to be opened, and is not there for a while. */
static void
goes_and_comes_again(void)
{
	unsigned int n;

	for (n = 1; n <= 3; n++) {
		bus_with(NULL);
		away_for = n;
		CU_ASSERT_EQUAL_FATAL(open_device("0e8d:7961"), 0);
		CU_ASSERT_FALSE(LU_WAIT(lu_nb_events != 0, 600));
		CU_ASSERT_EQUAL(ftell(fx_log), 0);
		lu_start();
		CU_ASSERT_EQUAL(lu_armed(), NB);
		close_device();
		bus_gone();
	}
	/* It does not come again. */
	bus_with(NULL);
	away_for = UINT32_MAX;
	CU_ASSERT_EQUAL(open_device("1-1"), -ENODEV);
	CU_ASSERT_TRUE(told("1-1"));
	away_for = 0;
	is_out = false;
	bus_gone();
}

/* Mbufs keep buffers beyond the port. */
static void
kept_after_close(void)
{
	struct usb_transport_conf conf = lu_conf();
	const struct usb_libusb_args args = { .device = "1-1" };
	struct rte_mbuf_ext_shared_info *shinfo[4];
	struct lu_used before;
	struct usb_xfer *x, seen[4];
	unsigned int i;

	conf.nb_spare = 4;
	bus_with(NULL);
	before = lu_used_now();
	lu_forget();
	CU_ASSERT_EQUAL_FATAL(usb_libusb_open(&conf, &args, &fx_t), 0);
	fake_script(lu_f, EP_IN, NULL, 0, lu_good);
	lu_start();
	for (i = 0; i < 4; i++) {
		CU_ASSERT_TRUE_FATAL(LU_WAIT(fx_poll(&x, 1) == 1, PATIENCE_MS));
		CU_ASSERT_TRUE_FATAL(usb_bufs_share(fx_t->bufs, x));
		shinfo[i] = usb_bufs_shinfo(x);
		seen[i] = *x;
		rte_mbuf_ext_refcnt_update(shinfo[i], 1);
		usb_bufs_unshare(fx_t->bufs, x);
		fx_return(&x, 1);
	}
	fake_bus_unplug(lu_f, -EPROTO);
	close_device();
	for (i = 0; i < 4; i++) {
		CU_ASSERT_TRUE(fake_filled(seen[i].data, LEN, EP_IN, i));
		if (rte_mbuf_ext_refcnt_update(shinfo[i], -1) == 0)
			shinfo[i]->free_cb(seen[i].data, shinfo[i]->fcb_opaque);
	}
	lu_nothing_left(before);
	bus_gone();
}

static void
no_device_node(void)
{
	const struct usb_transport_conf conf = lu_conf();
	const struct usb_libusb_args args = { .device = NULL };
	int fd = dup(0), ret;

	lu_forget();
	ret = usb_libusb_wrap(&conf, &args, fd, &fx_t);
	CU_ASSERT_TRUE(ret < 0);
	fx_one_line();
	close(fd);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "by_id_and_by_place", by_id_and_by_place },
		{ "behind_hubs", behind_hubs },
		{ "bad_names", bad_names },
		{ "none", none },
		{ "a_disk", a_disk },
		{ "several", several },
		{ "rights_come_late", rights_come_late },
		{ "no_right", no_right },
		{ "taken", taken },
		{ "twice", twice },
		{ "a_kernel_driver", a_kernel_driver },
		{ "composite_device", composite_device },
		{ "no_such_interface", no_such_interface },
		{ "memory_for_some", memory_for_some },
		{ "memory_for_none", memory_for_none },
		{ "kernel_memory", kernel_memory },
		{ "no_kernel_memory", no_kernel_memory },
		{ "unplugged", unplugged },
		{ "another_unplugged", another_unplugged },
		{ "plugged_again", plugged_again },
		{ "comes_a_second_time", comes_a_second_time },
		{ "goes_and_comes_again", goes_and_comes_again },
		{ "kept_after_close", kept_after_close },
		{ "no_device_node", no_device_node },
		CU_TEST_INFO_NULL,
	};

	return lu_run(tests, "libusb_open");
}
