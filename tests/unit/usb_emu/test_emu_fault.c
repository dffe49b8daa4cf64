/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Faults that a user asks for, and a device that is pulled and plugged again. */

#include <string.h>

#include "../cunit_run.h"
#include "guest.h"
#include "process.h"

#define ROOM 16384u
#define READY "--model-set=boot:ready/event:0"
#define AIR "--air=gen:rate:1000/size:500/flows:1/count:20"

static struct process p;
static struct guest *g;

static void
begin(const char *more)
{
	const char *const args[] = { READY, AIR, "--air-hold", more, NULL };

	process_start(&p, args);
	g = guest_open(p.socket, true);
}

static void
end(void)
{
	guest_close(g);
	CU_ASSERT_EQUAL(process_stop(&p), 0);
}

static uint64_t
submit(unsigned int n)
{
	uint64_t first = guest_in(g, 0x84, ROOM);

	while (--n > 0)
		guest_in(g, 0x84, ROOM);
	return first;
}

static void
expect(uint64_t id, int status, bool bytes)
{
	struct guest_answer *a = guest_answer(g, id);

	CU_ASSERT_PTR_NOT_NULL_FATAL(a);
	CU_ASSERT_EQUAL(a->status, status);
	CU_ASSERT_EQUAL(a->len != 0, bytes);
}

static int
clear_halt(uint8_t ep)
{
	return guest_control(g, 0x02, 1, 0, ep, 0, NULL);
}

/* The first ends with a stall, the others wait until the endpoint works again. */
static void
test_stall(void)
{
	uint64_t first;
	uint8_t data[2];

	begin(NULL);
	first = submit(4);
	process_ok(&p, "fault stall");
	expect(first, usb_redir_stall, false);
	CU_ASSERT_PTR_NULL(guest_answer_ms(g, first + 1, 50));
	CU_ASSERT_EQUAL(process_stat(&p, "parked_now"), 3);
	CU_ASSERT_EQUAL(guest_control(g, 0x82, 0, 0, 0x84, 2, data), 2);
	CU_ASSERT_EQUAL(data[0], 1);
	/* One that is asked for meanwhile finds the endpoint halted too. */
	expect(submit(1), usb_redir_stall, false);
	guest_cancel(g, first + 1);
	expect(first + 1, usb_redir_cancelled, false);
	CU_ASSERT_EQUAL(clear_halt(0x84), 0);
	process_ok(&p, "air on 2");
	expect(first + 2, usb_redir_success, true);
	expect(first + 3, usb_redir_success, true);
	CU_ASSERT(guest_answer(g, first + 2) < guest_answer(g, first + 3));	/* as they came */
	CU_ASSERT_EQUAL(process_stat(&p, "model.frames_delivered"), 2);
	CU_ASSERT_EQUAL(process_stat(&p, "faults"), 1);
	end();
}

static void
test_stall_out(void)
{
	static const uint8_t data[64];

	begin("--fault=stall:08:1:2");
	expect(guest_out(g, 0x08, data, 64), usb_redir_success, true);
	expect(guest_out(g, 0x08, data, 64), usb_redir_stall, false);
	expect(guest_out(g, 0x08, data, 64), usb_redir_stall, false);
	expect(guest_out(g, 0x04, data, 64), usb_redir_success, true);
	CU_ASSERT_EQUAL(clear_halt(0x08), 0);
	expect(guest_out(g, 0x08, data, 64), usb_redir_success, true);
	CU_ASSERT_EQUAL(process_stat(&p, "model.tx_transfers"), 3);
	end();
}

