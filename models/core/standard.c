/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <string.h>

#include "../bytes.h"
#include "../usb_walk.h"
#include "chip.h"

/*
 * Numbers: USB 2.0 tables 9-3 to 9-6, USB 3.2 tables 9-4 to 9-7. SET_ADDRESS is the bus's
 * own affair, which has no addresses here.
 *
 * The endpoints serve their requests with and without a configuration, so that a host in
 * the same process need not choose one.
 */

#define TYPE_MASK 0x60		/* bmRequestType: standard, class, vendor */
#define IN 0x80
#define RECIPIENT_MASK 0x1f

enum recipient { DEVICE, INTERFACE, ENDPOINT };

enum request {
	GET_STATUS = 0, CLEAR_FEATURE = 1, SET_FEATURE = 3, GET_DESCRIPTOR = 6,
	GET_CONFIGURATION = 8, SET_CONFIGURATION = 9, GET_INTERFACE = 10,
	SET_INTERFACE = 11, SET_SEL = 48, SET_ISOCH_DELAY = 49,
};

enum feature {
	ENDPOINT_HALT = 0, FUNCTION_SUSPEND = 0, REMOTE_WAKEUP = 1, U1_ENABLE = 48,
	U2_ENABLE = 49,
};

#define CONFIG_VALUE(d) ((d)->config[5])
#define CONFIG_SELF_POWERED 0x40	/* bmAttributes */
#define CONFIG_REMOTE_WAKEUP 0x20
#define STATUS_SELF_POWERED 0x01
#define STATUS_REMOTE_WAKEUP 0x02
#define STATUS_U1 0x04
#define STATUS_U2 0x08
#define SEL_LEN 6

static const struct usb_descriptors *
descriptors(const struct usb_device *dev)
{
	return dev->chip->descriptors != NULL ? dev->chip->descriptors(dev) : NULL;
}

bool
core_standard_takes(const struct usb_device *dev, const struct usb_setup *s)
{
	return (s->bmRequestType & TYPE_MASK) == 0 && descriptors(dev) != NULL;
}

static uint32_t
bit_of(uint8_t ep)
{
	return 1u << ((ep & 0xf) + ((ep & IN) != 0 ? 16 : 0));
}

bool
core_halted(const struct usb_device *dev, uint8_t ep)
{
	return (dev->standard.halted & bit_of(ep)) != 0;
}

/* An endpoint that was waiting for data has a STALL to give, or one that gave STALLs may
 * have data. */
static void
halt_changed(struct usb_device *dev)
{
	unsigned int i;

	for (i = 0; i < CORE_PIPES_IN; i++)
		core_bulk_in_start(dev, &dev->in[i], dev->now_ns);
	core_out_start(dev, dev->now_ns);
}

static bool
has_endpoint(const struct usb_device *dev, uint16_t index)
{
	struct usb_walk_endpoint e;
	unsigned int i;

	for (i = 0; usb_walk_endpoint(descriptors(dev), i, &e); i++)
		if (e.address == index)
			return true;
	return false;
}

static bool
has_interface(const struct usb_device *dev, uint16_t number, uint16_t alt)
{
	struct usb_walk_interface f;
	unsigned int i;

	for (i = 0; usb_walk_interface(descriptors(dev), i, &f); i++)
		if (f.number == number && f.alt == alt && number < CORE_INTERFACES_MAX)
			return true;
	return false;
}

static int
give(const struct usb_setup *s, uint8_t *data, const void *from, uint32_t len)
{
	if (len > s->wLength)
		len = s->wLength;
	memcpy(data, from, len);
	return (int)len;
}

