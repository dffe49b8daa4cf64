/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Commands in testpmd. In DPDK's tree a driver's commands are compiled into testpmd
 * (testpmd_sources). A plugin comes later: it finds the function that adds commands where
 * testpmd shows it to plugins (app/testpmd-patches). Stock testpmd does not and other
 * programs have none, so the reference is weak, and there are no commands then.
 *
 * Each plugin has this file and adds the same commands for the ports of its own driver, so
 * that one of them answers. For a port that is no one's the plugin that came last does.
 */

#include <stdio.h>
#include <string.h>
#include <sys/queue.h>

#include <cmdline.h>
#include <cmdline_parse.h>
#include <cmdline_parse_num.h>
#include <cmdline_parse_string.h>

#include "wport.h"
#include "wport_hold.h"
#include "wport_pmd.h"
#include "wport_text.h"

/* As in app/test-pmd/testpmd.h, which is not installed. */
struct testpmd_driver_commands {
	TAILQ_ENTRY(testpmd_driver_commands) next;
	struct {
		cmdline_parse_inst_t *ctx;
		const char *help;
	} commands[];
};

void testpmd_add_driver_commands(struct testpmd_driver_commands *c) __attribute__((weak));

#define SHOW_HELP "show port <port_id> rx_hold: receive aggregation of the device"
#define SET_HELP "set port <port_id> rx_hold <us>|auto[:latency|:balanced|:cpu] " \
	"[size <bytes>] [count <n>]"
#define WHY_MAX 128

/* This plugin's. */
static const struct wport_family *own;
static const struct testpmd_driver_commands *added;

struct result {
	cmdline_fixed_string_t verb;
	cmdline_fixed_string_t port;
	uint16_t port_id;
	cmdline_fixed_string_t what;
	cmdline_multi_string_t words;
};

/* No plugin after this one has added these commands. */
static bool
is_last(void)
{
	const struct testpmd_driver_commands *c = added;

	while ((c = TAILQ_NEXT(c, next)) != NULL)
		if (c->commands[0].ctx != NULL && c->commands[0].ctx->help_str != NULL &&
		    strcmp(c->commands[0].ctx->help_str, SHOW_HELP) == 0)
			return false;
	return true;
}

/* Another plugin of ours answers for it. */
static bool
is_of_another(uint16_t port_id)
{
	return rte_eal_process_type() == RTE_PROC_PRIMARY &&
		rte_eth_dev_is_valid_port(port_id) && wport_ports_has(port_id);
}

/* A port's number, when it is this plugin that answers. */
static int
parse_port(cmdline_parse_token_hdr_t *token, const char *text, void *result,
	   unsigned int size)
{
	uint16_t port_id;
	int len = cmdline_parse_num(token, text, &port_id, sizeof(port_id));

	if (len < 0)
		return len;
	if (wport_pmd_port(own, port_id) == NULL && (is_of_another(port_id) || !is_last()))
		return -1;
	if (result != NULL && size >= sizeof(port_id))
		memcpy(result, &port_id, sizeof(port_id));
	return len;
}

/* NULL: it has been said why there is none. */
static struct wport *
port_or_say(struct cmdline *cl, uint16_t port_id)
{
	struct wport *port = wport_pmd_port(own, port_id);

	if (port != NULL)
		return port;
	if (!rte_eth_dev_is_valid_port(port_id))
		cmdline_printf(cl, "Invalid port %u\n", port_id);
	else if (rte_eal_process_type() != RTE_PROC_PRIMARY)
		cmdline_printf(cl, "Port %u: the primary process knows its rx_hold\n", port_id);
	else
		cmdline_printf(cl, "Port %u (%s) has no rx_hold: it is another driver's\n",
			       port_id, rte_eth_devices[port_id].data->name);
	return NULL;
}

static void
show_limits(struct cmdline *cl, uint16_t port_id, const struct rte_wlan_rx_hold *hold)
{
	if (hold->hold_us == 0) {
		cmdline_printf(cl, "Port %u: rx_hold 0: no aggregation\n", port_id);
		return;
	}
	cmdline_printf(cl, "Port %u: rx_hold %u us (%s), size %u bytes, ", port_id,
		       hold->hold_us, wport_text_policy(hold->policy), hold->size);
	if (hold->count == 0)
		cmdline_printf(cl, "count without limit\n");
	else
		cmdline_printf(cl, "count %u\n", hold->count);
}

static void
show_state(struct cmdline *cl, const struct rxb_hold_state *state)
{
	unsigned int i;

	cmdline_printf(cl, "  wanted: %u us, changes: %" PRIu64 ", the last: %s\n",
		       state->wanted_us, state->changes, rxb_hold_why_name(state->why));
	cmdline_printf(cl, "  writes failed: %" PRIu64 ", ignored: %" PRIu64 "%s\n",
		       state->failed, state->ignored,
		       state->stuck ? "; the register does not obey" : "");
	cmdline_printf(cl, "  load: %u/1000, a transfer: %u ns, a frame: %u ns\n",
		       state->load_permille, state->transfer_ns, state->frame_ns);
	for (i = 0; i < state->rungs; i++)
		cmdline_printf(cl, "  at %u us: %" PRIu64 " ms\n", state->rung_us[i],
			       state->rung_ns[i] / 1000000);
}

