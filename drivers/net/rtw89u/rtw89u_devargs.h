/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTW89U_DEVARGS_H
#define RTW89U_DEVARGS_H

#include <stdbool.h>
#include <stdint.h>

/* Keys of the driver's devargs; the guide explains them. */
#define RTW89U_ARG_MODEL	"model"
#define RTW89U_ARG_SPEED	"speed"
#define RTW89U_ARG_AIR		"air"
#define RTW89U_ARG_AIR_SET	"air-set"
#define RTW89U_ARG_MODEL_SET	"model-set"
#define RTW89U_ARG_REPLAY	"replay"
#define RTW89U_ARG_REPLAY_DEV	"replay-dev"
#define RTW89U_ARG_LOOP		"loop"
#define RTW89U_ARG_USB		"usb"
#define RTW89U_ARG_HOLD		"hold"
#define RTW89U_ARG_AGG_SIZE	"agg-size"
#define RTW89U_ARG_AGG_COUNT	"agg-count"
#define RTW89U_ARG_RX_CSUM	"rx-csum"
#define RTW89U_ARG_BUFFERS	"buffers"
#define RTW89U_ARG_BUFFER_SIZE	"buffer-size"

/* As dpdk-pmdinfo.py and help texts show them. */
#define RTW89U_PARAMS \
	RTW89U_ARG_MODEL "=<chip> " \
	RTW89U_ARG_SPEED "=high|super " \
	RTW89U_ARG_AIR "=pcap:<file>|gen:<name:value/...> " \
	RTW89U_ARG_AIR_SET "=<name:value/...> " \
	RTW89U_ARG_MODEL_SET "=<name:value/...> " \
	RTW89U_ARG_REPLAY "=<usbmon capture> " \
	RTW89U_ARG_REPLAY_DEV "=<bus.dev> " \
	RTW89U_ARG_LOOP "=0|1 " \
	RTW89U_ARG_HOLD "=<us> " \
	RTW89U_ARG_AGG_SIZE "=<KiB> " \
	RTW89U_ARG_AGG_COUNT "=<1-255> " \
	RTW89U_ARG_RX_CSUM "=chip|sw|off " \
	RTW89U_ARG_BUFFERS "=<1-256> " \
	RTW89U_ARG_BUFFER_SIZE "=<bytes>"

#define RTW89U_UNSET UINT32_MAX

enum rtw89u_csum { RTW89U_CSUM_CHIP, RTW89U_CSUM_SW, RTW89U_CSUM_OFF };

/* A port's devargs, checked one by one. Strings are the port's own copies. */
struct rtw89u_conf {
	char *model;		/* one of model, replay; usb is refused */
	char *speed;
	char *air;
	char *air_set;
	char *model_set;
	char *replay;
	char *replay_dev;
	char *usb;
	bool loop;
	uint32_t hold_us;	/* RTW89U_UNSET: by bus speed */
	uint32_t agg_kib;	/* RTW89U_UNSET: the chip's default */
	uint32_t agg_count;
	uint32_t buffers;
	uint32_t buffer_size;	/* RTW89U_UNSET: the chip's default */
	enum rtw89u_csum rx_csum;
};

/*
 * args: "key=value,..." or NULL. port names the port in error lines.
 * 0, or a negative errno with one error line and conf empty. conf is to be
 * emptied with rtw89u_conf_free(), which may be called twice.
 */
int rtw89u_conf_parse(struct rtw89u_conf *conf, const char *args, const char *port);
void rtw89u_conf_free(struct rtw89u_conf *conf);

#endif /* RTW89U_DEVARGS_H */
