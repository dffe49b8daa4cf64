#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""
compare_test.py: do compare_radiotap.py and compare_requests.py see what is wrong? Two sides that
say the same, then one planted difference after the other: each must be found, and by its name.
"""

import os
import re
import struct
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, '..', 'smoke')]
sys.dont_write_bytecode = True
import radiotap  # noqa: E402

COUNT = {'passed': 0, 'failed': 0}


def check(good, name, why):
    COUNT['passed' if good else 'failed'] += 1
    print(f'pass: {name}' if good else f'FAIL: {name}: {why}')


def run(program, *words):
    """(exit status, all that it printed)"""
    done = subprocess.run([sys.executable, os.path.join(HERE, program), *words], timeout=60,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


def write(path, content):
    with open(path, 'wb' if isinstance(content, bytes) else 'w') as file:
        file.write(content)


def expect(program, words, name, found):
    """found: what its output must have, None where nothing is wrong."""
    status, output = run(program, *words)
    if found is None:
        check(status == 0, name, f'status {status}: {output}')
    else:
        check(status == 1 and re.search(found, output, re.M) and 'Traceback' not in output, name,
              f'status {status}, no "{found}" in: {output}')


# --- radiotap ------------------------------------------------------------------------

def build(fields, chains):
    """A header of {bit: bytes} and [(signal, antenna), ...]."""
    words = [sum(1 << bit for bit in fields)] + [1 << 5 | 1 << 11 for _ in chains]
    for nr in range(len(words) - 1):
        words[nr] |= 1 << radiotap.NAMESPACE | 1 << radiotap.EXTENDED
    data = bytes(4) + struct.pack(f'<{len(words)}I', *words)
    for bit in sorted(fields):
        data += bytes(-len(data) % radiotap.FIELDS[bit][1]) + fields[bit]
    for signal, antenna in chains:
        data += struct.pack('bB', signal, antenna)
    return struct.pack('<BBH', 0, 0, len(data)) + data[4:]


def patched(fields, bit, form, *changes):
    """A field with some of its numbers changed: (which, how)."""
    values = list(struct.unpack(form, fields[bit]))
    for which, how in changes:
        values[which] = how(values[which])
    return {**fields, bit: struct.pack(form, *values)}


class Side:
    """The frames of the air as one driver's capture: [fields, chains, frame]."""

    def __init__(self, folder):
        self.records = []
        for nr, record in enumerate(radiotap.records(os.path.join(folder, 'air.pcap'))):
            head = radiotap.header(record)
            signal = radiotap.number(head, radiotap.SIGNAL, 'b')
            fields, frame = dict(head.fields), record[head.length:]
            if fields[radiotap.FLAGS][0] & radiotap.FLAG_FCS:  # only a broken one is there
                fields[radiotap.FLAGS], frame = bytes((radiotap.FLAG_BAD_FCS,)), frame[:-4]
            self.records.append([{radiotap.TSFT: struct.pack('<Q', nr * 100), **fields},
                                 [(signal, 0), (max(signal - 2, -128), 1)], frame])

    def save(self, path):
        content = struct.pack('<IHHiIII', 0xa1b2c3d4, 2, 4, 0, 0, 262144, radiotap.LINK_TYPE)
        for fields, chains, frame in self.records:
            data = build(fields, chains) + frame
            content += struct.pack('<IIII', 1, 0, len(data), len(data)) + data
        write(path, content)

    def log(self):
        lines = [f'{nr * 100},{len(frame)},{radiotap.crc32(frame):08x}'
                 for nr, (_, _, frame) in enumerate(self.records)]
        return 'tsft_us,len,crc32\n' + '\n'.join(lines) + '\n'

    def first(self, bit, skip=0):
        """The place of the first record that has this field, after some."""
        return [nr for nr, (fields, _, _) in enumerate(self.records) if bit in fields][skip]


def field(bit, form, *changes):
    """A change of the first record that has this field."""
    def change(side):
        record = side.records[side.first(bit)]
        record[0] = patched(record[0], bit, form, *changes)
    return change


def drop(bit):
    return lambda side: side.records[side.first(bit)][0].pop(bit)


def frame_byte(side):
    frame = bytearray(side.records[100][2])
    frame[-1] ^= 1
    side.records[100][2] = bytes(frame)


