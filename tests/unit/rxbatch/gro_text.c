/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What came out, as words that a test can write down. */

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "gro_pass.h"

/* Names are typed here: that the library has the same ones is test_api's. */
static const char *const why_names[RXB_GRO_WHY_MAX] = {
	[RXB_GRO_WHY_NOT_IP] = "not_ip",
	[RXB_GRO_WHY_NOT_L4] = "not_l4",
	[RXB_GRO_WHY_IP_OPTIONS] = "ip_options",
	[RXB_GRO_WHY_FRAGMENT] = "fragment",
	[RXB_GRO_WHY_LENGTH] = "length",
	[RXB_GRO_WHY_HEADERS] = "headers",
	[RXB_GRO_WHY_IP_CSUM] = "ip_csum",
	[RXB_GRO_WHY_L4_CSUM] = "l4_csum",
	[RXB_GRO_WHY_CSUM_UNKNOWN] = "csum_unknown",
	[RXB_GRO_WHY_CSUM_ZERO] = "csum_zero",
	[RXB_GRO_WHY_TCP_FLAGS] = "tcp_flags",
	[RXB_GRO_WHY_PAYLOAD] = "payload",
	[RXB_GRO_WHY_TUNNEL] = "tunnel",
	[RXB_GRO_WHY_SHARED] = "shared",
	[RXB_GRO_WHY_META] = "meta",
	[RXB_GRO_WHY_L2_DIFFERS] = "l2_differs",
	[RXB_GRO_WHY_META_DIFFERS] = "meta_differs",
	[RXB_GRO_WHY_TOS_DIFFERS] = "tos_differs",
	[RXB_GRO_WHY_TTL_DIFFERS] = "ttl_differs",
	[RXB_GRO_WHY_IP_DIFFERS] = "ip_differs",
	[RXB_GRO_WHY_IP_ID] = "ip_id",
	[RXB_GRO_WHY_SEQ] = "seq",
	[RXB_GRO_WHY_ACK_DIFFERS] = "ack_differs",
	[RXB_GRO_WHY_WINDOW_DIFFERS] = "window_differs",
	[RXB_GRO_WHY_FLAGS_DIFFER] = "flags_differ",
	[RXB_GRO_WHY_URG_DIFFERS] = "urg_differs",
	[RXB_GRO_WHY_OPTIONS_DIFFER] = "options_differ",
	[RXB_GRO_WHY_LONGER] = "longer",
	[RXB_GRO_WHY_FULL] = "full",
	[RXB_GRO_WHY_COUNT] = "count",
	[RXB_GRO_WHY_TABLE] = "table",
	[RXB_GRO_WHY_BACKOFF] = "backoff",
};

static void __rte_format_printf(3, 4)
add_text(char *text, size_t room, const char *format, ...)
{
	size_t len = strlen(text);
	va_list args;

	va_start(args, format);
	vsnprintf(text + len, room - len, format, args);
	va_end(args);
}

void
gro_text_count(char *text, size_t room, const char *name, uint64_t n)
{
	if (n != 0)
		add_text(text, room, "%s%s %" PRIu64, *text != '\0' ? ", " : "", name, n);
}

void
gro_why_text(const struct rxb_gro_stats *stats, char *text, size_t room)
{
	unsigned int i;

	*text = '\0';
	for (i = 0; i < RXB_GRO_WHY_MAX; i++)
		gro_text_count(text, room, why_names[i], stats->why[i]);
}

void
gro_closed_text(const struct rxb_gro_stats *s, bool held, char *text, size_t room)
{
	*text = '\0';
	gro_text_count(text, room, "packet", s->closed_packet);
	gro_text_count(text, room, "end", s->closed_end);
	gro_text_count(text, room, "barrier", s->closed_barrier);
	gro_text_count(text, room, "last", held ? s->closed_flush : s->closed_burst);
	gro_text_count(text, room, held ? "burst" : "flush",
		       held ? s->closed_burst : s->closed_flush);
	gro_text_count(text, room, "hold", s->closed_hold);
}

