/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * The reference: goes through a case that has run, packet by packet in the order of
 * arrival, with the rules alone, and compares. Where the interface leaves a choice it
 * follows what happened: an aggregate that has become too old may be closed before or
 * after the packets of that call; a flow that may not have got a place in the table.
 */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "prop_ref.h"

#define FIN_PSH	0x09
#define ANY	((UINT64_C(1) << RXB_GRO_WHY_BACKOFF) - 1)

struct flow_state {
	uint64_t name;
	struct ref_agg agg;	/* first NULL: none open */
	uint64_t due;
	int opened;		/* operation */
	int seen;		/* ... in which it was among the flows that want a place */
	bool maybe;		/* may have been closed already */
	bool lax;		/* ... at any time: set_hold() with a clock that went back */
	bool bad;		/* what is open has a wrong sum: it may not have been noticed */
};

struct ref {
	struct prop_case *c;
	struct flow_state *flows;	/* a hash table, open addressing */
	uint32_t mask;
	struct flow_state **used;
	uint32_t nb_used;
	int *closed;			/* by packet: operation at which its aggregate closed */
	uint64_t hold;
	uint32_t places;		/* that flows want in this call */
	uint64_t last_now;
	int op;
	uint64_t least[RXB_GRO_WHY_MAX], most[RXB_GRO_WHY_MAX], least_sum, most_sum;
};

static struct flow_state *
flow_of(struct ref *r, uint64_t name)
{
	uint32_t i = (uint32_t)(name ^ name >> 32) & r->mask;

	while (r->flows[i].name != 0 && r->flows[i].name != name)
		i = (i + 1) & r->mask;
	if (r->flows[i].name == 0) {
		r->flows[i].name = name;
		r->used[r->nb_used++] = &r->flows[i];
	}
	return &r->flows[i];
}

static void
close_flow(struct ref *r, struct flow_state *f)
{
	if (f->agg.first != NULL)
		r->closed[f->agg.first->nr] = r->op;
	f->agg.first = NULL;
}

static void
close_all(struct ref *r)
{
	uint32_t i;

	for (i = 0; i < r->nb_used; i++)
		close_flow(r, r->used[i]);
}

/* A packet for which one of these reasons is counted, or maybe none. */
static void
count_why(struct ref *r, uint64_t why, bool maybe_none)
{
	unsigned int i;

	if (why == 0)
		return;
	for (i = 0; i < RXB_GRO_WHY_MAX; i++)
		if (why & (UINT64_C(1) << i)) {
			r->most[i]++;
			r->least[i] += !maybe_none && why == UINT64_C(1) << i;
		}
	r->most_sum++;
	r->least_sum += !maybe_none;
}

static const char *
names_of(uint64_t why)
{
	static char text[256];
	unsigned int i;

	text[0] = '\0';
	for (i = 0; i < RXB_GRO_WHY_MAX; i++)
		if (why & (UINT64_C(1) << i)) {
			strncat(text, " ", sizeof(text) - strlen(text) - 1);
			strncat(text, rxb_gro_why_name(i), sizeof(text) - strlen(text) - 1);
		}
	return text;
}

/* The packet hides its ports, or more: what becomes of all aggregates of its addresses. */
static void
bar_pair(struct ref *r, const struct prop_view *v)
{
	uint32_t i;

	for (i = 0; i < r->nb_used; i++) {
		struct flow_state *f = r->used[i];

		if (f->agg.first == NULL || f->agg.first->pair != v->pair)
			continue;
		if (v->hidden && f->agg.v.proto == v->proto)
			close_flow(r, f);
		else
			f->maybe = true;
	}
}

static void
pass_alone(struct ref *r, struct prop_pkt *p, const struct prop_view *v, uint64_t why)
{
	PROP_CHECK(p->head == p, "packet %u is merged, but for%s", p->nr, names_of(why));
	if (v->flow != 0)
		close_flow(r, flow_of(r, v->flow));
	r->closed[p->nr] = r->op;
	count_why(r, why, false);
}

