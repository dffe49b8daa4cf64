/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The bulk-IN pipe, its timing, and the buffer in front of it. */

#include <errno.h>
#include <string.h>

#include "../cunit_run.h"
#include "bench.h"
#include "fake_air.h"

#define T0 1000000ull

/* Frames of len bytes, every_ns apart, one unit per transfer unless EN is set. */
static struct bench *
setup(enum usb_speed speed, bool lossless, unsigned int n, uint32_t len,
      uint64_t every_ns)
{
	struct air *air = fake_air_new(lossless);
	struct bench *b = bench_open(speed, air);
	unsigned int i;

	for (i = 0; i < n; i++)
		fake_air_add_one(air, T0 + i * every_ns, len, i);
	bench_switch(b, "c2h", "0");
	return b;
}

static uint64_t
accounted(const struct bench *b)
{
	static const char *const places[] = {
		"frames_delivered", "rx_off_frames", "filtered_address", "filtered_type",
		"filtered_crc", "filtered_length", "fifo_overflow_frames",
		"agg_disabled_frames", "no_memory_frames", "frames_lost_bus",
		"frames_inside_now",
	};
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		sum += bench_counter(b, places[i]);
	return sum;
}

static void
test_speeds(void)
{
	/* transfer of 1600 bytes: SuperSpeed 2000 + 1600 / 400 MB/s; high speed
	 * 2000 + 1600 / 49.152 MB/s = 32552.08 */
	static const struct { enum usb_speed speed; uint64_t ns; } rows[] = {
		{ USB_SPEED_SUPER, 2000 + 4000 }, { USB_SPEED_HIGH, 2000 + 32553 },
	};
	unsigned int i;

	for (i = 0; i < 2; i++) {
		struct bench *b = setup(rows[i].speed, false, 2, 1560, 1);

		bench_submit(b, 4, 4096);
		bench_drain(b);
		CU_ASSERT_EQUAL_FATAL(b->n_transfers, 2);
		CU_ASSERT_EQUAL(b->transfers[0].done_ns, T0 + rows[i].ns);
		/* the second waits for the bus */
		CU_ASSERT_EQUAL(b->transfers[1].done_ns, T0 + 2 * rows[i].ns);
		bench_close(b);
	}
}

static void
test_waits_for_a_request(void)
{
	struct bench *b = setup(USB_SPEED_SUPER, false, 3, 1560, 1000);

	b->hungry = false;
	bench_submit(b, 1, 4096);
	bench_run(b, T0 + 1000000);
	CU_ASSERT_EQUAL(b->n_transfers, 1);
	CU_ASSERT_EQUAL(bench_counter(b, "frames_inside_now"), 2);
	CU_ASSERT_EQUAL(b->ops->next_event(b->dev), UINT64_MAX);
	bench_submit(b, 1, 4096);
	bench_drain(b);
	CU_ASSERT_EQUAL_FATAL(b->n_transfers, 2);
	CU_ASSERT_EQUAL(b->transfers[1].done_ns, T0 + 1000000 + 6000);
	CU_ASSERT_EQUAL(accounted(b), 3);
	bench_close(b);
}

static void
test_air_is_silent_before_the_first_request(void)
{
	struct bench *b = setup(USB_SPEED_SUPER, false, 2, 1560, 1000);

	bench_run(b, 50000000);
	CU_ASSERT_EQUAL(bench_counter(b, "frames_air"), 0);
	bench_submit(b, 2, 4096);
	bench_drain(b);
	CU_ASSERT_EQUAL_FATAL(b->n_transfers, 2);
	CU_ASSERT_EQUAL(b->transfers[0].done_ns, 50000000 + T0 + 6000);
	bench_close(b);
}

