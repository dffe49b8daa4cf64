/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What ethdev says of a port: events, link, counters. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../smoke/rx_verify.h"
#include "usb_port.h"

bool
step_event(struct port *p, const char *arg)
{
	atomic_uint *seen = strcmp(arg, "rmv") == 0 ? &p->removals : &p->link_changes;
	uint64_t start = now_ms();

	while (*seen == 0 && now_ms() - start < limit_ms)
		poll_ports(p);
	note("%s after %" PRIu64 " ms", arg, now_ms() - start);
	if (*seen == 0)
		return wrong("it does not come");
	/* A second one would be late, but not by much. */
	poll_for(50);
	if (*seen != 1)
		return wrong("it came %u times", *seen);
	*seen = 0;
	return true;
}

bool
step_link(struct port *p, const char *arg)
{
	struct rte_eth_link link;

	if (rte_eth_link_get_nowait(p->id, &link) != 0)
		return wrong("no link");
	return link.link_status == (strcmp(arg, "up") == 0) ||
	       wrong("it is %s", link.link_status ? "up" : "down");
}

static bool
read_xstat(const struct port *p, const char *name, uint64_t *value)
{
	uint64_t id;

	return (rte_eth_xstats_get_id_by_name(p->id, name, &id) == 0 &&
		rte_eth_xstats_get_by_id(p->id, &id, value, 1) == 1) ||
	       wrong("no counter %s", name);
}

bool
step_xstat(struct port *p, const char *arg)
{
	char name[RTE_ETH_XSTATS_NAME_SIZE];
	size_t len = strcspn(arg, "=>");
	uint64_t start = now_ms(), want, value;
	bool more = arg[len] == '>';

	if (arg[len] == '\0' || len >= sizeof(name) || !number_of(arg + len + 1, &want))
		return wrong("NAME=N or NAME>N, not \"%s\"", arg);
	snprintf(name, sizeof(name), "%.*s", (int)len, arg);
	do {
		poll_ports(p);
		if (!read_xstat(p, name, &value))
			return false;
	} while (more && value <= want && now_ms() - start < limit_ms);
	mark_seen(p);
	note("%s %" PRIu64, name, value);
	if (more)
		return value > want || wrong("%s is %" PRIu64, name, value);
	return value == want || wrong("%s is %" PRIu64, name, value);
}

bool
step_home(struct port *p __rte_unused, const char *arg __rte_unused)
{
	unsigned int out = rte_mempool_in_use_count(pool);

	return out == 0 || wrong("%u mbufs are not home", out);
}

bool
step_print(struct port *p, const char *arg __rte_unused)
{
	counters_print(p->id);
	return true;
}
