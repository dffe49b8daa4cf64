/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef CAPTURE_H
#define CAPTURE_H

/* Captures made by a test: records in memory, a file while it is wanted. */

#include <stdint.h>

struct capture_record {
	const uint8_t *data;
	uint32_t len;
	uint32_t wire_len;	/* 0: len */
	uint64_t ns;
};

/* Writes a temporary file; the name is good until the next call. */
const char *capture_write(int link_type, const struct capture_record *records,
			  unsigned int n);
const char *capture_write_bytes(const void *bytes, uint32_t len);
/* Its first len bytes only. */
void capture_cut(uint32_t len);
void capture_remove(void);

/* "pcap:" and the name. */
const char *capture_spec(void);

#endif /* CAPTURE_H */
