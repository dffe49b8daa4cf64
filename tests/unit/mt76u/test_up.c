/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * The bring-up, against a chip by script: what it does and in which order; and that
 * everything that can fail fails with an error and a line of its own, once more is tried,
 * and nothing is left behind.
 */

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cunit_run.h"

#include "fw_build.h"
#include "mt76u_regs.h"
#include "up_chip.h"

#define PATCH_FILE "WIFI_MT7961_patch_mcu_1_2_hdr.bin"
#define CODE_FILE "WIFI_RAM_CODE_MT7961_1.bin"

static char folder[] = "/tmp/test_mt76u_up.XXXXXX";
static char path[128];

static const struct fw_section sections[] = {
	{ 0x00900000, 5000, 0xffffffff }, { 0x00201000, 1030, 0x01000001 },
};
static const struct fw_region regions[] = {
	{ 0x00915000, 9000, 0x20, 0 }, { 0, 200, 0x40, 2 }, { 0x02000000, 4097, 0x03, 0 },
};

static const char *
file(const char *name)
{
	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return path;
}

static void
write_file(const char *name, const struct fw_image *f)
{
	FILE *out = fopen(file(name), "w");

	if (out == NULL || fwrite(f->data, 1, f->len, out) != f->len || fclose(out) != 0) {
		perror(path);
		abort();
	}
}

static int
set_up(void)
{
	struct fw_image patch = fw_patch(sections, RTE_DIM(sections));
	struct fw_image code = fw_ram(regions, RTE_DIM(regions));

	if (mkdtemp(folder) == NULL)
		return 1;
	write_file(PATCH_FILE, &patch);
	write_file(CODE_FILE, &code);
	fw_free(&patch);
	fw_free(&code);
	return 0;
}

static int
tear_down(void)
{
	unlink(file(PATCH_FILE));
	unlink(file(CODE_FILE));
	return rmdir(folder);
}

static void
plug_in(void)
{
	chip_plug_in();
	chip_port.conf.firmware = folder;
}

/* Comes up, or fails so, with these words in the log; NULL: whatever. */
static void
comes_up(int want, const char *words)
{
	char *text;
	int ret;

	chip_log_begin();
	ret = mt76u_hw_init(&chip_port);
	text = chip_log_end();
	if (ret != want || (words != NULL && strstr(text, words) == NULL))
		printf("    %d, want %d, \"%s\":\n%s\n", ret, want, words != NULL ? words : "",
		       text);
	CU_ASSERT_EQUAL(ret, want);
	CU_ASSERT_TRUE(words == NULL || strstr(text, words) != NULL);
	free(text);
	CU_ASSERT_EQUAL(chip_port.hw != NULL, ret == 0);
	mt76u_hw_close(&chip_port);
	CU_ASSERT_PTR_NULL(chip_port.hw);
}

static void
commands_are(const uint32_t *want, unsigned int n)
{
	unsigned int i;

	CU_ASSERT_EQUAL(chip.nb_cmds, n);
	for (i = 0; i < RTE_MIN(n, chip.nb_cmds); i++) {
		if (chip.cmds[i] != want[i])
			printf("    command %u: 0x%x, want 0x%x\n", i, chip.cmds[i], want[i]);
		CU_ASSERT_EQUAL(chip.cmds[i], want[i]);
	}
}

static void
firmware_arrived(void)
{
	struct fw_image patch = fw_patch(sections, RTE_DIM(sections));
	struct fw_image code = fw_ram(regions, RTE_DIM(regions));

	CU_ASSERT_EQUAL_FATAL(chip.fw_len, 5000 + 1030 + 9000 + 4097);
	CU_ASSERT_EQUAL(memcmp(chip.fw, patch.data + 96 + 2 * 64, 6030), 0);
	CU_ASSERT_EQUAL(memcmp(chip.fw + 6030, code.data, 9000), 0);
	CU_ASSERT_EQUAL(memcmp(chip.fw + 15030, code.data + 9200, 4097), 0);
	fw_free(&patch);
	fw_free(&code);
}

#define BOOT \
	0x04,			/* NIC_POWER_CTRL */ \
	0x10, 0x05, 0x01, 0x07, 0x10,	/* semaphore, two sections, finish, release */ \
	0x01, 0x01, 0x02,	/* two regions, start */ \
	0x8a,			/* GET_NIC_CAPAB */ \
	CHIP_EXT(0x21),		/* EFUSE_BUFFER_MODE */ \
	0xca, CHIP_EXT(0x46)	/* CHIP_CONFIG, MAC_INIT_CTRL */
