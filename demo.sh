#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# demo.sh [--seconds=N] [-Ddpdk_src=PATH]
#
# The main job: the stock dpdk-testpmd receives real TCP traffic from a modelled RTL8922AU.
set -euo pipefail

top=$(dirname "$(realpath "$0")")
seconds=5
meson_options=()

usage()
{
	sed -n 's/^# \(demo.sh .*\)/usage: .\/\1/p' "$0"
	exit "$1"
}

for arg in "$@"; do
	case $arg in
	--seconds=*)
		seconds=${arg#*=}
		[[ $seconds =~ ^[1-9][0-9]{0,4}$ ]] || usage 2 >&2
		;;
	-D*) meson_options+=("$arg") ;;
	-h | --help) usage 0 ;;
	*) usage 2 >&2 ;;
	esac
done

step()
{
	printf '\033[1m==>\033[0m %s\n' "$*"
}

die()
{
	echo "demo: $1" >&2
	exit 1
}

step "packages"
"$top"/devtools/setup.sh build run

step "build (first time: DPDK's driver headers and a minute of compiling)"
build=$("$top"/devtools/build.sh release ${meson_options[@]+"${meson_options[@]}"})

# shellcheck source=devtools/hugepages.sh
. "$top"/devtools/hugepages.sh
out=$(mktemp -d)
trap 'hugepages_give_back; rm -rf "$out"' EXIT
trap 'exit 130' INT TERM
hugepages_take 512

# The clock starts when testpmd forwards, not when it is called: how long EAL takes is another matter.
wait_for_start()
{
	local i

	for ((i = 0; i < 300; i++)); do
		! grep -q 'packets/burst=' "$1" || return 0
		sleep 0.1
	done
}

# run_testpmd LOG DEVARGS: by bare name and from /, so that EAL does not look at the folders above
# the checkout, which may be open to the world.
# shellcheck disable=SC2094 # one end writes the log, the other waits for a word in it
run_testpmd()
{
	local log=$1 devargs=$2 lcores=0,1

	(($(nproc) > 1)) || lcores='(0,1)@0'
	(
		cd /
		{
			wait_for_start "$log"
			sleep "$seconds"
			echo "show port xstats 0"
			echo "stop"
			sleep 0.3
			echo "quit"
		} | LD_LIBRARY_PATH=$build/drivers timeout $((seconds + 60)) \
			stdbuf -oL dpdk-testpmd -l "$lcores" "${hugepages_eal[@]}" --no-pci --log-level=lib.eal:error \
			-d librte_net_rtw89u.so --vdev="net_rtw89u0,$devargs" -- \
			-i --auto-start --forward-mode=rxonly --no-flush-rx --rxq=1 --txq=0 \
			--record-core-cycles --total-num-mbufs=16384
	) > "$log" 2>&1 ||
		{ tail -n 15 "$log" >&2; die "testpmd failed; lines above"; }
}

traffic=$top/tests/captures/tcp4-8flows.pcap
step "dpdk-testpmd, net_rtw89u on model rtl8922au, SuperSpeed, for $seconds s"
echo "    on the air: $(basename "$traffic"), the kernel's own TCP, eight flows, again and again"
run_testpmd "$out/short.log" \
	"model=rtl8922au,speed=super,air=pcap:$traffic,air-set=loop:1"

step "the same with the hold that Linux had before it was shortened, 1024 us, for $seconds s"
run_testpmd "$out/long.log" \
	"model=rtl8922au,speed=super,hold=1024,air=pcap:$traffic,air-set=loop:1"

step "the same packets from a usbmon capture, as fast as rx_burst takes them, for $seconds s"
"$build"/model2usbmon --air "pcap:$traffic" --output "$out/usbmon.pcap" \
	> "$out/usbmon.log" 2>&1 ||
	{ cat "$out/usbmon.log" >&2; die "model2usbmon failed; lines above"; }
run_testpmd "$out/replay.log" "replay=$out/usbmon.pcap,loop=1"

/usr/bin/python3 "$top"/devtools/demo-report.py "$seconds" "$out/short.log" "$out/long.log" "$out/replay.log"
