/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Orders to usb-emu, a line. */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../../app/usb-emu/command.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
must(bool holds)
{
	if (!holds)
		abort();
}

/* What command.h and fault.h promise. */
static void
check(const struct command *c)
{
	const struct fault *f = &c->fault;
	struct faults faults = { .n = 0 };
	unsigned int i;

	must(c->kind <= COMMAND_NOTHING);
	must(memchr(c->name, 0, sizeof(c->name)) != NULL);
	must(memchr(c->value, 0, sizeof(c->value)) != NULL);
	must(c->frames <= UINT32_MAX);
	if (c->kind != COMMAND_FAULT)
		return;
	must(f->kind < FAULT_KINDS && f->every >= 1 && f->seen == 0);
	must(f->ep == FAULT_EP_DEFAULT || (f->ep & 0x70) == 0);
	must((f->kind == FAULT_DELAY) == (f->value != 0));
	for (i = 0; i < FAULTS_MAX; i++)
		must(faults_add(&faults, f));
	must(!faults_add(&faults, f));
	/* Of all, one at a time, until they are used up. */
	for (i = 0; i < 2 * FAULTS_MAX; i++) {
		struct fault *due = faults_next(&faults, f->ep);

		if (due == NULL)
			due = faults_over(&faults, f->ep, 0);
		if (due == NULL)
			break;
		must(due >= faults.list && due < faults.list + faults.n);
		faults_met(&faults, due);
	}
	must(f->count != 1 || f->every != 1 || faults.n == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *line = malloc(size + 1), err[64] = "";
	struct command c;

	if (line == NULL)
		return 0;
	memcpy(line, data, size);
	line[size] = '\0';
	if (command_parse(line, &c, err, sizeof(err)))
		check(&c);
	else
		must(err[0] != '\0');
	free(line);
	return 0;
}
