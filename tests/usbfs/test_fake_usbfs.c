/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The fake usbfs through plain libusb: what the tests of the back end rest on. */

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include <libusb.h>

#include "../unit/cunit_run.h"
#include "fake_script.h"

#define EP_IN	0x84
#define EP_OUT	0x08
#define SIZE	20480
#define MANY	8

static struct fake_usbfs *f;
static int fd = -1;
static libusb_context *ctx;
static libusb_device_handle *h;

static void
plug_as(const struct fake_conf *conf, const struct fake_script_conf *script)
{
	libusb_set_option(NULL, LIBUSB_OPTION_NO_DEVICE_DISCOVERY);
	CU_ASSERT_EQUAL_FATAL(libusb_init(&ctx), 0);
	f = fake_usbfs_create(conf);
	CU_ASSERT_PTR_NOT_NULL_FATAL(f);
	CU_ASSERT_EQUAL_FATAL(fake_script_attach(f, script), 0);
	fd = fake_usbfs_open(f);
	CU_ASSERT_TRUE_FATAL(fd >= 0);
	CU_ASSERT_EQUAL_FATAL(libusb_wrap_sys_device(ctx, fd, &h), 0);
	CU_ASSERT_EQUAL_FATAL(libusb_claim_interface(h, 0), 0);
}

static void
plug(void)
{
	plug_as(NULL, NULL);
}

static void
unplug(void)
{
	struct fake_seen seen;

	libusb_close(h);
	close(fd);
	seen = fake_usbfs_seen(f);
	CU_ASSERT_EQUAL(seen.opens, seen.closes);
	CU_ASSERT_EQUAL(seen.memory, 0);
	CU_ASSERT_EQUAL(seen.unclaimed, 0);
	fake_usbfs_destroy(f);
	libusb_exit(ctx);
}

struct result {
	int nb, status[64], len[64];
	struct libusb_transfer *of[64];
};

static void LIBUSB_CALL
completed(struct libusb_transfer *t)
{
	struct result *r = t->user_data;

	r->status[r->nb] = (int)t->status;
	r->len[r->nb] = t->actual_length;
	r->of[r->nb++] = t;
}

static struct libusb_transfer *
submit(uint8_t ep, int size, unsigned int timeout, struct result *r)
{
	struct libusb_transfer *t = libusb_alloc_transfer(0);
	unsigned char *data = calloc(1, (size_t)size);

	libusb_fill_bulk_transfer(t, h, ep, data, size, completed, r, timeout);
	CU_ASSERT_EQUAL_FATAL(libusb_submit_transfer(t), 0);
	return t;
}

static void
handle(struct result *r, int want)
{
	struct timeval tick = { 0, 10000 };
	int i;

	for (i = 0; i < 200 && r->nb < want; i++)
		libusb_handle_events_timeout(ctx, &tick);
	CU_ASSERT_EQUAL_FATAL(r->nb, want);
}

static void
free_all(struct result *r)
{
	int i;

	for (i = 0; i < r->nb; i++) {
		free(r->of[i]->buffer);
		libusb_free_transfer(r->of[i]);
	}
	r->nb = 0;
}

static void
descriptors(void)
{
	struct libusb_device_descriptor dd;
	struct libusb_config_descriptor *config;
	int n;

	plug();
	CU_ASSERT_EQUAL(libusb_get_device_descriptor(libusb_get_device(h), &dd), 0);
	CU_ASSERT_EQUAL(dd.idVendor, 0x0e8d);
	CU_ASSERT_EQUAL(dd.idProduct, 0x7961);
	CU_ASSERT_EQUAL(libusb_get_device_speed(libusb_get_device(h)), LIBUSB_SPEED_SUPER);
	CU_ASSERT_EQUAL_FATAL(libusb_get_active_config_descriptor(libusb_get_device(h), &config),
			      0);
	CU_ASSERT_EQUAL(config->interface[0].altsetting[0].bNumEndpoints, 9);
	CU_ASSERT_EQUAL(config->interface[0].altsetting[0].endpoint[2].bEndpointAddress, EP_OUT);
	libusb_free_config_descriptor(config);
	n = libusb_get_max_packet_size(libusb_get_device(h), EP_IN);
	CU_ASSERT_EQUAL(n, 1024);
	unplug();
}

