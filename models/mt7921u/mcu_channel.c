/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "chip.h"

/*
 * The channel. Frames carry the frequency of their primary 20 MHz channel; the radio hears
 * those of its own. Whether a PPDU is wider than what the radio is tuned to is not looked
 * at.
 */

#define CODE_6GHZ 181u		/* openwrt/mt76 mt792x_mac.c */

static bool
exists_5ghz(unsigned int n)
{
	return (n >= 36 && n <= 64 && n % 4 == 0) || (n >= 100 && n <= 144 && n % 4 == 0) ||
	       (n >= 149 && n <= 177 && n % 4 == 1);
}

/* IEEE 802.11-2020 and 802.11ax-2021 Annex E. */
bool
mt7921_channel_exists(unsigned int band, unsigned int control)
{
	switch (band) {
	case 2:
		return control >= 1 && control <= 14;
	case 5:
		return exists_5ghz(control);
	case 6:
		return control == 2 || (control <= 233 && control % 4 == 1);
	default:
		return false;
	}
}

static unsigned int
frequency_mhz(const struct mcu_channel *c)
{
	if (c->band == 2)
		return c->control == 14 ? 2484 : 2407u + 5 * c->control;
	if (c->band == 5)
		return 5000u + 5 * c->control;
	return c->control == 2 ? 5935 : 5950u + 5 * c->control;
}

void
mt7921_tune(struct mt7921 *m, const struct mcu_channel *channel)
{
	m->mcu.channel = *channel;
}

uint8_t
mt7921_channel_code(const struct mt7921 *m)
{
	const struct mcu_channel *c = &m->mcu.channel;

	if (m->sw.chfreq != 0)
		return m->sw.chfreq;
	if (c->band == 0)
		return m->sw.channel;
	return c->band == 6 ? (uint8_t)(CODE_6GHZ + (c->control - 1u) / 4) : c->control;
}

/* Without calibration values from the fuses the radio is deaf outside of 2.4 GHz
 * (Network-Weather/mt76-usb-macos). A chip that was ready from the start and never tuned
 * hears everything. */
bool
mt7921_channel_hears(const struct mt7921 *m, uint16_t freq_mhz)
{
	const struct mcu_channel *c = &m->mcu.channel;

	if (c->band == 0)
		return !m->sw.cold;
	if (m->dev.now_ns < m->mcu.deaf_until_ns || (c->band != 2 && !m->mcu.efuse))
		return false;
	return freq_mhz == 0 || freq_mhz == frequency_mhz(c);
}
