#!/bin/bash
# shellcheck disable=SC2154 # usb, again and tally are the caller's
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# Of guest/ours_suspend.sh, in a root file system that lies in memory. In its environment: usb, the
# device's folder; again, the virtio device by which the share can be reached afterwards; tally, what
# passed and failed before.
set -u
busybox --install -s /usr/bin
log=/tmp/log
exec > $log 2>&1

# shellcheck source=tests/vm/guest-lib.sh
. "$VM_SRC/tests/vm/guest-lib.sh"
libraries=$LD_LIBRARY_PATH
# shellcheck source=tests/vm/ours-lib.sh
. "$VM_SRC/tests/vm/ours-lib.sh"
export LD_LIBRARY_PATH=$libraries
read -r passed failed <<< "$tally"

# The outcome for suite.sh, as guest-suite.sh would leave it, and the end of the guest.
leave()
{
	local status=$1 dir

	echo "$again" > /sys/bus/virtio/drivers/9pnet_virtio/bind
	mount -t 9p -o trans=virtio,version=9p2000.L,msize=512000,cache=mmap again /share
	dir=/share${VM_OUT#"$VM_SHARE"}
	cat $log >> "$dir/log"
	cp "$VM_OUT"/*.out /tmp/dmesg "$dir/"
	echo "$status" > "$dir/status"
	echo 0 > /share/.vm/status
	sync
	poweroff -f
}

# In traffic every transfer is full before the device sleeps; in silence the system ends them.
sleeps()
{
	local to="sh=echo $1 > /sys/power/state"

	words+=(case="$1, port stopped" limit=10000 start rx=50 stop "$to" start rx=200
		case="$1, port running in traffic" start rx=50 "$to" rx=200 link=up
		case="$1, port running in silence" start "ctl=air off" wait=200 "$to" "ctl=air on"
		rx=200 link=up "xstat=usb_resumes>$slept")
	slept=$((slept + 1))
}

# The kernel would wait for a modprobe that lies on 9p.
echo > /proc/sys/kernel/modprobe
echo devices > /sys/power/pm_test
echo 0 > /sys/module/suspend/parameters/pm_test_delay
words=()
slept=0
for state in freeze mem; do
	grep -qw $state /sys/power/state && sleeps $state
done
port "suspend" 100 "$(vdev 0 "$usb" mode=monitor channel=36 buffers=32)" -- "${words[@]}" \
	case="after all that" start rx=200 stop home xstat=usb_leaked=0

slept=$((3 * slept))
dmesg > /tmp/dmesg
[[ $slept -gt 0 && $(grep -c 'PM: suspend exit' /tmp/dmesg) -eq $slept ]]
check $? "the system slept each time" "$(grep -c 'PM: suspend exit' /tmp/dmesg)" /tmp/dmesg
summary
leave $?
