/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Chips of the AX generation with the access point of models/air: an air that is opened
 * with the chip's own defaults sends nothing that the chip cannot receive. */

#include <string.h>

#include "../cunit_run.h"
#include "ax_bench.h"

static const struct {
	const char *name;
	uint32_t rxagg_0, value;
	uint32_t rate;		/* DW1 without PPDU_CNT: HE, MCS 11, gi 3 */
} chips[] = {
	{ "rtl8851bu", 0x8900, 0x80002005, 0x878B0007 },
	{ "rtl8852au", 0x8900, 0x80002005, 0x879B0007 },
	{ "rtl8852bu", 0x8900, 0x80002005, 0x879B0007 },
	{ "rtl8852cu", 0x6000, 0x80FF2014, 0x679B0007 },
};

static struct bench *
open_gen(unsigned int c, const char *options)
{
	const struct usb_device_ops *ops = usb_device_find(chips[c].name);
	char text[200], err[200];
	struct air *air;

	CU_ASSERT_PTR_NOT_NULL_FATAL(ops);
	snprintf(text, sizeof(text), "%s%s", ops->air_defaults, options);
	air = air_open("gen:count:500", text, err, sizeof(err));
	CU_ASSERT_PTR_NOT_NULL_FATAL(air);
	return ax_bench_open(chips[c].name, USB_SPEED_SUPER, air);
}

static void
test_defaults(void)
{
	unsigned int c, frames, t;

	for (c = 0; c < 4; c++) {
		struct bench *b = open_gen(c, "/lossless:1");
		uint32_t pos;
		struct unit u;

		bench_write(b, chips[c].rxagg_0, chips[c].value);
		bench_submit(b, 8, 20480);
		bench_drain(b);
		CU_ASSERT_EQUAL(bench_counter(b, "frames_delivered"), 500);
		CU_ASSERT_EQUAL(bench_counter(b, "filtered_rate"), 0);
		for (t = 0, frames = 0; t < b->n_transfers; t++)
			for (pos = 0; ax_unit(&b->transfers[t], &ax_linux, &pos, &u);)
				if (u.type == 0) {
					CU_ASSERT_EQUAL(u.dw[1] & ~0x70u, chips[c].rate);
					frames++;
				}
		CU_ASSERT_EQUAL(frames, 500);
		bench_close(b);
	}
}

/* A user who wants EHT gets it, and a deaf chip. */
static void
test_eht_is_not_heard(void)
{
	unsigned int c;

	for (c = 0; c < 4; c++) {
		struct bench *b = open_gen(c, "/mode:eht");

		bench_submit(b, 8, 20480);
		bench_drain(b);
		CU_ASSERT_EQUAL(bench_counter(b, "frames_air"), 500);
		CU_ASSERT_EQUAL(bench_counter(b, "filtered_rate"), 500);
		CU_ASSERT_EQUAL(b->n_transfers, 0);
		bench_close(b);
	}
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "the chip's defaults", test_defaults },
		{ "mode:eht", test_eht_is_not_heard },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "AX chips and the air", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
