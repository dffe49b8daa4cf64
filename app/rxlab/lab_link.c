/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>

#include "lab_run.h"

static void
put(struct lab_run *run, struct lab_ring *ring, const struct lab_packet *packet,
    uint64_t at_ns, lab_event *comes)
{
	/* All take equally long: the first one is due first, and there is one event. */
	if (!lab_ring_put(ring, packet, at_ns))
		lab_fail(run, -ENOMEM, "no memory");
	else if (ring->nb == 1)
		lab_at(&run->world, at_ns, comes, NULL, 0);
}

/* The first of the path has come: it leaves the ring, and the next one is waited for. */
static struct lab_packet
take(struct lab_run *run, struct lab_ring *ring, lab_event *comes)
{
	struct lab_packet packet = lab_ring_first(ring)->packet;

	lab_ring_drop(ring);
	if (ring->nb != 0)
		lab_at(&run->world, lab_ring_first(ring)->at_ns, comes, NULL, 0);
	return packet;
}

static void
at_access_point(struct lab_run *run, void *what, uint64_t arg)
{
	struct lab_packet packet = take(run, &run->link.down, at_access_point);
	int ret = lab_chip_push(&run->chip, run->world.now_ns, &packet);

	/* Without room it is dropped, as the air counts. */
	if (ret != 0 && ret != -ENOBUFS)
		lab_fail(run, ret, "the access point does not take a packet");
}

void
lab_link_down(struct lab_run *run, const struct lab_packet *packet)
{
	put(run, &run->link.down, packet, run->world.now_ns + run->conf->radio->path_ns,
	    at_access_point);
}

static void
at_server(struct lab_run *run, void *what, uint64_t arg)
{
	struct lab_packet packet = take(run, &run->link.up, at_server);

	lab_flow_returns(run, &packet);
}

static void want_medium(struct lab_run *run);

static void
burst_over(struct lab_run *run, void *what, uint64_t arg)
{
	struct lab_link *link = &run->link;
	uint64_t there_ns = run->world.now_ns + run->conf->radio->path_ns;
	uint32_t n;

	for (n = link->burst; n != 0; n--) {
		struct lab_packet packet = lab_ring_first(&link->radio)->packet;

		lab_ring_drop(&link->radio);
		put(run, &link->up, &packet, there_ns, at_server);
		lab_flow_left(run, &packet);
	}
	link->medium = false;
	want_medium(run);
}

static uint64_t
burst_bytes(const struct lab_link *link)
{
	const struct lab_ring *ring = &link->radio;
	uint64_t bytes = 0;
	uint32_t i;

	for (i = 0; i < link->burst; i++)
		bytes += ring->entry[(ring->head + i) & (ring->room - 1)].packet.len;
	return bytes;
}

static void
burst(struct lab_run *run, void *what, uint64_t arg)
{
	struct lab_link *link = &run->link;
	uint32_t kbps = run->conf->radio->up_kbps;
	uint64_t ns = 0;

	link->burst = link->radio.nb < LAB_BURST ? link->radio.nb : LAB_BURST;
	if (kbps != 0)
		ns = burst_bytes(link) * 8000000 / kbps;
	lab_at(&run->world, run->world.now_ns + ns, burst_over, NULL, 0);
}

static void
want_medium(struct lab_run *run)
{
	const struct lab_radio *radio = run->conf->radio;
	struct lab_link *link = &run->link;

	if (link->medium || link->radio.nb == 0)
		return;
	link->medium = true;
	lab_at(&run->world, run->world.now_ns +
	       lab_chance_between(&link->chance, radio->up_min_ns, radio->up_max_ns),
	       burst, NULL, 0);
}

void
lab_link_up(struct lab_run *run, const struct lab_packet *packet)
{
	if (!lab_ring_put(&run->link.radio, packet, run->world.now_ns))
		lab_fail(run, -ENOMEM, "no memory");
	want_medium(run);
}

void
lab_link_close(struct lab_run *run)
{
	lab_ring_free(&run->link.down);
	lab_ring_free(&run->link.up);
	lab_ring_free(&run->link.radio);
}
