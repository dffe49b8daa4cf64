/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "chip.h"

/* Which commands the processor takes, and when. */

#define GLO_CFG_BOTH (GLO_CFG_TX_DMA_EN | GLO_CFG_RX_DMA_EN)
#define WLCFG_0_BOTH (WLCFG_0_TX_EN | WLCFG_0_RX_EN)

void
mt7921_mcu_fault(struct mt7921 *m, enum mcu_fault fault)
{
	m->mcu.faults[fault]++;
}

void
mt7921_mcu_forget(struct mt7921 *m)
{
	struct mcu *mcu = &m->mcu;

	memset(&mcu->loader, 0, sizeof(mcu->loader));
	memset(&mcu->channel, 0, sizeof(mcu->channel));
	mcu->last_seq = 0;
	mcu->efuse = mcu->sniffer = mcu->suspended = mcu->log = mcu->translate = false;
	mcu->deaf_until_ns = mcu->busy_until_ns = 0;
	mcu->head = mcu->count = 0;
	mcu->scan_end_ns = CORE_NEVER;
}

/* Does anything listen at the other end of the endpoint? */
static bool
reachable(struct mt7921 *m)
{
	uint32_t glo = mt7921_regs_get(&m->regs, REG_UWFDMA0_GLO_CFG);
	uint32_t wlcfg = mt7921_regs_get(&m->regs, REG_UDMA_WLCFG_0);

	if (m->boot.phase == BOOT_OFF)
		mt7921_mcu_fault(m, FAULT_mcu_no_power);
	else if ((glo & GLO_CFG_BOTH) != GLO_CFG_BOTH ||
		 (wlcfg & WLCFG_0_BOTH) != WLCFG_0_BOTH)
		mt7921_mcu_fault(m, FAULT_mcu_dma_off);
	else
		return true;
	return false;
}

static void
run(struct mt7921 *m, const struct mcu_command *cmd)
{
	static void (*const run_firmware[])(struct mt7921 *, const struct mcu_command *) = {
		[MCU_LEGACY] = mt7921_rom_command, [MCU_CE] = mt7921_ce_command,
		[MCU_EXT] = mt7921_ext_command, [MCU_UNI] = mt7921_uni_command,
	};
	bool running = m->boot.phase == BOOT_RUNNING;

	/* The ROM knows legacy commands alone; the firmware of them only the one that
	 * leads back to the ROM, which mt7921_rom_command() sees to. */
	if (!running && cmd->path != MCU_LEGACY)
		mt7921_mcu_fault(m, FAULT_mcu_bad_order);
	else
		run_firmware[cmd->path](m, cmd);
}

void
mt7921_mcu_transfer(struct mt7921 *m, const uint8_t *data, uint32_t len)
{
	struct mcu_command cmd;
	enum mcu_fault fault = mt7921_mcu_decode(&cmd, data, len);

	m->dev.count.tx_commands++;
	if (fault != MCU_OK) {
		mt7921_mcu_fault(m, fault);
		return;
	}
	if (!reachable(m))
		return;
	/* An answer to either could be taken for the other's; the chip has no way to
	 * mind. */
	if (cmd.seq == m->mcu.last_seq)
		mt7921_mcu_fault(m, FAULT_mcu_bad_seq);
	m->mcu.last_seq = cmd.seq;
	run(m, &cmd);
}

void
mt7921_mcu_scatter(struct mt7921 *m, const uint8_t *data, uint32_t len)
{
	const uint8_t *code;
	uint32_t code_len;
	enum mcu_fault fault = mt7921_scatter_decode(data, len, &code, &code_len);

	m->count.fw_transfers++;
	if (fault != MCU_OK)
		mt7921_mcu_fault(m, fault);
	else if (!reachable(m))
		return;
	else if (m->boot.phase == BOOT_RUNNING)
		mt7921_mcu_fault(m, FAULT_fw_no_region);
	else
		mt7921_rom_code(m, code, code_len);
}
