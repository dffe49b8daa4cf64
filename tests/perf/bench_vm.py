#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""bench.sh vm: our driver through libusb beside Linux's mt7921u and a packet socket, in megabytes of
802.11 frames per second, on one emulated device in one guest, whose only processor is the limit.

See tests/vm/guest/bench.sh. A busy poller always has the whole processor, so only a rate says something.
A row is worth nothing where something else was the limit: Linux left the processor idle, the air had
no more frames, or the emulator, which paces transfers, let no more through.
"""
import os
import re
import statistics
import subprocess
import sys

import benchlib

KERNELS = ("6.1", "7")
SIZES = (200, 1500)
MS = 2000
# What one sample of each of the three takes, drivers' bring-up included, and boot.
SECONDS_PER_ROUND, SECONDS_TO_BOOT = 60, 60
IDLE_MAX = 0.05
AIR_FRAMES = 80000          # a second
PACE = 34                   # transfers a millisecond: more are too many for QEMU's host controller
NEAR = 0.9                  # of one of the two is the limit
FCS = 4
CASES = (("ours", "one frame a transfer"), ("ours-hold", "hold=255"))
VM = os.path.join(benchlib.TOP, "tests", "vm")


class Sample:
    """One line of the guest's: SIZE ROUND WHO frames N bytes N ns N idle_ms N."""
    def __init__(self, words):
        values = dict(zip(words[3::2], map(int, words[4::2])))
        self.size, self.round, self.who = int(words[0]), int(words[1]), words[2]
        self.rate = values["bytes"] * 1e3 / values["ns"]
        self.frames = values["frames"] * 1e9 / values["ns"]
        self.length = values["bytes"] / max(1, values["frames"])
        self.idle = values["idle_ms"] * 1e6 / values["ns"]


def guest(args, kernel, rounds):
    """Samples of one boot; the files of the guest stay beside the table."""
    out = os.path.join(args.out, "vm-" + kernel)
    os.makedirs(out, exist_ok=True)
    benchlib.run([os.path.join(VM, "make-firmware.py"), os.path.join(out, "firmware")])
    seconds = SECONDS_TO_BOOT + rounds * len(SIZES) * SECONDS_PER_ROUND
    done = subprocess.run(
        [os.path.join(VM, "run.sh"), "--kernel=" + kernel, "--out=" + out, "--build=" + args.build,
         "--guest=" + os.path.join(VM, "guest", "bench.sh"), f"--time={seconds}",
         "--", *map(str, (rounds, MS, AIR_FRAMES, PACE, *SIZES))],
        timeout=seconds + 60, check=False)
    if done.returncode != 0:
        sys.exit(f"bench vm: Linux {kernel}: no result (exit status {done.returncode})")
    with open(os.path.join(out, "samples"), encoding="ascii") as lines:
        return [Sample(line.split()) for line in lines]


def lateness(args, kernel):
    """What the emulator says of itself, of the last sample."""
    with open(os.path.join(args.out, "vm-" + kernel, "stats"), encoding="ascii") as lines:
        words = re.findall(r"\blate_(\w+)_us=(\d+)", lines.readlines()[-1])
    return ", ".join(f"{name} {int(us) / 1000:.1f} ms" for name, us in words)


def why_not(who, ours, linux):
    """What is wrong with a row, or nothing."""
    if abs(ours[0].length - linux[0].length) > FCS:
        return "not the same frames"
    if statistics.median(s.idle for s in linux) > IDLE_MAX:
        return "Linux was idle: the emulator or the host is too slow"
    fastest = max(s.frames for s in ours + linux)
    if fastest > NEAR * AIR_FRAMES:
        return "too few frames in the air"
    if who == "ours" and fastest > NEAR * PACE * 1000:
        return "the emulator's pace is the limit"
    return ""


def rows(kernel, samples):
    for size in SIZES:
        mine = {who: sorted((s for s in samples if (s.size, s.who) == (size, who)),
                            key=lambda s: s.round)
                for who in ("linux", "ours", "ours-hold")}
        for who, how in CASES:
            ours, linux = mine[who], mine["linux"]
            row = benchlib.row_of(f"{kernel}, {size} B, {how}", [s.rate for s in ours],
                                  "mt7921u, AF_PACKET", [s.rate for s in linux], None,
                                  unit="MB/s")
            reason = why_not(who, ours, linux)
            row["valid"] = "no" if reason else row["valid"]
            print(f"bench vm: {row['case']}: {ours[0].frames:.0f} and {linux[0].frames:.0f} frames/s, "
                  f"{ours[0].length:.0f} and {linux[0].length:.0f} bytes each"
                  f"{'; ' if reason else ''}{reason}", file=sys.stderr)
            yield row


def main():
    args = benchlib.arguments()
    # A round takes a minute, not a moment.
    rounds = max(5, min(int(args.rounds) // 60, 20))
    table = []
    for kernel in KERNELS:
        print(f"bench vm: Linux {kernel} ...", file=sys.stderr)
        table += list(rows(kernel, guest(args, kernel, rounds)))
        print(f"bench vm: the emulator: {PACE} transfers a millisecond at most, late by "
              f"{lateness(args, kernel)}", file=sys.stderr)
    benchlib.report(args, "vm", table)


main()
