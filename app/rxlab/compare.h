/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef COMPARE_H
#define COMPARE_H

/* "rxlab run": its table and its picture. */

#include "runs.h"

extern const char *const compare_kinds[LAB_TCP_UP + 1];

/* Does the phase have flows of the kind? */
bool compare_has(const struct lab_phase *phase, unsigned int kind);
/* A count of the phase, each second. */
double compare_rate(uint64_t count, const struct lab_phase_result *r);
double compare_mbps(const struct lab_got *got, const struct lab_phase_result *r);

/* False with one line on standard error. */
bool compare_show(const struct runs *runs);
bool compare_draw(const struct runs *runs);

#endif /* COMPARE_H */
