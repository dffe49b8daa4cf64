/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Which interface of a device is meant, and what its endpoints are called. */

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "usb_libusb.h"

/* Bulk endpoints of an interface in the order of its descriptors. */
static struct usb_endpoints
endpoints_of(const struct libusb_interface_descriptor *alt)
{
	struct usb_endpoints eps = { 0 };
	unsigned int i, in = 0, out = 0;

	for (i = 0; i < alt->bNumEndpoints; i++) {
		const struct libusb_endpoint_descriptor *ep = &alt->endpoint[i];

		if ((ep->bmAttributes & LIBUSB_TRANSFER_TYPE_MASK) !=
		    LIBUSB_ENDPOINT_TRANSFER_TYPE_BULK)
			continue;
		if ((ep->bEndpointAddress & LIBUSB_ENDPOINT_IN) != 0 && in < USB_ENDPOINTS_MAX)
			eps.in[in++] = ep->bEndpointAddress;
		else if ((ep->bEndpointAddress & LIBUSB_ENDPOINT_IN) == 0 &&
			 out < USB_ENDPOINTS_MAX)
			eps.out[out++] = ep->bEndpointAddress;
	}
	return eps;
}

static unsigned int
nb_of(const uint8_t *list)
{
	unsigned int n = 0;

	while (n < USB_ENDPOINTS_MAX && list[n] != 0)
		n++;
	return n;
}

static bool
has(const uint8_t *list, uint8_t ep)
{
	return ep == 0 || memchr(list, ep, nb_of(list)) != NULL;
}

static bool
fits(const struct libusb_interface_descriptor *alt, const struct usb_transport_conf *conf)
{
	struct usb_endpoints eps = endpoints_of(alt);

	if (alt->bInterfaceClass != LIBUSB_CLASS_VENDOR_SPEC)
		return false;
	if (conf->endpoints == NULL)
		return has(eps.in, conf->ep_in) && has(eps.in, conf->ep_event);
	return nb_of(eps.in) >= nb_of(conf->endpoints->in) &&
		nb_of(eps.out) >= nb_of(conf->endpoints->out);
}

/* By position: what the driver calls so is the device's n-th. */
static void
map(uint8_t *to, const uint8_t *names, const uint8_t *addrs)
{
	unsigned int i;

	memset(to, 0, 16);
	for (i = 0; i < RTE_MIN(nb_of(names), nb_of(addrs)); i++)
		to[names[i] & LIBUSB_ENDPOINT_ADDRESS_MASK] = addrs[i];
}

static void
take(struct usb_libusb *u, const struct libusb_interface_descriptor *alt,
     const struct usb_transport_conf *conf)
{
	struct usb_endpoints eps = endpoints_of(alt);
	const struct usb_endpoints *names = conf->endpoints != NULL ? conf->endpoints : &eps;

	u->interface = alt->bInterfaceNumber;
	u->alt = alt->bAlternateSetting;
	map(u->map_in, names->in, eps.in);
	map(u->map_out, names->out, eps.out);
}

static void
describe(const struct libusb_config_descriptor *config, char *text, size_t size)
{
	unsigned int i;
	int j;

	for (i = 0; i < config->bNumInterfaces; i++) {
		for (j = 0; j < config->interface[i].num_altsetting; j++) {
			const struct libusb_interface_descriptor *alt =
				&config->interface[i].altsetting[j];
			struct usb_endpoints eps = endpoints_of(alt);
			size_t len = strlen(text);

			snprintf(text + len, size - len,
				 "%s%u.%u class %02x/%02x/%02x, bulk %u in %u out",
				 len == 0 ? "" : "; ", alt->bInterfaceNumber,
				 alt->bAlternateSetting, alt->bInterfaceClass,
				 alt->bInterfaceSubClass, alt->bInterfaceProtocol,
				 nb_of(eps.in), nb_of(eps.out));
		}
	}
}

static const struct libusb_interface_descriptor *
find_alt(const struct libusb_config_descriptor *config, const struct usb_transport_conf *conf)
{
	unsigned int i;
	int j;

	for (i = 0; i < config->bNumInterfaces; i++)
		for (j = 0; j < config->interface[i].num_altsetting; j++)
			if (fits(&config->interface[i].altsetting[j], conf))
				return &config->interface[i].altsetting[j];
	return NULL;
}

int
usb_libusb_pick_interface(struct usb_libusb *u, const struct usb_transport_conf *conf)
{
	libusb_device *dev = libusb_get_device(u->handle);
	const struct libusb_interface_descriptor *alt;
	struct libusb_config_descriptor *config;
	char text[512] = "";
	int ret = libusb_get_active_config_descriptor(dev, &config);

	if (ret != 0) {
		USB_LOG(ERR, u->port, "%s: no configuration: %s", u->where,
			libusb_strerror(ret));
		return ret == LIBUSB_ERROR_NO_DEVICE ? -ENODEV : -EIO;
	}
	alt = find_alt(config, conf);
	if (alt != NULL)
		take(u, alt, conf);
	else
		describe(config, text, sizeof(text));
	libusb_free_config_descriptor(config);
	if (alt != NULL)
		return 0;
	USB_LOG(ERR, u->port, "%s: no vendor-specific interface with the bulk endpoints that "
		"are needed (%u in, %u out); it has: %s", u->where,
		conf->endpoints != NULL ? nb_of(conf->endpoints->in) : 1,
		conf->endpoints != NULL ? nb_of(conf->endpoints->out) : 0, text);
	return -ENOENT;
}

uint8_t
usb_libusb_ep_of(const struct usb_libusb *u, uint8_t ep)
{
	uint8_t n = ep & LIBUSB_ENDPOINT_ADDRESS_MASK;

	return (ep & LIBUSB_ENDPOINT_IN) != 0 ? u->map_in[n] : u->map_out[n];
}
