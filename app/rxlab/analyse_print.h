/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef ANALYSE_PRINT_H
#define ANALYSE_PRINT_H

/* Parts of the report. */

#include "analyse.h"

/* analyse_print.c */
void an_print_agg(const struct an_agg *agg, bool hold_known, FILE *to);

/* Values that a register of steps can have and a range allows. */
struct an_values {
	uint32_t first, last, nb;
};

/* analyse_say.c: what is in force, and how that is known. */
void an_print_limits(const struct an *an, FILE *to);
void an_print_hold(const struct an *an, FILE *to);
bool an_may_be_in_force(const struct an *an, uint32_t hold_us);
struct an_values an_values_in(const struct an_hold_range *range, uint32_t step);

/* analyse_table.c: what each hold would have given. */
void an_print_ladder(const struct an *an, FILE *to);

#endif /* ANALYSE_PRINT_H */
