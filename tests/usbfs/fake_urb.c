/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Requests: submitted, done, discarded, reaped; and what happens to all of them when the
 * device goes. */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fake_internal.h"

#define SETUP_BYTES	8
/* What usbfs charges for a request besides its data, about. */
#define OVERHEAD	400

static bool
is_in(const struct fake_urb *u)
{
	return (u->ep & 0x80) != 0;
}

/* Writable while something can be reaped: the pipe has nothing in it. */
void
fake_file_wake(struct fake_file *file)
{
	bool writable = !TAILQ_EMPTY(&file->done);
	char byte = 0;

	if (writable == file->writable || file->drain == -1)
		return;
	file->writable = writable;
	if (syscall(writable ? SYS_read : SYS_write, writable ? file->drain : file->fd,
		    &byte, 1) != 1)
		abort();
}

/* A split transfer has ended early: its requests behind u are not wanted, neither those
 * that are here nor those to come. */
static void
end_rest_of_transfer(struct fake_usbfs *f, struct fake_urb *u)
{
	struct fake_urb *other, *next;

	u->file->disabled[u->ep] = true;
	for (other = TAILQ_FIRST(&u->file->pending); other != NULL; other = next) {
		next = TAILQ_NEXT(other, link);
		if (other->ep != u->ep || other->number < u->number)
			continue;
		if ((other->user->flags & USBDEVFS_URB_BULK_CONTINUATION) == 0)
			return;
		if (f->back->forget != NULL)
			f->back->forget(f, other);
		fake_urb_done(f, other, -ECONNRESET, 0);
	}
}

void
fake_urb_done(struct fake_usbfs *f, struct fake_urb *u, int status, uint32_t actual)
{
	bool split = (u->user->flags & (USBDEVFS_URB_SHORT_NOT_OK |
					USBDEVFS_URB_BULK_CONTINUATION)) != 0;

	if (!u->pending || actual > u->size)
		abort();
	if (status == 0 && actual < u->size && (u->user->flags & USBDEVFS_URB_SHORT_NOT_OK) != 0)
		status = -EREMOTEIO;
	u->pending = false;
	u->status = status;
	u->actual = actual;
	f->seen.in_flight[u->ep]--;
	TAILQ_REMOVE(&u->file->pending, u, link);
	TAILQ_INSERT_TAIL(&u->file->done, u, link);
	fake_file_wake(u->file);
	if (split && status != 0 && status != -ECONNRESET)
		end_rest_of_transfer(f, u);
}

static void
free_urb(struct fake_usbfs *f, struct fake_urb *u)
{
	f->seen.memory -= u->charged;
	free(u->copy);
	TAILQ_INSERT_HEAD(&f->spare, u, link);
}

static struct fake_urb *
new_urb(struct fake_usbfs *f)
{
	struct fake_urb *u = TAILQ_FIRST(&f->spare);

	if (u == NULL)
		return calloc(1, sizeof(*u));
	TAILQ_REMOVE(&f->spare, u, link);
	memset(u, 0, sizeof(*u));
	return u;
}

static bool
in_a_map(const struct fake_usbfs *f, const uint8_t *data, size_t len)
{
	const struct fake_map *map;

	SLIST_FOREACH(map, &f->maps, link)
		if (data >= map->at && data + len <= map->at + map->len)
			return true;
	return false;
}

/* The kernel's side of the data. */
static int
take_data(struct fake_usbfs *f, struct fake_urb *u)
{
	bool mapped = in_a_map(f, u->user->buffer, u->size);

	u->charged = OVERHEAD + (mapped ? 0 : u->size);
	if (f->conf.memory_limit != 0 && f->seen.memory + u->charged > f->conf.memory_limit)
		return -ENOMEM;
	u->data = mapped ? u->user->buffer : NULL;
	if (mapped || (is_in(u) && !f->back->copies) || u->size == 0)
		return 0;
	u->copy = calloc(1, u->size);
	if (u->copy == NULL)
		return -ENOMEM;
	if (!is_in(u))
		memcpy(u->copy, u->user->buffer, u->size);
	u->data = u->copy;
	return 0;
}

int
fake_control(struct fake_usbfs *f, struct fake_urb *u, const struct fake_setup *setup,
	     uint8_t *data)
{
	int ret, error;

	if (f->asleep && f->control_asleep)
		return -ESHUTDOWN;
	if (fake_fails(f, FAKE_CALL_CONTROL, FAKE_EP_ANY, &error))
		return -error;
	ret = fake_standard(f, setup, data);
	if (ret != -EPIPE)
		return ret;
	f->seen.controls++;
	if (f->back == NULL || f->back->control == NULL)
		return -EPIPE;
	return f->back->control(f, u, setup, data);
}

static int
submit_control(struct fake_usbfs *f, struct fake_urb *u)
{
	const uint8_t *p = u->copy;
	struct fake_setup setup;
	int ret;

	if (u->size < SETUP_BYTES)
		return -EINVAL;
	setup.bmRequestType = p[0];
	setup.bRequest = p[1];
	setup.wValue = (uint16_t)(p[2] | p[3] << 8);
	setup.wIndex = (uint16_t)(p[4] | p[5] << 8);
	setup.wLength = (uint16_t)(p[6] | p[7] << 8);
	if (setup.wLength > u->size - SETUP_BYTES)
		return -EINVAL;
	ret = fake_control(f, u, &setup, u->copy + SETUP_BYTES);
	if (ret != FAKE_PENDING)
		fake_urb_done(f, u, ret < 0 ? ret : 0, ret < 0 ? 0 : (uint32_t)ret);
	return 0;
}

