/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WPORT_DEVARGS_H
#define WPORT_DEVARGS_H

#include <stdbool.h>
#include <stdint.h>

#include <rte_ether.h>

#include "rte_pmd_wlan.h"

/* Keys of the drivers' devargs; the guides explain them. */
#define WPORT_ARG_MODEL		"model"
#define WPORT_ARG_SPEED		"speed"
#define WPORT_ARG_AIR		"air"
#define WPORT_ARG_AIR_SET	"air-set"
#define WPORT_ARG_AIR_OUT	"air-out"
#define WPORT_ARG_MODEL_SET	"model-set"
#define WPORT_ARG_NULL		"null"
#define WPORT_ARG_REPLAY	"replay"
#define WPORT_ARG_REPLAY_DEV	"replay-dev"
#define WPORT_ARG_CHIP		"chip"
#define WPORT_ARG_LOOP		"loop"
#define WPORT_ARG_USB		"usb"
#define WPORT_ARG_MODE		"mode"
#define WPORT_ARG_BSSID		"bssid"
#define WPORT_ARG_HOLD		"hold"
#define WPORT_ARG_AGG_SIZE	"agg-size"
#define WPORT_ARG_AGG_COUNT	"agg-count"
#define WPORT_ARG_RX_CSUM	"rx-csum"
#define WPORT_ARG_RX_ATTACH	"rx-attach"
#define WPORT_ARG_RX_BAD_FCS	"rx-bad-fcs"
#define WPORT_ARG_GRO		"gro"
#define WPORT_ARG_GRO_UDP	"gro-udp"
#define WPORT_ARG_GRO_FLOWS	"gro-flows"
#define WPORT_ARG_GRO_HOLD	"gro-hold"
#define WPORT_ARG_BUFFERS	"buffers"
#define WPORT_ARG_BUFFER_SIZE	"buffer-size"
#define WPORT_ARG_BUFFER_MEMORY	"buffer-memory"
#define WPORT_ARG_FIRMWARE	"firmware"
#define WPORT_ARG_CHANNEL	"channel"
#define WPORT_ARG_BAND		"band"
#define WPORT_ARG_BANDWIDTH	"bandwidth"

/* The keys of every family, for its list. */
#define WPORT_KEYS \
	WPORT_ARG_MODEL, WPORT_ARG_SPEED, WPORT_ARG_AIR, WPORT_ARG_AIR_SET, \
	WPORT_ARG_AIR_OUT, WPORT_ARG_MODEL_SET, WPORT_ARG_NULL, WPORT_ARG_REPLAY, \
	WPORT_ARG_REPLAY_DEV, WPORT_ARG_CHIP, WPORT_ARG_LOOP, WPORT_ARG_USB, \
	WPORT_ARG_MODE, WPORT_ARG_BSSID, WPORT_ARG_HOLD, WPORT_ARG_AGG_SIZE, \
	WPORT_ARG_AGG_COUNT, WPORT_ARG_RX_CSUM, WPORT_ARG_RX_ATTACH, WPORT_ARG_RX_BAD_FCS, \
	WPORT_ARG_GRO, WPORT_ARG_GRO_UDP, WPORT_ARG_GRO_FLOWS, WPORT_ARG_GRO_HOLD, \
	WPORT_ARG_BUFFERS, WPORT_ARG_BUFFER_SIZE, WPORT_ARG_BUFFER_MEMORY, \
	WPORT_ARG_FIRMWARE, WPORT_ARG_CHANNEL, WPORT_ARG_BAND, WPORT_ARG_BANDWIDTH

