/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* High speed against what was published for it: RTL8832CU, TCP at 6 and 5 GHz, before and
 * after Linux's driver got receive aggregation (morrownr/rtw89 c2d0a6d); RTL8922AU
 * (5148d7f, two hosts). */

#include <stdio.h>

#include "../cunit_run.h"
#include "ax_bench.h"
#include "live.h"

#define PAYLOAD 1448		/* TCP with time stamps, of a packet of 1514 bytes */
#define SECONDS 0.1

/* Mbit/s of TCP payload that the bus lets through from an air that is never idle. */
static double
mbps(const char *chip, uint32_t rxagg_0, uint32_t rxagg0)
{
	struct air *air = live_open("gen", "lossless:1/most:he-2-160");
	struct bench *b = ax_bench_open(chip, USB_SPEED_HIGH, air);
	double frames;

	bench_write(b, rxagg_0 + 4, 0x1F);
	bench_write(b, rxagg_0, rxagg0);
	bench_submit(b, 8, 32768);
	bench_run(b, (uint64_t)(SECONDS * 1e9));
	frames = (double)bench_counter(b, "frames_delivered");
	bench_close(b);
	return frames * PAYLOAD * 8 / 1e6 / SECONDS;
}

static void
test_high_speed(void)
{
	/* published, and how much more of it the model may give */
	static const struct {
		const char *what, *chip;
		uint32_t rxagg0;
		double published, more_percent;
	} rows[] = {
		{ "8832CU, 6 GHz, one frame each", "rtl8852cu", 0x80012014, 342, 1 },
		{ "8832CU, 6 GHz, 20 KiB", "rtl8852cu", 0x80FF2014, 356, 1 },
		{ "8832CU, 5 GHz, one frame each", "rtl8852cu", 0x80012014, 327, 5 },
		{ "8832CU, 5 GHz, 20 KiB", "rtl8852cu", 0x80FF2014, 349, 5 },
		{ "8922AU on a PC, 20 KiB", "rtl8922au", 0x80FF2014, 328, 10 },
		{ "8922AU on a Pi 5, 20 KiB", "rtl8922au", 0x80FF2014, 297, 22 },
	};
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		double is = mbps(rows[i].chip, 0x6000, rows[i].rxagg0);

		printf("  %s: published %.0f, model %.0f\n", rows[i].what, rows[i].published,
		       is);
		/* a bus that gives less than was measured would be wrong */
		CU_ASSERT(is > rows[i].published * 0.99);
		CU_ASSERT(is < rows[i].published * (1 + rows[i].more_percent / 100));
	}
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "high speed", test_high_speed },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "published rates", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