static void
controls(void)
{
	uint8_t data[16] = { 1, 2, 3 };

	plug();
	CU_ASSERT_EQUAL(libusb_control_transfer(h, 0xc0, 1, 2, 3, data, 3, 100), 3);
	CU_ASSERT_EQUAL(data[0], 0);
	CU_ASSERT_EQUAL(libusb_control_transfer(h, 0x40, 1, 2, 3, data, 16, 100), 16);
	fake_fail(f, FAKE_CALL_CONTROL, FAKE_EP_ANY, 0, 1, EPIPE);
	CU_ASSERT_EQUAL(libusb_control_transfer(h, 0x40, 1, 2, 3, data, 16, 100),
			LIBUSB_ERROR_PIPE);
	fake_script_hold_control(f, true);
	CU_ASSERT_EQUAL(libusb_control_transfer(h, 0x40, 1, 2, 3, data, 16, 50),
			LIBUSB_ERROR_TIMEOUT);
	fake_script_hold_control(f, false);
	CU_ASSERT_EQUAL(libusb_control_transfer(h, 0x40, 1, 2, 3, data, 16, 50), 16);
	CU_ASSERT_EQUAL(fake_usbfs_seen(f).controls, 4);
	unplug();
}

/* One row: what the script says, what libusb makes of it. */
static void
statuses(void)
{
	static const struct { struct fake_step step; int status, len; } rows[] = {
		{ { FAKE_DONE, 0, 1000 }, LIBUSB_TRANSFER_COMPLETED, 1000 },
		{ { FAKE_DONE, 0, FAKE_ALL }, LIBUSB_TRANSFER_COMPLETED, SIZE },
		{ { FAKE_DONE, 0, 0 }, LIBUSB_TRANSFER_COMPLETED, 0 },
		{ { FAKE_DONE, -EPIPE, 0 }, LIBUSB_TRANSFER_STALL, 0 },
		{ { FAKE_DONE, -EOVERFLOW, 512 }, LIBUSB_TRANSFER_OVERFLOW, 512 },
		{ { FAKE_DONE, -EPROTO, 0 }, LIBUSB_TRANSFER_ERROR, 0 },
		{ { FAKE_DONE, -EILSEQ, 0 }, LIBUSB_TRANSFER_ERROR, 0 },
		{ { FAKE_DONE, -ETIME, 0 }, LIBUSB_TRANSFER_ERROR, 0 },
		{ { FAKE_DONE, -ESHUTDOWN, 0 }, LIBUSB_TRANSFER_NO_DEVICE, 0 },
		{ { FAKE_DONE, -EIO, 0 }, LIBUSB_TRANSFER_ERROR, 0 },
		{ { FAKE_DONE, -12345, 0 }, LIBUSB_TRANSFER_ERROR, 0 },
		{ { FAKE_DONE, -ENOENT, 0 }, LIBUSB_TRANSFER_COMPLETED, 0 },
	};
	struct result r = { 0 };
	unsigned int i;

	plug();
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		fake_script(f, EP_IN, &rows[i].step, 1, fake_hold);
		submit(EP_IN, SIZE, 0, &r);
		handle(&r, 1);
		CU_ASSERT_EQUAL(r.status[0], rows[i].status);
		CU_ASSERT_EQUAL(r.len[0], rows[i].len);
		free_all(&r);
	}
	unplug();
}

static void
data_in_order(void)
{
	struct result r = { 0 };
	int i;

	plug();
	fake_script(f, EP_IN, NULL, 0, (struct fake_step){ FAKE_DONE, 0, 3000 });
	for (i = 0; i < MANY; i++)
		submit(EP_IN, SIZE, 0, &r);
	handle(&r, MANY);
	for (i = 0; i < MANY; i++) {
		CU_ASSERT_TRUE(fake_filled(r.of[i]->buffer, 3000, EP_IN, (uint64_t)i));
		CU_ASSERT_EQUAL(fake_number(r.of[i]->buffer, 3000), (uint64_t)i);
	}
	free_all(&r);
	unplug();
}

static void
swapped(void)
{
	static const struct fake_step steps[] = {
		{ FAKE_SWAP, 0, 100 }, { FAKE_DONE, 0, 200 }, { FAKE_DONE, 0, 300 },
	};
	struct result r = { 0 };
	int i;

	plug();
	fake_script(f, EP_IN, steps, 3, fake_hold);
	for (i = 0; i < 3; i++)
		submit(EP_IN, SIZE, 0, &r);
	handle(&r, 3);
	CU_ASSERT_EQUAL(r.len[0], 200);
	CU_ASSERT_EQUAL(r.len[1], 100);
	CU_ASSERT_EQUAL(r.len[2], 300);
	CU_ASSERT_EQUAL(fake_number(r.of[0]->buffer, 200), 1);
	CU_ASSERT_EQUAL(fake_number(r.of[1]->buffer, 100), 0);
	free_all(&r);
	unplug();
}

