/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The emulator as a guest sees it: the device, control requests, bulk, cancelling. */

#include <string.h>

#include "../cunit_run.h"
#include "guest.h"
#include "process.h"

#define ROOM 16384u

/* Firmware runs, no events, 20 frames of which each is a transfer, when it is told. */
#define READY "--model-set=boot:ready/event:0"
#define AIR "--air=gen:rate:1000/size:500/flows:1/count:20"

static void
test_device(void)
{
	static const char *const args[] = { NULL };
	static const uint8_t bulk[] = { 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x14, 0x15 };
	struct process p;
	struct guest *g;
	unsigned int i, n = 0;

	process_start(&p, args);
	g = guest_open(p.socket, true);
	CU_ASSERT_EQUAL(g->device.speed, usb_redir_speed_super);
	CU_ASSERT_EQUAL(g->device.vendor_id, 0x0e8d);
	CU_ASSERT_EQUAL(g->device.product_id, 0x7961);
	CU_ASSERT_EQUAL(g->device.device_version_bcd, 0x0100);
	CU_ASSERT_EQUAL(g->interfaces.interface_count, 1);
	CU_ASSERT_EQUAL(g->interfaces.interface_class[0], 0xff);
	CU_ASSERT_EQUAL(g->endpoints.type[0], usb_redir_type_control);
	CU_ASSERT_EQUAL(g->endpoints.type[16], usb_redir_type_control);
	for (i = 0; i < 8; i++) {
		CU_ASSERT_EQUAL(g->endpoints.type[bulk[i]], usb_redir_type_bulk);
		CU_ASSERT_EQUAL(g->endpoints.max_packet_size[bulk[i]], 1024);
	}
	CU_ASSERT_EQUAL(g->endpoints.type[22], usb_redir_type_interrupt);
	CU_ASSERT_EQUAL(g->endpoints.interval[22], 1);
	for (i = 0; i < 32; i++)
		n += g->endpoints.type[i] == usb_redir_type_invalid;
	CU_ASSERT_EQUAL(n, 32 - 11);
	guest_close(g);
	CU_ASSERT_EQUAL(process_stop(&p), 0);
}

static void
test_composite(void)
{
	static const char *const args[] = { "--model-set=composite:1", "--speed=high", NULL };
	struct process p;
	struct guest *g;

	process_start(&p, args);
	g = guest_open(p.socket, true);
	CU_ASSERT_EQUAL(g->device.speed, usb_redir_speed_high);
	CU_ASSERT_EQUAL(g->device.device_class, 0xef);
	CU_ASSERT_EQUAL(g->interfaces.interface_count, 4);
	CU_ASSERT_EQUAL(g->endpoints.interface[0x14], 3);
	CU_ASSERT_EQUAL(g->endpoints.max_packet_size[0x14], 512);
	CU_ASSERT_EQUAL(g->endpoints.max_packet_size[0x13], 0);
	CU_ASSERT_EQUAL(guest_set_configuration(g, 1), usb_redir_success);
	CU_ASSERT_EQUAL(guest_set_alt(g, 1, 3), usb_redir_success);
	CU_ASSERT_EQUAL(g->endpoints.type[0x13], usb_redir_type_iso);
	CU_ASSERT_EQUAL(g->endpoints.max_packet_size[0x13], 25);
	CU_ASSERT_EQUAL(guest_set_alt(g, 1, 7), usb_redir_stall);
	CU_ASSERT_EQUAL(guest_set_alt(g, 9, 0), usb_redir_stall);
	CU_ASSERT_EQUAL(guest_set_alt(g, 200, 0), usb_redir_inval);
	CU_ASSERT_EQUAL(g->endpoints.max_packet_size[0x13], 25);
	guest_close(g);
	CU_ASSERT_EQUAL(process_stop(&p), 0);
}

