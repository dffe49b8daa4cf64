/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Air and chip together: what goes into the air comes out of the transfers. */

#include <pcap/pcap.h>
#include <string.h>
#include <sys/wait.h>

#include "../cunit_run.h"
#include "air.h"
#include "bench.h"
#include "capture.h"

/* A driver's set-up: PHY report, PPDU status, sniffer. */
static void
program(struct bench *b, uint32_t rxagg0)
{
	bench_write(b, 0x9C00, 1);
	bench_write(b, 0x9C30, 3);
	bench_write(b, 0x11440, 0x6D);
	bench_write(b, 0x11400, 0x20F28010);
	bench_write(b, 0x11470, 1);
	bench_write(b, 0x11420, 0x0F174839);
	bench_write(b, 0x6004, 0x1F);
	bench_write(b, 0x6000, rxagg0);
}

static struct bench *
run(const char *spec, const char *options, enum usb_speed speed, uint32_t rxagg0,
    uint32_t urb_size)
{
	char err[200];
	struct air *air = air_open(spec, options, err, sizeof(err));
	struct bench *b;

	if (air == NULL)
		printf("  %s\n", err);
	CU_ASSERT_PTR_NOT_NULL_FATAL(air);
	b = bench_open(speed, air);
	program(b, rxagg0);
	bench_submit(b, 8, urb_size);
	bench_drain(b);
	return b;
}

/* Every frame of a second, equal air is in the transfers, in order and byte for
 * byte, and each PPDU's status follows its last frame. */
static unsigned int
compare(struct bench *b, const char *spec, const char *options)
{
	char err[200];
	struct air *air = air_open(spec, options, err, sizeof(err));
	unsigned int t, n = 0, status_due = 0;
	uint32_t pos;
	struct unit u;

	CU_ASSERT_PTR_NOT_NULL_FATAL(air);
	for (t = 0; t < b->n_transfers; t++) {
		for (pos = 0; bench_unit(&b->transfers[t], &pos, &u);) {
			const struct air_frame *f = air_peek(air);

			if (u.type == 10)
				continue;
			CU_ASSERT_EQUAL(u.type, status_due);
			if (u.type == 1) {
				status_due = 0;
				continue;
			}
			CU_ASSERT_PTR_NOT_NULL_FATAL(f);
			CU_ASSERT_EQUAL_FATAL(u.packet_len, f->len);
			CU_ASSERT_EQUAL(memcmp(u.packet, f->data, f->len), 0);
			CU_ASSERT_EQUAL(u.dw[4] >> 8 & 7, f->ppdu & 7);
			CU_ASSERT_EQUAL(u.dw[3] >> 11 & 1, f->ampdu);
			CU_ASSERT_EQUAL(u.dw[3] >> 6 & 1, f->fcs_bad);
			status_due = f->last;
			n++;
			air_take(air);
		}
	}
	CU_ASSERT_PTR_NULL(air_peek(air));
	CU_ASSERT_EQUAL(status_due, 0);
	air_close(air);
	return n;
}

static void
test_all_kinds_of_traffic(void)
{
	static const char *const options[] = {
		"lossless:1", "lossless:1/ampdu:1", "lossless:1/protect:ccmp128",
		"lossless:1/protect:tkip/undecrypted:1", "lossless:1/nulls:5",
		"lossless:1/amsdu:4", "lossless:1/frag:300", "lossless:1/a4:1/htc:1",
		"lossless:1/fcsbad:7", "lossless:1/mode:cck", "lossless:1/mode:ht",
		"lossless:1/mode:vht/tid:dscp", "lossless:1/qos:0",
	};
	unsigned int i, speed;

	for (i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		for (speed = 0; speed < 2; speed++) {
			const char *spec = "gen:count:500/size:900/flows:3";
			struct bench *b = run(spec, options[i], (enum usb_speed)speed,
					      0x80FF2014, 24576);
			unsigned int n = compare(b, spec, options[i]);

			CU_ASSERT(n >= 125);
			CU_ASSERT_EQUAL(bench_counter(b, "frames_delivered"), n);
			CU_ASSERT_EQUAL(bench_counter(b, "fifo_bytes_now"), 0);
			bench_close(b);
		}
	}
}

