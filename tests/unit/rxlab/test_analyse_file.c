/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* "rxlab analyse" on captures written byte by byte: what it prints, how it ends. */

#include <unistd.h>

#include "../cunit_run.h"
#include "../usb/capture_write.h"
#include "lab.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
#define TRANSFERS 60

static char dir[] = "/tmp/rxlab-analyse-XXXXXX";
static char path[64], other[64], out_path[64], err_path[64];
static char out[65536], err[4096];

/* A record: data behind the header, and what of the header is not zero. */
struct record {
	char event;
	uint8_t type, endpoint, device;
	uint64_t us;
	int32_t status;
	uint32_t len, held;
	const uint8_t *data;
	uint8_t setup[8];
	uint64_t id;
};

static void
write_record(struct cap *c, const struct record *r)
{
	static uint8_t rec[64 + 65536];
	uint32_t hdr = c->link_type == 189 ? 48 : 64;

	memset(rec, 0, hdr);
	put(rec, r->id, 8, c->big);
	rec[8] = (uint8_t)r->event;
	rec[9] = r->type;
	rec[10] = r->endpoint;
	rec[11] = r->device;
	put(rec + 12, 1, 2, c->big);
	put(rec + 16, 1700000000 + r->us / 1000000, 8, c->big);
	put(rec + 24, r->us % 1000000, 4, c->big);
	put(rec + 28, (uint32_t)r->status, 4, c->big);
	put(rec + 32, r->len, 4, c->big);
	put(rec + 36, r->held, 4, c->big);
	memcpy(rec + 40, r->setup, 8);
	if (r->held != 0)
		memcpy(rec + hdr, r->data, r->held);
	cap_record(c, rec, hdr + r->held, hdr + r->held);
}

/* GET_DESCRIPTOR of the device: bMaxPacketSize0 9 is SuperSpeed. */
static void
write_descriptor(struct cap *c, uint8_t device, uint16_t vendor, uint16_t product)
{
	const uint8_t descriptor[18] = {
		18, 1, 0x10, 0x03, 0, 0, 0, 9, (uint8_t)vendor, (uint8_t)(vendor >> 8),
		(uint8_t)product, (uint8_t)(product >> 8), 0, 0, 1, 2, 3, 1,
	};

	write_record(c, &(struct record){
		.event = 'S', .type = 2, .endpoint = 0x80, .device = device, .status = -115,
		.len = 18, .setup = { 0x80, 6, 0, 1, 0, 0, 18, 0 }, .id = 1 });
	write_record(c, &(struct record){
		.event = 'C', .type = 2, .endpoint = 0x80, .device = device, .len = 18,
		.held = 18, .data = descriptor, .id = 1 });
}

/* RXAGG_0 of the 8852B: on, 20 KiB, hold in 32 us. */
static void
write_hold(struct cap *c, uint8_t device, uint8_t steps, uint64_t us)
{
	const uint8_t value[4] = { 0x05, steps, 0x00, 0x80 };

	write_record(c, &(struct record){
		.event = 'S', .type = 2, .device = device, .status = -115, .us = us, .len = 4,
		.held = 4, .data = value, .setup = { 0x40, 5, 0x00, 0x89, 0, 0, 4, 0 },
		.id = 2 });
	write_record(c, &(struct record){
		.event = 'C', .type = 2, .device = device, .us = us, .len = 4, .id = 2 });
}

/* A short descriptor of AX, word by word, and 84 bytes of frame: 104 bytes each. */
static uint32_t
put_unit(uint8_t *p, uint32_t stamp_us)
{
	memset(p, 0, 16);
	memset(p + 16, 0xaa, 88);
	put(p, 84, 4, false);			/* a frame of 84 bytes */
	put(p + 4, 0x018b0000, 4, false);	/* HE MCS 11, 20 MHz: under 6 us */
	put(p + 8, stamp_us, 4, false);
	return 104;
}

