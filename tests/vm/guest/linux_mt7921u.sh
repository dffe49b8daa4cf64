#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# Linux's own mt7921u brings an emulated MT7921U up, goes to monitor mode and receives what
# make-frames.py made (by prepare/linux_mt7921u.sh), part by part, tuned as each part says. Then our
# driver does, on a device that was plugged in anew. Left for check/linux_mt7921u.sh:
#	kernel		which one
#	linux_*.pcap	what tcpdump saw, in the order of linux.captures
#	ours_*.pcap	what usb_port saw, in the order of ours.captures
# and of both
#	*.log		the requests of the driver; *.lines: how many lines there were when it was tuned
#	*.csv		the frames that the modelled chip gave it
set -u

# shellcheck source=tests/vm/guest-lib.sh
. "$VM_SRC/tests/vm/guest-lib.sh"
# shellcheck source=tests/vm/ours-lib.sh
. "$VM_SRC/tests/vm/ours-lib.sh"
frames=$VM_OUT/frames
packets=/sys/class/net/wlan0/statistics/rx_packets

# The kernel's own words tell why, when something does not come up.
give_up()
{
	fail "$1" "${2:-it did not}"
	dmesg | tail -n 40 | sed 's/^/    /'
	emu stats
	dmesg > "$VM_OUT/linux.dmesg"
	summary
	exit 1
}

# emulator SIDE: a device as plugged in, for that driver
emulator()
{
	emu_start --chip=mt7921u --air="pcap:$frames/air.pcap" --air-hold \
		--log="$VM_OUT/$1.log" --frames="$VM_OUT/$1.csv" --model-set=event:0
	check $? "usb-emu runs, for $1" "no answer" "$VM_SHARE/emu1.log"
	usb=$(wait_for_usb "$id") || give_up "$id is on the bus, for $1"
}

# --- Linux ---

