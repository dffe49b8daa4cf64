/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../../models/air/options.h"
#include "../../models/parse.h"
#include "names.h"

#define WORD_SIZE 32
/* As far as the register of every chip goes. */
#define HOLD_US_MAX 8160

static bool
wrong(char *err, size_t err_size, const char *what, const char *text)
{
	snprintf(err, err_size, "%s \"%s\" (rxlab list)", what, text);
	return false;
}

static const struct lab_host *
host_find(const char *name, size_t len)
{
	const struct lab_host *host;
	unsigned int i;

	for (i = 0; (host = lab_host_at(i)) != NULL; i++)
		if (strlen(host->name) == len && memcmp(host->name, name, len) == 0)
			return host;
	return NULL;
}

static bool
set_speed(struct lab_host *host, const char *value)
{
	if (strcmp(value, "super") != 0 && strcmp(value, "high") != 0)
		return false;
	host->speed = value[0] == 's' ? USB_SPEED_SUPER : USB_SPEED_HIGH;
	return true;
}

static bool
set_radio(struct lab_host *host, const char *value)
{
	const struct lab_radio *radio = lab_radio_find(value);

	if (radio != NULL)
		host->radio = radio->name;
	return radio != NULL;
}

static bool
set_field(struct lab_host *host, const char *name, const char *value)
{
	const struct {
		const char *name;
		uint32_t *at;
		uint32_t min, max;
	} fields[] = {
		{ "transfer-ns", &host->transfer_ns, 0, 10000000 },
		{ "frame-ns", &host->frame_ns, 0, 10000000 },
		{ "send-ns", &host->send_ns, 0, 10000000 },
		{ "latency-ns", &host->latency_ns, 0, 100000000 },
		{ "write-ns", &host->write_ns, 0, 1000000000 },
		{ "urbs", &host->urbs, 1, 256 },
	};
	unsigned int i;
	uint64_t v;

	if (strcmp(name, "speed") == 0)
		return set_speed(host, value);
	if (strcmp(name, "radio") == 0)
		return set_radio(host, value);
	for (i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		if (strcmp(name, fields[i].name) == 0)
			break;
	if (i == sizeof(fields) / sizeof(fields[0]) ||
	    !model_parse_u64(value, fields[i].min, fields[i].max, &v))
		return false;
	*fields[i].at = (uint32_t)v;
	return true;
}

bool
lab_host_parse(const char *text, struct lab_host *host, char *name, char *err,
	       size_t err_size)
{
	char field[WORD_SIZE], value[WORD_SIZE];
	const char *p = text, *end = strchrnul(text, '/');
	const struct lab_host *known = host_find(text, (size_t)(end - text));
	int got;

	if (known == NULL && memchr(text, ':', (size_t)(end - text)) == NULL)
		return wrong(err, err_size, "no host", text);
	*host = known != NULL ? *known : *lab_host_at(0);
	if (known != NULL && *end == '\0')
		return true;
	if (known != NULL)
		p = end + 1;
	if (*p == '\0')
		return wrong(err, err_size, "no host", text);
	while ((got = air_option_next(&p, field, value, WORD_SIZE)) > 0)
		if (!set_field(host, field, value)) {
			snprintf(err, err_size,
				 "host \"%s\": %s:%s is no field of a host, or out of its range",
				 text, field, value);
			return false;
		}
	if (got < 0)
		return wrong(err, err_size, "not NAME or FIELD:VALUE/...: host", text);
	snprintf(name, NAME_SIZE, "%s", text);
	host->name = name;
	return true;
}

const struct lab_radio *
lab_radio_find(const char *name)
{
	const struct lab_radio *radio;
	unsigned int i;

	for (i = 0; (radio = lab_radio_at(i)) != NULL; i++)
		if (strcmp(radio->name, name) == 0)
			break;
	return radio;
}

const struct lab_workload *
lab_workload_find(const char *name)
{
	const struct lab_workload *workload;
	unsigned int i;

	for (i = 0; (workload = lab_workload_at(i)) != NULL; i++)
		if (strcmp(workload->name, name) == 0)
			break;
	return workload;
}

static const struct {
	const char *name;
	const struct lab_policy_ops *ops;
	enum rxb_hold_preset preset;
} policies[] = {
	{ "auto", &lab_policy_auto, RXB_HOLD_BALANCED },
	{ "auto:balanced", &lab_policy_auto, RXB_HOLD_BALANCED },
	{ "auto:latency", &lab_policy_auto, RXB_HOLD_LATENCY },
	{ "auto:cpu", &lab_policy_auto, RXB_HOLD_CPU },
	{ "dim", &lab_policy_dim, RXB_HOLD_BALANCED },
	{ "itr", &lab_policy_itr, RXB_HOLD_BALANCED },
};
#define NB_POLICIES (sizeof(policies) / sizeof(policies[0]))

bool
lab_policy_parse(const char *text, struct lab_policy *policy, char *err, size_t err_size)
{
	unsigned int i;
	uint64_t us;

	memset(policy, 0, sizeof(*policy));
	if (model_parse_u64(text, 0, HOLD_US_MAX, &us)) {
		policy->ops = &lab_policy_fixed;
		policy->hold_us = (uint32_t)us;
		policy->preset = RXB_HOLD_BALANCED;
		return true;
	}
	for (i = 0; i < NB_POLICIES; i++)
		if (strcmp(text, policies[i].name) == 0)
			break;
	if (i == NB_POLICIES) {
		snprintf(err, err_size, "hold \"%s\" is neither 0 to %u us nor a policy "
			 "(rxlab list)", text, HOLD_US_MAX);
		return false;
	}
	policy->ops = policies[i].ops;
	policy->preset = policies[i].preset;
	return true;
}

void
lab_policy_name(const struct lab_policy *policy, char *name, size_t size)
{
	unsigned int i;

	if (policy->ops == &lab_policy_fixed) {
		snprintf(name, size, "%u", policy->hold_us);
		return;
	}
	for (i = 0; i < NB_POLICIES; i++)
		if (policies[i].ops == policy->ops && policies[i].preset == policy->preset)
			break;
	snprintf(name, size, "%s", i < NB_POLICIES ? policies[i].name : policy->ops->name);
}

uint32_t
lab_budget_permille(enum rxb_hold_preset preset)
{
	switch (preset) {
	case RXB_HOLD_LATENCY:
		return 900;
	case RXB_HOLD_CPU:
		return 300;
	default:
		return 600;
	}
}
