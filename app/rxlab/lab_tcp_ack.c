/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "lab_run.h"
#include "lab_tcp.h"

#define DUP_THRESH 3u
#define RTO_MIN_NS (200 * LAB_MS)
#define RTO_MAX_NS (120 * LAB_S)

static void
no_longer_flies(struct lab_tcp *tcp)
{
	tcp->sender.flying--;
	tcp->flow.group->flying--;
}

/* The receiver has it. False when that was known. */
static bool
arrived(struct lab_tcp *tcp, uint32_t seq, enum lab_segment_state now)
{
	struct lab_tcp_sender *s = &tcp->sender;
	struct lab_segment *segment = &s->segment[seq & s->mask];
	bool is_new = segment->state == LAB_SEG_FLYING || segment->state == LAB_SEG_LOST;

	if (segment->state == LAB_SEG_FLYING)
		no_longer_flies(tcp);
	else if (segment->state == LAB_SEG_LOST)
		s->lost--;
	if (is_new && segment->tx + 1 > s->tx_arrived)
		s->tx_arrived = segment->tx + 1;
	segment->state = now;
	return is_new;
}

static uint32_t
mark_arrived(struct lab_tcp *tcp, const struct lab_packet *ack)
{
	struct lab_tcp_sender *s = &tcp->sender;
	uint32_t n = 0, seq;
	unsigned int i;

	for (; s->una < ack->ack && s->una < s->nxt; s->una++)
		n += arrived(tcp, s->una, LAB_SEG_NONE);
	if (s->lost_from < s->una)
		s->lost_from = s->una;
	for (i = 0; i < ack->nb_sack; i++)
		for (seq = ack->sack[i].from; seq < ack->sack[i].to && seq < s->nxt; seq++)
			if (seq >= s->una)
				n += arrived(tcp, seq, LAB_SEG_SACKED);
	return n;
}

static void
lose(struct lab_tcp *tcp, uint32_t seq)
{
	struct lab_tcp_sender *s = &tcp->sender;

	s->segment[seq & s->mask].state = LAB_SEG_LOST;
	s->lost++;
	if (seq < s->lost_from)
		s->lost_from = seq;
	no_longer_flies(tcp);
}

/* Once for each window. */
static void
reduce(struct lab_tcp_sender *s, uint32_t tx)
{
	if (tx < s->recover_tx)
		return;
	s->ssthresh = s->cwnd / 2 > 2 ? s->cwnd / 2 : 2;
	s->cwnd = s->ssthresh;
	s->grown = 0;
	s->recover_tx = s->tx_next;
}

/* Transmissions that later ones have overtaken. */
static void
find_lost(struct lab_tcp *tcp)
{
	struct lab_tcp_sender *s = &tcp->sender;

	while (s->out_nb != 0) {
		struct lab_transmission t = s->out[s->out_head & s->mask];
		const struct lab_segment *segment = &s->segment[t.seq & s->mask];
		bool flies = t.seq >= s->una && segment->tx == t.tx &&
			segment->state == LAB_SEG_FLYING;

		if (flies && t.tx + DUP_THRESH >= s->tx_arrived)
			break;
		s->out_head++;
		s->out_nb--;
		if (!flies)
			continue;
		lose(tcp, t.seq);
		reduce(s, t.tx);
	}
}

static void
grow(struct lab_tcp_sender *s, uint32_t n)
{
	/* Not while it recovers, nor for the sake of one who does not use it. */
	if (s->tx_arrived < s->recover_tx || s->flying + n < s->cwnd || s->cwnd >= s->window)
		return;
	if (s->cwnd < s->ssthresh) {
		s->cwnd += n;
		return;
	}
	s->grown += n;
	if (s->grown < s->cwnd)
		return;
	s->grown -= s->cwnd;
	s->cwnd++;
}

static uint64_t
distance(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

static void
measure(struct lab_run *run, struct lab_tcp *tcp, uint64_t sent_ns)
{
	struct lab_tcp_sender *s = &tcp->sender;
	uint64_t rtt_ns = run->world.now_ns - sent_ns;

	lab_count_round_trip(run, &tcp->flow, rtt_ns);
	if (s->srtt_ns == 0) {
		s->srtt_ns = rtt_ns;
		s->rttvar_ns = rtt_ns / 2;
	} else {
		s->rttvar_ns = (3 * s->rttvar_ns + distance(s->srtt_ns, rtt_ns)) / 4;
		s->srtt_ns = (7 * s->srtt_ns + rtt_ns) / 8;
	}
	s->rto_ns = s->srtt_ns + (4 * s->rttvar_ns > RTO_MIN_NS ? 4 * s->rttvar_ns :
				  RTO_MIN_NS);
}

static void
timed_out(struct lab_tcp *tcp)
{
	struct lab_tcp_sender *s = &tcp->sender;
	uint32_t seq;

	s->ssthresh = s->cwnd / 2 > 2 ? s->cwnd / 2 : 2;
	s->cwnd = 1;
	s->grown = 0;
	for (seq = s->una; seq < s->nxt; seq++)
		if (s->segment[seq & s->mask].state == LAB_SEG_FLYING)
			lose(tcp, seq);
	s->out_nb = 0;
	s->tx_arrived = s->recover_tx = s->tx_next;
	s->rto_ns = s->rto_ns * 2 < RTO_MAX_NS ? s->rto_ns * 2 : RTO_MAX_NS;
}

static void
timer(struct lab_run *run, void *what, uint64_t arg)
{
	struct lab_tcp *tcp = what;
	struct lab_tcp_sender *s = &tcp->sender;

	s->timer = false;
	if (!tcp->flow.alive || s->deadline_ns == LAB_NEVER)
		return;
	if (s->deadline_ns <= run->world.now_ns) {
		s->deadline_ns = LAB_NEVER;
		timed_out(tcp);
		lab_tcp_push(run, tcp);
	}
	lab_tcp_watch(run, tcp);
}

/* The RTO runs while something flies. Its event comes where the deadline once was, and
 * then looks where it is now. */
void
lab_tcp_watch(struct lab_run *run, struct lab_tcp *tcp)
{
	struct lab_tcp_sender *s = &tcp->sender;

	if (s->flying == 0)
		s->deadline_ns = LAB_NEVER;
	else if (s->deadline_ns == LAB_NEVER)
		s->deadline_ns = run->world.now_ns + s->rto_ns;
	if (s->deadline_ns == LAB_NEVER || s->timer)
		return;
	s->timer = true;
	lab_at(&run->world, s->deadline_ns, timer, tcp, 0);
}

/* Room in a window that flows share: the others in turn. */
static void
push_others(struct lab_run *run, struct lab_group *group)
{
	uint32_t i;

	if (group->conf->shared_window == 0)
		return;
	group->next = (group->next + 1) % group->conf->nb;
	for (i = 0; i < group->conf->nb; i++)
		lab_tcp_push(run, (struct lab_tcp *)
			     group->flows[(group->next + i) % group->conf->nb]);
}

void
lab_tcp_acked(struct lab_run *run, struct lab_tcp *tcp, const struct lab_packet *ack)
{
	struct lab_tcp_sender *s = &tcp->sender;
	uint32_t una = s->una, n = mark_arrived(tcp, ack);

	if (n != 0)
		measure(run, tcp, ack->sent_ns);
	find_lost(tcp);
	grow(s, n);
	if (s->una != una)
		s->deadline_ns = LAB_NEVER;	/* and begins anew */
	lab_tcp_push(run, tcp);
	push_others(run, tcp->flow.group);
}
