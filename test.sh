#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# test.sh [--long] [--vm] [-Ddpdk_src=PATH]
#
# Builds and runs every test. The last line is "N passed, N failed, N skipped"; the exit status
# follows it. --long: 20 times the fuzzing, every bit of every mask, tests without warnings too.
# --vm: also the tests with real Linux kernels and emulated devices, in a virtual machine.
set -euo pipefail

top=$(dirname "$(realpath "$0")")
long=0
vm=no
groups=(build run test)
meson_options=()

for arg in "$@"; do
	case $arg in
	--long) long=1 ;;
	--vm)
		vm=yes
		groups+=(vm)
		meson_options+=(-Dvm=enabled)
		;;
	-D*) meson_options+=("$arg") ;;
	*)
		sed -n 's/^# \(test.sh .*\)/usage: .\/\1/p' "$0" >&2
		exit 2
		;;
	esac
done
export RXBATCH_LONG=$long

step()
{
	echo "==> $*"
}

step "packages"
"$top"/devtools/setup.sh "${groups[@]}"

# One build is what users run, one is for finding what they should never see.
for kind in release sanitize; do
	step "build/$kind"
	"$top"/devtools/build.sh "$kind" ${meson_options[@]+"${meson_options[@]}"} > /dev/null
done

# shellcheck source=devtools/hugepages.sh
. "$top"/devtools/hugepages.sh
trap hugepages_give_back EXIT
trap 'exit 130' INT TERM
hugepages_take 1024
export RXBATCH_EAL="${hugepages_eal[*]}"
export ASAN_OPTIONS=detect_leaks=1:abort_on_error=0 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1

# run_suite BUILD SUITE: the result is read from the log, so a failing test does not end this script.
run_suite()
{
	local json=$top/build/$1/meson-logs/testlog-$2.json

	step "build/$1: $2"
	rm -f "$json"
	meson test -C "$top/build/$1" --no-rebuild --suite "$2" --print-errorlogs \
		--logbase "testlog-$2" > "$top/build/$1-$2.log" 2>&1 || true
	if [[ -e $json ]]; then
		/usr/bin/python3 "$top"/devtools/test-report.py "$json" >> "$top/build/test-results"
	else
		tail -n 5 "$top/build/$1-$2.log" >&2
		echo "no-test-of-suite-$2 0 1 0" >> "$top/build/test-results"
	fi
}

rm -f "$top/build/test-results"
run_suite sanitize unit
run_suite sanitize fuzz
run_suite release unit
run_suite release smoke
run_suite release tree
[[ $vm == no ]] || run_suite release vm

/usr/bin/python3 "$top"/devtools/test-report.py --sum "$top/build/test-results"
