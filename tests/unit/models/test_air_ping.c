/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The station that pings: its requests, which MPDU is a reply, and what it counts. */

#include <string.h>

#include "../cunit_run.h"
#include "air/rtt.h"
#include "live.h"

#define MPDU_MAX 2048

/* What has the Internet checksum in it sums up to this. */
static bool
sum_good(const uint8_t *p, uint32_t len)
{
	uint32_t sum = 0, i;

	for (i = 0; i < len; i++)
		sum += i % 2 == 0 ? (uint32_t)p[i] << 8 : p[i];
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return sum == 0xffff;
}

/* A station's answer to the request in the frame: QoS data to the DS. */
struct reply { uint8_t data[MPDU_MAX]; uint32_t len; };

static void
make_reply(struct reply *r, const struct air_frame *request)
{
	static const uint8_t header[26] = {
		0x88, 0x01, 0, 0, 0x02, 0x22, 0x8a, 0xa9, 0x00, 0x01,	/* to the BSSID */
		0x02, 0x22, 0x8a, 0x00, 0x00, 0x01, 0x02, 0x22, 0x8a, 0xa9, 0x00, 0x02,
	};
	uint8_t *ip = r->data + 34, *icmp = ip + 20;
	uint8_t address[4];
	uint32_t sum;

	r->len = request->len - 4;
	memcpy(r->data, header, sizeof(header));
	memcpy(r->data + 26, request->data + 26, r->len - 26);
	memcpy(address, ip + 12, 4);
	memcpy(ip + 12, ip + 16, 4);
	memcpy(ip + 16, address, 4);
	icmp[0] = 0;
	/* the sum without 0x0800 (RFC 1624) */
	sum = (uint32_t)(icmp[2] << 8 | icmp[3]) + 0x0800;
	sum = (sum & 0xffff) + (sum >> 16);
	icmp[2] = (uint8_t)(sum >> 8);
	icmp[3] = (uint8_t)sum;
}

static uint64_t
send_mpdu(struct air *air, uint64_t now_ns, const uint8_t *data, uint32_t len)
{
	const struct air_tx tx = {
		.data = data, .len = len, .rate = { AIR_OFDM, 4, 1, 0, 0 },
	};

	return air_send(air, now_ns, &tx);
}

static void
test_request(void)
{
	static const struct { const char *spec; uint32_t size; } rows[] = {
		{ "ping", 98 }, { "ping:size:60", 60 }, { "ping:size:1514/gap:5", 1514 },
		{ "ping:size:99", 99 },
	};
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct air *air = live_open(rows[i].spec, NULL);
		const struct air_frame *f = live_peek(air);
		const uint8_t *ip = f->data + 34, *icmp = ip + 20;
		uint32_t len = rows[i].size - 14;

		CU_ASSERT_EQUAL(f->len, 26 + 8 + len + 4);
		/* to the chip, from the access point, of a station behind it */
		CU_ASSERT_EQUAL(memcmp(f->data + 4, "\x02\x22\x8a\x00\x00\x01", 6), 0);
		CU_ASSERT_EQUAL(memcmp(f->data + 10, "\x02\x22\x8a\xa9\x00\x01", 6), 0);
		CU_ASSERT_EQUAL(memcmp(f->data + 16, "\x02\x22\x8a\xa9\x00\x02", 6), 0);
		CU_ASSERT_EQUAL(memcmp(f->data + 26, "\xaa\xaa\x03\0\0\0\x08\0\x45", 9), 0);
		CU_ASSERT_EQUAL((uint32_t)(ip[2] << 8 | ip[3]), len);
		CU_ASSERT_EQUAL(memcmp(ip + 12, "\xc0\0\x02\x01\xc0\0\x02\x02", 8), 0);
		CU_ASSERT_TRUE(sum_good(ip, 20));
		CU_ASSERT_EQUAL(memcmp(icmp, "\x08\0", 2), 0);
		CU_ASSERT_EQUAL(icmp[6] << 8 | icmp[7], 1);
		CU_ASSERT_TRUE(sum_good(icmp, len - 20));
		air_close(air);
	}
}

