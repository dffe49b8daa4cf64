/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_errno.h>
#include <rte_random.h>

#include "prop_check.h"
#include "prop_mem.h"
#include "prop_view.h"

/* A case as it runs: what is inside, and the sums that the counters must show. */
struct run {
	struct prop_case *c;
	struct rxb_gro *gro;
	struct prop_pkt **inside;	/* in the order of arrival */
	uint32_t nb_inside;
	uint32_t arrivals;
	uint64_t packets_out, bytes_in, aggregates, merged, groups, grouped;
	bool may_hold;
	unsigned int skipped;		/* bursts in a row, by the back-off */
	int op;
};

char prop_wrong[512];
struct prop_totals prop_totals;

void
prop_fail(const char *fmt, ...)
{
	va_list ap;

	if (prop_wrong[0] != '\0')
		return;
	va_start(ap, fmt);
	vsnprintf(prop_wrong, sizeof(prop_wrong), fmt, ap);
	va_end(ap);
}

static bool
wrong(void)
{
	return prop_wrong[0] != '\0';
}

/* Must b not pass a? */
static bool
ordered(const struct prop_pkt *a, const struct prop_pkt *b)
{
	if (a->pair == 0 || a->pair != b->pair)
		return false;
	if (a->hidden || b->hidden)
		return a->proto == b->proto && (a->hidden || a->flow != 0) &&
		       (b->hidden || b->flow != 0);
	return a->flow != 0 && a->flow == b->flow;
}

/* A packet leaves: none of its flow that came before it may be inside. */
static void
leave(struct run *r, struct prop_pkt *p, struct prop_pkt *head)
{
	uint32_t i;

	for (i = 0; i < r->nb_inside && r->inside[i] != p; i++)
		if (ordered(r->inside[i], p))
			prop_fail("order: packet %u left before packet %u of its flow", p->nr,
				  r->inside[i]->nr);
	if (i == r->nb_inside) {
		prop_fail("packet %u left twice", p->nr);
		return;
	}
	memmove(r->inside + i, r->inside + i + 1,
		(r->nb_inside - i - 1) * sizeof(*r->inside));
	r->nb_inside--;
	p->head = head;
	p->op_out = r->op;
}

static bool
is_inside(const struct run *r, const struct prop_pkt *p)
{
	uint32_t i;

	for (i = 0; i < r->nb_inside; i++)
		if (r->inside[i] == p)
			return true;
	return false;
}

/* The packets of which a chain is made, by their first mbufs. */
static uint16_t
packets_of(const struct run *r, struct rte_mbuf *m, struct prop_pkt **pkts, uint16_t room)
{
	uint16_t n = 0;

	for (; m != NULL; m = m->next)
		if (prop_priv(m)->pkt != NULL && n < room) {
			pkts[n] = prop_priv(m)->pkt;
			if (!is_inside(r, pkts[n]))
				prop_fail("a packet left twice, or was never there");
			n++;
		}
	return n;
}

static void
take_one(struct run *r, struct rte_mbuf *m, uint32_t edit)
{
	struct prop_pkt *pkts[RXB_GRO_SEGS_MAX + 1];
	uint16_t n = packets_of(r, m, pkts, RTE_DIM(pkts)), i;
	uint16_t said = rxb_gro_packets(m);

	if (n == 0 || said != n) {
		prop_fail("rxb_gro_packets() says %u, it is made of %u", said, n);
		return;
	}
	PROP_CHECK(rxb_gro_is_aggregate(m) == (n > 1), "rxb_gro_is_aggregate() of %u packets", n);
	for (i = 0; i < n && !wrong(); i++)
		leave(r, pkts[i], pkts[0]);
	if (wrong())
		return;
	r->packets_out++;
	if (n == 1) {
		prop_check_whole(&r->c->conf, pkts[0], m);
	} else {
		r->aggregates++;
		r->merged += n;
		prop_check_aggregate(m, pkts, n);
		if (wrong())
			return;
		if (edit == 0) {
			prop_check_undo(&r->c->conf, m, pkts, n);
			prop_totals.undone++;
		} else {
			prop_check_split(m, pkts, n, edit);
			prop_totals.split++;
		}
	}
	for (i = 0; i < n && !wrong(); i++)
		prop_mbuf_free(pkts[i]);
}

static void
take(struct run *r, struct rte_mbuf **pkts, uint16_t n, uint32_t edit)
{
	uint16_t i;

	for (i = 0; i < n && !wrong(); i++)
		take_one(r, pkts[i], edit);
}

static void
arrive(struct run *r, struct prop_op *op, struct rte_mbuf **pkts)
{
	struct prop_view v;
	uint16_t i;

	for (i = 0; i < op->nb_pkts; i++) {
		struct prop_pkt *p = &op->pkts[i];

		prop_view(p->bytes, p->len, &v);
		p->pair = v.pair;
		p->flow = v.flow;
		p->proto = v.proto;
		p->hidden = v.hidden;
		p->nr = r->arrivals++;
		p->op_in = r->op;
		p->op_out = -1;
		p->head = NULL;
		pkts[i] = prop_mbuf_make(p);
		r->inside[r->nb_inside++] = p;
	}
}

