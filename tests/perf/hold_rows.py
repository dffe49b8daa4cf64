# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""Rows about the hold for bench_rx.py and bench_hold.py: what its hook costs, and what one frame in
each transfer costs beside twenty."""
import collections
import os
import statistics
import sys
import tempfile

import benchlib

HOOK_MOST = 30              # cycles of a transfer
PACKETS_PER_ROUND = 19200
ALL = ("--count", "0")
ONE = ALL + ("--no-agg",)
TWENTY = ALL + ("--agg-count", "20", "--agg-size", "40", "--urb-size", "65536")


def more_row(case, unit, ours, peer_name, peer, most):
    """A goal for the difference: a ratio to next to nothing says nothing, nor does its spread."""
    more = statistics.median(a - b for a, b in zip(ours, peer))
    low, _, high = statistics.quantiles(ours, n=4)
    line = benchlib.row_of(case, ours, peer_name, peer, None, unit=unit)
    return line | {
        "goal": f"{more:.1f} more" + ("" if most is None else f" <= {most}"),
        "met": "-" if most is None else "yes" if more <= most else "no",
        "valid": "yes" if (high - low) / statistics.median(ours) <= benchlib.SPREAD_MAX else "no",
    }


def alone(args):
    """hold_bench: the hook in a loop, beside the loop."""
    print("bench: the hook of the hold, by itself ...", file=sys.stderr)
    samples = os.path.join(args.out, "hold-hook.samples")
    core = "1" if os.cpu_count() > 1 else "0"
    benchlib.run(["taskset", "-c", core,
                  os.path.join(args.build, "tests", "perf", "hold_bench"),
                  f"--rounds={args.rounds}", "--samples=" + samples])
    rows = collections.defaultdict(lambda: ([], []))
    with open(samples, encoding="ascii") as lines:
        for line in lines:
            hook, shape, ours, bare = line.rstrip().split("|")
            rows[f"hook of the hold alone, {hook}, {shape}"][0].append(float(ours))
            rows[f"hook of the hold alone, {hook}, {shape}"][1].append(float(bare))
    for case, (ours, bare) in rows.items():
        yield more_row(case, "cycles/transfer", ours, "empty loop", bare, HOOK_MOST)


def captures(args, work, length, count, packings):
    """The same packets as a dongle sends them, for each way to pack."""
    packets = os.path.join(work, "packets.pcap")
    benchlib.trim("tcp4-1flow" if length > 1000 else "small", packets, length, count)
    for i, packing in enumerate(packings):
        usbmon = os.path.join(work, f"usbmon{i}.pcap")
        benchlib.usbmon(args, packets, usbmon, options=packing)
        yield packets, f"replay={usbmon},chip=rtl8922au,loop=1"


def in_path(args):
    """The whole receive path with the hook and without; one frame in a transfer is the worst."""
    cases = [("60 B hot, 1 a transfer", 60, 960, ONE, HOOK_MOST),
             ("1514 B hot", 1514, 96, ALL, None)]
    for name, length, count, packing, most in cases:
        print(f"bench: {name} with and without the hook ...", file=sys.stderr)
        with tempfile.TemporaryDirectory() as work:
            (_, devargs), = captures(args, work, length, count, [packing])
            ours, bare = benchlib.burst_bench(
                args, f"rx-{name}-hook", ["net_rtw89u0," + devargs, "net_unseen89u0," + devargs],
                [f"--packets={PACKETS_PER_ROUND}"], plugins=["librte_net_unseen89u.so"])
        yield more_row(name, "cycles/packet", ours, "without the hold's hook", bare, most)


def packings(args):
    """Ten thousand frames, the same packets from both: --check looks at each byte."""
    print("bench: 1 and 20 frames in a transfer ...", file=sys.stderr)
    with tempfile.TemporaryDirectory() as work:
        (packets, one), (_, twenty) = captures(args, work, 1514, 10000, [ONE, TWENTY])
        series = benchlib.burst_bench(
            args, "rx-packings", ["net_rtw89u0," + one, "net_rtw89u1," + twenty],
            [f"--packets={PACKETS_PER_ROUND}", "--check=0:" + packets, "--check=1:" + packets])
    yield benchlib.row_of("1514 B beyond L2, 1 a transfer", series[0], "20 a transfer", series[1],
                          None)
