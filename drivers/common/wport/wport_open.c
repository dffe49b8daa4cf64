/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>

#include "wport.h"

/* A transfer holds the largest aggregate and, where the chip lets the last frame
 * cross the limit, one unit more. */
static uint32_t
buffer_size(const struct wport *port)
{
	const struct wport_conf *conf = &port->conf;
	/* A capture's device did as it liked. */
	bool may_aggregate = conf->replay != NULL ||
		wport_hold_is_adaptive(conf->hold_policy) ||
		(conf->hold_us != WPORT_UNSET ? conf->hold_us != 0 :
		 (port->chip->hold_us | port->chip->hold_us_super) != 0);
	uint32_t agg = may_aggregate ? wport_agg_limits(port).bytes : 0;
	uint32_t need = RTE_ALIGN_CEIL(agg + port->chip->unit_max, 1024u);

	if (conf->buffer_size == WPORT_UNSET)
		return RTE_MAX(need, port->chip->buf_size);
	if (conf->replay == NULL && conf->buffer_size < need) {
		WPORT_LOG(ERR, port, "buffer-size=%u: an aggregate of %u bytes and one "
			   "largest unit need %u", conf->buffer_size, agg, need);
		return 0;
	}
	/* A request that is no whole number of packets ends in babble. */
	if (conf->buffer_size % 1024 != 0) {
		WPORT_LOG(ERR, port, "buffer-size=%u: need a multiple of 1024",
			   conf->buffer_size);
		return 0;
	}
	return conf->buffer_size;
}

int
wport_open(struct wport *port, struct rte_eth_dev *dev)
{
	const struct wport_conf *conf = &port->conf;
	struct usb_transport_conf usb = {
		.port = port->name,
		.socket_id = dev->data->numa_node,
		.nb_bufs = conf->buffers,
		.nb_spare = conf->rx_attach != 0 ? conf->buffers : 0,
		.ep_in = port->chip->ep_in,
		/* A device's events are the control context's. */
		.ep_event = conf->replay != NULL ? port->chip->ep_event : 0,
		.nb_event = conf->replay != NULL && port->chip->ep_event != 0 ?
			WPORT_EVENT_BUFS : 0,
		.endpoints = port->chip->endpoints,
		.event = wport_usb_event,
		.event_arg = dev,
		.shared = &port->usb_shared,
	};
	const struct usb_model_args model = {
		.chip = conf->model,
		.speed = conf->speed,
		.air = conf->air,
		.air_options = conf->air_set,
		.air_out = conf->air_out,
		.switches = conf->model_set,
	};
	const struct usb_libusb_args libusb = {
		.device = conf->usb,
		.usbfs_memory = conf->usbfs_memory,
	};

	if (conf->rx_csum == WPORT_CSUM_CHIP && !port->chip->chip_csum) {
		WPORT_LOG(ERR, port, "rx-csum=chip: where the %s reports checksums is "
			   "not published; use sw or off", port->chip->name);
		return -ENOTSUP;
	}
	usb.buf_size = buffer_size(port);
	if (usb.buf_size == 0)
		return -EINVAL;
	port->buf_size = usb.buf_size;
	if (conf->null != NULL)
		return usb_null_open(&usb, &port->usb);
	if (conf->replay != NULL)
		return usb_replay_open(&usb, conf->replay, conf->replay_dev, conf->loop,
				       &port->usb);
	if (conf->usb != NULL)
		return usb_libusb_open(&usb, &libusb, &port->usb);
	return usb_model_open(&usb, &model, &port->usb);
}
