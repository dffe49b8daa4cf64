#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""bench.sh gro: cycles per packet of lib/rxbatch beside librte_gro and librte_gso.

Traffic is made by gro_bench, which also knows the fewest packets that it could become; the
libraries are the installed ones and, beside them, their own sources with our compiler flags. A goal
stands in the row of the better one.
"""
import collections
import json
import os
import statistics
import subprocess
import sys
import tempfile

import benchlib
import lro_rows

WORK_MAX = 1.05

# What stands in gro_cases.c, with what the ratio may be at most.
GOALS = {
    ("1 flow", "librte_gro light"): 0.667,
    ("8 flows in 4s", "librte_gro light"): 0.667,
    ("8 flows in turn", "librte_gro light"): 0.667,
    ("1 flow, burst 1", "librte_gro light"): 0.25,
    ("1 flow, burst 4", "librte_gro light"): 0.25,
    ("64 flows in 4s, held", "librte_gro heavy"): 0.25,
    ("1024 flows in 4s, held", "ours, 1 flow"): 1.5,
    ("1 flow, summed", "librte_gro + verify"): 1.0,
    ("8 flows in 4s, summed", "librte_gro + verify"): 1.0,
    ("64 flows in 4s, summed", "librte_gro + verify"): 1.0,
    ("1024 flows in 4s, summed", "librte_gro + verify"): 1.0,
    ("undo of 32", "librte_gso"): 0.2,
    ("undo of 4", "librte_gso"): 0.2,
    ("split of 32", "librte_gso"): 0.5,
    ("split of 4", "librte_gso"): 0.5,
}
CYCLES_MOST = {"64 flows in 4s, held": 70}
# More than not calling the library; a timestamp that differs each time has no goal.
TAX_MOST = {"never: other flows": 12, "never: pure ACKs": 12, "never: UDP": 12}
RECOVERY_MOST = 32
NO_LIBRARY = "no library"
OURS = "ours"
COMPILED = " -O3"

# The sum of a packet folded into its copy: packets of the set, most.
FOLDED = {"hot": (96, 1.2), "beyond L2": (9600, 1.1)}


def dpdk_src(args):
    with open(os.path.join(args.build, "meson-info", "intro-buildoptions.json"),
              encoding="utf-8") as options:
        return next(o["value"] for o in json.load(options) if o["name"] == "dpdk_src")


def fetch_sources(args, version):
    """The folder with librte_gro's and librte_gso's sources, or None."""
    src = dpdk_src(args)
    if src:
        where = os.path.join(args.out, "dpdk-gro")
    else:
        where = os.path.join(benchlib.TOP, ".cache", f"dpdk-{version}-gro")
    done = subprocess.run([os.path.join(benchlib.TOP, "devtools", "get-dpdk-source.sh")] +
                          (["--src", src] if src else []) + ["--part", "gro", version, where],
                          capture_output=True, text=True, timeout=300, check=False)
    if done.returncode != 0:
        print(done.stderr, end="", file=sys.stderr)
        return None
    return where


def compile_peer(args):
    """A shared object with both libraries, compiled as ours is; None when their sources are not to
    be had. It calls its own functions, not the installed libraries' of the same names."""
    version = benchlib.run(["pkg-config", "--modversion", "libdpdk"]).strip()
    where = fetch_sources(args, version)
    if where is None:
        return None
    out = os.path.join(args.out, "dpdk-gro.so")
    cflags = benchlib.run(["pkg-config", "--cflags", "libdpdk"]).split()
    sources = sorted(os.path.join(where, name) for name in os.listdir(where)
                     if name.endswith(".c"))
    benchlib.run([os.environ.get("CC", "cc"), "-std=gnu11", "-O3", "-w", "-fPIC", "-shared",
                  "-fno-semantic-interposition", "-Wl,-Bsymbolic", "-D_GNU_SOURCE",
                  "-DALLOW_EXPERIMENTAL_API", "-I" + where] + cflags + sources + ["-o", out])
    return out


class Side:
    """What gro_bench says about one side of a row."""

    def __init__(self, fields):
        burst, hold, self.sums, self.name, *counts = fields[:7]
        self.burst, self.hold = int(burst), int(hold)
        self.packets, self.out, self.fewest = (int(n) for n in counts)
        self.samples = []

    @property
    def work(self):
        return self.out / self.fewest


def read_results(text, samples):
    """{(row, hot or cold): {side: Side}} and [(row, bursts)]."""
    results, recovery = collections.defaultdict(dict), []
    for line in text.splitlines():
        row, kind, *fields = line.split("|")
        if kind == "recovery":
            recovery.append((row, int(fields[0])))
        else:
            side = Side(fields)
            results[row, kind][side.name] = side
    with open(samples, encoding="ascii") as lines:
        for line in lines:
            row, kind, name, cycles = line.split("|")
            results[row, kind][name].samples.append(float(cycles))
    return results, recovery


