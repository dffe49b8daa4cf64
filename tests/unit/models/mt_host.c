/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdlib.h>
#include <string.h>

#include <CUnit/CUnit.h>

#include "mt_host.h"

#define COMMAND_MAX 4200u

void
mt_host_open(struct mt_host *h, struct air *air)
{
	memset(h, 0, sizeof(*h));
	h->b = mt_open(USB_SPEED_SUPER, air);
	h->b->hungry = false;
	h->ep = 0x85;
	bench_switch(h->b, "boot", "cold");
}

void
mt_listen_at(struct mt_host *h, uint8_t ep)
{
	while (h->b->ops->cancel(h->b->dev) != NULL)
		;
	free(h->urb.data);
	h->urb.data = NULL;
	h->ep = ep;
}

void
mt_host_close(struct mt_host *h)
{
	mt_listen_at(h, 0);
	bench_close(h->b);
}

void
mt_wait(struct mt_host *h, uint64_t ms)
{
	bench_run(h->b, h->b->now_ns + ms * MT_MS);
}

void
mt_power_on(struct mt_host *h)
{
	CU_ASSERT_EQUAL(bench_request(h->b, 0x5f, 0x04, 0, 1, 0, NULL), 0);
}

void
mt_uhw_write(struct mt_host *h, uint32_t address, uint32_t value)
{
	uint8_t data[4];

	mt_put_word(data, value);
	CU_ASSERT_EQUAL_FATAL(bench_request(h->b, 0x5e, 0x02, (uint16_t)(address >> 16),
					    (uint16_t)address, 4, data), 4);
}

void
mt_dma(struct mt_host *h)
{
	mt_write(h->b, MT_GLO_CFG, 0x10200205);
	mt_write(h->b, MT_WLCFG_0, MT_WLCFG_0_ON);
	mt_uhw_write(h, 0x74011890, 0);
	mt_write(h->b, 0x0041f23c, 0);
	mt_write(h->b, MT_TX_QSEL, 8);
}

void
mt_wfsys_reset(struct mt_host *h)
{
	mt_uhw_write(h, 0x70002600, 1);
	mt_uhw_write(h, 0x70002600, 0);
	mt_uhw_write(h, 0x74000a24, 0);
}

static void
listen(struct mt_host *h)
{
	if (h->urb.data != NULL)
		return;
	h->urb.data = malloc(2048);
	h->urb.size = 2048;
	CU_ASSERT_EQUAL_FATAL(h->b->ops->submit_in(h->b->dev, h->b->now_ns, h->ep, &h->urb),
			      0);
}

/* An event without a command's number. */
static bool
unsolicited(const struct bench_transfer *t)
{
	return t->len >= 36 && t->data[29] == 0;
}

bool
mt_send(struct mt_host *h, uint8_t ep, const uint8_t *data, uint32_t len)
{
	unsigned int before = h->b->n_transfers;

	if (h->ep != 0)
		listen(h);
	h->b->n_outs = h->b->n_outs == BENCH_OUTS ? 0 : h->b->n_outs;
	free(h->b->outs[h->b->n_outs].urb.data);
	memset(&h->b->outs[h->b->n_outs], 0, sizeof(h->b->outs[0]));
	bench_out(h->b, ep, data, len, false);
	mt_wait(h, 20);
	for (h->answer = NULL; before < h->b->n_transfers; before++) {
		if (!unsolicited(&h->b->transfers[before])) {
			h->answer = &h->b->transfers[before];
		} else if (h->ep != 0) {
			listen(h);
			mt_wait(h, 20);
		}
	}
	return h->answer != NULL;
}

/* USB word in front, end mark behind. */
static uint32_t
wrap(uint8_t *p, uint32_t content)
{
	uint32_t padded = (content + 3) / 4 * 4;

	mt_put_word(p, content);
	memset(p + 4 + content, 0, padded - content + 4);
	return 4 + padded + 4;
}

static uint8_t *
hardware_words(uint8_t *p, uint32_t content)
{
	memset(p, 0, 64);
	mt_put_word(p, 0x41000000 | content);
	mt_put_word(p + 4, 0x80010000);
	p[32] = (uint8_t)(content - 32);
	p[33] = (uint8_t)((content - 32) >> 8);
	p[37] = 0xa0;
	return p;
}

uint32_t
mt_make(uint8_t *p, uint8_t cid, uint8_t ext, uint8_t set_query, uint8_t seq,
	const uint8_t *body, uint32_t len)
{
	uint8_t *d = hardware_words(p + 4, 64 + len);

	d[35] = 0x80;
	d[36] = cid;
	d[38] = set_query;
	d[39] = seq;
	d[41] = ext;
	d[43] = ext != 0;
	if (len != 0)
		memcpy(d + 64, body, len);
	return wrap(p, 64 + len);
}

uint32_t
mt_make_uni(uint8_t *p, uint16_t cid, uint8_t seq, const uint8_t *body, uint32_t len)
{
	uint8_t *d = hardware_words(p + 4, 48 + len);

	d[34] = (uint8_t)cid;
	d[35] = (uint8_t)(cid >> 8);
	d[39] = seq;
	d[43] = 7;
	memcpy(d + 48, body, len);
	return wrap(p, 48 + len);
}

static uint8_t
next_seq(struct mt_host *h)
{
	h->seq = h->seq % 15 + 1;
	return h->seq;
}

static bool
command(struct mt_host *h, uint8_t cid, uint8_t ext, uint8_t set_query, const uint8_t *body,
	uint32_t len)
{
	uint8_t p[COMMAND_MAX];

	CU_ASSERT_FATAL(len <= COMMAND_MAX - 76);
	return mt_send(h, 0x08, p, mt_make(p, cid, ext, set_query, next_seq(h), body, len));
}

