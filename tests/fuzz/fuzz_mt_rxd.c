/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The MT7921's descriptor decoder: any words, the groups that word 1 announces and
 * not one byte more. */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "mt76u_rxd.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
check_rate(const struct rte_wlan_rx *rx)
{
	if ((rx->flags & RTE_WLAN_RX_RATE) == 0) {
		if (rx->mode != 0 || rx->mcs != 0 || rx->nss != 0 || rx->gi != 0 ||
		    rx->bw_mhz != 0)
			abort();
		return;
	}
	if (rx->mode > RTE_WLAN_HE || rx->mcs > 31 || rx->nss < 1 || rx->nss > 8 ||
	    rx->gi > RTE_WLAN_GI_16 || rx->bw_mhz > 160)
		abort();
}

/* What rte_pmd_wlan.h and wlan_rxinfo.h promise, whatever the words are. */
static void
check(struct wlan_rxinfo info, const struct rte_wlan_rx *rx)
{
	const uint16_t known = RTE_WLAN_RX_RATE | RTE_WLAN_RX_RSSI | RTE_WLAN_RX_TSFT |
		RTE_WLAN_RX_AMPDU | RTE_WLAN_RX_DECRYPTED;

	if (info.flags > 0xfff || info.cipher > WLAN_CIPHER_OTHER)
		abort();
	if ((rx->flags & ~known) != 0 || rx->reserved != 0 || rx->phy != 0)
		abort();
	if ((rx->flags & RTE_WLAN_RX_RSSI) == 0 ? rx->rssi_dbm != 0 :
	    rx->rssi_dbm < -110 || rx->rssi_dbm > 3)
		abort();
	if ((rx->flags & RTE_WLAN_RX_TSFT) == 0 && rx->tsft_us != 0)
		abort();
	if ((rx->flags & RTE_WLAN_RX_AMPDU) == 0 ? rx->ppdu != 0 :
	    (rx->flags & RTE_WLAN_RX_TSFT) == 0)
		abort();
	check_rate(rx);
}

static void
check_monitor(const struct wlan_monitor *mon)
{
	unsigned int i;

	if (mon->chains > 3 || mon->stbc > 3 || mon->he_format > WLAN_HE_UNKNOWN ||
	    mon->he_ru > 10 || mon->freq_mhz > 7115)
		abort();
	for (i = 0; i < WLAN_CHAINS_MAX; i++)
		if (mon->chain_dbm[i] < -110 || mon->chain_dbm[i] > 0)
			abort();
	if ((mon->flags & (WLAN_MON_FCS | WLAN_MON_AMPDU_LAST_KNOWN)) != 0)
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct mt76u_ampdu ampdu = { 0 };
	struct wlan_monitor mon;
	struct wlan_rxinfo info;
	struct rte_wlan_rx rx;
	uint32_t rxd1, rxd2, need;
	uint8_t *rxd;

	if (size < MT76U_RXD_LEN)
		return 0;
	rxd1 = wport_word(data, 1);
	rxd2 = wport_word(data, 2);
	need = mt76u_rxd_head(rxd1, rxd2);
	if (need < MT76U_RXD_LEN || need > MT76U_RXD_LEN_MAX + 6)
		abort();
	rxd = calloc(1, need);
	if (rxd == NULL)
		return 0;
	memcpy(rxd, data, size < need ? size : need);
	if (mt76u_rxd_drop(rxd1, rxd2) >= MT76U_DROP_MAX)
		abort();
	(void)mt76u_rxd_translated_fragment(rxd, rxd1, rxd2);
	info = mt76u_rxd_decode(rxd, &ampdu, &rx);
	check(info, &rx);
	mt76u_rxd_decode_monitor(rxd, rxd1, info, &ampdu, &rx, &mon);
	check_monitor(&mon);
	free(rxd);
	return 0;
}
