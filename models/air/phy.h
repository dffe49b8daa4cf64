/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef AIR_PHY_H
#define AIR_PHY_H

/*
 * Times on the air. Symbol counts and rates are those of IEEE 802.11-2020
 * (clauses 15 to 21), 802.11ax-2021 (27) and 802.11be (36). The access time
 * is an average that a single busy access point sees; nothing measured.
 */

#include <stdint.h>

#include "../air.h"

#define PHY_SIFS_NS 16000u
#define PHY_AIFS_NS 43000u	/* best effort: SIFS + 3 slots of 9 us */
#define PHY_BACKOFF_NS 67500u	/* mean of CWmin 15: 7.5 slots */
#define PHY_PPDU_MAX_NS 5484000u /* aPPDUMaxTime */

/* Is there such a rate? A capture or a user may ask for anything. */
bool air_phy_rate_valid(const struct air_rate *rate);

/* Preamble and PHY headers before the first data symbol. */
uint64_t air_phy_preamble_ns(const struct air_rate *rate);

/* Bits after the start of the data field until their last one has arrived. */
uint64_t air_phy_bits_ns(const struct air_rate *rate, uint64_t bits);

/* The data field of so many bits, whole symbols. */
uint64_t air_phy_data_ns(const struct air_rate *rate, uint64_t bits);

/* SIFS and the answer: Ack, or BlockAck for an A-MPDU. */
uint64_t air_phy_response_ns(const struct air_rate *rate, bool ampdu);

/* Data bits per second, for tests and messages. */
uint64_t air_phy_bits_per_second(const struct air_rate *rate);

/* Most bytes that an A-MPDU of this PHY may have. */
uint32_t air_phy_ampdu_max(const struct air_rate *rate);

/* MPDUs between the oldest one without acknowledgement and the newest one sent: the
 * largest BlockAck bitmap of the PHY's generation. */
uint32_t air_phy_window(const struct air_rate *rate);

#endif /* AIR_PHY_H */
