/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 *   gro_bench EAL... -- [--rounds=N] [--row=TEXT] [--hot] [--peer=FILE] [--samples=FILE]
 *
 * Cycles per packet of the rows of gro_cases.c: those whose names contain TEXT, hot only
 * with --hot. FILE of --peer is a shared object with librte_gro and librte_gso. A line for
 * each side, for people and for bench_gro.py:
 *
 *   ROW|hot or cold|BURST|HOLD|good or unknown|SIDE|IN|OUT|FEWEST|MEDIAN|BEST
 *
 * and ROW|recovery|BURSTS for traffic that never merges. Raw samples, a line for each
 * round, go to --samples: ROW|hot or cold|SIDE|CYCLES.
 *
 * Fails when a packet is lost, changed or out of order; exit status 2: all was measured,
 * but somewhere the library leaves more than 1.05 of the packets that have to be.
 */

#include <getopt.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_cycles.h>
#include <rte_eal.h>

#include "gro_bench.h"

#define ROUNDS_MAX	1000
#define SAMPLE_PACKETS	1024		/* a sample is at least of so many */
#define PIECE_PACKETS	512
#define PIECES_MIN	5
#define PIECES_MAX	32
#define SWEPT		(4 << 20)
#define WORK_MAX	1.05
#define EXIT_TOO_MANY	2

static struct {
	unsigned int rounds;
	const char *row, *peer;
	FILE *samples;
	bool hot;
} opt = { .rounds = 31, .row = "" };

static struct batch batch;
static double cycles[SIDES_MAX][ROUNDS_MAX];
static unsigned int rounds;		/* of the row at hand */
static uint64_t clock_cost;
static unsigned int packets_out[SIDES_MAX], packets_fewest[SIDES_MAX], packets_in[SIDES_MAX];
static bool too_many;

void
die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fputs("gro_bench: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
	exit(EXIT_FAILURE);
}

static void
sweep(void)
{
	static uint8_t memory[SWEPT];
	unsigned int i;

	for (i = 0; i < SWEPT; i += RTE_CACHE_LINE_SIZE)
		memory[i]++;
	asm volatile("" : : "r" (memory) : "memory");
}

/* Ours comes back byte for byte; whatever a peer made is only freed. */
static void
settle_one(const struct side *s, struct rte_mbuf *m, bool check)
{
	struct rte_mbuf *pkts[128];
	int i, n = 1;

	pkts[0] = m;
	if (check && !s->is_peer) {
		if (rxb_gro_is_aggregate(m))
			n = rxb_gro_undo(m, pkts, RTE_DIM(pkts));
		if (n < 0)
			die("undo: %d", n);
		for (i = 0; i < n; i++)
			traffic_check(pkts[i]);
	}
	rte_pktmbuf_free_bulk(pkts, n);
}

static void
settle(const struct side *s, struct batch *b, bool check)
{
	uint16_t burst = b->traffic->burst;
	unsigned int i, j, more = 0;

	if (check)
		traffic_check_start();
	for (i = 0; i < b->bursts; i++) {
		for (j = 0; j < b->out[i]; j++)
			settle_one(s, b->pkts[i * burst + j], check);
		for (; more < b->more_end[i]; more++)
			settle_one(s, b->more[more], check);
	}
	traffic_check_home(s->name);
}

/* Packets that came out, or groups. */
static unsigned int
count(const struct batch *b)
{
	unsigned int i, n = b->nb_more;

	for (i = 0; i < b->bursts; i++)
		n += b->out[i];
	return b->groups != 0 ? b->groups : n;
}

static const struct traffic *
traffic_of(const struct row *row, const struct side *s)
{
	return s->traffic != NULL ? s->traffic : &row->traffic;
}

/* Packets that are timed together: few enough that most pieces of a sample pass undisturbed. */
static unsigned int
piece_of(const struct traffic *t, bool cold)
{
	return RTE_MIN(traffic_packets(t, cold), (unsigned int)PIECE_PACKETS);
}

/* The cycles of each piece go to spent; their number is returned. */
static unsigned int
once(const struct row *row, const struct side *s, bool cold, unsigned int turn, uint64_t *spent)
{
	const struct traffic *t = traffic_of(row, s);
	unsigned int piece = piece_of(t, cold) / t->burst, first, n = 0;

	traffic_make(&batch, t, traffic_packets(t, cold), turn);
	if (s->prepare != NULL)
		s->prepare(s, &batch);
	if (cold)
		sweep();
	for (first = 0; first < batch.bursts; first += piece) {
		uint64_t start = rte_rdtsc_precise(), all;

		s->run(s, &batch, first, first + piece);
		all = rte_rdtsc_precise() - start;
		spent[n++] = all > clock_cost ? all - clock_cost : 0;
	}
	if (s->finish != NULL)
		s->finish(s, &batch);
	return n;
}

