/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include <rte_common.h>

#include "mt76u_bytes.h"
#include "mt76u_fw.h"

/* Patch, big-endian: a header, so many section headers, data. */
#define PATCH_HEAD	96u
#define PATCH_NB	44u		/* number of sections */
#define SECTION_LEN	64u
#define SECTION_TYPE	2u		/* in the low 16 bits: to be downloaded */
#define SECURITY_NONE	0xffffffffu

/* Mode of a download. */
#define MODE_ENCRYPT	0x00000001u
#define MODE_KEY_SHIFT	1
#define MODE_RESET_IV	0x00000008u
#define MODE_SCRAMBLE	0x00000040u
#define MODE_ANSWER	0x80000000u

/* RAM code, little-endian: data, a record for each region, a trailer. */
#define TRAILER_LEN	36u
#define TRAILER_NB	2u
#define TRAILER_VERSION	7u
#define VERSION_LEN	10u
#define TRAILER_BUILD	17u
#define BUILD_LEN	15u
#define REGION_LEN	40u
#define REGION_ADDR	16u
#define REGION_SIZE	20u
#define REGION_FEATURE	24u

#define FEATURE_ENCRYPT	0x01u
#define FEATURE_KEY	0x06u
#define FEATURE_MODE	0x10u
#define FEATURE_START	0x20u		/* the code begins here */
#define FEATURE_NOT	0x40u		/* not for the chip */

static int __rte_format_printf(3, 4)
wrong(char *why, size_t size, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(why, size, format, args);
	va_end(args);
	return -EINVAL;
}

/* Text of a file for a log: up to the first byte that is none. */
static void
take_text(char *text, const uint8_t *p, unsigned int len)
{
	unsigned int i;

	for (i = 0; i < len && p[i] >= ' ' && p[i] <= '~'; i++)
		text[i] = p[i];
	text[i] = '\0';
}

bool
mt76u_fw_is_patch_addr(uint32_t addr)
{
	return addr == 0x200000 || addr == 0x900000;
}

/* openwrt/mt76 mt76_connac_mcu.c, mt76_connac_mcu_gen_dl_mode() and its sibling for
 * patches. */
static int
patch_mode(uint32_t security, uint32_t *mode)
{
	enum { PLAIN, AES, SCRAMBLE };

	*mode = MODE_ANSWER;
	if (security == SECURITY_NONE)
		return 0;
	switch (security >> 24) {
	case PLAIN:
		return 0;
	case AES:
		*mode |= MODE_ENCRYPT | (security & 3) << MODE_KEY_SHIFT | MODE_RESET_IV;
		return 0;
	case SCRAMBLE:
		*mode |= MODE_ENCRYPT | MODE_SCRAMBLE | MODE_RESET_IV;
		return 0;
	default:
		return -EINVAL;
	}
}

/* One that is empty is none. */
static void
add_part(struct mt76u_fw *fw, const struct mt76u_fw_part *part)
{
	if (part->len != 0)
		fw->parts[fw->nb++] = *part;
}

static int
take_section(const uint8_t *p, size_t file_len, unsigned int i, struct mt76u_fw *fw,
	     char *why, size_t size)
{
	uint32_t type = mt76u_get_be32(p), security = mt76u_get_be32(p + 20);
	struct mt76u_fw_part part = {
		.offset = mt76u_get_be32(p + 4),
		.addr = mt76u_get_be32(p + 12),
		.len = mt76u_get_be32(p + 16),
	};

	if ((type & 0xffff) != SECTION_TYPE)
		return wrong(why, size, "section %u is of type 0x%x, not %u", i, type & 0xffff,
			     SECTION_TYPE);
	if (part.offset > file_len || part.len > file_len - part.offset)
		return wrong(why, size, "section %u: %u bytes from %u on, and the file has %zu",
			     i, part.len, part.offset, file_len);
	if (patch_mode(security, &part.mode) != 0)
		return wrong(why, size, "section %u: no such encryption, 0x%08x", i, security);
	add_part(fw, &part);
	return 0;
}