static void
test_order_and_limit_of_requests(void)
{
	struct bench *b = setup(USB_SPEED_SUPER, false, 2, 1560, 1000);
	static struct usb_urb urbs[USB_DEVICE_URBS_MAX + 1];
	static uint8_t data[4096];
	unsigned int i;

	for (i = 0; i < USB_DEVICE_URBS_MAX; i++) {
		urbs[i].data = data;
		urbs[i].size = sizeof(data);
		CU_ASSERT_EQUAL_FATAL(b->ops->submit(b->dev, 0, &urbs[i]), 0);
	}
	CU_ASSERT_EQUAL(b->ops->submit(b->dev, 0, &urbs[USB_DEVICE_URBS_MAX]), -ENOSPC);
	b->ops->advance(b->dev, T0 + 100000);
	CU_ASSERT_PTR_EQUAL(b->ops->reap(b->dev), &urbs[0]);
	CU_ASSERT_EQUAL(urbs[0].status, 0);
	CU_ASSERT_EQUAL(urbs[0].actual, 1600);
	CU_ASSERT_PTR_EQUAL(b->ops->reap(b->dev), &urbs[1]);
	CU_ASSERT_PTR_NULL(b->ops->reap(b->dev));
	for (i = 2; i < USB_DEVICE_URBS_MAX; i++) {
		CU_ASSERT_PTR_EQUAL(b->ops->cancel(b->dev), &urbs[i]);
		CU_ASSERT_EQUAL(urbs[i].status, -ENOENT);
		CU_ASSERT_EQUAL(urbs[i].actual, 0);
	}
	CU_ASSERT_PTR_NULL(b->ops->cancel(b->dev));
	bench_close(b);
}

static void
test_cancel_on_the_bus_loses_nothing(void)
{
	struct bench *b = setup(USB_SPEED_SUPER, false, 1, 1560, 1000);
	struct usb_urb *urb;

	bench_submit(b, 2, 4096);
	bench_run(b, T0 + 3000);	/* half way */
	urb = b->ops->cancel(b->dev);
	CU_ASSERT_PTR_EQUAL_FATAL(urb, &b->urbs[0]);
	CU_ASSERT_EQUAL(urb->actual, 0);
	CU_ASSERT_PTR_EQUAL(b->ops->cancel(b->dev), &b->urbs[1]);
	CU_ASSERT_EQUAL(b->ops->next_event(b->dev), UINT64_MAX);
	CU_ASSERT_EQUAL(bench_counter(b, "urbs_aborted"), 1);
	bench_submit(b, 1, 4096);
	bench_drain(b);
	CU_ASSERT_EQUAL_FATAL(b->n_transfers, 1);
	CU_ASSERT_EQUAL(b->transfers[0].len, 1600);
	bench_close(b);
}

static void
test_longer_than_the_request(void)
{
	struct bench *b = setup(USB_SPEED_SUPER, false, 1, 2400, 1000);

	bench_submit(b, 4, 1024);
	bench_drain(b);
	CU_ASSERT_EQUAL_FATAL(b->n_transfers, 3);
	CU_ASSERT_EQUAL(b->transfers[0].len, 1024);
	CU_ASSERT_EQUAL(b->transfers[1].len, 1024);
	CU_ASSERT_EQUAL(b->transfers[2].len, 2440 - 2048);
	CU_ASSERT_EQUAL(bench_counter(b, "transfers_split"), 2);
	CU_ASSERT_EQUAL(bench_counter(b, "frames_delivered"), 1);
	/* 984 bytes of frame in the first, then it goes on */
	CU_ASSERT_EQUAL(b->transfers[1].data[0], (uint8_t)984);
	CU_ASSERT_EQUAL(bench_counter(b, "fifo_bytes_now"), 0);
	bench_close(b);
}

static void
test_babble(void)
{
	struct bench *b = setup(USB_SPEED_SUPER, false, 2, 1560, 100000);

	bench_submit(b, 2, 1500);	/* no whole number of packets */
	bench_drain(b);
	CU_ASSERT_EQUAL_FATAL(b->n_transfers, 2);
	CU_ASSERT_EQUAL(b->transfers[0].status, -EOVERFLOW);
	CU_ASSERT_EQUAL(b->transfers[0].len, 0);
	CU_ASSERT_EQUAL(bench_counter(b, "frames_lost_bus"), 2);
	CU_ASSERT_EQUAL(accounted(b), 2);
	bench_close(b);
}

