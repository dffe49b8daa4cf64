/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdlib.h>
#include <string.h>

#include <CUnit/CUnit.h>

#include "bench.h"

const uint8_t bench_mac[6] = { 0x02, 0x22, 0x8a, 0x00, 0x00, 0x01 };
const uint8_t bench_other[6] = { 0x02, 0x11, 0x11, 0x11, 0x11, 0x11 };
const uint8_t bench_broadcast[6] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff };
const uint8_t bench_group[6] = { 0x01, 0x00, 0x5e, 0x00, 0x00, 0xfb };

struct bench *
bench_open(enum usb_speed speed, struct air *air)
{
	struct bench *b = calloc(1, sizeof(*b));

	if (b == NULL)
		abort();
	b->ops = usb_device_find("rtl8922au");
	b->air = air;
	b->hungry = true;
	b->dev = b->ops->create(speed, air);
	if (b->dev == NULL)
		abort();
	return b;
}

void
bench_close(struct bench *b)
{
	unsigned int i;

	b->ops->destroy(b->dev);
	if (b->air != NULL)
		air_close(b->air);
	for (i = 0; i < b->n_transfers; i++)
		free(b->transfers[i].data);
	for (i = 0; i < BENCH_URBS; i++)
		free(b->urbs[i].data);
	for (i = 0; i < b->n_outs; i++)
		free(b->outs[i].urb.data);
	free(b);
}

void
bench_switch(struct bench *b, const char *name, const char *value)
{
	CU_ASSERT_EQUAL_FATAL(b->ops->set_switch(b->dev, name, value), 0);
}

int
bench_request(struct bench *b, uint8_t type, uint8_t request, uint16_t value,
	      uint16_t index, uint16_t len, uint8_t *data)
{
	struct usb_setup setup = { type, request, value, index, len };

	return b->ops->control(b->dev, b->now_ns, &setup, data);
}

void
bench_write(struct bench *b, uint32_t address, uint32_t value)
{
	uint8_t data[4] = { (uint8_t)value, (uint8_t)(value >> 8),
			    (uint8_t)(value >> 16), (uint8_t)(value >> 24) };

	CU_ASSERT_EQUAL_FATAL(bench_request(b, 0x40, 5, (uint16_t)address,
					    (uint16_t)(address >> 16), 4, data), 4);
}

uint32_t
bench_read(struct bench *b, uint32_t address)
{
	uint8_t d[4];

	CU_ASSERT_EQUAL_FATAL(bench_request(b, 0xC0, 5, (uint16_t)address,
					    (uint16_t)(address >> 16), 4, d), 4);
	return (uint32_t)d[0] | (uint32_t)d[1] << 8 | (uint32_t)d[2] << 16 |
	       (uint32_t)d[3] << 24;
}

void
bench_submit(struct bench *b, unsigned int n, uint32_t size)
{
	unsigned int i;

	for (i = 0; i < BENCH_URBS && n > 0; i++) {
		if (b->urbs[i].data != NULL)
			continue;
		b->urbs[i].data = malloc(size);
		b->urbs[i].size = size;
		CU_ASSERT_EQUAL_FATAL(b->ops->submit(b->dev, b->now_ns, &b->urbs[i]), 0);
		n--;
	}
	CU_ASSERT_EQUAL_FATAL(n, 0);
}

static void
keep(struct bench *b, struct usb_urb *urb)
{
	struct bench_transfer *t = &b->transfers[b->n_transfers++];

	CU_ASSERT_FATAL(b->n_transfers < BENCH_TRANSFERS);
	/* Exact size, so that a sanitizer sees a reader that goes too far. */
	t->data = malloc(urb->actual);
	t->len = urb->actual;
	t->status = urb->status;
	t->done_ns = urb->done_ns;
	memcpy(t->data, urb->data, urb->actual);
	if (b->hungry) {
		CU_ASSERT_EQUAL_FATAL(b->ops->submit(b->dev, b->now_ns, urb), 0);
		return;
	}
	free(urb->data);
	urb->data = NULL;
}

struct bench_out *
bench_out(struct bench *b, uint8_t ep, const uint8_t *data, uint32_t len, bool zlp)
{
	struct bench_out *out = &b->outs[b->n_outs++];

	CU_ASSERT_FATAL(b->n_outs <= BENCH_OUTS);
	out->urb = (struct usb_urb){ .size = len, .zlp = zlp, .owner = out };
	out->urb.data = malloc(len);
	if (len != 0)
		memcpy(out->urb.data, data, len);
	CU_ASSERT_EQUAL_FATAL(b->ops->submit_out(b->dev, b->now_ns, ep, &out->urb), 0);
	return out;
}

