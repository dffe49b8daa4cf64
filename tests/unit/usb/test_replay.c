/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What comes out of a capture, in which order, and what is counted. */

#include <errno.h>

#include "replay_fixture.h"

static const struct urb three[] = {
	{ .len = 1514, .seed = 1 },
	{ .len = 64, .seed = 2 },
	{ .len = 20480, .seed = 3 },
};

static void
expect_three(void)
{
	struct usb_xfer *x[4];
	unsigned int i;

	CU_ASSERT_EQUAL_FATAL(fx_t->ops->start(fx_t), 0);
	CU_ASSERT_EQUAL(fx_count(), 3);
	CU_ASSERT_EQUAL_FATAL(fx_poll(x, 4), 3);
	for (i = 0; i < 3; i++) {
		CU_ASSERT_TRUE(fx_is(x[i], three[i].len, three[i].seed));
		CU_ASSERT_EQUAL(x[i]->size, 32768);
		CU_ASSERT_EQUAL(x[i]->status, 0);
	}
	fx_return(x, 3);
	CU_ASSERT_EQUAL(fx_poll(x, 4), 0);
	CU_ASSERT_EQUAL(fx_count(), 0);
	CU_ASSERT_EQUAL(fx_counter("replay_transfers"), 3);
	CU_ASSERT_EQUAL(fx_counter("replay_bytes"), 1514 + 64 + 20480);
	CU_ASSERT_EQUAL(fx_counter("replay_bad_records"), 0);
	CU_ASSERT_EQUAL(fx_counter("replay_unread"), 0);
}

static void
each_format_and_byte_order(void)
{
	unsigned int i;

	for (i = 0; i < 8; i++) {
		struct cap c = { .link_type = i & 1 ? 189 : 220,
				 .big = (i & 2) != 0, .ng = (i & 4) != 0 };

		fx_write_as(c, three, 3);
		CU_ASSERT_EQUAL_FATAL(fx_open(NULL, false), 0);
		CU_ASSERT_PTR_NULL(fx_t->ops->control);
		CU_ASSERT_EQUAL(fx_shared.speed_mbps, 0);
		expect_three();
		fx_close();
	}
}

/* Little-endian pcapng; the record's header lies at 76, a multiple of 4 only. */
static void
pcapng_typed_by_hand(void)
{
	static const uint8_t file[] = {
		0x0a, 0x0d, 0x0d, 0x0a, 0x1c, 0, 0, 0, 0x4d, 0x3c, 0x2b, 0x1a,
		1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		0x1c, 0, 0, 0,
		1, 0, 0, 0, 0x14, 0, 0, 0, 0xdc, 0, 0, 0, 0, 0, 4, 0, 0x14, 0, 0, 0,
		6, 0, 0, 0, 0x64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
		0x43, 0, 0, 0, 0x43, 0, 0, 0,
		0x80, 0xa2, 0x31, 0x99, 0x12, 0x88, 0xff, 0xff, 0x43, 0x03, 0x84, 0x07,
		0x02, 0x00, 0x2d, 0x00, 0xc5, 0x2f, 0x68, 0x5c, 0, 0, 0, 0,
		0x51, 0xd0, 1, 0, 0, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0,
		0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
		0, 2, 0, 0, 0, 0, 0, 0, 0xca, 0xfe, 0x99, 0,
		0x64, 0, 0, 0,
	};
	FILE *f = fopen(fx_file, "wb");
	struct usb_xfer *x[2];

	fwrite(file, 1, sizeof(file), f);
	fclose(f);
	CU_ASSERT_EQUAL_FATAL(fx_open("2.7", false), 0);
	fx_t->ops->start(fx_t);
	CU_ASSERT_EQUAL_FATAL(fx_poll(x, 2), 1);
	CU_ASSERT_EQUAL(x[0]->len, 3);
	CU_ASSERT_EQUAL(memcmp(x[0]->data, "\xca\xfe\x99", 3), 0);
	fx_close();
}

