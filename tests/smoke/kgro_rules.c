/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "kgro_rules.h"
#include "kgro_view.h"

#define IPPROTO_ROUTE	43
#define IPPROTO_DEST	60
/* Destination options. */
#define OPTION_HOME	201
#define OPTION_UNKNOWN	30

typedef bool (*frame_fn)(struct kgro_frame *frame, const struct kgro_view *v);

static bool
is_l4(const struct kgro_view *v)
{
	return v->kind == KGRO_TCP || v->kind == KGRO_UDP;
}

/* --- rewritten: what Linux does not look at --- */

static void
sum_anew(struct kgro_frame *frame, const struct kgro_view *v)
{
	uint8_t *at = frame->bytes + kgro_sum_at(v);
	uint16_t sum;

	kgro_put16(at, 0);
	sum = (uint16_t)~kgro_l4_sum(frame->bytes, v);
	kgro_put16(at, v->kind == KGRO_UDP && sum == 0 ? 0xffff : sum);
}

static bool
urgent_pointer(struct kgro_frame *frame, const struct kgro_view *v)
{
	uint8_t *tcp = frame->bytes + v->l4;

	if (v->kind != KGRO_TCP || (tcp[13] & 0x20) != 0 || kgro_get16(tcp + 18) == 0 ||
	    !v->exact || kgro_l4_sum(frame->bytes, v) != 0xffff)
		return false;
	kgro_put16(tcp + 18, 0);
	sum_anew(frame, v);
	return true;
}

static bool
tcp_sum_ffff(struct kgro_frame *frame, const struct kgro_view *v)
{
	if (v->kind != KGRO_TCP || kgro_get16(frame->bytes + v->l4 + 16) != 0xffff ||
	    kgro_l4_sum(frame->bytes, v) != 0xffff)
		return false;
	kgro_put16(frame->bytes + v->l4 + 16, 0);
	return true;
}

static bool
ip_sum_ffff(struct kgro_frame *frame, const struct kgro_view *v)
{
	if (v->version != 4 || kgro_get16(frame->bytes + v->ip + 10) != 0xffff ||
	    kgro_ip4_sum(frame->bytes, v) != 0xffff)
		return false;
	kgro_put16(frame->bytes + v->ip + 10, 0);
	return true;
}

/* Bit DF into one of TTL that no train has, so that packets which differ by it do so still. */
static bool
fixed_id_no_df(struct kgro_frame *frame, const struct kgro_view *v)
{
	uint8_t *ip = frame->bytes + v->ip;

	if (v->version != 4 || !is_l4(v) || (ip[6] & 0x40) != 0 ||
	    kgro_ip4_sum(frame->bytes, v) != 0xffff)
		return false;
	ip[6] |= 0x40;
	ip[8] ^= 0x29;
	kgro_put16(ip + 10, 0);
	kgro_put16(ip + 10, (uint16_t)~kgro_ip4_sum(frame->bytes, v));
	return true;
}

/* CWR into the window. */
static bool
cwr_first(struct kgro_frame *frame, const struct kgro_view *v)
{
	uint8_t *tcp = frame->bytes + v->l4;

	if (v->kind != KGRO_TCP || (tcp[13] & 0x80) == 0 ||
	    kgro_l4_sum(frame->bytes, v) != 0xffff)
		return false;
	tcp[14] ^= 0x2a;
	sum_anew(frame, v);
	return true;
}

/* To headers that do not say that the checksum is of another address. */
static bool
other_address(struct kgro_frame *frame, const struct kgro_view *v)
{
	uint8_t *ip = frame->bytes + v->ip, *at = ip + 40, proto = v->version == 6 ? ip[6] : 6;
	bool any = false;

	while (is_l4(v) && (proto == 0 || proto == IPPROTO_ROUTE || proto == IPPROTO_DEST)) {
		if (proto == IPPROTO_ROUTE && at[3] != 0) {
			at[2] ^= 0x55;
			at[3] = 0;
			any = true;
		} else if (proto == IPPROTO_DEST && at[2] == OPTION_HOME) {
			at[2] = OPTION_UNKNOWN;
			any = true;
		}
		proto = at[0];
		at += 8 + 8 * at[1];
	}
	return any;
}

