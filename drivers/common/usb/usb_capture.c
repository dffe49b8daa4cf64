/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "usb_capture.h"
#include "usb_log.h"

#ifndef DLT_USBPCAP
#define DLT_USBPCAP	249
#endif

/* What people try by mistake, each with the way out. */
static const char *
advice(int link_type)
{
	switch (link_type) {
	case DLT_USBPCAP:
		return "a capture of Windows' USBPcap; capture with usbmon on Linux";
	case DLT_IEEE802_11:
	case DLT_IEEE802_11_RADIO:
	case DLT_IEEE802_11_RADIO_AVS:
	case DLT_PRISM_HEADER:
	case DLT_PPI:
		return "frames from the air, not USB; give it as air=pcap:FILE to a model";
	case DLT_EN10MB:
		return "Ethernet packets, not USB; give it as air=pcap:FILE to a model";
	default:
		return "only usbmon captures can be replayed";
	}
}

static int
check_link_type(struct usb_capture *c, const char *port, const char *file)
{
	int link_type = pcap_datalink(c->pcap);
	const char *name = pcap_datalink_val_to_name(link_type);

	if (link_type == DLT_USB_LINUX || link_type == DLT_USB_LINUX_MMAPPED) {
		c->mmapped = link_type == DLT_USB_LINUX_MMAPPED;
		return 0;
	}
	USB_LOG(ERR, port, "%s: link type %d (%s) is none of 189 and 220: %s", file,
		link_type, name == NULL ? "unknown" : name, advice(link_type));
	return -EPROTONOSUPPORT;
}

/* Only what can be read twice: a pipe would also block the caller. */
static FILE *
open_regular(const char *port, const char *file, int *err)
{
	struct stat st;
	FILE *f;

	if (stat(file, &st) != 0) {
		*err = -errno;
		USB_LOG(ERR, port, "%s: %s", file, strerror(-*err));
		return NULL;
	}
	if (!S_ISREG(st.st_mode)) {
		*err = -EBADMSG;
		USB_LOG(ERR, port, "%s: not a regular file", file);
		return NULL;
	}
	f = fopen(file, "rbe");
	if (f == NULL) {
		*err = -errno;
		USB_LOG(ERR, port, "%s: %s", file, strerror(-*err));
	}
	return f;
}

int
usb_capture_open(struct usb_capture *c, const char *port, const char *file)
{
	char why[PCAP_ERRBUF_SIZE] = "";
	FILE *f;
	int err;

	memset(c, 0, sizeof(*c));
	f = open_regular(port, file, &err);
	if (f == NULL)
		return err;
	c->pcap = pcap_fopen_offline(f, why);
	if (c->pcap == NULL) {
		fclose(f);
		USB_LOG(ERR, port, "%s: not a capture: %s", file, why);
		return -EBADMSG;
	}
	err = check_link_type(c, port, file);
	if (err != 0)
		usb_capture_close(c);
	return err;
}

int
usb_capture_next(struct usb_capture *c, struct usbmon_urb *urb,
		 enum usbmon_verdict *verdict)
{
	struct pcap_pkthdr *hdr;
	const u_char *rec;
	int rc;

	rc = pcap_next_ex(c->pcap, &hdr, &rec);
	if (rc == PCAP_ERROR_BREAK)
		return 0;
	if (rc != 1)
		return -EBADMSG;
	c->records++;
	/* libpcap has brought the header to this host's byte order already
	 * (swap_linux_usb_header() in pcap-common.c of libpcap). */
	*verdict = usbmon_parse(rec, hdr->caplen, c->mmapped, false, urb);
	return 1;
}

const char *
usb_capture_error(const struct usb_capture *c)
{
	return pcap_geterr(c->pcap);
}

void
usb_capture_close(struct usb_capture *c)
{
	if (c->pcap != NULL)
		pcap_close(c->pcap);
	c->pcap = NULL;
}