static void
other_records_are_counted(void)
{
	static const struct urb u[] = {
		{ .event = 'S', .moved = 32768 },
		{ .event = 'E', .status = -12 },
		{ .event = 'X' },
		{ .endpoint = 0x85, .len = 8 },
		{ .endpoint = 0x04, .moved = 8 },
		{ .xfer_type = 1, .len = 8 },
		{ .device = 6, .len = 8 },
		{ .bus = 2, .len = 8 },
		{ .len = 8, .moved = 4 },	/* holds more than moved */
		{ .cut = 1 },			/* no whole header */
		{ .len = 100, .seed = 9 },
	};
	struct usb_xfer *x[8];

	fx_write(u, RTE_DIM(u));
	CU_ASSERT_EQUAL_FATAL(fx_open("1.5", false), 0);
	fx_t->ops->start(fx_t);
	CU_ASSERT_EQUAL_FATAL(fx_poll(x, 8), 1);
	CU_ASSERT_TRUE(fx_is(x[0], 100, 9));
	CU_ASSERT_EQUAL(fx_counter("replay_submissions"), 1);
	CU_ASSERT_EQUAL(fx_counter("replay_submit_errors"), 1);
	CU_ASSERT_EQUAL(fx_counter("replay_other_events"), 1);
	CU_ASSERT_EQUAL(fx_counter("replay_other_endpoints"), 3);
	CU_ASSERT_EQUAL(fx_counter("replay_other_devices"), 2);
	CU_ASSERT_EQUAL(fx_counter("replay_bad_records"), 2);
	fx_close();
}

static void
failed_completions_give_no_data(void)
{
	static const struct { int status; const char *counter; } fails[] = {
		{ -2, "replay_unlinked" }, { -104, "replay_unlinked" },
		{ -108, "replay_shutdown" }, { -32, "replay_stalls" },
		{ -71, "replay_bus_errors" }, { -84, "replay_bus_errors" },
		{ -62, "replay_bus_errors" }, { -75, "replay_overflows" },
		{ -5, "replay_other_errors" }, { 1, "replay_other_errors" },
	};
	struct usb_xfer *x[2];
	unsigned int i;

	for (i = 0; i < RTE_DIM(fails); i++) {
		const struct urb u[] = {
			{ .len = 50, .status = fails[i].status },
			{ .len = 60, .seed = 4 },
		};

		fx_write(u, 2);
		CU_ASSERT_EQUAL_FATAL(fx_open(NULL, i & 1), 0);
		fx_t->ops->start(fx_t);
		CU_ASSERT_EQUAL_FATAL(fx_poll(x, 1), 1);
		CU_ASSERT_TRUE(fx_is(x[0], 60, 4));
		CU_ASSERT_EQUAL(fx_counter(fails[i].counter), 1);
		/* Unlinked and shut down is how a driver stops: nothing lost. */
		CU_ASSERT_EQUAL(fx_shared.rx_lost, fails[i].status != -2 &&
				fails[i].status != -104 && fails[i].status != -108);
		CU_ASSERT_EQUAL(fx_counter("replay_error_bytes"), 50);
		fx_close();
	}
}

static void
data_of_a_timeout_is_good(void)
{
	static const struct urb u[] = {
		{ .len = 512, .status = -110, .seed = 1 },
		{ .status = -110 },
		{ .len = 13, .status = -121, .seed = 2 },	/* short */
	};
	struct usb_xfer *x[4];

	fx_write(u, RTE_DIM(u));
	CU_ASSERT_EQUAL_FATAL(fx_open(NULL, false), 0);
	fx_t->ops->start(fx_t);
	CU_ASSERT_EQUAL_FATAL(fx_poll(x, 4), 2);
	CU_ASSERT_TRUE(fx_is(x[0], 512, 1));
	CU_ASSERT_EQUAL(x[0]->status, -ETIMEDOUT);
	CU_ASSERT_TRUE(fx_is(x[1], 13, 2));
	CU_ASSERT_EQUAL(x[1]->status, 0);
	CU_ASSERT_EQUAL(fx_counter("replay_timeouts"), 2);
	CU_ASSERT_EQUAL(fx_counter("replay_error_bytes"), 0);
	fx_close();
}

