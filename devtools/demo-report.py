#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""demo-report.py SECONDS SHORT-HOLD-LOG LONG-HOLD-LOG MT7921-LOG REPLAY-LOG FORWARD-LOG SENT-LOG:
the tables at the end of demo.sh.

Reads what dpdk-testpmd printed: the xstats of its ports and the cycles per packet; SENT-LOG is
what air_out_check.py said. Exit status 1 when a forwarded packet is missing somewhere.
"""
import re
import sys


def text_of(path):
    with open(path, encoding="utf-8", errors="replace") as log:
        return log.read()


def numbers(text):
    """Counters, by name."""
    return {name: int(value) for name, value in
            re.findall(r"^(\w+): (\d+)$", text, re.MULTILINE)}


def read_log(path):
    """The numbers of one testpmd log with one port."""
    text = text_of(path)
    values = numbers(text)
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
    shares = sorted(((100 * n / total, word) for word, n in counts.items()), reverse=True)
    return ", ".join(f"{word} {share:.0f} %" for share, word in shares if share >= 0.5)


def drops(values):
    """Every counter of a lost packet that is not zero."""
    lossy = re.compile(r"rx_(decap|rxd|agg_(short|zero|overrun|abandoned|split)|mbuf)|rx_missed"
                       r"|rx_usb_(errors|stopped)|model_(fifo_overflow_frames|filtered|rx_off)"
                       r"|replay_(truncated|oversize)")
    lines = [f"{name} {value}" for name, value in values.items()
             if lossy.match(name) and value != 0]
    return ", ".join(lines) if lines else "none"


def forward_report(path, sent_path):
    """Packets at each place between two airs; True when they are the same at all."""
    text = text_of(path)
    parts = re.split(r"NIC extended statistics for port \d+", text)
    if len(parts) != 3:
        sys.exit(f"demo: testpmd did not forward; its log ends:\n{text[-800:]}")
    source, sink = numbers(parts[1]), numbers(parts[2])
    rows = [("in the air of the RTL8922AU", source["model_air_mpdus"]),
            ("received by net_rtw89u", source["rx_good_packets"]),
            ("sent by net_mt76u", sink["tx_good_packets"]),
            ("in the air of the MT7921U", sink["model_air_tx_frames"])]
    print("\nForwarded (io), packets")
    for name, value in rows:
        print(f"{name:31}{value:>9,}")
    sent = text_of(sent_path).strip().splitlines()[-1]
    same = re.match(r"\d+ frames, ", sent) is not None
    print(f"{'the same bytes, in order':31}{'yes' if same else 'NO: ' + sent:>9}")
    return same and len({value for _, value in rows}) == 1


def main():
    seconds = int(sys.argv[1])
    runs = [read_log(path) for path in sys.argv[2:6]]
    titles = ["8922AU hold 32", "8922AU hold 1024", "MT7921U hold 32", "8922AU replay"]
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
    print(f"\n{'Received':28}" + "".join(f"{title:>20}" for title in titles))
    for name, value in rows:
        print(f"{name:28}" + "".join(f"{value(run):>20}" for run in runs))
    good = forward_report(sys.argv[6], sys.argv[7])
    print(f"\nCycles at {runs[0]['mhz']} MHz, bursts that brought nothing not counted. A model's rate "
          "is the radio's, in real\ntime; its cycles are those of bytes that another processor has "
          "just written. The replay's are\nrx_burst alone. Models and captures: nothing here has run "
          "on silicon.")
    if not good:
        sys.exit("demo: packets were lost or changed on the way from one air to the other")


main()