static void
cancelled(void)
{
	static const struct fake_step steps[] = {
		{ FAKE_HOLD, 0, 0 }, { FAKE_LATE, 0, 700 }, { FAKE_RACE, 0, 800 },
		{ FAKE_DEAF, 0, 0 },
	};
	struct libusb_transfer *t[4];
	struct result r = { 0 };
	int i;

	plug();
	fake_script(f, EP_IN, steps, 4, fake_hold);
	for (i = 0; i < 4; i++)
		t[i] = submit(EP_IN, SIZE, 0, &r);
	CU_ASSERT_EQUAL(fake_usbfs_pending(f, EP_IN), 4);
	for (i = 0; i < 4; i++)
		libusb_cancel_transfer(t[i]);
	handle(&r, 3);
	CU_ASSERT_EQUAL(fake_usbfs_pending(f, EP_IN), 1);
	CU_ASSERT_EQUAL(r.status[0], LIBUSB_TRANSFER_CANCELLED);
	CU_ASSERT_EQUAL(r.len[1], 700);
	CU_ASSERT_EQUAL(r.len[2], 800);
	fake_script_end(f, EP_IN, 0, -ENOENT, 0);
	handle(&r, 4);
	free_all(&r);
	unplug();
}

static void
timed_out_with_data(void)
{
	static const struct fake_step step = { FAKE_HOLD, 0, 555 };
	struct result r = { 0 };

	plug();
	fake_script(f, EP_IN, &step, 1, fake_hold);
	submit(EP_IN, SIZE, 20, &r);
	handle(&r, 1);
	CU_ASSERT_EQUAL(r.status[0], LIBUSB_TRANSFER_TIMED_OUT);
	CU_ASSERT_EQUAL(r.len[0], 555);
	free_all(&r);
	unplug();
}

static void
pulled_out(void)
{
	static const struct { int end, status; } rows[] = {
		{ -ESHUTDOWN, LIBUSB_TRANSFER_NO_DEVICE }, { -EPROTO, LIBUSB_TRANSFER_ERROR },
		{ -ENOENT, LIBUSB_TRANSFER_COMPLETED }, { FAKE_VANISH, LIBUSB_TRANSFER_NO_DEVICE },
	};
	struct libusb_transfer *t;
	struct result r = { 0 };
	unsigned int i, j;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		plug();
		for (j = 0; j < MANY; j++)
			submit(EP_IN, SIZE, 0, &r);
		fake_usbfs_unplug(f, rows[i].end);
		handle(&r, MANY);
		for (j = 0; j < MANY; j++)
			CU_ASSERT_EQUAL(r.status[j], rows[i].status);
		t = r.of[0];
		CU_ASSERT_EQUAL(libusb_submit_transfer(t), LIBUSB_ERROR_NO_DEVICE);
		free_all(&r);
		unplug();
	}
}

static void
memory_is_short(void)
{
	const struct fake_conf conf = { .memory_limit = 3 * SIZE };
	struct libusb_transfer *t;
	struct result r = { 0 };
	uint8_t *map;

	plug_as(&conf, NULL);
	submit(EP_IN, SIZE, 0, &r);
	submit(EP_IN, SIZE, 0, &r);
	t = libusb_alloc_transfer(0);
	libusb_fill_bulk_transfer(t, h, EP_IN, malloc(SIZE), SIZE, completed, &r, 0);
	CU_ASSERT_EQUAL(libusb_submit_transfer(t), LIBUSB_ERROR_NO_MEM);
	free(t->buffer);
	libusb_free_transfer(t);
	map = libusb_dev_mem_alloc(h, SIZE);
	CU_ASSERT_PTR_NULL(map);
	map = libusb_dev_mem_alloc(h, 4096);
	CU_ASSERT_PTR_NOT_NULL(map);
	map[4095] = 1;
	CU_ASSERT_EQUAL(fake_usbfs_seen(f).mapped, 4096);
	libusb_dev_mem_free(h, map, 4096);
	CU_ASSERT_EQUAL(fake_usbfs_seen(f).mapped, 0);
	fake_script_end(f, EP_IN, 0, 0, 1);
	fake_script_end(f, EP_IN, 0, 0, 1);
	handle(&r, 2);
	free_all(&r);
	unplug();
}

static void
failures(void)
{
	uint8_t data[4];

	plug();
	fake_fail(f, FAKE_CALL_ANY, FAKE_EP_ANY, 1, 1, ENODEV);
	CU_ASSERT_EQUAL(libusb_control_transfer(h, 0x40, 1, 2, 3, data, 4, 50),
			LIBUSB_ERROR_NO_DEVICE);
	CU_ASSERT_EQUAL(libusb_control_transfer(h, 0x40, 1, 2, 3, data, 4, 50), 4);
	CU_ASSERT_EQUAL(fake_failed(f), 1);
	fake_fail_no_more(f);
	CU_ASSERT_EQUAL(fake_failed(f), 0);
	unplug();
}

