/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "lab_run.h"
#include "lab_tcp.h"

#define DELAYED_NS (40 * LAB_MS)
#define EVERY 2u

/* The first range that ends at or behind seq. */
static uint32_t
find_range(const struct lab_tcp_sink *sink, uint32_t seq)
{
	uint32_t i = 0;

	while (i < sink->nb_ranges && sink->range[i].to < seq)
		i++;
	return i;
}

static void
remove_range(struct lab_tcp_sink *sink, uint32_t i)
{
	sink->nb_ranges--;
	memmove(&sink->range[i], &sink->range[i + 1],
		(sink->nb_ranges - i) * sizeof(sink->range[0]));
}

/* False: no room for a range more, as if it had never come. */
static bool
insert_range(struct lab_tcp_sink *sink, uint32_t i, uint32_t seq)
{
	if (sink->nb_ranges == LAB_TCP_RANGES)
		return false;
	memmove(&sink->range[i + 1], &sink->range[i],
		(sink->nb_ranges - i) * sizeof(sink->range[0]));
	sink->range[i] = (struct lab_range){ .from = seq, .to = seq + 1 };
	sink->nb_ranges++;
	return true;
}

/* A segment behind a hole. False when it is not new, or there is no room. */
static bool
keep(struct lab_tcp_sink *sink, uint32_t seq)
{
	uint32_t i = find_range(sink, seq);
	struct lab_range *r = &sink->range[i];

	if (i < sink->nb_ranges && seq >= r->from && seq < r->to)
		return false;
	if (i < sink->nb_ranges && r->to == seq) {
		r->to++;
		if (i + 1 < sink->nb_ranges && r[1].from == r->to) {
			r->to = r[1].to;
			remove_range(sink, i + 1);
		}
	} else if (i < sink->nb_ranges && r->from == seq + 1) {
		r->from = seq;
	} else if (!insert_range(sink, i, seq)) {
		return false;
	}
	sink->latest = i;
	return true;
}

/* In order, and what it makes whole. */
static void
advance(struct lab_tcp_sink *sink)
{
	sink->next++;
	if (sink->nb_ranges == 0)
		return;
	sink->at_once = true;
	if (sink->range[0].from != sink->next)
		return;
	sink->next = sink->range[0].to;
	remove_range(sink, 0);
	sink->latest = 0;
}

void
lab_tcp_data(struct lab_run *run, struct lab_tcp *tcp, const struct lab_packet *data)
{
	struct lab_tcp_sink *sink = &tcp->sink;
	uint32_t before = sink->next;
	bool is_new = false;

	if (data->seq == sink->next) {
		/* The time stamp of an ACK is that of the first that it answers. */
		if (sink->pending == 0 || sink->at_once)
			sink->echo_ns = data->sent_ns;
		advance(sink);
		is_new = true;
	} else {
		if (data->seq > sink->next)
			is_new = keep(sink, data->seq);
		sink->at_once = true;
		sink->echo_ns = data->sent_ns;
	}
	sink->pending += sink->next - before;
	if (is_new)
		lab_count_got(run, &tcp->flow, 1, LAB_TCP_MSS);
}

/* The range that grew last goes first (RFC 2018, 4), then the lowest. */
static void
add_sack(const struct lab_tcp_sink *sink, struct lab_packet *ack)
{
	uint32_t i;

	if (sink->nb_ranges == 0)
		return;
	ack->sack[ack->nb_sack++] = sink->range[sink->latest < sink->nb_ranges ?
						sink->latest : 0];
	for (i = 0; i < sink->nb_ranges && ack->nb_sack < LAB_SACK_MAX; i++)
		if (i != sink->latest)
			ack->sack[ack->nb_sack++] = sink->range[i];
	ack->len += 4 + LAB_TCP_SACK * ack->nb_sack;
}

static void
send_ack(struct lab_run *run, struct lab_tcp *tcp)
{
	struct lab_tcp_sink *sink = &tcp->sink;
	struct lab_packet ack = {
		.is_ack = true, .len = LAB_TCP_HEADERS, .ack = sink->next,
		.sent_ns = sink->echo_ns,
	};

	add_sack(sink, &ack);
	sink->pending = 0;
	sink->at_once = false;
	sink->number++;
	lab_tcp_emit(run, tcp, &ack);
}

static void
delayed(struct lab_run *run, void *what, uint64_t number)
{
	struct lab_tcp *tcp = what;

	if (tcp->flow.alive && tcp->sink.number == number && tcp->sink.pending != 0)
		send_ack(run, tcp);
}

/* A batch is over, or one packet. */
void
lab_tcp_answer(struct lab_run *run, struct lab_tcp *tcp)
{
	struct lab_tcp_sink *sink = &tcp->sink;

	if (sink->at_once || sink->pending >= EVERY)
		send_ack(run, tcp);
	else if (sink->pending != 0)
		lab_at(&run->world, run->world.now_ns + DELAYED_NS, delayed, tcp,
		       sink->number);
}
