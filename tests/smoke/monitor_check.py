#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""
monitor_check.py [OPTION...] LOG.csv PORT.pcap

Does each packet of a port in mode=monitor (radiotap, link type 127) say what the model's log says
of it, frame by frame and field by field? The headers are read by radiotap.py, by tshark too
(--tshark FILE of the --fields; of other frames before them --skip lines).
Prints "N frames ..."; exit status 1 with a line for each thing that is wrong.
--sums PORT.pcap prints how many frames are marked good and bad, how many have an FCS, and how many a
wrong one.
"""

import argparse
import collections
import csv
import math
import os
import struct
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
sys.dont_write_bytecode = True
import radiotap  # noqa: E402
from radiotap import Bad  # noqa: E402

FIELDS = ['radiotap.mactime', 'radiotap.flags.fcs', 'radiotap.flags.badfcs', 'radiotap.datarate',
          'radiotap.channel.freq', 'radiotap.dbm_antsignal', 'radiotap.antenna',
          'radiotap.mcs.index', 'radiotap.mcs.bw', 'radiotap.mcs.gi', 'radiotap.vht.mcs.0',
          'radiotap.vht.nss.0', 'radiotap.vht.bw', 'radiotap.vht.gi',
          'radiotap.he.data_3.data_mcs', 'radiotap.he.data_6.nsts',
          'radiotap.he.data_5.data_bw_ru_allocation', 'radiotap.he.data_5.gi', '_ws.malformed']
MBPS = {'cck': (1, 2, 5.5, 11), 'ofdm': (6, 9, 12, 18, 24, 36, 48, 54)}
MODES = ('ht', 'vht', 'he', 'eht')


def parse_args():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('log', nargs='?')
    parser.add_argument('port', nargs='?')
    parser.add_argument('--fields', action='store_true', help='print the names for tshark')
    parser.add_argument('--tshark', help='what it found, a line per frame, | between')
    parser.add_argument('--skip', type=int, default=0)
    parser.add_argument('--sums', metavar='PORT')
    parser.add_argument('--eht', choices=('known', 'unknown'), default='known')
    parser.add_argument('--keep-crc', action='store_true')
    parser.add_argument('--bad', choices=('drop', 'keep'), default='drop')
    parser.add_argument('--longest', type=int, help='longer frames are not there')
    parser.add_argument('--unsaid', default='', help='a column of the log that the driver does not use')
    parser.add_argument('--min', type=int, default=1, help='so many frames at least')
    return parser.parse_args()


def value(text):
    """A number of the log, None where the chip does not say it."""
    return None if text == '-' else int(text)


class Wanted:
    """One line of the log, as a port must say it."""

    def __init__(self, line, keep_crc):
        for name in ('tsft_us', 'mcs', 'nss', 'bw_mhz', 'gi_ns', 'signal_dbm', 'freq_mhz', 'ampdu',
                     'ppdu', 'stbc', 'ldpc'):
            setattr(self, name, value(line[name]))
        self.nr, self.bad = value(line['n']), line['fcs_bad'] == '1'
        self.mode = None if line['mode'] == '-' else line['mode']
        self.fcs = keep_crc and line['fcs_present'] == '1'
        self.len = int(line['len']) - (line['fcs_present'] == '1' and not keep_crc) * 4
        self.crc = int(line['crc32'], 16)
        levels = [value(line['chain0_dbm']), value(line['chain1_dbm'])]
        self.chains = {i: dbm for i, dbm in enumerate(levels) if dbm is not None}

    def coded(self):
        """STBC and LDPC are of HT and later; EHT has no STBC."""
        return (self.stbc if self.mode in MODES[:3] else None,
                self.ldpc if self.mode in MODES else None)


def compare_rate(want, head):
    rate = radiotap.rate_of(head) or radiotap.Rate()
    yield 'mode', want.mode, rate.mode
    if want.mode is None:
        return
    yield 'mcs', want.mcs, rate.mcs
    yield 'nss', want.nss, rate.nss
    yield 'bw', want.bw_mhz, rate.bw
    yield 'gi', want.gi_ns, rate.gi
    stbc, ldpc = want.coded()
    if stbc is not None:
        yield 'stbc', bool(stbc), None if rate.stbc is None else bool(rate.stbc)
    if ldpc is not None:
        yield 'ldpc', ldpc, rate.ldpc


def power(levels):
    """Of all chains together, dBm: what they receive adds up."""
    return 10 * math.log10(sum(10 ** (dbm / 10) for dbm in levels))


def compare(want, head, frame):
    """(field, wanted, found) of all that the header and the frame say."""
    flags = radiotap.number(head, radiotap.FLAGS, 'B') or 0
    tsft = radiotap.number(head, radiotap.TSFT, 'Q')
    freq = radiotap.number(head, radiotap.CHANNEL, 'Hxx')
    yield 'tsft', want.tsft_us, None if tsft is None else tsft & 0xffffffff
    yield from compare_rate(want, head)
    signal = radiotap.number(head, radiotap.SIGNAL, 'b')
    if want.signal_dbm is not None or signal is None or not want.chains:
        yield 'signal', want.signal_dbm, signal
    elif abs(power(want.chains.values()) - signal) > 1:
        yield 'signal of all chains', power(want.chains.values()), signal
    yield 'chains', want.chains, head.chains
    yield 'freq', want.freq_mhz, freq
    if want.ampdu is not None:
        yield 'ampdu', bool(want.ampdu), radiotap.AMPDU in head.fields
    yield 'FCS there', want.fcs, bool(flags & radiotap.FLAG_FCS)
    yield 'FCS bad', want.bad, bool(flags & radiotap.FLAG_BAD_FCS)
    yield 'len', want.len, len(frame)
    body = frame[:len(frame) - 4 * want.fcs]
    yield 'bytes', f'{want.crc:08x}', f'{radiotap.crc32(body):08x}'
    if want.fcs:
        good = struct.pack('<I', radiotap.crc32(body)) == frame[-4:]
        yield 'FCS', not want.bad, good


class References:
    """The frames of one A-MPDU share a reference, those of the next have another."""

    def __init__(self):
        self.before = None

    def check(self, want, head):
        if radiotap.AMPDU not in head.fields:
            self.before = None
            return True
        reference = struct.unpack_from('<I', head.fields[radiotap.AMPDU])[0]
        ppdu = want.tsft_us if want.ppdu is None else want.ppdu
        good = self.before is None or (self.before[0] == ppdu) == (self.before[1] == reference)
        self.before = ppdu, reference
        return good


def check_port(args, log, wrong):
    """The records of the port, each with its line of the log."""
    records = list(radiotap.records(args.port))
    found, references, tsft = [], References(), 0
    wanted = [want for want in log if args.bad == 'keep' or not want.bad]
    if args.longest:
        wanted = [want for want in wanted if want.len <= args.longest]
    if len(wanted) != len(records):
        wrong[f'{len(records)} frames for {len(wanted)} in the log'].append('all')
    for nr, (want, record) in enumerate(zip(wanted, records)):
        head = radiotap.header(record)
        for name, one, other in compare(want, head, record[head.length:]):
            if one != other:
                wrong[name].append(f'frame {nr} ({want.mode}): {other} instead of {one}')
        if not references.check(want, head):
            wrong['ampdu reference'].append(f'frame {nr}')
        now = radiotap.number(head, radiotap.TSFT, 'Q') or 0
        if now < tsft:
            wrong['order of TSFT'].append(f'frame {nr}: {now} behind {tsft}')
        tsft = now
        found.append(want)
    return found


def plain(text):
    """A field of tshark's as a list of numbers."""
    return [float(part == 'True') if part in ('True', 'False') else float(int(part, 0))
            if '.' not in part else float(part) for part in text.split(',') if part]


