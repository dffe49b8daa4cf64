/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * An MPDU of the air becomes units of the MT7921U. Input: a byte of set-up, a byte of the
 * air's flags, the frame with its FCS.
 */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "mt7921u/rx_units.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint8_t unit[RX_UNIT_MAX];

static void
check_units(struct rx_units *u)
{
	uint32_t total = 0, n = 0, len;

	while ((len = mt7921_rx_next(u, unit)) != 0) {
		if (len > RX_UNIT_MAX || len < RXD_BASE ||
		    (uint32_t)(unit[0] | unit[1] << 8) != len)
			abort();
		total += len;
		n++;
	}
	if (n != u->n || total > u->room)
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct rx_setup setup = { .mac = { 0x02, 0x22, 0x8a, 0, 0, 1 }, .rxv.chains = 2 };
	struct air_frame f = { .rate = { AIR_HE, 11, 2, 2, 3 }, .rssi_dbm = -50 };
	struct rx_units u;
	uint8_t *frame;

	if (size < 2 || size - 2 > AIR_MPDU_MAX)
		return 0;
	setup.groups = data[0] & 0x80 ? GROUPS_AUTO : data[0] & 0x3e;
	setup.translate = data[1] & 1;
	setup.translate_frag = data[1] >> 1 & 1;
	setup.split_amsdu = data[1] >> 2 & 1;
	setup.group5 = data[1] >> 3 & 1;
	f.decrypted = data[1] >> 4 & 1;
	f.fcs_bad = data[1] >> 5 & 1;
	f.sec_type = data[0] & 0xf;
	frame = malloc(size - 2 + 1);
	if (frame == NULL)
		return 0;
	memcpy(frame + 1, data + 2, size - 2);	/* at an odd address */
	f.data = frame + 1;
	f.len = (uint32_t)(size - 2);
	mt7921_rx_begin(&u, &setup, &f, 0, (enum rx_flaw)(data[1] >> 6));
	check_units(&u);
	free(frame);
	return 0;
}
