/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef SCRIPTED_TRANSPORT_H
#define SCRIPTED_TRANSPORT_H

/*
 * A transport that hands out the transfers of a test. To be included behind the
 * test's struct bench, which begins with its struct usb_transport and has the queue q
 * and the transfers: xfers, blocks (their memory), out, nb_xfers, polled, returned.
 */

static inline struct bench *
bench_of(const struct usb_transport *t)
{
	return (struct bench *)(uintptr_t)t;
}

static inline unsigned int
bench_poll(struct usb_transport *t, struct usb_xfer **xfers, unsigned int n)
{
	struct bench *b = bench_of(t);
	unsigned int i;

	for (i = 0; i < n && b->polled < b->nb_xfers; i++) {
		b->out[b->polled] = true;
		xfers[i] = &b->xfers[b->polled++];
	}
	return i;
}

/* The bytes are gone at once: a receiver that still looks at them is caught. */
static inline void
bench_return(struct usb_transport *t, struct usb_xfer **xfers, unsigned int n)
{
	struct bench *b = bench_of(t);
	unsigned int i;

	for (i = 0; i < n; i++) {
		size_t at = xfers[i] - b->xfers;

		CU_ASSERT_FATAL(at < b->nb_xfers);
		CU_ASSERT_TRUE(b->out[at]);
		b->out[at] = false;
		b->returned++;
		free(b->blocks[at]);
		b->blocks[at] = NULL;
	}
}

static inline unsigned int
bench_count(const struct usb_transport *t)
{
	return bench_of(t)->nb_xfers - bench_of(t)->polled;
}

static const struct usb_transport_ops bench_ops = {
	.name = "scripted",
	.rx_poll = bench_poll,
	.rx_return = bench_return,
	.rx_count = bench_count,
};

/* What a frame's length may be and still be received. */
static inline void
bench_lengths(struct bench *b, uint32_t max_len, bool scatter)
{
	b->q.max_len = max_len;
	b->q.plain_len = RTE_MIN(max_len, b->q.room);
	b->q.scatter = scatter;
}

#endif /* SCRIPTED_TRANSPORT_H */
