/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdlib.h>
#include <string.h>
#include <usbredirfilter.h>
#include <usbredirparser.h>

#include "emu.h"
#include "peer.h"
#include "usb_walk.h"

/* Standard requests that usbredir has messages of its own for. */
#define TO_DEVICE 0x00
#define TO_INTERFACE 0x01
#define SET_CONFIGURATION 9
#define SET_INTERFACE 11

static void
clear_pipes(struct emu *emu)
{
	unsigned int i;

	for (i = 0; i < ENDPOINTS; i++)
		pipe_clear(emu, &emu->pipes[i], true);
}

static void
reset(void *priv)
{
	struct emu *emu = priv;

	if (!peer_on_bus(emu))
		return;
	emu_clock(emu);
	device_run(emu);
	emu->count.resets++;
	trace_event(emu, "RESET");
	clear_pipes(emu);
	peer_forget_answers(emu);
	emu->ops->reset(emu->dev, emu->now_ns);
	emu->configuration = 0;
	memset(emu->alt, 0, sizeof(emu->alt));
}

static int
standard(struct emu *emu, uint8_t type, uint8_t request, uint16_t value, uint16_t index)
{
	const struct usb_setup setup = {
		.bmRequestType = type, .bRequest = request, .wValue = value, .wIndex = index,
	};

	return device_control(emu, &setup, NULL) < 0 ? usb_redir_stall : usb_redir_success;
}

static void
set_configuration(void *priv, uint64_t id, struct usb_redir_set_configuration_header *h)
{
	struct usb_redir_configuration_status_header answer;
	struct emu *emu = priv;

	if (!peer_on_bus(emu))
		return;
	emu_clock(emu);
	device_run(emu);
	trace_event(emu, "SET_CONFIG %u", h->configuration);
	clear_pipes(emu);
	answer.status = (uint8_t)standard(emu, TO_DEVICE, SET_CONFIGURATION, h->configuration, 0);
	if (answer.status == usb_redir_success) {
		emu->configuration = h->configuration;
		memset(emu->alt, 0, sizeof(emu->alt));
	}
	answer.configuration = emu->configuration;
	peer_send_layout(emu);
	usbredirparser_send_configuration_status(emu->parser, id, &answer);
}

static void
get_configuration(void *priv, uint64_t id)
{
	struct emu *emu = priv;
	struct usb_redir_configuration_status_header answer = {
		.status = usb_redir_success, .configuration = emu->configuration,
	};

	if (peer_on_bus(emu))
		usbredirparser_send_configuration_status(emu->parser, id, &answer);
}

static void
clear_interface(struct emu *emu, uint8_t interface)
{
	struct usb_walk_endpoint e;
	unsigned int i;

	for (i = 0; usb_walk_endpoint(emu->descriptors, i, &e); i++)
		if (e.interface == interface && e.alt == emu->alt[interface])
			pipe_clear(emu, &emu->pipes[PIPE_INDEX(e.address)], true);
}

static void
set_alt_setting(void *priv, uint64_t id, struct usb_redir_set_alt_setting_header *h)
{
	struct usb_redir_alt_setting_status_header answer = { .interface = h->interface };
	struct emu *emu = priv;

	if (!peer_on_bus(emu))
		return;
	emu_clock(emu);
	device_run(emu);
	trace_event(emu, "SET_ALT %u %u", h->interface, h->alt);
	answer.status = usb_redir_inval;
	if (h->interface < ENDPOINTS) {
		clear_interface(emu, h->interface);
		answer.status = (uint8_t)standard(emu, TO_INTERFACE, SET_INTERFACE, h->alt, h->interface);
		if (answer.status == usb_redir_success)
			emu->alt[h->interface] = h->alt;
		answer.alt = emu->alt[h->interface];
	}
	peer_send_layout(emu);
	usbredirparser_send_alt_setting_status(emu->parser, id, &answer);
}

static void
get_alt_setting(void *priv, uint64_t id, struct usb_redir_get_alt_setting_header *h)
{
	struct emu *emu = priv;
	struct usb_redir_alt_setting_status_header answer = {
		.status = h->interface < ENDPOINTS ? usb_redir_success : usb_redir_inval,
		.interface = h->interface,
		.alt = h->interface < ENDPOINTS ? emu->alt[h->interface] : 0,
	};

	if (peer_on_bus(emu))
		usbredirparser_send_alt_setting_status(emu->parser, id, &answer);
}

