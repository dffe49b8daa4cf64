/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdlib.h>
#include <string.h>

#include "../bytes.h"
#include "retry.h"

#define QOS_DATA 0x88		/* of the first byte: data with QoS Control */
#define FOUR_ADDRESSES 0x03	/* of the second */

uint16_t
air_retry_seq(const uint8_t *mpdu, uint8_t *tid)
{
	*tid = AIR_SEQ_OTHER;
	if ((mpdu[0] & QOS_DATA) == QOS_DATA)
		*tid = mpdu[(mpdu[1] & FOUR_ADDRESSES) == FOUR_ADDRESSES ? 30 : 24] & 0xf;
	return get_le16(mpdu + 22) >> 4;
}

/* Is a before b, of the same TID, in sequence numbers that wrap? */
static bool
before(const uint8_t *a, const uint8_t *b)
{
	uint8_t tid_a, tid_b;
	uint16_t seq_a = air_retry_seq(a, &tid_a), seq_b = air_retry_seq(b, &tid_b);

	return tid_a == tid_b && ((seq_a - seq_b) & 0xfff) > 2048;
}

static struct air_retry *
get(struct air_retries *retries)
{
	struct air_retry *r = retries->spare;

	if (r == NULL)
		return malloc(sizeof(*r));
	retries->spare = r->next;
	return r;
}

bool
air_retries_add(struct air_retries *retries, const struct air_travel *via,
		const struct air_frame *frame, const uint8_t *bytes)
{
	struct air_retry **at = &retries->first, *r = get(retries);

	if (r == NULL)
		return false;
	r->mpdu.via = *via;
	r->mpdu.via.retries++;
	r->mpdu.len = frame->len;
	r->mpdu.rssi_dbm = frame->rssi_dbm;
	r->mpdu.fcs_bad = false;
	r->mpdu.decrypted = frame->decrypted;
	r->mpdu.sec_type = frame->sec_type;
	memcpy(r->mpdu.data, bytes, frame->len);
	air_ap_mark_retry(&r->mpdu);
	while (*at != NULL && !before(bytes, (*at)->mpdu.data))
		at = &(*at)->next;
	r->next = *at;
	*at = r;
	return true;
}

void
air_retries_drop_first(struct air_retries *retries)
{
	struct air_retry *r = retries->first;

	retries->first = r->next;
	r->next = retries->spare;
	retries->spare = r;
}

static void
free_list(struct air_retry *r)
{
	struct air_retry *next;

	for (; r != NULL; r = next) {
		next = r->next;
		free(r);
	}
}

void
air_retries_free(struct air_retries *retries)
{
	free_list(retries->first);
	free_list(retries->spare);
}