def swap(side):
    side.records[7:9] = side.records[8:6:-1]


def chain(side):
    side.records[5][1][1] = (-1, 1)


def extra(side):
    side.records[3][0][radiotap.RX_FLAGS] = bytes(2)


def split_ampdu(side):
    record = side.records[side.first(radiotap.AMPDU, 1)]
    record[0] = patched(record[0], radiotap.AMPDU, '<IHBB', (0, lambda n: n + 1000000))


def join_ampdu(side):
    """The second A-MPDU gets the number of the first."""
    numbers = [record[0].get(radiotap.AMPDU, b'')[:4] for record in side.records]
    there = list(dict.fromkeys(number for number in numbers if number))
    for record, number in zip(side.records, numbers):
        if number == there[1]:
            record[0][radiotap.AMPDU] = there[0] + bytes(4)


FLIP = {bit: (lambda n, bit=bit: n ^ bit) for bit in (1, 2, 4, 0x10, 0x20, 0x40, 0x80, 0x100,
                                                      0x2000, 0x8000)}
PLANTED_FRAMES = [
    ('a byte of a frame', frame_byte, r'^bytes: 1 wrong'),
    ('... which is then missing', frame_byte, r'^missing: 1 wrong'),
    ('a frame lost', lambda side: side.records.pop(50), r'^missing: 1 wrong'),
    ('all frames lost', lambda side: side.records.clear(), r'^missing: \d{4} wrong'),
    ('a frame twice', lambda side: side.records.insert(20, side.records[20]), r'^twice: 1 wrong'),
    ('another order', swap, r'^order: 1 wrong'),
    ('a time stamp', field(radiotap.TSFT, '<Q', (0, lambda n: n + 1)), r'^tsft: 1 wrong'),
    ('no time stamp', drop(radiotap.TSFT), r'^tsft: 1 wrong'),
    ('FCS at the end', field(radiotap.FLAGS, 'B', (0, FLIP[0x10])), r'^fcs: 1 wrong'),
    ('bad FCS', field(radiotap.FLAGS, 'B', (0, FLIP[0x40])), r'^bad_fcs: 1 wrong'),
    ('... which is what was sent', field(radiotap.FLAGS, 'B', (0, FLIP[0x40])),
     r'^broken: 1 wrong'),
    ('short preamble', field(radiotap.FLAGS, 'B', (0, FLIP[2])), r'^short_preamble: 1 wrong'),
    ('channel', field(radiotap.CHANNEL, '<HH', (0, lambda n: n + 5)), r'^freq: 1 wrong'),
    ('channel flags', field(radiotap.CHANNEL, '<HH', (1, FLIP[0x20])), r'^channel_flags: 1 wrong'),
    ('signal', field(radiotap.SIGNAL, 'b', (0, lambda n: n - 1)), r'^signal: 1 wrong'),
    ('no signal', drop(radiotap.SIGNAL), r'^signal: 1 wrong'),
    ('one chain', chain, r'^chains: 1 wrong'),
    ('a CCK rate', field(radiotap.RATE, 'B', (0, lambda n: 4)), r'^mcs: 1 wrong'),
    ('HT MCS', field(radiotap.MCS, 'BBB', (2, FLIP[1])), r'^mcs: 1 wrong'),
    ('HT bandwidth', field(radiotap.MCS, 'BBB', (1, FLIP[1])), r'^bw: 1 wrong'),
    ('HT guard interval', field(radiotap.MCS, 'BBB', (1, FLIP[4])), r'^gi: 1 wrong'),
    ('HT STBC', field(radiotap.MCS, 'BBB', (0, FLIP[0x20]), (1, FLIP[0x20])), r'^stbc: 1 wrong'),
    ('HT: what is known', field(radiotap.MCS, 'BBB', (0, FLIP[0x10])), r'^ht_known: 1 wrong'),
    ('VHT MCS', field(radiotap.VHT, '<HBB4s4x', (3, lambda n: bytes((n[0] ^ 0x10,)) + n[1:])),
     r'^mcs: 1 wrong'),
    ('VHT streams', field(radiotap.VHT, '<HBB4s4x', (3, lambda n: bytes((n[0] ^ 3,)) + n[1:])),
     r'^nss: 1 wrong'),
    ('VHT bandwidth', field(radiotap.VHT, '<HBB8s', (2, FLIP[1])), r'^bw: 1 wrong'),
    ('VHT: what is known', field(radiotap.VHT, '<HBB8s', (0, FLIP[0x20])), r'^vht_known: 1 wrong'),
    ('HE MCS', field(radiotap.HE, '<6H', (2, FLIP[0x100])), r'^mcs: 1 wrong'),
    ('HE streams', field(radiotap.HE, '<6H', (5, lambda n: n + 1)), r'^nss: 1 wrong'),
    ('HE guard interval', field(radiotap.HE, '<6H', (4, FLIP[0x10])), r'^gi: 1 wrong'),
    ('HE bandwidth', field(radiotap.HE, '<6H', (4, FLIP[1])), r'^bw: 1 wrong'),
    ('HE coding', field(radiotap.HE, '<6H', (0, FLIP[0x80]), (2, FLIP[0x2000])),
     r'^ldpc: 1 wrong'),
    ('HE, a rare word', field(radiotap.HE, '<6H', (1, FLIP[0x8000])), r'^he_data2: 1 wrong'),
    ('no A-MPDU', drop(radiotap.AMPDU), r'^ampdu: 1 wrong'),
    ('an A-MPDU in two', split_ampdu, r'^ampdu_with_the_one_before: \d wrong'),
    ('two A-MPDUs in one', join_ampdu, r'^ampdu_with_the_one_before: 1 wrong'),
    ('a field more', extra, r'^other_fields: 1 wrong'),
]

