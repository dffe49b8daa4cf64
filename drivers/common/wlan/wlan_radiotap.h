/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WLAN_RADIOTAP_H
#define WLAN_RADIOTAP_H

/*
 * Radiotap (radiotap.org), both ways: what the radio knew of a received frame is
 * written in front of it; what the sender wishes for a frame is read from in front
 * of it. A fact that is not known gets no field.
 */

#include <stdbool.h>
#include <stdint.h>

#include "rte_pmd_wlan.h"
#include "wlan_txinfo.h"

#define WLAN_CHAINS_MAX 4

/* Bits of wlan_monitor.flags. */
#define WLAN_MON_TSFT		0x0001u	/* tsft_us is good */
#define WLAN_MON_FCS		0x0002u	/* the frame ends with its FCS */
#define WLAN_MON_FCS_BAD	0x0004u	/* ... which is, or was, wrong */
#define WLAN_MON_SIGNAL		0x0008u	/* signal_dbm is good */
#define WLAN_MON_SHORT_PREAMBLE	0x0010u	/* CCK */
#define WLAN_MON_STBC_KNOWN	0x0020u	/* stbc is good */
#define WLAN_MON_LDPC_KNOWN	0x0040u	/* LDPC is good */
#define WLAN_MON_LDPC		0x0080u
#define WLAN_MON_BEAMFORMED	0x0100u	/* known, and so */
#define WLAN_MON_BF_KNOWN	0x0200u
#define WLAN_MON_AMPDU		0x0400u	/* came in an A-MPDU, ampdu_ref tells which */
#define WLAN_MON_AMPDU_LAST_KNOWN 0x0800u
#define WLAN_MON_AMPDU_LAST	0x1000u
#define WLAN_MON_HT_GREENFIELD	0x2000u
#define WLAN_MON_DCM		0x4000u	/* HE dual carrier modulation */
#define WLAN_MON_ICV_ERROR	0x8000u	/* decryption failed: radiotap has no word for
					 * it; only a counter of the port tells */

enum wlan_he_format { WLAN_HE_SU, WLAN_HE_EXT_SU, WLAN_HE_MU, WLAN_HE_TB, WLAN_HE_UNKNOWN };

/* All that is known of one received frame in monitor mode. CPU byte order. */
struct wlan_monitor {
	uint64_t tsft_us;	/* start of the frame, device's clock */
	uint32_t ampdu_ref;
	uint16_t flags;		/* WLAN_MON_... */
	uint16_t freq_mhz;	/* centre of the primary channel; 0: not known */
	struct rte_wlan_rx rx;	/* mode, mcs, nss, bw_mhz, gi; RTE_WLAN_RX_RATE clear:
				 * not known. Its other fields are not read. */
	int8_t signal_dbm;	/* of all chains together */
	uint8_t chains;		/* bit n: chain_dbm[n] is good */
	int8_t chain_dbm[WLAN_CHAINS_MAX];
	uint8_t stbc;		/* streams of STBC, 0..3 */
	uint8_t he_format;	/* enum wlan_he_format, for mode HE; UNKNOWN is written
				 * as SU, radiotap has no word for it */
	uint8_t he_ru;		/* RU allocation: 0 none known, else radiotap's code of
				 * data5 bandwidth-or-RU field (4 26-tone ... 9 996-tone,
				 * 10 2x996-tone) */
};

/* Of all combinations of fields the longest: EHT with everything and four chains. */
#define WLAN_RADIOTAP_MAX 120u

/*
 * Write the header of mon to dst, WLAN_RADIOTAP_MAX bytes of room, any alignment.
 * Returns its length, a multiple of 4. Any thread. Fields: TSFT, flags (FCS at end,
 * bad FCS, short preamble, short GI), rate (CCK, OFDM), channel (with its band's and
 * modulation's flags; 6 GHz goes as 5 GHz), antenna signal, MCS (HT), A-MPDU status,
 * VHT, HE; then, per chain, a presence word of its own with antenna signal and
 * antenna number; last, for EHT, TLVs U-SIG and EHT (what is known of bandwidth, GI,
 * MCS and NSS).
 *
 * TLVs fill the header to its end, so their bit (28) stands in the last presence
 * word, beside the last chain's bits: as radiotap.org/fields/TLV asks, and as Linux
 * writes and Wireshark reads it. Wireshark 4.0 does not know these two and gets lost in
 * them: all fields before them are right, then it calls the frame malformed.
 *
 * Two facts have no bit that says whether they are known: LDPC of VHT (0 when not
 * known) and the LTF size of HE and EHT, which has a value for it. A rate that
 * is in no table of rte_wlan_mode gets no rate field.
 */
uint32_t wlan_radiotap_write(uint8_t *dst, const struct wlan_monitor *mon);

/*
 * The radiotap header of a frame to inject; hdr[0..n) is all that is contiguous, any
 * alignment. Reads flags (FCS at end, short preamble), rate, TX flags (no-ack, RTS,
 * own sequence number 0x0010), data retries, MCS, VHT, HE; knows the size of every
 * other standard field and passes over it, and over several presence words, vendor
 * fields and TLVs. It stops at fields from 32 on, whose sizes nobody knows. Any
 * thread.
 *
 * info is the caller's WLAN_TXINFO_NONE: sets rate (of several the last), retries
 * and adds the flags RATE, NO_ACK, OWN_SEQ, STBC, LDPC, SHORT_PREAMBLE, RTS; leaves
 * the rest alone. What a rate field does not say is 20 MHz, long GI (HE: 2x LTF,
 * 0.8 us), one stream. Rate 0, an MCS field without its index, VHT without a user
 * and HE without MCS are no wish.
 *
 * Returns the header's length (the frame begins there), or -EINVAL, and then info
 * and *fcs_at_end are as they were: version not 0; shorter than 8 bytes or longer
 * than n; a presence word, field or TLV past its end; two namespaces at once, or
 * anything after TLVs; a rate that cannot be (not in 802.11b/g, HT MCS above 31, VHT
 * and HE MCS above 11, more than 8 streams, no such bandwidth, GI or LTF; a resource
 * unit). Which rates a chip has is the chip's to say.
 */
int wlan_radiotap_read(const uint8_t *hdr, uint32_t n, struct wlan_txinfo *info,
		       bool *fcs_at_end);

/* Centre frequency of a 20 MHz channel, MHz; 0 for a channel (or a band) that there
 * is not. band: 2, 5 or 6 (GHz). 5 GHz goes up to channel 177, 6 GHz has channel 2
 * (IEEE Std 802.11-2020 and 802.11ax-2021, annex E). */
uint16_t wlan_channel_mhz(unsigned int band, unsigned int channel);

#endif /* WLAN_RADIOTAP_H */
