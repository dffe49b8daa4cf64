/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <inttypes.h>
#include <string.h>

#include "usb_capture.h"
#include "wport.h"

#include "analyse_scan.h"
#include "options.h"

#define USB_CONTROL 2
#define USB_BULK 3

/* USB 2.0 9.4.3, 9.6.1; USB 3.2 9.6.1: bMaxPacketSize0 is 9 on SuperSpeed, a power of 2. */
#define DEVICE_DESCRIPTOR 1
#define DEVICE_DESCRIPTOR_LEN 18
#define SUPER_PACKET_0 9
/* Of bulk packets; SuperSpeed's is twice that. */
#define BULK_PACKET 512

static struct an_device *
device_of(struct an_scan *scan, const struct usbmon_urb *urb)
{
	struct an_device *d;
	unsigned int i;

	for (i = 0; i < scan->nb_devices; i++) {
		d = &scan->devices[i];
		if (d->bus == urb->bus && d->device == urb->device)
			return d;
	}
	if (scan->nb_devices == AN_DEVICES) {
		scan->more_devices = true;
		return NULL;
	}
	d = &scan->devices[scan->nb_devices++];
	d->bus = urb->bus;
	d->device = urb->device;
	return d;
}

/* A new device may have got the address of one that is gone: the last one counts. */
static void
see_control(struct an_device *d, const struct usbmon_urb *urb)
{
	const uint8_t *p = urb->data;

	if (urb->event != 'C' || urb->status != 0 || urb->data_len < DEVICE_DESCRIPTOR_LEN ||
	    p[0] != DEVICE_DESCRIPTOR_LEN || p[1] != DEVICE_DESCRIPTOR)
		return;
	d->has_ids = true;
	d->super = p[7] == SUPER_PACKET_0;
	d->vendor = (uint16_t)(p[8] | p[9] << 8);
	d->product = (uint16_t)(p[10] | p[11] << 8);
}

static void
see_bulk(struct an_device *d, const struct usbmon_urb *urb)
{
	unsigned int i;

	if ((urb->endpoint & 0x80) == 0)
		return;
	for (i = 0; i < AN_ENDPOINTS - 1; i++)
		if (d->in[i].address == urb->endpoint || d->in[i].address == 0)
			break;
	d->in[i].address = urb->endpoint;
	if (urb->event == 'S') {
		d->in[i].max_request = RTE_MAX(d->in[i].max_request, urb->urb_len);
	} else if (urb->event == 'C' && urb->urb_len != 0) {
		d->in[i].transfers++;
		d->in[i].bytes += urb->urb_len;
		d->in[i].max_len = RTE_MAX(d->in[i].max_len, urb->urb_len);
	}
}

static void
see(struct an_scan *scan, const struct usbmon_urb *urb)
{
	struct an_device *d;

	if (urb->xfer_type != USB_CONTROL && urb->xfer_type != USB_BULK)
		return;
	d = device_of(scan, urb);
	if (d == NULL)
		return;
	if (urb->xfer_type == USB_CONTROL)
		see_control(d, urb);
	else
		see_bulk(d, urb);
}

bool
an_scan_file(const char *file, struct an_scan *scan)
{
	enum usbmon_verdict verdict;
	struct usb_capture capture;
	struct usbmon_urb urb;
	int ret;

	memset(scan, 0, sizeof(*scan));
	if (usb_capture_open(&capture, "rxlab analyse", file) != 0)
		return false;
	while ((ret = usb_capture_next(&capture, &urb, &verdict)) > 0) {
		if (verdict == USBMON_OK || verdict == USBMON_TRUNCATED)
			see(scan, &urb);
		else
			scan->bad_records++;
	}
	scan->records = capture.records;
	scan->damaged = ret != 0;
	if (scan->damaged)
		snprintf(scan->damage, sizeof(scan->damage), "%s",
			 usb_capture_error(&capture));
	usb_capture_close(&capture);
	return true;
}

uint32_t
an_device_request(const struct an_device *device, uint8_t endpoint)
{
	unsigned int i;

	for (i = 0; i < AN_ENDPOINTS; i++) {
		if (device->in[i].address != endpoint)
			continue;
		if (device->in[i].max_request != 0)
			return device->in[i].max_request;
		/* Without its submissions: requests are of whole packets, and a transfer
		 * that is not has not filled its own. */
		return device->in[i].max_len % BULK_PACKET == 0 ? device->in[i].max_len : 0;
	}
	return 0;
}