static void
show(struct cmdline *cl, struct wport *port, uint16_t port_id)
{
	struct rte_wlan_rx_hold hold;
	struct rxb_hold_state state;
	char why[WHY_MAX];
	int ret = wport_hold_get(port, &hold);

	if (ret == 0)
		ret = wport_hold_state(port, &state);
	if (ret != 0) {
		wport_pmd_hold_why(port, NULL, ret, why, sizeof(why));
		cmdline_printf(cl, "Port %u has no rx_hold: %s\n", port_id, why);
		return;
	}
	show_limits(cl, port_id, &hold);
	if (hold.policy != RTE_WLAN_HOLD_FIXED)
		show_state(cl, &state);
}

/* "HOLD [size BYTES] [count N]" */
static bool
take_words(char *words, struct rte_wlan_rx_hold *hold)
{
	const char *key, *value;
	uint32_t *field;
	char *rest;

	key = strtok_r(words, " \t", &rest);
	if (key == NULL || !wport_text_hold(key, hold))
		return false;
	hold->size = RTE_WLAN_HOLD_KEEP;
	hold->count = RTE_WLAN_HOLD_KEEP;
	while ((key = strtok_r(NULL, " \t", &rest)) != NULL) {
		value = strtok_r(NULL, " \t", &rest);
		field = strcmp(key, "size") == 0 ? &hold->size :
			strcmp(key, "count") == 0 ? &hold->count : NULL;
		if (field == NULL || *field != RTE_WLAN_HOLD_KEEP || value == NULL ||
		    !wport_text_number(value, field))
			return false;
	}
	return true;
}

static void
set(struct cmdline *cl, struct wport *port, uint16_t port_id, char *words)
{
	struct rte_wlan_rx_hold hold;
	char why[WHY_MAX];
	int ret;

	if (!take_words(words, &hold)) {
		cmdline_printf(cl, "Usage: %s\n", SET_HELP);
		return;
	}
	ret = wport_hold_set(port, &hold);
	if (ret == 0) {
		show(cl, port, port_id);
		return;
	}
	wport_pmd_hold_why(port, &hold, ret, why, sizeof(why));
	cmdline_printf(cl, "Port %u: rx_hold is not set: %s\n", port_id, why);
}

static void
run(void *parsed, struct cmdline *cl, void *is_set)
{
	struct result *r = parsed;
	struct wport *port;

	wport_pmd_enter();
	port = port_or_say(cl, r->port_id);
	if (port != NULL && is_set != NULL)
		set(cl, port, r->port_id, r->words);
	else if (port != NULL)
		show(cl, port, r->port_id);
	wport_pmd_leave();
}

static struct cmdline_token_ops port_ops = {
	.parse = parse_port,
	.get_help = cmdline_get_help_num,
};

static cmdline_parse_token_string_t token_show =
	TOKEN_STRING_INITIALIZER(struct result, verb, "show");
static cmdline_parse_token_string_t token_set =
	TOKEN_STRING_INITIALIZER(struct result, verb, "set");
static cmdline_parse_token_string_t token_port =
	TOKEN_STRING_INITIALIZER(struct result, port, "port");
static cmdline_parse_token_num_t token_port_id = {
	.hdr = { .ops = &port_ops, .offset = offsetof(struct result, port_id) },
	.num_data = { .type = RTE_UINT16 },
};
static cmdline_parse_token_string_t token_what =
	TOKEN_STRING_INITIALIZER(struct result, what, "rx_hold");
static cmdline_parse_token_string_t token_words =
	TOKEN_STRING_INITIALIZER(struct result, words, TOKEN_STRING_MULTI);

static cmdline_parse_inst_t cmd_show = {
	.f = run,
	.data = NULL,
	.help_str = SHOW_HELP,
	.tokens = {
		(void *)&token_show, (void *)&token_port, (void *)&token_port_id,
		(void *)&token_what, NULL,
	},
};

static cmdline_parse_inst_t cmd_set = {
	.f = run,
	.data = &cmd_set,
	.help_str = SET_HELP,
	.tokens = {
		(void *)&token_set, (void *)&token_port, (void *)&token_port_id,
		(void *)&token_what, (void *)&token_words, NULL,
	},
};

static struct testpmd_driver_commands commands = {
	.commands = {
		{ &cmd_show, NULL },
		{ &cmd_set, NULL },
		{ NULL, NULL },
	},
};

void
wport_testpmd_add(const struct wport_family *family, const char *show_help,
		  const char *set_help)
{
	if (testpmd_add_driver_commands == NULL)
		return;
	own = family;
	added = &commands;
	commands.commands[0].help = show_help;
	commands.commands[1].help = set_help;
	testpmd_add_driver_commands(&commands);
}
