/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* net_rtw89u as an application sees it: through ethdev, with modelled chips. */

#include <rte_eal.h>
#include <rte_log.h>

#include "cunit_run.h"
#include "port.h"

static void
quiet(void)
{
	rte_log_set_level_pattern("pmd.*", RTE_LOG_CRIT);
	rte_log_set_level_pattern("lib.eal", RTE_LOG_CRIT);
	rte_log_set_level_pattern("lib.ethdev", RTE_LOG_CRIT);
}

int
main(int argc __attribute__((unused)), char **argv)
{
	char *eal[] = {
		argv[0], (char *)(uintptr_t)"--no-huge", (char *)(uintptr_t)"-m256",
		(char *)(uintptr_t)"--no-pci", (char *)(uintptr_t)"--no-telemetry",
		(char *)(uintptr_t)"--no-shconf", (char *)(uintptr_t)"-l0",
		(char *)(uintptr_t)"--log-level=lib.eal:error", NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "life", NULL, NULL, NULL, NULL, life_tests },
		{ "setup", NULL, NULL, NULL, NULL, setup_tests },
		{ "packets", NULL, NULL, NULL, NULL, packet_tests },
		{ "flow", NULL, NULL, NULL, NULL, flow_tests },
		{ "wifi", NULL, NULL, NULL, NULL, wifi_tests },
		{ "chips", NULL, NULL, NULL, NULL, chip_tests },
		{ "aggregation", NULL, NULL, NULL, NULL, agg_tests },
		CU_SUITE_INFO_NULL,
	};
	int failed;

	if (rte_eal_init(8, eal) < 0)
		return EXIT_FAILURE;
	quiet();
	pool = rte_pktmbuf_pool_create("tests", 2047, 0, 0, RTE_MBUF_DEFAULT_BUF_SIZE,
				       SOCKET_ID_ANY);
	if (pool == NULL || CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	failed = cunit_run();
	rte_mempool_free(pool);
	rte_eal_cleanup();
	return failed;
}
