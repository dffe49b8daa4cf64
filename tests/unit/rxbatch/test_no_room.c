/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* No mbuf flag and no mbuf field left: in a program of their own, for they do not come
 * back. */

#include <string.h>

#include <rte_errno.h>

#include "gro_check.h"

static const struct rxb_gro_conf zero = { .socket_id = SOCKET_ID_ANY };

static void
only_when_merging(void)
{
	struct rxb_gro_conf conf = zero;
	struct rxb_gro *gro;

	CU_ASSERT(rxb_gro_size(&conf) > 0);
	conf.mode = RXB_GRO_LIST;
	gro = rxb_gro_create(&conf);
	CU_ASSERT_PTR_NOT_NULL(gro);
	rxb_gro_free(gro);
	CU_ASSERT(rte_mbuf_dynflag_lookup(RXB_GRO_DYNFLAG, NULL) < 0);
	CU_ASSERT(rte_mbuf_dynfield_lookup(RXB_GRO_GROUP_DYNFIELD, NULL) < 0);
}

static void
no_flag(void)
{
	static const uint32_t types[] = {
		0, RXB_GRO_TCP4, RXB_GRO_TCP6, RXB_GRO_UDP4, RXB_GRO_UDP6, GRO_ALL
	};
	struct rte_mbuf_dynflag flag;
	struct rxb_gro_conf conf = zero;
	struct rxb_gro *gro;
	unsigned int i;

	for (i = 0; i < 64; i++) {
		memset(&flag, 0, sizeof(flag));
		snprintf(flag.name, sizeof(flag.name), "test_flag_%u", i);
		if (rte_mbuf_dynflag_register(&flag) < 0)
			break;
	}
	CU_ASSERT(i > 0 && i < 64);
	for (i = 0; i < RTE_DIM(types); i++) {
		conf.types = types[i];
		rte_errno = 0;
		gro = rxb_gro_create(&conf);
		CU_ASSERT_PTR_NULL(gro);
		CU_ASSERT_EQUAL(rte_errno, ENOSPC);
		rxb_gro_free(gro);
	}
	/* Groups need none. */
	conf.mode = RXB_GRO_LIST;
	gro = rxb_gro_create(&conf);
	CU_ASSERT_PTR_NOT_NULL(gro);
	rxb_gro_free(gro);
}

static void
no_field(void)
{
	struct rte_mbuf_dynfield field;
	unsigned int i, size;

	for (size = 8; size > 0; size /= 2)
		for (i = 0; i < 64; i++) {
			memset(&field, 0, sizeof(field));
			snprintf(field.name, sizeof(field.name), "test_field_%u_%u", size, i);
			field.size = size;
			field.align = size;
			if (rte_mbuf_dynfield_register(&field) < 0)
				break;
		}
	CU_ASSERT(rxb_gro_group_offset() < 0);
	CU_ASSERT(rxb_gro_group_offset() < 0);
}

static CU_TestInfo tests[] = {
	{ "flag: not for sizes and lists", only_when_merging },
	{ "create: no mbuf flag left", no_flag },
	{ "group_offset: no mbuf field left", no_field },
	CU_TEST_INFO_NULL,
};

static CU_SuiteInfo suites[] = {
	{ "no room", NULL, NULL, NULL, NULL, tests },
	CU_SUITE_INFO_NULL,
};

int
main(void)
{
	return gro_main(suites);
}
