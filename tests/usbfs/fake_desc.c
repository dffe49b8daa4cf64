/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What the fake device says of itself. Numbers of descriptors: USB 2.0 9.6. */

#include <errno.h>
#include <string.h>

#include "fake_internal.h"

#define DT_DEVICE	1
#define DT_CONFIG	2
#define DT_STRING	3
#define DT_INTERFACE	4
#define DT_ENDPOINT	5

/* SuperSpeed endpoint with its companion (USB 3.2 9.6.7). */
#define BULK(ep) 7, DT_ENDPOINT, ep, 2, 0x00, 0x04, 0, 6, 0x30, 0, 0, 0, 0

const uint8_t fake_wifi_device[18] = {
	18, DT_DEVICE, 0x20, 0x03, 0, 0, 0, 9, 0x8d, 0x0e, 0x61, 0x79, 0x00, 0x01, 0, 0, 0, 1,
};

const uint8_t fake_wifi_config[] = {
	9, DT_CONFIG, 0x87, 0x00, 1, 1, 0, 0xa0, 20,
	9, DT_INTERFACE, 0, 0, 9, 0xff, 0xff, 0xff, 0,
	BULK(0x84), BULK(0x85), BULK(0x08), BULK(0x04), BULK(0x05), BULK(0x06), BULK(0x07),
	BULK(0x09),
	7, DT_ENDPOINT, 0x86, 3, 2, 0, 1, 6, 0x30, 0, 0, 2, 0,
};
_Static_assert(sizeof(fake_wifi_config) == 0x87, "wTotalLength");

size_t
fake_config_len(const struct fake_usbfs *f)
{
	return f->conf.config[2] | f->conf.config[3] << 8;
}

/* The descriptors behind the configuration's, one by one. */
static const uint8_t *
next_descriptor(const struct fake_usbfs *f, const uint8_t *d)
{
	const uint8_t *end = f->conf.config + fake_config_len(f);

	d = d == NULL ? f->conf.config : d + d[0];
	return d + 2 > end || d[0] < 2 || d + d[0] > end ? NULL : d;
}

static const uint8_t *
endpoint(const struct fake_usbfs *f, uint8_t ep, int *interface)
{
	const uint8_t *d = NULL;

	*interface = -1;
	while ((d = next_descriptor(f, d)) != NULL) {
		if (d[1] == DT_INTERFACE && d[0] >= 9)
			*interface = d[3] == 0 ? d[2] : -1;
		if (d[1] == DT_ENDPOINT && d[0] >= 7 && d[2] == ep && *interface != -1)
			return d;
	}
	*interface = -1;
	return NULL;
}

int
fake_interface_of(const struct fake_usbfs *f, uint8_t ep)
{
	int interface;

	endpoint(f, ep, &interface);
	return interface;
}

uint16_t
fake_packet_of(const struct fake_usbfs *f, uint8_t ep)
{
	int interface;
	const uint8_t *d = endpoint(f, ep, &interface);

	return d == NULL ? 0 : (d[4] | d[5] << 8) & 0x7ff;
}

bool
fake_has_interface(const struct fake_usbfs *f, unsigned int number)
{
	const uint8_t *d = NULL;

	while ((d = next_descriptor(f, d)) != NULL)
		if (d[1] == DT_INTERFACE && d[0] >= 9 && d[2] == number)
			return true;
	return false;
}

static int
give(const struct fake_setup *setup, uint8_t *data, const void *bytes, size_t n)
{
	n = n < setup->wLength ? n : setup->wLength;
	memcpy(data, bytes, n);
	return (int)n;
}

int
fake_standard(struct fake_usbfs *f, const struct fake_setup *setup, uint8_t *data)
{
	static const uint8_t languages[4] = { 4, DT_STRING, 0x09, 0x04 };

	if (setup->bmRequestType == 0x80 && setup->bRequest == 8)	/* GET_CONFIGURATION */
		return give(setup, data, &f->conf.config[5], 1);
	if (setup->bmRequestType != 0x80 || setup->bRequest != 6)	/* GET_DESCRIPTOR */
		return -EPIPE;
	switch (setup->wValue >> 8) {
	case DT_DEVICE:
		return give(setup, data, f->conf.device, 18);
	case DT_CONFIG:
		return give(setup, data, f->conf.config, fake_config_len(f));
	case DT_STRING:
		return setup->wValue != DT_STRING << 8 ? -EPIPE :
		       give(setup, data, languages, sizeof(languages));
	default:
		return -EPIPE;
	}
}
