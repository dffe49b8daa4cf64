/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Which frames a chip that was brought up hands up: channel, monitoring, filter, suspend;
 * and what their descriptors say of the channel. */

#include <string.h>

#include "../cunit_run.h"
#include "mt_host.h"
#include "mt_receive.h"

/* On the air from the start: its times are the model's. */
static void
open_host(struct mt_host *h)
{
	mt_host_open(h, fake_air_new(false));
	bench_switch(h->b, "event", "0");
	bench_submit(h->b, 1, 4096);
}

static void
hear(struct mt_host *h)
{
	open_host(h);
	mt_boot(h);
}

/* A frame from now on; the unit that it becomes. False: none. */
static bool
one(struct mt_host *h, uint16_t freq_mhz, uint16_t fc, struct mt_unit *u)
{
	struct air_frame f = mt_air_frame(h->b->now_ns + MT_MS);
	unsigned int before = h->b->n_transfers;
	uint8_t frame[104];

	f.freq_mhz = freq_mhz;
	mt_qos_frame(frame, 66);
	frame[0] = (uint8_t)fc;
	frame[1] = (uint8_t)(fc >> 8);
	fake_air_add(h->b->air, &f, frame, sizeof(frame));
	if (h->b->urbs[0].data == NULL)
		bench_submit(h->b, 1, 4096);
	mt_wait(h, 3);
	if (h->b->n_transfers == before)
		return false;
	mt_first(h->b, before, u);
	return true;
}

#define DATA 0x0288

static bool
hears(struct mt_host *h, uint16_t freq_mhz)
{
	struct mt_unit u;

	return one(h, freq_mhz, DATA, &u);
}

/* By SNIFFER: band 1 to 3. */
static bool
sniffer_channel(struct mt_host *h, uint8_t band, uint8_t control)
{
	const uint8_t body[20] = { 0, 0, 0, 0, 1, 0, 16, 0, 0, 0, band, 0, control, 0,
				   control, 0, 1 };

	return mt_uni(h, 0x24, body, 20);
}

static const struct {
	uint8_t band, control;
	uint16_t freq_mhz;
	uint8_t code;
} channels[] = {
	{ 0, 1, 2412, 1 }, { 0, 13, 2472, 13 }, { 0, 14, 2484, 14 }, { 1, 36, 5180, 36 },
	{ 1, 64, 5320, 64 }, { 1, 100, 5500, 100 }, { 1, 144, 5720, 144 },
	{ 1, 149, 5745, 149 }, { 1, 177, 5885, 177 }, { 2, 1, 5955, 181 },
	{ 2, 53, 6215, 194 }, { 2, 233, 7115, 239 }, { 2, 2, 5935, 181 },
};

static void
check_channel(struct mt_host *h, unsigned int i)
{
	uint64_t missed = mt_count(h, "filtered_channel");
	struct mt_unit u;

	if (!one(h, channels[i].freq_mhz, DATA, &u)) {
		printf("  %u MHz is not heard\n", channels[i].freq_mhz);
		CU_FAIL("channel");
		return;
	}
	CU_ASSERT_EQUAL(mt_field(u.dw[3], 15, 8), channels[i].code);
	CU_ASSERT(one(h, 0, DATA, &u));
	CU_ASSERT_EQUAL(mt_field(u.dw[3], 15, 8), channels[i].code);
	CU_ASSERT_FALSE(hears(h, (uint16_t)(channels[i].freq_mhz + 5)));
	CU_ASSERT_FALSE(hears(h, channels[i].freq_mhz == 2437 ? 2412 : 2437));
	CU_ASSERT_EQUAL(mt_count(h, "filtered_channel"), missed + 2);
}

