#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# What every other script takes for granted: the machine that run.sh makes, and a device that can
# be plugged in, pulled out and exchanged.
set -u

# shellcheck source=tests/vm/guest-lib.sh
. "$VM_SRC/tests/vm/guest-lib.sh"
id=0e8d:7961

kernel_is()
{
	[[ $(uname -r) == "$(< "$VM_KERNEL_DIR/version")" && $(uname -r) == "$1".* ]]
}

# check/harness.sh looks for the files from outside.
files()
{
	cp /proc/version "$VM_OUT/written"
	check $? "the share can be written to" "it cannot"
	[[ ! -e $VM_SRC/tests/vm/guest/written ]] && echo x > "$VM_SRC/tests/vm/guest/written" &&
		[[ $(< "$VM_SRC/tests/vm/guest/written") == x ]]
	check $? "the host's files can be written over" "they cannot"
	[[ $(find "$VM_SRC/tests/vm/guest" -name '*.sh' | wc -l) -gt 0 ]]
	check $? "the host's folders can be listed" "they cannot"
}

machine()
{
	kernel_is "$VM_KERNEL"
	check $? "Linux is $VM_KERNEL" "$(uname -r)"
	[[ $(nproc) -eq 1 && $(id -u) -eq 0 ]]
	check $? "one processor, root" "$(nproc), $(id -u)"
	files
	modprobe mac80211 && [[ -d /sys/module/cfg80211 ]]
	check $? "modules of this kernel are found" "they are not"
	hugepages 16
	check $? "16 MB of huge pages" "$(< /proc/sys/vm/nr_hugepages)"
}

# What is said of a program that hangs.
hang()
{
	local pid line

	sleep 60 &
	pid=$!
	sleep 0.3
	line=$(stuck sleep | grep "^stuck: sleep $pid ")
	kill $pid && { wait $pid; } 2> /dev/null
	[[ $line == "stuck: sleep $pid S: "*nanosleep*" < "* ]]
	check $? "where a program waits in the kernel" "\"$line\""
}

device()
{
	local usb

	emu_start --chip=mt7921u
	check $? "the emulator starts" "no answer" "$VM_SHARE/emu1.log"
	usb=$(wait_for_usb "$id")
	check $? "$id is on the bus" "it is not: $(ls /sys/bus/usb/devices)"
	[[ $(< "$usb/speed") == 5000 ]]
	check $? "... at 5000 Mbit/s" "$(< "$usb/speed")"
	[[ -c $(usb_node "$usb") ]]
	check $? "... and has a device node" "$(usb_node "$usb")"
	emu unplug > /dev/null && wait_for 5 usb_gone "$id"
	check $? "unplugged" "it stays"
	emu plug > /dev/null && usb=$(wait_for_usb "$id")
	check $? "and plugged in again" "it does not come"
	emu_start --chip=mt7921u --speed=high && wait_for 5 usb_gone "$id"
	usb=$(wait_for_usb "$id")
	[[ -n $usb && $(< "$usb/speed") == 480 ]]
	check $? "exchanged for one at 480 Mbit/s" "${usb:+$(< "$usb/speed")}"
	emu_start -2 --chip=mt7921u && wait_for 10 two_of "$id"
	check $? "two at the same time" "$(grep -l . /sys/bus/usb/devices/*/idVendor)"
	[[ $(emu frobnicate) == error* ]]
	check $? "an order that it does not know is an error" "it is not"
}

two_of()
{
	[[ $(grep -l "${1%:*}" /sys/bus/usb/devices/*/idVendor | wc -l) -eq 2 ]]
}

machine
hang
device
summary
