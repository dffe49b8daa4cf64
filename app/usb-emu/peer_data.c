/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdlib.h>
#include <string.h>
#include <usbredirparser.h>

#include "emu.h"
#include "peer.h"

#define CONTROL_MAX 65535
#define CLEAR_FEATURE 1
#define TO_ENDPOINT 0x02
#define ENDPOINT_HALT 0

/* An answer to a control request that has to wait. */
struct answer {
	struct answer *next;
	uint64_t id, at_ns;	/* NEVER: until it is cancelled */
	struct usb_redir_control_packet_header header;
	uint32_t len;
	uint8_t data[];
};

void
peer_forget_answers(struct emu *emu)
{
	struct answer *a;

	while ((a = emu->answers) != NULL) {
		emu->answers = a->next;
		free(a);
	}
}

static void
send_control(struct emu *emu, uint64_t id, struct usb_redir_control_packet_header *h,
	     uint8_t *data, uint32_t len)
{
	usbredirparser_send_control_packet(emu->parser, id, h, len != 0 ? data : NULL,
					   (int)len);
}

static void
answer_later(struct emu *emu, uint64_t id, const struct usb_redir_control_packet_header *h,
	     const uint8_t *data, uint32_t len, uint64_t at_ns)
{
	struct answer **at, *a = calloc(1, sizeof(*a) + len);

	if (a == NULL) {
		emu->count.no_memory++;
		return;
	}
	a->id = id;
	a->at_ns = at_ns;
	a->header = *h;
	a->len = len;
	if (len != 0)
		memcpy(a->data, data, len);
	for (at = &emu->answers; *at != NULL; at = &(*at)->next)
		;
	*at = a;
}

void
peer_answers(struct emu *emu)
{
	struct answer **at = &emu->answers, *a;

	while ((a = *at) != NULL) {
		if (a->at_ns > emu->now_ns) {
			at = &a->next;
			continue;
		}
		send_control(emu, a->id, &a->header, a->data, a->len);
		*at = a->next;
		free(a);
	}
}

uint64_t
peer_next(const struct emu *emu)
{
	const struct answer *a;
	uint64_t next = NEVER;

	for (a = emu->answers; a != NULL; a = a->next)
		if (a->at_ns < next)
			next = a->at_ns;
	return next;
}

static bool
cancel_answer(struct emu *emu, uint64_t id)
{
	struct answer **at = &emu->answers, *a;

	while ((a = *at) != NULL && a->id != id)
		at = &a->next;
	if (a == NULL)
		return false;
	a->header.status = usb_redir_cancelled;
	a->header.length = 0;
	send_control(emu, id, &a->header, NULL, 0);
	*at = a->next;
	free(a);
	return true;
}

/* Does the request end with a fault? Then it never reaches the device. */
static bool
control_fault(struct emu *emu, uint64_t id, struct usb_redir_control_packet_header *h)
{
	static const uint8_t status[FAULT_KINDS] = {
		[FAULT_STALL] = usb_redir_stall, [FAULT_IOERROR] = usb_redir_ioerror,
		[FAULT_TIMEOUT] = usb_redir_timeout, [FAULT_HANG] = usb_redir_timeout,
	};
	struct fault *fault = faults_next(&emu->faults, 0);
	enum fault_kind kind;

	if (fault == NULL)
		return false;
	kind = fault->kind;
	trace_event(emu, "FAULT %s ep=00", fault_name(kind));
	faults_met(&emu->faults, fault);
	h->status = status[kind];
	h->length = 0;
	answer_later(emu, id, h, NULL, 0, kind == FAULT_HANG ? NEVER : emu->now_ns);
	return true;
}

/* When may the answer go? */
static uint64_t
control_over(struct emu *emu)
{
	uint64_t at_ns = emu->now_ns;
	struct fault *fault;
	unsigned int i;

	for (i = 0; (fault = faults_over(&emu->faults, 0, i)) != NULL; i++) {
		if (fault->kind == FAULT_DELAY)
			at_ns += fault->value * 1000000ull;
		else
			emu->unplug_due = true;
		faults_met(&emu->faults, fault);
	}
	return at_ns;
}

