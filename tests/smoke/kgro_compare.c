/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kgro_compare.h"
#include "kgro_exact.h"
#include "kgro_view.h"

/* --- two lists of units --- */

static bool
units_equal(const struct kgro_unit *a, const struct kgro_unit *b, bool sizes_only)
{
	struct kgro_view v;
	uint32_t sum;

	if (a->len != b->len || a->size != b->size || a->udp != b->udp)
		return false;
	if (sizes_only)
		return true;
	if (a->size == 0)
		return memcmp(a->bytes, b->bytes, a->len) == 0;
	/* The L4 checksum of an aggregate says nothing: the kernel's is of the pseudo header. */
	kgro_view(a->bytes, a->len, &v);
	sum = kgro_sum_at(&v);
	return memcmp(a->bytes, b->bytes, sum) == 0 &&
	       memcmp(a->bytes + sum + 2, b->bytes + sum + 2, a->len - sum - 2) == 0;
}

/* The next of list from *at on that has this key, *at then stands behind it; NULL: none. */
static const struct kgro_unit *
next_of_flow(const struct kgro_units *list, uint32_t *at, bool wide, const uint8_t *key,
	     uint32_t key_len)
{
	uint8_t own[KGRO_KEY_MAX];
	const struct kgro_unit *u;

	while (*at < list->n) {
		u = &list->unit[(*at)++];
		if (kgro_key(u->bytes, u->len, wide, own) == key_len &&
		    memcmp(own, key, key_len) == 0)
			return u;
	}
	return NULL;
}

/* The same units of each flow in the same order; order between flows is not promised. */
static bool
lists_equal(const struct kgro_units *a, const struct kgro_units *b, bool wide, bool sizes_only)
{
	const struct kgro_unit *of_a, *of_b;
	uint8_t key[KGRO_KEY_MAX];
	uint32_t i, at_a, at_b, len;

	if (a->n != b->n)
		return false;
	for (i = 0; i < a->n; i++) {
		len = kgro_key(a->unit[i].bytes, a->unit[i].len, wide, key);
		at_a = at_b = 0;
		do {
			of_a = next_of_flow(a, &at_a, wide, key, len);
			of_b = next_of_flow(b, &at_b, wide, key, len);
			if ((of_a == NULL) != (of_b == NULL) ||
			    (of_a != NULL && !units_equal(of_a, of_b, sizes_only)))
				return false;
		} while (of_a != NULL);
	}
	return true;
}

/* --- the train as the rules leave it --- */

static void
units_append(struct kgro_units *to, const struct kgro_units *from)
{
	uint32_t i;

	for (i = 0; i < from->n; i++)
		kgro_units_add(to, from->unit[i].bytes, from->unit[i].len, from->unit[i].size,
			       from->unit[i].udp);
}

/* Of the frames not yet taken: all, or those of the first one's flow. */
static void
take_part(const struct kgro_neutral *neutral, bool *taken, struct kgro_train *part)
{
	const struct kgro_frame *frame = neutral->train.frame;
	uint8_t key[KGRO_KEY_MAX], own[KGRO_KEY_MAX];
	uint32_t i, len = 0, own_len;

	kgro_train_clear(part);
	for (i = 0; i < neutral->train.n; i++) {
		if (taken[i])
			continue;
		own_len = kgro_key(frame[i].bytes, frame[i].len, true, own);
		if (part->n == 0) {
			memcpy(key, own, sizeof(key));
			len = own_len;
		}
		if (neutral->wide && (own_len != len || memcmp(key, own, len) != 0))
			continue;
		taken[i] = true;
		kgro_train_add(part, frame[i].bytes, frame[i].len);
	}
}

static int
run_ours(const struct kgro_neutral *neutral, struct kgro_units *units)
{
	static struct kgro_train part;
	static struct kgro_units got;
	bool taken[KGRO_FRAMES_MAX];
	int rc = 0;

	kgro_units_clear(units);
	memcpy(taken, neutral->drop, sizeof(taken));
	for (take_part(neutral, taken, &part); part.n > 0; take_part(neutral, taken, &part)) {
		if (kgro_ours_run(&part, neutral->tunnels, &got) != 0)
			rc = -1;
		units_append(units, &got);
	}
	kgro_units_clear(&got);
	return rc;
}

