/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef LAB_WORLD_H
#define LAB_WORLD_H

/* Virtual time: what is to happen, in the order of its time, and at equal times in the
 * order in which it was asked for. */

#include <stdbool.h>
#include <stdint.h>

#define LAB_NEVER UINT64_MAX

struct lab_run;

/* Something happens to what; arg is the asker's. */
typedef void lab_event(struct lab_run *run, void *what, uint64_t arg);

struct lab_entry {
	uint64_t at_ns, number;
	lab_event *happens;
	void *what;
	uint64_t arg;
};

struct lab_world {
	uint64_t now_ns;
	uint64_t number;
	struct lab_entry *heap;
	uint32_t nb, room;
	bool no_memory;		/* an event is missing: the run means nothing */
};

void lab_world_free(struct lab_world *world);

/* Not earlier than now. */
void lab_at(struct lab_world *world, uint64_t at_ns, lab_event *happens, void *what,
	    uint64_t arg);

/* LAB_NEVER: nothing is to happen. */
uint64_t lab_world_next(const struct lab_world *world);

/* The time becomes that of the next event, which happens. There is one. */
void lab_world_step(struct lab_world *world, struct lab_run *run);

/* Numbers that look like chance: each part of the laboratory has its own row of them, so
 * that one more draw in one part changes nothing in another. */
struct lab_chance {
	uint64_t state;
};

static inline uint64_t
lab_chance_next(struct lab_chance *chance)
{
	uint64_t z = chance->state += 0x9e3779b97f4a7c15ull;	/* splitmix64 */

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z ^ z >> 31;
}

/* Evenly from min to max, both included. */
static inline uint64_t
lab_chance_between(struct lab_chance *chance, uint64_t min, uint64_t max)
{
	return max <= min ? min : min + lab_chance_next(chance) % (max - min + 1);
}

#endif /* LAB_WORLD_H */
