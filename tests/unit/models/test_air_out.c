/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What the radio sends: the capture that keeps it, and its times. Bytes of radiotap
 * as radiotap.org describes them. */

#include <pcap/pcap.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/resource.h>
#include <unistd.h>

#include "air.h"
#include "air/out.h"

#include "../cunit_run.h"
#include "bench.h"

static char path[512];

static struct air *
open_air(void)
{
	char err[256] = "";
	struct air *air = air_open(NULL, NULL, err, sizeof(err));
	const char *dir = getenv("TMPDIR");
	int fd;

	CU_ASSERT_PTR_NOT_NULL_FATAL(air);
	snprintf(path, sizeof(path), "%s/air-out-XXXXXX", dir != NULL ? dir : "/tmp");
	fd = mkstemp(path);
	CU_ASSERT_FATAL(fd >= 0);
	close(fd);
	CU_ASSERT_TRUE_FATAL(air_out_open(air, path, err, sizeof(err)));
	return air;
}

static uint64_t
counter(const struct air *air, const char *wanted)
{
	const char *name;
	uint64_t value;
	unsigned int i;

	for (i = 0; air_counter(air, i, &name, &value); i++)
		if (strcmp(name, wanted) == 0)
			return value;
	return UINT64_MAX;
}

static pcap_t *
open_capture(void)
{
	char err[PCAP_ERRBUF_SIZE];
	pcap_t *p = pcap_open_offline(path, err);

	CU_ASSERT_PTR_NOT_NULL_FATAL(p);
	CU_ASSERT_EQUAL(pcap_datalink(p), 127);
	return p;
}

static unsigned int
records(void)
{
	struct pcap_pkthdr *head;
	const u_char *data;
	unsigned int n = 0;
	pcap_t *p = open_capture();

	while (pcap_next_ex(p, &head, &data) == 1)
		n++;
	pcap_close(p);
	return n;
}

static const struct air_rate rate_6 = { AIR_OFDM, 0, 1, 0, 0 };

static struct air_tx
frame_tx(uint8_t *bytes, uint32_t len, const uint8_t *ra, struct air_rate rate)
{
	bench_frame_bytes(bytes, len, 0x0188, ra, 0);
	return (struct air_tx){ .data = bytes, .len = len, .rate = rate };
}

static void
test_silence(void)
{
	char err[256];
	struct air *air = air_open(NULL, "bssid:02:00:00:00:00:07", err, sizeof(err));

	CU_ASSERT_PTR_NOT_NULL_FATAL(air);
	CU_ASSERT_PTR_NULL(air_peek(air));
	air_delay(air, 1000);
	air_take(air);
	CU_ASSERT_PTR_NULL(air_peek(air));
	CU_ASSERT_EQUAL(counter(air, "air_mpdus"), 0);
	CU_ASSERT_EQUAL(counter(air, "air_tx_frames"), 0);
	air_close(air);
	CU_ASSERT_PTR_NULL(air_open(NULL, "bssid:1", err, sizeof(err)));
	CU_ASSERT_NOT_EQUAL(strlen(err), 0);
}

static void
test_record(void)
{
	uint8_t bytes[60];
	struct air_tx tx = frame_tx(bytes, 60, bench_other, rate_6);
	struct air *air = open_air();
	struct pcap_pkthdr *head;
	const u_char *data;
	pcap_t *p;

	air_send(air, 5000123456ull, &tx);
	CU_ASSERT_EQUAL(counter(air, "air_tx_frames"), 1);
	CU_ASSERT_EQUAL(counter(air, "air_tx_bytes"), 60);
	air_close(air);
	p = open_capture();
	CU_ASSERT_EQUAL_FATAL(pcap_next_ex(p, &head, &data), 1);
	CU_ASSERT_EQUAL(head->ts.tv_sec, 5);
	CU_ASSERT_EQUAL(head->ts.tv_usec, 123);
	CU_ASSERT_EQUAL_FATAL(head->caplen, 20 + 60);
	CU_ASSERT_EQUAL(head->len, head->caplen);
	CU_ASSERT_EQUAL(data[2], 20);
	/* The frame alone, no FCS behind it. */
	CU_ASSERT_EQUAL(memcmp(data + 20, bytes, 60), 0);
	CU_ASSERT_EQUAL(pcap_next_ex(p, &head, &data), PCAP_ERROR_BREAK);
	pcap_close(p);
	unlink(path);
}

/* TSFT 0x0102030405 us in bytes 8 to 15, what follows from byte 16. */
#define HEAD(len, p0, p1, p2) \
	0, 0, len, 0, p0, p1, p2, 0, 0x05, 0x04, 0x03, 0x02, 0x01, 0, 0, 0

