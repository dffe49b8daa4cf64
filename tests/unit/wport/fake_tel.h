/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef FAKE_TEL_H
#define FAKE_TEL_H

/*
 * Telemetry without its socket: this program's rte_telemetry_register_cmd() and
 * rte_tel_data_...() take the place of the library's, and answers can be looked at.
 */

#include <stdint.h>

struct rte_tel_data;

/* What command answers to params (NULL: none), good until the next one; NULL: there is no
 * such command, or it answered with a negative number. */
const struct rte_tel_data *tel_ask(const char *command, const char *params);

/* Of a dictionary. NULL, UINT64_MAX and NULL: it has no such text, number, dictionary. */
const char *tel_text(const struct rte_tel_data *d, const char *name);
uint64_t tel_number(const struct rte_tel_data *d, const char *name);
const struct rte_tel_data *tel_dict(const struct rte_tel_data *d, const char *name);

#endif /* FAKE_TEL_H */
