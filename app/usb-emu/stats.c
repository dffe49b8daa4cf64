/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <inttypes.h>
#include <stdarg.h>

#include "emu.h"

struct text {
	char *at;
	size_t size, len;
};

static void
put(struct text *t, const char *prefix, const char *name, uint64_t value)
{
	int n;

	if (t->len >= t->size)
		return;
	n = snprintf(t->at + t->len, t->size - t->len, "%s%s%s=%" PRIu64,
		     t->len == 0 ? "" : " ", prefix, name, value);
	t->len += (size_t)n;
}

static void
put_pipes(const struct emu *emu, struct text *t)
{
	uint64_t requests = 0, parked = 0, submitted = 0, done = 0;
	unsigned int i;

	for (i = 0; i < ENDPOINTS; i++) {
		requests += emu->pipes[i].requests.n;
		parked += emu->pipes[i].parked.n;
		submitted += emu->pipes[i].submitted.n;
		done += emu->pipes[i].done.n;
	}
	put(t, "", "requests_now", requests);
	put(t, "", "parked_now", parked);
	put(t, "", "submitted_now", submitted);
	put(t, "", "unanswered_now", done);
}

static void
put_counters(const struct emu *emu, struct text *t)
{
	const struct emu_counters *c = &emu->count;
	const struct { const char *name; uint64_t value; } list[] = {
		{ "control", c->control }, { "control_stalls", c->control_stalls },
		{ "in_transfers", c->in_transfers }, { "in_bytes", c->in_bytes },
		{ "out_transfers", c->out_transfers }, { "out_bytes", c->out_bytes },
		{ "in_errors", c->in_errors }, { "out_errors", c->out_errors },
		{ "cancelled", c->cancelled }, { "cancelled_late", c->cancelled_late },
		{ "refused", c->refused }, { "no_memory", c->no_memory },
		{ "dropped", c->dropped }, { "resets", c->resets }, { "plugs", c->plugs },
		{ "peers", c->peers }, { "peers_refused", c->peers_refused },
		{ "peer_errors", c->peer_errors }, { "faults", emu->faults.met },
		{ "late_max_us", c->late_max_ns / 1000 },
		{ "late_mean_us", c->late_n != 0 ? c->late_sum_ns / c->late_n / 1000 : 0 },
		{ "log_errors", c->log_errors },
	};
	unsigned int i;

	for (i = 0; i < sizeof(list) / sizeof(list[0]); i++)
		put(t, "", list[i].name, list[i].value);
}

/* Those of the model that are not 0. */
static void
put_model(const struct emu *emu, struct text *t)
{
	const char *name;
	uint64_t value;
	unsigned int i;

	for (i = 0; emu->dev != NULL && emu->ops->counter(emu->dev, i, &name, &value); i++)
		if (value != 0)
			put(t, "model.", name, value);
}

size_t
stats_print(const struct emu *emu, char *text, size_t size)
{
	struct text t = { .at = text, .size = size };

	put(&t, "", "time_ms", emu->now_ns / 1000000);
	put(&t, "", "plugged", emu->plugged);
	put(&t, "", "peer", emu->hello);
	put(&t, "", "configuration", emu->configuration);
	put(&t, "", "air_held", air_held(emu->air));
	put_pipes(emu, &t);
	put_counters(emu, &t);
	put_model(emu, &t);
	return t.len < size ? t.len : size - 1;
}
