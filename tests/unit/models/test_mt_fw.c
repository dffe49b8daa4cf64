/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The ROM: semaphore, patch, RAM code, start; what a host does wrong, and what the chip. */

#include <string.h>

#include "../cunit_run.h"
#include "mt_host.h"

#define PLAIN 0x80000000u
#define AES 0x8000000bu		/* key 1 */
#define AES_2 0x8000000du	/* key 2 */
#define SCRAMBLED 0x80000049u
#define PATCH 0x900000u
#define RAM 0x915000u

enum op { END, SEM, PATCH_START, TARGET, CODE, FINISH, START };

struct step {
	enum op op;
	uint32_t a, b, c;
};

#define STEPS 14

static void
do_step(struct mt_host *h, const struct step *s)
{
	uint8_t start[8];

	mt_put_word(start, s->a);
	mt_put_word(start + 4, s->b);
	if (s->op == SEM)
		CU_ASSERT(mt_legacy1(h, 0x10, s->a));
	if (s->op == PATCH_START)
		CU_ASSERT(mt_legacy3(h, 0x05, s->a, s->b, s->c) && mt_answered(h, 1));
	if (s->op == TARGET)
		CU_ASSERT(mt_legacy3(h, 0x01, s->a, s->b, s->c) && mt_answered(h, 1));
	if (s->op == CODE)
		mt_code(h, s->a, 0);
	if (s->op == FINISH)
		CU_ASSERT(mt_legacy1(h, 0x07, 0));
	if (s->op == START)
		CU_ASSERT(mt_legacy(h, 0x02, start, 8) && mt_answered(h, 1));
}

static void
in_rom(struct mt_host *h)
{
	mt_host_open(h, NULL);
	mt_power_on(h);
	mt_wait(h, 5);
	mt_dma(h);
}

/* Steps by name. */
#define DO_SEM(take) { .op = SEM, .a = (take) }
#define DO_PATCH(address, len, mode) { PATCH_START, address, len, mode }
#define DO_TARGET(address, len, mode) { TARGET, address, len, mode }
#define DO_CODE(len) { .op = CODE, .a = (len) }
#define DO_FINISH { .op = FINISH }
#define DO_START(option, address) { .op = START, .a = (option), .b = (address) }

#define GOOD_PATCH DO_SEM(1), DO_PATCH(PATCH, 64, PLAIN), DO_CODE(64), DO_FINISH, DO_SEM(0)
#define GOOD_RAM DO_TARGET(RAM, 32, PLAIN), DO_CODE(32)
#define GOOD_START DO_START(1, RAM)

