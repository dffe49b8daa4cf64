/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Statistics of a stopped port: every frame has gone into exactly one of them. */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "rx_verify.h"

#define XSTATS_MAX 512

struct counters {
	struct rte_eth_xstat_name names[XSTATS_MAX];
	struct rte_eth_xstat values[XSTATS_MAX];
	int n;
};

static bool
read_counters(uint16_t port, struct counters *c)
{
	c->n = rte_eth_xstats_get_names(port, c->names, XSTATS_MAX);
	return c->n > 0 && c->n <= XSTATS_MAX &&
	       rte_eth_xstats_get(port, c->values, XSTATS_MAX) == c->n;
}

static uint64_t
sum_of(const struct counters *c, const char *prefix, bool *found)
{
	size_t len = strlen(prefix);
	uint64_t sum = 0;
	int i;

	for (i = 0; i < c->n; i++) {
		if (strncmp(c->names[i].name, prefix, len) != 0)
			continue;
		sum += c->values[i].value;
		*found = true;
	}
	return sum;
}

/* A name that ends in * stands for all that begin so. */
static uint64_t
value_of(const struct counters *c, const char *name)
{
	char whole[RTE_ETH_XSTATS_NAME_SIZE];
	bool found = false;
	uint64_t value = 0;
	size_t len = strlen(name);
	int i;

	if (name[len - 1] == '*') {
		snprintf(whole, sizeof(whole), "%.*s", (int)len - 1, name);
		value = sum_of(c, whole, &found);
	}
	for (i = 0; i < c->n && !found; i++) {
		found = strcmp(c->names[i].name, name) == 0;
		value = found ? c->values[i].value : 0;
	}
	if (!found)
		printf("  no counter %s\n", name);
	return value;
}

static uint64_t
total(const struct counters *c, const char * const *names, unsigned int n)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < n; i++)
		sum += value_of(c, names[i]);
	return sum;
}

static bool
same(const char *what, uint64_t a, uint64_t b)
{
	if (a != b)
		printf("  %s: %" PRIu64 " is not %" PRIu64 "\n", what, a, b);
	return a == b;
}

static bool
ethdev_right(uint16_t port, const struct counters *c, const struct rx_result *result)
{
	struct rte_eth_stats s;
	bool ok = rte_eth_stats_get(port, &s) == 0;

	ok &= same("ipackets and packets received", s.ipackets, result->packets);
	ok &= same("ibytes and bytes received", s.ibytes, result->bytes);
	ok &= same("rx_good_packets and ipackets", value_of(c, "rx_good_packets"), s.ipackets);
	ok &= same("rx_good_bytes and ibytes", value_of(c, "rx_good_bytes"), s.ibytes);
	ok &= same("rx_mbuf_nombuf and rx_nombuf", value_of(c, "rx_mbuf_nombuf"), s.rx_nombuf);
	return ok;
}

static bool
driver_right(const struct counters *c, const struct rx_result *result, uint64_t dropped)
{
	static const char * const drops[] = {
		"rx_decap_*", "rx_rxd_*", "rx_mbuf_too_long", "rx_mbuf_no_scatter",
	};
	static const char * const ends[] = {
		"rx_agg_end", "rx_agg_short_*", "rx_agg_zero_length", "rx_agg_overrun",
		"rx_usb_stopped",
	};
	/* Delivered, though without a rate. */
	uint64_t all = total(c, drops, RTE_DIM(drops)) - value_of(c, "rx_rxd_bad_rate");
	/* Frames that carry no packet are dropped without a loss. */
	uint64_t empty = value_of(c, "rx_decap_no_data");
	bool ok;

	ok = same("wifi units and packets + drops", value_of(c, "rx_unit_wifi"),
		  result->packets + all);
	if (dropped != DROPPED_ANY)
		ok &= same("drops and packets that must be dropped", all - empty, dropped);
	ok &= same("transfers and their ends", value_of(c, "rx_usb_transfers"),
		   total(c, ends, RTE_DIM(ends)));
	if (dropped != DROPPED_ANY)
		ok &= same("abandoned bytes", value_of(c, "rx_agg_abandoned_bytes"), 0);
	return ok;
}

static bool
model_right(const struct counters *c, bool misread)
{
	static const char * const places[] = {
		"model_filtered_*", "model_fifo_overflow_frames", "model_rx_off_frames",
		"model_agg_disabled_frames", "model_no_memory_frames",
		"model_frames_lost_bus", "model_frames_inside_now", "model_frames_delivered",
	};
	uint64_t unread = value_of(c, "rx_usb_unread") +
		value_of(c, "model_lost_at_stop_transfers");
	bool ok, late = unread != 0 || value_of(c, "rx_usb_stopped") != 0;

	ok = same("frames from the air and where they went", value_of(c, "model_frames_air"),
		  total(c, places, RTE_DIM(places)));
	/* What was thrown away at stop is counted in transfers. */
	if (!late && !misread)
		ok &= same("frames delivered and wifi units",
			   value_of(c, "model_frames_delivered"), value_of(c, "rx_unit_wifi"));
	ok &= same("transfers on the bus, and those taken apart or thrown away or answers",
		   value_of(c, "model_urbs_done"), value_of(c, "rx_usb_transfers") + unread +
		   value_of(c, "model_control_in_transfers"));
	return ok;
}

static bool
all_nonzero(const struct counters *c, const char *list)
{
	char name[RTE_ETH_XSTATS_NAME_SIZE];
	bool ok = true;

	while (list != NULL && *list != '\0') {
		size_t len = strcspn(list, ",");

		snprintf(name, sizeof(name), "%.*s", (int)len, list);
		if (value_of(c, name) == 0) {
			printf("  %s is 0\n", name);
			ok = false;
		}
		list += len + (list[len] == ',');
	}
	return ok;
}

bool
counters_right(uint16_t port, const struct rx_result *result, uint64_t dropped, bool more,
	       const char *nonzero)
{
	static struct counters c;
	bool model = false, ok;

	if (!read_counters(port, &c)) {
		printf("  no xstats\n");
		return false;
	}
	sum_of(&c, "model_", &model);
	ok = ethdev_right(port, &c, result);
	/* Stopped in the middle of a transfer, it has no end. */
	if (!more)
		ok &= driver_right(&c, result, dropped);
	if (model)
		ok &= model_right(&c, dropped == DROPPED_ANY);
	return all_nonzero(&c, nonzero) && ok;
}

void
counters_print(uint16_t port)
{
	static struct counters c;
	int i;

	if (!read_counters(port, &c))
		return;
	for (i = 0; i < c.n; i++)
		if (c.values[i].value != 0)
			printf("  %s %" PRIu64 "\n", c.names[i].name, c.values[i].value);
}
