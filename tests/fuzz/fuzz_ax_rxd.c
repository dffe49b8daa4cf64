/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The AX descriptor decoder: any words, the descriptor that word 0 announces and not
 * one byte more. The input is a descriptor; its first byte also says which chip. */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "rtw89u_rxd_ax.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What rte_pmd_wlan.h and wlan_rxinfo.h promise, whatever the words are. */
static void
check(struct wlan_rxinfo info, const struct rte_wlan_rx *rx)
{
	const uint16_t known = RTE_WLAN_RX_RATE | RTE_WLAN_RX_TSFT | RTE_WLAN_RX_AMPDU |
		RTE_WLAN_RX_DECRYPTED;

	if (info.flags > 0x3ff || info.cipher > WLAN_CIPHER_OTHER)
		abort();
	if ((rx->flags & ~known) != 0 || (rx->flags & RTE_WLAN_RX_TSFT) == 0 ||
	    rx->rssi_dbm != 0 || rx->reserved != 0 || rx->phy > 1 || rx->ppdu > 7)
		abort();
	if ((info.flags & WLAN_RXF_HW_DEC) == 0 && (rx->flags & RTE_WLAN_RX_DECRYPTED) != 0)
		abort();
	if ((rx->flags & RTE_WLAN_RX_RATE) == 0) {
		if (rx->mode != 0 || rx->mcs != 0 || rx->nss != 0 || rx->gi != 0 ||
		    rx->bw_mhz != 0)
			abort();
		return;
	}
	if (rx->mode > RTE_WLAN_HE || rx->mcs > 31 || rx->nss < 1 || rx->nss > 8 ||
	    rx->gi > RTE_WLAN_GI_UNKNOWN || rx->bw_mhz > 160)
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct rtw89u_ax_layout layout;
	struct wlan_monitor mon = { 0 };
	struct wlan_rxinfo info;
	struct rte_wlan_rx rx;
	uint32_t rxd0, need;
	uint8_t *rxd;

	if (size < RTW89U_AX_SHORT_LEN)
		return 0;
	layout = rtw89u_ax_layout((data[0] & 1) != 0, (data[0] & 2) != 0);
	rxd0 = wport_word(data, 0);
	need = rtw89u_ax_len(rxd0);
	if (rtw89u_ax_gap(rxd0, layout) > 6 + 7 * 16 + 4)
		abort();
	rxd = calloc(1, need);
	if (rxd == NULL)
		return 0;
	memcpy(rxd, data, size < need ? size : need);
	info = rtw89u_ax_decode(rxd, rxd0, layout.wide_bw, &rx);
	check(info, &rx);
	rtw89u_ppdu_type(wport_word(rxd, 1) & RTW89U_AX1_PPDU_TYPE, &mon);
	if (mon.he_format > WLAN_HE_UNKNOWN)
		abort();
	free(rxd);
	return 0;
}
