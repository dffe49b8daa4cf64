/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef GOLDEN_H
#define GOLDEN_H

/* Files of tests/golden: hex bytes, lines that begin with # are a note. */

#include <stdio.h>

#include "hexbytes.h"

/* Exactly sized heap block, or NULL with a line on stderr. */
static inline uint8_t *
golden_read(const char *name, uint32_t *len)
{
	char path[1024], line[256], text[8192] = "";
	FILE *f;

	snprintf(path, sizeof(path), "%s/tests/golden/%s", SOURCE_ROOT, name);
	f = fopen(path, "r");
	if (f == NULL) {
		perror(path);
		return NULL;
	}
	while (fgets(line, sizeof(line), f) != NULL)
		if (line[0] != '#' && strlen(text) + strlen(line) < sizeof(text))
			strcat(text, line);
	fclose(f);
	return hex_bytes(text, len);
}

#endif /* GOLDEN_H */
