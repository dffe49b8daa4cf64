/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef PROP_EDIT_H
#define PROP_EDIT_H

#include <stdint.h>

#include "prop_view.h"

/* What a router, a firewall or a proxy may write to headers: the same to an aggregate as
 * to each of its packets. */
enum prop_edit {
	EDIT_MAC = 0x1,
	EDIT_TTL = 0x2,
	EDIT_PUSH = 0x4,	/* a VLAN tag; with EDIT_POP: push */
	EDIT_POP = 0x8,		/* ... the outer one, if there is one */
	EDIT_TOS = 0x10,
	EDIT_ADDR = 0x20,	/* both IP addresses */
	EDIT_PORTS = 0x40,
	EDIT_TCP = 0x80,	/* acknowledgement and window */
	EDIT_OPTIONS = 0x100,	/* last byte of TCP's options */
	EDIT_LABEL = 0x200,	/* IPv6 flow label */
	EDIT_VLAN_FIELD = 0x400,	/* of the mbuf */
	EDIT_ALL = 0x7ff,
};

/* Edit the frame of len bytes at p, of which only the headers are touched; before it are
 * 4 bytes of room for EDIT_PUSH. Checksums are not.
 * @param v  where things are in it then
 * @return where it begins now */
uint8_t *prop_edit(uint8_t *p, uint32_t len, uint32_t edits, struct prop_view *v);

#endif /* PROP_EDIT_H */
