/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Which ports are of this kind, across plugins. A list of driver names would have to
 * know each driver to come, and another driver's private memory must not be read: one
 * memory zone with a bit for each port is found by whoever knows its name.
 */

#include <string.h>

#include <rte_memzone.h>

#include "wport.h"

#define ZONE "wport_ports"

struct ports {
	uint64_t bits[(RTE_MAX_ETHPORTS + 63) / 64];
};

/* NULL: there is none, or no memory for it. Then no port is of this kind, which is
 * the careful answer. */
static struct ports *
find_ports(bool create)
{
	const struct rte_memzone *zone = rte_memzone_lookup(ZONE);

	if (zone != NULL || !create)
		return zone == NULL ? NULL : zone->addr;
	zone = rte_memzone_reserve(ZONE, sizeof(struct ports), SOCKET_ID_ANY, 0);
	return zone == NULL ? NULL : memset(zone->addr, 0, sizeof(struct ports));
}

void
wport_ports_add(uint16_t port_id)
{
	struct ports *p = find_ports(true);

	if (p != NULL)
		__atomic_fetch_or(&p->bits[port_id / 64], RTE_BIT64(port_id % 64),
				  __ATOMIC_RELAXED);
}

void
wport_ports_remove(uint16_t port_id)
{
	struct ports *p = find_ports(false);

	if (p != NULL)
		__atomic_fetch_and(&p->bits[port_id / 64], ~RTE_BIT64(port_id % 64),
				   __ATOMIC_RELAXED);
}

bool
wport_ports_has(uint16_t port_id)
{
	const struct ports *p = find_ports(false);

	return p != NULL && (__atomic_load_n(&p->bits[port_id / 64], __ATOMIC_RELAXED) &
			     RTE_BIT64(port_id % 64)) != 0;
}
