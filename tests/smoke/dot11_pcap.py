#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""
dot11_pcap.py large OUT.pcap       802.11 frames (link type 105, no FCS) of up to 11454 bytes with
                                   FCS: A-MSDUs, and small ones between
dot11_pcap.py inject OUT.pcap      frames to inject (radiotap in front, link type 127)
dot11_pcap.py injected WANT OUT [--no-ack-unseen]
                                   are those of WANT in the air as they were, with the rate and
                                   the no-ack wish of their header? unseen: the chip's descriptor
                                   has no word for it
dot11_pcap.py received WANT GOT    are the frames of WANT (without radiotap) those of GOT (with it),
                                   byte for byte and in order?
"""

import os
import random
import struct
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
sys.dont_write_bytecode = True
import radiotap  # noqa: E402
from radiotap import Bad  # noqa: E402

AP, STATION, OTHER = (bytes.fromhex('02228a' + text) for text in ('a90001', '000001', '0000aa'))
FCS, GROUP = 4, b'\xff' * 6
LENGTHS = (100, 3839, 60, 7935, 1600, 11454, 80)


def write(path, link, records):
    with open(path, 'wb') as out:
        out.write(struct.pack('<IHHiIII', 0xa1b2c3d4, 2, 4, 0, 0, 262144, link))
        for nr, data in enumerate(records):
            out.write(struct.pack('<IIII', 1, nr, len(data), len(data)) + data)


def head(control, a1, a2, a3, nr):
    return struct.pack('<HH', control, 0) + a1 + a2 + a3 + struct.pack('<H', nr % 4096 << 4)


def large():
    """QoS data from the access point, A-MSDU present where no MSDU is so long."""
    bytes_of = random.Random(2).randbytes
    for nr in range(70):
        length = LENGTHS[nr % len(LENGTHS)] - FCS
        qos = 0x0080 if length > 2304 else 0
        frame = head(0x0288, STATION, AP, OTHER, nr) + struct.pack('<H', qos)
        body = bytes_of(length - len(frame))
        if qos:  # one subframe over all of it
            body = OTHER + AP + struct.pack('>H', len(body) - 14) + body[14:]
        yield frame + body


def header(rate, no_ack):
    """Radiotap with a rate of one kind, and TX flags."""
    present, fields = 0x8000, struct.pack('<H', 0x0008 if no_ack else 0)
    if rate[0] == 'rate':
        present |= 1 << radiotap.RATE
        fields = bytes((rate[1], 0)) + fields
    elif rate[0] == 'mcs':
        present |= 1 << radiotap.MCS
        fields += struct.pack('BBB', 0x07, rate[2], rate[1])
    elif rate[0] == 'vht':
        present |= 1 << radiotap.VHT
        fields += struct.pack('<HBBB3sBBH', 0x0044, rate[3], rate[2], rate[1], bytes(3), 0, 0, 0)
    elif rate[0] == 'he':
        present |= 1 << radiotap.HE
        fields += struct.pack('<6H', 0x4020, 0x0002, rate[1] << 8, 0, rate[2], 1)
    return struct.pack('<BBHI', 0, 0, 8 + len(fields), present) + fields


# rate: 500 kbit/s; mcs: index, flags; vht: MCS and NSS, bandwidth, flags; he: MCS, data 5
# (bandwidth, GI, LTF size).
RATES = [('rate', n) for n in (2, 4, 11, 22, 12, 18, 24, 36, 48, 72, 96, 108)] + \
    [('mcs', n, flags) for n in (0, 7) for flags in (0, 1, 4, 5)] + \
    [('vht', mcs << 4 | 1, bw, gi) for mcs in (0, 8) for bw in (0, 1, 4) for gi in (0, 4)] + \
    [('he', mcs, bw | code) for mcs in (0, 11) for bw in (0, 2) for code in (0x80, 0x90, 0xe0)]


def inject():
    bytes_of = random.Random(3).randbytes
    for nr, rate in enumerate(RATES * 2):
        kind = nr % 3
        if kind == 0:  # a beacon
            frame = head(0x0080, GROUP, AP, AP, nr) + bytes(8) + b'\x64\0\1\4' + b'\0\4test'
        elif kind == 1:  # data to the access point
            frame = head(0x0108, AP, STATION, OTHER, nr) + bytes_of(20 + nr * 13)
        else:  # QoS data
            frame = head(0x0188, AP, STATION, OTHER, nr) + struct.pack('<H', nr % 8) + \
                bytes_of(21 + nr * 13)
        yield header(rate, nr % 4 == 1) + frame


def no_ack_wanted(start, frame):
    """Nobody acknowledges to a group."""
    return bool(radiotap.number(start, radiotap.TX_FLAGS, 'H') & radiotap.TX_NO_ACK) or \
        bool(frame[4] & 1)


def same_frame(one, other):
    """But for the retry bit and the duration, which is the radio's."""
    return one[:2] == other[:2] and one[4:] == other[4:]


def injected(want_path, out_path, no_ack_unseen):
    want, got = list(radiotap.records(want_path)), list(radiotap.records(out_path))
    if len(want) != len(got):
        raise Bad(f'{len(got)} frames, not {len(want)}')
    for nr, (one, other) in enumerate(zip(want, got)):
        first, second = radiotap.header(one), radiotap.header(other)
        frames = one[first.length:], other[second.length:]
        rates = [radiotap.rate_of(start)._replace(stbc=None, ldpc=None) for start in (first, second)]
        if not same_frame(*frames):
            raise Bad(f'frame {nr}: {frames[1][:32].hex()}, {len(frames[1])} bytes, for '
                      f'{frames[0][:32].hex()}, {len(frames[0])} bytes')
        if rates[0] != rates[1]:
            raise Bad(f'frame {nr}: {rates[1]} for {rates[0]}')
        no_ack = bool(radiotap.number(second, radiotap.TX_FLAGS, 'H') & radiotap.TX_NO_ACK)
        if no_ack != (no_ack_wanted(first, frames[0]) and not no_ack_unseen):
            raise Bad(f'frame {nr}: no-ack {no_ack}')
    print(f'{len(got)} frames with their rates')


def received(want_path, got_path):
    want, got = list(radiotap.records(want_path, 105)), list(radiotap.records(got_path))
    for nr, (one, other) in enumerate(zip(want, got)):
        frame = other[radiotap.header(other).length:]
        if one != frame:
            raise Bad(f'frame {nr}: {len(frame)} bytes, {frame[:32].hex()}, for {len(one)} bytes, '
                      f'{one[:32].hex()}')
    if len(want) != len(got):
        raise Bad(f'{len(got)} frames, not {len(want)}')
    print(f'{len(got)} frames, {sum(map(len, want))} bytes')


def main():
    kind = sys.argv[1]
    if kind == 'large':
        write(sys.argv[2], 105, large())
    elif kind == 'inject':
        write(sys.argv[2], radiotap.LINK_TYPE, inject())
    elif kind == 'received':
        received(sys.argv[2], sys.argv[3])
    else:
        injected(sys.argv[2], sys.argv[3], '--no-ack-unseen' in sys.argv)


try:
    main()
except (Bad, OSError, struct.error, AttributeError) as error:
    sys.exit(f'{error}')
