/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "lab.h"

/*
 * Links as in the published tables: the path to the server makes a round trip at the short
 * hold what was published, the window one flow of TCP; "rxlab published --calibrate" finds
 * them again. No published cell tells those of 80mhz: they are as in 6ghz. The wait for
 * the medium is that of a best-effort queue without and with one other station. The
 * access point keeps its rate.
 */
#define AIR "access:66-154"

static const struct lab_radio radios[] = {
	{
		.name = "6ghz", .air = AIR, .up_min_ns = 300000, .up_max_ns = 700000,
		.path_ns = 275631, .window = 172222,
	}, {
		.name = "5ghz", .air = AIR, .up_min_ns = 300000, .up_max_ns = 700000,
		.path_ns = 220804, .window = 172222,
	}, {
		.name = "6ghz-pi5", .air = AIR, .up_min_ns = 100000, .up_max_ns = 300000,
		.path_ns = 209389, .window = 120183,
	}, {
		.name = "80mhz", .air = AIR "/bw:80", .up_min_ns = 300000, .up_max_ns = 700000,
		.path_ns = 275631, .window = 172222,
	},
};

const struct lab_radio *
lab_radio_at(unsigned int i)
{
	return i < sizeof(radios) / sizeof(radios[0]) ? &radios[i] : NULL;
}
