/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What usb_replay_open() refuses: the right error, and one line that helps. */

#include <errno.h>

#include "replay_fixture.h"

static const struct urb one = { .len = 100, .seed = 1 };

/* Both ways of replaying must refuse alike and leave nothing behind. */
static void
refused(const char *device, int err, const char *word)
{
	unsigned int loop;

	for (loop = 0; loop < 2; loop++) {
		const char *line;

		CU_ASSERT_EQUAL(fx_open(device, loop), err);
		CU_ASSERT_PTR_NULL(fx_t);
		CU_ASSERT_EQUAL(fx_shared.nb_counters, 0);
		line = fx_one_line();
		CU_ASSERT_PTR_NOT_NULL(strstr(line, "net_test0"));
		if (strstr(line, word) == NULL) {
			printf("  no \"%s\" in: %s", word, line);
			CU_FAIL("the line does not say why");
		}
	}
}

static void
write_bytes(const void *bytes, size_t len)
{
	FILE *f = fopen(fx_file, "wb");

	fwrite(bytes, 1, len, f);
	fclose(f);
}

static void
foreign_link_types(void)
{
	static const struct { uint32_t type; const char *word; } foreign[] = {
		{ 249, "USBPcap" }, { 119, "119 (PRISM_HEADER)" }, { 192, "192 (PPI)" },
		{ 127, "127 (IEEE802_11_RADIO)" }, { 105, "air=pcap:" },
		{ 1, "1 (EN10MB)" }, { 65000, "65000 (unknown)" },
		{ 266, "none of 189 and 220" },		/* USB on Darwin */
	};
	unsigned int i, ng;

	for (i = 0; i < RTE_DIM(foreign); i++)
		for (ng = 0; ng < 2; ng++) {
			struct cap c = { .ng = ng, .link_type = foreign[i].type };

			fx_write_as(c, &one, 1);
			refused(NULL, -EPROTONOSUPPORT, foreign[i].word);
		}
}

static void
missing_file(void)
{
	unlink(fx_file);
	refused(NULL, -ENOENT, "No such file");
}

static void
directory(void)
{
	char keep[sizeof(fx_file)];

	strcpy(keep, fx_file);
	strcpy(fx_file, fx_dir);
	refused(NULL, -EBADMSG, "not a regular file");
	strcpy(fx_file, keep);
}

static void
empty_file(void)
{
	write_bytes("", 0);
	refused(NULL, -EBADMSG, "not a capture");
}

static void
text_file(void)
{
	static const char text[] = "a0b1 123 C Bi:1:005:4 0 4 = 01020304\n";

	write_bytes(text, sizeof(text) - 1);
	refused(NULL, -EBADMSG, "not a capture");
}

static void
invalid_version(void)
{
	static uint8_t pcap[24] = {
		0xd4, 0xc3, 0xb2, 0xa1, 3, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0,
		0, 0, 4, 0, 220, 0, 0, 0,
	};
	static const uint8_t pcapng[28] = {
		0x0a, 0x0d, 0x0d, 0x0a, 28, 0, 0, 0, 0x4d, 0x3c, 0x2b, 0x1a, 9, 0, 0, 0,
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 28, 0, 0, 0,
	};

	write_bytes(pcap, sizeof(pcap));
	refused(NULL, -EBADMSG, "version 3.4");
	pcap[4] = 1;
	write_bytes(pcap, sizeof(pcap));
	refused(NULL, -EBADMSG, "archaic");
	write_bytes(pcapng, sizeof(pcapng));
	refused(NULL, -EBADMSG, "version");
}

static void
no_records(void)
{
	fx_write(&one, 0);
	refused(NULL, -ENODATA, "of 0 records");
}

static void
cut_anywhere(void)
{
	/* In the file header, the record header, the usbmon header, the data. */
	static const long at[] = { 4, 23, 25, 39, 41, 24 + 16 + 63, 24 + 16 + 64 + 99 };
	unsigned int i;

	for (i = 0; i < RTE_DIM(at); i++) {
		fx_write(&one, 1);
		CU_ASSERT_EQUAL_FATAL(truncate(fx_file, at[i]), 0);
		refused(NULL, -EBADMSG, at[i] < 24 ? "not a capture" :
			"damaged after 0 records: truncated");
	}
}

static void
cut_pcapng(void)
{
	static const struct urb two[] = { { .len = 100 }, { .len = 100 } };

	fx_write_as((struct cap){ .ng = true }, two, 2);
	/* Section 28, interface 20, each packet block 32 + 64 + 100. */
	CU_ASSERT_EQUAL_FATAL(truncate(fx_file, 48 + 196 + 100), 0);
	refused(NULL, -EBADMSG, "damaged after 1 records");
}

static void
several_devices_are_named(void)
{
	static const struct urb u[] = {
		{ .len = 10 }, { .device = 9, .len = 10 }, { .bus = 3, .len = 10 },
		{ .bus = 4, .len = 0 },
	};

	fx_write(u, RTE_DIM(u));
	refused(NULL, -ENOTUNIQ, "replay-dev=BUS.DEV: 1.5 1.9 3.5\n");
}