# A list of one rule against a signal that is 1 dB less on Linux's side.
SIGNAL = field(radiotap.SIGNAL, 'b', (0, lambda n: n - 1))
LISTS = [
    ('the right rule', 'one 7 signal - *->* | for this test only', None),
    ('... with values', 'one 6.1,7 signal part:heer,he:er+tb -5->-6 | for this test only', None),
    ('... over two lines', 'one 7 signal - *->*\n\t| for this test only', None),
    ('of another kernel', 'one 6.1 signal - *->* | for this test only', r'^signal: 1 wrong'),
    ('of another field', 'one 7 chains - *->* | for this test only', r'^signal: 1 wrong'),
    ('of another part', 'one 7 signal part:band5 *->* | for this test only', r'^signal: 1 wrong'),
    ('of another value', 'one 7 signal - -5->-7 | for this test only', r'^signal: 1 wrong'),
    ('that is never used', 'one 7 signal - *->* | for this test only\n'
     'two 7 chains - *->* | for this test only', r'^two: never used'),
    ('without a reason', 'one 7 signal - *->* |', 'no rule with a reason'),
    ('without values', 'one 7 signal - any | for this test only', 'no OURS->LINUX'),
    ('twice', 'one 7 signal - *->* | for this test only\none 7 chains - *->* | for this test',
     'is there twice'),
]


def move_to_part(folder, name, change):
    """The change on the first record of a part, not of the whole."""
    with open(os.path.join(folder, 'parts'), encoding='utf-8') as lines:
        counts = [(line.split()[0], int(line.split()[5])) for line in lines]
    start = sum(count for _, count in counts[:[part for part, _ in counts].index(name)])

    def changed(side):
        before, records = side.records[:start], side.records[start:]
        side.records = records
        change(side)
        side.records = before + side.records
    return changed


def test_radiotap(folder):
    frames, ours, linux, log, allow = (os.path.join(folder, name) for name in
                                       ('frames', 'ours', 'linux', 'log', 'allow'))
    run('make-frames.py', frames)
    side = Side(frames)
    side.save(ours)
    write(log, side.log())
    words = ['--kernel=7', f'--allow={allow}', f'--frames={frames}', f'--ours={ours}',
             f'--linux={linux}', f'--ours-log={log}', f'--linux-log={log}']

    def compare(name, change, found, rules=''):
        other = Side(frames)
        change(other)
        other.save(linux)
        write(allow, rules)
        expect('compare_radiotap.py', words, name, found)

    compare('two equal captures', lambda side: None, None)
    for name, change, found in PLANTED_FRAMES:
        compare(f'frames: {name}', change, found)
    lost = move_to_part(frames, 'heer', lambda side: side.records.pop(0))
    compare('a frame lost, and a rule', lost, None,
            'one 7 there part:heer yes->no | for this test\n')
    compare('... for another part', lost, r'^missing: 1 wrong',
            'one 7 there part:hetb yes->no | for this test\n')
    change = move_to_part(frames, 'heer', SIGNAL)
    for name, rules, found in LISTS:
        compare(f'a rule {name}', change, found, rules + '\n')


