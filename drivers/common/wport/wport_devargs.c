/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>
#include <rte_kvargs.h>

#include "wport.h"
#include "wport_channel.h"
#include "wport_text.h"

#define BUFFERS_DEFAULT	32u
#define BUFFERS_MAX	256u
#define GRO_FLOWS_DEFAULT 64u
#define GRO_HOLD_DEFAULT_US 50u
#define GRO_HOLD_MAX_US	10000u
#define BUFFER_SIZE_MAX	(1024u * 1024u + 16u * 1024u)

/* The access point of the built-in models (doc/models.rst). */
#define BSSID_DEFAULT	{ { 0x02, 0x22, 0x8a, 0xa9, 0x00, 0x01 } }

/* Where a value goes, for the kvargs callbacks. */
struct target {
	const struct wport *port;
	void *value;
	uint32_t min, max;
	const char *words;	/* "one|two": what a word may be; its number is kept */
};

static int
take_string(const char *key, const char *value, void *arg)
{
	const struct target *t = arg;

	if (value == NULL || *value == '\0') {
		WPORT_LOG(ERR, t->port, "%s= needs a value", key);
		return -EINVAL;
	}
	*(char **)t->value = strdup(value);
	return *(char **)t->value == NULL ? -ENOMEM : 0;
}

static int
take_number(const char *key, const char *value, void *arg)
{
	const struct target *t = arg;
	unsigned long v;
	char *end;

	errno = 0;
	if (value == NULL || !isdigit((unsigned char)*value)) {
		WPORT_LOG(ERR, t->port, "%s=%s is not a number", key, value ? value : "");
		return -EINVAL;
	}
	v = strtoul(value, &end, 10);
	if (*end != '\0' || errno != 0 || v < t->min || v > t->max) {
		WPORT_LOG(ERR, t->port, "%s=%s: need a whole number from %u to %u",
			   key, value, t->min, t->max);
		return -EINVAL;
	}
	*(uint32_t *)t->value = v;
	return 0;
}

/* Number of value in "one|two|three", -1 where it is none of them. */
static int
word_number(const char *words, const char *value)
{
	size_t len = strlen(value), n;
	int i;

	for (i = 0; ; i++, words += n + 1) {
		n = strcspn(words, "|");
		if (n == len && strncmp(words, value, n) == 0)
			return i;
		if (words[n] == '\0')
			return -1;
	}
}

static int
take_word(const char *key, const char *value, void *arg)
{
	const struct target *t = arg;
	int n = value == NULL ? -1 : word_number(t->words, value);

	if (n < 0) {
		WPORT_LOG(ERR, t->port, "%s=%s: need one of %s", key, value ? value : "",
			  t->words);
		return -EINVAL;
	}
	*(uint32_t *)t->value = n;
	return 0;
}

static int
take_mac(const char *key, const char *value, void *arg)
{
	const struct target *t = arg;

	if (value == NULL || rte_ether_unformat_addr(value, t->value) != 0 ||
	    !rte_is_valid_assigned_ether_addr(t->value)) {
		WPORT_LOG(ERR, t->port, "%s=%s: need the MAC address of an access point",
			  key, value ? value : "");
		return -EINVAL;
	}
	return 0;
}

/* Into a struct rte_wlan_rx_hold. */
static int
take_hold(const char *key, const char *value, void *arg)
{
	const struct target *t = arg;
	struct rte_wlan_rx_hold *hold = t->value;

	if (value == NULL || !wport_text_hold(value, hold)) {
		WPORT_LOG(ERR, t->port, "%s=%s: need " WPORT_TEXT_HOLD, key,
			  value ? value : "");
		return -EINVAL;
	}
	if (hold->hold_us != RTE_WLAN_HOLD_KEEP && hold->hold_us > t->max) {
		WPORT_LOG(ERR, t->port, "%s=%s: need a whole number from 0 to %u", key, value,
			  t->max);
		return -EINVAL;
	}
	return 0;
}

static const struct wport_chip *
find_chip(const struct wport *port, const char *name)
{
	const struct wport_chip *chip;
	char known[256] = "";
	unsigned int i;

	for (i = 0; (chip = port->family->chip_at(i)) != NULL; i++) {
		if (strcmp(chip->name, name) == 0)
			return chip;
		snprintf(known + strlen(known), sizeof(known) - strlen(known), "%s%s",
			 i == 0 ? "" : ", ", chip->name);
	}
	WPORT_LOG(ERR, port, "%s: unknown chip; known: %s", name, known);
	return NULL;
}

struct arg {
	const char *key;
	arg_handler_t take;
	struct target target;
};

static int
take_args(const struct wport *port, const struct rte_kvargs *kv, const struct arg *args,
	  unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		struct target t = args[i].target;

		t.port = port;
		if (rte_kvargs_count(kv, args[i].key) > 1) {
			WPORT_LOG(ERR, port, "%s= is given twice", args[i].key);
			return -EINVAL;
		}
		if (rte_kvargs_process(kv, args[i].key, args[i].take, &t) < 0)
			return -EINVAL;
	}
	return 0;
}

