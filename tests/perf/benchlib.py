# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""What the bench_AREA.py scripts share: run burst_bench, make rows of ratios, write the table.

All ports of a case live in one burst_bench process and take turns, so every round gives one ratio of
neighbours in time; the figure is the median of these ratios.
"""
import argparse
import csv
import os
import platform
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
CAPTURES = os.path.join(TOP, "tests", "captures")

SPREAD_MAX = 0.25   # of the middle half of the ratios, else the row is worth nothing
COLUMNS = ["case", "unit", "ours", "peer_name", "peer", "ratio", "work", "goal", "met", "valid"]


def parser():
    made = argparse.ArgumentParser()
    for name in ("build", "out", "eal", "rounds"):
        made.add_argument("--" + name, required=True)
    return made


def arguments():
    return parser().parse_args()


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False,
                          **options)
    if done.returncode != 0:
        sys.exit(f"bench: {' '.join(command)}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def trim(capture, out, length=0, count=0):
    """The first packets of a shipped capture, all of one length where asked."""
    command = ["/usr/bin/python3", os.path.join(TOP, "devtools", "trim-pcap.py")]
    if length:
        command += ["--len", str(length), "--count", str(count), "--repeat"]
    run(command + [os.path.join(CAPTURES, capture + ".pcap"), out])


def usbmon(args, packets, out, chip="rtl8922au", options=()):
    """Those packets as a dongle sends them, in full aggregates, as a busy radio makes them: the hold
    is longer than they take to fill, or the longest that the chip has."""
    hold = "255" if chip == "mt7921u" else "1024"
    run([os.path.join(args.build, "model2usbmon"), "--chip", chip, "--air", "pcap:" + packets,
         "--hold", hold, "--output", out, *options])


def burst_bench(args, name, vdevs, options, plugins=()):
    """Samples of every port, in the order of vdevs: [[cycles per packet of each round]]."""
    samples = os.path.join(args.out, name.replace(" ", "-").replace(",", "") + ".samples")
    # Core 1, so that what else runs finds core 0; EAL's own threads sleep.
    core = "1" if os.cpu_count() > 1 else "0"
    run([os.path.join(args.build, "tests", "perf", "burst_bench"), "-l", core] +
        args.eal.split() +
        ["--no-pci", "--no-telemetry", "--log-level=lib.eal:error", "-d", "librte_net_rtw89u.so",
         "-d", "librte_net_mt76u.so"] + [f"-d{plugin}" for plugin in plugins] +
        ["--vdev=" + vdev for vdev in vdevs] +
        ["--", f"--rounds={args.rounds}", "--samples=" + samples] + options,
        cwd="/", env={**os.environ, "LD_LIBRARY_PATH": ":".join(
            os.path.join(args.build, folder) for folder in ("drivers", "tests/perf"))})
    series = [[] for _ in vdevs]
    with open(samples, encoding="ascii") as lines:
        for line in lines:
            _, port, cycles = line.split()
            series[int(port)].append(float(cycles))
    return series


def row_of(case, ours, peer_name, peer, most, work="1.000", unit="cycles/packet"):
    """One row of the table; most: the goal for the ratio, None where there is none. More is better
    in a unit per second."""
    best = max if unit.endswith("/s") else min
    ratios = [a / b for a, b in zip(ours, peer)]
    ratio = statistics.median(ratios)
    low, _, high = statistics.quantiles(ratios, n=4)
    return {
        "case": case, "unit": unit,
        "ours": f"{statistics.median(ours):.1f}", "peer_name": peer_name,
        "peer": f"{statistics.median(peer):.1f}", "ratio": f"{ratio:.3f}", "work": work,
        "goal": "-" if most is None else f"ratio <= {most}",
        "met": "-" if most is None else "yes" if ratio <= most else "no",
        "valid": "yes" if (high - low) / ratio <= SPREAD_MAX else "no",
        "best": f"{best(ours):.1f} / {best(peer):.1f}",
    }


def host():
    model = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo", encoding="utf-8")
                  if line.startswith("model name")), "?")
    gcc = run(["gcc", "-dumpfullversion"]).strip()
    return (f"{model}, {os.cpu_count()} processors, Linux {platform.release()}, gcc {gcc} -O3 and "
            "libdpdk's own -march, burst 32, one lcore; working set: see tests/perf")


def report(args, area, table):
    """build/bench/AREA.csv, a line about the host beside it, and the table to look at."""
    with open(os.path.join(args.out, area + ".csv"), "w", newline="", encoding="ascii") as out:
        writer = csv.DictWriter(out, COLUMNS, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(table)
    with open(os.path.join(args.out, area + ".host"), "w", encoding="utf-8") as out:
        print(host(), file=out)
    print(host())
    case, peer, goal = (2 + max(len(row[key]) for row in table)
                        for key in ("case", "peer_name", "goal"))
    print(f"{'case':{case}}{'ours':>8}  {'peer':{peer}}{'':>7}{'ratio':>8}{'work':>7}  "
          f"{'goal':{goal}}{'met':5}{'valid':7}best ours / peer")
    for row in table:
        print(f"{row['case']:{case}}{row['ours']:>8}  {row['peer_name']:{peer}}{row['peer']:>7}"
              f"{row['ratio']:>8}{row['work']:>7}  {row['goal']:{goal}}{row['met']:5}"
              f"{row['valid']:7}{row['best']}")