# 6.1 does not look at what the file says of itself; 7 does, and takes the newer way.
put_firmware()
{
	local cnm=()

	[[ $VM_KERNEL == 6.1 ]] || cnm=(--cnm)
	/usr/bin/python3 "$VM_SRC/tests/vm/make-firmware.py" ${cnm[@]+"${cnm[@]}"} \
		"$VM_OUT/firmware" > "$VM_OUT/firmware.parts" &&
		cp -r "$VM_OUT"/firmware/mediatek "$VM_OUT"/regdb/* /lib/firmware/
	check $? "firmware and regulations are there" "no"
}

has_wlan()
{
	[[ -e /sys/class/net/wlan0/phy80211 ]]
}

load_driver()
{
	modprobe cfg80211 && iw reg set US
	modprobe mt7921u || give_up "mt7921u loads"
	wait_for 20 has_wlan || give_up "mt7921u makes wlan0"
	pass "mt7921u makes wlan0"
}

# monitor good|all: all: frames with a broken FCS too. Flags change while the interface is down.
monitor()
{
	ip link set wlan0 down
	iw dev wlan0 set type monitor || give_up "monitor mode"
	[[ $1 == good ]] || iw dev wlan0 set monitor fcsfail control otherbss ||
		give_up "flags of monitor mode"
	ip link set wlan0 up || give_up "wlan0 is up"
	pass "wlan0 is up, in monitor mode, frames: $1"
}

# tune MHZ WIDTH
tune()
{
	case $2 in
	20) iw dev wlan0 set freq "$1" ;;
	80) iw dev wlan0 set freq "$1" 80 "$(($1 + 30))" ;;
	esac
	check $? "tuned to $1 MHz, $2 MHz wide" "iw fails"
	[[ -e $VM_OUT/linux.lines ]] || wc -l < "$VM_OUT/linux.log" > "$VM_OUT/linux.lines"
}

capture_start()
{
	# The buffer holds all of it, should tcpdump not have its turn.
	tcpdump -i wlan0 -U -s 0 -B 8192 -w "/tmp/linux_$1.pcap" 2> "/tmp/linux_$1.txt" &
	tcpdump=$!
	capture=linux_$1
	wait_for 10 grep -q 'listening on' "/tmp/$capture.txt" ||
		give_up "tcpdump listens" "$(< "/tmp/$capture.txt")"
}

capture_end()
{
	# It looks at what came last a second later.
	sleep 1.3
	kill -INT "$tcpdump"
	wait "$tcpdump"
	grep -q '^0 packets dropped by kernel' "/tmp/$capture.txt"
	check $? "$capture: tcpdump lost nothing" "$(grep dropped "/tmp/$capture.txt")"
	cp "/tmp/$capture.pcap" "$VM_OUT"
	echo "$capture" >> "$VM_OUT/linux.captures"
}

# received N: so many packets since the interface is there
received()
{
	[[ $(< $packets) -ge $1 ]]
}

# set_all SWITCH/SWITCH/...
set_all()
{
	local word

	for word in ${1//\// }; do
		[[ $word == - ]] || emu set "$word" > /dev/null || fail "set $word" "it is refused"
	done
}

# receive NAME FRAMES SWITCHES DEFAULTS
receive()
{
	local before wanted=$2

	# See allow-radiotap.txt.
	[[ $1-$VM_KERNEL != unwanted-7 ]] || wanted=0
	before=$(< $packets)
	set_all "$3"
	emu air on "$2" > /dev/null || fail "$1: the air" "it is refused"
	[[ $wanted -ne 0 ]] || sleep 0.5
	wait_for 10 received $((before + wanted))
	check $? "$1: $wanted frames arrive" "$(($(< $packets) - before))"
	set_all "$4"
}

linux()
{
	local last='' tuned='' name channel mhz width count switches defaults which

	load_driver
	while read -r name _ channel mhz width count switches defaults which; do
		if [[ $which != "$last" ]]; then
			[[ -z $last ]] || capture_end
			monitor "$which"
			tuned=''
		fi
		[[ $tuned == "$mhz" ]] || tune "$mhz" "$width"
		[[ $which == "$last" ]] || capture_start "$which"
		last=$which tuned=$mhz
		receive "$name" "$count" "$switches" "$defaults"
	done < "$frames/parts"
	capture_end
	emu stats > "$VM_OUT/linux.stats"
	dmesg > "$VM_OUT/linux.dmesg"
	! grep -E 'WARNING:|BUG:|Oops|rx urb failed|mt7921u.*(timeout|failed)' "$VM_OUT/linux.dmesg"
	check $? "no warning of the kernel" "see linux.dmesg"
	ip link set wlan0 down
	modprobe -r mt7921u
	check $? "mt7921u goes" "it does not"
}

# --- ours ---

# steps_of KEY: what usb_port has to do for the parts of one channel, in $steps, as $args say. Each
# is a case of its own, and begins by undoing what the one before had set.
steps_of()
{
	local name band channel width count switches defaults which undo='' word
	local lines=$VM_OUT/ours.lines

	steps=(limit=10000 case="$1: start" "dump=/tmp/ours_$1.pcap" start
		"sh=test -e $lines || wc -l < $VM_OUT/ours.log > $lines")
	while read -r name band channel _ width count switches defaults which; do
		[[ $channel-$which == "$1" ]] || continue
		args=(mode=monitor "channel=$channel" "band=$band" "bandwidth=$width")
		[[ $which == good ]] || args+=(rx-bad-fcs=keep)
		steps+=(case="$1: $name")
		for word in ${undo//\// } ${switches//\// }; do
			[[ $word == - ]] || steps+=("ctl=set $word")
		done
		steps+=("ctl=air on $count" "rx=$count")
		undo=$defaults
	done < "$frames/parts"
	steps+=(case="$1: end" dump= stop home)
}

ours()
{
	local key steps args

	for key in $(awk '{ print $3 "-" $9 }' "$frames/parts" | uniq); do
		steps_of "$key"
		port "ours, $key" 40 "$(vdev 0 "$usb" "${args[@]}")" -- "${steps[@]}"
		cp "/tmp/ours_$key.pcap" "$VM_OUT"
		echo "ours_$key" >> "$VM_OUT/ours.captures"
	done
	emu stats > "$VM_OUT/ours.stats"
}

echo "$VM_KERNEL" > "$VM_OUT/kernel"
put_firmware
emulator linux
linux
emulator ours
ours
summary
