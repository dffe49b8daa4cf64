/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <inttypes.h>
#include <string.h>

#include "lab_run.h"

/* Bits of so many bytes per time, in kbit/s. */
static uint64_t
kbps(uint64_t bytes, uint64_t ns)
{
	return bytes * 8000000 / ns;
}

static void
line(struct lab_run *run)
{
	struct lab_trace *t = &run->count.trace;
	uint64_t ns = run->world.now_ns - t->at_ns, busy = lab_host_busy(run);
	struct lab_chip_count chip;

	lab_chip_count(&run->chip, &chip);
	fprintf(t->file, "%" PRIu64 ",tick,%u,%u,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64
		",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%u\n",
		run->world.now_ns / 1000, run->count.now, run->policy.hold_us,
		(busy - t->busy_ns) * 1000 / ns, t->packets[LAB_RPC],
		kbps(t->bytes[LAB_TCP], ns), kbps(t->bytes[LAB_UDP], ns),
		kbps(t->bytes[LAB_TCP_UP], ns), chip.transfers - t->chip.transfers,
		chip.frames - t->chip.frames, chip.lost - t->chip.lost, run->host.done_nb);
	memset(t->packets, 0, sizeof(t->packets));
	memset(t->bytes, 0, sizeof(t->bytes));
	t->chip = chip;
	t->busy_ns = busy;
	t->at_ns = run->world.now_ns;
}

static void
tick(struct lab_run *run, void *what, uint64_t arg)
{
	line(run);
	if (run->world.now_ns < lab_count_end(run))
		lab_at(&run->world, run->world.now_ns + LAB_TRACE_NS, tick, NULL, 0);
}

void
lab_trace_open(struct lab_run *run)
{
	struct lab_trace *t = &run->count.trace;

	t->file = run->conf->trace;
	if (t->file == NULL)
		return;
	fputs("time_us,what,phase,hold_us,cpu_permille,rpc_done,tcp_kbps,udp_kbps,tcp_up_kbps,"
	      "transfers,frames,chip_lost,transfers_waiting\n", t->file);
	lab_at(&run->world, LAB_TRACE_NS, tick, NULL, 0);
}

void
lab_trace_change(struct lab_run *run)
{
	struct lab_trace *t = &run->count.trace;

	if (t->file != NULL)
		fprintf(t->file, "%" PRIu64 ",hold,%u,%u,,,,,,,,,\n", run->world.now_ns / 1000,
			run->count.now, run->policy.hold_us);
}