def tshark_wants(want):
    """What tshark must find, in the order of FIELDS; None: not looked at."""
    is_mode = {mode: want.mode == mode for mode in MODES}
    chains = list(want.chains.values())

    def of_mode(mode, number):
        return [number] if is_mode[mode] else []

    gi = want.gi_ns
    he_gi = {800: 0, 1600: 1, 3200: 2}.get(gi)
    width = {20: 0, 40: 1, 80: 2, 160: 3, 320: 4}.get(want.bw_mhz)
    return [None if want.tsft_us is None else [want.tsft_us], [want.fcs], [want.bad],
            None if is_mode['ht'] else [MBPS[want.mode][want.mcs]] if want.mode in MBPS else [],
            [] if want.freq_mhz is None else [want.freq_mhz],
            None if want.signal_dbm is None else [want.signal_dbm] + chains, list(want.chains),
            of_mode('ht', want.mcs), of_mode('ht', width), of_mode('ht', gi == 400),
            of_mode('vht', want.mcs), of_mode('vht', want.nss),
            of_mode('vht', (0, 1, 4, 11)[min(width or 0, 3)]), of_mode('vht', gi == 400),
            of_mode('he', want.mcs), of_mode('he', want.nss), of_mode('he', width),
            of_mode('he', he_gi)]


