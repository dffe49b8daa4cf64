/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT7921U_TXD_H
#define MT7921U_TXD_H

/*
 * A bulk-OUT transfer with a frame: USB word, 64-byte transmit descriptor, frame, zeros to
 * a multiple of 4, 4 more zeros. Layout: openwrt/mt76 mt76_connac2_mac.h,
 * mt76_connac_mac.c, mt7921/mac.c, mt792x_usb.c.
 */

#include <stdbool.h>
#include <stdint.h>

#include "../air.h"

#define TXD_LEN 64u
#define TX_MPDU_MAX (AIR_MPDU_MAX - 4)

/* Endpoints, by their place in the descriptor (openwrt/mt76 usb.c, mt76.h). */
enum tx_endpoint {
	EP_MCU = 0x08, EP_BE = 0x04, EP_BK = 0x05, EP_VI = 0x06, EP_VO = 0x07, EP_MGMT = 0x09,
};

/* What can be wrong; each is a counter, and the frame is not sent. The chip's own: */
#define TXD_FAULTS(X) \
	X(tx_bad_transfer)	/* its length is not what its USB word asks for */ \
	X(tx_bad_usb_word)	/* PKT_TYPE or a reserved bit */ \
	X(tx_bad_tail)		/* padding or end mark is not zero */ \
	X(tx_bad_header_format)	/* HDR_FORMAT */ \
	X(tx_bad_header_len)	/* HDR_INFO is not the header's length */ \
	X(tx_bad_ethertype)	/* word 1 bit 15 and the frame */ \
	X(tx_bad_type)		/* FRAME_TYPE, SUB_TYPE and the frame */ \
	X(tx_bad_multicast)	/* MULTICAST and the receiver's address */ \
	X(tx_bad_fragment)	/* FRAG and the frame */ \
	X(tx_no_attempts)	/* REM_TX_COUNT 0 */ \
	X(tx_no_key)		/* PROTECT_FRAME: the model has no keys */ \
	X(tx_no_station)	/* 802.3 for an entry that is not the access point's */

/* Counters of models/core. */
#define TXD_CORE_FAULTS(X) \
	X(tx_bad_descriptor)	/* shorter than one; PKT_FMT or LONG_FORMAT */ \
	X(tx_bad_length)	/* TX_BYTES of descriptor and USB word */ \
	X(tx_bad_endpoint)	/* Q_IDX of another endpoint */ \
	X(tx_bad_frame)		/* shorter than its header, or longer than an MPDU */ \
	X(tx_bad_rate)		/* fixed rate that the chip has not */

#define TXD_FAULT_ENUM(name) TXD_##name,

enum txd_fault {
	TXD_FAULTS(TXD_FAULT_ENUM)
	TXD_N_FAULTS,
	TXD_CORE_FAULTS(TXD_FAULT_ENUM)
	TXD_OK
};

struct txd {
	bool ethernet;		/* HDR_FORMAT 802.3, else 802.11 */
	uint8_t q_idx, tid, own_mac, pid;
	uint16_t wlan_idx;
	uint8_t type, subtype;
	bool fix_rate, no_ack, sn_valid, tx_status_host;
	uint16_t seq;
	uint16_t rate_word;	/* TX_RATE */
	struct air_rate rate;	/* good when fix_rate */
	const uint8_t *frame;
	uint32_t frame_len;
};

/* data: the transfer to endpoint ep. TXD_OK, or the first thing that is wrong. */
enum txd_fault mt7921_txd_decode(struct txd *txd, uint8_t ep, const uint8_t *data,
				 uint32_t len);

/* TX_RATE of a rate, and back; false for a word that is no rate of the chip. */
uint16_t mt7921_tx_rate_word(const struct air_rate *rate);
bool mt7921_tx_rate(uint16_t rate_word, uint32_t word6, struct air_rate *rate);

#endif /* MT7921U_TXD_H */