static int
submit_bulk(struct fake_usbfs *f, struct fake_urb *u)
{
	uint16_t packet = fake_packet_of(f, u->ep);

	if (is_in(u) && (packet == 0 || u->size % packet != 0))
		f->seen.bad_sizes++;
	if (f->asleep) {
		fake_urb_done(f, u, -ESHUTDOWN, 0);
		return 0;
	}
	return f->back->submit(f, u);
}

/* Whether the caller may use the endpoint; usbfs claims for who has forgotten to. */
static int
check_interface(struct fake_file *file, uint8_t ep)
{
	int interface = fake_interface_of(file->f, ep);

	if (interface < 0)
		return -ENOENT;
	if ((file->claimed & 1u << interface) != 0)
		return 0;
	file->f->seen.unclaimed++;
	return fake_claim(file, (unsigned int)interface);
}

static int
check_split(struct fake_file *file, const struct usbdevfs_urb *user)
{
	if ((user->flags & USBDEVFS_URB_BULK_CONTINUATION) == 0)
		file->disabled[user->endpoint] = false;
	return file->disabled[user->endpoint] ? -EREMOTEIO : 0;
}

static int
check(struct fake_file *file, const struct usbdevfs_urb *user)
{
	int ret;

	if (user->type == USBDEVFS_URB_TYPE_CONTROL)
		return user->endpoint == 0 ? 0 : -EINVAL;
	if (user->type != USBDEVFS_URB_TYPE_BULK && user->type != USBDEVFS_URB_TYPE_INTERRUPT)
		return -EINVAL;
	ret = check_interface(file, user->endpoint);
	return ret != 0 ? ret : check_split(file, user);
}

static void
take(struct fake_usbfs *f, struct fake_urb *u)
{
	struct fake_seen *seen = &f->seen;

	u->number = f->numbers[u->ep]++;
	u->pending = true;
	TAILQ_INSERT_TAIL(&u->file->pending, u, link);
	seen->submits[u->ep]++;
	seen->in_flight[u->ep]++;
	seen->memory += u->charged;
	if (seen->in_flight[u->ep] > seen->in_flight_max[u->ep])
		seen->in_flight_max[u->ep] = seen->in_flight[u->ep];
	if (seen->memory > seen->memory_max)
		seen->memory_max = seen->memory;
}

static void
untake(struct fake_usbfs *f, struct fake_urb *u)
{
	f->numbers[u->ep]--;
	TAILQ_REMOVE(&u->file->pending, u, link);
	f->seen.submits[u->ep]--;
	f->seen.in_flight[u->ep]--;
	free_urb(f, u);
}

int
fake_submit(struct fake_file *file, struct usbdevfs_urb *user)
{
	struct fake_usbfs *f = file->f;
	struct fake_urb *u;
	int ret = check(file, user);

	if (ret != 0)
		return ret;
	u = new_urb(f);
	if (u == NULL)
		return -ENOMEM;
	u->file = file;
	u->user = user;
	u->ep = user->endpoint;
	u->size = (uint32_t)user->buffer_length;
	u->zlp = (user->flags & USBDEVFS_URB_ZERO_PACKET) != 0;
	ret = take_data(f, u);
	if (ret != 0) {
		u->charged = 0;
		free_urb(f, u);
		return ret;
	}
	take(f, u);
	ret = u->ep == 0 ? submit_control(f, u) : submit_bulk(f, u);
	if (ret != 0)
		untake(f, u);
	return ret;
}

int
fake_discard(struct fake_file *file, const struct usbdevfs_urb *user)
{
	struct fake_usbfs *f = file->f;
	struct fake_urb *u;

	f->seen.discards[user->endpoint]++;
	TAILQ_FOREACH(u, &file->pending, link)
		if (u->user == user)
			break;
	if (u == NULL) {
		f->seen.bad_discards++;
		return -EINVAL;
	}
	u->discarded = true;
	if (u->ep != 0 || f->back->discard != NULL)
		return f->back->discard(f, u);
	fake_urb_done(f, u, -ENOENT, 0);
	return 0;
}

/* As usbfs does it: results and data go to the caller now. */
static void
give(struct fake_usbfs *f, struct fake_urb *u)
{
	struct usbdevfs_urb *user = u->user;

	user->status = u->status;
	user->actual_length = (int)u->actual;
	if (u->actual == 0)
		return;
	if (u->ep == 0 && (u->copy[0] & 0x80) != 0)
		memcpy((uint8_t *)user->buffer + SETUP_BYTES, u->copy + SETUP_BYTES, u->actual);
	else if (is_in(u) && f->back->fetch != NULL)
		f->back->fetch(f, u, user->buffer);
	else if (is_in(u) && u->data != user->buffer)
		memcpy(user->buffer, u->data, u->actual);
}

/* 1: one reaped, 0: none is there. */
int
fake_reap(struct fake_file *file, void **user)
{
	struct fake_urb *u = TAILQ_FIRST(&file->done);

	if (u == NULL)
		return 0;
	TAILQ_REMOVE(&file->done, u, link);
	fake_file_wake(file);
	give(file->f, u);
	*user = u->user;
	free_urb(file->f, u);
	return 1;
}

static void
drop(struct fake_usbfs *f, struct fake_urb *u)
{
	TAILQ_REMOVE(&u->file->pending, u, link);
	f->seen.in_flight[u->ep]--;
	free_urb(f, u);
}

void
fake_end_all(struct fake_usbfs *f, struct fake_file *file, int status)
{
	struct fake_urb *u;

	while ((u = TAILQ_FIRST(&file->pending)) != NULL) {
		if (f->back != NULL && f->back->forget != NULL)
			f->back->forget(f, u);
		if (status == FAKE_VANISH)
			drop(f, u);
		else
			fake_urb_done(f, u, status, 0);
	}
}
