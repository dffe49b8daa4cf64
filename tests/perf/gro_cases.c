/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "gro_bench.h"

#define PEER(fn, text, compiler) \
	{ .name = text, .run = run_ ## fn, .is_peer = true, .build = compiler }
#define TOUCH(fn, text, compiler) \
	{ .name = text, .run = run_ ## fn, .is_peer = true, .build = compiler, .touch = true }
#define BOTH(fn, text) \
	PEER(fn, text, PEER_INSTALLED), PEER(fn, text " -O3", PEER_COMPILED)
#define OURS		{ .name = "ours", .run = run_ours }
#define OURS_EAGER	{ .name = "ours", .run = run_ours, .flags = RXB_GRO_EAGER }
#define LIGHT		BOTH(light, "librte_gro light")
#define HEAVY		BOTH(heavy, "librte_gro heavy")
#define VERIFY		BOTH(light_verify, "librte_gro + verify")
#define BACK(fn) \
	{ .name = "ours", .prepare = prepare_aggregates, .run = run_ ## fn, .is_back = true }
#define CUT(text, compiler) \
	{ .name = text, .prepare = prepare_chains, .run = run_gso, .finish = finish_gso, \
	  .is_peer = true, .is_back = true, .build = compiler }
#define GSO	CUT("librte_gso", PEER_INSTALLED), CUT("librte_gso -O3", PEER_COMPILED)

/* What never merges: looked at always, looked at seldom, not at all. */
#define TAX \
	{ .name = "ours", .run = run_ours, .flags = RXB_GRO_EAGER, .touch = true }, \
	{ .name = "with back-off", .run = run_ours, .touch = true }, \
	{ .name = "no library", .run = run_nothing, .touch = true }, \
	TOUCH(light, "librte_gro light", PEER_INSTALLED), \
	TOUCH(light, "librte_gro light -O3", PEER_COMPILED)

static const struct traffic one_flow_held = {
	.kind = TCP4, .flows = 1, .train = 4, .burst = 32, .hold = 16,
};
static const struct traffic eight_flows = { .kind = TCP4, .flows = 8, .train = 4, .burst = 32 };

struct row rows[] = {
	{ "1 flow", { .flows = 1, .train = 32, .burst = 32 }, { OURS, LIGHT } },
	{ "8 flows in 4s", { .flows = 8, .train = 4, .burst = 32 }, { OURS, LIGHT } },
	{ "8 flows in turn", { .flows = 8, .train = 1, .burst = 32 }, { OURS, LIGHT } },
	{ "64 flows in 4s", { .flows = 64, .train = 4, .burst = 32 }, { OURS, LIGHT } },
	{ "1 flow, burst 1", { .flows = 1, .train = 1, .burst = 1 }, { OURS_EAGER, LIGHT } },
	{ "1 flow, burst 4", { .flows = 1, .train = 4, .burst = 4 }, { OURS, LIGHT } },
	/* 512 packets between two flushes. */
	{ "64 flows in 4s, held", { .flows = 64, .train = 4, .burst = 32, .hold = 16 },
		{ OURS, HEAVY } },
	{ "64 flows in turn, held", { .flows = 64, .train = 1, .burst = 32, .hold = 16 },
		{ OURS, HEAVY } },
	{ "1 flow, held", { .flows = 1, .train = 4, .burst = 32, .hold = 16 }, { OURS, HEAVY } },
	{ "1024 flows in 4s, held", { .flows = 1024, .train = 4, .burst = 32, .hold = 16 },
		{ OURS, { .name = "ours, 1 flow", .run = run_ours, .traffic = &one_flow_held },
		  HEAVY } },
	{ "8 flows in 4s, IPv6", { .kind = TCP6, .flows = 8, .train = 4, .burst = 32 },
		{ OURS, { .name = "ours, IPv4", .run = run_ours, .traffic = &eight_flows } } },
	{ "8 flows in 4s, VLAN", { .kind = TCP4_VLAN, .flows = 8, .train = 4, .burst = 32 },
		{ OURS, { .name = "ours, IPv4", .run = run_ours, .traffic = &eight_flows } } },
	{ "8 flows in 4s, UDP", { .kind = UDP4, .flows = 8, .train = 4, .burst = 32 },
		{ { .name = "ours", .run = run_ours, .types = RXB_GRO_UDP4 },
		  { .name = "ours, TCP", .run = run_ours, .traffic = &eight_flows } } },
	{ "1 flow, summed", { .flows = 1, .train = 32, .burst = 32, .unknown = true },
		{ OURS, VERIFY } },
	{ "8 flows in 4s, summed", { .flows = 8, .train = 4, .burst = 32, .unknown = true },
		{ OURS, VERIFY } },
	{ "64 flows in 4s, summed", { .flows = 64, .train = 4, .burst = 32, .unknown = true },
		{ OURS, VERIFY } },
	{ "1024 flows in 4s, summed", { .flows = 1024, .train = 4, .burst = 32, .unknown = true },
		{ OURS, VERIFY } },
	{ "never: other flows", { .flows = 65536, .train = 1, .burst = 32, .never = true },
		{ TAX } },
	{ "never: pure ACKs", { .kind = ACK4, .flows = 8, .train = 4, .burst = 32, .never = true },
		{ TAX } },
	{ "never: UDP", { .kind = UDP4, .flows = 8, .train = 4, .burst = 32, .never = true },
		{ TAX } },
	{ "never: ticking", { .flows = 1, .train = 1, .burst = 32, .ticks = true },
		{ TAX } },
	{ "undo of 32", { .flows = 1, .train = 32, .burst = 32 },
		{ BACK(undo), GSO } },
	{ "split of 32", { .flows = 1, .train = 32, .burst = 32 },
		{ BACK(split), GSO } },
	{ "undo of 4", { .flows = 1, .train = 4, .burst = 4 },
		{ BACK(undo), GSO } },
	{ "split of 4", { .flows = 1, .train = 4, .burst = 4 },
		{ BACK(split), GSO } },
	{ "list: 8 flows in turn", { .flows = 8, .train = 1, .burst = 32 },
		{ { .name = "ours", .run = run_list }, LIGHT } },
	{ "list: 8 flows in 4s", { .flows = 8, .train = 4, .burst = 32 },
		{ { .name = "ours", .run = run_list }, LIGHT } },
	{ "list: 64 flows in turn", { .flows = 64, .train = 1, .burst = 32 },
		{ { .name = "ours", .run = run_list }, LIGHT } },
};

const unsigned int nb_rows = RTE_DIM(rows);
