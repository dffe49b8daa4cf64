/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "usb_capture.h"
#include "usb_log.h"
#include "usb_replay.h"

#define USB_XFER_BULK		3
#define USB_BULK_PACKET		512	/* at high speed; SuperSpeed's is twice that */
#define USB_DEVICE_MAX		127	/* USB 2.0 9.4.6: seven bits */

/* Linux numbers: a capture has them whatever errno.h is here. */
#define LINUX_ENOENT		2
#define LINUX_EPIPE		32
#define LINUX_ETIME		62
#define LINUX_EPROTO		71
#define LINUX_EOVERFLOW		75
#define LINUX_EILSEQ		84
#define LINUX_ECONNRESET	104
#define LINUX_ESHUTDOWN		108
#define LINUX_ETIMEDOUT		110
#define LINUX_EREMOTEIO		121

/* Devices told apart in one capture; a bus cannot hold more than 127. */
#define REPLAY_DEVICES_MAX	128

struct replay_device {
	uint16_t bus;
	uint8_t device;
	struct replay_need need;
};

struct replay_devices {
	unsigned int n;
	bool more;		/* data of devices that found no room here */
	struct replay_device d[REPLAY_DEVICES_MAX];
};

static int
parse_number(const char **text, unsigned int max, unsigned int *value)
{
	const char *p = *text;

	if (!isdigit((unsigned char)*p))
		return -EINVAL;
	for (*value = 0; isdigit((unsigned char)*p); p++) {
		*value = *value * 10 + (unsigned int)(*p - '0');
		if (*value > max)
			return -EINVAL;
	}
	*text = p;
	return 0;
}

int
replay_parse_device(const char *text, struct replay_filter *filter)
{
	unsigned int bus, device;

	if (parse_number(&text, UINT16_MAX, &bus) != 0 || *text++ != '.' ||
	    parse_number(&text, USB_DEVICE_MAX, &device) != 0 || *text != '\0')
		return -EINVAL;
	filter->any_device = false;
	filter->bus = (uint16_t)bus;
	filter->device = (uint8_t)device;
	return 0;
}

/* Meanings: Documentation/driver-api/usb/error-codes.rst in torvalds/linux. */
static enum replay_counter
error_counter(int32_t status)
{
	switch (status) {
	case -LINUX_ENOENT:
	case -LINUX_ECONNRESET:
		return REPLAY_UNLINKED;
	case -LINUX_ESHUTDOWN:
		return REPLAY_SHUTDOWN;
	case -LINUX_ETIMEDOUT:
		return REPLAY_TIMEOUTS;
	case -LINUX_EPIPE:
		return REPLAY_STALLS;
	case -LINUX_EPROTO:
	case -LINUX_EILSEQ:
	case -LINUX_ETIME:
		return REPLAY_BUS_ERRORS;
	case -LINUX_EOVERFLOW:
		return REPLAY_OVERFLOWS;
	default:
		return REPLAY_OTHER_ERRORS;
	}
}

/* A short transfer is how bulk IN normally ends, even where the capturing
 * driver had asked for an error (URB_SHORT_NOT_OK). */
static bool
succeeded(const struct usbmon_urb *urb)
{
	return urb->status == 0 || urb->status == -LINUX_EREMOTEIO;
}

int
replay_status(const struct usbmon_urb *urb)
{
	return succeeded(urb) ? 0 : -ETIMEDOUT;
}

static bool
accept_status(const struct usbmon_urb *urb, struct usb_counter *counters)
{
	enum replay_counter which;

	if (succeeded(urb))
		return true;
	which = error_counter(urb->status);
	counters[which].value++;
	if (which == REPLAY_TIMEOUTS && urb->urb_len != 0)
		return true;
	counters[REPLAY_ERROR_BYTES].value += urb->urb_len;
	return false;
}

static bool
is_event(const struct replay_filter *filter, const struct usbmon_urb *urb)
{
	return filter->ep_event != 0 && urb->endpoint == filter->ep_event;
}

static bool
is_ours(const struct replay_filter *filter, const struct usbmon_urb *urb)
{
	return urb->xfer_type == USB_XFER_BULK &&
	       (urb->endpoint == filter->ep_in || is_event(filter, urb));
}

