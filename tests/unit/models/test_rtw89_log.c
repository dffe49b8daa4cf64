/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The log of what a Realtek chip hands up: a line for each frame, "-" for what the chip, as
 * it is programmed, does not say. */

#include <stdio.h>
#include <string.h>

#include "../cunit_run.h"
#include "ax_bench.h"
#include "fake_air.h"

enum column {
	N, TSFT, MODE, MCS, NSS, BW, GI, SIGNAL, CHAIN0, CHAIN1, FREQ, AMPDU, PPDU, FCS,
	BAD, STBC, LDPC, LEN, CRC, N_COLUMNS
};

/* Lines of the log behind its first; each cut into its columns. */
struct log {
	char *text;
	size_t size;
	unsigned int n;
	const char *field[8][N_COLUMNS];
};

static void
parse(struct log *log)
{
	char *p = log->text, *line, *column;
	unsigned int c;

	strsep(&p, "\n");	/* the head */
	while ((line = strsep(&p, "\n")) != NULL && *line != '\0') {
		CU_ASSERT_FATAL(log->n < 8);
		for (c = 0; (column = strsep(&line, ",")) != NULL; c++) {
			CU_ASSERT_FATAL(c < N_COLUMNS);
			log->field[log->n][c] = column;
		}
		CU_ASSERT_EQUAL_FATAL(c, N_COLUMNS);
		log->n++;
	}
}

/* A register and its value, ended by an address of 0. */
struct write { uint32_t address, value; };

static void
run(const char *chip, const struct air_frame *frames, unsigned int n,
    const struct write *writes, const char *pathb, struct log *log)
{
	struct air *air = fake_air_new(false);
	struct bench *b = ax_bench_open(chip, USB_SPEED_SUPER, air);
	uint8_t bytes[100];
	unsigned int i;
	FILE *f;

	memset(log, 0, sizeof(*log));
	f = open_memstream(&log->text, &log->size);
	CU_ASSERT_PTR_NOT_NULL_FATAL(f);
	bench_frame_bytes(bytes, 100, 0x0208, bench_other, 0);
	for (i = 0; i < n; i++)
		fake_air_add(air, &frames[i], bytes, 100);
	for (; writes->address != 0; writes++)
		bench_write(b, writes->address, writes->value);
	bench_switch(b, "pathb", pathb);
	bench_switch(b, "channel", "6g53");
	b->ops->log_frames(b->dev, f);
	bench_submit(b, 8, 4096);
	bench_drain(b);
	bench_close(b);
	fclose(f);
	parse(log);
}

static const struct air_frame frames[] = {
	{ .start_ns = 0x100000001ull * 1000 + 999, .end_ns = 0x100000002ull * 1000,
	  .rate = { AIR_HE, 11, 1, 2, 3 }, .rssi_dbm = -50, .ppdu = 9, .last = true,
	  .ampdu = true },
	{ .start_ns = 0x100000003ull * 1000, .end_ns = 0x100000004ull * 1000,
	  .rate = { AIR_CCK, 1, 1, 0, 0 }, .rssi_dbm = -108, .ppdu = 10, .last = true,
	  .fcs_bad = true },
	{ .start_ns = 0x100000005ull * 1000, .end_ns = 0x100000006ull * 1000,
	  .rate = { AIR_OFDM, 7, 1, 0, 0 }, .rssi_dbm = -1, .ppdu = 16, .last = true },
};

static void
check(const struct log *log, unsigned int line, enum column from, const char *should)
{
	char is[200] = "", copy[200], *p = copy, *column;
	unsigned int c = from;

	snprintf(copy, sizeof(copy), "%s", should);
	while ((column = strsep(&p, ",")) != NULL) {
		snprintf(is, sizeof(is), "%s", log->field[line][c]);
		if (strcmp(is, column) != 0)
			printf("  line %u, column %u: %s, not %s\n", line, c, is, column);
		CU_ASSERT_STRING_EQUAL(is, column);
		c++;
	}
}

