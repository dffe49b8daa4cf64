#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""
compare_radiotap.py --kernel 6.1|7 --allow LIST --frames DIR --ours PCAP --linux PCAP
                    [--ours-log CSV] [--linux-log CSV]

Do Linux's driver and ours say the same of the same frames? DIR is of make-frames.py; PCAP are
captures of monitor mode (radiotap). Each frame of DIR must be in both, once, in order and with the
same bytes; what their headers say may differ where LIST (see allowed.py) says so, and whether a
frame is "there". With the model's
log of a driver's run its time stamps are looked at too: they are exactly those that it was given.

Facts that a line of LIST may ask for: mode mcs nss bw gi stbc ldpc (ours), band, part, and the
model's switches while the part was sent, as make-frames.py names them.
Prints "N frames ..." and the rules with their number of uses; exit status 1 with a line for each
unlisted difference, and for each rule that was never used.
"""

import argparse
import collections
import csv
import os
import struct
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, '..', 'smoke')]
sys.dont_write_bytecode = True
import allowed  # noqa: E402
import radiotap  # noqa: E402
from radiotap import Bad  # noqa: E402

COMPARED = (radiotap.TSFT, radiotap.FLAGS, radiotap.RATE, radiotap.CHANNEL, radiotap.SIGNAL,
            radiotap.MCS, radiotap.AMPDU, radiotap.VHT, radiotap.HE)
HE_MU = 24
SHOWN = 12


def parse_args():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--kernel', choices=('6.1', '7'), required=True)
    for name in ('allow', 'frames', 'ours', 'linux'):
        parser.add_argument('--' + name, required=True)
    for name in ('ours-log', 'linux-log'):
        parser.add_argument('--' + name)
    return parser.parse_args()


def pairs(text):
    return dict(pair.split(':') for pair in text.split('/') if pair != '-')


def read_parts(folder):
    """{frame: facts of its part}, in the order of the air."""
    with open(os.path.join(folder, 'parts'), encoding='utf-8') as lines:
        parts = [line.split() for line in lines]
    sent, usual = {}, {}
    for *_, defaults, _ in parts:
        usual.update(pairs(defaults))
    for name, band, _, _, _, _, switches, _, _ in parts:
        facts = {**usual, **pairs(switches), 'part': name, 'band': band, 'broken': False}
        for record in radiotap.records(os.path.join(folder, name + '.pcap')):
            head = radiotap.header(record)
            # Only a broken FCS is there.
            if radiotap.number(head, radiotap.FLAGS, 'B') & radiotap.FLAG_FCS:
                sent[record[head.length:-4]] = {**facts, 'broken': True}
            else:
                sent[record[head.length:]] = facts
    return sent


def read_capture(path, sent, wrong):
    """{frame: header} of those that were sent; everything else is wrong."""
    found, order = {}, {frame: nr for nr, frame in enumerate(sent)}
    before = -1
    for nr, record in enumerate(radiotap.records(path)):
        head = radiotap.header(record)
        frame = record[head.length:]
        if frame not in order:
            wrong['bytes'].append(f'{path}, record {nr}: nobody sent {len(frame)} bytes '
                                  f'{frame[:32].hex()}')
        elif frame in found:
            wrong['twice'].append(f'{path}, record {nr}: frame {order[frame]}')
        else:
            if order[frame] < before:
                wrong['order'].append(f'{path}, record {nr}: {order[frame]} behind {before}')
            found[frame] = head
            before = order[frame]
    return found


def words(head, bit, form, names):
    values = struct.unpack_from(form, head.fields[bit]) if bit in head.fields else ()
    return {name: f'{value:04x}' for name, value in zip(names, values)}


def mode_words(head):
    """What a mode has beside its rate: which fields are known, and rare ones."""
    said = {}
    said.update(words(head, radiotap.MCS, 'BB', ['ht_known', 'ht_flags']))
    said.update(words(head, radiotap.VHT, '<HB', ['vht_known', 'vht_flags']))
    said.update(words(head, radiotap.HE, '<6H', [f'he_data{n}' for n in range(1, 7)]))
    return said


def said_by(head):
    """{field: value} of one header. Its time and its A-MPDU's number stand for themselves."""
    rate = radiotap.rate_of(head) or radiotap.Rate()
    flags = radiotap.number(head, radiotap.FLAGS, 'B') or 0
    channel = radiotap.number(head, radiotap.CHANNEL, 'I')
    other = [str(bit) for bit in sorted(head.fields) if bit not in COMPARED]
    return {
        'fcs': bool(flags & radiotap.FLAG_FCS), 'bad_fcs': bool(flags & radiotap.FLAG_BAD_FCS),
        'short_preamble': bool(flags & radiotap.FLAG_SHORT_PREAMBLE),
        'short_gi': bool(flags & radiotap.FLAG_SHORT_GI),
        'freq': channel and channel & 0xffff, 'channel_flags': channel and f'{channel >> 16:04x}',
        'signal': radiotap.number(head, radiotap.SIGNAL, 'b'), 'chains': head.chains,
        'time': radiotap.TSFT in head.fields, 'ampdu': radiotap.AMPDU in head.fields,
        'other_fields': '+'.join(other) or None, **rate._asdict(), **mode_words(head)}


