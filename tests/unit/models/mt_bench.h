/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT_BENCH_H
#define MT_BENCH_H

/* The bench for the MT7921U: its registers, its units by the rules of the descriptor
 * alone, its transfers to the OUT endpoints. Numbers typed from openwrt/mt76
 * mt76_connac2_mac.h and mt792x_regs.h. */

#include "bench.h"

struct bench *mt_open(enum usb_speed speed, struct air *air);

void mt_write(struct bench *b, uint32_t address, uint32_t value);
uint32_t mt_read(struct bench *b, uint32_t address);

/* A unit of a transfer. */
struct mt_unit {
	uint32_t dw[6];
	unsigned int type, length;
	const uint8_t *group[6];	/* by number, NULL: not there */
	const uint8_t *frame;		/* behind groups and HDR_OFFSET */
	uint32_t frame_len;
};

/* The unit at pos of a transfer; fails the test when it does not fit. */
void mt_unit_at(const struct bench_transfer *t, uint32_t pos, struct mt_unit *u);

/* The i-th transfer's first unit. */
void mt_first(const struct bench *b, unsigned int i, struct mt_unit *u);

/* Bits high..low of a word. */
static inline uint32_t
mt_field(uint32_t word, unsigned int high, unsigned int low)
{
	return (uint32_t)(((uint64_t)word >> low) & ((1ull << (high - low + 1)) - 1));
}

static inline uint32_t
mt_word(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
	       (uint32_t)p[3] << 24;
}

static inline void
mt_put_word(uint8_t *p, uint32_t v)
{
	p[0] = (uint8_t)v;
	p[1] = (uint8_t)(v >> 8);
	p[2] = (uint8_t)(v >> 16);
	p[3] = (uint8_t)(v >> 24);
}

/* An MSDU with RFC 1042 header in a QoS data frame from the access point to the own
 * address; returns the length with room for an FCS of zeros. payload_len bytes count up. */
uint32_t mt_qos_frame(uint8_t *p, uint32_t payload_len);

#define MT_WLCFG_0 0x74000018u
#define MT_WLCFG_1 0x7400000cu
#define MT_RFCR 0x820e5000u
#define MT_MDP_DCR0 0x820cd000u
#define MT_DMA_DCR0 0x820e7000u
#define MT_WLCFG_0_ON 0x00d40000u	/* RX_EN, TX_EN, MPSZ_PAD0, TICK_1US */
#define MT_XLAT 0x00080000u		/* MDP_DCR0 bit 19 */
#define MT_DAMSDU 0x00008000u		/* ... bit 15 */

#endif /* MT_BENCH_H */
