/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WPORT_H
#define WPORT_H

/*
 * A Wi-Fi port on USB: what the drivers of all chip families share. A family
 * (net_rtw89u, net_mt76u) brings its chips, its descriptors and its registers as a
 * struct wport_family; everything between them and ethdev is here:
 *
 *   wport_ethdev.c   ethdev operations
 *   wport_queue.c    set-up of queues, start and stop
 *   wport_probe.c    probe, remove
 *   wport_devargs.c  devargs        wport_open.c  from devargs to a transport
 *   wport_channel.h  channels       wport_event.c a device that goes and comes
 *   wport_ports.c    which ports are of this kind
 *   wport_rx.h       receive burst  wport_rx.c    its rare branches, queue life
 *   wport_gro.h      the same with LRO: lib/rxbatch behind it
 *   wport_hold.h     aggregation limits and their policy   wport_seen.h  what it sees
 *   wport_monitor.h  the same for mode=monitor
 *   wport_tx.h       transmit burst wport_tx.c    its rare branches, queue life
 *   wport_stats.c    statistics
 *   wport_pmd.h      beyond ethdev: calls, telemetry, testpmd   wport_text.h  users' words
 *   wport_regs.h     registers      wport_bits.h  fields of words
 */

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include <ethdev_driver.h>
#include <rte_ether.h>
#include <rte_log.h>
#include <rte_mbuf.h>

#include "rxb_compat.h"
#include "usb_transport.h"
#include "rte_pmd_wlan.h"
#include "rxbatch.h"
#include "wlan_decap.h"
#include "wlan_txinfo.h"

#include "wport_devargs.h"
#include "wport_hold.h"
#include "wport_seen.h"
#include "wport_walk.h"

/* Largest MPDU of 802.11, and the Ethernet packet that it can hold. */
#define WPORT_MPDU_MAX	11454u
#define WPORT_PKT_MAX	(WPORT_MPDU_MAX - WLAN_HDR_LEN - WLAN_QOS_LEN - \
			 WLAN_SNAP_LEN - WLAN_FCS_LEN + 2 * RTE_ETHER_ADDR_LEN)
/* Two VLAN tags are not counted against the MTU. */
#define WPORT_L2_OVERHEAD (RTE_ETHER_HDR_LEN + 2 * RTE_VLAN_HLEN)

/* Completed transfers taken from the transport at once, and mbufs from the pool. */
#define WPORT_XFER_BATCH	16u
#define WPORT_SPARE		32u

#define WPORT_TX_QUEUES		WLAN_AC_MAX	/* one for each access category */

/* Armed on an endpoint that brings events alone. */
#define WPORT_EVENT_BUFS	4u

/* Places for what a family counts under names of its own. */
#define WPORT_UNITS_MAX		4	/* 0 is always "a frame" */
#define WPORT_ENDS_MAX		8	/* how a walk ended; 0 is always "well" */
#define WPORT_DROPS_MAX		8	/* frames that the chip marked as not to be used */
#define WPORT_NOTES_MAX		8	/* anything else */

/* Written by the receive context alone, read by anyone. */
struct wport_rx_stats {
	uint64_t packets;
	uint64_t bursts;		/* that brought a packet */
	uint64_t bytes;
	uint64_t nombuf;		/* allocations that failed */
	uint64_t transfers;
	uint64_t transfer_bytes;
	uint64_t transfer_errors;	/* completed with an error */
	uint64_t units[WPORT_UNITS_MAX];
	uint64_t ends[WPORT_ENDS_MAX];
	uint64_t notes[WPORT_NOTES_MAX];
	uint64_t abandoned_bytes;
	uint64_t splits;		/* units cut by the end of a full transfer */
	uint64_t split_bytes;		/* their rest, skipped in the next transfer */
	uint64_t bad_rate;		/* delivered, without a rate */
	uint64_t drops[WLAN_DROP_MAX + WPORT_DROPS_MAX];	/* ... + the family's */
	uint64_t too_long;		/* for the MTU */
	uint64_t no_scatter;		/* for one mbuf, scatter not enabled */
	uint64_t stopped;		/* transfers begun and not done at queue stop */
	uint64_t unread;		/* ... polled and not begun: not in transfers */
	uint64_t attached;		/* packets that lie in a transfer's buffer */
	uint64_t attach_copied;		/* wanted to, no spare buffer: copied */
	uint64_t no_status;		/* monitor: no PPDU status came in time */
	uint64_t monitor_stopped;	/* monitor: waited for one when the queue stopped */
	uint64_t icv_errors;		/* monitor: handed up, though decryption failed */
	uint64_t gro_stopped;		/* LRO: held when the queue stopped; in packets too */
};

