/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* IPv6's header and what stands between it and the ports. */

#include <string.h>

#include "gro_check.h"

static const struct pkt *const usual[] = { &pkt_tcp6, &pkt_udp6 };

static void
flow_label(void)
{
	struct pkt a, b;
	unsigned int u, bit;

	for (u = 0; u < RTE_DIM(usual); u++)
		for (bit = 0; bit < 20; bit++) {
			a = b = *usual[u];
			pkt_next(&b);
			b.label ^= 1u << bit;
			gro_check_differs(&a, &b, "tos_differs");
		}
}

static void
traffic_class(void)
{
	struct pkt a, b;
	unsigned int u, bit;

	for (u = 0; u < RTE_DIM(usual); u++)
		for (bit = 0; bit < 8; bit++) {
			a = b = *usual[u];
			pkt_next(&b);
			b.tos = (uint8_t)(1 << bit);
			gro_check_differs(&a, &b, "tos_differs");
			gro_check_merges(&b, 2);
		}
}

static void
hop_limit(void)
{
	struct pkt a, b;
	unsigned int u, bit;

	for (u = 0; u < RTE_DIM(usual); u++)
		for (bit = 0; bit < 8; bit++) {
			a = b = *usual[u];
			pkt_next(&b);
			b.ttl ^= (uint8_t)(1 << bit);
			gro_check_differs(&a, &b, "ttl_differs");
		}
}

/* An extension header; what a router leaves of a routing header: no segments left. */
static void
extend(struct pkt *p, uint8_t type, uint8_t units, uint8_t fill)
{
	uint8_t *at = p->ext + p->ext_len;

	pkt_ext(p, type, units, fill);
	if (type == PKT_ROUTING)
		at[3] = 0;
}

static const uint8_t types[] = { PKT_HOPOPTS, PKT_DSTOPTS, PKT_ROUTING };

static void
extension_equal(void)
{
	struct pkt p;
	unsigned int u, i;

	for (u = 0; u < RTE_DIM(usual); u++) {
		for (i = 0; i < RTE_DIM(types); i++) {
			p = *usual[u];
			extend(&p, types[i], 0, 0);
			gro_check_merges(&p, 3);
			p = *usual[u];
			extend(&p, types[i], 3, 0x5a);
			gro_check_merges(&p, 3);
		}
		p = *usual[u];
		extend(&p, PKT_HOPOPTS, 0, 0);
		extend(&p, PKT_DSTOPTS, 1, 0);
		gro_check_merges(&p, 3);
	}
}

static void
extension_differs(void)
{
	struct pkt a, b;
	unsigned int u, i, k;

	for (u = 0; u < RTE_DIM(usual); u++)
		for (i = 0; i < RTE_DIM(types); i++) {
			a = *usual[u];
			extend(&a, types[i], 1, 0);
			b = a;
			pkt_next(&b);
			for (k = 4; k < 16; k++) {
				b.ext[k] ^= 1;
				gro_check_differs(&a, &b, "ip_differs");
				b.ext[k] ^= 1;
			}
		}
}

static void
extension_and_none(void)
{
	struct pkt a, b, c;
	unsigned int u, i;

	for (u = 0; u < RTE_DIM(usual); u++)
		for (i = 0; i < RTE_DIM(types); i++) {
			a = b = *usual[u];
			pkt_next(&b);
			extend(&b, types[i], 0, 0);
			gro_check_differs(&a, &b, "ip_differs");
			gro_check_differs(&b, &a, "ip_differs");
			/* Another length, another type. */
			c = *usual[u];
			extend(&c, types[i], 1, 0);
			gro_check_differs(&c, &b, "ip_differs");
			c = *usual[u];
			extend(&c, types[(i + 1) % RTE_DIM(types)], 0, 0);
			gro_check_differs(&c, &b, "ip_differs");
		}
}

/* Two of a flow, odd, one more of the flow. */
static void
barrier(const struct pkt *first, const struct pkt *odd, const char *why)
{
	struct pkt pkts[4];
	char out[64];

	gro_check_alone(odd, why);
	pkt_train(pkts, 3, first);
	pkts[3] = pkts[2];
	pkts[2] = *odd;
	snprintf(out, sizeof(out), "200/2 %u 100", odd->len);
	snprintf(out + 32, sizeof(out) - 32, "%s 1", why);
	gro_check(pkts, 4, out, out + 32, "barrier 1, last 1");
}

