/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdlib.h>
#include <string.h>

#include "kgro.h"

uint8_t *
kgro_copy(const uint8_t *bytes, uint32_t len)
{
	uint8_t *to = malloc(len);

	if (to == NULL)
		abort();
	memcpy(to, bytes, len);
	return to;
}

void
kgro_units_clear(struct kgro_units *units)
{
	while (units->n > 0)
		free(units->unit[--units->n].bytes);
}

bool
kgro_units_add(struct kgro_units *units, const uint8_t *bytes, uint32_t len, uint16_t size,
	       bool udp)
{
	if (units->n == KGRO_FRAMES_MAX)
		return false;
	units->unit[units->n++] = (struct kgro_unit){
		.bytes = kgro_copy(bytes, len), .len = len, .size = size, .udp = udp,
	};
	return true;
}

void
kgro_train_clear(struct kgro_train *train)
{
	while (train->n > 0)
		free(train->frame[--train->n].bytes);
}

bool
kgro_train_add(struct kgro_train *train, const uint8_t *bytes, uint32_t len)
{
	if (train->n == KGRO_FRAMES_MAX)
		return false;
	train->frame[train->n++] = (struct kgro_frame){
		.bytes = kgro_copy(bytes, len), .len = len,
	};
	return true;
}