class Grouped:
    """Which frames one side puts into one A-MPDU with the frame before."""

    def __init__(self):
        self.before = None

    def joins(self, head):
        now = head.fields.get(radiotap.AMPDU)
        now = now and now[:4]
        same = now is not None and now == self.before
        self.before = now
        return same


def he_unsaid(head):
    """MCS, streams and guard interval of HE, though the header does not say that they are there."""
    data = struct.unpack('<6H', head.fields[radiotap.HE])
    return {'mcs': data[2] >> 8 & 15, 'nss': data[5] & 15,
            'gi': radiotap.GI_NS.get(data[4] >> 4 & 3)}


def differences(both, grouped):
    """(field, ours, Linux's) of one frame."""
    ours, linux = (said_by(head) for head in both)
    if radiotap.HE in both[1].fields and HE_MU in both[1].fields:
        linux.update(he_unsaid(both[1]))
        yield 'he_known', 'said', 'unsaid'
    for field in dict.fromkeys([*ours, *linux]):
        if ours.get(field) != linux.get(field):
            yield field, ours.get(field), linux.get(field)
    one, other = (group.joins(head) for group, head in zip(grouped, both))
    if one != other:
        yield 'ampdu_with_the_one_before', one, other


def compare(sent, ours, linux, rules, wrong):
    grouped = Grouped(), Grouped()
    for nr, (frame, part) in enumerate(sent.items()):
        there = frame in ours, frame in linux
        if not all(there):
            if rules.find('there', *there, part) is None:
                wrong['missing'].append(f'frame {nr} of {part["part"]}, {len(frame)} bytes: ours '
                                        f'{allowed.text(there[0])}, Linux {allowed.text(there[1])}')
            continue
        both = ours[frame], linux[frame]
        rate = radiotap.rate_of(both[0]) or radiotap.Rate()
        facts = {**rate._asdict(), **part}
        for name in ('stbc', 'ldpc'):  # the switch says what was sent
            facts[name] = part.get(name)
        for side, head in zip(('ours', 'linux'), both):
            bad = bool((radiotap.number(head, radiotap.FLAGS, 'B') or 0) & radiotap.FLAG_BAD_FCS)
            if bad != part['broken']:
                wrong['broken'].append(f'frame {nr} of {part["part"]}: {side} {allowed.text(bad)}')
        for field, one, other in differences(both, grouped):
            if rules.find(field, one, other, facts) is None:
                wrong[field].append(f'frame {nr} of {part["part"]} ({rate.mode}): ours '
                                    f'{allowed.text(one)}, Linux {allowed.text(other)}')


def compare_times(side, path, sent, capture, wrong):
    """The model's log: the stamp that it gave each frame, by length and CRC."""
    given = {}
    with open(path, encoding='utf-8', newline='') as lines:
        for line in csv.DictReader(lines):
            if None in line.values():
                raise Bad(f'{path} is cut')
            given[int(line['len']), int(line['crc32'], 16)] = line['tsft_us']
    for nr, frame in enumerate(sent):
        if frame not in capture:
            continue
        want = given.get((len(frame), radiotap.crc32(frame)))
        time = radiotap.number(capture[frame], radiotap.TSFT, 'Q')
        if want is None:
            wrong['log'].append(f'frame {nr} is not in that of {side}')
        elif time != (None if want == '-' else int(want)):
            wrong['tsft'].append(f'frame {nr}: {side} {time}, given {want}')
    return len(given)


def main():
    args = parse_args()
    wrong = collections.defaultdict(list)
    rules = allowed.Allowed(args.allow, args.kernel)
    sent = read_parts(args.frames)
    ours = read_capture(args.ours, sent, wrong)
    linux = read_capture(args.linux, sent, wrong)
    compare(sent, ours, linux, rules, wrong)
    times = sum(compare_times(side, path, sent, capture, wrong) for side, path, capture in
                (('ours', args.ours_log, ours), ('linux', args.linux_log, linux)) if path)
    print(f'{len(sent)} frames, {len(linux)} by Linux {args.kernel}, {len(ours)} by ours, '
          f'{times} time stamps')
    for name, count in sorted(rules.used.items()):
        print(f'allowed: {name}: {count}')
    for field, list_of in wrong.items():
        print(f'{field}: {len(list_of)} wrong')
        for line in list_of[:SHOWN]:
            print(f'    {line}')
    unused = rules.unused()
    for name in unused:
        print(f'{name}: never used, it should go')
    if len(sent) == 0 or wrong or unused:
        sys.exit(1)


try:
    main()
except (Bad, allowed.BadList, OSError, KeyError, ValueError, struct.error) as error:
    sys.exit(f'{type(error).__name__}: {error}')
