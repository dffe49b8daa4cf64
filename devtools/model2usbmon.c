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
	const char *chip, *air, *air_options, *output, *expect, *log;
	enum usb_speed speed;
	const char *switches[SWITCHES_MAX];
	unsigned int n_switches;
	uint64_t agg_size, agg_count, hold_us;
	bool no_agg, no_setup, completions_only, control;
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
	      "  --log FILE            also a table: what the chip tells of each frame\n"
	      "  --chip NAME           default rtl8922au\n"
	      "  --speed high|super    default super\n"
	      "  --switch NAME:VALUE   of the model, repeatable; --list-switches shows them\n"
	      "  --agg-size KIB        default 20 (1..1023, in the chip's steps)\n"
	      "  --agg-count N         default 255 (0..255)\n"
	      "  --hold US             default 32 on SuperSpeed, 1024 else, as far as the chip\n"
	      "                        can; in its steps\n"
	      "  --no-agg              aggregation off\n"
	      "  --no-setup            program nothing: the chip as after plug-in\n"
	      "  --count N             stop after N transfers, default 1000, 0 without limit\n"
	      "  --packets N           stop when N frames are delivered, default 0 without limit\n"
	      "  --urb-size BYTES      default 32768\n"
	      "  --urbs N              requests in flight, default 8 (1..256)\n"
	      "  --link-type 220|189   default 220\n"
	      "  --completions-only    no submissions in the capture\n"
	      "  --control             also what is programmed, and the device descriptor where\n"
	      "                        the model has one: as a capture from before the plug-in\n",
	      to);
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
	OPT_AIR = 1, OPT_AIR_OPTIONS, OPT_OUTPUT, OPT_EXPECT, OPT_LOG, OPT_CHIP, OPT_SPEED,
	OPT_SWITCH, OPT_AGG_SIZE, OPT_AGG_COUNT, OPT_HOLD, OPT_NO_AGG, OPT_NO_SETUP,
	OPT_COUNT, OPT_PACKETS, OPT_URB_SIZE, OPT_URBS, OPT_LINK, OPT_COMPLETIONS,
	OPT_CONTROL, OPT_LIST, OPT_HELP,
};

static const struct option options[] = {
	{ "air", required_argument, NULL, OPT_AIR },
	{ "air-options", required_argument, NULL, OPT_AIR_OPTIONS },
	{ "output", required_argument, NULL, OPT_OUTPUT },
	{ "expect", required_argument, NULL, OPT_EXPECT },
	{ "log", required_argument, NULL, OPT_LOG },
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
	{ "control", no_argument, NULL, OPT_CONTROL },
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
	case OPT_LOG: s->log = optarg; break;
	case OPT_CHIP: s->chip = optarg; break;
	case OPT_SPEED: take_speed(s, optarg); break;
	case OPT_SWITCH: take_switch(s, optarg); break;
	case OPT_AGG_SIZE: s->agg_size = number(name, optarg, 1, 1023); break;
	case OPT_AGG_COUNT: s->agg_count = number(name, optarg, 0, 255); break;
	case OPT_HOLD: s->hold_us = number(name, optarg, 0, UINT32_MAX); break;
	case OPT_NO_AGG: s->no_agg = true; break;
	case OPT_NO_SETUP: s->no_setup = true; break;
	case OPT_COUNT: s->transfers = number(name, optarg, 0, UINT64_MAX); break;
	case OPT_PACKETS: s->packets = number(name, optarg, 0, UINT64_MAX); break;
	case OPT_URB_SIZE: s->urb_size = number(name, optarg, 1, DATA_MAX); break;
	case OPT_URBS: s->urbs = number(name, optarg, 1, USB_DEVICE_URBS_MAX); break;
	case OPT_LINK: s->link_type = number(name, optarg, 189, 220); break;
	case OPT_COMPLETIONS: s->completions_only = true; break;
	case OPT_CONTROL: s->control = true; break;
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
}

