/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <string.h>

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

/* Removed entries would tear the chains of their hash: the values go, the places stay. */
void
mt7921_regs_clear(struct regs *regs, bool (*which)(uint32_t address))
{
	uint32_t i;

	for (i = 0; i < REGS_MAX; i++)
		if (regs->entries[i].used && which(regs->entries[i].address))
			regs->entries[i].value = 0;
}

struct value {
	uint32_t address, value;
};

static bool
set_all(struct regs *regs, const struct value *values, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		if (!mt7921_regs_set(regs, values[i].address, values[i].value))
			return false;
	return true;
}

/*
 * - chip id: openwrt/mt76 mt7921/usb.c. CONN_INFRA_STATUS: what Linux waits for.
 * - EP_RST_OPT: Linux clears bits there, so they are taken to be set.
 * - revision and the rest, 0: nothing.
 */
bool
mt7921_regs_plug_in(struct regs *regs)
{
	static const struct value values[] = {
		{ REG_HW_CHIPID, 0x7961 },
		{ REG_HW_REV, 0x8a10 },
		{ REG_CONN_INFRA_STATUS, CONN_INFRA_STATUS_INIT_DONE },
		{ REG_EP_RST_OPT, EP_RST_OPT_ALL },
	};

	memset(regs->entries, 0, sizeof(regs->entries));
	regs->used = 0;
	return set_all(regs, values, sizeof(values) / sizeof(values[0]));
}

/* RFCR: read in working monitor mode (Network-Weather/mt76-usb-macos
 * docs/ERROR_FRAME_CAPTURE.md). DMA_DCR0: after the firmware's start (there,
 * docs/RADIO_OBSERVABILITY.md). */
bool
mt7921_regs_firmware(struct regs *regs)
{
	static const struct value values[] = {
		{ REG_RFCR, 0x00201002 },
		{ REG_RFCR1, 0 },
		{ REG_DMA_DCR0, 0x02773400 },
		{ REG_MDP_DCR0, 0 },
	};

	return set_all(regs, values, sizeof(values) / sizeof(values[0]));
}

/* What Linux writes until the interface is up (openwrt/mt76 mt792x_usb.c), aggregation off;
 * but no header translation and no A-MSDU split. */
bool
mt7921_regs_ready(struct regs *regs)
{
	static const struct value values[] = {
		{ REG_EP_RST_OPT, 0 },
		{ REG_UWFDMA0_GLO_CFG, 0x10200205 },
		{ REG_WFDMA_DUMMY_CR, 0x2 },
		{ REG_WFDMA_HOST_CONFIG, HOST_CONFIG_USB_RXEVT_EP4_EN },
		{ REG_UDMA_WLCFG_0, 0x00d40000 },
		{ REG_UDMA_WLCFG_1, 0 },
	};

	return mt7921_regs_firmware(regs) &&
	       set_all(regs, values, sizeof(values) / sizeof(values[0]));
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
power_on(struct regs *regs, const struct usb_setup *s, struct regs_access *access)
{
	if (s->wValue != 0 || s->wIndex != 1 || s->wLength != 0)
		return stall(regs);
	access->power_on = true;
	return 0;
}

int
mt7921_regs_control(struct regs *regs, const struct usb_setup *s, uint8_t *data,
		    struct regs_access *access)
{
	uint32_t address = (uint32_t)s->wValue << 16 | s->wIndex;
	enum kind kind = request_kind(s);
	uint32_t i;

	memset(access, 0, sizeof(*access));
	if (kind == KIND_POWER_ON)
		return power_on(regs, s, access);
	if (kind == KIND_UNKNOWN || !words_ok(s))
		return stall(regs);
	for (i = 0; i < s->wLength; i += 4) {
		if (kind == KIND_READ)
			put_le32(data + i, mt7921_regs_get(regs, address + i));
		else if (!mt7921_regs_set(regs, address + i, get_le32(data + i)))
			return stall(regs);
	}
	if (kind == KIND_WRITE) {
		access->uhw = s->bmRequestType == TYPE_UHW_WRITE;
		access->first = address;
		access->count = s->wLength / 4u;
	}
	return s->wLength;
}
