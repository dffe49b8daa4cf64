/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The table of frames that a model writes. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chip.h"

#include "../cunit_run.h"

static const char head[] =
	"n,tsft_us,mode,mcs,nss,bw_mhz,gi_ns,signal_dbm,chain0_dbm,chain1_dbm,freq_mhz,"
	"ampdu,ppdu,fcs_present,fcs_bad,stbc,ldpc,len,crc32\n";

/* Lines of a log of n frames with these facts. */
static char *
written(const struct core_frame_facts *facts, unsigned int n)
{
	static struct usb_device dev;
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	unsigned int i;

	memset(&dev, 0, sizeof(dev));
	core_log_frame(&dev, facts);	/* no log yet: nothing, and not counted */
	core_log_frames(&dev, f);
	for (i = 0; i < n; i++)
		core_log_frame(&dev, facts);
	core_log_frames(&dev, NULL);
	core_log_frame(&dev, facts);
	fclose(f);
	return text;
}

static struct core_frame_facts
all_known(const struct air_rate *rate)
{
	/* CRC-32 of "123456789" is 0xCBF43926. */
	return (struct core_frame_facts){
		.data = (const uint8_t *)"123456789FCSx", .len = 13, .tsft_us = 5000000000,
		.rate = rate, .signal_dbm = -40, .chain0_dbm = -41, .chain1_dbm = -42,
		.freq_mhz = 5180, .ampdu = 1, .ppdu = 7, .fcs_present = true,
		.fcs_bad = true, .stbc = 2, .ldpc = 1,
	};
}

static void
check(const char *text, const char *lines)
{
	CU_ASSERT_FATAL(strncmp(text, head, strlen(head)) == 0);
	if (strcmp(text + strlen(head), lines) != 0)
		printf("%s%s", text + strlen(head), lines);
	CU_ASSERT_STRING_EQUAL(text + strlen(head), lines);
}

static void
test_all_known(void)
{
	static const struct air_rate rate = { AIR_VHT, 9, 2, 2, 1 };
	struct core_frame_facts facts = all_known(&rate);
	char *text = written(&facts, 2);

	check(text,
	      "0,5000000000,vht,9,2,80,400,-40,-41,-42,5180,1,7,1,1,2,1,13,cbf43926\n"
	      "1,5000000000,vht,9,2,80,400,-40,-41,-42,5180,1,7,1,1,2,1,13,cbf43926\n");
	free(text);
}

static void
test_nothing_known(void)
{
	struct core_frame_facts facts = {
		.data = (const uint8_t *)"123456789", .len = 9, .tsft_us = CORE_LOG_NONE,
		.signal_dbm = CORE_LOG_NONE, .chain0_dbm = CORE_LOG_NONE,
		.chain1_dbm = CORE_LOG_NONE, .freq_mhz = CORE_LOG_NONE,
		.ampdu = CORE_LOG_NONE, .ppdu = CORE_LOG_NONE, .stbc = CORE_LOG_NONE,
		.ldpc = CORE_LOG_NONE,
	};
	char *text = written(&facts, 1);

	check(text, "0,-,-,-,-,-,-,-,-,-,-,-,-,0,0,-,-,9,cbf43926\n");
	free(text);
}

static void
test_rates(void)
{
	static const struct { struct air_rate rate; const char *columns; } rows[] = {
		{ { AIR_CCK, 3, 1, 0, 0 }, "cck,3,1,20,-" },
		{ { AIR_OFDM, 7, 1, 0, 0 }, "ofdm,7,1,20,-" },
		{ { AIR_HT, 9, 1, 1, 0 }, "ht,9,2,40,800" },
		{ { AIR_HE, 11, 2, 3, 0 }, "he,11,2,160,3200" },
		{ { AIR_HE, 0, 1, 0, 2 }, "he,0,1,20,1600" },
		{ { AIR_EHT, 13, 4, 2, 5 }, "eht,13,4,80,800" },
	};
	char want[200];
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct core_frame_facts facts = all_known(&rows[i].rate);
		char *text = written(&facts, 1);

		snprintf(want, sizeof(want), "0,5000000000,%s,-40,-41,-42,5180,1,7,1,1,2,1,13,"
			 "cbf43926\n", rows[i].columns);
		check(text, want);
		free(text);
	}
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "all is known", test_all_known },
		{ "nothing is known", test_nothing_known },
		{ "rates", test_rates },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "table of frames", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
