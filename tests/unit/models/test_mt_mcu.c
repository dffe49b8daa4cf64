/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Commands: their framing, their answers, and what goes wrong with either. */

#include <errno.h>
#include <string.h>

#include "../cunit_run.h"
#include "mt_host.h"
#include "mt_receive.h"

/* DEV_INFO as Linux sends it, 72 bytes. */
static uint32_t
dev_info(uint8_t *p)
{
	static const uint8_t body[16] = { 0, 0, 0, 0, 0, 0, 12, 0, 1 };

	return mt_make_uni(p, 1, 5, body, 16);
}

/* An altered byte of that transfer, or another length: the counter. */
static const struct {
	uint32_t at;
	uint8_t value;
	int more;		/* bytes */
	const char *counter;
} framing[] = {
	{ 0, 0x41, 0, "mcu_bad_transfer" },
	{ 0, 0x3c, 0, "mcu_bad_transfer" },
	{ 0, 0x40, 4, "mcu_bad_transfer" },
	{ 0, 0x40, -4, "mcu_bad_transfer" },	/* no end mark */
	{ 0, 0x40, -68, "mcu_bad_transfer" },
	{ 2, 1, 0, "mcu_bad_word" },
	{ 3, 0x80, 0, "mcu_bad_word" },
	{ 71, 1, 0, "mcu_bad_tail" },
	{ 4, 0x3f, 0, "mcu_bad_descriptor" },
	{ 7, 0x40, 0, "mcu_bad_descriptor" },
	{ 11, 0, 0, "mcu_bad_descriptor" },
	{ 36, 0x21, 0, "mcu_bad_length" },
	{ 40, 1, 0, "mcu_bad_kind" },
	{ 41, 0xa1, 0, "mcu_bad_kind" },
	{ 42, 1, 0, "mcu_bad_kind" },
	{ 46, 1, 0, "mcu_bad_kind" },
	{ 47, 0, 0, "mcu_bad_kind" },
	{ 43, 0, 0, "mcu_bad_seq" },
	{ 43, 16, 0, "mcu_bad_seq" },
};

static const uint8_t zeros[400];

static void
test_framing(void)
{
	uint8_t p[128] = { 0 };
	struct mt_host h;
	uint32_t len;
	unsigned int i;

	for (i = 0; i < sizeof(framing) / sizeof(framing[0]); i++) {
		mt_host_open(&h, NULL);
		mt_boot(&h);
		len = dev_info(p);
		CU_ASSERT_EQUAL(len, 72);
		memset(p + len, 0, sizeof(p) - len);
		p[framing[i].at] = framing[i].value;
		if (mt_send(&h, 0x08, p, len + (uint32_t)framing[i].more) ||
		    mt_count(&h, framing[i].counter) != 1 || mt_faults(&h) != 1) {
			printf("  row %u: %s\n", i, framing[i].counter);
			CU_FAIL("framing");
		}
		mt_host_close(&h);
	}
}

/* Legacy descriptors, too. */
static void
test_kinds(void)
{
	uint8_t p[128];
	struct mt_host h;

	mt_host_open(&h, NULL);
	mt_boot(&h);
	mt_send(&h, 0x08, p, mt_make(p, 0x8a, 0, 2, 3, NULL, 0));	/* no such set/query */
	mt_send(&h, 0x08, p, mt_make(p, 0x8a, 1, 1, 4, NULL, 0));	/* CE with an EXT id */
	mt_send(&h, 0x08, p, mt_make(p, 0xed, 0, 1, 5, NULL, 0));	/* EXT without */
	mt_send(&h, 0x08, p, mt_make(p, 0xed, 8, 3, 6, NULL, 0));
	mt_make(p, 0xed, 0x77, 1, 6, zeros, 4);
	p[4 + 43] = 0;		/* EXT that wants no answer */
	mt_send(&h, 0x08, p, 76);
	CU_ASSERT_EQUAL(mt_count(&h, "mcu_bad_kind"), 5);
	/* 48 bytes that say 64. */
	mt_make(p, 0x8a, 0, 1, 11, NULL, 0);
	mt_put_word(p, 48);
	mt_put_word(p + 4, 0x41000030);
	p[36] = 16;
	mt_send(&h, 0x08, p, 56);
	CU_ASSERT_EQUAL(mt_count(&h, "mcu_bad_descriptor"), 1);
	/* The number of the command before. */
	CU_ASSERT(mt_send(&h, 0x08, p, mt_make(p, 0x8a, 0, 1, 11, NULL, 0)));
	CU_ASSERT_EQUAL(mt_count(&h, "mcu_bad_seq"), 0);
	CU_ASSERT(mt_send(&h, 0x08, p, mt_make(p, 0x8a, 0, 1, 11, NULL, 0)));
	CU_ASSERT_EQUAL(mt_count(&h, "mcu_bad_seq"), 1);
	mt_host_close(&h);
}