/* A transfer of two frames each 2000 us, complete 100 us after the second. */
static void
write_transfers(struct cap *c, uint8_t device, unsigned int first, unsigned int n)
{
	uint8_t data[208];
	unsigned int i;

	for (i = first; i < first + n; i++) {
		put_unit(data, i * 2000);
		put_unit(data + 104, i * 2000 + 20);
		write_record(c, &(struct record){
			.event = 'S', .type = 3, .endpoint = 0x84, .device = device,
			.us = i * 2000 + 10, .status = -115, .len = 32768, .id = 100 + i });
		write_record(c, &(struct record){
			.event = 'C', .type = 3, .endpoint = 0x84, .device = device,
			.us = i * 2000 + 120, .len = 208, .held = 208, .data = data,
			.id = 100 + i });
	}
}

static struct cap
start(const char *file, uint32_t link_type, bool ng, bool big)
{
	struct cap c = { .ng = ng, .big = big, .link_type = link_type };

	cap_open(&c, file);
	return c;
}

static void
write_good(uint32_t link_type, bool ng, bool big)
{
	struct cap c = start(path, link_type, ng, big);

	write_descriptor(&c, 5, 0x0bda, 0xb832);
	write_hold(&c, 5, 0x20, 0);
	write_transfers(&c, 5, 0, TRANSFERS);
	cap_close(&c);
}

static void
read_file(const char *file, char *text, size_t size)
{
	FILE *f = fopen(file, "rb");
	size_t n = f == NULL ? 0 : fread(text, 1, size - 1, f);

	text[n] = '\0';
	if (f != NULL)
		fclose(f);
}

/* Runs it with these words behind "analyse"; out and err are what it printed. */
static int
run(const char *a, const char *b, const char *c)
{
	const char *const words[] = { "analyse", a, b, c, NULL };
	char *argv[5];
	int argc = 0, status, kept_out, kept_err;

	for (; words[argc] != NULL; argc++)
		argv[argc] = strdup(words[argc]);
	argv[argc] = NULL;
	fflush(stdout);
	fflush(stderr);
	kept_out = dup(1);
	kept_err = dup(2);
	if (freopen(out_path, "w", stdout) == NULL || freopen(err_path, "w", stderr) == NULL)
		abort();
	status = lab_analyse(argc, argv);
	fflush(stdout);
	fflush(stderr);
	dup2(kept_out, 1);
	dup2(kept_err, 2);
	close(kept_out);
	close(kept_err);
	while (argc > 0)
		free(argv[--argc]);
	read_file(out_path, out, sizeof(out));
	read_file(err_path, err, sizeof(err));
	return status;
}

/* What it printed has these words. */
static void
says(const char *text)
{
	bool there = strstr(out, text) != NULL;

	CU_ASSERT_TRUE(there);
	if (!there)
		printf("\n  not in the report: %s\n%s%s", text, out, err);
}

/* It refuses, in one line that has these words, and prints nothing else. */
static void
refuses(int wanted, int status, const char *text)
{
	bool good = status == wanted && strstr(err, text) != NULL && out[0] == '\0' &&
		strchr(err, '\n') == err + strlen(err) - 1;

	CU_ASSERT_TRUE(good);
	if (!good)
		printf("\n  %d, not \"%s\": %s%s", status, text, err, out);
}

static void
known_by_its_descriptor(void)
{
	write_good(220, false, false);
	CU_ASSERT_EQUAL(run(path, NULL, NULL), 0);
	CU_ASSERT_STRING_EQUAL(err, "");
	says("124 records");
	says("1.5, rtl8852bu, 0bda:b832, SuperSpeed, requests of 32768 bytes");
	says("60 in 0.118 s: 12480 bytes, 120 frames, 0 other units");
	says("hold 1024 us, size 20 KiB, no limit of count: written 1 times");
	says("cannot tell: from 18 to 2002 us");
	says("the usual 1024 us is among them");
	says("closed by  timer 60 (100.0 %, 208 bytes)");
	says("between transfers: mean 2000 us");
	says("on x86\n");
	says("* in force, reckoned 60; seen were 60 transfers");
}

/* The same words whatever the format. */
static void
formats(void)
{
	static char first[sizeof(out)];
	unsigned int i;

	for (i = 0; i < 8; i++) {
		write_good(i & 1 ? 189 : 220, i & 2, i & 4);
		CU_ASSERT_EQUAL(run(path, NULL, NULL), 0);
		if (i == 0)
			memcpy(first, out, sizeof(first));
		CU_ASSERT_STRING_EQUAL(out, first);
	}
}