static int
take_strings(struct wport *port, const struct rte_kvargs *kv)
{
	struct wport_conf *conf = &port->conf;
	const struct arg args[] = {
		{ WPORT_ARG_MODEL, take_string, { .value = &conf->model } },
		{ WPORT_ARG_SPEED, take_string, { .value = &conf->speed } },
		{ WPORT_ARG_AIR, take_string, { .value = &conf->air } },
		{ WPORT_ARG_AIR_SET, take_string, { .value = &conf->air_set } },
		{ WPORT_ARG_AIR_OUT, take_string, { .value = &conf->air_out } },
		{ WPORT_ARG_MODEL_SET, take_string, { .value = &conf->model_set } },
		{ WPORT_ARG_NULL, take_string, { .value = &conf->null } },
		{ WPORT_ARG_REPLAY, take_string, { .value = &conf->replay } },
		{ WPORT_ARG_REPLAY_DEV, take_string, { .value = &conf->replay_dev } },
		{ WPORT_ARG_CHIP, take_string, { .value = &conf->chip } },
		{ WPORT_ARG_USB, take_string, { .value = &conf->usb } },
		{ WPORT_ARG_FIRMWARE, take_string, { .value = &conf->firmware } },
	};

	return take_args(port, kv, args, RTE_DIM(args));
}

/* Those of which the chip says what can be. */
static int
take_numbers(struct wport *port, const struct rte_kvargs *kv)
{
	struct wport_conf *conf = &port->conf;
	const struct wport_chip *chip = port->chip;
	uint32_t loop = 0, csum = conf->rx_csum, mode = 0, bad_fcs = 0, memory = 0;
	uint32_t gro = 0, gro_udp = 0;
	struct rte_wlan_rx_hold hold = { .hold_us = RTE_WLAN_HOLD_KEEP };
	const struct arg args[] = {
		{ WPORT_ARG_LOOP, take_number, { .value = &loop, .max = 1 } },
		{ WPORT_ARG_HOLD, take_hold, { .value = &hold, .max = chip->hold_max_us } },
		{ WPORT_ARG_AGG_SIZE, take_number,
		  { .value = &conf->agg_kib, .min = RTE_MAX(chip->agg_unit / 1024, 1u),
		    .max = chip->agg_max_kib } },
		{ WPORT_ARG_AGG_COUNT, take_number,
		  { .value = &conf->agg_count, .min = 1, .max = chip->agg_count_max } },
		{ WPORT_ARG_BUFFERS, take_number,
		  { .value = &conf->buffers, .min = 1, .max = BUFFERS_MAX } },
		{ WPORT_ARG_BUFFER_SIZE, take_number,
		  { .value = &conf->buffer_size, .min = 1024, .max = BUFFER_SIZE_MAX } },
		{ WPORT_ARG_RX_ATTACH, take_number,
		  { .value = &conf->rx_attach, .max = WPORT_PKT_MAX } },
		{ WPORT_ARG_RX_CSUM, take_word, { .value = &csum, .words = "chip|sw|off" } },
		{ WPORT_ARG_MODE, take_word,
		  { .value = &mode, .words = "ethernet|monitor" } },
		{ WPORT_ARG_RX_BAD_FCS, take_word,
		  { .value = &bad_fcs, .words = "drop|keep" } },
		{ WPORT_ARG_GRO, take_word, { .value = &gro, .words = "merge|list" } },
		{ WPORT_ARG_GRO_UDP, take_number, { .value = &gro_udp, .max = 1 } },
		{ WPORT_ARG_GRO_FLOWS, take_number,
		  { .value = &conf->gro_flows, .min = 1, .max = RXB_GRO_FLOWS_MAX } },
		{ WPORT_ARG_GRO_HOLD, take_number,
		  { .value = &conf->gro_hold_us, .max = GRO_HOLD_MAX_US } },
		{ WPORT_ARG_BUFFER_MEMORY, take_word,
		  { .value = &memory, .words = "dpdk|usbfs" } },
		{ WPORT_ARG_BSSID, take_mac, { .value = &conf->bssid } },
	};
	int ret = take_args(port, kv, args, RTE_DIM(args));

	conf->loop = loop != 0;
	conf->rx_csum = csum;
	conf->mode = mode;
	conf->bad_fcs = bad_fcs;
	conf->gro = gro;
	conf->gro_udp = gro_udp != 0;
	conf->usbfs_memory = memory != 0;
	conf->hold_policy = hold.policy;
	/* None is the chip's default: RTE_WLAN_HOLD_KEEP. */
	conf->hold_us = hold.hold_us;
	return ret;
}