/* The next one is due the gap behind the reply, and carries the next number. */
static void
test_round_trips(void)
{
	struct air *air = live_open("ping:gap:500", "access:0-0");
	uint64_t now = 0, sum = 0, max = 0, came = 0, preamble;
	struct reply r;
	unsigned int i;

	preamble = live_peek(air)->start_ns;
	for (i = 1; i <= 50; i++) {
		const struct air_frame *f = live_peek(air);
		uint64_t end;

		CU_ASSERT_EQUAL(f->start_ns, came + preamble);
		CU_ASSERT_EQUAL(f->data[34 + 20 + 7], i);
		make_reply(&r, f);
		now = f->end_ns + i * LIVE_US;
		air_take(air);
		/* by now it is looked for when this one would be lost */
		CU_ASSERT_EQUAL(live_peek(air)->start_ns,
				came + 1000 * LIVE_MS + preamble);
		end = send_mpdu(air, now, r.data, r.len);
		CU_ASSERT(end > now);
		sum += end - came;
		max = end - came > max ? end - came : max;
		came = end + 500 * LIVE_US;
	}
	CU_ASSERT_EQUAL(live_counter(air, "air_ping_sent"), 50);
	CU_ASSERT_EQUAL(live_counter(air, "air_ping_done"), 50);
	CU_ASSERT_EQUAL(live_counter(air, "air_ping_lost"), 0);
	CU_ASSERT_EQUAL(live_counter(air, "air_ping_rtt_sum_ns"), sum);
	CU_ASSERT_EQUAL(live_counter(air, "air_ping_rtt_max_ns_now"), max);
	CU_ASSERT_EQUAL(live_counter(air, "air_ping_p99_ns_now"), max);
	/* they differ by a microsecond each */
	CU_ASSERT_EQUAL(live_counter(air, "air_ping_p50_ns_now"), max - 25 * LIVE_US);
	air_close(air);
}

static void
test_lost_and_late(void)
{
	struct air *air = live_open("ping:gap:0", "access:0-0");
	struct reply first, second;
	uint64_t start = live_peek(air)->start_ns;

	make_reply(&first, live_peek(air));
	air_take(air);
	CU_ASSERT_EQUAL(live_peek(air)->start_ns, start + 1000 * LIVE_MS);
	make_reply(&second, live_peek(air));
	air_take(air);
	CU_ASSERT_EQUAL(live_counter(air, "air_ping_lost"), 1);
	/* the first one's comes after all, and the second one's twice */
	send_mpdu(air, 1001 * LIVE_MS, first.data, first.len);
	CU_ASSERT_EQUAL(live_counter(air, "air_ping_late"), 1);
	send_mpdu(air, 1002 * LIVE_MS, second.data, second.len);
	send_mpdu(air, 1003 * LIVE_MS, second.data, second.len);
	CU_ASSERT_EQUAL(live_counter(air, "air_ping_late"), 2);
	CU_ASSERT_EQUAL(live_counter(air, "air_ping_done"), 1);
	CU_ASSERT_EQUAL(live_counter(air, "air_ping_sent"), 2);
	air_close(air);
}

/* The only reply just before a second is over, just behind it, never. */
static void
test_a_second(void)
{
	unsigned int late;

	for (late = 0; late < 3; late++) {
		struct air *air = live_open("ping:count:1", "access:0-0");
		uint64_t airtime;
		struct reply r, foreign;

		make_reply(&r, live_peek(air));
		air_take(air);
		CU_ASSERT_PTR_NULL(air_peek(air));	/* it was the only one */
		foreign = r;
		foreign.data[16] ^= 4;
		airtime = send_mpdu(air, 0, foreign.data, foreign.len);
		air_out_advance(air, 1000 * LIVE_MS);
		CU_ASSERT_EQUAL(live_counter(air, "air_ping_lost"), 0);
		if (late < 2)
			send_mpdu(air, 1000 * LIVE_MS - airtime + late, r.data, r.len);
		CU_ASSERT_EQUAL(live_counter(air, "air_ping_done"), late == 0);
		CU_ASSERT_EQUAL(live_counter(air, "air_ping_late"), late == 1);
		air_out_advance(air, 1000 * LIVE_MS + 1);
		CU_ASSERT_EQUAL(live_counter(air, "air_ping_lost"), late != 0);
		CU_ASSERT_PTR_NULL(air_peek(air));
		air_close(air);
	}
}