static void
zero_length_is_delivered(void)
{
	static const struct urb u[] = { { .len = 0 }, { .len = 5, .seed = 1 }, { .len = 0 } };
	struct usb_xfer *x[3];
	unsigned int loop;

	for (loop = 0; loop < 2; loop++) {
		fx_write(u, RTE_DIM(u));
		CU_ASSERT_EQUAL_FATAL(fx_open(NULL, loop), 0);
		fx_t->ops->start(fx_t);
		CU_ASSERT_EQUAL_FATAL(fx_poll(x, 3), 3);
		CU_ASSERT_TRUE(fx_is(x[0], 0, 0));
		CU_ASSERT_PTR_NOT_NULL(x[0]->data);
		CU_ASSERT_TRUE(fx_is(x[1], 5, 1));
		CU_ASSERT_TRUE(fx_is(x[2], 0, 0));
		fx_close();
	}
}

static void
truncated_and_oversize_are_not_delivered(void)
{
	static const struct urb u[] = {
		{ .len = 1000, .cut = 1 },
		{ .len = 1000, .moved = 1001 },
		{ .len = 32769 },
		{ .len = 32768, .seed = 7 },
	};
	struct usb_xfer *x[4];
	unsigned int loop;

	for (loop = 0; loop < 2; loop++) {
		fx_write(u, RTE_DIM(u));
		CU_ASSERT_EQUAL_FATAL(fx_open(NULL, loop), 0);
		fx_t->ops->start(fx_t);
		CU_ASSERT_EQUAL_FATAL(fx_poll(x, 4), 1);
		CU_ASSERT_TRUE(fx_is(x[0], 32768, 7));
		CU_ASSERT_EQUAL(fx_counter("replay_truncated"), 2);
		CU_ASSERT_EQUAL(fx_counter("replay_oversize"), 1);
		CU_ASSERT_EQUAL(fx_shared.rx_lost, 2 + 1);
		fx_close();
	}
}

static void
chosen_device_of_two(void)
{
	static const struct urb u[] = {
		{ .len = 10, .seed = 1 }, { .device = 9, .len = 20, .seed = 2 },
		{ .len = 30, .seed = 3 }, { .bus = 3, .device = 9, .len = 40, .seed = 4 },
	};
	struct usb_xfer *x[4];

	fx_write(u, RTE_DIM(u));
	CU_ASSERT_EQUAL_FATAL(fx_open("003.009", false), 0);
	fx_t->ops->start(fx_t);
	CU_ASSERT_EQUAL_FATAL(fx_poll(x, 4), 1);
	CU_ASSERT_TRUE(fx_is(x[0], 40, 4));
	CU_ASSERT_EQUAL(fx_counter("replay_other_devices"), 3);
	fx_close();

	CU_ASSERT_EQUAL_FATAL(fx_open("1.5", true), 0);
	fx_t->ops->start(fx_t);
	CU_ASSERT_EQUAL_FATAL(fx_poll(x, 4), 2);
	CU_ASSERT_TRUE(fx_is(x[0], 10, 1));
	CU_ASSERT_TRUE(fx_is(x[1], 30, 3));
	fx_close();
}

static void
only_one_device_has_data(void)
{
	static const struct urb u[] = {
		{ .device = 9, .len = 0 }, { .len = 10, .seed = 1 },
		{ .device = 9, .len = 7, .status = -2 },
	};
	struct usb_xfer *x[4];

	fx_write(u, RTE_DIM(u));
	CU_ASSERT_EQUAL_FATAL(fx_open(NULL, true), 0);
	fx_t->ops->start(fx_t);
	CU_ASSERT_EQUAL_FATAL(fx_poll(x, 4), 1);
	CU_ASSERT_TRUE(fx_is(x[0], 10, 1));
	fx_close();
}