/* Numbers of a channel; whether there is one like that is wport_channel.c's to say. */
static int
take_channel(struct wport *port, const struct rte_kvargs *kv)
{
	static const uint16_t widths[] = { 20, 40, 80, 160, 320 };
	static const uint8_t bands[] = { 2, 5, 6 };
	struct rte_wlan_channel *chan = &port->conf.channel;
	uint32_t control = 0, band = UINT32_MAX, width = 0;
	const struct arg args[] = {
		{ WPORT_ARG_CHANNEL, take_number, { .value = &control, .min = 1, .max = 233 } },
		{ WPORT_ARG_BAND, take_word, { .value = &band, .words = "2|5|6" } },
		{ WPORT_ARG_BANDWIDTH, take_word,
		  { .value = &width, .words = "20|40|80|160|320" } },
	};
	const char *wrong;
	int ret = take_args(port, kv, args, RTE_DIM(args));

	if (ret != 0 || control == 0)
		return ret;
	chan->control = control;
	chan->width_mhz = widths[width];
	chan->band = band == UINT32_MAX ? wport_channel_band(control) : bands[band];
	wrong = wport_channel_wrong(chan);
	if (wrong == NULL && chan->width_mhz > port->chip->bw_max_mhz)
		wrong = "the chip has no channel so wide";
	if (wrong == NULL)
		return 0;
	WPORT_LOG(ERR, port, "channel=%u,band=%u,bandwidth=%u: %s", control, chan->band,
		  chan->width_mhz, wrong);
	return -EINVAL;
}

/* The family's own. */
static int
take_words(struct wport *port, const struct rte_kvargs *kv)
{
	const struct wport_word *w = port->family->words;
	unsigned int i;
	int ret = 0;

	for (i = 0; w != NULL && w[i].key != NULL && ret == 0; i++) {
		const struct arg arg = { w[i].key, take_word, {
			.value = &port->conf.family_arg[i], .words = w[i].words,
		} };

		if (rte_kvargs_count(kv, w[i].key) != 0 && !w[i].has_meaning(port->chip)) {
			WPORT_LOG(ERR, port, "%s= has no meaning for the %s", w[i].key,
				  port->chip->name);
			return -EINVAL;
		}
		ret = take_args(port, kv, &arg, 1);
	}
	return ret;
}

static int
find_chip_of_conf(struct wport *port)
{
	const struct wport_conf *conf = &port->conf;
	const char *name = conf->model != NULL ? conf->model :
		conf->null != NULL ? conf->null :
		conf->chip != NULL ? conf->chip : port->family->chip_at(0)->name;

	/* With another device beside it it is refused below. */
	if (conf->usb != NULL && conf->model == NULL && conf->null == NULL &&
	    conf->replay == NULL && (conf->chip == NULL || !port->family->brings_up))
		return wport_find_usb_chip(port);
	port->chip = find_chip(port, name);
	return port->chip == NULL ? -ENODEV : 0;
}

/* What a parser of strings must know first: which chip. */
static int
parse_all(struct wport *port, const struct rte_kvargs *kv)
{
	int ret = take_strings(port, kv);

	if (ret == 0)
		ret = find_chip_of_conf(port);
	if (ret == 0)
		ret = take_numbers(port, kv);
	if (ret == 0)
		ret = take_words(port, kv);
	if (ret == 0)
		ret = take_channel(port, kv);
	return ret != 0 ? ret : wport_conf_check(port, kv);
}

int
wport_conf_parse(struct wport *port, const char *args)
{
	struct wport_conf *conf = &port->conf;
	struct rte_kvargs *kv;
	int ret;

	*conf = (struct wport_conf){
		.hold_us = WPORT_UNSET,
		.agg_kib = WPORT_UNSET,
		.agg_count = WPORT_UNSET,
		.buffers = BUFFERS_DEFAULT,
		.buffer_size = WPORT_UNSET,
		.bssid = BSSID_DEFAULT,
		.rx_csum = WPORT_CSUM_OFF,
		.gro_flows = GRO_FLOWS_DEFAULT,
		.gro_hold_us = GRO_HOLD_DEFAULT_US,
	};
	kv = rte_kvargs_parse(args == NULL ? "" : args, port->family->keys);
	if (kv == NULL) {
		char known[768] = "";
		unsigned int i;

		for (i = 0; port->family->keys[i] != NULL; i++)
			snprintf(known + strlen(known), sizeof(known) - strlen(known),
				 "%s%s", i == 0 ? "" : ", ", port->family->keys[i]);
		WPORT_LOG(ERR, port, "devargs \"%s\": unknown key or not key=value; known: %s",
			  args, known);
		wport_conf_free(conf);
		return -EINVAL;
	}
	ret = parse_all(port, kv);
	rte_kvargs_free(kv);
	if (ret != 0)
		wport_conf_free(conf);
	return ret;
}

void
wport_conf_free(struct wport_conf *conf)
{
	free(conf->model);
	free(conf->speed);
	free(conf->air);
	free(conf->air_set);
	free(conf->air_out);
	free(conf->chip);
	free(conf->null);
	free(conf->model_set);
	free(conf->replay);
	free(conf->replay_dev);
	free(conf->usb);
	free(conf->firmware);
	memset(conf, 0, sizeof(*conf));
}
