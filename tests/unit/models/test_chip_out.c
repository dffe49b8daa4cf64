/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The bulk-OUT endpoints, the transmit buffer and the second IN pipe, of a chip that
 * is nothing else. */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/chip.h"

#include "../cunit_run.h"

#define EP_A 0x04
#define EP_B 0x05
#define EP_IN 0x84
#define EP_EVENT 0x85
#define ARRIVALS 512

struct arrival {
	uint8_t ep;
	uint8_t first;		/* byte */
	uint32_t len;
	uint64_t ns;
};

struct toy {
	struct usb_device dev;
	uint64_t hold_ns;	/* a transfer takes room for so long */
	uint64_t until_ns;	/* or until then */
	unsigned int n;
	struct arrival arrivals[ARRIVALS];
};

static uint64_t
toy_out(struct usb_device *dev, uint8_t ep, const uint8_t *data, uint32_t len,
	uint64_t now_ns)
{
	struct toy *toy = (struct toy *)dev;

	CU_ASSERT_FATAL(toy->n < ARRIVALS);
	CU_ASSERT_EQUAL(now_ns, dev->now_ns);
	toy->arrivals[toy->n++] = (struct arrival){ ep, len != 0 ? data[0] : 0, len, now_ns };
	return toy->until_ns != 0 ? toy->until_ns : now_ns + toy->hold_ns;
}

static void
toy_destroy(struct usb_device *dev)
{
	free(dev);
}

static bool
toy_off(const struct usb_device *dev)
{
	(void)dev;
	return false;
}

static const uint8_t endpoints[] = { EP_A, EP_B, 0 };

static const struct chip_ops packets = {
	.in_endpoints = { EP_IN, EP_EVENT }, .rx_enabled = toy_off,
	.out_endpoints = endpoints, .out_transfer = toy_out, .destroy = toy_destroy,
};
static const struct chip_ops lengths = {
	.in_endpoints = { EP_IN }, .rx_enabled = toy_off,
	.out_endpoints = endpoints, .out_has_length = true, .out_transfer = toy_out,
	.destroy = toy_destroy,
};

static const struct usb_device_ops ops = { .chip = "toy", CORE_USB_DEVICE_OPS };

static struct toy *
toy_new(enum usb_speed speed, const struct chip_ops *chip)
{
	struct toy *toy = calloc(1, sizeof(*toy));

	if (toy == NULL)
		abort();
	core_init(&toy->dev, chip, speed, NULL);
	return toy;
}

static struct usb_urb *
urb_new(uint32_t size, uint8_t first, bool zlp)
{
	struct usb_urb *urb = calloc(1, sizeof(*urb));

	if (urb == NULL)
		abort();
	urb->data = malloc(size);
	urb->size = size;
	urb->zlp = zlp;
	if (size != 0)
		memset(urb->data, first, size);
	return urb;
}

static void
urb_free(struct usb_urb *urb)
{
	free(urb->data);
	free(urb);
}

static void
out(struct toy *toy, uint8_t ep, uint32_t size, uint8_t first, bool zlp)
{
	struct usb_urb *urb = urb_new(size, first, zlp);

	CU_ASSERT_EQUAL_FATAL(ops.submit_out(&toy->dev, toy->dev.now_ns, ep, urb), 0);
}

/* Until nothing happens; requests that are done are looked at and freed: their
 * number. */
static unsigned int
run(struct toy *toy, uint64_t until_ns)
{
	struct usb_urb *urb;
	uint64_t next, last = 0;
	unsigned int n = 0;

	while ((next = ops.next_event(&toy->dev)) <= until_ns && next != UINT64_MAX)
		ops.advance(&toy->dev, next);
	if (until_ns != UINT64_MAX)
		ops.advance(&toy->dev, until_ns);
	while ((urb = ops.reap_out(&toy->dev)) != NULL) {
		CU_ASSERT(urb->done_ns >= last);
		CU_ASSERT_EQUAL(urb->actual, urb->status == 0 ? urb->size : 0);
		last = urb->done_ns;
		urb_free(urb);
		n++;
	}
	return n;
}

