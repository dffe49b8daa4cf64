/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * radiotap_pcap PCAP WANT
 *
 * Writes a capture with a frame of every rate, and what a reader of radiotap must find
 * in each: a line per frame, of the fields that radiotap_tshark.sh names, in its
 * order, between '|'. What is wanted comes from the facts, not from the header.
 */

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pcap/pcap.h>

#include "wlan_radiotap.h"

/* QoS Null from an access point. */
static const uint8_t frame[26] = {
	0xc8, 0x02, 0, 0, 0x02, 0, 0, 0, 0, 0xa1, 0x02, 0, 0, 0, 0, 0xb2,
	0x02, 0, 0, 0, 0, 0xb2, 0x10, 0, 0, 0,
};

static const struct {
	uint8_t mode, mcs_max, nss_max, widths, gi_min, gi_max;
} modes[] = {
	{ RTE_WLAN_CCK, 3, 1, 1, RTE_WLAN_GI_LONG, RTE_WLAN_GI_LONG },
	{ RTE_WLAN_OFDM, 7, 1, 1, RTE_WLAN_GI_LONG, RTE_WLAN_GI_LONG },
	{ RTE_WLAN_HT, 31, 0, 2, RTE_WLAN_GI_LONG, RTE_WLAN_GI_SHORT },
	{ RTE_WLAN_VHT, 9, 8, 4, RTE_WLAN_GI_LONG, RTE_WLAN_GI_SHORT },
	{ RTE_WLAN_HE, 11, 8, 4, RTE_WLAN_GI_4X_32, RTE_WLAN_GI_1X_08 },
	{ RTE_WLAN_EHT, 15, 4, 4, RTE_WLAN_GI_4X_32, RTE_WLAN_GI_1X_08 },
};

static pcap_dumper_t *dump;
static FILE *want;
static uint32_t number;

static bool
is(const struct wlan_monitor *mon, uint16_t flag)
{
	return (mon->flags & flag) != 0;
}

/* One field: a number, or nothing. */
static void
want_if(bool known, int64_t value)
{
	if (known)
		fprintf(want, "%" PRId64, value);
	fputc('|', want);
}

static void
want_common(const struct wlan_monitor *mon)
{
	static const uint8_t mbps_times_2[2][8] = {
		{ 2, 4, 11, 22 }, { 12, 18, 24, 36, 48, 72, 96, 108 },
	};
	bool legacy = mon->rx.mode <= RTE_WLAN_OFDM;
	bool before_he = mon->rx.mode == RTE_WLAN_HT || mon->rx.mode == RTE_WLAN_VHT;

	want_if(is(mon, WLAN_MON_TSFT), (int64_t)mon->tsft_us);
	want_if(true, is(mon, WLAN_MON_FCS));
	want_if(true, is(mon, WLAN_MON_FCS_BAD));
	want_if(true, is(mon, WLAN_MON_SHORT_PREAMBLE));
	want_if(true, before_he && mon->rx.gi == RTE_WLAN_GI_SHORT);
	/* Of HT tshark makes a rate of its own, out of the MCS field. */
	if (legacy)
		fprintf(want, "%g", mbps_times_2[mon->rx.mode][mon->rx.mcs] / 2.0);
	fputs(mon->rx.mode == RTE_WLAN_HT ? "*|" : "|", want);
	want_if(true, mon->freq_mhz);
	want_if(true, mon->freq_mhz < 3000);
	want_if(true, mon->freq_mhz > 3000);
	want_if(true, mon->rx.mode == RTE_WLAN_CCK);
}

static void
want_signals(const struct wlan_monitor *mon)
{
	const char *sep = "";
	unsigned int i;

	if (is(mon, WLAN_MON_SIGNAL)) {
		fprintf(want, "%d", mon->signal_dbm);
		sep = ",";
	}
	for (i = 0; i < WLAN_CHAINS_MAX; i++) {
		if ((mon->chains >> i & 1) == 0)
			continue;
		fprintf(want, "%s%d", sep, mon->chain_dbm[i]);
		sep = ",";
	}
	fputc('|', want);
	sep = "";
	for (i = 0; i < WLAN_CHAINS_MAX; i++) {
		if ((mon->chains >> i & 1) == 0)
			continue;
		fprintf(want, "%s%u", sep, i);
		sep = ",";
	}
	fputc('|', want);
}