#define RX_PATH		CHIP_EXT(0x4e)
#define SWITCH		CHIP_EXT(0x08)
#define TUNE		RX_PATH, SWITCH
#define LISTEN		CHIP_UNI(0x24), CHIP_UNI(0x24), 0x0a
/* Linux's order: DEV_INFO and BSS_INFO between the two; SET_BSS_ABORT. */
#define MONITOR		RX_PATH, CHIP_UNI(1), CHIP_UNI(2), SWITCH, LISTEN, 0x17

static void
test_cold(void)
{
	static const uint32_t monitor[] = { BOOT, MONITOR };
	static const uint32_t ethernet[] = { BOOT, TUNE };
	static const uint8_t mac[6] = { 0x02, 0x00, 0x00, 0x79, 0x61, 0x01 };

	plug_in();
	comes_up(0, "step 15 of 15: channel");
	commands_are(monitor, RTE_DIM(monitor));
	firmware_arrived();
	CU_ASSERT_EQUAL(memcmp(&chip_port.mac, mac, 6), 0);
	CU_ASSERT_EQUAL(chip_port.channel.control, 1);
	CU_ASSERT_EQUAL(chip_port.channel.band, 2);
	CU_ASSERT_EQUAL(chip.nb_resets, 1);
	CU_ASSERT_EQUAL(chip.nb_wfsys, 0);
	CU_ASSERT_EQUAL(*chip_reg(RFCR), 0x00000002);
	/* No reception until the port starts; no download any more. */
	CU_ASSERT_EQUAL(*chip_reg(WLCFG_0), 0x00940000);
	CU_ASSERT_EQUAL(*chip_reg(TX_QSEL), 0);
	CU_ASSERT(chip.longest_us <= 100000);

	plug_in();
	chip_port.monitor = false;
	comes_up(0, "without an association");
	commands_are(ethernet, RTE_DIM(ethernet));
}

/* Registers of the DMA as Linux 7.3 was seen to write them; events apart. */
static void
test_registers(void)
{
	static const struct {
		uint32_t addr, value;
	} rows[] = {
		{ 0x7c024600, 0x00800004 }, { 0x7c024604, 0x00c00004 },
		{ 0x7c024608, 0x01000004 }, { 0x7c02460c, 0x01400004 },
		{ 0x7c024610, 0x01800004 }, { 0x7c024640, 0x02800004 },
		{ 0x7c024644, 0x02c00004 },
		{ 0x7c024208, 0x10200205 },
		{ 0x7c026010, 0xffe00000 }, { 0x7c02600c, 0 }, { 0x7c02601c, 0x00000001 },
		{ 0x7c026020, 0x0fff0003 }, { 0x7c026024, 0x0fff0003 },
		{ 0x7c026028, 0x0fff0003 }, { 0x7c02602c, 0x0fff0003 },
		{ 0x7c026030, 0x0fff0003 }, { 0x7c026034, 0 }, { 0x7c02605c, 0 },
		{ 0x7c026060, 0x32013201 }, { 0x7c026064, 0x32013201 },
		{ 0x7c026068, 0x55555444 }, { 0x7c02606c, 0x55555444 },
		{ 0x7c026070, 0x76540132 }, { 0x7c026074, 0xfedcba98 },
		{ 0x54000120, 0x00000002 }, { 0x7c027030, 0 }, { 0x0041f23c, 0 },
		{ 0x74011890, 0xff8ffc0f },
		{ 0x820e40f4, 0x0006003f }, { 0x820f40f4, 0x0006003f },
		{ 0x820e9008, 0x3f000000 }, { 0x820f9008, 0x03000000 },
		{ 0x820cd000, 0 }, { 0x820cd004, 0x00003000 }, { 0x820e7000, 0x00803000 },
	};
	unsigned int i;

	plug_in();
	*chip_reg(0x0041f23c) = 2;
	*chip_reg(HOST_CONFIG) = 0x40;
	*chip_reg(0x74011890) = 0xffffffff;
	*chip_reg(0x7c024208) = 0x08000000;
	*chip_reg(0x7c02600c) = 0x00010000;
	*chip_reg(0x820e9008) = 0xfc000000;
	comes_up(0, NULL);
	for (i = 0; i < RTE_DIM(rows); i++) {
		if (*chip_reg(rows[i].addr) != rows[i].value)
			printf("    0x%08x: 0x%08x\n", rows[i].addr, *chip_reg(rows[i].addr));
		CU_ASSERT_EQUAL(*chip_reg(rows[i].addr), rows[i].value);
	}
}

