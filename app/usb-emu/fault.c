/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "fault.h"
#include "parse.h"

#define FIELD_MAX 16
#define DELAY_MAX 60000u	/* ms */

static const char *const names[] = {
	[FAULT_STALL] = "stall", [FAULT_IOERROR] = "ioerror", [FAULT_TIMEOUT] = "timeout",
	[FAULT_BABBLE] = "babble", [FAULT_ZERO] = "zero", [FAULT_HANG] = "hang",
	[FAULT_DELAY] = "delay", [FAULT_SHORT] = "short", [FAULT_UNPLUG] = "unplug",
};

const char *
fault_name(enum fault_kind kind)
{
	return names[kind];
}

static bool
behind_device(enum fault_kind kind)
{
	return kind >= FAULT_DELAY;
}

/* Off *text up to a colon or the end; false when it does not fit. */
static bool
next_field(const char **text, char field[FIELD_MAX])
{
	size_t len = strcspn(*text, ":");

	if (len >= FIELD_MAX)
		return false;
	memcpy(field, *text, len);
	field[len] = '\0';
	*text += len + ((*text)[len] == ':');
	return true;
}

static bool
parse_kind(char *field, struct fault *fault)
{
	char *value = strchr(field, '=');
	unsigned int i;
	uint64_t ms = 0;

	if (value != NULL)
		*value++ = '\0';
	for (i = 0; i < FAULT_KINDS && strcmp(names[i], field) != 0; i++)
		;
	if (i == FAULT_KINDS || (i == FAULT_DELAY) != (value != NULL))
		return false;
	if (value != NULL && !model_parse_u64(value, 1, DELAY_MAX, &ms))
		return false;
	fault->kind = (enum fault_kind)i;
	fault->value = (uint32_t)ms;
	return true;
}

static bool
parse_endpoint(const char *field, uint8_t *ep)
{
	char number[FIELD_MAX + 2] = "0x";
	uint64_t v;

	if (field[0] == '\0')
		return true;
	strcpy(number + 2, field[0] == '0' && (field[1] | 0x20) == 'x' ? field + 2 : field);
	if (!model_parse_u64(number, 0, 0x8f, &v) || (v & 0x70) != 0 || v == 0x80)
		return false;
	*ep = (uint8_t)v;
	return true;
}

static bool
parse_number(const char *field, uint32_t min, uint32_t *out)
{
	uint64_t v;

	if (field[0] == '\0')
		return true;
	if (!model_parse_u64(field, min, UINT32_MAX, &v))
		return false;
	*out = (uint32_t)v;
	return true;
}

/* Whole transfers to the host are cut or left out; other endpoints have none. */
static bool
makes_sense(const struct fault *f)
{
	bool in = (f->ep & 0x80) != 0;

	if (f->kind == FAULT_SHORT || f->kind == FAULT_ZERO || f->kind == FAULT_BABBLE)
		return in;
	return true;
}

bool
fault_parse(const char *text, struct fault *fault)
{
	char field[4][FIELD_MAX];
	unsigned int i, n = 0;

	for (i = 0; text[i] != '\0'; i++)
		n += text[i] == ':';
	if (n > 3)
		return false;
	for (i = 0; i < 4; i++)
		if (!next_field(&text, field[i]))
			return false;
	*fault = (struct fault){ .ep = FAULT_EP_DEFAULT, .count = 1, .every = 1 };
	return parse_kind(field[0], fault) && parse_endpoint(field[1], &fault->ep) &&
	       parse_number(field[2], 0, &fault->count) &&
	       parse_number(field[3], 1, &fault->every) && makes_sense(fault);
}

bool
faults_add(struct faults *faults, const struct fault *fault)
{
	if (faults->n == FAULTS_MAX)
		return false;
	faults->list[faults->n++] = *fault;
	return true;
}

struct fault *
faults_next(struct faults *faults, uint8_t ep)
{
	unsigned int i;

	for (i = 0; i < faults->n; i++) {
		struct fault *f = &faults->list[i];

		if (f->ep == ep && !behind_device(f->kind) && f->seen >= f->every - 1)
			return f;
	}
	return NULL;
}

struct fault *
faults_over(struct faults *faults, uint8_t ep, unsigned int i)
{
	unsigned int k;

	for (k = 0; i == 0 && k < faults->n; k++)
		faults->list[k].seen += faults->list[k].ep == ep;
	for (k = 0; k < faults->n; k++) {
		struct fault *f = &faults->list[k];

		if (f->ep == ep && behind_device(f->kind) && f->seen >= f->every)
			return f;
	}
	return NULL;
}

void
faults_met(struct faults *faults, struct fault *fault)
{
	faults->met++;
	fault->seen = 0;
	if (fault->count == 0 || --fault->count != 0)
		return;
	*fault = faults->list[--faults->n];
}
