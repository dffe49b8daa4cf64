/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RXB_COMPAT_H
#define RXB_COMPAT_H

/*
 * Everything that differs between DPDK releases, and nothing else. The rest of
 * the tree reads as for 22.11.
 */

#include <pthread.h>
#include <stddef.h>
#include <string.h>

#include <rte_ethdev.h>
#include <rte_lcore.h>
#include <rte_mbuf.h>
#include <rte_telemetry.h>
#include <rte_thread.h>
#include <rte_version.h>

/* 24.03: dev_supported_ptypes_get takes the size instead of RTE_PTYPE_UNKNOWN. */
#if RTE_VERSION >= RTE_VERSION_NUM(24, 3, 0, 0)
#define RXB_PTYPES_ARGS(dev) struct rte_eth_dev *dev, size_t *nb_ptypes
#define RXB_PTYPES_RETURN(list) \
	do { *nb_ptypes = RTE_DIM(list); return list; } while (0)
#define RXB_PTYPES_END
#else
#define RXB_PTYPES_ARGS(dev) struct rte_eth_dev *dev
#define RXB_PTYPES_RETURN(list) return list
#define RXB_PTYPES_END RTE_PTYPE_UNKNOWN
#endif

/* 25.11: stats_get takes queue statistics too. */
#if RTE_VERSION >= RTE_VERSION_NUM(25, 11, 0, 0)
#define RXB_STATS_ARGS(dev, stats) \
	struct rte_eth_dev *dev, struct rte_eth_stats *stats, \
	struct eth_queue_stats *qstats __rte_unused
typedef int rxb_rx_count_t;
#else
#define RXB_STATS_ARGS(dev, stats) \
	struct rte_eth_dev *dev, struct rte_eth_stats *stats
typedef uint32_t rxb_rx_count_t;	/* of rx_queue_count */
#endif

/* Statistics of a port's one queue. From 25.11 on ethdev hands a structure of its
 * own for them; nobody has needed it yet. */
static inline void
rxb_stats_one_queue(struct rte_eth_stats *stats)
{
#if RTE_VERSION < RTE_VERSION_NUM(25, 11, 0, 0)
	stats->q_ipackets[0] = stats->ipackets;
	stats->q_ibytes[0] = stats->ibytes;
	stats->q_errors[0] = stats->ierrors;
#else
	RTE_SET_USED(stats);
#endif
}

static inline void
rxb_stats_tx_queue(struct rte_eth_stats *stats, unsigned int queue, uint64_t packets,
		   uint64_t bytes)
{
#if RTE_VERSION < RTE_VERSION_NUM(25, 11, 0, 0)
	stats->q_opackets[queue] = packets;
	stats->q_obytes[queue] = bytes;
#else
	RTE_SET_USED(stats);
	RTE_SET_USED(queue);
	RTE_SET_USED(packets);
	RTE_SET_USED(bytes);
#endif
}

/* 24.03: control threads are rte_threads. 0 or a positive or negative errno. */
#if RTE_VERSION >= RTE_VERSION_NUM(24, 3, 0, 0)
#define RXB_THREAD_RET uint32_t
#define RXB_THREAD_END 0
typedef rte_thread_t rxb_thread_t;
#define rxb_thread_create(thread, name, func, arg) \
	rte_thread_create_control(thread, name, func, arg)
#define rxb_thread_join(thread) rte_thread_join(thread, NULL)
#else
#define RXB_THREAD_RET void *
#define RXB_THREAD_END NULL
typedef pthread_t rxb_thread_t;
#define rxb_thread_create(thread, name, func, arg) \
	rte_ctrl_thread_create(thread, name, NULL, func, arg)
#define rxb_thread_join(thread) pthread_join(thread, NULL)
#endif

/* 23.03: unsigned numbers of a dictionary. */
#if RTE_VERSION >= RTE_VERSION_NUM(23, 3, 0, 0)
#define rxb_tel_add_uint(d, name, value) rte_tel_data_add_dict_uint(d, name, value)
#else
#define rxb_tel_add_uint(d, name, value) rte_tel_data_add_dict_u64(d, name, value)
#endif

/*
 * data_off, refcnt, nb_segs and port in one store. The marker of this name left
 * struct rte_mbuf in 24.07; the four fields stayed together.
 */
static inline void
rxb_mbuf_rearm(struct rte_mbuf *m, uint64_t rearm)
{
	memcpy(RTE_PTR_ADD(m, offsetof(struct rte_mbuf, data_off)), &rearm, sizeof(rearm));
}

static inline uint64_t
rxb_mbuf_rearm_value(uint16_t data_off, uint16_t port)
{
	struct rte_mbuf m = { .data_off = data_off, .nb_segs = 1, .port = port };

	uint64_t rearm;

	RTE_BUILD_BUG_ON(offsetof(struct rte_mbuf, port) !=
			 offsetof(struct rte_mbuf, data_off) + 6);
	rte_mbuf_refcnt_set(&m, 1);
	memcpy(&rearm, RTE_PTR_ADD(&m, offsetof(struct rte_mbuf, data_off)), sizeof(rearm));
	return rearm;
}

#endif /* RXB_COMPAT_H */
