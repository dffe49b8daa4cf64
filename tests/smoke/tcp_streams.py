#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""
tcp_streams.py ONE OTHER: do two captures hold the same bytes in each direction of each TCP
connection, however they are cut into packets? Exit status 1 if not. The order of a stream's
packets counts; a packet that brings no new byte (a retransmission) must be in both.
"""

import os
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), '../../devtools'))
sys.dont_write_bytecode = True
import pcapfile  # noqa: E402

TAGS = (0x8100, 0x88a8)
TCP = 6


def be16(data, at):
    """Two bytes in network order."""
    return struct.unpack_from('>H', data, at)[0]


def ip_of(data):
    """EtherType, and the IP packet without what stands behind it."""
    at = 12
    while be16(data, at) in TAGS:
        at += 4
    kind, data = be16(data, at), data[at + 2:]
    if kind == 0x0800:
        return kind, data[:be16(data, 2)]
    if kind == 0x86dd:
        return kind, data[:40 + be16(data, 4)]
    return kind, b''


def segment_of(data):
    """Addresses and ports, sequence number and payload of a TCP packet; None: another."""
    kind, data = ip_of(data)
    if kind == 0x0800 and data[9] == TCP:
        head, where = 4 * (data[0] & 15), data[12:20]
    elif kind == 0x86dd and data[6] == TCP:
        head, where = 40, data[8:40]
    else:
        return None
    tcp = data[head:]
    return where + tcp[:4], struct.unpack_from('>I', tcp, 4)[0], tcp[4 * (tcp[12] >> 4):]


def streams(path):
    """For each direction of each connection all bytes as they came, with where they belong:
    [first sequence number, bytes], a new piece wherever they do not follow each other."""
    found = {}
    for frame in pcapfile.read(path):
        segment = segment_of(frame.data)
        if segment is None or not segment[2]:
            continue
        key, seq, payload = segment
        pieces = found.setdefault(key, [])
        if pieces and (pieces[-1][0] + len(pieces[-1][1])) & 0xffffffff == seq:
            pieces[-1][1] += payload
        else:
            pieces.append([seq, bytearray(payload)])
    return found


def main():
    one, other = streams(sys.argv[1]), streams(sys.argv[2])
    wrong = [key.hex() for key in one.keys() | other.keys() if one.get(key) != other.get(key)]
    total = sum(len(piece) for pieces in one.values() for _, piece in pieces)
    print(f'{len(one)} streams, {total} bytes, {len(wrong)} differ {" ".join(wrong[:4])}')
    return 1 if wrong or not one else 0


sys.exit(main())
