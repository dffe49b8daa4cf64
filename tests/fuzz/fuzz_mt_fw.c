/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The firmware files of an MT7921: the input is read as a patch and as code. */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "mt76u_fw.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef int (*parse_fn)(const uint8_t *data, size_t len, struct mt76u_fw *fw,
			char *why, size_t size);

/* Whatever is handed out lies in the file, and what is refused is told why. */
static void
check(parse_fn parse, const uint8_t *data, size_t size)
{
	char *why = calloc(1, 160);
	struct mt76u_fw fw;
	volatile uint8_t sum = 0;
	unsigned int i;
	uint32_t j;

	if (why == NULL)
		return;
	if (parse(data, size, &fw, why, 160) != 0) {
		if (why[0] == '\0')
			abort();
		free(why);
		return;
	}
	if (fw.nb == 0 || fw.nb > MT76U_FW_PARTS_MAX ||
	    strlen(fw.version) >= sizeof(fw.version) || strlen(fw.build) >= sizeof(fw.build))
		abort();
	for (i = 0; i < fw.nb; i++)
		for (j = 0; j < fw.parts[i].len; j++)
			sum += data[fw.parts[i].offset + j];
	free(why);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	check(mt76u_fw_parse_patch, data, size);
	check(mt76u_fw_parse_ram, data, size);
	return 0;
}