static void
test_radiotap(void)
{
	static const struct {
		struct air_rate rate;
		bool no_ack;
		uint8_t len;
		uint8_t bytes[32];
	} rows[] = {
		/* present: TSFT b0, rate b2, TX flags b15 */
		{ { AIR_CCK, 2, 1, 0, 0 }, false, 20, { HEAD(20, 0x05, 0x80, 0), 11, 0, 0, 0 } },
		{ { AIR_OFDM, 7, 1, 0, 0 }, true, 20, { HEAD(20, 0x05, 0x80, 0), 108, 0, 8, 0 } },
		/* TX flags, MCS b19: known 7, 40 MHz | short, 9 */
		{ { AIR_HT, 9, 2, 1, 1 }, false, 21, { HEAD(21, 0x01, 0x80, 0x08), 0, 0, 7, 5, 9 } },
		/* VHT b21: known 0x44, flags 4, bandwidth 4 (80), MCS 9 NSS 2 */
		{ { AIR_VHT, 9, 2, 2, 1 }, true, 30,
		  { HEAD(30, 0x01, 0x80, 0x20), 8, 0, 0x44, 0, 4, 4, 0x92 } },
		{ { AIR_VHT, 0, 1, 3, 0 }, false, 30,
		  { HEAD(30, 0x01, 0x80, 0x20), 0, 0, 0x44, 0, 0, 11, 0x01 } },
		/* HE b23: MCS and bandwidth known, GI known; MCS 11; 160 MHz, 2x LTF
		 * (2), 0.8 us (0); NSS 2 */
		{ { AIR_HE, 11, 2, 3, 3 }, false, 30,
		  { HEAD(30, 0x01, 0x80, 0x80), 0, 0, 0x20, 0x40, 2, 0, 0, 11, 0, 0,
		    0x83, 0, 2, 0 } },
		/* 20 MHz, 4x LTF (3), 3.2 us (2) */
		{ { AIR_HE, 0, 1, 0, 0 }, false, 30,
		  { HEAD(30, 0x01, 0x80, 0x80), 0, 0, 0x20, 0x40, 2, 0, 0, 0, 0, 0,
		    0xe0, 0, 1, 0 } },
		/* EHT: no rate */
		{ { AIR_EHT, 11, 2, 3, 3 }, false, 18, { HEAD(18, 0x01, 0x80, 0), 0, 0 } },
	};
	uint8_t p[AIR_OUT_RADIOTAP_MAX];
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct air_tx tx = { .rate = rows[i].rate, .no_ack = rows[i].no_ack };

		memset(p, 0xee, sizeof(p));
		CU_ASSERT_EQUAL(air_out_radiotap(p, 0x0102030405ull * 1000 + 999, &tx),
				rows[i].len);
		CU_ASSERT_EQUAL(memcmp(p, rows[i].bytes, rows[i].len), 0);
	}
}

static void
test_airtime(void)
{
	uint8_t bytes[1000];
	/* 6 Mbit/s: 20 us, then 22 + 8 x 1004 = 8054 bits in symbols of 24: 336 of
	 * 4 us; SIFS 16, Ack at 24 Mbit/s 20 + 2 x 4: 44. */
	const uint64_t data_ns = 20000 + 336 * 4000, ack_ns = 44000;
	struct air_tx tx = frame_tx(bytes, 1000, bench_other, rate_6);
	struct air *air = open_air();

	CU_ASSERT_EQUAL(air_send(air, 1000, &tx), 1000 + data_ns + ack_ns);
	/* One after another. */
	CU_ASSERT_EQUAL(air_send(air, 2000, &tx), 1000 + 2 * (data_ns + ack_ns));
	tx.no_ack = true;
	CU_ASSERT_EQUAL(air_send(air, 2000, &tx), 1000 + 3 * data_ns + 2 * ack_ns);
	tx = frame_tx(bytes, 1000, bench_group, rate_6);
	CU_ASSERT_EQUAL(air_send(air, 100000000, &tx), 100000000 + data_ns);
	/* 1 Mbit/s: 192 us, 8032 us. */
	tx.rate = (struct air_rate){ AIR_CCK, 0, 1, 0, 0 };
	CU_ASSERT_EQUAL(air_send(air, 200000000, &tx), 200000000 + 192000 + 8032000);
	air_close(air);
	unlink(path);
}

static void
test_what_is_not_sent(void)
{
	static uint8_t bytes[16384];
	struct air_tx tx = frame_tx(bytes, 16384, bench_other, rate_6);
	struct air *air = open_air();

	CU_ASSERT_EQUAL(air_send(air, 70, &tx), 70);
	tx.len = 100;
	tx.rate.mcs = 8;
	CU_ASSERT_EQUAL(air_send(air, 71, &tx), 71);
	CU_ASSERT_EQUAL(counter(air, "air_tx_frames"), 0);
	tx.rate.mcs = 7;
	tx.len = 16383;
	CU_ASSERT(air_send(air, 72, &tx) > 72);
	CU_ASSERT_EQUAL(counter(air, "air_tx_bytes"), 16383);
	air_close(air);
	CU_ASSERT_EQUAL(records(), 1);
	unlink(path);
}

