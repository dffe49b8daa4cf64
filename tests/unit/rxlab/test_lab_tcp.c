/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* TCP: a window is a window, what is lost comes again, and nothing stands still. */

#include "lab_bench.h"
#include "lab_run.h"
#include "lab_tcp.h"

#define COUNTED (800 * LAB_MS)

/* Bytes that arrive in the mean round trip. */
static uint64_t
in_flight(const struct lab_got *got)
{
	return got->bytes * got->mean_ns / COUNTED;
}

static void
test_window(void)
{
	static const uint32_t windows[] = { 20000, 60000, 120000 };
	struct lab_bench b;
	const struct lab_phase_result *r;
	unsigned int i;

	for (i = 0; i < sizeof(windows) / sizeof(windows[0]); i++) {
		lab_bench_init(&b);
		lab_bench_flows(&b, LAB_TCP, 1)->window = windows[i];
		r = lab_bench_run(&b);
		CU_ASSERT_EQUAL(r->got[LAB_TCP].retransmitted, 0);
		CU_ASSERT(lab_bench_near(in_flight(&r->got[LAB_TCP]), windows[i], 80));
	}
}

/* Eight flows together have no more on their way than their shared window. */
static void
test_shared_window(void)
{
	struct lab_bench b;
	struct lab_flows *flows;
	const struct lab_phase_result *r;

	lab_bench_init(&b);
	flows = lab_bench_flows(&b, LAB_TCP, 8);
	flows->shared_window = 120000;
	r = lab_bench_run(&b);
	CU_ASSERT_EQUAL(r->got[LAB_TCP].retransmitted, 0);
	CU_ASSERT(in_flight(&r->got[LAB_TCP]) < 125000);
	CU_ASSERT(in_flight(&r->got[LAB_TCP]) > 90000);
}

/* A queue of 30 packets: it overflows each time that the window has grown. */
static void
test_recovers(void)
{
	struct lab_bench b;
	const struct lab_phase_result *r;
	const struct lab_got *got;

	lab_bench_init(&b);
	b.workload.phases[0].length_ns = 3 * LAB_S;
	lab_bench_flows(&b, LAB_TCP, 1);
	b.radio.queue = 30;
	b.radio.air = "access:100-100/bw:20/nss:1/ampdu:16";
	r = lab_bench_run(&b);
	got = &r->got[LAB_TCP];
	CU_ASSERT(r->ap_dropped > 5);
	/* Each drop is sent again once; one more now and then. */
	CU_ASSERT(got->retransmitted >= r->ap_dropped - 5);
	CU_ASSERT(got->retransmitted <= r->ap_dropped * 12 / 10 + 5);
	/* Of 20 MHz' 143 Mbit/s it keeps what Reno can with half a window after each. */
	CU_ASSERT(got->bytes * 8 / 2800 > 60000);
	CU_ASSERT(got->p99_ns < 100 * LAB_MS);
}

/* Frames that the chip loses are sent again on the air: TCP sees them late, in order. */
static void
test_air_retries(void)
{
	struct lab_bench b;
	const struct lab_phase_result *r;

	lab_bench_init(&b);
	lab_bench_flows(&b, LAB_TCP, 1)->window = 500000;
	b.host.frame_ns = 20000;
	r = lab_bench_run(&b);
	CU_ASSERT(r->chip_lost > 1000);
	CU_ASSERT(r->got[LAB_TCP].retransmitted < r->chip_lost / 100);
	CU_ASSERT(r->cpu_permille > 900);
}

/* Nothing comes through for a while: the RTO ends it. */
static void
test_rto(void)
{
	struct lab_bench b;
	struct lab_flows *udp;
	const struct lab_phase_result *r;

	lab_bench_init(&b);
	b.workload.phases[0].length_ns = 4 * LAB_S;
	lab_bench_flows(&b, LAB_TCP, 1)->window = 3000;
	udp = &b.workload.phases[0].flows[1];
	*udp = (struct lab_flows){ .kind = LAB_UDP, .nb = 1, .rate_kbps = 400000,
				   .on_off_hz = 1 };
	b.radio.queue = 16;
	b.radio.air = "access:100-100/bw:20/nss:1/ampdu:16";
	r = lab_bench_run(&b);
	CU_ASSERT(r->got[LAB_TCP].retransmitted > 0);
	CU_ASSERT(r->got[LAB_TCP].packets > 300);
}

