#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""
frames_pcap.py OUT.pcap: Ethernet packets of every length from 14 to 1514 bytes, so that their
transfers are of every length too, whole USB packets among them; to groups and to one; 802.3
packets with and without padding, with LLC/SNAP, with AARP and IPX; some of 1522 bytes (two tags)
and one that is longer, which nobody sends. Each has bytes of its own.
"""

import os
import random
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), '../../devtools'))
sys.dont_write_bytecode = True
import pcapfile  # noqa: E402

SOURCE = bytes.fromhex('02228a000001')
TARGETS = [bytes.fromhex(text) for text in
           ('020000000002', 'ffffffffffff', '01005e000001', '333300000001')]
SNAP, TUNNEL = bytes.fromhex('aaaa03000000'), bytes.fromhex('aaaa030000f8')
AARP, IPX, IPV4, VLAN, QINQ = 0x80f3, 0x8137, 0x0800, 0x8100, 0x88a8


def ether(target, kind, body):
    return target + SOURCE + struct.pack('>H', kind) + body


def packets():
    bytes_of = random.Random(1).randbytes
    for length in range(14, 1515):
        target = TARGETS[length % 16 if length % 16 < 4 else 0]
        yield ether(target, (IPV4, AARP, IPX, 0x0600)[length % 64 if length % 64 < 4 else 0],
                    bytes_of(length - 14))
    for length in (2, 3, 38, 46, 100, 500, 1500):
        body = b'\x42\x42\x03' + bytes_of(length)
        yield ether(TARGETS[2], length, body[:length])
        yield ether(TARGETS[0], length, body[:length] + bytes(max(0, 46 - length)))
    for llc in (SNAP, TUNNEL):
        for kind in (IPV4, AARP, IPX):
            body = llc + struct.pack('>H', kind) + bytes_of(40)
            yield ether(TARGETS[1], len(body), body)
    tags = struct.pack('>HHH', 5, VLAN, 6)
    yield ether(TARGETS[0], QINQ, tags + struct.pack('>H', IPV4) + bytes_of(1500))
    yield ether(TARGETS[0], VLAN, tags[4:6] + bytes_of(1514 - 16))
    yield ether(TARGETS[0], IPV4, bytes_of(1523 - 14))


pcapfile.write(sys.argv[1], (pcapfile.Frame(nr * 1000, len(data), data)
                             for nr, data in enumerate(packets())))
