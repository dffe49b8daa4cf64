/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Recorded traffic through what test_property.c asks of random bursts: each capture of
 * tests/captures, and of a folder of public ones where there is one ($RXBATCH_DATA, or
 * shared/data beside the tree), in bursts of several sizes, held and not, undone and split.
 */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <rte_eal.h>

#include "cunit_run.h"
#include "pkt/captures.h"
#include "prop_edit.h"
#include "prop_gen.h"
#include "prop_mem.h"

#define PACKETS_MAX	4096u
#define FRAME_MAX	16000u

/* One file's packets. */
static struct prop_pkt pkts[PACKETS_MAX];
static uint32_t nb_pkts;

/* Checksum flags as a chip that sums would give them. */
static void
add_packet(const uint8_t *bytes, uint32_t len, uint32_t nr)
{
	struct prop_rng r = { 1 };
	struct prop_pkt *p;

	(void)nr;
	if (nb_pkts == PACKETS_MAX || len > FRAME_MAX)
		return;
	p = &pkts[nb_pkts++];
	*p = (struct prop_pkt){ .bytes = exact_copy(bytes, len), .len = len, .headroom = 64,
				.nb_segs = 1, .seg_len = { (uint16_t)len } };
	prop_verdict(&r, 0, p);
}

static void
drop_packets(void)
{
	uint32_t i;

	for (i = 0; i < nb_pkts; i++)
		free((void *)(uintptr_t)pkts[i].bytes);
	nb_pkts = 0;
}

/* All of the file in bursts of this size. False: it failed, and has been told of. */
static bool
run_file(const char *name, struct rxb_gro_conf conf, uint16_t burst, uint32_t edit)
{
	uint32_t calls = (nb_pkts + burst - 1) / burst, i, k;
	struct prop_case c = { .seed = burst, .conf = conf, .nb_ops = (int)calls };
	bool ok;

	c.ops = calloc(calls + 1u, sizeof(*c.ops));
	for (i = 0; i < calls; i++) {
		struct prop_op *op = &c.ops[i];

		op->kind = conf.mode == RXB_GRO_LIST ? OP_GROUP : OP_PROCESS;
		op->now = i;
		op->edit = edit;
		op->nb_pkts = (uint16_t)RTE_MIN(nb_pkts - i * burst, burst);
		op->pkts = calloc(op->nb_pkts + 1u, sizeof(*op->pkts));
		for (k = 0; k < op->nb_pkts; k++)
			op->pkts[k] = pkts[i * burst + k];
	}
	ok = prop_case_run(&c);
	if (!ok) {
		printf("\n  %s, burst of %u, hold %u, edit 0x%x: %s\n", name, burst,
		       (unsigned int)conf.hold_cycles, edit, prop_wrong);
		prop_case_shrink(&c);
		prop_case_print(&c);
		CU_FAIL("capture");
	}
	prop_case_free(&c);
	return ok;
}

static bool
run_ways(const char *name)
{
	static const uint32_t edits[] = { 0, EDIT_MAC | EDIT_TTL, EDIT_ALL & ~EDIT_POP };
	static const uint16_t bursts[] = { 1, 32, 64, 512 };
	struct rxb_gro_conf conf = {
		.types = 15, .flags = RXB_GRO_EAGER, .max_flows = 1024, .socket_id = SOCKET_ID_ANY,
	};
	unsigned int b, e;

	for (b = 0; b < RTE_DIM(bursts); b++) {
		for (e = 0; e < 2 * RTE_DIM(edits); e++) {
			conf.hold_cycles = e % 2 * 5;
			if (!run_file(name, conf, bursts[b], edits[e / 2]))
				return false;
		}
		conf.hold_cycles = 0;
		conf.mode = RXB_GRO_LIST;
		if (!run_file(name, conf, bursts[b], 0))
			return false;
		conf.mode = RXB_GRO_MERGE;
	}
	return true;
}

/* Packets of the files of this pattern that merged at one burst size or another. */
static uint32_t
run_files(const char *dir, const char *pattern)
{
	uint64_t merged = prop_totals.merged;
	char path[1024];
	glob_t files;
	uint32_t all = 0;
	size_t i;

	snprintf(path, sizeof(path), "%s/%s", dir, pattern);
	if (glob(path, 0, NULL, &files) != 0) {
		skip(NO_PUBLIC_CAPTURES);
		return 0;
	}
	for (i = 0; i < files.gl_pathc; i++) {
		capture_each_of_file(files.gl_pathv[i], add_packet, 0);
		all += nb_pkts;
		run_ways(strrchr(files.gl_pathv[i], '/') + 1);
		drop_packets();
	}
	printf("  %s: %zu files, %u packets, %" PRIu64 " merged in all runs\n", pattern,
	       files.gl_pathc, all, prop_totals.merged - merged);
	globfree(&files);
	return (uint32_t)(prop_totals.merged - merged);
}

static uint32_t
run_public(const char *pattern)
{
	const char *dir = getenv("RXBATCH_DATA");

	return run_files(dir != NULL ? dir : SOURCE_ROOT "/../shared/data", pattern);
}

static void
own_captures(void)
{
	CU_ASSERT(run_files(SOURCE_ROOT "/tests/captures", "*.pcap") > 1000);
}

static void
public_tcp_bulk(void)
{
	run_public("tcp-bulk__*.pcap");
}

static void
public_tcp_odd(void)
{
	run_public("tcp-odd__*.pcap");
}

static void
public_tcp_many_flows(void)
{
	run_public("tcp-many__*.pcap");
}

static void
public_ipv6(void)
{
	run_public("ipv6__*.pcap");
}

static void
public_ecn(void)
{
	run_public("ecn__*.pcap");
}

static void
public_vlan(void)
{
	run_public("vlan__*.pcap");
}

static void
public_udp(void)
{
	run_public("udp__*.pcap");
}

static void
public_tunnel(void)
{
	run_public("tunnel__*.pcap");
}

static void
public_fragments(void)
{
	run_public("frag__*.pcap");
}

static void
public_big_and_cut(void)
{
	run_public("big__*.pcap");
	run_public("cut__*.pcap");
}

int
main(void)
{
	char args[][20] = { "unit", "--no-huge", "-m", "128", "--no-pci", "--no-telemetry",
			    "--no-shconf", "--log-level=5" };
	CU_TestInfo tests[] = {
		{ "own_captures", own_captures },
		{ "public_tcp_bulk", public_tcp_bulk },
		{ "public_tcp_odd", public_tcp_odd },
		{ "public_tcp_many_flows", public_tcp_many_flows },
		{ "public_ipv6", public_ipv6 },
		{ "public_ecn", public_ecn },
		{ "public_vlan", public_vlan },
		{ "public_udp", public_udp },
		{ "public_tunnel", public_tunnel },
		{ "public_fragments", public_fragments },
		{ "public_big_and_cut", public_big_and_cut },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "captures", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};
	char *argv[RTE_DIM(args)];
	unsigned int i;
	int ret;

	for (i = 0; i < RTE_DIM(args); i++)
		argv[i] = args[i];
	if (rte_eal_init(RTE_DIM(args), argv) < 0 || prop_mem_init() != 0 ||
	    CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	ret = cunit_run();
	rte_eal_cleanup();
	return ret;
}
