/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The rtw89 models' reader of transmit descriptors. The input is a form (one byte)
 * and a bulk-OUT transfer. */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "air/phy.h"
#include "rtw89/tx_decode.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
check(const struct rtw89_tx_form *form, const uint8_t *transfer, uint32_t len)
{
	struct rtw89_txd txd;
	struct air_rate rate;
	uint32_t header;

	memset(&txd, 0xa5, sizeof(txd));
	if (!rtw89_tx_decode(form, transfer, len, &txd))
		return;
	if (txd.len > len || txd.size > AIR_TX_MAX || txd.header_len > 62)
		abort();
	if (rtw89_tx_rate(form, &txd, &rate) && !air_phy_rate_valid(&rate))
		abort();
	header = rtw89_tx_header_len(transfer + txd.len, len - txd.len);
	if (header != 0 && (header < 10 || header > len - txd.len))
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct rtw89_tx_form *const forms[] = {
		&rtw89_tx_form_ax, &rtw89_tx_form_ax_v1, &rtw89_tx_form_be,
	};
	uint8_t *block, *transfer;

	if (size == 0)
		return 0;
	block = malloc(size);
	if (block == NULL)
		return 0;
	/* Ends with the block, and begins at no alignment at all. */
	transfer = block + 1;
	memcpy(transfer, data + 1, size - 1);
	check(forms[data[0] % 3], transfer, (uint32_t)size - 1);
	free(block);
	return 0;
}
