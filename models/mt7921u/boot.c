/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "chip.h"

#define MS 1000000ull

/* What lies in the radio's half of the address space, behind the bus bridge: gone with a
 * WFSYS reset. */
static bool
of_radio(uint32_t address)
{
	return address >> 24 != 0x70 && address >> 24 != 0x74;
}

/* DMA between the USB side and the radio; what firmware and the reset leave alone. */
static bool
of_dma(uint32_t address)
{
	return address >> 16 == 0x7c02 || address == REG_WFDMA_DUMMY_CR;
}

static bool
of_dma_and_usb(uint32_t address)
{
	return of_dma(address) || address == REG_UDMA_WLCFG_0 || address == REG_UDMA_WLCFG_1;
}

static bool
of_radio_but_dma(uint32_t address)
{
	return of_radio(address) && !of_dma(address);
}

static void
forget_addresses(struct mt7921 *m)
{
	memcpy(m->mac, m->sw.mac, 6);
	memcpy(m->bssid, m->sw.bssid, 6);
}

static void
enter(struct mt7921 *m, enum boot_phase phase)
{
	m->boot.phase = phase;
	m->boot.power_at_ns = m->boot.start_at_ns = CORE_NEVER;
	m->boot.swdef = false;
	mt7921_mcu_forget(m);
	forget_addresses(m);
}

bool
mt7921_boot_cold(struct mt7921 *m)
{
	m->sw.cold = true;
	m->boot.init_at_ns = 0;
	enter(m, BOOT_OFF);
	return mt7921_regs_plug_in(&m->regs);
}

/* Monitoring is permitted, no channel was set. */
bool
mt7921_boot_ready(struct mt7921 *m)
{
	m->sw.cold = false;
	m->boot.init_at_ns = 0;
	enter(m, BOOT_RUNNING);
	m->mcu.efuse = m->mcu.sniffer = m->mcu.log = m->mcu.translate = true;
	m->mcu.loader.patched = true;
	return mt7921_regs_plug_in(&m->regs) && mt7921_regs_ready(&m->regs);
}

void
mt7921_boot_power_on(struct mt7921 *m)
{
	if (m->boot.phase != BOOT_OFF)
		return;
	if (m->dev.now_ns < m->boot.init_at_ns) {
		mt7921_mcu_fault(m, FAULT_boot_no_init);
		return;
	}
	if (m->sw.poweron != MCU_NEVER_MS)
		m->boot.power_at_ns = m->dev.now_ns + m->sw.poweron * MS;
}

void
mt7921_boot_start(struct mt7921 *m)
{
	m->boot.start_at_ns = m->dev.now_ns + m->sw.fwready * MS;
}

void
mt7921_boot_restart(struct mt7921 *m)
{
	bool patched = m->mcu.loader.patched, swdef = m->boot.swdef;

	enter(m, BOOT_ROM);
	m->mcu.loader.patched = patched;
	m->boot.swdef = swdef;
}

static uint32_t
with(uint32_t value, uint32_t bits, bool set)
{
	return set ? value | bits : value & ~bits;
}

static void
show(struct mt7921 *m, uint32_t address, uint32_t bits, bool set)
{
	uint32_t value = mt7921_regs_get(&m->regs, address);

	mt7921_regs_set(&m->regs, address, with(value, bits, set));
}

/* Status bits tell of this moment; nothing that a host writes there stays. */
static void
show_status(struct mt7921 *m)
{
	bool rx_busy = m->dev.in[PIPE_DATA].first != NULL || m->dev.agg.open != NULL;
	bool done = m->dev.now_ns >= m->boot.init_at_ns &&
		    mt7921_regs_get(&m->regs, REG_CONN_INFRA_STATUS_SEL) == 0;

	show(m, REG_UDMA_WLCFG_0, WLCFG_0_RX_BUSY, rx_busy);
	show(m, REG_UDMA_WLCFG_0, WLCFG_0_TX_BUSY, false);
	show(m, REG_UWFDMA0_GLO_CFG, GLO_CFG_RX_BUSY, rx_busy);
	show(m, REG_UWFDMA0_GLO_CFG, GLO_CFG_TX_BUSY, false);
	show(m, REG_CONN_ON_MISC, CONN_ON_MISC_FW_PWR_ON, m->boot.phase != BOOT_OFF);
	show(m, REG_CONN_ON_MISC, CONN_ON_MISC_FW_N9_ON, m->boot.phase == BOOT_RUNNING);
	show(m, REG_CONN_INFRA_STATUS, CONN_INFRA_STATUS_INIT_DONE, done);
}

void
mt7921_boot_advance(struct mt7921 *m)
{
	if (m->boot.phase == BOOT_OFF && m->boot.power_at_ns <= m->dev.now_ns)
		enter(m, BOOT_ROM);
	if (m->boot.phase == BOOT_ROM && m->boot.start_at_ns <= m->dev.now_ns) {
		m->boot.phase = BOOT_RUNNING;
		m->boot.start_at_ns = CORE_NEVER;
		mt7921_regs_firmware(&m->regs);
	}
	show_status(m);
}

static void
flush(struct mt7921 *m)
{
	core_agg_close(&m->dev, CORE_AGG_FLUSH, m->dev.now_ns);
	core_bulk_in_flush(&m->dev, &m->dev.in[PIPE_DATA]);
	core_bulk_in_flush(&m->dev, &m->dev.in[PIPE_MCU]);
}

/* Held: everything is gone. Let go: it takes a while. */
static void
wfsys_reset(struct mt7921 *m, bool held)
{
	if (!held) {
		if (m->boot.init_at_ns == CORE_NEVER && m->sw.initdone != MCU_NEVER_MS)
			m->boot.init_at_ns = m->dev.now_ns + m->sw.initdone * MS;
		return;
	}
	if ((mt7921_regs_get(&m->regs, REG_EP_RST_OPT) & EP_RST_OPT_ALL) != 0)
		mt7921_mcu_fault(m, FAULT_boot_reset_endpoints);
	m->boot.init_at_ns = CORE_NEVER;
	show(m, REG_UDMA_WLCFG_0, WLCFG_0_RX_FLUSH, false);	/* there is nothing more */
	m->in_ppdu = false;
	m->sw.cold = true;
	flush(m);
	mt7921_regs_clear(&m->regs, m->sw.wfreset_rom ? of_radio_but_dma : of_radio);
	enter(m, m->sw.wfreset_rom ? BOOT_ROM : BOOT_OFF);
	m->count.wfsys_resets++;
}

/* The reset is there by the requests named UHW alone. */
void
mt7921_boot_written(struct mt7921 *m, uint32_t address, bool uhw)
{
	uint32_t value = mt7921_regs_get(&m->regs, address);

	if (address == REG_WFSYS_RST && uhw)
		wfsys_reset(m, (value & WFSYS_RST_WHOLE_PATH) != 0);
	if (address == REG_SWDEF_MODE)
		m->boot.swdef = value == 0;
}

/* The chip keeps its power and its firmware; switch busreset: not its DMA. */
void
mt7921_boot_bus_reset(struct mt7921 *m)
{
	mt7921_boot_advance(m);
	if (m->sw.busreset_dma)
		mt7921_regs_clear(&m->regs, of_dma_and_usb);
	m->count.bus_resets++;
}
