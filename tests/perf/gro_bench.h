/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef GRO_BENCH_H
#define GRO_BENCH_H

/*
 * gro_bench: lib/rxbatch beside librte_gro and librte_gso, on packets made here.
 *
 * A row is one kind of traffic and several sides, which are ways to treat it. In each
 * round every side gets the same packets, made anew in the same mbufs outside the
 * timed part. What a batch could at best become is known from the way it is made.
 */

#include <stdbool.h>
#include <stdint.h>

#include <rte_gro.h>
#include <rte_gso.h>
#include <rte_mbuf.h>

#include "rxbatch.h"

#define PACKETS_MAX	8192		/* in a batch */
#define BURSTS_MAX	PACKETS_MAX
#define BURST_MAX	32
#define FLOWS_MAX	65536
#define SIDES_MAX	8

/* What the packets are. */
enum kind {
	TCP4,		/* timestamps in the options, 1514 bytes */
	TCP4_VLAN,	/* ... and a tag, 1518 bytes */
	TCP6,		/* 1514 bytes */
	UDP4,		/* 1514 bytes */
	ACK4,		/* TCP without payload, 66 bytes */
};

struct traffic {
	enum kind kind;
	uint32_t flows;		/* a power of two */
	uint16_t train;		/* packets of a flow in a row */
	uint16_t burst;
	uint16_t hold;		/* bursts until a flush; 0: nothing is held */
	bool unknown;		/* checksums UNKNOWN, else GOOD */
	bool never;		/* nothing of it can merge */
	bool ticks;		/* another timestamp in each packet: implies never */
};

/* Packets of a round, and what became of them. */
struct batch {
	const struct traffic *traffic;
	unsigned int packets, bursts;
	struct rte_mbuf *pkts[PACKETS_MAX];	/* in; what process() gives back, burst by burst */
	struct rte_mbuf *more[PACKETS_MAX];	/* what flushes, undo and split give */
	uint16_t out[BURSTS_MAX];		/* of each burst, at its place in pkts */
	unsigned int nb_more;
	uint16_t more_end[BURSTS_MAX];		/* nb_more behind each burst */
	uint16_t lens[BURST_MAX];		/* of groups */
	unsigned int groups;
};

/* gro_traffic.c */
void traffic_init(void);
/* How many packets a batch has: small ones stay in L1 and L2, cold ones do not. */
unsigned int traffic_packets(const struct traffic *t, bool cold);
/* The same turn makes the same packets. */
void traffic_make(struct batch *b, const struct traffic *t, unsigned int packets,
		  unsigned int turn);
/* Packets that an offline merge with the library's rules leaves of that batch. */
unsigned int traffic_fewest(const struct traffic *t, unsigned int packets, unsigned int turn);
/* m is a packet as it was made; flows keep their order. Call for all of a batch. */
void traffic_check_start(void);
void traffic_check(const struct rte_mbuf *m);
/* Every mbuf is back. */
void traffic_check_home(const char *side);
/* Bytes up to the end of TCP's or UDP's header. */
unsigned int traffic_header(const struct traffic *t);

/* librte_gro and librte_gso, of one compiler. gro_peers.c */
struct peer {
	bool present;
	void *(*ctx_create)(const struct rte_gro_param *param);
	void (*ctx_destroy)(void *ctx);
	uint16_t (*burst)(struct rte_mbuf **pkts, uint16_t nb, const struct rte_gro_param *param);
	uint16_t (*reassemble)(struct rte_mbuf **pkts, uint16_t nb, void *ctx);
	uint16_t (*flush)(void *ctx, uint64_t timeout, uint64_t types, struct rte_mbuf **out,
			  uint16_t room);
	int (*segment)(struct rte_mbuf *m, const struct rte_gso_ctx *ctx, struct rte_mbuf **out,
		       uint16_t room);
};

enum peer_build { PEER_INSTALLED, PEER_COMPILED, PEERS };
extern struct peer peers[PEERS];
/* path: a shared object with both libraries, compiled with our flags; or NULL */
void peers_load(const char *path);

/* A way to treat a batch. gro_sides.c, gro_gso.c */
struct side {
	const char *name;
	/* Not timed; may be missing. */
	void (*prepare)(const struct side *s, struct batch *b);
	/* Timed: treats bursts and says what came out of each. */
	void (*run)(const struct side *s, struct batch *b, unsigned int first, unsigned int end);
	/* Not timed; may be missing. */
	void (*finish)(const struct side *s, struct batch *b);
	enum peer_build build;			/* of a peer */
	bool is_peer;
	bool touch;				/* the application looks at what came out */
	bool is_back;				/* puts out what an aggregate was made from */
	uint32_t flags, types;			/* of rxb_gro_conf */
	const struct traffic *traffic;		/* its own, NULL: the row's */
	void *ctx;				/* from side_open() to side_close() */
};

typedef void side_run(const struct side *s, struct batch *b, unsigned int first,
		      unsigned int end);
typedef void side_untimed(const struct side *s, struct batch *b);

side_run run_nothing, run_ours, run_list, run_undo, run_split;
side_run run_light, run_light_verify, run_heavy, run_gso;
side_untimed prepare_aggregates, prepare_chains, finish_gso;
void side_open(struct side *s, const struct traffic *t);
void side_close(struct side *s);
void gso_init(void);
/* Bursts until all of mergeable traffic merges again, after traffic that never did. */
unsigned int recovery_bursts(const struct traffic *before, const struct traffic *after);

/* The table. gro_cases.c */
struct row {
	const char *name;
	struct traffic traffic;
	struct side sides[SIDES_MAX];		/* up to one without a name; ours first */
};

extern struct row rows[];
extern const unsigned int nb_rows;

void die(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

extern struct rte_mempool *packet_pool;

#endif /* GRO_BENCH_H */