def check_tshark(args, wanted, wrong):
    with open(args.tshark, encoding='utf-8') as lines:
        found = [line.rstrip('\n').split('|') for line in lines]
    found = found[args.skip:args.skip + len(wanted)]
    if len(found) != len(wanted):
        raise Bad(f'tshark has {len(found)} frames, not {len(wanted)}')
    seen = collections.Counter()
    for nr, (want, got) in enumerate(zip(wanted, found)):
        for name, one, text in zip(FIELDS, tshark_wants(want), got):
            seen[name] += bool(text)
            if one is not None and [float(n) for n in one] != plain(text):
                wrong[f'tshark, {name}'].append(f'frame {nr} ({want.mode}): {text} for {one}')
        if got[-1] and (args.eht == 'known' or want.mode != 'eht'):
            wrong['malformed'].append(f'frame {nr} ({want.mode})')
    return sum(count > 0 for count in seen.values())


def sums(path):
    count = collections.Counter()
    for record in radiotap.records(path):
        head = radiotap.header(record)
        flags, frame = radiotap.number(head, radiotap.FLAGS, 'B') or 0, record[head.length:]
        count['bad' if flags & radiotap.FLAG_BAD_FCS else 'good'] += 1
        if flags & radiotap.FLAG_FCS:
            count['fcs'] += 1
            count['wrong'] += struct.pack('<I', radiotap.crc32(frame[:-4])) != frame[-4:]
    print(*(count[name] for name in ('good', 'bad', 'fcs', 'wrong')))


def main():
    args = parse_args()
    if args.fields:
        print(*(f'-e{name}' for name in FIELDS))
        return
    if args.sums:
        sums(args.sums)
        return
    with open(args.log, encoding='utf-8', newline='') as lines:
        log = [Wanted({**line, args.unsaid: '-'}, args.keep_crc) for line in csv.DictReader(lines)]
    wrong = collections.defaultdict(list)
    wanted = check_port(args, log, wrong)
    text = ''
    if args.tshark and not wrong:
        text = f', {check_tshark(args, wanted, wrong)} fields of tshark'
    if len(wanted) < args.min:
        wrong[f'{len(wanted)} frames are too few'].append('all')
    modes = collections.Counter(want.mode for want in wanted)
    print(f'{len(wanted)} frames of {len(log)}, ' +
          ' '.join(f'{mode}:{n}' for mode, n in sorted(modes.items(), key=str)) + text)
    for name, list_of in wrong.items():
        print(f'{name}: {len(list_of)} wrong, the first: {list_of[0]}')
    sys.exit(1 if wrong else 0)


try:
    main()
except (Bad, OSError, struct.error) as error:
    sys.exit(f'{error}')
