/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stddef.h>

#include "descriptors.h"

/*
 * What dongles say of themselves, as their owners' "lsusb -v" shows it:
 * - Wi-Fi alone: morrownr/USB-WiFi issues 309 (high speed), 726, 107 (SuperSpeed).
 * - composite: issues 222 (high speed), 87 (SuperSpeed; BOS descriptor). Its interface
 *   numbers, endpoints and string numbers are known; iFunction, the first interface's
 *   string and the SuperSpeed total length are not: made up.
 * - bMaxBurst of the bulk endpoints: not known, a guess. So is the qualifier.
 */

#define LE16(v) (uint8_t)((v) & 0xff), (uint8_t)((v) >> 8)

#define DEVICE(usb, class, sub, proto, ep0, strings) \
	18, 1, LE16(usb), class, sub, proto, ep0, LE16(0x0e8d), LE16(0x7961), LE16(0x0100), \
	strings, (strings) + 1, (strings) + 2, 1
#define CONFIG(total, interfaces, string, attributes, power) \
	9, 2, LE16(total), interfaces, 1, string, attributes, power
#define INTERFACE(number, alt, endpoints, class, sub, proto, string) \
	9, 4, number, alt, endpoints, class, sub, proto, string
#define ENDPOINT(address, attributes, size, interval) \
	7, 5, address, attributes, LE16(size), interval
#define COMPANION(burst, bytes) 6, 48, burst, 0, LE16(bytes)

#define POWER_HIGH(ma) ((ma) / 2)
#define POWER_SUPER(ma) ((ma) / 8)
#define BUS_POWERED 0xa0	/* with remote wakeup */
#define SELF_POWERED 0xe0

#define ISOCHRONOUS 1
#define BULK 2
#define INTERRUPT 3

/* The Wi-Fi interface: order counts, drivers go by it. */
#define BULK_HIGH(address) ENDPOINT(address, BULK, 512, 0)
#define BULK_SUPER(address) ENDPOINT(address, BULK, 1024, 0), COMPANION(7, 0)

#define WIFI_HIGH(number, string) \
	INTERFACE(number, 0, 9, 0xff, 0xff, 0xff, string), \
	BULK_HIGH(0x84), BULK_HIGH(0x85), BULK_HIGH(0x08), BULK_HIGH(0x04), \
	BULK_HIGH(0x05), BULK_HIGH(0x06), BULK_HIGH(0x07), BULK_HIGH(0x09), \
	ENDPOINT(0x86, INTERRUPT, 2, 1)
#define WIFI_SUPER(number, string) \
	INTERFACE(number, 0, 9, 0xff, 0xff, 0xff, string), \
	BULK_SUPER(0x84), BULK_SUPER(0x85), BULK_SUPER(0x08), BULK_SUPER(0x04), \
	BULK_SUPER(0x05), BULK_SUPER(0x06), BULK_SUPER(0x07), BULK_SUPER(0x09), \
	ENDPOINT(0x86, INTERRUPT, 2, 1), COMPANION(0, 2)

/* Bluetooth: HCI, voice in seven sizes, LE audio. */
#define BT(number, alt, endpoints, string) \
	INTERFACE(number, alt, endpoints, 0xe0, 1, 1, string)
#define BT_ASSOCIATION 8, 11, 0, 3, 0xe0, 1, 1, 4

#define VOICE_HIGH(alt, size) \
	BT(1, alt, 2, 2), ENDPOINT(0x83, ISOCHRONOUS, size, 4), \
	ENDPOINT(0x03, ISOCHRONOUS, size, 4)
#define VOICE_SUPER(alt, size) \
	BT(1, alt, 2, 2), ENDPOINT(0x83, ISOCHRONOUS, size, 4), COMPANION(0, size), \
	ENDPOINT(0x03, ISOCHRONOUS, size, 4), COMPANION(0, size)
#define VOICES(speed) \
	VOICE_##speed(0, 0), VOICE_##speed(1, 9), VOICE_##speed(2, 17), \
	VOICE_##speed(3, 25), VOICE_##speed(4, 33), VOICE_##speed(5, 49), \
	VOICE_##speed(6, 63)

#define AUDIO_HIGH(alt, size) \
	BT(2, alt, 2, 3), ENDPOINT(0x8a, INTERRUPT, size, 1), \
	ENDPOINT(0x0a, INTERRUPT, size, 1)