static void
test_order(void)
{
	const uint8_t on[4] = { 1 };
	struct mt_host h;

	mt_host_open(&h, NULL);
	CU_ASSERT_FALSE(mt_legacy1(&h, 0x10, 1));
	CU_ASSERT_EQUAL(mt_count(&h, "mcu_no_power"), 1);
	mt_power_on(&h);
	mt_wait(&h, 5);
	CU_ASSERT_FALSE(mt_legacy1(&h, 0x10, 1));
	CU_ASSERT_EQUAL(mt_count(&h, "mcu_dma_off"), 1);
	mt_dma(&h);
	CU_ASSERT_FALSE(mt_ce(&h, 0x8a, true, NULL, 0));
	CU_ASSERT_EQUAL(mt_count(&h, "mcu_bad_order"), 1);
	CU_ASSERT_FALSE(mt_legacy(&h, 0x04, on, 4));
	CU_ASSERT_EQUAL(mt_read(h.b, MT_CONN_ON_MISC), 1);
	CU_ASSERT_EQUAL(mt_faults(&h), 3);
	mt_boot(&h);
	CU_ASSERT_FALSE(mt_legacy1(&h, 0x10, 1));
	CU_ASSERT_EQUAL(mt_count(&h, "mcu_bad_order"), 2);
	mt_host_close(&h);
}

/* MAC address, PHY, 6 GHz: 83 bytes. */
static void
test_capability(void)
{
	static const uint8_t mac[6] = { 0x02, 0x11, 0x22, 0x33, 0x44, 0x55 };
	struct mt_host h;

	mt_host_open(&h, NULL);
	bench_switch(h.b, "mac", "02:11:22:33:44:55");
	mt_boot(&h);
	CU_ASSERT(mt_ce(&h, 0x8a, true, NULL, 0) && mt_answered(&h, 1));
	CU_ASSERT_EQUAL(mt_word(h.answer->data), 0x38000053);
	CU_ASSERT_EQUAL(mt_word(h.answer->data + 24), 0xe000003b);
	CU_ASSERT_EQUAL(mt_word(h.answer->data + 36), 3);
	CU_ASSERT_EQUAL(mt_word(h.answer->data + 40), 7);
	CU_ASSERT_EQUAL(memcmp(h.answer->data + 48, mac, 6), 0);
	CU_ASSERT_EQUAL(mt_word(h.answer->data + 54), 8);
	CU_ASSERT_EQUAL(h.answer->data[62 + 4], 2);	/* streams */
	CU_ASSERT_EQUAL(h.answer->data[62 + 10], 3);	/* 2.4 and 5 GHz */
	CU_ASSERT_EQUAL(mt_word(h.answer->data + 74), 0x18);
	CU_ASSERT_EQUAL(h.answer->data[82], 1);
	CU_ASSERT_EQUAL(h.answer->len, 88);
	mt_host_close(&h);
}

