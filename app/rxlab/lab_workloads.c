/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "lab.h"

/* A second for who adapts, then what is counted. */
#define SKIP LAB_S
#define STEADY (SKIP + 2 * LAB_S)
/* ... and after each change of the load. */
#define SHORT_SKIP (100 * LAB_MS)

/*
 * Several at a time: a server that takes its time, or they march in step. 2 ms is the least
 * with which a hold gives the same with each seed (pi1, 16 at a time, 1024 us: to 0.3 %;
 * with 1 ms to 9 %).
 */
#define RPC(n) { .kind = LAB_RPC, .nb = n, .think_us = (n) == 1 ? 0 : 2000 }
#define TCP(n) { .kind = LAB_TCP, .nb = n }
#define UDP(mbps) { .kind = LAB_UDP, .nb = 1, .rate_kbps = (mbps) * 1000 }
#define ON_OFF(mbps, hz) \
	{ .kind = LAB_UDP, .nb = 1, .rate_kbps = (mbps) * 1000, .on_off_hz = hz }

#define PHASE(length, skip, ...) \
	{ .length_ns = length, .skip_ns = skip, .flows = { __VA_ARGS__ } }
#define ONE(...) { PHASE(STEADY, SKIP, __VA_ARGS__) }
#define PART(...) PHASE(2 * LAB_S, SHORT_SKIP, __VA_ARGS__)

static const struct lab_workload workloads[] = {
	{ "rpc1", "one request after the other", ONE(RPC(1)) },
	{ "rpc16", "16 requests at a time", ONE(RPC(16)) },
	{ "tcp1", "one TCP flow down", ONE(TCP(1)) },
	{ "tcp8", "eight TCP flows down", ONE(TCP(8)) },
	{ "udp20", "UDP at 20 Mbit/s", ONE(UDP(20)) },
	{ "udp50", "UDP at 50 Mbit/s", ONE(UDP(50)) },
	{ "udp200", "UDP at 200 Mbit/s", ONE(UDP(200)) },
	{ "mixed", "a TCP flow, two requests at a time, UDP at 20 Mbit/s",
	  ONE(TCP(1), RPC(2), UDP(20)) },
	{ "onoff1", "UDP at 100 Mbit/s, on and off each second",
	  { PHASE(5 * LAB_S, SKIP, ON_OFF(100, 1)) } },
	{ "onoff10", "... ten times in a second", ONE(ON_OFF(100, 10)) },
	{ "onoff100", "... 100 times in a second", ONE(ON_OFF(100, 100)) },
	{ "switching", "rpc1, tcp8, udp200, nothing, rpc1: 2 s each",
	  { PART(RPC(1)), PART(TCP(8)), PART(UDP(200)), PART(), PART(RPC(1)) } },
};

const struct lab_workload *
lab_workload_at(unsigned int i)
{
	return i < sizeof(workloads) / sizeof(workloads[0]) ? &workloads[i] : NULL;
}
