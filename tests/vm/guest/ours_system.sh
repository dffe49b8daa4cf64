#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# Our driver beside the kernel's own: mt7921u gives the device to us and gets it back.
set -u

# shellcheck source=tests/vm/guest-lib.sh
. "$VM_SRC/tests/vm/guest-lib.sh"
# shellcheck source=tests/vm/ours-lib.sh
. "$VM_SRC/tests/vm/ours-lib.sh"

emu_start --chip=mt7921u --air=gen:rate:20/size:1000
check $? "an emulator" "no answer" "$VM_SHARE/emu1.log"
usb=$(wait_of_speed 5000)
check $? "it is on the bus" "it is not"

# driver_of_usb: what is bound to the device's interface
driver_of_usb()
{
	basename "$(readlink "$(find_usb "$id")/${usb##*/}:1.0/driver")" 2> /dev/null
}

bound_to()
{
	[[ $(driver_of_usb) == "$1" ]]
}

kernel_driver()
{
	cp -r "$VM_OUT/firmware/." /lib/firmware/
	modprobe mt7921u
	wait_for 20 test -e /sys/class/net/wlan0
	check $? "mt7921u makes wlan0" "no" "$VM_OUT/firmware.log"
	bound_to mt7921u
	check $? "mt7921u has the device" "$(driver_of_usb)"
	port "taken from mt7921u" 30 "$(vdev 0 "$usb" mode=monitor channel=36)" -- \
		case="the device is ours" start rx=100 \
		"sh=test \$(basename \$(readlink $usb/${usb##*/}:1.0/driver)) = usbfs" stop close
	wait_for 20 bound_to mt7921u
	check $? "mt7921u has it back" "$(driver_of_usb)"
	wait_for 20 test -e /sys/class/net/wlan0
	check $? "mt7921u makes wlan0 again" "no"
	dmesg | tail -n 60 > "$VM_OUT/kernel.dmesg"
	modprobe -r mt7921u
}

kernel_driver
summary
