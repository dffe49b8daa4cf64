#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""bench.sh tx: cycles per packet of tx_burst into a device that takes everything (null=CHIP), beside
what the same chip's rx_burst costs for packets of that size, and beside net_null, which copies too.

What is timed is the burst alone: descriptor, 802.11 header, copy, hand-over, the mbufs freed.
"""
import os
import sys
import tempfile

import benchlib

CHIPS = [("rtw89u", "rtl8922au"), ("rtw89u", "rtl8852cu"), ("mt76u", "mt7921u")]
# name, capture of the receiving port, length, packets that go round, goal for TX / RX
SIZES = [("1514 B hot", "tcp4-1flow", 1514, 96, 1.5),
         ("1514 B beyond L2", "tcp4-1flow", 1514, 9600, 1.5),
         ("60 B hot", "small", 60, 960, None)]
PACKETS_PER_ROUND = 19200


def rows(args, work, chip, size):
    driver, chip = chip
    name, capture, length, count, most = size
    packets = os.path.join(work, "packets.pcap")
    usbmon = os.path.join(work, "usbmon.pcap")
    benchlib.trim(capture, packets, length, count)
    benchlib.usbmon(args, packets, usbmon, chip)
    vdevs = [f"net_{driver}0,null={chip}", f"net_{driver}1,replay={usbmon},chip={chip},loop=1",
             f"net_null0,size={length},copy=1"]
    series = benchlib.burst_bench(
        args, f"tx-{chip}-{name}", vdevs,
        [f"--packets={PACKETS_PER_ROUND}", "--send=0,2", f"--length={length}", f"--set={count}"])
    label = f"{chip} {name}"
    yield benchlib.row_of(label, series[0], "rx_burst, same chip", series[1], most)
    yield benchlib.row_of(label, series[0], "net_null tx copy=1", series[2], None)


def main():
    args = benchlib.arguments()
    table = []
    for chip in CHIPS:
        for size in SIZES:
            print(f"bench tx: {chip[1]} {size[0]} ...", file=sys.stderr)
            with tempfile.TemporaryDirectory() as work:
                table += list(rows(args, work, chip, size))
    benchlib.report(args, "tx", table)


main()