/* REPLAY_TRANSFERS: a completion of a wanted endpoint and device. */
static enum replay_counter
record_kind(const struct replay_filter *filter, const struct usbmon_urb *urb)
{
	if (urb->event == 'S')
		return REPLAY_SUBMISSIONS;
	if (!is_ours(filter, urb))
		return REPLAY_OTHER_ENDPOINTS;
	if (!filter->any_device &&
	    (urb->bus != filter->bus || urb->device != filter->device))
		return REPLAY_OTHER_DEVICES;
	if (urb->event == 'E')
		return REPLAY_SUBMIT_ERRORS;
	return urb->event == 'C' ? REPLAY_TRANSFERS : REPLAY_OTHER_EVENTS;
}

bool
replay_accept(const struct replay_filter *filter, enum usbmon_verdict verdict,
	      const struct usbmon_urb *urb, struct usb_counter *counters)
{
	enum replay_counter kind;

	if (verdict != USBMON_OK && verdict != USBMON_TRUNCATED) {
		counters[REPLAY_BAD_RECORDS].value++;
		return false;
	}
	kind = record_kind(filter, urb);
	if (kind != REPLAY_TRANSFERS) {
		counters[kind].value++;
		return false;
	}
	if (!accept_status(urb, counters))
		return false;
	/* Cut by the snap length (USBMON_TRUNCATED), or by usbmon itself. */
	if (urb->data_len < urb->urb_len) {
		counters[REPLAY_TRUNCATED].value++;
		return false;
	}
	if (urb->data_len > filter->max_len) {
		counters[REPLAY_OVERSIZE].value++;
		return false;
	}
	return true;
}

static struct replay_device *
device_of(struct replay_devices *devices, const struct usbmon_urb *urb)
{
	struct replay_device *d;
	unsigned int i;

	for (i = 0; i < devices->n; i++) {
		d = &devices->d[i];
		if (d->bus == urb->bus && d->device == urb->device)
			return d;
	}
	if (devices->n == REPLAY_DEVICES_MAX)
		return NULL;
	d = &devices->d[devices->n++];
	d->bus = urb->bus;
	d->device = urb->device;
	return d;
}

static struct replay_requests *
requests_of(struct replay_device *d, const struct replay_filter *filter,
	    const struct usbmon_urb *urb)
{
	return is_event(filter, urb) ? &d->need.event : &d->need.in;
}

static void
add_transfer(struct replay_devices *devices, const struct replay_filter *filter,
	     const struct usbmon_urb *urb)
{
	struct replay_device *d = device_of(devices, urb);
	uint32_t in_bytes = is_event(filter, urb) ? 0 : urb->data_len;
	struct replay_requests *r;

	if (d == NULL) {
		devices->more |= in_bytes != 0;
		return;
	}
	r = requests_of(d, filter, urb);
	r->max_len = RTE_MAX(r->max_len, urb->data_len);
	d->need.transfers++;
	d->need.bytes += urb->data_len;
	d->need.in_bytes += in_bytes;
	d->need.room += replay_room(urb->data_len);
}

/* How much the host asks for: its requests on an endpoint are all of one size. */
static void
note_request(struct replay_devices *devices, const struct replay_filter *filter,
	     const struct usbmon_urb *urb)
{
	struct replay_requests *r;
	struct replay_device *d;

	if (urb->event != 'S' || !is_ours(filter, urb))
		return;
	d = device_of(devices, urb);
	if (d == NULL)
		return;
	r = requests_of(d, filter, urb);
	r->max_request = RTE_MAX(r->max_request, urb->urb_len);
}

/* Without its submissions a capture tells it only by the longest transfer: bulk
 * requests are whole packets, and a short one has not filled its own. */
static uint32_t
full_length(const struct replay_requests *r)
{
	if (r->max_request != 0)
		return r->max_request;
	return r->max_len % USB_BULK_PACKET == 0 ? r->max_len : 0;
}

