/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The readers of the firmware files: what they hand out, and what they refuse. */

#include <errno.h>
#include <stdbool.h>

#include <rte_common.h>

#include "cunit_run.h"
#include "hexbytes.h"

#include "fw_build.h"
#include "mt76u_fw.h"

static char why[160];
static struct mt76u_fw fw;

static int
parse(bool ram, const struct fw_image *f)
{
	why[0] = '\0';
	return ram ? mt76u_fw_parse_ram(f->data, f->len, &fw, why, sizeof(why)) :
		mt76u_fw_parse_patch(f->data, f->len, &fw, why, sizeof(why));
}

static const struct fw_section sections[] = {
	{ 0x00900000, 5000, 0xffffffff },
	{ 0x00201000, 1030, 0x01000001 },
	{ 0x00200000, 4, 0x02000003 },
	{ 0x00202000, 0, 0 },
	{ 0x00203000, 8, 0x00000003 },
};

static void
part_is(unsigned int i, uint32_t addr, uint32_t len, uint32_t mode, uint32_t offset)
{
	CU_ASSERT_EQUAL(fw.parts[i].addr, addr);
	CU_ASSERT_EQUAL(fw.parts[i].len, len);
	CU_ASSERT_EQUAL(fw.parts[i].mode, mode);
	CU_ASSERT_EQUAL(fw.parts[i].offset, offset);
}

/* Mode: bit 31 answer; 0 encrypted, 2:1 key, 3 start of the key stream, 6 scrambled. */
static void
test_patch(void)
{
	struct fw_image f = fw_patch(sections, RTE_DIM(sections));
	const uint32_t at = 96 + 64 * RTE_DIM(sections);

	CU_ASSERT_EQUAL(parse(false, &f), 0);
	CU_ASSERT_EQUAL_FATAL(fw.nb, 4);
	part_is(0, 0x00900000, 5000, 0x80000000, at);
	part_is(1, 0x00201000, 1030, 0x8000000b, at + 5000);
	part_is(2, 0x00200000, 4, 0x80000049, at + 6030);
	part_is(3, 0x00203000, 8, 0x80000000, at + 6034);
	CU_ASSERT_STRING_EQUAL(fw.build, "20261130120000a");
	fw_free(&f);
	CU_ASSERT_TRUE(mt76u_fw_is_patch_addr(0x200000));
	CU_ASSERT_TRUE(mt76u_fw_is_patch_addr(0x900000));
	CU_ASSERT_FALSE(mt76u_fw_is_patch_addr(0x201000));
}

static const struct fw_region regions[] = {
	{ 0x00915000, 9000, 0x20, 0 },	/* starts here */
	{ 0, 200, 0x40, 2 },		/* not for the chip */
	{ 0x02000000, 4096, 0x03, 0 },	/* encrypted, key 1 */
	{ 0x02020000, 4101, 0x15, 0 },	/* encrypted, key 2, scrambled */
	{ 0x02040000, 0, 0x00, 0 },
};

static void
test_ram(void)
{
	struct fw_image f = fw_ram(regions, RTE_DIM(regions));

	CU_ASSERT_EQUAL(parse(true, &f), 0);
	CU_ASSERT_EQUAL_FATAL(fw.nb, 3);
	part_is(0, 0x00915000, 9000, 0x80000000, 0);
	part_is(1, 0x02000000, 4096, 0x8000000b, 9200);
	part_is(2, 0x02020000, 4101, 0x8000004d, 13296);
	CU_ASSERT_EQUAL(fw.start_option, 1);
	CU_ASSERT_EQUAL(fw.start_addr, 0x00915000);
	CU_ASSERT_STRING_EQUAL(fw.version, "0123456789");
	CU_ASSERT_STRING_EQUAL(fw.build, "20261130121314");
	fw_free(&f);
}

/* Nobody says where it begins. */
static void
test_ram_without_start(void)
{
	static const struct fw_region one = { 0x00915000, 100, 0, 0 };
	struct fw_image f = fw_ram(&one, 1);

	CU_ASSERT_EQUAL(parse(true, &f), 0);
	CU_ASSERT_EQUAL(fw.start_option, 0);
	CU_ASSERT_EQUAL(fw.start_addr, 0);
	fw_free(&f);
}

/* In a block of its own, so that a sanitizer sees one byte too many. */
static void
every_beginning(bool ram, struct fw_image *f, uint32_t step)
{
	struct fw_image cut;
	uint32_t n;

	for (n = 0; n < f->len; n += n < 1000 || n + 1000 > f->len ? 1 : step) {
		cut.data = exact_copy(f->data, n);
		cut.len = n;
		/* A code file cut short has no trailer there; one may pass by chance. */
		if (parse(ram, &cut) == 0)
			CU_FAIL("a file cut short is taken");
		CU_ASSERT_NOT_EQUAL(why[0], '\0');
		fw_free(&cut);
	}
	fw_free(f);
}

