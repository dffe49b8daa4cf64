/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef AIR_H
#define AIR_H

/*
 * The air side of a modelled Wi-Fi chip: what an access point sends, MPDU by
 * MPDU, each with the time at which its last symbol arrives. A source (a
 * capture, a generator) gives packets; the access point (ap.c) turns Ethernet
 * into 802.11, builds A-MPDUs and spaces them as the PHY would.
 *
 * No clock here either: times are nanoseconds since the model's zero.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define AIR_MPDU_MAX 11454	/* largest MPDU, FCS included (802.11ax/be VHT limit) */

enum air_mode { AIR_CCK, AIR_OFDM, AIR_HT, AIR_VHT, AIR_HE, AIR_EHT };

struct air_rate {
	enum air_mode mode;
	uint8_t mcs;		/* CCK/OFDM: index into 1,2,5.5,11 / 6,9,12,18,24,36,48,54 Mbit/s */
	uint8_t nss;		/* 1.. */
	uint8_t bw;		/* 0 = 20, 1 = 40, 2 = 80, 3 = 160 MHz */
	uint8_t gi_ltf;		/* HE/EHT: 0 4x3.2, 1 4x0.8, 2 2x1.6, 3 2x0.8, 4 1x1.6,
				 * 5 1x0.8 us; before HE: not 0 is short GI */
};

/* One MPDU as it comes out of the air. data stays good until the next call. */
struct air_frame {
	const uint8_t *data;	/* 802.11 header .. FCS */
	uint32_t len;		/* bytes, the 4 of the FCS included */
	uint64_t start_ns;	/* first symbol of this MPDU */
	uint64_t end_ns;	/* last symbol: the chip has it from here on */
	struct air_rate rate;
	int8_t rssi_dbm;
	uint16_t freq_mhz;	/* centre of the primary 20 MHz; 0: on any channel */
	uint32_t ppdu;		/* number of the PPDU, counts up */
	bool ampdu;		/* member of an A-MPDU */
	bool last;		/* last MPDU of its PPDU */
	bool fcs_bad;
	bool decrypted;		/* the chip has the key: header .. IV .. plain text .. MIC */
	uint8_t sec_type;	/* cipher when decrypted or protected, as the chip reports it */
};

#define AIR_TX_MAX 16383	/* largest MPDU that any chip here can be given, no FCS */

/* One MPDU that the chip's radio sends. */
struct air_tx {
	const uint8_t *data;	/* 802.11 header .. body, no FCS: the air adds none */
	uint32_t len;
	struct air_rate rate;
	bool no_ack;		/* the sender did not ask for an acknowledgement */
};

struct air;

/*
 * What an access point is given while time goes on, "live[:queue:N]", rather than what it
 * finds in a file: air_push(). Its packets wait in one queue (N packets, 256) for the
 * medium; those that come before a PPDU begins may still travel in it, and have then left
 * the queue.
 *
 * "ping[:size:BYTES/gap:US/count:N]": a station behind the access point sends an ICMP echo
 * request to da, waits for the reply that air_send() brings, and sends the next gap later;
 * a reply that takes longer than a second is lost. Its round trips are counters
 * (air_ping_*).
 *
 * Options of both, besides those below without loop, pace and rate:
 *   access:MIN-MAX      us of waiting for the medium before each PPDU, evenly spread;
 *                       default what the PHY has without contention
 *   seed:N              of that, and of nothing else; same seed, same times
 *   retry:7|0..15       MPDUs that got no acknowledgement are sent again so often
 *   ratectl:fixed|ewma  what that does to the rate: ap_rate.c
 *
 * spec: NULL (silence) or "pcap:FILE" or
 * "gen:rate:MBPS/size:BYTES/flows:N[/count:N]" (rate 0: as fast as the PHY carries
 * it; size: Ethernet bytes without FCS). A capture is Ethernet, 802.11 or radiotap
 * and is read into memory as a whole.
 *
 * options: NULL or "NAME:VALUE[/NAME:VALUE...]", the default first:
 *   loop:0|1            the capture again and again
 *   pace:phy|capture    PPDUs back to back, or not before their time
 *   rate:MBPS           cap of the offered load, 0 none
 *   start:0|never       ms of silence before the first frame, up to 60000; never:
 *                       held until air_release()
 *   lossless:0|1        wait while the chip has no room; default 1 for pcap,
 *                       0 for gen
 *   mode:eht|he|vht|ht|ofdm|cck, mcs:N, nss:N, bw:20|40|80|160, gi:CODE
 *                       default the best that two streams and 160 MHz give,
 *                       0.8 us; CODE as gi_ltf above
 *   most:MODE-NSS-BW    what the chip can receive at best (he-2-80): bounds those of
 *                       mode, nss and bw that are not given
 *   rssi:-50            dBm
 *   ampdu:64            MPDUs per PPDU at most
 *   qos:1|0 htc:0|1 a4:0|1 tid:dscp|0..7 (default 0)
 *   amsdu:N             up to N packets per A-MSDU
 *   frag:BYTES          MSDUs in fragments of so many bytes, 64 up
 *   nulls:N             a QoS Null before every N-th packet
 *   fcsbad:N            every N-th MPDU with a broken FCS; it is not repeated
 *   protect:none|wep40|tkip|ccmp128|ccmp256|gcmp128|gcmp256
 *   undecrypted:0|1     protected frames that the chip has no key for
 *   fcs:auto|no|yes     do 802.11 records end with an FCS? auto: as radiotap
 *                       says, else whether their last bytes are one
 *   bssid:MAC da:MAC    the access point; where generated packets go
 * 802.11 records go out as they are: only loop, pace, rate, start, lossless, fcs,
 * fcsbad and,
 * where radiotap is silent, rate and signal apply to them. Those whose radiotap tells a
 * channel are on that alone, everything else is on every channel.
 *
 * NULL on failure with one line of reason in err.
 */
