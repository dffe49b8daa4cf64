/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* TCP's fields but the flags: what has to be equal, and the order of the stream. */

#include "gro_check.h"

static const struct pkt *const usual[] = { &pkt_tcp4, &pkt_tcp6 };

static void
ack_changes(void)
{
	struct pkt pkts[4];
	unsigned int u, i;

	for (u = 0; u < RTE_DIM(usual); u++) {
		pkt_train(pkts, 4, usual[u]);
		for (i = 0; i < 4; i++)
			pkts[i].ack += i;
		gro_check(pkts, 4, "4*100", "ack_differs 3", "packet 3, last 1");
	}
}

static void
ack_alternates(void)
{
	struct pkt pkts[4];
	unsigned int u;

	for (u = 0; u < RTE_DIM(usual); u++) {
		pkt_train(pkts, 4, usual[u]);
		pkts[0].ack = pkts[2].ack = 7;
		pkts[1].ack = pkts[3].ack = 8;
		gro_check(pkts, 4, "4*100", "ack_differs 3", "packet 3, last 1");
	}
}

static void
window(void)
{
	struct pkt a, b;
	unsigned int u, bit;

	for (u = 0; u < RTE_DIM(usual); u++) {
		a = b = *usual[u];
		pkt_next(&b);
		for (bit = 0; bit < 16; bit++) {
			b.win = (uint16_t)(a.win ^ 1u << bit);
			gro_check_differs(&a, &b, "window_differs");
		}
	}
}

/* Two packets of the stream, with these option bytes. */
static void
options_differ(const uint8_t *one, uint8_t one_len, const uint8_t *two, uint8_t two_len)
{
	struct pkt a, b;
	unsigned int u;

	for (u = 0; u < RTE_DIM(usual); u++) {
		a = b = *usual[u];
		pkt_next(&b);
		pkt_topt(&a, one, one_len);
		pkt_topt(&b, two, two_len);
		gro_check_differs(&a, &b, "options_differ");
		gro_check_merges(&a, 3);
		a = b = *usual[u];
		pkt_next(&b);
		pkt_topt(&a, two, two_len);
		pkt_topt(&b, one, one_len);
		gro_check_differs(&a, &b, "options_differ");
		gro_check_merges(&a, 3);
	}
}

static const uint8_t ts[] = { 1, 1, 8, 10, 0, 0, 0, 1, 0, 0, 0, 9 };

static void
timestamp_value(void)
{
	static const uint8_t later[] = { 1, 1, 8, 10, 0, 0, 0, 2, 0, 0, 0, 9 };
	static const uint8_t far[] = { 1, 1, 8, 10, 0x80, 0, 0, 1, 0, 0, 0, 9 };

	options_differ(ts, sizeof(ts), later, sizeof(later));
	options_differ(ts, sizeof(ts), far, sizeof(far));
}

static void
timestamp_echo(void)
{
	static const uint8_t later[] = { 1, 1, 8, 10, 0, 0, 0, 1, 0, 0, 0, 8 };

	options_differ(ts, sizeof(ts), later, sizeof(later));
}

static void
option_order(void)
{
	static const uint8_t behind[] = { 8, 10, 0, 0, 0, 1, 0, 0, 0, 9, 1, 1 };
	static const uint8_t around[] = { 1, 8, 10, 0, 0, 0, 1, 0, 0, 0, 9, 1 };

	options_differ(ts, sizeof(ts), behind, sizeof(behind));
	options_differ(ts, sizeof(ts), around, sizeof(around));
}

static void
option_padding(void)
{
	static const uint8_t nops[] = { 1, 1, 8, 10, 0, 0, 0, 1, 0, 0, 0, 9, 1, 1, 1, 1 };
	static const uint8_t ends[] = { 1, 1, 8, 10, 0, 0, 0, 1, 0, 0, 0, 9, 0, 0, 0, 0 };

	options_differ(nops, sizeof(nops), ends, sizeof(ends));
	options_differ(ts, sizeof(ts), nops, sizeof(nops));
}

static void
no_options_and_some(void)
{
	options_differ(ts, sizeof(ts), NULL, 0);
}

static void
sack(void)
{
	static const uint8_t one[] = { 1, 1, 5, 10, 0, 0, 1, 0, 0, 0, 2, 0 };
	static const uint8_t two[] = { 1, 1, 5, 10, 0, 0, 1, 0, 0, 0, 3, 0 };

	options_differ(one, sizeof(one), two, sizeof(two));
}

static void
longest_header(void)
{
	uint8_t junk[40], other[40];
	unsigned int i;

	for (i = 0; i < 40; i++)
		other[i] = junk[i] = (uint8_t)(0xa7 * i + 3);
	for (i = 0; i < 40; i++) {
		other[i] ^= 0x10;
		options_differ(junk, 40, other, 40);
		other[i] = junk[i];
	}
}

