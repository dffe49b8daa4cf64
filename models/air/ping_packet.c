/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../bytes.h"
#include "ping_packet.h"

/* RFC 792, 791, 1042. */
#define ETHERNET 14
#define IPV4 20
#define ICMP 8
#define LLC_SNAP 8
#define PROTOCOL_ICMP 1
#define ECHO_REPLY 0
#define ECHO_REQUEST 8
#define IDENTIFIER 0x5278	/* made up */
#define FRAGMENT 0x3fff		/* more fragments, or an offset */

static const uint8_t station[6] = { 0x02, 0x22, 0x8a, 0xa9, 0x00, 0x02 };
static const uint8_t station_ip[4] = { 192, 0, 2, 1 };
static const uint8_t our_ip[4] = { 192, 0, 2, 2 };

/* The Internet checksum: 0 over what contains its own. */
static uint16_t
checksum(const uint8_t *p, uint32_t len)
{
	uint32_t sum = 0;

	for (; len > 1; len -= 2, p += 2)
		sum += get_be16(p);
	if (len != 0)
		sum += (uint32_t)p[0] << 8;
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return (uint16_t)~sum;
}

void
air_ping_fill(struct air_ping_packet *packet, uint32_t size, const uint8_t da[6])
{
	uint8_t *p = packet->bytes, *ip = p + ETHERNET, *icmp = ip + IPV4;
	uint32_t i;

	packet->size = size;
	memset(p, 0, ETHERNET + IPV4 + ICMP);
	memcpy(p, da, 6);
	memcpy(p + 6, station, 6);
	put_be16(p + 12, 0x0800);
	ip[0] = 0x45;
	put_be16(ip + 2, (uint16_t)(size - ETHERNET));
	ip[6] = 0x40;		/* don't fragment */
	ip[8] = 64;
	ip[9] = PROTOCOL_ICMP;
	memcpy(ip + 12, station_ip, 4);
	memcpy(ip + 16, our_ip, 4);
	icmp[0] = ECHO_REQUEST;
	put_be16(icmp + 4, IDENTIFIER);
	for (i = ETHERNET + IPV4 + ICMP; i < size; i++)
		p[i] = (uint8_t)i;
}

void
air_ping_number(struct air_ping_packet *packet, uint16_t number)
{
	uint8_t *ip = packet->bytes + ETHERNET, *icmp = ip + IPV4;

	put_be16(ip + 4, number);
	put_be16(ip + 10, 0);
	put_be16(ip + 10, checksum(ip, IPV4));
	put_be16(icmp + 6, number);
	put_be16(icmp + 2, 0);
	put_be16(icmp + 2, checksum(icmp, packet->size - ETHERNET - IPV4));
}

/* Header of a data MPDU for the station behind the access point that can be read: its
 * length, else 0. */
static uint32_t
header_len(const uint8_t *mpdu, uint32_t len, const uint8_t bssid[6])
{
	static const uint8_t to_ds = 0x01, from_ds = 0x02, more_fragments = 0x04,
			     protected_frame = 0x40, order = 0x80;
	bool qos;

	/* Version 0, type data, not one of those without a body. */
	if (len < 24 || (mpdu[0] & 0x4f) != 0x08)
		return 0;
	if ((mpdu[1] & (to_ds | from_ds | more_fragments | protected_frame)) != to_ds ||
	    (mpdu[22] & 0xf) != 0)
		return 0;
	if (memcmp(mpdu + 4, bssid, 6) != 0 || memcmp(mpdu + 16, station, 6) != 0)
		return 0;
	qos = (mpdu[0] & 0x80) != 0;
	if (!qos)
		return 24;
	if (len < 26 || (mpdu[24] & 0x80) != 0)	/* an A-MSDU */
		return 0;
	return (mpdu[1] & order) != 0 ? 30 : 26;
}

/* The ICMP message of an IPv4 packet to the station: its bytes in *len, NULL: none. */
static const uint8_t *
icmp_of(const uint8_t *ip, uint32_t *len)
{
	uint32_t header, total;

	if (*len < IPV4 || ip[0] >> 4 != 4)
		return NULL;
	header = (ip[0] & 0xfu) * 4;
	total = get_be16(ip + 2);
	if (header < IPV4 || total < header + ICMP || total > *len ||
	    ip[9] != PROTOCOL_ICMP || (get_be16(ip + 6) & FRAGMENT) != 0 ||
	    memcmp(ip + 16, station_ip, 4) != 0)
		return NULL;
	*len = total - header;
	return ip + header;
}

int
air_ping_reply(const uint8_t *mpdu, uint32_t len, const uint8_t bssid[6], uint16_t *number)
{
	static const uint8_t snap_ipv4[LLC_SNAP] = { 0xaa, 0xaa, 0x03, 0, 0, 0, 0x08, 0 };
	uint32_t header = header_len(mpdu, len, bssid);
	const uint8_t *ip, *icmp;

	if (header == 0 || len < header + LLC_SNAP ||
	    memcmp(mpdu + header, snap_ipv4, LLC_SNAP) != 0)
		return 0;
	ip = mpdu + header + LLC_SNAP;
	len -= header + LLC_SNAP;
	icmp = icmp_of(ip, &len);
	if (icmp == NULL || icmp[0] != ECHO_REPLY || icmp[1] != 0 ||
	    get_be16(icmp + 4) != IDENTIFIER)
		return 0;
	if (checksum(ip, (uint32_t)(icmp - ip)) != 0 || checksum(icmp, len) != 0)
		return -1;
	*number = get_be16(icmp + 6);
	return 1;
}
