#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# bench.sh ROUNDS MILLISECONDS FRAMES PACE SIZE..., in the guest of run.sh, for tests/perf/bench_vm.py
#
# One emulated MT7921U with FRAMES a second of SIZE bytes in the air, more than either driver can take,
# and PACE transfers a millisecond at most; in each round it is Linux's mt7921u's, read by packet_rate,
# and then ours through libusb, read by port_rate, first as Linux has it (one frame in a transfer), then
# with the chip's aggregation on. The next round has them the other way round. In VM_OUT:
#	samples	"SIZE ROUND linux|ours|ours-hold frames N bytes N ns N idle_ms N"
#	stats	"SIZE ROUND linux|ours|ours-hold " and what the emulator has counted
set -u

# shellcheck source=tests/vm/guest-lib.sh
. "$VM_SRC/tests/vm/guest-lib.sh"
rounds=$1 ms=$2 frames_per_s=$3 pace=$4
id=0e8d:7961
perf=$VM_BUILD/tests/perf
# As many transfers in flight as Linux's driver has.
port=net_mt76u0,usb=$id,buffers=128,mode=monitor,channel=36,band=5,bandwidth=80,firmware=/lib/firmware/mediatek
export LD_LIBRARY_PATH=$VM_BUILD/drivers

give_up()
{
	echo "bench: $1"
	[[ -z ${2:-} ]] || tail -n 20 "$2"
	dmesg | tail -n 20
	emu stats
	exit 1
}

find_wlan()
{
	local dir

	for dir in /sys/class/net/*/phy80211; do
		[[ -e $dir ]] || continue
		dir=${dir%/*}
		echo "${dir##*/}"
		return
	done
	return 1
}

# measure PROGRAM...: it says "ready", then the air is full until it is done
measure()
{
	local pid

	: > "$VM_OUT/out"
	"$@" >> "$VM_OUT/out" 2>&1 &
	pid=$!
	wait_for 60 ready "$pid"
	# So many that the air is silent again soon after: a driver that is overrun leaves no time to say so.
	emu air on $((frames_per_s * (ms + 3000) / 1000)) > /dev/null || give_up "no air"
	wait "$pid" || give_up "$1" "$VM_OUT/out"
}

ready()
{
	grep -q '^ready' "$VM_OUT/out" || ! kill -0 "$1" 2> /dev/null
}

# After our driver had it, the device is given back to Linux's, which brings it up again.
linux()
{
	local wlan

	wlan=$(wait_for 30 find_wlan) || give_up "no wlan interface"
	{ iw dev "$wlan" set type monitor && ip link set "$wlan" up &&
		iw dev "$wlan" set freq 5180 80 5210; } || give_up "no monitor mode"
	measure "$perf/packet_rate" "$wlan" "$ms"
	ip link set "$wlan" down
}

# ours [DEVARG]: where Linux's driver is bound, ours takes the device from it
ours()
{
	measure "$perf/port_rate" -l 0 --in-memory --single-file-segments -m 192 --no-pci \
		--no-telemetry --log-level=lib.eal:error -d librte_net_mt76u.so \
		--vdev="$port${1:+,$1}" -- --ms="$ms"
}

# sample SIZE ROUND WHO
sample()
{
	case $3 in
	linux) linux ;;
	ours) ours ;;
	ours-hold) ours hold=255 ;;
	esac
	grep -q '^frames [1-9]' "$VM_OUT/out" || give_up "$3: nothing came" "$VM_OUT/out"
	echo "$1 $2 $3 $(grep '^frames' "$VM_OUT/out")" >> "$VM_OUT/samples"
	echo "$1 $2 $3 $(emu stats)" >> "$VM_OUT/stats"
}

# No idle time for the sake of others, of which there are none.
echo -1 > /proc/sys/kernel/sched_rt_runtime_us
hugepages 192 || give_up "no huge pages"
mkdir -p /lib/firmware && cp -r "$VM_OUT/firmware/mediatek" /lib/firmware/
modprobe cfg80211 && iw reg set US
rm -f "$VM_OUT/samples" "$VM_OUT/stats"
for size in "${@:5}"; do
	emu_start --chip=mt7921u "--air=gen:rate:$((size * 8 * frames_per_s / 1000000))/size:$size" \
		--air-hold --pace="$pace" || give_up "no usb-emu"
	wait_for_usb "$id" > /dev/null || give_up "no device"
	modprobe mt7921u
	for ((round = 0; round < rounds; round++)); do
		order=(linux ours ours-hold)
		((round % 2 == 0)) || order=(ours-hold ours linux)
		for who in "${order[@]}"; do
			sample "$size" "$round" "$who"
		done
	done
done