/* As dpdk-pmdinfo.py and help texts show them. */
#define WPORT_PARAMS \
	WPORT_ARG_MODEL "=<chip> " \
	WPORT_ARG_SPEED "=high|super " \
	WPORT_ARG_AIR "=pcap:<file>|gen:<name:value/...> " \
	WPORT_ARG_AIR_SET "=<name:value/...> " \
	WPORT_ARG_AIR_OUT "=<capture> " \
	WPORT_ARG_MODEL_SET "=<name:value/...> " \
	WPORT_ARG_NULL "=<chip> " \
	WPORT_ARG_REPLAY "=<usbmon capture> " \
	WPORT_ARG_REPLAY_DEV "=<bus.dev> " \
	WPORT_ARG_CHIP "=<chip> " \
	WPORT_ARG_LOOP "=0|1 " \
	WPORT_ARG_USB "=<vid:pid>|<bus-port> " \
	WPORT_ARG_FIRMWARE "=<folder>|running " \
	WPORT_ARG_CHANNEL "=<1-233> " \
	WPORT_ARG_BAND "=2|5|6 " \
	WPORT_ARG_BANDWIDTH "=20|40|80|160|320 " \
	WPORT_ARG_MODE "=ethernet|monitor " \
	WPORT_ARG_BSSID "=<mac> " \
	WPORT_ARG_HOLD "=<us>|auto[:latency|:balanced|:cpu] " \
	WPORT_ARG_AGG_SIZE "=<KiB> " \
	WPORT_ARG_AGG_COUNT "=<1-255> " \
	WPORT_ARG_RX_CSUM "=chip|sw|off " \
	WPORT_ARG_RX_ATTACH "=<bytes> " \
	WPORT_ARG_RX_BAD_FCS "=drop|keep " \
	WPORT_ARG_GRO "=merge|list " \
	WPORT_ARG_GRO_UDP "=0|1 " \
	WPORT_ARG_GRO_FLOWS "=<1-16384> " \
	WPORT_ARG_GRO_HOLD "=<us> " \
	WPORT_ARG_BUFFERS "=<1-256> " \
	WPORT_ARG_BUFFER_SIZE "=<bytes> " \
	WPORT_ARG_BUFFER_MEMORY "=dpdk|usbfs"

#define WPORT_UNSET UINT32_MAX

enum wport_csum { WPORT_CSUM_CHIP, WPORT_CSUM_SW, WPORT_CSUM_OFF };
enum wport_mode { WPORT_MODE_ETHERNET, WPORT_MODE_MONITOR };
enum wport_gro_mode { WPORT_GRO_MERGE, WPORT_GRO_LIST };
enum wport_bad_fcs { WPORT_BAD_FCS_DROP, WPORT_BAD_FCS_KEEP };

/* Places for a family's own words. */
#define WPORT_FAMILY_ARGS 2

/* A port's devargs, checked one by one. Strings are the port's own copies. */
struct wport_conf {
	char *model;		/* one of model, replay, null, usb */
	char *speed;
	char *air;
	char *air_set;
	char *air_out;
	char *model_set;
	char *null;		/* takes all, sends nothing: what sending costs */
	char *replay;
	char *replay_dev;
	char *chip;		/* of a capture, NULL: the family's first; of a real device,
				 * NULL: the one that has its id */
	char *usb;		/* a real device */
	char *firmware;		/* folder of its files; "running": none is loaded, what runs
				 * is used. NULL: the family's folder, for a model "running" */
	struct rte_wlan_channel channel;	/* control 0: not given */
	bool usbfs_memory;
	bool loop;
	enum rte_wlan_hold_policy hold_policy;
	uint32_t hold_us;	/* WPORT_UNSET: by bus speed */
	uint32_t agg_kib;	/* WPORT_UNSET: the chip's default */
	uint32_t agg_count;
	uint32_t buffers;
	uint32_t buffer_size;	/* WPORT_UNSET: the chip's default */
	uint32_t rx_attach;	/* bytes; 0: off */
	struct rte_ether_addr bssid;
	enum wport_csum rx_csum;
	enum wport_mode mode;
	enum wport_bad_fcs bad_fcs;
	enum wport_gro_mode gro;	/* what LRO does when it is switched on */
	bool gro_udp;		/* ... to datagrams too */
	uint32_t gro_flows;	/* open at a time */
	uint32_t gro_hold_us;	/* 0: nothing stays open between two reads */
	uint32_t family_arg[WPORT_FAMILY_ARGS];	/* by the family's words[]; 0: the first */
};

struct wport;

/*
 * Fills port->conf and port->chip from args, "key=value,..." or NULL; port->family
 * and port->name are set.
 * 0, or a negative errno with one error line and conf empty: -ENODEV for a chip
 * that the family does not have, -ENOMEM, what usb_libusb_identify() says of usb=, else
 * -EINVAL. conf is to be emptied with
 * wport_conf_free(), which may be called twice.
 */
int wport_conf_parse(struct wport *port, const char *args);
void wport_conf_free(struct wport_conf *conf);

/* wport_devargs_usb.c: sets port->chip from what usb= names. As wport_conf_parse(). */
struct wport_family;
int wport_find_usb_chip(struct wport *port);

/* wport_devargs_check.c: what does not go together. 0, or -EINVAL with one error line. */
struct rte_kvargs;
int wport_conf_check(const struct wport *port, const struct rte_kvargs *kv);

#endif /* WPORT_DEVARGS_H */
