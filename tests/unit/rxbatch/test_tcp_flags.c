/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* TCP's flags: what ends an aggregate, what is never in one. */

#include "gro_check.h"

static const struct pkt *const usual[] = { &pkt_tcp4, &pkt_tcp6 };

/* 100 bytes, or none, with these flags beside ACK. */
struct step {
	uint16_t flags;
	bool empty;
};

static void
train(const struct step *steps, unsigned int n, const char *out, const char *why,
      const char *closed)
{
	struct pkt pkts[8], p;
	unsigned int i, u;

	for (u = 0; u < RTE_DIM(usual); u++) {
		p = *usual[u];
		for (i = 0; i < n; i++) {
			p.flags = PKT_ACK | steps[i].flags;
			p.len = steps[i].empty ? 0 : 100;
			pkts[i] = p;
			pkt_next(&p);
			/* They count in the stream. */
			if ((p.flags & (PKT_SYN | PKT_FIN)) != 0)
				p.seq++;
		}
		gro_check(pkts, n, out, why, closed);
	}
}

#define TRAIN(out, why, closed, ...) \
	do { \
		static const struct step steps_[] = { __VA_ARGS__ }; \
		train(steps_, RTE_DIM(steps_), out, why, closed); \
	} while (0)

#define DATA		{ 0, false }
#define WITH(flags)	{ flags, false }
#define EMPTY(flags)	{ flags, true }

static void
push_in_the_middle(void)
{
	TRAIN("300/3P 200/2", "", "end 1, last 1", DATA, DATA, WITH(PKT_PSH), DATA, DATA);
}

static void
push_first(void)
{
	TRAIN("100P 200/2", "tcp_flags 1", "last 1", WITH(PKT_PSH), DATA, DATA);
	TRAIN("4*100P", "tcp_flags 4", "", WITH(PKT_PSH), WITH(PKT_PSH), WITH(PKT_PSH),
	      WITH(PKT_PSH));
}

static void
fin_last(void)
{
	TRAIN("300/3F", "", "end 1", DATA, DATA, WITH(PKT_FIN));
	TRAIN("300/3FP", "", "end 1", DATA, DATA, WITH(PKT_FIN | PKT_PSH));
	TRAIN("100F", "tcp_flags 1", "", WITH(PKT_FIN));
}

static void
fin_without_data(void)
{
	TRAIN("200/2 0F", "payload 1", "packet 1", DATA, DATA, EMPTY(PKT_FIN));
}

static void
reset(void)
{
	TRAIN("200/2 0R", "tcp_flags 1", "packet 1", DATA, DATA, EMPTY(PKT_RST));
	TRAIN("200/2 100R 100", "tcp_flags 1", "packet 1, last 1", DATA, DATA, WITH(PKT_RST),
	      DATA);
}

static void
syn_with_data(void)
{
	TRAIN("100S 200/2", "tcp_flags 1", "last 1", WITH(PKT_SYN), DATA, DATA);
	TRAIN("200/2 100S 100", "tcp_flags 1", "packet 1, last 1", DATA, DATA, WITH(PKT_SYN),
	      DATA);
	TRAIN("100S 100S", "tcp_flags 2", "", WITH(PKT_SYN), WITH(PKT_SYN));
}

static void
urgent(void)
{
	TRAIN("200/2 100U 100", "tcp_flags 1", "packet 1, last 1", DATA, DATA, WITH(PKT_URG),
	      DATA);
	TRAIN("100U 100U", "tcp_flags 2", "", WITH(PKT_URG), WITH(PKT_URG));
}

static void
urgent_pointer(void)
{
	struct pkt a, b;
	unsigned int u;

	for (u = 0; u < RTE_DIM(usual); u++) {
		a = b = *usual[u];
		pkt_next(&b);
		b.urp = 1;
		gro_check_differs(&a, &b, "urg_differs");
		b.urp = 0x100;
		gro_check_differs(&a, &b, "urg_differs");
		a.urp = 0x1234;
		gro_check_merges(&a, 3);
	}
}

static void
cwr_first(void)
{
	TRAIN("300/3C", "", "last 1", WITH(PKT_CWR), DATA, DATA);
	TRAIN("300/3PC", "", "end 1", WITH(PKT_CWR), DATA, WITH(PKT_PSH));
}

static void
cwr_later(void)
{
	TRAIN("100 200/2C", "tcp_flags 1", "packet 1, last 1", DATA, WITH(PKT_CWR), DATA);
	TRAIN("100C 100C", "tcp_flags 1", "packet 1, last 1", WITH(PKT_CWR), WITH(PKT_CWR));
}

static void
ece(void)
{
	TRAIN("100 100E 100", "flags_differ 2", "packet 2, last 1", DATA, WITH(PKT_ECE), DATA);
	TRAIN("300/3E", "", "last 1", WITH(PKT_ECE), WITH(PKT_ECE), WITH(PKT_ECE));
}

static void
ns(void)
{
	TRAIN("100 100N 100", "flags_differ 2", "packet 2, last 1", DATA, WITH(PKT_NS), DATA);
	TRAIN("300/3N", "", "last 1", WITH(PKT_NS), WITH(PKT_NS), WITH(PKT_NS));
}

static void
reserved(void)
{
	TRAIN("100 100x 100", "flags_differ 2", "packet 2, last 1", DATA, WITH(0x200), DATA);
	TRAIN("100 100x 100", "flags_differ 2", "packet 2, last 1", DATA, WITH(0x400), DATA);
	TRAIN("100 100x 100", "flags_differ 2", "packet 2, last 1", DATA, WITH(0x800), DATA);
	TRAIN("300/3xxx", "", "last 1", WITH(0xe00), WITH(0xe00), WITH(0xe00));
}

static void
without_ack(void)
{
	struct pkt a = pkt_tcp4, b;

	a.flags = 0;
	gro_check_merges(&a, 3);
	b = a;
	pkt_next(&b);
	b.flags = PKT_ACK;
	gro_check_differs(&a, &b, "flags_differ");
	b.flags = 0;
	a.flags = PKT_ACK;
	gro_check_differs(&a, &b, "flags_differ");
}

static CU_TestInfo tests[] = {
	{ "11: PSH in the middle closes there", push_in_the_middle },
	{ "12: PSH on the first passes alone", push_first },
	{ "13: FIN with data is the last", fin_last },
	{ "14: FIN without data behind all data", fin_without_data },
	{ "15: RST behind all data", reset },
	{ "16: SYN with data is never merged", syn_with_data },
	{ "17: URG is never merged and closes", urgent },
	{ "18: urgent pointer without URG", urgent_pointer },
	{ "19: CWR on the first only", cwr_first },
	{ "20: CWR on a later one", cwr_later },
	{ "21: ECE toggles", ece },
	{ "22: NS toggles", ns },
	{ "23: reserved bits differ", reserved },
	{ "23: ACK flag differs", without_ack },
	CU_TEST_INFO_NULL,
};

static CU_SuiteInfo suites[] = {
	{ "TCP flags", NULL, NULL, NULL, NULL, tests },
	CU_SUITE_INFO_NULL,
};

int
main(void)
{
	return gro_main(suites);
}