static void
test_eproto_loses_nothing(void)
{
	struct bench *b = setup(USB_SPEED_SUPER, false, 5, 1560, 100000);
	unsigned int i, good = 0;

	bench_switch(b, "eproto", "3");
	bench_submit(b, 2, 4096);
	bench_drain(b);
	CU_ASSERT_EQUAL_FATAL(b->n_transfers, 7);
	for (i = 0; i < 7; i++) {
		CU_ASSERT_EQUAL(b->transfers[i].status, i % 3 == 2 ? -EPROTO : 0);
		good += b->transfers[i].len == 1600;
	}
	CU_ASSERT_EQUAL(good, 5);
	CU_ASSERT_EQUAL(bench_counter(b, "urbs_eproto"), 2);
	bench_close(b);
}

static void
test_zero_length_packets(void)
{
	/* Three transfers of 1024, then one of 100, into requests of ... */
	static const struct {
		const char *zlp;
		uint32_t size;
		uint32_t lens[8];
		unsigned int n;
	} rows[] = {
		{ "ideal", 4096, { 1024, 1024, 1024, 100 }, 4 },
		{ "ideal", 1024, { 1024, 1024, 1024, 100 }, 4 },
		{ "sent", 4096, { 1024, 1024, 1024, 100 }, 4 },
		{ "sent", 1024, { 1024, 0, 1024, 0, 1024, 0, 100 }, 7 },
		{ "join", 4096, { 3172 }, 1 },
		{ "join", 2048, { 2048, 1124 }, 2 },
		{ "join", 1024, { 1024, 1024, 1024, 100 }, 4 },
	};
	unsigned int i, k;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct bench *b = setup(USB_SPEED_SUPER, false, 3, 984, 100000);

		fake_air_add_one(b->air, T0 + 300000, 60, 4);
		bench_switch(b, "zlp", rows[i].zlp);
		bench_submit(b, 8, rows[i].size);
		bench_drain(b);
		if (b->n_transfers != rows[i].n)
			printf("  row %u: %u transfers\n", i, b->n_transfers);
		CU_ASSERT_EQUAL_FATAL(b->n_transfers, rows[i].n);
		for (k = 0; k < rows[i].n; k++)
			CU_ASSERT_EQUAL(b->transfers[k].len, rows[i].lens[k]);
		CU_ASSERT_EQUAL(bench_counter(b, "zlps"),
				strcmp(rows[i].zlp, "sent") == 0 ? 3 : 0);
		CU_ASSERT_EQUAL(bench_counter(b, "frames_delivered"), 4);
		bench_close(b);
	}
}

static void
test_fifo_default_capacity(void)
{
	/* 127 pages of 256 bytes: 20 units of 1600 and one of 512. 932 pages:
	 * 149 units of 1600 and one of 192. Not one more; no request waits. */
	static const struct { enum usb_speed speed; unsigned int fit; uint32_t rest; } rows[] = {
		{ USB_SPEED_SUPER, 20, 472 }, { USB_SPEED_HIGH, 149, 152 },
	};
	unsigned int i;

	for (i = 0; i < 2; i++) {
		struct bench *b = setup(rows[i].speed, false, rows[i].fit, 1560, 1000);

		fake_air_add_one(b->air, T0 + 300000, rows[i].rest, 200);
		fake_air_add_one(b->air, T0 + 400000, rows[i].rest, 201);
		b->hungry = false;
		bench_submit(b, 1, 4096);
		bench_run(b, T0 - 1);
		b->ops->cancel(b->dev);
		bench_run(b, T0 + 1000000);
		CU_ASSERT_EQUAL(bench_counter(b, "frames_inside_now"), rows[i].fit + 1);
		CU_ASSERT_EQUAL(bench_counter(b, "fifo_bytes_now"),
				rows[i].fit * 1600 + rows[i].rest + 40);
		CU_ASSERT_EQUAL(bench_counter(b, "fifo_overflow_frames"), 1);
		CU_ASSERT_EQUAL(accounted(b), rows[i].fit + 2);
		bench_close(b);
	}
}