/* By each of the commands that tune. */
static void
test_channels(void)
{
	struct mt_host h;
	unsigned int i;

	hear(&h);
	mt_sniff(&h);
	CU_ASSERT_FALSE(hears(&h, 2412));	/* it was never told where */
	for (i = 0; i < sizeof(channels) / sizeof(channels[0]); i++) {
		CU_ASSERT(mt_channel(&h, channels[i].band, channels[i].control));
		check_channel(&h, i);
	}
	for (i = 0; i < sizeof(channels) / sizeof(channels[0]); i++) {
		CU_ASSERT(sniffer_channel(&h, channels[i].band + 1, channels[i].control));
		check_channel(&h, i);
	}
	for (i = 0; i < sizeof(channels) / sizeof(channels[0]); i++) {
		const uint8_t info[76] = { channels[i].control, 0, 0, 2, 3,
					   [10] = channels[i].band };

		CU_ASSERT(mt_ext(&h, 0x4e, true, info, 76));
		check_channel(&h, i);
	}
	CU_ASSERT_EQUAL(mt_faults(&h), 0);
	mt_host_close(&h);
}

static void
test_no_such_channel(void)
{
	static const struct { uint8_t band, control; } bad[] = {
		{ 0, 0 }, { 0, 15 }, { 1, 1 }, { 1, 38 }, { 1, 68 }, { 1, 98 }, { 1, 148 },
		{ 1, 150 }, { 1, 181 }, { 2, 0 }, { 2, 3 }, { 2, 237 }, { 3, 1 },
	};
	struct mt_host h;
	unsigned int i, n = sizeof(bad) / sizeof(bad[0]);

	hear(&h);
	mt_sniff(&h);
	CU_ASSERT(mt_channel(&h, 0, 6));
	for (i = 0; i < n; i++) {
		CU_ASSERT(mt_channel(&h, bad[i].band, bad[i].control));
		CU_ASSERT(sniffer_channel(&h, bad[i].band + 1, bad[i].control));
	}
	CU_ASSERT_EQUAL(mt_count(&h, "mcu_bad_channel"), 2 * n);
	CU_ASSERT(hears(&h, 2437));
	mt_host_close(&h);
}

/* The radio is deaf while it tunes: 8 ms. */
static void
test_tuning(void)
{
	const uint8_t info[76] = { 6, 6, 0, 2, 2 };
	uint8_t p[160];
	struct mt_host h;

	hear(&h);
	mt_sniff(&h);
	CU_ASSERT(mt_channel(&h, 0, 6));
	bench_out(h.b, 0x08, p, mt_make(p, 0xed, 0x08, 1, 1, info, 76), false);
	mt_wait(&h, 1);
	CU_ASSERT_FALSE(hears(&h, 2437));
	CU_ASSERT_EQUAL(mt_count(&h, "filtered_channel"), 1);
	mt_wait(&h, 5);
	CU_ASSERT(hears(&h, 2437));
	mt_host_close(&h);
}

/* Without values from the fuses it hears 2.4 GHz alone. */
static void
test_without_efuse(void)
{
	const uint8_t efuse[4] = { 0, 1, 0, 0 };
	struct mt_host h;

	open_host(&h);
	mt_start(&h);
	mt_sniff(&h);
	CU_ASSERT(mt_channel(&h, 1, 36));
	CU_ASSERT_FALSE(hears(&h, 5180));
	CU_ASSERT_FALSE(hears(&h, 0));
	CU_ASSERT_EQUAL(mt_count(&h, "filtered_channel"), 2);
	CU_ASSERT(mt_channel(&h, 0, 6));
	CU_ASSERT(hears(&h, 2437));
	CU_ASSERT(mt_ext(&h, 0x21, true, efuse, 4));
	CU_ASSERT(mt_channel(&h, 1, 36));
	CU_ASSERT(hears(&h, 5180));
	CU_ASSERT_EQUAL(mt_faults(&h), 0);
	mt_host_close(&h);
}

static void
test_sniffer(void)
{
	const uint8_t disable[12] = { 0, 0, 0, 0, 0, 0, 8, 0, 0 };
	struct mt_host h;

	hear(&h);
	CU_ASSERT(mt_channel(&h, 0, 6));
	mt_write(h.b, MT_RFCR, 0);
	CU_ASSERT_FALSE(hears(&h, 2437));
	mt_sniff(&h);
	CU_ASSERT(hears(&h, 2437));
	CU_ASSERT(mt_uni(&h, 0x24, disable, 12));
	CU_ASSERT_FALSE(hears(&h, 2437));
	CU_ASSERT_EQUAL(mt_count(&h, "filtered_sniffer"), 2);
	CU_ASSERT_EQUAL(mt_count(&h, "frames_air"), 3);
	mt_host_close(&h);
}

