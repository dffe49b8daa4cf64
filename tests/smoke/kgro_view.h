/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef KGRO_VIEW_H
#define KGRO_VIEW_H

/* Where the headers of a frame are, read without the library's help. */

#include <stdbool.h>
#include <stdint.h>

#define KGRO_KEY_MAX	320u

enum kgro_kind {
	KGRO_OTHER,		/* no IP, or headers that are not all there */
	KGRO_FRAGMENT,		/* also the reserved flag */
	KGRO_HIDDEN,		/* IPv4 options; an IPv6 extension header that ends the search */
	KGRO_TCP,
	KGRO_UDP,
};

struct kgro_view {
	enum kgro_kind kind;
	uint8_t version;	/* 4, 6; KGRO_OTHER: 0 */
	uint32_t ip, l4, data, end;	/* offsets; end: of the IP packet as it says */
	uint32_t payload;		/* end - data */
	bool exact;			/* ... and of the frame as well */
	bool bad_header;		/* of TCP or UDP: too short, or not all there */
};

void kgro_view(const uint8_t *bytes, uint32_t len, struct kgro_view *v);

/*
 * What names the flow: addresses and ports; wide: all that makes a flow for Linux, which is the
 * Ethernet header with its tags, the IPv6 flow label and extension headers as well. Returns its
 * length.
 */
uint32_t kgro_key(const uint8_t *bytes, uint32_t len, bool wide, uint8_t key[KGRO_KEY_MAX]);

uint16_t kgro_get16(const uint8_t *at);
void kgro_put16(uint8_t *at, uint32_t value);
/* Ones' complement sum of the L4 checksum's whole coverage: 0xffff when it is right. */
uint16_t kgro_l4_sum(const uint8_t *bytes, const struct kgro_view *v);
/* ... of the IPv4 header. */
uint16_t kgro_ip4_sum(const uint8_t *bytes, const struct kgro_view *v);
/* Offset of the L4 checksum. */
uint32_t kgro_sum_at(const struct kgro_view *v);

#endif /* KGRO_VIEW_H */