static int
give_string(const struct usb_descriptors *d, const struct usb_setup *s, uint8_t *data)
{
	static const uint8_t languages[] = { 4, 3, 0x09, 0x04 };	/* English, US */
	unsigned int i, number = s->wValue & 0xff;
	uint8_t text[255];

	if (number == 0)
		return give(s, data, languages, sizeof(languages));
	for (i = 0; d->strings != NULL && d->strings[i] != NULL && i + 1 < number; i++)
		;
	if (d->strings == NULL || d->strings[i] == NULL || s->wIndex != 0x0409)
		return -EPIPE;
	text[0] = 2;
	text[1] = 3;
	for (const char *p = d->strings[i]; *p != '\0' && text[0] + 2 < 255; p++) {
		put_le16(text + text[0], (uint8_t)*p);
		text[0] += 2;
	}
	return give(s, data, text, text[0]);
}

static int
get_descriptor(struct usb_device *dev, const struct usb_setup *s, uint8_t *data)
{
	enum { D_DEVICE = 1, D_CONFIG = 2, D_STRING = 3, D_QUALIFIER = 6, D_BOS = 15 };
	const struct usb_descriptors *d = descriptors(dev);
	unsigned int type = s->wValue >> 8, number = s->wValue & 0xff;

	if (type == D_STRING)
		return give_string(d, s, data);
	if (number != 0)
		return -EPIPE;
	if (type == D_DEVICE)
		return give(s, data, d->device, 18);
	if (type == D_CONFIG)
		return give(s, data, d->config, d->config_len);
	if (type == D_QUALIFIER && d->qualifier != NULL)
		return give(s, data, d->qualifier, 10);
	if (type == D_BOS && d->bos != NULL)
		return give(s, data, d->bos, d->bos_len);
	return -EPIPE;
}

static uint16_t
device_status(const struct usb_device *dev)
{
	const struct core_standard *st = &dev->standard;
	uint16_t status = 0;

	if ((descriptors(dev)->config[7] & CONFIG_SELF_POWERED) != 0)
		status |= STATUS_SELF_POWERED;
	if (st->remote_wakeup)
		status |= STATUS_REMOTE_WAKEUP;
	if (st->u1)
		status |= STATUS_U1;
	if (st->u2)
		status |= STATUS_U2;
	return status;
}

static int
get_status(struct usb_device *dev, const struct usb_setup *s, uint8_t *data)
{
	unsigned int recipient = s->bmRequestType & RECIPIENT_MASK;
	uint8_t status[2] = { 0, 0 };

	if (recipient == DEVICE)
		put_le16(status, device_status(dev));
	else if (recipient == ENDPOINT && (s->wIndex & 0xf) == 0)
		status[0] = 0;
	else if (recipient == ENDPOINT && has_endpoint(dev, s->wIndex))
		status[0] = core_halted(dev, (uint8_t)s->wIndex);
	else if (recipient != INTERFACE || !has_interface(dev, s->wIndex, 0))
		return -EPIPE;
	return give(s, data, status, sizeof(status));
}

static int
device_feature(struct usb_device *dev, uint16_t feature, bool on)
{
	struct core_standard *st = &dev->standard;
	bool super = dev->speed == USB_SPEED_SUPER;

	if (!super && feature == REMOTE_WAKEUP &&
	    (descriptors(dev)->config[7] & CONFIG_REMOTE_WAKEUP) != 0)
		st->remote_wakeup = on;
	else if (super && feature == U1_ENABLE && st->configuration != 0)
		st->u1 = on;
	else if (super && feature == U2_ENABLE && st->configuration != 0)
		st->u2 = on;
	else
		return -EPIPE;
	return 0;
}

static int
set_halt(struct usb_device *dev, uint16_t index, bool on)
{
	if (!has_endpoint(dev, index))
		return -EPIPE;
	dev->standard.halted &= ~bit_of((uint8_t)index);
	if (on)
		dev->standard.halted |= bit_of((uint8_t)index);
	halt_changed(dev);
	return 0;
}