static int
by_count(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* The median of its pieces. */
static double
sample(const struct row *row, const struct side *s, bool cold, unsigned int round)
{
	uint64_t spent[PIECES_MAX];
	const struct traffic *t = traffic_of(row, s);
	unsigned int packets = traffic_packets(t, cold);
	unsigned int i, n = 0, times = RTE_MAX(SAMPLE_PACKETS / packets, 1u);

	if (packets <= PIECE_PACKETS)
		times = RTE_MAX(times, (unsigned int)PIECES_MIN);
	for (i = 0; i < times; i++) {
		n += once(row, s, cold, round * times + i, spent + n);
		settle(s, &batch, false);
	}
	qsort(spent, n, sizeof(*spent), by_count);
	return (double)spent[n / 2] / piece_of(t, cold);
}

/* Reading the clock twice: little beside a burst, and the same for all sides. */
static uint64_t
clock_calibrate(void)
{
	uint64_t least = UINT64_MAX, start;
	unsigned int i;

	for (i = 0; i < 10000; i++) {
		start = rte_rdtsc_precise();
		least = RTE_MIN(least, rte_rdtsc_precise() - start);
	}
	return least;
}

/* A round before those that count: looks at every packet, warms up. */
static void
look(const struct row *row, const struct side *s, bool cold, unsigned int at)
{
	const struct traffic *t = traffic_of(row, s);
	unsigned int turn, packets = traffic_packets(t, cold);
	uint64_t spent[PIECES_MAX];

	packets_out[at] = packets_fewest[at] = packets_in[at] = 0;
	for (turn = 0; turn < 4; turn++) {
		once(row, s, cold, turn, spent);
		packets_in[at] += packets;
		packets_out[at] += count(&batch);
		packets_fewest[at] += s->is_back ? packets : traffic_fewest(t, packets, turn);
		settle(s, &batch, true);
	}
	if (!s->is_peer && packets_out[at] < packets_fewest[at])
		die("%s: %u packets out, and %u is the fewest", row->name, packets_out[at],
		    packets_fewest[at]);
	if (!s->is_peer && s->run != run_nothing &&
	    packets_out[at] > WORK_MAX * packets_fewest[at]) {
		fprintf(stderr, "gro_bench: %s: %s: %u packets out instead of %u\n", row->name,
			s->name, packets_out[at], packets_fewest[at]);
		too_many = true;
	}
}

static int
by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void
report(const struct row *row, const struct side *s, bool cold, unsigned int at)
{
	const struct traffic *t = traffic_of(row, s);
	unsigned int r;

	for (r = 0; r < rounds && opt.samples != NULL; r++)
		fprintf(opt.samples, "%s|%s|%s|%.2f\n", row->name, cold ? "cold" : "hot", s->name,
			cycles[at][r]);
	qsort(cycles[at], rounds, sizeof(double), by_value);
	printf("%s|%s|%u|%u|%s|%s|%u|%u|%u|%.1f|%.1f\n", row->name, cold ? "cold" : "hot",
	       t->burst, t->hold, t->unknown ? "unknown" : "good", s->name, packets_in[at],
	       packets_out[at], packets_fewest[at], cycles[at][rounds / 2], cycles[at][0]);
	fflush(stdout);
}

/* Sides of a row that can run here. */
static unsigned int
present(struct row *row, struct side **sides)
{
	unsigned int i, n = 0;

	for (i = 0; i < SIDES_MAX && row->sides[i].name != NULL; i++)
		if (!row->sides[i].is_peer || peers[row->sides[i].build].present)
			sides[n++] = &row->sides[i];
	return n;
}

static void
measure(struct row *row, bool cold)
{
	struct side *sides[SIDES_MAX];
	unsigned int i, r, n = present(row, sides);

	/* A cold batch is as much as eight samples. */
	rounds = cold ? (opt.rounds + 3) / 4 : opt.rounds;
	for (i = 0; i < n; i++) {
		side_open(sides[i], traffic_of(row, sides[i]));
		look(row, sides[i], cold, i);
	}
	/* Who is first changes from round to round. */
	for (r = 0; r < rounds; r++)
		for (i = 0; i < n; i++) {
			unsigned int at = (i + r) % n;

			cycles[at][r] = sample(row, sides[at], cold, r);
		}
	for (i = 0; i < n; i++) {
		report(row, sides[i], cold, i);
		side_close(sides[i]);
	}
}

static void
measure_recovery(const struct row *row)
{
	static const struct traffic after = { .flows = 8, .train = 4, .burst = 32 };

	if (row->traffic.burst == after.burst && (row->traffic.never || row->traffic.ticks))
		printf("%s|recovery|%u\n", row->name, recovery_bursts(&row->traffic, &after));
}

static void
parse(int argc, char **argv)
{
	static const struct option options[] = {
		{ "rounds", required_argument, NULL, 'r' },
		{ "row", required_argument, NULL, 'c' },
		{ "hot", no_argument, NULL, 'h' },
		{ "peer", required_argument, NULL, 'p' },
		{ "samples", required_argument, NULL, 's' },
		{ NULL, 0, NULL, 0 }
	};
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (c) {
		case 'r':
			opt.rounds = RTE_MIN(RTE_MAX(atoi(optarg), 1), ROUNDS_MAX);
			break;
		case 'c':
			opt.row = optarg;
			break;
		case 'h':
			opt.hot = true;
			break;
		case 'p':
			opt.peer = optarg;
			break;
		case 's':
			opt.samples = fopen(optarg, "w");
			if (opt.samples == NULL)
				die("cannot write %s", optarg);
			break;
		default:
			die("unknown option");
		}
	}
}

int
main(int argc, char **argv)
{
	int used = rte_eal_init(argc, argv);
	unsigned int i;

	if (used < 0)
		return EXIT_FAILURE;
	parse(argc - used, argv + used);
	peers_load(opt.peer);
	traffic_init();
	gso_init();
	clock_cost = clock_calibrate();
	for (i = 0; i < nb_rows; i++) {
		if (strstr(rows[i].name, opt.row) == NULL)
			continue;
		measure(&rows[i], false);
		if (!opt.hot)
			measure(&rows[i], true);
		measure_recovery(&rows[i]);
	}
	if (opt.samples != NULL)
		fclose(opt.samples);
	rte_eal_cleanup();
	return too_many ? EXIT_TOO_MANY : EXIT_SUCCESS;
}
