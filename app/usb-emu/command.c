/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdio.h>
#include <string.h>

#include "command.h"
#include "parse.h"

#define WORDS_MAX 3

struct words {
	char text[COMMAND_LINE_MAX];
	const char *word[WORDS_MAX];
	unsigned int n;
};

static bool
split(const char *line, struct words *w)
{
	char *rest, *p;

	memset(w, 0, sizeof(*w));
	if (strlen(line) >= sizeof(w->text))
		return false;
	strcpy(w->text, line);
	for (p = strtok_r(w->text, " \t\r", &rest); p != NULL;
	     p = strtok_r(NULL, " \t\r", &rest)) {
		if (w->n == WORDS_MAX)
			return false;
		w->word[w->n++] = p;
	}
	return true;
}

static bool
is(const struct words *w, const char *first, const char *second)
{
	return w->n >= 1 && strcmp(w->word[0], first) == 0 &&
	       (second == NULL ? w->n == 1 :
		w->n >= 2 && strcmp(w->word[1], second) == 0);
}

static bool
parse_set(const char *text, struct command *command)
{
	const char *colon = strchr(text, ':');
	size_t name_len = colon != NULL ? (size_t)(colon - text) : 0;

	if (name_len == 0 || name_len >= COMMAND_WORD_MAX ||
	    strlen(colon + 1) >= COMMAND_WORD_MAX)
		return false;
	memcpy(command->name, text, name_len);
	command->name[name_len] = '\0';
	strcpy(command->value, colon + 1);
	return true;
}

static bool
parse_air(const struct words *w, struct command *command)
{
	command->kind = COMMAND_AIR_OFF;
	if (is(w, "air", "off"))
		return w->n == 2;
	command->kind = COMMAND_AIR_ON;
	return is(w, "air", "on") &&
	       (w->n == 2 || model_parse_u64(w->word[2], 1, UINT32_MAX, &command->frames));
}

bool
command_is_echo(const char *line)
{
	size_t len = strcspn(line, " \r");

	return (len == 2 && memcmp(line, "ok", 2) == 0) ||
	       (len == 5 && memcmp(line, "error", 5) == 0);
}

static bool
parse(const struct words *w, struct command *command)
{
	static const struct { const char *word; enum command_kind kind; } single[] = {
		{ "unplug", COMMAND_UNPLUG }, { "plug", COMMAND_PLUG },
		{ "stats", COMMAND_STATS }, { "quit", COMMAND_QUIT },
	};
	unsigned int i;

	for (i = 0; i < sizeof(single) / sizeof(single[0]); i++) {
		command->kind = single[i].kind;
		if (is(w, single[i].word, NULL))
			return true;
	}
	if (strcmp(w->word[0], "air") == 0)
		return parse_air(w, command);
	if (w->n != 2)
		return false;
	command->kind = COMMAND_FAULT_OFF;
	if (is(w, "fault", "off"))
		return true;
	command->kind = COMMAND_FAULT;
	if (strcmp(w->word[0], "fault") == 0)
		return fault_parse(w->word[1], &command->fault);
	command->kind = COMMAND_SET;
	return strcmp(w->word[0], "set") == 0 && parse_set(w->word[1], command);
}

bool
command_parse(const char *line, struct command *command, char *err, size_t err_size)
{
	struct words w;

	memset(command, 0, sizeof(*command));
	command->kind = COMMAND_NOTHING;
	if (command_is_echo(line))
		return true;
	if (split(line, &w) && (w.n == 0 || parse(&w, command)))
		return true;
	snprintf(err, err_size, "not understood: air on [FRAMES]|air off|unplug|plug|"
		 "fault KIND[=MS][:EP][:COUNT][:EVERY]|fault off|set NAME:VALUE|stats|quit");
	return false;
}
