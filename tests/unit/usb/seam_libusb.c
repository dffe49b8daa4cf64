/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <rte_common.h>

#include "fake_bus.h"
#include "fake_script.h"

#include "seam.h"
#include "seam_libusb.h"

#define LEN 200

static struct { struct fake_usbfs *f; char path[4]; } plugged[4];

/* As seam.h numbers them, and a sequence of its own on the second endpoint. */
static void
fill(void *arg, uint8_t ep, uint64_t number, uint8_t *data, uint32_t len)
{
	unsigned int i;

	fake_fill(arg, ep, number % SEAM_NUMBERS, data, len);
	if (ep != SEAM_EP_EVENT)
		return;
	for (i = 0; i < 4; i++)
		data[36 + i] = (uint8_t)((number + 1) >> (8 * i));
}

static void
remove_one(unsigned int i)
{
	if (plugged[i].f == NULL)
		return;
	fake_bus_forget(plugged[i].f);
	fake_usbfs_destroy(plugged[i].f);
	plugged[i].f = NULL;
}

void
seam_libusb_remove(void)
{
	unsigned int i;

	for (i = 0; i < RTE_DIM(plugged); i++)
		remove_one(i);
}

/* One that nobody has open any more is plugged in anew. */
static int
plug(unsigned int i, bool events)
{
	static const struct fake_step some = { FAKE_DONE, 0, LEN }, all = { FAKE_DONE, 0, FAKE_ALL };
	const struct fake_script_conf script = { .fill = fill };
	struct fake_conf conf = { .address = 2 + i, .path = plugged[i].path };
	unsigned int ep;

	remove_one(i);
	snprintf(plugged[i].path, sizeof(plugged[i].path), "%u", i + 1);
	plugged[i].f = fake_usbfs_create(&conf);
	if (plugged[i].f == NULL || fake_script_attach(plugged[i].f, &script) != 0)
		return -ENOMEM;
	fake_script(plugged[i].f, SEAM_EP, NULL, 0, some);
	fake_script(plugged[i].f, SEAM_EP_EVENT, NULL, 0, events ? some : fake_hold);
	for (ep = 4; ep < 10; ep++)
		fake_script(plugged[i].f, (uint8_t)ep, NULL, 0, all);
	fake_bus_add(plugged[i].f);
	return 0;
}

static bool
is_free(unsigned int i)
{
	struct fake_seen seen;

	if (plugged[i].f == NULL)
		return true;
	seen = fake_usbfs_seen(plugged[i].f);
	return seen.opens == seen.closes;
}

int
seam_libusb_open(const struct usb_transport_conf *conf, struct usb_transport **t)
{
	char device[16];
	const struct usb_libusb_args args = { .device = device };
	unsigned int i;
	int ret;

	for (i = 0; i < RTE_DIM(plugged) && !is_free(i); i++)
		;
	if (i == RTE_DIM(plugged))
		return -ENOSPC;
	ret = plug(i, conf->ep_event != 0);
	if (ret != 0)
		return ret;
	snprintf(device, sizeof(device), "1-%u", i + 1);
	return usb_libusb_open(conf, &args, t);
}