static void
toy_close(struct toy *toy)
{
	struct usb_urb *urb;

	while ((urb = ops.reap_out(&toy->dev)) != NULL)
		urb_free(urb);
	while ((urb = ops.cancel_out(&toy->dev)) != NULL)
		urb_free(urb);
	ops.destroy(&toy->dev);
}

static uint64_t
counter(const struct toy *toy, const char *wanted)
{
	const char *name;
	uint64_t value;
	unsigned int i;

	for (i = 0; ops.counter(&toy->dev, i, &name, &value); i++)
		if (strcmp(name, wanted) == 0)
			return value;
	return UINT64_MAX;
}

static void
test_order_and_times(void)
{
	/* 1000 bytes: SuperSpeed 2000 + 1000 / 400 MB/s; high speed 2000 +
	 * 1000 / 49.152 MB/s = 20345.05 */
	static const struct { enum usb_speed speed; uint64_t ns; } rows[] = {
		{ USB_SPEED_SUPER, 4500 }, { USB_SPEED_HIGH, 22346 },
	};
	unsigned int i, k;

	for (i = 0; i < 2; i++) {
		struct toy *toy = toy_new(rows[i].speed, &packets);

		for (k = 0; k < 3; k++)
			out(toy, EP_A, 1000, (uint8_t)k, false);
		CU_ASSERT_EQUAL(run(toy, UINT64_MAX), 3);
		CU_ASSERT_EQUAL_FATAL(toy->n, 3);
		for (k = 0; k < 3; k++) {
			CU_ASSERT_EQUAL(toy->arrivals[k].first, k);
			CU_ASSERT_EQUAL(toy->arrivals[k].len, 1000);
			CU_ASSERT_EQUAL(toy->arrivals[k].ns, (k + 1) * rows[i].ns);
		}
		CU_ASSERT_EQUAL(counter(toy, "tx_transfers"), 3);
		CU_ASSERT_EQUAL(counter(toy, "tx_bytes"), 3000);
		CU_ASSERT_EQUAL(counter(toy, "tx_fifo_now"), 0);
		toy_close(toy);
	}
}

static void
test_endpoints_take_turns(void)
{
	static const uint8_t eps[] = { EP_A, EP_B, EP_A, EP_B };
	struct toy *toy = toy_new(USB_SPEED_SUPER, &packets);
	unsigned int i;

	out(toy, EP_A, 1000, 0, false);
	out(toy, EP_A, 1000, 2, false);
	out(toy, EP_B, 1000, 1, false);
	out(toy, EP_B, 1000, 3, false);
	CU_ASSERT_EQUAL(run(toy, UINT64_MAX), 4);
	for (i = 0; i < 4; i++) {
		CU_ASSERT_EQUAL(toy->arrivals[i].ep, eps[i]);
		CU_ASSERT_EQUAL(toy->arrivals[i].first, i);
		CU_ASSERT_EQUAL(toy->arrivals[i].ns, 4500 * (i + 1));
	}
	toy_close(toy);
}

static void
test_directions_share_high_speed_alone(void)
{
	static const struct { enum usb_speed speed; uint64_t in, out; } rows[] = {
		{ USB_SPEED_SUPER, 4500, 4500 }, { USB_SPEED_HIGH, 22346, 2 * 22346 },
	};
	uint8_t room[2048], event[1000] = { 0 };
	unsigned int i;

	for (i = 0; i < 2; i++) {
		struct toy *toy = toy_new(rows[i].speed, &packets);
		struct usb_urb in = { .data = room, .size = sizeof(room) };

		CU_ASSERT_EQUAL(ops.submit_in(&toy->dev, 0, EP_EVENT, &in), 0);
		CU_ASSERT_TRUE(core_bulk_in_event(&toy->dev, 1, event, 1000, 0));
		out(toy, EP_A, 1000, 0, false);
		run(toy, UINT64_MAX);
		CU_ASSERT_PTR_EQUAL(ops.reap(&toy->dev), &in);
		CU_ASSERT_EQUAL(in.done_ns, rows[i].in);
		CU_ASSERT_EQUAL(toy->arrivals[0].ns, rows[i].out);
		toy_close(toy);
	}
}

