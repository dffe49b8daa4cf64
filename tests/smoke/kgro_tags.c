/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdlib.h>
#include <string.h>

#include "kgro.h"
#include "kgro_view.h"

/* Length of the frame's tags; more than two: 0. */
static uint32_t
tags_len(const struct kgro_frame *frame)
{
	uint32_t at = 12;
	uint16_t type;

	while (at + 6 <= frame->len) {
		type = kgro_get16(frame->bytes + at);
		if (type != 0x8100 && type != 0x88a8)
			break;
		at += 4;
	}
	return at <= 20 ? at - 12 : 0;
}

uint32_t
kgro_tags_off(const struct kgro_train *train, struct kgro_train *plain, uint8_t tags[8])
{
	const struct kgro_frame *frame = train->frame;
	uint32_t i, len = train->n == 0 ? 0 : tags_len(&frame[0]);
	uint8_t *to;

	if (len == 0)
		return 0;
	memcpy(tags, frame[0].bytes + 12, len);
	for (i = 0; i < train->n; i++)
		if (tags_len(&frame[i]) != len || memcmp(tags, frame[i].bytes + 12, len) != 0)
			return 0;
	kgro_train_clear(plain);
	for (i = 0; i < train->n; i++) {
		kgro_train_add(plain, frame[i].bytes, frame[i].len);
		to = plain->frame[i].bytes + 12;
		memmove(to, to + len, frame[i].len - 12 - len);
		plain->frame[i].len -= len;
	}
	return len;
}

void
kgro_tags_back(struct kgro_units *units, const uint8_t *tags, uint32_t len)
{
	uint8_t bytes[8 + KGRO_UNIT_MAX];
	struct kgro_unit *u;
	uint8_t *old;

	for (u = units->unit; u < units->unit + units->n; u++) {
		memcpy(bytes, u->bytes, 12);
		memcpy(bytes + 12, tags, len);
		memcpy(bytes + 12 + len, u->bytes + 12, u->len - 12);
		old = u->bytes;
		u->bytes = kgro_copy(bytes, u->len + len);
		u->len += len;
		free(old);
	}
}
