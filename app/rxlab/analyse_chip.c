/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdio.h>
#include <string.h>

#include "mt76u_agg.h"
#include "mt76u_chip.h"
#include "mt76u_regs.h"
#include "rtw89u_agg.h"
#include "rtw89u_chip.h"
#include "usb_transport.h"

#include "../../models/air/phy.h"
#include "analyse_chip.h"

static const struct wport_chip *
chip_at(unsigned int i, bool *is_mt)
{
	unsigned int nb_rtw = 0;

	while (rtw89u_chip_at(nb_rtw) != NULL)
		nb_rtw++;
	*is_mt = i >= nb_rtw;
	return *is_mt ? mt76u_chip_at(i - nb_rtw) : rtw89u_chip_at(i);
}

static void
fill(struct an_chip *chip, const struct wport_chip *port, bool is_mt, bool linux_layout)
{
	const struct rtw89u_chip *rtw;

	memset(chip, 0, sizeof(*chip));
	chip->port = port;
	if (is_mt) {
		chip->framing = AN_MT;
		chip->agg_reg[0] = MT76U_WLCFG_0;
		chip->agg_reg[1] = MT76U_WLCFG_1;
		return;
	}
	rtw = rtw89u_chip_of(port);
	chip->framing = rtw->be ? AN_BE : AN_AX;
	chip->layout = rtw89u_ax_layout(linux_layout, rtw->is_8852c);
	chip->agg_reg[0] = rtw->regs.rxagg_0;
	chip->agg_reg[1] = rtw->regs.rxagg_1;
}

bool
an_chip_by_name(struct an_chip *chip, const char *name, bool linux_layout)
{
	const struct wport_chip *port;
	unsigned int i;
	bool is_mt;

	for (i = 0; (port = chip_at(i, &is_mt)) != NULL; i++) {
		if (strcmp(port->name, name) != 0)
			continue;
		fill(chip, port, is_mt, linux_layout);
		return true;
	}
	return false;
}

static bool
has_id(const struct wport_chip *port, uint16_t vendor, uint16_t product)
{
	const struct usb_id *id = port->usb_ids;

	for (; id != NULL && id->vendor != 0; id++)
		if (id->vendor == vendor && id->product == product)
			return true;
	return false;
}

bool
an_chip_by_id(struct an_chip *chip, uint16_t vendor, uint16_t product, bool linux_layout)
{
	const struct wport_chip *port;
	unsigned int i;
	bool is_mt;

	for (i = 0; (port = chip_at(i, &is_mt)) != NULL; i++) {
		if (!has_id(port, vendor, product))
			continue;
		fill(chip, port, is_mt, linux_layout);
		return true;
	}
	return false;
}

void
an_chip_names(char *text, uint32_t size)
{
	const struct wport_chip *port;
	uint32_t len = 0;
	unsigned int i;
	bool is_mt;

	text[0] = '\0';
	for (i = 0; (port = chip_at(i, &is_mt)) != NULL && len < size; i++)
		len += (uint32_t)snprintf(text + len, size - len, "%s%s", i == 0 ? "" : ", ",
					  port->name);
}

/* The guard interval as the air counts it; one that is not told is the usual 0.8 us. */
static uint8_t
air_gi(uint8_t gi, uint8_t mode)
{
	if (mode < RTE_WLAN_HE)
		return gi == RTE_WLAN_GI_SHORT;
	if (gi >= RTE_WLAN_GI_4X_32 && gi <= RTE_WLAN_GI_1X_08)
		return gi - RTE_WLAN_GI_4X_32;
	return gi == RTE_WLAN_GI_16 ? 2 : 1;
}

static uint32_t
air_ns(const struct rte_wlan_rx *phy, uint32_t len)
{
	static const enum air_mode modes[] = {
		[RTE_WLAN_CCK] = AIR_CCK, [RTE_WLAN_OFDM] = AIR_OFDM, [RTE_WLAN_HT] = AIR_HT,
		[RTE_WLAN_VHT] = AIR_VHT, [RTE_WLAN_HE] = AIR_HE, [RTE_WLAN_EHT] = AIR_EHT,
	};
	struct air_rate rate = { .mcs = phy->mcs, .nss = phy->nss };

	if ((phy->flags & RTE_WLAN_RX_RATE) == 0 || phy->mode >= RTE_DIM(modes))
		return 0;
	rate.mode = modes[phy->mode];
	rate.gi_ltf = air_gi(phy->gi, phy->mode);
	rate.bw = phy->bw_mhz >= 160 ? 3 : phy->bw_mhz >= 80 ? 2 : phy->bw_mhz >= 40 ? 1 : 0;
	if (!air_phy_rate_valid(&rate))
		return 0;
	return (uint32_t)air_phy_bits_ns(&rate, 8ull * len);
}

/* rxd is whole; len: of the payload. */
static void
describe_be(const uint8_t *rxd, uint32_t rxd0, uint32_t len, struct an_unit *unit)
{
	struct rte_wlan_rx phy;

	unit->is_frame = rtw89u_rxd_type(rxd0) == RTW89U_RPKT_WIFI;
	unit->stamped = unit->is_frame;
	if (!unit->is_frame)
		return;
	unit->stamp_us = wport_word(rxd, 5);
	rtw89u_rxd_decode_ppdu(wport_word(rxd, 4), &phy);
	unit->air_ns = air_ns(&phy, len);
}

static void
describe_ax(const struct an_chip *chip, const uint8_t *rxd, uint32_t rxd0, uint32_t len,
	    struct an_unit *unit)
{
	struct rte_wlan_rx phy;

