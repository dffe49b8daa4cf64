/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef COMMAND_H
#define COMMAND_H

/* Lines of the control socket. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fault.h"

#define COMMAND_LINE_MAX 256
#define COMMAND_WORD_MAX 64

enum command_kind {
	COMMAND_AIR_ON, COMMAND_AIR_OFF, COMMAND_UNPLUG, COMMAND_PLUG, COMMAND_FAULT,
	COMMAND_FAULT_OFF, COMMAND_SET, COMMAND_STATS, COMMAND_QUIT,
	COMMAND_NOTHING,	/* no answer: an empty line, or an answer that came back */
};

struct command {
	enum command_kind kind;
	uint64_t frames;	/* of air on, 0: no limit */
	struct fault fault;
	char name[COMMAND_WORD_MAX], value[COMMAND_WORD_MAX];	/* of set */
};

/*
 * "air on [FRAMES]", "air off", "unplug", "plug", "fault KIND...", "fault off",
 * "set NAME:VALUE", "stats", "quit". False with a reason in err.
 */
bool command_parse(const char *line, struct command *command, char *err, size_t err_size);

/* A terminal between us and whoever writes may send our own answers back: is it one? */
bool command_is_echo(const char *line);

#endif /* COMMAND_H */