static void
test_truncated(void)
{
	struct fw_image patch = fw_patch(sections, RTE_DIM(sections));
	struct fw_image ram = fw_ram(regions, RTE_DIM(regions));

	every_beginning(false, &patch, 97);
	every_beginning(true, &ram, 97);
}

/* One word of a good file changed. */
static void
test_wrong_patch(void)
{
	static const struct {
		uint32_t at, value;
		const char *says;
	} rows[] = {
		{ 44, 0, "0 sections" },
		{ 44, 33, "33 sections" },
		{ 44, 0xffffffff, "4294967295 sections" },
		{ 96, 0x00000003, "section 0 is of type 0x3" },
		{ 96 + 64, 0x00000000, "section 1 is of type 0x0" },
		{ 96 + 4, 0xffffffff, "section 0" },
		{ 96 + 4, 6451, "section 0" },
		{ 96 + 16, 6451, "section 0: 6451 bytes" },
		{ 96 + 16, 0xffffffff, "section 0" },
		{ 96 + 64 + 16, 0xfffff000, "section 1" },
		{ 96 + 20, 0x03000000, "no such encryption" },
		{ 96 + 20, 0xff000000, "no such encryption" },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct fw_image f = fw_patch(sections, RTE_DIM(sections));

		fw_be32(f.data + rows[i].at, rows[i].value);
		CU_ASSERT_EQUAL(parse(false, &f), -EINVAL);
		if (strstr(why, rows[i].says) == NULL)
			printf("    row %u: %s\n", i, why);
		CU_ASSERT_PTR_NOT_NULL(strstr(why, rows[i].says));
		fw_free(&f);
	}
	{
		static const struct fw_section empty = { 0x00900000, 0, 0 };
		struct fw_image f = fw_patch(&empty, 1);

		CU_ASSERT_EQUAL(parse(false, &f), -EINVAL);
		fw_free(&f);
	}
}

/* The high half of a section's type means something else. */
static void
test_type_high_half(void)
{
	struct fw_image f = fw_patch(sections, 1);

	fw_be32(f.data + 96, 0x12340002);
	CU_ASSERT_EQUAL(parse(false, &f), 0);
	fw_free(&f);
}

static void
test_wrong_ram(void)
{
	const uint32_t records = 9000 + 200 + 4096 + 4101, trailer = records + 40 * 5;
	const struct {
		uint32_t at, value;
		const char *says;
	} rows[] = {
		{ trailer, 0x00000000, "0 regions" },
		{ trailer, 0x00210000, "33 regions" },
		{ records + 20, 0xffffffff, "region 0" },
		{ records + 20, records + 1, "region 0" },
		{ records + 20, 9001, "region 3" },
		{ records + 3 * 40 + 20, 4102, "region 3: 4102 bytes from 13296" },
		{ records + 2 * 40 + 20, 0xfffffff0, "region 2" },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct fw_image f = fw_ram(regions, RTE_DIM(regions));

		fw_le32(f.data + rows[i].at, rows[i].value);
		CU_ASSERT_EQUAL(parse(true, &f), -EINVAL);
		if (strstr(why, rows[i].says) == NULL)
			printf("    row %u: %s\n", i, why);
		CU_ASSERT_PTR_NOT_NULL(strstr(why, rows[i].says));
		fw_free(&f);
	}
	{
		static const struct fw_region none = { 0, 100, 0x40, 2 };
		struct fw_image f = fw_ram(&none, 1);

		CU_ASSERT_EQUAL(parse(true, &f), -EINVAL);
		CU_ASSERT_PTR_NOT_NULL(strstr(why, "for the chip"));
		fw_free(&f);
	}
}

/* Text of a file is printed no further than it is text. */
static void
test_text(void)
{
	struct fw_image f = fw_patch(sections, 1);

	f.data[3] = '\n';
	CU_ASSERT_EQUAL(parse(false, &f), 0);
	CU_ASSERT_STRING_EQUAL(fw.build, "202");
	memset(f.data, 'x', 16);
	CU_ASSERT_EQUAL(parse(false, &f), 0);
	CU_ASSERT_EQUAL(strlen(fw.build), 16);
	fw_free(&f);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "patch", test_patch },
		{ "code", test_ram },
		{ "code without a start", test_ram_without_start },
		{ "truncated", test_truncated },
		{ "wrong patches", test_wrong_patch },
		{ "type of a section", test_type_high_half },
		{ "wrong code", test_wrong_ram },
		{ "text", test_text },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "mt76u_fw", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
