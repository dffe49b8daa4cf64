/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef GRO_PASS_H
#define GRO_PASS_H

/* The packets of one pass, and what is remembered of them. */

#include "gro_check.h"

/* An mbuf of a packet as it went in. */
struct gro_seg {
	struct rte_mbuf *m;
	void *buf;
	uint16_t data_off, data_len;
};

/* A packet as it went in. */
struct gro_saved {
	const struct pkt *p;
	struct gro_saved *before;	/* of its flow; NULL: it is the first */
	struct gro_saved *after;
	struct rte_mbuf *m;
	uint8_t *bytes;
	uint32_t len;
	uint32_t hdr_len;	/* up to the payload */
	uint16_t nb_segs;
	bool seen;		/* has come out */
	uint64_t ol_flags;
	struct gro_seg *segs;
};

struct gro_pass {
	const struct rxb_gro_conf *conf;
	struct gro_saved *in;
	unsigned int nb_in;
	struct gro_saved **by_mbuf;	/* all of in, sorted */
	struct rte_mbuf **out;	/* room for all of in */
	unsigned int nb_out;
	unsigned int pool_before;
};

void gro_pass_make(struct gro_pass *pass, const struct rxb_gro_conf *conf, const struct pkt *pkts,
		   unsigned int n);
void gro_pass_free(struct gro_pass *pass);

/* m's place in pass->in; NULL: none of them. */
struct gro_saved *gro_pass_find(const struct gro_pass *pass, const struct rte_mbuf *m);

/* Header and marks of an aggregate, or a packet that is none. False: said and failed. */
bool gro_marks_check(const struct gro_pass *pass, struct rte_mbuf *m);

/* Outputs taken apart: each flow as it went in. */
bool gro_apart_check(struct gro_pass *pass, bool split);

/* In words, see struct gro_want. */
void gro_out_text(const struct gro_pass *pass, char *text, size_t room);
void gro_closed_text(const struct rxb_gro_stats *s, bool held, char *text, size_t room);
/* One more item behind what stands there: n packets like p; a counter. */
void gro_text_packet(char *text, size_t room, const struct pkt *p, uint32_t n);
void gro_text_next_flow(char *text, size_t room);
void gro_text_count(char *text, size_t room, const char *name, uint64_t n);

#endif /* GRO_PASS_H */