static void
test_registers(void)
{
	uint8_t body[8];
	struct mt_host h;

	mt_host_open(&h, NULL);
	mt_boot(&h);
	mt_put_word(body, 0x820c8000);
	mt_put_word(body + 4, 0x12345678);
	CU_ASSERT(mt_ce(&h, 0xc0, true, body, 8) && mt_answered(&h, 1));
	CU_ASSERT_EQUAL(mt_read(h.b, 0x820c8000), 0x12345678);
	CU_ASSERT(mt_ce(&h, 0xc0, false, body, 8) && mt_answered(&h, 2));
	CU_ASSERT_EQUAL(mt_word(h.answer->data), 0x3800002c);
	CU_ASSERT_EQUAL(memcmp(h.answer->data + 36, body, 8), 0);
	mt_put_word(body, 0x820c8002);
	CU_ASSERT_FALSE(mt_ce(&h, 0xc0, false, body, 8));
	CU_ASSERT_FALSE(mt_ce(&h, 0xc0, false, body, 4));
	CU_ASSERT_EQUAL(mt_count(&h, "mcu_bad_body"), 2);
	mt_host_close(&h);
}

static void
test_efuse(void)
{
	uint8_t body[24] = { 0 };
	struct mt_host h;

	mt_host_open(&h, NULL);
	mt_boot(&h);
	CU_ASSERT(mt_ext(&h, 0x01, false, body, 24) && mt_answered(&h, 0xed));
	CU_ASSERT_EQUAL(mt_answer_byte(&h, 32), 1);
	CU_ASSERT_EQUAL(mt_word(h.answer->data + 40), 1);
	CU_ASSERT_EQUAL(h.answer->data[44], 0x61);
	CU_ASSERT_EQUAL(memcmp(h.answer->data + 48, bench_mac, 6), 0);
	mt_put_word(body, 0x700);
	CU_ASSERT(mt_ext(&h, 0x01, false, body, 24));
	CU_ASSERT_EQUAL(mt_word(h.answer->data + 36), 0x700);
	CU_ASSERT_EQUAL(mt_word(h.answer->data + 40), 0);
	CU_ASSERT_FALSE(mt_ext(&h, 0x01, false, body, 4));
	CU_ASSERT_EQUAL(mt_faults(&h), 1);
	mt_host_close(&h);
}

/* Answered, or not; known, or not. */
static void
test_who_is_answered(void)
{
	static const struct { uint8_t cid; uint32_t len; bool answered; } ce[] = {
		{ 0xc5, 4, false }, { 0x0f, 324, false }, { 0x5d, 1, false }, { 0x1d, 44, false },
		{ 0x17, 4, false }, { 0xca, 328, false }, { 0x8a, 0, true }, { 0x77, 4, true },
	};
	static const struct { uint8_t id; uint32_t len; } ext[] = {
		{ 0x3e, 12 }, { 0x46, 4 }, { 0x77, 4 },
	};
	static const uint8_t uni[] = { 3, 6, 0x77 };
	static const uint8_t tag[12] = { [10] = 4 };	/* number 0, empty */
	struct mt_host h;
	unsigned int i;

	mt_host_open(&h, NULL);
	mt_boot(&h);
	for (i = 0; i < sizeof(ce) / sizeof(ce[0]); i++)
		CU_ASSERT_EQUAL(mt_ce(&h, ce[i].cid, true, zeros, ce[i].len),
				ce[i].answered);
	for (i = 0; i < sizeof(ext) / sizeof(ext[0]); i++)
		CU_ASSERT(mt_ext(&h, ext[i].id, true, zeros, ext[i].len) && mt_answered(&h, 1));
	for (i = 0; i < sizeof(uni); i++) {
		CU_ASSERT(mt_uni(&h, uni[i], tag, 12) && mt_answered(&h, 1));
		CU_ASSERT_EQUAL(mt_word(h.answer->data), 0x3800002c);
		CU_ASSERT_EQUAL(mt_answer_byte(&h, 30), 2);
		CU_ASSERT_EQUAL(mt_answer_byte(&h, 36), uni[i]);
		CU_ASSERT_EQUAL(mt_word(h.answer->data + 40), 0);
	}
	CU_ASSERT_EQUAL(mt_count(&h, "mcu_unknown"), 3);
	CU_ASSERT_EQUAL(mt_faults(&h), 3);
	mt_host_close(&h);
}

