#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# What a device, its cable or its user do to a port of ours through real usbfs, and the counter and the
# event of each. Errors of a bulk transfer other than these are the host controller's to try again:
# they do not get here (tests/usbfs has them).
set -u

# shellcheck source=tests/vm/guest-lib.sh
. "$VM_SRC/tests/vm/guest-lib.sh"
# shellcheck source=tests/vm/ours-lib.sh
. "$VM_SRC/tests/vm/ours-lib.sh"

emu_start --chip=mt7921u --air=gen:rate:20/size:1000
check $? "an emulator" "no answer" "$VM_SHARE/emu1.log"
usb=$(wait_of_speed 5000)
check $? "it is on the bus" "it is not"

faults()
{
	port "faults" 90 "$(vdev 0 "$usb" mode=monitor channel=36 buffers=32)" -- \
		case="no fault" start rx=200 \
		case="a stall: one halt is ended" start "ctl=fault stall" "xstat=usb_stalls>0" rx=200 \
		xstat=usb_halts_cleared=1 \
		case="a transfer too long" start "ctl=fault babble" "xstat=usb_overflows>0" rx=200 \
		case="transfers of no bytes" start "ctl=fault zero:84:5" rx=200 \
		case="transfers cut short" start "ctl=fault short:84:5" "xstat=rx_agg_overrun>4" \
		rx=200 xstat=rx_agg_overrun=5 \
		case="late transfers" start "ctl=fault delay=30:84:5" rx=200 \
		case="a transfer that never ends comes home by stop" start "ctl=fault hang" wait=100 \
		stop home start rx=200 \
		case="no control request is answered: stop ends, start says so" start \
		"ctl=fault stall:0:0" stop start-fails "ctl=fault off" start rx=200 \
		case="after all that" start rx=200 stop home xstat=usb_leaked=0
}

cycles()
{
	# Each transfer that is cancelled stops the endpoint: with 32 this takes a minute.
	port "1000 starts and stops" 120 "$(vdev 0 "$usb" mode=monitor channel=36 buffers=8)" -- \
		case="1000 starts and stops under traffic" cycles=1000 \
		case="and packets after them" start rx=200 stop home
}

unplug()
{
	port "unplug" 60 "$(vdev 0 "$usb" mode=monitor channel=36 buffers=32)" -- \
		case="unplugged with 32 transfers in flight" start rx=200 ctl=unplug event=rmv \
		silent=200 link=down limit=2000 stop close home remove \
		case="plugged in again, the same devargs" limit=10000 ctl=plug replug start link=up \
		rx=200 \
		case="unplugged by itself behind a transfer" "ctl=fault unplug:84:1:20" event=rmv \
		silent=100 remove home \
		case="plugged in again, removed stopped" ctl=plug replug start rx=50 stop ctl=unplug \
		event=rmv remove home
	emu plug > /dev/null
}

[[ $# -gt 0 ]] || set -- faults cycles unplug
for part in "$@"; do
	begin=$SECONDS
	"$part"
	echo "time: $part $((SECONDS - begin)) s"
done
summary