/* One thing wrong in each: its counter, and nothing else's; then the code does not run. */
static const struct download {
	const char *what;
	struct step steps[STEPS];
	const char *counter;	/* NULL: it runs */
} downloads[] = {
	{ "right", { GOOD_PATCH, GOOD_RAM, GOOD_START }, NULL },
	{ "in pieces, more regions",
	  { DO_SEM(1), DO_PATCH(0x200000, 64, PLAIN), DO_CODE(60), DO_CODE(4),
	    DO_TARGET(0x201000, 16, SCRAMBLED), DO_CODE(16), DO_FINISH, DO_SEM(0),
	    DO_TARGET(0x2000000, 4096, AES), DO_CODE(4096), GOOD_RAM, GOOD_START }, NULL },
	{ "the other key", { GOOD_PATCH, DO_TARGET(0x2000000, 4, AES_2), DO_CODE(4), GOOD_RAM,
	  GOOD_START }, NULL },
	{ "start at 0", { GOOD_PATCH, GOOD_RAM, DO_START(0, 0) }, NULL },
	{ "no semaphore",
	  { DO_PATCH(PATCH, 64, PLAIN), DO_CODE(64), DO_FINISH, GOOD_RAM, GOOD_START },
	  "fw_no_semaphore" },
	{ "semaphore not released",
	  { DO_SEM(1), DO_PATCH(PATCH, 64, PLAIN), DO_CODE(64), DO_FINISH, GOOD_RAM, GOOD_START },
	  "fw_no_semaphore" },
	{ "semaphore again",
	  { DO_SEM(1), DO_PATCH(PATCH, 64, PLAIN), DO_CODE(64), DO_FINISH, DO_SEM(0),
	    GOOD_RAM, DO_SEM(1), GOOD_START }, NULL },	/* the patch is there: not given */
	{ "release of nothing", { DO_SEM(0), GOOD_PATCH, GOOD_RAM, GOOD_START },
	  "fw_no_semaphore" },
	{ "patch too short",
	  { DO_SEM(1), DO_PATCH(PATCH, 64, PLAIN), DO_CODE(63), DO_FINISH, DO_SEM(0),
	    GOOD_RAM, GOOD_START }, "fw_too_few" },
	{ "patch too long",
	  { DO_SEM(1), DO_PATCH(PATCH, 64, PLAIN), DO_CODE(65), DO_FINISH, DO_SEM(0),
	    GOOD_RAM, GOOD_START }, "fw_too_many" },
	{ "region too short", { GOOD_PATCH, DO_TARGET(RAM, 32, PLAIN), DO_CODE(28), GOOD_START },
	  "fw_too_few" },
	{ "region too long",
	  { GOOD_PATCH, GOOD_RAM, DO_CODE(1), GOOD_START }, "fw_too_many" },
	{ "first region too short",
	  { GOOD_PATCH, DO_TARGET(0x2000000, 32, PLAIN), GOOD_RAM, GOOD_START },
	  "fw_too_few" },
	{ "code for nobody", { DO_CODE(4), GOOD_PATCH, GOOD_RAM, GOOD_START },
	  "fw_no_region" },
	{ "length 0", { GOOD_PATCH, DO_TARGET(RAM, 0, PLAIN), GOOD_RAM, GOOD_START },
	  "fw_bad_address" },
	{ "across the end",
	  { GOOD_PATCH, DO_TARGET(0xfffffff0, 0x20, PLAIN), DO_CODE(0x20), GOOD_RAM,
	    GOOD_START }, "fw_bad_address" },
	{ "patch command for RAM code",
	  { DO_SEM(1), DO_PATCH(RAM, 64, PLAIN), DO_CODE(64), DO_FINISH, DO_SEM(0),
	    GOOD_RAM, GOOD_START }, "fw_bad_address" },
	{ "NEED_RSP missing", { GOOD_PATCH, DO_TARGET(RAM, 4, 0), DO_CODE(4), GOOD_START },
	  "fw_bad_mode" },
	{ "unknown mode", { GOOD_PATCH, DO_TARGET(RAM, 4, PLAIN | 0x10), DO_CODE(4),
	  GOOD_START }, "fw_bad_mode" },
	{ "no patch", { GOOD_RAM, GOOD_START }, "fw_no_patch" },
	{ "no code", { GOOD_PATCH, GOOD_START }, "fw_bad_start" },
	{ "start elsewhere", { GOOD_PATCH, GOOD_RAM, DO_START(1, RAM + 4) }, "fw_bad_start" },
	{ "start option", { GOOD_PATCH, GOOD_RAM, DO_START(2, RAM) }, "fw_bad_start" },
	{ "address without option", { GOOD_PATCH, GOOD_RAM, DO_START(0, RAM) },
	  "fw_bad_start" },
	{ "end of no patch", { GOOD_PATCH, DO_FINISH, GOOD_RAM, GOOD_START },
	  "mcu_bad_order" },
};

