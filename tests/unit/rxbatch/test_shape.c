/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What the payloads' lengths do: where an aggregate ends. */

#include "gro_check.h"

static const struct pkt *const usual[] = { &pkt_tcp4, &pkt_tcp6 };

static void
equal_segments(void)
{
	struct pkt pkts[60];
	char out[32];
	unsigned int i, n;

	for (i = 0; i < RTE_DIM(usual); i++)
		for (n = 1; n <= 60; n++) {
			pkt_train(pkts, n, usual[i]);
			snprintf(out, sizeof(out), n == 1 ? "100" : "%u/%u", 100 * n, n);
			gro_check(pkts, n, out, "", "last 1");
		}
}

static void
last_shorter(void)
{
	struct pkt pkts[5];
	unsigned int i;

	for (i = 0; i < RTE_DIM(usual); i++) {
		pkt_train(pkts, 3, usual[i]);
		pkts[3] = pkts[2];
		pkt_next(&pkts[3]);
		pkts[3].len = 99;
		pkts[4] = pkts[3];
		pkt_next(&pkts[4]);
		gro_check(pkts, 4, "399/4", "", "end 1");
		gro_check(pkts, 5, "399/4 99", "", "end 1, last 1");
	}
}

/* Payloads of these lengths, one after the other in the stream. */
static void
lengths(const struct pkt *first, const uint32_t *len, unsigned int n, const char *out,
	const char *why, const char *closed)
{
	struct pkt pkts[8], p = *first;
	unsigned int i;

	for (i = 0; i < n; i++) {
		p.len = len[i];
		pkts[i] = p;
		pkt_next(&p);
	}
	gro_check(pkts, n, out, why, closed);
}

#define LENGTHS(out, why, closed, ...) \
	do { \
		static const uint32_t len_[] = { __VA_ARGS__ }; \
		unsigned int u_; \
		for (u_ = 0; u_ < RTE_DIM(usual); u_++) \
			lengths(usual[u_], len_, RTE_DIM(len_), out, why, closed); \
	} while (0)

static void
short_in_the_middle(void)
{
	LENGTHS("150/2 100", "", "end 1, last 1", 100, 50, 100);
}

static void
growing(void)
{
	LENGTHS("50 200/2", "longer 1", "packet 1, last 1", 50, 100, 100);
}

static void
one_byte(void)
{
	LENGTHS("5/5", "", "last 1", 1, 1, 1, 1, 1);
}

static void
less_than_wanted(void)
{
	struct rxb_gro_conf conf = gro_conf;
	struct pkt pkts[3];

	conf.min_payload = 100;
	pkt_train(pkts, 3, &pkt_tcp4);
	pkts[2].len = 99;
	gro_check_conf(&conf, pkts, 3, &(struct gro_want){ "200/2 99", "payload 1", "packet 1" });
	conf.min_payload = 101;
	gro_check_conf(&conf, pkts, 2, &(struct gro_want){ "100 100", "payload 2", "" });
}

static void
no_payload_between(void)
{
	LENGTHS("100 0 100", "payload 1", "packet 1, last 1", 100, 0, 100);
}

static void
fills_ip(void)
{
	/* 65535 - 20 - 20 = 5 * 13099, 65535 - 40 - 20 = 5 * 13095 */
	static const uint32_t s[] = { 13099, 13095 };
	struct pkt pkts[6], p;
	unsigned int i;

	for (i = 0; i < RTE_DIM(usual); i++) {
		p = *usual[i];
		p.len = s[i];
		pkt_train(pkts, 6, &p);
		gro_check(pkts, 5, i == 0 ? "65495/5" : "65475/5", "", "end 1");
		gro_check(pkts, 6, i == 0 ? "65495/5 13099" : "65475/5 13095", "", "end 1, last 1");
		/* Each one byte longer: the fifth finds no room. */
		p.len = s[i] + 1;
		pkt_train(pkts, 5, &p);
		gro_check(pkts, 5, i == 0 ? "52400/4 13100" : "52384/4 13096", "full 1",
			  "packet 1, last 1");
		/* A last shorter one fits, to the byte; and does not by one. */
		pkts[4].len = s[i] - 4;
		gro_check(pkts, 5, i == 0 ? "65495/5" : "65475/5", "", "end 1");
		pkts[4].len = s[i] - 3;
		gro_check(pkts, 5, i == 0 ? "52400/4 13096" : "52384/4 13092", "full 1",
			  "packet 1, last 1");
	}
}

static void
fills_max_len(void)
{
	struct rxb_gro_conf conf = gro_conf;
	struct gro_want nine = { "900/9 900/9 200/2", "", "end 2, last 1" };
	struct gro_want eight = { "800/8 800/8 400/4", "full 2", "packet 2, last 1" };
	struct pkt pkts[20], p = pkt_tcp4;

	pkt_train(pkts, 20, &p);
	conf.max_len = 14 + 20 + 20 + 900;
	gro_check_conf(&conf, pkts, 20, &nine);
	conf.max_len--;
	gro_check_conf(&conf, pkts, 20, &eight);
	/* A tag counts. */
	pkt_tag(&p, 0x8100, 5);
	pkt_train(pkts, 20, &p);
	conf.max_len += 5;
	gro_check_conf(&conf, pkts, 20, &nine);
	conf.max_len--;
	gro_check_conf(&conf, pkts, 20, &eight);
}

static void
count_reached(void)
{
	static struct pkt pkts[1100];
	struct rxb_gro_conf conf = gro_conf;
	struct pkt p = pkt_tcp4;

	p.len = 50;
	pkt_train(pkts, 1100, &p);
	conf.max_segs = 4;
	gro_check_conf(&conf, pkts, 10, &(struct gro_want){ "200/4 200/4 100/2", "",
							    "end 2, last 1" });
	conf.max_segs = 0;
	gro_check_conf(&conf, pkts, 300, &(struct gro_want){ "6400/128 6400/128 2200/44", "",
							     "end 2, last 1" });
	conf.max_segs = 1024;
	gro_check_conf(&conf, pkts, 1100, &(struct gro_want){ "51200/1024 3800/76", "",
							      "end 1, last 1" });
}

static void
segment_size_drops(void)
{
	LENGTHS("260/3 120/2", "", "end 1, last 1", 100, 100, 60, 60, 60);
}

static void
jumbo(void)
{
	LENGTHS("10448/2 2896/2", "", "end 1, last 1", 9000, 1448, 1448, 1448);
	LENGTHS("1448 9000", "longer 1", "packet 1, last 1", 1448, 9000);
}

static CU_TestInfo tests[] = {
	{ "1: n equal segments, n of 1 to 60", equal_segments },
	{ "2: the last one byte shorter is merged and closes", last_shorter },
	{ "3: short in the middle closes", short_in_the_middle },
	{ "4: growing, the first alone", growing },
	{ "5: payloads of one byte", one_byte },
	{ "5: payloads shorter than min_payload", less_than_wanted },
	{ "6: no payload between data", no_payload_between },
	{ "7: 65535 bytes of IP, and one more", fills_ip },
	{ "7: max_len, and one more", fills_max_len },
	{ "8: number of segments reached", count_reached },
	{ "9: segment size drops", segment_size_drops },
	{ "10: one jumbo frame before and behind usual ones", jumbo },
	CU_TEST_INFO_NULL,
};

static CU_SuiteInfo suites[] = {
	{ "merge shape", NULL, NULL, NULL, NULL, tests },
	CU_SUITE_INFO_NULL,
};

int
main(void)
{
	return gro_main(suites);
}