static void
several_devices(void)
{
	struct cap c = start(path, 220, false, false);

	write_descriptor(&c, 5, 0x0bda, 0xb832);
	write_descriptor(&c, 6, 0x0bda, 0xb852);
	write_transfers(&c, 5, 0, 10);
	write_transfers(&c, 6, 0, 20);
	cap_close(&c);
	refuses(1, run(path, NULL, NULL), "several devices have data, choose one with "
		"--dev=BUS.DEV: 1.5 (0bda:b832) 1.6 (0bda:b852)");
	CU_ASSERT_EQUAL(run(path, "--dev=1.6", NULL), 0);
	says("20 in");
	refuses(1, run(path, "--dev=1.7", NULL), "no bulk-IN data of a known Wi-Fi chip of device "
		"1.7 in");
	refuses(2, run(path, "--dev=1", NULL), "--dev=1: not BUS.DEV");
}

/* A disk beside the dongle is not asked about. */
static void
other_devices_do_not_matter(void)
{
	struct cap c = start(path, 220, false, false);

	write_descriptor(&c, 4, 0x0781, 0x5567);
	write_transfers(&c, 4, 0, 30);
	write_descriptor(&c, 5, 0x0bda, 0xb832);
	write_transfers(&c, 5, 0, 10);
	/* Nothing is known of this one. */
	write_transfers(&c, 7, 0, 20);
	cap_close(&c);
	CU_ASSERT_EQUAL(run(path, NULL, NULL), 0);
	says("1.5, rtl8852bu");
	says("10 in");
}

static void
unknown_chip(void)
{
	struct cap c = start(path, 220, false, false);

	write_transfers(&c, 5, 0, 10);
	cap_close(&c);
	refuses(1, run(path, NULL, NULL), "its descriptor was not captured: give --chip=, one of "
		"rtl8922au, rtl8852cu, rtl8852bu, rtl8852au, rtl8851bu, mt7921u");
	CU_ASSERT_EQUAL(run(path, "--chip=rtl8852bu", NULL), 0);
	says("rtl8852bu as you say");
	says("registers  not in this capture (0 requests of others)");
	says("closed by  timer 10");
	says("on x86-usb2\n");
	refuses(2, run(path, "--chip=rtl8852", NULL), "--chip=rtl8852: none of rtl8922au");
	c = start(path, 220, false, false);
	write_descriptor(&c, 5, 0x1234, 0x5678);
	write_transfers(&c, 5, 0, 10);
	cap_close(&c);
	refuses(1, run(path, NULL, NULL), "devices: 1.5 (1234:5678); if it is one of these");
	refuses(1, run(path, "--dev=1.5", NULL), "the chip of device 1.5 is not known by its id");
	CU_ASSERT_EQUAL(run(path, "--dev=1.5", "--chip=rtl8852bu"), 0);
}

static void
hold_that_changes(void)
{
	struct cap c = start(path, 220, false, false);

	write_descriptor(&c, 5, 0x0bda, 0xb832);
	write_transfers(&c, 5, 0, 10);
	write_hold(&c, 5, 0x20, 19000);
	write_transfers(&c, 5, 10, 20);
	write_hold(&c, 5, 0x20, 59000);
	write_hold(&c, 5, 0x01, 59100);
	write_transfers(&c, 5, 30, 30);
	cap_close(&c);
	CU_ASSERT_EQUAL(run(path, NULL, NULL), 0);
	says("written 3 times");
	says("from 0.000 s, 10 transfers: no limit of size, no limit of count, inferred\n");
	says("from 0.020 s, 20 transfers: hold 1024 us, size 20 KiB, no limit of count\n");
	says("from 0.060 s, 30 transfers: hold 32 us, size 20 KiB, no limit of count\n");
	says("* in force at the end, reckoned 60");
}