static void
restart_begins_again(void)
{
	struct usb_xfer *x[4];
	unsigned int loop;

	fx_write(three, 3);
	for (loop = 0; loop < 2; loop++) {
		CU_ASSERT_EQUAL_FATAL(fx_open(NULL, loop), 0);
		fx_t->ops->start(fx_t);
		CU_ASSERT_EQUAL_FATAL(fx_poll(x, 1), 1);
		CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
		CU_ASSERT_EQUAL(fx_counter("replay_unread"), loop ? 0 : 2);
		/* The one never returned is home again too. */
		CU_ASSERT_EQUAL_FATAL(fx_t->ops->start(fx_t), 0);
		fx_return(x, 1);	/* too late: nothing happens */
		CU_ASSERT_EQUAL(fx_count(), 3);
		CU_ASSERT_EQUAL_FATAL(fx_poll(x, 4), 3);
		CU_ASSERT_TRUE(fx_is(x[0], 1514, 1));
		CU_ASSERT_TRUE(fx_is(x[2], 20480, 3));
		CU_ASSERT_EQUAL(fx_counter("replay_transfers"), 4);
		fx_close();
	}
}

static void
held_buffers_are_not_reused(void)
{
	struct usb_xfer *x[4], *y[4];

	fx_write(three, 3);
	fx_conf.nb_bufs = 2;
	CU_ASSERT_EQUAL_FATAL(fx_open(NULL, false), 0);
	fx_conf.nb_bufs = 8;
	fx_t->ops->start(fx_t);
	CU_ASSERT_EQUAL(fx_count(), 2);
	CU_ASSERT_EQUAL_FATAL(fx_poll(x, 4), 2);
	CU_ASSERT_EQUAL(fx_count(), 0);
	CU_ASSERT_EQUAL(fx_poll(y, 4), 0);
	fx_return(&x[1], 1);
	CU_ASSERT_EQUAL_FATAL(fx_poll(y, 4), 1);
	CU_ASSERT_PTR_NOT_EQUAL(y[0], x[0]);
	CU_ASSERT_TRUE(fx_is(x[0], 1514, 1));
	CU_ASSERT_TRUE(fx_is(y[0], 20480, 3));
	fx_return(&x[0], 1);
	fx_return(&y[0], 1);
	CU_ASSERT_EQUAL(fx_poll(x, 4), 0);
	CU_ASSERT_EQUAL(fx_counter("replay_transfers"), 3);
	fx_close();
}

static void
double_return_is_ignored(void)
{
	static const struct urb four[] = {
		{ .len = 1, .seed = 1 }, { .len = 2, .seed = 2 },
		{ .len = 3, .seed = 3 }, { .len = 4, .seed = 4 },
	};
	struct usb_xfer *x[4], *y[4];

	fx_write(four, 4);
	fx_conf.nb_bufs = 2;
	CU_ASSERT_EQUAL_FATAL(fx_open(NULL, false), 0);
	fx_conf.nb_bufs = 8;
	fx_t->ops->start(fx_t);
	CU_ASSERT_EQUAL_FATAL(fx_poll(x, 4), 2);
	fx_return(&x[1], 1);
	fx_return(&x[1], 1);
	CU_ASSERT_EQUAL_FATAL(fx_poll(y, 4), 1);
	CU_ASSERT_PTR_EQUAL(y[0], x[1]);
	CU_ASSERT_TRUE(fx_is(x[0], 1, 1));
	fx_close();
}

static void
loop_repeats_in_order(void)
{
	struct usb_xfer *x[4];
	unsigned int i, n, seen = 0;

	fx_write(three, 3);
	CU_ASSERT_EQUAL_FATAL(fx_open(NULL, true), 0);
	fx_t->ops->start(fx_t);
	unlink(fx_file);		/* it lies in memory */
	for (n = 1; n <= 30; n++) {
		unsigned int got = fx_poll(x, n % 3 + 1);

		CU_ASSERT_EQUAL(got, n % 3 + 1);
		for (i = 0; i < got; i++, seen++) {
			CU_ASSERT_TRUE(fx_is(x[i], three[seen % 3].len,
					     three[seen % 3].seed));
			CU_ASSERT_EQUAL((uintptr_t)x[i]->data % 64, 0);
		}
		fx_return(x, got);
	}
	CU_ASSERT_EQUAL(seen, 60);
	CU_ASSERT_EQUAL(fx_counter("replay_transfers"), 60);
	CU_ASSERT_EQUAL(fx_counter("replay_bytes"), 20 * (1514 + 64 + 20480));
	CU_ASSERT_EQUAL(fx_counter("replay_loops"), 20);
	fx_close();
}