static void
add_flags(char *text, size_t room, uint32_t flags)
{
	static const char letters[] = "FSRP.UECNxxx";
	uint32_t bit;

	for (bit = 0; bit < 12; bit++)
		if ((flags & 1u << bit) != 0 && letters[bit] != '.')
			add_text(text, room, "%c", letters[bit]);
}

/* Between two items of a flow. */
static void
add_blank(char *text, size_t room)
{
	size_t len = strlen(text);

	if (len != 0 && text[len - 1] != ' ')
		add_text(text, room, " ");
}

void
gro_text_next_flow(char *text, size_t room)
{
	if (*text != '\0')
		add_text(text, room, " | ");
}

void
gro_text_packet(char *text, size_t room, const struct pkt *p, uint32_t n)
{
	add_blank(text, room);
	if (n > 1)
		add_text(text, room, "%u/%u", n * p->len, n);
	else
		add_text(text, room, "%u", p->len);
	if (p->l4 == PKT_TCP)
		add_flags(text, room, p->flags);
}

/* One output: "300/3P". */
static void
item_text(const struct gro_pass *pass, const struct rte_mbuf *m, char *text, size_t room)
{
	const struct gro_saved *s = gro_pass_find(pass, m);
	const uint8_t *tcp;

	*text = '\0';
	if (s == NULL) {
		add_text(text, room, "?");
		return;
	}
	if (!rxb_gro_is_aggregate(m)) {
		gro_text_packet(text, room, s->p, 1);
		return;
	}
	add_text(text, room, "%u/%u", m->pkt_len - s->hdr_len, rxb_gro_packets(m));
	if (s->p->l4 != PKT_TCP)
		return;
	tcp = rte_pktmbuf_mtod_offset(m, const uint8_t *, s->hdr_len - 20 - s->p->topt_len);
	add_flags(text, room, gro_get16(tcp + 12));
}

/* The next output of this flow from i on; nb_out: none. */
static unsigned int
next_of(const struct gro_pass *pass, unsigned int i, unsigned int flow)
{
	const struct gro_saved *s;

	for (; i < pass->nb_out; i++) {
		s = gro_pass_find(pass, pass->out[i]);
		if (s == NULL || s->p->flow == flow)
			break;
	}
	return i;
}

static void
flow_text(const struct gro_pass *pass, unsigned int flow, char *text, size_t room)
{
	char item[64], next[64];
	unsigned int i, k, n;

	for (i = next_of(pass, 0, flow); i < pass->nb_out; i = k) {
		item_text(pass, pass->out[i], item, sizeof(item));
		for (n = 1, k = i;; n++) {
			k = next_of(pass, k + 1, flow);
			if (k >= pass->nb_out)
				break;
			item_text(pass, pass->out[k], next, sizeof(next));
			if (strcmp(item, next) != 0)
				break;
		}
		if (n < 4) {
			n = 1;
			k = next_of(pass, i + 1, flow);
		}
		add_blank(text, room);
		if (n > 1)
			add_text(text, room, "%u*", n);
		add_text(text, room, "%s", item);
	}
}

void
gro_out_text(const struct gro_pass *pass, char *text, size_t room)
{
	unsigned int flow, last = 0, i;

	*text = '\0';
	for (i = 0; i < pass->nb_in; i++)
		last = RTE_MAX(last, pass->in[i].p->flow);
	for (flow = 0; flow <= last; flow++) {
		if (next_of(pass, 0, flow) >= pass->nb_out)
			continue;
		gro_text_next_flow(text, room);
		flow_text(pass, flow, text, room);
	}
}

bool
gro_same(const char *what, const char *got, const char *want)
{
	if (strcmp(got, want) == 0) {
		CU_PASS("same");
		return true;
	}
	printf("  %s: %s: \"%s\", not \"%s\"\n", CU_get_current_test()->pName, what, got, want);
	CU_FAIL("words differ");
	return false;
}
