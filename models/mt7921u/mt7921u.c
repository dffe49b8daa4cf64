/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdlib.h>

#include "chip.h"
#include "mt7921u.h"

#define FIFO_BYTES 65536u	/* an estimate; nothing published */

static const uint8_t out_endpoints[] = {
	EP_MCU, EP_BE, EP_BK, EP_VI, EP_VO, EP_MGMT, 0
};

/* Registers that do something when they are written. */
static void
register_written(struct mt7921 *m, uint32_t address)
{
	struct usb_device *dev = &m->dev;
	struct core_agg_limits limits = { 0 };

	if (address != REG_UDMA_WLCFG_0)
		return;
	mt7921_agg_limits(dev, &limits);
	if (!limits.enabled || !mt7921_rx_enabled(dev))
		core_agg_close(dev, CORE_AGG_FLUSH, dev->now_ns);
	core_engine_unblock(dev, dev->now_ns);
}

/* Busy bits tell of this moment; nothing that a host writes there stays. */
static void
refresh_busy(struct mt7921 *m)
{
	uint32_t wlcfg_0 = mt7921_regs_get(&m->regs, REG_UDMA_WLCFG_0);

	wlcfg_0 &= ~(WLCFG_0_RX_BUSY | WLCFG_0_TX_BUSY);
	if (m->dev.in[PIPE_DATA].first != NULL || m->dev.agg.open != NULL)
		wlcfg_0 |= WLCFG_0_RX_BUSY;
	mt7921_regs_set(&m->regs, REG_UDMA_WLCFG_0, wlcfg_0);
}

static int
control(struct usb_device *dev, const struct usb_setup *setup, uint8_t *data)
{
	struct mt7921 *m = mt7921_of(dev);
	uint32_t written = 0;
	unsigned int count, i;
	int moved;

	refresh_busy(m);
	moved = mt7921_regs_control(&m->regs, setup, data, &written, &count);
	for (i = 0; i < count; i++)
		register_written(m, written + 4 * i);
	return moved;
}

static void
destroy(struct usb_device *dev)
{
	free(mt7921_of(dev));
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
	.control = control,
	.counter = mt7921_counter,
	.out_endpoints = out_endpoints,
	.out_has_length = true,
	.out_transfer = mt7921_out_transfer,
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
	if (!mt7921_regs_reset(&m->regs)) {
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
	.create = create,
	.list_switches = list_switches,
	CORE_USB_DEVICE_OPS,
};