struct run {
	const struct settings *settings;
	const struct usb_device_ops *ops;
	struct usb_device *dev;
	struct air *air;
	pcap_t *pcap;
	pcap_dumper_t *dump;
	FILE *log;
	uint8_t *record;
	struct usb_urb urbs[USB_DEVICE_URBS_MAX];
	uint64_t now_ns;
	uint64_t transfers;
};

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

/* One event of one request, as usbmon would record it: data_len bytes that it moved, of
 * data, or all that it asks for. */
static void
write_record(struct run *r, struct usbmon_header *h, const uint8_t *data, uint64_t ns)
{
	uint32_t header_len = r->settings->link_type == DLT_USB_LINUX_MMAPPED ?
			      HEADER_220 : HEADER_189;
	struct pcap_pkthdr record = {
		.caplen = header_len + h->data_len,
		.len = header_len + h->data_len,
	};

	h->device = 2;
	h->bus = 1;
	h->sec = EPOCH_S + (int64_t)(ns / 1000000000u);
	h->usec = (int32_t)(ns % 1000000000u / 1000);
	record.ts.tv_sec = h->sec;
	record.ts.tv_usec = h->usec;
	memcpy(r->record, h, header_len);
	if (h->data_len != 0)
		memcpy(r->record + header_len, data, h->data_len);
	pcap_dump((u_char *)r->dump, &record, r->record);
}

static void
write_event(struct run *r, const struct usb_urb *urb, uint8_t event, uint64_t ns)
{
	bool done = event == 'C';
	struct usbmon_header h = {
		.id = 0xffff888000000000u + 192 * (uint64_t)(urb - r->urbs),
		.event = event, .transfer = 3, .endpoint = ENDPOINT_IN,
		.setup_flag = '-', .data_flag = done ? 0 : '<',
		.status = done ? urb->status : -EINPROGRESS,
		.urb_len = done ? urb->actual : urb->size,
		.data_len = done ? urb->actual : 0,
		.flags = 0x0200,	/* URB_DIR_IN */
	};

	write_record(r, &h, urb->data, ns);
}

/* A control request and its answer of len bytes. */
static void
write_control(struct run *r, const struct usb_setup *setup, const uint8_t *data, uint16_t len)
{
	bool in = (setup->bmRequestType & 0x80) != 0;
	struct usbmon_header h = {
		.id = 0xffff888000000000u + 192 * USB_DEVICE_URBS_MAX,
		.event = 'S', .transfer = 2, .endpoint = in ? 0x80 : 0,
		.data_flag = in ? '<' : 0, .status = -EINPROGRESS,
		.urb_len = setup->wLength, .data_len = in ? 0 : setup->wLength,
		.setup = {
			setup->bmRequestType, setup->bRequest,
			(uint8_t)setup->wValue, (uint8_t)(setup->wValue >> 8),
			(uint8_t)setup->wIndex, (uint8_t)(setup->wIndex >> 8),
			(uint8_t)setup->wLength, (uint8_t)(setup->wLength >> 8),
		},
	};

	if (!r->settings->control)
		return;
	write_record(r, &h, data, r->now_ns);
	memset(h.setup, 0, sizeof(h.setup));
	h.event = 'C';
	h.setup_flag = '-';
	h.status = 0;
	h.urb_len = len;
	h.data_len = in ? len : 0;
	h.data_flag = in ? 0 : '>';
	write_record(r, &h, data, r->now_ns);
}

/* What the host's USB core asks first: GET_DESCRIPTOR of the device, where the model has
 * one. */
static void
write_descriptor(struct run *r)
{
	const struct usb_setup setup = {
		.bmRequestType = 0x80, .bRequest = 6, .wValue = 0x0100, .wLength = 18,
	};

	if (r->ops->descriptors != NULL)
		write_control(r, &setup, r->ops->descriptors(r->dev)->device, 18);
}

struct setting { uint32_t address, value; };

/*
 * How a chip is made to receive as a monitor: some registers, then its limits of
 * aggregation, then more registers.
 */
struct program {
	const char *chip;
	uint8_t type, request;		/* of a register write */
	bool high_in_value;		/* wValue has address [31:16], wIndex [15:0];
					 * else the other way round */
	uint32_t size_step_kib, size_max_kib;
	uint32_t hold_step_us, hold_max_us;
	struct setting before[8];
	void (*aggregate)(struct run *r, const struct program *p);
	struct setting after[6];
};