/* Bits beside the ones that are meant stay as they were. */
static void
test_registers_from_ones(void)
{
	static const struct {
		uint32_t addr, from, to;
	} rows[] = {
		{ 0x7c024208, 0xfffffff7, 0xf7fffff7 },	/* not bit 3, busy */
		{ 0x7c026010, 0xffffffff, 0xffe0ffff },
		{ 0x7c02600c, 0xffffffff, 0xfffeffff },
		{ 0x7c02601c, 0xffffffff, 0xf000f001 },
		{ 0x7c027030, 0xffffffff, 0xffffffbf },
		{ 0x74000008, 0xffffffff, 0xfffffff7 },
		{ 0x74011890, 0xffffffff, 0xff8ffc0f },
		{ 0x70002600, 0xfffffffe, 0xfffffffe },	/* set and cleared: bit 0 */
		{ 0x74000a24, 0xffffffff, 0 },
		{ 0x820e40f4, 0xffffffff, 0xffffffff },
		{ 0x820e9008, 0xffffffff, 0x3fffffff },
		{ 0x820f9008, 0xffffffff, 0x3fffffff },
	};
	unsigned int i;

	plug_in();
	*chip_reg(CONN_ON_MISC) = 3;	/* so that it is reset */
	for (i = 0; i < RTE_DIM(rows); i++)
		*chip_reg(rows[i].addr) = rows[i].from;
	comes_up(0, NULL);
	CU_ASSERT_EQUAL(chip.nb_resets, 1);
	for (i = 0; i < RTE_DIM(rows); i++) {
		if (*chip_reg(rows[i].addr) != rows[i].to)
			printf("    0x%08x: 0x%08x\n", rows[i].addr, *chip_reg(rows[i].addr));
		CU_ASSERT_EQUAL(*chip_reg(rows[i].addr), rows[i].to);
	}
}

/* A firmware is up: it is reset first. */
static void
test_reset_when_something_runs(void)
{
	unsigned int state;

	for (state = 1; state < 4; state++) {
		plug_in();
		*chip_reg(CONN_ON_MISC) = state;
		comes_up(0, NULL);
		CU_ASSERT_EQUAL(chip.nb_wfsys, 1);
	}
}

static void
test_patched_already(void)
{
	static const uint32_t want[] = {
		0x04, 0x10, 0x01, 0x01, 0x02, 0x8a, CHIP_EXT(0x21), 0xca, CHIP_EXT(0x46),
		MONITOR
	};

	plug_in();
	chip.fault_cmd = 0x10;
	chip.fault = CHIP_STATUS;
	chip.fault_count = 1;
	chip.status = 1;
	comes_up(0, "has its patch already");
	commands_are(want, RTE_DIM(want));
}

static void
test_running(void)
{
	static const uint32_t monitor[] = { 0x8a, CHIP_UNI(0x24), 0x0a };
	static const uint32_t tuned[] = { 0x8a, TUNE, LISTEN };
	static const uint32_t ethernet[] = { 0x8a };
	unsigned int i;

	for (i = 0; i < 3; i++) {
		chip_plug_in();
		chip_port.conf.firmware = (char *)(uintptr_t)"running";
		*chip_reg(CONN_ON_MISC) = 3;
		*chip_reg(HOST_CONFIG) = 0x40;
		*chip_reg(DUMMY_CR) = i == 0 ? 0 : 2;
		chip_port.monitor = i < 2;
		if (i == 1)
			chip_port.channel = (struct rte_wlan_channel){
				.band = 5, .control = 36, .width_mhz = 80,
			};
		comes_up(0, NULL);
		if (i == 0)
			commands_are(monitor, RTE_DIM(monitor));
		else if (i == 1)
			commands_are(tuned, RTE_DIM(tuned));
		else
			commands_are(ethernet, RTE_DIM(ethernet));
		CU_ASSERT_EQUAL(*chip_reg(HOST_CONFIG), 0);
		CU_ASSERT_EQUAL(chip.nb_resets + chip.nb_wfsys, 0);
		/* The DMA is set up where it was lost. */
		CU_ASSERT_EQUAL(*chip_reg(0x7c026070), i == 0 ? 0x76540132 : 0);
	}
	/* A model's is taken to run, and one that does not is told so. */
	for (i = 0; i < 3; i++) {
		chip_plug_in();
		chip_port.conf.model = (char *)(uintptr_t)"mt7921u";
		*chip_reg(CONN_ON_MISC) = i;
		comes_up(-EIO, "no firmware runs in the chip");
	}
}