static void
fragment(void)
{
	static const uint16_t words[] = { 1, 8, 9, 0xfff8, 0xfff9 };
	struct pkt p;
	unsigned int u, i;

	for (u = 0; u < RTE_DIM(usual); u++) {
		for (i = 0; i < RTE_DIM(words); i++) {
			p = *usual[u];
			pkt_ext(&p, PKT_FRAGMENT, 0, 0x77);
			p.ext[1] = 0;
			p.ext[2] = (uint8_t)(words[i] >> 8);
			p.ext[3] = (uint8_t)words[i];
			barrier(usual[u], &p, "fragment");
			p.l4 = PKT_NO_L4;
			barrier(usual[u], &p, "fragment");
		}
		/* Offset 0 and no more: one fragment that is whole. */
		p = *usual[u];
		pkt_ext(&p, PKT_FRAGMENT, 0, 0);
		p.ext[2] = p.ext[3] = 0;
		barrier(usual[u], &p, "fragment");
		/* Behind another header. */
		p = *usual[u];
		extend(&p, PKT_HOPOPTS, 0, 0);
		pkt_ext(&p, PKT_FRAGMENT, 0, 0);
		p.ext[10] = 0;
		p.ext[11] = 1;
		barrier(usual[u], &p, "fragment");
	}
}

static void
other_extension(void)
{
	/* Authentication, mobility, host identity, shim6: in front of the ports. */
	static const uint8_t other[] = { 51, 135, 139, 140 };
	struct pkt p;
	unsigned int u, i;

	for (u = 0; u < RTE_DIM(usual); u++)
		for (i = 0; i < RTE_DIM(other); i++) {
			p = *usual[u];
			pkt_ext(&p, other[i], 1, 0);
			barrier(usual[u], &p, "ip_options");
		}
}

static void
extension_past_the_end(void)
{
	struct pkt p, usual_p;
	unsigned int u, i;

	for (u = 0; u < RTE_DIM(usual); u++)
		for (i = 0; i < RTE_DIM(types); i++) {
			usual_p = *usual[u];
			p = usual_p;
			p.mem = PKT_MEM_GUARD;
			extend(&p, types[i], 0, 0);
			/* It says that it goes on far behind the frame. */
			p.ext[1] = 255;
			barrier(&usual_p, &p, "length");
		}
}

static void
payload_length(void)
{
	struct pkt p;
	unsigned int u;

	for (u = 0; u < RTE_DIM(usual); u++) {
		p = *usual[u];
		p.mem = PKT_MEM_GUARD;
		/* 0: that of a jumbogram. */
		p.ip_len_add = -(int32_t)(100 + (p.l4 == PKT_TCP ? 20 : 8));
		gro_check_never(&p, usual[u], "length");
		p.ip_len_add = 1;
		gro_check_never(&p, usual[u], "length");
		p.ip_len_add = -1;
		gro_check_never(&p, usual[u], "length");
		p.ip_len_add = 60000;
		gro_check_never(&p, usual[u], "length");
		p.ip_len_add = 0;
		p.trailer = 1;
		gro_check_never(&p, usual[u], "length");
		p.trailer = 0;
		p.cut = 1;
		gro_check_never(&p, usual[u], "length");
	}
}

static void
version(void)
{
	static const uint8_t versions[] = { 0, 4, 5, 7, 15 };
	struct pkt p;
	unsigned int u, i;

	for (u = 0; u < RTE_DIM(usual); u++)
		for (i = 0; i < RTE_DIM(versions); i++) {
			p = *usual[u];
			p.version = versions[i];
			gro_check_other(&p, usual[u], "not_ip");
		}
}

static void
mapped_addresses(void)
{
	static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };
	static const uint8_t zeros[12];
	struct pkt four = pkt_tcp4, six = pkt_tcp6, pkts[4];
	unsigned int i;

	for (i = 0; i < 2; i++) {
		memcpy(six.saddr, i == 0 ? mapped : zeros, 12);
		memcpy(six.daddr, i == 0 ? mapped : zeros, 12);
		memcpy(six.saddr + 12, four.saddr, 4);
		memcpy(six.daddr + 12, four.daddr, 4);
		six.flow = 1;
		pkts[0] = four;
		pkts[1] = six;
		pkts[2] = four;
		pkts[3] = six;
		pkt_next(&pkts[2]);
		pkt_next(&pkts[3]);
		gro_check(pkts, 4, "200/2 | 200/2", "", "last 2");
		/* The four bytes in front. */
		memcpy(six.saddr, four.saddr, 4);
		memcpy(six.daddr, four.daddr, 4);
	}
}

static CU_TestInfo tests[] = {
	{ "43: flow label differs", flow_label },
	{ "43: traffic class differs", traffic_class },
	{ "43: hop limit differs", hop_limit },
	{ "44: hop-by-hop, destination and routing headers equal", extension_equal },
	{ "44: one byte of an extension header differs", extension_differs },
	{ "44: extension header and none, other length, other type", extension_and_none },
	{ "44: fragment header is a barrier", fragment },
	{ "44: other extension headers are barriers", other_extension },
	{ "44: extension header longer than the frame", extension_past_the_end },
	{ "45: payload length 0 and other wrong ones", payload_length },
	{ "45: version that is not 6", version },
	{ "46: IPv4-mapped addresses of an IPv4 flow", mapped_addresses },
	CU_TEST_INFO_NULL,
};

static CU_SuiteInfo suites[] = {
	{ "IPv6", NULL, NULL, NULL, NULL, tests },
	CU_SUITE_INFO_NULL,
};

int
main(void)
{
	return gro_main(suites);
}
