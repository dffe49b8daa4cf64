/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fake_internal.h"
#include "fake_script.h"

struct endpoint {
	const struct fake_step *steps;
	unsigned int nb, at;
	struct fake_step rest;
	struct fake_urbs waiting;	/* pending ones, in order */
	struct fake_urb *swapped;
	bool halted;
	uint64_t done;
};

struct script {
	struct fake_script_conf conf;
	struct endpoint eps[256];
	bool hold_control;
	struct fake_urbs controls;
	pthread_t thread;
	bool stop;
};

/* In fake_urb.back: */
enum { STEP_WHAT, STEP_STATUS, STEP_LEN, NUMBER, NUMBERED };

static struct script *
script_of(struct fake_usbfs *f)
{
	return f->priv;
}

static struct endpoint *
endpoint_of(struct fake_usbfs *f, uint8_t ep)
{
	return &script_of(f)->eps[ep];
}

static void
end(struct fake_usbfs *f, struct fake_urb *u, int status, uint32_t len)
{
	struct script *s = script_of(f);
	struct endpoint *e = &s->eps[u->ep];

	len = len < u->size ? len : u->size;
	TAILQ_REMOVE(&e->waiting, u, held);
	/* What has been overtaken has the number that it should have had. */
	if ((status == 0 || len != 0) && u->back[NUMBERED] == 0)
		u->back[NUMBER] = e->done++;
	if ((u->ep & 0x80) == 0 && status == 0 && s->conf.sent != NULL)
		s->conf.sent(s->conf.arg, u->ep, u->data, len, u->zlp);
	fake_urb_done(f, u, status, len);
}

static void
end_swapped(struct fake_usbfs *f, struct endpoint *e)
{
	struct fake_urb *u = e->swapped;

	e->swapped = NULL;
	if (u != NULL)
		end(f, u, (int)(int64_t)u->back[STEP_STATUS], (uint32_t)u->back[STEP_LEN]);
}

/* What the script says of the next request. */
static void
play(struct fake_usbfs *f, struct endpoint *e, struct fake_urb *u)
{
	const struct fake_step *step = e->at < e->nb ? &e->steps[e->at++] : &e->rest;

	u->back[STEP_WHAT] = (uint64_t)step->what + 1;
	u->back[STEP_STATUS] = (uint64_t)(int64_t)step->status;
	u->back[STEP_LEN] = step->len;
	if (step->what == FAKE_SWAP) {
		end_swapped(f, e);
		e->swapped = u;
		u->back[NUMBER] = e->done++;
		u->back[NUMBERED] = true;
	} else if (step->what == FAKE_DONE) {
		end(f, u, step->status, step->len);
		end_swapped(f, e);
	}
}

static int
script_submit(struct fake_usbfs *f, struct fake_urb *u)
{
	struct script *s = script_of(f);
	struct endpoint *e = &s->eps[u->ep];

	TAILQ_INSERT_TAIL(&e->waiting, u, held);
	if (e->halted)
		end(f, u, -EPIPE, 0);
	else if (s->conf.pace_us == 0)
		play(f, e, u);
	return 0;
}

static void
script_forget(struct fake_usbfs *f, struct fake_urb *u)
{
	struct endpoint *e = endpoint_of(f, u->ep);

	if (u->ep == 0) {
		TAILQ_REMOVE(&script_of(f)->controls, u, held);
		return;
	}
	if (e->swapped == u)
		e->swapped = NULL;
	TAILQ_REMOVE(&e->waiting, u, held);
}

static int
script_discard(struct fake_usbfs *f, struct fake_urb *u)
{
	enum fake_do what = u->back[STEP_WHAT] == 0 ? FAKE_HOLD :
			    (enum fake_do)(u->back[STEP_WHAT] - 1);
	uint32_t len = u->back[STEP_WHAT] == 0 ? 0 : (uint32_t)u->back[STEP_LEN];
	int status = (int)(int64_t)u->back[STEP_STATUS];

	if (u->ep == 0) {
		script_forget(f, u);
		fake_urb_done(f, u, -ENOENT, 0);
		return 0;
	}
	if (what == FAKE_DEAF)
		return 0;
	if (endpoint_of(f, u->ep)->swapped == u)
		endpoint_of(f, u->ep)->swapped = NULL;
	end(f, u, what == FAKE_LATE || what == FAKE_RACE ? status : -ENOENT,
	    what == FAKE_SWAP ? 0 : len);
	return what == FAKE_RACE ? -EINVAL : 0;
}

