/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTW89U_LOGS_H
#define RTW89U_LOGS_H

#include <rte_log.h>

extern int rtw89u_logtype;	/* pmd.net.rtw89u */

/* Control path only: the receive path counts. */
#define RTW89U_LOG(level, port, fmt, ...) \
	rte_log(RTE_LOG_ ## level, rtw89u_logtype, "RTW89U: %s: " fmt "\n", \
		port, ## __VA_ARGS__)

#endif /* RTW89U_LOGS_H */