	unit->is_frame = rtw89u_ax_type(rxd0) == RTW89U_RPKT_WIFI;
	unit->stamped = unit->is_frame;
	if (!unit->is_frame)
		return;
	unit->stamp_us = wport_word(rxd, 2);
	rtw89u_ax_decode_ppdu(wport_word(rxd, 1), chip->layout.wide_bw, &phy);
	unit->air_ns = air_ns(&phy, len);
}

static void
describe_mt(const uint8_t *rxd, uint32_t rxd0, uint32_t len, struct an_unit *unit)
{
	uint32_t rxd1 = wport_word(rxd, 1);
	struct rte_wlan_rx phy;

	unit->is_frame = mt76u_rxd_is_frame(rxd0);
	unit->stamped = unit->is_frame && (rxd1 & MT76U_RXD1_GROUP_2) != 0;
	if (!unit->is_frame)
		return;
	if (unit->stamped)
		unit->stamp_us = wport_word(rxd + mt76u_group2_at(rxd1), 0);
	mt76u_ppdu_decode(mt76u_ppdu_key(rxd, rxd1), &phy);
	unit->air_ns = air_ns(&phy, len);
}

static bool
next_be(struct wport_walk *w, struct an_unit *unit)
{
	const uint8_t *pos = w->pos;
	struct wport_unit u;

	if (!rtw89u_walk_next(w, &u))
		return false;
	unit->bytes = RTE_ALIGN_CEIL((uint32_t)(w->pos - pos), RTW89U_AGG_ALIGN);
	describe_be(u.rxd, u.rxd0, u.len, unit);
	return true;
}

static bool
next_ax(const struct an_chip *chip, struct wport_walk *w, struct an_unit *unit)
{
	const uint8_t *pos = w->pos;
	struct wport_unit u;

	if (!rtw89u_walk_next_ax(w, chip->layout, &u))
		return false;
	unit->bytes = RTE_ALIGN_CEIL((uint32_t)(w->pos - pos), RTW89U_AGG_ALIGN_AX);
	describe_ax(chip, u.rxd, u.rxd0, u.len, unit);
	return true;
}

static bool
next_mt(struct wport_walk *w, struct an_unit *unit)
{
	struct wport_unit u;

	if (!mt76u_walk_next(w, &u))
		return false;
	unit->bytes = mt76u_unit_step(u.rxd0);
	describe_mt(u.rxd, u.rxd0, u.len, unit);
	return true;
}

bool
an_chip_next(const struct an_chip *chip, struct wport_walk *w, struct an_unit *unit)
{
	memset(unit, 0, sizeof(*unit));
	switch (chip->framing) {
	case AN_BE:
		return next_be(w, unit);
	case AN_AX:
		return next_ax(chip, w, unit);
	default:
		return next_mt(w, unit);
	}
}

/* The descriptor of a unit whose payload is cut: true when all of it is there. */
static bool
describe_cut(const struct an_chip *chip, const struct wport_walk *w, struct an_unit *unit)
{
	uint32_t left = wport_walk_left(w), rxd0 = wport_word(w->pos, 0), head;

	switch (chip->framing) {
	case AN_BE:
		if (left < rtw89u_rxd_len(rxd0))
			return false;
		describe_be(w->pos, rxd0, rtw89u_rxd_payload_len(rxd0), unit);
		return true;
	case AN_AX:
		if (left < rtw89u_ax_len(rxd0))
			return false;
		describe_ax(chip, w->pos, rxd0, rtw89u_ax_payload_len(rxd0), unit);
		return true;
	default:
		if (left < MT76U_RXD_LEN)
			return false;
		head = mt76u_rxd_head(wport_word(w->pos, 1), wport_word(w->pos, 2));
		if (left < head || unit->bytes < head)
			return false;
		describe_mt(w->pos, rxd0, unit->bytes - head, unit);
		return true;
	}
}

static enum an_end
end_of(const struct an_chip *chip, const struct wport_walk *w, const uint8_t *start, bool full)
{
	enum rtw89u_walk_end rtw;
	enum mt76u_walk_end mt;

	if (chip->framing == AN_MT) {
		mt = mt76u_walk_why(w, start, full);
		return mt == MT76U_WALK_END ? AN_END_WELL :
			mt == MT76U_WALK_OVERRUN ? AN_END_CUT : AN_END_BAD;
	}
	rtw = chip->framing == AN_BE ? rtw89u_walk_why(w) : rtw89u_walk_why_ax(w);
	return rtw == RTW89U_WALK_END ? AN_END_WELL :
		rtw == RTW89U_WALK_OVERRUN || rtw == RTW89U_WALK_SHORT_DESC ? AN_END_CUT :
		AN_END_BAD;
}

static uint32_t
claimed_of(const struct an_chip *chip, const struct wport_walk *w)
{
	switch (chip->framing) {
	case AN_BE:
		return rtw89u_walk_claimed(w);
	case AN_AX:
		return rtw89u_walk_claimed_ax(w, chip->layout);
	default:
		return mt76u_walk_claimed(w);
	}
}

enum an_end
an_chip_why(const struct an_chip *chip, const struct wport_walk *w, const uint8_t *start,
	    bool full, struct an_unit *unit, uint32_t *claimed, bool *described)
{
	enum an_end end = end_of(chip, w, start, full);

	memset(unit, 0, sizeof(*unit));
	*described = false;
	*claimed = end == AN_END_CUT ? claimed_of(chip, w) : 0;
	unit->bytes = *claimed;
	if (end != AN_END_CUT)
		return end;
	if (*claimed != 0)
		*described = describe_cut(chip, w, unit);
	return AN_END_CUT;
}
