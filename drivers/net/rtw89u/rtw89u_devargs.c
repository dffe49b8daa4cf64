/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>
#include <rte_kvargs.h>

#include "rtw89u_chip.h"
#include "rtw89u_devargs.h"
#include "rtw89u_logs.h"
#include "rtw89u_regs.h"

#define BUFFERS_DEFAULT	32u
#define BUFFERS_MAX	256u
#define BUFFER_SIZE_MAX	(1024u * 1024u + 16u * 1024u)

static const char * const keys[] = {
	RTW89U_ARG_MODEL, RTW89U_ARG_SPEED, RTW89U_ARG_AIR, RTW89U_ARG_AIR_SET,
	RTW89U_ARG_MODEL_SET, RTW89U_ARG_REPLAY, RTW89U_ARG_REPLAY_DEV, RTW89U_ARG_LOOP,
	RTW89U_ARG_USB, RTW89U_ARG_HOLD, RTW89U_ARG_AGG_SIZE, RTW89U_ARG_AGG_COUNT,
	RTW89U_ARG_RX_CSUM, RTW89U_ARG_BUFFERS, RTW89U_ARG_BUFFER_SIZE, NULL
};

/* Where a value goes, for the kvargs callbacks. */
struct target {
	const char *port;
	void *value;
	uint32_t min, max;
};

static int
take_string(const char *key, const char *value, void *arg)
{
	const struct target *t = arg;

	if (value == NULL || *value == '\0') {
		RTW89U_LOG(ERR, t->port, "%s= needs a value", key);
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
		RTW89U_LOG(ERR, t->port, "%s=%s is not a number", key, value ? value : "");
		return -EINVAL;
	}
	v = strtoul(value, &end, 10);
	if (*end != '\0' || errno != 0 || v < t->min || v > t->max) {
		RTW89U_LOG(ERR, t->port, "%s=%s: need a whole number from %u to %u",
			   key, value, t->min, t->max);
		return -EINVAL;
	}
	*(uint32_t *)t->value = v;
	return 0;
}

static int
take_csum(const char *key, const char *value, void *arg)
{
	static const char * const words[] = {
		[RTW89U_CSUM_CHIP] = "chip", [RTW89U_CSUM_SW] = "sw", [RTW89U_CSUM_OFF] = "off",
	};
	const struct target *t = arg;
	unsigned int i;

	for (i = 0; i < RTE_DIM(words); i++) {
		if (value != NULL && strcmp(value, words[i]) == 0) {
			*(enum rtw89u_csum *)t->value = i;
			return 0;
		}
	}
	RTW89U_LOG(ERR, t->port, "%s=%s: need chip, sw or off", key, value ? value : "");
	return -EINVAL;
}

static int
take_each(struct rtw89u_conf *conf, const struct rte_kvargs *kv, const char *port)
{
	uint32_t loop = 0;
	const struct {
		const char *key;
		arg_handler_t take;
		struct target target;
	} args[] = {
		{ RTW89U_ARG_MODEL, take_string, { port, &conf->model, 0, 0 } },
		{ RTW89U_ARG_SPEED, take_string, { port, &conf->speed, 0, 0 } },
		{ RTW89U_ARG_AIR, take_string, { port, &conf->air, 0, 0 } },
		{ RTW89U_ARG_AIR_SET, take_string, { port, &conf->air_set, 0, 0 } },
		{ RTW89U_ARG_MODEL_SET, take_string, { port, &conf->model_set, 0, 0 } },
		{ RTW89U_ARG_REPLAY, take_string, { port, &conf->replay, 0, 0 } },
		{ RTW89U_ARG_REPLAY_DEV, take_string, { port, &conf->replay_dev, 0, 0 } },
		{ RTW89U_ARG_USB, take_string, { port, &conf->usb, 0, 0 } },
		{ RTW89U_ARG_LOOP, take_number, { port, &loop, 0, 1 } },
		{ RTW89U_ARG_HOLD, take_number,
		  { port, &conf->hold_us, 0, RTW89U_RXAGG_HOLD_MAX_US } },
		{ RTW89U_ARG_AGG_SIZE, take_number, { port, &conf->agg_kib, 1, 1023 } },
		{ RTW89U_ARG_AGG_COUNT, take_number,
		  { port, &conf->agg_count, 1, RTW89U_RXAGG_COUNT_MAX } },
		{ RTW89U_ARG_BUFFERS, take_number, { port, &conf->buffers, 1, BUFFERS_MAX } },
		{ RTW89U_ARG_BUFFER_SIZE, take_number,
		  { port, &conf->buffer_size, 1024, BUFFER_SIZE_MAX } },
		{ RTW89U_ARG_RX_CSUM, take_csum, { port, &conf->rx_csum, 0, 0 } },
	};
	unsigned int i;
	int ret;

	for (i = 0; i < RTE_DIM(args); i++) {
		struct target t = args[i].target;

		if (rte_kvargs_count(kv, args[i].key) > 1) {
			RTW89U_LOG(ERR, port, "%s= is given twice", args[i].key);
			return -EINVAL;
		}
		ret = rte_kvargs_process(kv, args[i].key, args[i].take, &t);
		if (ret < 0)
			return -EINVAL;
	}
	conf->loop = loop != 0;
	return 0;
}