static void
script_fetch(struct fake_usbfs *f, struct fake_urb *u, uint8_t *to)
{
	struct script *s = script_of(f);

	s->conf.fill(s->conf.arg, u->ep, u->back[NUMBER], to, u->actual);
}

static int
answer(struct script *s, const struct fake_setup *setup, uint8_t *data)
{
	if (s->conf.control != NULL)
		return s->conf.control(s->conf.arg, setup->bmRequestType, setup->bRequest,
				       setup->wValue, setup->wIndex, data, setup->wLength);
	if ((setup->bmRequestType & 0x80) != 0)
		memset(data, 0, setup->wLength);
	return setup->wLength;
}

static int
script_control(struct fake_usbfs *f, struct fake_urb *u, const struct fake_setup *setup,
	       uint8_t *data)
{
	struct script *s = script_of(f);

	if (!s->hold_control || u == NULL)
		return answer(s, setup, data);
	TAILQ_INSERT_TAIL(&s->controls, u, held);
	return FAKE_PENDING;
}

static void
script_clear_halt(struct fake_usbfs *f, uint8_t ep)
{
	endpoint_of(f, ep)->halted = false;
}

static int
script_reset(struct fake_usbfs *f)
{
	unsigned int i;

	for (i = 0; i < 256; i++)
		script_clear_halt(f, (uint8_t)i);
	return 0;
}

static void
serve(struct fake_usbfs *f, struct endpoint *e, unsigned int n)
{
	struct fake_urb *u, *next;

	for (u = TAILQ_FIRST(&e->waiting); u != NULL && n > 0; u = next) {
		next = TAILQ_NEXT(u, held);
		if (u->back[STEP_WHAT] != 0)
			continue;
		play(f, e, u);
		n--;
	}
}

static void *
pace(void *arg)
{
	struct fake_usbfs *f = arg;
	struct script *s = script_of(f);
	struct timespec wait = { 0, (long)s->conf.pace_us * 1000 };
	unsigned int i;

	while (!__atomic_load_n(&s->stop, __ATOMIC_ACQUIRE)) {
		nanosleep(&wait, NULL);
		fake_lock(f);
		for (i = 1; i < 256; i++)
			serve(f, &s->eps[i], s->conf.burst);
		fake_unlock(f);
	}
	return NULL;
}

static void
script_destroy(struct fake_usbfs *f)
{
	struct script *s = script_of(f);

	if (s->conf.pace_us != 0) {
		__atomic_store_n(&s->stop, true, __ATOMIC_RELEASE);
		pthread_join(s->thread, NULL);
	}
	free(s);
}

static const struct fake_back_end script_back_end = {
	.submit = script_submit,
	.discard = script_discard,
	.forget = script_forget,
	.fetch = script_fetch,
	.control = script_control,
	.clear_halt = script_clear_halt,
	.reset = script_reset,
	.destroy = script_destroy,
};

int
fake_script_attach(struct fake_usbfs *f, const struct fake_script_conf *conf)
{
	struct script *s = calloc(1, sizeof(*s));
	unsigned int i;

	if (s == NULL)
		return -1;
	if (conf != NULL)
		s->conf = *conf;
	s->conf.fill = s->conf.fill == NULL ? fake_fill : s->conf.fill;
	s->conf.burst = s->conf.burst == 0 ? 1 : s->conf.burst;
	TAILQ_INIT(&s->controls);
	for (i = 0; i < 256; i++) {
		TAILQ_INIT(&s->eps[i].waiting);
		s->eps[i].rest.what = FAKE_HOLD;
	}
	fake_set_back_end(f, &script_back_end, s);
	if (s->conf.pace_us == 0 || pthread_create(&s->thread, NULL, pace, f) == 0)
		return 0;
	fake_set_back_end(f, NULL, NULL);
	free(s);
	return -1;
}

