/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stdlib.h>

#include "chip.h"
#include "rtl8922au.h"
#include "switch_set.h"

#define RXAGG_SW_TRIG 0x10000000u	/* b28, vendor name; taken as "flush" */

static void
destroy(struct usb_device *dev)
{
	r8922_bulk_in_free(dev);
	r8922_regs_free(&dev->regs);
	free(dev);
}

static struct usb_device *
create(enum usb_speed speed, struct air *air)
{
	struct usb_device *dev = calloc(1, sizeof(*dev));

	if (dev == NULL)
		return NULL;
	dev->speed = speed;
	dev->air = air;
	dev->in.timing = usb_bus_timing(speed);
	dev->agg.deadline_ns = NEVER;
	r8922_switches_default(&dev->sw, speed);
	if (!r8922_reset_registers(&dev->regs)) {
		destroy(dev);
		return NULL;
	}
	return dev;
}

/* Registers that do something when they are written. */
static void
register_written(struct usb_device *dev, uint32_t address, uint32_t len)
{
	uint32_t agg0 = r8922_regs_get(&dev->regs, REG_RXAGG_0);

	if (address < REG_RXAGG_0 + 4 && address + len > REG_RXAGG_0) {
		if ((agg0 & RXAGG_SW_TRIG) != 0)
			r8922_regs_set(&dev->regs, REG_RXAGG_0, agg0 & ~RXAGG_SW_TRIG);
		if ((agg0 & RXAGG_SW_TRIG) != 0 || !r8922_agg_enabled(dev))
			r8922_agg_close(dev, AGG_FLUSH, dev->now_ns);
	}
	if (address < REG_HCI_FUNC_EN + 4 && address + len > REG_HCI_FUNC_EN)
		r8922_engine_unblock(dev, dev->now_ns);
}

static int
control(struct usb_device *dev, uint64_t now_ns, const struct usb_setup *setup,
	uint8_t *data)
{
	uint32_t written, len;
	int moved;

	r8922_engine_run(dev, now_ns);
	moved = r8922_regs_control(&dev->regs, setup, data, &written, &len);
	if (len != 0)
		register_written(dev, written, len);
	return moved;
}

/* An access point sends to a station that is there: the air is silent until
 * the host asks for the first transfer, then its times count from then. */
static void
go_on_air(struct usb_device *dev)
{
	const struct air_frame *frame;

	dev->on_air = true;
	frame = dev->air != NULL ? air_peek(dev->air) : NULL;
	if (frame != NULL)
		air_delay(dev->air, dev->now_ns + frame->end_ns);
}

static int
submit(struct usb_device *dev, uint64_t now_ns, struct usb_urb *urb)
{
	int rc;

	r8922_engine_run(dev, now_ns);
	rc = r8922_bulk_in_submit(dev, urb);
	if (rc != 0)
		return rc;
	if (!dev->on_air)
		go_on_air(dev);
	r8922_bulk_in_start(dev, dev->now_ns);
	return 0;
}

const struct usb_device_ops rtl8922au_ops = {
	.chip = "rtl8922au",
	.about = "Realtek RTL8922AU, 802.11be 2x2 160 MHz, receive side",
	.create = create,
	.destroy = destroy,
	.set_switch = r8922_switch_set,
	.list_switches = r8922_switch_list,
	.control = control,
	.submit = submit,
	.advance = r8922_engine_run,
	.reap = r8922_bulk_in_reap,
	.cancel = r8922_bulk_in_cancel,
	.next_event = r8922_engine_next,
	.counter = r8922_counters_get,
};