static void
test_ax_with_status(void)
{
	static const struct write writes[] = {
		{ 0xCE20, 0x03174C39 }, { 0xCE40, 0x2B }, { 0x9C18, 1 }, { 0, 0 },
	};
	static const char *const two[] = { "rtl8852au", "rtl8852bu", "rtl8852cu" };
	struct log log;
	unsigned int i;

	for (i = 0; i < 3; i++) {
		run(two[i], frames, 3, writes, "5", &log);
		CU_ASSERT_EQUAL_FATAL(log.n, 3);
		check(&log, 0, N, "0,1,he,11,1,80,800,-50,-50,-55,6215,1,1,1,0,0,1,100");
		check(&log, 1, N, "1,3,cck,1,1,20,-,-108,-108,-110,-,0,2,1,1,-,-,100");
		check(&log, 2, N, "2,5,ofdm,7,1,20,-,-1,-1,-6,6215,0,0,1,0,0,0,100");
		free(log.text);
	}
	run("rtl8851bu", frames, 3, writes, "5", &log);
	CU_ASSERT_EQUAL_FATAL(log.n, 3);
	check(&log, 0, SIGNAL, "-50,-50,-,6215");
	check(&log, 1, SIGNAL, "-108,-108,-,-");
	free(log.text);
}

static void
test_ax_without_status(void)
{
	static const struct write off[] = { { 0xCE20, 0x03174C39 }, { 0, 0 } };
	static const struct write not_sent[] = { { 0xCE40, 0x2B }, { 0x9C00, 0 }, { 0, 0 } };
	struct log log;

	run("rtl8852bu", frames, 3, off, "0", &log);
	CU_ASSERT_EQUAL_FATAL(log.n, 3);
	check(&log, 0, N, "0,1,he,11,1,80,800,-,-,-,-,1,1,1,0,-,-,100");
	free(log.text);
	/* without the FCS; the one with a bad FCS is not handed up */
	run("rtl8852bu", frames, 3, not_sent, "0", &log);
	CU_ASSERT_EQUAL_FATAL(log.n, 2);
	check(&log, 0, SIGNAL, "-,-,-,-,1,1,0,0,-,-,96");
	check(&log, 1, N, "1,5,ofdm,7,1,20,-,-,-,-,-,0,0,0,0,-,-,96");
	free(log.text);
}

static void
test_be(void)
{
	static const struct write report[] = {
		{ 0x11400, 0x20F28010 }, { 0x11470, 1 }, { 0, 0 },
	};
	static const struct write status[] = { { 0x11440, 0x6D }, { 0x9C30, 3 }, { 0, 0 } };
	static const struct write none[] = { { 0, 0 } };
	struct log log;

	run("rtl8922au", frames, 1, report, "0", &log);
	CU_ASSERT_EQUAL_FATAL(log.n, 1);
	check(&log, 0, N, "0,1,he,11,1,80,800,-50,-,-,-,1,1,1,0,-,-,100");
	free(log.text);
	run("rtl8922au", frames, 1, status, "3", &log);
	CU_ASSERT_EQUAL_FATAL(log.n, 1);
	check(&log, 0, SIGNAL, "-50,-50,-53,6215,1,1,1,0,0,1,100");
	free(log.text);
	run("rtl8922au", frames, 1, none, "3", &log);
	CU_ASSERT_EQUAL_FATAL(log.n, 1);
	check(&log, 0, SIGNAL, "-,-,-,-");
	free(log.text);
}

/* A frame that the chip does not hand up has no line. */
static void
test_not_handed_up(void)
{
	static const struct write deaf[] = { { 0xCE2C, 0 }, { 0, 0 } };
	struct log log;

	run("rtl8852cu", frames, 3, deaf, "0", &log);
	CU_ASSERT_EQUAL(log.n, 0);
	free(log.text);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "AX, PPDU status on", test_ax_with_status },
		{ "AX, PPDU status off", test_ax_without_status },
		{ "8922A: PHY report, status, neither", test_be },
		{ "frames that are filtered", test_not_handed_up },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "rtw89 log", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
