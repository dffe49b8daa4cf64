/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTE_PMD_WLAN_H
#define RTE_PMD_WLAN_H

/**
 * @file
 * What the radio knew of a received packet, beside the packet.
 *
 * The USB Wi-Fi drivers (net_rtw89u, ...) register the mbuf dynamic field
 * RTE_WLAN_RX_DYNFIELD when a port is probed and fill it in every mbuf that
 * they hand up. An application looks the offset up once, after EAL has probed:
 *
 *     int off = rte_wlan_rx_offset();
 *     ...
 *     const struct rte_wlan_rx *wl = RTE_MBUF_DYNFIELD(m, off, struct rte_wlan_rx *);
 *     if (wl->flags & RTE_WLAN_RX_RSSI)
 *             printf("%d dBm\n", wl->rssi_dbm);
 *
 * A fact whose flag is clear was not reported by the device: its value is 0 and
 * means nothing. Nothing is guessed and nothing is carried over from a
 * neighbouring packet.
 */

#include <errno.h>
#include <stdint.h>

#include <rte_errno.h>
#include <rte_mbuf_dyn.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RTE_WLAN_RX_DYNFIELD "rte_wlan_dynfield_rx"

/* Bits of rte_wlan_rx.flags. */
#define RTE_WLAN_RX_RATE	0x0001	/**< mode, mcs, nss, bw and gi are good */
#define RTE_WLAN_RX_RSSI	0x0002	/**< rssi_dbm is good */
#define RTE_WLAN_RX_TSFT	0x0004	/**< tsft_us is good */
#define RTE_WLAN_RX_AMPDU	0x0008	/**< came in an A-MPDU; ppdu tells which */
#define RTE_WLAN_RX_AMPDU_EOF	0x0010	/**< the device marked an end-of-frame subframe */
#define RTE_WLAN_RX_DECRYPTED	0x0020	/**< the device decrypted it */

/** Modulation families, rte_wlan_rx.mode. */
enum rte_wlan_mode {
	RTE_WLAN_CCK,	/**< mcs 0..3: 1, 2, 5.5, 11 Mbit/s */
	RTE_WLAN_OFDM,	/**< mcs 0..7: 6, 9, 12, 18, 24, 36, 48, 54 Mbit/s */
	RTE_WLAN_HT,	/**< mcs 0..31 as 802.11n counts, nss follows from it */
	RTE_WLAN_VHT,	/**< mcs 0..11 */
	RTE_WLAN_HE,	/**< mcs 0..11 */
	RTE_WLAN_EHT,	/**< mcs 0..15 */
};

/**
 * Where a radio listens and sends. Channel numbers are those of 802.11 Annex E in their
 * band.
 */
struct rte_wlan_channel {
	uint8_t band;		/**< 2, 5 or 6: of 2.4, 5 or 6 GHz */
	uint8_t control;	/**< primary 20 MHz channel */
	uint16_t width_mhz;	/**< 20, 40, 80, 160 or 320 */
	uint8_t centre;		/**< of the whole width; 0: the driver works it out */
};

/** Guard interval, rte_wlan_rx.gi. */
enum rte_wlan_gi {
	RTE_WLAN_GI_LONG,	/**< 0.8 us (legacy, HT and VHT) */
	RTE_WLAN_GI_SHORT,	/**< 0.4 us (HT and VHT) */
	RTE_WLAN_GI_4X_32,	/**< 4x LTF, 3.2 us (HE, EHT) */
	RTE_WLAN_GI_4X_08,	/**< 4x LTF, 0.8 us */
	RTE_WLAN_GI_2X_16,	/**< 2x LTF, 1.6 us */
	RTE_WLAN_GI_2X_08,	/**< 2x LTF, 0.8 us */
	RTE_WLAN_GI_1X_16,	/**< 1x LTF, 1.6 us */
	RTE_WLAN_GI_1X_08,	/**< 1x LTF, 0.8 us */
	RTE_WLAN_GI_UNKNOWN,	/**< a code that nobody has published */
	RTE_WLAN_GI_08,		/**< 0.8 us (HE, EHT), the device does not say which LTF */
	RTE_WLAN_GI_16,		/**< 1.6 us, the same */
};

/** The dynamic field. 16 bytes, CPU byte order. */
struct rte_wlan_rx {
	uint32_t tsft_us;	/**< device's free-running clock at the start of
				 *   the frame, microseconds; wraps after 71.6 min */
	uint16_t flags;		/**< RTE_WLAN_RX_... */
	uint8_t mode;		/**< enum rte_wlan_mode */
	uint8_t mcs;		/**< see enum rte_wlan_mode */
	uint8_t nss;		/**< spatial streams, 1..8 */
	uint8_t gi;		/**< enum rte_wlan_gi */
	uint16_t bw_mhz;	/**< 20, 40, 80, 160; 0: a code nobody has published */
	int8_t rssi_dbm;	/**< received signal strength, dBm */
	uint8_t ppdu;		/**< counter of the PPDU, wraps (rtw89: at 8);
				 *   equal for the frames of one A-MPDU */
	uint8_t phy;		/**< which of the device's radios, 0 or 1 */
	uint8_t reserved;	/**< 0 */
};

/** What a device does about the hold of rte_wlan_rx_hold. */
enum rte_wlan_hold_policy {
	RTE_WLAN_HOLD_FIXED,	/**< as it was set, until it is set again */
	RTE_WLAN_HOLD_LATENCY,	/**< adapts: short unless the host is about to drown */
	RTE_WLAN_HOLD_BALANCED,	/**< adapts: receive work takes up to 60 % of its lcore */
	RTE_WLAN_HOLD_CPU,	/**< adapts: up to 30 % */
};

/** A field of rte_wlan_rx_hold that is to stay as it is. */
#define RTE_WLAN_HOLD_KEEP UINT32_MAX

/**
 * Receive aggregation of the device: several frames in one USB transfer. A transfer ends
 * when the first of three limits is reached.
 */
struct rte_wlan_rx_hold {
	enum rte_wlan_hold_policy policy;
	uint32_t hold_us;	/**< how long the device keeps the first frame back, in
				 *   microseconds; 0: no aggregation. The device has steps:
				 *   set rounds to the nearest, get tells what is in use.
				 *   A policy that adapts starts from it */
	uint32_t size;		/**< bytes of a transfer, rounded down to the device's steps */
	uint32_t count;		/**< units of a transfer; 0: no limit, where it can */
};

/**
 * Offset of the field in an mbuf.
 *
 * @return
 *   the offset, or -ENOENT when no driver has registered the field (no port
 *   probed, or no room was left in the mbuf: the driver says so in its log).
 */
static inline int
rte_wlan_rx_offset(void)
{
	int off = rte_mbuf_dynfield_lookup(RTE_WLAN_RX_DYNFIELD, NULL);

	return off < 0 ? -ENOENT : off;
}

#ifdef __cplusplus
}
#endif

#endif /* RTE_PMD_WLAN_H */
