/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../air/fcs.h"
#include "../bytes.h"
#include "chip.h"

/*
 * The ROM: semaphore, patch, RAM code (openwrt/mt76 mt76_connac_mcu.c). What is wrong with
 * a download shows when its code shall run: it does not. Nothing but lengths and addresses
 * can be checked: the checksums of a firmware file do not reach the chip.
 */

enum rom_command {
	TARGET_ADDRESS_LEN = 0x01, FW_START = 0x02, NIC_POWER_CTRL = 0x04, PATCH_START = 0x05,
	PATCH_FINISH = 0x07, PATCH_SEM_CONTROL = 0x10,
};

/* Answers of PATCH_SEM_CONTROL. */
enum semaphore { SEM_FAILED = 0, SEM_LOADED = 1, SEM_TAKEN = 2, SEM_RELEASED = 3 };

#define PATCH_ADDRESS 0x200000u
#define PATCH_ADDRESS_2 0x900000u
#define START_OVERRIDE 1u	/* option of FW_START */

/* Mode of a region. */
#define MODE_ENCRYPT (1u << 0)
#define MODE_KEY (3u << 1)
#define MODE_RESET_IV (1u << 3)
#define MODE_SELECT (1u << 6)
#define MODE_NEED_RSP (1u << 31)
#define MODE_ALL (MODE_ENCRYPT | MODE_KEY | MODE_RESET_IV | MODE_SELECT | MODE_NEED_RSP)

static struct mcu_loader *
loader(struct mt7921 *m)
{
	return &m->mcu.loader;
}

static void
spoil(struct mt7921 *m, enum mcu_fault fault)
{
	mt7921_mcu_fault(m, fault);
	loader(m)->spoiled = true;
}

static bool
body_is(struct mt7921 *m, const struct mcu_command *cmd, uint32_t len)
{
	if (cmd->len == len)
		return true;
	mt7921_mcu_fault(m, FAULT_mcu_bad_body);
	return false;
}

/* The next command says that the region is over. */
static void
end_region(struct mt7921 *m)
{
	struct mcu_loader *l = loader(m);

	if (l->region && l->arrived < l->announced)
		spoil(m, FAULT_fw_too_few);
	l->region = false;
}

static void
answer_status(struct mt7921 *m, const struct mcu_command *cmd, uint8_t eid, uint8_t status)
{
	const struct mcu_reply reply = { .eid = eid, .status = status };

	mt7921_mcu_reply(m, cmd, &reply);
}

static uint8_t
semaphore_get(struct mt7921 *m)
{
	struct mcu_loader *l = loader(m);

	if (m->sw.nosem || l->semaphore)
		return SEM_FAILED;
	if (m->sw.patched || l->patched) {
		l->patched = true;
		return SEM_LOADED;
	}
	if (mt7921_mcu_status(m, SEM_TAKEN, SEM_FAILED) == SEM_FAILED)
		return SEM_FAILED;
	l->semaphore = true;
	return SEM_TAKEN;
}

static uint8_t
semaphore_release(struct mt7921 *m)
{
	if (!loader(m)->semaphore) {
		mt7921_mcu_fault(m, FAULT_fw_no_semaphore);
		return SEM_FAILED;
	}
	loader(m)->semaphore = false;
	return mt7921_mcu_status(m, SEM_RELEASED, SEM_FAILED);
}

static void
patch_semaphore(struct mt7921 *m, const struct mcu_command *cmd)
{
	uint32_t op;

	if (!body_is(m, cmd, 4))
		return;
	op = get_le32(cmd->body);
	if (op > 1)
		mt7921_mcu_fault(m, FAULT_mcu_bad_body);
	else
		answer_status(m, cmd, EID_SEMAPHORE,
			      op == 1 ? semaphore_get(m) : semaphore_release(m));
}

static bool
mode_ok(uint32_t mode)
{
	return (mode & ~MODE_ALL) == 0 && (mode & MODE_NEED_RSP) != 0;
}

/* Patch sections at two addresses have a command of their own; everything else, be it of
 * the patch or RAM code, has the other. */
