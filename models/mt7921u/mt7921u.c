/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdlib.h>

#include "chip.h"
#include "descriptors.h"
#include "mt7921u.h"

#define FIFO_BYTES 65536u	/* an estimate; nothing published */

static const uint8_t out_endpoints[] = {
	EP_MCU, EP_BE, EP_BK, EP_VI, EP_VO, EP_MGMT, 0
};

/* Registers that do something when they are written. */
static void
register_written(struct mt7921 *m, uint32_t address, bool uhw)
{
	struct usb_device *dev = &m->dev;
	struct core_agg_limits limits = { 0 };

	mt7921_boot_written(m, address, uhw);
	if (address != REG_UDMA_WLCFG_0 && address != REG_UWFDMA0_GLO_CFG)
		return;
	mt7921_agg_limits(dev, &limits);
	if (!limits.enabled || !mt7921_rx_enabled(dev))
		core_agg_close(dev, CORE_AGG_FLUSH, dev->now_ns);
	core_engine_unblock(dev, dev->now_ns);
}

void
mt7921_register_write(struct mt7921 *m, uint32_t address, uint32_t value, bool uhw)
{
	if (mt7921_regs_set(&m->regs, address, value))
		register_written(m, address, uhw);
}

uint32_t
mt7921_register_read(struct mt7921 *m, uint32_t address)
{
	mt7921_boot_advance(m);
	return mt7921_regs_get(&m->regs, address);
}

static int
control(struct usb_device *dev, const struct usb_setup *setup, uint8_t *data)
{
	struct mt7921 *m = mt7921_of(dev);
	struct regs_access access;
	unsigned int i;
	int moved;

	mt7921_boot_advance(m);
	moved = mt7921_regs_control(&m->regs, setup, data, &access);
	if (access.power_on)
		mt7921_boot_power_on(m);
	for (i = 0; i < access.count; i++)
		register_written(m, access.first + 4 * i, access.uhw);
	return moved;
}

static uint64_t
timer(const struct usb_device *dev)
{
	return mt7921_mcu_timer(mt7921_of_const(dev));
}

static void
timer_due(struct usb_device *dev)
{
	mt7921_mcu_timer_due(mt7921_of(dev));
}

static void
reset(struct usb_device *dev)
{
	mt7921_boot_bus_reset(mt7921_of(dev));
}

static void
destroy(struct usb_device *dev)
{
	free(mt7921_of(dev));
}

static const struct usb_descriptors *
descriptors(const struct usb_device *dev)
{
	return mt7921_usb_descriptors(dev->speed, mt7921_of_const(dev)->sw.composite);
}

static const struct chip_ops chip = {
	.switches = { mt7921_switches },
	.in_endpoints = { EP_DATA_IN, EP_MCU_IN },
	.rx_enabled = mt7921_rx_enabled,
	.rx_need = mt7921_rx_need,
	.frame_arrives = mt7921_frame_arrives,
	.frame_missed = mt7921_frame_missed,
	.agg_limits = mt7921_agg_limits,
	.unit_step = mt7921_unit_step,
	.finish = mt7921_finish,
	.descriptors = descriptors,
	.control = control,
	.counter = mt7921_counter,
	.out_endpoints = out_endpoints,
	.out_has_length = true,
	.out_transfer = mt7921_out_transfer,
	.timer = timer,
	.timer_due = timer_due,
	.reset = reset,
	.destroy = destroy,
};

static struct usb_device *
create(enum usb_speed speed, struct air *air)
{
	struct mt7921 *m = calloc(1, sizeof(*m));

	if (m == NULL)
		return NULL;
	core_init(&m->dev, &chip, speed, air);
	m->dev.sw.fifo_bytes = FIFO_BYTES;
	m->dev.sw.size_after = true;
	mt7921_switches_default(&m->sw);
	if (!mt7921_boot_ready(m)) {
		core_destroy(&m->dev);
		return NULL;
	}
	return &m->dev;
}

static bool
list_switches(unsigned int i, const char **name, const char **values, const char **help)
{
	return core_switch_list(&chip, i, name, values, help);
}

const struct usb_device_ops mt7921u_ops = {
	.chip = "mt7921u",
	.about = "MediaTek MT7921AU, 802.11ax 2x2 80 MHz",
	.air_defaults = "most:he-2-80",
	.descriptors = descriptors,
	.create = create,
	.list_switches = list_switches,
	CORE_USB_DEVICE_OPS,
};
