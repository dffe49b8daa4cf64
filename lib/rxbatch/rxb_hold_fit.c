/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "rxb_hold_fit.h"

/* What is older counts half, when both are reached. */
#define HALVE_SAMPLES	256u
#define HALVE_NS	UINT64_C(250000000)
#define KNOWS_SAMPLES	4u
/* The ratio of before weighs as much as 1/256 of the samples. */
#define PRIOR_SHIFT	8
#define COST_SHIFT	8	/* of the costs: 256 is a cycle */
/* Of the sums, that halving costs nothing: what tells two costs apart is their last digits. */
#define SUM_SHIFT	8

void
rxb_hold_fit_init(struct rxb_hold_fit *fit)
{
	*fit = (struct rxb_hold_fit){ .transfer = 2, .frame = 1 };
}

/* To the right; below zero to the left: the largest of the sums gets that many bits. */
static int
shift_for(uint64_t largest, int bits)
{
	int shift = 0;

	while (shift < 63 && largest >> shift >> bits != 0)
		shift++;
	while (shift > 1 - bits && shift <= 0 && (largest << -shift) >> (bits - 1) == 0)
		shift--;
	return shift;
}

static uint64_t
max3(uint64_t a, uint64_t b, uint64_t c)
{
	uint64_t ab = a > b ? a : b;

	return ab > c ? ab : c;
}

/* q * 2^shift, either way. */
static uint64_t
shifted(uint64_t q, int shift)
{
	return shift >= 0 ? q << shift : q >> -shift;
}

/* num / det, scaled: 12 bits more from the divisor. */
static uint64_t
quotient(int64_t num, uint64_t det, int scale)
{
	if (num <= 0)
		return 0;
	return shifted((uint64_t)num / ((det >> 12) + 1), scale - 12 + COST_SHIFT);
}

/* One cost alone explains all. */
static uint64_t
ratio(uint64_t num, uint64_t den, int scale)
{
	return shifted((num << 20) / (den + 1), scale - 20 + COST_SHIFT);
}

static void
solve(struct rxb_hold_fit *fit)
{
	int s = shift_for(max3(fit->kk, fit->kn, fit->nn), 30);
	int t = shift_for(max3(fit->ky, fit->ny, 0), 30);
	uint64_t kk = shifted(fit->kk, -s), kn = shifted(fit->kn, -s), nn = shifted(fit->nn, -s);
	uint64_t ky = shifted(fit->ky, -t), ny = shifted(fit->ny, -t), y = ky + ny;
	/* What the ratio of before makes of the same work. */
	uint64_t p = (fit->transfer * (kk + kn) + fit->frame * (kn + nn)) >> 20;
	int scale = t - s;
	uint64_t det;

	ky += (y * (fit->transfer * kk / (p + 1)) >> 20) >> PRIOR_SHIFT;
	ny += (y * (fit->frame * nn / (p + 1)) >> 20) >> PRIOR_SHIFT;
	kk += kk >> PRIOR_SHIFT;
	nn += nn >> PRIOR_SHIFT;
	det = kk * nn - kn * kn;
	fit->transfer = quotient((int64_t)(ky * nn) - (int64_t)(ny * kn), det, scale);
	fit->frame = quotient((int64_t)(ny * kk) - (int64_t)(ky * kn), det, scale);
	if (fit->transfer == 0)
		fit->frame = ratio(ny, nn, scale);
	else if (fit->frame == 0)
		fit->transfer = ratio(ky, kk, scale);
}

void
rxb_hold_fit_add(struct rxb_hold_fit *fit, uint64_t now_ns, const struct rxb_hold_seen *since)
{
	if (since->samples == 0)
		return;
	fit->samples += since->samples;
	fit->kk += since->kk << SUM_SHIFT;
	fit->kn += since->kn << SUM_SHIFT;
	fit->nn += since->nn << SUM_SHIFT;
	fit->ky += since->ky << SUM_SHIFT;
	fit->ny += since->ny << SUM_SHIFT;
	solve(fit);
	if (fit->samples < HALVE_SAMPLES || now_ns - fit->halved_ns < HALVE_NS)
		return;
	fit->halved_ns = now_ns;
	fit->samples /= 2;
	fit->kk /= 2;
	fit->kn /= 2;
	fit->nn /= 2;
	fit->ky /= 2;
	fit->ny /= 2;
}

bool
rxb_hold_fit_knows(const struct rxb_hold_fit *fit)
{
	return fit->samples >= KNOWS_SAMPLES;
}

uint32_t
rxb_hold_fit_permille(const struct rxb_hold_fit *fit, uint64_t hz, uint64_t transfers,
		      uint64_t frames)
{
	uint64_t cycles = (fit->transfer * transfers + fit->frame * frames) >> COST_SHIFT;

	return (uint32_t)(cycles / (hz / 1000));
}

uint32_t
rxb_hold_fit_ns(uint64_t cost, uint64_t hz)
{
	return (uint32_t)((cost * 1000 / (hz / 1000000)) >> COST_SHIFT);
}
