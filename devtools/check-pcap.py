#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""Check captures: whole records, frames that fit a wire, true IP, TCP, UDP and ICMP checksums.

Prints a line about each file; exits with 1 when one has a fault."""

import collections
import struct
import sys

sys.dont_write_bytecode = True
import pcapfile  # noqa: E402
from pcapfile import ICMP, ICMPV6, TCP, UDP  # noqa: E402

NAMES = {TCP: 'tcp', UDP: 'udp', ICMP: 'icmp', ICMPV6: 'icmp6', 0: 'other'}
MTU = 1500
BULK = 10  # segments with data that make a flow one of bulk


def ones_sum(data):
    if len(data) & 1:
        data += b'\0'
    total = sum(struct.unpack(f'>{len(data) // 2}H', data))
    while total >> 16:
        total = (total & 0xffff) + (total >> 16)
    return total


def pseudo_header(data, head):
    length = head.end - head.l4
    if head.ethertype == 0x0800:
        return data[head.l3 + 12:head.l3 + 20] + struct.pack('>HH', head.proto, length)
    return data[head.l3 + 8:head.l3 + 40] + struct.pack('>II', length, head.proto)


def faults(frame):
    """Name what is wrong with a frame."""
    data = frame.data
    if len(data) != frame.wire:
        yield 'truncated record'
        return
    try:
        head = pcapfile.headers(data)
    except pcapfile.PcapError as error:
        yield str(error)
        return
    if len(data) - head.l3 > MTU:
        yield f'{len(data)} bytes: more than the MTU'
    if head.ethertype == 0x0800 and ones_sum(data[head.l3:head.l4]) != 0xffff:
        yield 'IP header checksum'
    if head.proto == UDP and head.ethertype == 0x0800 and data[head.l4 + 6:head.l4 + 8] == b'\0\0':
        return  # the sender left it out, which IPv4 allows
    if head.proto in (TCP, UDP, ICMPV6):
        if ones_sum(pseudo_header(data, head) + data[head.l4:head.end]) != 0xffff:
            yield f'{NAMES[head.proto]} checksum'
    elif head.proto == ICMP and ones_sum(data[head.l4:head.end]) != 0xffff:
        yield 'icmp checksum'


def flow(data, head):
    addresses = data[head.l3 + 12:head.l3 + 20] if head.ethertype == 0x0800 \
        else data[head.l3 + 8:head.l3 + 40]
    return addresses + data[head.l4:head.l4 + 4]


def check(path):
    bad = count = 0
    lengths, protos, tcp_flows = (collections.Counter() for _ in range(3))
    for count, frame in enumerate(pcapfile.read(path), 1):
        wrong = list(faults(frame))
        for text in wrong:
            print(f'{path}: frame {count}: {text}')
        bad += bool(wrong)
        lengths[len(frame.data)] += 1
        if wrong:
            continue
        head = pcapfile.headers(frame.data)
        protos[NAMES.get(head.proto, 'other')] += 1
        if head.proto == TCP and head.end - head.l4 > (frame.data[head.l4 + 12] >> 4) * 4:
            tcp_flows[flow(frame.data, head)] += 1
    bulk = sum(n >= BULK for n in tcp_flows.values())
    kinds = ' '.join(f'{name}:{n}' for name, n in protos.most_common())
    span = f'{min(lengths)}-{max(lengths)} bytes' if lengths else 'empty'
    print(f'{path}: {count} frames, {span}, {kinds}, bulk TCP flows: {bulk}, bad: {bad}')
    return bad == 0 and count > 0


def main():
    if len(sys.argv) < 2:
        sys.exit('usage: check-pcap.py FILE...')
    good = True
    for path in sys.argv[1:]:
        try:
            good &= check(path)
        except (OSError, pcapfile.PcapError) as error:
            print(f'check-pcap: {error}')
            good = False
    sys.exit(0 if good else 1)


if __name__ == '__main__':
    main()
