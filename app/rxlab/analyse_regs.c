/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "mt76u_regs.h"
#include "rtw89u_chip.h"
#include "rtw89u_regs.h"

#include "analyse_regs.h"

#define ALL_BYTES 0x0f

void
an_regs_init(struct an_regs *regs, const struct an_chip *chip)
{
	memset(regs, 0, sizeof(*regs));
	regs->chip = chip;
}

static uint32_t
le16(const uint8_t *p)
{
	return p[0] | (uint32_t)p[1] << 8;
}

/* Is it a register request, and of which address? */
static bool
decode_setup(const struct an_chip *chip, const uint8_t setup[8], struct an_request *request)
{
	uint32_t value = le16(setup + 2), index = le16(setup + 4);

	request->len = le16(setup + 6);
	if (chip->framing == AN_MT) {
		request->is_write = setup[0] == MT76U_REQ_WRITE_TYPE &&
			setup[1] == MT76U_REQ_WRITE_EXT;
		request->address = value << 16 | index;
		return request->is_write || (setup[0] == MT76U_REQ_READ_TYPE &&
					     setup[1] == MT76U_REQ_READ_EXT);
	}
	request->is_write = setup[0] == RTW89U_REQ_TYPE_WRITE;
	request->address = value | (index & 0xff) << 16;
	return setup[1] == RTW89U_REQ &&
		(request->is_write || setup[0] == RTW89U_REQ_TYPE_READ);
}

static bool
touches(uint32_t reg, const struct an_request *request)
{
	return reg != 0 && request->address + request->len > reg && request->address < reg + 4;
}

static bool
touches_any(const struct an_chip *chip, const struct an_request *request)
{
	return touches(chip->agg_reg[0], request) || touches(chip->agg_reg[1], request);
}

static void
submitted(struct an_regs *regs, const struct usbmon_urb *urb)
{
	struct an_request request = { .id = urb->id, .used = true };

	if (!decode_setup(regs->chip, urb->setup, &request))
		return;
	regs->requests_seen++;
	if (request.len > sizeof(request.data) || !touches_any(regs->chip, &request))
		return;
	if (request.is_write) {
		if (urb->data_len < request.len)	/* not captured */
			return;
		memcpy(request.data, urb->data, request.len);
	}
	/* The oldest of so many is not answered any more. */
	regs->requests[regs->next] = request;
	regs->next = (regs->next + 1) % AN_REQUESTS;
}

static void
set_bytes(struct an_regs *regs, const struct an_request *request, const uint8_t *data)
{
	uint32_t i, at;
	unsigned int r;

	for (r = 0; r < AN_REGS; r++) {
		if (!touches(regs->chip->agg_reg[r], request))
			continue;
		for (i = 0; i < request->len; i++) {
			at = request->address + i - regs->chip->agg_reg[r];
			if (at >= 4)
				continue;
			regs->bytes[r][at] = data[i];
			regs->known[r] |= (uint8_t)(1u << at);
		}
	}
}

static bool
completed(struct an_regs *regs, const struct usbmon_urb *urb)
{
	struct an_request *request = NULL;
	unsigned int i;

	for (i = 0; i < AN_REQUESTS; i++)
		if (regs->requests[i].used && regs->requests[i].id == urb->id)
			request = &regs->requests[i];
	if (request == NULL)
		return false;
	request->used = false;
	if (urb->status != 0 || (!request->is_write && urb->data_len < request->len)) {
		regs->failed++;
		return false;
	}
	regs->writes += request->is_write;
	regs->reads += !request->is_write;
	set_bytes(regs, request, request->is_write ? request->data : urb->data);
	return true;
}

bool
an_regs_see(struct an_regs *regs, const struct usbmon_urb *urb)
{
	if (urb->event == 'S')
		submitted(regs, urb);
	return urb->event == 'C' && completed(regs, urb);
}

static uint32_t
word(const struct an_regs *regs, unsigned int r)
{
	const uint8_t *b = regs->bytes[r];

	return le16(b) | le16(b + 2) << 16;
}

static void
agg_of_rtw89(const struct an_regs *regs, struct an_agg *agg)
{
	uint32_t agg0 = word(regs, 0), units = WPORT_GET(RTW89U_RXAGG_0_BUF_SZ, agg0);

	/* Nobody sets the bits of the second register but to 0. */
	if (regs->known[1] == ALL_BYTES)
		units |= WPORT_GET(RTW89U_RXAGG_1_LEN_HIGH, word(regs, 1)) << 8;
	agg->enabled = (agg0 & RTW89U_RXAGG_0_EN) != 0;
	agg->size = units * regs->chip->port->agg_unit;
	agg->units = WPORT_GET(RTW89U_RXAGG_0_NUM_TH, agg0);
	agg->hold_us = WPORT_GET(RTW89U_RXAGG_0_TIME_TH, agg0) * RTW89U_RXAGG_HOLD_UNIT_US;
}

static void
agg_of_mt76(const struct an_regs *regs, struct an_agg *agg)
{
	uint32_t wlcfg_0 = word(regs, 0);

	agg->enabled = (wlcfg_0 & MT76U_WLCFG_0_AGG_EN) != 0;
	agg->size = WPORT_GET(MT76U_WLCFG_0_AGG_LMT, wlcfg_0) * 1024;
	agg->units = regs->known[1] == ALL_BYTES ?
		WPORT_GET(MT76U_WLCFG_1_PKT_LMT, word(regs, 1)) : 0;
	agg->hold_us = WPORT_GET(MT76U_WLCFG_0_AGG_TO, wlcfg_0);
}

bool
an_regs_agg(const struct an_regs *regs, struct an_agg *agg)
{
	if (regs->known[0] != ALL_BYTES)
		return false;
	if (regs->chip->framing == AN_MT)
		agg_of_mt76(regs, agg);
	else
		agg_of_rtw89(regs, agg);
	if (!agg->enabled)
		agg->hold_us = 0;
	return true;
}
