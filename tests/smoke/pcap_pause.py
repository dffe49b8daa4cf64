#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""pcap_pause.py IN OUT MS: a capture whose second half comes at once after a silence: what an access
point does that was away on another channel."""
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../devtools"))
import pcapfile  # noqa: E402


def main():
    source, out, ms = sys.argv[1:]
    frames = list(pcapfile.read(source))
    half = len(frames) // 2
    start = frames[0].ns
    after = start + (half + int(ms) * 1000) * 1000
    pcapfile.write(out, [frame._replace(ns=start + i * 1000 if i < half else after)
                         for i, frame in enumerate(frames)])


main()
