#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""bench.sh rx: cycles per packet of rx_burst beside net_pcap and net_null, with software checksums
beside the same driver without, one frame in a transfer beside twenty; and what it costs to look at the
transfers for the hold."""
import os
import sys
import tempfile

import benchlib
import hold_rows

# A packet of 1514 bytes takes 1600 in a transfer, one of 60 takes 144: with these numbers the
# first set fits the second-level cache (512 KiB and more), the other does not.
CASES = [
    # name, driver, chip, capture, frame length, packets, --csum, goals: (peer, most)
    ("1514 B hot", "rtw89u", "rtl8922au", "tcp4-1flow", 1514, 96, False,
     {"net_pcap": 1.0, "net_null": None}),
    ("1514 B beyond L2", "rtw89u", "rtl8922au", "tcp4-1flow", 1514, 9600, False,
     {"net_pcap": 1.0, "net_null": None}),
    ("60 B hot", "rtw89u", "rtl8922au", "small", 60, 960, False,
     {"net_pcap": 2.0, "net_null": None}),
    ("60 B beyond L2", "rtw89u", "rtl8922au", "small", 60, 12000, False,
     {"net_pcap": 2.0, "net_null": None}),
    ("1514 B hot, AX", "rtw89u", "rtl8852cu", "tcp4-1flow", 1514, 96, False, {"net_pcap": 1.0}),
    ("60 B hot, AX", "rtw89u", "rtl8852cu", "small", 60, 960, False, {"net_pcap": 2.0}),
    ("1514 B hot, mt76u", "mt76u", "mt7921u", "tcp4-1flow", 1514, 96, False, {"net_pcap": 1.0}),
    ("1514 B beyond L2, mt76u", "mt76u", "mt7921u", "tcp4-1flow", 1514, 9600, False,
     {"net_pcap": 1.0}),
    ("60 B hot, mt76u", "mt76u", "mt7921u", "small", 60, 960, False, {"net_pcap": 2.0}),
    ("1514 B hot, sums", "rtw89u", "rtl8922au", "tcp4-1flow", 1514, 96, True,
     {"net_pcap": None, "copy alone": 1.2}),
    ("1514 B beyond L2, sums", "rtw89u", "rtl8922au", "tcp4-1flow", 1514, 9600, True,
     {"net_pcap": None, "copy alone": 1.1}),
    ("TCP mix hot", "rtw89u", "rtl8922au", "tcp4-8flows", 0, 0, False, {"net_pcap": None}),
]
PACKETS_PER_ROUND = 19200


def rows(args, work, case):
    name, driver, chip, capture, length, count, csum, peers = case
    packets = os.path.join(work, "packets.pcap")
    usbmon = os.path.join(work, "usbmon.pcap")
    benchlib.trim(capture, packets, length, count)
    benchlib.usbmon(args, packets, usbmon, chip)
    ours = f"replay={usbmon},chip={chip},loop=1"
    vdev_of = {
        "net_pcap": f"net_pcap0,rx_pcap={packets},infinite_rx=1",
        "net_null": f"net_null0,size={length},copy=1",
        "copy alone": f"net_{driver}1,{ours}",
    }
    series = benchlib.burst_bench(
        args, "rx-" + name,
        [f"net_{driver}0,{ours}" + (",rx-csum=sw" if csum else "")] + [vdev_of[p] for p in peers],
        [f"--packets={PACKETS_PER_ROUND}", "--check=0:" + packets] + (["--csum"] if csum else []))
    # Every packet of the capture came out once and right, or burst_bench had ended with an error.
    for peer, samples in zip(peers, series[1:]):
        yield benchlib.row_of(name, series[0], peer, samples, peers[peer])


def main():
    args = benchlib.arguments()
    table = []
    for case in CASES:
        print(f"bench rx: {case[0]} ...", file=sys.stderr)
        with tempfile.TemporaryDirectory() as work:
            table += list(rows(args, work, case))
    table += [*hold_rows.packings(args), *hold_rows.in_path(args), *hold_rows.alone(args)]
    benchlib.report(args, "rx", table)


main()
