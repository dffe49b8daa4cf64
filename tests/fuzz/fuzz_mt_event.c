/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What an MT7921's processor says: a transfer of events, and the list in the body of each
 * answer. */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "mt76u_caps.h"
#include "mt76u_event.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Every byte that an event points to is read. */
static void
touch(const struct mt76u_event *event)
{
	volatile uint8_t sum = 0;
	uint32_t i, status;

	for (i = 0; i < event->body_len; i++)
		sum += event->body[i];
	mt76u_event_uni_status(event, event->id, &status);
}

static void
check(const uint8_t *data, uint32_t len, const struct mt76u_event *event)
{
	struct mt76u_caps caps;

	if (event->body < data || event->body_len > len ||
	    event->body + event->body_len > data + len)
		abort();
	touch(event);
	mt76u_caps_parse(event->body, event->body_len, &caps);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct mt76u_event event;
	struct mt76u_caps caps;
	uint32_t pos = 0, before;
	enum mt76u_event_kind kind;

	while (pos < size) {
		before = pos;
		kind = mt76u_event_next(data, size, &pos, &event);
		if (kind == MT76U_EVENT_NONE)
			break;
		/* On, and never past the end. */
		if (pos <= before || pos > size)
			abort();
		if (kind == MT76U_EVENT_ANSWER || kind == MT76U_EVENT_ASIDE)
			check(data, size, &event);
	}
	mt76u_caps_parse(data, size, &caps);
	return 0;
}
