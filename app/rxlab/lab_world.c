/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdlib.h>

#include "lab_world.h"

/* A heap whose entries have four children: half as deep as with two. */

static bool
before(const struct lab_entry *a, const struct lab_entry *b)
{
	return a->at_ns != b->at_ns ? a->at_ns < b->at_ns : a->number < b->number;
}

static bool
have_room(struct lab_world *world)
{
	uint32_t room = world->room == 0 ? 64 : world->room * 2;
	struct lab_entry *heap;

	if (world->nb < world->room)
		return true;
	heap = realloc(world->heap, room * sizeof(*heap));
	if (heap == NULL)
		return false;
	world->heap = heap;
	world->room = room;
	return true;
}

void
lab_at(struct lab_world *world, uint64_t at_ns, lab_event *happens, void *what, uint64_t arg)
{
	struct lab_entry e = {
		.at_ns = at_ns > world->now_ns ? at_ns : world->now_ns,
		.number = world->number++,
		.happens = happens, .what = what, .arg = arg,
	};
	uint32_t i;

	if (!have_room(world)) {
		world->no_memory = true;
		return;
	}
	for (i = world->nb++; i != 0 && before(&e, &world->heap[(i - 1) / 4]); i = (i - 1) / 4)
		world->heap[i] = world->heap[(i - 1) / 4];
	world->heap[i] = e;
}

uint64_t
lab_world_next(const struct lab_world *world)
{
	return world->nb != 0 ? world->heap[0].at_ns : LAB_NEVER;
}

/* The first of the children of i. */
static uint32_t
first_child(const struct lab_world *world, uint32_t i)
{
	uint32_t first = 4 * i + 1, c;

	for (c = first + 1; c <= 4 * i + 4 && c < world->nb; c++)
		if (before(&world->heap[c], &world->heap[first]))
			first = c;
	return first;
}

static struct lab_entry
take(struct lab_world *world)
{
	struct lab_entry top = world->heap[0], last = world->heap[--world->nb];
	uint32_t i = 0, c;

	while (4 * i + 1 < world->nb) {
		c = first_child(world, i);
		if (before(&last, &world->heap[c]))
			break;
		world->heap[i] = world->heap[c];
		i = c;
	}
	world->heap[i] = last;
	return top;
}

void
lab_world_step(struct lab_world *world, struct lab_run *run)
{
	struct lab_entry e = take(world);

	world->now_ns = e.at_ns;
	e.happens(run, e.what, e.arg);
}

void
lab_world_free(struct lab_world *world)
{
	free(world->heap);
}