static void
take(struct bench *b)
{
	struct usb_urb *urb;

	while ((urb = b->ops->reap(b->dev)) != NULL)
		keep(b, urb);
	while ((urb = b->ops->reap_out(b->dev)) != NULL) {
		struct bench_out *out = urb->owner;

		CU_ASSERT_FALSE(out->done);
		CU_ASSERT(urb->done_ns <= b->now_ns);
		out->done = true;
		out->order = b->n_outs_done++;
	}
}

void
bench_run(struct bench *b, uint64_t until_ns)
{
	uint64_t next;

	while ((next = b->ops->next_event(b->dev)) <= until_ns && next != UINT64_MAX) {
		if (next > b->now_ns)
			b->now_ns = next;
		b->ops->advance(b->dev, b->now_ns);
		take(b);
	}
	if (until_ns > b->now_ns && until_ns != UINT64_MAX)
		b->now_ns = until_ns;
	b->ops->advance(b->dev, b->now_ns);
	take(b);
}

void
bench_drain(struct bench *b)
{
	bench_run(b, UINT64_MAX);
}

uint64_t
bench_counter(const struct bench *b, const char *wanted)
{
	const char *name;
	uint64_t value;
	unsigned int i;

	for (i = 0; b->ops->counter(b->dev, i, &name, &value); i++)
		if (strcmp(name, wanted) == 0)
			return value;
	return UINT64_MAX;
}

static uint32_t
word(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
	       (uint32_t)p[3] << 24;
}

bool
bench_unit(const struct bench_transfer *t, uint32_t *pos, struct unit *u)
{
	unsigned int i;
	uint32_t dw0;

	if (*pos >= t->len)
		return false;
	CU_ASSERT_FATAL(*pos % 16 == 0 && t->len - *pos >= 24);
	u->desc = t->data + *pos;
	dw0 = word(u->desc);
	u->desc_len = dw0 >> 31 ? 40 : 24;
	CU_ASSERT_FATAL(t->len - *pos >= u->desc_len);
	memset(u->dw, 0, sizeof(u->dw));
	for (i = 0; i < u->desc_len / 4; i++)
		u->dw[i] = word(u->desc + 4 * i);
	u->type = dw0 >> 24 & 0x3f;
	u->packet_len = dw0 & 0x3fff;
	u->gap_len = (dw0 >> 14 & 3) * 2 + (dw0 >> 18 & 3) * 8 + (dw0 >> 20 & 3) * 16 +
		     (dw0 >> 22 & 3) * 8;
	u->gap = u->desc + u->desc_len;
	u->packet = u->gap + u->gap_len;
	u->end = *pos + u->desc_len + u->gap_len + u->packet_len;
	CU_ASSERT_FATAL(u->end <= t->len);
	*pos = (u->end + 15) / 16 * 16;
	return true;
}

unsigned int
bench_units(const struct bench_transfer *t)
{
	unsigned int n = 0;
	uint32_t pos = 0;
	struct unit u;

	while (bench_unit(t, &pos, &u))
		n++;
	return n;
}

bool
bench_nth(const struct bench *b, unsigned int type, unsigned int i, struct unit *u)
{
	unsigned int t;
	uint32_t pos;

	for (t = 0; t < b->n_transfers; t++)
		for (pos = 0; bench_unit(&b->transfers[t], &pos, u);)
			if (u->type == type && i-- == 0)
				return true;
	return false;
}

void
bench_frame_bytes(uint8_t *p, uint32_t len, uint16_t fc, const uint8_t *ra,
		  uint16_t seq_ctl)
{
	static const uint8_t ap[6] = { 0x02, 0xaa, 0xbb, 0xcc, 0xdd, 0xee };
	uint32_t i;

	for (i = 0; i < len; i++)
		p[i] = (uint8_t)i;
	p[0] = (uint8_t)fc;
	p[1] = (uint8_t)(fc >> 8);
	memcpy(p + 4, ra, 6);
	if (len >= 16)
		memcpy(p + 10, ap, 6);
	if (len >= 24) {
		p[22] = (uint8_t)seq_ctl;
		p[23] = (uint8_t)(seq_ctl >> 8);
	}
	if (len >= 28)	/* QoS control, or the first bytes of the body: no surprises */
		p[24] = p[25] = 0;
}