static void
loop_never_hands_out_twice(void)
{
	struct usb_xfer *x[8], *y[8];

	fx_write(three, 3);
	CU_ASSERT_EQUAL_FATAL(fx_open(NULL, true), 0);
	fx_t->ops->start(fx_t);
	CU_ASSERT_EQUAL_FATAL(fx_poll(x, 8), 3);
	CU_ASSERT_EQUAL(fx_count(), 0);
	CU_ASSERT_EQUAL(fx_poll(y, 8), 0);
	/* Bus order: a later one at home does not overtake the first. */
	fx_return(&x[1], 2);
	fx_return(&x[1], 1);
	CU_ASSERT_EQUAL(fx_count(), 2);
	CU_ASSERT_EQUAL(fx_poll(y, 8), 0);
	fx_return(&x[0], 1);
	CU_ASSERT_EQUAL_FATAL(fx_poll(y, 8), 3);
	CU_ASSERT_PTR_EQUAL(y[0], x[0]);
	CU_ASSERT_EQUAL(fx_poll(x, 8), 0);
	fx_close();
}

static void
long_search_is_spread_over_polls(void)
{
	static struct urb u[1001];
	struct usb_xfer *x[4];
	unsigned int i, polls = 0;

	for (i = 0; i < 1000; i++)
		u[i].event = 'S';
	u[1000].len = 77;
	fx_write(u, RTE_DIM(u));
	CU_ASSERT_EQUAL_FATAL(fx_open(NULL, false), 0);
	fx_t->ops->start(fx_t);
	while (fx_count() != 0 && polls++ < 100)
		fx_poll(x, 4);
	CU_ASSERT_EQUAL(polls, 4);
	CU_ASSERT_EQUAL(fx_counter("replay_transfers"), 1);
	CU_ASSERT_EQUAL(fx_counter("replay_submissions"), 1000);
	fx_close();
}

static void
file_cut_while_it_plays(void)
{
	struct usb_xfer *x[4];

	fx_write(three, 3);
	CU_ASSERT_EQUAL_FATAL(fx_open(NULL, false), 0);
	CU_ASSERT_EQUAL_FATAL(truncate(fx_file, 24 + 16 + 64 + 1514 + 20), 0);
	fx_t->ops->start(fx_t);
	CU_ASSERT_EQUAL(fx_poll(x, 4), 1);
	CU_ASSERT_EQUAL(fx_counter("replay_read_errors"), 1);
	CU_ASSERT_EQUAL(fx_counter("replay_unread"), 2);
	CU_ASSERT_EQUAL(fx_count(), 0);
	CU_ASSERT_EQUAL(fx_poll(x, 4), 0);
	CU_ASSERT_EQUAL(fx_counter("replay_read_errors"), 1);
	fx_close();
}

static void
file_gone_at_restart(void)
{
	fx_write(three, 3);
	CU_ASSERT_EQUAL_FATAL(fx_open(NULL, false), 0);
	unlink(fx_file);
	CU_ASSERT_EQUAL(fx_t->ops->start(fx_t), -ENOENT);
	CU_ASSERT_PTR_NOT_NULL(strstr(fx_one_line(), "No such file"));
	fx_close();
}

static void
counters_have_names_of_their_own(void)
{
	uint32_t i, j;

	fx_write(three, 3);
	CU_ASSERT_EQUAL_FATAL(fx_open(NULL, true), 0);
	CU_ASSERT_TRUE(fx_shared.nb_counters > 0);
	for (i = 0; i < fx_shared.nb_counters; i++) {
		CU_ASSERT_EQUAL(i + 1 == fx_shared.nb_counters ?
				strcmp(fx_shared.counters[i].name, "usb_buffers_out") :
				strncmp(fx_shared.counters[i].name, "replay_", 7), 0);
		CU_ASSERT_EQUAL(fx_shared.counters[i].gauge, i + 1 == fx_shared.nb_counters);
		for (j = 0; j < i; j++)
			CU_ASSERT_STRING_NOT_EQUAL(fx_shared.counters[i].name,
						   fx_shared.counters[j].name);
	}
	fx_close();
}

