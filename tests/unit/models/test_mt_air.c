/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The chip behind the real air: every packet of the generator comes out once, in order,
 * whatever the access point does with it; and every frame is counted in one place. */

#include <string.h>

#include "../cunit_run.h"
#include "mt_bench.h"

#define PACKETS 600
#define SIZE 300
#define NUMBER_AT 42		/* behind Ethernet, IPv4, UDP; 8 bytes, big endian */

struct row {
	const char *options;
	uint32_t wlcfg_0, wlcfg_1, mdp;
	bool translated;
};

static const struct row rows[] = {
	{ NULL, MT_WLCFG_0_ON, 0, MT_XLAT | MT_DAMSDU, true },
	{ NULL, MT_WLCFG_0_ON, 0, 0, false },
	{ NULL, MT_WLCFG_0_ON | 0x00202064, 30, MT_XLAT | MT_DAMSDU, true },
	{ "mode:vht", MT_WLCFG_0_ON | 0x00200864, 0, 0, false },
	{ "mode:ht/nulls:7", MT_WLCFG_0_ON, 0, MT_XLAT | MT_DAMSDU, true },
	{ "mode:ofdm/qos:0", MT_WLCFG_0_ON, 0, MT_XLAT | MT_DAMSDU, true },
	{ "mode:cck", MT_WLCFG_0_ON, 0, MT_XLAT | MT_DAMSDU, true },
	{ "amsdu:5", MT_WLCFG_0_ON | 0x00202064, 30, MT_XLAT | MT_DAMSDU, true },
	{ "amsdu:5", MT_WLCFG_0_ON, 0, MT_DAMSDU, false },
	{ "amsdu:3/protect:gcmp256", MT_WLCFG_0_ON, 0, MT_XLAT | MT_DAMSDU, true },
	{ "amsdu:3/protect:ccmp128", MT_WLCFG_0_ON, 0, MT_DAMSDU, false },
	{ "protect:tkip/mode:vht", MT_WLCFG_0_ON, 0, MT_XLAT, true },
	{ "protect:wep40/mode:ht", MT_WLCFG_0_ON, 0, 0, false },
	{ "htc:1", MT_WLCFG_0_ON, 0, MT_XLAT, true },
};

/* The Ethernet packet's number; UINT64_MAX for a frame that holds none. */
static uint64_t
number_of(const struct mt_unit *u, bool translated)
{
	uint32_t header = mt_field(u->dw[2], 12, 8) * 2, at = NUMBER_AT;
	uint64_t n = 0;
	unsigned int i;

	if (u->type != 2 || mt_field(u->dw[2], 28, 28) != 0)
		return UINT64_MAX;
	CU_ASSERT_EQUAL(mt_field(u->dw[2], 13, 13), translated);
	/* 802.11: header, two bytes and a subframe header in an A-MSDU, LLC for the type. */
	if (!translated)
		at += header - 14 + 8 + (mt_field(u->dw[4], 1, 0) != 0 ? 16 : 0);
	CU_ASSERT_EQUAL_FATAL(u->frame_len, at - NUMBER_AT + SIZE);
	for (i = 0; i < 8; i++)
		n = n << 8 | u->frame[at + i];
	return n;
}

static uint64_t
walk(const struct bench_transfer *t, bool aggregated, bool translated, uint64_t next)
{
	uint32_t pos = 0, step;
	uint64_t n;
	struct mt_unit u;

	do {
		mt_unit_at(t, pos, &u);
		n = number_of(&u, translated);
		if (n != UINT64_MAX) {
			CU_ASSERT_EQUAL(n, next);
			next = n + 1;
		}
		step = u.type == 2 ? (u.length + 7) / 8 * 8 + 4 : (u.length + 3) / 4 * 4;
		pos += step;
	} while (aggregated && t->len >= pos + 24);
	return next;
}

