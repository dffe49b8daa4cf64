/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What the chip takes off a frame that it decrypted, and what it says of one that it did
 * not. SEC_MODE: openwrt/mt76 mt76_connac_mcu.h. */

#include <string.h>

#include "../cunit_run.h"
#include "mt_receive.h"

struct cipher_row {
	uint8_t sec_type, sec_mode;	/* of the air, of the chip */
	uint32_t iv, mic;
	uint8_t pn[6];
};

/* IV 11 22 33 60 55 66 77 88: key 1. */
static const struct cipher_row ciphers[] = {
	{ 1, 1, 4, 4, { 0x11, 0x22, 0x33, 0, 0, 0 } },
	{ 3, 2, 8, 12, { 0x33, 0x11, 0x55, 0x66, 0x77, 0x88 } },
	{ 6, 4, 8, 8, { 0x11, 0x22, 0x55, 0x66, 0x77, 0x88 } },
	{ 7, 10, 8, 16, { 0x11, 0x22, 0x55, 0x66, 0x77, 0x88 } },
	{ 8, 11, 8, 16, { 0x11, 0x22, 0x55, 0x66, 0x77, 0x88 } },
	{ 9, 12, 8, 16, { 0x11, 0x22, 0x55, 0x66, 0x77, 0x88 } },
};

static void
protected_frame(uint8_t *frame, struct air_frame *f, uint8_t sec_type)
{
	static const uint8_t iv[8] = { 0x11, 0x22, 0x33, 0x60, 0x55, 0x66, 0x77, 0x88 };

	mt_qos_frame(frame, 66);
	frame[1] |= 0x40;
	memcpy(frame + 26, iv, 8);
	f->decrypted = true;
	f->sec_type = sec_type;
}

static void
test_ciphers(void)
{
	unsigned int i;

	for (i = 0; i < sizeof(ciphers) / sizeof(ciphers[0]); i++) {
		const struct cipher_row *c = &ciphers[i];
		struct air_frame f = mt_air_frame(2000000);
		uint8_t frame[104];
		struct bench *b;
		struct mt_unit u;

		protected_frame(frame, &f, c->sec_type);
		b = mt_receive(&f, frame, sizeof(frame));
		mt_first(b, 0, &u);
		CU_ASSERT_EQUAL(mt_field(u.dw[1], 20, 16), c->sec_mode);
		CU_ASSERT_EQUAL(mt_field(u.dw[1], 31, 21), 0x401);	/* done, key 1 */
		CU_ASSERT_EQUAL(memcmp(u.group[1], c->pn, 6), 0);
		CU_ASSERT_EQUAL_FATAL(u.frame_len, 100 - c->iv - c->mic);
		CU_ASSERT_EQUAL(memcmp(u.frame, frame, 26), 0);
		CU_ASSERT_EQUAL(memcmp(u.frame + 26, frame + 26 + c->iv,
				       u.frame_len - 26), 0);
		bench_close(b);
	}
}

static void
test_cipher_flaws(void)
{
	static const struct { const char *name; uint32_t bits; uint32_t len; } flaws[] = {
		{ "cm", 0x00843801, 100 }, { "clm", 0x01043801, 100 },
		{ "icv", 0x82243801, 84 }, { "mic", 0x84243801, 84 },
	};
	unsigned int i;

	for (i = 0; i < 4; i++) {
		struct bench *b = mt_open(USB_SPEED_SUPER, fake_air_new(false));
		struct air_frame f = mt_air_frame(2000000);
		uint8_t frame[104];
		struct mt_unit u;

		protected_frame(frame, &f, 6);
		bench_switch(b, flaws[i].name, "1");
		mt_put(b, &f, frame, sizeof(frame));
		mt_first(b, 0, &u);
		CU_ASSERT_EQUAL(u.dw[1], flaws[i].bits);
		CU_ASSERT_EQUAL(u.frame_len, flaws[i].len);
		bench_close(b);
	}
}

/* No key: SEC_MODE 0, the frame as it came. Too short for IV and MIC: the same. */
static void
test_no_cipher(void)
{
	struct air_frame f = mt_air_frame(2000000);
	uint8_t frame[104];
	struct bench *b;
	struct mt_unit u;

	protected_frame(frame, &f, 6);
	f.decrypted = false;
	b = mt_receive(&f, frame, sizeof(frame));
	mt_first(b, 0, &u);
	CU_ASSERT_EQUAL(u.dw[1], 0x00003801);
	CU_ASSERT_EQUAL(u.frame_len, 100);
	bench_close(b);
	f.decrypted = true;
	b = mt_receive(&f, frame, 26 + 15 + 4);
	mt_first(b, 0, &u);
	CU_ASSERT_EQUAL(u.dw[1], 0x00003801);
	CU_ASSERT_EQUAL(u.frame_len, 41);
	bench_close(b);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "ciphers", test_ciphers },
		{ "cipher flaws", test_cipher_flaws },
		{ "no key, too short", test_no_cipher },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "mt7921u ciphers", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