static void
test_full_buffer_naks(void)
{
	struct toy *toy = toy_new(USB_SPEED_SUPER, &packets);

	toy->hold_ns = 100000;
	CU_ASSERT_EQUAL(ops.set_switch(&toy->dev, "txfifo", "3000"), 0);
	out(toy, EP_A, 1500, 0, false);	/* over after 5750, held until 105750 */
	out(toy, EP_A, 1500, 1, false);	/* fits exactly */
	out(toy, EP_A, 1, 2, false);
	CU_ASSERT_EQUAL(run(toy, 20000), 2);
	out(toy, EP_B, 1, 3, false);
	CU_ASSERT_EQUAL(run(toy, 105749), 0);
	CU_ASSERT_EQUAL(counter(toy, "tx_fifo_now"), 3000);
	CU_ASSERT_EQUAL(counter(toy, "tx_naks"), 2);
	CU_ASSERT_EQUAL(ops.next_event(&toy->dev), 105750);
	CU_ASSERT_EQUAL(run(toy, UINT64_MAX), 2);
	CU_ASSERT_EQUAL(toy->n, 4);
	/* 1 byte: 2000 + 2.5, rounded up; who is first is not said */
	CU_ASSERT_EQUAL(toy->arrivals[2].ns, 105750 + 2003);
	CU_ASSERT_EQUAL(toy->arrivals[3].ns, 105750 + 2 * 2003);
	CU_ASSERT_EQUAL(counter(toy, "tx_naks"), 2);
	CU_ASSERT_EQUAL(counter(toy, "tx_fifo_now"), 0);
	toy_close(toy);
}

/* Refused again and again it is still one request that waits. */
static void
test_one_wait_is_counted_once(void)
{
	struct toy *toy = toy_new(USB_SPEED_SUPER, &packets);
	unsigned int i;

	toy->hold_ns = 100000;
	CU_ASSERT_EQUAL(ops.set_switch(&toy->dev, "txfifo", "3000"), 0);
	for (i = 0; i < 3; i++)
		out(toy, EP_A, 1000, 0, false);
	out(toy, EP_A, 2500, 1, false);
	CU_ASSERT_EQUAL(run(toy, UINT64_MAX), 4);
	CU_ASSERT_EQUAL(counter(toy, "tx_naks"), 1);
	/* All three must have left: 4500 x 3 + 100000, then 2000 + 6250. */
	CU_ASSERT_EQUAL(toy->arrivals[3].ns, 113500 + 8250);
	toy_close(toy);
}

static void
test_larger_than_the_buffer(void)
{
	struct toy *toy = toy_new(USB_SPEED_SUPER, &packets);

	toy->hold_ns = 1000;
	CU_ASSERT_EQUAL(ops.set_switch(&toy->dev, "txfifo", "2048"), 0);
	out(toy, EP_A, 100, 0, false);
	out(toy, EP_A, 5000, 1, false);
	CU_ASSERT_EQUAL(run(toy, UINT64_MAX), 2);
	/* 2250, then 1000 of holding, then 2000 + 12500. */
	CU_ASSERT_EQUAL(toy->arrivals[1].ns, 2250 + 1000 + 14500);
	toy_close(toy);
}

