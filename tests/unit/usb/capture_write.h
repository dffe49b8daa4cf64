/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef CAPTURE_WRITE_H
#define CAPTURE_WRITE_H

/*
 * Writes usbmon captures for the tests, byte by byte, in both formats and both
 * byte orders. Offsets typed from Documentation/usb/usbmon.rst in torvalds/linux
 * and from the two file format drafts (draft-ietf-opsawg-pcap, -pcapng).
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct cap {
	FILE *f;
	bool ng;		/* pcapng, else pcap */
	bool big;		/* byte order of the file */
	uint32_t link_type;
};

/* What is left zero is what a good bulk-IN completion of 1.5 has. */
struct urb {
	char event;		/* 0: 'C' */
	uint8_t xfer_type;	/* 0: bulk; iso is not written by this */
	uint8_t endpoint;	/* 0: 0x84 */
	uint8_t device;		/* 0: 5 */
	uint16_t bus;		/* 0: 1 */
	int32_t status;
	uint32_t len;		/* bytes of data, made by pattern() */
	uint32_t moved;		/* urb length where not len */
	uint32_t cut;		/* bytes of the record lost to a snap length */
	unsigned int seed;
};

static inline uint8_t
pattern(unsigned int seed, uint32_t i)
{
	return (uint8_t)(seed * 37 + i * 11 + (i >> 8));
}

static inline void
put(uint8_t *p, uint64_t value, unsigned int bytes, bool big)
{
	unsigned int i;

	for (i = 0; i < bytes; i++)
		p[big ? bytes - 1 - i : i] = (uint8_t)(value >> (8 * i));
}

static inline void
cap_put(struct cap *c, uint64_t value, unsigned int bytes)
{
	uint8_t b[8];

	put(b, value, bytes, c->big);
	fwrite(b, 1, bytes, c->f);
}

static inline void
cap_open(struct cap *c, const char *path)
{
	c->f = fopen(path, "wb");
	if (c->ng) {
		cap_put(c, 0x0a0d0d0a, 4);	/* section header */
		cap_put(c, 28, 4);
		cap_put(c, 0x1a2b3c4d, 4);
		cap_put(c, 1, 2);
		cap_put(c, 0, 2);
		cap_put(c, UINT64_MAX, 8);
		cap_put(c, 28, 4);
		cap_put(c, 1, 4);		/* interface */
		cap_put(c, 20, 4);
		cap_put(c, c->link_type, 2);
		cap_put(c, 0, 2);
		cap_put(c, 262144, 4);
		cap_put(c, 20, 4);
		return;
	}
	cap_put(c, 0xa1b2c3d4, 4);
	cap_put(c, 2, 2);
	cap_put(c, 4, 2);
	cap_put(c, 0, 8);
	cap_put(c, 262144, 4);
	cap_put(c, c->link_type, 4);
}

static inline void
cap_record(struct cap *c, const uint8_t *rec, uint32_t caplen, uint32_t len)
{
	static const uint8_t pad[4];
	uint32_t padded = (caplen + 3) & ~3u;

	if (c->ng) {
		cap_put(c, 6, 4);		/* enhanced packet */
		cap_put(c, 32 + padded, 4);
		cap_put(c, 0, 4);
		cap_put(c, 0, 8);
	} else {
		cap_put(c, 0, 8);
	}
	cap_put(c, caplen, 4);
	cap_put(c, len, 4);
	fwrite(rec, 1, caplen, c->f);
	if (c->ng) {
		fwrite(pad, 1, padded - caplen, c->f);
		cap_put(c, 32 + padded, 4);
	}
}

static inline void
cap_urb(struct cap *c, const struct urb *u)
{
	static uint8_t rec[64 + 65536];
	uint32_t hdr = c->link_type == 189 ? 48 : 64, i;

	memset(rec, 0, sizeof(rec));
	put(rec, 0xffff888012345678, 8, c->big);
	rec[8] = u->event ? (uint8_t)u->event : 'C';
	rec[9] = u->xfer_type ? u->xfer_type : 3;
	rec[10] = u->endpoint ? u->endpoint : 0x84;
	rec[11] = u->device ? u->device : 5;
	put(rec + 12, u->bus ? u->bus : 1, 2, c->big);
	rec[14] = '-';
	put(rec + 28, (uint32_t)u->status, 4, c->big);
	put(rec + 32, u->moved ? u->moved : u->len, 4, c->big);
	put(rec + 36, u->len, 4, c->big);
	for (i = 0; i < u->len; i++)
		rec[hdr + i] = pattern(u->seed, i);
	cap_record(c, rec, hdr + u->len - u->cut, hdr + u->len);
}

static inline void
cap_close(struct cap *c)
{
	fclose(c->f);
}

#endif /* CAPTURE_WRITE_H */