static void
test_up(void)
{
	struct lab_bench b;
	const struct lab_phase_result *r;
	const struct lab_got *got;

	lab_bench_init(&b);
	lab_bench_flows(&b, LAB_TCP_UP, 1)->window = 250000;
	b.radio.up_kbps = 100000;
	r = lab_bench_run(&b);
	got = &r->got[LAB_TCP_UP];
	/* 64 packets of 1514 bytes take 7.75 ms, and 0.4 ms of waiting before them. */
	CU_ASSERT(lab_bench_near(got->bytes * 8 * 1000 / COUNTED,
				 100000ull * 1448 * 7751 / 1514 / 8151 / 1000, 20));
	CU_ASSERT_EQUAL(got->retransmitted, 0);
	/* The chip had ACKs, one for two segments. */
	CU_ASSERT(lab_bench_near(r->frames, got->packets / 2, 50));
	/* Work: a send for each segment, the rest for ACKs. */
	CU_ASSERT(lab_bench_near(r->cpu_permille, (got->sent * 2000 + r->frames * 3000 +
						   r->transfers * 7000) * 1000 / COUNTED,
				 20));
}

/* A sender without a world: its packets stay on the path. */
struct sender {
	struct lab_flows conf;
	struct lab_group group;
	struct lab_tcp tcp;
	struct lab_radio radio;
	struct lab_conf lab_conf;
	struct lab_run *run;
	uint32_t looked_at;
};

static void
sender_init(struct sender *s)
{
	memset(s, 0, sizeof(*s));
	s->conf = (struct lab_flows){ .kind = LAB_TCP, .nb = 1 };
	s->group.conf = &s->conf;
	s->tcp.flow = (struct lab_flow){ .ops = &lab_tcp_ops, .group = &s->group,
					 .alive = true };
	s->lab_conf.radio = &s->radio;
	s->run = calloc(1, sizeof(*s->run));
	CU_ASSERT_PTR_NOT_NULL_FATAL(s->run);
	s->run->conf = &s->lab_conf;
	s->run->world.now_ns = LAB_S;
	CU_ASSERT_EQUAL_FATAL(lab_tcp_ops.init(&s->tcp.flow), 0);
	lab_tcp_ops.start(s->run, &s->tcp.flow);
}

static void
sender_free(struct sender *s)
{
	lab_tcp_ops.free(&s->tcp.flow);
	lab_link_close(s->run);
	lab_world_free(&s->run->world);
	free(s->run);
}

/* An ACK, with one range or, with from == to, none. */
static void
acknowledge(struct sender *s, uint32_t ack, uint32_t from, uint32_t to)
{
	struct lab_packet p = { .is_ack = true, .ack = ack, .sent_ns = LAB_S,
				.nb_sack = from != to, .sack = { { from, to } } };

	s->run->world.now_ns += LAB_MS;
	lab_tcp_ops.returns(s->run, &s->tcp.flow, &p);
}

/* Segments that it has sent since the last look. */
static bool
sends(struct sender *s, const uint32_t *seq, uint32_t nb)
{
	const struct lab_ring *ring = &s->run->link.down;
	uint32_t i;

	if (ring->nb - s->looked_at != nb) {
		printf("  %u segments, expected %u\n", ring->nb - s->looked_at, nb);
		return false;
	}
	for (i = 0; i < nb; i++)
		if (ring->entry[s->looked_at + i].packet.seq != seq[i])
			return false;
	s->looked_at = ring->nb;
	return true;
}

#define SENDS(s, ...) CU_ASSERT(sends(s, (const uint32_t[]){ __VA_ARGS__ }, \
	sizeof((const uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t)))

