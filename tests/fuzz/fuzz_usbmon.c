/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The usbmon record parser. First byte: bit 0 link type 220, bit 1 the other
 * byte order; the rest is the record. */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "usbmon.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What usbmon.h promises, whatever the bytes are. */
static void
check(const uint8_t *rec, size_t len, const struct usbmon_urb *urb)
{
	volatile uint8_t sum = 0;
	uint32_t i;

	if ((urb->data == NULL) != (urb->data_len == 0))
		abort();
	if (urb->data == NULL)
		return;
	if (urb->data < rec || urb->data_len > len ||
	    (size_t)(urb->data - rec) > len - urb->data_len)
		abort();
	for (i = 0; i < urb->data_len; i++)
		sum = (uint8_t)(sum + urb->data[i]);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	enum usbmon_verdict verdict;
	struct usbmon_urb urb;
	uint8_t *block, *rec;
	size_t len;

	if (size == 0)
		return 0;
	len = size - 1;
	/* Ends with the block, and begins at no alignment at all. */
	block = malloc(len + 1);
	if (block == NULL)
		return 0;
	rec = block + 1;
	memcpy(rec, data + 1, len);
	verdict = usbmon_parse(rec, (uint32_t)len, data[0] & 1, data[0] & 2, &urb);
	if (verdict == USBMON_OK || verdict == USBMON_TRUNCATED)
		check(rec, len, &urb);
	free(block);
	return 0;
}