/* Into a length that does not fit: closes its flow, and not all of the address pair. */
static bool
reserved_flag(struct kgro_frame *frame, const struct kgro_view *v)
{
	uint8_t *ip = frame->bytes + v->ip;

	if (v->version != 4 || v->kind != KGRO_FRAGMENT || (kgro_get16(ip + 6) & 0x3fff) != 0 ||
	    kgro_ip4_sum(frame->bytes, v) != 0xffff)
		return false;
	ip[6] &= 0x7f;
	kgro_put16(ip + 2, kgro_get16(ip + 2) + 1u);
	kgro_put16(ip + 10, 0);
	kgro_put16(ip + 10, (uint16_t)~kgro_ip4_sum(frame->bytes, v));
	return true;
}

static bool
rewrite(struct kgro_neutral *neutral, frame_fn fn)
{
	struct kgro_view v;
	bool any = false;
	uint32_t i;

	for (i = 0; i < neutral->train.n; i++) {
		kgro_view(neutral->train.frame[i].bytes, neutral->train.frame[i].len, &v);
		any |= fn(&neutral->train.frame[i], &v);
	}
	neutral->rewritten |= any;
	return any;
}

/* --- left out: what closes an aggregate here, and not in Linux --- */

static bool
fragment(struct kgro_frame *frame, const struct kgro_view *v)
{
	return v->kind == KGRO_FRAGMENT &&
	       (v->version == 6 || (kgro_get16(frame->bytes + v->ip + 6) & 0x3fff) != 0);
}

static bool
hidden_ports(struct kgro_frame *frame, const struct kgro_view *v)
{
	(void)frame;
	return v->kind == KGRO_HIDDEN;
}

static bool
no_sum(struct kgro_frame *frame, const struct kgro_view *v)
{
	return v->kind == KGRO_UDP && kgro_get16(frame->bytes + kgro_sum_at(v)) == 0;
}

static bool
bad_sum(struct kgro_frame *frame, const struct kgro_view *v)
{
	if (v->version == 4 && kgro_ip4_sum(frame->bytes, v) != 0xffff)
		return true;
	return is_l4(v) && v->exact && !no_sum(frame, v) &&
	       kgro_l4_sum(frame->bytes, v) != 0xffff;
}

static bool
l4_header(struct kgro_frame *frame, const struct kgro_view *v)
{
	(void)frame;
	return v->bad_header;
}

/* Not what is there, padding included. */
static bool
udp_length(struct kgro_frame *frame, const struct kgro_view *v)
{
	uint16_t len;

	if (v->kind != KGRO_UDP)
		return false;
	len = kgro_get16(frame->bytes + v->l4 + 4);
	return len <= 8 || len != frame->len - v->l4;
}

static bool
is_tagged(struct kgro_frame *frame, const struct kgro_view *v)
{
	(void)v;
	return kgro_get16(frame->bytes + 12) == 0x8100 || kgro_get16(frame->bytes + 12) == 0x88a8;
}

static bool
leave_out(struct kgro_neutral *neutral, frame_fn fn)
{
	struct kgro_view v;
	bool any = false;
	uint32_t i;

	for (i = 0; i < neutral->train.n; i++) {
		kgro_view(neutral->train.frame[i].bytes, neutral->train.frame[i].len, &v);
		if (fn(&neutral->train.frame[i], &v))
			any = neutral->drop[i] = true;
	}
	return any;
}

/* --- other --- */

/* Where all have the same tags, those were taken off. */
static bool
mixed_tags(struct kgro_neutral *neutral)
{
	static struct kgro_train plain;
	uint8_t tags[8];
	bool same = kgro_tags_off(&neutral->train, &plain, tags) != 0;

	kgro_train_clear(&plain);
	return !same && leave_out(neutral, is_tagged);
}

