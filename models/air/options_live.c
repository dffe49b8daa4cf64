/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdio.h>
#include <string.h>

#include "../parse.h"
#include "options.h"

/* Options of an air that is given packets while time goes on, and of no other. */

#define ACCESS_MAX_US 1000000u
#define RETRY_MAX 15

/* "MIN-MAX", us. */
static bool
set_access(struct air_options *o, const char *value)
{
	char low[8], high[8];
	uint64_t min, max;
	int end = -1;

	sscanf(value, "%7[0-9]-%7[0-9]%n", low, high, &end);
	if (end < 0 || value[end] != '\0' ||
	    !model_parse_u64(high, 0, ACCESS_MAX_US, &max) ||
	    !model_parse_u64(low, 0, max, &min))
		return false;
	o->access_given = true;
	o->access_min_us = (uint32_t)min;
	o->access_max_us = (uint32_t)max;
	return true;
}

static bool
set_retry(struct air_options *o, const char *value)
{
	uint64_t v;

	if (!model_parse_u64(value, 0, RETRY_MAX, &v))
		return false;
	o->retry = (uint32_t)v;
	return true;
}

static bool
set_rate_control(struct air_options *o, const char *value)
{
	o->rate_ewma = strcmp(value, "ewma") == 0;
	return o->rate_ewma || strcmp(value, "fixed") == 0;
}

int
air_options_live(struct air_options *o, const char *name, const char *value)
{
	bool ok;

	if (strcmp(name, "access") == 0)
		ok = set_access(o, value);
	else if (strcmp(name, "seed") == 0)
		ok = model_parse_u64(value, 0, UINT64_MAX, &o->seed);
	else if (strcmp(name, "retry") == 0)
		ok = set_retry(o, value);
	else if (strcmp(name, "ratectl") == 0)
		ok = set_rate_control(o, value);
	else
		return 0;
	o->live_given = true;
	return ok ? 1 : -1;
}

const char *
air_options_live_wrong(const struct air_options *o)
{
	if (!o->live && o->live_given)
		return "access, seed, retry and ratectl are for live and ping";
	if (o->live && (o->loop || o->pace != AIR_PACE_PHY || o->rate_mbps != 0))
		return "loop, pace and rate are not for live and ping";
	return NULL;
}
