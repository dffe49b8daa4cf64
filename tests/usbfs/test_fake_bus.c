/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Devices on the fake bus, and a model behind one, as plain libusb sees them. */

#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <libusb.h>

#include "../unit/cunit_run.h"
#include "fake_bus.h"
#include "fake_model.h"
#include "fake_script.h"

static libusb_context *ctx;
static struct fake_usbfs *root, *hub, *f;

static struct fake_usbfs *
scripted(const struct fake_conf *conf)
{
	struct fake_usbfs *made = fake_usbfs_create(conf);

	CU_ASSERT_PTR_NOT_NULL_FATAL(made);
	CU_ASSERT_EQUAL_FATAL(fake_script_attach(made, NULL), 0);
	return made;
}

static void
set_up(const char *path)
{
	const struct fake_conf conf = { .address = 7, .path = path };

	root = fake_bus_hub(1, "", 1);
	hub = fake_bus_hub(1, "2", 2);
	f = scripted(&conf);
	fake_bus_add(root);
	fake_bus_add(hub);
	fake_bus_add(f);
	CU_ASSERT_EQUAL_FATAL(libusb_init(&ctx), 0);
}

static void
gone(struct fake_usbfs *which)
{
	fake_bus_forget(which);
	fake_usbfs_destroy(which);
}

static void
tear_down(void)
{
	libusb_exit(ctx);
	gone(f);
	gone(hub);
	gone(root);
}

static libusb_device *
find(uint16_t product)
{
	struct libusb_device_descriptor dd;
	libusb_device **list, *found = NULL;
	ssize_t n = libusb_get_device_list(ctx, &list), i;

	for (i = 0; i < n; i++)
		if (libusb_get_device_descriptor(list[i], &dd) == 0 && dd.idProduct == product)
			found = libusb_ref_device(list[i]);
	libusb_free_device_list(list, 1);
	return found;
}

static void
listed(void)
{
	libusb_device **list, *dev;
	uint8_t ports[7];

	set_up("2.3");
	CU_ASSERT_EQUAL(libusb_get_device_list(ctx, &list), 3);
	libusb_free_device_list(list, 1);
	dev = find(0x7961);
	CU_ASSERT_PTR_NOT_NULL_FATAL(dev);
	CU_ASSERT_EQUAL(libusb_get_bus_number(dev), 1);
	CU_ASSERT_EQUAL(libusb_get_device_address(dev), 7);
	CU_ASSERT_EQUAL(libusb_get_port_numbers(dev, ports, 7), 2);
	CU_ASSERT_TRUE(ports[0] == 2 && ports[1] == 3);
	CU_ASSERT_EQUAL(libusb_get_device_speed(dev), LIBUSB_SPEED_SUPER);
	libusb_unref_device(dev);
	tear_down();
}

static void
opened_at_last(void)
{
	libusb_device_handle *h;
	libusb_device *dev;
	uint8_t data[4];

	set_up("1");
	dev = find(0x7961);
	fake_fail(f, FAKE_CALL_OPEN, FAKE_EP_ANY, 0, 2, EACCES);
	CU_ASSERT_EQUAL(libusb_open(dev, &h), LIBUSB_ERROR_ACCESS);
	CU_ASSERT_EQUAL(libusb_open(dev, &h), LIBUSB_ERROR_ACCESS);
	CU_ASSERT_EQUAL_FATAL(libusb_open(dev, &h), 0);
	CU_ASSERT_EQUAL(libusb_claim_interface(h, 0), 0);
	CU_ASSERT_EQUAL(libusb_control_transfer(h, 0xc0, 1, 0, 0, data, 4, 100), 4);
	libusb_close(h);
	libusb_unref_device(dev);
	CU_ASSERT_EQUAL(fake_usbfs_seen(f).opens, 1);
	CU_ASSERT_EQUAL(fake_usbfs_seen(f).closes, 1);
	tear_down();
}

static int came, went;

static int LIBUSB_CALL
hotplug(libusb_context *c, libusb_device *dev, libusb_hotplug_event event, void *arg)
{
	if (event == LIBUSB_HOTPLUG_EVENT_DEVICE_ARRIVED)
		came++;
	else
		went++;
	return 0;
}