static void
test_buffer_is_freed_by_time(void)
{
	struct toy *toy = toy_new(USB_SPEED_SUPER, &packets);

	toy->until_ns = 900000;
	out(toy, EP_A, 400, 0, false);
	run(toy, 50000);
	toy->until_ns = 700000;	/* earlier than what is there */
	out(toy, EP_A, 500, 1, false);
	run(toy, 100000);
	CU_ASSERT_EQUAL(counter(toy, "tx_fifo_now"), 900);
	run(toy, 700000);
	CU_ASSERT_EQUAL(counter(toy, "tx_fifo_now"), 400);
	toy->until_ns = 900001;
	out(toy, EP_A, 600, 2, false);
	run(toy, 750000);
	toy->until_ns = 850000;	/* between the two */
	out(toy, EP_A, 50, 3, false);
	run(toy, 800000);
	toy->until_ns = 900000;
	out(toy, EP_A, 7, 4, false);
	run(toy, 849999);
	CU_ASSERT_EQUAL(counter(toy, "tx_fifo_now"), 1057);
	run(toy, 850000);
	CU_ASSERT_EQUAL(counter(toy, "tx_fifo_now"), 1007);
	run(toy, 899999);
	CU_ASSERT_EQUAL(counter(toy, "tx_fifo_now"), 1007);
	run(toy, 900000);
	CU_ASSERT_EQUAL(counter(toy, "tx_fifo_now"), 600);
	run(toy, 900001);
	CU_ASSERT_EQUAL(counter(toy, "tx_fifo_now"), 0);
	CU_ASSERT_EQUAL(ops.next_event(&toy->dev), UINT64_MAX);
	toy_close(toy);
}

static void
test_whole_packets_join(void)
{
	struct toy *toy = toy_new(USB_SPEED_SUPER, &packets);

	out(toy, EP_A, 2048, 1, false);
	out(toy, EP_B, 10, 2, false);	/* another endpoint: nothing to do with it */
	CU_ASSERT_EQUAL(run(toy, UINT64_MAX), 2);
	CU_ASSERT_EQUAL_FATAL(toy->n, 1);
	CU_ASSERT_EQUAL(toy->arrivals[0].ep, EP_B);
	CU_ASSERT_EQUAL(counter(toy, "tx_joined"), 1);
	CU_ASSERT_EQUAL(counter(toy, "tx_fifo_now"), 2048);
	out(toy, EP_A, 1024, 3, false);
	out(toy, EP_A, 100, 4, false);
	CU_ASSERT_EQUAL(run(toy, UINT64_MAX), 2);
	CU_ASSERT_EQUAL_FATAL(toy->n, 2);
	CU_ASSERT_EQUAL(toy->arrivals[1].len, 2048 + 1024 + 100);
	CU_ASSERT_EQUAL(toy->arrivals[1].first, 1);
	CU_ASSERT_EQUAL(counter(toy, "tx_joined"), 2);
	CU_ASSERT_EQUAL(counter(toy, "tx_fifo_now"), 0);
	out(toy, EP_A, 1024, 5, true);
	CU_ASSERT_EQUAL(run(toy, UINT64_MAX), 1);
	CU_ASSERT_EQUAL(toy->arrivals[2].len, 1024);
	toy_close(toy);
}

static void
test_zero_length_ends_a_transfer(void)
{
	struct toy *toy = toy_new(USB_SPEED_HIGH, &packets);

	out(toy, EP_A, 512, 1, false);
	out(toy, EP_A, 0, 0, false);
	CU_ASSERT_EQUAL(run(toy, UINT64_MAX), 2);
	CU_ASSERT_EQUAL_FATAL(toy->n, 1);
	CU_ASSERT_EQUAL(toy->arrivals[0].len, 512);
	toy_close(toy);
}

static void
test_a_length_in_front_needs_no_end(void)
{
	struct toy *toy = toy_new(USB_SPEED_SUPER, &lengths);

	out(toy, EP_A, 1024, 1, false);
	out(toy, EP_A, 2048, 2, false);
	CU_ASSERT_EQUAL(run(toy, UINT64_MAX), 2);
	CU_ASSERT_EQUAL_FATAL(toy->n, 2);
	CU_ASSERT_EQUAL(toy->arrivals[1].len, 2048);
	CU_ASSERT_EQUAL(counter(toy, "tx_joined"), 0);
	toy_close(toy);
}

