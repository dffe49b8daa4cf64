/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef AIR_DOT11_H
#define AIR_DOT11_H

/* Building of 802.11 data frames, IEEE 802.11-2020 9.2 and 9.3.2. */

#include <stdbool.h>
#include <stdint.h>

#include "options.h"

#define DOT11_MORE_FRAG 0x0400u
#define DOT11_RETRY 0x0800u
#define DOT11_HEADER_MAX 36

struct dot11_header {
	const uint8_t *da, *sa;
	const uint8_t *ra;	/* receiver when it is not da (A-MSDU), or NULL */
	uint16_t seq;		/* 12 bits */
	uint8_t frag;
	bool more_frag;
	bool qos;
	bool null;		/* QoS Null: no body */
	bool htc;
	bool a4;
	bool amsdu;
	bool protected;
	uint8_t tid;
};

/* Header bytes written to p. */
uint32_t air_dot11_write_header(uint8_t *p, const struct dot11_header *h,
				const uint8_t bssid[6]);

/*
 * The MSDU of an Ethernet packet: LLC/SNAP and what follows the type, or what
 * an 802.3 length field covers. Bytes written to p, which has room for
 * packet_len + 8.
 */
uint32_t air_dot11_write_msdu(uint8_t *p, const uint8_t *packet, uint32_t packet_len);

/*
 * Cipher framing. The chip keeps IV and MIC in place when it decrypts, so a
 * decrypted frame is header, IV, plain text, MIC bytes, FCS.
 */
uint32_t air_protect_iv_len(enum air_protect cipher);
uint32_t air_protect_mic_len(enum air_protect cipher);

/* SEC_TYPE as rtw89 numbers the ciphers (morrownr/rtw89 fw.h). */
uint8_t air_protect_sec_type(enum air_protect cipher);

void air_protect_write_iv(uint8_t *p, enum air_protect cipher, uint64_t pn);
void air_protect_write_mic(uint8_t *p, enum air_protect cipher, uint64_t pn,
			   const uint8_t *body, uint32_t body_len);

/* Stand-in for encryption of a frame that nobody has the key of. */
void air_protect_scramble(uint8_t *p, uint32_t len, uint64_t pn);

#endif /* AIR_DOT11_H */