/* A kernel that wants transfers in pieces of 16 KiB. */
static void
in_pieces(void)
{
	const struct fake_conf conf = { .caps = 0x02 };
	static const struct fake_step steps[] = {
		{ FAKE_DONE, 0, FAKE_ALL }, { FAKE_DONE, 0, 100 }, { FAKE_DONE, 0, 700 },
	};
	struct result r = { 0 };

	plug_as(&conf, NULL);
	fake_script(f, EP_IN, steps, 3, fake_hold);
	submit(EP_IN, 3 * 16384, 0, &r);
	handle(&r, 1);
	CU_ASSERT_EQUAL(r.status[0], LIBUSB_TRANSFER_COMPLETED);
	CU_ASSERT_EQUAL(r.len[0], 16384 + 100);
	CU_ASSERT_EQUAL(fake_usbfs_seen(f).submits[EP_IN], 2);
	submit(EP_IN, 3 * 16384, 0, &r);
	handle(&r, 2);
	CU_ASSERT_EQUAL(r.len[1], 700);
	free_all(&r);
	unplug();
}

static void
kernel_driver(void)
{
	const struct fake_conf conf = { .bound = 1 };

	libusb_set_option(NULL, LIBUSB_OPTION_NO_DEVICE_DISCOVERY);
	libusb_init(&ctx);
	f = fake_usbfs_create(&conf);
	fake_script_attach(f, NULL);
	fd = fake_usbfs_open(f);
	CU_ASSERT_EQUAL_FATAL(libusb_wrap_sys_device(ctx, fd, &h), 0);
	CU_ASSERT_EQUAL(libusb_kernel_driver_active(h, 0), 1);
	CU_ASSERT_EQUAL(libusb_claim_interface(h, 0), LIBUSB_ERROR_BUSY);
	libusb_set_auto_detach_kernel_driver(h, 1);
	CU_ASSERT_EQUAL(libusb_claim_interface(h, 0), 0);
	CU_ASSERT_EQUAL(fake_usbfs_seen(f).detaches, 1);
	CU_ASSERT_EQUAL(libusb_reset_device(h), 0);
	CU_ASSERT_EQUAL(libusb_clear_halt(h, EP_IN), 0);
	CU_ASSERT_EQUAL(fake_usbfs_seen(f).clear_halts[EP_IN], 1);
	CU_ASSERT_EQUAL(libusb_release_interface(h, 0), 0);
	CU_ASSERT_EQUAL(fake_usbfs_seen(f).attaches, 1);
	unplug();
}

static void
paced(void)
{
	const struct fake_script_conf script = { .pace_us = 500, .burst = 2 };
	struct result r = { 0 };
	int i;

	plug_as(NULL, &script);
	fake_script(f, EP_IN, NULL, 0, (struct fake_step){ FAKE_DONE, 0, 64 });
	for (i = 0; i < 32; i++)
		submit(EP_IN, SIZE, 0, &r);
	handle(&r, 32);
	free_all(&r);
	for (i = 0; i < 4; i++)
		submit(EP_OUT, 100, 0, &r);
	fake_script(f, EP_OUT, NULL, 0, (struct fake_step){ FAKE_DONE, 0, FAKE_ALL });
	handle(&r, 4);
	CU_ASSERT_EQUAL(fake_script_done(f, EP_OUT), 4);
	free_all(&r);
	unplug();
}

static void
asleep(void)
{
	struct result r = { 0 };
	uint8_t data[4];

	plug();
	submit(EP_IN, SIZE, 0, &r);
	fake_usbfs_sleep(f, true);
	handle(&r, 1);
	CU_ASSERT_EQUAL(r.status[0], LIBUSB_TRANSFER_NO_DEVICE);
	CU_ASSERT_EQUAL(libusb_control_transfer(h, 0x40, 1, 2, 3, data, 4, 50), 4);
	submit(EP_IN, SIZE, 0, &r);
	handle(&r, 2);
	CU_ASSERT_EQUAL(r.status[1], LIBUSB_TRANSFER_NO_DEVICE);
	fake_usbfs_wake(f);
	fake_script(f, EP_IN, NULL, 0, (struct fake_step){ FAKE_DONE, 0, 64 });
	submit(EP_IN, SIZE, 0, &r);
	handle(&r, 3);
	CU_ASSERT_EQUAL(r.status[2], LIBUSB_TRANSFER_COMPLETED);
	free_all(&r);
	unplug();
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "descriptors", descriptors },
		{ "controls", controls },
		{ "statuses", statuses },
		{ "data_in_order", data_in_order },
		{ "swapped", swapped },
		{ "cancelled", cancelled },
		{ "timed_out_with_data", timed_out_with_data },
		{ "pulled_out", pulled_out },
		{ "memory_is_short", memory_is_short },
		{ "failures", failures },
		{ "in_pieces", in_pieces },
		{ "kernel_driver", kernel_driver },
		{ "paced", paced },
		{ "asleep", asleep },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ .pName = "fake_usbfs", .pTests = tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
