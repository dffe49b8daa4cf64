/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Which channels there are: 802.11 Annex E; what a chip can of them. */

#include <errno.h>

#include "cunit_run.h"

#include "mt76u_caps.h"
#include "mt76u_chan.h"
#include "mt76u_chip.h"

static void
test_centres(void)
{
	static const struct {
		uint8_t band, control;
		uint16_t width;
		uint8_t centre;		/* 0: no such channel */
	} rows[] = {
		{ 2, 1, 20, 1 }, { 2, 14, 20, 14 }, { 2, 15, 20, 0 }, { 2, 0, 20, 0 },
		{ 2, 1, 40, 3 }, { 2, 7, 40, 9 }, { 2, 8, 40, 6 }, { 2, 13, 40, 11 },
		{ 2, 14, 40, 0 }, { 2, 6, 80, 0 },
		{ 5, 36, 20, 36 }, { 5, 177, 20, 177 }, { 5, 35, 20, 0 }, { 5, 38, 20, 0 },
		{ 5, 68, 20, 0 }, { 5, 96, 20, 0 }, { 5, 148, 20, 0 }, { 5, 181, 20, 0 },
		{ 5, 36, 40, 38 }, { 5, 40, 40, 38 }, { 5, 64, 40, 62 }, { 5, 144, 40, 142 },
		{ 5, 149, 40, 151 }, { 5, 177, 40, 175 },
		{ 5, 36, 80, 42 }, { 5, 48, 80, 42 }, { 5, 52, 80, 58 }, { 5, 144, 80, 138 },
		{ 5, 149, 80, 155 }, { 5, 165, 80, 171 }, { 5, 177, 80, 171 },
		{ 5, 36, 160, 50 }, { 5, 64, 160, 50 }, { 5, 100, 160, 114 }, { 5, 128, 160, 114 },
		{ 5, 132, 160, 0 }, { 5, 149, 160, 163 }, { 5, 36, 320, 0 },
		{ 6, 1, 20, 1 }, { 6, 2, 20, 2 }, { 6, 3, 20, 0 }, { 6, 2, 40, 0 },
		{ 6, 233, 20, 233 }, { 6, 237, 20, 0 },
		{ 6, 1, 40, 3 }, { 6, 233, 40, 0 }, { 6, 229, 40, 227 },
		{ 6, 53, 80, 55 }, { 6, 221, 80, 215 }, { 6, 225, 80, 0 },
		{ 6, 1, 160, 15 }, { 6, 221, 160, 207 }, { 6, 1, 320, 31 }, { 6, 189, 320, 159 },
		{ 6, 1, 10, 0 }, { 6, 1, 0, 0 }, { 3, 36, 20, 0 }, { 0, 1, 20, 0 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct rte_wlan_channel c = {
			.band = rows[i].band, .control = rows[i].control,
			.width_mhz = rows[i].width,
		};
		const char *wrong = mt76u_chan_check(&c);

		if ((wrong == NULL) != (rows[i].centre != 0) ||
		    (wrong == NULL && c.centre != rows[i].centre))
			printf("    band %u, channel %u, %u MHz: centre %u, %s\n", c.band,
			       c.control, c.width_mhz, c.centre, wrong ? wrong : "good");
		CU_ASSERT_EQUAL(wrong == NULL, rows[i].centre != 0);
		if (wrong == NULL)
			CU_ASSERT_EQUAL(c.centre, rows[i].centre);
	}
}

/* A centre that somebody asks for. */
static void
test_given_centre(void)
{
	static const struct {
		uint8_t band, control;
		uint16_t width;
		uint8_t centre;
		bool good;
	} rows[] = {
		{ 2, 6, 20, 6, true }, { 2, 6, 20, 7, false },
		{ 2, 6, 40, 8, true }, { 2, 6, 40, 4, true }, { 2, 6, 40, 6, false },
		{ 2, 2, 40, 1, false }, { 2, 12, 40, 14, false },
		{ 5, 40, 40, 38, true }, { 5, 40, 40, 42, false },
		{ 5, 52, 80, 58, true }, { 5, 52, 80, 54, false }, { 5, 52, 80, 42, false },
		{ 5, 36, 80, 255, false }, { 6, 1, 80, 1, false },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct rte_wlan_channel c = {
			.band = rows[i].band, .control = rows[i].control,
			.width_mhz = rows[i].width, .centre = rows[i].centre,
		};

		CU_ASSERT_EQUAL(mt76u_chan_check(&c) == NULL, rows[i].good);
		CU_ASSERT_EQUAL(c.centre, rows[i].centre);
	}
}

static void
test_supported(void)
{
	static const struct {
		bool phy, band_2g, band_5g, band_6g;
		uint8_t band;
		uint16_t width;
		bool good;
	} rows[] = {
		{ true, true, true, true, 2, 20, true },
		{ true, true, true, true, 5, 80, true },
		{ true, true, true, true, 6, 80, true },
		{ true, true, true, true, 5, 160, false },
		{ true, false, true, true, 2, 20, false },
		{ true, true, false, true, 5, 20, false },
		{ true, true, true, false, 6, 20, false },
		/* what it does not say of the older bands is no reason */
		{ false, false, false, false, 2, 20, true },
		{ false, false, false, false, 5, 20, true },
		{ false, false, false, false, 6, 20, false },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		const struct mt76u_caps caps = {
			.phy = rows[i].phy, .band_2g = rows[i].band_2g,
			.band_5g = rows[i].band_5g, .band_6g = rows[i].band_6g,
		};
		const struct rte_wlan_channel c = {
			.band = rows[i].band, .width_mhz = rows[i].width, .control = 1,
		};

		CU_ASSERT_EQUAL(mt76u_chan_supported(&c, &caps, mt76u_chip_at(0)) == NULL,
				rows[i].good);
	}
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "centres", test_centres },
		{ "a centre that is given", test_given_centre },
		{ "what the chip can", test_supported },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "mt76u_chan", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
