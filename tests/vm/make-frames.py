#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""
make-frames.py DIR

Write what is sent on the air to a MT7921U, for a comparison of two drivers: DIR/air.pcap (radiotap
with signal, rate and A-MPDU, then 802.11, without FCS where that is good), the same part by part in
DIR/NAME.pcap, and DIR/parts, a line for each part, in the order of air.pcap:

    NAME BAND CHANNEL MHZ WIDTH FRAMES SWITCH/SWITCH/... DEFAULT/DEFAULT/... all|good

CHANNEL, MHZ, WIDTH: what the chip is tuned to, and where the frames are sent; SWITCH: NAME:VALUE
of the modelled chip while the part is sent, DEFAULT: the same afterwards; "-": none. all: frames
with a broken FCS are among them, and are wanted. Each frame differs from every other one.

Rates: every one that the chip can receive (openwrt/mt76 mt76_connac2_mac.h and mt7921/mac.c) in
CCK, OFDM, HT, VHT and HE: MCS x streams x bandwidth x guard interval. Sizes: among others those
that make a USB transfer of exactly 512, 1024 and 2048 bytes: descriptor and groups 1, 2, 3 are 56
bytes, the transfer is padded to 4 and has 4 more.
"""

import os
import random
import struct
import sys
from collections import namedtuple

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), '..', 'smoke'))
sys.dont_write_bytecode = True
import radiotap  # noqa: E402

AP, STATION = bytes.fromhex('02228aa90001'), bytes.fromhex('02228a000001')
GROUP = b'\xff' * 6
HEAD, PAD = 56, 4

# mode mcs nss bw: of radiotap.Rate; gi: ns, 0 before HT.
Rate = namedtuple('Rate', 'mode mcs nss bw gi')
Part = namedtuple('Part', 'name band channel mhz width switches frames bad',
                  defaults=(False,))

TUNED = {5: (36, 5180, 80), 2: (6, 2437, 20), 6: (53, 6215, 20)}
DEFAULTS = {'he': 'su', 'stbc': '0', 'ldpc': '0', 'chains': '2', 'chainstep': '-2',
            'groups': 'auto', 'pad': 'align4+4', 'padbyte': '0', 'chfreq': '0'}

WIDTHS = {20: 0, 40: 1, 80: 2, 160: 3}
VHT_WIDTHS = {width: code for code, width in radiotap.VHT_WIDTHS.items()}
HALF_MBPS = {mode: {mcs: rate for rate, mcs in table.items()}
             for mode, table in (('cck', radiotap.CCK), ('ofdm', radiotap.OFDM))}
HE_GI = {800: 0x80, 1600: 0x90, 3200: 0xe0}  # data 5: guard interval and the LTF that goes with it


# --- rates ---------------------------------------------------------------------------

def legacy(band):
    if band == 2:
        yield from (Rate('cck', mcs, 1, 20, 0) for mcs in range(4))
    yield from (Rate('ofdm', mcs, 1, 20, 0) for mcs in range(8))


def ht():
    return (Rate('ht', mcs, mcs // 8 + 1, bw, gi)
            for mcs in range(16) for bw in (20, 40) for gi in (800, 400))


def vht(widths, first=0):
    return (Rate('vht', mcs, nss, bw, gi) for nss in (1, 2) for bw in widths for gi in (800, 400)
            for mcs in range(first, 10))


def he(widths):
    return (Rate('he', mcs, nss, bw, gi) for nss in (1, 2) for bw in widths for gi in HE_GI
            for mcs in range(12))


def rates_of(band):
    yield from legacy(band)
    if band != 6:
        yield from ht()
    if band == 5:
        yield from vht((20, 40, 80, 160))
    if band == 2:  # what some vendors do there: 256-QAM
        yield from vht((20, 40), first=8)
    yield from he((20, 40) if band == 2 else (20, 40, 80, 160))


def some_rates(band):
    """A few of each kind, for what does not depend on the rate alone."""
    yield Rate('ofdm', 0, 1, 20, 0)
    if band != 6:
        yield from (Rate('ht', mcs, mcs // 8 + 1, bw, gi)
                    for mcs, bw, gi in ((0, 20, 800), (7, 40, 400), (12, 20, 800)))
        yield from (Rate('vht', mcs, nss, bw, gi)
                    for mcs, nss, bw, gi in ((0, 1, 20, 800), (9, 2, 80, 400), (5, 1, 40, 800)))
    yield from (Rate('he', mcs, nss, bw, gi) for mcs, nss, bw, gi in
                ((0, 1, 20, 800), (11, 2, 80, 1600), (5, 2, 40, 3200), (3, 1, 20, 1600)))


def one_stream(rates):
    """STBC makes two space-time streams of one stream; four the chip has not."""
    return (rate for rate in rates if rate.nss == 1)


# --- frames --------------------------------------------------------------------------

class Maker:
    """Frames, each with its number."""

    def __init__(self):
        self.number = 0
        self.bytes_of = random.Random(7921).randbytes

    def address(self):
        return b'\x02\xbe' + struct.pack('>I', self.number)

    def head(self, control, a1, a2, a3):
        return struct.pack('<HH', control, 0) + a1 + a2 + a3 + \
            struct.pack('<H', self.number % 4096 << 4)

    def filled(self, head, length):
        self.number += 1
        if length and length < len(head):
            raise ValueError(f'{length} bytes are no such frame')
        return head + self.bytes_of(length - len(head) if length else 0)

    def qos_data(self, length, flags=0x02, tid=0):
        """QoS data from the access point, or to it (flags)."""
        ap_first = flags & 1
        head = self.head(0x0088 | flags << 8, *((AP, self.address(), STATION) if ap_first else
                                                (self.address(), AP, AP)))
        return self.filled(head + struct.pack('<H', tid), length)

    def data(self, length):
        return self.filled(self.head(0x0208, self.address(), AP, AP), length)

    def four_addresses(self, length):
        return self.filled(self.head(0x0308, self.address(), AP, STATION) + AP, length)

    def ht_control(self, length):
        head = self.head(0x8288, self.address(), AP, AP) + struct.pack('<HI', 5, 0x12345678)
        return self.filled(head, length)

    def protected(self, length):
        """For a key that the chip has not: it stays as it is."""
        return self.filled(self.head(0x4208, self.address(), AP, AP) +
                           struct.pack('<HBBI', self.number & 0xffff, 0, 0x20, 0), length)

    def fragment(self, length):
        return self.filled(self.head(0x0608, self.address(), AP, AP), length)

    def beacon(self, length):
        head = self.head(0x0080, GROUP, AP, AP) + struct.pack('<QHH', self.number, 100, 0x0421) + \
            b'\0\6frames'
        return self.filled(head + bytes((221, length - len(head) - 2)), length)

    def null(self, _length=0):
        return self.filled(self.head(0x0248, self.address(), AP, AP), 0)

    def control(self, subtype, length):
        """Duration and receiver, then what there is room for."""
        return self.filled(struct.pack('<HH', 0x0004 | subtype << 4, 0) + self.address(), length)


# (subtype, length). Acknowledgement, CTS, RTS, BlockAck, CF-End; what RFCR calls unwanted:
# BlockAckReq, PS-Poll.
CONTROLS = ((13, 10), (12, 10), (11, 16), (9, 28), (14, 16))
UNWANTED = ((8, 20), (10, 16))
LENGTHS = (26, 27, 28, 29, 63, 64, 65, 128, 200, 255, 256, 511, 1024, 1500, 1536, 2304, 3000, 3719,
           3720, 3721, 3775, 3776, 3777, 3839, 4000, 4040, 4096, 7935, 8192, 11450)


def exact(pad):
    """Lengths that make whole packets of the bus, and one byte to either side."""
    return [size - HEAD - pad + more for size in (512, 1024, 2048, 4096) for more in (-4, -1, 0, 1)]


def level(number):
    return -5 - number * 7 % 96


def others(make):
    """Everything that is no QoS data."""
    for subtype, length in CONTROLS:
        yield make.control(subtype, length)
    for kind in (make.data, make.four_addresses, make.ht_control, make.protected, make.fragment):
        yield kind(100)
    yield make.beacon(120)
    yield make.null()
    yield make.qos_data(60, flags=1, tid=7)


def one_by_one(make, rates):
    """Each in a PPDU of its own, lengths as they come."""
    for number, rate in enumerate(rates):
        yield rate, level(number), None, make.qos_data(40 + number * 37 % 700, tid=number % 8)


def unwanted(make):
    for number, (subtype, length) in enumerate(UNWANTED * 3):
        yield Rate('ofdm', number, 1, 20, 0), -50, None, make.control(subtype, length)


def aggregated(make, band):
    """A-MPDUs of two to eight, one directly behind the other, and frames between that are none."""
    rates = [rate for rate in some_rates(band) if rate.mode not in ('cck', 'ofdm')]
    for number, rate in enumerate(rates * 2):
        for _ in range(2 + number % 7):
            yield rate, -40 - number, number + 1, make.qos_data(50 + number * 11)
        if number % 3 == 2:
            yield rate, -70, None, make.qos_data(77)
    yield rates[-1], -70, None, make.qos_data(33)


def broken(make, band):
    """Every third one is not as it was sent: the FCS that follows is that of another frame."""
    rates = list(some_rates(band)) * 4
    for number, (rate, dbm, ampdu, frame) in enumerate(one_by_one(make, rates)):
        fcs = struct.pack('<I', radiotap.crc32(frame) ^ 0x00010000) if number % 3 == 1 else b''
        yield rate, dbm, ampdu, frame + fcs, bool(fcs)


def sized(make, lengths):
    rate = Rate('he', 9, 2, 20, 800)
    for number, length in enumerate(lengths):
        yield rate, -33 - number % 3, None, make.qos_data(length)


def all_of(make, band):
    yield from one_by_one(make, rates_of(band))
    for number, frame in enumerate(others(make)):
        yield Rate('ofdm', number % 8, 1, 20, 0), -60, None, frame
    yield from aggregated(make, band)
    yield from sized(make, LENGTHS)
    yield from sized(make, exact(PAD))


def levels(make):
    """Every level that the chip can tell."""
    for dbm in range(-110, 0):
        yield Rate('ofdm', 4, 1, 20, 0), dbm, None, make.qos_data(48)


def under(make, band, switches):
    """What the chip may say of any of its rates, told by its switches."""
    rates = list(some_rates(band))
    if 'stbc' in switches:
        rates = list(one_stream(rates))
    if 'he' in switches:
        rates = [rate for rate in he((20, 40)) if rate.mcs in (0, 3, 4, 9, 11)]
    yield from one_by_one(make, rates)


SWITCHES = [{'he': 'er'}, {'he': 'tb'}, {'he': 'mu'}, {'ldpc': '1'}, {'stbc': '1'}, {'stbc': '2'},
            {'stbc': '3'}, {'stbc': '1', 'ldpc': '1'}, {'stbc': '3', 'ldpc': '1'}, {'chains': '4'},
            {'groups': '12345'}, {'groups': '12345', 'he': 'mu'}, {'groups': '3'}, {'groups': '12'},
            {'groups': 'none'}]


def parts():
    """Those of one channel follow each other, those with broken frames come last."""
    make = Maker()

    def part(name, band, frames, **switches):
        return Part(name, band, *TUNED[band], switches, list(frames))

    for band in TUNED:
        yield part(f'band{band}', band, all_of(make, band))
        if band != 5:
            continue
        for switches in SWITCHES:
            name = '_'.join(key + value for key, value in switches.items())
            yield part(name, band, under(make, band, switches), **switches)
        for step in ('0', '-1', '-5', '-12', '3'):
            yield part(f'step{step}', band, levels(make), chainstep=step)
        # The chip says of a frame that it came on another channel than the one it is tuned to.
        yield part('other_channel', band, one_by_one(make, some_rates(band)), chfreq='44')
        yield part('no_pad', band, sized(make, exact(0)), pad='0')
        yield part('pad', band, sized(make, exact(PAD)), pad='align4', padbyte='238')
    yield part('unwanted', 6, unwanted(make))
    yield part('broken', 6, broken(make, 6))._replace(bad=True)


# --- files ---------------------------------------------------------------------------

def rate_fields(rate):
    """{bit of radiotap: (alignment, bytes)}"""
    if rate.mode in HALF_MBPS:
        return {radiotap.RATE: (1, bytes((HALF_MBPS[rate.mode][rate.mcs],)))}
    short = 4 if rate.gi == 400 else 0
    if rate.mode == 'ht':
        return {radiotap.MCS: (1, bytes((7, WIDTHS[rate.bw] | short, rate.mcs)))}
    if rate.mode == 'vht':
        return {radiotap.VHT: (2, struct.pack('<HBBB7x', 0x44, short, VHT_WIDTHS[rate.bw],
                                              rate.mcs << 4 | rate.nss))}
    return {radiotap.HE: (2, struct.pack('<6H', 0x4020, 2, rate.mcs << 8, 0,
                                         WIDTHS[rate.bw] | HE_GI[rate.gi], rate.nss))}


def header(mhz, rate, dbm, ampdu, fcs=False):
    fields = {radiotap.FLAGS: (1, bytes((radiotap.FLAG_FCS if fcs else 0,))),
              radiotap.SIGNAL: (1, struct.pack('b', dbm)),
              radiotap.CHANNEL: (2, struct.pack('<HH', mhz, 0x0080 if mhz < 3000 else 0x0100)),
              **rate_fields(rate)}
    if ampdu is not None:
        fields[radiotap.AMPDU] = 4, struct.pack('<IHBB', ampdu, 0, 0, 0)
    present, data = 0, bytes(8)
    for bit in sorted(fields):
        align, value = fields[bit]
        data += bytes(-len(data) % align) + value
        present |= 1 << bit
    return struct.pack('<BBHI', 0, 0, len(data), present) + data[8:]


def write(path, records):
    with open(path, 'wb') as out:
        out.write(struct.pack('<IHHiIII', 0xa1b2c3d4, 2, 4, 0, 0, 262144, radiotap.LINK_TYPE))
        for nr, data in enumerate(records):
            out.write(struct.pack('<IIII', 1, nr, len(data), len(data)) + data)


def listed(switches):
    return '/'.join(f'{key}:{value}' for key, value in switches.items()) or '-'


def main():
    folder, whole, lines, references = sys.argv[1], [], [], 0
    os.makedirs(folder, exist_ok=True)
    for part in parts():
        # An A-MPDU's number is one of the whole capture.
        records = [header(part.mhz, rate, dbm, ampdu and ampdu + references, *fcs) +
                   frame for rate, dbm, ampdu, frame, *fcs in part.frames]
        references += max((ampdu or 0 for _, _, ampdu, *_ in part.frames), default=0)
        whole += records
        write(os.path.join(folder, part.name + '.pcap'), records)
        lines.append(' '.join((part.name, *map(str, part[1:5]), str(len(records)),
                               listed(part.switches),
                               listed({key: DEFAULTS[key] for key in part.switches}),
                               'all' if part.bad else 'good')))
    if len({record[radiotap.header(record).length:] for record in whole}) != len(whole):
        sys.exit('two frames are the same')
    write(os.path.join(folder, 'air.pcap'), whole)
    with open(os.path.join(folder, 'parts'), 'w', encoding='utf-8') as file:
        file.write('\n'.join(lines) + '\n')
    print(f'{len(whole)} frames in {len(lines)} parts')


if __name__ == '__main__':
    main()
