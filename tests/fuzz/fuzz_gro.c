/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Bytes become a case of the property test (tests/unit/rxbatch/prop_case.h): bursts through
 * process(), flush(), undo() and split(), with everything checked that is checked there.
 * mbufs and frames are heap blocks of exactly their size.
 *
 * Byte 0: CONF_ bits, byte 1 the limits. Then records, by their first byte modulo 4:
 *   0  ctl, len (2, little-endian), len bytes: a frame
 *   1, 2  ctl, offset, xor: the packet that follows the one before in its flow, one byte
 *      changed (before the sums are written)
 *   3  what, argument: the burst ends; flush, clock or hold
 * ctl: CTL_ bits.
 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prop_case.h"
#include "prop_edit.h"
#include "prop_mem.h"
#include "prop_view.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define CONF_HOLD	0x01
#define CONF_VERIFY	0x02
#define CONF_LIST	0x04
#define CONF_EXTBUF	0x08
#define CONF_BACKOFF	0x10
#define CONF_FEW_FLOWS	0x20
#define CONF_TUNNEL	0x40

#define CTL_SUMS	0x01	/* write right checksums */
#define CTL_UNKNOWN	0x02	/* the driver has not looked at them */
#define CTL_SEGMENTS	0x04
#define CTL_OWN		0x08
#define CTL_STRIPPED	0x10
#define CTL_RSS		0x20
#define CTL_ROOM	0x40	/* headroom */

#define PACKETS		256
#define CALLS		64
#define FRAME		2048

struct in {
	const uint8_t *p;
	size_t left;
};

static uint8_t frames[PACKETS][FRAME];
static struct prop_pkt pkts[PACKETS];
static struct prop_op ops[CALLS];
static uint32_t nb_pkts;
static int nb_ops;

static uint8_t
take(struct in *in)
{
	if (in->left == 0)
		return 0;
	in->left--;
	return *in->p++;
}

/* Flags that say the truth: a chip that lies is none of ours. */
static uint64_t
verdict(const uint8_t *p, const struct prop_view *v, uint32_t len)
{
	uint64_t flags = 0;

	if (v->version == 4 && len >= v->l3 + 20)
		flags |= p[v->l3] == 0x45 && prop_ip_right(p, v) ? RTE_MBUF_F_RX_IP_CKSUM_GOOD :
								   RTE_MBUF_F_RX_IP_CKSUM_BAD;
	if (v->payload != 0)
		flags |= prop_l4_right(p, v) ? RTE_MBUF_F_RX_L4_CKSUM_GOOD :
					       RTE_MBUF_F_RX_L4_CKSUM_BAD;
	return flags;
}

/* Frame number nb_pkts of this length is there. */
static void
add_packet(uint8_t ctl, uint32_t len)
{
	struct prop_pkt *p = &pkts[nb_pkts];
	uint8_t *bytes = frames[nb_pkts];
	struct prop_view v;

	prop_view(bytes, len, &v);
	if ((ctl & CTL_SUMS) && v.version != 0 && (v.why == 0 || v.payload != 0))
		prop_sums_write(bytes, &v);
	*p = (struct prop_pkt){ .bytes = bytes, .len = len, .nb_segs = 1,
				.seg_len = { (uint16_t)len },
				.headroom = ctl & CTL_ROOM ? 64 : ctl & 3 };
	if (!(ctl & CTL_UNKNOWN))
		p->ol_flags = verdict(bytes, &v, len);
	if (ctl & CTL_SEGMENTS) {
		uint32_t first = v.payload != 0 && !(ctl & CTL_OWN) ? v.payload : len / 2;

		p->nb_segs = 2;
		p->seg_len[0] = (uint16_t)first;
		p->seg_len[1] = (uint16_t)(len - first);
	} else if (ctl & CTL_OWN) {
		p->own = ctl & CTL_RSS ? OWN_EXTERNAL : OWN_REFERENCED;
	}
	if (ctl & CTL_STRIPPED) {
		p->ol_flags |= RTE_MBUF_F_RX_VLAN | RTE_MBUF_F_RX_VLAN_STRIPPED;
		p->vlan_tci = 7;
	}
	if (ctl & CTL_RSS) {
		p->ol_flags |= RTE_MBUF_F_RX_RSS_HASH;
		p->rss = 0x1234;
	}
	nb_pkts++;
	ops[nb_ops - 1].nb_pkts++;
}

static void
whole_frame(struct in *in)
{
	uint8_t ctl = take(in);
	uint32_t len = take(in);

	len |= (uint32_t)take(in) << 8;
	len %= FRAME;
	if (len > in->left)
		len = (uint32_t)in->left;
	if (len < 14)
		return;
	memcpy(frames[nb_pkts], in->p, len);
	in->p += len;
	in->left -= len;
	add_packet(ctl, len);
}

