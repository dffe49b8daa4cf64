/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>

#include "chip.h"

/* An estimate: nothing published fits all chips. */
#define TXFIFO_BYTES 65536u

void
core_init(struct usb_device *dev, const struct chip_ops *chip, enum usb_speed speed,
	  struct air *air)
{
	dev->chip = chip;
	dev->speed = speed;
	dev->air = air;
	dev->timing = usb_bus_timing(speed);
	dev->agg.deadline_ns = CORE_NEVER;
	dev->sw.txfifo_bytes = TXFIFO_BYTES;
}

void
core_free(struct usb_device *dev)
{
	unsigned int i;

	core_out_close(dev);
	for (i = 0; i < CORE_PIPES_IN; i++)
		core_transfer_free_list(dev->in[i].first);
	core_transfer_free_list(dev->agg.open);
	core_transfer_free_list(dev->spare);
}

void
core_destroy(struct usb_device *dev)
{
	core_free(dev);
	dev->chip->destroy(dev);
}

int
core_control(struct usb_device *dev, uint64_t now_ns, const struct usb_setup *setup,
	     uint8_t *data)
{
	core_engine_run(dev, now_ns);
	if (core_standard_takes(dev, setup))
		return core_standard_control(dev, setup, data);
	return dev->chip->control(dev, setup, data);
}

/* Half a transfer of the host's goes with what the endpoints hold. */
void
core_reset(struct usb_device *dev, uint64_t now_ns)
{
	unsigned int i;

	core_engine_run(dev, now_ns);
	core_agg_close(dev, CORE_AGG_FLUSH, dev->now_ns);
	for (i = 0; i < CORE_PIPES_IN; i++)
		core_bulk_in_flush(dev, &dev->in[i]);
	core_out_forget(dev);
	core_standard_reset(dev);
	if (dev->chip->reset != NULL)
		dev->chip->reset(dev);
	core_engine_unblock(dev, dev->now_ns);
}

/* An access point sends to a station that is there: the air is silent until
 * the host asks for the first transfer, then its times count from then. */
static void
go_on_air(struct usb_device *dev)
{
	dev->on_air = true;
	if (dev->air != NULL)
		air_begin(dev->air, dev->now_ns);
}

static int
submit_to_pipe(struct usb_device *dev, uint64_t now_ns, unsigned int pipe,
	       struct usb_urb *urb)
{
	int rc;

	core_engine_run(dev, now_ns);
	rc = core_bulk_in_submit(dev, &dev->in[pipe], urb);
	if (rc != 0)
		return rc;
	if (pipe == 0 && !dev->on_air)
		go_on_air(dev);
	core_bulk_in_start(dev, &dev->in[pipe], dev->now_ns);
	return 0;
}

bool
core_cancel_urb(struct usb_device *dev, struct usb_urb *urb)
{
	return core_bulk_in_cancel_urb(dev, urb) || core_cancel_out_urb(dev, urb);
}

int
core_submit(struct usb_device *dev, uint64_t now_ns, struct usb_urb *urb)
{
	return submit_to_pipe(dev, now_ns, 0, urb);
}

int
core_submit_in(struct usb_device *dev, uint64_t now_ns, uint8_t ep, struct usb_urb *urb)
{
	unsigned int pipe;

	for (pipe = 0; pipe < CORE_PIPES_IN; pipe++)
		if (ep != 0 && dev->chip->in_endpoints[pipe] == ep)
			return submit_to_pipe(dev, now_ns, pipe, urb);
	return -ENOENT;
}