def gro_bench(args, peer):
    samples = os.path.join(args.out, "gro.samples")
    core = "1" if os.cpu_count() > 1 else "0"
    done = subprocess.run(
        [os.path.join(args.build, "tests", "perf", "gro_bench"), "-l", core] + args.eal.split() +
        ["--no-pci", "--no-telemetry", "--log-level=lib.eal:error", "--",
         f"--rounds={args.rounds}", "--samples=" + samples] + (["--peer=" + peer] if peer else []),
        stdout=subprocess.PIPE, text=True, timeout=1800, check=False)
    # 2: it measured, and a row is not valid, which the table says.
    if done.returncode not in (0, 2):
        sys.exit("bench: gro_bench failed")
    return read_results(done.stdout, samples)


def case_name(row, kind, side):
    """Traffic, segments in each packet out, checksums."""
    text = row
    if "burst" not in row:
        text += f", burst {side.burst}"
    if side.hold:
        text += f" x {side.hold}"
    return (f"{text}, {side.packets / side.out:.1f} segments, sums {side.sums}, {kind}")


def mark_work(line, side):
    line["work"] = f"{side.work:.3f}"
    if side.work > WORK_MAX:
        line["valid"] = "no"
    return line


def better_of(sides, name):
    """The one of a library's two builds that takes fewer cycles."""
    builds = [sides[n] for n in (name, name + COMPILED) if n in sides]
    return min(builds, key=lambda side: statistics.median(side.samples))


def ratio_rows(row, kind, sides):
    ours = sides[OURS]
    for name, peer in sides.items():
        base = name.removesuffix(COMPILED)
        most = GOALS.get((row, base))
        if name in (OURS, NO_LIBRARY, "with back-off"):
            continue
        if most is not None and better_of(sides, base) is not peer:
            most = None
        if name.startswith("librte") and base + COMPILED not in sides:
            name += ", no -O3 build"
        yield mark_work(benchlib.row_of(case_name(row, kind, ours), ours.samples, name,
                                        peer.samples, most), ours)


def cycles_row(row, kind, sides):
    """A goal in cycles, not beside anybody."""
    ours, most = sides[OURS], CYCLES_MOST[row]
    line = benchlib.row_of(case_name(row, kind, ours), ours.samples, "-", ours.samples, None)
    cycles = statistics.median(ours.samples)
    line |= {"peer": "-", "ratio": "-", "goal": f"ours <= {most}",
             "met": "yes" if cycles <= most else "no"}
    return mark_work(line, ours)


def tax_rows(row, kind, sides):
    """Beside not calling the library at all; the application looks at each packet in both."""
    without = sides[NO_LIBRARY]
    for name in (OURS, "with back-off"):
        ours, most = sides[name], TAX_MOST.get(row) if name == OURS else None
        more = statistics.median(a - b for a, b in zip(ours.samples, without.samples))
        line = benchlib.row_of(case_name(row, kind, ours), ours.samples, NO_LIBRARY,
                               without.samples, None)
        # A ratio to next to nothing says nothing, nor does its spread.
        low, _, high = statistics.quantiles(ours.samples, n=4)
        line["valid"] = "yes" if (high - low) / statistics.median(ours.samples) <= \
            benchlib.SPREAD_MAX else "no"
        line["case"] += "" if name == OURS else ", " + name
        line["goal"] = f"{more:.1f} more" + ("" if most is None else f" <= {most}")
        line["met"] = "-" if most is None else "yes" if more <= most else "no"
        yield mark_work(line, ours)


def recovery_row(row, bursts):
    return {"case": f"after '{row}' until all merges again", "unit": "bursts",
            "ours": str(bursts), "peer_name": "-", "peer": "-", "ratio": "-", "work": "1.000",
            "goal": f"ours <= {RECOVERY_MOST}", "met": "yes" if bursts <= RECOVERY_MOST else "no",
            "valid": "yes", "best": "-"}


def library_rows(args):
    peer = compile_peer(args)
    if peer is None:
        print("bench gro: no sources of librte_gro and librte_gso: the installed ones alone",
              file=sys.stderr)
    results, recovery = gro_bench(args, peer)
    for (row, kind), sides in results.items():
        if row in CYCLES_MOST:
            yield cycles_row(row, kind, sides)
        if NO_LIBRARY in sides:
            yield from tax_rows(row, kind, sides)
        yield from ratio_rows(row, kind, sides)
    for row, bursts in recovery:
        yield recovery_row(row, bursts)


def folded_rows(args):
    """rx_burst with the sum of every packet taken during its copy, beside the copy alone."""
    for where, (count, most) in FOLDED.items():
        print(f"bench gro: sum folded into the copy, {where} ...", file=sys.stderr)
        with tempfile.TemporaryDirectory() as work:
            packets, usbmon = (os.path.join(work, name) for name in ("p.pcap", "u.pcap"))
            benchlib.trim("tcp4-1flow", packets, 1514, count)
            benchlib.usbmon(args, packets, usbmon)
            devargs = f"replay={usbmon},chip=rtl8922au,loop=1"
            summed, copied = benchlib.burst_bench(
                args, "gro-folded-" + where,
                [f"net_rtw89u0,{devargs},rx-csum=sw", f"net_rtw89u1,{devargs},rx-csum=off"],
                ["--packets=1920", "--csum", "--check=0:" + packets])
        yield benchlib.row_of(f"1514 B received and summed, {where}", summed, "copied only",
                              copied, most)


def main():
    args = benchlib.arguments()
    table = [*library_rows(args), *folded_rows(args), *lro_rows.rows(args)]
    benchlib.report(args, "gro", table)


main()
