/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef AIR_PING_PACKET_H
#define AIR_PING_PACKET_H

/* Echo requests as Ethernet packets, and replies in the MPDUs of a station. */

#include <stdbool.h>
#include <stdint.h>

#define PING_PACKET_MIN 60
#define PING_PACKET_MAX 1514

struct air_ping_packet {
	uint32_t size;		/* Ethernet without FCS */
	uint8_t bytes[PING_PACKET_MAX];
};

/* All but the number, for a station with that address. */
void air_ping_fill(struct air_ping_packet *packet, uint32_t size, const uint8_t da[6]);
void air_ping_number(struct air_ping_packet *packet, uint16_t number);

/*
 * An MPDU of len bytes without FCS, sent to the access point bssid: 1 with its number when
 * it is a reply to air_ping_fill()'s, -1 when its sum is wrong, 0 when it is anything else.
 */
int air_ping_reply(const uint8_t *mpdu, uint32_t len, const uint8_t bssid[6],
		   uint16_t *number);

#endif /* AIR_PING_PACKET_H */
