/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef KGRO_CASE_H
#define KGRO_CASE_H

/* Trains in words: a first packet, how many, and what is odd about which of them. */

#include "kgro.h"

#define KGRO_EDITS_MAX	12u
/* In kgro_edit.at: not the packet of this number alone, but it and all after it. */
#define KGRO_ON		0x80u

enum kgro_field {
	KGRO_NONE,
	KGRO_LEN,		/* payload; the sequence goes on by it */
	KGRO_FLAGS,		/* TCP's: these are set (PKT_ACK is) */
	KGRO_NO_ACK,		/* ... and this is not */
	KGRO_SEQ,		/* added */
	KGRO_ACK,		/* added to the acknowledgement */
	KGRO_WIN,
	KGRO_URP,
	KGRO_DOFF,		/* as written */
	KGRO_TS,		/* option: timestamps of this value */
	KGRO_TOPT,		/* options: one of some lists */
	KGRO_TTL,
	KGRO_TOS,
	KGRO_ID,		/* set */
	KGRO_ID_STEP,		/* added for each packet, 1 where not said: 0 is fixed */
	KGRO_FRAG,		/* flags and offset */
	KGRO_OPT4,		/* so many NOPs as IPv4 options */
	KGRO_LABEL,
	KGRO_EXT,		/* one more: type << 16 | units << 8 | fill */
	KGRO_EXT_AT,		/* a byte of them: offset << 8 | value */
	KGRO_SADDR,		/* last byte */
	KGRO_SPORT,
	KGRO_DPORT,
	KGRO_SMAC,		/* last byte */
	KGRO_TAG,		/* one more: TPID << 16 | TCI */
	KGRO_LLC,
	KGRO_PROTO,
	KGRO_IP_LEN,		/* the length written is wrong by this */
	KGRO_UDP_LEN,		/* ... */
	KGRO_IP_SUM,		/* enum pkt_sum */
	KGRO_IP_XOR,
	KGRO_L4_SUM,
	KGRO_L4_XOR,
	KGRO_TRAILER,
	KGRO_CUT,
	KGRO_FIELDS
};

enum kgro_base {
	KGRO_TCP4,
	KGRO_TCP6,
	KGRO_UDP4,
	KGRO_UDP6,
	KGRO_BASES
};

struct kgro_edit {
	uint8_t at;
	uint8_t field;
	uint32_t value;
};

struct kgro_case {
	const char *name;
	/* Payloads that the kernel gives, where a public text says so; else NULL. */
	const char *expect;
	uint8_t base;
	uint8_t n;
	/* Packets of so many flows in turn, each n long; 0 is 1. */
	uint8_t flows;
	struct kgro_edit edit[KGRO_EDITS_MAX];
};

void kgro_case_build(const struct kgro_case *c, struct kgro_train *train);
void kgro_case_print(const struct kgro_case *c);

/* kgro_table.c */
extern const struct kgro_case kgro_table[];
extern const uint32_t kgro_table_len;

/* kgro_random.c: the one of this seed. */
void kgro_random(uint64_t seed, bool udp, struct kgro_case *c);

#endif /* KGRO_CASE_H */
