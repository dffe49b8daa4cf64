/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef CONTROL_H
#define CONTROL_H

/* The control socket: orders in, one line of answer each. */

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>

#define CONTROL_CLIENTS 4

struct emu;

/* True and nothing without --control. */
bool control_init(struct emu *emu, char *err, size_t err_size);
void control_fini(struct emu *emu);

/* What to wait for: entries of fds that are filled, up to CONTROL_CLIENTS + 1. */
unsigned int control_poll(const struct emu *emu, struct pollfd *fds);
void control_ready(struct emu *emu, const struct pollfd *fds, unsigned int n);

/* order.c: what an order does; the answer without its line's end. */
void order(struct emu *emu, const char *line, char *answer, size_t size);

#endif /* CONTROL_H */
