/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Commands as whole transfers, against bytes that Linux 6.1 and 7.3 sent to an emulated
 * device, and frames of Network-Weather/mt76-usb-macos (CHANNEL_SWITCH and SNIFFER of
 * 6 GHz channel 53). What is not in the driver's words: openwrt/mt76 mt76_connac_mcu.h.
 */

#include <stdbool.h>

#include <rte_common.h>

#include "cunit_run.h"
#include "hexbytes.h"

#include "mt76u_chan.h"
#include "mt76u_cmd.h"

#define ZEROS_8		"0000000000000000"
#define ZEROS_20	"0000000000000000000000000000000000000000"
#define ZEROS_24	ZEROS_20 "00000000"
#define ZEROS_64	ZEROS_20 ZEROS_20 ZEROS_24

static void
check(const uint8_t *got, uint32_t len, const char *text, const char *what)
{
	uint32_t n;
	uint8_t *want = hex_bytes(text, &n);
	bool same = n == len && memcmp(got, want, n) == 0;

	if (!same)
		printf("    %s: %u bytes, want %u\n", what, len, n);
	CU_ASSERT_TRUE(same);
	free(want);
}

static void
check_cmd(const struct mt76u_cmd *cmd, uint8_t seq, const char *payload, const char *text)
{
	uint8_t *buf = malloc(MT76U_CMD_MAX), *p;
	uint32_t len, n;

	memset(buf, 0xee, MT76U_CMD_MAX);
	p = hex_bytes(payload, &n);
	len = mt76u_cmd_put(buf, cmd, seq, p, n);
	check(buf, len, text, cmd->name);
	free(p);
	free(buf);
}

static void
test_legacy(void)
{
	check_cmd(&mt76u_cmd_patch_sem_control, 1, "01000000",
		  "44000000" "4400004100000180" ZEROS_24
		  "2400008010a00301" ZEROS_24 "01000000" "00000000");
	check_cmd(&mt76u_cmd_patch_start, 2, "000090008813000000000080",
		  "4c000000" "4c00004100000180" ZEROS_24
		  "2c00008005a00302" ZEROS_24 "000090008813000000000080" "00000000");
	check_cmd(&mt76u_cmd_patch_finish, 5, "00000000",
		  "44000000" "4400004100000180" ZEROS_24
		  "2400008007a00305" ZEROS_24 "00000000" "00000000");
	check_cmd(&mt76u_cmd_target_address_len, 11, "00000002001000000b000080",
		  "4c000000" "4c00004100000180" ZEROS_24
		  "2c00008001a0030b" ZEROS_24 "00000002001000000b000080" "00000000");
	check_cmd(&mt76u_cmd_fw_start, 13, "0100000000509100",
		  "48000000" "4800004100000180" ZEROS_24
		  "2800008002a0030d" ZEROS_24 "0100000000509100" "00000000");
	check_cmd(&mt76u_cmd_nic_power_ctrl, 1, "01000000",
		  "44000000" "4400004100000180" ZEROS_24
		  "2400008004a00301" ZEROS_24 "01000000" "00000000");
}

static void
test_ce(void)
{
	check_cmd(&mt76u_cmd_get_nic_capab, 14, "",
		  "40000000" "4000004100000180" ZEROS_24
		  "200000808aa0010e" ZEROS_24 "00000000");
	check_cmd(&mt76u_cmd_set_bss_abort, 12, "00000000",
		  "44000000" "4400004100000180" ZEROS_24
		  "2400008017a0010c" ZEROS_24 "00000000" "00000000");
}

static void
test_ext(void)
{
	check_cmd(&mt76u_cmd_efuse_buffer_mode, 1, "00010000",
		  "44000000" "4400004100000180" ZEROS_24
		  "24000080eda00101002100010000000000000000000000000000000000000000"
		  "00010000" "00000000");
	check_cmd(&mt76u_cmd_mac_init_ctrl, 5, "01000000",
		  "44000000" "4400004100000180" ZEROS_24
		  "24000080eda00105004600010000000000000000000000000000000000000000"
		  "01000000" "00000000");
}