static void
test_fifo_edge(void)
{
	/* Units of 1600 in 3200 and in 3199 bytes. */
	static const struct { const char *bytes; unsigned int fit; } rows[] = {
		{ "3200", 2 }, { "3199", 1 },
	};
	unsigned int i;

	for (i = 0; i < 2; i++) {
		struct bench *b = setup(USB_SPEED_SUPER, false, 3, 1555, 1);

		/* 1595 bytes each: the alignment behind counts too */
		bench_switch(b, "fifo", rows[i].bytes);
		bench_submit(b, 4, 4096);
		bench_run(b, T0 + 2);
		CU_ASSERT_EQUAL(bench_counter(b, "frames_inside_now"), rows[i].fit);
		CU_ASSERT_EQUAL(bench_counter(b, "fifo_overflow_frames"), 3 - rows[i].fit);
		bench_drain(b);
		CU_ASSERT_EQUAL(accounted(b), 3);
		CU_ASSERT_EQUAL(bench_counter(b, "fifo_bytes_now"), 0);
		bench_close(b);
	}
}

static void
test_fifo_empties_packet_by_packet(void)
{
	/* A transfer of 3080; one packet of 1024 has passed at 2000 + 2560 ns. */
	static const struct { uint64_t at; unsigned int lost; } rows[] = {
		{ 4559, 1 }, { 4560, 0 },
	};
	unsigned int i;

	for (i = 0; i < 2; i++) {
		struct bench *b = setup(USB_SPEED_SUPER, false, 1, 3040, 1);

		fake_air_add_one(b->air, T0 + rows[i].at, 984, 2);
		bench_switch(b, "fifo", "3088");
		bench_submit(b, 4, 4096);
		bench_drain(b);
		CU_ASSERT_EQUAL(bench_counter(b, "fifo_overflow_frames"), rows[i].lost);
		CU_ASSERT_EQUAL(accounted(b), 2);
		bench_close(b);
	}
}

static void
test_full_fifo_closes_the_aggregate(void)
{
	unsigned int wait;

	for (wait = 0; wait < 2; wait++) {
		struct bench *b = setup(USB_SPEED_SUPER, false, 3, 1560, 1000);

		bench_switch(b, "fifo", "3200");
		bench_switch(b, "full", wait ? "wait" : "close");
		bench_write(b, 0x6000, 0x80FFFF00);
		bench_submit(b, 4, 32768);
		bench_drain(b);
		CU_ASSERT_EQUAL(bench_counter(b, "agg_closed_full"), !wait);
		CU_ASSERT_EQUAL(bench_counter(b, "agg_closed_timer"), wait);
		CU_ASSERT_EQUAL(bench_counter(b, "fifo_overflow_frames"), 1);
		CU_ASSERT_EQUAL_FATAL(b->n_transfers, 1);
		CU_ASSERT_EQUAL(b->transfers[0].done_ns > T0 + 8000000, wait);
		bench_close(b);
	}
}

/* Where the bus is slower than the air, the FIFO is full all the time; with closed
 * aggregates in it, that is no reason to close a small one. */
static void
test_full_fifo_with_closed_aggregates(void)
{
	struct bench *b = setup(USB_SPEED_HIGH, true, 600, 1560, 1);

	bench_write(b, 0x6000, 0x80FF2014);
	bench_write(b, 0x6004, 0x1F);
	bench_submit(b, 52, 32768);
	bench_drain(b);
	CU_ASSERT_EQUAL(bench_counter(b, "frames_delivered"), 600);
	CU_ASSERT_EQUAL(bench_counter(b, "agg_closed_full"), 0);
	/* 12 units of 1616 bytes, the last unpadded, fit into 20480. */
	CU_ASSERT_EQUAL(bench_counter(b, "agg_closed_size"), 600 / 12 - 1);
	bench_close(b);
}

