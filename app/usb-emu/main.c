/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "control.h"
#include "emu.h"
#include "peer.h"

#define FDS_MAX (3 + 1 + CONTROL_CLIENTS)
/* The model has something to do every few microseconds; what it did late is done
 * together. */
#define REST_NS 50000ull

static uint64_t
monotonic_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000ull + (uint64_t)t.tv_nsec;
}

uint64_t
emu_clock(struct emu *emu)
{
	emu->now_ns = monotonic_ns() - emu->start_ns;
	return emu->now_ns;
}

static int
open_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
	signal(SIGPIPE, SIG_IGN);
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

static uint64_t
min64(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t
sleep_ns(const struct emu *emu)
{
	uint64_t model = device_next(emu), answers = min64(pipes_next(emu), peer_next(emu));

	if (model != NEVER && model < emu->now_ns + REST_NS)
		model = emu->now_ns + REST_NS;
	answers = min64(answers, model);
	if (answers == NEVER)
		return NEVER;
	return answers > emu->now_ns ? answers - emu->now_ns : 0;
}

static void
wait_for(struct pollfd *fds, unsigned int n, uint64_t ns)
{
	struct timespec t = { (time_t)(ns / 1000000000), (long)(ns % 1000000000) };
	unsigned int i;

	if (ppoll(fds, n, ns != NEVER ? &t : NULL, NULL) >= 0)
		return;
	for (i = 0; i < n; i++)
		fds[i].revents = 0;
}

static void
poll_all(struct emu *emu, int signals, uint64_t ns)
{
	struct pollfd fds[FDS_MAX] = {
		{ .fd = signals, .events = POLLIN },
		{ .fd = emu->listener, .events = POLLIN },
		{ .fd = emu->peer_fd, .events = POLLIN },	/* -1: left out */
	};
	unsigned int n;

	if (peer_wants_write(emu))
		fds[2].events |= POLLOUT;
	n = control_poll(emu, fds + 3);
	wait_for(fds, 3 + n, ns);
	emu_clock(emu);
	emu->stop = emu->stop || fds[0].revents != 0;
	if ((fds[2].revents & POLLOUT) != 0)
		peer_writable(emu);
	if ((fds[2].revents & ~POLLOUT) != 0)
		peer_readable(emu);
	if (emu->peer_broken)	/* who comes now may have waited for its place */
		peer_close(emu);
	if (fds[1].revents != 0)
		peer_accept(emu);
	control_ready(emu, fds + 3, n);
}

/* What has happened by now, and answers that may go. True: at once again. */
static bool
work(struct emu *emu)
{
	bool more;

	emu_clock(emu);
	device_run(emu);
	pipes_answer(emu);
	peer_answers(emu);
	more = device_reap(emu);
	if (emu->unplug_due && pipes_next(emu) == NEVER)
		peer_unplug(emu);
	if (peer_wants_write(emu))
		peer_writable(emu);
	if (emu->peer_broken)
		peer_close(emu);
	return more;
}

static void
run(struct emu *emu, int signals)
{
	while (!emu->stop)
		poll_all(emu, signals, work(emu) ? 0 : sleep_ns(emu));
}

static bool
start(struct emu *emu, char *err, size_t err_size)
{
	return device_init(emu, err, err_size) && peer_init(emu, err, err_size) &&
	       control_init(emu, err, err_size);
}

int
main(int argc, char **argv)
{
	static struct emu emu;
	static struct options options;
	int status, signals;
	char err[512] = "";
	bool ok;

	if (!options_parse(argc, argv, &options, &status))
		return status;
	emu.options = &options;
	emu.ops = options.ops;
	emu.faults = options.faults;
	emu.listener = emu.peer_fd = -1;
	emu.start_ns = monotonic_ns();
	signals = open_signals();
	ok = signals >= 0 && start(&emu, err, sizeof(err));
	if (ok) {
		puts("usb-emu: ready");
		fflush(stdout);
		run(&emu, signals);
	} else {
		fprintf(stderr, "usb-emu: %s\n", err[0] != '\0' ? err : strerror(errno));
	}
	control_fini(&emu);
	peer_fini(&emu);
	device_fini(&emu);
	return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