static void
data_offset(void)
{
	struct pkt p;
	unsigned int u, words;

	for (u = 0; u < RTE_DIM(usual); u++) {
		p = *usual[u];
		p.mem = PKT_MEM_GUARD;
		for (words = 1; words < 5; words++) {
			p.doff = (uint8_t)words;
			gro_check_never(&p, usual[u], "length");
		}
		/* 60 bytes of header, said where 20 and 39 stand. */
		p.doff = 15;
		p.len = 39;
		gro_check_never(&p, usual[u], "length");
		p.len = 0;
		gro_check_never(&p, usual[u], "length");
		p.len = 40;
		gro_check_never(&p, usual[u], "payload");
	}
}

static void
data_offset_zero(void)
{
	/* pkt.doff of 0 is the right one: the nibble goes with the flags here. */
	struct pkt p = pkt_tcp4;

	p.doff = 16;
	p.mem = PKT_MEM_GUARD;
	gro_check_never(&p, &pkt_tcp4, "length");
}

/* Five in a row, the third with another number. */
static void
third(int32_t add, const char *out, const char *why, const char *closed)
{
	struct pkt pkts[4];
	unsigned int u;

	for (u = 0; u < RTE_DIM(usual); u++) {
		pkt_train(pkts, 4, usual[u]);
		pkts[2].seq += (uint32_t)add;
		gro_check(pkts, 4, out, why, closed);
	}
}

static void
sequence(void)
{
	third(100, "200/2 100 100", "seq 2", "packet 2, last 1");
	third(1, "200/2 100 100", "seq 2", "packet 2, last 1");
	third(-1, "200/2 100 100", "seq 2", "packet 2, last 1");
	third(-50, "200/2 100 100", "seq 2", "packet 2, last 1");
	third(-200, "200/2 100 100", "seq 2", "packet 2, last 1");
	third(-1000000, "200/2 100 100", "seq 2", "packet 2, last 1");
	third(INT32_MIN, "200/2 100 100", "seq 2", "packet 2, last 1");
}

static void
duplicate(void)
{
	struct pkt pkts[4];
	unsigned int u;

	for (u = 0; u < RTE_DIM(usual); u++) {
		pkt_train(pkts, 4, usual[u]);
		pkts[3] = pkts[2];
		pkts[2] = pkts[1];
		/* Sent again, under the next id. */
		pkts[2].id = 0x1002;
		gro_check(pkts, 3, "200/2 100", "seq 1", "packet 1, last 1");
		/* The stream goes on behind the copy. */
		pkts[3].id = 0x1003;
		gro_check(pkts, 4, "200/2 200/2", "seq 1", "packet 1, last 1");
	}
}

static void
sequence_wraps(void)
{
	static const uint32_t from[] = {
		0xffffff38,	/* the third begins at 0 */
		0xffffff37, 0xffffff39, 0xffffffff, 0x7fffff9c
	};
	struct pkt p;
	unsigned int u, i;

	for (u = 0; u < RTE_DIM(usual); u++)
		for (i = 0; i < RTE_DIM(from); i++) {
			p = *usual[u];
			p.seq = from[i];
			gro_check_merges(&p, 5);
		}
}

static void
reversed(void)
{
	struct pkt pkts[3], first;
	unsigned int u, i;

	for (u = 0; u < RTE_DIM(usual); u++) {
		pkt_train(pkts, 3, usual[u]);
		first = pkts[0];
		pkts[0] = pkts[2];
		pkts[2] = first;
		for (i = 0; i < 3; i++)
			pkts[i].id = (uint16_t)i;
		gro_check(pkts, 3, "100 100 100", "seq 2", "packet 2, last 1");
	}
}

static CU_TestInfo tests[] = {
	{ "24: ACK number changes with each packet", ack_changes },
	{ "25: ACK number alternates", ack_alternates },
	{ "26: window differs", window },
	{ "27: timestamp value differs", timestamp_value },
	{ "27: timestamp echo differs", timestamp_echo },
	{ "27: order of options differs", option_order },
	{ "27: padding of options differs", option_padding },
	{ "27: options and none", no_options_and_some },
	{ "28: SACK block equal and different", sack },
	{ "29: header of 60 bytes, each option byte", longest_header },
	{ "30: data offset too small and past the end", data_offset },
	{ "30: data offset 0", data_offset_zero },
	{ "31: gap, overlap, older", sequence },
	{ "31: exact duplicate", duplicate },
	{ "32: sequence number wraps", sequence_wraps },
	{ "33: reversed order stays reversed", reversed },
	CU_TEST_INFO_NULL,
};

static CU_SuiteInfo suites[] = {
	{ "TCP fields", NULL, NULL, NULL, NULL, tests },
	CU_SUITE_INFO_NULL,
};

int
main(void)
{
	return gro_main(suites);
}
