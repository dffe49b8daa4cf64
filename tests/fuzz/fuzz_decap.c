/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* 802.11 to Ethernet. Bytes 0 and 1: what the descriptor said, little-endian
 * wlan_rxinfo.flags, bit 15: no FCS; byte 2: cipher; the rest is the frame. */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check_msdu.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct wlan_rxinfo info = { 0 };
	uint8_t *frame;
	uint32_t len;

	if (size < 3)
		return 0;
	info.flags = (data[0] | data[1] << 8) & 0xfff;
	info.cipher = data[2] % (WLAN_CIPHER_OTHER + 1);
	len = (uint32_t)(size - 3);
	frame = malloc(len);
	if (frame == NULL)
		return 0;
	if (len != 0)
		memcpy(frame, data + 3, len);
	if ((data[1] & 0x80) != 0)
		check_decap_fcs(frame, len, 0, info);
	else
		check_decap(frame, len, info);
	check_translated(frame, len);
	free(frame);
	return 0;
}
