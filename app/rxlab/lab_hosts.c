/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "lab.h"

/*
 * transfer_ns and frame_ns of the computers that stand in the published tables are what
 * "rxlab published --calibrate" prints; send_ns of pi1 too. The rest is a guess: it moves
 * no figure by more than a few percent. Armed transfers: RTW89_USB_RXCB_NUM in usb.h of
 * Linux rtw89.
 */
static const struct lab_host hosts[] = {
	{
		.name = "x86", .about = "a PC, SuperSpeed", .speed = USB_SPEED_SUPER,
		.transfer_ns = 17198, .frame_ns = 3376, .send_ns = 2000,
		.latency_ns = 10000, .urbs = 8, .write_ns = 120000, .radio = "6ghz",
	}, {
		.name = "x86-usb2", .about = "a PC, USB 2", .speed = USB_SPEED_HIGH,
		.transfer_ns = 17198, .frame_ns = 3376, .send_ns = 2000,
		.latency_ns = 10000, .urbs = 8, .write_ns = 250000, .radio = "6ghz",
	}, {
		.name = "pi5", .about = "Raspberry Pi 5, SuperSpeed", .speed = USB_SPEED_SUPER,
		.transfer_ns = 4690, .frame_ns = 809, .send_ns = 2000,
		.latency_ns = 10000, .urbs = 8, .write_ns = 120000, .radio = "6ghz-pi5",
	}, {
		.name = "pi5-usb2", .about = "Raspberry Pi 5, USB 2", .speed = USB_SPEED_HIGH,
		.transfer_ns = 4690, .frame_ns = 809, .send_ns = 2000,
		.latency_ns = 10000, .urbs = 8, .write_ns = 250000, .radio = "6ghz-pi5",
	}, {
		.name = "pi1", .about = "Raspberry Pi 1 B+, USB 2", .speed = USB_SPEED_HIGH,
		.transfer_ns = 315935, .frame_ns = 139091, .send_ns = 27491,
		.latency_ns = 30000, .urbs = 8, .write_ns = 400000, .radio = "80mhz",
	},
};

const struct lab_host *
lab_host_at(unsigned int i)
{
	return i < sizeof(hosts) / sizeof(hosts[0]) ? &hosts[i] : NULL;
}