static void
announce(struct mt7921 *m, const struct mcu_command *cmd, bool patch_start)
{
	struct mcu_loader *l = loader(m);
	uint32_t address, len;

	if (!body_is(m, cmd, 12))
		return;
	end_region(m);
	address = get_le32(cmd->body);
	len = get_le32(cmd->body + 4);
	if (len == 0 || address + len < address ||
	    patch_start != (address == PATCH_ADDRESS || address == PATCH_ADDRESS_2))
		spoil(m, FAULT_fw_bad_address);
	if (!mode_ok(get_le32(cmd->body + 8)))
		spoil(m, FAULT_fw_bad_mode);
	if (patch_start && !l->semaphore)
		spoil(m, FAULT_fw_no_semaphore);
	l->patching = patch_start || (l->semaphore && !l->patched);
	l->ram = !l->patching;
	l->region = true;
	l->announced = len;
	l->arrived = 0;
	if (l->ram && l->n_regions < MCU_REGIONS_MAX)
		l->regions[l->n_regions++] = address;
	mt7921_mcu_generic(m, cmd);
}

void
mt7921_rom_code(struct mt7921 *m, const uint8_t *code, uint32_t len)
{
	struct mcu_loader *l = loader(m);

	if (!l->region) {
		spoil(m, FAULT_fw_no_region);
		return;
	}
	if (len > l->announced - l->arrived) {
		spoil(m, FAULT_fw_too_many);
		len = l->announced - l->arrived;
	}
	l->arrived += len;
	if (l->ram) {
		l->ram_crc = air_fcs_crc32_more(l->ram_crc, code, len);
		l->ram_bytes += len;
	} else {
		l->patch_crc = air_fcs_crc32_more(l->patch_crc, code, len);
		l->patch_bytes += len;
	}
}

static void
patch_finish(struct mt7921 *m, const struct mcu_command *cmd)
{
	struct mcu_loader *l = loader(m);
	uint8_t status;

	if (!body_is(m, cmd, 4))
		return;
	end_region(m);
	if (!l->patching)
		spoil(m, FAULT_mcu_bad_order);
	status = mt7921_mcu_status(m, l->spoiled, 1);
	l->patched = status == 0;
	l->patching = false;
	answer_status(m, cmd, EID_RESULT, status);
}

static bool
is_region(const struct mcu_loader *l, uint32_t address)
{
	unsigned int i;

	for (i = 0; i < l->n_regions; i++)
		if (l->regions[i] == address)
			return true;
	return false;
}

static void
firmware_start(struct mt7921 *m, const struct mcu_command *cmd)
{
	struct mcu_loader *l = loader(m);
	uint32_t option, address;

	if (!body_is(m, cmd, 8))
		return;
	end_region(m);
	option = get_le32(cmd->body);
	address = get_le32(cmd->body + 4);
	if (l->semaphore)
		spoil(m, FAULT_fw_no_semaphore);
	if (!l->patched)
		spoil(m, FAULT_fw_no_patch);
	if (!m->boot.swdef)
		spoil(m, FAULT_boot_no_swdef);
	if (l->n_regions == 0 || (option & ~START_OVERRIDE) != 0 ||
	    ((option & START_OVERRIDE) != 0 ? !is_region(l, address) : address != 0))
		spoil(m, FAULT_fw_bad_start);
	mt7921_mcu_generic(m, cmd);
	if (!l->spoiled && !m->sw.fwrefuse)
		mt7921_boot_start(m);
}

/* Switches on, and restarts a firmware that runs: the ROM takes commands then. */
static void
power_control(struct mt7921 *m, const struct mcu_command *cmd)
{
	if (!body_is(m, cmd, 4))
		return;
	if (cmd->body[0] == 1)
		mt7921_boot_restart(m);
	else
		mt7921_mcu_fault(m, FAULT_mcu_bad_body);
}

void
mt7921_rom_command(struct mt7921 *m, const struct mcu_command *cmd)
{
	if (cmd->id == NIC_POWER_CTRL) {
		power_control(m, cmd);
		return;
	}
	if (m->boot.phase == BOOT_RUNNING) {
		mt7921_mcu_fault(m, FAULT_mcu_bad_order);
		return;
	}
	switch (cmd->id) {
	case PATCH_SEM_CONTROL:
		patch_semaphore(m, cmd);
		break;
	case PATCH_START:
		announce(m, cmd, true);
		break;
	case TARGET_ADDRESS_LEN:
		announce(m, cmd, false);
		break;
	case PATCH_FINISH:
		patch_finish(m, cmd);
		break;
	case FW_START:
		firmware_start(m, cmd);
		break;
	default:
		m->count.mcu_unknown++;
		mt7921_mcu_generic(m, cmd);
	}
}
