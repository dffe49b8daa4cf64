/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>

#include <rte_kvargs.h>

#include "wport.h"

static bool
given(const struct rte_kvargs *kv, const char *key)
{
	return rte_kvargs_count(kv, key) != 0;
}

static bool
gro_given(const struct rte_kvargs *kv)
{
	return given(kv, WPORT_ARG_GRO) || given(kv, WPORT_ARG_GRO_UDP) ||
		given(kv, WPORT_ARG_GRO_FLOWS) || given(kv, WPORT_ARG_GRO_HOLD);
}

int
wport_conf_check(const struct wport *port, const struct rte_kvargs *kv)
{
	const struct wport_conf *conf = &port->conf;
	bool monitor = conf->mode == WPORT_MODE_MONITOR;
	bool limits = conf->agg_kib != WPORT_UNSET || conf->agg_count != WPORT_UNSET;
	bool adapts = wport_hold_is_adaptive(conf->hold_policy);
	bool never_holds = conf->hold_us == WPORT_UNSET && !adapts &&
		(port->chip->hold_us | port->chip->hold_us_super) == 0;
	unsigned int nb_devices = (conf->model != NULL) + (conf->replay != NULL) +
		(conf->null != NULL) + (conf->usb != NULL);
	/* One that a driver can set up. */
	bool device = conf->model != NULL || conf->usb != NULL;
	bool tunes = device && port->family->hw_set_channel != NULL;
	const struct {
		bool bad;
		const char *what;
	} rules[] = {
		{ nb_devices == 0, "need model=CHIP, usb=DEVICE, replay=FILE or null=CHIP" },
		{ nb_devices > 1, "model=, usb=, replay= and null= exclude each other" },
		{ conf->replay == NULL && conf->replay_dev != NULL,
		  "replay-dev= needs replay=" },
		{ conf->replay == NULL && conf->usb == NULL && conf->chip != NULL,
		  "chip= needs replay= or usb=" },
		{ conf->usb == NULL && given(kv, WPORT_ARG_BUFFER_MEMORY),
		  "buffer-memory= needs usb=" },
		{ !device && conf->firmware != NULL, "firmware= needs usb= or model=" },
		{ conf->firmware != NULL && !port->family->brings_up,
		  "firmware=: this driver loads none yet" },
		{ conf->channel.control == 0 &&
		  (given(kv, WPORT_ARG_BAND) || given(kv, WPORT_ARG_BANDWIDTH)),
		  "band= and bandwidth= need channel=" },
		{ conf->channel.control != 0 && !device,
		  "channel= needs usb= or model=: nothing else has a radio" },
		{ conf->channel.control != 0 && !tunes,
		  "channel=: this driver cannot tune its chips yet" },
		{ conf->replay == NULL && conf->loop,
		  "loop= needs replay= (for a model: air-set=loop:1)" },
		{ conf->model == NULL && (conf->speed != NULL || conf->air != NULL ||
					  conf->air_set != NULL || conf->air_out != NULL ||
					  conf->model_set != NULL),
		  "speed=, air=, air-set=, air-out= and model-set= need model=" },
		{ conf->air == NULL && conf->air_set != NULL,
		  "air-set= needs air=" },
		{ !device && adapts,
		  "hold=auto needs a device: how a capture was aggregated was decided when it "
		  "was taken" },
		{ !device && (conf->hold_us != WPORT_UNSET || limits),
		  "hold=, agg-size= and agg-count= need a device that can aggregate" },
		{ port->chip->hold_max_us == 0 && (given(kv, WPORT_ARG_HOLD) || limits),
		  "hold=, agg-size= and agg-count=: no register of this chip is known that "
		  "sets it" },
		{ conf->hold_us == 0 && limits,
		  "hold=0 switches aggregation off: agg-size= and agg-count= have no meaning" },
		{ never_holds && limits,
		  "agg-size= and agg-count= need hold=: this chip does not aggregate "
		  "unless asked" },
		{ monitor && given(kv, WPORT_ARG_RX_CSUM),
		  "rx-csum= is for mode=ethernet: a frame as it was on the air is not summed" },
		{ monitor && given(kv, WPORT_ARG_BSSID),
		  "bssid= is for mode=ethernet: an injected frame has its own addresses" },
		{ !monitor && conf->bad_fcs != WPORT_BAD_FCS_DROP,
		  "rx-bad-fcs=keep needs mode=monitor" },
		{ monitor && conf->rx_attach != 0,
		  "rx-attach= is for mode=ethernet: radiotap has no room in a transfer" },
		{ monitor && gro_given(kv),
		  "gro=, gro-udp=, gro-flows= and gro-hold= are for mode=ethernet: what was on "
		  "the air is not merged" },
		{ conf->rx_attach != 0 && gro_given(kv),
		  "gro=, gro-udp=, gro-flows= and gro-hold= have no meaning with rx-attach=: "
		  "there is no LRO then" },
		{ conf->gro == WPORT_GRO_LIST && given(kv, WPORT_ARG_GRO_HOLD),
		  "gro-hold= needs gro=merge: a list is made of what a burst reads" },
		{ conf->usbfs_memory && conf->rx_attach != 0,
		  "rx-attach= needs buffer-memory=dpdk: the kernel's an mbuf cannot keep" },
		{ conf->replay != NULL && conf->loop && conf->rx_attach != 0,
		  "rx-attach= would let an application write into the capture of loop=1" },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rules); i++) {
		if (rules[i].bad) {
			WPORT_LOG(ERR, port, "%s", rules[i].what);
			return -EINVAL;
		}
	}
	return 0;
}
