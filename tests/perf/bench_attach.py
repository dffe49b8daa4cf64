#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""bench.sh attach: cycles per packet with rx-attach= beside the copy, by size of packet.

Two ports on models that make packets as fast as they can; only bursts that brought a packet count.
The bytes have just been written by another processor, as a device's DMA would have. "read" means that
the application reads every byte, and so fetches what the copy would have fetched for it.
"""
import sys

import benchlib

SIZES = (64, 128, 256, 512, 1024, 1514)
PACKETS_PER_ROUND = 2048


def rows(args, size, read):
    air = f"model=rtl8922au,air=gen:rate:0/size:{size}/flows:8,hold=1024"
    vdevs = [f"net_rtw89u0,{air},rx-attach=1", f"net_rtw89u1,{air}"]
    series = benchlib.burst_bench(
        args, f"attach-{size}{'-read' if read else ''}", vdevs,
        [f"--packets={PACKETS_PER_ROUND}", "--busy"] + (["--touch"] if read else []))
    yield benchlib.row_of(f"{size} B attached{', read' if read else ''}", series[0], "copied",
                          series[1], None)


def main():
    args = benchlib.arguments()
    args.rounds = str(max(3, int(args.rounds) // 4))
    table = []
    for read in (False, True):
        for size in SIZES:
            print(f"bench attach: {size} B ...", file=sys.stderr)
            table += list(rows(args, size, read))
    benchlib.report(args, "attach", table)


main()