static void
test_scan(void)
{
	static const uint8_t scan[1186];
	struct mt_host h;
	unsigned int n;

	mt_host_open(&h, NULL);
	mt_boot(&h);
	n = h.b->n_transfers;
	CU_ASSERT_FALSE(mt_ce(&h, 0x03, true, scan, sizeof(scan)));
	mt_wait(&h, 29);
	CU_ASSERT_EQUAL(h.b->n_transfers, n);
	mt_wait(&h, 3);
	CU_ASSERT_EQUAL_FATAL(h.b->n_transfers, n + 1);
	CU_ASSERT_EQUAL(h.b->transfers[n].data[28], 0x0d);
	CU_ASSERT_EQUAL(h.b->transfers[n].data[29], 0);
	mt_host_close(&h);
}

/* HOST_CONFIG bit 6 decides at the time of the answer. */
static void
test_endpoints(void)
{
	struct mt_host h;

	mt_host_open(&h, NULL);
	mt_boot(&h);
	mt_write(h.b, MT_HOST_CONFIG, 0x40);
	CU_ASSERT_FALSE(mt_ce(&h, 0x8a, true, NULL, 0));
	mt_listen_at(&h, 0x84);
	CU_ASSERT(mt_ce(&h, 0x8a, true, NULL, 0));	/* the answer to the first */
	CU_ASSERT_EQUAL(mt_answer_byte(&h, 28), 1);
	CU_ASSERT_EQUAL(mt_answer_byte(&h, 29), h.seq - 1);
	mt_write(h.b, MT_WLCFG_0, 0);
	mt_ce(&h, 0x8a, true, NULL, 0);
	CU_ASSERT_EQUAL(mt_count(&h, "mcu_dma_off"), 1);
	CU_ASSERT_EQUAL(mt_count(&h, "mcu_answers") + 1, h.seq);	/* boot's, too */
	mt_host_close(&h);
}

/* Nobody reads: 64 answers wait on the endpoint and 32 before it, then they are lost,
 * counted. */
static void
test_nobody_reads(void)
{
	struct mt_host h;
	unsigned int i;

	mt_host_open(&h, NULL);
	mt_boot(&h);
	mt_listen_at(&h, 0);
	for (i = 0; i < 100; i++)
		mt_ce(&h, 0x8a, true, NULL, 0);
	CU_ASSERT_EQUAL(mt_count(&h, "fifo_overflow_events"), 4);
	mt_listen_at(&h, 0x85);
	for (i = 0; i < 96; i++)
		CU_ASSERT(mt_ce(&h, 0xc5, true, zeros, 4));
	CU_ASSERT_FALSE(mt_ce(&h, 0xc5, true, zeros, 4));
	mt_host_close(&h);
}

/* A receive buffer full of frames keeps no answer back on 0x85; on 0x84 it comes behind
 * them, and is not lost. */
static void
test_full_of_frames(void)
{
	struct air_frame f = mt_air_frame(0);
	uint8_t frame[1504];
	struct mt_host h;
	unsigned int i;
	const uint8_t on[4] = { 1 };
	uint64_t lost;

	mt_host_open(&h, fake_air_new(false));
	bench_switch(h.b, "event", "1");
	bench_submit(h.b, 1, 4096);
	mt_boot(&h);
	mt_sniff(&h);
	CU_ASSERT(mt_channel(&h, 0, 6));
	CU_ASSERT_FALSE(mt_ce(&h, 0xc5, true, on, 4));
	mt_qos_frame(frame, 1466);
	for (i = 0; i < 100; i++) {
		f = mt_air_frame(h.b->now_ns + (i + 1) * 10000);
		f.ppdu = i;
		fake_air_add(h.b->air, &f, frame, sizeof(frame));
	}
	mt_wait(&h, 2);
	CU_ASSERT(mt_count(&h, "fifo_overflow_frames") > 30);
	lost = mt_count(&h, "fifo_overflow_events");
	CU_ASSERT(lost >= 80 && lost <= 84);	/* of 100; 16 wait */
	for (i = 0; !mt_ce(&h, 0x8a, true, NULL, 0) || !mt_answered(&h, 1); i++)
		CU_ASSERT_FATAL(i < 20);
	mt_write(h.b, MT_HOST_CONFIG, 0x40);
	mt_listen_at(&h, 0);
	CU_ASSERT_FALSE(mt_ce(&h, 0x8a, true, NULL, 0));
	mt_listen_at(&h, 0x84);
	for (i = 0; i < 100 && (!mt_ce(&h, 0xc5, true, zeros, 4) || h.answer->len != 88); i++)
		;
	CU_ASSERT(i < 100);
	CU_ASSERT_EQUAL(mt_count(&h, "fifo_overflow_events"), lost);
	mt_host_close(&h);
}

