/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "bytes.h"
#include "usb_walk.h"

#define TYPE_INTERFACE 4
#define TYPE_ENDPOINT 5
#define INTERFACE_LEN 9
#define ENDPOINT_LEN 7

/* The descriptor behind *pos, which moves behind it; NULL at the end. */
static const uint8_t *
next(const struct usb_descriptors *d, uint32_t *pos)
{
	const uint8_t *p = d->config + *pos;

	if (*pos + 2u > d->config_len || p[0] < 2 || *pos + p[0] > d->config_len)
		return NULL;
	*pos += p[0];
	return p;
}

static bool
is(const uint8_t *p, uint8_t type, uint8_t len)
{
	return p[1] == type && p[0] >= len;
}

bool
usb_walk_interface(const struct usb_descriptors *d, unsigned int i,
		   struct usb_walk_interface *interface)
{
	const uint8_t *p;
	uint32_t pos = 0;

	while ((p = next(d, &pos)) != NULL) {
		if (!is(p, TYPE_INTERFACE, INTERFACE_LEN) || i-- != 0)
			continue;
		*interface = (struct usb_walk_interface){
			.number = p[2], .alt = p[3],
			.class = p[5], .subclass = p[6], .protocol = p[7],
		};
		return true;
	}
	return false;
}

bool
usb_walk_endpoint(const struct usb_descriptors *d, unsigned int i,
		  struct usb_walk_endpoint *endpoint)
{
	uint8_t interface = 0, alt = 0;
	const uint8_t *p;
	uint32_t pos = 0;

	while ((p = next(d, &pos)) != NULL) {
		if (is(p, TYPE_INTERFACE, INTERFACE_LEN)) {
			interface = p[2];
			alt = p[3];
		}
		if (!is(p, TYPE_ENDPOINT, ENDPOINT_LEN) || i-- != 0)
			continue;
		*endpoint = (struct usb_walk_endpoint){
			.interface = interface, .alt = alt,
			.address = p[2], .attributes = p[3],
			.max_packet = get_le16(p + 4), .interval = p[6],
		};
		return true;
	}
	return false;
}