/* One byte of a good reply changed: what it is then. */
static void
test_not_a_reply(void)
{
	static const struct { uint32_t at; uint8_t value; const char *counter; } rows[] = {
		{ 0, 0xc8, NULL },	/* QoS null */
		{ 0, 0x80, NULL },	/* beacon */
		{ 0, 0x89, NULL },	/* version */
		{ 1, 0x02, NULL },	/* from the DS */
		{ 1, 0x03, NULL },	/* four addresses */
		{ 1, 0x05, NULL },	/* more fragments */
		{ 1, 0x41, NULL },	/* protected */
		{ 4, 0x06, NULL },	/* another access point */
		{ 16, 0x06, NULL },	/* another station */
		{ 22, 0x01, NULL },	/* a fragment */
		{ 24, 0x80, NULL },	/* A-MSDU */
		{ 33, 0x06, NULL },	/* ARP */
		{ 34, 0x65, NULL },	/* IPv6 */
		{ 34, 0x44, NULL },	/* a header that is too short */
		{ 34, 0x4f, NULL },	/* one that is too long */
		{ 36, 0x10, NULL },	/* longer than it is */
		{ 37, 27, NULL },	/* no room for ICMP */
		{ 41, 1, NULL },	/* of a fragment */
		{ 43, 17, NULL },	/* UDP */
		{ 53, 3, NULL },	/* to somebody else */
		{ 54, 8, NULL },	/* a request */
		{ 55, 1, NULL },	/* a code */
		{ 58, 0, NULL },	/* of another program */
		{ 44, 0x12, "air_ping_bad" },	/* checksum of IPv4 */
		{ 57, 0x12, "air_ping_bad" },	/* ... of ICMP */
		{ 90, 0x12, "air_ping_bad" },	/* ... the data */
	};
	struct air *air = live_open("ping", NULL);
	struct reply good, r;
	uint64_t bad = 0, now = LIVE_MS;
	unsigned int i;

	make_reply(&good, live_peek(air));
	air_take(air);
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		r = good;
		CU_ASSERT_NOT_EQUAL(r.data[rows[i].at], rows[i].value);
		r.data[rows[i].at] = rows[i].value;
		bad += rows[i].counter != NULL;
		now = send_mpdu(air, now, r.data, r.len);
		CU_ASSERT_EQUAL(live_counter(air, "air_ping_bad"), bad);
		CU_ASSERT_EQUAL(live_counter(air, "air_ping_done"), 0);
	}
	for (i = 0; i < good.len; i++)	/* cut anywhere */
		now = send_mpdu(air, now, good.data, i);
	CU_ASSERT_EQUAL(live_counter(air, "air_ping_done"), 0);
	CU_ASSERT_EQUAL(live_counter(air, "air_ping_late"), 0);
	send_mpdu(air, now, good.data, good.len);
	CU_ASSERT_EQUAL(live_counter(air, "air_ping_done"), 1);
	air_close(air);
}

/* Headers of other lengths, and padding behind the packet. */
static void
test_other_headers(void)
{
	static const struct { uint8_t fc0, fc1; uint32_t len; } rows[] = {
		{ 0x08, 0x01, 24 }, { 0x88, 0x01, 26 }, { 0x88, 0x81, 30 }, { 0x08, 0x81, 24 },
		{ 0x88, 0x09, 26 },	/* Retry */
	};
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct air *air = live_open("ping", NULL);
		uint8_t mpdu[MPDU_MAX];
		struct reply r;

		make_reply(&r, live_peek(air));
		air_take(air);
		memset(mpdu, 0x77, sizeof(mpdu));
		memcpy(mpdu, r.data, 24);
		mpdu[24] = mpdu[25] = 0;
		mpdu[0] = rows[i].fc0;
		mpdu[1] = rows[i].fc1;
		memcpy(mpdu + rows[i].len, r.data + 26, r.len - 26);
		send_mpdu(air, LIVE_MS, mpdu, rows[i].len + r.len - 26 + 7);
		CU_ASSERT_EQUAL(live_counter(air, "air_ping_done"), 1);
		air_close(air);
	}
}

