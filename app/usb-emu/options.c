/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "air/options.h"
#include "options.h"
#include "parse.h"

#define PACE_DEFAULT 34
#define PACE_MAX 1000000

static const char usage_text[] =
	"usage: usb-emu --chip=NAME --socket=PATH [options]\n"
	"A modelled chip, as plugged in, on a usbredir socket (QEMU: -chardev socket,server=off\n"
	"-device usb-redir).\n"
	"  --chip=NAME           %s\n"
	"  --socket=PATH         unix socket to listen on\n"
	"  --speed=super|high    default super\n"
	"  --air=SPEC            pcap:FILE or gen:rate:MBPS/size:BYTES/flows:N/count:N\n"
	"  --air-set=A:B/...     options of the air\n"
	"  --air-hold            silent until the order \"air on\" (as start:never of --air-set)\n"
	"  --air-out=FILE        capture of what the chip sends\n"
	"  --model-set=A:B/...   switches of the model (--list-switches)\n"
	"  --fault=KIND[=MS][:EP][:COUNT][:EVERY]\n"
	"                        stall ioerror timeout babble zero hang delay=MS short unplug, on\n"
	"                        endpoint EP (hex; 0 control; default the first bulk IN), COUNT\n"
	"                        times (1; 0 for ever), every EVERY-th transfer; may be repeated\n"
	"  --pace=N              bulk-IN transfers a millisecond at most, default 34, 0 no limit:\n"
	"                        QEMU's xHCI loses events when there are more\n"
	"  --control=PATH        unix socket for orders: air on [FRAMES], air off, unplug, plug,\n"
	"                        fault KIND..., fault off, set NAME:VALUE, stats, quit\n"
	"  --log=FILE            a line for each request\n"
	"  --frames=FILE         a line for each frame that the chip hands up\n"
	"  --list-switches       the chip's switches\n"
	"  --help\n";

static void
usage(FILE *to)
{
	char chips[256] = "";
	const char *name;
	unsigned int i;

	for (i = 0; (name = usb_device_chip(i)) != NULL; i++) {
		if (usb_device_find(name)->descriptors == NULL)
			continue;
		if (chips[0] != '\0')
			strncat(chips, ", ", sizeof(chips) - strlen(chips) - 1);
		strncat(chips, name, sizeof(chips) - strlen(chips) - 1);
	}
	fprintf(to, usage_text, chips);
}

