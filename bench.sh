#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# bench.sh [AREA...] [--rounds=N] [--seeds=A-B] [-Ddpdk_src=PATH]      AREA: rx, tx, attach, gro, hold, vm
#
# Measures against peers in the same run; prints a table for each area and writes build/bench/AREA.csv
# with the raw samples and a line about the host beside it. Fails when it could not measure, not when
# a goal is missed. hold, in the laboratory with the seeds of --seeds (101-120), and vm, in a virtual
# machine, take several minutes and run only when they are named.
set -euo pipefail

top=$(dirname "$(realpath "$0")")
areas=()
meson_options=()
rounds=301
seeds=101-120

usage()
{
	sed -n 's/^# \(bench.sh .*\)/usage: .\/\1/p' "$0" >&2
	exit 2
}

for arg in "$@"; do
	case $arg in
	rx | tx | attach | gro | hold | vm) areas+=("$arg") ;;
	--rounds=*)
		rounds=${arg#*=}
		[[ $rounds =~ ^[1-9][0-9]{0,3}$ ]] || usage
		;;
	--seeds=*)
		seeds=${arg#*=}
		[[ $seeds =~ ^[0-9]{1,9}(-[0-9]{1,9})?$ ]] || usage
		;;
	-D*) meson_options+=("$arg") ;;
	*) usage ;;
	esac
done
[[ ${#areas[@]} -gt 0 ]] || areas=(rx tx attach gro)

groups=(build run)
[[ " ${areas[*]} " != *" hold "* ]] || groups+=(plot)
if [[ " ${areas[*]} " == *" vm "* ]]; then
	groups+=(vm)
	meson_options+=(-Dvm=enabled)
fi
"$top"/devtools/setup.sh "${groups[@]}"
build=$("$top"/devtools/build.sh release ${meson_options[@]+"${meson_options[@]}"})

# shellcheck source=devtools/hugepages.sh
. "$top"/devtools/hugepages.sh
trap hugepages_give_back EXIT
trap 'exit 130' INT TERM
hugepages_take 1024

mkdir -p "$top/build/bench"
for area in "${areas[@]}"; do
	options=()
	[[ $area != hold ]] || options+=("--seeds=$seeds")
	/usr/bin/python3 "$top/tests/perf/bench_$area.py" --build="$build" --rounds="$rounds" \
		--out="$top/build/bench" --eal="${hugepages_eal[*]}" ${options[@]+"${options[@]}"}
done
