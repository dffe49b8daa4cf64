/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "lab_run.h"

#define SN_MASK 0xfffu
#define HALF 0x800u

static uint32_t
slot(uint16_t sn)
{
	return sn % LAB_ORDER_MAX;
}

/* The frame that is due, or its hole, is past. */
static void
step(struct lab_run *run)
{
	struct lab_order *order = &run->order;
	uint32_t i = slot(order->next);

	order->next = (order->next + 1) & SN_MASK;
	if (!order->there[i]) {
		order->given_up++;
		return;
	}
	order->there[i] = false;
	order->waiting--;
	lab_flow_arrives(run, &order->packet[i]);
}

static void
release(struct lab_run *run)
{
	while (run->order.waiting != 0 && run->order.there[slot(run->order.next)])
		step(run);
}

void
lab_order_take(struct lab_run *run, const struct lab_frame *frame)
{
	struct lab_order *order = &run->order;
	uint32_t ahead, i = slot(frame->sn);

	if (!order->begun) {
		order->begun = true;
		order->next = frame->sn;
	}
	ahead = (frame->sn - order->next) & SN_MASK;
	if (ahead >= HALF || (ahead < order->window && order->there[i])) {
		order->late++;
		return;
	}
	if (ahead == 0) {
		order->next = (order->next + 1) & SN_MASK;
		lab_flow_arrives(run, &frame->packet);
		release(run);
		return;
	}
	for (; ahead >= order->window; ahead--)
		step(run);
	order->there[i] = true;
	order->since_ns[i] = run->world.now_ns;
	order->packet[i] = frame->packet;
	order->waiting++;
	release(run);
}

/* The first that waits behind the hole, as an offset from it. */
static uint32_t
first_waiting(const struct lab_order *order)
{
	uint32_t ahead = 0;

	while (!order->there[slot((uint16_t)(order->next + ahead))])
		ahead++;
	return ahead;
}

static void
give_up(struct lab_run *run)
{
	uint32_t ahead = first_waiting(&run->order);

	while (ahead-- != 0)
		step(run);
	release(run);
}

static void
look(struct lab_run *run, void *what, uint64_t arg)
{
	struct lab_order *order = &run->order;

	order->timer = false;
	while (order->waiting != 0 &&
	       order->since_ns[slot((uint16_t)(order->next + first_waiting(order)))] +
	       LAB_ORDER_WAIT_NS <= run->world.now_ns)
		give_up(run);
	lab_flow_batch_ends(run);
	lab_order_watch(run);
}

void
lab_order_watch(struct lab_run *run)
{
	struct lab_order *order = &run->order;
	uint64_t since;

	if (order->timer || order->waiting == 0)
		return;
	since = order->since_ns[slot((uint16_t)(order->next + first_waiting(order)))];
	order->timer = true;
	lab_at(&run->world, since + LAB_ORDER_WAIT_NS, look, NULL, 0);
}
