/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Calls and commands that there are beyond ethdev. */

#include <rte_telemetry.h>

#include "wport_pmd.h"

#include "rte_pmd_rtw89u.h"
#include "rtw89u.h"

#define EXPORTED __attribute__((visibility("default")))

EXPORTED int
rte_pmd_rtw89u_rx_hold_set(uint16_t port_id, const struct rte_wlan_rx_hold *hold)
{
	return wport_pmd_hold_set(&rtw89u_family, port_id, hold);
}

EXPORTED int
rte_pmd_rtw89u_rx_hold_get(uint16_t port_id, struct rte_wlan_rx_hold *hold)
{
	return wport_pmd_hold_get(&rtw89u_family, port_id, hold);
}

static int
handle_rx_hold(const char *cmd __rte_unused, const char *params, struct rte_tel_data *d)
{
	return wport_hold_tel_get(&rtw89u_family, params, d);
}

static int
handle_rx_hold_set(const char *cmd __rte_unused, const char *params, struct rte_tel_data *d)
{
	return wport_hold_tel_set(&rtw89u_family, params, d);
}

RTE_INIT(rtw89u_commands)
{
	rte_telemetry_register_cmd("/rtw89u/rx_hold", handle_rx_hold, WPORT_HOLD_TEL_HELP);
	rte_telemetry_register_cmd("/rtw89u/rx_hold_set", handle_rx_hold_set,
				   WPORT_HOLD_TEL_SET_HELP);
	wport_testpmd_add(&rtw89u_family, WPORT_TESTPMD_SHOW_HELP("net_rtw89u"),
			  WPORT_TESTPMD_SET_HELP("net_rtw89u"));
}
