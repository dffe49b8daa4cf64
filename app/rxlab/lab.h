/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef LAB_H
#define LAB_H

/*
 * The laboratory: a modelled chip (models/), an access point, a host and traffic between
 * them that reacts to what it gets, in virtual time. Nothing here reads a clock: the same
 * seed gives the same bytes.
 *
 *   server --path--> air (queue, medium, A-MPDU) --> chip (FIFO, aggregator) --USB--> host
 *      ^                                                                             |
 *      +------------- path <---- medium <---- what the host sends <---- work --------+
 *
 *   lab_world.c     the events, in the order of their times
 *   lab_chip.c      the model, set up as a driver would, and what its transfers contain
 *   lab_host.c      completed transfers become work of one processor, then packets
 *   lab_link.c      the way to the chip, and the way back
 *   lab_rpc.c lab_tcp*.c lab_udp.c   traffic
 *   lab_policy.c    who chooses the hold; policy_*.c those that are not a constant
 *   lab_count.c     what is counted, and when
 *   lab_run.c       one run: host, workload, policy, seed -> struct lab_result
 *   lab_hosts.c lab_workloads.c     what has a name
 *   compare.c regret.c published.c  many runs, tables
 *   analyse.c       a user's capture instead of a run
 *
 * What the host sends does not go through the chip's OUT endpoints: it waits for the
 * medium from radio.up_min_ns to radio.up_max_ns, and what has come by then, up to 64
 * packets, travels with it. The queue of the access point is one, first in, first out:
 * bulk traffic delays the rest, as it does where nobody shares it out fairly. Lengths
 * are bytes of Ethernet packets without FCS, rates are of TCP or UDP payload.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "rxb_hold.h"

#include "../../models/usb_device.h"

#define LAB_MS 1000000ull
#define LAB_S  1000000000ull

/* A computer and its port. Work is of the one processor that receives. */
struct lab_host {
	const char *name, *about;
	enum usb_speed speed;
	uint32_t transfer_ns;	/* work for each completed transfer */
	uint32_t frame_ns;	/* ... and for each frame in it */
	uint32_t send_ns;	/* ... for each packet sent */
	uint32_t latency_ns;	/* from completion to where the work begins, if idle */
	uint32_t urbs;		/* transfers armed */
	uint32_t write_ns;	/* a register write, not of the processor */
	const char *radio;	/* where nobody names another; lab_run() does not look */
};

/* The link and what is behind it. */
struct lab_radio {
	const char *name;
	const char *air;	/* options of a live air (models/air.h), without seed; NULL: none */
	uint32_t up_min_ns, up_max_ns;	/* of what the host sends, to the access point */
	uint32_t path_ns;	/* access point to server, one way */
	uint32_t queue;		/* packets that wait in the access point; 0: the air's own */
	uint32_t up_kbps;	/* of the radio on the way up, of Ethernet bytes; 0: no limit */
	uint32_t window;	/* of TCP where a workload tells none; lab_run() does not look */
};

enum lab_kind { LAB_RPC, LAB_TCP, LAB_UDP, LAB_TCP_UP };

/* Flows of one kind. */
struct lab_flows {
	enum lab_kind kind;
	uint32_t nb;
	uint32_t size;		/* RPC: of each packet, 0: 98; UDP: payload, 0: 1470 */
	uint32_t rate_kbps;	/* UDP, of all nb together */
	uint32_t window;	/* TCP: receive window, bytes; 0: 4 MiB */
	uint32_t shared_window;	/* TCP: of all flows together; 0: none */
	uint32_t on_off_hz;	/* half of the time silent; 0: always on */
	/* RPC: the server asks again after 0 to so many us, evenly. Without it many at a time
	 * march in step for ever, in another step with each start. */
	uint32_t think_us;
};

#define LAB_FLOWS_MAX 4
#define LAB_PHASES_MAX 6

struct lab_phase {
	uint64_t length_ns;
	uint64_t skip_ns;	/* not counted, at its start */
	struct lab_flows flows[LAB_FLOWS_MAX];	/* nb 0 behind the last */
};

struct lab_workload {
	const char *name, *about;
	struct lab_phase phases[LAB_PHASES_MAX];	/* length 0 behind the last */
};

