/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* From plug-in to a running firmware, and back: power, resets, registers. */

#include <string.h>

#include "../cunit_run.h"
#include "mt_host.h"
#include "mt_receive.h"

static void
test_plug_in(void)
{
	static const struct { uint32_t address, value; } values[] = {
		{ 0x70010200, 0x7961 }, { MT_CONN_ON_MISC, 0 }, { MT_INFRA_STATUS, 0x00400000 },
		{ MT_HOST_CONFIG, 0 }, { MT_GLO_CFG, 0 }, { MT_WLCFG_0, 0 }, { MT_RFCR, 0 },
		{ 0x74011890, 0x007003f0 }, { 0x54000120, 0 }, { 0x12345678, 0 },
	};
	struct mt_host h;
	unsigned int i;

	mt_host_open(&h, NULL);
	for (i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		CU_ASSERT_EQUAL(mt_read(h.b, values[i].address), values[i].value);
	mt_wait(&h, 1000);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_CONN_ON_MISC), 0);
	mt_host_close(&h);
}

static void
test_power_on(void)
{
	struct mt_host h;

	mt_host_open(&h, NULL);
	mt_power_on(&h);
	mt_wait(&h, 1);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_CONN_ON_MISC), 0);
	mt_wait(&h, 1);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_CONN_ON_MISC), 1);
	/* What a host writes there is not the chip's state. */
	mt_write(h.b, MT_CONN_ON_MISC, 3);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_CONN_ON_MISC), 1);
	mt_host_close(&h);

	mt_host_open(&h, NULL);
	bench_switch(h.b, "poweron", "never");
	mt_power_on(&h);
	mt_wait(&h, 2000);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_CONN_ON_MISC), 0);
	mt_host_close(&h);
}

static void
test_whole_way(void)
{
	struct mt_host h;

	mt_host_open(&h, NULL);
	mt_boot(&h);
	CU_ASSERT_EQUAL(mt_faults(&h), 0);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_RFCR), 0x00201002);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_DMA_DCR0), 0x02773400);
	CU_ASSERT_EQUAL(mt_count(&h, "fw_patch_bytes_now"), 5000);
	CU_ASSERT_EQUAL(mt_count(&h, "fw_ram_bytes_now"), 100);
	mt_host_close(&h);
}

/* All of the radio is gone, the USB side is not. */
static void
check_wfsys_reset(struct mt_host *h)
{
	mt_write(h->b, 0x74000008, 0x8);
	mt_write(h->b, 0x820cd000, 0x8000);
	mt_wfsys_reset(h);
	CU_ASSERT_EQUAL(mt_read(h->b, MT_CONN_ON_MISC), 0);
	CU_ASSERT_EQUAL(mt_read(h->b, MT_INFRA_STATUS), 0);
	CU_ASSERT_EQUAL(mt_read(h->b, 0x820cd000), 0);
	CU_ASSERT_EQUAL(mt_read(h->b, MT_GLO_CFG), 0);
	CU_ASSERT_EQUAL(mt_read(h->b, 0x74000008), 0x8);
	mt_power_on(h);
	CU_ASSERT_EQUAL(mt_count(h, "boot_no_init"), 1);
	mt_wait(h, 49);
	CU_ASSERT_EQUAL(mt_read(h->b, MT_INFRA_STATUS), 0);
	mt_wait(h, 1);
	CU_ASSERT_EQUAL(mt_read(h->b, MT_INFRA_STATUS), 0x00400000);
	CU_ASSERT_EQUAL(mt_read(h->b, MT_CONN_ON_MISC), 0);
	mt_boot(h);
	CU_ASSERT_EQUAL(mt_faults(h), 1);
}

static void
test_wfsys_reset(void)
{
	struct mt_host h;

	mt_host_open(&h, NULL);
	mt_boot(&h);
	check_wfsys_reset(&h);
	mt_host_close(&h);
	/* A chip that was ready; the way to it is the same. */
	mt_host_open(&h, NULL);
	bench_switch(h.b, "boot", "ready");
	check_wfsys_reset(&h);
	mt_host_close(&h);
}

