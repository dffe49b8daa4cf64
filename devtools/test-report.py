#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""Counts of a meson test log, and their sum.

test-report.py TESTLOG.json   one line per test program: NAME PASSED FAILED SKIPPED, and on
                              standard error what failed and what was skipped
test-report.py --sum FILE     adds the lines of FILE up; last line and exit status are test.sh's

A test program ends with "N passed, N failed, N skipped". One that does not has
crashed, or counts nothing itself: then its exit status is one test. A program that stands for
several prints such a line for each, "NAME: N passed, ...", and each gets a line here.
"""
import json
import re
import sys

TALLY = re.compile(r"^(?:([\w.-]+): )?(\d+) passed, (\d+) failed, (\d+) skipped$", re.MULTILINE)
SKIPPED_STATUS = 77


def count(test):
    """[(name of a part or "", passed, failed, skipped)] of one program."""
    if test["returncode"] == SKIPPED_STATUS:
        return [("", 0, 0, 1)]
    tallies = [(name, *map(int, numbers))
               for name, *numbers in TALLY.findall(test.get("stdout", ""))]
    good = test["returncode"] == 0
    if not tallies:
        return [("", 1, 0, 0) if good else ("", 0, 1, 0)]
    parts = [tally for tally in tallies if tally[0]]
    if parts:
        # One that names its parts says in one of them what failed.
        if not good and not any(failed for _, _, failed, _ in parts):
            parts.append(("", 0, 1, 0))
        return parts
    name, passed, failed, skipped = tallies[-1]
    # A program that says all is well and then dies is not well.
    return [(name, passed, max(failed, 0 if good else 1), skipped)]


def report(path):
    with open(path, encoding="utf-8") as log:
        for line in log:
            test = json.loads(line)
            name = test["name"].split(" / ")[-1].replace(" ", "_")
            tallies = count(test)
            for part, passed, failed, skipped in tallies:
                print(name + ("/" if part else "") + part, passed, failed, skipped)
            output = test.get("stdout", "") + test.get("stderr", "")
            for word in re.findall(r"^.*\bskipped: .*$", output, re.MULTILINE):
                print(f"    {name}: {word.strip()}", file=sys.stderr)
            if any(failed for _, _, failed, _ in tallies):
                print(f"    FAILED {name} (exit status {test['returncode']})\n"
                      + "\n".join("      " + line for line in output.splitlines()[-40:]),
                      file=sys.stderr)


def total(path):
    sums = [0, 0, 0]
    programs = 0
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            numbers = [int(word) for word in line.split()[1:]]
            sums = [a + b for a, b in zip(sums, numbers)]
            programs += 1
    if programs == 0 or sums[0] == 0:
        print("no test ran", file=sys.stderr)
        sums[1] += 1
    print(f"{sums[0]} passed, {sums[1]} failed, {sums[2]} skipped")
    return sums[1] == 0


if len(sys.argv) == 3 and sys.argv[1] == "--sum":
    sys.exit(0 if total(sys.argv[2]) else 1)
elif len(sys.argv) == 2:
    report(sys.argv[1])
else:
    sys.exit(__doc__)
