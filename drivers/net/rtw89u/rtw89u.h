/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTW89U_H
#define RTW89U_H

/* What the rooms of this driver share: a port and its queue. */

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include <ethdev_driver.h>
#include <rte_ether.h>
#include <rte_mbuf.h>

#include "rxb_compat.h"
#include "usb_transport.h"
#include "wlan_decap.h"

#include "rtw89u_agg.h"
#include "rtw89u_chip.h"
#include "rtw89u_devargs.h"

/* Largest MPDU of 802.11, and the Ethernet packet that it can hold. */
#define RTW89U_MPDU_MAX		11454u
#define RTW89U_PKT_MAX		(RTW89U_MPDU_MAX - WLAN_HDR_LEN - WLAN_QOS_LEN - \
				 WLAN_SNAP_LEN - WLAN_FCS_LEN + 2 * RTE_ETHER_ADDR_LEN)
/* Two VLAN tags are not counted against the MTU. */
#define RTW89U_L2_OVERHEAD	(RTE_ETHER_HDR_LEN + 2 * RTE_VLAN_HLEN)

/* Completed transfers taken from the transport at once, and mbufs from the pool. */
#define RTW89U_XFER_BATCH	16u
#define RTW89U_SPARE		32u

/* Units by type: what the chip sends besides frames. */
enum rtw89u_unit_kind {
	RTW89U_UNIT_WIFI,
	RTW89U_UNIT_PPDU_STAT,
	RTW89U_UNIT_C2H,
	RTW89U_UNIT_OTHER,
	RTW89U_UNIT_MAX
};

/* Written by the receive context alone, read by anyone. */
struct rtw89u_rx_stats {
	uint64_t packets;
	uint64_t bursts;		/* that brought a packet */
	uint64_t bytes;
	uint64_t nombuf;		/* allocations that failed */
	uint64_t transfers;
	uint64_t transfer_bytes;
	uint64_t transfer_errors;	/* completed with an error */
	uint64_t units[RTW89U_UNIT_MAX];
	uint64_t walk[RTW89U_WALK_MAX];	/* transfers by how their walk ended */
	uint64_t abandoned_bytes;
	uint64_t splits;		/* units cut by the end of a full transfer */
	uint64_t split_bytes;		/* their rest, skipped in the next transfer */
	uint64_t c2h_short;		/* shorter than their header */
	uint64_t bad_rate;		/* delivered, without a rate */
	uint64_t drops[WLAN_DROP_MAX];
	uint64_t too_long;		/* for the MTU */
	uint64_t no_scatter;		/* for one mbuf, scatter not enabled */
	uint64_t stopped;		/* transfers begun and not done at queue stop */
	uint64_t unread;		/* ... polled and not begun: not in transfers */
};

struct rtw89u_rxq {
	/* The transfer being taken apart. */
	struct rtw89u_walk walk;
	struct usb_xfer *xfer;		/* NULL: none */
	uint32_t carry;			/* bytes of a split unit still to skip */
	uint16_t nb_xfers;		/* polled, not yet looked at: xfers[next_xfer..] */
	uint16_t next_xfer;
	struct usb_xfer *xfers[RTW89U_XFER_BATCH];
	uint32_t ppdu_word;		/* word 4 of the last descriptor ... */
	struct rte_wlan_rx ppdu;	/* ... and what it says */

	/* How packets leave. */
	struct usb_transport *usb;
	uint64_t rearm;			/* mbuf words: data_off, refcnt, nb_segs, port */
	int dyn_off;			/* of struct rte_wlan_rx, -1: none */
	uint32_t room;			/* data room of one mbuf behind the headroom */
	uint32_t plain_len;		/* longest packet that needs no second thought */
	uint32_t max_len;		/* longest that the MTU allows */
	bool scatter;
	bool csum;			/* sum in software */

	uint16_t nb_spare;		/* mbufs in hand: spare[next_spare..nb_spare) */
	uint16_t next_spare;
	struct rte_mbuf *spare[RTW89U_SPARE];
	struct rte_mempool *mp;
	uint16_t nb_desc;

	struct rtw89u_rx_stats stats;
	struct rtw89u_rx_stats base;	/* at the last reset */
};

/* Lies in DPDK's shared memory: a secondary process reads the statistics. What
 * points out of it is good in the primary process only. */
struct rtw89u_port {
	struct usb_shared usb_shared;
	struct usb_shared usb_base;	/* at the last reset */
	struct rtw89u_rxq rxq;		/* the only one */
	bool rxq_set;
	bool rxq_deferred;		/* started by rx_queue_start, not with the port */

	pthread_mutex_t lock;		/* start, stop, close, register access */
	struct rte_ether_addr mac;
	uint8_t promiscuous;
	uint8_t allmulticast;
	uint64_t rx_offloads;

	/* Primary process only. */
	struct usb_transport *usb;
	const struct rtw89u_chip *chip;
	struct rtw89u_conf conf;
	const char *name;		/* of the ethdev */
	uint64_t errors_logged;		/* what rtw89u_log_losses() has told */
	uint64_t missed_logged;
	int dyn_off;
};

/* rtw89u_rxtx.c */
uint16_t rtw89u_rx_burst(void *queue, struct rte_mbuf **pkts, uint16_t nb_pkts);
void rtw89u_rxq_start(struct rtw89u_rxq *q);
void rtw89u_rxq_stop(struct rtw89u_rxq *q);
int rtw89u_rxq_count(const struct rtw89u_rxq *q);

/* rtw89u_stats.c. The receive path logs nothing; this says once, at queue stop,
 * that something was lost since the last time. */
void rtw89u_log_losses(struct rtw89u_port *port);
int rtw89u_stats_get(RXB_STATS_ARGS(dev, stats));
int rtw89u_stats_reset(struct rte_eth_dev *dev);
int rtw89u_xstats_get(struct rte_eth_dev *dev, struct rte_eth_xstat *xstats,
		      unsigned int n);
int rtw89u_xstats_get_names(struct rte_eth_dev *dev,
			    struct rte_eth_xstat_name *names, unsigned int n);

#endif /* RTW89U_H */