/* fw_no_patch follows from most errors of a patch. */
static void
check_download(const struct download *d)
{
	struct mt_host h;
	unsigned int i;
	uint64_t wrong;

	in_rom(&h);
	for (i = 0; i < STEPS && d->steps[i].op != END; i++)
		do_step(&h, &d->steps[i]);
	mt_wait(&h, 30);
	wrong = mt_faults(&h) - (d->counter != NULL ? mt_count(&h, d->counter) : 0);
	if (d->counter != NULL && strcmp(d->counter, "fw_no_patch") != 0)
		wrong -= mt_count(&h, "fw_no_patch");
	if (wrong != 0 || (d->counter != NULL && mt_count(&h, d->counter) != 1) ||
	    (mt_read(h.b, MT_CONN_ON_MISC) == 3) !=
	    (d->counter == NULL || strcmp(d->what, "release of nothing") == 0)) {
		printf("  %s: CONN_ON_MISC %u, %u others\n", d->what,
		       mt_read(h.b, MT_CONN_ON_MISC), (unsigned int)wrong);
		CU_FAIL("download");
	}
	mt_host_close(&h);
}

static void
test_downloads(void)
{
	unsigned int i;

	for (i = 0; i < sizeof(downloads) / sizeof(downloads[0]); i++)
		check_download(&downloads[i]);
}

/* What the ROM says in words. */
static void
test_statuses(void)
{
	struct mt_host h;

	in_rom(&h);
	CU_ASSERT(mt_legacy1(&h, 0x10, 1) && mt_answered(&h, 4));
	CU_ASSERT_EQUAL(mt_answer_byte(&h, 32), 2);
	CU_ASSERT_EQUAL(h.answer->len, 40);	/* 36, 4 more behind */
	CU_ASSERT(mt_legacy1(&h, 0x10, 1));
	CU_ASSERT_EQUAL(mt_answer_byte(&h, 32), 0);
	CU_ASSERT(mt_legacy3(&h, 0x05, PATCH, 8, PLAIN));
	mt_code(&h, 4, 0);
	CU_ASSERT_PTR_NULL(h.answer);		/* code is not answered */
	CU_ASSERT(mt_legacy1(&h, 0x07, 0));
	CU_ASSERT_EQUAL(mt_answer_byte(&h, 32), 1);
	CU_ASSERT(mt_legacy1(&h, 0x10, 0));
	CU_ASSERT_EQUAL(mt_answer_byte(&h, 32), 3);
	CU_ASSERT(mt_legacy1(&h, 0x10, 0));
	CU_ASSERT_EQUAL(mt_answer_byte(&h, 32), 0);
	CU_ASSERT_FALSE(mt_legacy1(&h, 0x10, 2));
	CU_ASSERT_EQUAL(mt_count(&h, "mcu_bad_body"), 1);
	mt_host_close(&h);
}

/* What arrived, for whoever compares it with a file. */
static void
test_sums(void)
{
	struct mt_host h;

	in_rom(&h);
	CU_ASSERT(mt_legacy1(&h, 0x10, 1));
	CU_ASSERT(mt_legacy3(&h, 0x05, PATCH, 9, PLAIN));
	mt_code(&h, 4, '1');
	mt_code(&h, 5, '5');
	CU_ASSERT_EQUAL(mt_count(&h, "fw_patch_bytes_now"), 9);
	CU_ASSERT_EQUAL(mt_count(&h, "fw_patch_crc_now"), 0xcbf43926);	/* of "123456789" */
	CU_ASSERT_EQUAL(mt_count(&h, "fw_ram_bytes_now"), 0);
	mt_wfsys_reset(&h);
	CU_ASSERT_EQUAL(mt_count(&h, "fw_patch_bytes_now"), 0);
	mt_host_close(&h);
}

static void
test_without_swdef(void)
{
	static const struct step steps[] = { GOOD_PATCH, GOOD_RAM, GOOD_START };
	struct mt_host h;
	unsigned int i;

	in_rom(&h);
	mt_write(h.b, 0x0041f23c, 1);
	for (i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
		do_step(&h, &steps[i]);
	mt_wait(&h, 100);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_CONN_ON_MISC), 1);
	CU_ASSERT_EQUAL(mt_count(&h, "boot_no_swdef"), 1);
	CU_ASSERT_EQUAL(mt_faults(&h), 1);
	mt_host_close(&h);
}