static bool
more_flows(struct kgro_neutral *neutral)
{
	uint8_t key[2][2][KGRO_KEY_MAX];
	uint32_t len[2][2], i, k, wide;

	for (i = 0; i < neutral->train.n; i++)
		for (k = 0; k < i; k++) {
			for (wide = 0; wide < 2; wide++) {
				len[0][wide] = kgro_key(neutral->train.frame[i].bytes,
							neutral->train.frame[i].len, wide,
							key[0][wide]);
				len[1][wide] = kgro_key(neutral->train.frame[k].bytes,
							neutral->train.frame[k].len, wide,
							key[1][wide]);
			}
			if (len[0][0] == len[1][0] &&
			    memcmp(key[0][0], key[1][0], len[0][0]) == 0 &&
			    (len[0][1] != len[1][1] ||
			     memcmp(key[0][1], key[1][1], len[0][1]) != 0))
				neutral->wide = true;
		}
	return neutral->wide;
}

static bool
tunnel_port(struct kgro_neutral *neutral)
{
	const uint8_t *bytes;
	struct kgro_view v;
	uint16_t port;
	uint32_t i, k;

	for (i = 0; i < neutral->train.n; i++) {
		bytes = neutral->train.frame[i].bytes;
		kgro_view(bytes, neutral->train.frame[i].len, &v);
		for (k = 0; v.kind == KGRO_UDP && k < 4; k += 2) {
			port = kgro_get16(bytes + v.l4 + k);
			if (port == 4789 || port == 6081 || port == 2152)
				neutral->tunnels = true;
		}
	}
	return neutral->tunnels;
}

/* --- by name --- */

static const struct {
	const char *name;
	frame_fn rewrite, leave_out;
	bool (*other)(struct kgro_neutral *neutral);
} rules[] = {
	{ "urgent_pointer", urgent_pointer, NULL, NULL },
	{ "tcp_sum_ffff", tcp_sum_ffff, NULL, NULL },
	{ "ip_sum_ffff", ip_sum_ffff, NULL, NULL },
	{ "fixed_id_no_df", fixed_id_no_df, NULL, NULL },
	{ "cwr_first", cwr_first, NULL, NULL },
	{ "other_address", other_address, NULL, NULL },
	{ "reserved_flag", reserved_flag, NULL, NULL },
	{ "fragment", NULL, fragment, NULL },
	{ "hidden_ports", NULL, hidden_ports, NULL },
	{ "bad_sum", NULL, bad_sum, NULL },
	{ "l4_header", NULL, l4_header, NULL },
	{ "udp_no_sum", NULL, no_sum, NULL },
	{ "udp_length", NULL, udp_length, NULL },
	{ "mixed_tags", NULL, NULL, mixed_tags },
	{ "more_flows", NULL, NULL, more_flows },
	{ "tunnel_port", NULL, NULL, tunnel_port },
};

const uint32_t kgro_rules_len = sizeof(rules) / sizeof(rules[0]);

const char *
kgro_rule_name(uint32_t rule)
{
	return rules[rule].name;
}

bool
kgro_rule_apply(uint32_t rule, struct kgro_neutral *neutral)
{
	if (rules[rule].rewrite != NULL)
		return rewrite(neutral, rules[rule].rewrite);
	if (rules[rule].leave_out != NULL)
		return leave_out(neutral, rules[rule].leave_out);
	return rules[rule].other(neutral);
}

void
kgro_rule_apply_unit(uint32_t rule, struct kgro_unit *unit)
{
	struct kgro_frame frame = { .bytes = unit->bytes, .len = unit->len };
	struct kgro_view v;

	kgro_view(unit->bytes, unit->len, &v);
	if (rules[rule].rewrite != NULL)
		rules[rule].rewrite(&frame, &v);
}
