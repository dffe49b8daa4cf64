/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdlib.h>

#include "../bytes.h"
#include "regs.h"

#define REQUEST 0x05
#define TYPE_READ 0xC0
#define TYPE_WRITE 0x40
#define ADDRESS_MASK 0xFFFFFFu

void
rtw89_regs_free(struct regs *regs)
{
	unsigned int i;

	for (i = 0; i < REGS_PAGES; i++)
		free(regs->pages[i]);
}

void
rtw89_regs_get_bytes(const struct regs *regs, uint32_t address, uint8_t *to, uint32_t len)
{
	for (; len > 0; len--, address++, to++) {
		const uint8_t *page = regs->pages[(address & ADDRESS_MASK) / REGS_PAGE];

		*to = page != NULL ? page[address % REGS_PAGE] : 0;
	}
}

bool
rtw89_regs_set_bytes(struct regs *regs, uint32_t address, const uint8_t *from, uint32_t len)
{
	for (; len > 0; len--, address++, from++) {
		uint8_t **page = &regs->pages[(address & ADDRESS_MASK) / REGS_PAGE];

		if (*page == NULL)
			*page = calloc(1, REGS_PAGE);
		if (*page == NULL)
			return false;
		(*page)[address % REGS_PAGE] = *from;
	}
	return true;
}

uint32_t
rtw89_regs_get(const struct regs *regs, uint32_t address)
{
	const uint8_t *page = regs->pages[(address & ADDRESS_MASK) / REGS_PAGE];
	uint8_t word[4];

	/* Each frame asks for a dozen, all of them aligned. */
	if (address % 4 == 0)
		return page != NULL ? get_le32(page + address % REGS_PAGE) : 0;
	rtw89_regs_get_bytes(regs, address, word, 4);
	return get_le32(word);
}

bool
rtw89_regs_set(struct regs *regs, uint32_t address, uint32_t value)
{
	uint8_t word[4];

	put_le32(word, value);
	return rtw89_regs_set_bytes(regs, address, word, 4);
}

bool
rtw89_regs_request(const struct usb_setup *setup, struct rtw89_access *access)
{
	access->write = setup->bmRequestType == TYPE_WRITE;
	access->address = setup->wValue | (uint32_t)setup->wIndex << 16;
	access->len = setup->wLength;
	return (access->write || setup->bmRequestType == TYPE_READ) &&
	       setup->bRequest == REQUEST && setup->wIndex <= 0xff &&
	       (setup->wLength == 1 || setup->wLength == 2 || setup->wLength == 4);
}