static void
test_errors(void)
{
	static const struct { const char *fault; int status; } rows[] = {
		{ "fault ioerror:84", usb_redir_ioerror },
		{ "fault timeout:84", usb_redir_timeout },
		{ "fault babble:84", usb_redir_babble },
	};
	unsigned int i;
	uint64_t first;

	for (i = 0; i < 3; i++) {
		begin(NULL);
		first = submit(2);
		process_ok(&p, rows[i].fault);
		expect(first, rows[i].status, false);
		guest_cancel(g, first + 1);	/* as a host controller does */
		expect(first + 1, usb_redir_cancelled, false);
		process_ok(&p, "air on");
		first = submit(20);
		expect(first + 19, usb_redir_success, true);
		CU_ASSERT_EQUAL(process_stat(&p, "model.frames_delivered"), 20);
		CU_ASSERT_EQUAL(process_stat(&p, "in_errors"), 1);
		end();
	}
}

/* The request that meets the fault is taken back before it is answered. */
static void
test_error_cancelled(void)
{
	static const uint8_t eps[] = { 0x08, 0x84 };
	static const uint8_t data[64];
	uint64_t first, next;
	unsigned int i;

	for (i = 0; i < 2; i++) {
		begin(i == 0 ? "--fault=ioerror:08" : "--fault=ioerror:84");
		process_ok(&p, "air on");
		g->corked = true;
		first = i == 0 ? guest_out(g, 0x08, data, 64) : guest_in(g, 0x84, ROOM);
		next = i == 0 ? guest_out(g, 0x08, data, 64) : guest_in(g, 0x84, ROOM);
		guest_cancel(g, first);
		guest_uncork(g);
		expect(first, usb_redir_cancelled, false);
		expect(next, usb_redir_success, true);
		CU_ASSERT_EQUAL(g->answers[1].ep, eps[i]);
		CU_ASSERT_EQUAL(process_stat(&p, "faults"), 1);
		CU_ASSERT_EQUAL(process_stat(&p, "parked_now"), 0);
		end();
	}
}

/* Every third of six, twice: 3 and 6; nothing is lost. */
static void
test_count_and_every(void)
{
	unsigned int i, good = 0, bad = 0;
	uint64_t id;

	begin("--fault=ioerror:84:2:3");
	process_ok(&p, "air on");
	for (i = 0; i < 22; i++) {
		id = submit(1);
		CU_ASSERT_PTR_NOT_NULL_FATAL(guest_answer(g, id));
		if (g->answers[i].status == usb_redir_success)
			good++;
		else
			CU_ASSERT(++bad <= 2 && (i == 2 || i == 5));
	}
	CU_ASSERT_EQUAL(good, 20);
	CU_ASSERT_EQUAL(bad, 2);
	end();
}

static void
test_zero_short(void)
{
	struct guest_answer *a, *b;
	uint64_t first;

	begin("--fault=short:84:1:2");
	first = submit(4);
	process_ok(&p, "fault zero:84");
	expect(first, usb_redir_success, false);
	process_ok(&p, "air on 3");
	a = guest_answer(g, first + 1);
	b = guest_answer(g, first + 2);
	CU_ASSERT_FATAL(a != NULL && b != NULL);
	CU_ASSERT_EQUAL(b->status, usb_redir_success);
	CU_ASSERT_EQUAL(b->len, a->len - a->len / 4);
	a = guest_answer(g, first + 3);
	CU_ASSERT_PTR_NOT_NULL_FATAL(a);
	CU_ASSERT(a->len > b->len);
	end();
}

static void
test_delay(void)
{
	struct guest_answer *a;
	uint64_t first;
	uint8_t data[18];

	begin(NULL);
	process_ok(&p, "fault delay=700:84:1:2");
	first = submit(3);
	process_ok(&p, "air on 3");
	expect(first, usb_redir_success, true);
	CU_ASSERT_PTR_NULL(guest_answer_ms(g, first + 1, 100));
	a = guest_answer(g, first + 1);
	CU_ASSERT_PTR_NOT_NULL_FATAL(a);
	expect(first + 2, usb_redir_success, true);	/* behind it */
	CU_ASSERT_EQUAL(g->answers[1].id, first + 1);
	/* A control request. */
	process_ok(&p, "fault delay=600:0");
	first = guest_setup(g, 0x80, 6, 0x0100, 0, 18, NULL);
	CU_ASSERT_PTR_NULL(guest_answer_ms(g, first, 75));
	expect(first, usb_redir_success, true);
	CU_ASSERT_EQUAL(guest_control(g, 0x80, 6, 0x0100, 0, 18, data), 18);
	end();
}