static void
test_patient_air_loses_nothing(void)
{
	struct bench *b = setup(USB_SPEED_HIGH, true, 500, 1560, 100);

	bench_switch(b, "fifo", "8000");
	bench_write(b, 0x6000, 0x80FF2014);
	bench_submit(b, 2, 24576);
	bench_drain(b);
	CU_ASSERT_EQUAL(bench_counter(b, "frames_delivered"), 500);
	CU_ASSERT_EQUAL(bench_counter(b, "fifo_overflow_frames"), 0);
	CU_ASSERT(fake_air_delays(b->air) > 100);
	CU_ASSERT_EQUAL(bench_counter(b, "frames_air"), 500);
	CU_ASSERT_EQUAL(accounted(b), 500);
	bench_close(b);
}

/* RXDMA goes off in the middle of traffic, a transfer on the bus: the access point
 * waits until it is on again, and time goes on. */
static void
test_patient_air_waits_for_rxdma(void)
{
	struct bench *b = setup(USB_SPEED_SUPER, true, 200, 1560, 1000);
	unsigned int off_us;

	bench_write(b, 0x6000, 0x80FF0114);
	bench_submit(b, 60, 32768);
	for (off_us = 20; off_us < 180; off_us += 7) {
		bench_run(b, T0 + off_us * 1000);
		bench_write(b, 0x7880, 0x1);
		bench_run(b, T0 + off_us * 1000 + 3000);
		bench_write(b, 0x7880, 0x3);
	}
	bench_drain(b);
	CU_ASSERT_EQUAL(bench_counter(b, "frames_delivered"), 200);
	CU_ASSERT_EQUAL(bench_counter(b, "rx_off_frames"), 0);
	bench_close(b);
}

static void
test_patient_air_waits_for_requests(void)
{
	struct bench *b = setup(USB_SPEED_SUPER, true, 100, 1560, 100);

	b->hungry = false;
	bench_submit(b, 1, 4096);
	bench_run(b, 1000000000);
	CU_ASSERT_EQUAL(b->ops->next_event(b->dev), UINT64_MAX);
	CU_ASSERT(bench_counter(b, "frames_air") < 25);
	b->hungry = true;
	bench_submit(b, 2, 4096);
	bench_drain(b);
	CU_ASSERT_EQUAL(bench_counter(b, "frames_delivered"), 100);
	bench_close(b);
}

static void
test_frame_larger_than_the_fifo(void)
{
	struct bench *b = setup(USB_SPEED_SUPER, true, 2, 4000, 100);

	fake_air_add_one(b->air, T0 + 500, 500, 3);
	bench_switch(b, "fifo", "2048");
	bench_submit(b, 2, 4096);
	bench_drain(b);
	CU_ASSERT_EQUAL(bench_counter(b, "fifo_overflow_frames"), 2);
	CU_ASSERT_EQUAL(bench_counter(b, "frames_delivered"), 1);
	bench_close(b);
}

static void
test_status_overflow_is_counted(void)
{
	struct bench *b = setup(USB_SPEED_SUPER, false, 1, 1960, 100);

	bench_switch(b, "fifo", "2048");
	bench_switch(b, "c2h", "1");
	bench_write(b, 0x11440, 0x6D);
	bench_write(b, 0x9C30, 3);
	bench_submit(b, 2, 4096);
	bench_drain(b);
	CU_ASSERT_EQUAL(bench_counter(b, "fifo_overflow_status"), 1);
	CU_ASSERT_EQUAL(bench_counter(b, "units_c2h"), 1);	/* 48 bytes just fit */
	CU_ASSERT_EQUAL(bench_counter(b, "frames_delivered"), 1);
	bench_close(b);
}

