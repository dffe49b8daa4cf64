/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Control requests, registers, the receive filter. */

#include <errno.h>
#include <string.h>

#include "../cunit_run.h"
#include "mt_receive.h"

static void
test_reset_values(void)
{
	static const struct { uint32_t address, value; } values[] = {
		{ 0x70010200, 0x7961 }, { 0x7c0600f0, 3 }, { 0x74000a20, 0x00400000 },
		{ 0x7c027030, 0x40 }, { MT_WLCFG_0, MT_WLCFG_0_ON }, { MT_WLCFG_1, 0 },
		{ MT_RFCR, 0x00201002 }, { MT_DMA_DCR0, 0x02773400 }, { MT_MDP_DCR0, 0 },
		{ 0x12345678, 0 },
	};
	struct bench *b = mt_open(USB_SPEED_SUPER, NULL);
	unsigned int i;

	for (i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		CU_ASSERT_EQUAL(mt_read(b, values[i].address), values[i].value);
	bench_close(b);
}

static void
test_requests(void)
{
	struct bench *b = mt_open(USB_SPEED_SUPER, NULL);
	uint8_t data[64] = { 1, 2, 3, 4, 5, 6, 7, 8 }, back[8];

	/* Two words from 0x820e7000 on; read back one by one and by the other way. */
	CU_ASSERT_EQUAL(bench_request(b, 0x5f, 0x66, 0x820e, 0x7000, 8, data), 8);
	CU_ASSERT_EQUAL(mt_read(b, 0x820e7000), 0x04030201);
	CU_ASSERT_EQUAL(mt_read(b, 0x820e7004), 0x08070605);
	CU_ASSERT_EQUAL(bench_request(b, 0xde, 0x01, 0x820e, 0x7000, 8, back), 8);
	CU_ASSERT_EQUAL(memcmp(back, data, 8), 0);
	CU_ASSERT_EQUAL(bench_request(b, 0x5e, 0x02, 0x820e, 0x7004, 4, data), 4);
	CU_ASSERT_EQUAL(mt_read(b, 0x820e7004), 0x04030201);
	/* POWER_ON takes nothing from a chip that runs; its state is not the host's. */
	mt_write(b, 0x7c0600f0, 0);
	CU_ASSERT_EQUAL(bench_request(b, 0x5f, 0x04, 0, 1, 0, data), 0);
	CU_ASSERT_EQUAL(mt_read(b, 0x7c0600f0), 3);
	/* The table's update is over at once. */
	mt_write(b, 0x820d4230, 0x80001003);
	CU_ASSERT_EQUAL(mt_read(b, 0x820d4230), 0x1003);
	bench_close(b);
}

static void
test_stalls(void)
{
	static const struct { uint8_t type, request; uint16_t value, index, len; } bad[] = {
		{ 0xc0, 0x63, 0x820e, 0x5000, 4 },	/* mt7663's type */
		{ 0xdf, 0x66, 0x820e, 0x5000, 4 },	/* writes, but towards the host */
		{ 0x5f, 0x63, 0x820e, 0x5000, 4 },
		{ 0xdf, 0x63, 0x820e, 0x5002, 4 },	/* no word */
		{ 0xdf, 0x63, 0x820e, 0x5000, 2 },
		{ 0xdf, 0x63, 0x820e, 0x5000, 0 },
		{ 0x5f, 0x04, 1, 1, 0 },		/* POWER_ON: other value */
		{ 0xc0, 0x05, 0, 0, 4 },		/* another maker's */
	};
	struct bench *b = mt_open(USB_SPEED_SUPER, NULL);
	uint8_t data[64] = { 0 };
	unsigned int i, n = sizeof(bad) / sizeof(bad[0]);

	for (i = 0; i < n; i++)
		CU_ASSERT_EQUAL(bench_request(b, bad[i].type, bad[i].request, bad[i].value,
					      bad[i].index, bad[i].len, data), -EPIPE);
	CU_ASSERT_EQUAL(bench_counter(b, "control_stalls"), n);
	bench_close(b);
}

/* More registers than the file holds: a stall, and the others stay. */
static void
test_many_registers(void)
{
	struct bench *b = mt_open(USB_SPEED_SUPER, NULL);
	uint8_t data[4] = { 7 };
	uint32_t i;
	int rc = 4;

	for (i = 0; i < 2000 && rc == 4; i++)
		rc = bench_request(b, 0x5f, 0x66, 0x1000, (uint16_t)(4 * i), 4, data);
	CU_ASSERT_EQUAL(rc, -EPIPE);
	CU_ASSERT_EQUAL(mt_read(b, 0x10000000), 7);
	CU_ASSERT_EQUAL(mt_read(b, MT_RFCR), 0x00201002);
	CU_ASSERT_EQUAL(mt_read(b, 0x20000000), 0);
	bench_close(b);
}

/* Reception off: RX_EN clear, RX_FLUSH set. */
static void
test_rx_off(void)
{
	static const uint32_t values[] = { 0x00940000, 0x00dc0000 };
	uint8_t frame[104];
	unsigned int i;

	mt_qos_frame(frame, 66);
	for (i = 0; i < 2; i++) {
		struct bench *b = mt_open(USB_SPEED_SUPER, fake_air_new(false));
		struct air_frame f = mt_air_frame(2000000);

		mt_write(b, MT_WLCFG_0, values[i]);
		mt_put(b, &f, frame, sizeof(frame));
		CU_ASSERT_EQUAL(b->n_transfers, 0);
		CU_ASSERT_EQUAL(bench_counter(b, "rx_off_frames"), 1);
		bench_close(b);
	}
}

#define OWN { 0x02, 0x22, 0x8a, 0, 0, 1 }
#define AP { 0x02, 0x22, 0x8a, 0xa9, 0, 1 }
#define OTHER { 0x02, 0x11, 0x11, 0x11, 0x11, 0x11 }
#define BCAST { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff }
#define MCAST { 0x01, 0, 0x5e, 0, 0, 0xfb }

/* A frame that the bit, and nothing else in the row, takes away. */
struct filter_row {
	const char *name;
	uint16_t fc;
	uint8_t a1[6], a2[6], a3[6];
	bool fcs_bad;
	uint32_t rfcr, rfcr1;
	const char *counter;	/* NULL: passes */
};

static const struct filter_row filter_rows[] = {
	{ "reset value passes others", 0x0208, OTHER, OTHER, OTHER, false, 0x00201002, 0, NULL },
	{ "FCS", 0x0208, OWN, AP, AP, true, 1u << 1, 0, "filtered_crc" },
	{ "version", 0x0209, OWN, AP, AP, false, 1u << 3, 0, "filtered_type" },
	{ "probe request", 0x0040, BCAST, OTHER, BCAST, false, 1u << 4, 0, "filtered_type" },
	{ "multicast", 0x0208, MCAST, AP, AP, false, 1u << 5, 0, "filtered_address" },
	{ "... is not broadcast", 0x0208, BCAST, AP, AP, false, 1u << 5, 0, NULL },
	{ "broadcast", 0x0208, BCAST, AP, AP, false, 1u << 6, 0, "filtered_address" },
	{ "... is not multicast", 0x0208, MCAST, AP, AP, false, 1u << 6, 0, NULL },
	{ "A3 is me", 0x0208, OTHER, OTHER, OWN, false, 1u << 8, 0, "filtered_address" },
	{ "A3 is the BSSID", 0x0108, OTHER, OTHER, AP, false, 1u << 9, 0, "filtered_address" },
	{ "A2 is the BSSID", 0x0208, OTHER, AP, OTHER, false, 1u << 10, 0,
	  "filtered_address" },
	{ "other beacon", 0x0080, BCAST, OTHER, OTHER, false, 1u << 11, 0,
	  "filtered_address" },
	{ "own beacon", 0x0080, BCAST, AP, AP, false, 1u << 11, 0, NULL },
	{ "control reserved", 0x0004, OWN, AP, AP, false, 1u << 13, 0, "filtered_type" },
	{ "CTS", 0x00c4, OWN, AP, AP, false, 1u << 14, 0, "filtered_type" },
	{ "RTS", 0x00b4, OWN, AP, AP, false, 1u << 15, 0, "filtered_type" },
	{ "other BSS", 0x0208, OWN, OTHER, AP, false, 1u << 17, 0, "filtered_address" },
	{ "own BSS from DS", 0x0208, OWN, AP, OTHER, false, 1u << 17, 0, NULL },
	{ "own BSS to DS", 0x0108, AP, OTHER, OTHER, false, 1u << 17, 0, NULL },
	{ "other unicast", 0x0208, OTHER, AP, AP, false, 1u << 18, 0, "filtered_address" },
	{ "... is not control", 0x0084, OTHER, AP, AP, false, 1u << 18, 0, NULL },
	{ "own unicast", 0x0208, OWN, AP, AP, false, 1u << 18, 0, NULL },
	{ "NDPA", 0x0054, OWN, AP, AP, false, 1u << 20, 0, "filtered_type" },
	{ "unwanted control", 0x0084, OTHER, AP, AP, false, 1u << 21, 0, "filtered_type" },
	{ "wanted control", 0x0084, OWN, AP, AP, false, 1u << 21, 0, NULL },
	{ "Ack", 0x00d4, OWN, AP, AP, false, 0, 1u << 4, "filtered_type" },
	{ "BF poll", 0x0044, OWN, AP, AP, false, 0, 1u << 5, "filtered_type" },
	{ "BlockAck", 0x0094, OWN, AP, AP, false, 0, 1u << 6, "filtered_type" },
	{ "CF-End", 0x00e4, OWN, AP, AP, false, 0, 1u << 7, "filtered_type" },
	{ "CF-End + Ack", 0x00f4, OWN, AP, AP, false, 0, 1u << 8, "filtered_type" },
};

static bool
passes(const struct filter_row *r, uint32_t rfcr, uint32_t rfcr1, const char *counter)
{
	struct bench *b = mt_open(USB_SPEED_SUPER, fake_air_new(false));
	struct air_frame f = mt_air_frame(2000000);
	uint8_t frame[64];
	bool passed;

	bench_frame_bytes(frame, sizeof(frame), r->fc, r->a1, 0x0010);
	memcpy(frame + 10, r->a2, 6);
	memcpy(frame + 16, r->a3, 6);
	f.fcs_bad = r->fcs_bad;
	mt_write(b, MT_RFCR, rfcr);
	mt_write(b, MT_RFCR + 4, rfcr1);
	mt_put(b, &f, frame, sizeof(frame));
	passed = b->n_transfers == 1;
	if (!passed && counter != NULL)
		CU_ASSERT_EQUAL(bench_counter(b, counter), 1);
	bench_close(b);
	return passed;
}

static void
test_filter(void)
{
	unsigned int i;

	for (i = 0; i < sizeof(filter_rows) / sizeof(filter_rows[0]); i++) {
		const struct filter_row *r = &filter_rows[i];

		if (passes(r, r->rfcr, r->rfcr1, r->counter) != (r->counter == NULL)) {
			printf("  %s\n", r->name);
			CU_FAIL("filter");
		}
		CU_ASSERT(passes(r, 0, 0, NULL));	/* broken ones too */
	}
}

/* Each switch takes its default and refuses nonsense. */
static void
test_switches(void)
{
	struct bench *b = mt_open(USB_SPEED_SUPER, NULL);
	const char *name, *values, *help;
	unsigned int i;
	char text[64];

	for (i = 0; b->ops->list_switches(i, &name, &values, &help); i++) {
		snprintf(text, sizeof(text), "%.*s", (int)strcspn(values, "|"), values);
		if (b->ops->set_switch(b->dev, name, text) != 0)
			printf("  %s:%s\n", name, text);
		CU_ASSERT_EQUAL(b->ops->set_switch(b->dev, name, text), 0);
		CU_ASSERT_EQUAL(b->ops->set_switch(b->dev, name, "nonsense"), -EINVAL);
		CU_ASSERT_EQUAL(b->ops->set_switch(b->dev, name, ""), -EINVAL);
	}
	CU_ASSERT(i > 22);
	CU_ASSERT_EQUAL(b->ops->set_switch(b->dev, "groups", "11"), -EINVAL);
	CU_ASSERT_EQUAL(b->ops->set_switch(b->dev, "groups", "126"), -EINVAL);
	CU_ASSERT_EQUAL(b->ops->set_switch(b->dev, "groups", "1x"), -EINVAL);
	CU_ASSERT_EQUAL(b->ops->set_switch(b->dev, "chains", "3"), -EINVAL);
	CU_ASSERT_EQUAL(b->ops->set_switch(b->dev, "stbc", "4"), -EINVAL);
	CU_ASSERT_EQUAL(b->ops->set_switch(b->dev, "nosuch", "1"), -ENOENT);
	bench_close(b);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "reset values", test_reset_values },
		{ "requests", test_requests },
		{ "stalls", test_stalls },
		{ "many registers", test_many_registers },
		{ "reception off", test_rx_off },
		{ "filter", test_filter },
		{ "switches", test_switches },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "mt7921u registers", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