static int
log_no_data(const char *port, const char *file, const struct replay_filter *filter,
	    uint64_t records, const struct usb_counter *c)
{
	char whose[32] = "";

	if (!filter->any_device)
		snprintf(whose, sizeof(whose), " of device %u.%u", filter->bus,
			 filter->device);
	USB_LOG(ERR, port, "%s: no bulk-IN data on endpoint 0x%02x%s; of %" PRIu64
		" records: %" PRIu64 " submissions, %" PRIu64 " of other endpoints, %"
		PRIu64 " of other devices, %" PRIu64 " truncated, %" PRIu64
		" longer than %u bytes, %" PRIu64 " damaged", file, filter->ep_in,
		whose, records, c[REPLAY_SUBMISSIONS].value,
		c[REPLAY_OTHER_ENDPOINTS].value, c[REPLAY_OTHER_DEVICES].value,
		c[REPLAY_TRUNCATED].value, c[REPLAY_OVERSIZE].value,
		filter->max_len, c[REPLAY_BAD_RECORDS].value);
	return -ENODATA;
}

static int
log_not_unique(const char *port, const char *file, uint8_t ep_in,
	       const struct replay_devices *devices)
{
	char names[160] = "";
	unsigned int i;
	size_t len = 0;

	for (i = 0; i < devices->n; i++) {
		if (devices->d[i].need.in_bytes == 0)
			continue;
		if (len + sizeof(" 65535.255 ...") > sizeof(names))
			break;
		len += (size_t)sprintf(names + len, " %u.%u", devices->d[i].bus,
				       devices->d[i].device);
	}
	if (i < devices->n || devices->more)
		strcpy(names + len, " ...");
	USB_LOG(ERR, port, "%s: several devices have data on endpoint 0x%02x, "
		"choose one with replay-dev=BUS.DEV:%s", file, ep_in, names);
	return -ENOTUNIQ;
}

/* The one device that has data on ep_in: NULL and *err for none or several. */
static const struct replay_device *
choose_device(const struct replay_devices *devices, int *err)
{
	const struct replay_device *found = NULL;
	unsigned int i;

	*err = devices->more ? -ENOTUNIQ : 0;
	for (i = 0; i < devices->n && *err == 0; i++) {
		if (devices->d[i].need.in_bytes == 0)
			continue;
		if (found != NULL)
			*err = -ENOTUNIQ;
		found = &devices->d[i];
	}
	if (*err == 0 && found == NULL)
		*err = -ENODATA;
	return *err == 0 ? found : NULL;
}

/* Who reads that there is no data on ep_in counts the rest as others'. */
static void
add_accepted(struct replay_devices *devices, const struct replay_filter *filter,
	     const struct usbmon_urb *urb, struct usb_counter *counters)
{
	add_transfer(devices, filter, urb);
	counters[REPLAY_OTHER_ENDPOINTS].value += is_event(filter, urb);
}

static int
read_all(struct usb_capture *c, const struct replay_filter *filter,
	 struct replay_devices *devices, struct usb_counter *counters)
{
	enum usbmon_verdict verdict;
	struct usbmon_urb urb;
	int rc;

	while ((rc = usb_capture_next(c, &urb, &verdict)) > 0) {
		if (replay_accept(filter, verdict, &urb, counters))
			add_accepted(devices, filter, &urb, counters);
		else if (verdict == USBMON_OK || verdict == USBMON_TRUNCATED)
			note_request(devices, filter, &urb);
	}
	return rc;
}

int
replay_scan(const char *port, const char *file, struct replay_filter *filter,
	    struct replay_need *need)
{
	struct usb_counter counters[REPLAY_NB_COUNTERS];
	const struct replay_device *d;
	struct replay_devices devices;
	struct usb_capture c;
	int err;

	memset(counters, 0, sizeof(counters));
	memset(&devices, 0, sizeof(devices));
	err = usb_capture_open(&c, port, file);
	if (err != 0)
		return err;
	err = read_all(&c, filter, &devices, counters);
	if (err != 0)
		USB_LOG(ERR, port, "%s: damaged after %" PRIu64 " records: %s", file,
			c.records, usb_capture_error(&c));
	usb_capture_close(&c);
	if (err != 0)
		return err;

	d = choose_device(&devices, &err);
	if (d == NULL)
		return err == -ENODATA ?
		       log_no_data(port, file, filter, c.records, counters) :
		       log_not_unique(port, file, filter->ep_in, &devices);
	filter->any_device = false;
	filter->bus = d->bus;
	filter->device = d->device;
	filter->full_len = full_length(&d->need.in);
	filter->event_full_len = full_length(&d->need.event);
	*need = d->need;
	return 0;
}