static void
test_configuration(void)
{
	static const char *const args[] = { NULL };
	struct process p;
	struct guest *g;
	struct guest_answer *a;
	unsigned int layouts;

	process_start(&p, args);
	g = guest_open(p.socket, true);
	layouts = g->layouts;
	CU_ASSERT_EQUAL(guest_set_configuration(g, 2), usb_redir_stall);
	CU_ASSERT_EQUAL(guest_set_configuration(g, 1), usb_redir_success);
	CU_ASSERT_EQUAL(g->layouts, layouts + 2);	/* before the answer */
	usbredirparser_send_get_configuration(g->parser, 77);
	a = guest_answer(g, 77);
	CU_ASSERT_PTR_NOT_NULL_FATAL(a);
	CU_ASSERT_EQUAL(a->len, 1);
	guest_reset(g);
	usbredirparser_send_get_configuration(g->parser, 78);
	a = guest_answer(g, 78);
	CU_ASSERT_PTR_NOT_NULL_FATAL(a);
	CU_ASSERT_EQUAL(a->len, 0);
	CU_ASSERT_EQUAL(process_stat(&p, "resets"), 1);
	guest_close(g);
	CU_ASSERT_EQUAL(process_stop(&p), 0);
}

static void
test_control(void)
{
	static const char *const args[] = { READY, NULL };
	uint8_t data[512] = { 0 }, word[4] = { 0x78, 0x56, 0x34, 0x12 };
	struct process p;
	struct guest *g;

	process_start(&p, args);
	g = guest_open(p.socket, true);
	CU_ASSERT_EQUAL(guest_control(g, 0x80, 6, 0x0200, 0, 512, data), 0x87);
	CU_ASSERT_EQUAL(data[2], 0x87);
	CU_ASSERT_EQUAL(guest_control(g, 0x80, 6, 0x0700, 0, 9, data), -usb_redir_stall);
	/* Registers: HW_CHIPID, and one that keeps what is written. */
	CU_ASSERT_EQUAL(guest_control(g, 0xdf, 0x63, 0x7001, 0x0200, 4, data), 4);
	CU_ASSERT_EQUAL(memcmp(data, "\x61\x79\0\0", 4), 0);
	CU_ASSERT_EQUAL(guest_control(g, 0x5f, 0x66, 0x820e, 0x5000, 4, word), 4);
	CU_ASSERT_EQUAL(guest_control(g, 0xdf, 0x63, 0x820e, 0x5000, 4, data), 4);
	CU_ASSERT_EQUAL(memcmp(data, word, 4), 0);
	CU_ASSERT_EQUAL(process_stat(&p, "control"), 5);
	CU_ASSERT_EQUAL(process_stat(&p, "control_stalls"), 1);
	guest_close(g);
	CU_ASSERT_EQUAL(process_stop(&p), 0);
}

/* Receive on, aggregation off: as the chip is after plug-in with boot:ready. */
static void
submit(struct guest *g, uint64_t *ids, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		ids[i] = guest_in(g, 0x84, ROOM);
}

static void
test_bulk_in(void)
{
	static const char *const args[] = { READY, AIR, "--air-hold", NULL };
	uint64_t ids[20];
	struct process p;
	struct guest *g;
	unsigned int i;

	process_start(&p, args);
	g = guest_open(p.socket, true);
	submit(g, ids, 20);
	CU_ASSERT_PTR_NULL(guest_answer_ms(g, ids[0], 100));
	CU_ASSERT_EQUAL(process_stat(&p, "submitted_now"), 20);
	process_ok(&p, "air on 5");
	CU_ASSERT_PTR_NOT_NULL(guest_answer(g, ids[4]));
	CU_ASSERT_PTR_NULL(guest_answer_ms(g, ids[5], 50));
	CU_ASSERT_EQUAL(process_stat(&p, "air_held"), 1);
	process_ok(&p, "air on");
	CU_ASSERT_PTR_NOT_NULL_FATAL(guest_answer(g, ids[19]));
	for (i = 0; i < 20; i++) {	/* in the order of the requests */
		CU_ASSERT_EQUAL(g->answers[i].id, ids[i]);
		CU_ASSERT_EQUAL(g->answers[i].status, usb_redir_success);
		CU_ASSERT(g->answers[i].len > 500 && g->answers[i].len < 700);
		CU_ASSERT_PTR_NOT_NULL(g->answers[i].data);
	}
	CU_ASSERT_EQUAL(process_stat(&p, "model.frames_delivered"), 20);
	CU_ASSERT_EQUAL(process_stat(&p, "in_transfers"), 20);
	guest_close(g);
	CU_ASSERT_EQUAL(process_stop(&p), 0);
}