static void
write_register(struct run *r, const struct program *p, uint32_t address, uint32_t value)
{
	uint16_t low = (uint16_t)address, high = (uint16_t)(address >> 16);
	struct usb_setup setup = {
		.bmRequestType = p->type, .bRequest = p->request,
		.wValue = p->high_in_value ? high : low,
		.wIndex = p->high_in_value ? low : high,
		.wLength = 4,
	};
	uint8_t data[4] = { (uint8_t)value, (uint8_t)(value >> 8),
			    (uint8_t)(value >> 16), (uint8_t)(value >> 24) };

	if (r->ops->control(r->dev, r->now_ns, &setup, data) != 4)
		fail("the model does not take register 0x%05x", address);
	write_control(r, &setup, data, 4);
}

/* RXAGG_0: EN, count, hold, size. */
static uint32_t
rxagg_0(const struct settings *s, const struct program *p)
{
	return (s->no_agg ? 0 : 0x80000000u) |
	       (uint32_t)(s->agg_count << 16 | s->hold_us / p->hold_step_us << 8 |
			  (s->agg_size / p->size_step_kib & 0xff));
}

static void
aggregate_8900(struct run *r, const struct program *p)
{
	write_register(r, p, 0x8900, rxagg_0(r->settings, p));
}

static void
aggregate_6000(struct run *r, const struct program *p)
{
	write_register(r, p, 0x6000, rxagg_0(r->settings, p));
	write_register(r, p, 0x6004, 0x1F | (uint32_t)(r->settings->agg_size >> 8) << 16);
}

/* WLCFG_1 has the count, WLCFG_0 b21 switches it on (openwrt/mt76 mt792x_usb.c,
 * mt792x_regs.h). */
static void
aggregate_wlcfg(struct run *r, const struct program *p)
{
	const struct settings *s = r->settings;

	write_register(r, p, 0x7400000c, (uint32_t)s->agg_count);
	write_register(r, p, 0x74000018, s->no_agg ? 0x00d40000u :
		       0x00f40000u | (uint32_t)(s->agg_size << 8 | s->hold_us));
}

/* What Linux's driver leaves in the registers of the receive path, in its order
 * and with its values for a monitor: morrownr/rtw89 mac.c, mac_be.c, usb.c. */
#define RTW89_WRITE .type = 0x40, .request = 0x05
#define RTW89_HOLD .hold_step_us = 32, .hold_max_us = 255 * 32
#define AX_BEFORE(hci_func_en) { \
	{ hci_func_en, 0x3 }, { 0x9C00, 0x3 }, { 0xCE28, 0x55555555 }, \
	{ 0xCE24, 0x55555555 }, { 0xCE2C, 0x55555555 }, { 0xCE20, 0x03174439 }, }
#define AX_AFTER { { 0x9C18, 0x1 }, { 0xCE40, 0x2B } }
#define AX_8900(name) { \
	.chip = name, RTW89_WRITE, RTW89_HOLD, .size_step_kib = 4, .size_max_kib = 1020, \
	.before = AX_BEFORE(0x8380), .aggregate = aggregate_8900, .after = AX_AFTER, }

static const struct program programs[] = {
	{
		.chip = "rtl8922au", RTW89_WRITE, RTW89_HOLD,
		.size_step_kib = 1, .size_max_kib = 1023,
		.before = {
			{ 0x7880, 0x3 }, { 0x9C00, 0x1 }, { 0x11428, 0xFFFF },
			{ 0x11424, 0xFFFF }, { 0x1142C, 0xFFFF }, { 0x11420, 0x0F174039 },
		},
		.aggregate = aggregate_6000,
		.after = {
			{ 0x9C30, 0x3 }, { 0x11440, 0x6D }, { 0x11400, 0x20F28010 },
			{ 0x11470, 0x1 },
		},
	},
	{
		.chip = "rtl8852cu", RTW89_WRITE, RTW89_HOLD,
		.size_step_kib = 1, .size_max_kib = 1023,
		.before = AX_BEFORE(0x7880), .aggregate = aggregate_6000,
		.after = AX_AFTER,
	},
	AX_8900("rtl8852bu"),
	AX_8900("rtl8852au"),
	AX_8900("rtl8851bu"),
	{
		/* 802.11 as it is: no translation of headers. */
		.chip = "mt7921u", .type = 0x5f, .request = 0x66, .high_in_value = true,
		.size_step_kib = 1, .size_max_kib = 255,
		.hold_step_us = 1, .hold_max_us = 255,
		.before = { { 0x820cd000, 0 } }, .aggregate = aggregate_wlcfg,
	},
};

