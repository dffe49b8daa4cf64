/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WPORT_LINE_H
#define WPORT_LINE_H

/* One line of the xstats, for whoever wants its name or its value. */

#include <stdint.h>

struct wport_line {
	char *name;		/* room for RTE_ETH_XSTATS_NAME_SIZE */
	uint64_t value;
};

#endif /* WPORT_LINE_H */
