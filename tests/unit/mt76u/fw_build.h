/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef FW_BUILD_H
#define FW_BUILD_H

/*
 * Firmware files of nothing, as openwrt/mt76 mt76_connac_mcu.h lays them out: 96 bytes and
 * 64 for each section, big-endian; data, 40 bytes for each region and 36 in all,
 * little-endian.
 */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct fw_image {
	uint8_t *data;
	uint32_t len;
};

static inline void
fw_be32(uint8_t *p, uint32_t v)
{
	p[0] = v >> 24;
	p[1] = v >> 16;
	p[2] = v >> 8;
	p[3] = v;
}

static inline void
fw_le32(uint8_t *p, uint32_t v)
{
	p[0] = v;
	p[1] = v >> 8;
	p[2] = v >> 16;
	p[3] = v >> 24;
}

static inline struct fw_image
fw_room(uint32_t len)
{
	struct fw_image f = { .data = calloc(1, len), .len = len };
	uint32_t i;

	if (f.data == NULL)
		abort();
	for (i = 0; i < len; i++)
		f.data[i] = 0x20 + i % 0x5f;
	return f;
}

struct fw_section {
	uint32_t addr, len, security;
};

static inline struct fw_image
fw_patch(const struct fw_section *s, unsigned int n)
{
	uint32_t at = 96 + 64 * n, total = at;
	struct fw_image f;
	unsigned int i;

	for (i = 0; i < n; i++)
		total += s[i].len;
	f = fw_room(total);
	memset(f.data, 0, at);
	memcpy(f.data, "20261130120000a", 15);
	memcpy(f.data + 16, "ALPS", 4);
	fw_be32(f.data + 44, n);
	for (i = 0; i < n; i++) {
		uint8_t *p = f.data + 96 + 64 * i;

		fw_be32(p, 0x00000002);
		fw_be32(p + 4, at);
		fw_be32(p + 8, s[i].len);
		fw_be32(p + 12, s[i].addr);
		fw_be32(p + 16, s[i].len);
		fw_be32(p + 20, s[i].security);
		at += s[i].len;
	}
	return f;
}

struct fw_region {
	uint32_t addr, len;
	uint8_t feature, type;
};

static inline struct fw_image
fw_ram(const struct fw_region *r, unsigned int n)
{
	uint32_t at = 0;
	struct fw_image f;
	unsigned int i;
	uint8_t *p;

	for (i = 0; i < n; i++)
		at += r[i].len;
	f = fw_room(at + 40 * n + 36);
	memset(f.data + at, 0, 40 * n + 36);
	for (i = 0, p = f.data + at; i < n; i++, p += 40) {
		fw_le32(p + 16, r[i].addr);
		fw_le32(p + 20, r[i].len);
		p[24] = r[i].feature;
		p[25] = r[i].type;
	}
	p[2] = n;
	memcpy(p + 7, "0123456789", 10);
	memcpy(p + 17, "20261130121314", 14);
	return f;
}

static inline void
fw_free(struct fw_image *f)
{
	free(f->data);
	f->data = NULL;
}

#endif /* FW_BUILD_H */