/* What one kind of flow got in one phase. Zero where there was none. */
struct lab_got {
	uint64_t packets, bytes;	/* payload that arrived, once; RPC: round trips */
	uint64_t sent;			/* packets */
	uint64_t lost;			/* UDP: sent in the counted time, never arrived */
	/* RPC: round trip; UDP: one way; TCP: round trip, one sample for each ACK. The
	 * mean is exact, a percentile within 1 %. */
	uint64_t mean_ns, p50_ns, p99_ns;
	uint64_t retransmitted;		/* TCP */
};

struct lab_phase_result {
	uint64_t counted_ns;
	struct lab_got got[LAB_TCP_UP + 1];
	uint32_t cpu_permille;
	uint64_t transfers, frames, transfer_bytes;
	uint64_t closed[RXB_HOLD_CLOSES];	/* as the model knows it */
	uint64_t closed_other;		/* aggregation off, no room in the chip */
	uint64_t chip_lost;		/* frames without room in the chip, each time */
	uint64_t ap_dropped;		/* queue full, or sent too often */
	uint64_t changes;		/* of the hold */
	uint32_t hold_us;		/* at its end */
};

struct lab_result {
	unsigned int nb_phases;
	struct lab_phase_result phase[LAB_PHASES_MAX];
	struct rxb_hold_state hold;	/* of a policy that has one */
	uint64_t settled_ns;		/* last change of the hold, 0: none */
	/* Of the whole run; 0 but for faults of the model and frames that the air gave up. */
	uint64_t bad_transfers;		/* with an error */
	uint64_t strange_units;		/* that carry nothing of ours, or end in odd bytes */
	uint64_t order_late;		/* frames behind the reorder window, or twice: dropped */
	uint64_t order_given_up;	/* holes that nothing came to fill */
};

/* Who chooses the hold. It sees what a driver sees and no more. */
struct lab_policy_ops {
	const char *name, *about;
	size_t state_size;		/* zeroed */
	int (*init)(void *state, const struct rxb_hold_conf *conf, uint64_t now_ns);
	bool (*step)(void *state, const struct rxb_hold_input *in, uint32_t *us);
	void (*written)(void *state, uint64_t now_ns, uint32_t us, int err);
	void (*state)(const void *state, uint64_t now_ns, struct rxb_hold_state *out);
};

/* policy_auto.c (rxb_hold), policy_dim.c (a hill-climber in the manner of net DIM),
 * policy_itr.c (packets per event in the manner of ixgbe), lab_policy.c (a constant). */
extern const struct lab_policy_ops lab_policy_auto, lab_policy_dim, lab_policy_itr,
	lab_policy_fixed;

struct lab_policy {
	const struct lab_policy_ops *ops;
	uint32_t hold_us;		/* start; fixed: always; 0: no aggregation */
	enum rxb_hold_preset preset;
};

struct lab_conf {
	const struct lab_host *host;
	const struct lab_radio *radio;
	const struct lab_workload *workload;
	struct lab_policy policy;
	const char *chip;		/* one of those of lab_chip.c; NULL: "rtl8922au" */
	const char *switches;		/* of the model, NAME:VALUE[/...], or NULL */
	uint32_t agg_kib, agg_count;	/* 0: 20 KiB, 255 units */
	/* The policy is told what the chip lost for want of room. Off: no public source
	 * names a counter of these chips that a driver could read it from. */
	bool drops_seen;
	uint64_t seed;
	FILE *trace;			/* CSV: a line each 10 ms, and at each change; or NULL */
};

/*
 * 0, or a negative errno with one line in err. RPC, TCP and UDP begin anew with each
 * phase. A run goes on for 200 ms after its last phase, so that what was sent in it can
 * still arrive.
 */
int lab_run(const struct lab_conf *conf, struct lab_result *result, char *err,
	    size_t err_size);

/* NULL past the last. */
const struct lab_host *lab_host_at(unsigned int i);
const struct lab_radio *lab_radio_at(unsigned int i);
const struct lab_workload *lab_workload_at(unsigned int i);

/* cost.c: what a run cost, less is better; infinite where it broke what it had to keep
 * (lost packets, budget). */
double lab_cost(const struct lab_workload *workload, const struct lab_result *result,
		uint32_t budget_permille);

/* analyse.c: see its usage. */
int lab_analyse(int argc, char **argv);

#endif /* LAB_H */
