/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* PPDU status of every kind of chip. The input is the unit's payload, behind one byte
 * that says what its descriptor said. */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "rtw89u_ppdu.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct rtw89u_ppdu_rules kinds[] = {
	{ .be = true, .channel = true, .users_max = 16, .paths = 2,
	  .rssi = RTW89U_RSSI_ELEMENT },
	{ .channel = true, .users_max = 8, .paths = 2, .rssi = RTW89U_RSSI_HEADER },
	{ .channel = true, .users_max = 4, .paths = 2, .rssi = RTW89U_RSSI_HEADER_RPL },
	{ .channel = false, .users_max = 4, .paths = 1, .rssi = RTW89U_RSSI_HEADER },
	{ .be = true, .channel = true, .users_max = 31, .paths = 4,
	  .rssi = RTW89U_RSSI_ELEMENT },
};

/* What rtw89u_ppdu.h promises of any bytes. */
static void
check(const struct rtw89u_ppdu_rules *rules, const struct rtw89u_ppdu_desc *desc,
      enum rtw89u_ppdu_end end, const struct rtw89u_ppdu *p)
{
	struct wlan_monitor mon = { 0 };
	unsigned int i;

	if (end >= RTW89U_PPDU_MAX)
		abort();
	if (p->ppdu_cnt != desc->ppdu_cnt || p->phy != desc->phy ||
	    p->to_self != desc->to_self)
		abort();
	if (p->chains >> rules->paths != 0 || (p->freq_mhz != 0 && !rules->channel))
		abort();
	for (i = 0; i < WLAN_CHAINS_MAX; i++) {
		bool there = (p->chains & 1u << i) != 0;

		if (there ? p->chain_dbm[i] < -110 || p->chain_dbm[i] > p->signal_dbm :
		    p->chain_dbm[i] != 0)
			abort();
	}
	if (end != RTW89U_PPDU_OK &&
	    (p->chains != 0 || p->freq_mhz != 0 || p->has_coding || p->has_average))
		abort();
	rtw89u_ppdu_to_monitor(p, &mon);
	if ((mon.flags & WLAN_MON_SIGNAL) != 0 ? p->chains == 0 : p->chains != 0)
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct rtw89u_ppdu_desc desc;
	struct rtw89u_ppdu ppdu;
	uint8_t *block;
	unsigned int i;

	if (size == 0)
		return 0;
	desc = (struct rtw89u_ppdu_desc){
		.mac_info = (data[0] & 1) != 0, .to_self = (data[0] & 2) != 0,
		.cck = (data[0] & 4) != 0, .ppdu_cnt = data[0] >> 3 & 7, .phy = data[0] >> 7,
	};
	block = malloc(size - 1);
	if (block == NULL)
		return 0;
	memcpy(block, data + 1, size - 1);
	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		memset(&ppdu, 0xa5, sizeof(ppdu));
		check(&kinds[i], &desc,
		      rtw89u_ppdu_decode(&kinds[i], &desc, block, size - 1, &ppdu), &ppdu);
	}
	free(block);
	return 0;
}