static void
test_wishes(void)
{
	static const struct {
		struct rte_wlan_channel channel;
		bool no_6g;
		int ret;
		const char *words;
	} rows[] = {
		{ { 5, 36, 80, 0 }, false, 0, "channel 36, band 5, 80 MHz around 42" },
		{ { 6, 53, 20, 0 }, false, 0, "channel 53, band 6, 20 MHz around 53" },
		{ { 6, 53, 20, 0 }, true, -ENOTSUP, "the chip has no 6 GHz radio" },
		{ { 5, 36, 160, 0 }, false, -ENOTSUP, "the chip has no channels so wide" },
		{ { 5, 37, 20, 0 }, false, -EINVAL, "5 GHz has channels 36 to 64" },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		chip_plug_in();
		chip_port.conf.firmware = (char *)(uintptr_t)"running";
		*chip_reg(CONN_ON_MISC) = 3;
		chip_port.channel = rows[i].channel;
		chip.no_6g = rows[i].no_6g;
		comes_up(rows[i].ret, rows[i].words);
	}
}

static void
test_no_address(void)
{
	plug_in();
	chip.mac_zero = true;
	comes_up(0, "has no MAC address");
	CU_ASSERT_TRUE(rte_is_local_admin_ether_addr(&chip_port.mac));
	CU_ASSERT_TRUE(rte_is_valid_assigned_ether_addr(&chip_port.mac));
}

/* Requests of all the bring-up, of its kind. */
static unsigned int
total(bool bulk)
{
	plug_in();
	comes_up(0, NULL);
	return bulk ? chip.nb_bulk : chip.nb_control;
}

/* Gone in the middle: no second try, whatever the request was. */
static void
test_gone_at_each_request(void)
{
	unsigned int n, i, all[2] = { total(false), total(true) };

	printf("    %u control requests, %u bulk transfers\n", all[0], all[1]);
	for (i = 0; i < 2; i++) {
		for (n = 0; n < all[i]; n++) {
			plug_in();
			chip.fail_with = -ENODEV;
			*(i == 0 ? &chip.fail_at : &chip.bulk_fail_at) = n;
			*(i == 0 ? &chip.fail_count : &chip.bulk_fail_count) = UINT32_MAX;
			comes_up(-ENODEV, n == 0 && i == 0 ? "0x70010200" : "step");
			CU_ASSERT_EQUAL(i == 0 ? chip.nb_control : chip.nb_bulk, n + 1);
			CU_ASSERT(chip.nb_resets <= 1);
		}
	}
}

/* Each fails in all of its tries, and all is done once more: well or not. */
static void
test_each_control_request_fails(void)
{
	unsigned int n, all = total(false);

	for (n = 1; n < all; n++) {
		plug_in();
		chip.fail_with = -ETIMEDOUT;
		chip.fail_at = n;
		chip.fail_count = 10;
		comes_up(0, "once more");
		CU_ASSERT_EQUAL(chip.nb_resets, 2);
		CU_ASSERT_EQUAL(chip.nb_wfsys, 1);

		plug_in();
		chip.fail_with = -EPIPE;
		chip.fail_at = n;
		chip.fail_count = UINT32_MAX;
		comes_up(-EPIPE, "once more");
		CU_ASSERT_EQUAL(chip.nb_resets, 2);
	}
	/* One try that fails is no failure. */
	for (n = 0; n < all; n++) {
		plug_in();
		chip.fail_with = -ETIMEDOUT;
		chip.fail_at = n;
		chip.fail_count = 9;
		comes_up(0, NULL);
		CU_ASSERT_EQUAL(chip.nb_resets, 1);
	}
}

