/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>
#include <usbredirparser.h>

#include "bytes.h"
#include "emu.h"
#include "peer.h"
#include "usb_walk.h"

static bool
in_force(const struct emu *emu, uint8_t interface, uint8_t alt)
{
	return interface < ENDPOINTS && emu->alt[interface] == alt;
}

int
peer_endpoint_type(const struct emu *emu, uint8_t ep)
{
	struct usb_walk_endpoint e;
	unsigned int i;

	for (i = 0; usb_walk_endpoint(emu->descriptors, i, &e); i++)
		if (e.address == ep && in_force(emu, e.interface, e.alt))
			return e.attributes & USB_ENDPOINT_TYPE;
	return -1;
}

static void
send_endpoints(struct emu *emu)
{
	struct usb_redir_ep_info_header h;
	struct usb_walk_endpoint e;
	unsigned int i, at;

	memset(&h, 0, sizeof(h));
	memset(h.type, usb_redir_type_invalid, sizeof(h.type));
	for (at = 0; at < ENDPOINTS; at += 16) {
		h.type[at] = usb_redir_type_control;
		h.max_packet_size[at] = emu->options->speed == USB_SPEED_SUPER ? 512 : 64;
	}
	for (i = 0; usb_walk_endpoint(emu->descriptors, i, &e); i++) {
		if (!in_force(emu, e.interface, e.alt))
			continue;
		at = PIPE_INDEX(e.address);
		h.type[at] = e.attributes & USB_ENDPOINT_TYPE;
		h.interval[at] = e.interval;
		h.interface[at] = e.interface;
		h.max_packet_size[at] = e.max_packet;
	}
	usbredirparser_send_ep_info(emu->parser, &h);
}

static void
send_interfaces(struct emu *emu)
{
	struct usb_redir_interface_info_header h;
	struct usb_walk_interface f;
	unsigned int i, n = 0;

	memset(&h, 0, sizeof(h));
	for (i = 0; usb_walk_interface(emu->descriptors, i, &f); i++) {
		if (!in_force(emu, f.number, f.alt) || n == ENDPOINTS)
			continue;
		h.interface[n] = f.number;
		h.interface_class[n] = f.class;
		h.interface_subclass[n] = f.subclass;
		h.interface_protocol[n] = f.protocol;
		n++;
	}
	h.interface_count = n;
	usbredirparser_send_interface_info(emu->parser, &h);
}

void
peer_send_layout(struct emu *emu)
{
	send_interfaces(emu);
	send_endpoints(emu);
}

void
peer_send_connect(struct emu *emu)
{
	const uint8_t *d = emu->descriptors->device;
	struct usb_redir_device_connect_header h = {
		.speed = emu->options->speed == USB_SPEED_SUPER ? usb_redir_speed_super :
			 usb_redir_speed_high,
		.device_class = d[4], .device_subclass = d[5], .device_protocol = d[6],
		.vendor_id = get_le16(d + 8), .product_id = get_le16(d + 10),
		.device_version_bcd = get_le16(d + 12),
	};

	peer_send_layout(emu);
	usbredirparser_send_device_connect(emu->parser, &h);
}

void
peer_send_bulk(struct emu *emu, uint64_t id, uint8_t ep, uint32_t stream, int status,
	       uint32_t len, const uint8_t *data)
{
	struct usb_redir_bulk_packet_header h = {
		.endpoint = ep, .status = (uint8_t)status, .stream_id = stream,
		.length = (uint16_t)len, .length_high = (uint16_t)(len >> 16),
	};
	uint8_t *bytes = NULL;

	if (emu->parser == NULL)
		return;
	/* The parser's argument is not const, but it only copies. */
	if ((ep & 0x80) != 0 && len != 0)
		memcpy(&bytes, &data, sizeof(bytes));
	usbredirparser_send_bulk_packet(emu->parser, id, &h, bytes,
					bytes != NULL ? (int)len : 0);
}