static void
open_or_pass(struct ref *r, struct flow_state *f, struct prop_pkt *p,
	     const struct prop_view *v, uint64_t why, bool maybe_none)
{
	bool crowded = r->c->ops[r->op].table != 0, psh;

	psh = v->proto == 6 && (p->bytes[v->l4 + 13] & FIN_PSH);
	ref_open(&f->agg, p, v);
	if (ref_is_full(&r->c->conf, &f->agg) != 0) {
		/* It will never have a second one. */
		why |= ref_is_full(&r->c->conf, &f->agg);
		maybe_none = true;
	}
	if (crowded) {
		why |= WHY(TABLE);
		maybe_none = true;
	}
	if (psh) {
		count_why(r, why | WHY(TCP_FLAGS), crowded || why == ANY);
		close_flow(r, f);
		return;
	}
	count_why(r, why, maybe_none);
	f->due = r->c->ops[r->op].now + r->hold;
	f->opened = r->op;
	f->lax = false;
	f->maybe = crowded || v->unsure;
}

/* It came alone: was that right? */
static void
came_alone(struct ref *r, struct flow_state *f, struct prop_pkt *p, const struct prop_view *v,
	   bool bad)
{
	bool open = f->agg.first != NULL, unsure = f->maybe || f->bad || v->unsure || bad;
	uint64_t d = open ? ref_differs(&r->c->conf, &f->agg, p, v) : 0;

	PROP_CHECK(!open || d != 0 || unsure,
		   "packet %u is not merged with %u, and nothing forbids it", p->nr,
		   open ? f->agg.first->nr : 0);
	/* What is full may have been closed by the packet that filled it. */
	if (open && ref_is_full(&r->c->conf, &f->agg) != 0)
		unsure = true;
	/* With a wrong sum about, any other difference may have been seen first. */
	if (bad || v->unsure || (open && f->bad))
		d = ANY;
	if (f->maybe)
		d |= WHY(TABLE);
	close_flow(r, f);
	open_or_pass(r, f, p, v, d, unsure);
	f->bad = bad;
}

static void
want_place(struct ref *r, struct flow_state *f)
{
	r->places += f->seen != r->op + 1;
	f->seen = r->op + 1;
}

static void
candidate(struct ref *r, struct prop_pkt *p, const struct prop_view *v, bool bad)
{
	struct flow_state *f = flow_of(r, v->flow);
	bool open = f->agg.first != NULL;
	uint64_t d;

	want_place(r, f);
	if (p->head == p) {
		came_alone(r, f, p, v, bad);
		return;
	}
	PROP_CHECK(open && p->head == f->agg.first,
		   "packet %u is in an aggregate that was closed before it came", p->nr);
	if (!open)
		return;
	d = ref_differs(&r->c->conf, &f->agg, p, v) | (bad || f->bad ? WHY(L4_CSUM) : 0);
	PROP_CHECK(d == 0, "packet %u is merged with %u, but for%s", p->nr, p->head->nr,
		   names_of(d));
	ref_append(&f->agg, p, v);
	f->maybe = f->lax;
	if (ref_is_last(&f->agg, p, v))
		close_flow(r, f);
}

static void
arrive(struct ref *r, struct prop_pkt *p)
{
	uint64_t why;
	struct prop_view v;
	bool bad;

	prop_view(p->bytes, p->len, &v);
	why = ref_faults(&r->c->conf, p, &v, &bad);
	if (v.pair != 0 && (v.hidden || v.odd))
		bar_pair(r, &v);
	if (r->c->ops[r->op].skipped != 0)
		pass_alone(r, p, &v, WHY(BACKOFF));
	else if (why != 0)
		pass_alone(r, p, &v, v.unsure ? ANY : why);
	else
		candidate(r, p, &v, bad);
}

static bool
is_due(const struct ref *r, const struct flow_state *f, uint64_t now)
{
	uint64_t left = f->due - now;

	return !(left > 0 && left <= r->hold);
}

/* A clock that goes back makes everything due. */
static void
look_at_clock(struct ref *r, const struct prop_op *op)
{
	bool back = (int64_t)(op->now - r->last_now) < 0;
	uint32_t i;

	for (i = 0; i < r->nb_used; i++) {
		struct flow_state *f = r->used[i];

		if (f->agg.first == NULL)
			continue;
		if (back)
			f->due = op->now;
		if (is_due(r, f, op->now))
			f->maybe = true;
	}
	r->last_now = op->now;
}

/* With places for four times the flows and more, none finds its bucket full: once in a
 * million of such calls, by the size of a bucket. */
static void
check_table(const struct ref *r, const struct prop_op *op)
{
	uint32_t max = r->c->conf.max_flows == 0 ? 64 : r->c->conf.max_flows;

	PROP_CHECK(op->table == 0 || r->places * 4 > max,
		   "%u packets found no place in a table for %u flows, with %u flows", op->table,
		   max, r->places);
}

