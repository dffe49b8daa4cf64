/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef PROP_CASE_H
#define PROP_CASE_H

/*
 * A case: a configuration and what is done with the context, call by call, with the
 * packets that arrive. It is plain data, so that it can be run again with pieces left out.
 */

#include <stdbool.h>
#include <stdint.h>

#include "rxbatch.h"

/* Whose the mbuf is. */
enum prop_own {
	OWN_MINE,
	OWN_REFERENCED,	/* reference count 2 */
	OWN_INDIRECT,
	OWN_EXTERNAL,
};

#define PROP_SEGS	4
#define PROP_WORDS	4

struct prop_pkt {
	/* As it arrives. */
	const uint8_t *bytes;
	uint32_t len;
	uint64_t ol_flags;
	uint32_t packet_type;
	uint32_t rss;
	uint32_t mark;
	uint16_t vlan_tci;
	uint16_t vlan_tci_outer;
	uint16_t port;
	uint16_t headroom;
	uint16_t seg_len[PROP_SEGS];
	uint8_t nb_segs;
	uint8_t own;		/* enum prop_own, of segment own_seg */
	uint8_t own_seg;
	bool roomy;		/* room behind the frame; else it ends with its page */
	const char *words[PROP_WORDS];	/* what is special, NULL: nothing more */
	/* What became of it. */
	struct rte_mbuf *m;
	struct prop_pkt *head;	/* first of the aggregate in which it left; itself */
	uint32_t nr;		/* arrival */
	int op_in;
	int op_out;		/* -1: held */
	uint64_t pair;		/* of addresses; 0: none */
	uint64_t flow;		/* ... and ports */
	uint8_t proto;
	bool hidden;
};

enum prop_op_kind {
	OP_PROCESS,
	OP_FLUSH,
	OP_FLUSH_DUE,
	OP_HOLD,
	OP_GROUP,
};

struct prop_op {
	enum prop_op_kind kind;
	uint64_t now;
	uint64_t hold;		/* OP_HOLD */
	uint32_t edit;		/* enum prop_edit bits for the aggregates that leave; 0: undo */
	uint16_t room;		/* OP_FLUSH, OP_FLUSH_DUE */
	uint16_t nb_pkts;
	struct prop_pkt *pkts;
	/* What came of it. */
	uint16_t out;
	uint32_t table;		/* packets that found no room in the table */
	uint32_t skipped;	/* by the back-off */
};

struct prop_case {
	uint64_t seed;
	struct rxb_gro_conf conf;
	bool no_reasons;	/* of several that a packet has, which is counted? */
	int nb_ops;
	struct prop_op *ops;
};

/* First thing that was wrong; "" for nothing. */
extern char prop_wrong[512];

__attribute__((format(printf, 1, 2))) void prop_fail(const char *fmt, ...);

#define PROP_CHECK(cond, ...) \
	do { \
		if (!(cond)) \
			prop_fail(__VA_ARGS__); \
	} while (0)

/* Run it, check everything. True: nothing was wrong. */
bool prop_case_run(struct prop_case *c);
/* Free operations and packets, not the bytes. */
void prop_case_free(struct prop_case *c);
/* Leave out what the failure does not need; print the rest in words. */
void prop_case_shrink(struct prop_case *c);
void prop_case_print(const struct prop_case *c);

/* What all runs did, to see that they did something. */
struct prop_totals {
	uint64_t cases, calls, packets, merged, aggregates, must_join, split, undone;
	uint64_t held, table, skipped, grouped;
};
extern struct prop_totals prop_totals;

/* prop_ref.c: compare what left with what had to merge. */
void prop_ref_check(struct prop_case *c, const struct rxb_gro_stats *stats);
/* prop_ref_list.c: one call of rxb_gro_group(). */
void prop_ref_list(const struct prop_case *c, struct prop_op *op, struct prop_pkt **out,
		  const uint16_t *lens, uint16_t nb_groups);

#endif /* PROP_CASE_H */
