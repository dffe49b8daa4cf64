#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""bench.sh rx: cycles per packet of rx_burst beside net_pcap and net_null.

All ports of a case live in one rx_bench process and take turns, so every round
gives one ratio of neighbours in time; the figure is the median of these ratios.
"""
import argparse
import csv
import os
import platform
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
CAPTURES = os.path.join(TOP, "tests", "captures")

# A packet of 1514 bytes takes 1600 in a transfer, one of 60 takes 144: with these numbers the
# first set fits the second-level cache (512 KiB and more), the other does not.
CASES = [
    # name, capture, frame length, packets, --csum, goals: (peer, most)
    ("1514 B hot", "tcp4-1flow", 1514, 96, False, {"net_pcap": 1.0, "net_null": None}),
    ("1514 B beyond L2", "tcp4-1flow", 1514, 9600, False, {"net_pcap": 1.0, "net_null": None}),
    ("60 B hot", "small", 60, 960, False, {"net_pcap": 2.0, "net_null": None}),
    ("60 B beyond L2", "small", 60, 12000, False, {"net_pcap": 2.0, "net_null": None}),
    ("1514 B hot, sums", "tcp4-1flow", 1514, 96, True, {"net_pcap": None}),
    ("1514 B beyond L2, sums", "tcp4-1flow", 1514, 9600, True, {"net_pcap": None}),
    ("TCP mix hot", "tcp4-8flows", 0, 0, False, {"net_pcap": None}),
]
PACKETS_PER_ROUND = 19200
SPREAD_MAX = 0.25   # of the middle half of the ratios, else the row is worth nothing


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False,
                          **options)
    if done.returncode != 0:
        sys.exit(f"bench: {' '.join(command)}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def prepare(build, work, case):
    """The packets of a case as a capture, and as usbmon has them."""
    _, capture, length, count, _, _ = case
    packets = os.path.join(work, "packets.pcap")
    usbmon = os.path.join(work, "usbmon.pcap")
    trim = [os.path.join(TOP, "devtools", "trim-pcap.py")]
    if length:
        trim += ["--len", str(length), "--count", str(count), "--repeat"]
    run(["/usr/bin/python3"] + trim + [os.path.join(CAPTURES, capture + ".pcap"), packets])
    # Full aggregates, as a busy radio makes them: a hold longer than they take to fill.
    run([os.path.join(build, "model2usbmon"), "--air", "pcap:" + packets, "--hold", "1024",
         "--output", usbmon])
    return packets, usbmon


def measure(args, work, case):
    """Samples of every port: {name: [cycles per packet of each round]}."""
    name, _, length, _, csum, peers = case
    packets, usbmon = prepare(args.build, work, case)
    samples = os.path.join(args.out, "rx-" + name.replace(" ", "-").replace(",", "") + ".samples")
    ports = ["net_rtw89u0,replay=" + usbmon + ",loop=1" + (",rx-csum=sw" if csum else ""),
             "net_pcap0,rx_pcap=" + packets + ",infinite_rx=1"]
    if "net_null" in peers:
        ports.append(f"net_null0,size={length},copy=1")
    # Core 1, so that what else runs finds core 0; EAL's own threads sleep.
    core = "1" if os.cpu_count() > 1 else "0"
    run([os.path.join(args.build, "tests", "perf", "rx_bench"), "-l", core] + args.eal.split() +
        ["--no-pci", "--no-telemetry", "--log-level=lib.eal:error", "-d", "librte_net_rtw89u.so"] +
        ["--vdev=" + port for port in ports] +
        ["--", f"--rounds={args.rounds}", f"--packets={PACKETS_PER_ROUND}",
         "--check=0:" + packets, "--samples=" + samples] + (["--csum"] if csum else []),
        cwd="/", env={**os.environ,
                      "LD_LIBRARY_PATH": os.path.join(args.build, "drivers")})
    series = {}
    with open(samples, encoding="ascii") as lines:
        for line in lines:
            _, port, cycles = line.split()
            series.setdefault(ports[int(port)].split("0,")[0], []).append(float(cycles))
    return series


def rows_of(case, series):
    """One row of the table for each peer."""
    name, _, _, _, _, peers = case
    ours = series["net_rtw89u"]
    for peer, most in peers.items():
        ratios = [a / b for a, b in zip(ours, series[peer])]
        ratio = statistics.median(ratios)
        low, _, high = statistics.quantiles(ratios, n=4)
        yield {
            "case": name, "unit": "cycles/packet",
            "ours": f"{statistics.median(ours):.1f}", "peer_name": peer,
            "peer": f"{statistics.median(series[peer]):.1f}", "ratio": f"{ratio:.3f}",
            # Every packet of the capture came out once and right: rx_bench has compared.
            "work": "1.000",
            "goal": "-" if most is None else f"ratio <= {most}",
            "met": "-" if most is None else "yes" if ratio <= most else "no",
            "valid": "yes" if (high - low) / ratio <= SPREAD_MAX else "no",
            "best": f"{min(ours):.1f} / {min(series[peer]):.1f}",
        }


def host():
    model = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo", encoding="utf-8")
                  if line.startswith("model name")), "?")
    gcc = run(["gcc", "-dumpfullversion"]).strip()
    return (f"{model}, {os.cpu_count()} processors, Linux {platform.release()}, gcc {gcc} -O3 and "
            "libdpdk's own -march, burst 32, one lcore; working set: see tests/perf/bench_rx.py")


def main():
    parser = argparse.ArgumentParser()
    for name in ("build", "out", "eal", "rounds"):
        parser.add_argument("--" + name, required=True)
    args = parser.parse_args()
    table = []
    for case in CASES:
        print(f"bench rx: {case[0]} ...", file=sys.stderr)
        with tempfile.TemporaryDirectory() as work:
            table += list(rows_of(case, measure(args, work, case)))
    columns = ["case", "unit", "ours", "peer_name", "peer", "ratio", "work", "goal", "met", "valid"]
    with open(os.path.join(args.out, "rx.csv"), "w", newline="", encoding="ascii") as out:
        writer = csv.DictWriter(out, columns, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(table)
    with open(os.path.join(args.out, "rx.host"), "w", encoding="utf-8") as out:
        print(host(), file=out)
    print(host())
    print(f"{'case':24}{'ours':>8}  {'peer':10}{'':>7}{'ratio':>8}  {'goal':14}{'met':5}{'valid':7}"
          "best ours / peer")
    for row in table:
        print(f"{row['case']:24}{row['ours']:>8}  {row['peer_name']:10}{row['peer']:>7}"
              f"{row['ratio']:>8}  {row['goal']:14}{row['met']:5}{row['valid']:7}{row['best']}")


main()
