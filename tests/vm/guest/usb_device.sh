#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# Linux looks at emulated devices: what it reads is what dongles say of themselves (owners' lsusb -v in
# morrownr/USB-WiFi issues 87, 107, 222, 309, 726), at both speeds, with Bluetooth, behind resets, pulled and
# plugged, two at once. No driver.
#
# shellcheck source=tests/vm/guest-lib.sh
. "$VM_SRC/tests/vm/guest-lib.sh"

id=0e8d:7961

# hex WORDS...: as one line without blanks
hex()
{
	tr -d ' \n' <<< "$*"
}

# QEMU hides remote wakeup from the guest (suppress-remote-wake): the devices' bmAttributes are a0.
attributes=80
# What follows an endpoint's type; companions of SuperSpeed behind it.
bulk_super="0004 00 063007000000"
super=$(hex "12 01 2003 00 00 00 09 8d0e 6179 0001 02 03 04 01" "09 02 8700 01 01 05 $attributes 14" \
	"09 04 00 00 09 ff ff ff 01" \
	"07 05 84 02 $bulk_super" "07 05 85 02 $bulk_super" "07 05 08 02 $bulk_super" \
	"07 05 04 02 $bulk_super" "07 05 05 02 $bulk_super" "07 05 06 02 $bulk_super" \
	"07 05 07 02 $bulk_super" "07 05 09 02 $bulk_super" "07 05 86 03 0200 01 063000000200")
bulk_high="0002 00"
high=$(hex "12 01 1002 00 00 00 40 8d0e 6179 0001 02 03 04 01" "09 02 5100 01 01 05 $attributes 32" \
	"09 04 00 00 09 ff ff ff 01" \
	"07 05 84 02 $bulk_high" "07 05 85 02 $bulk_high" "07 05 08 02 $bulk_high" \
	"07 05 04 02 $bulk_high" "07 05 05 02 $bulk_high" "07 05 06 02 $bulk_high" \
	"07 05 07 02 $bulk_high" "07 05 09 02 $bulk_high" "07 05 86 03 0200 01")

# is FOLDER/FILE TEXT: is that what sysfs says there?
is()
{
	[[ "$(tr -s ' ' < "$1" | sed 's/^ //')" == "$2" ]] && return
	echo "$1: \"$(< "$1")\", not \"$2\""
	return 1
}

same_bytes()
{
	[[ $(od -An -v -tx1 "$1/descriptors" | tr -d ' \n') == "$2" ]] && return
	od -An -v -tx1 "$1/descriptors"
	return 1
}

look()
{
	local name=$1 bytes=$2 speed=$3 version=$4 power=$5 usb

	usb=$(wait_for_usb "$id")
	check $? "$name: Linux finds it" "$(dmesg | tail -n 5)"
	[[ -n $usb ]] || return
	same_bytes "$usb" "$bytes"
	check $? "$name: descriptors, byte for byte" "see the log"
	is "$usb/manufacturer" "MediaTek Inc." && is "$usb/product" "Wireless_Device" &&
		is "$usb/serial" "000000000" && is "$usb/configuration" "Config_01" &&
		is "$usb/"*:1.0/interface "WiFi_If"
	check $? "$name: strings" "see the log"
	is "$usb/speed" "$speed" && is "$usb/version" "$version" && is "$usb/bMaxPower" "$power" &&
		is "$usb/bConfigurationValue" 1
	check $? "$name: speed and power" "see the log"
}

# A reset of the port through usbfs, as libusb does it.
reset_port()
{
	perl -e 'open(USB, "+<", $ARGV[0]) && ioctl(USB, 0x5514, 0) or die $!' "$(usb_node "$1")"
}

resets()
{
	local before after usb

	usb=$(wait_for_usb "$id")
	before=$(emu stats | grep -o ' resets=[0-9]*')
	reset_port "$usb" && reset_port "$usb" && reset_port "$usb" || return
	after=$(emu stats | grep -o ' resets=[0-9]*')
	echo "resets before:$before, after:$after"
	[[ ${after#*=} -ge $((${before#*=} + 3)) ]] && same_bytes "$usb" "$super" && is "$usb/bConfigurationValue" 1
}

replug()
{
	emu unplug > /dev/null && wait_for 5 usb_gone "$id" && emu plug > /dev/null && wait_for_usb "$id"
}

both()
{
	local dir n=0

	for dir in /sys/bus/usb/devices/*; do
		[[ -r $dir/idVendor && "$(< "$dir/idVendor"):$(< "$dir/idProduct")" == "$id" ]] && n=$((n + 1))
	done
	[[ $n -eq 2 ]]
}

emu_start --chip=mt7921u --log="$VM_OUT/super.log"
look SuperSpeed "$super" 5000 3.20 160mA
resets
check $? "SuperSpeed: three resets through usbfs" "see the log"
replug && replug && replug
check $? "SuperSpeed: pulled and plugged three times" "$(emu stats)"
emu_start -2 --chip=mt7921u --speed=high
wait_for 10 both
check $? "two devices at once" "$(ls /sys/bus/usb/devices)"
emu unplug > /dev/null
wait_for 5 find_usb "$id" > /dev/null && ! both
check $? "one of two is pulled" "$(ls /sys/bus/usb/devices)"
emu -2 unplug > /dev/null
wait_for 5 usb_gone "$id"

emu_start --chip=mt7921u --speed=high --log="$VM_OUT/high.log"
look "high speed" "$high" 480 2.10 100mA
emu unplug > /dev/null
wait_for 5 usb_gone "$id"

for speed in super high; do
	emu_start --chip=mt7921u --speed=$speed --model-set=composite:1
	usb=$(wait_for_usb "$id")
	check $? "composite, $speed: Linux finds it" "$(dmesg | tail -n 5)"
	is "$usb/bNumInterfaces" 4 && is "$usb/"*:1.3/bInterfaceClass ff && is "$usb/"*:1.3/bNumEndpoints 09 &&
		is "$usb/"*:1.3/interface WiFi_If && is "$usb/"*:1.0/bInterfaceClass e0
	check $? "composite, $speed: Wi-Fi is interface 3" "see the log"
	emu unplug > /dev/null
	wait_for 5 usb_gone "$id"
done
# What a host controller had to say against us.
! dmesg | grep -E 'xhci_hcd.*(WARN|ERROR)|config .* (has|descriptor)|not enough bandwidth'
check $? "no complaint of the USB stack" "see the log"
summary
