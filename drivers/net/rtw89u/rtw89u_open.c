/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>

#include "rtw89u.h"
#include "rtw89u_logs.h"
#include "rtw89u_open.h"
#include "rtw89u_regs.h"

/* A transfer holds the largest aggregate and, where the chip lets the last frame
 * cross the limit, one unit more. */
#define UNIT_MAX (RTW89U_RXD_LONG_LEN + 8u + RTW89U_RX_FLTR_MPDU_MAX)

/* A capture does not say which chip it is of: so far there is one. */
#define REPLAY_CHIP "rtl8922au"

static const struct rtw89u_chip *
find_chip(const struct rtw89u_port *port)
{
	const char *name = port->conf.model != NULL ? port->conf.model : REPLAY_CHIP;
	const struct rtw89u_chip *chip = rtw89u_chip_find(name);

	if (chip == NULL)
		RTW89U_LOG(ERR, port->name, "model=%s: unknown chip; known: %s", name,
			   rtw89u_chip_at(0)->name);
	return chip;
}

static uint32_t
buffer_size(const struct rtw89u_port *port)
{
	const struct rtw89u_conf *conf = &port->conf;
	uint32_t agg = conf->agg_kib == RTW89U_UNSET ? port->chip->agg_bytes :
		conf->agg_kib * 1024;
	uint32_t need = RTE_ALIGN_CEIL(agg + UNIT_MAX, 1024u);

	if (conf->buffer_size == RTW89U_UNSET)
		return RTE_MAX(need, port->chip->buf_size);
	if (conf->replay == NULL && conf->buffer_size < need) {
		RTW89U_LOG(ERR, port->name, "buffer-size=%u: an aggregate of %u bytes and one "
			   "largest unit need %u", conf->buffer_size, agg, need);
		return 0;
	}
	/* A request that is no whole number of packets ends in babble. */
	if (conf->buffer_size % 1024 != 0) {
		RTW89U_LOG(ERR, port->name, "buffer-size=%u: need a multiple of 1024",
			   conf->buffer_size);
		return 0;
	}
	return conf->buffer_size;
}

int
rtw89u_open(struct rtw89u_port *port, int socket_id)
{
	const struct rtw89u_conf *conf = &port->conf;
	struct usb_transport_conf usb = {
		.port = port->name,
		.socket_id = socket_id,
		.nb_bufs = conf->buffers,
		.shared = &port->usb_shared,
	};
	const struct usb_model_args model = {
		.chip = conf->model,
		.speed = conf->speed,
		.air = conf->air,
		.air_options = conf->air_set,
		.switches = conf->model_set,
	};

	port->chip = find_chip(port);
	if (port->chip == NULL)
		return -ENODEV;
	if (conf->rx_csum == RTW89U_CSUM_CHIP && !port->chip->chip_csum) {
		RTW89U_LOG(ERR, port->name, "rx-csum=chip: where the %s reports checksums is "
			   "not published; use sw or off", port->chip->name);
		return -ENOTSUP;
	}
	usb.ep_in = port->chip->ep_in;
	usb.buf_size = buffer_size(port);
	if (usb.buf_size == 0)
		return -EINVAL;
	if (conf->replay != NULL)
		return usb_replay_open(&usb, conf->replay, conf->replay_dev, conf->loop,
				       &port->usb);
	return usb_model_open(&usb, &model, &port->usb);
}
