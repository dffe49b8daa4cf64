/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <rte_common.h>

#include "capture_write.h"
#include "seam.h"
#include "seam_libusb.h"

#define DLT_ETHERNET	1
#define DLT_USBMON	220
#define USBMON_HEADER	64

/* Before a number. */
static const char mark[] = "seam:";
#define MARK_LEN (sizeof(mark) - 1)

static char ethernet_file[128], usbmon_file[128], events_file[128];

static void
put_number(uint8_t *p, unsigned int number)
{
	memcpy(p, mark, MARK_LEN);
	p[MARK_LEN] = (uint8_t)number;
}

int
seam_number(const struct usb_xfer *x)
{
	const uint8_t *p = x->len == 0 ? NULL : memmem(x->data, x->len, mark, MARK_LEN);

	return p == NULL || p + MARK_LEN == x->data + x->len ? -1 : p[MARK_LEN];
}

/* Little endian, in the body of the event: openwrt/mt76 mt76_connac_mcu.h has 24 and 12
 * bytes before it. The model counts PPDUs there. */
uint32_t
seam_sequence(const struct usb_xfer *x)
{
	const uint8_t *p = x->data + 36;

	return x->len < 40 ? 0 : p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
}

/* To the address that the model has after plug-in, local experimental EtherType. */
static void
ethernet_packet(struct cap *c, unsigned int number)
{
	uint8_t packet[80] = {
		0x02, 0x22, 0x8a, 0x00, 0x00, 0x01, 0x02, 0x22, 0x8a, 0xa9, 0x00, 0x02,
		0x88, 0xb5,
	};

	put_number(packet + 14, number);
	cap_record(c, packet, sizeof(packet), sizeof(packet));
}

/* As cap_urb() writes it, with data of our own; lengths differ. */
static void
completion(struct cap *c, unsigned int number, uint8_t ep)
{
	uint8_t rec[USBMON_HEADER + 128] = { 0 };
	uint32_t len = 20 + number;

	put(rec, 0xffff888012345678, 8, c->big);
	rec[8] = 'C';
	rec[9] = 3;
	rec[10] = ep;
	rec[11] = 5;
	put(rec + 12, 1, 2, c->big);
	rec[14] = '-';
	put(rec + 32, len, 4, c->big);
	put(rec + 36, len, 4, c->big);
	put_number(rec + USBMON_HEADER, number);
	cap_record(c, rec, USBMON_HEADER + len, USBMON_HEADER + len);
}

static void
usbmon_completion(struct cap *c, unsigned int number)
{
	completion(c, number, SEAM_EP);
}

/* Of either endpoint: one by one, and several of each in a row. */
static void
either_completion(struct cap *c, unsigned int number)
{
	bool event = number % 2 == 1 || number % 16 > 12;

	completion(c, number, event ? SEAM_EP_EVENT : SEAM_EP);
}

static int
make(const char *file, uint32_t link_type, void (*record)(struct cap *c, unsigned int number))
{
	struct cap c = { .link_type = link_type };
	unsigned int i;
	int bad;

	cap_open(&c, file);
	if (c.f == NULL)
		return -1;
	for (i = 0; i < SEAM_NUMBERS; i++)
		record(&c, i);
	bad = ferror(c.f);
	cap_close(&c);
	return bad ? -1 : 0;
}

int
seam_files_make(const char *dir)
{
	snprintf(ethernet_file, sizeof(ethernet_file), "%s/ethernet.pcap", dir);
	snprintf(usbmon_file, sizeof(usbmon_file), "%s/usbmon.pcap", dir);
	snprintf(events_file, sizeof(events_file), "%s/events.pcap", dir);
	if (make(ethernet_file, DLT_ETHERNET, ethernet_packet) != 0 ||
	    make(usbmon_file, DLT_USBMON, usbmon_completion) != 0)
		return -1;
	return make(events_file, DLT_USBMON, either_completion);
}

void
seam_files_remove(void)
{
	unlink(ethernet_file);
	unlink(usbmon_file);
	unlink(events_file);
	seam_libusb_remove();
}

static int
open_replay_once(const struct usb_transport_conf *conf, struct usb_transport **t)
{
	return usb_replay_open(conf, usbmon_file, NULL, false, t);
}

static int
open_replay_loop(const struct usb_transport_conf *conf, struct usb_transport **t)
{
	return usb_replay_open(conf, usbmon_file, NULL, true, t);
}

static int
open_events_once(const struct usb_transport_conf *conf, struct usb_transport **t)
{
	return usb_replay_open(conf, events_file, NULL, false, t);
}

static int
open_events_loop(const struct usb_transport_conf *conf, struct usb_transport **t)
{
	return usb_replay_open(conf, events_file, NULL, true, t);
}

/* Not told to aggregate, the chip sends each frame in a transfer of its own. */
static int
open_chip(const char *chip, const char *options, const char *switches,
	  const struct usb_transport_conf *conf, struct usb_transport **t)
{
	char air[sizeof(ethernet_file) + 8];
	const struct usb_model_args args = {
		.chip = chip, .air = air, .air_options = options,
		.switches = switches,
	};

	snprintf(air, sizeof(air), "pcap:%s", ethernet_file);
	return usb_model_open(conf, &args, t);
}

static int
open_model(const struct usb_transport_conf *conf, struct usb_transport **t)
{
	return open_chip("rtl8922au", "start:0/loop:1", NULL, conf, t);
}

/* An event after every PPDU, on the second endpoint; each frame in a PPDU of its own. */
static int
open_mt7921u(const struct usb_transport_conf *conf, struct usb_transport **t)
{
	return open_chip("mt7921u", "start:0/loop:1/ampdu:1", "event:1/eventep:mcu", conf, t);
}

const struct seam_back_end seam_back_ends[] = {
	{ "null", usb_null_open, 0, 0, false, false, true, true, SEAM_NUMBERED },
	{ "replay once", open_replay_once, SEAM_NUMBERS, SEAM_BUFS, false, true, false, true,
	  SEAM_NO_EVENTS },
	/* All of the capture is in memory: that is what can be out. */
	{ "replay loop", open_replay_loop, SEAM_NUMBERS, SEAM_NUMBERS, true, true, false, false,
	  SEAM_NO_EVENTS },
	{ "replay once, events", open_events_once, SEAM_NUMBERS, SEAM_BUFS + SEAM_EVENTS,
	  false, true, false, true, SEAM_NUMBERED },
	{ "replay loop, events", open_events_loop, SEAM_NUMBERS, SEAM_NUMBERS, true, true,
	  false, false, SEAM_NUMBERED },
	{ "model", open_model, SEAM_NUMBERS, SEAM_BUFS, true, false, true, true,
	  SEAM_NO_EVENTS },
	{ "model, events", open_mt7921u, SEAM_NUMBERS, SEAM_BUFS + SEAM_EVENTS, true, false,
	  true, true, SEAM_OWN_SEQUENCE },
	{ "libusb", seam_libusb_open, SEAM_NUMBERS, SEAM_BUFS, true, false, true, true,
	  SEAM_NO_EVENTS },
	{ "libusb, events", seam_libusb_open, SEAM_NUMBERS, SEAM_BUFS + SEAM_EVENTS, true, false,
	  true, true, SEAM_OWN_SEQUENCE },
};

const unsigned int seam_nb_back_ends = RTE_DIM(seam_back_ends);