static void
process(struct ref *r, const struct prop_op *op)
{
	uint32_t i;

	look_at_clock(r, op);
	r->places = 0;
	for (i = 0; i < r->nb_used; i++)
		if (r->used[i]->agg.first != NULL)
			want_place(r, r->used[i]);
	for (i = 0; i < op->nb_pkts; i++)
		arrive(r, &op->pkts[i]);
	check_table(r, op);
	for (i = 0; i < r->nb_used; i++)
		if (r->used[i]->agg.first != NULL &&
		    (r->hold == 0 || (r->used[i]->opened < r->op && !r->used[i]->lax &&
				      is_due(r, r->used[i], op->now))))
			close_flow(r, r->used[i]);
}

static void
set_hold(struct ref *r, const struct prop_op *op)
{
	bool back = (int64_t)(op->now - r->last_now) < 0;
	uint32_t i;

	for (i = 0; i < r->nb_used; i++) {
		struct flow_state *f = r->used[i];
		uint64_t left = f->due - op->now;

		if (f->agg.first == NULL)
			continue;
		if (back)
			f->lax = f->maybe = true;
		/* What is due stays so. */
		if (left == 0 || left > INT64_MAX)
			continue;
		if (left > r->hold)
			f->maybe = true;
		if (left > op->hold)
			f->due = op->now + op->hold;
	}
	r->hold = op->hold;
	r->last_now = op->now;
}

/* What was closed must leave at once, but for calls that had no room for it. */
static void
check_leaving(const struct ref *r, const struct prop_pkt *p)
{
	int i;

	for (i = r->closed[p->head->nr]; i < p->op_out; i++) {
		const struct prop_op *op = &r->c->ops[i];
		bool full = (op->kind == OP_PROCESS && op->out == op->nb_pkts) ||
			    ((op->kind == OP_FLUSH || op->kind == OP_FLUSH_DUE) &&
			     op->out == op->room) ||
			    op->kind == OP_HOLD;

		PROP_CHECK(full, "packet %u stayed: it had to leave by call %d, it left by %d",
			   p->nr, i, p->op_out);
	}
}

static void
check_reasons(const struct ref *r, const struct rxb_gro_stats *stats)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < RXB_GRO_WHY_MAX; i++) {
		sum += stats->why[i];
		if (i == RXB_GRO_WHY_TABLE)
			continue;
		PROP_CHECK(r->least[i] <= stats->why[i] && stats->why[i] <= r->most[i],
			   "why %s: %" PRIu64 ", %" PRIu64 " to %" PRIu64 " are right",
			   rxb_gro_why_name(i),
			   stats->why[i], r->least[i], r->most[i]);
	}
	PROP_CHECK(r->least_sum <= sum && sum <= r->most_sum,
		   "all why[]: %" PRIu64 ", %" PRIu64 " to %" PRIu64 " are right", sum, r->least_sum,
		   r->most_sum);
}

static void
run_all(struct ref *r)
{
	int i;
	uint16_t k;

	for (r->op = 0; r->op < r->c->nb_ops; r->op++) {
		struct prop_op *op = &r->c->ops[r->op];

		if (op->kind == OP_PROCESS || op->kind == OP_FLUSH_DUE)
			process(r, op);
		else if (op->kind == OP_FLUSH)
			close_all(r);
		else if (op->kind == OP_HOLD)
			set_hold(r, op);
	}
	close_all(r);
	for (i = 0; i < r->c->nb_ops; i++)
		for (k = 0; k < r->c->ops[i].nb_pkts; k++) {
			const struct prop_pkt *p = &r->c->ops[i].pkts[k];

			check_leaving(r, p);
			prop_totals.must_join += p->head != p;
		}
}

void
prop_ref_check(struct prop_case *c, const struct rxb_gro_stats *stats)
{
	struct ref r = { .c = c, .hold = c->conf.hold_cycles, .mask = 1023 };
	uint32_t n = 0;
	int i;

	for (i = 0; i < c->nb_ops; i++)
		n += c->ops[i].nb_pkts;
	while (r.mask < 2 * n)
		r.mask = r.mask * 2 + 1;
	r.last_now = c->nb_ops == 0 ? 0 : c->ops[0].now;
	r.flows = calloc(r.mask + 1u, sizeof(*r.flows));
	r.used = calloc(n + 1u, sizeof(*r.used));
	r.closed = calloc(n + 1u, sizeof(*r.closed));
	run_all(&r);
	if (!c->no_reasons)
		check_reasons(&r, stats);
	free(r.closed);
	free(r.used);
	free(r.flows);
}
