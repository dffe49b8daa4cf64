/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef REPLAY_FIXTURE_H
#define REPLAY_FIXTURE_H

/* A small EAL, a temporary directory, the log caught: for the replay tests. */

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <rte_eal.h>
#include <rte_log.h>

#include "../cunit_run.h"
#include "capture_write.h"
#include "usb_transport.h"

static char fx_dir[] = "/tmp/rxbatch-replay-XXXXXX";
static char fx_file[64];		/* the capture of the test */
static struct usb_shared fx_shared;
static struct usb_transport *fx_t;
static char *fx_log_text;
static size_t fx_log_len;
static FILE *fx_log;
static struct usb_transport_conf fx_conf = {
	.port = "net_test0",
	.socket_id = -1,
	.nb_bufs = 8,
	.buf_size = 32768,
	.ep_in = 0x84,
	.shared = &fx_shared,
};

static inline int
fx_init(void)
{
	static char arg[][20] = { "test", "--no-huge", "-m", "64", "--no-pci",
		"--no-telemetry", "--no-shconf", "--log-level=4" };
	char *argv[sizeof(arg) / sizeof(arg[0])];
	unsigned int i;

	for (i = 0; i < RTE_DIM(argv); i++)
		argv[i] = arg[i];
	if (rte_eal_init((int)RTE_DIM(argv), argv) < 0 || mkdtemp(fx_dir) == NULL)
		return -1;
	snprintf(fx_file, sizeof(fx_file), "%s/c.pcap", fx_dir);
	fx_log = open_memstream(&fx_log_text, &fx_log_len);
	return rte_openlog_stream(fx_log);
}

/* A thread of a test inherits the one processor that EAL gave its maker. */
static inline void
fx_any_processor(void)
{
	cpu_set_t all;
	int i;

	CPU_ZERO(&all);
	for (i = 0; i < CPU_SETSIZE; i++)
		CPU_SET(i, &all);
	sched_setaffinity(0, sizeof(all), &all);
}

static inline void
fx_fini(void)
{
	rte_openlog_stream(NULL);
	fclose(fx_log);
	free(fx_log_text);
	unlink(fx_file);
	rmdir(fx_dir);
	rte_eal_cleanup();
}

static inline int
fx_open(const char *device, bool loop)
{
	fx_t = NULL;
	memset(&fx_shared, 0, sizeof(fx_shared));
	fflush(fx_log);
	rewind(fx_log);
	return usb_replay_open(&fx_conf, fx_file, device, loop, &fx_t);
}

/* What was logged since fx_open(), which must be one line exactly. */
static inline const char *
fx_one_line(void)
{
	const char *end;

	fputc('\0', fx_log);
	fflush(fx_log);
	end = strchr(fx_log_text, '\n');
	CU_ASSERT_PTR_NOT_NULL_FATAL(end);
	CU_ASSERT_STRING_EQUAL(end, "\n");
	return fx_log_text;
}

static inline void
fx_close(void)
{
	fx_t->ops->stop(fx_t);
	fx_t->ops->close(fx_t);
	fx_t = NULL;
}

static inline uint64_t
fx_counter(const char *name)
{
	uint32_t i;

	for (i = 0; i < fx_shared.nb_counters; i++)
		if (strcmp(fx_shared.counters[i].name, name) == 0)
			return fx_shared.counters[i].value;
	CU_FAIL("no such counter");
	return UINT64_MAX;
}

/* A transfer as capture_write.h makes it. */
static inline bool
fx_is(const struct usb_xfer *x, uint32_t len, unsigned int seed)
{
	uint32_t i;

	if (x->len != len || x->len > x->size)
		return false;
	for (i = 0; i < len; i++)
		if (x->data[i] != pattern(seed, i))
			return false;
	return true;
}

static inline unsigned int
fx_poll(struct usb_xfer **x, unsigned int n)
{
	return fx_t->ops->rx_poll(fx_t, x, n);
}

static inline void
fx_return(struct usb_xfer **x, unsigned int n)
{
	fx_t->ops->rx_return(fx_t, x, n);
}

static inline unsigned int
fx_count(void)
{
	return fx_t->ops->rx_count(fx_t);
}

/* A capture of these, by default pcap, link type 220, this host's order. */
static inline void
fx_write_as(struct cap c, const struct urb *u, unsigned int n)
{
	unsigned int i;

	if (c.link_type == 0)
		c.link_type = 220;
	cap_open(&c, fx_file);
	for (i = 0; i < n; i++)
		cap_urb(&c, &u[i]);
	cap_close(&c);
}

static inline void
fx_write(const struct urb *u, unsigned int n)
{
	fx_write_as((struct cap){ .ng = false }, u, n);
}

#endif /* REPLAY_FIXTURE_H */