static void
errors_are_counted(void)
{
	char option[80];
	uint8_t data[208];
	struct cap c = start(path, 220, false, false);

	put_unit(data, 0);
	memset(data + 104, 0xff, 104);
	write_descriptor(&c, 5, 0x0bda, 0xb832);
	write_transfers(&c, 5, 0, 10);
	write_record(&c, &(struct record){ .event = 'C', .type = 3, .endpoint = 0x84,
		.device = 5, .us = 20000, .status = -71 });
	write_record(&c, &(struct record){ .event = 'C', .type = 3, .endpoint = 0x84,
		.device = 5, .us = 20010, .status = -2 });
	write_record(&c, &(struct record){ .event = 'E', .type = 3, .endpoint = 0x84,
		.device = 5, .us = 20020, .status = -19 });
	write_record(&c, &(struct record){ .event = 'C', .type = 3, .endpoint = 0x84,
		.device = 5, .us = 20030, .len = 208, .held = 208, .data = data });
	/* The capture has 120 of 208 bytes. */
	write_record(&c, &(struct record){ .event = 'C', .type = 3, .endpoint = 0x84,
		.device = 5, .us = 22030, .len = 208, .held = 120, .data = data });
	cap_close(&c);
	CU_ASSERT_EQUAL(run(path, NULL, NULL), 0);
	says("1 transfers with errors (the last: -71; 0 bytes), 1 requests refused, 1 taken back");
	says("1 transfers not understood to their end (104 bytes)");
	says("the capture lacks 88 bytes of 1 transfers");
	says("12 in");
	/* What the host took back was no transfer. */
	snprintf(option, sizeof(option), "--csv=%s", other);
	CU_ASSERT_EQUAL(run(path, option, NULL), 0);
	read_file(other, out, sizeof(out));
	says("\n11,19880,-71,0,0,0,0,error,");
	says("\n12,19910,");
}

/* A unit that goes on in the next transfer is one, and its rest is no descriptor. */
static void
split_unit(void)
{
	uint8_t data[3 * 104];
	struct cap c = start(path, 220, false, false);
	unsigned int i;

	write_descriptor(&c, 5, 0x0bda, 0xb832);
	write_record(&c, &(struct record){ .event = 'S', .type = 3, .endpoint = 0x84,
		.device = 5, .status = -115, .len = 256 });
	for (i = 0; i < 10; i++) {
		put_unit(data, i * 2000);
		put_unit(data + 104, i * 2000);
		put_unit(data + 208, i * 2000);
		write_record(&c, &(struct record){ .event = 'C', .type = 3, .endpoint = 0x84,
			.device = 5, .us = i * 2000 + 50, .len = 256, .held = 256, .data = data });
		write_record(&c, &(struct record){ .event = 'C', .type = 3, .endpoint = 0x84,
			.device = 5, .us = i * 2000 + 60, .len = 56, .held = 56,
			.data = data + 256 });
	}
	cap_close(&c);
	CU_ASSERT_EQUAL(run(path, NULL, NULL), 0);
	says("20 in 0.018 s: 3120 bytes, 30 frames");
	says("10 units cut by the end of a full transfer; 0 transfers not understood");
	says("more at once than the host's requests of 256 bytes hold");
}

/* Wherever the file ends: one line and no report, or a report that says so. */
static void
cut_anywhere(void)
{
	static uint8_t bytes[65536];
	FILE *f;
	size_t n, cut;
	unsigned int ng, reports = 0;

	for (ng = 0; ng < 2; ng++) {
		struct cap c = start(path, 220, ng != 0, false);

		write_descriptor(&c, 5, 0x0bda, 0xb832);
		write_hold(&c, 5, 0x20, 0);
		write_transfers(&c, 5, 0, 3);
		cap_close(&c);
		f = fopen(path, "rb");
		n = fread(bytes, 1, sizeof(bytes), f);
		fclose(f);
		for (cut = 0; cut < n; cut++) {
			int status;

			f = fopen(other, "wb");
			fwrite(bytes, 1, cut, f);
			fclose(f);
			status = run(other, NULL, NULL);
			CU_ASSERT_TRUE(status == 0 ? err[0] == '\0' : out[0] == '\0' &&
				       strchr(err, '\n') == err + strlen(err) - 1);
			if (status == 0 && strstr(out, "cut or damaged") != NULL)
				reports++;
		}
	}
	CU_ASSERT_TRUE(reports > 100);
}

