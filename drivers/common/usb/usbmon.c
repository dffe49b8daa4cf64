/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "usbmon.h"

/*
 * Offsets of struct usbmon_packet in Documentation/usb/usbmon.rst of
 * torvalds/linux. Both link types share the first 48 bytes:
 *
 *   0 id        8 event  9 xfer type  10 endpoint  11 device  12 bus
 *  14 setup flag  15 data flag  16 seconds  24 microseconds  28 status
 *  32 urb length  36 data length  40 setup packet, or iso counts
 *
 * and 220 goes on with
 *
 *  48 interval  52 start frame  56 transfer flags  60 iso descriptors
 *
 * The two flags are not read: which values mean "present" has changed between
 * kernels, while the lengths have always told the same story.
 */
#define USBMON_OFF_ID		0
#define USBMON_OFF_EVENT	8
#define USBMON_OFF_XFER_TYPE	9
#define USBMON_OFF_ENDPOINT	10
#define USBMON_OFF_DEVICE	11
#define USBMON_OFF_BUS		12
#define USBMON_OFF_SECONDS	16
#define USBMON_OFF_MICROS	24
#define USBMON_OFF_STATUS	28
#define USBMON_OFF_URB_LEN	32
#define USBMON_OFF_DATA_LEN	36
#define USBMON_OFF_SETUP	40
#define USBMON_OFF_NDESC	60

#define USBMON_HDR_LEN		48
#define USBMON_HDR_LEN_MMAPPED	64
#define USBMON_ISO_DESC_LEN	16

#define USBMON_XFER_ISO		0

/* Records in pcapng lie at multiples of 4 only: no load may assume more. */
static uint16_t
load16(const uint8_t *p, bool swapped)
{
	uint16_t v;

	memcpy(&v, p, sizeof(v));
	return swapped ? __builtin_bswap16(v) : v;
}

static uint32_t
load32(const uint8_t *p, bool swapped)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return swapped ? __builtin_bswap32(v) : v;
}

static uint64_t
load64(const uint8_t *p, bool swapped)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return swapped ? __builtin_bswap64(v) : v;
}

static void
load_header(const uint8_t *rec, bool swapped, struct usbmon_urb *urb)
{
	urb->id = load64(rec + USBMON_OFF_ID, swapped);
	urb->event = (char)rec[USBMON_OFF_EVENT];
	urb->xfer_type = rec[USBMON_OFF_XFER_TYPE];
	urb->endpoint = rec[USBMON_OFF_ENDPOINT];
	urb->device = rec[USBMON_OFF_DEVICE];
	urb->bus = load16(rec + USBMON_OFF_BUS, swapped);
	urb->time_us = load64(rec + USBMON_OFF_SECONDS, swapped) * 1000000 +
		load32(rec + USBMON_OFF_MICROS, swapped);
	urb->status = (int32_t)load32(rec + USBMON_OFF_STATUS, swapped);
	urb->urb_len = load32(rec + USBMON_OFF_URB_LEN, swapped);
	urb->data_len = load32(rec + USBMON_OFF_DATA_LEN, swapped);
	memcpy(urb->setup, rec + USBMON_OFF_SETUP, sizeof(urb->setup));
}

/*
 * Bytes of iso descriptors in front of the data. They are part of the header's
 * data length (mon_bin_event() in drivers/usb/mon/mon_bin.c of torvalds/linux).
 */
static uint64_t
iso_desc_len(const uint8_t *rec, bool mmapped, bool swapped, uint8_t xfer_type)
{
	if (!mmapped || xfer_type != USBMON_XFER_ISO)
		return 0;
	return (uint64_t)load32(rec + USBMON_OFF_NDESC, swapped) *
	       USBMON_ISO_DESC_LEN;
}

enum usbmon_verdict
usbmon_parse(const uint8_t *rec, uint32_t caplen, bool mmapped, bool swapped,
	     struct usbmon_urb *urb)
{
	const uint32_t hdr_len = mmapped ? USBMON_HDR_LEN_MMAPPED : USBMON_HDR_LEN;
	enum usbmon_verdict verdict = USBMON_OK;
	struct usbmon_urb u;
	uint64_t desc_len;
	uint32_t held;

	if (caplen < hdr_len)
		return USBMON_SHORT;
	load_header(rec, swapped, &u);
	held = caplen - hdr_len;

	desc_len = iso_desc_len(rec, mmapped, swapped, u.xfer_type);
	if (desc_len > u.data_len)
		return USBMON_BAD_LENGTH;
	/* Iso data can have holes, so only there it may exceed what moved. */
	if (u.xfer_type != USBMON_XFER_ISO && u.data_len > u.urb_len)
		return USBMON_BAD_LENGTH;

	if (u.data_len > held) {
		verdict = USBMON_TRUNCATED;
		u.data_len = held;
	}
	/* The cut may lie inside the descriptors. */
	if (desc_len > u.data_len)
		desc_len = u.data_len;
	u.data_len -= (uint32_t)desc_len;
	u.data = u.data_len == 0 ? NULL : rec + hdr_len + desc_len;
	*urb = u;
	return verdict;
}