static void
test_control_faults(void)
{
	uint8_t data[18];
	uint64_t id;

	begin("--fault=stall:0:2");
	CU_ASSERT_EQUAL(guest_control(g, 0x80, 6, 0x0100, 0, 18, data), -usb_redir_stall);
	CU_ASSERT_EQUAL(guest_control(g, 0x80, 6, 0x0100, 0, 18, data), -usb_redir_stall);
	CU_ASSERT_EQUAL(guest_control(g, 0x80, 6, 0x0100, 0, 18, data), 18);
	process_ok(&p, "fault timeout:0");
	CU_ASSERT_EQUAL(guest_control(g, 0x80, 6, 0x0100, 0, 18, data), -usb_redir_timeout);
	process_ok(&p, "fault ioerror:0");
	CU_ASSERT_EQUAL(guest_control(g, 0x80, 6, 0x0100, 0, 18, data), -usb_redir_ioerror);
	process_ok(&p, "fault hang:0");
	id = guest_setup(g, 0x80, 6, 0x0100, 0, 18, NULL);
	CU_ASSERT_PTR_NULL(guest_answer_ms(g, id, 100));
	CU_ASSERT_EQUAL(guest_control(g, 0x80, 6, 0x0100, 0, 18, data), 18);
	guest_cancel(g, id);
	expect(id, usb_redir_cancelled, false);
	CU_ASSERT_EQUAL(process_stat(&p, "faults"), 5);
	end();
}

/* The endpoint gives nothing until the host takes the request back. */
static void
test_hang(void)
{
	static const uint8_t data[64];
	uint64_t first, out;

	begin(NULL);
	first = submit(2);	/* which the device has when it begins */
	guest_run(g, 20);
	process_ok(&p, "fault hang:84");
	process_ok(&p, "air on");
	CU_ASSERT_PTR_NULL(guest_answer_ms(g, first, 50));
	guest_cancel(g, first);
	expect(first + 1, usb_redir_success, true);
	process_ok(&p, "fault hang:84");
	process_ok(&p, "fault hang:08");
	first = submit(2);
	out = guest_out(g, 0x08, data, 64);
	CU_ASSERT_PTR_NULL(guest_answer_ms(g, first, 100));
	CU_ASSERT_PTR_NULL(guest_answer_ms(g, out, 10));
	guest_cancel(g, first);
	guest_cancel(g, out);
	expect(first, usb_redir_cancelled, false);
	expect(out, usb_redir_cancelled, false);
	expect(first + 1, usb_redir_success, true);
	CU_ASSERT_EQUAL(process_stat(&p, "model.tx_transfers"), UINT64_MAX);
	expect(guest_out(g, 0x08, data, 64), usb_redir_success, true);
	/* ... or the fault is called off. */
	process_ok(&p, "fault hang:84");
	first = submit(1);
	CU_ASSERT_PTR_NULL(guest_answer_ms(g, first, 50));
	process_ok(&p, "fault off");
	expect(first, usb_redir_success, true);
	end();
}

