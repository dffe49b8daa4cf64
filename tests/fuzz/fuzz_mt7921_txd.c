/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* A bulk-OUT transfer to the MT7921U. Input: the endpoint's place, the transfer. */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "air/phy.h"
#include "mt7921u/txd.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What is put on the air must be inside the transfer and be a frame. */
static void
check(const struct txd *t, const uint8_t *transfer, size_t len)
{
	if (t->frame < transfer + 68 || t->frame_len > len - 68 - 4)
		abort();
	if (t->frame_len > TX_MPDU_MAX || t->frame_len < 10)
		abort();
	if (t->fix_rate && !air_phy_rate_valid(&t->rate))
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const uint8_t endpoints[8] = { 0x04, 0x05, 0x06, 0x07, 0x09, 0x09, 0x07, 0x04 };
	struct txd txd;
	uint8_t *transfer;

	if (size < 1)
		return 0;
	transfer = malloc(size);
	if (transfer == NULL)
		return 0;
	memcpy(transfer + 1, data + 1, size - 1);	/* at an odd address */
	if (mt7921_txd_decode(&txd, endpoints[data[0] & 7], transfer + 1,
			      (uint32_t)size - 1) == TXD_OK)
		check(&txd, transfer + 1, size - 1);
	free(transfer);
	return 0;
}