/* Written by the transmit context of the queue alone. */
struct wport_tx_stats {
	uint64_t packets;		/* accepted and given to the transport */
	uint64_t bytes;
	uint64_t bursts;		/* that sent a packet */
	uint64_t full;			/* bursts cut by a full queue */
	uint64_t too_short;		/* errors: packets freed and not sent ... */
	uint64_t too_long;
	uint64_t bad_radiotap;
	uint64_t bad_frame;
	uint64_t bad_rate;		/* wished for, and not the chip's */
	uint64_t no_device;		/* a capture takes nothing */
};

/* LRO, wport_gro.h: all but the counters is good in the primary process only. */
struct wport_gro {
	struct rxb_gro *ctx;		/* NULL: LRO is off */
	eth_rx_burst_t read;		/* the family's burst */
	int group_off;			/* gro=list: of RXB_GRO_GROUP_DYNFIELD */
	uint32_t max_len;		/* that ctx was made with */
	struct rxb_gro_stats now;	/* what ctx has counted, after the last burst */
	struct rxb_gro_stats past;	/* what contexts that are gone have counted */
	struct rxb_gro_stats base;	/* at the last reset */
};

/* A frame in monitor mode waits for its PPDU's status: wport_monitor.h. */
struct wport_pending;

struct wport_rxq {
	/* The transfer being taken apart. */
	struct wport_walk walk;
	struct usb_xfer *xfer;		/* NULL: none */
	uint32_t carry;			/* bytes of a split unit still to skip ... */
	uint32_t carry_epoch;		/* ... of transfers from before or after a restart */
	uint32_t xfers_epoch;		/* those of xfers */
	uint32_t epoch;			/* atomic: restarts under a running queue; control
					 * context writes */
	uint8_t ep_in;			/* ... on this endpoint; events are never split */
	uint16_t nb_xfers;		/* polled, not yet looked at: xfers[next_xfer..] */
	uint16_t next_xfer;
	struct usb_xfer *xfers[WPORT_XFER_BATCH];
	uint64_t ppdu_key;		/* what all frames of a PPDU share, as the chip ... */
	struct rte_wlan_rx ppdu;	/* ... says it, and decoded */
	uint64_t layout;		/* the chip's: how its descriptor is to be read */
	uint64_t chip_state;		/* the chip's: what it remembers between frames ... */
	uint64_t amsdu;			/* ... and of the A-MSDU whose parts arrive */
	uint64_t own_ra;		/* 6 bytes: unicast to others is dropped, where the
					 * family looks; 0: not. Control context writes */

	/* How packets leave. */
	struct usb_transport *usb;
	uint64_t rearm;			/* mbuf words: data_off, refcnt, nb_segs, port */
	int dyn_off;			/* of struct rte_wlan_rx, -1: none */
	uint32_t room;			/* data room of one mbuf behind the headroom */
	uint32_t plain_len;		/* longest packet that needs no second thought */
	uint32_t max_len;		/* longest that the MTU allows */
	uint32_t attach_len;		/* packets from here on are attached; UINT32_MAX: none */
	bool running;			/* between start and stop */
	bool shared;			/* the transfer in hand can be attached to */
	bool scatter;
	bool csum;			/* sum in software */
	bool keep_fcs;			/* monitor: hand the FCS up */
	bool keep_bad;			/* monitor: hand frames with a wrong one up */

	uint16_t nb_spare;		/* mbufs in hand: spare[next_spare..nb_spare) */
	uint16_t next_spare;
	struct rte_mbuf *spare[WPORT_SPARE];
	struct rte_mempool *mp;
	uint16_t nb_desc;

	struct wport_pending *pending;	/* monitor mode, else NULL */
	uint64_t wait_tsc;		/* monitor: so long a frame waits for its status */
	uint64_t tsft_us;		/* monitor: the device's clock at the last frame */

	struct wport_seen seen;
	struct wport_rx_stats stats;
	struct wport_rx_stats base;	/* at the last reset */
	struct wport_seen seen_base;
	struct wport_gro gro;
} __rte_cache_aligned;

struct wport_txq {
	struct usb_transport *usb;
	uint8_t queue;			/* number, of the transport too */
	uint8_t ac;			/* enum wlan_ac, WLAN_AC_MGMT in monitor mode */
	uint8_t tid;
	bool fast_free;			/* the application promised: one pool, direct mbufs */
	bool set;
	uint16_t seq;			/* next sequence number */
	uint16_t nb_desc;
	uint32_t max_len;		/* longest packet that a transfer holds */
	struct rte_ether_addr bssid;
	const struct wport_chip *chip;
	struct wport_tx_stats stats;
	struct wport_tx_stats base;
} __rte_cache_aligned;

/* What the shared rooms need to know of a chip; a family's own struct begins with
 * it. Endpoints and limits: see the family's table for sources. */
