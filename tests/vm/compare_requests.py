#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""
compare_requests.py --kernel 6.1|7 --steps LIST --allow LIST --ours LOG[:LINES] --linux LOG[:LINES]
                    [--firmware PARTS]

Do Linux's driver and ours bring a MT7921U up in the same way? LOG is of usb-emu, as a whole or its
first LINES. Compared are

step      the steps that matter: both take them, in the same order. --steps has a line for each:
          NAME KIND WHAT VALUE[/MASK] | source, where KIND is read, write, power_on, mcu or data.
          The first time counts, behind that of the step before where there is one.
write     the last value that each register was given
mcu       each command's payload, the last time: LENGTH:BYTES without zeros at the end
firmware  all data that was downloaded, part by part, and where to; with what make-firmware.py
          printed (PARTS) also whether that is what the files hold

A difference must stand in --allow (see allowed.py), with step, write, mcu or firmware as its field,
and may ask for name:NAME. Values of a thing that one side does not do: none.
Prints the number of requests of both, and the rules with their number of uses; exit status 1 with a
line for each unlisted difference, and for each rule that was never used.
"""

import argparse
import collections
import os
import struct
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
sys.dont_write_bytecode = True
import allowed  # noqa: E402
import request_log  # noqa: E402

Wanted = collections.namedtuple('Wanted', 'name kind what value mask')
FIRMWARE = ('PATCH_START', 'TARGET_ADDRESS_LEN', 'FIRMWARE', 'FW_START')


def parse_args():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--kernel', choices=('6.1', '7'), required=True)
    for name in ('steps', 'allow', 'ours', 'linux'):
        parser.add_argument('--' + name, required=True)
    parser.add_argument('--firmware')
    return parser.parse_args()


def read_log(text):
    path, _, last = text.rpartition(':')
    if path and last.isdigit():
        return request_log.read(path, int(last))
    return request_log.read(text)


def wanted_steps(path):
    for line in allowed.joined(path):
        head, bar, source = line.partition('|')
        words = head.split()
        if len(words) != 4 or not bar or not source.strip():
            raise allowed.BadList(f'no step with a source: {line}')
        value, _, mask = words[3].partition('/')
        yield Wanted(*words[:3], value, mask)


def is_step(wanted, step):
    if wanted.kind != step.kind or wanted.what not in ('*', step.name):
        return False
    if wanted.value == '*':
        return True
    if wanted.mask:
        return int(step.value, 16) & int(wanted.mask, 16) == int(wanted.value, 16)
    return step.value.startswith(wanted.value)


def places(wanted, steps):
    """{step: its place}. One that comes only before the step before it is there, and too early."""
    found, at = {}, -1
    for one in wanted:
        all_of = [nr for nr, step in enumerate(steps) if is_step(one, step)]
        behind = [nr for nr in all_of if nr > at]
        if behind:
            at = behind[0]
            found[one.name] = at
        elif all_of:
            found[one.name] = all_of[-1]
    return found


def compare_steps(wanted, ours, linux):
    """Linux's order is the list's, or the list is wrong; ours is too, but for what differs."""
    found = {'ours': places(wanted, ours), 'linux': places(wanted, linux)}
    for one in wanted:
        said = {}
        for side, there in found.items():
            if one.name not in there:
                said[side] = None
                continue
            before = [there[other.name] for other in wanted[:wanted.index(one)]
                      if other.name in there]
            said[side] = 'too_early' if before and there[one.name] < max(before) else 'there'
        if said['ours'] != said['linux'] or 'too_early' in said.values() or \
                said['ours'] is None:
            yield 'step', one.name, said['ours'], said['linux']


def payload(value):
    """LENGTH:BYTES, without the zeros that most commands end with."""
    return f'{len(value) // 2}:{bytes.fromhex(value).rstrip(bytes(1)).hex()}'


def last_values(steps, kind):
    return {step.name: payload(step.value) if kind == 'mcu' else step.value
            for step in steps if step.kind == kind}


def compare_values(field, ours, linux):
    for name in dict.fromkeys([*linux, *ours]):
        if ours.get(name) != linux.get(name):
            yield field, name, ours.get(name), linux.get(name)


def downloads(steps):
    """Headers and data of the firmware, in order, by number."""
    there = [f'{step.name}:{step.value}' for step in steps if step.name in FIRMWARE]
    return {str(nr): text for nr, text in enumerate(there)}


def in_files(path):
    """The same, of the lines patch|ram ADDRESS LENGTH MODE CRC, then start ADDRESS."""
    there = []
    with open(path, encoding='utf-8') as lines:
        for kind, address, *rest in map(str.split, lines):
            if kind == 'start':
                there.append(struct.pack('<II', 1, int(address, 16)).hex())
            else:
                length, mode, crc = rest
                there.append(struct.pack('<III', int(address, 16), int(length),
                                         int(mode, 16)).hex())
                there.append(f'{length}:{crc}')
    return there


def compare_files(path, **sides):
    for side, steps in sides.items():
        done = [text.partition(':')[2] for text in downloads(steps).values()]
        if done != in_files(path):
            yield 'files', side, ' '.join(done), ' '.join(in_files(path))


def without_firmware(steps):
    return [step for step in steps if step.name not in FIRMWARE]


def differences(wanted, ours, linux):
    yield from compare_steps(wanted, ours, linux)
    yield from compare_values('firmware', downloads(ours), downloads(linux))
    for field in ('write', 'mcu', 'control'):
        yield from compare_values(field, last_values(without_firmware(ours), field),
                                  last_values(without_firmware(linux), field))


def show_counts(side, steps):
    count = collections.Counter(step.kind for step in steps)
    requests_of = len({step.line for step in steps if step.kind not in ('mcu', 'data')})
    print(f'{side}: {requests_of} control requests ({count["read"]} reads, '
          f'{count["write"]} writes), {count["mcu"]} commands')


def main():
    args = parse_args()
    rules = allowed.Allowed(args.allow, args.kernel)
    wanted = list(wanted_steps(args.steps))
    ours, linux = read_log(args.ours), read_log(args.linux)
    show_counts('ours', ours)
    show_counts(f'Linux {args.kernel}', linux)
    files = compare_files(args.firmware, ours=ours, linux=linux) if args.firmware else ()
    wrong = [difference for difference in (*files, *differences(wanted, ours, linux))
             if rules.find(difference[0], *difference[2:], {'name': difference[1]}) is None]
    for name, count in sorted(rules.used.items()):
        print(f'allowed: {name}: {count}')
    for field, name, one, other in wrong:
        print(f'{field} {name}: ours {allowed.text(one)}, Linux {allowed.text(other)}')
    unused = rules.unused()
    for name in unused:
        print(f'{name}: never used, it should go')
    if wrong or unused or not ours or not linux:
        sys.exit(1)


try:
    main()
except (allowed.BadList, request_log.BadLog, OSError, ValueError) as error:
    sys.exit(f'{type(error).__name__}: {error}')
