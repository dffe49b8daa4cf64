/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Ports of ours on real or modelled devices, led through what can happen to them.
 *
 *   usb_port EAL... -- [--control=PATH]... STEP...
 *
 * A step is NAME[@PORT][=ARGUMENT]; steps[] below lists them. "case=LABEL" begins a
 * case, which has one line at its end: "pass LABEL: ..." or "FAIL LABEL: step: why" with
 * the counters that are not 0. After a step that fails the rest of its case is left out.
 * While a step waits, all started ports are polled. What rx and rx-all wait for are packets
 * since the last of them, or since the last ctl, sh, start or xstat.
 *
 * --control: where the emulator of port 0, of port 1, ... takes its orders, a unix socket
 * or a serial line. Exit status: 0 all is right; 1 could not run; 2 a case failed.
 */

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_cycles.h>
#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_mbuf.h>

#include "usb_port.h"

#define MBUFS 8191u

enum status { STATUS_OK, STATUS_CANNOT, STATUS_WRONG };

struct port ports[PORTS_MAX];
struct rte_mempool *pool;
unsigned int limit_ms = 5000;

static struct {
	const char *label;
	const char *step;		/* that failed */
	char why[200], notes[400];
	uint64_t start_ms;
	unsigned int failed, passed;
} run;

static bool
step_limit(struct port *p __rte_unused, const char *arg)
{
	uint64_t ms;

	if (!number_of(arg, &ms))
		return false;
	limit_ms = ms;
	return true;
}

static bool
step_wait(struct port *p __rte_unused, const char *arg)
{
	uint64_t ms;

	if (!number_of(arg, &ms))
		return false;
	poll_for(ms);
	return true;
}

static const struct {
	const char *name;
	step_fn run;
} steps[] = {
	{ "close", step_close },	/* in limit= */
	{ "ctl", step_ctl },		/* =LINE for the emulator */
	{ "cycles", step_cycles },	/* =N starts and stops under traffic */
	{ "dump", step_dump },		/* =PCAP (radiotap) of what comes from now on */
	{ "dump-ethernet", step_dump_ethernet },
	{ "event", step_event },	/* =rmv|lsc has come or comes in time, once */
	{ "home", step_home },		/* no mbuf is out */
	{ "limit", step_limit },	/* =MS for each step from now on; 5000 */
	{ "link", step_link },		/* =up|down */
	{ "print", step_print },	/* the counters that are not 0 */
	{ "remove", step_remove },	/* the device too; in limit= */
	{ "replug", step_replug },	/* rte_eal_hotplug_add() with the devargs it had */
	{ "rx", step_rx },		/* =N packets more, at least, in limit= */
	{ "rx-all", step_rx_all },	/* =N packets more, and no other in 300 ms */
	{ "send", step_send },		/* =PCAP on queue 0, each record once */
	{ "sh", step_sh },		/* =COMMAND of a shell that ends with 0 */
	{ "silent", step_silent },	/* =MS and no packet in them */
	{ "start", step_start },
	{ "start-fails", step_start_fails },
	{ "stop", step_stop },		/* in limit= */
	{ "wait", step_wait },		/* =MS */
	{ "xstat", step_xstat },	/* =NAME=N now, or =NAME>N in time */
};

bool
wrong(const char *format, ...)
{
	va_list args;

	if (run.why[0] != '\0')
		return false;
	va_start(args, format);
	vsnprintf(run.why, sizeof(run.why), format, args);
	va_end(args);
	return false;
}

void
note(const char *format, ...)
{
	size_t at = strlen(run.notes);
	va_list args;

	if (at != 0 && at + 2 < sizeof(run.notes)) {
		strcpy(run.notes + at, ", ");
		at += 2;
	}
	va_start(args, format);
	vsnprintf(run.notes + at, sizeof(run.notes) - at, format, args);
	va_end(args);
}

bool
number_of(const char *arg, uint64_t *n)
{
	char *end;

	*n = strtoull(arg, &end, 10);
	return (end != arg && *end == '\0') || wrong("\"%s\" is no number", arg);
}

uint64_t
now_ms(void)
{
	return rte_get_timer_cycles() / (rte_get_timer_hz() / 1000);
}

static void
case_end(void)
{
	bool ok = run.why[0] == '\0';
	unsigned int i;

	if (run.label == NULL)
		return;
	printf("%s %s: ", ok ? "pass" : "FAIL", run.label);
	if (!ok)
		printf("%s: %s; ", run.step, run.why);
	printf("%s (%" PRIu64 " ms)\n", run.notes, now_ms() - run.start_ms);
	run.failed += !ok;
	run.passed += ok;
	for (i = 0; i < PORTS_MAX && !ok; i++) {
		if (!rte_eth_dev_is_valid_port(ports[i].id))
			continue;
		step_print(&ports[i], "");
		/* The next case begins as if this had not been. */
		if (ports[i].up)
			step_stop(&ports[i], "");
	}
}

static void
case_begin(const char *label)
{
	case_end();
	run.label = label;
	run.why[0] = run.notes[0] = '\0';
	run.start_ms = now_ms();
}

static void
step(char *text)
{
	const char *whole = text, *arg = "";
	char *equal = strchr(text, '='), *at;
	unsigned int nr = 0, i;

	if (equal != NULL) {
		arg = equal + 1;
		*equal = '\0';
	}
	at = strchr(text, '@');
	if (at != NULL) {
		nr = atoi(at + 1);
		*at = '\0';
	}
	if (strcmp(text, "case") == 0) {
		case_begin(arg);
		return;
	}
	if (run.label == NULL)
		case_begin("port");
	if (run.why[0] != '\0')
		return;
	run.step = whole;
	for (i = 0; i < RTE_DIM(steps); i++)
		if (strcmp(steps[i].name, text) == 0 && nr < PORTS_MAX)
			break;
	if (i == RTE_DIM(steps))
		wrong("no such step");
	else if (!steps[i].run(&ports[nr], arg))
		wrong("it failed");
}

int
main(int argc, char **argv)
{
	int used = rte_eal_init(argc, argv), i;
	unsigned int nr = 0;

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (used < 0) {
		fprintf(stderr, "usb_port: EAL does not start: %s\n", rte_strerror(rte_errno));
		return STATUS_CANNOT;
	}
	pool = rte_pktmbuf_pool_create("port", MBUFS, 0, 0, RTE_MBUF_DEFAULT_BUF_SIZE,
				       SOCKET_ID_ANY);
	if (pool == NULL) {
		fprintf(stderr, "usb_port: no memory for %u mbufs\n", MBUFS);
		return STATUS_CANNOT;
	}
	ports_find();
	for (i = used + 1; i < argc; i++) {
		if (strncmp(argv[i], "--control=", 10) == 0)
			control_path(nr++, argv[i] + 10);
		else
			step(argv[i]);
	}
	case_end();
	printf("%u passed, %u failed\n", run.passed, run.failed);
	rte_eal_cleanup();
	return run.failed == 0 ? STATUS_OK : STATUS_WRONG;
}
