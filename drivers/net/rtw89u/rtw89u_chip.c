/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include <rte_common.h>

#include "rtw89u_chip.h"

static const struct rtw89u_chip chips[] = {
	{
		/* Endpoint: morrownr/rtw89 usb.c and the descriptors in lwfinger/rtw89
		 * issues 89 and 108. Aggregation: what Linux 7.3.4 writes, 0x80FF0114
		 * on SuperSpeed and 0x80FF2014 elsewhere, and the field widths of
		 * RXAGG_0_V1 and LEN_TH_HIGH. Room: the size limit and one largest
		 * MPDU, so that an aggregate that passes its limit by one frame still
		 * arrives whole. */
		.name = "rtl8922au",
		.ep_in = 0x84,
		.buf_size = 32 * 1024,
		.agg_unit = 1024,
		.agg_bytes = 20 * 1024,
		.agg_count = 255,
		.hold_us_super = 32,
		.hold_us = 1024,
		.chip_csum = false,
	},
};

const struct rtw89u_chip *
rtw89u_chip_at(unsigned int i)
{
	return i < RTE_DIM(chips) ? &chips[i] : NULL;
}

const struct rtw89u_chip *
rtw89u_chip_find(const char *name)
{
	unsigned int i;

	for (i = 0; i < RTE_DIM(chips); i++)
		if (strcmp(chips[i].name, name) == 0)
			return &chips[i];
	return NULL;
}