/* Two endpoints, of which the second brings something between, before and after. */
static const struct urb both[] = {
	{ .endpoint = 0x85, .len = 48, .seed = 1 },
	{ .len = 1000, .seed = 2 },
	{ .endpoint = 0x85, .len = 52, .seed = 3, .device = 6 },	/* somebody else's */
	{ .endpoint = 0x85, .len = 52, .seed = 3 },
	{ .endpoint = 0x86, .len = 60, .seed = 4 },
	{ .len = 64, .seed = 5 },
	{ .endpoint = 0x85, .len = 50, .seed = 6, .status = -71 },
	{ .endpoint = 0x85, .len = 44, .seed = 7 },
};

static int
open_both(bool loop, uint32_t nb_bufs, uint32_t nb_event)
{
	int ret;

	fx_conf.nb_bufs = nb_bufs;
	fx_conf.ep_event = 0x85;
	fx_conf.nb_event = nb_event;
	ret = fx_open(NULL, loop);
	fx_conf.nb_bufs = 8;
	fx_conf.ep_event = 0;
	fx_conf.nb_event = 0;
	return ret;
}

static void
look_at_both(struct usb_xfer **x)
{
	static const unsigned int delivered[] = { 0, 1, 3, 5, 7 };
	unsigned int i;

	for (i = 0; i < RTE_DIM(delivered); i++) {
		const struct urb *u = &both[delivered[i]];

		CU_ASSERT_TRUE(fx_is(x[i], u->len, u->seed));
		CU_ASSERT_EQUAL(x[i]->ep, u->endpoint == 0 ? 0x84 : 0x85);
	}
}

static void
both_endpoints_in_order(void)
{
	struct usb_xfer *x[6];
	unsigned int loop, lap;

	fx_write(both, RTE_DIM(both));
	for (loop = 0; loop < 2; loop++) {
		CU_ASSERT_EQUAL_FATAL(open_both(loop, 4, 2), 0);
		for (lap = 0; lap < 3; lap++) {
			CU_ASSERT_EQUAL(fx_t->ops->start(fx_t), 0);
			CU_ASSERT_EQUAL(fx_count(), 5);
			CU_ASSERT_EQUAL_FATAL(fx_poll(x, 6), 5);
			look_at_both(x);
			CU_ASSERT_EQUAL(fx_count(), 0);
			fx_return(x, 5);
			CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
		}
		CU_ASSERT_EQUAL(fx_counter("replay_transfers"), 15);
		CU_ASSERT_EQUAL(fx_counter("replay_bytes"), 3 * (48 + 1000 + 52 + 64 + 44));
		CU_ASSERT_EQUAL(fx_counter("replay_unread"), 0);
		CU_ASSERT_EQUAL(fx_counter("replay_other_devices"), loop ? 1 : 3);
		CU_ASSERT_EQUAL(fx_counter("replay_other_endpoints"), loop ? 1 : 3);
		CU_ASSERT_EQUAL(fx_counter("replay_bus_errors"), loop ? 1 : 3);
		fx_close();
	}
}