/* Code goes to endpoint 0x04 while FW_DL_EN is set; without it, it is a bad frame. */
static void
test_where_code_goes(void)
{
	const uint8_t transfer[12] = { 4, 0, 0, 0, 1, 2, 3, 4 };
	struct mt_host h;

	in_rom(&h);
	CU_ASSERT(mt_legacy1(&h, 0x10, 1));
	CU_ASSERT(mt_legacy3(&h, 0x05, PATCH, 4, PLAIN));
	mt_send(&h, 0x05, transfer, 12);
	CU_ASSERT_EQUAL(mt_count(&h, "tx_bad_descriptor"), 1);
	mt_write(h.b, MT_TX_QSEL, 0);
	mt_send(&h, 0x04, transfer, 12);
	CU_ASSERT_EQUAL(mt_count(&h, "tx_bad_descriptor"), 2);
	CU_ASSERT_EQUAL(mt_count(&h, "fw_patch_bytes_now"), 0);
	mt_write(h.b, MT_TX_QSEL, 8);
	mt_send(&h, 0x04, transfer, 12);
	CU_ASSERT_EQUAL(mt_count(&h, "fw_patch_bytes_now"), 4);
	mt_send(&h, 0x04, transfer, 8);
	CU_ASSERT_EQUAL(mt_count(&h, "mcu_bad_transfer"), 1);
	mt_code(&h, 0, 0);
	CU_ASSERT_EQUAL(mt_count(&h, "mcu_bad_transfer"), 2);
	CU_ASSERT_EQUAL(mt_count(&h, "fw_transfers"), 3);
	mt_host_close(&h);
	/* Forgotten FW_DL_EN: frames of that endpoint are eaten. */
	mt_host_open(&h, NULL);
	mt_boot(&h);
	mt_write(h.b, MT_TX_QSEL, 8);
	mt_send(&h, 0x04, transfer, 12);
	CU_ASSERT_EQUAL(mt_count(&h, "fw_no_region"), 1);
	mt_host_close(&h);
}

static void
check_no_start(const char *name, const char *value, uint8_t semaphore)
{
	struct mt_host h;

	in_rom(&h);
	bench_switch(h.b, name, value);
	CU_ASSERT(mt_legacy1(&h, 0x10, 1));
	CU_ASSERT_EQUAL(mt_answer_byte(&h, 32), semaphore);
	mt_host_close(&h);
}

static void
test_switches(void)
{
	static const struct step steps[] = { GOOD_RAM, GOOD_START };
	struct mt_host h;

	check_no_start("nosem", "1", 0);
	check_no_start("patched", "1", 1);
	check_no_start("mcustatus", "1", 0);
	/* The patch is there already: RAM code alone. */
	in_rom(&h);
	bench_switch(h.b, "patched", "1");
	CU_ASSERT(mt_legacy1(&h, 0x10, 1));
	do_step(&h, &steps[0]);
	do_step(&h, &steps[1]);
	do_step(&h, &steps[2]);
	mt_wait(&h, 30);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_CONN_ON_MISC), 3);
	CU_ASSERT_EQUAL(mt_faults(&h), 0);
	mt_host_close(&h);
	in_rom(&h);
	bench_switch(h.b, "patched", "1");
	bench_switch(h.b, "fwrefuse", "1");
	CU_ASSERT(mt_legacy1(&h, 0x10, 1));
	do_step(&h, &steps[0]);
	do_step(&h, &steps[1]);
	do_step(&h, &steps[2]);
	mt_wait(&h, 2000);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_CONN_ON_MISC), 1);
	mt_host_close(&h);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "downloads", test_downloads },
		{ "statuses", test_statuses },
		{ "sums", test_sums },
		{ "without SWDEF_MODE", test_without_swdef },
		{ "where code goes", test_where_code_goes },
		{ "switches", test_switches },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "mt7921u firmware", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