struct air *air_open(const char *spec, const char *options,
		     char *err, size_t err_size);
void air_close(struct air *air);

/*
 * The next MPDU and the time it ends, without taking it; NULL while the air is held, while
 * nothing waits in a live one, and when the source is at its end for good. Never later than asked: the source does not look at
 * the time, it only says it.
 */
const struct air_frame *air_peek(struct air *air);

/* Take the frame that air_peek() shows. */
void air_take(struct air *air);

/*
 * A packet (Ethernet without FCS) for a live air, which copies it. 0; -ENOBUFS the queue
 * is full, -ENOMEM: dropped, counted (air_queue_drops); -EMSGSIZE it makes no MPDU;
 * -ENOTSUP the air is not live, or pings. Times never run backwards, and the model has been
 * moved to now_ns before (advance()); afterwards its caller looks at next_event() again.
 */
int air_push(struct air *air, uint64_t now_ns, const uint8_t *packet, uint32_t len);

/*
 * The frame that air_peek() shows was not acknowledged, for the chip had no room; called
 * instead of air_take(). A live air sends it again at the head of the next PPDU, Retry bit
 * set, so that it comes behind newer ones; others take it as lost.
 */
void air_unacknowledged(struct air *air);

/*
 * The chip has no room and the access point is of the patient kind
 * (air_lossless()): everything not yet taken moves so that the next MPDU ends
 * at until_ns or later.
 */
bool air_lossless(const struct air *air);
void air_delay(struct air *air, uint64_t until_ns);

/*
 * Somebody listens from now on. The first time the air's own zero becomes now_ns, later
 * the next MPDU begins then or after: nothing was sent to nobody.
 */
void air_begin(struct air *air, uint64_t now_ns);

/*
 * Silence from now on, until air_release(): air_peek() shows nothing. Released, the next
 * MPDU begins at now_ns or later. What is held stays held, what is not is not released.
 */
void air_hold(struct air *air);
/* ... when so many further frames are taken; 0: not any more. */
void air_hold_after(struct air *air, uint64_t frames);
void air_release(struct air *air, uint64_t now_ns);
bool air_held(const struct air *air);

/*
 * What the radio sends is written to a capture: radiotap (TSFT: microseconds since
 * the model's zero; rate or MCS, VHT, HE; channel bandwidth; TX flags no-ack) and
 * the frame without FCS. Overwrites file. False with one line of reason in err.
 */
bool air_out_open(struct air *air, const char *file, char *err, size_t err_size);

/*
 * The radio sends tx from now_ns on, or as soon as it has sent what came before.
 * Returns when the frame and its acknowledgement are over: its airtime is that of
 * its length and rate (phy.h), without a time of waiting for the medium. Frames to
 * a group get no acknowledgement. A frame longer than AIR_TX_MAX or of a rate that
 * there is none of is not sent. tx is not kept.
 */
uint64_t air_send(struct air *air, uint64_t now_ns, const struct air_tx *tx);

/*
 * The model is at now_ns. What was written to the capture can be read from its
 * file at most a second of model time, or 1000 frames, after it was sent; all of
 * it after air_close().
 */
void air_out_advance(struct air *air, uint64_t now_ns);

/* Counter number i of the air: true and its name and value, or false past the
 * last. Names begin with "air_"; the list and its order never change. */
bool air_counter(const struct air *air, unsigned int i, const char **name,
		 uint64_t *value);

#endif /* AIR_H */
