/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_telemetry.h>
#include <rte_version.h>

#include "fake_tel.h"

#define COMMANDS_MAX	256
#define ENTRIES_MAX	64

enum kind { TEXT, NUMBER, DICT };

struct rte_tel_data {
	bool is_dict;
	unsigned int n;
	struct {
		enum kind kind;
		char name[RTE_TEL_MAX_STRING_LEN];
		char text[RTE_TEL_MAX_STRING_LEN];
		uint64_t number;
		struct rte_tel_data *dict;
	} entries[ENTRIES_MAX];
};

static struct {
	const char *name;
	telemetry_cb fn;
} commands[COMMANDS_MAX];
static unsigned int nb_commands;

static void
clear(struct rte_tel_data *d)
{
	unsigned int i;

	for (i = 0; i < d->n; i++)
		free(d->entries[i].dict);
	memset(d, 0, sizeof(*d));
}

const struct rte_tel_data *
tel_ask(const char *command, const char *params)
{
	static struct rte_tel_data answer;
	unsigned int i;

	clear(&answer);
	for (i = 0; i < nb_commands; i++)
		if (strcmp(commands[i].name, command) == 0)
			return commands[i].fn(command, params, &answer) == 0 ? &answer : NULL;
	return NULL;
}

static int
find(const struct rte_tel_data *d, const char *name, enum kind kind)
{
	unsigned int i;

	for (i = 0; d != NULL && i < d->n; i++)
		if (strcmp(d->entries[i].name, name) == 0 && d->entries[i].kind == kind)
			return i;
	return -1;
}

const char *
tel_text(const struct rte_tel_data *d, const char *name)
{
	int i = find(d, name, TEXT);

	return i < 0 ? NULL : d->entries[i].text;
}

uint64_t
tel_number(const struct rte_tel_data *d, const char *name)
{
	int i = find(d, name, NUMBER);

	return i < 0 ? UINT64_MAX : d->entries[i].number;
}

const struct rte_tel_data *
tel_dict(const struct rte_tel_data *d, const char *name)
{
	int i = find(d, name, DICT);

	return i < 0 ? NULL : d->entries[i].dict;
}

/* From here on what the library has; limits as it has them. */
int
rte_telemetry_register_cmd(const char *cmd, telemetry_cb fn, const char *help)
{
	if (strlen(cmd) >= 56 || strlen(help) >= 128 || nb_commands == COMMANDS_MAX)
		abort();
	commands[nb_commands].name = cmd;
	commands[nb_commands++].fn = fn;
	return 0;
}

int
rte_tel_data_start_dict(struct rte_tel_data *d)
{
	clear(d);
	d->is_dict = true;
	return 0;
}

static int
add(struct rte_tel_data *d, const char *name, enum kind kind)
{
	if (!d->is_dict)
		return -EINVAL;
	if (d->n == ENTRIES_MAX)
		return -ENOSPC;
	if (strlen(name) >= RTE_TEL_MAX_STRING_LEN ||
	    name[strspn(name, "0123456789abcdefghijklmnopqrstuvwxyz_/")] != '\0')
		return -EINVAL;
	strcpy(d->entries[d->n].name, name);
	d->entries[d->n].kind = kind;
	d->n++;
	return 0;
}

int
rte_tel_data_add_dict_string(struct rte_tel_data *d, const char *name, const char *val)
{
	int ret = strlen(val) >= RTE_TEL_MAX_STRING_LEN ? -E2BIG : add(d, name, TEXT);

	if (ret == 0)
		strcpy(d->entries[d->n - 1].text, val);
	return ret;
}

#if RTE_VERSION >= RTE_VERSION_NUM(23, 3, 0, 0)
int
rte_tel_data_add_dict_uint(struct rte_tel_data *d, const char *name, uint64_t val)
#else
int
rte_tel_data_add_dict_u64(struct rte_tel_data *d, const char *name, uint64_t val)
#endif
{
	int ret = add(d, name, NUMBER);

	if (ret == 0)
		d->entries[d->n - 1].number = val;
	return ret;
}

struct rte_tel_data *
rte_tel_data_alloc(void)
{
	return calloc(1, sizeof(struct rte_tel_data));
}

void
rte_tel_data_free(struct rte_tel_data *d)
{
	clear(d);
	free(d);
}

int
rte_tel_data_add_dict_container(struct rte_tel_data *d, const char *name,
				struct rte_tel_data *val, int keep)
{
	int ret = keep != 0 ? -EINVAL : add(d, name, DICT);

	if (ret == 0)
		d->entries[d->n - 1].dict = val;
	return ret;
}