/* A joined transfer that fills the buffer must not wait for itself. */
static void
test_joined_beyond_the_buffer(void)
{
	struct toy *toy = toy_new(USB_SPEED_SUPER, &packets);

	CU_ASSERT_EQUAL(ops.set_switch(&toy->dev, "txfifo", "2048"), 0);
	out(toy, EP_A, 2048, 1, false);
	out(toy, EP_A, 7, 2, false);
	CU_ASSERT_EQUAL(run(toy, UINT64_MAX), 2);
	CU_ASSERT_EQUAL_FATAL(toy->n, 1);
	CU_ASSERT_EQUAL(toy->arrivals[0].len, 2055);
	CU_ASSERT_EQUAL(counter(toy, "tx_fifo_now"), 0);
	toy_close(toy);
}

static void
test_cancel(void)
{
	struct toy *toy = toy_new(USB_SPEED_SUPER, &packets);
	struct usb_urb *urb;
	unsigned int n = 0;

	out(toy, EP_A, 100000, 1, false);	/* 252 us */
	out(toy, EP_A, 100, 2, false);
	out(toy, EP_B, 100, 3, false);
	run(toy, 1000);
	while ((urb = ops.cancel_out(&toy->dev)) != NULL) {
		CU_ASSERT_EQUAL(urb->status, -ENOENT);
		CU_ASSERT_EQUAL(urb->actual, 0);
		urb_free(urb);
		n++;
	}
	CU_ASSERT_EQUAL(n, 3);
	CU_ASSERT_EQUAL(toy->n, 0);
	CU_ASSERT_EQUAL(counter(toy, "tx_fifo_now"), 0);
	CU_ASSERT_EQUAL(counter(toy, "tx_aborted"), 1);
	CU_ASSERT_EQUAL(ops.next_event(&toy->dev), UINT64_MAX);
	/* The bus is free at once. */
	out(toy, EP_B, 1000, 4, false);
	CU_ASSERT_EQUAL(run(toy, UINT64_MAX), 1);
	CU_ASSERT_EQUAL(toy->arrivals[0].ns, 1000 + 4500);
	toy_close(toy);
}

static void
test_faults(void)
{
	static const struct { const char *name, *counter; int status; } rows[] = {
		{ "outstall", "tx_stalls", -EPIPE }, { "outeproto", "tx_eproto", -EPROTO },
	};
	unsigned int i, k;

	for (i = 0; i < 2; i++) {
		struct toy *toy = toy_new(USB_SPEED_SUPER, &packets);
		struct usb_urb *urb;

		CU_ASSERT_EQUAL(ops.set_switch(&toy->dev, rows[i].name, "3"), 0);
		for (k = 0; k < 6; k++)
			out(toy, EP_A, 100, (uint8_t)k, false);
		while (ops.next_event(&toy->dev) != UINT64_MAX)
			ops.advance(&toy->dev, ops.next_event(&toy->dev));
		for (k = 0; (urb = ops.reap_out(&toy->dev)) != NULL; k++) {
			CU_ASSERT_EQUAL(urb->status, k % 3 == 2 ? rows[i].status : 0);
			CU_ASSERT_EQUAL(urb->actual, k % 3 == 2 ? 0 : 100);
			urb_free(urb);
		}
		CU_ASSERT_EQUAL(k, 6);
		CU_ASSERT_EQUAL_FATAL(toy->n, 4);
		CU_ASSERT_EQUAL(toy->arrivals[2].first, 3);
		CU_ASSERT_EQUAL(counter(toy, rows[i].counter), 2);
		CU_ASSERT_EQUAL(counter(toy, "tx_transfers"), 4);
		CU_ASSERT_EQUAL(counter(toy, "tx_fifo_now"), 0);
		toy_close(toy);
	}
}

