/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT76U_CMD_H
#define MT76U_CMD_H

/*
 * Commands to the chip's processor, as bytes of a bulk-OUT transfer. Formats:
 * openwrt/mt76 mt76_connac_mcu.[ch] and mt7921/mcu.c; the whole transfers were seen on an
 * emulated device with Linux 6.1 and 7.3. Little-endian:
 *
 *   USB word, 4 bytes: length of what follows, without the last line
 *   descriptor: 64 bytes, 48 for a UNI command; none in front of firmware
 *   payload
 *   zeros up to a multiple of 4, and 4 more
 */

#include <stdint.h>

/* How a command is numbered and answered. */
enum mt76u_cmd_kind {
	MT76U_CMD_LEGACY,	/* what the boot loader understands */
	MT76U_CMD_CE,		/* "client" commands, set */
	MT76U_CMD_EXT,		/* extended commands, set */
	MT76U_CMD_UNI,		/* unified commands, set, acknowledged */
};

enum mt76u_cmd_answer {
	MT76U_ANSWER_NONE,
	MT76U_ANSWER_ANY,	/* what it says does not matter */
	MT76U_ANSWER_STATUS,	/* ends in a status byte */
	MT76U_ANSWER_UNI,	/* a result: 0 or an error code */
};

struct mt76u_cmd {
	const char *name;
	enum mt76u_cmd_kind kind;
	uint8_t id;		/* extended: of the extension */
	enum mt76u_cmd_answer answer;
};

/* By openwrt/mt76's names, without their prefix. */
extern const struct mt76u_cmd mt76u_cmd_target_address_len;
extern const struct mt76u_cmd mt76u_cmd_fw_start;
extern const struct mt76u_cmd mt76u_cmd_nic_power_ctrl;
extern const struct mt76u_cmd mt76u_cmd_patch_start;
extern const struct mt76u_cmd mt76u_cmd_patch_finish;
extern const struct mt76u_cmd mt76u_cmd_patch_sem_control;
extern const struct mt76u_cmd mt76u_cmd_set_rx_filter;
extern const struct mt76u_cmd mt76u_cmd_set_bss_abort;
extern const struct mt76u_cmd mt76u_cmd_get_nic_capab;
extern const struct mt76u_cmd mt76u_cmd_chip_config;
extern const struct mt76u_cmd mt76u_cmd_channel_switch;
extern const struct mt76u_cmd mt76u_cmd_efuse_buffer_mode;
extern const struct mt76u_cmd mt76u_cmd_mac_init_ctrl;
extern const struct mt76u_cmd mt76u_cmd_set_rx_path;
extern const struct mt76u_cmd mt76u_cmd_dev_info_update;
extern const struct mt76u_cmd mt76u_cmd_bss_info_update;
extern const struct mt76u_cmd mt76u_cmd_sniffer;

#define MT76U_CMD_HEAD_LEN	(4u + 64u)
#define MT76U_CMD_TAIL_MAX	(3u + 4u)
#define MT76U_CMD_PAYLOAD_MAX	512u
#define MT76U_CMD_MAX		(MT76U_CMD_HEAD_LEN + MT76U_CMD_PAYLOAD_MAX + MT76U_CMD_TAIL_MAX)

#define MT76U_CMD_SEQ_MAX	15u

/* Write the transfer to buf, MT76U_CMD_MAX bytes; its length. seq 1..15, len at most
 * MT76U_CMD_PAYLOAD_MAX. */
uint32_t mt76u_cmd_put(uint8_t *buf, const struct mt76u_cmd *cmd, uint8_t seq,
		       const void *payload, uint32_t len);

/* A piece of firmware has no descriptor: word and tail around the len bytes at data. */
#define MT76U_CHUNK_LEN		4096u
#define MT76U_CHUNK_MAX		(4u + MT76U_CHUNK_LEN + MT76U_CMD_TAIL_MAX)
uint32_t mt76u_cmd_put_chunk(uint8_t *buf, const void *data, uint32_t len);

#endif /* MT76U_CMD_H */
