/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdlib.h>
#include <string.h>

#include "wport.h"

#include "analyse_read.h"

#define USB_CONTROL 2
#define USB_BULK 3

/* Linux numbers: a capture has them whatever errno.h is here. Meanings:
 * Documentation/driver-api/usb/error-codes.rst in torvalds/linux. */
#define LINUX_ENOENT 2
#define LINUX_ECONNRESET 104
#define LINUX_ESHUTDOWN 108
#define LINUX_EREMOTEIO 121	/* shorter than asked for: how bulk IN normally ends */

bool
an_reader_open(struct an_reader *r, const char *file, const struct an_device *device,
	       const struct an_chip *chip)
{
	memset(r, 0, sizeof(*r));
	if (usb_capture_open(&r->capture, "rxlab analyse", file) != 0)
		return false;
	r->chip = chip;
	r->bus = device->bus;
	r->device = device->device;
	r->request = an_device_request(device, chip->port->ep_in);
	an_regs_init(&r->regs, chip);
	r->gap = true;
	return true;
}

void
an_reader_close(struct an_reader *r)
{
	usb_capture_close(&r->capture);
	free(r->units);
	r->units = NULL;
	r->room = 0;
}

static enum an_cause
cause_of(int32_t status)
{
	switch (status) {
	case 0:
	case -LINUX_EREMOTEIO:
		return AN_GOOD;
	case -LINUX_ENOENT:
	case -LINUX_ECONNRESET:
	case -LINUX_ESHUTDOWN:
		return AN_UNLINKED;
	default:
		return AN_ERROR;
	}
}

/* Room for one more unit; NULL: no more of a transfer can be. */
static struct an_unit *
new_unit(struct an_reader *r)
{
	uint32_t room = r->room == 0 ? 256 : r->room * 2;
	struct an_unit *units;

	if (r->transfer.nb_units == AN_UNITS_MAX)
		return NULL;
	if (r->transfer.nb_units == r->room) {
		units = realloc(r->units, room * sizeof(*units));
		if (units == NULL) {
			r->no_memory = true;
			return NULL;
		}
		r->units = units;
		r->room = room;
	}
	return &r->units[r->transfer.nb_units];
}

static void
keep_unit(struct an_reader *r, struct an_unit *unit)
{
	struct an_transfer *t = &r->transfer;

	an_clock_unit(&r->clock, unit, t->time_us);
	t->nb_units++;
	t->nb_frames += unit->is_frame;
}

/* What is left behind the last unit. */
static void
end_walk(struct an_reader *r, const struct wport_walk *w, const uint8_t *start)
{
	struct an_transfer *t = &r->transfer;
	struct an_unit *unit = new_unit(r);
	bool snapped = t->held < t->len, described;
	uint32_t claimed;

	if (unit == NULL) {
		t->end = AN_END_BAD;
		t->abandoned = wport_walk_left(w);
		return;
	}
	t->end = an_chip_why(r->chip, w, start, t->full, unit, &claimed, &described);
	if (t->end == AN_END_CUT && described && (snapped || t->full))
		keep_unit(r, unit);
	if (snapped || t->end == AN_END_WELL) {
		t->end = AN_END_WELL;
		return;
	}
	if (t->end == AN_END_CUT && t->full && claimed > wport_walk_left(w)) {
		t->split = true;
		r->carry = claimed - wport_walk_left(w);
		return;
	}
	t->abandoned = wport_walk_left(w);
	t->end = AN_END_BAD;
}

static void
walk(struct an_reader *r, const uint8_t *data)
{
	struct an_transfer *t = &r->transfer;
	struct wport_walk w;
	struct an_unit *unit;

	t->carried = RTE_MIN(r->carry, t->held);
	/* What the capture lacks has gone by all the same. */
	r->carry -= RTE_MIN(r->carry, t->len);
	if (t->held == t->carried)
		return;
	wport_walk_start(&w, data + t->carried, t->held - t->carried);
	while ((unit = new_unit(r)) != NULL && an_chip_next(r->chip, &w, unit))
		keep_unit(r, unit);
	if (wport_walk_left(&w) != 0)
		end_walk(r, &w, data);
}

static void
count_losses(struct an_reader *r)
{
	const struct an_transfer *t = &r->transfer;
	struct an_losses *l = &r->losses;

	if (t->cause == AN_ERROR) {
		l->errors++;
		l->last_error = t->status;
		l->error_bytes += t->len;
	}
	l->unlinked += t->cause == AN_UNLINKED;
	if (t->cause == AN_GOOD && t->held < t->len) {
		l->snapped++;
		l->snapped_bytes += t->len - t->held;
	}
	l->splits += t->split;
	l->bad_ends += t->end == AN_END_BAD;
	l->abandoned += t->abandoned;
}

/* False: nothing that is of interest. */
static bool
take(struct an_reader *r, const struct usbmon_urb *urb)
{
	struct an_transfer *t = &r->transfer;
	uint64_t number = t->number;

	memset(t, 0, sizeof(*t));
	t->number = number;
	t->time_us = urb->time_us;
	t->status = urb->status;
	t->cause = cause_of(urb->status);
	t->len = urb->urb_len;
	t->held = RTE_MIN(urb->data_len, urb->urb_len);
	t->full = t->len != 0 && t->len == r->request;
	t->follows = !r->gap;
	if (t->cause == AN_GOOD && t->len == 0)
		return false;
	if (t->cause == AN_GOOD && t->held != 0)
		walk(r, urb->data);
	else if (t->cause == AN_ERROR)
		r->carry = 0;
	r->gap = t->cause == AN_ERROR || t->end == AN_END_BAD;
	count_losses(r);
	if (t->cause == AN_UNLINKED)
		return false;
	t->number++;
	return true;
}

static bool
is_ours(const struct an_reader *r, const struct usbmon_urb *urb)
{
	return urb->bus == r->bus && urb->device == r->device;
}

bool
an_reader_next(struct an_reader *r)
{
	enum usbmon_verdict verdict;
	struct usbmon_urb urb;

	while (!r->no_memory && usb_capture_next(&r->capture, &urb, &verdict) > 0) {
		if (verdict != USBMON_OK && verdict != USBMON_TRUNCATED) {
			r->losses.bad_records++;
			continue;
		}
		if (!is_ours(r, &urb))
			continue;
		if (urb.xfer_type == USB_CONTROL)
			an_regs_see(&r->regs, &urb);
		if (urb.xfer_type != USB_BULK || urb.endpoint != r->chip->port->ep_in)
			continue;
		r->losses.submit_errors += urb.event == 'E';
		if (urb.event == 'C' && take(r, &urb))
			return true;
	}
	return false;
}
