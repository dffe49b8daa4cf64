/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WPORT_RADIOTAP_H
#define WPORT_RADIOTAP_H

/* What the tests want to know of a radiotap header, read by hand (radiotap.org). */

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

struct radiotap {
	uint32_t len;
	uint32_t present;	/* its first word, without the bit of further words */
	uint64_t tsft;
	uint8_t flags;		/* 0x10 FCS at end, 0x40 it is wrong */
	uint16_t mhz;
	int8_t signal;
	uint32_t ampdu_ref;
	uint16_t vht_known;	/* 0x01 STBC, 0x20 beamformed */
	uint8_t vht_flags;	/* 0x01 STBC, 0x20 beamformed */
	uint8_t vht_mcs, vht_coding;
	unsigned int nb_chains;
	uint8_t antenna[4];
	int8_t dbm[4];
};

#define RTAP_TSFT	0x000001u
#define RTAP_FLAGS	0x000002u
#define RTAP_CHANNEL	0x000008u
#define RTAP_SIGNAL	0x000020u
#define RTAP_ANTENNA	0x000800u
#define RTAP_AMPDU	0x100000u
#define RTAP_VHT	0x200000u
#define RTAP_MORE	0x80000000u

static inline uint32_t
rtap_le(const uint8_t *p, unsigned int n)
{
	uint32_t v = 0;

	while (n-- > 0)
		v = v << 8 | p[n];
	return v;
}

/* A field of size bytes at *at, which moves behind it. */
static inline const uint8_t *
rtap_field(const uint8_t *h, uint32_t *at, uint32_t size, uint32_t align)
{
	*at = (*at + align - 1) / align * align + size;
	return h + *at - size;
}

static inline void
rtap_vht(struct radiotap *r, const uint8_t *p)
{
	r->vht_known = rtap_le(p, 2);
	r->vht_flags = p[2];
	r->vht_mcs = p[4] >> 4;
	r->vht_coding = p[8];
}

/* False when it has a field that is none of these, or another length than it says. */
static inline bool
rtap_read(const uint8_t *h, struct radiotap *r)
{
	const uint32_t known = RTAP_TSFT | RTAP_FLAGS | RTAP_CHANNEL | RTAP_SIGNAL |
		RTAP_AMPDU | RTAP_VHT;
	uint32_t words = 1, at, i;

	memset(r, 0, sizeof(*r));
	r->len = rtap_le(h + 2, 2);
	while ((rtap_le(h + 4 * words, 4) & RTAP_MORE) != 0)
		words++;
	at = 4 + 4 * words;
	/* Further words begin with the namespace bit of radiotap in the one before. */
	r->present = rtap_le(h + 4, 4) & 0x1fffffff;
	if (h[0] != 0 || (r->present & ~known) != 0 || words > 5)
		return false;
	if ((r->present & RTAP_TSFT) != 0) {
		const uint8_t *p = rtap_field(h, &at, 8, 8);

		r->tsft = rtap_le(p, 4) | (uint64_t)rtap_le(p + 4, 4) << 32;
	}
	if ((r->present & RTAP_FLAGS) != 0)
		r->flags = *rtap_field(h, &at, 1, 1);
	if ((r->present & RTAP_CHANNEL) != 0)
		r->mhz = rtap_le(rtap_field(h, &at, 4, 2), 2);
	if ((r->present & RTAP_SIGNAL) != 0)
		r->signal = (int8_t)*rtap_field(h, &at, 1, 1);
	if ((r->present & RTAP_AMPDU) != 0)
		r->ampdu_ref = rtap_le(rtap_field(h, &at, 8, 4), 4);
	if ((r->present & RTAP_VHT) != 0)
		rtap_vht(r, rtap_field(h, &at, 12, 2));
	r->nb_chains = words - 1;
	for (i = 0; i + 1 < words; i++) {
		if ((rtap_le(h + 8 + 4 * i, 4) & 0x1fffffff) != (RTAP_SIGNAL | RTAP_ANTENNA))
			return false;
		r->dbm[i] = (int8_t)*rtap_field(h, &at, 1, 1);
		r->antenna[i] = *rtap_field(h, &at, 1, 1);
	}
	return at <= r->len && r->len < at + 4 && r->len % 4 == 0;
}

#endif /* WPORT_RADIOTAP_H */
