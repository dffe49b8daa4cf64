/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../bytes.h"
#include "mcu.h"

/*
 * A transfer: USB word, content, zeros to a multiple of 4, 4 zeros. The content of a
 * command is a descriptor of 64 bytes, of unified commands 48, and a body; that of a piece
 * of code has no descriptor.
 *
 *   0  hardware word: length, packet format 2 (command), queue 0x20
 *   4  hardware word: long format, header format of commands
 *   32 length without the 32 bytes of hardware words
 *   34 legacy: queue 0x8000; unified: command
 *   36 legacy: command
 *   37 packet type 0xa0
 *   38 legacy: 0 query, 1 set, 3 neither; unified: fragment
 *   39 sequence number
 *   41 legacy: extended command
 *   42 direction: 0 host to processor
 *   43 legacy: an extended answer is wanted; unified: option
 */
#define USB_WORD 4u
#define END_MARK 4u
#define HW_WORDS 32u
#define LEGACY_LEN 64u
#define UNI_LEN 48u
#define HW_WORD0 0x41000000u	/* without the length */
#define HW_WORD1 0x80010000u
#define QUEUE 0x8000u
#define CID_EXT 0xedu
#define PKT_TYPE 0xa0
#define QUERY 0
#define SET 1
#define NEITHER 3
#define OPTION_UNI 0x02

/* The content of a transfer. */
static enum mcu_fault
check_framing(const uint8_t *data, uint32_t len, uint32_t *content)
{
	uint32_t i;

	if (len < USB_WORD + END_MARK)
		return FAULT_mcu_bad_transfer;
	*content = get_le16(data);
	if (get_le16(data + 2) != 0)
		return FAULT_mcu_bad_word;
	if (USB_WORD + round_up32(*content, 4) + END_MARK != len)
		return FAULT_mcu_bad_transfer;
	for (i = USB_WORD + *content; i < len; i++)
		if (data[i] != 0)
			return FAULT_mcu_bad_tail;
	return MCU_OK;
}

static enum mcu_fault
check_hardware_words(const uint8_t *p, uint32_t content)
{
	if (content < UNI_LEN)
		return FAULT_mcu_bad_descriptor;
	if (get_le32(p) != (HW_WORD0 | content) || get_le32(p + 4) != HW_WORD1)
		return FAULT_mcu_bad_descriptor;
	return get_le16(p + 32) == content - HW_WORDS ? MCU_OK : FAULT_mcu_bad_length;
}

static enum mcu_fault
take_legacy(struct mcu_command *cmd, const uint8_t *p, uint32_t content)
{
	bool ext = p[36] == CID_EXT;

	if (content < LEGACY_LEN)
		return FAULT_mcu_bad_descriptor;
	if (p[38] != QUERY && p[38] != SET && p[38] != NEITHER)
		return FAULT_mcu_bad_kind;
	if (ext ? p[41] == 0 || p[38] == NEITHER || p[43] != 1 : p[41] != 0)
		return FAULT_mcu_bad_kind;
	cmd->path = p[38] == NEITHER ? MCU_LEGACY : ext ? MCU_EXT : MCU_CE;
	cmd->id = ext ? p[41] : p[36];
	cmd->query = p[38] == QUERY;
	cmd->body = p + LEGACY_LEN;
	cmd->len = content - LEGACY_LEN;
	return MCU_OK;
}

static enum mcu_fault
take_uni(struct mcu_command *cmd, const uint8_t *p, uint32_t content)
{
	if (p[36] != 0 || p[38] != 0 || (p[43] & OPTION_UNI) == 0)
		return FAULT_mcu_bad_kind;
	cmd->path = MCU_UNI;
	cmd->id = get_le16(p + 34);
	cmd->body = p + UNI_LEN;
	cmd->len = content - UNI_LEN;
	return MCU_OK;
}

enum mcu_fault
mt7921_mcu_decode(struct mcu_command *cmd, const uint8_t *data, uint32_t len)
{
	const uint8_t *p = data + USB_WORD;
	enum mcu_fault fault;
	uint32_t content;

	memset(cmd, 0, sizeof(*cmd));
	fault = check_framing(data, len, &content);
	if (fault == MCU_OK)
		fault = check_hardware_words(p, content);
	if (fault != MCU_OK)
		return fault;
	if (p[37] != PKT_TYPE || p[42] != 0)
		return FAULT_mcu_bad_kind;
	if (p[39] == 0 || p[39] > 15)
		return FAULT_mcu_bad_seq;
	cmd->seq = p[39];
	return get_le16(p + 34) == QUEUE ? take_legacy(cmd, p, content) :
	       take_uni(cmd, p, content);
}

enum mcu_fault
mt7921_scatter_decode(const uint8_t *data, uint32_t len, const uint8_t **code,
		      uint32_t *code_len)
{
	enum mcu_fault fault = check_framing(data, len, code_len);

	*code = data + USB_WORD;
	if (fault == MCU_OK && *code_len == 0)
		return FAULT_mcu_bad_transfer;
	return fault;
}