struct wport_chip {
	const char *name;		/* after model= */
	/* Devices that have it, all zero behind the last; NULL: none is known. */
	const struct usb_id *usb_ids;
	const struct usb_endpoints *endpoints;	/* in the order of its descriptors */
	uint8_t ep_in;			/* bulk-IN endpoint of received frames */
	uint8_t ep_event;		/* another, of events alone; 0: none that matters. The
					 * receive context listens to it in a capture only: a
					 * device's events are the control context's */
	uint8_t ep_out[WPORT_TX_QUEUES];/* bulk-OUT endpoint of each access category */
	uint8_t ep_mgmt;		/* ... and of the management queue: injected frames */
	bool fcs;			/* received frames end with their FCS */
	bool chip_csum;			/* a published checksum report exists */
	/* What it can send, for the wishes of injected frames. */
	uint8_t nss_max;
	uint16_t bw_max_mhz;
	uint32_t modes;			/* bit n: enum rte_wlan_mode n */
	uint32_t buf_size;		/* default room of a transfer, bytes */
	uint32_t unit_max;		/* largest unit, bytes */
	/* RX aggregation: defaults and limits of the register fields. */
	uint32_t hold_us_super;		/* hold on SuperSpeed, and elsewhere; 0: off */
	uint32_t hold_us;
	uint32_t hold_unit_us;
	uint32_t hold_max_us;		/* 0: no field is known, it cannot be set */
	uint32_t rung_min_us;		/* the holds that a policy may choose: from here on ... */
	uint32_t rung_max_us;		/* ... each twice the one before, to at most this */
	uint32_t agg_unit;		/* of the size limit, bytes */
	uint32_t agg_bytes;
	uint32_t agg_max_kib;
	uint32_t agg_count;		/* 0: no limit */
	uint32_t agg_count_max;
};

/* Every mode up to HE, and up to EHT. */
#define WPORT_MODES_HE	(RTE_BIT32(RTE_WLAN_HE + 1) - 1)
#define WPORT_MODES_EHT	(RTE_BIT32(RTE_WLAN_EHT + 1) - 1)

struct wport;
struct wport_reg_access;

/* A family's own devarg: one word of several. */
struct wport_word {
	const char *key;		/* in the family's keys too */
	const char *words;		/* "one|two": its number goes to family_arg[] */
	bool (*has_meaning)(const struct wport_chip *chip);	/* else it is refused */
};

/* A chip family. Names are those of xstats: rx_agg_ and ends[], rx_unit_ and
 * units[], rx_rxd_ and drops[], rx_ and notes[]; NULL ends a list. */
struct wport_family {
	const char *tag;		/* of log lines: "RTW89U" */
	const int *logtype;
	const char * const *keys;	/* devargs that it takes, NULL-terminated */
	/* Its own among them, at most WPORT_FAMILY_ARGS, in the order of family_arg[];
	 * a NULL key ends the list. NULL: none. */
	const struct wport_word *words;
	const struct wport_chip *(*chip_at)(unsigned int i);	/* NULL past the last */

	const char * const *ends, * const *units, * const *drops, * const *notes;
	uint32_t end_is_error;		/* bit n: a walk that ends[n] is an error */

	/* A port's bursts, chosen when it starts. */
	eth_rx_burst_t (*rx_burst)(const struct wport *port);
	eth_tx_burst_t (*tx_burst)(const struct wport *port);
	uint32_t tx_overhead;		/* most bytes that stand around a packet */

	/* hw_init() brings up a device that was just plugged in; else usb= is refused. */
	bool brings_up;

	/* How its registers are reached: wport_regs.h. */
	const struct wport_reg_access *reg_access;
	/* Control context, port's lock held but in hw_init. 0 or a negative errno
	 * with an error line. Without registers (a capture) they succeed. */
	int (*hw_init)(struct wport *port);	/* MAC address, first set-up */
	/* Write these limits, in the chip's units, and read them back: *now is what the
	 * chip has, which may be something else. With a device only. */
	int (*hw_set_agg)(struct wport *port, const struct wport_agg *agg,
			  struct wport_agg *now);
	int (*hw_set_filter)(struct wport *port);
	int (*hw_set_mac)(struct wport *port);	/* to port->mac; NULL: cannot */
	int (*hw_set_rx)(struct wport *port, bool on);
	/* Tune to port->channel; started or stopped. NULL: cannot, channel= is refused. */
	int (*hw_set_channel)(struct wport *port);
	/* The device was away (USB_AWAY) and is back, stopped: as hw_init(), from whatever
	 * state it is in. NULL: hw_init() does. */
	int (*hw_resume)(struct wport *port);
	/* Before the transport is closed; the device may be gone. NULL: nothing to do. */
	void (*hw_close)(struct wport *port);
	/* Fills what the queue must know of the chip (layout). May be NULL. */
	void (*rxq_init)(const struct wport *port, struct wport_rxq *q);
};