static void
test_each_bulk_transfer_fails(void)
{
	unsigned int n, all = total(true);

	for (n = 0; n < all; n++) {
		plug_in();
		chip.fail_with = -EIO;
		chip.bulk_fail_at = n;
		chip.bulk_fail_count = 1;
		comes_up(0, "once more");
		CU_ASSERT_EQUAL(chip.nb_resets, 2);

		plug_in();
		chip.fail_with = -EIO;
		chip.bulk_fail_at = n;
		chip.bulk_fail_count = UINT32_MAX;
		comes_up(-EIO, "endpoint 0x");
		CU_ASSERT_EQUAL(chip.nb_resets, 2);

		/* Only half of it arrived, or of an answer so much that it is none. */
		plug_in();
		chip.fail_with = 2;
		chip.bulk_fail_at = n;
		chip.bulk_fail_count = 1;
		comes_up(0, NULL);
	}
}

static void
test_each_poll(void)
{
	static const struct {
		size_t flag;
		int ret;
		const char *words;
	} rows[] = {
		{ offsetof(struct chip, never_powers), -EIO,
		  "register 0x7c0600f0 reads 0x00000000 after 500 ms" },
		{ offsetof(struct chip, never_starts), -EIO,
		  "register 0x7c0600f0 reads 0x00000001 after 1500 ms" },
		{ offsetof(struct chip, rx_never_idle), -EIO,
		  "receive DMA does not come to rest" },
		{ offsetof(struct chip, never_resets), -EIO,
		  "register 0x74000a20 reads 0x00000000 200 ms after a reset" },
		{ offsetof(struct chip, loader_silent), 0,
		  "NIC_POWER_CTRL: the boot loader does not say that it is ready" },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		plug_in();
		*((bool *)&chip + rows[i].flag) = true;
		*chip_reg(CONN_ON_MISC) = chip.never_resets;
		*chip_reg(HOST_CONFIG) = 0x40;
		comes_up(rows[i].ret, rows[i].words);
		CU_ASSERT_EQUAL(chip.nb_resets, rows[i].ret == 0 ? 1 : 2);
		CU_ASSERT(chip.longest_us <= 100000);
	}
	/* Of the bits that a reset may show one counts. */
	plug_in();
	chip.never_resets = true;
	*chip_reg(CONN_ON_MISC) = 1;
	*chip_reg(0x74000a20) = 0xffbfffff;
	comes_up(-EIO, "register 0x74000a20 reads 0xffbfffff");
	plug_in();
	chip.reset_with = -EBUSY;
	comes_up(-EBUSY, "reset of the USB port");
	plug_in();
	chip.reset_with = -ENODEV;
	comes_up(-ENODEV, "step 1 of 15, USB port");
	CU_ASSERT_EQUAL(chip.nb_resets, 1);
}

