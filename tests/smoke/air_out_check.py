#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""
air_out_check.py [OPTION...] WANT.pcap OUT.pcap

Is what a modelled radio sent (air-out=, link type 127) the Ethernet packets of WANT, each byte,
in order, none lost, none twice? Takes the frames apart by the standards, with nothing of the
drivers or the models. Looks at the radiotap headers too. Prints "N frames ..."; exit status 1
with a line for what is wrong.
"""

import argparse
import os
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), '../../devtools'))
sys.dont_write_bytecode = True
import pcapfile  # noqa: E402
import radiotap  # noqa: E402
from radiotap import Bad  # noqa: E402

# TID of each transmit queue: best effort, background, video, voice (802.11-2020, table 10-1).
TIDS = (0, 1, 5, 6)


def mac(text):
    return bytes.fromhex(text.replace(':', ''))


def parse_args():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('want')
    parser.add_argument('out')
    parser.add_argument('--bssid', type=mac, default=mac('02228aa90001'))
    parser.add_argument('--laps', type=int, default=1, help='WANT so often')
    parser.add_argument('--some', action='store_true',
                        help='some may be missing')
    parser.add_argument('--queues', type=int, default=1,
                        help='packets went to N queues in turn: in order in each')
    parser.add_argument('--max-len', type=int, default=1522,
                        help='longer packets are not sent')
    parser.add_argument('--udp', type=int, metavar='LENGTH',
                        help="WANT is not looked at: all are testpmd's UDP packets, so long")
    parser.add_argument('--routed', action='store_true',
                        help='a router was between: other MAC addresses, TTL one less')
    parser.add_argument('--eht', action='store_true',
                        help='sent in EHT, which has no radiotap field but a TLV: no rate')
    parser.add_argument('--count', type=int, help='so many frames')
    return parser.parse_args()


def wanted(args):
    """The packets that must come, as 802.11 makes them."""
    packets = [frame.data for frame in pcapfile.read(args.want)]
    return [radiotap.as_received(packet) for packet in packets
            if 14 <= len(packet) <= args.max_len] * args.laps


class Radio:
    """What all frames of one radio have in common."""

    def __init__(self, args):
        self.bssid, self.eht, self.gaps = args.bssid, args.eht, args.some
        self.tsft, self.next_seq = 0, {}

    def check_header(self, head, group):
        tsft = radiotap.number(head, radiotap.TSFT, 'Q')
        if tsft is None or tsft < self.tsft:
            raise Bad(f'TSFT {tsft} behind {self.tsft}')
        self.tsft = tsft
        flags = radiotap.number(head, radiotap.TX_FLAGS, 'H')
        if flags is None or bool(flags & radiotap.TX_NO_ACK) != group:
            raise Bad(f'TX flags {flags}, address 1 {"is" if group else "is not"} a group')
        if (radiotap.rate_of(head) is None) != self.eht:
            raise Bad(f'rate: {radiotap.rate_of(head)}')

    def check_data(self, data):
        if data.bssid != self.bssid:
            raise Bad(f'address 1 is {data.bssid.hex(":")}')
        if data.retry:
            raise Bad('a retry')
        # The driver counts what it gives away: what is lost on the way leaves a gap.
        if data.seq != self.next_seq.get(data.tid, data.seq) and not self.gaps:
            raise Bad(f'TID {data.tid}: sequence number {data.seq}, '
                      f'not {self.next_seq[data.tid]}')
        self.next_seq[data.tid] = (data.seq + 1) % 4096


def sent(args):
    """(TID, Ethernet packet) of each frame."""
    radio = Radio(args)
    for nr, record in enumerate(radiotap.records(args.out)):
        try:
            head = radiotap.header(record)
            data = radiotap.data_frame(record[head.length:])
            radio.check_header(head, data.group)
            radio.check_data(data)
        except (Bad, struct.error) as error:
            raise Bad(f'frame {nr}: {error}') from None
        yield data.tid, data.ethernet


def routed(packet):
    """An IPv4 packet behind a router, without the MAC addresses: RFC 1624."""
    ttl, check = packet[22], struct.unpack_from('>H', packet, 24)[0]
    check += 0x100
    check = (check & 0xffff) + (check >> 16)
    return packet[12:22] + bytes((ttl - 1,)) + packet[23:24] + struct.pack('>H', check) + packet[26:]


def difference(one, other):
    at = next((i for i, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))
    return f'{len(other)} bytes for {len(one)}, first difference at {at}'


def compare(want, got):
    for nr, (one, other) in enumerate(zip(want, got)):
        if one != other:
            raise Bad(f'packet {nr}: {difference(one, other)}')
    if len(want) != len(got):
        raise Bad(f'{len(got)} frames for {len(want)} packets')


def compare_queues(args, want, got):
    for queue in range(args.queues):
        try:
            compare(want[queue::args.queues], [data for tid, data in got if tid == TIDS[queue]])
        except Bad as error:
            raise Bad(f'queue {queue}: {error}') from None


def compare_some(args, want, got):
    """Each packet comes behind the one before it, in so many laps of WANT."""
    lap = want[:len(want) // args.laps]
    places = {}
    for place, packet in enumerate(lap):
        places.setdefault(packet, []).append(place)
    at = 0
    for nr, packet in enumerate(got):
        if packet not in places:
            raise Bad(f'frame {nr} is of no packet')
        start = at % len(lap)
        place = next((p for p in places[packet] if p >= start), None)
        at += (len(lap) + places[packet][0] if place is None else place) - start + 1
    if at > len(want):
        raise Bad(f'out of order: {at / len(lap):.1f} laps of the capture, not {args.laps}')
    return len(want) - len(got)


def check_udp(length, got):
    """IPv4 from 198.18.0.1 to 198.18.0.2, UDP, checksum and lengths right."""
    for nr, (_, data) in enumerate(got):
        head = pcapfile.headers(data)
        words = struct.unpack('>10H', data[head.l3:head.l3 + 20])
        if (len(data), head.end, head.proto) != (length, length, pcapfile.UDP) or \
                sum(words) % 0xffff or data[head.l3 + 12:head.l3 + 20] != bytes(
                    (198, 18, 0, 1, 198, 18, 0, 2)):
            raise Bad(f'frame {nr}: {data[:42].hex()}, {len(data)} bytes')


def main():
    args = parse_args()
    want, got, text = [] if args.udp else wanted(args), list(sent(args)), ''
    if args.routed:
        want = [routed(packet) for packet in want if packet[12:14] == b'\x08\x00']
        got = [(tid, data[12:]) for tid, data in got]
    tids = {tid for tid, _ in got}
    if not got:
        raise Bad('no frame at all')
    if not tids <= set(TIDS[:args.queues]):
        raise Bad(f'TIDs {sorted(str(tid) for tid in tids)}')
    if args.count is not None and args.count != len(got):
        raise Bad(f'{len(got)} frames, not {args.count}')
    if args.udp:
        check_udp(args.udp, got)
    elif args.some:
        text = f', {compare_some(args, want, [data for _, data in got])} are missing'
    elif args.queues > 1:
        compare_queues(args, want, got)
    else:
        compare(want, [data for _, data in got])
    print(f'{len(got)} frames, {sum(len(data) for _, data in got)} bytes of Ethernet{text}')


try:
    main()
except (Bad, OSError, pcapfile.PcapError) as error:
    sys.exit(f'{error}')