# --- requests ------------------------------------------------------------------------

def control(kind, address, value):
    setup = {'read': 'rt=df req=63', 'write': 'rt=5f req=66'}[kind]
    return f'CTL 1.0 {setup} val={address[:4]} idx={address[4:]} len=4 -> 4 | ' + \
        struct.pack('<I', int(value, 16)).hex()


def out(endpoint, data):
    transfer = struct.pack('<I', len(data)) + data
    transfer += bytes(-len(transfer) % 4 + 4)
    return f'OUT 1.0 ep={endpoint:02x} len={len(transfer)} | {transfer.hex()}'


def legacy(cid, text, set_query=3, ext=0):
    payload = bytes.fromhex(text)
    head = bytes(32) + struct.pack('<HHBBBBBBBB', 32 + len(payload), 0x8000, cid, 0xa0, set_query,
                                   1, 0, ext, 0, 1 if ext else 0) + bytes(20)
    return out(8, head + payload)


def uni(cid, text):
    payload = bytes.fromhex(text)
    return out(8, bytes(32) + struct.pack('<HHBBBBHBB', 16 + len(payload), cid, 0, 0xa0, 0, 1, 0,
                                          0, 7) + bytes(4) + payload)


CHUNKS = bytes(range(200)), bytes(range(100))


def bring_up():
    """As short as the steps allow."""
    return [
        control('read', '70010200', '7961'), 'CTL 1.0 rt=5f req=04 val=0000 idx=0001 len=0 -> 0',
        control('read', '7c0600f0', '1'), control('write', '7c024208', '10200205'),
        control('write', '54000120', '2'), control('write', '74000018', 'd40000'),
        control('write', '74011890', '0'), control('write', '0041f23c', '0'),
        control('write', '74000008', '8'), legacy(0x10, '01000000'),
        'IN 1.0 ep=85 len=4 | 00000000', legacy(0x05, '00009000c800000000000080'),
        out(4, CHUNKS[0]), legacy(0x07, '00000000'), legacy(0x10, '00000000'),
        legacy(0x01, '005091006400000000000080'), out(4, CHUNKS[1]),
        legacy(0x02, '0100000000509100'), control('read', '7c0600f0', '3'), legacy(0x8a, '', 1),
        control('write', '74000008', '0'), legacy(0xed, '00010000', 1, 0x21),
        control('write', '820cd004', '3000'), legacy(0xed, '01000000', 1, 0x46),
        legacy(0xed, '01010002' + '00' * 72, 1, 0x4e), uni(1, '0000000000000c000100000000000000'),
        uni(2, '0000000000002000' + '01' * 28), uni(0x24, '000000000000080001000000'),
    ]


def place(lines, text):
    return next(nr for nr, line in enumerate(lines) if text in line)


def less(text):
    return lambda lines: lines.pop(place(lines, text))


def instead(text, line):
    def change(lines):
        lines[place(lines, text)] = line
    return change


def more(line, at=3):
    return lambda lines: lines.insert(at, line)


def late(text, behind):
    """A line moves behind another one."""
    def change(lines):
        line = lines.pop(place(lines, text))
        lines.insert(place(lines, behind) + 1, line)
    return change


def other_chunks(lines):
    nr = place(lines, 'ep=04')
    lines[nr:nr + 1] = [out(4, CHUNKS[0][:64]), out(4, CHUNKS[0][64:])]


