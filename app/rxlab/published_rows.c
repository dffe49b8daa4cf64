/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "published.h"

const uint32_t published_hold_us[PUBLISHED_HOLDS] = { 1024, 32 };

static const struct published_setup setups[] = {
	{ "x86 6 GHz", "x86", "6ghz" },
	{ "x86 5 GHz", "x86", "5ghz" },
	{ "Pi 5 6 GHz", "pi5", "6ghz-pi5" },
	{ "x86 USB 2", "x86-usb2", "6ghz" },
	{ "Pi 5 USB 2", "pi5-usb2", "6ghz-pi5" },
	{ "Pi 1 B+", "pi1", "80mhz" },
};

#define NO_CELL { NULL, NULL }

static const char eight_flows[] =
	"8 flows: one window for all of them is as fast as one flow; measured were 3 to 18 % more.";
static const char pi5_trip[] =
	"round trip: grew by 0.58 ms (USB 2: 0.82), not by the 0.99 ms of the longer hold. By its\n"
	"registers a chip cannot let a lone frame go earlier: not explained.";
static const char usb2_cpu[] =
	"CPU: less work was measured than at SuperSpeed for the same packets; here a computer\n"
	"has the same costs at each port: not explained.";
static const char usb2_tcp[] =
	"TCP: bounded by the bus, so the hold does not matter. How fast the bus is was taken from\n"
	"figures of another chip, and is 8 to 19 % too fast for these computers.";
static const char pi1_loss[] =
	"loss: at 1024 us the processor works for 86 % of the time, which in a model without\n"
	"other work loses nothing.";

static const struct published_row rows[] = {
	{ "x86 6 GHz", PUBLISHED_ROUND_TRIP, 0, { 2.33, 1.29 }, { NULL, "path" }, NULL },
	{ "x86 6 GHz", PUBLISHED_CPU, 200, { 8.4, 12.8 }, { "frame", "transfer" }, NULL },
	{ "x86 6 GHz", PUBLISHED_TCP1, 0, { 613, 1002 }, { NULL, "window" }, NULL },
	{ "x86 6 GHz", PUBLISHED_TCP8, 0, { 656, 1187 }, NO_CELL, eight_flows },
	{ "x86 5 GHz", PUBLISHED_ROUND_TRIP, 0, { 2.25, 1.18 }, { NULL, "path" }, NULL },
	{ "x86 5 GHz", PUBLISHED_CPU, 200, { 8.3, 12.9 }, NO_CELL, NULL },
	{ "x86 5 GHz", PUBLISHED_TCP1, 0, { 579, 948 }, NO_CELL, NULL },
	{ "x86 5 GHz", PUBLISHED_TCP8, 0, { 629, 1080 }, NO_CELL, NULL },
	{ "Pi 5 6 GHz", PUBLISHED_ROUND_TRIP, 0, { 1.42, 0.84 }, { NULL, "path" }, pi5_trip },
	{ "Pi 5 6 GHz", PUBLISHED_CPU, 200, { 2.1, 3.3 }, { "frame", "transfer" }, NULL },
	{ "Pi 5 6 GHz", PUBLISHED_TCP1, 0, { 587, 1010 }, { NULL, "window" }, NULL },
	{ "Pi 5 6 GHz", PUBLISHED_TCP8, 0, { 605, 1122 }, NO_CELL, NULL },
	{ "x86 USB 2", PUBLISHED_ROUND_TRIP, 0, { 2.27, 1.21 }, NO_CELL, NULL },
	{ "x86 USB 2", PUBLISHED_CPU, 200, { 7.2, 10.8 }, NO_CELL, usb2_cpu },
	{ "x86 USB 2", PUBLISHED_TCP1, 0, { 328, 327 }, NO_CELL, usb2_tcp },
	{ "Pi 5 USB 2", PUBLISHED_ROUND_TRIP, 0, { 1.47, 0.65 }, NO_CELL, NULL },
	{ "Pi 5 USB 2", PUBLISHED_CPU, 200, { 1.9, 2.5 }, NO_CELL, NULL },
	{ "Pi 5 USB 2", PUBLISHED_TCP1, 0, { 297, 296 }, NO_CELL, NULL },
	{ "Pi 1 B+", PUBLISHED_CPU, 20, { 50.5, 77.4 }, { "frame", "transfer" }, NULL },
	{ "Pi 1 B+", PUBLISHED_LOSS, 50, { 3.8, 85.7 }, NO_CELL, pi1_loss },
	{ "Pi 1 B+", PUBLISHED_TCP_UP, 0, { 102.3, 87.7 }, { "send", NULL }, NULL },
};

const struct published_setup *
published_setup_at(unsigned int i)
{
	return i < sizeof(setups) / sizeof(setups[0]) ? &setups[i] : NULL;
}

const struct published_setup *
published_setup_find(const char *name)
{
	const struct published_setup *setup;
	unsigned int i;

	for (i = 0; (setup = published_setup_at(i)) != NULL; i++)
		if (strcmp(setup->name, name) == 0)
			break;
	return setup;
}

const struct published_row *
published_row_at(unsigned int i)
{
	return i < sizeof(rows) / sizeof(rows[0]) ? &rows[i] : NULL;
}