/* Each answer missing, to somebody else, or wrong: the step says so by name. */
static void
test_each_command(void)
{
	static const struct {
		uint32_t cmd;
		enum chip_fault fault;
		uint8_t status;
		int ret;
		const char *words;
	} rows[] = {
		{ 0x10, CHIP_MUTE, 0, -ETIMEDOUT, "PATCH_SEM_CONTROL: no answer" },
		{ 0x10, CHIP_OTHER_SEQ, 0, -ETIMEDOUT, "PATCH_SEM_CONTROL: no answer" },
		{ 0x10, CHIP_STATUS, 0, -EREMOTEIO, "does not let the patch in, status 0" },
		{ 0x10, CHIP_STATUS, 3, -EREMOTEIO, "does not let the patch in, status 3" },
		{ 0x10, CHIP_STATUS, 2, -EREMOTEIO, "not released, status 2" },
		{ 0x10, CHIP_SHORT, 35, -ETIMEDOUT, "PATCH_SEM_CONTROL: no answer" },
		{ 0x05, CHIP_MUTE, 0, -ETIMEDOUT, "5000 bytes to address 0x00900000" },
		{ 0x05, CHIP_OTHER_SEQ, 0, -ETIMEDOUT, "PATCH_START: no answer" },
		{ 0x01, CHIP_MUTE, 0, -ETIMEDOUT, "1030 bytes to address 0x00201000" },
		{ 0x07, CHIP_MUTE, 0, -ETIMEDOUT, "PATCH_FINISH: no answer" },
		{ 0x07, CHIP_STATUS, 1, -EREMOTEIO, "refuses the patch, status 1" },
		{ 0x02, CHIP_MUTE, 0, -ETIMEDOUT, "FW_START: no answer" },
		{ 0x8a, CHIP_MUTE, 0, -ETIMEDOUT, "GET_NIC_CAPAB: no answer" },
		{ 0x8a, CHIP_SHORT, 36, -EPROTO, "no list of what the chip can" },
		{ 0x8a, CHIP_SHORT, 60, -EPROTO, "step 10 of 15, capabilities" },
		{ CHIP_EXT(0x21), CHIP_MUTE, 0, -ETIMEDOUT, "EFUSE_BUFFER_MODE: no answer" },
		{ CHIP_EXT(0x46), CHIP_MUTE, 0, -ETIMEDOUT, "MAC_INIT_CTRL: no answer" },
		{ CHIP_EXT(0x4e), CHIP_MUTE, 0, -ETIMEDOUT, "SET_RX_PATH: no answer" },
		{ CHIP_EXT(0x08), CHIP_MUTE, 0, -ETIMEDOUT, "CHANNEL_SWITCH: no answer" },
		{ CHIP_UNI(1), CHIP_MUTE, 0, -ETIMEDOUT, "DEV_INFO_UPDATE: no answer" },
		{ CHIP_UNI(1), CHIP_STATUS, 9, -EREMOTEIO,
		  "DEV_INFO_UPDATE: the firmware refuses, status 0x00000009" },
		{ CHIP_UNI(1), CHIP_OTHER_CID, 0, -EPROTO, "is not its result" },
		{ CHIP_UNI(2), CHIP_STATUS, 1, -EREMOTEIO, "BSS_INFO_UPDATE: the firmware" },
		{ CHIP_UNI(2), CHIP_SHORT, 43, -EPROTO, "BSS_INFO_UPDATE: event" },
		{ CHIP_UNI(0x24), CHIP_MUTE, 0, -ETIMEDOUT, "SNIFFER: no answer" },
		{ CHIP_UNI(0x24), CHIP_STATUS, 1, -EREMOTEIO, "SNIFFER: the firmware refuses" },
		{ CHIP_UNI(0x24), CHIP_OTHER_SEQ, 0, -ETIMEDOUT, "step 15 of 15, channel" },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		plug_in();
		chip.fault_cmd = rows[i].cmd;
		chip.fault = rows[i].fault;
		chip.status = rows[i].status;
		chip.fault_count = UINT32_MAX;
		comes_up(rows[i].ret, rows[i].words);
		CU_ASSERT_EQUAL(chip.nb_resets, 2);

		/* Once, and then all is well. */
		plug_in();
		chip.fault_cmd = rows[i].cmd;
		chip.fault = rows[i].fault;
		chip.status = rows[i].status;
		chip.fault_count = 1;
		if (rows[i].status == 2 && rows[i].cmd == 0x10)
			continue;	/* the answer that is right there */
		comes_up(0, "once more");
		CU_ASSERT_EQUAL(chip.nb_resets, 2);
	}
}

/* What comes unasked is counted under its name and stops nothing. */
static void
test_asides(void)
{
	uint8_t stale[40] = { 36, 0, 0, 0x38, [24] = 12, [27] = 0xe0, [28] = 1, [29] = 7 };
	const uint64_t *notes = chip_port.rxq.stats.notes;

	plug_in();
	chip.fault_cmd = 0x8a;
	chip.fault = CHIP_ASIDES;
	chip.fault_count = 1;
	chip_say(stale, sizeof(stale));
	chip_say(stale, sizeof(stale));
	comes_up(0, NULL);
	CU_ASSERT_EQUAL(chip.nb_resets, 1);
	CU_ASSERT_EQUAL(notes[MT76U_NOTE_MCU_UNASKED], 2);
	CU_ASSERT_EQUAL(notes[MT76U_NOTE_MCU_STALE], 2);
	CU_ASSERT_EQUAL(notes[MT76U_NOTE_MCU_OTHER], 1);
	CU_ASSERT_EQUAL(notes[MT76U_NOTE_MCU_BAD], 1);
}

/* An answer with the right number that came too early is none. */
static void
test_stale_with_the_same_number(void)
{
	uint8_t stale[40] = { 36, 0, 0, 0x38, [24] = 12, [27] = 0xe0, [28] = 4, [29] = 2,
			      [32] = 0 };

	plug_in();
	chip_say(stale, sizeof(stale));
	comes_up(0, NULL);
	CU_ASSERT_EQUAL(chip.nb_resets, 1);
}