/* What does not go together. */
static int
check_together(const struct rtw89u_conf *conf, const char *port)
{
	const struct {
		bool bad;
		const char *what;
	} rules[] = {
		{ conf->usb != NULL,
		  "usb=: this build has no libusb back end; use model= or replay=" },
		{ conf->model == NULL && conf->replay == NULL,
		  "need model=CHIP or replay=FILE" },
		{ conf->model != NULL && conf->replay != NULL,
		  "model= and replay= exclude each other" },
		{ conf->replay == NULL && conf->replay_dev != NULL,
		  "replay-dev= needs replay=" },
		{ conf->replay == NULL && conf->loop,
		  "loop= needs replay= (for a model: air-set=loop:1)" },
		{ conf->model == NULL && (conf->speed != NULL || conf->air != NULL ||
					  conf->air_set != NULL || conf->model_set != NULL),
		  "speed=, air=, air-set= and model-set= need model=" },
		{ conf->air == NULL && conf->air_set != NULL,
		  "air-set= needs air=" },
		{ conf->replay != NULL && (conf->hold_us != RTW89U_UNSET ||
					   conf->agg_kib != RTW89U_UNSET ||
					   conf->agg_count != RTW89U_UNSET),
		  "hold=, agg-size= and agg-count= cannot change a capture" },
		{ conf->hold_us == 0 && (conf->agg_kib != RTW89U_UNSET ||
					 conf->agg_count != RTW89U_UNSET),
		  "hold=0 switches aggregation off: agg-size= and agg-count= have no meaning" },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rules); i++) {
		if (rules[i].bad) {
			RTW89U_LOG(ERR, port, "%s", rules[i].what);
			return -EINVAL;
		}
	}
	return 0;
}

int
rtw89u_conf_parse(struct rtw89u_conf *conf, const char *args, const char *port)
{
	struct rte_kvargs *kv;
	int ret;

	*conf = (struct rtw89u_conf){
		.hold_us = RTW89U_UNSET,
		.agg_kib = RTW89U_UNSET,
		.agg_count = RTW89U_UNSET,
		.buffers = BUFFERS_DEFAULT,
		.buffer_size = RTW89U_UNSET,
		.rx_csum = RTW89U_CSUM_OFF,
	};
	kv = rte_kvargs_parse(args == NULL ? "" : args, keys);
	if (kv == NULL) {
		RTW89U_LOG(ERR, port, "devargs \"%s\": unknown key or not key=value; known: "
			   "model, speed, air, air-set, model-set, replay, replay-dev, loop, usb, "
			   "hold, agg-size, agg-count, rx-csum, buffers, buffer-size", args);
		rtw89u_conf_free(conf);
		return -EINVAL;
	}
	ret = take_each(conf, kv, port);
	if (ret == 0)
		ret = check_together(conf, port);
	rte_kvargs_free(kv);
	if (ret != 0)
		rtw89u_conf_free(conf);
	return ret;
}

void
rtw89u_conf_free(struct rtw89u_conf *conf)
{
	free(conf->model);
	free(conf->speed);
	free(conf->air);
	free(conf->air_set);
	free(conf->model_set);
	free(conf->replay);
	free(conf->replay_dev);
	free(conf->usb);
	memset(conf, 0, sizeof(*conf));
}