static void
test_fault_units(void)
{
	struct bench *b = setup(USB_SPEED_SUPER, false, 4, 60, 100);
	uint32_t *first;

	bench_switch(b, "zerolen", "2");
	bench_switch(b, "unknown", "4");
	bench_submit(b, 8, 4096);
	bench_drain(b);
	/* 4 frames, 2 empty units, 1 of type 15 */
	CU_ASSERT_EQUAL_FATAL(b->n_transfers, 7);
	CU_ASSERT_EQUAL(b->transfers[2].len, 24);
	CU_ASSERT_EQUAL(b->transfers[6].len, 32);
	CU_ASSERT_EQUAL(b->transfers[6].data[3], 15);
	CU_ASSERT_EQUAL(bench_counter(b, "units_fault"), 3);
	bench_close(b);

	b = setup(USB_SPEED_SUPER, false, 3, 60, 100);
	bench_switch(b, "badlen", "3");
	bench_submit(b, 8, 4096);
	bench_drain(b);
	first = (uint32_t *)(void *)b->transfers[1].data;
	CU_ASSERT_EQUAL(*first & 0x3fff, 60);
	first = (uint32_t *)(void *)b->transfers[2].data;
	CU_ASSERT_EQUAL(*first & 0x3fff, 16383);
	bench_close(b);
}

static void
test_switch_errors(void)
{
	struct bench *b = bench_open(USB_SPEED_SUPER, NULL);
	const char *name, *values, *help;
	unsigned int i;

	CU_ASSERT_EQUAL(b->ops->set_switch(b->dev, "nosuch", "1"), -ENOENT);
	/* Every switch there is refuses nonsense. */
	for (i = 0; b->ops->list_switches(i, &name, &values, &help); i++) {
		CU_ASSERT_EQUAL(b->ops->set_switch(b->dev, name, ""), -EINVAL);
		CU_ASSERT_EQUAL(b->ops->set_switch(b->dev, name, "x"), -EINVAL);
		CU_ASSERT_EQUAL(b->ops->set_switch(b->dev, name, "-1"), -EINVAL);
		CU_ASSERT_EQUAL(b->ops->set_switch(b->dev, name, "99999999999"), -EINVAL);
	}
	CU_ASSERT(i >= 26);
	bench_close(b);
}

int
main(void)
{
	CU_TestInfo bus[] = {
		{ "both speeds", test_speeds },
		{ "a transfer waits for a request", test_waits_for_a_request },
		{ "silent before the first request", test_air_is_silent_before_the_first_request },
		{ "order and limit of requests", test_order_and_limit_of_requests },
		{ "cancel on the bus loses nothing", test_cancel_on_the_bus_loses_nothing },
		{ "longer than the request", test_longer_than_the_request },
		{ "babble", test_babble },
		{ "switch eproto", test_eproto_loses_nothing },
		{ "switch zlp", test_zero_length_packets },
		{ "switches badlen, zerolen, unknown", test_fault_units },
		{ "switches refuse nonsense", test_switch_errors },
		CU_TEST_INFO_NULL,
	};
	CU_TestInfo fifo[] = {
		{ "default capacity", test_fifo_default_capacity },
		{ "both sides of the edge", test_fifo_edge },
		{ "empties packet by packet", test_fifo_empties_packet_by_packet },
		{ "switch full", test_full_fifo_closes_the_aggregate },
		{ "full FIFO with closed aggregates", test_full_fifo_with_closed_aggregates },
		{ "patient access point: nothing lost", test_patient_air_loses_nothing },
		{ "a patient air waits for RXDMA", test_patient_air_waits_for_rxdma },
		{ "patient access point: no requests", test_patient_air_waits_for_requests },
		{ "frame larger than the buffer", test_frame_larger_than_the_fifo },
		{ "status without room", test_status_overflow_is_counted },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "rtl8922au bulk IN", NULL, NULL, NULL, NULL, bus },
		{ "rtl8922au receive buffer", NULL, NULL, NULL, NULL, fifo },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