/* Switch hop:mute: monitoring ends with a CHANNEL_SWITCH. */
static void
test_hop(void)
{
	struct mt_host h;

	hear(&h);
	bench_switch(h.b, "hop", "mute");
	mt_sniff(&h);
	CU_ASSERT(mt_channel(&h, 0, 6));
	CU_ASSERT_FALSE(hears(&h, 2437));
	mt_sniff(&h);
	CU_ASSERT(hears(&h, 2437));
	CU_ASSERT(sniffer_channel(&h, 1, 1));
	CU_ASSERT(hears(&h, 2412));
	mt_host_close(&h);
}

/* The tag has 12 bytes from Linux 7.3, 5 from Linux 6.1. */
static bool
suspend(struct mt_host *h, bool on, uint8_t len)
{
	const uint8_t body[16] = { 1, 0, 0, 0, 0, 0, len, 0, on };

	return mt_uni(h, 0x07, body, 4u + len);
}

static void
test_suspend(void)
{
	const uint8_t pcie[16] = { 2, 0, 0, 0, 0, 0, 12, 0, 1 };
	struct mt_host h;

	hear(&h);
	mt_sniff(&h);
	CU_ASSERT(mt_channel(&h, 0, 6));
	CU_ASSERT(suspend(&h, true, 12));
	CU_ASSERT_FALSE(hears(&h, 2437));
	CU_ASSERT_EQUAL(mt_count(&h, "filtered_suspended"), 1);
	CU_ASSERT(mt_ce(&h, 0x8a, true, NULL, 0));	/* it still answers */
	h.b->ops->reset(h.b->dev, h.b->now_ns);
	CU_ASSERT_FALSE(hears(&h, 2437));
	CU_ASSERT(suspend(&h, false, 5));
	CU_ASSERT(hears(&h, 2437));
	CU_ASSERT_EQUAL(mt_faults(&h), 0);
	CU_ASSERT(mt_uni(&h, 0x07, pcie, 16));
	CU_ASSERT_EQUAL(mt_count(&h, "mcu_bad_body"), 1);
	CU_ASSERT(hears(&h, 2437));
	mt_host_close(&h);
}

/* SET_RX_FILTER: mode 1 flags, mode 2 bits to set (1) or clear (2). */
static void
filter(struct mt_host *h, uint8_t mode, uint32_t flags, uint32_t bitmap, uint8_t op)
{
	uint8_t body[68] = { 0 };

	body[4] = mode;
	mt_put_word(body + 8, flags);
	mt_put_word(body + 12, bitmap);
	body[16] = op;
	CU_ASSERT_FALSE(mt_ce(h, 0x0a, true, body, 68));
}

static void
test_filter(void)
{
	struct mt_host h;

	hear(&h);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_RFCR), 0x00201002);
	filter(&h, 1, 0x80000060, 0, 0);	/* as Linux for a monitor */
	CU_ASSERT_EQUAL(mt_read(h.b, MT_RFCR), 0x00201002);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_RFCR1), 0);
	filter(&h, 1, 0x80000064, 0, 0);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_RFCR), 0x00201000);
	filter(&h, 1, 0x80000000, 0, 0);	/* ... for a station */
	CU_ASSERT_EQUAL(mt_read(h.b, MT_RFCR), 0x0038f302);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_RFCR1), 0x1f0);
	filter(&h, 1, 0x00000064, 0, 0);	/* not enabled: nothing */
	CU_ASSERT_EQUAL(mt_read(h.b, MT_RFCR), 0x0038f302);
	filter(&h, 2, 0, 0x00000800, 1);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_RFCR), 0x0038fb02);
	filter(&h, 2, 0, 0x00001802, 2);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_RFCR), 0x0038e300);
	CU_ASSERT_EQUAL(mt_faults(&h), 0);
	filter(&h, 3, 0, 0, 0);
	filter(&h, 2, 0, 1, 3);
	CU_ASSERT_EQUAL(mt_count(&h, "mcu_bad_body"), 2);
	mt_host_close(&h);
}

