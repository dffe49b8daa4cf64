#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# Stock testpmd with usb=: the real libusb, its usbfs answered in the process
# (FAKE_USBFS_PRELOAD: tests/usbfs/fake_preload.c), a modelled MT7921U as it is plugged in.
set -u

here=$(dirname "$(realpath "$0")")
# shellcheck source=tests/smoke/lib.sh
. "$here/lib.sh"
# shellcheck source=tests/smoke/testpmd_lib.sh
. "$here/testpmd_lib.sh"

preload=$(realpath -m "${FAKE_USBFS_PRELOAD:-$build/tests/usbfs/libfake_usbfs_preload.so}")
chip=chip=mt7921u,model-set=boot:cold,air=gen:rate:20/size:300,air-set=start:0
port="net_mt76u0,usb=0e8d:7961,firmware=$tmp/mediatek,mode=monitor,channel=36"

if ! nm -D /usr/lib/*/libusb-1.0.so.0 2> /dev/null | grep -q libusb_wrap_sys_device &&
	! ldconfig -p | grep -q libusb-1.0.so.0; then
	echo "skipped: no libusb-1.0"
	exit 77
fi
"$root/tests/vm/make-firmware.py" "$tmp" > /dev/null || { fail firmware "not made"; summary; exit; }

# run DEVICES VDEV...: testpmd with these on its bus
run()
{
	export LD_PRELOAD=$preload FAKE_USBFS=$1

	tp_start "${@:2}"
	unset LD_PRELOAD FAKE_USBFS
}

receives()
{
	run "$chip" "$port"
	tp_say "port start all"
	tp_say "start"
	tp_packets 1000 20
	check $? "cold chip: firmware, channel, 1000 frames" "too few" "$tp_out"
	tp_say "stop"
	tp_end
	check $? "testpmd ends" "status $?" "$tp_out"
}

# Port 0 is pulled out while it receives, port 1 goes on.
pulled_out()
{
	run "$chip,unplug-ms=15000;$chip" "${port/0e8d:7961/1-1}" \
		"net_mt76u1,usb=1-2,firmware=$tmp/mediatek,mode=monitor"
	tp_say "port start all"
	tp_say "start"
	tp_wait 'Port 0: device removal event' 60
	check $? "a removal event for the one that is pulled out" "none" "$tp_out"
	! grep -q 'Port 1: device removal event' "$tp_out"
	check $? "none for the other" "there is one" "$tp_out"
	tp_end
	check $? "testpmd ends" "status $?" "$tp_out"
}

none_there()
{
	run "$chip" net_mt76u0,usb=1-7
	tp_wait 'usb=1-7: no such device' 10
	check $? "no such device: said" "not said" "$tp_out"
	tp_end > /dev/null
}

receives
pulled_out
none_there
summary
