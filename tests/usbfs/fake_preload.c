/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Modelled devices on the bus of a program that knows nothing of it:
 *
 *   LD_PRELOAD=libfake_usbfs_preload.so FAKE_USBFS='chip=mt7921u,air=gen:...' program
 *
 * Keys of a device: chip, speed, air, air-set, model-set, path (of ports), unplug-ms and
 * replug-ms (milliseconds after the start of the program). Several are divided by ";".
 */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fake_bus.h"
#include "fake_model.h"

struct plugged {
	struct fake_usbfs *f;
	unsigned int unplug_ms, replug_ms;
};

static void
wait_ms(unsigned int ms)
{
	const struct timespec t = { ms / 1000, (long)(ms % 1000) * 1000000 };

	nanosleep(&t, NULL);
}

static void *
pull(void *arg)
{
	const struct plugged *p = arg;

	wait_ms(p->unplug_ms);
	fake_bus_unplug(p->f, -71);
	if (p->replug_ms > p->unplug_ms) {
		wait_ms(p->replug_ms - p->unplug_ms);
		fake_bus_replug(p->f);
	}
	return NULL;
}

static void
refuse(const char *what, const char *why)
{
	fprintf(stderr, "FAKE_USBFS: %s: %s\n", what, why);
	exit(2);
}

static void
set(struct fake_model_args *args, struct fake_conf *conf, struct plugged *p, char *item)
{
	char *value = strchr(item, '=');

	if (value == NULL)
		refuse(item, "not KEY=VALUE");
	*value++ = '\0';
	if (strcmp(item, "chip") == 0)
		args->chip = value;
	else if (strcmp(item, "speed") == 0)
		args->speed = value;
	else if (strcmp(item, "air") == 0)
		args->air = value;
	else if (strcmp(item, "air-set") == 0)
		args->air_options = value;
	else if (strcmp(item, "model-set") == 0)
		args->switches = value;
	else if (strcmp(item, "path") == 0)
		conf->path = value;
	else if (strcmp(item, "unplug-ms") == 0)
		p->unplug_ms = (unsigned int)atoi(value);
	else if (strcmp(item, "replug-ms") == 0)
		p->replug_ms = (unsigned int)atoi(value);
	else
		refuse(item, "no such key");
}

static void
plug(char *text, unsigned int number)
{
	struct fake_model_args args = { .chip = "mt7921u" };
	struct fake_conf conf = { .address = 2 + number };
	struct plugged *p = calloc(1, sizeof(*p));
	char *item, *save = NULL;
	const char *err;
	char *path;
	pthread_t thread;

	if (p == NULL || asprintf(&path, "%u", number + 1) < 0)
		abort();
	conf.path = path;
	for (item = strtok_r(text, ",", &save); item != NULL; item = strtok_r(NULL, ",", &save))
		set(&args, &conf, p, item);
	p->f = fake_model_create(&args, &conf, &err);
	if (p->f == NULL)
		refuse(args.chip, err);
	fake_bus_add(p->f);
	if (p->unplug_ms != 0 && pthread_create(&thread, NULL, pull, p) == 0)
		pthread_detach(thread);
}

static __attribute__((constructor)) void
plug_all(void)
{
	const char *env = getenv("FAKE_USBFS");
	char *text, *item, *save = NULL;
	unsigned int number = 0;

	if (env == NULL)
		return;
	text = strdup(env);	/* its pieces are in use as long as the devices are */
	fake_bus_add(fake_bus_hub(1, "", 1));
	for (item = strtok_r(text, ";", &save); item != NULL; item = strtok_r(NULL, ";", &save))
		plug(item, number++);
}