void
fake_script(struct fake_usbfs *f, uint8_t ep, const struct fake_step *steps, unsigned int nb,
	    struct fake_step rest)
{
	struct endpoint *e = endpoint_of(f, ep);

	fake_lock(f);
	e->steps = steps;
	e->nb = nb;
	e->at = 0;
	e->rest = rest;
	fake_unlock(f);
}

bool
fake_script_end(struct fake_usbfs *f, uint8_t ep, unsigned int nth, int status, uint32_t len)
{
	struct endpoint *e = endpoint_of(f, ep);
	struct fake_urb *u;

	fake_lock(f);
	TAILQ_FOREACH(u, &e->waiting, held)
		if (nth-- == 0)
			break;
	if (u != NULL)
		end(f, u, status, len);
	fake_unlock(f);
	return u != NULL;
}

void
fake_script_halt(struct fake_usbfs *f, uint8_t ep)
{
	struct endpoint *e = endpoint_of(f, ep);
	struct fake_urb *u;

	fake_lock(f);
	e->halted = true;
	e->swapped = NULL;
	while ((u = TAILQ_FIRST(&e->waiting)) != NULL)
		end(f, u, -EPIPE, 0);
	fake_unlock(f);
}

uint64_t
fake_script_done(struct fake_usbfs *f, uint8_t ep)
{
	uint64_t n;

	fake_lock(f);
	n = endpoint_of(f, ep)->done;
	fake_unlock(f);
	return n;
}

static void
go_on(struct fake_usbfs *f, struct script *s)
{
	struct fake_setup setup;
	struct fake_urb *u;
	const uint8_t *p;
	int ret;

	while ((u = TAILQ_FIRST(&s->controls)) != NULL) {
		TAILQ_REMOVE(&s->controls, u, held);
		p = u->copy;
		setup = (struct fake_setup){ p[0], p[1], (uint16_t)(p[2] | p[3] << 8),
			(uint16_t)(p[4] | p[5] << 8), (uint16_t)(p[6] | p[7] << 8) };
		ret = answer(s, &setup, u->copy + 8);
		fake_urb_done(f, u, ret < 0 ? ret : 0, ret < 0 ? 0 : (uint32_t)ret);
	}
}

void
fake_script_hold_control(struct fake_usbfs *f, bool hold)
{
	struct script *s = script_of(f);

	fake_lock(f);
	s->hold_control = hold;
	if (!hold)
		go_on(f, s);
	fake_unlock(f);
}

static const char mark[] = "seam:";
#define MARK_LEN (sizeof(mark) - 1)

static uint8_t
byte_of(uint8_t ep, uint64_t number, uint32_t i)
{
	if (i < MARK_LEN)
		return (uint8_t)mark[i];
	if (i == MARK_LEN)
		return (uint8_t)number;
	if (i < MARK_LEN + 5)
		return (uint8_t)(number >> (8 * (i - MARK_LEN - 1)));
	return (uint8_t)(number * 37 + ep + i * 11 + (i >> 8));
}

void
fake_fill(void *arg, uint8_t ep, uint64_t number, uint8_t *data, uint32_t len)
{
	uint32_t i;

	(void)arg;
	for (i = 0; i < len; i++)
		data[i] = byte_of(ep, number, i);
}

bool
fake_filled(const uint8_t *data, uint32_t len, uint8_t ep, uint64_t number)
{
	uint32_t i;

	for (i = 0; i < len; i++)
		if (data[i] != byte_of(ep, number, i))
			return false;
	return true;
}

uint64_t
fake_number(const uint8_t *data, uint32_t len)
{
	uint64_t number = 0;
	unsigned int i;

	if (len < MARK_LEN + 5 || memcmp(data, mark, MARK_LEN) != 0)
		return UINT64_MAX;
	for (i = 0; i < 4; i++)
		number |= (uint64_t)data[MARK_LEN + 1 + i] << (8 * i);
	return number;
}