static void
do_process(struct run *r, struct prop_op *op)
{
	struct rte_mbuf **pkts = calloc(op->nb_pkts + 1u, sizeof(*pkts)), **burst;
	struct rxb_gro_stats before, after;
	uint16_t n, i;

	/* Exactly so long: a sanitizer sees a write behind it. */
	burst = malloc(op->nb_pkts == 0 ? 1 : op->nb_pkts * sizeof(*burst));
	arrive(r, op, pkts);
	memcpy(burst, pkts, op->nb_pkts * sizeof(*burst));
	rxb_gro_stats_get(r->gro, &before);
	n = rxb_gro_process(r->gro, burst, op->nb_pkts, op->now);
	rxb_gro_stats_get(r->gro, &after);
	op->out = n;
	op->table = (uint32_t)(after.why[RXB_GRO_WHY_TABLE] - before.why[RXB_GRO_WHY_TABLE]);
	op->skipped = (uint32_t)(after.why[RXB_GRO_WHY_BACKOFF] - before.why[RXB_GRO_WHY_BACKOFF]);
	if (op->skipped == 0)
		for (i = 0; i < op->nb_pkts; i++)
			r->bytes_in += op->pkts[i].len;
	PROP_CHECK(op->skipped == 0 || op->skipped == op->nb_pkts,
		   "the back-off skipped %u of %u packets", op->skipped, op->nb_pkts);
	if (op->nb_pkts != 0)
		r->skipped = op->skipped != 0 ? r->skipped + 1 : 0;
	PROP_CHECK(r->skipped <= 7, "the back-off skipped %u bursts in a row", r->skipped);
	PROP_CHECK(n <= op->nb_pkts, "process() of %u packets gave %u", op->nb_pkts, n);
	if (!wrong())
		take(r, burst, n, op->edit);
	prop_totals.calls++;
	prop_totals.packets += op->nb_pkts;
	prop_totals.table += op->table;
	prop_totals.skipped += op->skipped;
	free(burst);
	free(pkts);
}

static uint16_t
flush_some(struct run *r, uint16_t room, uint32_t edit)
{
	struct rte_mbuf **pkts = malloc(room == 0 ? 1 : room * sizeof(*pkts));
	uint16_t held = rxb_gro_held(r->gro), n;

	n = rxb_gro_flush(r->gro, pkts, room);
	PROP_CHECK(n == RTE_MIN(held, room), "flush() with room for %u of %u held gave %u", room,
		   held, n);
	PROP_CHECK(rxb_gro_held(r->gro) == held - n, "%u held, %u flushed, %u held", held, n,
		   rxb_gro_held(r->gro));
	if (!wrong())
		take(r, pkts, n, edit);
	free(pkts);
	return n;
}

static uint16_t
flush_due(struct run *r, const struct prop_op *op)
{
	struct rte_mbuf **pkts = malloc(op->room == 0 ? 1 : op->room * sizeof(*pkts));
	uint16_t held = rxb_gro_held(r->gro), n;

	n = rxb_gro_flush_due(r->gro, pkts, op->room, op->now);
	PROP_CHECK(n <= op->room && rxb_gro_held(r->gro) == held - n,
		   "flush_due() with room for %u: %u held, %u came, %u held", op->room, held, n,
		   rxb_gro_held(r->gro));
	if (!wrong())
		take(r, pkts, n, op->edit);
	free(pkts);
	return n;
}

static void
do_group(struct run *r, struct prop_op *op)
{
	struct rte_mbuf **pkts = calloc(op->nb_pkts + 1u, sizeof(*pkts));
	struct prop_pkt **out = calloc(op->nb_pkts + 1u, sizeof(*out));
	uint16_t *lens = malloc(op->nb_pkts == 0 ? 1 : op->nb_pkts * sizeof(*lens));
	struct rxb_gro_stats before, after;
	uint16_t n, i;

	arrive(r, op, pkts);
	rxb_gro_stats_get(r->gro, &before);
	n = rxb_gro_group(r->gro, pkts, op->nb_pkts, lens);
	rxb_gro_stats_get(r->gro, &after);
	op->table = (uint32_t)(after.why[RXB_GRO_WHY_TABLE] - before.why[RXB_GRO_WHY_TABLE]);
	for (i = 0; i < op->nb_pkts && !wrong(); i++) {
		PROP_CHECK(packets_of(r, pkts[i], &out[i], 1) == 1 && out[i]->m == pkts[i],
			   "group: no packet");
		if (wrong())
			break;
		leave(r, out[i], out[i]);
		prop_check_whole(&r->c->conf, out[i], pkts[i]);
	}
	r->packets_out += op->nb_pkts;
	for (i = 0; i < n; i++) {
		r->groups += lens[i] > 1;
		r->grouped += lens[i] > 1 ? lens[i] : 0;
	}
	if (!wrong())
		prop_ref_list(r->c, op, out, lens, n);
	for (i = 0; i < op->nb_pkts && !wrong(); i++)
		prop_mbuf_free(out[i]);
	prop_totals.calls++;
	prop_totals.packets += op->nb_pkts;
	free(lens);
	free(out);
	free(pkts);
}