/* Buffers of both are for all; what is not polled is counted. */
static void
both_endpoints_held(void)
{
	struct usb_xfer *x[6];

	fx_write(both, RTE_DIM(both));
	CU_ASSERT_EQUAL_FATAL(open_both(false, 2, 1), 0);
	CU_ASSERT_EQUAL(fx_t->ops->start(fx_t), 0);
	CU_ASSERT_EQUAL(fx_count(), 3);
	CU_ASSERT_EQUAL_FATAL(fx_poll(x, 6), 3);
	CU_ASSERT_EQUAL(fx_poll(x + 3, 3), 0);
	CU_ASSERT_EQUAL(x[0]->ep, 0x85);
	fx_return(x, 1);
	CU_ASSERT_EQUAL_FATAL(fx_poll(x, 6), 1);
	/* In the buffer that held an event. */
	CU_ASSERT_TRUE(fx_is(x[0], 64, 5));
	CU_ASSERT_EQUAL(x[0]->ep, 0x84);
	fx_return(x, 3);
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	CU_ASSERT_EQUAL(fx_counter("replay_unread"), 1);
	fx_close();
}

/* Whose capture it is, the first endpoint says. */
static void
both_endpoints_and_devices(void)
{
	static const struct urb two[] = {
		{ .endpoint = 0x85, .len = 48, .device = 9 },
		{ .len = 0, .device = 9 },
		{ .len = 100, .seed = 1 },
	};
	static const struct urb events[] = {
		{ .endpoint = 0x85, .len = 48 }, { .len = 0 },
		{ .event = 'S', .endpoint = 0x85, .moved = 512 },
	};
	struct usb_xfer *x[2];

	fx_write(two, RTE_DIM(two));
	CU_ASSERT_EQUAL_FATAL(open_both(false, 4, 2), 0);
	fx_t->ops->start(fx_t);
	CU_ASSERT_EQUAL_FATAL(fx_poll(x, 2), 1);
	CU_ASSERT_TRUE(fx_is(x[0], 100, 1));
	CU_ASSERT_EQUAL(fx_counter("replay_other_devices"), 2);
	fx_close();

	fx_write(events, RTE_DIM(events));
	CU_ASSERT_EQUAL(open_both(false, 4, 2), -ENODATA);
	CU_ASSERT_PTR_NOT_NULL(strstr(fx_one_line(), "endpoint 0x84; of 3 records: "
				      "1 submissions, 1 of other endpoints"));
	CU_ASSERT_EQUAL(open_both(true, 4, 2), -ENODATA);
}

/* By the requests of its own endpoint; the last of each in a loop is not. */
static void
both_endpoints_full(void)
{
	static const struct urb u[] = {
		{ .event = 'S', .moved = 2048 }, { .event = 'S', .moved = 512, .endpoint = 0x85 },
		{ .len = 512 }, { .len = 512, .endpoint = 0x85 }, { .len = 2048 },
		{ .len = 48, .endpoint = 0x85 }, { .len = 2048 },
		{ .len = 512, .endpoint = 0x85 },
	};
	static const bool full[2][6] = {
		{ false, true, true, false, true, true },
		{ false, true, true, false, false, false },
	};
	struct usb_xfer *x[6];
	unsigned int loop, i;

	fx_write(u, RTE_DIM(u));
	for (loop = 0; loop < 2; loop++) {
		CU_ASSERT_EQUAL_FATAL(open_both(loop, 4, 4), 0);
		fx_t->ops->start(fx_t);
		CU_ASSERT_EQUAL_FATAL(fx_poll(x, 6), 6);
		for (i = 0; i < 6; i++)
			CU_ASSERT_EQUAL(x[i]->full, full[loop][i]);
		fx_return(x, 6);
		fx_close();
	}
}

/* Three transfers: is each full? By what the host had asked for where that was
 * captured, else by the longest one. */
static void
check_full(const struct urb *urbs, unsigned int n, const bool full[3], bool loop)
{
	struct cap c = { .link_type = 220 };
	struct usb_xfer *xfers[4];
	unsigned int i;

	cap_open(&c, fx_file);
	for (i = 0; i < n; i++)
		cap_urb(&c, &urbs[i]);
	cap_close(&c);
	CU_ASSERT_EQUAL_FATAL(fx_open(NULL, loop), 0);
	CU_ASSERT_EQUAL(fx_t->ops->start(fx_t), 0);
	CU_ASSERT_EQUAL_FATAL(fx_t->ops->rx_poll(fx_t, xfers, 3), 3);
	for (i = 0; i < 3; i++)
		CU_ASSERT_EQUAL(xfers[i]->full, full[i]);
	fx_t->ops->rx_return(fx_t, xfers, 3);
	fx_t->ops->stop(fx_t);
	fx_t->ops->close(fx_t);
}