static void
successor(struct in *in)
{
	uint8_t ctl = take(in), at = take(in), bits = take(in), *p = frames[nb_pkts];
	uint32_t len = nb_pkts == 0 ? 0 : pkts[nb_pkts - 1].len;
	struct prop_view v;

	if (len == 0)
		return;
	memcpy(p, pkts[nb_pkts - 1].bytes, len);
	prop_view(p, len, &v);
	if (v.version == 4)
		put16(p + v.l3 + 4, (uint16_t)(get16(p + v.l3 + 4) + 1));
	if (v.payload != 0 && v.proto == 6)
		put32(p + v.l4 + 4, get32(p + v.l4 + 4) + v.payload_len);
	if (at < len)
		p[at] ^= bits;
	add_packet(ctl, len);
}

static struct prop_op *
new_op(enum prop_op_kind kind, const struct prop_op *before)
{
	struct prop_op *op = &ops[nb_ops++];

	memset(op, 0, sizeof(*op));
	op->kind = kind;
	if (before != NULL) {
		op->now = before->now;
		op->edit = before->edit;
	}
	op->pkts = &pkts[nb_pkts];
	return op;
}

static void
control(struct in *in, enum prop_op_kind burst)
{
	uint8_t what = take(in), arg = take(in);
	struct prop_op *op = &ops[nb_ops - 1];

	if (burst == OP_GROUP || nb_ops + 2 > CALLS)
		what = 3;
	switch (what & 3) {
	case 0:
		op = new_op(OP_FLUSH, op);
		op->room = arg & 0x80 ? 512 : arg & 7;
		break;
	case 1:
		op = new_op(OP_HOLD, op);
		op->hold = arg;
		break;
	case 2:
		op = new_op(OP_FLUSH_DUE, op);
		op->room = arg & 0x80 ? 512 : arg & 7;
		break;
	default:
		break;
	}
	if (nb_ops == CALLS)
		return;
	op = new_op(burst, op);
	op->now += what & 4 ? arg : 0;
	op->now -= what & 8 ? arg : 0;
	op->edit = what & 16 ? 0 : (arg * 37u) & EDIT_ALL;
}

static void
read_conf(struct in *in, struct rxb_gro_conf *conf)
{
	uint8_t bits = take(in), limits = take(in);

	conf->types = 15;
	conf->socket_id = SOCKET_ID_ANY;
	conf->mode = bits & CONF_LIST ? RXB_GRO_LIST : RXB_GRO_MERGE;
	conf->hold_cycles = (bits & CONF_HOLD) && conf->mode == RXB_GRO_MERGE ? 100 : 0;
	conf->flags |= bits & CONF_VERIFY ? RXB_GRO_VERIFY : 0;
	conf->flags |= bits & CONF_EXTBUF ? RXB_GRO_EXTBUF : 0;
	conf->flags |= bits & CONF_BACKOFF ? 0 : RXB_GRO_EAGER;
	conf->flags |= bits & CONF_TUNNEL ? RXB_GRO_TUNNEL : 0;
	conf->max_flows = bits & CONF_FEW_FLOWS ? 2 : 256;
	conf->max_segs = limits & 1 ? 3 : 0;
	conf->max_len = limits & 2 ? 400 : 0;
	conf->min_payload = limits & 4 ? 8 : 0;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct in in = { data, size };
	struct prop_case c = { .seed = 1, .no_reasons = true };
	enum prop_op_kind burst;

	read_conf(&in, &c.conf);
	burst = c.conf.mode == RXB_GRO_LIST ? OP_GROUP : OP_PROCESS;
	nb_pkts = 0;
	nb_ops = 0;
	new_op(burst, NULL);
	while (in.left > 0 && nb_pkts < PACKETS && nb_ops < CALLS) {
		switch (take(&in) & 3) {
		case 0:
			whole_frame(&in);
			break;
		case 3:
			control(&in, burst);
			break;
		default:
			successor(&in);
			break;
		}
		if (ops[nb_ops - 1].kind != burst && nb_ops < CALLS)
			new_op(burst, &ops[nb_ops - 1]);
	}
	if (ops[nb_ops - 1].kind != burst)
		ops[nb_ops - 1].nb_pkts = 0;
	c.ops = ops;
	c.nb_ops = nb_ops;
	if (!prop_case_run(&c)) {
		fprintf(stderr, "fuzz_gro: %s\n", prop_wrong);
		prop_case_print(&c);
		fflush(stdout);
		abort();
	}
	return 0;
}