static void
not_a_capture(void)
{
	struct cap c;

	refuses(1, run("/nonexistent", NULL, NULL), "No such file");
	refuses(1, run(dir, NULL, NULL), "not a regular file");
	fclose(fopen(path, "wb"));
	refuses(1, run(path, NULL, NULL), "not a capture");
	c = start(path, 127, false, false);
	cap_close(&c);
	refuses(1, run(path, NULL, NULL), "frames from the air, not USB");
	c = start(path, 1, false, false);
	cap_close(&c);
	refuses(1, run(path, NULL, NULL), "none of 189 and 220");
	c = start(path, 220, false, false);
	cap_close(&c);
	refuses(1, run(path, NULL, NULL), "no bulk-IN data of a known Wi-Fi chip in 0 records; "
		"devices: none");
}

static void
wrong_words(void)
{
	refuses(2, run(NULL, NULL, NULL), "which capture?");
	refuses(2, run("a", "b", NULL), "one capture, and \"b\"?");
	refuses(2, run("a", "--nonsense", NULL), "--help");
	refuses(2, run("a", "--host=nobody", NULL), "nobody");
	refuses(2, run("a", "--layout=other", NULL), "neither vendor nor linux");
	refuses(2, run("a", "--plot=b.jpg", NULL), "ends neither in .svg nor in .png");
	CU_ASSERT_EQUAL(run("--help", NULL, NULL), 0);
	says("usage: rxlab analyse FILE");
}

static void
csv(void)
{
	char option[80];

	write_good(220, false, false);
	snprintf(option, sizeof(option), "--csv=%s", other);
	CU_ASSERT_EQUAL(run(path, option, NULL), 0);
	read_file(other, out, sizeof(out));
	says("transfer,time_us,status,bytes,captured,units,frames,close,gap_us,first_us,"
	     "span_us,hold_us,carried,abandoned,split\n"
	     "1,0,0,208,208,2,2,timer,0,5.513,20.000,1024,0,0,0\n");
	says("\n2,2000,0,208,208,2,2,timer,2000,");
	says(",20.000,1024,0,0,0\n");
	says("\n60,118000,0,");
	snprintf(option, sizeof(option), "--csv=%s/none/file", dir);
	refuses(1, run(path, option, NULL), "No such file");
}

/* A hold that is on no ladder. */
static void
row_of_its_own(void)
{
	struct cap c = start(path, 220, false, false);

	write_descriptor(&c, 5, 0x0bda, 0xb832);
	write_hold(&c, 5, 0x1f, 0);
	write_transfers(&c, 5, 0, TRANSFERS);
	cap_close(&c);
	CU_ASSERT_EQUAL(run(path, NULL, NULL), 0);
	says("\n992 us * ");
	says("\n1024 us  ");
}

/* The host's costs: 1000 transfers in a second of 1 ms each. */
static void
costs_of_a_host(void)
{
	write_good(220, false, false);
	CU_ASSERT_EQUAL(run(path, "--host=transfer-ns:1000000/frame-ns:0", NULL), 0);
	says("(1000000 ns for a transfer, 0 ns for a frame");
	/* 120 frames in 0.118 s. */
	says("101.69 %");
	says("50.85 %");
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "known_by_its_descriptor", known_by_its_descriptor },
		{ "formats", formats },
		{ "several_devices", several_devices },
		{ "other_devices_do_not_matter", other_devices_do_not_matter },
		{ "unknown_chip", unknown_chip },
		{ "hold_that_changes", hold_that_changes },
		{ "errors_are_counted", errors_are_counted },
		{ "split_unit", split_unit },
		{ "cut_anywhere", cut_anywhere },
		{ "not_a_capture", not_a_capture },
		{ "wrong_words", wrong_words },
		{ "csv", csv },
		{ "row_of_its_own", row_of_its_own },
		{ "costs_of_a_host", costs_of_a_host },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ .pName = "analyse_file", .pTests = tests },
		CU_SUITE_INFO_NULL,
	};
	int rc;

	if (mkdtemp(dir) == NULL || CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	snprintf(path, sizeof(path), "%s/capture", dir);
	snprintf(other, sizeof(other), "%s/other", dir);
	snprintf(out_path, sizeof(out_path), "%s/out", dir);
	snprintf(err_path, sizeof(err_path), "%s/err", dir);
	rc = cunit_run();
	unlink(path);
	unlink(other);
	unlink(out_path);
	unlink(err_path);
	rmdir(dir);
	return rc;
}
