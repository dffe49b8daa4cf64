#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""demo-report.py SECONDS SHORT-HOLD-LOG LONG-HOLD-LOG REPLAY-LOG: the table at the end of demo.sh.

Reads what dpdk-testpmd printed: the xstats of port 0 and the cycles per packet.
"""
import re
import sys


def read_log(path):
    """The numbers of one testpmd log, by name."""
    with open(path, encoding="utf-8", errors="replace") as log:
        text = log.read()
    values = {name: int(value) for name, value in
              re.findall(r"^(\w+): (\d+)$", text, re.MULTILINE)}
    cycles = re.search(r"CPU cycles/packet=([\d.]+)", text)
    values["cycles"] = float(cycles.group(1)) if cycles else 0.0
    hertz = re.search(r"at (\d+) MHz Clock", text)
    values["mhz"] = int(hertz.group(1)) if hertz else 0
    if values.get("rx_good_packets", 0) == 0:
        sys.exit(f"demo: testpmd received nothing; its log ends:\n{text[-800:]}")
    return values


def ratio(above, below):
    return f"{above / below:.1f}" if below else "-"


def closed_by(values):
    """Share of aggregates by what closed them."""
    reasons = {"hold": "timer", "size": "size", "count": "count"}
    counts = {word: values.get(f"model_agg_closed_{name}", 0)
              for word, name in reasons.items()}
    total = sum(counts.values())
    if total == 0:
        return "-"
    return ", ".join(f"{word} {100 * n / total:.0f} %" for word, n in counts.items() if n)


def drops(values):
    """Every counter of a lost packet that is not zero."""
    lossy = re.compile(r"rx_(decap|agg_(short|zero|overrun|abandoned|split)|mbuf)|rx_missed"
                       r"|rx_usb_(errors|stopped)|model_(fifo_overflow_frames|filtered|rx_off)"
                       r"|replay_(truncated|oversize)")
    lines = [f"{name} {value}" for name, value in values.items()
             if lossy.match(name) and value != 0]
    return ", ".join(lines) if lines else "none"


def main():
    seconds = int(sys.argv[1])
    runs = [read_log(path) for path in sys.argv[2:5]]
    titles = ["model, hold 32 us", "model, hold 1024 us", "replay, flat out"]
    rows = [("packets", lambda v: f"{v['rx_good_packets']:,}"),
            ("bytes", lambda v: f"{v['rx_good_bytes']:,}"),
            ("USB transfers", lambda v: f"{v['rx_usb_transfers']:,}"),
            ("packets per burst (32 asked)",
             lambda v: ratio(v["rx_good_packets"], v["rx_burst_nonempty"])),
            ("packets per USB transfer",
             lambda v: ratio(v["rx_good_packets"], v["rx_usb_transfers"])),
            ("aggregates closed by", closed_by),
            ("Mpps", lambda v: f"{v['rx_good_packets'] / seconds / 1e6:.3f}"),
            ("Mbit/s", lambda v: f"{v['rx_good_bytes'] * 8 / seconds / 1e6:,.0f}"),
            ("cycles per packet", lambda v: f"{v['cycles']:.0f}"),
            ("dropped", drops)]
    print(f"\n{'':29}" + "".join(f"{title:>23}" for title in titles))
    for name, value in rows:
        print(f"{name:29}" + "".join(f"{value(run):>23}" for run in runs))
    print(f"\nCycles at {runs[0]['mhz']} MHz, bursts that brought nothing not counted. A model's rate "
          "is the radio's, in real\ntime; its cycles are those of bytes that another processor has "
          "just written. The replay's are\nrx_burst alone. Models and captures: nothing here has run "
          "on silicon.")


main()