static void
check_sum(const struct bench *b)
{
	static const char *const places[] = {
		"filtered_address", "filtered_type", "filtered_crc", "filtered_rate",
		"rx_off_frames", "fifo_overflow_frames", "no_memory_frames",
		"frames_lost_bus", "frames_inside_now", "frames_delivered",
	};
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		sum += bench_counter(b, places[i]);
	CU_ASSERT_EQUAL(sum, bench_counter(b, "frames_air"));
	CU_ASSERT_EQUAL(sum, bench_counter(b, "air_mpdus"));
}

static struct bench *
run(const char *options, const struct row *row)
{
	char spec[64], all[128], err[128];
	struct bench *b;
	struct air *air;

	snprintf(spec, sizeof(spec), "gen:size:%u/flows:1/count:%u", SIZE, PACKETS);
	snprintf(all, sizeof(all), "most:he-2-80/lossless:1%s%s", options != NULL ? "/" : "",
		 options != NULL ? options : "");
	air = air_open(spec, all, err, sizeof(err));
	CU_ASSERT_PTR_NOT_NULL_FATAL(air);
	b = mt_open(USB_SPEED_SUPER, air);
	mt_write(b, MT_WLCFG_0, row->wlcfg_0);
	mt_write(b, MT_WLCFG_1, row->wlcfg_1);
	mt_write(b, MT_MDP_DCR0, row->mdp);
	bench_submit(b, 32, 65536);
	bench_drain(b);
	return b;
}

static void
test_every_packet(void)
{
	unsigned int i, t;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct row *r = &rows[i];
		struct bench *b = run(r->options, r);
		uint64_t next = 0;

		for (t = 0; t < b->n_transfers; t++)
			next = walk(&b->transfers[t], (r->wlcfg_0 & 0x00200000) != 0,
				    r->translated, next);
		if (next != PACKETS)
			printf("  row %u: %lu packets\n", i, (unsigned long)next);
		CU_ASSERT_EQUAL(next, PACKETS);
		check_sum(b);
		bench_close(b);
	}
}

/* An air that sends what the chip cannot receive, broken frames, and to others. */
static void
test_losses(void)
{
	static const char *const options[] = {
		"mode:eht/bw:80", "fcsbad:3", "da:02:11:11:11:11:11", "frag:100",
		"protect:ccmp128/undecrypted:1", "a4:1",
	};
	static const struct row row = { NULL, MT_WLCFG_0_ON, 0, MT_XLAT | MT_DAMSDU, true };
	unsigned int i;

	for (i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		struct bench *b = run(options[i], &row);

		check_sum(b);
		CU_ASSERT_EQUAL(bench_counter(b, "filtered_rate"), i == 0 ? PACKETS : 0);
		CU_ASSERT_EQUAL(bench_counter(b, "filtered_crc"), i == 1 ? PACKETS / 3 : 0);
		bench_close(b);
	}
}

/* MPDUs of a PPDU share their timestamp, PPDUs do not. */
static void
test_timestamps(void)
{
	static const struct row row = { NULL, MT_WLCFG_0_ON, 0, 0, false };
	struct bench *b = run("ampdu:10", &row);
	uint32_t last = UINT32_MAX;
	unsigned int t, same = 0, ppdus = 0;
	struct mt_unit u;

	for (t = 0; t < b->n_transfers; t++) {
		mt_first(b, t, &u);
		if (u.type != 2)
			continue;
		CU_ASSERT_EQUAL(mt_field(u.dw[2], 30, 30), 0);	/* all in A-MPDUs */
		same += mt_word(u.group[2]) == last;
		ppdus += mt_word(u.group[2]) != last;
		last = mt_word(u.group[2]);
	}
	CU_ASSERT_EQUAL(ppdus, PACKETS / 10);
	CU_ASSERT_EQUAL(same, PACKETS - PACKETS / 10);
	bench_close(b);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "every packet once", test_every_packet },
		{ "losses are counted", test_losses },
		{ "timestamps", test_timestamps },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "mt7921u with the air", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