REGION = '005091006400000000000080'
PLANTED_REQUESTS = [
    ('more reads', more(control('read', '70010204', '10')), None),
    ('firmware in other chunks', other_chunks, None),
    ('an OUT that is no command of the driver', more('IN 1.0 ep=84 len=0 | '), None),
    ('a step left out', less('idx=f23c'), r'^step normal_mode: ours none, Linux there'),
    ('... which is a write too', less('idx=f23c'), r'^write 0041f23c: ours none, Linux 00000000'),
    ('a step that Linux leaves out', less('req=04'), r'^step power_on: ours none, Linux there'),
    ('a step too late', late('idx=f23c', REGION), r'^step download_on: ours too_early'),
    ('a bit of a step not set', instead('val=5400', control('write', '54000120', '1')),
     r'^step marked: ours none'),
    ('a register of another value', instead('idx=d004', control('write', '820cd004', '3001')),
     r'^write 820cd004: ours 00003001, Linux 00003000'),
    ('a register more', more(control('write', '820e5000', '2')),
     r'^write 820e5000: ours 00000002, Linux none'),
    ('the last value counts', more(control('write', '820cd004', '5'), 25),
     r'^write 820cd004: ours 00000005'),
    ('a command more', more(legacy(0x17, '00000000', 1)),
     r'^mcu SET_BSS_ABORT: ours 4:, Linux none'),
    ('a command of another payload', instead('0000000000000800', uni(0x24, '00' * 8 + '02000000')),
     r'^mcu SNIFFER_ENABLE: ours '),
    ('an unknown request', more('CTL 1.0 rt=40 req=91 val=0005 idx=0000 len=0 -> 0'),
     r'^control 40/91: ours 0005 0000, Linux none'),
    ('another byte of firmware', instead('ep=04', out(4, bytes(200))), r'^firmware 1: ours '),
    ('firmware cut', instead('ep=04', out(4, CHUNKS[0][:-1])), r'^firmware 1: ours '),
    ('a region elsewhere', instead(REGION, legacy(1, '006091006400000000000080')),
     r'^firmware 2: ours TARGET_ADDRESS_LEN'),
    ('a line that cannot be read', more('CTL 1.0 rt=5f'), r'BadLog: line 4: cannot be read'),
    ('a message too short', more(out(8, bytes(47))), r'BadLog: line 4: a message of 47'),
    ('a length beyond the transfer', more('OUT 1.0 ep=08 len=4 | ff000000'), 'BadLog: line 4: 255'),
    ('a transfer that is cut', more('OUT 1.0 ep=08 len=5 | ff000000'), 'BadLog: line 4: the data'),
    ('nothing at all', lambda lines: lines.clear(), r'^step chip_id: ours none'),
]


def test_requests(folder):
    ours, linux, allow = (os.path.join(folder, name) for name in ('our.log', 'linux.log', 'allow'))
    words = ['--kernel=6.1', f'--steps={HERE}/mt7921u-steps.txt', f'--allow={allow}',
             f'--ours={ours}', f'--linux={linux}']
    write(linux, '\n'.join(bring_up()) + '\n')
    write(allow, '')
    for name, change, found in [('the same requests', lambda lines: None, None), *PLANTED_REQUESTS]:
        lines = bring_up()
        change(lines)
        write(ours, ''.join(line + '\n' for line in lines))
        expect('compare_requests.py', words, f'requests: {name}', found)
    write(ours, '\n'.join(bring_up() + [control('write', '00000000', '1')]) + '\n')
    expect('compare_requests.py', words, 'requests: a line behind the end', r'^write 00000000')
    words[3] = f'--ours={ours}:{len(bring_up())}'
    expect('compare_requests.py', words, 'requests: ... that is not looked at', None)
    parts = os.path.join(folder, 'parts')
    words.append(f'--firmware={parts}')
    crcs = [f'{radiotap.crc32(chunk):08x}' for chunk in CHUNKS]
    good = f'patch 00900000 200 80000000 {crcs[0]}\nram 00915000 100 80000000 {crcs[1]}\n' \
        'start 00915000\n'
    for name, text, found in [('as in its files', good, None),
                              ('of another byte', good.replace(crcs[1], crcs[0]), '^files ours: '),
                              ('elsewhere', good.replace('00900000', '00900004'), '^files linux: '),
                              ('of one part more', 'ram 00000000 1 80000000 0\n' + good,
                               '^files ours: ')]:
        write(parts, text)
        expect('compare_requests.py', words, f'requests: firmware {name}', found)


def main():
    with tempfile.TemporaryDirectory() as folder:
        test_radiotap(folder)
        test_requests(folder)
    print(f'\n{COUNT["passed"]} passed, {COUNT["failed"]} failed, 0 skipped')
    sys.exit(COUNT['failed'] > 0 or COUNT['passed'] == 0)


main()