/* A monitor gets 802.11 whatever MDP_DCR0 says; a station's entry opens translation. */
static void
test_translation(void)
{
	/* 8, tag 13 {8, tag 6 {to DS, from DS, not}}. */
	uint8_t entry[28] = { 0, 1, [8] = 13, [10] = 20, [20] = 6, [22] = 8, [24] = 1 };
	struct mt_unit u;
	struct mt_host h;

	hear(&h);
	mt_sniff(&h);
	CU_ASSERT(mt_channel(&h, 0, 6));
	mt_write(h.b, MT_MDP_DCR0, 0x00088000);
	CU_ASSERT(one(&h, 2437, DATA, &u));
	CU_ASSERT_EQUAL(mt_field(u.dw[2], 13, 13), 0);
	CU_ASSERT(mt_uni(&h, 0x03, entry, 28));
	CU_ASSERT(one(&h, 2437, DATA, &u));
	CU_ASSERT_EQUAL(mt_field(u.dw[2], 13, 13), 1);
	entry[26] = 1;
	CU_ASSERT(mt_uni(&h, 0x03, entry, 28));
	CU_ASSERT(one(&h, 2437, DATA, &u));
	CU_ASSERT_EQUAL(mt_field(u.dw[2], 13, 13), 0);
	CU_ASSERT_EQUAL(mt_faults(&h), 0);
	entry[22] = 9;		/* longer than what it lies in */
	CU_ASSERT(mt_uni(&h, 0x03, entry, 28));
	CU_ASSERT_EQUAL(mt_count(&h, "mcu_bad_body"), 1);
	mt_host_close(&h);
}

/* DEV_INFO and BSS_INFO: whose frames are own. */
static void
test_addresses(void)
{
	uint8_t dev[16] = { 0, 0, 0, 0, 0, 0, 12, 0, 1 };
	struct mt_unit u;
	struct mt_host h;

	hear(&h);
	mt_sniff(&h);
	CU_ASSERT(mt_channel(&h, 0, 6));
	CU_ASSERT(mt_uni(&h, 0x01, dev, 16));	/* a monitor's: nobody's */
	CU_ASSERT(one(&h, 2437, DATA, &u));
	CU_ASSERT_EQUAL(mt_field(u.dw[3], 17, 16), 1);
	memset(dev + 10, 2, 6);
	CU_ASSERT(mt_uni(&h, 0x01, dev, 16));
	CU_ASSERT(one(&h, 2437, DATA, &u));
	CU_ASSERT_NOT_EQUAL(mt_field(u.dw[3], 17, 16), 1);
	CU_ASSERT(mt_ce(&h, 0x8a, true, NULL, 0));
	CU_ASSERT_EQUAL(memcmp(h.answer->data + 48, bench_mac, 6), 0);
	dev[4] = 1;	/* no such tag */
	CU_ASSERT(mt_uni(&h, 0x01, dev, 16));
	CU_ASSERT_EQUAL(mt_count(&h, "mcu_bad_body"), 1);
	mt_host_close(&h);
}

/* RFCR b17: frames of other BSSs. */
static void
test_bss(void)
{
	static const uint8_t ap[6] = { 0x02, 0xaa, 0xbb, 0xcc, 0xdd, 0xee };	/* the bench's */
	uint8_t bss[36] = { 0, [6] = 32, [8] = 1 };
	struct mt_host h;

	hear(&h);
	mt_sniff(&h);
	CU_ASSERT(mt_channel(&h, 0, 6));
	mt_write(h.b, MT_RFCR, 1u << 17);
	CU_ASSERT_FALSE(hears(&h, 2437));
	memcpy(bss + 18, ap, 6);
	CU_ASSERT(mt_uni(&h, 0x02, bss, 36));
	CU_ASSERT(hears(&h, 2437));
	memset(bss + 18, 0, 6);		/* of no BSS: it stays */
	CU_ASSERT(mt_uni(&h, 0x02, bss, 36));
	CU_ASSERT(hears(&h, 2437));
	memset(bss + 18, 2, 6);
	CU_ASSERT(mt_uni(&h, 0x02, bss, 36));
	CU_ASSERT_FALSE(hears(&h, 2437));
	CU_ASSERT_EQUAL(mt_faults(&h), 0);
	bss[6] = 31;
	CU_ASSERT(mt_uni(&h, 0x02, bss, 35));
	CU_ASSERT_EQUAL(mt_count(&h, "mcu_bad_body"), 1);
	mt_host_close(&h);
}

