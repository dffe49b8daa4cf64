#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# demo.sh [--seconds=N] [-Ddpdk_src=PATH]
#
# The main job: the stock dpdk-testpmd receives real TCP traffic from a modelled RTL8922AU and a
# modelled MT7921U, and forwards it from one to the other: not a packet is lost on the way. Then what
# the hold of the chip costs a small computer, and a port that finds the short one by itself.
set -euo pipefail

top=$(dirname "$(realpath "$0")")
seconds=4
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

# until_sent LOG PACKETS: port 1 has sent so many, or a minute is over
until_sent()
{
	local i

	for ((i = 0; i < 300; i++)); do
		echo "show port stats 1"
		sleep 0.2
		! grep -q "TX-packets: $2 " "$1" || return 0
	done
}

# run_testpmd LOG UNTIL OPTIONS VDEV...: UNTIL is a command that ends when it is over; by bare name and from /, so that EAL does not look at the folders
# above the checkout, which may be open to the world. OPTIONS are testpmd's.
# shellcheck disable=SC2094 # one end writes the log, the other waits for a word in it
run_testpmd()
{
	local log=$1 lcores=0,1 options

	read -ra options <<< "$3"
	(($(nproc) > 1)) || lcores='(0,1)@0'
	(
		cd /
		{
			wait_for_start "$log"
			# shellcheck disable=SC2086 # words
			$2
			echo "stop"
			echo "show port xstats all"
			sleep 0.3
			echo "quit"
		} | LD_LIBRARY_PATH=$build/drivers timeout $((seconds + 90)) \
			stdbuf -oL dpdk-testpmd -l "$lcores" "${hugepages_eal[@]}" --no-pci --log-level=lib.eal:error \
			-d librte_net_rtw89u.so -d librte_net_mt76u.so "${@:4}" -- \
			-i --auto-start --no-flush-rx --rxq=1 "${options[@]}" \
			--record-core-cycles --total-num-mbufs=16384
	) > "$log" 2>&1 ||
		{ tail -n 15 "$log" >&2; die "testpmd failed; lines above"; }
}

# receive LOG VDEV
receive()
{
	run_testpmd "$1" "sleep $seconds" "--forward-mode=rxonly --txq=0" "--vdev=$2"
}

traffic=$top/tests/captures/tcp4-8flows.pcap
again=air=pcap:$traffic,air-set=loop:1
step "dpdk-testpmd, net_rtw89u on model rtl8922au, SuperSpeed, for $seconds s"
echo "    on the air: $(basename "$traffic"), the kernel's own TCP, eight flows, again and again"
receive "$out/short.log" "net_rtw89u0,model=rtl8922au,speed=super,$again"

step "the same with the hold that Linux had before it was shortened, 1024 us, for $seconds s"
receive "$out/long.log" "net_rtw89u0,model=rtl8922au,speed=super,hold=1024,$again"

step "net_mt76u on model mt7921u, aggregation switched on by hold=32, for $seconds s"
receive "$out/mt7921.log" "net_mt76u0,model=mt7921u,speed=super,hold=32,$again"

step "the first packets from a usbmon capture, as fast as rx_burst takes them, for $seconds s"
"$build"/model2usbmon --air "pcap:$traffic" --output "$out/usbmon.pcap" \
	> "$out/usbmon.log" 2>&1 ||
	{ cat "$out/usbmon.log" >&2; die "model2usbmon failed; lines above"; }
receive "$out/replay.log" "net_rtw89u0,replay=$out/usbmon.pcap,loop=1"

# What the rate brings in that time: half of what a radio carries that sends frame by frame. The
# transmit queue is longer than the pauses of a busy machine.
rate=40
packets=$((seconds * rate * 1000000 / 8 / 936))
step "io, from net_rtw89u to net_mt76u: $packets packets of the same at $rate Mbit/s"
/usr/bin/python3 "$top"/devtools/trim-pcap.py --repeat --count "$packets" "$traffic" "$out/air.pcap"
run_testpmd "$out/forward.log" "until_sent $out/forward.log $packets" "--forward-mode=io --txq=1 --txd=4096" \
	"--vdev=net_rtw89u0,model=rtl8922au,air=pcap:$out/air.pcap,air-set=rate:$rate" \
	"--vdev=net_mt76u1,model=mt7921u,air-out=$out/sent.pcap"
/usr/bin/python3 "$top"/tests/smoke/air_out_check.py "$out/air.pcap" "$out/sent.pcap" \
	> "$out/sent.log" 2>&1 || true

step "the hold: two loads on a Raspberry Pi 1, in virtual time (app/rxlab)"
"$build"/app/rxlab/rxlab run --host=pi1 --workload=rpc1,udp50 --hold=32,1024,auto \
	--csv="$out/lab.csv" > "$out/lab.log" 2>&1 ||
	{ cat "$out/lab.log" >&2; die "rxlab failed; lines above"; }

step "pings to net_rtw89u in real time, at 1024 us and then with hold=auto"
lcores=0,1
(($(nproc) > 1)) || lcores='(0,1)@0'
(cd / && LD_LIBRARY_PATH=$build/drivers timeout 60 "$build"/tests/smoke/hold_live -l "$lcores" \
	"${hugepages_eal[@]}" --no-pci --no-telemetry --log-level=lib.eal:error --log-level=pmd.*:error \
	--vdev=net_rtw89u0,model=rtl8922au,air=ping:gap:2000 -- 1024 auto) > "$out/live.log" 2>&1 ||
	{ cat "$out/live.log" >&2; die "hold_live failed; lines above"; }

# What rxlab and hold_live have found, in one table.
hold_report()
{
	echo
	echo "The hold: what 99 % of the datagrams, or a request, took; us"
	/usr/bin/python3 - "$out/lab.csv" << 'END'
import csv
import sys
with open(sys.argv[1], encoding="ascii") as table:
    for row in csv.DictReader(table):
        kind = "one request after the other" if row["workload"] == "rpc1" else "UDP at 50 Mbit/s"
        print(f"{kind:31}{row['hold']:>5}{float(row['p99 us']):>12,.0f}"
              f"{float(row['lost %']):>8.1f} % lost{float(row['CPU %']):>8.0f} % CPU")
END
	awk '$2 == "hold" { printf "%-31s%5s%12d\n", "pings in real time, shortest", $1, $13 / 1000 }
		$1 == "auto" { printf "%-31s%5d us, after %d ms\n", "auto has found", $3, $5 }' \
		"$out/live.log"
}

/usr/bin/python3 "$top"/devtools/demo-report.py "$seconds" "$out"/{short,long,mt7921,replay,forward,sent}.log
hold_report
