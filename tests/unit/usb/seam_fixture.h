/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef SEAM_FIXTURE_H
#define SEAM_FIXTURE_H

/* A transport of the back end whose turn it is, and how to receive from any. */

#include "replay_fixture.h"
#include "seam.h"

/* Longer than any transfer takes on a busy machine. */
#define PATIENCE_US	2000000
/* Long enough for one that must not come. */
#define QUIET_US	20000
#define HELD_MAX	(SEAM_NUMBERS + 1)

static const struct seam_back_end *be;	/* whose turn it is */
static struct usb_shared shared[2];
static struct usb_transport *t;
static int next_number;		/* that must come, -1: any */
static uint32_t last_sequence;	/* of the second endpoint, where it has its own */
static unsigned int nb_of_event;	/* transfers that have come from there */

static inline int
open_as(const char *port, struct usb_shared *mem, struct usb_transport **to)
{
	const struct usb_transport_conf conf = {
		.port = port, .socket_id = -1, .nb_bufs = SEAM_BUFS,
		.nb_spare = SEAM_SPARE, .buf_size = SEAM_ROOM, .ep_in = SEAM_EP,
		.ep_event = be->events != SEAM_NO_EVENTS ? SEAM_EP_EVENT : 0,
		.nb_event = be->events != SEAM_NO_EVENTS ? SEAM_EVENTS : 0,
		.shared = mem,
	};

	last_sequence = 0;
	memset(mem, 0, sizeof(*mem));
	*to = NULL;
	return be->open(&conf, to);
}

static inline void
open_one(void)
{
	fflush(fx_log);
	rewind(fx_log);
	CU_ASSERT_EQUAL_FATAL(open_as("net_seam0", &shared[0], &t), 0);
	CU_ASSERT_PTR_NOT_NULL_FATAL(t);
}

/* Nothing went wrong, so nothing was said. */
static inline void
close_one(void)
{
	t->ops->close(t);
	t = NULL;
	CU_ASSERT_EQUAL(ftell(fx_log), 0);
}

static inline void
start(void)
{
	next_number = be->rewinds ? 0 : -1;
	CU_ASSERT_EQUAL_FATAL(t->ops->start(t), 0);
}

static inline void
stop(void)
{
	CU_ASSERT_EQUAL_FATAL(t->ops->stop(t), 0);
}

/* Completed transfers there can be. */
static inline unsigned int
count_max(void)
{
	return SEAM_BUFS + (be->events != SEAM_NO_EVENTS ? SEAM_EVENTS : 0);
}

static inline void
look_at_sequence(const struct usb_xfer *x)
{
	CU_ASSERT_TRUE(seam_sequence(x) > last_sequence);
	last_sequence = seam_sequence(x);
}

/* What holds of each transfer. */
static inline void
look_at(const struct usb_xfer *x)
{
	int number = seam_number(x);
	bool event = x->ep != SEAM_EP;

	CU_ASSERT_TRUE(x->len <= x->size);
	CU_ASSERT_EQUAL(x->status, 0);
	CU_ASSERT_FALSE(x->full && x->len != x->size);
	CU_ASSERT_TRUE(!event || (x->ep == SEAM_EP_EVENT && be->events != SEAM_NO_EVENTS));
	nb_of_event += event;
	if (event && be->events == SEAM_OWN_SEQUENCE) {
		look_at_sequence(x);
		return;
	}
	CU_ASSERT_NOT_EQUAL(number, -1);
	CU_ASSERT_TRUE(next_number == -1 || number == next_number);
	next_number = (number + 1) % (int)SEAM_NUMBERS;
}

/* Polls until there is something, at most so long. */
static inline unsigned int
wait_for(struct usb_xfer **x, unsigned int n, unsigned int us)
{
	unsigned int got, waited, i, count;

	for (waited = 0; ; waited += 50) {
		count = t->ops->rx_count(t);
		CU_ASSERT_TRUE(count <= count_max());
		got = t->ops->rx_poll(t, x, n);
		CU_ASSERT_TRUE_FATAL(got <= n);
		for (i = 0; i < got; i++)
			look_at(x[i]);
		if (got != 0 || waited >= us)
			return got;
		usleep(50);
	}
}

/* So many transfers, each given back at once; how many came. */
static inline unsigned int
receive(unsigned int want)
{
	struct usb_xfer *x[3];
	unsigned int got, all = 0;

	while (all < want) {
		got = wait_for(x, RTE_MIN(want - all, RTE_DIM(x)), PATIENCE_US);
		if (got == 0)
			break;
		t->ops->rx_return(t, x, got);
		all += got;
	}
	return all;
}

static inline void
nothing_comes(void)
{
	struct usb_xfer *x[2];

	CU_ASSERT_EQUAL(wait_for(x, 2, QUIET_US), 0);
}

/* As many as there are, none given back: all different. */
static inline unsigned int
hold_all(struct usb_xfer **held)
{
	unsigned int n = 0, got, i, j;

	while (n < be->most_out) {
		got = wait_for(held + n, RTE_MIN(3u, be->most_out - n), PATIENCE_US);
		if (got == 0)
			break;
		for (i = n; i < n + got; i++)
			for (j = 0; j < i; j++)
				CU_ASSERT_PTR_NOT_EQUAL(held[i], held[j]);
		n += got;
	}
	CU_ASSERT_EQUAL(n, be->most_out);
	return n;
}

#endif /* SEAM_FIXTURE_H */