static void
test_dma_off(void)
{
	struct mt_host h;

	hear(&h);
	mt_sniff(&h);
	CU_ASSERT(mt_channel(&h, 0, 6));
	mt_write(h.b, MT_GLO_CFG, 0x10200201);
	CU_ASSERT_FALSE(hears(&h, 2437));
	CU_ASSERT_EQUAL(mt_count(&h, "rx_off_frames"), 1);
	mt_write(h.b, MT_GLO_CFG, 0x10200205);
	CU_ASSERT(hears(&h, 2437));
	mt_host_close(&h);
}

/* An authentication as Linux sends it: not by the ROM. */
static void
test_sending(void)
{
	static const uint32_t words[9] = {
		0x20800000 | 94, 0x80726001, 0x8000200b, 0x10007800, 0, 0x400, 0x004b0004, 0, 0x0b,
	};
	uint8_t p[104] = { 94 };
	struct mt_host h;
	unsigned int i;

	for (i = 0; i < 9; i++)
		mt_put_word(p + 4 + 4 * i, words[i]);
	bench_frame_bytes(p + 68, 30, 0x00b0, bench_other, 0);
	open_host(&h);
	mt_power_on(&h);
	mt_wait(&h, 5);
	mt_dma(&h);
	mt_send(&h, 0x09, p, 104);
	CU_ASSERT_EQUAL(mt_count(&h, "tx_no_firmware"), 1);
	mt_start(&h);
	mt_send(&h, 0x09, p, 104);
	CU_ASSERT_EQUAL(mt_count(&h, "tx_mgmt"), 1);
	mt_write(h.b, MT_GLO_CFG, 0x10200204);
	mt_send(&h, 0x09, p, 104);
	CU_ASSERT_EQUAL(mt_count(&h, "tx_off_frames"), 1);
	CU_ASSERT_EQUAL(mt_count(&h, "tx_frames"), 1);
	mt_host_close(&h);
}

/* A chip that is ready from the start hears everything until it is tuned. */
static void
test_ready(void)
{
	struct mt_unit u;
	struct mt_host h;

	open_host(&h);
	bench_switch(h.b, "boot", "ready");
	CU_ASSERT(one(&h, 2412, DATA, &u));
	CU_ASSERT_EQUAL(mt_field(u.dw[3], 15, 8), 36);	/* switch channel */
	CU_ASSERT(hears(&h, 5955));
	mt_listen_at(&h, 0x84);
	free(h.b->urbs[0].data);
	h.b->urbs[0].data = NULL;
	CU_ASSERT(mt_channel(&h, 2, 1));
	mt_listen_at(&h, 0);
	CU_ASSERT(one(&h, 5955, DATA, &u));
	CU_ASSERT_EQUAL(mt_field(u.dw[3], 15, 8), 181);
	CU_ASSERT_FALSE(hears(&h, 2412));
	CU_ASSERT_EQUAL(mt_faults(&h), 0);
	mt_host_close(&h);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "channels", test_channels },
		{ "no such channel", test_no_such_channel },
		{ "while it tunes", test_tuning },
		{ "without the fuses", test_without_efuse },
		{ "sniffer", test_sniffer },
		{ "hop", test_hop },
		{ "suspend", test_suspend },
		{ "filter", test_filter },
		{ "translation", test_translation },
		{ "addresses", test_addresses },
		{ "BSS", test_bss },
		{ "DMA off", test_dma_off },
		{ "sending", test_sending },
		{ "ready", test_ready },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "mt7921u hearing", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
