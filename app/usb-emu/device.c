/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "emu.h"
#include "usb_walk.h"

#define ENDPOINT_TO_DEVICE 0x02	/* standard request, recipient endpoint */
#define SET_FEATURE 3
#define ENDPOINT_HALT 0

static bool
open_air(struct emu *emu, char *err, size_t err_size)
{
	const struct options *o = emu->options;
	char text[1024];

	snprintf(text, sizeof(text), "%s%s%s",
		 emu->ops->air_defaults != NULL ? emu->ops->air_defaults : "",
		 emu->ops->air_defaults != NULL && o->air_options != NULL ? "/" : "",
		 o->air_options != NULL ? o->air_options : "");
	emu->air = air_open(o->air, text, err, err_size);
	if (emu->air == NULL)
		return false;
	if (o->air_hold)
		air_hold(emu->air);
	return o->air_out == NULL || air_out_open(emu->air, o->air_out, err, err_size);
}

/* Files are written by lines: who reads them beside us finds whole ones. */
static bool
open_file(const char *name, FILE **file, char *err, size_t err_size)
{
	if (name == NULL)
		return true;
	*file = fopen(name, "we");
	if (*file != NULL)
		return true;
	snprintf(err, err_size, "%s: %s", name, strerror(errno));
	return false;
}

static bool
set_switches(struct emu *emu, char *err, size_t err_size)
{
	const struct model_switches *s = &emu->options->switches;
	unsigned int i;
	int rc;

	/* Other chips have no such switch: they are made as plugged in. */
	emu->ops->set_switch(emu->dev, "boot", "cold");
	for (i = 0; i < s->n; i++) {
		rc = emu->ops->set_switch(emu->dev, s->list[i].name, s->list[i].value);
		if (rc == 0)
			continue;
		snprintf(err, err_size, rc == -ENOENT ? "no switch \"%s\" (--list-switches)" :
			 "switch \"%s\" does not take \"%s\"", s->list[i].name,
			 s->list[i].value);
		return false;
	}
	return true;
}

static bool
create(struct emu *emu, char *err, size_t err_size)
{
	emu->dev = emu->ops->create(emu->options->speed, emu->air);
	if (emu->dev == NULL) {
		snprintf(err, err_size, "no memory");
		return false;
	}
	if (!set_switches(emu, err, err_size)) {
		emu->ops->destroy(emu->dev);
		emu->dev = NULL;
		return false;
	}
	emu->descriptors = emu->ops->descriptors(emu->dev);
	return true;
}

static void
find_first_in(struct emu *emu)
{
	struct usb_walk_endpoint e;
	unsigned int i;

	for (i = 0; usb_walk_endpoint(emu->descriptors, i, &e); i++)
		if (emu->first_in == 0 && (e.address & 0x80) != 0 &&
		    (e.attributes & USB_ENDPOINT_TYPE) == 2)
			emu->first_in = e.address;
	for (i = 0; i < emu->faults.n; i++)
		if (emu->faults.list[i].ep == FAULT_EP_DEFAULT)
			emu->faults.list[i].ep = emu->first_in;
}

bool
device_init(struct emu *emu, char *err, size_t err_size)
{
	const struct options *o = emu->options;

	if (!open_file(o->log, &emu->log, err, err_size) ||
	    !open_file(o->frames, &emu->frames, err, err_size) ||
	    !open_air(emu, err, err_size))
		return false;
	/* For once, to see that it can be: before anybody is connected. */
	if (!create(emu, err, err_size))
		return false;
	find_first_in(emu);
	device_power_off(emu);
	return true;
}

void
device_fini(struct emu *emu)
{
	device_power_off(emu);
	air_close(emu->air);
	if (emu->log != NULL)
		fclose(emu->log);
	if (emu->frames != NULL)
		fclose(emu->frames);
}

bool
device_power_on(struct emu *emu)
{
	char err[256];

	if (!create(emu, err, sizeof(err))) {
		fprintf(stderr, "usb-emu: %s\n", err);
		return false;
	}
	emu->ops->advance(emu->dev, emu->now_ns);
	if (emu->frames != NULL)
		emu->ops->log_frames(emu->dev, emu->frames);
	emu->configuration = 0;
	memset(emu->alt, 0, sizeof(emu->alt));
	return true;
}

void
device_power_off(struct emu *emu)
{
	unsigned int i;

	if (emu->dev == NULL)
		return;
	for (i = 0; i < ENDPOINTS; i++)
		pipe_clear(emu, &emu->pipes[i], false);
	emu->ops->destroy(emu->dev);
	emu->dev = NULL;
	if (emu->frames != NULL)
		fflush(emu->frames);
}

/* One that is about to be pulled does nothing more. */
static bool
alive(const struct emu *emu)
{
	return emu->dev != NULL && !emu->unplug_due;
}

bool
device_reap(struct emu *emu)
{
	struct usb_urb *urb;
	bool any = false;

	while (alive(emu) && ((urb = emu->ops->reap(emu->dev)) != NULL ||
			      (urb = emu->ops->reap_out(emu->dev)) != NULL)) {
		struct pipe *pipe = ((struct transfer *)urb->owner)->pipe;

		pipe_completed(emu, urb);
		pipe_pump(emu, pipe);
		any = true;
	}
	return any;
}

/* Step by step, so that behind an error nothing more is taken from the model. */
void
device_run(struct emu *emu)
{
	uint64_t next;

	if (!alive(emu))
		return;
	do {
		next = emu->ops->next_event(emu->dev);
		emu->ops->advance(emu->dev, next < emu->now_ns ? next : emu->now_ns);
		device_reap(emu);
	} while (next < emu->now_ns && alive(emu));
}

uint64_t
device_next(const struct emu *emu)
{
	return alive(emu) ? emu->ops->next_event(emu->dev) : NEVER;
}

int
device_control(struct emu *emu, const struct usb_setup *setup, uint8_t *data)
{
	device_run(emu);
	return emu->ops->control(emu->dev, emu->now_ns, setup, data);
}

void
device_halt(struct emu *emu, uint8_t ep)
{
	const struct usb_setup setup = {
		.bmRequestType = ENDPOINT_TO_DEVICE, .bRequest = SET_FEATURE,
		.wValue = ENDPOINT_HALT, .wIndex = ep,
	};

	emu->ops->control(emu->dev, emu->now_ns, &setup, NULL);
}
