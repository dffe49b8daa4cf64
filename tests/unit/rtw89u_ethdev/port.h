/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef TEST_PORT_H
#define TEST_PORT_H

/* A net_rtw89u port for the length of a test, and the suites of this program. */

#include <stdbool.h>
#include <stdint.h>

#include <CUnit/CUnit.h>
#include <rte_ethdev.h>
#include <rte_mbuf.h>

#define NO_PORT		RTE_MAX_ETHPORTS
#define MODEL		"model=rtl8922au"
/* From the first moment on: by itself the air is silent for a while. */
#define GEN_SET(spec, set) MODEL ",air=gen:" spec ",air-set=start:0" set
#define GEN(spec)	GEN_SET(spec, "")
/* The model's own address, and those of its generator. */
#define OWN_MAC		{ 0x02, 0x22, 0x8a, 0x00, 0x00, 0x01 }

/* The pool that all tests share: 2048 bytes of room behind the headroom. */
extern struct rte_mempool *pool;

/* Probe; NO_PORT when that fails. */
uint16_t port_add(const char *args);
void port_remove(uint16_t port);

/* Configure one queue on pool, offloads and MTU as given (0: 1500); not started. */
int port_setup(uint16_t port, uint64_t offloads, uint16_t mtu);
/* Probe, configure, promiscuous, start. */
uint16_t port_run(const char *args, uint64_t offloads);

/* Called for every packet; may be NULL. */
typedef void (*packet_fn)(const struct rte_mbuf *m, void *arg);

/* Receive until want packets are there or nothing came for quiet_ms. */
uint64_t port_take(uint16_t port, uint64_t want, unsigned int quiet_ms, packet_fn fn,
		   void *arg);

/* UINT64_MAX: there is no such counter. */
uint64_t xstat(uint16_t port, const char *name);

/* A capture of Ethernet packets in a temporary file. */
struct capture;
struct capture *capture_new(void);
void capture_add(struct capture *c, const void *packet, uint32_t len);
/* Devargs "model=rtl8922au,air=pcap:FILE" and more; good until capture_free(). */
const char *capture_args(struct capture *c, const char *more);
void capture_free(struct capture *c);

extern CU_TestInfo life_tests[], setup_tests[], packet_tests[], flow_tests[],
	wifi_tests[], chip_tests[], agg_tests[];

#endif /* TEST_PORT_H */
