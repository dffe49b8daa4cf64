/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../bytes.h"
#include "facts.h"

uint8_t
facts_gi_code(const struct air_rate *rate)
{
	return rate->mode >= AIR_HE ? rate->gi_ltf : rate->gi_ltf != 0;
}

static void
take_control_fields(struct facts *f, const uint8_t *p)
{
	static const uint8_t broadcast[6] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff };

	f->type = p[0] >> 2 & 3;
	f->subtype = p[0] >> 4;
	f->mf = p[1] >> 2 & 1;
	f->pwr = p[1] >> 4 & 1;
	f->md = p[1] >> 5 & 1;
	f->protected = p[1] >> 6 & 1;
	f->a4 = f->type == 2 && (p[1] & 3) == 3;
	f->bc = memcmp(p + 4, broadcast, 6) == 0;
	f->mc = (p[4] & 1) != 0 && !f->bc;
}

static uint32_t
take_qos(struct facts *f, const uint8_t *p, uint32_t len, uint32_t header)
{
	if (f->type != 2 || (f->subtype & 8) == 0 || header + 2 > len)
		return header;
	f->qos = true;
	f->qnull = f->subtype == 12;
	f->tid = p[header] & 0xf;
	f->eosp = p[header] >> 4 & 1;
	f->amsdu = p[header] >> 7;
	return header + 2;
}

struct facts
facts_of_frame(const uint8_t *p, uint32_t len)
{
	struct facts f = { 0 };
	uint32_t header = 24;

	if (len < 10)
		return f;
	take_control_fields(&f, p);
	if (len >= 16)
		f.a2 = p + 10;
	if (f.type == 1 || f.type == 3 || len < 24)
		return f;
	f.seq = get_le16(p + 22) >> 4;
	f.frag = p[22] & 0xf;
	header += f.a4 ? 6 : 0;
	header = take_qos(&f, p, len, header);
	if ((p[1] & 0x80) != 0 && (f.qos || f.type == 0)) {
		f.htc = true;
		header += 4;
	}
	if (f.protected && header + 4 <= len)
		header += p[header + 3] & 0x20 ? 8 : 4;
	f.hd_iv_len = header <= 63 ? header : 63;
	return f;
}