static void
test_sender(void)
{
	struct sender s;

	sender_init(&s);
	SENDS(&s, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
	acknowledge(&s, 2, 0, 0);	/* slow start: each ACKed segment brings two */
	CU_ASSERT_EQUAL(s.tcp.sender.cwnd, 12);
	SENDS(&s, 10, 11, 12, 13);
	acknowledge(&s, 4, 5, 7);	/* two later ones: 4 may only be late */
	CU_ASSERT_EQUAL(s.tcp.sender.lost, 0);
	CU_ASSERT_EQUAL(s.tcp.sender.cwnd, 16);
	SENDS(&s, 14, 15, 16, 17, 18, 19, 20, 21);
	acknowledge(&s, 4, 5, 8);	/* the third: half the window */
	CU_ASSERT_EQUAL(s.tcp.sender.cwnd, 8);
	CU_ASSERT_EQUAL(s.tcp.sender.lost, 1);
	CU_ASSERT(sends(&s, NULL, 0));	/* more than that is on its way */
	acknowledge(&s, 4, 10, 17);	/* 8 and 9 too, of the same window: no less */
	CU_ASSERT_EQUAL(s.tcp.sender.cwnd, 8);
	SENDS(&s, 4, 8, 9);		/* 17 to 21 fly, room for three */
	acknowledge(&s, 4, 17, 22);
	CU_ASSERT_EQUAL(s.tcp.sender.cwnd, 8);	/* it does not grow meanwhile */
	SENDS(&s, 22, 23, 24, 25, 26);
	acknowledge(&s, 4, 22, 25);	/* the three were lost again: another window */
	CU_ASSERT_EQUAL(s.tcp.sender.cwnd, 4);
	SENDS(&s, 4, 8);		/* 25 and 26 fly */
	acknowledge(&s, 27, 0, 0);	/* recovered; five for a window of four */
	CU_ASSERT_EQUAL(s.tcp.sender.lost, 0);
	SENDS(&s, 27, 28, 29, 30, 31);
	sender_free(&s);
}

/* Beyond the threshold a window of n grows by one for n segments. */
static void
test_avoidance(void)
{
	struct sender s;

	sender_init(&s);
	s.tcp.sender.ssthresh = 10;
	acknowledge(&s, 9, 0, 0);
	CU_ASSERT_EQUAL(s.tcp.sender.cwnd, 10);
	acknowledge(&s, 10, 0, 0);
	CU_ASSERT_EQUAL(s.tcp.sender.cwnd, 11);
	acknowledge(&s, 20, 0, 0);
	CU_ASSERT_EQUAL(s.tcp.sender.cwnd, 11);
	acknowledge(&s, 21, 0, 0);
	CU_ASSERT_EQUAL(s.tcp.sender.cwnd, 12);
	sender_free(&s);
}

/* The sink alone: sequence numbers in, what it then wants and has. */
static void
test_sink(void)
{
	static const struct {
		uint32_t seq, next, nb_ranges, from, to, latest;
	} table[] = {
		{ 0, 1, 0, 0, 0, 0 },
		{ 2, 1, 1, 2, 3, 0 },		/* a hole */
		{ 3, 1, 1, 2, 4, 0 },
		{ 6, 1, 2, 2, 4, 1 },		/* a second one */
		{ 3, 1, 2, 2, 4, 1 },		/* twice */
		{ 8, 1, 3, 2, 4, 2 },
		{ 7, 1, 2, 2, 4, 1 },		/* between two ranges */
		{ 5, 1, 2, 2, 4, 1 },		/* in front of one */
		{ 1, 4, 1, 5, 9, 0 },		/* the first hole is filled */
		{ 0, 4, 1, 5, 9, 0 },		/* long known */
		{ 4, 9, 0, 0, 0, 0 },
		{ 9, 10, 0, 0, 0, 0 },
	};
	static const struct lab_flows conf = { .kind = LAB_TCP, .nb = 1 };
	struct lab_group group = { .conf = &conf };
	struct lab_tcp tcp = { .flow = { .group = &group } };
	struct lab_run *run = calloc(1, sizeof(*run));
	uint32_t i, new_ones = 0;

	CU_ASSERT_PTR_NOT_NULL_FATAL(run);
	run->count.phase[0].end_ns = LAB_S;
	for (i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct lab_packet data = { .seq = table[i].seq, .sent_ns = 1000 + i };

		lab_tcp_data(run, &tcp, &data);
		CU_ASSERT_EQUAL(tcp.sink.next, table[i].next);
		CU_ASSERT_EQUAL(tcp.sink.nb_ranges, table[i].nb_ranges);
		CU_ASSERT_EQUAL(tcp.sink.at_once, i != 0);
		if (table[i].nb_ranges == 0)
			continue;
		CU_ASSERT_EQUAL(tcp.sink.range[0].from, table[i].from);
		CU_ASSERT_EQUAL(tcp.sink.range[0].to, table[i].to);
		CU_ASSERT_EQUAL(tcp.sink.latest, table[i].latest);
	}
	new_ones = (uint32_t)run->count.phase[0].result.got[LAB_TCP].packets;
	CU_ASSERT_EQUAL(new_ones, 10);
	free(run);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "rate times round trip is the window", test_window },
		{ "a window that flows share", test_shared_window },
		{ "drops are sent again", test_recovers },
		{ "what the air sends again is no loss", test_air_retries },
		{ "RTO", test_rto },
		{ "up", test_up },
		{ "the sender: what is lost, and the window", test_sender },
		{ "congestion avoidance", test_avoidance },
		{ "the sink's ranges", test_sink },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "lab: TCP", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