static bool
wrong(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fputs("usb-emu: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
	return false;
}

bool
switches_put(struct model_switches *switches, const char *name, const char *value)
{
	unsigned int i;

	for (i = 0; i < switches->n && strcmp(switches->list[i].name, name) != 0; i++)
		;
	if (i == SWITCHES_MAX || strlen(name) >= SWITCH_WORD_MAX ||
	    strlen(value) >= SWITCH_WORD_MAX)
		return false;
	strcpy(switches->list[i].name, name);
	strcpy(switches->list[i].value, value);
	if (i == switches->n)
		switches->n++;
	return true;
}

static bool
set_switches(struct options *o, const char *text)
{
	char name[SWITCH_WORD_MAX], value[SWITCH_WORD_MAX];
	int got;

	while ((got = air_option_next(&text, name, value, SWITCH_WORD_MAX)) > 0)
		if (!switches_put(&o->switches, name, value))
			return wrong("--model-set: too many switches");
	return got == 0 || wrong("--model-set: \"%s\" is not NAME:VALUE", text);
}

static bool
set_chip(struct options *o, const char *name)
{
	o->ops = usb_device_find(name);
	if (o->ops == NULL)
		return wrong("--chip: no chip \"%s\" (--help)", name);
	return o->ops->descriptors != NULL ||
	       wrong("--chip: the descriptors of %s are not known", name);
}

static bool
set_speed(struct options *o, const char *name)
{
	if (strcmp(name, "super") != 0 && strcmp(name, "high") != 0)
		return wrong("--speed: \"%s\" is neither super nor high", name);
	o->speed = name[0] == 's' ? USB_SPEED_SUPER : USB_SPEED_HIGH;
	return true;
}

static bool
add_fault(struct options *o, const char *text)
{
	struct fault fault;

	if (!fault_parse(text, &fault))
		return wrong("--fault: \"%s\" is not KIND[=MS][:EP][:COUNT][:EVERY]", text);
	return faults_add(&o->faults, &fault) || wrong("--fault: more than %u", FAULTS_MAX);
}

enum option_number {
	OPTION_CHIP = 1, OPTION_SOCKET, OPTION_SPEED, OPTION_AIR, OPTION_AIR_SET,
	OPTION_AIR_HOLD, OPTION_AIR_OUT, OPTION_MODEL_SET, OPTION_FAULT, OPTION_PACE,
	OPTION_CONTROL, OPTION_LOG, OPTION_FRAMES, OPTION_LIST, OPTION_HELP,
};

static bool
take(struct options *o, enum option_number option, const char *value)
{
	switch (option) {
	case OPTION_CHIP:
		return set_chip(o, value);
	case OPTION_SPEED:
		return set_speed(o, value);
	case OPTION_MODEL_SET:
		return set_switches(o, value);
	case OPTION_FAULT:
		return add_fault(o, value);
	case OPTION_PACE:
		return model_parse_u64(value, 0, PACE_MAX, &o->pace) ||
		       wrong("--pace: \"%s\" is no number of transfers", value);
	case OPTION_SOCKET:
		o->socket = value;
		return true;
	case OPTION_AIR:
		o->air = value;
		return true;
	case OPTION_AIR_SET:
		o->air_options = value;
		return true;
	case OPTION_AIR_HOLD:
		o->air_hold = true;
		return true;
	case OPTION_AIR_OUT:
		o->air_out = value;
		return true;
	case OPTION_CONTROL:
		o->control = value;
		return true;
	case OPTION_LOG:
		o->log = value;
		return true;
	case OPTION_FRAMES:
		o->frames = value;
		return true;
	default:
		return true;
	}
}

static bool
list_switches(const struct options *o)
{
	const char *name, *values, *help;
	unsigned int i;

	if (o->ops == NULL)
		return wrong("--list-switches: of which --chip?");
	for (i = 0; o->ops->list_switches(i, &name, &values, &help); i++)
		printf("%-12s %-20s %s\n", name, values, help);
	return true;
}

static bool
complete(const struct options *o)
{
	if (o->ops == NULL)
		return wrong("--chip is missing (--help)");
	if (o->socket == NULL)
		return wrong("--socket is missing (--help)");
	if (o->air == NULL && o->air_options != NULL)
		return wrong("--air-set without --air");
	if (o->frames != NULL && o->ops->log_frames == NULL)
		return wrong("--frames: the model of %s has no such log", o->ops->chip);
	return true;
}

bool
options_parse(int argc, char **argv, struct options *o, int *status)
{
	static const struct option names[] = {
		{ "chip", required_argument, NULL, OPTION_CHIP },
		{ "socket", required_argument, NULL, OPTION_SOCKET },
		{ "speed", required_argument, NULL, OPTION_SPEED },
		{ "air", required_argument, NULL, OPTION_AIR },
		{ "air-set", required_argument, NULL, OPTION_AIR_SET },
		{ "air-hold", no_argument, NULL, OPTION_AIR_HOLD },
		{ "air-out", required_argument, NULL, OPTION_AIR_OUT },
		{ "model-set", required_argument, NULL, OPTION_MODEL_SET },
		{ "fault", required_argument, NULL, OPTION_FAULT },
		{ "pace", required_argument, NULL, OPTION_PACE },
		{ "control", required_argument, NULL, OPTION_CONTROL },
		{ "log", required_argument, NULL, OPTION_LOG },
		{ "frames", required_argument, NULL, OPTION_FRAMES },
		{ "list-switches", no_argument, NULL, OPTION_LIST },
		{ "help", no_argument, NULL, OPTION_HELP },
		{ NULL, 0, NULL, 0 },
	};
	int option;

	memset(o, 0, sizeof(*o));
	o->speed = USB_SPEED_SUPER;
	o->pace = PACE_DEFAULT;
	*status = 2;
	while ((option = getopt_long(argc, argv, "", names, NULL)) != -1) {
		if (option == '?')
			return false;	/* getopt_long() has said why */
		if (option == OPTION_HELP) {
			usage(stdout);
			*status = 0;
			return false;
		}
		if (option == OPTION_LIST) {
			*status = list_switches(o) ? 0 : 2;
			return false;
		}
		if (!take(o, (enum option_number)option, optarg))
			return false;
	}
	if (optind < argc)
		return wrong("\"%s\" is no option (--help)", argv[optind]);
	return complete(o);
}