static void
test_bulk_out(void)
{
	static const char *const args[] = { READY, NULL };
	static uint8_t data[70000];
	struct guest_answer *a;
	struct process p;
	struct guest *g;

	process_start(&p, args);
	g = guest_open(p.socket, true);
	a = guest_answer(g, guest_out(g, 0x04, data, 100));
	CU_ASSERT_PTR_NOT_NULL_FATAL(a);
	CU_ASSERT_EQUAL(a->status, usb_redir_success);
	CU_ASSERT_EQUAL(a->len, 100);
	/* Whole packets and the zero-length one behind them, which is a request of its own. */
	a = guest_answer(g, guest_out(g, 0x04, data, 1024));
	CU_ASSERT_PTR_NOT_NULL_FATAL(a);
	CU_ASSERT_EQUAL(a->len, 1024);
	a = guest_answer(g, guest_out(g, 0x04, data, 0));
	CU_ASSERT_PTR_NOT_NULL_FATAL(a);
	CU_ASSERT_EQUAL(a->status, usb_redir_success);
	CU_ASSERT_EQUAL(a->len, 0);
	/* More than 16 bits of length. */
	a = guest_answer(g, guest_out(g, 0x09, data, 70000));
	CU_ASSERT_PTR_NOT_NULL_FATAL(a);
	CU_ASSERT_EQUAL(a->len, 70000);
	CU_ASSERT_EQUAL(process_stat(&p, "model.tx_bytes"), 71124);
	CU_ASSERT_EQUAL(process_stat(&p, "out_transfers"), 4);
	/* No such endpoint, and one that is not for this. */
	a = guest_answer(g, guest_out(g, 0x03, data, 8));
	CU_ASSERT_PTR_NOT_NULL_FATAL(a);
	CU_ASSERT_EQUAL(a->status, usb_redir_inval);
	a = guest_answer(g, guest_in(g, 0x86, 8));
	CU_ASSERT_PTR_NOT_NULL_FATAL(a);
	CU_ASSERT_EQUAL(a->status, usb_redir_inval);
	CU_ASSERT_EQUAL(process_stat(&p, "refused"), 2);
	guest_close(g);
	CU_ASSERT_EQUAL(process_stop(&p), 0);
}

/* A transfer that is longer than its request goes on in the next. */
static void
test_small_requests(void)
{
	static const char *const args[] = {
		READY, "--air=gen:rate:1000/size:1400/flows:1/count:1", "--air-hold", NULL
	};
	struct process p;
	struct guest *g;
	struct guest_answer *a;
	uint64_t first;

	process_start(&p, args);
	g = guest_open(p.socket, true);
	first = guest_in(g, 0x84, 1024);
	guest_in(g, 0x84, 1024);
	process_ok(&p, "air on");
	a = guest_answer(g, first);
	CU_ASSERT_PTR_NOT_NULL_FATAL(a);
	CU_ASSERT_EQUAL(a->len, 1024);
	a = guest_answer(g, first + 1);
	CU_ASSERT_PTR_NOT_NULL_FATAL(a);
	CU_ASSERT(a->len > 300 && a->len < 600);
	CU_ASSERT_EQUAL(process_stat(&p, "model.transfers_split"), 1);
	guest_close(g);
	CU_ASSERT_EQUAL(process_stop(&p), 0);
}

/* ... also when that was a larger one, which was cancelled. */
static void
test_smaller_request(void)
{
	static const char *const args[] = {
		READY, "--air=gen:rate:1000/size:1400/flows:1/count:1", "--air-hold",
		"--fault=delay=700:84", NULL
	};
	struct guest_answer *a;
	struct process p;
	struct guest *g;
	uint64_t id;
	unsigned int i;

	process_start(&p, args);
	g = guest_open(p.socket, true);
	id = guest_in(g, 0x84, ROOM);
	process_ok(&p, "air on");
	for (i = 0; i < 100 && process_stat(&p, "unanswered_now") != 1; i++)
		guest_run(g, 1);
	guest_cancel(g, id);
	id = guest_in(g, 0x84, 1024);
	guest_in(g, 0x84, 1024);
	a = guest_answer(g, id);
	CU_ASSERT_PTR_NOT_NULL_FATAL(a);
	CU_ASSERT_EQUAL(a->len, 1024);
	a = guest_answer(g, id + 1);
	CU_ASSERT_PTR_NOT_NULL_FATAL(a);
	CU_ASSERT(a->len > 300 && a->len < 600);
	CU_ASSERT_EQUAL(process_stat(&p, "cancelled"), 1);
	guest_close(g);
	CU_ASSERT_EQUAL(process_stop(&p), 0);
}