static void
test_reset_details(void)
{
	struct mt_host h;

	mt_host_open(&h, NULL);
	mt_boot(&h);
	/* By the other requests it is a register like any. */
	mt_write(h.b, 0x70002600, 1);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_CONN_ON_MISC), 3);
	mt_write(h.b, 0x70002600, 0);
	/* Held: nothing goes on. Another status is selected: no INIT_DONE. */
	mt_uhw_write(&h, 0x70002600, 1);
	mt_wait(&h, 500);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_INFRA_STATUS), 0);
	mt_uhw_write(&h, 0x74000a24, 1);
	mt_uhw_write(&h, 0x70002600, 0);
	mt_wait(&h, 100);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_INFRA_STATUS), 0);
	mt_uhw_write(&h, 0x74000a24, 0);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_INFRA_STATUS), 0x00400000);
	CU_ASSERT_EQUAL(mt_faults(&h), 0);
	/* Endpoints that the host did not spare. */
	mt_uhw_write(&h, 0x74011890, 0x10);
	mt_wfsys_reset(&h);
	CU_ASSERT_EQUAL(mt_count(&h, "boot_reset_endpoints"), 1);
	mt_host_close(&h);

	mt_host_open(&h, NULL);
	bench_switch(h.b, "initdone", "never");
	mt_uhw_write(&h, 0x74011890, 0);
	mt_wfsys_reset(&h);
	mt_wait(&h, 1000);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_INFRA_STATUS), 0);
	mt_host_close(&h);
}

/* Switch wfreset:rom: as Linux's second try needs it, without power and DMA anew. */
static void
test_reset_to_rom(void)
{
	struct mt_host h;

	mt_host_open(&h, NULL);
	bench_switch(h.b, "wfreset", "rom");
	mt_boot(&h);
	mt_write(h.b, MT_WLCFG_0, MT_WLCFG_0_ON | 1u << 19);	/* RX_FLUSH, as Linux 7.3 */
	mt_wfsys_reset(&h);
	mt_wait(&h, 50);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_CONN_ON_MISC), 1);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_WLCFG_0), MT_WLCFG_0_ON);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_GLO_CFG), 0x10200205);
	CU_ASSERT(mt_legacy1(&h, 0x10, 1));
	CU_ASSERT_EQUAL(mt_answer_byte(&h, 32), 2);
	CU_ASSERT_EQUAL(mt_faults(&h), 0);
	mt_host_close(&h);
}

static void
test_bus_reset(void)
{
	struct mt_host h;

	mt_host_open(&h, NULL);
	mt_boot(&h);
	mt_write(h.b, 0x54000120, 2);
	h.b->ops->reset(h.b->dev, h.b->now_ns);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_CONN_ON_MISC), 3);
	CU_ASSERT_EQUAL(mt_read(h.b, 0x54000120), 2);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_GLO_CFG), 0x10200205);
	bench_switch(h.b, "busreset", "dma");
	h.b->ops->reset(h.b->dev, h.b->now_ns);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_CONN_ON_MISC), 3);
	CU_ASSERT_EQUAL(mt_read(h.b, 0x54000120), 0);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_GLO_CFG), 0);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_WLCFG_0), 0);
	CU_ASSERT_EQUAL(mt_count(&h, "bus_resets"), 2);
	mt_host_close(&h);
}

static void
reset_port(struct mt_host *h)
{
	h->b->ops->reset(h->b->dev, h->b->now_ns);
}

/* Three frames at 1, 2 and 3 ms, and room for n transfers. */
static void
three_frames(struct mt_host *h, uint32_t wlcfg_0, unsigned int n)
{
	uint8_t frame[104];
	unsigned int i;

	mt_host_open(h, fake_air_new(false));
	bench_switch(h->b, "boot", "ready");
	mt_write(h->b, MT_WLCFG_0, wlcfg_0);
	mt_qos_frame(frame, 66);
	for (i = 0; i < 3; i++) {
		struct air_frame f = mt_air_frame(MT_MS * (i + 1));

		f.ppdu = i;
		fake_air_add(h->b->air, &f, frame, sizeof(frame));
	}
	bench_submit(h->b, n, 4096);
	mt_wait(h, 5);
}

