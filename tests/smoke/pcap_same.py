#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""
pcap_same.py --count FILE   print how many packets a capture has
pcap_same.py WANT GOT       the same packets, byte for byte and in order? Exit status 1 if not.
pcap_same.py --laps N WANT GOT   is GOT a part, N laps or more, of WANT repeated for ever?
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), '../../devtools'))
sys.dont_write_bytecode = True
import pcapfile  # noqa: E402


def lap_start(want, got):
    """Where in want the packets of got begin; None: nowhere."""
    for start in range(len(want)):
        if all(want[(start + i) % len(want)] == data for i, data in enumerate(got)):
            return start
    return None


def same_laps(laps, want, got):
    """Compare with an endless repetition."""
    start = lap_start(want, got)
    print(f'{len(got)} packets, {len(got) / len(want):.1f} laps from packet {start}')
    return 0 if start is not None and len(got) >= laps * len(want) else 1


def packets(path):
    """The bytes of each packet."""
    return [frame.data for frame in pcapfile.read(path)]


def main():
    if sys.argv[1] == '--count':
        print(sum(1 for _ in pcapfile.read(sys.argv[2])))
        return 0
    if sys.argv[1] == '--laps':
        return same_laps(int(sys.argv[2]), packets(sys.argv[3]), packets(sys.argv[4]))
    want, got = packets(sys.argv[1]), packets(sys.argv[2])
    for number, (one, other) in enumerate(zip(want, got)):
        if one != other:
            print(f'packet {number} differs: {len(one)} and {len(other)} bytes')
            return 1
    print(f'{len(want)} packets wanted, {len(got)} there')
    return 0 if len(want) == len(got) else 1


sys.exit(main())