/* Lies in DPDK's shared memory: a secondary process reads the statistics. What
 * points out of it is good in the primary process only. */
struct wport {
	struct usb_shared usb_shared;
	struct usb_shared usb_base;	/* at the last reset */
	struct wport_rxq rxq;		/* the only one */
	struct wport_txq txq[WPORT_TX_QUEUES];
	bool rxq_set;
	bool rxq_deferred;		/* started by rx_queue_start, not with the port */

	pthread_mutex_t lock;		/* start, stop, close, register access */
	struct rte_ether_addr mac;
	uint8_t promiscuous;
	uint8_t allmulticast;
	uint64_t rx_offloads;
	uint64_t tx_offloads;
	bool monitor;			/* mode=monitor */
	bool fcs;			/* frames arrive with their FCS */
	bool usb_on;			/* the transport runs */
	bool usb_ready;			/* set up: what becomes of the device is of interest */
	bool usb_lost;			/* could not be set up again: nothing moves */
	bool usb_removed;		/* ... RTE_ETH_EVENT_INTR_RMV has been raised */
	bool reg_brief;			/* lock held: registers are tried once, no error lines */
	struct rte_wlan_channel channel;	/* wished for; control 0: where the device is */
	struct wport_hold hold;

	/* Primary process only. */
	const struct wport_family *family;
	struct usb_transport *usb;
	const struct wport_chip *chip;
	struct wport_conf conf;
	uint32_t buf_size;		/* room of a transfer, bytes */
	const char *name;		/* of the ethdev */
	void *hw;			/* the family's own, its hw_close() frees it */
	uint64_t errors_logged;		/* what wport_log_losses() has told */
	uint64_t missed_logged;
	int dyn_off;
};

/* Control path only: the bursts count. */
#define WPORT_LOG(level, port, fmt, ...) \
	rte_log(RTE_LOG_ ## level, *(port)->family->logtype, "%s: %s: " fmt "\n", \
		(port)->family->tag, (port)->name, ## __VA_ARGS__)

/* There is a device with registers: not so for a capture, nor for the null device. */
static inline bool
wport_has_device(const struct wport *port)
{
	return port->usb->ops->control != NULL && port->conf.null == NULL;
}

/* Anyone. */
static inline enum usb_state
wport_usb_state(const struct wport *port)
{
	return (enum usb_state)__atomic_load_n(&port->usb_shared.state, __ATOMIC_ACQUIRE);
}

static inline bool
wport_is_monitor(const struct wport *port)
{
	return port->monitor;
}

/* wport_probe.c: probe and remove of a family's vdev driver. */
struct rte_vdev_device;
int wport_probe(struct rte_vdev_device *vdev, const struct wport_family *family);
int wport_remove(struct rte_vdev_device *vdev);

/* wport_open.c: chip, transport. 0, or a negative errno with one error line and
 * nothing left but conf. */
struct rte_eth_dev;
int wport_open(struct wport *port, struct rte_eth_dev *dev);

/* wport_event.c: the transport's usb_event_fn; arg is the ethdev. */
void wport_usb_event(void *arg, enum usb_state state);

/* wport_ports.c: the ports of this process that look at an mbuf before they free it, by
 * whichever plugin. Kept in DPDK's memory: each plugin has a copy of this code and its
 * own variables, but there is one memory. Control context. */
void wport_ports_add(uint16_t port_id);
void wport_ports_remove(uint16_t port_id);
bool wport_ports_has(uint16_t port_id);

/* wport_rx.c */
void wport_rxq_start(struct wport_rxq *q);
void wport_rxq_stop(struct wport_rxq *q);
int wport_rxq_count(const struct wport_rxq *q);

/* wport_tx.c. The queue's transfers follow the MTU; nb_desc of them. Control
 * context, port stopped: 0 or a negative errno with an error line. */
int wport_txq_setup(struct wport *port, unsigned int queue, uint16_t nb_desc,
		    uint32_t max_len);
void wport_txq_release(struct wport *port, unsigned int queue);
/* The burst of a port without a device: frees and counts. */
uint16_t wport_tx_sink(void *queue, struct rte_mbuf **pkts, uint16_t nb_pkts);

/* wport_stats.c. The receive path logs nothing; this says once, at queue stop,
 * that something was lost since the last time. */
void wport_log_losses(struct wport *port);
int wport_stats_get(RXB_STATS_ARGS(dev, stats));
int wport_stats_reset(struct rte_eth_dev *dev);
int wport_xstats_get(struct rte_eth_dev *dev, struct rte_eth_xstat *xstats,
		     unsigned int n);
int wport_xstats_get_names(struct rte_eth_dev *dev,
			   struct rte_eth_xstat_name *names, unsigned int n);

#endif /* WPORT_H */
