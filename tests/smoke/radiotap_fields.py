#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors

"""radiotap_fields.py EHT WANT GOT MALFORMED FIELD...

WANT and GOT: a line per frame, FIELDs between '|', '*' for anything; MALFORMED: the
numbers of frames that tshark calls so. EHT: "known", or else frames with TLVs are not
looked at for being malformed, and TLVs are not. One test per FIELD, one for MALFORMED.
"""

import sys


def plain(text):
    """Numbers and truths as tshark's versions write them, all alike."""
    parts = []
    for part in text.split(",") if text else []:
        if part in ("True", "False"):
            parts.append(float(part == "True"))
        else:
            parts.append(float(part) if "." in part else float(int(part, 0)))
    return parts


def lines_of(path):
    with open(path) as file:
        return [line.rstrip("\n") for line in file]


def check(name, wrong):
    """wrong: what is, of each frame where it is wrong."""
    if wrong:
        print(f"FAIL: {name}: {len(wrong)} frames, the first {wrong[0]}")
    return not wrong


def wrong_in(want, got, column):
    """Frames of which a field is not as wanted; all when none has the field."""
    if not any(w[column] for w in want):
        return ["of all that have none"]
    return [f"{w[0]}: '{g[column]}' instead of '{w[column]}'" for w, g in zip(want, got)
            if w[column] != "*" and plain(w[column]) != plain(g[column])]


def main():
    eht, want_path, got_path, malformed_path, *fields = sys.argv[1:]
    want = [line.split("|") for line in lines_of(want_path)]
    got = [line.split("|") for line in lines_of(got_path)]
    if len(want) != len(got) or len(want) < 1000:
        sys.exit(f"{len(got)} frames instead of {len(want)}")

    skipped = 0
    results = []
    for column, field in enumerate(fields):
        if eht != "known" and field.startswith("radiotap.tlv."):
            print(f"skipped: {field}: this tshark does not know EHT")
            skipped += 1
            continue
        results.append(check(field, wrong_in(want, got, column)))
    tlv = fields.index("radiotap.tlv.type")
    beyond = {w[0] for w in want if w[tlv] and eht != "known"}
    results.append(check("malformed", [n for n in lines_of(malformed_path) if n not in beyond]))
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed, {skipped} skipped")
    sys.exit(0 if all(results) else 1)


main()
