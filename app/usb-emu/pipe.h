/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef PIPE_H
#define PIPE_H

/*
 * An endpoint: requests of the peer that wait for an answer, and transfers of the model.
 *
 * IN: any transfer answers the oldest request, so one that is cancelled after its bytes
 * left the model leaves them to the next. OUT: a transfer is its request's.
 *
 * An answer with an error halts the endpoint at the peer's host controller, which then
 * takes back what it had asked for; until it does, those requests are parked, as nothing
 * asks the device for them any more.
 */

#include <stdbool.h>
#include <stdint.h>

#include "fault.h"
#include "usb_device.h"

struct emu;
struct pipe;

struct transfer {
	struct transfer *next;
	struct pipe *pipe;
	struct usb_urb urb;
	int status;		/* of usbredir */
	uint32_t pos;		/* IN: bytes that were answered with */
	uint64_t not_before_ns;
	bool submitted;
	uint8_t data[];
};

struct request {
	struct request *next;
	uint64_t id;
	uint32_t stream, len;
	struct transfer *transfer;	/* OUT */
};

struct transfers {
	struct transfer *first, *last;
	uint32_t n;
};

struct requests {
	struct request *first, *last;
	uint32_t n;
};

struct pipe {
	uint8_t ep;
	struct requests requests;	/* unanswered, oldest first */
	struct requests parked;
	struct transfers submitted;	/* to the model */
	struct transfers done;
	bool broken;		/* there is an error in done */
	bool absent;		/* the model has no such endpoint: it answers NAK */
	bool hung;		/* fault */
};

/* pipe_list.c */
void transfers_add(struct transfers *list, struct transfer *t);
bool transfers_remove(struct transfers *list, struct transfer *t);
void requests_add(struct requests *list, struct request *r);
void requests_put_first(struct requests *list, struct request *r);
bool requests_remove(struct requests *list, struct request *r);
struct request *requests_find(const struct requests *list, uint64_t id);
struct request *requests_at(const struct requests *list, uint32_t i);

/* A request of the peer; data (OUT) is copied. Answers it when it cannot be. */
void pipe_request(struct emu *emu, struct pipe *pipe, uint64_t id, uint32_t stream,
		  uint32_t len, const uint8_t *data);

/* The peer takes a request back; false when there is none. It is not answered. */
bool pipe_cancel(struct emu *emu, struct pipe *pipe, uint64_t id);

/* The model has ended a request. */
void pipe_completed(struct emu *emu, struct usb_urb *urb);

/* What is parked may be asked for again. */
void pipe_unpark(struct emu *emu, struct pipe *pipe);

/* Give the model what it may have. */
void pipe_pump(struct emu *emu, struct pipe *pipe);

/* Every request is answered "cancelled" (to_peer) or forgotten, data are lost. */
void pipe_clear(struct emu *emu, struct pipe *pipe, bool to_peer);

/* pipe_answer.c: answers that may go, of all pipes; when the next one may, NEVER for not by time. */
void pipes_answer(struct emu *emu);
uint64_t pipes_next(const struct emu *emu);

/* pipe_fault.c */
/* The next request meets a fault instead of the device, perhaps. */
void pipe_fault_next(struct emu *emu, struct pipe *pipe);
/* A good transfer is over. */
void pipe_fault_over(struct emu *emu, struct transfer *t);

/* pipe.c, for pipe_fault.c */
void pipe_end(struct emu *emu, struct transfer *t);
struct transfer *transfer_new(struct emu *emu, struct pipe *pipe, uint32_t len);
/* The transfer comes back from the model, not begun; false: it has ended, device_reap()
 * is about to find it. */
bool pipe_withdraw(struct emu *emu, struct transfer *t);
void pipe_trim(struct emu *emu, struct pipe *pipe);

static inline bool
pipe_is_in(const struct pipe *pipe)
{
	return (pipe->ep & 0x80) != 0;
}

#endif /* PIPE_H */