#define AUDIO_SUPER(alt, size) \
	BT(2, alt, 2, 3), ENDPOINT(0x8a, INTERRUPT, size, 1), COMPANION(0, size), \
	ENDPOINT(0x0a, INTERRUPT, size, 1), COMPANION(0, size)

static const uint8_t device_high[] = { DEVICE(0x0210, 0, 0, 0, 64, 2) };
static const uint8_t device_super[] = { DEVICE(0x0320, 0, 0, 0, 9, 2) };
static const uint8_t device_high_bt[] = { DEVICE(0x0210, 239, 2, 1, 64, 6) };
static const uint8_t device_super_bt[] = { DEVICE(0x0320, 239, 2, 1, 9, 6) };

static const uint8_t config_high[] = {
	CONFIG(0x51, 1, 5, BUS_POWERED, POWER_HIGH(100)),
	WIFI_HIGH(0, 1),
};

static const uint8_t config_super[] = {
	CONFIG(0x87, 1, 5, BUS_POWERED, POWER_SUPER(160)),
	WIFI_SUPER(0, 1),
};

static const uint8_t config_high_bt[] = {
	CONFIG(326, 4, 9, SELF_POWERED, POWER_HIGH(100)),
	BT_ASSOCIATION,
	BT(0, 0, 3, 1), ENDPOINT(0x81, INTERRUPT, 16, 1), BULK_HIGH(0x82), BULK_HIGH(0x02),
	VOICES(HIGH),
	AUDIO_HIGH(0, 64), AUDIO_HIGH(1, 512),
	WIFI_HIGH(3, 5),
};

static const uint8_t config_super_bt[] = {
	CONFIG(506, 4, 9, SELF_POWERED, POWER_SUPER(160)),
	BT_ASSOCIATION,
	BT(0, 0, 3, 1), ENDPOINT(0x81, INTERRUPT, 16, 1), COMPANION(0, 16),
	BULK_SUPER(0x82), BULK_SUPER(0x02),
	VOICES(SUPER),
	AUDIO_SUPER(0, 64), AUDIO_SUPER(1, 512),
	WIFI_SUPER(3, 5),
};

_Static_assert(sizeof(config_high) == 0x51, "wTotalLength");
_Static_assert(sizeof(config_super) == 0x87, "wTotalLength");
_Static_assert(sizeof(config_high_bt) == 326, "wTotalLength");
_Static_assert(sizeof(config_super_bt) == 506, "wTotalLength");

static const uint8_t bos[] = {
	5, 15, LE16(22), 2,
	/* USB 2.0 extension: LPM, BESL and its values. */
	7, 16, 2, 0x1e, 0xf1, 0x00, 0x00,
	/* SuperSpeed: full, high and super; U1 in 10 us, U2 in 180 us. */
	10, 16, 3, 0, LE16(0x000e), 1, 10, LE16(180),
};

static const uint8_t qualifier[] = { 10, 6, LE16(0x0210), 0, 0, 0, 64, 1, 0 };
static const uint8_t qualifier_bt[] = { 10, 6, LE16(0x0210), 239, 2, 1, 64, 1, 0 };

static const char *const strings[] = {
	"WiFi_If", "MediaTek Inc.", "Wireless_Device", "000000000", "Config_01", NULL
};
static const char *const strings_bt[] = {
	"BT_ACL_If", "BT_SCO_If", "BT_ISO_If", "BT_If", "WiFi_If", "MediaTek Inc.",
	"Wireless_Device", "000000000", "Config_01", NULL
};

#define CONFIG_OF(name) .config = config_##name, .config_len = sizeof(config_##name), \
	.bos = bos, .bos_len = sizeof(bos)

const struct usb_descriptors *
mt7921_usb_descriptors(enum usb_speed speed, bool composite)
{
	static const struct usb_descriptors list[2][2] = {
		[USB_SPEED_HIGH] = {
			{ .device = device_high, .qualifier = qualifier, .strings = strings,
			  CONFIG_OF(high) },
			{ .device = device_high_bt, .qualifier = qualifier_bt,
			  .strings = strings_bt, CONFIG_OF(high_bt) },
		},
		[USB_SPEED_SUPER] = {
			{ .device = device_super, .strings = strings, CONFIG_OF(super) },
			{ .device = device_super_bt, .strings = strings_bt,
			  CONFIG_OF(super_bt) },
		},
	};

	return &list[speed][composite];
}