/* Faults: every third answer. */
static void
check_fault(const char *name, bool (*wrong)(const struct mt_host *h))
{
	struct mt_host h;
	unsigned int i, n = 0;

	mt_host_open(&h, NULL);
	mt_boot(&h);
	bench_switch(h.b, name, "3");
	for (i = 0; i < 9; i++) {
		mt_uni(&h, 0x06, zeros, 8);
		n += wrong(&h);
	}
	CU_ASSERT_EQUAL(n, 3);
	mt_host_close(&h);
}

static bool
is_silent(const struct mt_host *h)
{
	return h->answer == NULL;
}

static bool
is_other(const struct mt_host *h)
{
	return h->answer != NULL && mt_answer_byte(h, 29) == h->seq % 15 + 1;
}

static bool
is_bad(const struct mt_host *h)
{
	return mt_word(h->answer->data + 40) != 0;
}

static bool
is_cut(const struct mt_host *h)
{
	return mt_word(h->answer->data) == 0x3800002c && h->answer->len == 32;
}

static void
test_faults(void)
{
	check_fault("mcusilent", is_silent);
	check_fault("mcubadseq", is_other);
	check_fault("mcustatus", is_bad);
	check_fault("mcushort", is_cut);
}

static void
test_late(void)
{
	struct mt_host h;
	uint64_t at_ns;

	mt_host_open(&h, NULL);
	mt_boot(&h);
	at_ns = h.b->now_ns;
	CU_ASSERT(mt_ce(&h, 0x8a, true, NULL, 0));
	CU_ASSERT(h.answer->done_ns < at_ns + MT_MS);
	bench_switch(h.b, "mculate", "500");
	at_ns = h.b->now_ns;
	CU_ASSERT_FALSE(mt_ce(&h, 0x8a, true, NULL, 0));
	mt_wait(&h, 485);
	CU_ASSERT_FATAL(h.b->n_transfers > 0);
	CU_ASSERT(h.b->transfers[h.b->n_transfers - 1].done_ns >= at_ns + 500 * MT_MS);
	CU_ASSERT_EQUAL(h.b->transfers[h.b->n_transfers - 1].data[29], h.seq);
	mt_host_close(&h);
}

/* A ready chip, as the tests of reception have it, answers too. */
static void
test_ready(void)
{
	struct mt_host h;

	mt_host_open(&h, NULL);
	bench_switch(h.b, "boot", "ready");
	mt_listen_at(&h, 0x84);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_CONN_ON_MISC), 3);
	CU_ASSERT(mt_ce(&h, 0x8a, true, NULL, 0) && mt_answered(&h, 1));
	mt_write(h.b, MT_HOST_CONFIG, 0);
	mt_listen_at(&h, 0x85);
	CU_ASSERT(mt_channel(&h, 0, 6) && mt_answered(&h, 1));
	CU_ASSERT_EQUAL(mt_faults(&h), 0);
	mt_host_close(&h);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "framing", test_framing },
		{ "kinds", test_kinds },
		{ "order", test_order },
		{ "capability", test_capability },
		{ "registers", test_registers },
		{ "efuse", test_efuse },
		{ "who is answered", test_who_is_answered },
		{ "scan", test_scan },
		{ "endpoints", test_endpoints },
		{ "nobody reads", test_nobody_reads },
		{ "full of frames", test_full_of_frames },
		{ "faults", test_faults },
		{ "late", test_late },
		{ "ready", test_ready },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "mt7921u commands", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
