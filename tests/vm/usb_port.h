/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef USB_PORT_H
#define USB_PORT_H

/* What the steps of usb_port share: ports, their pool, and how a step says what it found. */

#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include <pcap/pcap.h>
#include <rte_ethdev.h>
#include <rte_mempool.h>

#define PORTS_MAX	4u
#define BURST		32u

struct port {
	uint16_t id;
	char name[RTE_ETH_NAME_MAX_LEN];
	char args[1024];		/* devargs that it was probed with */
	bool configured, up;
	uint64_t packets, bytes;	/* since it was probed */
	uint64_t seen;			/* of them: no step waits for these any more */
	uint64_t wrong_mbufs;
	pcap_t *pcap;
	pcap_dumper_t *dump;
	/* Raised by a thread of EAL's. */
	atomic_uint removals, link_changes;
};

extern struct port ports[PORTS_MAX];
extern struct rte_mempool *pool;
/* How long a step may take, ms. */
extern unsigned int limit_ms;

/* A step's run: false, after wrong(), when it is not as it must be. arg is "" when
 * there is none. */
typedef bool (*step_fn)(struct port *p, const char *arg);

/* The first reason counts. Always false. */
bool wrong(const char *format, ...) __rte_format_printf(1, 2);
/* One more word for the result line. */
void note(const char *format, ...) __rte_format_printf(1, 2);

/* arg as a number: false and wrong() when it is none. */
bool number_of(const char *arg, uint64_t *n);

uint64_t now_ms(void);

/* usb_port_rx.c. One burst of every port that is up; packets of p. */
unsigned int poll_ports(const struct port *p);
void poll_for(unsigned int ms);
/* What the next rx counts comes from now on. */
void mark_seen(struct port *p);
bool step_dump(struct port *p, const char *arg);
bool step_dump_ethernet(struct port *p, const char *arg);
bool step_rx(struct port *p, const char *arg);
bool step_rx_all(struct port *p, const char *arg);
bool step_silent(struct port *p, const char *arg);
bool step_send(struct port *p, const char *arg);

/* usb_port_life.c */
void ports_find(void);
bool step_start(struct port *p, const char *arg);
bool step_start_fails(struct port *p, const char *arg);
bool step_stop(struct port *p, const char *arg);
bool step_close(struct port *p, const char *arg);
bool step_remove(struct port *p, const char *arg);
bool step_replug(struct port *p, const char *arg);
bool step_cycles(struct port *p, const char *arg);

/* usb_port_look.c */
bool step_event(struct port *p, const char *arg);
bool step_link(struct port *p, const char *arg);
bool step_xstat(struct port *p, const char *arg);
bool step_home(struct port *p, const char *arg);
bool step_print(struct port *p, const char *arg);

/* usb_port_ctl.c. A line for the emulator that port p is plugged into; its answer must
 * begin with "ok". */
void control_path(unsigned int nr, const char *path);
bool step_ctl(struct port *p, const char *arg);
bool step_sh(struct port *p, const char *arg);

#endif /* USB_PORT_H */
