/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT_HOST_H
#define MT_HOST_H

/* A host in front of an MT7921U as it was plugged in: requests, commands, code. Numbers
 * typed from openwrt/mt76 mt76_connac_mcu.h, mt792x_usb.c and mt792x_regs.h. */

#include "mt_bench.h"

struct mt_host {
	struct bench *b;
	struct usb_urb urb;	/* the one that waits on ep; data NULL: none */
	uint8_t ep;		/* where answers are looked for, 0x85 at first */
	uint8_t seq;		/* of the last command */
	struct bench_transfer *answer;	/* the last, NULL: none came */
};

#define MT_MS 1000000ull

#define MT_CONN_ON_MISC 0x7c0600f0u
#define MT_GLO_CFG 0x7c024208u
#define MT_HOST_CONFIG 0x7c027030u
#define MT_TX_QSEL 0x74000008u
#define MT_INFRA_STATUS 0x74000a20u
#define MT_RFCR1 0x820e5004u

void mt_host_open(struct mt_host *h, struct air *air);
void mt_host_close(struct mt_host *h);
/* From now on; 0: nowhere. */
void mt_listen_at(struct mt_host *h, uint8_t ep);
void mt_wait(struct mt_host *h, uint64_t ms);

/* Requests. */
void mt_power_on(struct mt_host *h);	/* the request alone */
void mt_uhw_write(struct mt_host *h, uint32_t address, uint32_t value);
void mt_dma(struct mt_host *h);		/* DMA, USB side, endpoints, SWDEF_MODE, FW_DL_EN */
void mt_wfsys_reset(struct mt_host *h);	/* without waiting for its end */

/* Transfers as they are; then 20 ms, in which an answer may come. True when one did. */
bool mt_send(struct mt_host *h, uint8_t ep, const uint8_t *data, uint32_t len);

/* A legacy, CE or EXT descriptor; the transfer's length. p has room for 76 bytes more than
 * the body. ext 0: none. */
uint32_t mt_make(uint8_t *p, uint8_t cid, uint8_t ext, uint8_t set_query, uint8_t seq,
		 const uint8_t *body, uint32_t len);
uint32_t mt_make_uni(uint8_t *p, uint16_t cid, uint8_t seq, const uint8_t *body,
		     uint32_t len);

/* Commands with the next sequence number. */
bool mt_legacy(struct mt_host *h, uint8_t cid, const uint8_t *body, uint32_t len);
bool mt_ce(struct mt_host *h, uint8_t cid, bool set, const uint8_t *body, uint32_t len);
bool mt_ext(struct mt_host *h, uint8_t ext, bool set, const uint8_t *body, uint32_t len);
bool mt_uni(struct mt_host *h, uint16_t cid, const uint8_t *body, uint32_t len);
/* With words as their body. */
bool mt_legacy1(struct mt_host *h, uint8_t cid, uint32_t a);
bool mt_legacy3(struct mt_host *h, uint8_t cid, uint32_t a, uint32_t b, uint32_t c);

/* A piece of code of len bytes that count up from first. */
void mt_code(struct mt_host *h, uint32_t len, uint8_t first);

/* The byte of the last answer; fails the test when there is none. */
uint8_t mt_answer_byte(const struct mt_host *h, uint32_t at);
/* The last answer is event eid with the command's number. */
bool mt_answered(const struct mt_host *h, uint8_t eid);

/* To the end: firmware runs; then EFUSE_BUFFER_MODE. Fail the test when it does
 * not come up. */
void mt_start(struct mt_host *h);
void mt_boot(struct mt_host *h);
/* ... and monitors: SNIFFER, CHANNEL_SWITCH. band 0 to 2 of 2.4, 5, 6 GHz. */
void mt_sniff(struct mt_host *h);
bool mt_channel(struct mt_host *h, uint8_t band, uint8_t control);

uint64_t mt_count(const struct mt_host *h, const char *name);
/* The sum of everything that a host can do wrong. */
uint64_t mt_faults(const struct mt_host *h);

#endif /* MT_HOST_H */
