/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lab_run.h"

#define URB_SIZE 32768u

static struct usb_urb *
oldest(struct lab_processor *p)
{
	return p->done[p->done_head];
}

static void
drop_oldest(struct lab_processor *p)
{
	p->done_head = (p->done_head + 1) % USB_DEVICE_URBS_MAX;
	p->done_nb--;
}

uint64_t
lab_host_busy(const struct lab_run *run)
{
	const struct lab_processor *p = &run->host;
	bool works = p->does == LAB_HOST_RECEIVES || p->does == LAB_HOST_SENDS_ONE;

	return p->busy_ns + (works ? run->world.now_ns - p->since_ns : 0);
}

static void go_on(struct lab_run *run);

static void
begin_work(struct lab_run *run, enum lab_host_does does, uint64_t ns, lab_event *ends)
{
	struct lab_processor *p = &run->host;

	p->does = does;
	p->since_ns = run->world.now_ns;
	lab_at(&run->world, run->world.now_ns + ns, ends, NULL, 0);
}

static void
end_work(struct lab_run *run)
{
	struct lab_processor *p = &run->host;

	p->busy_ns += run->world.now_ns - p->since_ns;
}

static void
sent(struct lab_run *run, void *what, uint64_t arg)
{
	struct lab_processor *p = &run->host;

	end_work(run);
	if (p->turn != 0)
		p->turn--;
	lab_link_up(run, &lab_ring_first(&p->sends)->packet);
	lab_ring_drop(&p->sends);
	go_on(run);
}

static void
arm(struct lab_run *run, struct usb_urb *urb)
{
	urb->actual = 0;
	urb->status = 0;
	if (lab_chip_submit(&run->chip, run->world.now_ns, urb) != 0)
		lab_fail(run, -EIO, "the model takes no more transfers");
}

static void
received(struct lab_run *run, void *what, uint64_t arg)
{
	struct lab_processor *p = &run->host;
	struct usb_urb *urb = oldest(p);
	const struct lab_transfer *t = &p->transfer;
	uint32_t i;

	end_work(run);
	rxb_hold_see_transfer(&p->seen, t->nb_frames, t->bytes,
			      rxb_hold_close_of(&p->limits, t->bytes, t->units));
	drop_oldest(p);
	for (i = 0; i < t->nb_frames; i++)
		lab_order_take(run, &t->frames[i]);
	lab_flow_batch_ends(run);
	lab_order_watch(run);
	arm(run, urb);
	p->turn = p->sends.nb < LAB_HOST_SENDS ? p->sends.nb : LAB_HOST_SENDS;
	go_on(run);
}

/* A driver's look for transfers. */
static void
poll(struct lab_run *run)
{
	struct lab_processor *p = &run->host;

	rxb_hold_see_poll(&p->seen, p->done_nb, p->conf->urbs, run->world.now_ns);
}

static void
receive(struct lab_run *run)
{
	struct lab_processor *p = &run->host;
	struct usb_urb *urb = oldest(p);

	poll(run);
	run->count.bad_transfers += urb->status != 0;
	if (!lab_chip_walk(&run->chip, urb, &p->transfer)) {
		lab_fail(run, -ENOMEM, "no memory");
		return;
	}
	run->count.strange_units += p->transfer.nb_strange;
	begin_work(run, LAB_HOST_RECEIVES, p->conf->transfer_ns +
		   (uint64_t)p->transfer.nb_frames * p->conf->frame_ns, received);
}

/* The poll that finds nothing ends the busy period. */
static void
rest(struct lab_run *run)
{
	struct lab_processor *p = &run->host;

	if (p->does != LAB_HOST_IDLE)
		poll(run);
	p->does = LAB_HOST_IDLE;
}

static void
go_on(struct lab_run *run)
{
	struct lab_processor *p = &run->host;

	if (p->sends.nb != 0 && (p->turn != 0 || p->done_nb == 0))
		begin_work(run, LAB_HOST_SENDS_ONE, p->conf->send_ns, sent);
	else if (p->done_nb != 0)
		receive(run);
	else
		rest(run);
}

static void
woken(struct lab_run *run, void *what, uint64_t arg)
{
	go_on(run);
}

void
lab_host_completed(struct lab_run *run, struct usb_urb *urb)
{
	struct lab_processor *p = &run->host;

	p->done[(p->done_head + p->done_nb++) % USB_DEVICE_URBS_MAX] = urb;
	if (p->does != LAB_HOST_IDLE)
		return;
	p->does = LAB_HOST_WAKES;
	lab_at(&run->world, run->world.now_ns + p->conf->latency_ns, woken, NULL, 0);
}

void
lab_host_send(struct lab_run *run, const struct lab_packet *packet)
{
	if (!lab_ring_put(&run->host.sends, packet, run->world.now_ns))
		lab_fail(run, -ENOMEM, "no memory");
	else if (run->host.does == LAB_HOST_IDLE)
		go_on(run);
}

int
lab_host_open(struct lab_run *run, char *err, size_t err_size)
{
	const struct lab_host *conf = run->conf->host;
	struct lab_processor *p = &run->host;
	uint32_t i;

	p->conf = conf;
	if (conf->urbs == 0 || conf->urbs > USB_DEVICE_URBS_MAX) {
		snprintf(err, err_size, "host %s: %u transfers: 1 to %u", conf->name,
			 conf->urbs, USB_DEVICE_URBS_MAX);
		return -EINVAL;
	}
	p->limits = (struct rxb_hold_limits){
		.size = run->chip.agg_kib * 1024, .units = run->chip.agg_count,
	};
	p->urbs = calloc(conf->urbs, sizeof(*p->urbs));
	p->memory = malloc((size_t)conf->urbs * URB_SIZE);
	if (p->urbs == NULL || p->memory == NULL) {
		snprintf(err, err_size, "no memory for %u transfers", conf->urbs);
		return -ENOMEM;
	}
	for (i = 0; i < conf->urbs; i++) {
		p->urbs[i].data = p->memory + (size_t)i * URB_SIZE;
		p->urbs[i].size = URB_SIZE;
		arm(run, &p->urbs[i]);
	}
	return 0;
}

void
lab_host_close(struct lab_run *run)
{
	struct lab_processor *p = &run->host;

	lab_ring_free(&p->sends);
	free(p->urbs);
	free(p->memory);
}