static void
test_cancel(void)
{
	static const char *const args[] = { READY, AIR, "--air-hold", NULL };
	struct guest_answer *a;
	uint64_t ids[20];
	struct process p;
	struct guest *g;
	unsigned int i;

	process_start(&p, args);
	g = guest_open(p.socket, true);
	submit(g, ids, 20);
	for (i = 0; i < 10; i++) {	/* each second one, the first among them */
		guest_cancel(g, ids[2 * i]);
		a = guest_answer(g, ids[2 * i]);
		CU_ASSERT_PTR_NOT_NULL_FATAL(a);
		CU_ASSERT_EQUAL(a->status, usb_redir_cancelled);
		CU_ASSERT_EQUAL(a->len, 0);
		CU_ASSERT_EQUAL(a->ep, 0x84);
	}
	guest_cancel(g, 12345);		/* nobody's: no answer */
	CU_ASSERT_EQUAL(process_stat(&p, "cancelled"), 10);
	CU_ASSERT_EQUAL(process_stat(&p, "cancelled_late"), 1);
	CU_ASSERT_EQUAL(process_stat(&p, "submitted_now"), 10);
	process_ok(&p, "air on 10");
	CU_ASSERT_PTR_NOT_NULL_FATAL(guest_answer(g, ids[19]));
	for (i = 0; i < 10; i++) {
		CU_ASSERT_EQUAL(g->answers[10 + i].id, ids[2 * i + 1]);
		CU_ASSERT_EQUAL(g->answers[10 + i].status, usb_redir_success);
	}
	CU_ASSERT_EQUAL(g->n_answers, 20);
	guest_close(g);
	CU_ASSERT_EQUAL(process_stop(&p), 0);
}

/* The number in a generated frame's payload tells it from the others: all bytes. */
static bool
same(const struct guest_answer *a, const struct guest_answer *b)
{
	return a->len == b->len && memcmp(a->data, b->data, a->len) == 0;
}

/* One answer a millisecond; most requests are cancelled when the model has filled them. */
static void
test_cancel_loses_nothing(void)
{
	static const char *const args[] = { READY, AIR, "--air-hold", "--pace=1", NULL };
	uint64_t ids[20];
	struct process p;
	struct guest *g;
	unsigned int i, k, good = 0, round = 0;

	process_start(&p, args);
	g = guest_open(p.socket, true);
	submit(g, ids, 20);
	process_ok(&p, "air on");
	CU_ASSERT_PTR_NOT_NULL_FATAL(guest_answer(g, ids[2]));
	for (i = 20; i-- > 0;)
		guest_cancel(g, ids[i]);
	for (i = 0; i < 20; i++)
		CU_ASSERT_PTR_NOT_NULL(guest_answer(g, ids[i]));
	CU_ASSERT_EQUAL(process_stat(&p, "model.frames_delivered"), 20);
	CU_ASSERT(process_stat(&p, "cancelled") >= 1);
	submit(g, ids, 20);
	while (process_stat(&p, "in_transfers") < 20 && round++ < 100)
		guest_run(g, 10);
	guest_run(g, 10);
	for (i = 0; i < g->n_answers; i++) {
		if (g->answers[i].status != usb_redir_success)
			continue;
		good++;
		for (k = 0; k < i; k++)
			CU_ASSERT_FALSE(g->answers[k].len != 0 &&
					same(&g->answers[i], &g->answers[k]));
	}
	CU_ASSERT_EQUAL(good, 20);
	guest_close(g);
	CU_ASSERT_EQUAL(process_stop(&p), 0);
}

