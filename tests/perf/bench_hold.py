#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""bench.sh hold: what hold=auto costs beside the best fixed hold of each load, how still it keeps, and
figures that were published beside those of the laboratory (app/rxlab, in virtual time: nothing of it
depends on this machine); and the cycles of the hook that the controller needs in a receive path.

Seeds that were not used to tune the controller: --seeds.
"""
import csv
import os
import subprocess
import sys
import time

import benchlib
import hold_rows

TIME_MOST = 2 * 3600
FIXED_LOSES = 20            # %, of each fixed hold somewhere
PLOT = ["--host=x86,pi1", "--workload=rpc1,udp50", "--hold=32,64,128,256,512,1024,auto"]


def arguments():
    parser = benchlib.parser()
    parser.add_argument("--seeds", required=True)
    return parser.parse_args()


def rxlab(args, *command, quiet=False):
    """What it prints is for people, and goes to them; seconds."""
    print(f"bench hold: rxlab {' '.join(command)} ...", file=sys.stderr)
    start = time.monotonic()
    done = subprocess.run([os.path.join(args.build, "app", "rxlab", "rxlab"), *command],
                          stdout=subprocess.DEVNULL if quiet else None, timeout=TIME_MOST,
                          check=False)
    if done.returncode != 0:
        sys.exit(f"bench: rxlab {command[0]} failed")
    if not quiet:
        print(flush=True)
    return time.monotonic() - start


def read(path):
    with open(path, encoding="ascii") as table:
        return list(csv.DictReader(table))


def number(text):
    """A regret in percent; None where a fixed hold kept what this one broke, or none did."""
    try:
        return float(text)
    except ValueError:
        return None


def line(case, unit, ours, peer_name, peer, ratio, goal="-", met="-"):
    return {"case": case, "unit": unit, "ours": ours, "peer_name": peer_name, "peer": peer,
            "ratio": ratio, "work": "1.000", "goal": goal, "met": met, "valid": "yes", "best": "-"}


def ratio_of(percent):
    return "-" if percent is None else f"{1 + percent / 100:.3f}"


def cost_at(rows, row, hold):
    """What that hold cost under the same load; median of the seeds."""
    return next((r["cost"] for r in rows
                 if r["hold"] == hold and (r["host"], r["workload"]) == (row["host"], row["workload"])),
                "-")


def policy_rows(rows):
    """Each policy under each load, worst of the seeds; a goal for the project's own."""
    for row in rows:
        if row["limit %"] == "":
            continue
        worst, most = number(row["regret worst %"]), float(row["limit %"])
        goal = f"ratio <= {1 + most / 100:.2f}" if row["hold"].startswith("auto") else "-"
        met = "-" if goal == "-" else "yes" if worst is not None and worst <= most else "no"
        what = f"{row['host']} {row['workload']}, hold {row['hold']}"
        yield line(what + (f": {row['broke']}" if row["broke"] else ""), "cost", row["cost"],
                   f"best fixed, {row['best']} us", cost_at(rows, row, row["best"]),
                   ratio_of(worst), goal, met)


def fixed_rows(rows):
    """Where each fixed hold does worst, median of the seeds: a load that one hold suited would say
    nothing about a policy."""
    for hold in dict.fromkeys(row["hold"] for row in rows if row["limit %"] == ""):
        own = [row for row in rows if row["hold"] == hold and row["best"] not in ("-", "")]
        worst = max(own, key=lambda row: number(row["regret median %"]) or 0)
        loses = number(worst["regret median %"]) or 0
        yield line(f"hold {hold} us at its worst: {worst['host']} {worst['workload']}", "cost",
                   worst["cost"], f"best fixed, {worst['best']} us",
                   cost_at(rows, worst, worst["best"]), ratio_of(loses),
                   f"ratio >= {1 + FIXED_LOSES / 100:.2f}", "yes" if loses >= FIXED_LOSES else "no")


def settle_rows(rows):
    """The worst of the constant loads, for each computer."""
    for host in dict.fromkeys(row["host"] for row in rows):
        for column, most in (("changes in 10 s", 1), ("hold after 2 s idle", 32)):
            worst = max((row for row in rows if row["host"] == host),
                        key=lambda row, column=column: int(row[column]))
            yield line(f"{host}, hold {worst['hold']}: {column}, worst of the constant loads, "
                       f"{worst['workload']}", "-", worst[column], "-", "-", "-",
                       f"ours <= {most}", "yes" if int(worst[column]) <= most else "no")


def published_rows(rows):
    for row in rows:
        yield line(f"{row['setup']}, {row['figure']}, hold {row['hold us']} us ({row['how']})", "-",
                   row["simulated"], "published", row["published"], row["ratio"])


def main():
    args = arguments()
    regret, settle, published = (os.path.join(args.out, f"hold-{name}.csv")
                                 for name in ("regret", "settle", "published"))
    seconds = rxlab(args, "regret", "--seed=" + args.seeds, "--csv=" + regret)
    seconds += rxlab(args, "settle", "--csv=" + settle)
    seconds += rxlab(args, "published", "--csv=" + published)
    seconds += rxlab(args, "run", *PLOT, "--seed=" + args.seeds.split("-", maxsplit=1)[0],
                     "--csv=" + os.path.join(args.out, "hold-run.csv"),
                     "--plot=" + os.path.join(args.out, "hold.svg"), quiet=True)
    print(f"bench hold: seeds {args.seeds}, {seconds:.0f} s in the laboratory")
    rows = read(regret)
    benchlib.report(args, "hold", [*policy_rows(rows), *fixed_rows(rows), *settle_rows(read(settle)),
                                   *published_rows(read(published)), *hold_rows.alone(args)])


main()
