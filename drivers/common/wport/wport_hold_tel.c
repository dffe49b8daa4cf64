/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The hold by telemetry: parameters, dictionaries. */

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <rte_telemetry.h>

#include "wport.h"
#include "wport_hold.h"
#include "wport_pmd.h"
#include "wport_text.h"

/* "PORT,HOLD,SIZE,COUNT" */
#define PARAMS_MAX 64

/* Telemetry refuses strings that are longer. */
static int __rte_format_printf(2, 3)
answer_error(struct rte_tel_data *d, const char *fmt, ...)
{
	char text[RTE_TEL_MAX_STRING_LEN];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	rte_tel_data_start_dict(d);
	return rte_tel_data_add_dict_string(d, "error", text);
}

static int
answer_no_port(const struct wport_family *family, struct rte_tel_data *d, uint32_t port_id)
{
	return answer_error(d, "port %u is none of %s in this process", port_id, family->tag);
}

static void
add_limits(struct rte_tel_data *d, const struct rte_wlan_rx_hold *hold)
{
	rte_tel_data_add_dict_string(d, "policy", wport_text_policy(hold->policy));
	rxb_tel_add_uint(d, "hold_us", hold->hold_us);
	rxb_tel_add_uint(d, "size", hold->size);
	rxb_tel_add_uint(d, "count", hold->count);
}

static void
add_state(struct rte_tel_data *d, const struct rxb_hold_state *state)
{
	rxb_tel_add_uint(d, "changes", state->changes);
	rte_tel_data_add_dict_string(d, "why", rxb_hold_why_name(state->why));
	rxb_tel_add_uint(d, "writes", state->writes);
	rxb_tel_add_uint(d, "write_failed", state->failed);
	rxb_tel_add_uint(d, "ignored", state->ignored);
	rxb_tel_add_uint(d, "stuck", state->stuck);
	rxb_tel_add_uint(d, "wanted_us", state->wanted_us);
	rxb_tel_add_uint(d, "load_permille", state->load_permille);
	rxb_tel_add_uint(d, "cost_transfer_ns", state->transfer_ns);
	rxb_tel_add_uint(d, "cost_frame_ns", state->frame_ns);
}

/* How long in each: {"32": 1200, ...}, none while nothing adapts. */
static int
add_rungs(struct rte_tel_data *d, const struct rxb_hold_state *state)
{
	struct rte_tel_data *rungs;
	char name[16];
	unsigned int i;
	int ret;

	if (state->rungs == 0)
		return 0;
	rungs = rte_tel_data_alloc();
	if (rungs == NULL)
		return -ENOMEM;
	rte_tel_data_start_dict(rungs);
	for (i = 0; i < state->rungs; i++) {
		snprintf(name, sizeof(name), "%u", state->rung_us[i]);
		rxb_tel_add_uint(rungs, name, state->rung_ns[i] / 1000000);
	}
	ret = rte_tel_data_add_dict_container(d, "rungs_ms", rungs, 0);
	if (ret != 0)
		rte_tel_data_free(rungs);
	return ret;
}

static int
answer_why(struct wport *port, const struct rte_wlan_rx_hold *hold, int err,
	   struct rte_tel_data *d)
{
	char why[RTE_TEL_MAX_STRING_LEN];

	wport_pmd_hold_why(port, hold, err, why, sizeof(why));
	return answer_error(d, "%s", why);
}

static int
answer(struct wport *port, struct rte_tel_data *d)
{
	struct rte_wlan_rx_hold hold;
	struct rxb_hold_state state;
	int ret = wport_hold_get(port, &hold);

	if (ret == 0)
		ret = wport_hold_state(port, &state);
	if (ret != 0)
		return answer_why(port, NULL, ret, d);
	rte_tel_data_start_dict(d);
	add_limits(d, &hold);
	add_state(d, &state);
	return add_rungs(d, &state);
}

int
wport_hold_tel_get(const struct wport_family *family, const char *params,
		   struct rte_tel_data *d)
{
	struct wport *port;
	uint32_t port_id;
	int ret;

	if (!wport_text_numbers(params, &port_id, 1))
		return answer_error(d, "the parameter is a port's number");
	wport_pmd_enter();
	port = port_id >= RTE_MAX_ETHPORTS ? NULL : wport_pmd_port(family, port_id);
	ret = port == NULL ? answer_no_port(family, d, port_id) : answer(port, d);
	wport_pmd_leave();
	return ret;
}

/* Cuts text at its first comma; what stands behind it, NULL: nothing does. */
static char *
cut(char *text)
{
	char *comma = strchr(text, ',');

	if (comma != NULL)
		*comma++ = '\0';
	return comma;
}

static bool
take_params(const char *params, uint32_t *port_id, struct rte_wlan_rx_hold *hold)
{
	char text[PARAMS_MAX], *word, *size, *count;

	if (params == NULL || strlen(params) >= sizeof(text))
		return false;
	memcpy(text, params, strlen(params) + 1);
	word = cut(text);
	size = word == NULL ? NULL : cut(word);
	count = size == NULL ? NULL : cut(size);
	hold->size = RTE_WLAN_HOLD_KEEP;
	hold->count = RTE_WLAN_HOLD_KEEP;
	return wport_text_number(text, port_id) && word != NULL && wport_text_hold(word, hold) &&
		(size == NULL || wport_text_number(size, &hold->size)) &&
		(count == NULL || wport_text_number(count, &hold->count));
}

static int
set_and_answer(const struct wport_family *family, uint32_t port_id,
	       const struct rte_wlan_rx_hold *hold, struct rte_tel_data *d)
{
	struct wport *port;
	int ret;

	port = port_id >= RTE_MAX_ETHPORTS ? NULL : wport_pmd_port(family, port_id);
	if (port == NULL)
		return answer_no_port(family, d, port_id);
	ret = wport_hold_set(port, hold);
	return ret == 0 ? answer(port, d) : answer_why(port, hold, ret, d);
}

int
wport_hold_tel_set(const struct wport_family *family, const char *params,
		   struct rte_tel_data *d)
{
	struct rte_wlan_rx_hold hold;
	uint32_t port_id;
	int ret;

	if (!take_params(params, &port_id, &hold))
		return answer_error(d, "need PORT,US|auto[:latency|:balanced|:cpu][,SIZE[,COUNT]]");
	wport_pmd_enter();
	ret = set_and_answer(family, port_id, &hold, d);
	wport_pmd_leave();
	return ret;
}