static void
test_sizes_and_aggregates(void)
{
	static const uint32_t rxagg0[] = {
		0x00000000, 0x80FF0114, 0x80FF2014, 0x80FF0014, 0x80FF0101, 0x80012014,
		0x80FFFF14,
	};
	static const char *const sizes[] = { "60", "64", "1514", "9000" };
	unsigned int i, k;

	for (i = 0; i < sizeof(rxagg0) / sizeof(rxagg0[0]); i++) {
		for (k = 0; k < 4; k++) {
			char spec[64];
			struct bench *b;

			snprintf(spec, sizeof(spec), "gen:count:200/size:%s", sizes[k]);
			b = run(spec, "lossless:1", USB_SPEED_SUPER, rxagg0[i], 32768);
			CU_ASSERT_EQUAL(compare(b, spec, NULL), 200);
			bench_close(b);
		}
	}
}

static void
test_kernel_settings_close_by(void)
{
	/* At full rate: 32 us on SuperSpeed end by the timer, 1024 us by size. */
	struct bench *b = run("gen:count:2000", "lossless:1", USB_SPEED_SUPER, 0x80FF0114,
			      24576);

	CU_ASSERT(bench_counter(b, "agg_closed_timer") >
		  10 * bench_counter(b, "agg_closed_size"));
	bench_close(b);
	b = run("gen:count:2000", "lossless:1", USB_SPEED_SUPER, 0x80FF2014, 24576);
	CU_ASSERT(bench_counter(b, "agg_closed_size") >
		  5 * bench_counter(b, "agg_closed_timer"));
	bench_close(b);
}

static void
test_hold_and_rate_of_the_published_table(void)
{
	/* 20480 bytes fill in 1.02 ms at 160 Mbit/s: below, the timer ends it. */
	struct bench *b = run("gen:rate:50/count:1000", NULL, USB_SPEED_SUPER, 0x80FF2014,
			      24576);

	CU_ASSERT_EQUAL(bench_counter(b, "agg_closed_size"), 0);
	CU_ASSERT_EQUAL(bench_counter(b, "fifo_overflow_frames"), 0);
	bench_close(b);
}

static void
test_overflow_adds_up(void)
{
	/* Faster than the bus: much is lost, nothing unaccounted. */
	struct bench *b = run("gen:count:3000", "fcsbad:10", USB_SPEED_HIGH, 0x80FF2014,
			      24576);
	uint64_t lost = bench_counter(b, "fifo_overflow_frames");

	CU_ASSERT_EQUAL(bench_counter(b, "frames_air"), 3000);
	CU_ASSERT(lost > 500);
	CU_ASSERT_EQUAL(bench_counter(b, "frames_delivered") + lost, 3000);
	CU_ASSERT_EQUAL(bench_counter(b, "units_wifi"), 3000 - lost);
	CU_ASSERT_EQUAL(bench_counter(b, "frames_inside_now"), 0);
	bench_close(b);
}

static void
test_filtered_adds_up(void)
{
	char err[200];
	struct air *air = air_open("gen:count:1000", "lossless:1/fcsbad:10", err, sizeof(err));
	struct bench *b = bench_open(USB_SPEED_SUPER, air);

	bench_write(b, 0x11420, 0x0F1740BE);
	bench_submit(b, 8, 24576);
	bench_drain(b);
	CU_ASSERT_EQUAL(bench_counter(b, "filtered_crc"), 100);
	CU_ASSERT_EQUAL(bench_counter(b, "frames_delivered"), 900);
	bench_close(b);
}

