/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../parse.h"
#include "chan_idx.h"

/* First channel of each range; 0: no range has this number. */
static const uint8_t first_channel[16] = {
	0, 0, 36, 100, 132, 149, 0, 1, 33, 65, 97, 129, 161, 193, 225, 0,
};

static const struct { uint8_t first, last; } ranges[] = {
	[CHAN_2G] = { 0, 0 }, [CHAN_5G] = { 2, 5 }, [CHAN_6G] = { 7, 14 },
};

bool
chan_idx_encode(enum chan_band band, unsigned int channel, uint8_t *idx)
{
	unsigned int i, offset;

	if (band == CHAN_2G) {
		*idx = (uint8_t)channel;
		return channel >= 1 && channel <= 14;
	}
	for (i = ranges[band].last; i >= ranges[band].first; i--)
		if (channel >= first_channel[i])
			break;
	if (i < ranges[band].first)
		return false;
	offset = channel - first_channel[i];
	*idx = (uint8_t)(i << 4 | (offset >> 1 & 15));
	return offset % 2 == 0 && offset <= 30;
}

bool
chan_idx_parse(const char *text, uint8_t *idx)
{
	static const char *const bands[] = { "2g", "5g", "6g" };
	uint64_t channel;
	unsigned int i;

	for (i = 0; i < 3; i++)
		if (strncmp(text, bands[i], 2) == 0)
			return model_parse_u64(text + 2, 1, 255, &channel) &&
			       chan_idx_encode((enum chan_band)i, (unsigned int)channel, idx);
	return false;
}

uint8_t
chan_idx_channel(uint8_t idx)
{
	if (idx >> 4 == 0)
		return idx;
	return (uint8_t)(first_channel[idx >> 4] + ((idx & 15) << 1));
}

/* IEEE 802.11-2020 annex E, 802.11ax 27.3.23. */
uint16_t
chan_idx_mhz(uint8_t idx)
{
	unsigned int channel = chan_idx_channel(idx), range = idx >> 4;

	if (range == 0)
		return (uint16_t)(channel == 14 ? 2484 : 2407 + 5 * channel);
	return (uint16_t)((range <= ranges[CHAN_5G].last ? 5000 : 5950) + 5 * channel);
}
