/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdbool.h>
#include <stddef.h>

#include <rte_common.h>

#include "wport_channel.h"

/* Runs of neighbouring 20 MHz channels, four numbers apart. Wider channels are those of
 * 802.11 tables E-4 and E-5: 2, 4, 8 or 16 neighbours, counted from the run's first. */
struct run {
	uint8_t band, first, last;
};

static const struct run runs[] = {
	{ 5, 36, 64 }, { 5, 100, 144 }, { 5, 149, 177 },
	{ 6, 1, 233 },
};

#define LAST_2GHZ	14	/* Japan's, which has no neighbour */
#define STEP		4
#define ALONE_6GHZ	2	/* class 136: below channel 1, 20 MHz */

static bool
fits(const struct run *run, const struct rte_wlan_channel *chan)
{
	unsigned int nb = chan->width_mhz / 20, at = (chan->control - run->first) / STEP;
	unsigned int last = at / nb * nb + nb - 1;

	/* Channels of 320 MHz overlap: one for each two neighbours of 160 MHz. */
	if (nb == 16)
		last = at / 8 * 8 + 7;
	return run->first + last * STEP <= run->last;
}

static const char *
wrong_2ghz(const struct rte_wlan_channel *chan)
{
	if (chan->control < 1 || chan->control > LAST_2GHZ)
		return "2.4 GHz has channels 1 to 14";
	if (chan->width_mhz > 40)
		return "channels of 2.4 GHz are 20 or 40 MHz wide";
	if (chan->width_mhz == 40 && chan->control == LAST_2GHZ)
		return "channel 14 is 20 MHz wide";
	return NULL;
}

static const struct run *
run_of(const struct rte_wlan_channel *chan)
{
	unsigned int i;

	for (i = 0; i < RTE_DIM(runs); i++)
		if (runs[i].band == chan->band && chan->control >= runs[i].first &&
		    chan->control <= runs[i].last &&
		    (chan->control - runs[i].first) % STEP == 0)
			return &runs[i];
	return NULL;
}

static bool
is_width(uint16_t mhz)
{
	return mhz == 20 || mhz == 40 || mhz == 80 || mhz == 160 || mhz == 320;
}

const char *
wport_channel_wrong(const struct rte_wlan_channel *chan)
{
	const struct run *run;

	if (!is_width(chan->width_mhz))
		return "channels are 20, 40, 80, 160 or 320 MHz wide";
	if (chan->band == 2)
		return wrong_2ghz(chan);
	if (chan->band == 0)
		return "no channel of 2.4 or 5 GHz; of 6 GHz: band=6";
	if (chan->band == 6 && chan->control == ALONE_6GHZ && chan->width_mhz == 20)
		return NULL;
	run = run_of(chan);
	if (run == NULL)
		return chan->band == 5 ? "5 GHz has channels 36 to 64, 100 to 144 and 149 to 177, "
			"each fourth number" : chan->band == 6 ?
			"6 GHz has channels 2, and 1 to 233, each fourth number" :
			"bands are 2, 5 and 6";
	if (chan->width_mhz == 320 && chan->band != 6)
		return "channels of 320 MHz are in 6 GHz";
	return fits(run, chan) ? NULL : "no channel so wide has this one in it";
}

uint8_t
wport_channel_band(uint8_t control)
{
	struct rte_wlan_channel chan = { .band = 5, .control = control };

	if (control >= 1 && control <= LAST_2GHZ)
		return 2;
	return run_of(&chan) != NULL ? 5 : 0;
}