static const struct program *
find_program(const char *chip)
{
	unsigned int i;

	for (i = 0; i < sizeof(programs) / sizeof(programs[0]); i++)
		if (strcmp(programs[i].chip, chip) == 0)
			return &programs[i];
	fail("no set-up of a chip \"%s\" is known; --no-setup does without", chip);
	return NULL;
}

/* The limits as far as this chip can have them. */
static void
check_limits(struct settings *s)
{
	const struct program *p;

	if (s->no_setup)
		return;
	p = find_program(s->chip);
	if (s->hold_us == UINT64_MAX) {
		s->hold_us = s->speed == USB_SPEED_SUPER ? 32 : 1024;
		if (s->hold_us > p->hold_max_us)
			s->hold_us = p->hold_max_us;
	}
	if (s->hold_us % p->hold_step_us != 0 || s->hold_us > p->hold_max_us)
		fail("--hold %llu: the chip counts in steps of %u us, up to %u",
		     (unsigned long long)s->hold_us, p->hold_step_us, p->hold_max_us);
	if (s->agg_size % p->size_step_kib != 0 || s->agg_size > p->size_max_kib)
		fail("--agg-size %llu: the chip counts in steps of %u KiB, up to %u",
		     (unsigned long long)s->agg_size, p->size_step_kib, p->size_max_kib);
}

static void
write_all(struct run *r, const struct program *p, const struct setting *list, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n && list[i].address != 0; i++)
		write_register(r, p, list[i].address, list[i].value);
}

static void
program_chip(struct run *r)
{
	const struct program *p = find_program(r->settings->chip);

	write_all(r, p, p->before, sizeof(p->before) / sizeof(p->before[0]));
	p->aggregate(r, p);
	write_all(r, p, p->after, sizeof(p->after) / sizeof(p->after[0]));
}

/* The chip's own air options, then the user's. */
static struct air *
open_air(const struct run *r, char *err, size_t err_size)
{
	const struct settings *s = r->settings;
	const char *first = r->ops->air_defaults, *then = s->air_options;
	char options[1024];
	int len;

	if (first == NULL || then == NULL || *then == '\0')
		return air_open(s->air, first != NULL ? first : then, err, err_size);
	len = snprintf(options, sizeof(options), "%s/%s", first, then);
	if (len < 0 || (size_t)len >= sizeof(options))
		fail("--air-options: too long");
	return air_open(s->air, options, err, err_size);
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
	r->air = open_air(r, err, sizeof(err));
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
}

static void
open_log(struct run *r)
{
	const char *name = r->settings->log;

	if (name == NULL)
		return;
	if (r->ops->log_frames == NULL)
		fail("--log: the model of %s keeps none", r->settings->chip);
	r->log = fopen(name, "w");
	if (r->log == NULL)
		fail("%s: %s", name, strerror(errno));
	r->ops->log_frames(r->dev, r->log);
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
	uint64_t i, n = counter(r, "frames_delivered");
	char err[256];
	struct air *air = open_air(r, err, sizeof(err));

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
	if (r->log != NULL && fclose(r->log) != 0)
		fail("%s: %s", r->settings->log, strerror(errno));
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
	if (usb_device_find(settings.chip) == NULL)
		fail("no model of a chip \"%s\"", settings.chip);
	check_limits(&settings);
	run.settings = &settings;
	open_model(&run);
	open_log(&run);
	open_output(&run);
	write_descriptor(&run);
	if (!settings.no_setup)
		program_chip(&run);
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
