/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT7921U_MSDU_H
#define MT7921U_MSDU_H

/* MSDUs: the subframes of an A-MSDU (IEEE 802.11-2020 9.3.2.2), and LLC to Ethernet. */

#include <stdbool.h>
#include <stdint.h>

#define SUBFRAME_HEADER 14u

/* The subframe at *pos of an A-MSDU's body and its length, padding not counted; *pos
 * moves to the next one. 0 at the end, or where it does not fit into the body. */
uint32_t mt7921_subframe(const uint8_t *body, uint32_t len, uint32_t *pos);

/* Subframes, 0 when the body is not a whole number of them. */
uint32_t mt7921_subframes(const uint8_t *body, uint32_t len);

/*
 * The Ethernet packet of an MSDU: RFC 1042 and bridge tunnel headers become a type,
 * anything else stands behind a length field. out has room for len + 14. Bytes written.
 */
uint32_t mt7921_msdu_to_ethernet(const uint8_t *da, const uint8_t *sa, const uint8_t *msdu,
				 uint32_t len, uint8_t *out);

/* The MSDU of an Ethernet packet of at least 14 bytes; out has room for len + 8. */
uint32_t mt7921_msdu_from_ethernet(const uint8_t *packet, uint32_t len, uint8_t *out);

#endif /* MT7921U_MSDU_H */