static void
test_what_submit_refuses(void)
{
	struct toy *toy = toy_new(USB_SPEED_SUPER, &packets);
	struct usb_urb *urb = urb_new(10, 0, false);
	unsigned int i;

	CU_ASSERT_EQUAL(ops.submit_out(&toy->dev, 0, 0x06, urb), -ENOENT);
	CU_ASSERT_EQUAL(ops.submit_out(&toy->dev, 0, 0, urb), -ENOENT);
	CU_ASSERT_EQUAL(counter(toy, "tx_unknown_endpoint"), 2);
	for (i = 0; i < USB_DEVICE_URBS_MAX; i++)
		out(toy, EP_B, 10, (uint8_t)i, false);
	CU_ASSERT_EQUAL(ops.submit_out(&toy->dev, 0, EP_B, urb), -ENOSPC);
	CU_ASSERT_EQUAL(ops.submit_out(&toy->dev, 0, EP_A, urb), 0);
	CU_ASSERT_EQUAL(run(toy, UINT64_MAX), USB_DEVICE_URBS_MAX + 1);
	toy_close(toy);
}

static void
test_second_in_endpoint(void)
{
	struct toy *toy = toy_new(USB_SPEED_SUPER, &packets);
	uint8_t a[64], b[64], event[16] = { 0x5a };
	struct usb_urb first = { .data = a, .size = 64 }, second = { .data = b, .size = 64 };

	CU_ASSERT_EQUAL(ops.submit_in(&toy->dev, 0, 0x86, &first), -ENOENT);
	CU_ASSERT_EQUAL(ops.submit_in(&toy->dev, 0, 0, &first), -ENOENT);
	CU_ASSERT_EQUAL(ops.submit_in(&toy->dev, 0, EP_IN, &first), 0);
	CU_ASSERT_EQUAL(ops.submit_in(&toy->dev, 0, EP_EVENT, &second), 0);
	CU_ASSERT_TRUE(core_bulk_in_event(&toy->dev, 1, event, 16, 0));
	run(toy, UINT64_MAX);
	CU_ASSERT_PTR_EQUAL(ops.reap(&toy->dev), &second);
	CU_ASSERT_PTR_NULL(ops.reap(&toy->dev));
	CU_ASSERT_EQUAL(second.actual, 16);
	CU_ASSERT_EQUAL(b[0], 0x5a);
	CU_ASSERT_PTR_EQUAL(ops.cancel(&toy->dev), &first);
	CU_ASSERT_PTR_NULL(ops.cancel(&toy->dev));
	toy_close(toy);
}

static void
test_faults_of_in_transfers(void)
{
	struct toy *toy = toy_new(USB_SPEED_SUPER, &packets);
	uint8_t room[4][64], event[40] = { 0 };
	struct usb_urb urbs[4];
	static const uint32_t lengths_seen[] = { 40, 0, 30, 40 };
	unsigned int i;

	CU_ASSERT_EQUAL(ops.set_switch(&toy->dev, "zlt", "2"), 0);
	CU_ASSERT_EQUAL(ops.set_switch(&toy->dev, "shorten", "2"), 0);
	for (i = 0; i < 4; i++) {
		urbs[i] = (struct usb_urb){ .data = room[i], .size = 64 };
		CU_ASSERT_EQUAL(ops.submit_in(&toy->dev, 0, EP_EVENT, &urbs[i]), 0);
	}
	for (i = 0; i < 3; i++)
		CU_ASSERT_TRUE(core_bulk_in_event(&toy->dev, 1, event, 40, 0));
	/* The third request is the second transfer, the fourth would be empty. */
	run(toy, UINT64_MAX);
	for (i = 0; i < 3; i++) {
		CU_ASSERT_PTR_EQUAL(ops.reap(&toy->dev), &urbs[i]);
		CU_ASSERT_EQUAL(urbs[i].actual, lengths_seen[i]);
		CU_ASSERT_EQUAL(urbs[i].status, 0);
	}
	CU_ASSERT_EQUAL(counter(toy, "transfers_shortened"), 1);
	CU_ASSERT_PTR_EQUAL(ops.reap(&toy->dev), &urbs[3]);
	CU_ASSERT_EQUAL(urbs[3].actual, 0);
	toy_close(toy);
}