static void
test_uni(void)
{
	check_cmd(&mt76u_cmd_dev_info_update, 15, "0000000000000c000100000000000000",
		  "40000000" "4000004100000180" ZEROS_24
		  "2000010000a0000f0000000700000000"
		  "0000000000000c000100000000000000" "00000000");
	check_cmd(&mt76u_cmd_bss_info_update, 1,
		  "0000000000002000010000000200010001" "00000000000000000000000000000000000000",
		  "54000000" "5400004100000180" ZEROS_24
		  "3400020000a000010000000700000000"
		  "0000000000002000010000000200010001" "00000000000000000000000000000000000000"
		  "00000000");
}

/* What is no multiple of 4 is filled up, and 4 bytes more. */
static void
test_padding(void)
{
	static const uint8_t data[5] = { 1, 2, 3, 4, 5 };
	uint8_t *buf = malloc(MT76U_CHUNK_MAX), big[MT76U_CHUNK_LEN];
	static const struct {
		uint32_t len, total;
	} rows[] = { { 1, 12 }, { 2, 12 }, { 3, 12 }, { 4, 12 }, { 5, 16 } };
	uint32_t i, n, j;

	for (i = 0; i < RTE_DIM(rows); i++) {
		memset(buf, 0xee, MT76U_CHUNK_MAX);
		n = mt76u_cmd_put_chunk(buf, data, rows[i].len);
		CU_ASSERT_EQUAL(n, rows[i].total);
		CU_ASSERT_EQUAL(buf[0], rows[i].len);
		CU_ASSERT_EQUAL(memcmp(buf + 4, data, rows[i].len), 0);
		for (j = 4 + rows[i].len; j < n; j++)
			CU_ASSERT_EQUAL(buf[j], 0);
		CU_ASSERT_EQUAL(buf[n], 0xee);
	}
	memset(big, 0x5a, sizeof(big));
	n = mt76u_cmd_put_chunk(buf, big, sizeof(big));
	CU_ASSERT_EQUAL(n, 4104);
	check(buf, 4, "00100000", "chunk");
	CU_ASSERT_EQUAL(memcmp(buf + 4, big, sizeof(big)), 0);
	free(buf);
}

static struct rte_wlan_channel
channel(uint8_t control, uint8_t band, uint16_t width)
{
	struct rte_wlan_channel c = { .control = control, .band = band, .width_mhz = width };

	CU_ASSERT_PTR_NULL(mt76u_chan_check(&c));
	return c;
}

#define INFO_REST ZEROS_64	/* from byte 12 on */

static void
test_channel_info(void)
{
	static const struct {
		uint8_t control, band;
		uint16_t width;
		const char *rx_path, *change;
	} rows[] = {
		{ 1, 2, 20, "010100020300000000000000" INFO_REST,
		  "010100020200000000000000" INFO_REST },
		{ 6, 2, 20, "060600020300000000000000" INFO_REST,
		  "060600020200000000000000" INFO_REST },
		{ 36, 5, 80, "242a02020300000000000100" INFO_REST,
		  "242a02020200000000000100" INFO_REST },
		{ 53, 6, 20, "353500020300000000000200" INFO_REST,
		  "353500020200000000000200" INFO_REST },
		/* by openwrt/mt76's table of widths */
		{ 36, 5, 40, "242601020300000000000100" INFO_REST,
		  "242601020200000000000100" INFO_REST },
		{ 1, 6, 160, "010f03020300000000000200" INFO_REST,
		  "010f03020200000000000200" INFO_REST },
	};
	uint8_t info[MT76U_CHAN_INFO_LEN];
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct rte_wlan_channel c = channel(rows[i].control, rows[i].band, rows[i].width);

		mt76u_chan_put_rx_path(info, &c, 2);
		check(info, sizeof(info), rows[i].rx_path, "SET_RX_PATH");
		mt76u_chan_put_switch(info, &c, 2);
		check(info, sizeof(info), rows[i].change, "CHANNEL_SWITCH");
	}
	/* One antenna. */
	{
		struct rte_wlan_channel c = channel(1, 2, 20);

		mt76u_chan_put_rx_path(info, &c, 1);
		CU_ASSERT_EQUAL(info[3], 1);
		CU_ASSERT_EQUAL(info[4], 1);
	}
}