static void
test_unplug_and_plug(void)
{
	uint8_t data[18];
	uint64_t first;
	char answer[512];

	begin(NULL);
	first = submit(3);
	guest_run(g, 20);
	process_ok(&p, "unplug");
	CU_ASSERT(guest_wait_disconnects(g, 1));
	CU_ASSERT(process_order(&p, "unplug", answer, sizeof(answer)));
	CU_ASSERT_STRING_EQUAL(answer, "error it is unplugged");
	/* What is asked of it now is asked of nobody. */
	first = guest_in(g, 0x84, ROOM);
	CU_ASSERT_PTR_NULL(guest_answer_ms(g, first, 50));
	CU_ASSERT_EQUAL(process_stat(&p, "requests_now"), 0);
	CU_ASSERT_EQUAL(process_stat(&p, "dropped"), 1);
	process_ok(&p, "plug");
	CU_ASSERT(guest_wait_connects(g, 2));
	CU_ASSERT(process_order(&p, "plug", answer, sizeof(answer)));
	CU_ASSERT_STRING_EQUAL(answer, "error it is plugged in");
	usbredirparser_do_write(g->parser);	/* the acknowledgement of the disconnect */
	guest_run(g, 20);
	CU_ASSERT_EQUAL(guest_control(g, 0x80, 6, 0x0100, 0, 18, data), 18);
	first = submit(20);
	process_ok(&p, "air on");
	expect(first + 19, usb_redir_success, true);
	CU_ASSERT_EQUAL(process_stat(&p, "plugs"), 2);
	end();
}

/* What was meant for the device of before is not for the one that is there now. */
static void
test_plug_at_once(void)
{
	unsigned int i;
	uint8_t data[18];
	uint64_t id;

	begin(NULL);
	process_ok(&p, "unplug");
	process_ok(&p, "plug");
	id = guest_in(g, 0x84, ROOM);	/* before it has seen either */
	for (i = 0; i < 100 && process_stat(&p, "dropped") == 0; i++)
		;
	CU_ASSERT_EQUAL(process_stat(&p, "requests_now"), 0);
	CU_ASSERT(guest_wait_connects(g, 2));
	CU_ASSERT_EQUAL(guest_control(g, 0x80, 6, 0x0100, 0, 18, data), 18);
	CU_ASSERT_PTR_NULL(guest_answer_ms(g, id, 20));
	end();
}

static void
test_unplug_by_count(void)
{
	uint64_t first;

	begin("--fault=unplug:84:1:3");
	first = submit(20);
	process_ok(&p, "air on");
	CU_ASSERT(guest_wait_disconnects(g, 1));
	expect(first, usb_redir_success, true);
	expect(first + 1, usb_redir_success, true);
	expect(first + 2, usb_redir_success, true);
	CU_ASSERT_PTR_NULL(guest_answer_ms(g, first + 3, 20));
	process_ok(&p, "plug");
	CU_ASSERT(guest_wait_connects(g, 2));
	end();
}

/* Switches that were set while it was plugged out, or in, are there when it comes back. */
static void
test_set(void)
{
	char answer[512];

	begin(NULL);
	process_ok(&p, "set composite:1");
	CU_ASSERT(process_order(&p, "set composite:2", answer, sizeof(answer)));
	CU_ASSERT_STRING_EQUAL(answer, "error \"composite\" does not take \"2\"");
	CU_ASSERT(process_order(&p, "set nothing:2", answer, sizeof(answer)));
	CU_ASSERT_STRING_EQUAL(answer, "error no switch \"nothing\"");
	process_ok(&p, "unplug");
	process_ok(&p, "plug");
	CU_ASSERT(guest_wait_connects(g, 2));
	CU_ASSERT_EQUAL(g->device.device_class, 0xef);
	CU_ASSERT_EQUAL(g->interfaces.interface_count, 4);
	end();
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "stall of an IN endpoint", test_stall },
		{ "stall of an OUT endpoint", test_stall_out },
		{ "errors lose no data", test_errors },
		{ "an error whose request is cancelled", test_error_cancelled },
		{ "count and every", test_count_and_every },
		{ "zero, short", test_zero_short },
		{ "delay", test_delay },
		{ "control requests", test_control_faults },
		{ "hang", test_hang },
		{ "unplug and plug", test_unplug_and_plug },
		{ "plugged again before anybody has seen it", test_plug_at_once },
		{ "unplug behind so many transfers", test_unplug_by_count },
		{ "set", test_set },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ .pName = "usb-emu: faults", .pTests = tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