/* Another, 100 us ago. */
static void
one_more(struct mt_host *h)
{
	struct air_frame f = mt_air_frame(h->b->now_ns + 100000);
	uint8_t frame[104];

	mt_qos_frame(frame, 66);
	fake_air_add(h->b->air, &f, frame, sizeof(frame));
	bench_run(h->b, h->b->now_ns + 200000);
}

/* Frames that wait for the host are gone, and counted. */
static void
check_frames_gone(void (*reset)(struct mt_host *h))
{
	struct mt_host h;

	three_frames(&h, MT_WLCFG_0_ON, 1);
	CU_ASSERT_EQUAL(h.b->n_transfers, 1);
	CU_ASSERT_NOT_EQUAL(mt_read(h.b, MT_GLO_CFG) & 8, 0);
	CU_ASSERT_NOT_EQUAL(mt_read(h.b, MT_WLCFG_0) & 1u << 30, 0);
	reset(&h);
	CU_ASSERT_EQUAL(mt_count(&h, "frames_lost_bus"), 2);
	CU_ASSERT_EQUAL(mt_count(&h, "frames_inside_now"), 0);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_GLO_CFG) & 0xa, 0);
	CU_ASSERT_EQUAL(mt_read(h.b, MT_WLCFG_0), MT_WLCFG_0_ON);
	bench_submit(h.b, 1, 4096);
	mt_wait(&h, 5);
	CU_ASSERT_EQUAL(h.b->n_transfers, 1);
	mt_host_close(&h);
}

/* ... in an aggregate that is open: RX_AGG_EN, 255 us, the last frame was 100 us ago. */
static void
check_aggregate_gone(void (*reset)(struct mt_host *h))
{
	struct mt_host h;
	uint64_t inside;

	three_frames(&h, MT_WLCFG_0_ON | 0x00200000 | 255, 1);
	one_more(&h);
	inside = mt_count(&h, "frames_inside_now");
	CU_ASSERT(inside >= 1);
	reset(&h);
	CU_ASSERT_EQUAL(mt_count(&h, "frames_inside_now"), 0);
	CU_ASSERT_EQUAL(mt_count(&h, "fifo_bytes_now"), 0);
	mt_host_close(&h);
}

static void
test_frames_gone(void)
{
	check_frames_gone(reset_port);
	check_frames_gone(mt_wfsys_reset);
	check_aggregate_gone(reset_port);
	check_aggregate_gone(mt_wfsys_reset);
}

/* NIC_POWER_CTRL: back to the ROM; the patch stays. */
static void
test_restart(void)
{
	const uint8_t on[4] = { 1 };
	struct mt_host h;

	mt_host_open(&h, NULL);
	mt_boot(&h);
	CU_ASSERT_FALSE(mt_legacy(&h, 0x04, on, 4));
	CU_ASSERT_EQUAL(mt_read(h.b, MT_CONN_ON_MISC), 1);
	CU_ASSERT(mt_legacy1(&h, 0x10, 1));
	CU_ASSERT_EQUAL(mt_answer_byte(&h, 32), 1);
	CU_ASSERT_EQUAL(mt_faults(&h), 0);
	mt_host_close(&h);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "plug-in", test_plug_in },
		{ "power on", test_power_on },
		{ "the whole way", test_whole_way },
		{ "WFSYS reset", test_wfsys_reset },
		{ "WFSYS reset, details", test_reset_details },
		{ "WFSYS reset to the ROM", test_reset_to_rom },
		{ "bus reset", test_bus_reset },
		{ "frames are gone", test_frames_gone },
		{ "restart", test_restart },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "mt7921u boot", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
