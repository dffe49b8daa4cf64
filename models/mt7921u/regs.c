/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>

#include "../bytes.h"
#include "regs.h"

#define TYPE_READ 0xdf
#define TYPE_WRITE 0x5f
#define TYPE_UHW_READ 0xde
#define TYPE_UHW_WRITE 0x5e
#define REQUEST_POWER_ON 0x04
#define REQUEST_READ_EXT 0x63
#define REQUEST_WRITE_EXT 0x66
#define REQUEST_UHW_READ 0x01
#define REQUEST_UHW_WRITE 0x02
#define BLOCK_MAX 512u		/* bytes; no request of Linux is longer */

#define FW_PWR_ON 1u		/* CONN_ON_MISC */
#define WTBL_BUSY 0x80000000u

/* The entry that holds address, or the free one where it would go, or -1. */
static int
find(const struct regs *regs, uint32_t address)
{
	uint32_t at = (address >> 2) * 2654435761u % REGS_MAX, i;

	for (i = 0; i < REGS_MAX; i++, at = (at + 1) % REGS_MAX)
		if (!regs->entries[at].used || regs->entries[at].address == address)
			return (int)at;
	return -1;
}

uint32_t
mt7921_regs_get(const struct regs *regs, uint32_t address)
{
	int at = find(regs, address);

	return at >= 0 && regs->entries[at].used ? regs->entries[at].value : 0;
}

bool
mt7921_regs_set(struct regs *regs, uint32_t address, uint32_t value)
{
	int at = find(regs, address);

	if (at < 0)
		return false;
	/* The table is cleared at once. */
	if (address == REG_WTBL_UPDATE)
		value &= ~WTBL_BUSY;
	regs->used += !regs->entries[at].used;
	regs->entries[at].used = true;
	regs->entries[at].address = address;
	regs->entries[at].value = value;
	return true;
}

/*
 * A chip whose firmware runs and that receives.
 * - chip id: openwrt/mt76 mt7921/usb.c. CONN_ON_MISC, CONN_INFRA_STATUS: what Linux waits
 *   for; HOST_CONFIG, GLO_CFG, WLCFG_0: what it then writes (mt792x_usb.c), aggregation off.
 * - RFCR: read in working monitor mode (Network-Weather/mt76-usb-macos
 *   docs/ERROR_FRAME_CAPTURE.md), DMA_DCR0: after the firmware's start (there,
 *   docs/RADIO_OBSERVABILITY.md).
 * - the rest is 0 and rests on nothing: no header translation, no A-MSDU split.
 */
bool
mt7921_regs_reset(struct regs *regs)
{
	static const struct { uint32_t address, value; } values[] = {
		{ REG_HW_CHIPID, 0x7961 },
		{ REG_CONN_ON_MISC, 0x3 },
		{ REG_CONN_INFRA_STATUS, 0x00400000 },
		{ REG_UWFDMA0_GLO_CFG, 0x10200205 },
		{ REG_WFDMA_HOST_CONFIG, HOST_CONFIG_USB_RXEVT_EP4_EN },
		{ REG_UDMA_WLCFG_0, 0x00d40000 },
		{ REG_UDMA_WLCFG_1, 0 },
		{ REG_RFCR, 0x00201002 },
		{ REG_RFCR1, 0 },
		{ REG_DMA_DCR0, 0x02773400 },
		{ REG_MDP_DCR0, 0 },
	};
	unsigned int i;

	for (i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		if (!mt7921_regs_set(regs, values[i].address, values[i].value))
			return false;
	return true;
}

enum kind { KIND_READ, KIND_WRITE, KIND_POWER_ON, KIND_UNKNOWN };

static enum kind
request_kind(const struct usb_setup *s)
{
	static const struct { uint8_t type, request; enum kind kind; } list[] = {
		{ TYPE_READ, REQUEST_READ_EXT, KIND_READ },
		{ TYPE_UHW_READ, REQUEST_UHW_READ, KIND_READ },
		{ TYPE_WRITE, REQUEST_WRITE_EXT, KIND_WRITE },
		{ TYPE_UHW_WRITE, REQUEST_UHW_WRITE, KIND_WRITE },
		{ TYPE_WRITE, REQUEST_POWER_ON, KIND_POWER_ON },
	};
	unsigned int i;

	for (i = 0; i < sizeof(list) / sizeof(list[0]); i++)
		if (list[i].type == s->bmRequestType && list[i].request == s->bRequest)
			return list[i].kind;
	return KIND_UNKNOWN;
}

static bool
words_ok(const struct usb_setup *s)
{
	return s->wLength >= 4 && s->wLength <= BLOCK_MAX && s->wLength % 4 == 0 &&
	       s->wIndex % 4 == 0;
}

static int
stall(struct regs *regs)
{
	regs->stalls++;
	return -EPIPE;
}

static int
power_on(struct regs *regs, const struct usb_setup *s)
{
	uint32_t misc = mt7921_regs_get(regs, REG_CONN_ON_MISC);

	if (s->wValue != 0 || s->wIndex != 1 || s->wLength != 0)
		return stall(regs);
	mt7921_regs_set(regs, REG_CONN_ON_MISC, misc | FW_PWR_ON);
	return 0;
}

int
mt7921_regs_control(struct regs *regs, const struct usb_setup *s, uint8_t *data,
		    uint32_t *written, unsigned int *count)
{
	uint32_t address = (uint32_t)s->wValue << 16 | s->wIndex;
	enum kind kind = request_kind(s);
	uint32_t i;

	*count = 0;
	if (kind == KIND_POWER_ON)
		return power_on(regs, s);
	if (kind == KIND_UNKNOWN || !words_ok(s))
		return stall(regs);
	for (i = 0; i < s->wLength; i += 4) {
		if (kind == KIND_READ)
			put_le32(data + i, mt7921_regs_get(regs, address + i));
		else if (!mt7921_regs_set(regs, address + i, get_le32(data + i)))
			return stall(regs);
	}
	if (kind == KIND_WRITE) {
		*written = address;
		*count = s->wLength / 4u;
	}
	return s->wLength;
}
