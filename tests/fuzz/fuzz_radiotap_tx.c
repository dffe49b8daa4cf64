/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* A frame to inject: the radiotap header, then the frame's own. The input is all of
 * it. */

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "wlan_encap.h"
#include "wlan_radiotap.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What descriptor builders index their tables with. */
static void
check_rate(const struct wlan_rate *rate)
{
	static const uint8_t mcs_max[] = { 3, 7, 31, 11, 11 };
	bool he = rate->mode == RTE_WLAN_HE;

	if (rate->mode > RTE_WLAN_HE || rate->mcs > mcs_max[rate->mode])
		abort();
	if (rate->nss < 1 || rate->nss > 8)
		abort();
	if (rate->bw_mhz != 20 && rate->bw_mhz != 40 && rate->bw_mhz != 80 &&
	    rate->bw_mhz != 160)
		abort();
	if (rate->gi >= RTE_WLAN_GI_UNKNOWN || he != (rate->gi >= RTE_WLAN_GI_4X_32))
		abort();
}

static void
check_frame(const uint8_t *frame, uint32_t len, struct wlan_txinfo *info)
{
	if (!wlan_tx_frame(frame, len, len, info))
		return;
	if (info->len != len || info->hdr_len < 10 || info->hdr_len > len ||
	    info->hdr_len % 2 != 0)
		abort();
	if (info->tid > 7 || info->ac >= WLAN_AC_MAX || info->seq > 4095)
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct wlan_txinfo none = WLAN_TXINFO_NONE;
	struct wlan_txinfo info = none;
	uint8_t *block = malloc(size + 1), *record;
	bool fcs = false;
	int len;

	if (block == NULL)
		return 0;
	/* Ends with the block, and begins at no alignment at all. */
	record = block + 1;
	memcpy(record, data, size);
	len = wlan_radiotap_read(record, (uint32_t)size, &info, &fcs);
	if (len < 0) {
		if (len != -EINVAL || fcs || memcmp(&info, &none, sizeof(info)) != 0)
			abort();
	} else {
		if (len < 8 || (size_t)len > size)
			abort();
		if ((info.flags & WLAN_TXF_RATE) != 0)
			check_rate(&info.rate);
		check_frame(record + len, (uint32_t)(size - (size_t)len), &info);
	}
	free(block);
	return 0;
}
