/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef EXPECT_H
#define EXPECT_H

/*
 * What must come out of a port that hears the packets of a capture: 802.11
 * carries most Ethernet packets as they are and a few in another form.
 *
 *  - a record that was cut by the snap length, or is shorter than 14 bytes, is
 *    not sent;
 *  - nor is a packet of more than 11390 bytes: with 802.11's headers, cipher and
 *    FCS (at most 64 bytes) it would not fit the MPDU of 11454 bytes;
 *  - 802.3 (type below 0x0600): the padding behind the length goes; a length
 *    beyond the end becomes the true one; less than 2 bytes of LLC, or more than
 *    1500, are dropped by the driver;
 *  - 802.3 with an LLC/SNAP header of RFC 1042 or of the bridge tunnel becomes
 *    Ethernet II, but for AARP and IPX in RFC 1042;
 *  - a packet longer than the MTU, the Ethernet header and two tags is dropped
 *    by the driver.
 */

#include <stdbool.h>
#include <stdint.h>

struct expect_packet {
	uint8_t *data;
	uint32_t len;
};

struct expect {
	struct expect_packet *packets;
	uint64_t n, room;
	uint32_t longest;	/* of all that is sent */
	uint64_t not_sent;
	uint64_t dropped;	/* sent, and dropped by the driver */
};

/* mtu 0: as large as needed. False with a line on stderr: no such capture, none
 * of Ethernet, damaged, no memory. */
bool expect_load(struct expect *e, const char *file, uint32_t mtu);
void expect_free(struct expect *e);

#endif /* EXPECT_H */