/* Nothing here sends on an isochronous endpoint, or by streams. */
static void
start_iso(void *priv, uint64_t id, struct usb_redir_start_iso_stream_header *h)
{
	struct usb_redir_iso_stream_status_header answer = {
		.status = usb_redir_inval, .endpoint = h->endpoint,
	};
	struct emu *emu = priv;

	usbredirparser_send_iso_stream_status(emu->parser, id, &answer);
}

static void
stop_iso(void *priv, uint64_t id, struct usb_redir_stop_iso_stream_header *h)
{
	struct usb_redir_iso_stream_status_header answer = {
		.status = usb_redir_success, .endpoint = h->endpoint,
	};
	struct emu *emu = priv;

	usbredirparser_send_iso_stream_status(emu->parser, id, &answer);
}

static void
alloc_streams(void *priv, uint64_t id, struct usb_redir_alloc_bulk_streams_header *h)
{
	struct usb_redir_bulk_streams_status_header answer = {
		.status = usb_redir_inval, .endpoints = h->endpoints,
		.no_streams = h->no_streams,
	};
	struct emu *emu = priv;

	usbredirparser_send_bulk_streams_status(emu->parser, id, &answer);
}

static void
free_streams(void *priv, uint64_t id, struct usb_redir_free_bulk_streams_header *h)
{
	struct usb_redir_bulk_streams_status_header answer = {
		.status = usb_redir_inval, .endpoints = h->endpoints,
	};
	struct emu *emu = priv;

	usbredirparser_send_bulk_streams_status(emu->parser, id, &answer);
}

static void
start_bulk(void *priv, uint64_t id, struct usb_redir_start_bulk_receiving_header *h)
{
	struct usb_redir_bulk_receiving_status_header answer = {
		.status = usb_redir_inval, .endpoint = h->endpoint,
		.stream_id = h->stream_id,
	};
	struct emu *emu = priv;

	usbredirparser_send_bulk_receiving_status(emu->parser, id, &answer);
}

static void
stop_bulk(void *priv, uint64_t id, struct usb_redir_stop_bulk_receiving_header *h)
{
	struct usb_redir_bulk_receiving_status_header answer = {
		.status = usb_redir_success, .endpoint = h->endpoint,
		.stream_id = h->stream_id,
	};
	struct emu *emu = priv;

	usbredirparser_send_bulk_receiving_status(emu->parser, id, &answer);
}

/* The endpoint is there and never has anything to say. */
static void
interrupt_status(struct emu *emu, uint64_t id, uint8_t ep)
{
	struct usb_redir_interrupt_receiving_status_header answer = {
		.status = usb_redir_inval, .endpoint = ep,
	};

	if (!peer_on_bus(emu))
		return;
	if (peer_endpoint_type(emu, ep) == usb_redir_type_interrupt)
		answer.status = usb_redir_success;
	usbredirparser_send_interrupt_receiving_status(emu->parser, id, &answer);
}

static void
start_interrupt(void *priv, uint64_t id, struct usb_redir_start_interrupt_receiving_header *h)
{
	interrupt_status(priv, id, h->endpoint);
}

static void
stop_interrupt(void *priv, uint64_t id, struct usb_redir_stop_interrupt_receiving_header *h)
{
	interrupt_status(priv, id, h->endpoint);
}

static void
filter_reject(void *priv)
{
	(void)priv;
}

static void
filter(void *priv, struct usbredirfilter_rule *rules, int n)
{
	(void)priv;
	(void)n;
	free(rules);
}

void
peer_config_handlers(struct usbredirparser *p)
{
	p->reset_func = reset;
	p->set_configuration_func = set_configuration;
	p->get_configuration_func = get_configuration;
	p->set_alt_setting_func = set_alt_setting;
	p->get_alt_setting_func = get_alt_setting;
	p->start_iso_stream_func = start_iso;
	p->stop_iso_stream_func = stop_iso;
	p->alloc_bulk_streams_func = alloc_streams;
	p->free_bulk_streams_func = free_streams;
	p->start_bulk_receiving_func = start_bulk;
	p->stop_bulk_receiving_func = stop_bulk;
	p->start_interrupt_receiving_func = start_interrupt;
	p->stop_interrupt_receiving_func = stop_interrupt;
	p->filter_reject_func = filter_reject;
	p->filter_filter_func = filter;
}