static void
want_ht(const struct wlan_monitor *mon)
{
	bool ht = mon->rx.mode == RTE_WLAN_HT;

	want_if(ht, mon->rx.mcs);
	want_if(ht, mon->rx.bw_mhz == 40);
	want_if(ht, mon->rx.gi == RTE_WLAN_GI_SHORT);
	want_if(ht && is(mon, WLAN_MON_HT_GREENFIELD), 1);
	want_if(ht && is(mon, WLAN_MON_LDPC_KNOWN), is(mon, WLAN_MON_LDPC));
	want_if(ht && is(mon, WLAN_MON_STBC_KNOWN), mon->stbc);
}

static void
want_ampdu(const struct wlan_monitor *mon)
{
	bool ampdu = is(mon, WLAN_MON_AMPDU), known = is(mon, WLAN_MON_AMPDU_LAST_KNOWN);

	want_if(ampdu, mon->ampdu_ref);
	want_if(ampdu, known);
	want_if(ampdu, known && is(mon, WLAN_MON_AMPDU_LAST));
}

static void
want_vht(const struct wlan_monitor *mon)
{
	bool vht = mon->rx.mode == RTE_WLAN_VHT;
	uint16_t bw = mon->rx.bw_mhz;

	want_if(vht, bw == 20 ? 0 : bw == 40 ? 1 : bw == 80 ? 4 : 11);
	want_if(vht, mon->rx.gi == RTE_WLAN_GI_SHORT);
	want_if(vht, mon->rx.mcs);
	want_if(vht, mon->rx.nss);
	want_if(vht, is(mon, WLAN_MON_LDPC_KNOWN) && is(mon, WLAN_MON_LDPC));
	want_if(vht && is(mon, WLAN_MON_STBC_KNOWN), mon->stbc != 0);
	want_if(vht && is(mon, WLAN_MON_BF_KNOWN), is(mon, WLAN_MON_BEAMFORMED));
}

/* 0.8, 1.6, 3.2 us; not known, 1x, 2x, 4x. */
static const uint8_t gi_codes[] = { [RTE_WLAN_GI_4X_32] = 2, 0, 1, 0, 1, 0 };
static const uint8_t ltf_codes[] = { [RTE_WLAN_GI_4X_32] = 3, 3, 2, 2, 1, 1 };

static unsigned int
log2_width(uint16_t bw_mhz)
{
	return bw_mhz == 20 ? 0 : bw_mhz == 40 ? 1 : bw_mhz == 80 ? 2 : 3;
}

static void
want_he(const struct wlan_monitor *mon)
{
	bool he = mon->rx.mode == RTE_WLAN_HE;

	want_if(he, mon->he_format);
	want_if(he, mon->rx.mcs);
	want_if(he && is(mon, WLAN_MON_LDPC_KNOWN), is(mon, WLAN_MON_LDPC));
	want_if(he && is(mon, WLAN_MON_STBC_KNOWN), mon->stbc != 0);
	want_if(he && is(mon, WLAN_MON_DCM), 1);
	want_if(he, mon->he_ru != 0 ? mon->he_ru : log2_width(mon->rx.bw_mhz));
	want_if(he, he ? gi_codes[mon->rx.gi] : 0);
	want_if(he, he ? ltf_codes[mon->rx.gi] : 0);
	want_if(he, mon->rx.nss);
	want_if(he, is(mon, WLAN_MON_BF_KNOWN));
}

/* Types and lengths of the TLVs: U-SIG and EHT. */
static void
want_eht(const struct wlan_monitor *mon)
{
	fputs(mon->rx.mode == RTE_WLAN_EHT ? "33,34|12,44\n" : "|\n", want);
}

static uint32_t
fcs_of(const uint8_t *p, uint32_t len)
{
	uint32_t crc = UINT32_MAX, bit;

	for (; len > 0; len--)
		for (crc ^= *p++, bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xedb88320 : 0);
	return ~crc;
}

