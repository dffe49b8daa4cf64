/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef HEXBYTES_H
#define HEXBYTES_H

/* Bytes written as text, "00 a1 b2" (blanks where one likes), as a heap block of
 * exactly their number: a sanitizer sees every read past the end. */

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A heap copy of exactly len bytes; free() it. */
static inline uint8_t *
exact_copy(const void *bytes, uint32_t len)
{
	uint8_t *p = calloc(1, len);

	if (p == NULL && len != 0)
		abort();
	if (len != 0)
		memcpy(p, bytes, len);
	return p;
}

static inline int
hex_digit(char c)
{
	return c <= '9' ? c - '0' : tolower((unsigned char)c) - 'a' + 10;
}

/* Text that is no hex is a mistake in the test: it ends the program. */
static inline uint8_t *
hex_bytes(const char *text, uint32_t *len)
{
	uint8_t *p = malloc(strlen(text) / 2 + 1), *exact;
	uint32_t digits = 0;

	if (p == NULL)
		abort();
	for (; *text != '\0'; text++) {
		if (isspace((unsigned char)*text))
			continue;
		if (!isxdigit((unsigned char)*text)) {
			fprintf(stderr, "hex_bytes: not hex: %s\n", text);
			abort();
		}
		if (digits % 2 == 0)
			p[digits / 2] = (uint8_t)(hex_digit(*text) << 4);
		else
			p[digits / 2] |= (uint8_t)hex_digit(*text);
		digits++;
	}
	if (digits % 2 != 0)
		abort();
	*len = digits / 2;
	exact = exact_copy(p, *len);
	free(p);
	return exact;
}

#endif /* HEXBYTES_H */
