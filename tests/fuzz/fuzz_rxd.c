/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The descriptor decoder: any words, the gap that word 0 announces and not one
 * byte more. */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "rtw89u_rxd.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What rte_pmd_wlan.h and wlan_rxinfo.h promise, whatever the words are. */
static void
check(struct wlan_rxinfo info, const struct rte_wlan_rx *rx)
{
	const uint16_t known = RTE_WLAN_RX_RATE | RTE_WLAN_RX_RSSI | RTE_WLAN_RX_TSFT |
		RTE_WLAN_RX_AMPDU | RTE_WLAN_RX_AMPDU_EOF | RTE_WLAN_RX_DECRYPTED;

	if (info.flags > 0x3ff || info.cipher > WLAN_CIPHER_OTHER)
		abort();
	if ((rx->flags & ~known) != 0 || (rx->flags & RTE_WLAN_RX_TSFT) == 0 ||
	    rx->reserved != 0 || rx->phy > 1 || rx->ppdu > 7)
		abort();
	if ((rx->flags & RTE_WLAN_RX_RSSI) == 0 ? rx->rssi_dbm != 0 :
	    rx->rssi_dbm < -110 || rx->rssi_dbm > 0)
		abort();
	if ((rx->flags & RTE_WLAN_RX_RATE) == 0) {
		if (rx->mode != 0 || rx->mcs != 0 || rx->nss != 0 || rx->gi != 0 ||
		    rx->bw_mhz != 0)
			abort();
		return;
	}
	if (rx->mode > RTE_WLAN_EHT || rx->mcs > 31 || rx->nss < 1 || rx->nss > 8 ||
	    rx->gi > RTE_WLAN_GI_UNKNOWN || rx->bw_mhz > 160)
		abort();
	if ((info.flags & WLAN_RXF_HW_DEC) == 0 && (rx->flags & RTE_WLAN_RX_DECRYPTED) != 0)
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct rte_wlan_rx rx;
	struct wlan_rxinfo info;
	uint32_t rxd0, need;
	uint8_t *rxd;

	if (size < RTW89U_RXD_SHORT_LEN)
		return 0;
	rxd0 = wport_word(data, 0);
	need = rtw89u_rxd_len(rxd0) + rtw89u_rxd_gap(rxd0);
	if (need < RTW89U_RXD_SHORT_LEN || need > RTW89U_RXD_LONG_LEN + 6 + 24 + 48 + 24)
		abort();
	rxd = calloc(1, need);
	if (rxd == NULL)
		return 0;
	memcpy(rxd, data, size < need ? size : need);
	info = rtw89u_rxd_decode(rxd, rxd0, &rx);
	check(info, &rx);
	free(rxd);
	return 0;
}