static uint64_t
bytes_on(const struct an_device *device, uint8_t endpoint)
{
	unsigned int i;

	for (i = 0; i < AN_ENDPOINTS; i++)
		if (device->in[i].address == endpoint)
			return device->in[i].bytes;
	return 0;
}

static bool
has_bulk_data(const struct an_device *device)
{
	unsigned int i;

	for (i = 0; i < AN_ENDPOINTS; i++)
		if (device->in[i].bytes != 0)
			return true;
	return false;
}

/* Could it be the one? Then its chip, if that can be known; else chip->port is NULL. */
static bool
is_candidate(const struct an_device *d, const struct an_wish *wish, struct an_chip *chip)
{
	chip->port = NULL;
	if (!wish->any_device && (d->bus != wish->bus || d->device != wish->device))
		return false;
	if (wish->chip != NULL)
		return an_chip_by_name(chip, wish->chip, wish->linux_layout) &&
			bytes_on(d, chip->port->ep_in) != 0;
	if (d->has_ids && an_chip_by_id(chip, d->vendor, d->product, wish->linux_layout))
		return bytes_on(d, chip->port->ep_in) != 0;
	/* Known to be something else, unless it was asked for. */
	return has_bulk_data(d) && (!d->has_ids || !wish->any_device);
}

static void
list(const struct an_scan *scan, bool with_data, char *text, size_t size)
{
	const struct an_device *d;
	unsigned int i;
	size_t len = 0;

	text[0] = '\0';
	for (i = 0; i < scan->nb_devices && len + 40 < size; i++) {
		d = &scan->devices[i];
		if (with_data && !has_bulk_data(d))
			continue;
		len += (size_t)snprintf(text + len, size - len, " %u.%u", d->bus, d->device);
		if (d->has_ids)
			len += (size_t)snprintf(text + len, size - len, " (%04x:%04x)",
						d->vendor, d->product);
	}
	if (i < scan->nb_devices || scan->more_devices)
		snprintf(text + len, size - len, " ...");
}

static void
none_found(const struct an_scan *scan, const struct an_wish *wish)
{
	char devices[400], whose[24] = "";
	bool hint = false;
	unsigned int i;

	list(scan, false, devices, sizeof(devices));
	if (!wish->any_device)
		snprintf(whose, sizeof(whose), " of device %u.%u", wish->bus, wish->device);
	for (i = 0; i < scan->nb_devices && wish->chip == NULL; i++)
		hint |= has_bulk_data(&scan->devices[i]);
	options_wrong("%s: no bulk-IN data of a known Wi-Fi chip%s in %" PRIu64
		      " records; devices:%s%s%s", wish->file, whose, scan->records,
		      devices[0] == '\0' ? " none" : devices,
		      hint ? "; if it is one of these, give --dev= and --chip=" : "",
		      scan->damaged ? "; the file is cut" : "");
}

const struct an_device *
an_scan_choose(const struct an_scan *scan, const struct an_wish *wish, struct an_chip *chip)
{
	const struct an_device *found = NULL;
	unsigned int i, known = 0, unknown = 0;
	struct an_chip candidate;
	char text[400];

	/* Those whose chip is known go before those of which nothing is. */
	for (i = 0; i < scan->nb_devices; i++) {
		if (!is_candidate(&scan->devices[i], wish, &candidate))
			continue;
		known += candidate.port != NULL;
		unknown += candidate.port == NULL;
		if (candidate.port == NULL ? known == 0 : known == 1) {
			found = &scan->devices[i];
			*chip = candidate;
		}
	}
	if (found == NULL) {
		none_found(scan, wish);
		return NULL;
	}
	if (known > 1 || (known == 0 && unknown > 1)) {
		list(scan, true, text, sizeof(text));
		options_wrong("%s: several devices have data, choose one with "
			      "--dev=BUS.DEV:%s", wish->file, text);
		return NULL;
	}
	if (chip->port == NULL) {
		an_chip_names(text, sizeof(text));
		options_wrong("%s: the chip of device %u.%u is not known%s: give --chip=, one of "
			      "%s",
			      wish->file, found->bus, found->device,
			      found->has_ids ? " by its id" :
			      ", its descriptor was not captured", text);
		return NULL;
	}
	return found;
}
