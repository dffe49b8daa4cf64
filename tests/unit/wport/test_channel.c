/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Which channels there are: numbers of 802.11 tables E-4 and E-5, both sides of each edge. */

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cunit_run.h"

#include "wport_channel.h"

#include <rte_common.h>

static bool
is(uint8_t band, unsigned int control, uint16_t width)
{
	const struct rte_wlan_channel chan = {
		.band = band, .control = control, .width_mhz = width,
	};

	return wport_channel_wrong(&chan) == NULL;
}

/* Every number of a band that is one, by width, as they are listed. */
static unsigned int
all_of(uint8_t band, uint16_t width, uint8_t *list)
{
	unsigned int n, nb = 0;

	for (n = 0; n < 256; n++)
		if (is(band, n, width))
			list[nb++] = n;
	return nb;
}

static void
same(uint8_t band, uint16_t width, const uint8_t *want, unsigned int nb)
{
	uint8_t list[256];
	unsigned int got = all_of(band, width, list);

	CU_ASSERT_EQUAL(got, nb);
	CU_ASSERT_EQUAL(memcmp(list, want, RTE_MIN(got, nb)), 0);
	if (got != nb)
		printf("    band %u, %u MHz: %u, not %u\n", band, width, got, nb);
}

#define SAME(band, width, ...) do { \
	static const uint8_t want_[] = { __VA_ARGS__ }; \
	same(band, width, want_, sizeof(want_)); \
} while (0)

static void
band_2(void)
{
	SAME(2, 20, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
	SAME(2, 40, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13);
	CU_ASSERT_FALSE(is(2, 1, 80) || is(2, 1, 160) || is(2, 1, 320));
}

static void
band_5(void)
{
	SAME(5, 20, 36, 40, 44, 48, 52, 56, 60, 64, 100, 104, 108, 112, 116, 120, 124, 128, 132,
	     136, 140, 144, 149, 153, 157, 161, 165, 169, 173, 177);
	SAME(5, 40, 36, 40, 44, 48, 52, 56, 60, 64, 100, 104, 108, 112, 116, 120, 124, 128, 132,
	     136, 140, 144, 149, 153, 157, 161, 165, 169, 173, 177);
	SAME(5, 80, 36, 40, 44, 48, 52, 56, 60, 64, 100, 104, 108, 112, 116, 120, 124, 128, 132,
	     136, 140, 144, 149, 153, 157, 161, 165, 169, 173, 177);
	SAME(5, 160, 36, 40, 44, 48, 52, 56, 60, 64, 100, 104, 108, 112, 116, 120, 124, 128, 149,
	     153, 157, 161, 165, 169, 173, 177);
	CU_ASSERT_FALSE(is(5, 36, 320));
}

/* 59 of 20 MHz and channel 2; 29, 14, 7 and 6 wider ones, which overlap at 320 MHz. */
static void
band_6(void)
{
	static const struct { uint16_t width; unsigned int nb, last; } cases[] = {
		{ 20, 60, 233 }, { 40, 58, 229 }, { 80, 56, 221 }, { 160, 56, 221 },
		{ 320, 56, 221 },
	};
	uint8_t list[256];
	unsigned int i, nb;

	for (i = 0; i < RTE_DIM(cases); i++) {
		nb = all_of(6, cases[i].width, list);
		CU_ASSERT_EQUAL(nb, cases[i].nb);
		CU_ASSERT_EQUAL(list[0], 1);
		CU_ASSERT_EQUAL(list[nb - 1], cases[i].last);
	}
	CU_ASSERT_TRUE(is(6, 2, 20) && !is(6, 2, 40));
}

static void
nonsense(void)
{
	static const uint16_t widths[] = { 0, 10, 21, 60, 100, 640, 65535 };
	unsigned int i;

	for (i = 0; i < RTE_DIM(widths); i++)
		CU_ASSERT_FALSE(is(5, 36, widths[i]));
	CU_ASSERT_FALSE(is(0, 6, 20) || is(1, 6, 20) || is(7, 6, 20) || is(255, 36, 20));
	CU_ASSERT_FALSE(is(2, 0, 20) || is(5, 0, 20) || is(6, 0, 20));
}

static void
band_of_number(void)
{
	CU_ASSERT_EQUAL(wport_channel_band(0), 0);
	CU_ASSERT_EQUAL(wport_channel_band(1), 2);
	CU_ASSERT_EQUAL(wport_channel_band(14), 2);
	CU_ASSERT_EQUAL(wport_channel_band(15), 0);
	CU_ASSERT_EQUAL(wport_channel_band(36), 5);
	CU_ASSERT_EQUAL(wport_channel_band(37), 0);
	CU_ASSERT_EQUAL(wport_channel_band(177), 5);
	CU_ASSERT_EQUAL(wport_channel_band(181), 0);
}

static CU_TestInfo tests[] = {
	{ "2.4 GHz", band_2 },
	{ "5 GHz", band_5 },
	{ "6 GHz", band_6 },
	{ "nonsense", nonsense },
	{ "band of a number", band_of_number },
	CU_TEST_INFO_NULL
};

int
main(void)
{
	CU_SuiteInfo suites[] = {
		{ "wport_channel", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
