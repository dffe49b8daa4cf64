/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* packet_type: the quick answer is rte_net_get_ptype()'s, or none. */

#include "cunit_run.h"

#include "pkt_type.h"

#include "captures.h"

#define L2L3L4(l3, l4) (RTE_PTYPE_L2_ETHER | RTE_PTYPE_L3_ ## l3 | RTE_PTYPE_L4_ ## l4)

static uint32_t plain_seen, other_seen;

/* What DPDK says of these bytes in an mbuf. */
static uint32_t
referee(uint8_t *pkt, uint32_t len)
{
	struct rte_mbuf m = {
		.buf_addr = pkt, .data_len = len, .pkt_len = len, .nb_segs = 1,
	};

	CU_ASSERT_EQUAL(pkt_type_full(&m), rte_net_get_ptype(&m, NULL,
			RTE_PTYPE_L2_MASK | RTE_PTYPE_L3_MASK | RTE_PTYPE_L4_MASK));
	return rte_net_get_ptype(&m, NULL,
				 RTE_PTYPE_L2_MASK | RTE_PTYPE_L3_MASK | RTE_PTYPE_L4_MASK);
}

static void
compare(const uint8_t *pkt, uint32_t len)
{
	uint8_t *cut = exact_copy(pkt, len);
	uint32_t plain = pkt_type_plain(cut + 12, len - 12);

	if (plain != 0) {
		plain_seen++;
		CU_ASSERT_EQUAL(plain, referee(cut, len));
	} else {
		other_seen++;
	}
	free(cut);
}

static void
compare_whole(const uint8_t *pkt, uint32_t len, uint32_t nr)
{
	compare(pkt, len);
}

/* Cut to each length that headers can end at; not every packet, they repeat. */
static void
compare_cuts(const uint8_t *pkt, uint32_t len, uint32_t nr)
{
	uint32_t n;

	if (nr % 23 != 0)
		return;
	for (n = 14; n <= len && n < 120; n++)
		compare(pkt, n);
}

/* Each bit of the headers turned, one by one. */
static void
compare_flips(const uint8_t *pkt, uint32_t len, uint32_t nr)
{
	uint8_t *copy;
	uint32_t bit;

	if (nr % 101 != 0)
		return;
	copy = exact_copy(pkt, len);
	for (bit = 12 * 8; bit < RTE_MIN(len, 70u) * 8; bit++) {
		copy[bit / 8] ^= 1u << bit % 8;
		compare(copy, len);
		copy[bit / 8] ^= 1u << bit % 8;
	}
	free(copy);
}

static void
test_our_captures(void)
{
	plain_seen = other_seen = 0;
	CU_ASSERT(capture_each_of_ours(compare_whole) > 4000);
	/* Bulk TCP and UDP are what the quick answer is for. */
	CU_ASSERT(plain_seen > 9 * other_seen);
	CU_ASSERT(other_seen > 300);
	CU_ASSERT(capture_each_of_ours(compare_cuts) > 0);
	CU_ASSERT(capture_each_of_ours(compare_flips) > 0);
}

static void
test_public_captures(void)
{
	if (capture_each_public(compare_whole) == 0) {
		skip(NO_PUBLIC_CAPTURES);
		return;
	}
	capture_each_public(compare_cuts);
	capture_each_public(compare_flips);
}

/* By hand: what is plain, what is left to the long way. */
static void
test_table(void)
{
	static const struct {
		const char *name, *head;	/* from the EtherType on */
		uint32_t len;			/* bytes from there, zeros behind head */
		uint32_t type;
	} rows[] = {
		{ "IPv4 TCP", "0800 45000028 00004000 4006", 42, L2L3L4(IPV4, TCP) },
		{ "IPv4 TCP, cut", "0800 45000028 00004000 4006", 41, 0 },
		{ "IPv4 UDP", "0800 4500001c 00000000 4011", 30, L2L3L4(IPV4, UDP) },
		{ "IPv4 UDP, cut", "0800 4500001c 00000000 4011", 29, 0 },
		{ "IPv4, more fragments", "0800 45000028 00002000 4006", 42, 0 },
		{ "IPv4, offset 1", "0800 45000028 00000001 4006", 42, 0 },
		{ "IPv4, offset 4096", "0800 45000028 00001000 4006", 42, 0 },
		{ "IPv4, options", "0800 4600002c 00000000 4006", 62, 0 },
		{ "IPv4, version 6", "0800 65000028 00000000 4006", 42, 0 },
		{ "IPv4, ICMP", "0800 45000028 00000000 4001", 42, 0 },
		{ "IPv4, header cut", "0800 45000028 00000000 4006", 21, 0 },
		{ "IPv6 TCP", "86dd 60000000 0014 06", 62, L2L3L4(IPV6, TCP) },
		{ "IPv6 TCP, cut", "86dd 60000000 0014 06", 61, 0 },
		{ "IPv6 UDP", "86dd 60000000 0008 11", 50, L2L3L4(IPV6, UDP) },
		{ "IPv6 UDP, cut", "86dd 60000000 0008 11", 49, 0 },
		{ "IPv6, hop-by-hop", "86dd 60000000 0014 00", 70, 0 },
		{ "IPv6, fragment", "86dd 60000000 0014 2c", 70, 0 },
		{ "IPv6, header cut", "86dd 60000000 0014 06", 41, 0 },
		{ "VLAN", "8100 0012 0800 45000028 00000000 4006", 46, 0 },
		{ "ARP", "0806 0001 0800 0604 0001", 42, 0 },
		{ "two bytes", "0800", 2, 0 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		uint32_t head_len;
		uint8_t *head = hex_bytes(rows[i].head, &head_len);
		uint8_t *bytes = calloc(1, rows[i].len);
		uint32_t type;

		CU_ASSERT_PTR_NOT_NULL_FATAL(bytes);
		memcpy(bytes, head, RTE_MIN(head_len, rows[i].len));
		type = pkt_type_plain(bytes, rows[i].len);
		CU_ASSERT_EQUAL(type, rows[i].type);
		if (type != rows[i].type)
			printf("    %s: 0x%x\n", rows[i].name, type);
		free(bytes);
		free(head);
	}
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "plain or not, by hand", test_table },
		{ "our captures: whole, cut, one bit wrong", test_our_captures },
		{ "public captures: whole, cut, one bit wrong", test_public_captures },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "pkt_type", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