/* The whole of it: 6 GHz channel 53, 20 MHz. */
static void
test_channel_switch_frame(void)
{
	struct rte_wlan_channel c = channel(53, 6, 20);
	uint8_t info[MT76U_CHAN_INFO_LEN], buf[MT76U_CMD_MAX];
	uint32_t n;

	mt76u_chan_put_switch(info, &c, 2);
	n = mt76u_cmd_put(buf, &mt76u_cmd_channel_switch, 1, info, sizeof(info));
	CU_ASSERT_EQUAL(n, 148);
	check(buf, n, "8c000000" "8c00004100000180" ZEROS_24 "6c000080eda0010100080001" ZEROS_20
	      "353500020200000000000200" ZEROS_64 "00000000", "CHANNEL_SWITCH");
}

static void
test_sniffer(void)
{
	static const struct {
		uint8_t control, band;
		uint16_t width;
		const char *config;
	} rows[] = {
		{ 1, 2, 20, "0000000001001000000001000100010001000000" },
		{ 6, 2, 20, "0000000001001000000001000600060001000000" },
		{ 36, 5, 80, "00000000010010000000020124012a0001000000" },
		{ 53, 6, 20, "0000000001001000000003003500350001000000" },
		/* the second half above and below; 160 MHz */
		{ 36, 5, 40, "0000000001001000000002002401260001000000" },
		{ 40, 5, 40, "0000000001001000000002002803260001000000" },
		{ 48, 5, 80, "0000000001001000000002013003" "2a0001000000" },
		{ 64, 5, 160, "0000000001001000000002024003" "320001000000" },
	};
	uint8_t payload[MT76U_SNIFFER_CONFIG_LEN], buf[MT76U_CMD_MAX];
	unsigned int i;
	uint32_t n;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct rte_wlan_channel c = channel(rows[i].control, rows[i].band, rows[i].width);

		mt76u_chan_put_sniffer_config(payload, &c);
		check(payload, sizeof(payload), rows[i].config, "SNIFFER");
	}
	mt76u_chan_put_sniffer_enable(payload, true);
	n = mt76u_cmd_put(buf, &mt76u_cmd_sniffer, 1, payload, MT76U_SNIFFER_ENABLE_LEN);
	CU_ASSERT_EQUAL(n, 68);
	check(buf, n, "3c000000" "3c00004100000180" ZEROS_24 "1c00240000a000010000000700000000"
	      "000000000000080001000000" "00000000", "SNIFFER");
	mt76u_chan_put_sniffer_enable(payload, false);
	check(payload, MT76U_SNIFFER_ENABLE_LEN, "000000000000080000000000", "SNIFFER");
}

static void
test_filter(void)
{
	uint8_t payload[MT76U_FILTER_LEN];

	mt76u_chan_put_filter(payload, false);
	check(payload, sizeof(payload), "000000000100000060000080" ZEROS_20 ZEROS_20 ZEROS_8
	      ZEROS_8, "SET_RX_FILTER");
	mt76u_chan_put_filter(payload, true);
	CU_ASSERT_EQUAL(payload[8], 0x64);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "legacy", test_legacy },
		{ "CE", test_ce },
		{ "extended", test_ext },
		{ "UNI", test_uni },
		{ "padding", test_padding },
		{ "channel info", test_channel_info },
		{ "CHANNEL_SWITCH", test_channel_switch_frame },
		{ "SNIFFER", test_sniffer },
		{ "SET_RX_FILTER", test_filter },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "mt76u_cmd", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
