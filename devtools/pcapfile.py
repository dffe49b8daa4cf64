# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""Classic pcap files of Ethernet frames: read, write, and know a frame's headers."""

import struct
from collections import namedtuple

MAGICS = {0xa1b2c3d4: 1000, 0xa1b23c4d: 1}  # to the nanoseconds of a tick
ETHERNET = 1
VLAN_TYPES = (0x8100, 0x88a8)
TCP, UDP, ICMP, ICMPV6 = 6, 17, 1, 58

# wire: length on the wire, more than len(data) when the record was cut.
Frame = namedtuple('Frame', 'ns wire data')
# l3, l4: offsets; end: where the IP packet ends; proto: 0 when not IP, or a fragment.
Headers = namedtuple('Headers', 'ethertype l3 proto l4 end')


class PcapError(Exception):
    """The file is not what it should be."""


def read(path):
    """Yield the frames of a file; a cut last record is an error, not an end."""
    with open(path, 'rb') as file:
        head = file.read(24)
        if len(head) < 24:
            raise PcapError(f'{path}: no pcap file')
        order = next((o for o in '<>' if struct.unpack(o + 'I', head[:4])[0] in MAGICS), None)
        if order is None:
            raise PcapError(f'{path}: no classic pcap file')
        tick = MAGICS[struct.unpack(order + 'I', head[:4])[0]]
        if struct.unpack(order + 'I', head[20:])[0] & 0xffff != ETHERNET:
            raise PcapError(f'{path}: not Ethernet')
        while record := file.read(16):
            if len(record) < 16:
                raise PcapError(f'{path}: cut record')
            sec, frac, length, wire = struct.unpack(order + 'IIII', record)
            data = file.read(length)
            if len(data) < length:
                raise PcapError(f'{path}: cut record')
            yield Frame(sec * 10**9 + frac * tick, wire, data)


def write(path, frames):
    """Write frames, with microseconds; return how many."""
    count = 0
    with open(path, 'wb') as file:
        file.write(struct.pack('<IHHiIII', 0xa1b2c3d4, 2, 4, 0, 0, 262144, ETHERNET))
        for frame in frames:
            sec, ns = divmod(frame.ns, 10**9)
            file.write(struct.pack('<IIII', sec, ns // 1000, len(frame.data), frame.wire))
            file.write(frame.data)
            count += 1
    return count


def headers(data):
    """Find the headers of a frame; raise PcapError where they do not fit."""
    try:
        at = 12
        while (ethertype := struct.unpack_from('>H', data, at)[0]) in VLAN_TYPES:
            at += 4
        l3 = at + 2
        if ethertype == 0x0800:
            length, fragment = struct.unpack_from('>H2xH', data, l3 + 2)
            proto = data[l3 + 9] if fragment & 0x3fff == 0 else 0
            found = Headers(ethertype, l3, proto, l3 + (data[l3] & 15) * 4, l3 + length)
        elif ethertype == 0x86dd:
            length, proto = struct.unpack_from('>HB', data, l3 + 4)
            l4, end = l3 + 40, l3 + 40 + length
            if proto == 0:  # hop-by-hop options, as multicast listener reports have
                proto, extra = data[l4], data[l4 + 1] * 8 + 8
                l4 += extra
            found = Headers(ethertype, l3, proto, l4, end)
        else:
            return Headers(ethertype, l3, 0, l3, len(data))
    except (struct.error, IndexError):
        raise PcapError('frame shorter than its headers') from None
    if not found.l3 < found.l4 <= found.end <= len(data):
        raise PcapError('IP length beyond the frame')
    return found