static void
handle_until(const int *what, int want)
{
	struct timeval tick = { 0, 5000 };
	int i;

	for (i = 0; i < 200 && *what < want; i++)
		libusb_handle_events_timeout(ctx, &tick);
	CU_ASSERT_EQUAL(*what, want);
}

static void
comes_and_goes(void)
{
	libusb_hotplug_callback_handle cb;
	libusb_device *dev;

	set_up("1");
	came = went = 0;
	CU_ASSERT_EQUAL(libusb_hotplug_register_callback(ctx,
			LIBUSB_HOTPLUG_EVENT_DEVICE_ARRIVED | LIBUSB_HOTPLUG_EVENT_DEVICE_LEFT, 0,
			0x0e8d, 0x7961, LIBUSB_HOTPLUG_MATCH_ANY, hotplug, NULL, &cb), 0);
	fake_bus_unplug(f, -EPROTO);
	handle_until(&went, 1);
	CU_ASSERT_PTR_NULL(find(0x7961));
	fake_bus_replug(f);
	handle_until(&came, 1);
	dev = find(0x7961);
	CU_ASSERT_PTR_NOT_NULL_FATAL(dev);
	CU_ASSERT_EQUAL(libusb_get_device_address(dev), 8);
	libusb_unref_device(dev);
	libusb_hotplug_deregister_callback(ctx, cb);
	tear_down();
}

/* The model answers a read of its chip number, 0x7961 (openwrt/mt76 mt76.h, mt7921.h). */
static void
model_answers(void)
{
	const struct fake_model_args args = { .chip = "mt7921u" };
	const struct fake_conf conf = { .address = 9, .path = "4" };
	struct fake_usbfs *model;
	libusb_device_handle *h;
	libusb_device *dev;
	uint8_t data[4] = { 0 };
	const char *err;

	set_up("1");
	fake_bus_forget(f);
	model = fake_model_create(&args, &conf, &err);
	CU_ASSERT_PTR_NOT_NULL_FATAL(model);
	fake_bus_add(model);
	libusb_exit(ctx);
	CU_ASSERT_EQUAL_FATAL(libusb_init(&ctx), 0);
	dev = find(0x7961);
	CU_ASSERT_PTR_NOT_NULL_FATAL(dev);
	CU_ASSERT_EQUAL_FATAL(libusb_open(dev, &h), 0);
	CU_ASSERT_EQUAL(libusb_claim_interface(h, 0), 0);
	CU_ASSERT_EQUAL(libusb_control_transfer(h, 0xdf, 0x63, 0x7001, 0x0200, data, 4, 100), 4);
	CU_ASSERT_EQUAL(data[0] | data[1] << 8, 0x7961);
	libusb_close(h);
	libusb_unref_device(dev);
	gone(model);
	tear_down();
}

/* Frames come in the transfers that wait for them, as long as there is air. */
static void
model_receives(void)
{
	const struct fake_model_args args = {
		.chip = "mt7921u", .air = "gen:", .air_options = "start:0",
	};
	struct fake_usbfs *model;
	libusb_device_handle *h;
	uint8_t data[4096];
	const char *err;
	int fd, i, len, ret;

	set_up("1");
	model = fake_model_create(&args, NULL, &err);
	CU_ASSERT_PTR_NOT_NULL_FATAL(model);
	fd = fake_usbfs_open(model);
	CU_ASSERT_EQUAL_FATAL(libusb_wrap_sys_device(ctx, fd, &h), 0);
	CU_ASSERT_EQUAL(libusb_claim_interface(h, 0), 0);
	for (i = 0; i < 50; i++) {
		ret = libusb_bulk_transfer(h, 0x84, data, sizeof(data), &len, 1000);
		CU_ASSERT_EQUAL_FATAL(ret, 0);
		CU_ASSERT_TRUE(len > 24);
	}
	CU_ASSERT_EQUAL(libusb_bulk_transfer(h, 0x85, data, sizeof(data), &len, 20),
			LIBUSB_ERROR_TIMEOUT);
	libusb_close(h);
	close(fd);
	CU_ASSERT_EQUAL(fake_usbfs_seen(model).memory, 0);
	fake_usbfs_destroy(model);
	tear_down();
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "listed", listed },
		{ "opened_at_last", opened_at_last },
		{ "comes_and_goes", comes_and_goes },
		{ "model_answers", model_answers },
		{ "model_receives", model_receives },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ .pName = "fake_bus", .pTests = tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
