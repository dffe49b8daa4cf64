/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdlib.h>
#include <string.h>

#include "chip.h"

#define ROOM_STEP 32768u

struct core_transfer *
core_transfer_get(struct usb_device *dev)
{
	struct core_transfer *t = dev->spare;
	uint8_t *data;
	uint32_t room;

	if (t == NULL)
		return calloc(1, sizeof(*t));
	dev->spare = t->next;
	data = t->data;
	room = t->room;
	memset(t, 0, sizeof(*t));
	t->data = data;
	t->room = room;
	return t;
}

void
core_transfer_put(struct usb_device *dev, struct core_transfer *t)
{
	t->next = dev->spare;
	dev->spare = t;
}

bool
core_transfer_room(struct core_transfer *t, uint32_t len)
{
	uint8_t *data;

	if (len <= t->room)
		return true;
	data = realloc(t->data, len + ROOM_STEP);
	if (data == NULL)
		return false;
	t->data = data;
	t->room = len + ROOM_STEP;
	return true;
}

bool
core_transfer_append(struct core_transfer *t, uint8_t value, uint32_t len)
{
	if (!core_transfer_room(t, t->len + len))
		return false;
	memset(t->data + t->len, value, len);
	t->len += len;
	return true;
}

void
core_transfer_free_list(struct core_transfer *t)
{
	struct core_transfer *next;

	for (; t != NULL; t = next) {
		next = t->next;
		free(t->data);
		free(t);
	}
}
