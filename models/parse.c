/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "parse.h"

bool
model_parse_u64(const char *text, uint64_t min, uint64_t max, uint64_t *value)
{
	unsigned long long v;
	char *end;

	/* strtoull() takes blanks and signs; a user who types them is lost. */
	if (!isdigit((unsigned char)text[0]))
		return false;
	errno = 0;
	v = strtoull(text, &end, text[0] == '0' && (text[1] | 0x20) == 'x' ? 16 : 10);
	if (errno != 0 || *end != '\0' || v < min || v > max)
		return false;
	*value = v;
	return true;
}

bool
model_parse_int(const char *text, long min, long max, long *value)
{
	char *end;
	long v;

	if (!isdigit((unsigned char)text[text[0] == '-']))
		return false;
	errno = 0;
	v = strtol(text, &end, 10);
	if (errno != 0 || *end != '\0' || v < min || v > max)
		return false;
	*value = v;
	return true;
}

static int
hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool
model_parse_mac(const char *text, uint8_t mac[6])
{
	uint8_t out[6];
	unsigned int i;

	if (strlen(text) != 17)
		return false;
	for (i = 0; i < 6; i++, text += 3) {
		int high = hex_digit(text[0]), low = hex_digit(text[1]);

		if (high < 0 || low < 0)
			return false;
		if (i < 5 && text[2] != ':' && text[2] != '-')
			return false;
		out[i] = (uint8_t)(high << 4 | low);
	}
	memcpy(mac, out, 6);
	return true;
}

bool
model_parse_bool(const char *text, bool *value)
{
	if ((text[0] != '0' && text[0] != '1') || text[1] != '\0')
		return false;
	*value = text[0] == '1';
	return true;
}