/* What is cancelled by a reset is said to be; afterwards all goes on. */
static void
test_reset(void)
{
	static const char *const args[] = { READY, AIR, "--air-hold", NULL };
	struct guest_answer *a;
	uint64_t ids[20];
	struct process p;
	struct guest *g;
	unsigned int i, round;

	process_start(&p, args);
	g = guest_open(p.socket, true);
	for (round = 0; round < 5; round++) {
		submit(g, ids, 4);
		guest_reset(g);
		for (i = 0; i < 4; i++) {
			a = guest_answer(g, ids[i]);
			CU_ASSERT_PTR_NOT_NULL_FATAL(a);
			CU_ASSERT_EQUAL(a->status, usb_redir_cancelled);
		}
		CU_ASSERT_EQUAL(guest_set_configuration(g, 1), usb_redir_success);
	}
	submit(g, ids, 20);
	process_ok(&p, "air on");
	a = guest_answer(g, ids[19]);
	CU_ASSERT_PTR_NOT_NULL_FATAL(a);
	CU_ASSERT_EQUAL(a->status, usb_redir_success);
	CU_ASSERT_EQUAL(process_stat(&p, "model.bus_resets"), 5);
	guest_close(g);
	CU_ASSERT_EQUAL(process_stop(&p), 0);
}

static void
test_pace(void)
{
	static const char *const args[] = { READY, AIR, "--air-hold", "--pace=1", NULL };
	uint64_t ids[20];
	struct process p;
	struct guest *g;

	process_start(&p, args);
	g = guest_open(p.socket, true);
	submit(g, ids, 20);
	process_ok(&p, "air on");
	CU_ASSERT_PTR_NOT_NULL(guest_answer(g, ids[19]));
	/* 20 frames in 0.1 ms; the last answer waits for the first burst of four or so. */
	CU_ASSERT(process_stat(&p, "late_max_us") >= 13000);
	CU_ASSERT(process_stat(&p, "late_max_us") < 2000000);
	guest_close(g);
	CU_ASSERT_EQUAL(process_stop(&p), 0);
}

static void
test_other_kinds(void)
{
	static const char *const args[] = { NULL };
	struct usb_redir_start_interrupt_receiving_header start = { .endpoint = 0x86 };
	struct usb_redir_stop_interrupt_receiving_header stop = { .endpoint = 0x86 };
	struct usb_redir_start_iso_stream_header iso = { .endpoint = 0x83, .no_urbs = 2 };
	struct guest_answer *a;
	struct process p;
	struct guest *g;

	process_start(&p, args);
	g = guest_open(p.socket, true);
	usbredirparser_send_start_interrupt_receiving(g->parser, 1, &start);
	a = guest_answer(g, 1);
	CU_ASSERT_PTR_NOT_NULL_FATAL(a);
	CU_ASSERT_EQUAL(a->status, usb_redir_success);
	usbredirparser_send_stop_interrupt_receiving(g->parser, 2, &stop);
	a = guest_answer(g, 2);
	CU_ASSERT_PTR_NOT_NULL_FATAL(a);
	CU_ASSERT_EQUAL(a->status, usb_redir_success);
	start.endpoint = 0x84;
	usbredirparser_send_start_interrupt_receiving(g->parser, 3, &start);
	a = guest_answer(g, 3);
	CU_ASSERT_PTR_NOT_NULL_FATAL(a);
	CU_ASSERT_EQUAL(a->status, usb_redir_inval);
	usbredirparser_send_start_iso_stream(g->parser, 4, &iso);
	a = guest_answer(g, 4);
	CU_ASSERT_PTR_NOT_NULL_FATAL(a);
	CU_ASSERT_EQUAL(a->status, usb_redir_inval);
	guest_close(g);
	CU_ASSERT_EQUAL(process_stop(&p), 0);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "the device and its endpoints", test_device },
		{ "composite, alternate settings", test_composite },
		{ "configuration", test_configuration },
		{ "control requests", test_control },
		{ "bulk IN, in order, air on and off", test_bulk_in },
		{ "bulk OUT, zero-length packets, long ones", test_bulk_out },
		{ "requests smaller than a transfer", test_small_requests },
		{ "requests smaller than one that was cancelled", test_smaller_request },
		{ "cancelled requests", test_cancel },
		{ "cancelled requests take no data with them", test_cancel_loses_nothing },
		{ "reset", test_reset },
		{ "pace", test_pace },
		{ "interrupt and isochronous endpoints", test_other_kinds },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ .pName = "usb-emu: the device", .pTests = tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