static void
test_full_transfers(void)
{
	static const struct urb asked[] = {
		{ .event = 'S', .moved = 2048 }, { .len = 2048 },
		{ .event = 'S', .moved = 2048 }, { .len = 1024 },
		{ .event = 'S', .moved = 2048 }, { .len = 2047 },
		/* Somebody else asks for more. */
		{ .event = 'S', .moved = 4096, .device = 6 },
		{ .event = 'S', .moved = 4096, .endpoint = 0x85 },
	};
	static const struct urb unasked[] = { { .len = 1024 }, { .len = 1536 }, { .len = 1535 } };
	static const struct urb short_ones[] = { { .len = 512 }, { .len = 700 }, { .len = 512 } };
	static const bool first[] = { true, false, false };
	static const bool second[] = { false, true, false };
	static const bool none[] = { false, false, false };
	unsigned int loop;

	for (loop = 0; loop < 2; loop++) {
		check_full(asked, RTE_DIM(asked), first, loop);
		check_full(unasked, RTE_DIM(unasked), second, loop);
		check_full(short_ones, RTE_DIM(short_ones), none, loop);
	}
}

static void
test_nothing_before_start(void)
{
	struct cap c = { .link_type = 220 };
	const struct urb urb = { .len = 100 };
	struct usb_xfer *xfers[2];
	unsigned int loop;

	cap_open(&c, fx_file);
	cap_urb(&c, &urb);
	cap_close(&c);
	for (loop = 0; loop < 2; loop++) {
		CU_ASSERT_EQUAL_FATAL(fx_open(NULL, loop), 0);
		CU_ASSERT_EQUAL(fx_t->ops->rx_poll(fx_t, xfers, 2), 0);
		CU_ASSERT_EQUAL(fx_t->ops->start(fx_t), 0);
		CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
		CU_ASSERT_EQUAL(fx_t->ops->rx_poll(fx_t, xfers, 2), 0);
		fx_t->ops->close(fx_t);
	}
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "each_format_and_byte_order", each_format_and_byte_order },
		{ "pcapng_typed_by_hand", pcapng_typed_by_hand },
		{ "other_records_are_counted", other_records_are_counted },
		{ "failed_completions_give_no_data", failed_completions_give_no_data },
		{ "data_of_a_timeout_is_good", data_of_a_timeout_is_good },
		{ "zero_length_is_delivered", zero_length_is_delivered },
		{ "truncated_and_oversize_are_not_delivered",
		  truncated_and_oversize_are_not_delivered },
		{ "chosen_device_of_two", chosen_device_of_two },
		{ "only_one_device_has_data", only_one_device_has_data },
		{ "restart_begins_again", restart_begins_again },
		{ "held_buffers_are_not_reused", held_buffers_are_not_reused },
		{ "double_return_is_ignored", double_return_is_ignored },
		{ "loop_repeats_in_order", loop_repeats_in_order },
		{ "loop_never_hands_out_twice", loop_never_hands_out_twice },
		{ "long_search_is_spread_over_polls", long_search_is_spread_over_polls },
		{ "file_cut_while_it_plays", file_cut_while_it_plays },
		{ "file_gone_at_restart", file_gone_at_restart },
		{ "counters_have_names_of_their_own", counters_have_names_of_their_own },
		{ "both_endpoints_in_order", both_endpoints_in_order },
		{ "both_endpoints_held", both_endpoints_held },
		{ "both_endpoints_and_devices", both_endpoints_and_devices },
		{ "both_endpoints_full", both_endpoints_full },
		{ "full transfers", test_full_transfers },
		{ "nothing before start and after stop", test_nothing_before_start },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ .pName = "replay", .pTests = tests },
		CU_SUITE_INFO_NULL,
	};
	int rc;

	if (fx_init() != 0 || CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	rc = cunit_run();
	fx_fini();
	return rc;
}