static void
write_frame(const struct wlan_monitor *mon)
{
	uint8_t record[WLAN_RADIOTAP_MAX + sizeof(frame) + 4];
	uint32_t len = wlan_radiotap_write(record, mon), i;
	uint32_t fcs = fcs_of(frame, sizeof(frame));
	struct pcap_pkthdr hdr = { .ts = { 1, 0 } };

	fprintf(want, "%u|%u|", number, len);
	if (is(mon, WLAN_MON_FCS_BAD))
		fcs ^= 1;
	memcpy(record + len, frame, sizeof(frame));
	len += sizeof(frame);
	for (i = 0; i < 4 && is(mon, WLAN_MON_FCS); i++)
		record[len++] = fcs >> (8 * i) & 0xff;
	hdr.caplen = hdr.len = len;
	pcap_dump((uint8_t *)dump, &hdr, record);
}

/* The facts beside the rate change from frame to frame, each at its own pace. */
static void
add_frame(struct wlan_rate rate)
{
	static const uint16_t freqs[] = { 5180, 5955, 5825 };
	uint32_t n = ++number;
	struct wlan_monitor mon = {
		.tsft_us = 0x100000000ull * n + 7, .ampdu_ref = n,
		.freq_mhz = rate.mode == RTE_WLAN_CCK || n % 4 == 0 ? 2412 : freqs[n % 3],
		.signal_dbm = (int8_t)(-1 - (int)(n % 100)), .chains = n % 16,
		.chain_dbm = { -11, -22, -33, (int8_t)(-1 - (int)(n % 127)) },
		.he_format = n % 4, .he_ru = n % 13 == 0 ? 4 + n % 6 : 0,
		.rx = { .flags = RTE_WLAN_RX_RATE, .mode = rate.mode, .mcs = rate.mcs,
			.nss = rate.nss, .bw_mhz = rate.bw_mhz, .gi = rate.gi },
	};

	/* All but the decryption error, which radiotap has no word for. */
	mon.flags = (n * 2654435761u >> 13) & 0x7fff;
	mon.stbc = is(&mon, WLAN_MON_STBC_KNOWN) ? n % 4 : 0;
	write_frame(&mon);
	want_common(&mon);
	want_signals(&mon);
	want_ht(&mon);
	want_ampdu(&mon);
	want_vht(&mon);
	want_he(&mon);
	want_eht(&mon);
}

/* One MCS and NSS at every width and guard interval. */
static void
add_widths(unsigned int m, struct wlan_rate rate)
{
	unsigned int bw, gi;

	for (bw = 0; bw < modes[m].widths; bw++) {
		for (gi = modes[m].gi_min; gi <= modes[m].gi_max; gi++) {
			rate.bw_mhz = 20 << bw;
			rate.gi = gi;
			add_frame(rate);
		}
	}
}

static void
add_mode(unsigned int m)
{
	struct wlan_rate rate = { .mode = modes[m].mode };
	unsigned int nss;

	for (rate.mcs = 0; rate.mcs <= modes[m].mcs_max; rate.mcs++) {
		rate.nss = rate.mcs / 8 + 1;	/* HT's */
		if (modes[m].nss_max == 0)
			add_widths(m, rate);
		for (nss = 1; nss <= modes[m].nss_max; nss++) {
			rate.nss = nss;
			add_widths(m, rate);
		}
	}
}

int
main(int argc, char **argv)
{
	pcap_t *pcap = pcap_open_dead(DLT_IEEE802_11_RADIO, 65535);
	unsigned int m;
	bool good;

	if (argc != 3 || pcap == NULL) {
		fprintf(stderr, "usage: radiotap_pcap PCAP WANT\n");
		return EXIT_FAILURE;
	}
	dump = pcap_dump_open(pcap, argv[1]);
	want = fopen(argv[2], "w");
	if (dump == NULL || want == NULL) {
		perror("radiotap_pcap");
		return EXIT_FAILURE;
	}
	for (m = 0; m < sizeof(modes) / sizeof(modes[0]); m++)
		add_mode(m);
	good = pcap_dump_flush(dump) == 0;
	pcap_dump_close(dump);
	pcap_close(pcap);
	return fclose(want) == 0 && good ? EXIT_SUCCESS : EXIT_FAILURE;
}