/* The kernel's units without the frames that were dropped: each must be there as it was sent. */
static bool
kernel_without(const struct kgro_units *kernel, const struct kgro_train *train,
	       const struct kgro_neutral *neutral, struct kgro_units *rest)
{
	bool gone[KGRO_FRAMES_MAX] = { false };
	uint32_t i, k;

	for (i = 0; i < train->n; i++) {
		if (!neutral->drop[i])
			continue;
		for (k = 0; k < kernel->n; k++)
			if (!gone[k] && kernel->unit[k].size == 0 &&
			    kernel->unit[k].len == train->frame[i].len &&
			    memcmp(kernel->unit[k].bytes, train->frame[i].bytes,
				   train->frame[i].len) == 0)
				break;
		if (k == kernel->n)
			return false;
		gone[k] = true;
	}
	kgro_units_clear(rest);
	for (k = 0; k < kernel->n; k++)
		if (!gone[k])
			kgro_units_add(rest, kernel->unit[k].bytes, kernel->unit[k].len,
				       kernel->unit[k].size, kernel->unit[k].udp);
	return true;
}

/* With these rules: 1 equal, 0 not, -1 the library did not answer as it must. */
static int
equal_with(const struct kgro_train *train, const struct kgro_units *kernel,
	   const bool rule[KGRO_RULES_MAX], bool applied[KGRO_RULES_MAX])
{
	static struct kgro_neutral neutral;
	static struct kgro_units rest, ours;
	uint32_t i, k;

	kgro_train_clear(&neutral.train);
	memset(&neutral, 0, sizeof(neutral));
	for (i = 0; i < train->n; i++)
		kgro_train_add(&neutral.train, train->frame[i].bytes, train->frame[i].len);
	for (i = 0; i < kgro_rules_len; i++)
		applied[i] = rule[i] && kgro_rule_apply(i, &neutral);
	if (run_ours(&neutral, &ours) != 0)
		return -1;
	if (!kernel_without(kernel, train, &neutral, &rest))
		return 0;
	for (i = 0; i < kgro_rules_len; i++)
		for (k = 0; applied[i] && k < rest.n; k++)
			kgro_rule_apply_unit(i, &rest.unit[k]);
	return lists_equal(&rest, &ours, neutral.wide, neutral.rewritten);
}

/* Exact, and the same whether a chip or the library sums. */
static bool
ours_in_order(const struct kgro_train *train)
{
	static struct kgro_units ours, good;

	return kgro_ours_run(train, false, &ours) == 0 && kgro_exact(train, &ours) &&
	       kgro_ours_run_good(train, &good) == 0 && kgro_exact(train, &good) &&
	       lists_equal(&ours, &good, false, false);
}

enum kgro_verdict
kgro_compare(const struct kgro_train *train, const struct kgro_units *kernel,
	     const bool listed[KGRO_RULES_MAX], uint32_t used[KGRO_RULES_MAX])
{
	bool rule[KGRO_RULES_MAX] = { false }, applied[KGRO_RULES_MAX], unused[KGRO_RULES_MAX];
	uint32_t i;
	int rc;

	if (!ours_in_order(train))
		return KGRO_BROKEN;
	rc = equal_with(train, kernel, rule, unused);
	if (rc != 0)
		return rc < 0 ? KGRO_BROKEN : KGRO_SAME;
	rc = equal_with(train, kernel, listed, applied);
	if (rc <= 0)
		return rc < 0 ? KGRO_BROKEN : KGRO_DIFFERS;
	/* Leave out each that is not needed; what remains is. */
	memcpy(rule, applied, sizeof(rule));
	for (i = 0; i < kgro_rules_len; i++) {
		if (!rule[i])
			continue;
		rule[i] = false;
		if (equal_with(train, kernel, rule, unused) != 1) {
			rule[i] = true;
			used[i]++;
		}
	}
	return KGRO_ALLOWED;
}

void
kgro_units_text(const struct kgro_units *units, bool sizes, char *text, uint32_t room)
{
	const struct kgro_unit *u;
	struct kgro_view v;
	uint32_t i, n = 0;

	text[0] = '\0';
	for (i = 0; i < units->n && n < room; i++) {
		u = &units->unit[i];
		kgro_view(u->bytes, u->len, &v);
		if (v.kind == KGRO_TCP || v.kind == KGRO_UDP)
			n += (uint32_t)snprintf(text + n, room - n, "%s%u", i > 0 ? " " : "",
						v.payload);
		else
			n += (uint32_t)snprintf(text + n, room - n, "%s[%u]", i > 0 ? " " : "",
						u->len);
		if (sizes && u->size != 0 && n < room)
			n += (uint32_t)snprintf(text + n, room - n, "/%u", u->size);
	}
}
