/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef LAB_TCP_H
#define LAB_TCP_H

/*
 * TCP as far as it reacts to what it gets. Sequence numbers count segments of LAB_TCP_MSS
 * bytes. Sender: slow start from 10 segments, Reno's congestion avoidance (RFC 5681),
 * selective acknowledgements (RFC 2018, 6675), a transmission is lost when three later
 * ones have arrived, retransmitted or not (after RFC 8985), one reduction for each window,
 * RTO (RFC 6298) of 200 ms at least as Linux has it. Receiver: an ACK for every second
 * segment, or after 40 ms, or at once when something is missing; where packets come in
 * batches, as behind GRO, one for each batch. Not there: pacing, CUBIC, HyStart, tail loss
 * probes, window scaling that grows, Nagle.
 */

#include "lab_flow.h"
#include "lab_world.h"

#define LAB_TCP_MSS 1448u
#define LAB_TCP_HEADERS 66u	/* Ethernet, IPv4, TCP with time stamps */
#define LAB_TCP_SACK 8u		/* for each range */
#define LAB_TCP_WINDOW (4u << 20)

enum lab_segment_state { LAB_SEG_NONE, LAB_SEG_FLYING, LAB_SEG_SACKED, LAB_SEG_LOST };

struct lab_segment {
	uint32_t tx;		/* number of its last transmission */
	uint8_t state;
};

struct lab_transmission {
	uint32_t seq, tx;
};

struct lab_tcp_sender {
	uint32_t una, nxt;		/* first not acknowledged, first never sent */
	uint32_t window;		/* of the receiver */
	uint32_t cwnd, ssthresh, grown;	/* grown: acknowledged since cwnd grew */
	uint32_t flying, lost;		/* segments; lost: to be sent again */
	uint32_t tx_next, tx_arrived;	/* transmissions; latest that has arrived, plus one */
	uint32_t recover_tx;		/* losses before it are of a window already reduced */
	uint32_t lost_from;		/* no segment before it is to be sent again */
	uint64_t srtt_ns, rttvar_ns, rto_ns;
	uint64_t deadline_ns;		/* of the RTO, LAB_NEVER: none */
	bool timer;			/* an event is under way */
	uint32_t mask;			/* of the two rings */
	struct lab_segment *segment;
	struct lab_transmission *out;	/* transmissions, in their order */
	uint32_t out_head, out_nb;
};

#define LAB_TCP_RANGES 64u

struct lab_tcp_sink {
	uint32_t next;			/* the first that is missing */
	uint32_t pending;		/* segments not yet acknowledged */
	bool at_once;			/* something is missing, or was */
	uint64_t echo_ns;		/* time stamp of the next ACK */
	uint32_t number;		/* of the ACK, for the one that is delayed */
	uint32_t latest;		/* the range that grew last */
	struct lab_range range[LAB_TCP_RANGES];	/* what came out of order, sorted */
	uint32_t nb_ranges;
};

struct lab_tcp {
	struct lab_flow flow;
	bool up;			/* the host sends */
	uint32_t queued;		/* in the host, not yet in the air */
	struct lab_tcp_sender sender;
	struct lab_tcp_sink sink;
};

/* lab_tcp.c: onto its way, from the end that it comes from. */
void lab_tcp_emit(struct lab_run *run, struct lab_tcp *tcp, struct lab_packet *packet);

/* lab_tcp_send.c */
int lab_tcp_sender_init(struct lab_tcp_sender *s, uint32_t window);
void lab_tcp_sender_free(struct lab_tcp_sender *s);
/* Send what may be sent. */
void lab_tcp_push(struct lab_run *run, struct lab_tcp *tcp);

/* lab_tcp_ack.c */
void lab_tcp_acked(struct lab_run *run, struct lab_tcp *tcp, const struct lab_packet *ack);
void lab_tcp_watch(struct lab_run *run, struct lab_tcp *tcp);

/* lab_tcp_sink.c */
void lab_tcp_data(struct lab_run *run, struct lab_tcp *tcp, const struct lab_packet *data);
void lab_tcp_answer(struct lab_run *run, struct lab_tcp *tcp);

#endif /* LAB_TCP_H */