static void
test_no_second_in_endpoint(void)
{
	struct toy *toy = toy_new(USB_SPEED_SUPER, &lengths);
	uint8_t room[64];
	struct usb_urb urb = { .data = room, .size = 64 };

	CU_ASSERT_EQUAL(ops.submit_in(&toy->dev, 0, EP_EVENT, &urb), -ENOENT);
	CU_ASSERT_EQUAL(ops.submit_in(&toy->dev, 0, 0, &urb), -ENOENT);
	CU_ASSERT_EQUAL(ops.submit_in(&toy->dev, 0, EP_IN, &urb), 0);
	CU_ASSERT_PTR_EQUAL(ops.cancel(&toy->dev), &urb);
	toy_close(toy);
}

/* An empty transfer of the fault does not stand for the zero-length packet that the
 * chip owes. */
static void
test_fault_beside_a_zero_length_packet(void)
{
	static const uint32_t lengths_seen[] = { 1024, 0, 0 };
	struct toy *toy = toy_new(USB_SPEED_SUPER, &packets);
	uint8_t room[3][1024], event[1024] = { 0 };
	struct usb_urb urbs[3];
	unsigned int i;

	CU_ASSERT_EQUAL(ops.set_switch(&toy->dev, "zlp", "sent"), 0);
	CU_ASSERT_EQUAL(ops.set_switch(&toy->dev, "zlt", "2"), 0);
	for (i = 0; i < 3; i++) {
		urbs[i] = (struct usb_urb){ .data = room[i], .size = 1024 };
		CU_ASSERT_EQUAL(ops.submit_in(&toy->dev, 0, EP_EVENT, &urbs[i]), 0);
	}
	CU_ASSERT_TRUE(core_bulk_in_event(&toy->dev, 1, event, 1024, 0));
	run(toy, UINT64_MAX);
	for (i = 0; i < 3; i++) {
		CU_ASSERT_PTR_EQUAL(ops.reap(&toy->dev), &urbs[i]);
		CU_ASSERT_EQUAL(urbs[i].actual, lengths_seen[i]);
	}
	CU_ASSERT_EQUAL(counter(toy, "zlps"), 2);
	toy_close(toy);
}

int
main(void)
{
	CU_TestInfo out_tests[] = {
		{ "order and times", test_order_and_times },
		{ "endpoints take turns", test_endpoints_take_turns },
		{ "IN and OUT share high speed alone", test_directions_share_high_speed_alone },
		{ "a full buffer answers NAK", test_full_buffer_naks },
		{ "one wait is counted once", test_one_wait_is_counted_once },
		{ "larger than the buffer", test_larger_than_the_buffer },
		{ "buffer is freed by time", test_buffer_is_freed_by_time },
		{ "whole packets join", test_whole_packets_join },
		{ "zero length ends a transfer", test_zero_length_ends_a_transfer },
		{ "a length in front needs no end", test_a_length_in_front_needs_no_end },
		{ "joined beyond the buffer", test_joined_beyond_the_buffer },
		{ "cancel", test_cancel },
		{ "switches outstall, outeproto", test_faults },
		{ "what submit refuses", test_what_submit_refuses },
		CU_TEST_INFO_NULL,
	};
	CU_TestInfo in_tests[] = {
		{ "second IN endpoint", test_second_in_endpoint },
		{ "no second IN endpoint", test_no_second_in_endpoint },
		{ "switch zlt beside zlp", test_fault_beside_a_zero_length_packet },
		{ "switches zlt, shorten", test_faults_of_in_transfers },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "bulk OUT", NULL, NULL, NULL, NULL, out_tests },
		{ "bulk IN of events", NULL, NULL, NULL, NULL, in_tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
