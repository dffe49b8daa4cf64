/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WPORT_TEXT_H
#define WPORT_TEXT_H

/*
 * Words that a user types, wherever he types them: devargs, telemetry, testpmd. Nothing is
 * logged: who asks knows how to say what is wrong.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rte_pmd_wlan.h"

/* A whole number from 0 to UINT32_MAX - 1, decimal digits and nothing else. */
bool wport_text_number(const char *text, uint32_t *number);

/* So many of them with commas between, and nothing else. text may be NULL. */
bool wport_text_numbers(const char *text, uint32_t *numbers, unsigned int n);

/* What hold= may be, for a message. */
#define WPORT_TEXT_HOLD "<us>, auto, auto:latency, auto:balanced or auto:cpu"

/* That: sets policy and hold_us; auto leaves hold_us to be kept. */
bool wport_text_hold(const char *text, struct rte_wlan_rx_hold *hold);

/* "fixed", "auto:latency", "auto:balanced", "auto:cpu"; what is no policy: "unknown". */
const char *wport_text_policy(enum rte_wlan_hold_policy policy);

#endif /* WPORT_TEXT_H */
