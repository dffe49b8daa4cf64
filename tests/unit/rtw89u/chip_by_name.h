/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef CHIP_BY_NAME_H
#define CHIP_BY_NAME_H

#include <string.h>

#include "cunit_run.h"

#include "rtw89u_chip.h"

/* A chip of the table; a name that is not in it ends the test. */
static inline const struct wport_chip *
chip_by_name(const char *name)
{
	const struct wport_chip *chip;
	unsigned int i;

	for (i = 0; (chip = rtw89u_chip_at(i)) != NULL; i++)
		if (strcmp(chip->name, name) == 0)
			return chip;
	printf("    no chip %s\n", name);
	CU_FAIL_FATAL("a chip that is not in the table");
	return NULL;
}

#endif /* CHIP_BY_NAME_H */