static int
set_feature(struct usb_device *dev, const struct usb_setup *s, bool on)
{
	switch (s->bmRequestType & RECIPIENT_MASK) {
	case DEVICE:
		return device_feature(dev, s->wValue, on);
	case INTERFACE:		/* nothing here goes to sleep */
		return dev->speed == USB_SPEED_SUPER && s->wValue == FUNCTION_SUSPEND &&
		       has_interface(dev, s->wIndex & 0xff, 0) ? 0 : -EPIPE;
	case ENDPOINT:
		return s->wValue == ENDPOINT_HALT ? set_halt(dev, s->wIndex, on) : -EPIPE;
	default:
		return -EPIPE;
	}
}

static int
set_configuration(struct usb_device *dev, uint16_t value)
{
	struct core_standard *st = &dev->standard;

	if (value != 0 && value != CONFIG_VALUE(descriptors(dev)))
		return -EPIPE;
	st->configuration = (uint8_t)value;
	st->u1 = st->u2 = false;
	st->halted = 0;
	memset(st->alt, 0, sizeof(st->alt));
	halt_changed(dev);
	return 0;
}

static int
set_interface(struct usb_device *dev, const struct usb_setup *s)
{
	struct usb_walk_endpoint e;
	unsigned int i;

	if (dev->standard.configuration == 0 || !has_interface(dev, s->wIndex, s->wValue))
		return -EPIPE;
	dev->standard.alt[s->wIndex] = (uint8_t)s->wValue;
	for (i = 0; usb_walk_endpoint(descriptors(dev), i, &e); i++)
		if (e.interface == s->wIndex)
			dev->standard.halted &= ~bit_of(e.address);
	halt_changed(dev);
	return 0;
}

static int
get_interface(struct usb_device *dev, const struct usb_setup *s, uint8_t *data)
{
	if (dev->standard.configuration == 0 || !has_interface(dev, s->wIndex, 0))
		return -EPIPE;
	return give(s, data, &dev->standard.alt[s->wIndex], 1);
}

static int
to_host(struct usb_device *dev, const struct usb_setup *s, uint8_t *data)
{
	unsigned int recipient = s->bmRequestType & RECIPIENT_MASK;

	if (s->bRequest == GET_STATUS)
		return get_status(dev, s, data);
	if (s->bRequest == GET_DESCRIPTOR && recipient == DEVICE)
		return get_descriptor(dev, s, data);
	if (s->bRequest == GET_CONFIGURATION && recipient == DEVICE)
		return give(s, data, &dev->standard.configuration, 1);
	if (s->bRequest == GET_INTERFACE && recipient == INTERFACE)
		return get_interface(dev, s, data);
	return -EPIPE;
}

static int
from_host(struct usb_device *dev, const struct usb_setup *s)
{
	unsigned int recipient = s->bmRequestType & RECIPIENT_MASK;
	bool super = dev->speed == USB_SPEED_SUPER;

	if (super && s->bRequest == SET_SEL && recipient == DEVICE && s->wLength == SEL_LEN)
		return SEL_LEN;		/* latencies of the link, which is no link here */
	if (s->wLength != 0)
		return -EPIPE;
	if (s->bRequest == SET_FEATURE || s->bRequest == CLEAR_FEATURE)
		return set_feature(dev, s, s->bRequest == SET_FEATURE);
	if (s->bRequest == SET_CONFIGURATION && recipient == DEVICE)
		return set_configuration(dev, s->wValue);
	if (s->bRequest == SET_INTERFACE && recipient == INTERFACE)
		return set_interface(dev, s);
	return super && s->bRequest == SET_ISOCH_DELAY && recipient == DEVICE ? 0 : -EPIPE;
}

int
core_standard_control(struct usb_device *dev, const struct usb_setup *s, uint8_t *data)
{
	return (s->bmRequestType & IN) != 0 ? to_host(dev, s, data) : from_host(dev, s);
}

void
core_standard_reset(struct usb_device *dev)
{
	memset(&dev->standard, 0, sizeof(dev->standard));
}