static void
test_same_run_twice(void)
{
	/* No clock, no chance: two runs give the same bytes at the same times. */
	struct bench *a = run("gen:count:500/size:300", "lossless:1", USB_SPEED_SUPER,
			      0x80FF0114, 24576);
	struct bench *b = run("gen:count:500/size:300", "lossless:1", USB_SPEED_SUPER,
			      0x80FF0114, 24576);
	unsigned int i;

	CU_ASSERT_EQUAL_FATAL(a->n_transfers, b->n_transfers);
	for (i = 0; i < a->n_transfers; i++) {
		CU_ASSERT_EQUAL(a->transfers[i].done_ns, b->transfers[i].done_ns);
		CU_ASSERT_EQUAL_FATAL(a->transfers[i].len, b->transfers[i].len);
		CU_ASSERT_EQUAL(memcmp(a->transfers[i].data, b->transfers[i].data,
				       a->transfers[i].len), 0);
	}
	bench_close(a);
	bench_close(b);
}

/* devtools/model2usbmon, where the build has told us its place. */
static void
test_usbmon_tool(void)
{
	const char *tool = getenv("MODEL2USBMON");
	static const int types[] = { 220, 189 };
	char command[600], err[PCAP_ERRBUF_SIZE];
	unsigned int i;

	if (tool == NULL) {
		skip("MODEL2USBMON does not name the program");
		return;
	}
	for (i = 0; i < 2; i++) {
		struct bench *b = run("gen:count:300/size:700", "lossless:1",
				      USB_SPEED_SUPER, 0x80FF0114, 32768);
		struct pcap_pkthdr *h;
		const u_char *p;
		unsigned int done = 0, header = types[i] == 220 ? 64 : 48;
		uint32_t urb_len;
		pcap_t *pcap;

		capture_write_bytes("", 0);
		snprintf(command, sizeof(command), "%s --air gen:count:300/size:700 "
			 "--air-options lossless:1 --count 0 --link-type %d --output %s "
			 ">/dev/null", tool, types[i], capture_spec() + 5);
		CU_ASSERT_EQUAL_FATAL(system(command), 0);
		pcap = pcap_open_offline(capture_spec() + 5, err);
		CU_ASSERT_PTR_NOT_NULL_FATAL(pcap);
		CU_ASSERT_EQUAL(pcap_datalink(pcap), types[i]);
		while (pcap_next_ex(pcap, &h, &p) == 1) {
			CU_ASSERT_FATAL(h->caplen >= header);
			CU_ASSERT_EQUAL(p[9], 3);	/* bulk */
			CU_ASSERT_EQUAL(p[10], 0x84);
			if (p[8] != 'C')
				continue;
			memcpy(&urb_len, p + 32, 4);
			CU_ASSERT_FATAL(done < b->n_transfers);
			CU_ASSERT_EQUAL_FATAL(urb_len, b->transfers[done].len);
			CU_ASSERT_EQUAL_FATAL(h->caplen, header + urb_len);
			CU_ASSERT_EQUAL(memcmp(p + header, b->transfers[done].data, urb_len), 0);
			done++;
		}
		CU_ASSERT_EQUAL(done, b->n_transfers);
		pcap_close(pcap);
		capture_remove();
		bench_close(b);
	}
}

static const char *const all_chips[] = {
	"rtl8922au", "rtl8852cu", "rtl8852bu", "rtl8852au", "rtl8851bu", "mt7921u",
};

static unsigned int
lines(const char *file, const char *beginning)
{
	char line[4096];
	unsigned int n = 0;
	FILE *f = fopen(file, "r");

	CU_ASSERT_PTR_NOT_NULL_FATAL(f);
	while (fgets(line, sizeof(line), f) != NULL)
		n += strncmp(line, beginning, strlen(beginning)) == 0;
	fclose(f);
	return n;
}

/* The tool can set up each chip so that it aggregates and hands up all frames, and the
 * log has a line for each of them. */
