/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef KGRO_RULES_H
#define KGRO_RULES_H

/*
 * Where the library and Linux differ on purpose. A rule does not excuse a train: it takes out of it
 * what the two see differently, and what the library makes of the rest must then be what the
 * kernel made. Which rules may be used, and why, says a file.
 */

#include "kgro.h"

#define KGRO_RULES_MAX	32u

/* A train as the rules leave it. */
struct kgro_neutral {
	struct kgro_train train;
	bool drop[KGRO_FRAMES_MAX];	/* of both lists */
	bool wide;			/* each of Linux's flows by itself: kgro_key() */
	bool tunnels;
	bool rewritten;			/* bytes were changed: units agree in their sizes only */
};

extern const uint32_t kgro_rules_len;
const char *kgro_rule_name(uint32_t rule);
/* True: it changed something. */
bool kgro_rule_apply(uint32_t rule, struct kgro_neutral *neutral);

/* What it does to a frame, done to a unit that the kernel made of such. */
void kgro_rule_apply_unit(uint32_t rule, struct kgro_unit *unit);

/* The rules that the file lists for the running kernel. Returns 0; -1, having said why. */
int kgro_allow_read(const char *path, bool has_udp, bool has_tags, bool listed[KGRO_RULES_MAX]);

#endif /* KGRO_RULES_H */
