/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Run a device model in virtual time and write what its bulk-IN endpoint
 * delivers as a usbmon capture. No such capture of these chips is public.
 */

#include <errno.h>
#include <getopt.h>
#include <pcap/pcap.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "air.h"
#include "parse.h"
#include "usb_device.h"

#define EPOCH_S 1700000000	/* of the capture's clock */
#define ENDPOINT_IN 0x84
#define SWITCHES_MAX 32
#define DATA_MAX (1u << 20)

/* Headers of link types 189 and 220, host byte order (libpcap pcap/usb.h
 * describes them; the kernel's Documentation/usb/usbmon.rst too). */
struct usbmon_header {
	uint64_t id;
	uint8_t event, transfer, endpoint, device;
	uint16_t bus;
	char setup_flag, data_flag;
	int64_t sec;
	int32_t usec;
	int32_t status;
	uint32_t urb_len, data_len;
	uint8_t setup[8];
	int32_t interval, start_frame;	/* 220 only, as the two below */
	uint32_t flags, ndesc;
};

#define HEADER_189 48u
#define HEADER_220 64u

_Static_assert(sizeof(struct usbmon_header) == HEADER_220, "usbmon header");

struct settings {
	const char *chip, *air, *air_options, *output, *expect;
	enum usb_speed speed;
	const char *switches[SWITCHES_MAX];
	unsigned int n_switches;
	uint64_t agg_size, agg_count, hold_us;
	bool no_agg, no_setup, completions_only;
	uint64_t transfers, packets;
	uint64_t urb_size, urbs;
	uint64_t link_type;
};