static void
test_usbmon_tool_knows_every_chip(void)
{
	const char *tool = getenv("MODEL2USBMON");
	char command[1400], file[560], column[40];
	unsigned int i, k;

	if (tool == NULL) {
		skip("MODEL2USBMON does not name the program");
		return;
	}
	for (i = 0; i < sizeof(all_chips) / sizeof(all_chips[0]); i++) {
		capture_write_bytes("", 0);
		snprintf(file, sizeof(file), "%s.log", capture_spec() + 5);
		snprintf(command, sizeof(command), "%s --chip %s --air gen:count:120/size:700 "
			 "--air-options lossless:1/mode:vht --count 0 --agg-count 3 "
			 "--output /dev/null --log %s --expect %s >/dev/null", tool,
			 all_chips[i], file, capture_spec() + 5);
		CU_ASSERT_EQUAL_FATAL(system(command), 0);
		CU_ASSERT_EQUAL(lines(capture_spec() + 5, "counter frames_delivered 120\n"), 1);
		CU_ASSERT_EQUAL(lines(capture_spec() + 5, "counter agg_closed_off 0\n"), 1);
		CU_ASSERT_EQUAL(lines(capture_spec() + 5, "counter agg_closed_count 0\n"), 0);
		CU_ASSERT_EQUAL(lines(file, ""), 121);
		CU_ASSERT_EQUAL(lines(file, "n,tsft_us,mode,mcs,nss,bw_mhz,gi_ns,"), 1);
		for (k = 0; k < 120; k++) {
			snprintf(column, sizeof(column), "%u,", k);
			CU_ASSERT_EQUAL(lines(file, column), 1);
		}
		remove(file);
		capture_remove();
	}
}

static void
test_usbmon_tool_errors(void)
{
	static const char *const bad[] = {
		"", "--air gen", "--output /dev/null", "--air tap:x --output /dev/null",
		"--air gen --output /nonexistent/x", "--air gen --output /dev/null --hold 31",
		"--air gen --output /dev/null --chip rtl8188",
		"--air gen --output /dev/null --switch nosuch:1",
		"--air gen --output /dev/null --switch zlp:maybe",
		"--air gen --output /dev/null --switch zlp",
		"--air gen --output /dev/null --urbs 257",
		"--air gen --output /dev/null --link-type 200",
		"--air gen --output /dev/null --speed full",
		"--air gen --output /dev/null --agg-size 21 --chip rtl8852bu",
		"--air gen --output /dev/null --agg-size 256 --chip mt7921u",
		"--air gen --output /dev/null --hold 256 --chip mt7921u",
		"--air gen --output /dev/null --hold 8192",
		"--air gen --output /dev/null --log /nonexistent/x",
		"--air gen --output /dev/null extra",
	};
	const char *tool = getenv("MODEL2USBMON");
	char command[600];
	unsigned int i;

	if (tool == NULL) {
		skip("MODEL2USBMON does not name the program");
		return;
	}
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		int status;

		snprintf(command, sizeof(command), "%s %s >/dev/null 2>&1", tool, bad[i]);
		status = system(command);
		CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == 1);
	}
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "all kinds of traffic", test_all_kinds_of_traffic },
		{ "sizes and aggregates", test_sizes_and_aggregates },
		{ "what closes at 32 and 1024 us", test_kernel_settings_close_by },
		{ "slow traffic ends by the timer", test_hold_and_rate_of_the_published_table },
		{ "overflow adds up", test_overflow_adds_up },
		{ "filtered adds up", test_filtered_adds_up },
		{ "the same run twice", test_same_run_twice },
		{ "model2usbmon", test_usbmon_tool },
		{ "model2usbmon: every chip", test_usbmon_tool_knows_every_chip },
		{ "model2usbmon: wrong use", test_usbmon_tool_errors },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "air and rtl8922au", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
