/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <inttypes.h>
#include <stdio.h>

#include "../air/fcs.h"
#include "chip.h"

static const char head[] =
	"n,tsft_us,mode,mcs,nss,bw_mhz,gi_ns,signal_dbm,chain0_dbm,chain1_dbm,freq_mhz,"
	"ampdu,ppdu,fcs_present,fcs_bad,stbc,ldpc,len,crc32\n";

void
core_log_frames(struct usb_device *dev, void *file)
{
	dev->log = file;
	if (dev->log != NULL)
		fputs(head, dev->log);
}

static void
put(FILE *f, int64_t value)
{
	if (value == CORE_LOG_NONE)
		fputs("-,", f);
	else
		fprintf(f, "%" PRId64 ",", value);
}

static int64_t
guard_ns(const struct air_rate *rate)
{
	static const int64_t he[] = { 3200, 800, 1600, 800, 1600, 800 };

	if (rate->mode == AIR_CCK || rate->mode == AIR_OFDM)
		return CORE_LOG_NONE;
	if (rate->mode >= AIR_HE)
		return he[rate->gi_ltf <= 5 ? rate->gi_ltf : 0];
	return rate->gi_ltf != 0 ? 400 : 800;
}

static void
put_rate(FILE *f, const struct air_rate *rate)
{
	static const char *const modes[] = {
		[AIR_CCK] = "cck", [AIR_OFDM] = "ofdm", [AIR_HT] = "ht",
		[AIR_VHT] = "vht", [AIR_HE] = "he", [AIR_EHT] = "eht",
	};

	if (rate == NULL) {
		fputs("-,-,-,-,-,", f);
		return;
	}
	fprintf(f, "%s,%u,%u,%u,", modes[rate->mode], rate->mcs,
		rate->mode == AIR_HT ? rate->mcs / 8 + 1u : rate->nss, 20u << rate->bw);
	put(f, guard_ns(rate));
}

void
core_log_frame(struct usb_device *dev, const struct core_frame_facts *facts)
{
	/* With its FCS every good frame has the same CRC: it is left out. */
	uint32_t body = facts->len - (facts->fcs_present && facts->len >= 4 ? 4 : 0);
	FILE *f = dev->log;

	if (f == NULL)
		return;
	put(f, (int64_t)dev->logged++);
	put(f, facts->tsft_us);
	put_rate(f, facts->rate);
	put(f, facts->signal_dbm);
	put(f, facts->chain0_dbm);
	put(f, facts->chain1_dbm);
	put(f, facts->freq_mhz);
	put(f, facts->ampdu);
	put(f, facts->ppdu);
	put(f, facts->fcs_present);
	put(f, facts->fcs_bad);
	put(f, facts->stbc);
	put(f, facts->ldpc);
	fprintf(f, "%u,%08x\n", facts->len, air_fcs_crc32(facts->data, body));
}
