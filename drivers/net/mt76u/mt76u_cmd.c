/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include <rte_common.h>

#include "mt76u_bytes.h"
#include "mt76u_cmd.h"

/* Word 0 of the descriptor beside its length: packet format 2 (command), queue 0x20.
 * Word 1: long format, header format 1. */
#define TXD0_CMD	0x41000000u
#define TXD1_CMD	0x80010000u

#define LEGACY_LEN	64u
#define UNI_LEN		48u
#define WORDS_LEN	32u		/* in front of what the firmware reads */
#define PQ_ID		0x8000u
#define PKT_TYPE_CMD	0xa0u
#define CID_EXT		0xedu
#define UNI_OPTION	0x07u		/* acknowledge, unified, set */

enum { QUERY = 0, SET = 1, NEITHER = 3 };

#define COMMAND(var, text, kind_, id_, answer_) \
	const struct mt76u_cmd mt76u_cmd_ ## var = { \
		.name = text, .kind = MT76U_CMD_ ## kind_, .id = (id_), \
		.answer = MT76U_ANSWER_ ## answer_, \
	}

COMMAND(target_address_len, "TARGET_ADDRESS_LEN", LEGACY, 0x01, ANY);
COMMAND(fw_start, "FW_START", LEGACY, 0x02, ANY);
COMMAND(nic_power_ctrl, "NIC_POWER_CTRL", LEGACY, 0x04, NONE);
COMMAND(patch_start, "PATCH_START", LEGACY, 0x05, ANY);
COMMAND(patch_finish, "PATCH_FINISH", LEGACY, 0x07, STATUS);
COMMAND(patch_sem_control, "PATCH_SEM_CONTROL", LEGACY, 0x10, STATUS);
COMMAND(set_rx_filter, "SET_RX_FILTER", CE, 0x0a, NONE);
COMMAND(set_bss_abort, "SET_BSS_ABORT", CE, 0x17, NONE);
COMMAND(get_nic_capab, "GET_NIC_CAPAB", CE, 0x8a, ANY);
COMMAND(chip_config, "CHIP_CONFIG", CE, 0xca, NONE);
COMMAND(channel_switch, "CHANNEL_SWITCH", EXT, 0x08, ANY);
COMMAND(efuse_buffer_mode, "EFUSE_BUFFER_MODE", EXT, 0x21, ANY);
COMMAND(mac_init_ctrl, "MAC_INIT_CTRL", EXT, 0x46, ANY);
COMMAND(set_rx_path, "SET_RX_PATH", EXT, 0x4e, ANY);
COMMAND(dev_info_update, "DEV_INFO_UPDATE", UNI, 0x01, UNI);
COMMAND(bss_info_update, "BSS_INFO_UPDATE", UNI, 0x02, UNI);
COMMAND(sniffer, "SNIFFER", UNI, 0x24, UNI);

static void
put_uni(uint8_t *desc, const struct mt76u_cmd *cmd, uint8_t seq)
{
	mt76u_put_le16(desc + 34, cmd->id);
	desc[37] = PKT_TYPE_CMD;
	desc[39] = seq;
	desc[43] = UNI_OPTION;
}

static void
put_legacy(uint8_t *desc, const struct mt76u_cmd *cmd, uint8_t seq)
{
	bool ext = cmd->kind == MT76U_CMD_EXT;

	mt76u_put_le16(desc + 34, PQ_ID);
	desc[36] = ext ? CID_EXT : cmd->id;
	desc[37] = PKT_TYPE_CMD;
	desc[38] = cmd->kind == MT76U_CMD_LEGACY ? NEITHER : SET;
	desc[39] = seq;
	desc[41] = ext ? cmd->id : 0;
	desc[43] = ext;		/* an extended command is acknowledged */
}

/* The USB word in front of len bytes, zeros behind them; length of it all. */
static uint32_t
wrap(uint8_t *buf, uint32_t len)
{
	uint32_t end = RTE_ALIGN_CEIL(4 + len, 4u) + 4;

	mt76u_put_le32(buf, len);
	memset(buf + 4 + len, 0, end - 4 - len);
	return end;
}

uint32_t
mt76u_cmd_put(uint8_t *buf, const struct mt76u_cmd *cmd, uint8_t seq, const void *payload,
	      uint32_t len)
{
	uint32_t desc_len = cmd->kind == MT76U_CMD_UNI ? UNI_LEN : LEGACY_LEN;
	uint8_t *desc = buf + 4;

	memset(desc, 0, desc_len);
	mt76u_put_le32(desc, TXD0_CMD | (desc_len + len));
	mt76u_put_le32(desc + 4, TXD1_CMD);
	mt76u_put_le16(desc + WORDS_LEN, desc_len + len - WORDS_LEN);
	if (cmd->kind == MT76U_CMD_UNI)
		put_uni(desc, cmd, seq);
	else
		put_legacy(desc, cmd, seq);
	if (len != 0)
		memcpy(desc + desc_len, payload, len);
	return wrap(buf, desc_len + len);
}

uint32_t
mt76u_cmd_put_chunk(uint8_t *buf, const void *data, uint32_t len)
{
	memcpy(buf + 4, data, len);
	return wrap(buf, len);
}
