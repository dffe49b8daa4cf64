/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include <CUnit/CUnit.h>

#include "air/fcs.h"
#include "bench.h"
#include "live.h"

struct air *
live_open(const char *spec, const char *options)
{
	char err[256] = "";
	struct air *air = air_open(spec, options, err, sizeof(err));

	CU_ASSERT_STRING_EQUAL(err, "");
	CU_ASSERT_PTR_NOT_NULL_FATAL(air);
	return air;
}

bool
live_refused(const char *spec, const char *options)
{
	char err[256] = "";
	struct air *air = air_open(spec, options, err, sizeof(err));

	if (air != NULL)
		air_close(air);
	return air == NULL && err[0] != '\0' && strchr(err, '\n') == NULL;
}

int
live_push(struct air *air, uint64_t now_ns, uint32_t number)
{
	uint8_t packet[LIVE_PACKET];
	int rc;

	memset(packet, 0x5a, sizeof(packet));
	memcpy(packet, bench_mac, 6);
	memcpy(packet + 6, "\x02\x01\x02\x03\x04\x05\x08\x00\x45", 9);
	packet[15] = 0;
	packet[100] = (uint8_t)(number >> 24);
	packet[101] = (uint8_t)(number >> 16);
	packet[102] = (uint8_t)(number >> 8);
	packet[103] = (uint8_t)number;
	rc = air_push(air, now_ns, packet, sizeof(packet));
	/* a copy was made */
	memset(packet, 0xdb, sizeof(packet));
	return rc;
}

const struct air_frame *
live_peek(struct air *air)
{
	const struct air_frame *f = air_peek(air);
	uint32_t crc;

	CU_ASSERT_PTR_NOT_NULL_FATAL(f);
	crc = air_fcs_crc32(f->data, f->len);
	CU_ASSERT_EQUAL(crc, 0x2144DF1C);	/* the residue of a good one */
	return f;
}

uint32_t
live_number(const struct air_frame *f)
{
	const uint8_t *p = f->data + 26 + 8 + (100 - 14);

	CU_ASSERT_EQUAL_FATAL(f->len, LIVE_MPDU);
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

uint16_t
live_seq(const struct air_frame *f)
{
	return (uint16_t)((f->data[22] | f->data[23] << 8) >> 4);
}

bool
live_again(const struct air_frame *f)
{
	return (f->data[1] & 0x08) != 0;
}

uint64_t
live_counter(const struct air *air, const char *name)
{
	const char *is;
	uint64_t value;
	unsigned int i;

	for (i = 0; air_counter(air, i, &is, &value); i++)
		if (strcmp(is, name) == 0)
			return value;
	return UINT64_MAX;
}
