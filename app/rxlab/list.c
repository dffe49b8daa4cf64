/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "commands.h"
#include "options.h"
#include "table.h"

static void
list_hosts(struct table *t)
{
	const struct lab_host *h;
	unsigned int i;

	table_begin(t, "host,about,speed,transfer-ns,frame-ns,send-ns,latency-ns,write-ns,urbs,"
		    "radio");
	for (i = 0; (h = lab_host_at(i)) != NULL; i++) {
		table_put(t, "%s", h->name);
		table_put(t, "%s", h->about);
		table_put(t, "%s", h->speed == USB_SPEED_SUPER ? "super" : "high");
		table_put(t, "%u", h->transfer_ns);
		table_put(t, "%u", h->frame_ns);
		table_put(t, "%u", h->send_ns);
		table_put(t, "%u", h->latency_ns);
		table_put(t, "%u", h->write_ns);
		table_put(t, "%u", h->urbs);
		table_put(t, "%s", h->radio);
	}
}

static void
list_radios(struct table *t)
{
	const struct lab_radio *r;
	unsigned int i;

	table_begin(t, "radio,up us,server us,air");
	for (i = 0; (r = lab_radio_at(i)) != NULL; i++) {
		table_put(t, "%s", r->name);
		table_put(t, "%u-%u", r->up_min_ns / 1000, r->up_max_ns / 1000);
		table_put(t, "%u", r->path_ns / 1000);
		table_put(t, "%s", r->air != NULL ? r->air : "");
	}
}

static void
list_workloads(struct table *t)
{
	const struct lab_workload *w;
	unsigned int i;

	table_begin(t, "workload,about");
	for (i = 0; (w = lab_workload_at(i)) != NULL; i++) {
		table_put(t, "%s", w->name);
		table_put(t, "%s", w->about);
	}
}

static void
list_holds(struct table *t)
{
	const struct lab_policy_ops *const ops[] = {
		&lab_policy_auto, &lab_policy_dim, &lab_policy_itr,
	};
	unsigned int i;

	table_begin(t, "hold,about");
	table_put(t, "US");
	table_put(t, "fixed; 0: no aggregation");
	for (i = 0; i < sizeof(ops) / sizeof(ops[0]); i++) {
		table_put(t, "%s%s", ops[i]->name, i == 0 ? "[:latency|:balanced|:cpu]" : "");
		table_put(t, "%s", ops[i]->about);
	}
}

int
command_list(int argc, char **argv)
{
	static const struct options_usage usage = {
		"usage: rxlab list\n"
		"What has a name: computers, links, loads, holds. A computer of your own:\n"
		"  --host=NAME/FIELD:VALUE/...  a listed one with other values\n"
		"  --host=FIELD:VALUE/...       x86 with other values\n",
		"help ", "x86", "rpc1", "32", 1, 1,
	};
	void (*const lists[])(struct table *) = {
		list_hosts, list_radios, list_workloads, list_holds,
	};
	static struct options o;
	struct table t;
	unsigned int i;
	bool good = true;
	int status;

	if (!options_parse(argc, argv, &usage, &o, &status))
		return status;
	for (i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		if (i != 0)
			putchar('\n');
		lists[i](&t);
		good &= table_print(&t, stdout);
		table_end(&t);
	}
	return good ? 0 : 1;
}
