#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# Our driver through real usbfs: brought up from as plugged in, every frame of a set on both speeds;
# frames to inject; two devices in one process, one of which stops; an ordinary user; stock testpmd,
# tuned by telemetry. Left for check/ours_frames.sh: what arrived, what the modelled chips say they
# handed up, and what went into the air.
set -u

# shellcheck source=tests/vm/guest-lib.sh
. "$VM_SRC/tests/vm/guest-lib.sh"
# shellcheck source=tests/vm/ours-lib.sh
. "$VM_SRC/tests/vm/ours-lib.sh"
trap '' PIPE

# emulators NAME AIR-SUPER AIR-HIGH: one of each speed, silent; $super and $high are their folders
emulators()
{
	emu_start --chip=mt7921u --air="pcap:$2" --air-set=mode:he --air-hold \
		--frames="$VM_OUT/$1-super.csv" --air-out="$VM_OUT/$1-sent.pcap"
	check $? "$1: an emulator on SuperSpeed" "no answer" "$VM_SHARE/emu1.log"
	emu_start -2 --chip=mt7921u --speed=high --air="pcap:$3" --air-set=mode:vht --air-hold \
		--frames="$VM_OUT/$1-high.csv"
	check $? "$1: an emulator on high speed" "no answer" "$VM_SHARE/emu2.log"
	super=$(wait_of_speed 5000)
	high=$(wait_of_speed 480)
	[[ -n $super && -n $high ]]
	check $? "$1: both are on the bus" "$super and $high"
}

# Two devices in one process: Ethernet packets that became frames, and frames to send.
packets()
{
	emulators packets "$captures/tcp4-8flows.pcap" "$captures/udp6.pcap"
	port "packets" 60 "$(vdev 0 "$super" mode=monitor channel=36)" \
		"$(vdev 1 "$high" mode=monitor channel=6)" -- \
		case="SuperSpeed: every frame" dump="$VM_OUT/packets-super.pcap" start "ctl=air on" \
		rx-all=587 dump= link=up \
		case="high speed: every frame" dump@1="$VM_OUT/packets-high.pcap" start@1 \
		"ctl@1=air on" rx-all@1=171 dump@1= \
		case="frames to inject" "send=$VM_OUT/inject.pcap" \
		case="both end" stop stop@1 home close close@1 remove remove@1
}

# The firmware runs already, of a second process it is reset; frames as they were sent, of all sizes.
# Port 0 stops, starts again and goes, while port 1 misses nothing.
frames()
{
	emulators frames "$VM_OUT/large.pcap" "$VM_OUT/large.pcap"
	port "frames" 60 "$(vdev 0 "$super" mode=monitor channel=36)" \
		"$(vdev 1 "$high" mode=monitor channel=149 bandwidth=80)" -- \
		case="SuperSpeed: every frame, as it was sent" start dump="$VM_OUT/frames-super.pcap" \
		"ctl=air on" rx-all=70 dump= \
		case="one port stops, starts and goes, the other misses nothing" start@1 \
		dump@1="$VM_OUT/frames-high.pcap" "ctl@1=air on 10" rx@1=10 stop "ctl@1=air on 20" \
		rx@1=20 start "ctl@1=air on 20" rx@1=20 stop close "ctl@1=air on 10" rx@1=10 remove \
		"ctl@1=air on" rx-all@1=10 dump@1= stop@1 home
}

# The rule gives the device to the group plugdev, and a user without root's rights runs the port. The
# Wi-Fi part is the fourth interface of this device.
ordinary_user()
{
	local node status rules=60-rxbatch.rules as_user user=(setpriv --reuid=nobody --regid=nogroup)
	local env=(env HOME=/tmp/user XDG_RUNTIME_DIR=/tmp/user)

	emu_start --chip=mt7921u --model-set=composite:1 --air=gen:rate:20/size:500
	super=$(wait_of_speed 5000)
	node=$(usb_node "$super")
	mkdir -p /tmp/user /etc/udev/rules.d
	chown nobody /tmp/user
	chmod a+rwx /dev/ttyS1 /dev/ttyS2 "$VM_OUT"
	chmod 600 "$node"
	timeout 30 "${user[@]}" --groups=plugdev "${env[@]}" "$usb_port" "${eal[@]}" \
		"$(vdev 0 "$super" mode=monitor)" -- start > "$VM_OUT/refused" 2>&1
	status=$?
	[[ $status -eq 2 && $(grep -c 'MT76U\|USB:' "$VM_OUT/refused") -eq 1 ]]
	check $? "a user who may not: one line" "status $status" "$VM_OUT/refused"
	cp "$VM_SRC/usertools/$rules" /etc/udev/rules.d/
	udevadm test --action=add "$super" > "$VM_OUT/udev" 2>&1
	[[ $(stat -c %G:%a "$node") == plugdev:660 ]] && ! grep -qi "$rules.*\(invalid\|ignoring\|fail\)" \
		"$VM_OUT/udev"
	check $? "$rules gives it to plugdev" "$(stat -c %G:%a "$node")" "$VM_OUT/udev"
	as_user=("${user[@]}" --groups=plugdev "${env[@]}")
	port "an ordinary user" 60 "$(vdev 0 "$super" mode=monitor channel=36)" -- \
		case="a user of the group plugdev" start rx=100 stop close
}

testpmd()
{
	local fifo=/tmp/testpmd.fifo out=$VM_OUT/testpmd.out pid

	all_plugins
	few_plugins dpdk-testpmd
	# Found by its numbers: there is one.
	emu -2 quit > /dev/null
	wait_for 5 high_is_gone
	mkfifo $fifo
	# shellcheck disable=SC2094 # the other end
	# It polls without end: whoever talks to it comes first.
	timeout -k 5 90 nice -n 15 stdbuf -oL dpdk-testpmd --lcores '(0-1)@0' "${eal[@]:2}" \
		--vdev="net_mt76u0,usb=$id,firmware=$firmware,mode=monitor,channel=36" -- -i \
		--forward-mode=rxonly --no-flush-rx --total-num-mbufs=4096 < $fifo > "$out" 2>&1 &
	pid=$!
	exec 7> $fifo
	echo start >&7
	wait_for 40 testpmd_has 100
	check $? "stock testpmd receives" "nothing" "$out"
	telemetry
	echo quit >&7
	exec 7>&-
	wait $pid
	check $? "stock testpmd ends well" "status $?" "$out"
	rm $fifo
}

high_is_gone()
{
	! of_speed 480 > /dev/null
}

# testpmd_has N: packets that it has received
testpmd_has()
{
	echo "show port stats 0" >&7
	sleep 0.2
	[[ $(sed -n 's/.*RX-packets: *\([0-9]*\).*/\1/p' "$VM_OUT/testpmd.out" | tail -n 1) -ge $1 ]]
}

telemetry()
{
	echo "/mt76u/channel_set,0,149,5,20" | timeout 30 dpdk-telemetry.py -f ours \
		> "$VM_OUT/telemetry" 2>&1
	grep -q 149 "$VM_OUT/telemetry"
	check $? "telemetry tunes" "it does not" "$VM_OUT/telemetry"
}

[[ $# -gt 0 ]] || set -- packets frames ordinary_user testpmd
for part in "$@"; do
	begin=$SECONDS
	"$part"
	echo "time: $part $((SECONDS - begin)) s"
done
summary
