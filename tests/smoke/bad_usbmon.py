#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""
bad_usbmon.py OUT: a usbmon capture (link type 220) of an RTL8922AU whose every transfer is damaged.

Prints what a driver must count, one "NAME VALUE" a line. Layouts: struct rtw89_rxdesc_short_v2 in
morrownr/rtw89 txrx.h; struct usbmon_packet in torvalds/linux drivers/usb/mon/mon_bin.c.
"""

import struct
import sys
from collections import Counter

EACH = 2000
WIFI, UNKNOWN = 0, 15


def frame(number):
    """A QoS data frame from an access point, IPv4 inside; 4 bytes stand in for the FCS."""
    header = struct.pack('<HH', 0x0288, 0) + bytes.fromhex('02228a000001' '02228aa90001'
                                                           '02228aa90002')
    body = bytes.fromhex('aaaa03000000' '0800') + struct.pack('>I', number) + bytes(60)
    return header + struct.pack('<HH', number % 4096 << 4, 0) + body + bytes(4)


def unit(payload, kind=WIFI, length=None, flags=0):
    """A short descriptor, 24 bytes, no PHY report, and the payload, padded to 16 bytes."""
    length = len(payload) if length is None else length
    rxd = struct.pack('<6I', length | kind << 24, 0, 0, flags, 0, 0)
    data = rxd + payload
    return data + bytes(-len(data) % 16)


def completion(number, data):
    head = struct.pack('<QBBBBHBBqiiII', 0xffff888000000000 + number % 8 * 192, ord('C'), 3, 0x84,
                       2, 1, ord('-'), 0, number // 1000, number % 1000 * 1000, 0, len(data),
                       len(data))
    return head + bytes(8) + struct.pack('<iiII', 0, 0, 0x200, 0) + data


def transfers(count):
    """One good frame, then damage; what has to be counted for it."""
    good = unit
    for n in range(EACH):
        first = good(frame(n))
        count['rx_good_packets'] += 1
        kind = n % 6
        if kind == 0:
            yield first + unit(b'', length=0) + bytes([1] * 8)
            count['rx_agg_zero_length'] += 1
        elif kind == 1:
            yield first + unit(frame(n), length=0x3fff)
            count['rx_agg_overrun'] += 1
        elif kind == 2:
            yield first + bytes([0xff] * 10)
            count['rx_agg_short_descriptor'] += 1
        elif kind == 3:
            yield first + unit(frame(n), flags=0x40)
            count['rx_decap_fcs_error'] += 1
        elif kind == 4:
            yield first + unit(bytes(8), kind=UNKNOWN)
            count['rx_unit_other'] += 1
        else:
            yield first + unit(b'\x88')
            count['rx_decap_short'] += 1


def main():
    count = Counter()
    with open(sys.argv[1], 'wb') as out:
        out.write(struct.pack('<IHHiIII', 0xa1b2c3d4, 2, 4, 0, 0, 262144, 220))
        for number, data in enumerate(transfers(count)):
            record = completion(number, data)
            out.write(struct.pack('<IIII', number // 1000, number % 1000 * 1000, len(record),
                                  len(record)))
            out.write(record)
            count['rx_usb_transfers'] += 1
    errors = sum(count[name] for name in ('rx_agg_zero_length', 'rx_agg_overrun',
                                          'rx_agg_short_descriptor', 'rx_decap_fcs_error',
                                          'rx_decap_short'))
    count['rx_errors'] = errors
    for name, value in count.items():
        print(name, value)


main()
