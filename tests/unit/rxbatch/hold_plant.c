/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <string.h>

#include "hold_plant.h"

#define SIZE 20480u

struct rates {
	double frames, transfers;	/* in a second, of what is worked on */
	double lost;
};

static double
least(double a, double b)
{
	return a < b ? a : b;
}

static double
most_of(double a, double b)
{
	return a > b ? a : b;
}

void
plant_begin(struct plant *p)
{
	p->hold_us = p->conf.start_us;
	p->bad = rxb_hold_init(&p->h, &p->conf, p->now_ns) != 0;
}

void
plant_init(struct plant *p, uint32_t transfer_ns, uint32_t frame_ns, uint32_t start_us)
{
	memset(p, 0, sizeof(*p));
	p->conf = (struct rxb_hold_conf){
		.step_us = 32, .min_us = 32, .max_us = 1024, .start_us = start_us,
		.cycles_hz = PLANT_S, .preset = RXB_HOLD_BALANCED, .buffers = 8,
	};
	p->limits = (struct rxb_hold_limits){ .size = SIZE, .units = 255 };
	p->transfer_ns = transfer_ns;
	p->frame_ns = frame_ns;
	/* 0 means that nothing is being timed. */
	p->now_ns = p->cycles = PLANT_S;
	p->chance = 1;
	plant_begin(p);
}

static uint32_t
frame_bytes(const struct plant *p)
{
	return p->traffic.frame_bytes != 0 ? p->traffic.frame_bytes : 1500;
}

static double
transfers_for(const struct plant *p, double frames)
{
	double together = p->traffic.together != 0 ? p->traffic.together : 1;
	double clusters = frames / together;
	double most = SIZE / (frame_bytes(p) + 40.0);
	double x = clusters / (1 + clusters * p->hold_us * 1e-6);

	return least(frames, most_of(x, frames / most));
}

static double
load_of(const struct plant *p, double frames)
{
	return (transfers_for(p, frames) * p->transfer_ns + frames * p->frame_ns) * 1e-9;
}

/* Frames in a second that keep the processor busy all the time. */
static double
capacity(const struct plant *p)
{
	double low = 0, high = 1e7;
	int i;

	for (i = 0; i < 60; i++) {
		double mid = (low + high) / 2;

		if (load_of(p, mid) > 1)
			high = mid;
		else
			low = mid;
	}
	return low;
}

/* -1 to 1 */
static double
chance(struct plant *p)
{
	p->chance = p->chance * UINT64_C(6364136223846793005) + 1442695040888963407u;
	return (double)(p->chance >> 33) / (1u << 30) - 1;
}

static bool
is_on(const struct plant *p)
{
	return p->traffic.hz == 0 || p->now_ns * 2 * p->traffic.hz / PLANT_S % 2 == 0;
}

static struct rates
rates_now(struct plant *p)
{
	const struct plant_traffic *t = &p->traffic;
	double most = capacity(p), wanted = t->rate;
	struct rates r = { 0 };

	if (!is_on(p))
		return r;
	if (t->window != 0)
		wanted = t->window / ((t->trip_us + p->hold_us) * 1e-6);
	wanted *= 1 + chance(p) * t->noise_permille / 1000.0;
	r.frames = least(wanted, most);
	r.transfers = transfers_for(p, r.frames);
	r.lost = t->window == 0 ? wanted - r.frames : 0;
	return r;
}

static void
work(struct plant *p, uint64_t at, uint32_t frames)
{
	uint32_t bytes = frames * frame_bytes(p);

	if (p->cycles < at) {
		rxb_hold_see_poll(&p->seen, 0, p->conf.buffers, p->cycles);
		p->cycles = at;
	}
	rxb_hold_see_poll(&p->seen, 1, p->conf.buffers, p->cycles);
	p->cycles += p->transfer_ns + (uint64_t)frames * p->frame_ns;
	rxb_hold_see_transfer(&p->seen, frames, bytes,
			      rxb_hold_close_of(&p->limits, bytes, frames));
}

/* Ten milliseconds of transfers, evenly. */
static void
receive(struct plant *p)
{
	struct rates r = rates_now(p);
	double seconds = RXB_HOLD_STEP_NS * 1e-9;
	uint32_t i, n, frames;

	p->load_permille = (uint32_t)(load_of(p, r.frames) * 1000);
	p->transfers += (uint64_t)(r.transfers * seconds * (1 << 20));
	n = (uint32_t)(p->transfers >> 20);
	p->transfers &= (1 << 20) - 1;
	for (i = 0; i < n; i++) {
		p->frames += (uint64_t)(r.frames / r.transfers * (1 << 20));
		frames = (uint32_t)(p->frames >> 20);
		p->frames &= (1 << 20) - 1;
		work(p, p->now_ns + i * (uint64_t)RXB_HOLD_STEP_NS / n, frames);
	}
	if (p->drops_seen)
		p->drops += (uint64_t)(r.lost * seconds);
	p->now_ns += RXB_HOLD_STEP_NS;
	if (p->cycles < p->now_ns)
		rxb_hold_see_poll(&p->seen, 0, p->conf.buffers, p->cycles);
}

static void
write_register(struct plant *p, uint32_t us)
{
	uint32_t now_us = us;

	p->bad = p->bad || us == p->hold_us ||
		(p->writes != 0 && p->now_ns - p->asked_ns < RXB_HOLD_WRITE_NS);
	p->writes++;
	p->asked_ns = p->now_ns;
	if (p->reg == PLANT_FAILS) {
		rxb_hold_written(&p->h, p->now_ns, 0, -EIO);
		return;
	}
	if (p->reg == PLANT_DEAD)
		now_us = p->hold_us;
	else if (p->reg == PLANT_CLAMPS && us < 128)
		now_us = 128;
	if (now_us != p->hold_us) {
		p->changes++;
		p->changed_ns = p->now_ns;
	}
	p->hold_us = now_us;
	rxb_hold_written(&p->h, p->now_ns, now_us, 0);
}

static void
look(struct plant *p)
{
	struct rxb_hold_input in = {
		.now_ns = p->now_ns, .seen = &p->seen, .drops = p->drops,
		.backlog = p->backlog,
	};
	uint32_t us;

	receive(p);
	in.now_ns = p->now_ns;
	in.drops = p->drops;
	if (rxb_hold_step(&p->h, &in, &us))
		write_register(p, us);
}

void
plant_run(struct plant *p, uint64_t ns)
{
	uint64_t end_ns = p->now_ns + ns;

	while (p->now_ns < end_ns)
		look(p);
}

uint32_t
plant_changes(struct plant *p, uint64_t ns)
{
	uint32_t before = p->changes;

	plant_run(p, ns);
	return p->changes - before;
}
