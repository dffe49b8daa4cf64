/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef PROCESS_H
#define PROCESS_H

/* The emulator as a process of its own, in a folder of its own. */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define PROCESS_ARGS 24

struct process {
	pid_t pid;
	char dir[64];
	char socket[96], control[96];
	char errors[96];	/* its stderr */
};

/* usb-emu --chip=mt7921u with both sockets and args (a NULL behind the last), waited for
 * until it is ready. Fails the test when that takes longer than 15 s. */
void process_start(struct process *p, const char *const *args);

/* SIGTERM; its exit status, or -1 when it has to be killed. Removes the folder; the test
 * fails when a socket is left. */
int process_stop(struct process *p);

/* As it is; for tests of how it ends. */
int process_wait(struct process *p);

/* usb-emu with exactly these arguments, to its end: exit status, and what it wrote to
 * stderr. -1 when it did not end within 15 s. */
int process_run(const char *const *args, char *text, size_t size);

/* An order: the answer's line, false without one within 5 s. */
bool process_order(struct process *p, const char *line, char *answer, size_t size);

/* The order must be answered "ok". */
void process_ok(struct process *p, const char *line);

/* A number of "stats"; UINT64_MAX without it. */
unsigned long long process_stat(struct process *p, const char *name);

/* A connection to a unix socket, or -1. */
int unix_connect(const char *path);

#endif /* PROCESS_H */