static void
test_readable_while_it_grows(void)
{
	uint8_t bytes[100];
	struct air_tx tx = frame_tx(bytes, 100, bench_group, rate_6);
	const uint64_t second = 1000000000;
	struct air *air = open_air();
	unsigned int i;

	CU_ASSERT_EQUAL(records(), 0);	/* a capture already */
	air_send(air, 10 * second, &tx);
	air_out_advance(air, 11 * second - 1);
	CU_ASSERT_EQUAL(records(), 0);
	air_out_advance(air, 11 * second);
	CU_ASSERT_EQUAL(records(), 1);
	for (i = 0; i < 999; i++)
		air_send(air, 12 * second, &tx);
	CU_ASSERT(records() < 1000);
	air_send(air, 12 * second, &tx);
	CU_ASSERT_EQUAL(records(), 1001);
	air_send(air, 12 * second, &tx);
	air_close(air);
	CU_ASSERT_EQUAL(records(), 1002);
	unlink(path);
}

static void
test_without_a_file(void)
{
	uint8_t bytes[100];
	struct air_tx tx = frame_tx(bytes, 100, bench_other, rate_6);
	char err[256] = "";
	struct air *air = air_open(NULL, NULL, err, sizeof(err));

	CU_ASSERT(air_send(air, 10, &tx) > 10);
	CU_ASSERT_EQUAL(counter(air, "air_tx_frames"), 1);
	CU_ASSERT_FALSE(air_out_open(air, "/nonexistent/file", err, sizeof(err)));
	CU_ASSERT_PTR_NOT_NULL(strstr(err, "/nonexistent/file"));
	CU_ASSERT_PTR_NULL(strchr(err, '\n'));
	CU_ASSERT(air_send(air, 10, &tx) > 10);
	air_out_advance(air, UINT64_MAX);
	air_close(air);
}

/* Neither a pipe nor a file that another radio writes. */
static void
test_own_file(void)
{
	char err[256];
	struct air *air = air_open(NULL, NULL, err, sizeof(err));
	struct air *other = air_open(NULL, NULL, err, sizeof(err));
	char fifo[] = "/tmp/air-out-XXXXXX", *dir = mkdtemp(fifo), path[64];

	CU_ASSERT_PTR_NOT_NULL_FATAL(dir);
	snprintf(path, sizeof(path), "%s/fifo", dir);
	CU_ASSERT_EQUAL(mkfifo(path, 0600), 0);
	CU_ASSERT_FALSE(air_out_open(air, path, err, sizeof(err)));
	CU_ASSERT_PTR_NOT_NULL(strstr(err, "not a regular file"));
	unlink(path);

	snprintf(path, sizeof(path), "%s/file", dir);
	CU_ASSERT_TRUE(air_out_open(air, path, err, sizeof(err)));
	CU_ASSERT_FALSE(air_out_open(other, path, err, sizeof(err)));
	CU_ASSERT_PTR_NOT_NULL(strstr(err, "another port"));
	air_close(air);
	CU_ASSERT_TRUE(air_out_open(other, path, err, sizeof(err)));
	air_close(other);
	unlink(path);
	rmdir(dir);
}

static void
test_disk_full_at_once(void)
{
	char err[256] = "";
	struct air *air = air_open(NULL, NULL, err, sizeof(err));

	CU_ASSERT_FALSE(air_out_open(air, "/dev/full", err, sizeof(err)));
	CU_ASSERT_PTR_NOT_NULL(strstr(err, "/dev/full"));
	air_close(air);
}

/* A limit of the file's size stands in for a disk that becomes full. */
static void
test_disk_full_later(void)
{
	static uint8_t bytes[16000];
	struct air_tx tx = frame_tx(bytes, 16000, bench_other, rate_6);
	struct air *air = open_air();
	struct rlimit before, now;

	CU_ASSERT_EQUAL_FATAL(getrlimit(RLIMIT_FSIZE, &before), 0);
	now = before;
	now.rlim_cur = 8192;
	signal(SIGXFSZ, SIG_IGN);
	CU_ASSERT_EQUAL_FATAL(setrlimit(RLIMIT_FSIZE, &now), 0);
	air_send(air, 10, &tx);
	air_out_advance(air, 5000000000ull);
	CU_ASSERT_EQUAL(setrlimit(RLIMIT_FSIZE, &before), 0);
	CU_ASSERT_EQUAL(counter(air, "air_tx_write_errors"), 1);
	air_close(air);
	unlink(path);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "silence", test_silence },
		{ "one record", test_record },
		{ "radiotap of every kind of rate", test_radiotap },
		{ "airtime", test_airtime },
		{ "what is not sent", test_what_is_not_sent },
		{ "readable while it grows", test_readable_while_it_grows },
		{ "without a file", test_without_a_file },
		{ "own file", test_own_file },
		{ "disk full at once", test_disk_full_at_once },
		{ "disk full later", test_disk_full_later },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "air, other direction", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
