/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT76U_FW_H
#define MT76U_FW_H

/*
 * The two firmware files: a patch of the boot loader's ROM and the code that runs from
 * RAM. Formats: openwrt/mt76 mt76_connac_mcu.[ch]. The readers trust no length in a file:
 * every part that they hand out lies in it. None of them calls DPDK.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One part of a file, and where it goes. */
struct mt76u_fw_part {
	uint32_t addr;
	uint32_t len;		/* not 0 */
	uint32_t mode;		/* how the boot loader is to take it */
	uint32_t offset;	/* in the file */
};

/* More than any known file has. */
#define MT76U_FW_PARTS_MAX 32u

struct mt76u_fw {
	unsigned int nb;
	struct mt76u_fw_part parts[MT76U_FW_PARTS_MAX];
	/* Of the RAM code: FW_START. */
	uint32_t start_option;
	uint32_t start_addr;
	char version[16];	/* for the log: printable, maybe empty */
	char build[17];
};

/*
 * 0 and *fw, or -EINVAL and in why, of size bytes, what is wrong with the len bytes at
 * data.
 */
int mt76u_fw_parse_patch(const uint8_t *data, size_t len, struct mt76u_fw *fw,
			 char *why, size_t size);
int mt76u_fw_parse_ram(const uint8_t *data, size_t len, struct mt76u_fw *fw,
		       char *why, size_t size);

/* A section at this address is announced by a command of its own. */
bool mt76u_fw_is_patch_addr(uint32_t addr);

#endif /* MT76U_FW_H */
