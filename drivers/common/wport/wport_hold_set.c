/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What a caller sets and gets, and why not. */

#include <errno.h>
#include <stdarg.h>

#include "wport.h"
#include "wport_hold_work.h"
#include "wport_regs.h"

/* Why a call is refused. */
struct why {
	char *text;
	size_t size;
};

static int refuse(const struct why *why, int err, const char *fmt, ...)
	__rte_format_printf(3, 4);

static int
refuse(const struct why *why, int err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why->text, why->size, fmt, ap);
	va_end(ap);
	return err;
}

static int
check_device(const struct wport *port, const struct why *why)
{
	if (port->usb == NULL)
		return refuse(why, -ENODEV, "the port is closed");
	if (!wport_has_device(port))
		return refuse(why, -ENOTSUP, "there is no device that could aggregate");
	if (!port->hold.device)
		return refuse(why, -ENOTSUP, "no register of the %s is known that sets it",
			      port->chip->name);
	if (wport_usb_state(port) == USB_GONE)
		return refuse(why, -ENODEV, "the device is gone");
	return 0;
}

static int
check_ranges(const struct wport *port, const struct rte_wlan_rx_hold *hold,
	     const struct why *why)
{
	const struct wport_chip *chip = port->chip;
	const struct {
		const char *what;
		uint32_t value, min, max;
	} rows[] = {
		{ "policy", hold->policy, RTE_WLAN_HOLD_FIXED, RTE_WLAN_HOLD_CPU },
		{ "hold", hold->hold_us, 0, chip->hold_max_us },
		{ "size", hold->size, chip->agg_unit, chip->agg_max_kib * 1024 },
		/* One that by itself has none can be without. */
		{ "count", hold->count, chip->agg_count == 0 ? 0 : 1, chip->agg_count_max },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++)
		if (rows[i].value != RTE_WLAN_HOLD_KEEP &&
		    (rows[i].value < rows[i].min || rows[i].value > rows[i].max))
			return refuse(why, -EINVAL, "%s %u: need a number from %u to %u",
				      rows[i].what, rows[i].value, rows[i].min, rows[i].max);
	return 0;
}

/* What is wished for when that has been set. A hold that a policy found stays, whatever comes
 * behind the policy. */
static struct wport_hold_wish
merge(const struct wport *port, const struct rte_wlan_rx_hold *hold)
{
	struct wport_hold_wish wish = port->hold.wish;
	uint32_t policy = hold->policy;

	if (policy != RTE_WLAN_HOLD_KEEP)
		wish.policy = (enum rte_wlan_hold_policy)policy;
	if (hold->hold_us != RTE_WLAN_HOLD_KEEP)
		wish.agg.hold_us = hold->hold_us;
	else if (port->hold.adapts && wish.policy != port->hold.wish.policy)
		wish.agg.hold_us = wport_hold_in_use(port).hold_us;
	if (hold->size != RTE_WLAN_HOLD_KEEP)
		wish.agg.bytes = hold->size;
	if (hold->count != RTE_WLAN_HOLD_KEEP)
		wish.agg.count = hold->count;
	return wish;
}

static int
check(const struct wport *port, const struct rte_wlan_rx_hold *hold, const struct why *why)
{
	struct wport_hold_wish wish;
	struct wport_agg agg;
	int ret = check_device(port, why);

	if (ret == 0)
		ret = check_ranges(port, hold, why);
	if (ret != 0)
		return ret;
	wish = merge(port, hold);
	if (hold->hold_us == 0 && wport_hold_is_adaptive(wish.policy))
		return refuse(why, -EINVAL, "hold 0 switches aggregation off: there is nothing "
			      "that a policy could adapt");
	agg = wport_hold_limits(port, &wish);
	if (agg.hold_us != 0 && agg.bytes > wport_hold_room(port))
		return refuse(why, -EINVAL, "size %u: with one largest unit behind it, it needs "
			      "transfers of %u bytes; these have %u (buffer-size=)", agg.bytes,
			      agg.bytes + port->chip->unit_max, port->buf_size);
	return 0;
}

int
wport_hold_check(struct wport *port, const struct rte_wlan_rx_hold *hold, char *why,
		 size_t size)
{
	const struct why w = { why, size };
	int ret;

	pthread_mutex_lock(&port->lock);
	ret = check(port, hold, &w);
	pthread_mutex_unlock(&port->lock);
	return ret;
}

/* A wish that could not be fulfilled is forgotten; what was before is set again, as far as
 * the device lets it. */