/* A request that the chip had no room for goes again, and is one request. */
static void
test_again(void)
{
	struct air *air = live_open("ping:count:2", "access:0-0");
	struct reply r;

	make_reply(&r, live_peek(air));
	air_unacknowledged(air);
	CU_ASSERT_TRUE(live_again(live_peek(air)));
	CU_ASSERT(live_peek(air)->end_ns < LIVE_MS);
	air_take(air);
	send_mpdu(air, LIVE_MS, r.data, r.len);
	CU_ASSERT_EQUAL(live_counter(air, "air_ping_sent"), 1);
	CU_ASSERT_EQUAL(live_counter(air, "air_ping_done"), 1);
	CU_ASSERT(live_peek(air)->start_ns > 11 * LIVE_MS);
	air_take(air);
	CU_ASSERT_PTR_NULL(air_peek(air));
	air_close(air);
}

/* Round trips do not count the time in which nobody listened. */
static void
test_begin_and_hold(void)
{
	struct air *air = live_open("ping:gap:0", "access:0-0/start:100");
	struct reply r;
	uint64_t start, end;

	air_begin(air, 5 * LIVE_MS);
	start = live_peek(air)->start_ns;
	CU_ASSERT(start >= 105 * LIVE_MS && start < 106 * LIVE_MS);
	air_hold(air);
	CU_ASSERT_PTR_NULL(air_peek(air));
	air_release(air, 300 * LIVE_MS);
	start = live_peek(air)->start_ns;
	CU_ASSERT(start >= 300 * LIVE_MS && start < 301 * LIVE_MS);
	make_reply(&r, live_peek(air));
	air_take(air);
	end = send_mpdu(air, 301 * LIVE_MS, r.data, r.len);
	CU_ASSERT_EQUAL(live_counter(air, "air_ping_rtt_sum_ns"), end - 300 * LIVE_MS);
	air_close(air);
}

static void
test_refused(void)
{
	static const struct { const char *spec, *options; } rows[] = {
		{ "ping:", "frag:64" }, { "ping", "nulls:2" }, { "ping", "loop:1" },
		{ "ping:size:59", NULL }, { "ping:size:1515", NULL }, { "ping:gap:-1", NULL },
		{ "ping:gap:60000001", NULL }, { "ping:count:x", NULL }, { "ping:queue:4", NULL },
		{ "ping:size", NULL }, { "pingpong", NULL },
	};
	struct air *air = live_open("ping", NULL);
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		CU_ASSERT_TRUE(live_refused(rows[i].spec, rows[i].options));
	CU_ASSERT(live_push(air, 0, 0) < 0);	/* it has its own packets */
	air_close(air);
}

static void
test_percentiles(void)
{
	struct air_rtt rtt = { 0 };
	uint32_t i, value = 1;

	air_rtt_add(&rtt, 7);
	CU_ASSERT(rtt.p50_ns == 7 && rtt.p99_ns == 7);
	air_rtt_add(&rtt, 5);
	CU_ASSERT(rtt.p50_ns == 5 && rtt.p99_ns == 7);
	/* then 1 to 1000 in some order (11 generates them modulo 1009) */
	for (i = 0; i < 1008; i++, value = value * 11 % 1009)
		if (value <= 1000)
			air_rtt_add(&rtt, value);
	CU_ASSERT_EQUAL(rtt.count, 1002);
	CU_ASSERT_EQUAL(rtt.sum_ns, 12 + 500500);
	CU_ASSERT_EQUAL(rtt.max_ns, 1000);
	/* the last 256 alone: at first short ones, then long ones */
	for (i = 1; i <= 256; i++)
		air_rtt_add(&rtt, i);
	CU_ASSERT(rtt.p50_ns == 128 && rtt.p99_ns == 254);
	for (i = 0; i < 128; i++)
		air_rtt_add(&rtt, 5000);
	CU_ASSERT(rtt.p50_ns == 256 && rtt.p99_ns == 5000);
	air_rtt_add(&rtt, 5000);
	CU_ASSERT(rtt.p50_ns == 5000 && rtt.max_ns == 5000);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "the request", test_request },
		{ "round trips", test_round_trips },
		{ "lost, late, twice", test_lost_and_late },
		{ "a second", test_a_second },
		{ "what is no reply", test_not_a_reply },
		{ "headers of other lengths", test_other_headers },
		{ "a request that goes again", test_again },
		{ "begin and hold", test_begin_and_hold },
		{ "refused", test_refused },
		{ "percentiles", test_percentiles },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "air: ping", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