static void
more_devices_than_a_line_holds(void)
{
	static struct urb u[600];
	unsigned int i;

	for (i = 0; i < RTE_DIM(u); i++)
		u[i] = (struct urb){ .bus = (uint16_t)(60000 + i), .len = 4 };
	fx_write(u, RTE_DIM(u));
	refused(NULL, -ENOTUNIQ, "60000.5");
	refused(NULL, -ENOTUNIQ, " ...\n");
	/* Data that comes only after more devices than are told apart. */
	for (i = 0; i + 1 < RTE_DIM(u); i++)
		u[i].len = 0;
	fx_write(u, RTE_DIM(u));
	refused(NULL, -ENOTUNIQ, "BUS.DEV: ...\n");
	CU_ASSERT_EQUAL_FATAL(fx_open("60599.5", false), 0);
	fx_close();
}

static void
no_data_says_what_there_was(void)
{
	static const struct urb u[] = {
		{ .event = 'S' }, { .endpoint = 0x81, .len = 4 }, { .len = 9, .cut = 2 },
		{ .len = 0 }, { .len = 9, .status = -2 }, { .len = 40000 },
	};

	fx_write(u, RTE_DIM(u));
	refused(NULL, -ENODATA, "endpoint 0x84; of 6 records: 1 submissions, "
		"1 of other endpoints, 0 of other devices, 1 truncated, "
		"1 longer than 32768 bytes, 0 damaged");
}

static void
chosen_device_has_no_data(void)
{
	fx_write(&one, 1);
	refused("1.6", -ENODATA, "of device 1.6");
	refused("2.5", -ENODATA, "1 of other devices");
}

static void
device_is_parsed_strictly(void)
{
	static const char *const bad[] = {
		"", ".", "1", "1.", ".5", "1.5.", "1.5 ", " 1.5", "+1.5", "1.-5",
		"1.128", "65536.5", "4294967297.5", "1.4294967301", "0x1.5", "1,5",
		"1:5", "1.5\t", "eins.5",
	};
	unsigned int i;

	fx_write(&one, 1);
	for (i = 0; i < RTE_DIM(bad); i++)
		refused(bad[i], -EINVAL, "BUS.DEV");
	CU_ASSERT_EQUAL_FATAL(fx_open("1.5", false), 0);
	fx_close();
	CU_ASSERT_EQUAL_FATAL(fx_open("00001.005", false), 0);
	fx_close();
}

static void
no_memory(void)
{
	fx_write(&one, 1);
	fx_conf.nb_bufs = 1000000;
	CU_ASSERT_EQUAL(fx_open(NULL, false), -ENOMEM);
	fx_conf.nb_bufs = 8;
	CU_ASSERT_PTR_NULL(fx_t);
	CU_ASSERT_EQUAL(fx_shared.nb_counters, 0);
	CU_ASSERT_PTR_NOT_NULL(strstr(fx_one_line(), "no memory for 1000000 transfer buffers"));
}

/* Flameeyes/usbmon-tools testdata/test1.pcap: control and interrupt only. */
static void
public_capture_without_bulk(void)
{
	static const char name[] = "usb__usbmontools__test1.pcap";
	const char *dir = getenv("RXBATCH_DATA");
	char path[512];
	FILE *in, *out;
	int byte;

	snprintf(path, sizeof(path), "%s/%s", dir == NULL ? SOURCE_ROOT
		 "/../shared/data" : dir, name);
	in = fopen(path, "rb");
	if (in == NULL) {
		skip("the public capture is not here");
		return;
	}
	out = fopen(fx_file, "wb");
	while ((byte = fgetc(in)) != EOF)
		fputc(byte, out);
	fclose(out);
	fclose(in);
	refused(NULL, -ENODATA, "no bulk-IN data on endpoint 0x84; of 16 records: "
		"8 submissions, 8 of other endpoints");
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "foreign_link_types", foreign_link_types },
		{ "missing_file", missing_file },
		{ "directory", directory },
		{ "empty_file", empty_file },
		{ "text_file", text_file },
		{ "invalid_version", invalid_version },
		{ "no_records", no_records },
		{ "cut_anywhere", cut_anywhere },
		{ "cut_pcapng", cut_pcapng },
		{ "several_devices_are_named", several_devices_are_named },
		{ "more_devices_than_a_line_holds", more_devices_than_a_line_holds },
		{ "no_data_says_what_there_was", no_data_says_what_there_was },
		{ "chosen_device_has_no_data", chosen_device_has_no_data },
		{ "device_is_parsed_strictly", device_is_parsed_strictly },
		{ "no_memory", no_memory },
		{ "public_capture_without_bulk", public_capture_without_bulk },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ .pName = "replay_open", .pTests = tests },
		CU_SUITE_INFO_NULL,
	};
	int rc;

	if (fx_init() != 0 || CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	rc = cunit_run();
	fx_fini();
	return rc;
}