static void
same_count(const char *name, uint64_t is, uint64_t right)
{
	PROP_CHECK(is == right, "counters: %s is %" PRIu64 ", not %" PRIu64, name, is, right);
}

/* What rxbatch.h says of the counters, at any time. */
static void
check_counters(struct run *r)
{
	struct rxb_gro_stats s;
	uint16_t held = rxb_gro_held(r->gro);
	uint16_t flows = r->c->conf.max_flows == 0 ? 64 : r->c->conf.max_flows;

	rxb_gro_stats_get(r->gro, &s);
	same_count("packets_in", s.packets_in, r->arrivals);
	same_count("packets_out", s.packets_out, r->packets_out);
	same_count("aggregates", s.aggregates, r->aggregates);
	same_count("merged", s.merged, r->merged);
	same_count("groups", s.groups, r->groups);
	same_count("grouped", s.grouped, r->grouped);
	same_count("packets_out - aggregates + merged + what is inside",
		   s.packets_out - s.aggregates + s.merged + r->nb_inside, s.packets_in);
	if (r->c->conf.mode == RXB_GRO_MERGE)
		same_count("bytes_in", s.bytes_in, r->bytes_in);
	PROP_CHECK(held <= r->nb_inside && (held == 0) == (r->nb_inside == 0),
		   "held() says %u, %u packets are inside", held, r->nb_inside);
	PROP_CHECK(r->may_hold || held == 0, "%u held without hold_cycles", held);
	PROP_CHECK(held <= flows + (r->op < r->c->nb_ops ? r->c->ops[r->op].nb_pkts : 0u) + 64u,
		   "%u held, more than %u flows and a burst", held, flows);
	prop_totals.held += held;
}

static void
do_op(struct run *r, struct prop_op *op)
{
	switch (op->kind) {
	case OP_PROCESS:
		do_process(r, op);
		break;
	case OP_FLUSH:
		op->out = flush_some(r, op->room, op->edit);
		break;
	case OP_FLUSH_DUE:
		op->out = flush_due(r, op);
		break;
	case OP_HOLD:
		rxb_gro_set_hold(r->gro, op->hold, op->now);
		r->may_hold |= op->hold != 0;
		break;
	case OP_GROUP:
		do_group(r, op);
		break;
	}
	if (!wrong())
		check_counters(r);
}

static void
finish(struct run *r)
{
	struct rxb_gro_stats stats;

	r->op = r->c->nb_ops;
	while (!wrong() && flush_some(r, 16, 0) != 0)
		;
	PROP_CHECK(rxb_gro_held(r->gro) == 0 && r->nb_inside == 0,
		   "lost: after the last flush() %u are held, %u inside (packet %u)",
		   rxb_gro_held(r->gro), r->nb_inside,
		   r->nb_inside == 0 ? 0 : r->inside[0]->nr);
	if (!wrong())
		check_counters(r);
	rxb_gro_stats_get(r->gro, &stats);
	if (!wrong() && r->c->conf.mode == RXB_GRO_MERGE)
		prop_ref_check(r->c, &stats);
	prop_totals.aggregates += stats.aggregates;
	prop_totals.merged += stats.merged;
	prop_totals.grouped += stats.grouped;
	prop_totals.cases++;
}

static uint32_t
count_packets(const struct prop_case *c)
{
	uint32_t n = 0;
	int i;

	for (i = 0; i < c->nb_ops; i++)
		n += c->ops[i].nb_pkts;
	return n;
}

/* So that nothing is freed with the context. */
static void
empty(struct rxb_gro *gro)
{
	struct rte_mbuf *pkts[64];
	int i;

	for (i = 0; i < 1000 && rxb_gro_flush(gro, pkts, RTE_DIM(pkts)) != 0; i++)
		;
}

bool
prop_case_run(struct prop_case *c)
{
	struct run r = { .c = c, .may_hold = c->conf.hold_cycles != 0 };
	unsigned int used = prop_mem_used();

	prop_wrong[0] = '\0';
	rte_srand(c->seed);
	r.gro = rxb_gro_create(&c->conf);
	if (r.gro == NULL) {
		prop_fail("create: %s", rte_strerror(rte_errno));
		return false;
	}
	r.inside = calloc(count_packets(c) + 1u, sizeof(*r.inside));
	for (r.op = 0; r.op < c->nb_ops && !wrong(); r.op++)
		do_op(&r, &c->ops[r.op]);
	if (!wrong())
		finish(&r);
	PROP_CHECK(prop_mem_used() == used, "%u mbufs in use, not %u", prop_mem_used(), used);
	if (wrong()) {
		/* What is inside is in no state to be freed one by one. */
		empty(r.gro);
		prop_mem_reset();
		rxb_gro_free(r.gro);
		free(r.inside);
		return false;
	}
	rxb_gro_free(r.gro);
	free(r.inside);
	return true;
}

void
prop_case_free(struct prop_case *c)
{
	int i;

	for (i = 0; i < c->nb_ops; i++)
		free(c->ops[i].pkts);
	free(c->ops);
	c->ops = NULL;
	c->nb_ops = 0;
}
