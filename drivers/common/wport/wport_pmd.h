/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WPORT_PMD_H
#define WPORT_PMD_H

/*
 * What an application and a user have of a driver beyond ethdev: the part that the drivers
 * share. A driver's own file (rte_pmd_<driver>.c) gives it names and its family.
 */

#include <stddef.h>
#include <stdint.h>

struct rte_tel_data;
struct rte_wlan_rx_hold;
struct wport;
struct wport_family;

/*
 * Around whatever looks for a port and uses it in a thread other than the one that closes
 * it; may be held while the port's lock is waited for, not the other way round, and not
 * twice by one thread.
 */
void wport_pmd_enter(void);
void wport_pmd_leave(void);
/* From close, the port's lock not held: when it returns nobody is at the port, nor will be. */
void wport_pmd_forget(uint16_t port_id);

/* A port of this family in this, the primary, process; NULL: none, or it is being closed.
 * Other ports' private memory is not looked at. Good until wport_pmd_leave(). */
struct wport *wport_pmd_port(const struct wport_family *family, uint16_t port_id);

/* rte_pmd_<driver>_rx_hold_set() and ..._get(), which their headers explain. */
int wport_pmd_hold_set(const struct wport_family *family, uint16_t port_id,
		       const struct rte_wlan_rx_hold *hold);
int wport_pmd_hold_get(const struct wport_family *family, uint16_t port_id,
		       struct rte_wlan_rx_hold *hold);

/* What to tell somebody who does not see the log, after wport_hold_set() or, hold NULL,
 * wport_hold_get() has said err. */
void wport_pmd_hold_why(struct wport *port, const struct rte_wlan_rx_hold *hold, int err,
			char *text, size_t size);

/*
 * wport_hold_tel.c: telemetry. params: "PORT", and "PORT,HOLD[,SIZE[,COUNT]]" with HOLD as
 * wport_text.h has it. Both answer with a dictionary, what is refused with "error": of a
 * negative number DPDK would make a silent null. 0 or, without memory, a negative errno.
 */
int wport_hold_tel_get(const struct wport_family *family, const char *params,
		       struct rte_tel_data *d);
int wport_hold_tel_set(const struct wport_family *family, const char *params,
		       struct rte_tel_data *d);

#define WPORT_HOLD_TEL_HELP "Receive aggregation of a port. Parameter: port"
#define WPORT_HOLD_TEL_SET_HELP \
	"Set it. Parameters: port,US|auto[:latency|:balanced|:cpu][,bytes[,count]]"

/*
 * wport_testpmd.c: "show port N rx_hold" and "set port N rx_hold ..." for ports of this
 * family, in a testpmd that takes commands of plugins (app/testpmd-patches); in any other
 * program nothing. From a constructor; help is what "help drivers" shows of each.
 */
void wport_testpmd_add(const struct wport_family *family, const char *show_help,
		       const char *set_help);

#define WPORT_TESTPMD_SHOW_HELP(driver) \
	"show port (port_id) rx_hold\n" \
	"    Show the receive aggregation of a " driver " port.\n"
#define WPORT_TESTPMD_SET_HELP(driver) \
	"set port (port_id) rx_hold (us)|auto[:latency|:balanced|:cpu] [size (bytes)]" \
	" [count (n)]\n" \
	"    Set it, of a " driver " port.\n"

#endif /* WPORT_PMD_H */