/* An endpoint that works again is asked again. */
static void
unpark(struct emu *emu, const struct usb_setup *s)
{
	if (s->bmRequestType == TO_ENDPOINT && s->bRequest == CLEAR_FEATURE &&
	    s->wValue == ENDPOINT_HALT)
		pipe_unpark(emu, &emu->pipes[PIPE_INDEX(s->wIndex)]);
}

static void
do_control(struct emu *emu, uint64_t id, struct usb_redir_control_packet_header *h,
	   uint8_t *data)
{
	const struct usb_setup setup = {
		.bmRequestType = h->requesttype, .bRequest = h->request, .wValue = h->value,
		.wIndex = h->index, .wLength = h->length,
	};
	uint8_t room[CONTROL_MAX];
	bool in = (h->requesttype & 0x80) != 0;
	uint64_t at_ns;
	int rc;

	if (in)
		data = room;
	rc = device_control(emu, &setup, data);
	emu->count.control++;
	emu->count.control_stalls += rc < 0;
	trace_control(emu, &setup, rc, data);
	h->status = rc < 0 ? usb_redir_stall : usb_redir_success;
	h->length = (uint16_t)(rc < 0 ? 0 : rc);
	at_ns = control_over(emu);
	if (at_ns > emu->now_ns)
		answer_later(emu, id, h, data, in ? h->length : 0, at_ns);
	else
		send_control(emu, id, h, data, in ? h->length : 0);
	if (rc >= 0)
		unpark(emu, &setup);
}

static void
control_packet(void *priv, uint64_t id, struct usb_redir_control_packet_header *h,
	       uint8_t *data, int len)
{
	struct emu *emu = priv;

	(void)len;	/* the parser has compared it with the header */
	if (peer_on_bus(emu)) {
		emu_clock(emu);
		if (!control_fault(emu, id, h))
			do_control(emu, id, h, data);
	}
	usbredirparser_free_packet_data(emu->parser, data);
}

static void
bulk_packet(void *priv, uint64_t id, struct usb_redir_bulk_packet_header *h, uint8_t *data,
	    int len)
{
	struct emu *emu = priv;
	uint32_t bytes = (uint32_t)h->length_high << 16 | h->length;

	(void)len;
	if (peer_on_bus(emu)) {
		emu_clock(emu);
		device_run(emu);
		if (peer_endpoint_type(emu, h->endpoint) == usb_redir_type_bulk) {
			pipe_request(emu, &emu->pipes[PIPE_INDEX(h->endpoint)], id,
				     h->stream_id, bytes, data);
		} else {
			emu->count.refused++;
			peer_send_bulk(emu, id, h->endpoint, h->stream_id, usb_redir_inval,
				       0, NULL);
		}
	}
	usbredirparser_free_packet_data(emu->parser, data);
}

static void
cancel(void *priv, uint64_t id)
{
	struct emu *emu = priv;
	unsigned int i;

	if (!peer_on_bus(emu))
		return;
	emu_clock(emu);
	device_run(emu);
	if (cancel_answer(emu, id)) {
		emu->count.cancelled++;
		return;
	}
	for (i = 0; i < ENDPOINTS; i++) {
		if (!pipe_cancel(emu, &emu->pipes[i], id))
			continue;
		emu->count.cancelled++;
		peer_send_bulk(emu, id, emu->pipes[i].ep, 0, usb_redir_cancelled, 0, NULL);
		return;
	}
	emu->count.cancelled_late++;
}

static void
interrupt_packet(void *priv, uint64_t id, struct usb_redir_interrupt_packet_header *h,
		 uint8_t *data, int len)
{
	struct emu *emu = priv;

	(void)len;
	h->status = usb_redir_stall;
	h->length = 0;
	if (peer_on_bus(emu))
		usbredirparser_send_interrupt_packet(emu->parser, id, h, NULL, 0);
	usbredirparser_free_packet_data(emu->parser, data);
}

static void
iso_packet(void *priv, uint64_t id, struct usb_redir_iso_packet_header *h, uint8_t *data,
	   int len)
{
	struct emu *emu = priv;

	(void)id;
	(void)h;
	(void)len;
	usbredirparser_free_packet_data(emu->parser, data);
}

void
peer_data_handlers(struct usbredirparser *p)
{
	p->control_packet_func = control_packet;
	p->bulk_packet_func = bulk_packet;
	p->cancel_data_packet_func = cancel;
	p->interrupt_packet_func = interrupt_packet;
	p->iso_packet_func = iso_packet;
}
