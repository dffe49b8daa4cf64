/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef KGRO_COMPARE_H
#define KGRO_COMPARE_H

#include "kgro_rules.h"

enum kgro_verdict {
	KGRO_SAME,
	KGRO_ALLOWED,
	KGRO_DIFFERS,
	KGRO_BROKEN,		/* no answer of the kernel; the library's is not exact */
};

/*
 * What the kernel made of the train against what the library makes of it. A train that needs rules
 * counts those in used[].
 */
enum kgro_verdict kgro_compare(const struct kgro_train *train, const struct kgro_units *kernel,
			       const bool listed[KGRO_RULES_MAX], uint32_t used[KGRO_RULES_MAX]);

/* Payloads of the units in order, "300/100" an aggregate of packets of 100; a frame that is
 * neither TCP nor UDP by its length in brackets. */
void kgro_units_text(const struct kgro_units *units, bool sizes, char *text, uint32_t room);

#endif /* KGRO_COMPARE_H */
