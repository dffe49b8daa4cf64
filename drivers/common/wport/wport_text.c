/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>

#include "wport_text.h"

static const char * const policies[] = {
	[RTE_WLAN_HOLD_FIXED] = "fixed",
	[RTE_WLAN_HOLD_LATENCY] = "auto:latency",
	[RTE_WLAN_HOLD_BALANCED] = "auto:balanced",
	[RTE_WLAN_HOLD_CPU] = "auto:cpu",
};

/* The number that *text begins with; *text moves behind it. */
static bool
take_number(const char **text, uint32_t *number)
{
	unsigned long value;
	char *end;

	if (!isdigit((unsigned char)**text))
		return false;
	errno = 0;
	value = strtoul(*text, &end, 10);
	if (errno != 0 || value >= UINT32_MAX)
		return false;
	*number = value;
	*text = end;
	return true;
}

bool
wport_text_number(const char *text, uint32_t *number)
{
	return take_number(&text, number) && *text == '\0';
}

bool
wport_text_numbers(const char *text, uint32_t *numbers, unsigned int n)
{
	unsigned int i;

	if (text == NULL)
		return false;
	for (i = 0; i < n; i++) {
		if (i != 0 && *text++ != ',')
			return false;
		if (!take_number(&text, &numbers[i]))
			return false;
	}
	return *text == '\0';
}

/* One that adapts. */
static bool
policy_of(const char *text, enum rte_wlan_hold_policy *policy)
{
	unsigned int i;

	for (i = RTE_WLAN_HOLD_LATENCY; i < RTE_DIM(policies); i++) {
		if (strcmp(policies[i], text) == 0) {
			*policy = (enum rte_wlan_hold_policy)i;
			return true;
		}
	}
	return false;
}

bool
wport_text_hold(const char *text, struct rte_wlan_rx_hold *hold)
{
	uint32_t us = RTE_WLAN_HOLD_KEEP;

	if (wport_text_number(text, &us))
		hold->policy = RTE_WLAN_HOLD_FIXED;
	else if (strcmp(text, "auto") == 0)
		hold->policy = RTE_WLAN_HOLD_BALANCED;
	else if (!policy_of(text, &hold->policy))
		return false;
	hold->hold_us = us;
	return true;
}

const char *
wport_text_policy(enum rte_wlan_hold_policy policy)
{
	return (unsigned int)policy < RTE_DIM(policies) ? policies[policy] : "unknown";
}