/* The file's name and what is wrong with it; the chip is not touched. */
static void
test_files(void)
{
	static const struct {
		const char *firmware;	/* NULL: the folder of the test */
		const char *name;	/* NULL: none is cut */
		int len;		/* -1: it is a folder */
		int ret;
		const char *words;
	} rows[] = {
		{ "/nonexistent/mediatek", NULL, 0, -ENOENT,
		  "patch /nonexistent/mediatek/" PATCH_FILE ": No such file or directory" },
		{ NULL, PATCH_FILE, 0, -EINVAL, PATCH_FILE ": 0 bytes are fewer" },
		{ NULL, PATCH_FILE, 200, -EINVAL, PATCH_FILE ": 200 bytes have no room" },
		{ NULL, PATCH_FILE, 1000, -EINVAL, PATCH_FILE ": section 0" },
		{ NULL, CODE_FILE, 0, -EINVAL, "code " },
		{ NULL, CODE_FILE, 35, -EINVAL, CODE_FILE ": 35 bytes are fewer" },
		{ NULL, CODE_FILE, 5000, -EINVAL, CODE_FILE ": " },
		{ NULL, PATCH_FILE, -1, -EISDIR, PATCH_FILE ": Is a directory" },
		{ NULL, CODE_FILE, -1, -EISDIR, CODE_FILE ": Is a directory" },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		plug_in();
		if (rows[i].firmware != NULL)
			chip_port.conf.firmware = (char *)(uintptr_t)rows[i].firmware;
		if (rows[i].name != NULL && rows[i].len >= 0)
			CU_ASSERT_EQUAL(truncate(file(rows[i].name), rows[i].len), 0);
		if (rows[i].len < 0) {
			unlink(file(rows[i].name));
			CU_ASSERT_EQUAL(mkdir(path, 0700), 0);
		}
		comes_up(rows[i].ret, rows[i].words);
		CU_ASSERT_EQUAL(chip.nb_control, 1);
		CU_ASSERT_EQUAL(chip.nb_bulk, 0);
		if (rows[i].name != NULL) {
			struct fw_image patch = fw_patch(sections, RTE_DIM(sections));
			struct fw_image code = fw_ram(regions, RTE_DIM(regions));

			if (rows[i].len < 0)
				rmdir(file(rows[i].name));
			write_file(PATCH_FILE, &patch);
			write_file(CODE_FILE, &code);
			fw_free(&patch);
			fw_free(&code);
		}
	}
}

/* While the port is stopped answers need receive DMA, and then it is off again. */
static void
test_channel(void)
{
	static const uint32_t want[] = { TUNE, LISTEN };
	unsigned int running, i;

	for (running = 0; running < 2; running++) {
		plug_in();
		CU_ASSERT_EQUAL_FATAL(mt76u_hw_init(&chip_port), 0);
		CU_ASSERT_EQUAL(mt76u_hw_set_rx(&chip_port, running), 0);
		chip.nb_cmds = 0;
		chip.nb_control = 0;
		*chip_reg(RFCR) = 0;
		chip_port.channel = (struct rte_wlan_channel){
			.band = 6, .control = 53, .width_mhz = 20,
		};
		CU_ASSERT_EQUAL(mt76u_hw_set_channel(&chip_port), 0);
		commands_are(want, RTE_DIM(want));
		for (i = 0; i < chip.nb_cmds; i++)
			CU_ASSERT_TRUE(chip.rx_on[i]);
		CU_ASSERT_EQUAL(*chip_reg(WLCFG_0), running ? 0x00d40000 : 0x00940000);
		CU_ASSERT_EQUAL(*chip_reg(RFCR), 0x00000002);
		CU_ASSERT_EQUAL(chip.nb_control, running ? 2 : 6);

		/* What fails says so, and the next time all is well; a halt is ended. */
		chip.bulk_fail_at = chip.nb_bulk + 1;
		chip.bulk_fail_count = 1;
		chip.fail_with = -EPIPE;
		chip.halted = 0x08;
		CU_ASSERT_EQUAL(mt76u_hw_set_channel(&chip_port), -EPIPE);
		CU_ASSERT_EQUAL(mt76u_hw_set_channel(&chip_port), 0);
		CU_ASSERT_EQUAL(chip.nb_halts, 1);
		CU_ASSERT_EQUAL(*chip_reg(WLCFG_0), running ? 0x00d40000 : 0x00940000);
		chip_port.channel.control = 54;
		CU_ASSERT_EQUAL(mt76u_hw_set_channel(&chip_port), -EINVAL);
		mt76u_hw_close(&chip_port);
	}
}

