/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "rxb_hold_fit.h"

/* So that sums of products go into 64 bits for a while, and a division into 32. Who takes
 * so long was somewhere else. */
#define CYCLES_MAX	(UINT64_C(1) << 28)
#define FRAMES_MAX	(UINT64_C(1) << 16)
/* Of a sample that began in the middle of work: what is cut off at its ends counts less. */
#define CUT_TRANSFERS	8u
/* What has so many times the usual cost for what it holds was interrupted. */
#define ODD		8u

/* Cycles without an interruption: nobody knows how long it was, so what is odd is cut. */
static uint64_t
without_odd(struct rxb_hold_seen *seen, uint64_t y, uint32_t things)
{
	uint32_t each = (uint32_t)(y << 4) / things + 1;

	if (seen->usual == 0)
		seen->usual = each;
	if (each > seen->usual * ODD) {
		each = (uint32_t)seen->usual * ODD;
		y = (uint64_t)each * things >> 4;
	}
	seen->usual = (seen->usual * 7 + each) / 8;
	return y;
}

void
rxb_hold_sample(struct rxb_hold_seen *seen, uint64_t now_cycles)
{
	uint64_t k = seen->transfers - seen->began_transfers;
	uint64_t n = seen->frames - seen->began_frames;
	uint64_t y = now_cycles - seen->began;

	seen->began = 0;
	if (k == 0 || (seen->cut && k < CUT_TRANSFERS) || y >= CYCLES_MAX || n >= FRAMES_MAX)
		return;
	y = without_odd(seen, y, (uint32_t)(k + n));
	seen->samples++;
	seen->k += k;
	seen->n += n;
	seen->y += y;
	seen->kk += k * k;
	seen->kn += k * n;
	seen->nn += n * n;
	seen->ky += k * y;
	seen->ny += n * y;
}
