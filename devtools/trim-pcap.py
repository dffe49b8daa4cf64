#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""Copy a part of a pcap file: by frame length, direction, count or size; tag or repeat it."""

import argparse
import itertools
import os
import struct
import sys

sys.dont_write_bytecode = True
import pcapfile  # noqa: E402


def mac(text):
    """The six bytes of aa:bb:cc:dd:ee:ff."""
    value = bytes.fromhex(text.replace(':', ''))
    if len(value) != 6:
        raise ValueError(text)
    return value


def parse_args():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('input')
    parser.add_argument('output')
    parser.add_argument('--len', type=int, help='only frames of this length (no FCS)')
    parser.add_argument('--min-len', type=int, default=0)
    parser.add_argument('--max-len', type=int, default=1 << 30)
    parser.add_argument('--src', type=mac, metavar='MAC', help='only frames from this address')
    parser.add_argument('--dst', type=mac, metavar='MAC', help='only frames to this address')
    parser.add_argument('--count', type=int, help='at most the first COUNT of these')
    parser.add_argument('--max-bytes', type=int, help='at most this size of the output file')
    parser.add_argument('--repeat', action='store_true',
                        help='begin again until COUNT frames are written')
    parser.add_argument('--vlan', type=int, metavar='ID', help='put an 802.1Q tag into each frame')
    args = parser.parse_args()
    if args.len is not None:
        args.min_len = args.max_len = args.len
    if args.repeat and args.count is None:
        parser.error('--repeat needs --count')
    if args.vlan is not None and not 0 <= args.vlan < 4095:
        parser.error('--vlan: 0 to 4094')
    return args


def wanted(args, frame):
    return (args.min_len <= len(frame.data) <= args.max_len
            and (args.dst is None or frame.data[:6] == args.dst)
            and (args.src is None or frame.data[6:12] == args.src))


def tagged(frame, vlan):
    tag = struct.pack('>HH', 0x8100, vlan)
    return frame._replace(wire=frame.wire + 4, data=frame.data[:12] + tag + frame.data[12:])


def up_to_bytes(frames, limit):
    size = 24
    for frame in frames:
        size += 16 + len(frame.data)
        if size > limit:
            return
        yield frame


def repeated(frames):
    """The same frames without end; the time goes on from round to round."""
    frames = list(frames)
    if not frames:
        return
    lap = frames[-1].ns - frames[0].ns + 1000
    for i in itertools.count():
        for frame in frames:
            yield frame._replace(ns=frame.ns + i * lap)


def main():
    args = parse_args()
    if os.path.exists(args.output) and os.path.samefile(args.input, args.output):
        sys.exit('trim-pcap: input and output are the same file')
    frames = (f for f in pcapfile.read(args.input) if wanted(args, f))
    if args.vlan is not None:
        frames = (tagged(f, args.vlan) for f in frames)
    if args.repeat:
        frames = repeated(frames)
    frames = itertools.islice(frames, args.count)
    if args.max_bytes is not None:
        frames = up_to_bytes(frames, args.max_bytes)
    fault = None
    try:
        if pcapfile.write(args.output, frames) == 0:
            fault = f'{args.input}: no frame fits'
    except (OSError, pcapfile.PcapError) as error:
        fault = error
    if fault:
        # Half a file would be taken for a whole one.
        if os.path.isfile(args.output):
            os.unlink(args.output)
        sys.exit(f'trim-pcap: {fault}')


if __name__ == '__main__':
    main()