bool
mt_legacy(struct mt_host *h, uint8_t cid, const uint8_t *body, uint32_t len)
{
	return command(h, cid, 0, 3, body, len);
}

bool
mt_ce(struct mt_host *h, uint8_t cid, bool set, const uint8_t *body, uint32_t len)
{
	return command(h, cid, 0, set, body, len);
}

bool
mt_ext(struct mt_host *h, uint8_t ext, bool set, const uint8_t *body, uint32_t len)
{
	return command(h, 0xed, ext, set, body, len);
}

bool
mt_uni(struct mt_host *h, uint16_t cid, const uint8_t *body, uint32_t len)
{
	uint8_t p[COMMAND_MAX];

	return mt_send(h, 0x08, p, mt_make_uni(p, cid, next_seq(h), body, len));
}

bool
mt_legacy1(struct mt_host *h, uint8_t cid, uint32_t a)
{
	uint8_t body[4];

	mt_put_word(body, a);
	return mt_legacy(h, cid, body, 4);
}

bool
mt_legacy3(struct mt_host *h, uint8_t cid, uint32_t a, uint32_t b, uint32_t c)
{
	uint8_t body[12];

	mt_put_word(body, a);
	mt_put_word(body + 4, b);
	mt_put_word(body + 8, c);
	return mt_legacy(h, cid, body, 12);
}

void
mt_code(struct mt_host *h, uint32_t len, uint8_t first)
{
	uint8_t p[COMMAND_MAX];
	uint32_t i;

	CU_ASSERT_FATAL(len <= 4096);
	for (i = 0; i < len; i++)
		p[4 + i] = (uint8_t)(first + i);
	mt_send(h, 0x04, p, wrap(p, len));
}

uint8_t
mt_answer_byte(const struct mt_host *h, uint32_t at)
{
	CU_ASSERT_PTR_NOT_NULL_FATAL(h->answer);
	CU_ASSERT_FATAL(at < h->answer->len);
	return h->answer->data[at];
}

bool
mt_answered(const struct mt_host *h, uint8_t eid)
{
	return h->answer != NULL && h->answer->len >= 36 && h->answer->data[28] == eid &&
	       h->answer->data[29] == h->seq;
}

/* A patch of one section, one region of RAM code that starts at its address. */
static void
load(struct mt_host *h)
{
	const uint8_t start[8] = { 1, 0, 0, 0, 0x00, 0x50, 0x91, 0x00 };

	CU_ASSERT(mt_legacy1(h, 0x10, 1));
	CU_ASSERT_EQUAL(mt_answer_byte(h, 32), 2);
	CU_ASSERT(mt_legacy3(h, 0x05, 0x900000, 5000, 0x80000000));
	mt_code(h, 4096, 0);
	mt_code(h, 904, 0);
	CU_ASSERT(mt_legacy1(h, 0x07, 0));
	CU_ASSERT_EQUAL(mt_answer_byte(h, 32), 0);
	CU_ASSERT(mt_legacy1(h, 0x10, 0));
	CU_ASSERT_EQUAL(mt_answer_byte(h, 32), 3);
	CU_ASSERT(mt_legacy3(h, 0x01, 0x915000, 100, 0x80000000));
	mt_code(h, 100, 7);
	CU_ASSERT(mt_legacy(h, 0x02, start, 8));
	mt_wait(h, 30);
}

void
mt_start(struct mt_host *h)
{
	mt_power_on(h);
	mt_wait(h, 5);
	CU_ASSERT_EQUAL_FATAL(mt_read(h->b, MT_CONN_ON_MISC), 1);
	mt_dma(h);
	load(h);
	CU_ASSERT_EQUAL_FATAL(mt_read(h->b, MT_CONN_ON_MISC), 3);
	mt_write(h->b, MT_TX_QSEL, 0);
}

void
mt_boot(struct mt_host *h)
{
	const uint8_t efuse[4] = { 0, 1, 0, 0 };

	mt_start(h);
	CU_ASSERT(mt_ext(h, 0x21, true, efuse, 4));
}

void
mt_sniff(struct mt_host *h)
{
	const uint8_t enable[12] = { 0, 0, 0, 0, 0, 0, 8, 0, 1 };

	CU_ASSERT(mt_uni(h, 0x24, enable, 12));
}

bool
mt_channel(struct mt_host *h, uint8_t band, uint8_t control)
{
	const uint8_t info[76] = { control, control, 0, 2, 2, [10] = band };

	return mt_ext(h, 0x08, true, info, 76);
}

uint64_t
mt_count(const struct mt_host *h, const char *name)
{
	return bench_counter(h->b, name);
}

uint64_t
mt_faults(const struct mt_host *h)
{
	static const char *const names[] = {
		"mcu_bad_transfer", "mcu_bad_word", "mcu_bad_tail", "mcu_bad_descriptor",
		"mcu_bad_length", "mcu_bad_kind", "mcu_bad_seq", "mcu_no_power", "mcu_dma_off",
		"mcu_bad_order", "mcu_bad_body", "mcu_bad_channel", "fw_no_semaphore",
		"fw_no_region", "fw_bad_address", "fw_bad_mode", "fw_too_few", "fw_too_many",
		"fw_no_patch", "fw_bad_start", "boot_no_swdef", "boot_no_init",
		"boot_reset_endpoints", "mcu_unknown", "control_stalls",
	};
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		uint64_t n = mt_count(h, names[i]);

		CU_ASSERT_NOT_EQUAL(n, UINT64_MAX);
		sum += n;
	}
	return sum;
}
