/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>

#include <rte_byteorder.h>
#include <rte_errno.h>

#include "wport.h"
#include "wport_regs.h"
#include "wport_text.h"

/* Of a register that did not do what it was told: whoever asks it over and over is brief. */
#define REG_LOG(port, fmt, ...) \
	rte_log((port)->reg_brief ? RTE_LOG_DEBUG : RTE_LOG_ERR, *(port)->family->logtype, \
		"%s: %s: " fmt "\n", (port)->family->tag, (port)->name, ## __VA_ARGS__)

static unsigned int
tries_of(const struct wport *port)
{
	return port->reg_brief ? 1 : port->family->reg_access->tries;
}

static int
request(struct wport *port, uint8_t type, uint8_t number, uint32_t addr, rte_le32_t *data)
{
	const struct wport_reg_access *access = port->family->reg_access;
	const struct usb_request req = {
		.bmRequestType = type,
		.bRequest = number,
		.wValue = addr >> access->value_shift & 0xffff,
		.wIndex = addr >> access->index_shift & 0xffff,
		.wLength = sizeof(*data),
	};
	unsigned int i;
	int ret = 0;

	for (i = 0; i < tries_of(port); i++) {
		ret = usb_control(port->usb, &req, data, access->timeout_ms);
		if (ret == (int)sizeof(*data))
			return 0;
		if (ret == -ENODEV)
			break;
	}
	REG_LOG(port, "register 0x%x: %s", addr,
		ret < 0 ? rte_strerror(-ret) : "short answer");
	return ret < 0 ? ret : -EIO;
}

static int
read_once(struct wport *port, uint32_t addr, uint32_t *value)
{
	const struct wport_reg_access *access = port->family->reg_access;
	rte_le32_t data = 0;
	int ret = request(port, access->read_type, access->read_request, addr, &data);

	if (ret == 0)
		*value = rte_le_to_cpu_32(data);
	return ret;
}

int
wport_reg_read(struct wport *port, uint32_t addr, uint32_t *value)
{
	const struct wport_reg_access *access = port->family->reg_access;
	int ret = read_once(port, addr, value);
	unsigned int i;

	if (access->look == NULL)
		return ret;
	for (i = 0; ret == 0 && i < tries_of(port); i++) {
		ret = access->look(port, addr, *value);
		if (ret <= 0)
			break;
		ret = read_once(port, addr, value);
	}
	return ret;
}

int
wport_reg_write(struct wport *port, uint32_t addr, uint32_t value)
{
	const struct wport_reg_access *access = port->family->reg_access;
	rte_le32_t data = rte_cpu_to_le_32(value);

	return request(port, access->write_type, access->write_request, addr, &data);
}

int
wport_reg_mask(struct wport *port, uint32_t addr, uint32_t mask, uint32_t value)
{
	uint32_t old;
	int ret;

	if (mask == UINT32_MAX)
		return wport_reg_write(port, addr, value);
	ret = wport_reg_read(port, addr, &old);
	return ret != 0 ? ret : wport_reg_write(port, addr, (old & ~mask) | value);
}

int
wport_reg_apply(struct wport *port, const struct wport_reg_set *sets, unsigned int n)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < n && ret == 0; i++)
		ret = wport_reg_mask(port, sets[i].addr, sets[i].mask, sets[i].value);
	return ret;
}

int
wport_reg_check(struct wport *port, uint32_t addr, uint32_t mask, uint32_t value)
{
	uint32_t back;
	int ret = wport_reg_read(port, addr, &back);

	if (ret == 0 && ((back ^ value) & mask) != 0) {
		REG_LOG(port, "register 0x%x: wrote 0x%08x, reads 0x%08x", addr, value & mask,
			back & mask);
		ret = -EIO;
	}
	return ret;
}

void
wport_log_agg(const struct wport *port, const struct wport_agg *agg)
{
	enum rte_wlan_hold_policy policy = port->hold.wish.policy;
	char count[24] = "", adapts[32] = "";

	if (wport_hold_is_adaptive(policy))
		snprintf(adapts, sizeof(adapts), ", %s", wport_text_policy(policy));
	if (agg->count != 0)
		snprintf(count, sizeof(count), ", count %u", agg->count);
	if (agg->hold_us == 0)
		WPORT_LOG(INFO, port, "rx aggregation off%s", adapts);
	else
		WPORT_LOG(INFO, port, "rx aggregation: hold %u us, size %u bytes%s%s",
			  agg->hold_us, agg->bytes, count, adapts);
}
