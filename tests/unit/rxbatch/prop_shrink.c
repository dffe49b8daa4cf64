/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "prop_case.h"
#include "prop_view.h"

/* Long enough for a case of some hundred packets; RXBATCH_SHRINK_S=N: another time. */
#define SHRINK_S	20

static time_t shrink_end;

/* Remove n of *len things of this size from at on; put them back if that mends it. */
static bool
without(struct prop_case *c, void *things, int size, int at, int n, int len, void (*set)(
	struct prop_case *c, void *arg, int len), void *arg)
{
	uint8_t *base = things, *cut;
	size_t bytes = (size_t)n * (size_t)size, rest = (size_t)(len - at - n) * (size_t)size;

	cut = malloc(bytes);
	memcpy(cut, base + (size_t)at * size, bytes);
	memmove(base + (size_t)at * size, base + (size_t)(at + n) * size, rest);
	set(c, arg, len - n);
	if (!prop_case_run(c)) {
		free(cut);
		return true;
	}
	memmove(base + (size_t)(at + n) * size, base + (size_t)at * size, rest);
	memcpy(base + (size_t)at * size, cut, bytes);
	set(c, arg, len);
	free(cut);
	return false;
}

static void
set_ops(struct prop_case *c, void *arg __attribute__((unused)), int len)
{
	c->nb_ops = len;
}

static void
set_pkts(struct prop_case *c __attribute__((unused)), void *arg, int len)
{
	((struct prop_op *)arg)->nb_pkts = (uint16_t)len;
}

static bool
shrink_ops(struct prop_case *c)
{
	bool less = false;
	int n, at;

	for (n = (c->nb_ops + 1) / 2; n >= 1; n /= 2)
		for (at = c->nb_ops - n; at >= 0 && time(NULL) < shrink_end; at -= n) {
			struct prop_pkt *pkts = c->ops[at].pkts;

			if (without(c, c->ops, sizeof(*c->ops), at, n, c->nb_ops, set_ops, NULL)) {
				less = true;
				if (n == 1)
					free(pkts);
			}
		}
	return less;
}

static bool
shrink_pkts(struct prop_case *c, struct prop_op *op)
{
	bool less = false;
	int n, at;

	for (n = (op->nb_pkts + 1) / 2; n >= 1; n /= 2)
		for (at = op->nb_pkts - n; at >= 0 && time(NULL) < shrink_end; at -= n)
			less |= without(c, op->pkts, sizeof(*op->pkts), at, n, op->nb_pkts,
					set_pkts, op);
	return less;
}

void
prop_case_shrink(struct prop_case *c)
{
	const char *limit = getenv("RXBATCH_SHRINK_S");
	bool less = true;
	int i;

	shrink_end = time(NULL) + (limit != NULL ? atoi(limit) : SHRINK_S);
	while (less && time(NULL) < shrink_end) {
		less = shrink_ops(c);
		for (i = c->nb_ops - 1; i >= 0; i--)
			less |= shrink_pkts(c, &c->ops[i]);
	}
	prop_case_run(c);
}

static void
print_l4(const uint8_t *p, const struct prop_view *v)
{
	static const char names[] = "FSRPAUEC";
	int i;

	printf(" %s%u %u>%u", v->proto == 6 ? "TCP" : "UDP", v->version, get16(p + v->l4),
	       get16(p + v->l4 + 2));
	if (v->payload == 0)
		return;
	if (v->proto == 6) {
		printf(" seq %u ", get32(p + v->l4 + 4));
		for (i = 0; i < 8; i++)
			if (p[v->l4 + 13] & 1 << i)
				putchar(names[i]);
		printf(" hdr %u", v->payload - v->l4);
	}
	if (v->version == 4)
		printf(" id %u%s", get16(p + v->l3 + 4), p[v->l3 + 6] & 0x40 ? " DF" : "");
	printf(" payload %u", v->payload_len);
}

static void
print_pkt(const struct prop_pkt *p)
{
	struct prop_view v;
	int i;

	prop_view(p->bytes, p->len, &v);
	printf("    packet %u: %u bytes, pair %04x, ip at %u,", p->nr, p->len,
	       (unsigned int)(v.pair & 0xffff), v.l3);
	if (v.l4 != 0)
		print_l4(p->bytes, &v);
	else
		printf(" no ports%s", v.hidden ? " (hidden)" : "");
	printf(" flags 0x%" PRIx64 " headroom %u", p->ol_flags, p->headroom);
	if (p->nb_segs > 1)
		printf(" segments %u+%u+%u+%u", p->seg_len[0], p->seg_len[1], p->seg_len[2],
		       p->seg_len[3]);
	if (p->own != OWN_MINE)
		printf(" own %u", p->own);
	for (i = 0; i < PROP_WORDS && p->words[i] != NULL; i++)
		printf("%s%s", i == 0 ? " [" : ", ", p->words[i]);
	printf("%s", i == 0 ? "" : "]");
	if (p->head != NULL && p->head != p)
		printf(" -> merged with %u", p->head->nr);
	printf("\n");
}

void
prop_case_print(const struct prop_case *c)
{
	int i, k;

	printf("    seed 0x%" PRIx64 " mode %d types 0x%x flags 0x%x max_flows %u max_segs %u "
	       "max_len %u min_payload %u hold %" PRIu64 "\n", c->seed, c->conf.mode,
	       c->conf.types, c->conf.flags, c->conf.max_flows, c->conf.max_segs, c->conf.max_len,
	       c->conf.min_payload, c->conf.hold_cycles);
	for (i = 0; i < c->nb_ops && i < 60; i++) {
		const struct prop_op *op = &c->ops[i];

		switch (op->kind) {
		case OP_FLUSH:
			printf("  %d flush room %u: %u out\n", i, op->room, op->out);
			break;
		case OP_FLUSH_DUE:
			printf("  %d flush what is due at %" PRIu64 ", room %u: %u out\n", i,
			       op->now, op->room, op->out);
			break;
		case OP_HOLD:
			printf("  %d hold %" PRIu64 " at %" PRIu64 "\n", i, op->hold, op->now);
			break;
		default:
			printf("  %d burst of %u at %" PRIu64 ": %u out, edit 0x%x\n", i,
			       op->nb_pkts, op->now, op->out, op->edit);
		}
		for (k = 0; k < op->nb_pkts && k < 80; k++)
			print_pkt(&op->pkts[k]);
	}
}