int
mt76u_fw_parse_patch(const uint8_t *data, size_t len, struct mt76u_fw *fw,
		     char *why, size_t size)
{
	unsigned int i;
	uint32_t nb;
	int ret = 0;

	*fw = (struct mt76u_fw){ 0 };
	if (len < PATCH_HEAD)
		return wrong(why, size, "%zu bytes are fewer than a header of %u", len,
			     PATCH_HEAD);
	nb = mt76u_get_be32(data + PATCH_NB);
	if (nb == 0 || nb > MT76U_FW_PARTS_MAX)
		return wrong(why, size, "%u sections: need 1 to %u", nb, MT76U_FW_PARTS_MAX);
	if ((len - PATCH_HEAD) / SECTION_LEN < nb)
		return wrong(why, size, "%zu bytes have no room for the headers of %u sections",
			     len, nb);
	take_text(fw->build, data, 16);
	for (i = 0; i < nb && ret == 0; i++)
		ret = take_section(data + PATCH_HEAD + i * SECTION_LEN, len, i, fw, why, size);
	if (ret == 0 && fw->nb == 0)
		return wrong(why, size, "all of its %u sections are empty", nb);
	return ret;
}

static uint32_t
ram_mode(uint8_t feature)
{
	uint32_t mode = MODE_ANSWER;

	if ((feature & FEATURE_ENCRYPT) != 0)
		mode |= MODE_ENCRYPT | (feature & FEATURE_KEY) | MODE_RESET_IV;
	if ((feature & FEATURE_MODE) != 0)
		mode |= MODE_SCRAMBLE;
	return mode;
}

/* Of room bytes of data the first *offset are taken. */
static int
take_region(const uint8_t *p, size_t room, uint32_t *offset, unsigned int i,
	    struct mt76u_fw *fw, char *why, size_t size)
{
	const struct mt76u_fw_part part = {
		.addr = mt76u_get_le32(p + REGION_ADDR),
		.len = mt76u_get_le32(p + REGION_SIZE),
		.mode = ram_mode(p[REGION_FEATURE]),
		.offset = *offset,
	};

	if (part.len > room - *offset)
		return wrong(why, size, "region %u: %u bytes from %u on, and the regions have "
			     "%zu", i, part.len, part.offset, room);
	*offset += part.len;
	if ((p[REGION_FEATURE] & FEATURE_NOT) != 0)
		return 0;
	if ((p[REGION_FEATURE] & FEATURE_START) != 0) {
		fw->start_option = 1;
		fw->start_addr = part.addr;
	}
	add_part(fw, &part);
	return 0;
}

int
mt76u_fw_parse_ram(const uint8_t *data, size_t len, struct mt76u_fw *fw,
		   char *why, size_t size)
{
	const uint8_t *trailer, *regions;
	unsigned int i, nb;
	uint32_t offset = 0;
	int ret = 0;

	*fw = (struct mt76u_fw){ 0 };
	if (len < TRAILER_LEN)
		return wrong(why, size, "%zu bytes are fewer than a trailer of %u", len,
			     TRAILER_LEN);
	trailer = data + len - TRAILER_LEN;
	nb = trailer[TRAILER_NB];
	if (nb == 0 || nb > MT76U_FW_PARTS_MAX)
		return wrong(why, size, "%u regions: need 1 to %u", nb, MT76U_FW_PARTS_MAX);
	if ((len - TRAILER_LEN) / REGION_LEN < nb)
		return wrong(why, size, "%zu bytes have no room for the records of %u regions",
			     len, nb);
	regions = trailer - nb * REGION_LEN;
	take_text(fw->version, trailer + TRAILER_VERSION, VERSION_LEN);
	take_text(fw->build, trailer + TRAILER_BUILD, BUILD_LEN);
	for (i = 0; i < nb && ret == 0; i++)
		ret = take_region(regions + i * REGION_LEN, regions - data, &offset, i, fw,
				  why, size);
	if (ret == 0 && fw->nb == 0)
		return wrong(why, size, "none of its %u regions is for the chip", nb);
	return ret;
}