static void
take_back(struct wport *port, const struct wport_hold_wish *wish, const struct wport_agg *now,
	  bool adapts)
{
	port->hold.wish = *wish;
	port->hold.adapts = adapts;
	if (!wport_hold_is_same(now, &port->hold.now))
		wport_hold_write(port, now);
}

/* Nothing is written where nothing would change. */
static int
fulfil(struct wport *port, const struct rte_wlan_rx_hold *hold)
{
	const struct wport_agg want = wport_hold_to_write(port);
	int ret = 0;

	if (hold->hold_us != RTE_WLAN_HOLD_KEEP || !wport_hold_is_same(&want, &port->hold.now))
		ret = wport_hold_write_wish(port, true);
	if (ret != 0)
		return ret;
	if (!port->hold.adapts || want.hold_us != port->hold.now.hold_us)
		ret = wport_hold_adapt(port);
	if (ret == 0)
		wport_log_agg(port, &port->hold.now);
	return ret;
}

static int
set_locked(struct wport *port, const struct rte_wlan_rx_hold *hold)
{
	struct wport_hold *h = &port->hold;
	const struct wport_hold_wish old = h->wish;
	const struct wport_agg now = h->now;
	bool adapts = h->adapts;
	int ret;

	h->wish = merge(port, hold);
	/* From another hold, or for another aim, a policy begins anew. */
	h->adapts = adapts && h->wish.policy == old.policy && hold->hold_us == RTE_WLAN_HOLD_KEEP;
	if (!wport_hold_runs(port)) {
		if (!h->adapts)
			wport_hold_retire(port);
		return 0;
	}
	ret = fulfil(port, hold);
	if (ret != 0)
		take_back(port, &old, &now, adapts);
	return ret;
}

static int
check_and_log(struct wport *port, const struct rte_wlan_rx_hold *hold)
{
	char text[160] = "";
	const struct why why = { text, sizeof(text) };
	int ret = check(port, hold, &why);

	if (ret != 0)
		WPORT_LOG(ERR, port, "rx aggregation: %s", text);
	return ret;
}

/* The thread first: what it is for is set when there is one. It does nothing before. */
static int
set_alive(struct wport *port, const struct rte_wlan_rx_hold *hold)
{
	bool adaptive;
	int ret;

	pthread_mutex_lock(&port->lock);
	ret = check_and_log(port, hold);
	adaptive = wport_hold_is_adaptive(merge(port, hold).policy);
	pthread_mutex_unlock(&port->lock);
	if (ret == 0 && adaptive)
		ret = wport_hold_thread_run(port);
	if (ret != 0)
		return ret;
	pthread_mutex_lock(&port->lock);
	/* The device may have gone. */
	ret = check_and_log(port, hold);
	if (ret == 0)
		ret = set_locked(port, hold);
	adaptive = wport_hold_is_adaptive(port->hold.wish.policy);
	pthread_mutex_unlock(&port->lock);
	if (!adaptive)
		wport_hold_thread_end(port);
	return ret;
}

int
wport_hold_set(struct wport *port, const struct rte_wlan_rx_hold *hold)
{
	int ret;

	pthread_mutex_lock(&port->hold.life);
	ret = set_alive(port, hold);
	pthread_mutex_unlock(&port->hold.life);
	return ret;
}

static int
look_up(const struct wport *port)
{
	if (port->usb == NULL)
		return -ENODEV;
	return port->hold.device ? 0 : -ENOTSUP;
}

int
wport_hold_get(struct wport *port, struct rte_wlan_rx_hold *hold)
{
	struct wport_agg agg;
	int ret;

	pthread_mutex_lock(&port->lock);
	ret = look_up(port);
	if (ret == 0) {
		agg = wport_hold_in_use(port);
		*hold = (struct rte_wlan_rx_hold){
			.policy = port->hold.wish.policy, .hold_us = agg.hold_us,
			.size = agg.bytes, .count = agg.count,
		};
	}
	pthread_mutex_unlock(&port->lock);
	return ret;
}

int
wport_hold_state(struct wport *port, struct rxb_hold_state *state)
{
	const struct wport_hold *h = &port->hold;
	struct wport_hold_counts counts;
	int ret;

	pthread_mutex_lock(&port->lock);
	ret = look_up(port);
	if (ret == 0) {
		wport_hold_count(port, &counts);
		*state = h->state;
		state->hold_us = wport_hold_in_use(port).hold_us;
		if (!h->adapts)
			state->wanted_us = state->hold_us;
		state->changes = counts.changes;
		state->writes = counts.writes;
		state->failed = counts.failed;
		state->ignored = counts.ignored;
		memcpy(state->rung_ns, counts.rung_ns, sizeof(state->rung_ns));
	}
	pthread_mutex_unlock(&port->lock);
	return ret;
}
