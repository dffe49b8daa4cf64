/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "names.h"
#include "published.h"

#define SKIP LAB_S
#define COUNTED (2 * LAB_S)

static struct lab_flows
flows_of(const struct lab_radio *radio, enum published_figure figure, uint32_t udp_mbps)
{
	switch (figure) {
	case PUBLISHED_TCP1:
		return (struct lab_flows){ .kind = LAB_TCP, .nb = 1, .window = radio->window };
	case PUBLISHED_TCP8:
		return (struct lab_flows){ .kind = LAB_TCP, .nb = 8,
					   .shared_window = radio->window };
	case PUBLISHED_TCP_UP:
		return (struct lab_flows){ .kind = LAB_TCP_UP, .nb = 1,
					   .window = radio->window };
	case PUBLISHED_ROUND_TRIP:
		return (struct lab_flows){ .kind = LAB_RPC, .nb = 1 };
	default:
		return (struct lab_flows){ .kind = LAB_UDP, .nb = 1,
					   .rate_kbps = udp_mbps * 1000 };
	}
}

void
published_load(struct published_run *run, enum published_figure figure, uint32_t udp_mbps)
{
	run->workload.phases[0] = (struct lab_phase){
		.length_ns = SKIP + COUNTED,
		.skip_ns = SKIP,
		.flows = { flows_of(&run->radio, figure, udp_mbps) },
	};
}

void
published_prepare(struct published_run *run, const struct published_setup *setup,
		  enum published_figure figure, uint32_t udp_mbps)
{
	unsigned int i = 0;

	while (strcmp(lab_host_at(i)->name, setup->host) != 0)
		i++;
	memset(run, 0, sizeof(*run));
	run->host = *lab_host_at(i);
	run->radio = *lab_radio_find(setup->radio);
	run->workload.name = setup->name;
	published_load(run, figure, udp_mbps);
}

struct lab_conf
published_conf(const struct published_run *run, uint32_t hold_us, uint64_t seed)
{
	return (struct lab_conf){
		.host = &run->host,
		.radio = &run->radio,
		.workload = &run->workload,
		.policy = { &lab_policy_fixed, hold_us, RXB_HOLD_BALANCED },
		.chip = LAB_CHIP,
		.switches = LAB_SWITCHES,
		.seed = seed,
	};
}

static double
mbps(const struct lab_phase_result *r, enum lab_kind kind)
{
	return (double)r->got[kind].bytes * 8e3 / (double)r->counted_ns;
}

double
published_value(enum published_figure figure, const struct lab_result *result)
{
	const struct lab_phase_result *r = &result->phase[0];
	const struct lab_got *udp = &r->got[LAB_UDP];

	switch (figure) {
	case PUBLISHED_TCP_UP:
		return mbps(r, LAB_TCP_UP);
	case PUBLISHED_ROUND_TRIP:
		return (double)r->got[LAB_RPC].mean_ns / 1e6;
	case PUBLISHED_CPU:
		return r->cpu_permille / 10.0;
	case PUBLISHED_LOSS:
		return udp->sent != 0 ? 100.0 * (double)udp->lost / (double)udp->sent : 0;
	default:
		return mbps(r, LAB_TCP);
	}
}