/* Back from a sleep: with its firmware, without its DMA, without anything. */
static void
test_resume(void)
{
	static const uint32_t warm[] = { 0x8a, TUNE, LISTEN };
	static const uint32_t cold[] = { BOOT, MONITOR };
	struct rte_ether_addr mac = { { 0x02, 1, 2, 3, 4, 5 } };
	unsigned int i;

	for (i = 0; i < 3; i++) {
		plug_in();
		CU_ASSERT_EQUAL_FATAL(mt76u_hw_init(&chip_port), 0);
		CU_ASSERT_EQUAL(mt76u_hw_set_rx(&chip_port, true), 0);
		chip_port.mac = mac;
		chip.nb_cmds = 0;
		chip.fw_len = 0;
		if (i == 1)
			*chip_reg(DUMMY_CR) = 0;
		if (i == 1)
			*chip_reg(0x7c026070) = 0;
		if (i == 2)
			*chip_reg(CONN_ON_MISC) = 0;
		CU_ASSERT_EQUAL(mt76u_hw_resume(&chip_port), 0);
		if (i < 2)
			commands_are(warm, RTE_DIM(warm));
		else
			commands_are(cold, RTE_DIM(cold));
		CU_ASSERT_EQUAL(*chip_reg(0x7c026070), 0x76540132);
		CU_ASSERT_EQUAL(memcmp(&chip_port.mac, &mac, 6), 0);
		CU_ASSERT_EQUAL(*chip_reg(WLCFG_0), 0x00940000);
		CU_ASSERT_EQUAL(chip_port.channel.control, 1);
		mt76u_hw_close(&chip_port);
	}
	/* What runs says nothing any more: it is loaded anew. */
	plug_in();
	CU_ASSERT_EQUAL_FATAL(mt76u_hw_init(&chip_port), 0);
	chip.fw_len = 0;
	chip.fault_cmd = 0x8a;
	chip.fault = CHIP_MUTE;
	chip.fault_count = 1;
	CU_ASSERT_EQUAL(mt76u_hw_resume(&chip_port), 0);
	CU_ASSERT_EQUAL(chip.nb_wfsys, 1);
	firmware_arrived();
	/* Gone is gone. */
	chip.fail_at = chip.nb_control;
	chip.fail_count = UINT32_MAX;
	chip.fail_with = -ENODEV;
	CU_ASSERT_EQUAL(mt76u_hw_resume(&chip_port), -ENODEV);
	mt76u_hw_close(&chip_port);
}

static void
test_capture(void)
{
	static const struct usb_transport_ops ops = { .name = "capture" };
	struct usb_transport capture = { .ops = &ops };

	plug_in();
	chip_port.usb = &capture;
	CU_ASSERT_EQUAL(mt76u_hw_init(&chip_port), 0);
	CU_ASSERT_TRUE(rte_is_valid_assigned_ether_addr(&chip_port.mac));
	CU_ASSERT_EQUAL(mt76u_hw_set_channel(&chip_port), -ENOTSUP);
	CU_ASSERT_EQUAL(mt76u_hw_resume(&chip_port), 0);
	CU_ASSERT_EQUAL(mt76u_hw_set_rx(&chip_port, true), 0);
	mt76u_hw_close(&chip_port);
	CU_ASSERT_EQUAL(chip.nb_control, 0);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "cold", test_cold },
		{ "registers", test_registers },
		{ "registers, from ones", test_registers_from_ones },
		{ "reset when something runs", test_reset_when_something_runs },
		{ "patched already", test_patched_already },
		{ "running", test_running },
		{ "wishes", test_wishes },
		{ "no address", test_no_address },
		{ "gone at each request", test_gone_at_each_request },
		{ "each control request fails", test_each_control_request_fails },
		{ "each bulk transfer fails", test_each_bulk_transfer_fails },
		{ "each poll", test_each_poll },
		{ "each command", test_each_command },
		{ "unasked events", test_asides },
		{ "a stale answer with the same number", test_stale_with_the_same_number },
		{ "files", test_files },
		{ "channel", test_channel },
		{ "resume", test_resume },
		{ "capture", test_capture },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "mt76u_up", set_up, tear_down, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