static void
fail(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fputs("model2usbmon: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
	exit(EXIT_FAILURE);
}

static void
usage(FILE *to)
{
	fputs("usage: model2usbmon --air SPEC --output FILE [options]\n"
	      "  --air SPEC            pcap:FILE or gen:rate:MBPS/size:BYTES/flows:N/count:N\n"
	      "  --air-options TEXT    NAME:VALUE/..., e.g. ampdu:32/protect:ccmp128\n"
	      "  --output FILE         the capture\n"
	      "  --expect FILE         also a text: counters, and each frame that was delivered\n"
	      "  --chip NAME           default rtl8922au\n"
	      "  --speed high|super    default super\n"
	      "  --switch NAME:VALUE   of the model, repeatable; --list-switches shows them\n"
	      "  --agg-size KIB        default 20 (1..1023)\n"
	      "  --agg-count N         default 255 (0..255)\n"
	      "  --hold US             default 32 on SuperSpeed, 1024 else; in steps of 32\n"
	      "  --no-agg              aggregation off\n"
	      "  --no-setup            program nothing: the chip as after plug-in\n"
	      "  --count N             stop after N transfers, default 1000, 0 without limit\n"
	      "  --packets N           stop when N frames are delivered, default 0 without limit\n"
	      "  --urb-size BYTES      default 32768\n"
	      "  --urbs N              requests in flight, default 8 (1..256)\n"
	      "  --link-type 220|189   default 220\n"
	      "  --completions-only    no submissions in the capture\n", to);
}

static void
list_switches(const struct settings *s)
{
	const struct usb_device_ops *ops = usb_device_find(s->chip);
	const char *name, *values, *help;
	unsigned int i;

	if (ops == NULL)
		fail("no model of a chip \"%s\"", s->chip);
	for (i = 0; ops->list_switches(i, &name, &values, &help); i++)
		printf("%-9s %-18s %s\n", name, values, help);
}

static uint64_t
number(const char *option, const char *text, uint64_t min, uint64_t max)
{
	uint64_t v;

	if (!model_parse_u64(text, min, max, &v))
		fail("--%s %s: not a number from %llu to %llu", option, text,
		     (unsigned long long)min, (unsigned long long)max);
	return v;
}

enum {
	OPT_AIR = 1, OPT_AIR_OPTIONS, OPT_OUTPUT, OPT_EXPECT, OPT_CHIP, OPT_SPEED,
	OPT_SWITCH, OPT_AGG_SIZE, OPT_AGG_COUNT, OPT_HOLD, OPT_NO_AGG, OPT_NO_SETUP,
	OPT_COUNT, OPT_PACKETS, OPT_URB_SIZE, OPT_URBS, OPT_LINK, OPT_COMPLETIONS,
	OPT_LIST, OPT_HELP,
};

static const struct option options[] = {
	{ "air", required_argument, NULL, OPT_AIR },
	{ "air-options", required_argument, NULL, OPT_AIR_OPTIONS },
	{ "output", required_argument, NULL, OPT_OUTPUT },
	{ "expect", required_argument, NULL, OPT_EXPECT },
	{ "chip", required_argument, NULL, OPT_CHIP },
	{ "speed", required_argument, NULL, OPT_SPEED },
	{ "switch", required_argument, NULL, OPT_SWITCH },
	{ "agg-size", required_argument, NULL, OPT_AGG_SIZE },
	{ "agg-count", required_argument, NULL, OPT_AGG_COUNT },
	{ "hold", required_argument, NULL, OPT_HOLD },
	{ "no-agg", no_argument, NULL, OPT_NO_AGG },
	{ "no-setup", no_argument, NULL, OPT_NO_SETUP },
	{ "count", required_argument, NULL, OPT_COUNT },
	{ "packets", required_argument, NULL, OPT_PACKETS },
	{ "urb-size", required_argument, NULL, OPT_URB_SIZE },
	{ "urbs", required_argument, NULL, OPT_URBS },
	{ "link-type", required_argument, NULL, OPT_LINK },
	{ "completions-only", no_argument, NULL, OPT_COMPLETIONS },
	{ "list-switches", no_argument, NULL, OPT_LIST },
	{ "help", no_argument, NULL, OPT_HELP },
	{ NULL, 0, NULL, 0 },
};

static void
take_speed(struct settings *s, const char *text)
{
	if (strcmp(text, "high") == 0)
		s->speed = USB_SPEED_HIGH;
	else if (strcmp(text, "super") == 0)
		s->speed = USB_SPEED_SUPER;
	else
		fail("--speed %s: neither high nor super", text);
}

static void
take_switch(struct settings *s, const char *text)
{
	if (s->n_switches == SWITCHES_MAX)
		fail("more than %d switches", SWITCHES_MAX);
	if (strchr(text, ':') == NULL)
		fail("--switch %s: not NAME:VALUE", text);
	s->switches[s->n_switches++] = text;
}

static void
take_option(struct settings *s, int option, const char *name)
{
	switch (option) {
	case OPT_AIR: s->air = optarg; break;
	case OPT_AIR_OPTIONS: s->air_options = optarg; break;
	case OPT_OUTPUT: s->output = optarg; break;
	case OPT_EXPECT: s->expect = optarg; break;
	case OPT_CHIP: s->chip = optarg; break;
	case OPT_SPEED: take_speed(s, optarg); break;
	case OPT_SWITCH: take_switch(s, optarg); break;
	case OPT_AGG_SIZE: s->agg_size = number(name, optarg, 1, 1023); break;
	case OPT_AGG_COUNT: s->agg_count = number(name, optarg, 0, 255); break;
	case OPT_HOLD: s->hold_us = number(name, optarg, 0, 255 * 32); break;
	case OPT_NO_AGG: s->no_agg = true; break;
	case OPT_NO_SETUP: s->no_setup = true; break;
	case OPT_COUNT: s->transfers = number(name, optarg, 0, UINT64_MAX); break;
	case OPT_PACKETS: s->packets = number(name, optarg, 0, UINT64_MAX); break;
	case OPT_URB_SIZE: s->urb_size = number(name, optarg, 1, DATA_MAX); break;
	case OPT_URBS: s->urbs = number(name, optarg, 1, USB_DEVICE_URBS_MAX); break;
	case OPT_LINK: s->link_type = number(name, optarg, 189, 220); break;
	case OPT_COMPLETIONS: s->completions_only = true; break;
	case OPT_LIST: list_switches(s); exit(EXIT_SUCCESS);
	case OPT_HELP: usage(stdout); exit(EXIT_SUCCESS);
	default: usage(stderr); exit(EXIT_FAILURE);
	}
}

static void
parse_arguments(struct settings *s, int argc, char **argv)
{
	int option, index = 0;

	*s = (struct settings){
		.chip = "rtl8922au", .speed = USB_SPEED_SUPER, .agg_size = 20,
		.agg_count = 255, .hold_us = UINT64_MAX, .transfers = 1000,
		.urb_size = 32768, .urbs = 8, .link_type = DLT_USB_LINUX_MMAPPED,
	};
	while ((option = getopt_long(argc, argv, "", options, &index)) != -1)
		take_option(s, option, options[index].name);
	if (optind != argc)
		fail("\"%s\" is no option", argv[optind]);
	if (s->air == NULL || s->output == NULL)
		fail("--air and --output are needed; --help shows all");
	if (s->link_type != DLT_USB_LINUX && s->link_type != DLT_USB_LINUX_MMAPPED)
		fail("--link-type: neither 189 nor 220");
	if (s->hold_us == UINT64_MAX)
		s->hold_us = s->speed == USB_SPEED_SUPER ? 32 : 1024;
	if (s->hold_us % 32 != 0)
		fail("--hold %llu: the chip counts in steps of 32 us",
		     (unsigned long long)s->hold_us);
}

struct run {
	const struct settings *settings;
	const struct usb_device_ops *ops;
	struct usb_device *dev;
	struct air *air;
	pcap_t *pcap;
	pcap_dumper_t *dump;
	uint8_t *record;
	struct usb_urb urbs[USB_DEVICE_URBS_MAX];
	uint64_t now_ns;
	uint64_t transfers;
};

static void
write_register(struct run *r, uint32_t address, uint32_t value)
{
	struct usb_setup setup = {
		.bmRequestType = 0x40, .bRequest = 0x05,
		.wValue = (uint16_t)address, .wIndex = (uint16_t)(address >> 16),
		.wLength = 4,
	};
	uint8_t data[4] = { (uint8_t)value, (uint8_t)(value >> 8),
			    (uint8_t)(value >> 16), (uint8_t)(value >> 24) };

	if (r->ops->control(r->dev, r->now_ns, &setup, data) != 4)
		fail("the model does not take register 0x%05x", address);
}

/* What Linux's driver leaves in the registers of the receive path, in its
 * order and with its values for a monitor (morrownr/rtw89 mac_be.c, usb.c). */
static void
program_chip(struct run *r)
{
	const struct settings *s = r->settings;
	uint32_t agg = (uint32_t)(s->agg_count << 16 | s->hold_us / 32 << 8 |
				  (s->agg_size & 0xff));

	write_register(r, 0x7880, 0x00000003);
	write_register(r, 0x9C00, 0x00000001);
	write_register(r, 0x11428, 0x0000FFFF);
	write_register(r, 0x11424, 0x0000FFFF);
	write_register(r, 0x1142C, 0x0000FFFF);
	write_register(r, 0x11420, 0x0F174039);
	write_register(r, 0x6000, agg | (s->no_agg ? 0 : 0x80000000));
	write_register(r, 0x6004, 0x1F | (uint32_t)(s->agg_size >> 8) << 16);
	write_register(r, 0x9C30, 0x00000003);
	write_register(r, 0x11440, 0x0000006D);
	write_register(r, 0x11400, 0x20F28010);
	write_register(r, 0x11470, 0x00000001);
}

static void
open_model(struct run *r)
{
	const struct settings *s = r->settings;
	char err[256], name[64];
	unsigned int i;

	r->ops = usb_device_find(s->chip);
	if (r->ops == NULL)
		fail("no model of a chip \"%s\"", s->chip);
	r->air = air_open(s->air, s->air_options, err, sizeof(err));
	if (r->air == NULL)
		fail("%s", err);
	r->dev = r->ops->create(s->speed, r->air);
	if (r->dev == NULL)
		fail("no memory for the model");
	for (i = 0; i < s->n_switches; i++) {
		const char *colon = strchr(s->switches[i], ':');
		int rc;

		snprintf(name, sizeof(name), "%.*s", (int)(colon - s->switches[i]),
			 s->switches[i]);
		rc = r->ops->set_switch(r->dev, name, colon + 1);
		if (rc != 0)
			fail("--switch %s: %s", s->switches[i], rc == -ENOENT ?
			     "no such switch" : "does not take that value");
	}
	if (!s->no_setup)
		program_chip(r);
}

static void
open_output(struct run *r)
{
	const struct settings *s = r->settings;

	r->pcap = pcap_open_dead((int)s->link_type, DATA_MAX + HEADER_220);
	r->record = malloc(DATA_MAX + HEADER_220);
	if (r->pcap == NULL || r->record == NULL)
		fail("no memory");
	r->dump = pcap_dump_open(r->pcap, s->output);
	if (r->dump == NULL)
		fail("%s", pcap_geterr(r->pcap));
}

/* One event of one request, as usbmon would record it. */
static void
write_event(struct run *r, const struct usb_urb *urb, uint8_t event, uint64_t ns)
{
	uint32_t header_len = r->settings->link_type == DLT_USB_LINUX_MMAPPED ?
			      HEADER_220 : HEADER_189;
	bool done = event == 'C';
	struct usbmon_header h = {
		.id = 0xffff888000000000u + 192 * (uint64_t)(urb - r->urbs),
		.event = event, .transfer = 3, .endpoint = ENDPOINT_IN, .device = 2,
		.bus = 1, .setup_flag = '-', .data_flag = done ? 0 : '<',
		.sec = EPOCH_S + (int64_t)(ns / 1000000000u),
		.usec = (int32_t)(ns % 1000000000u / 1000),
		.status = done ? urb->status : -EINPROGRESS,
		.urb_len = done ? urb->actual : urb->size,
		.data_len = done ? urb->actual : 0,
		.flags = 0x0200,	/* URB_DIR_IN */
	};
	struct pcap_pkthdr record = {
		.ts = { .tv_sec = h.sec, .tv_usec = h.usec },
		.caplen = header_len + h.data_len,
		.len = header_len + h.data_len,
	};

	memcpy(r->record, &h, header_len);
	memcpy(r->record + header_len, urb->data, h.data_len);
	pcap_dump((u_char *)r->dump, &record, r->record);
}

static uint64_t
counter(const struct run *r, const char *wanted)
{
	const char *name;
	uint64_t value;
	unsigned int i;

	for (i = 0; r->ops->counter(r->dev, i, &name, &value); i++)
		if (strcmp(name, wanted) == 0)
			return value;
	fail("the model has no counter %s", wanted);
	return 0;
}

static void
submit(struct run *r, struct usb_urb *urb, uint64_t ns)
{
	if (r->ops->submit(r->dev, ns, urb) != 0)
		fail("the model takes no more requests");
	if (!r->settings->completions_only)
		write_event(r, urb, 'S', ns);
}

static bool
enough(const struct run *r)
{
	const struct settings *s = r->settings;

	return (s->transfers != 0 && r->transfers >= s->transfers) ||
	       (s->packets != 0 && counter(r, "frames_delivered") >= s->packets);
}

static void
run_model(struct run *r)
{
	const struct settings *s = r->settings;
	struct usb_urb *urb;
	unsigned int i;

	for (i = 0; i < s->urbs; i++) {
		r->urbs[i].data = calloc(1, s->urb_size);
		r->urbs[i].size = (uint32_t)s->urb_size;
		if (r->urbs[i].data == NULL)
			fail("no memory for %llu requests", (unsigned long long)s->urbs);
		submit(r, &r->urbs[i], r->now_ns);
	}
	while (!enough(r)) {
		uint64_t next = r->ops->next_event(r->dev);

		if (next == UINT64_MAX)
			break;
		if (next > r->now_ns)
			r->now_ns = next;
		r->ops->advance(r->dev, r->now_ns);
		while (!enough(r) && (urb = r->ops->reap(r->dev)) != NULL) {
			write_event(r, urb, 'C', urb->done_ns);
			r->transfers++;
			submit(r, urb, r->now_ns);
		}
	}
}

/* The frames again, from an air of their own: what a reader of the capture
 * must find, provided that the chip lost and filtered none. */
static void
write_frames(const struct run *r, FILE *f)
{
	const struct settings *s = r->settings;
	uint64_t i, n = counter(r, "frames_delivered");
	char err[256];
	struct air *air = air_open(s->air, s->air_options, err, sizeof(err));

	if (air == NULL)
		fail("%s", err);
	for (i = 0; i < n; i++) {
		const struct air_frame *a = air_peek(air);
		uint32_t b;

		if (a == NULL)
			break;
		fprintf(f, "frame %llu ppdu %u ampdu %d last %d fcs_bad %d rssi %d "
			"mode %d mcs %u nss %u bw %u gi %u len %u ",
			(unsigned long long)i, a->ppdu, a->ampdu, a->last, a->fcs_bad,
			a->rssi_dbm, a->rate.mode, a->rate.mcs, a->rate.nss,
			a->rate.bw, a->rate.gi_ltf, a->len);
		for (b = 0; b < a->len; b++)
			fprintf(f, "%02x", a->data[b]);
		fputc('\n', f);
		air_take(air);
	}
	air_close(air);
}

static void
write_expected(const struct run *r)
{
	FILE *f = fopen(r->settings->expect, "w");
	uint64_t value, air, delivered, inside;
	const char *name;
	unsigned int i;

	if (f == NULL)
		fail("%s: %s", r->settings->expect, strerror(errno));
	for (i = 0; r->ops->counter(r->dev, i, &name, &value); i++)
		fprintf(f, "counter %s %llu\n", name, (unsigned long long)value);
	air = counter(r, "frames_air");
	delivered = counter(r, "frames_delivered");
	inside = counter(r, "frames_inside_now");
	if (air == delivered + inside)
		write_frames(r, f);
	else
		fprintf(f, "frames unknown: the chip dropped or filtered %llu\n",
			(unsigned long long)(air - delivered - inside));
	if (fclose(f) != 0)
		fail("%s: %s", r->settings->expect, strerror(errno));
}

static void
close_all(struct run *r)
{
	unsigned int i;

	if (pcap_dump_flush(r->dump) != 0)
		fail("%s: %s", r->settings->output, strerror(errno));
	pcap_dump_close(r->dump);
	pcap_close(r->pcap);
	r->ops->destroy(r->dev);
	air_close(r->air);
	for (i = 0; i < r->settings->urbs; i++)
		free(r->urbs[i].data);
	free(r->record);
}

int
main(int argc, char **argv)
{
	static struct run run;
	struct settings settings;

	parse_arguments(&settings, argc, argv);
	run.settings = &settings;
	open_model(&run);
	open_output(&run);
	run_model(&run);
	printf("%llu transfers, %llu frames, %llu bytes, %llu.%06llu s on the bus's clock\n",
	       (unsigned long long)run.transfers,
	       (unsigned long long)counter(&run, "frames_delivered"),
	       (unsigned long long)counter(&run, "urb_bytes"),
	       (unsigned long long)(run.now_ns / 1000000000u),
	       (unsigned long long)(run.now_ns % 1000000000u / 1000));
	if (settings.expect != NULL)
		write_expected(&run);
	close_all(&run);
	return EXIT_SUCCESS;
}
