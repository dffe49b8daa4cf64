/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MODELS_PARSE_H
#define MODELS_PARSE_H

/* Numbers and addresses as a user types them. */

#include <stdbool.h>
#include <stdint.h>

/* Decimal or 0x..., nothing behind it, min..max. False when it is not so. */
bool model_parse_u64(const char *text, uint64_t min, uint64_t max, uint64_t *value);
bool model_parse_int(const char *text, long min, long max, long *value);

/* Six bytes in hex, separated by ':' or '-'. */
bool model_parse_mac(const char *text, uint8_t mac[6]);

/* 0 or 1. */
bool model_parse_bool(const char *text, bool *value);

#endif /* MODELS_PARSE_H */
