#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# guest-suite.sh NAME:SECONDS...: in the guest, for suite.sh. Runs guest/NAME.sh one after the other, each
# with a folder of its own in the share: its VM_OUT, where its output becomes "log" and its exit status
# "status" (124: too long). Each finds no emulator, no driver and no firmware of the one before.

# shellcheck source=tests/vm/guest-lib.sh
. "$VM_SRC/tests/vm/guest-lib.sh"

# unload MODULE: and before it all that use it. "modprobe -r mt7921u" takes along what nobody uses any
# more, but leaves mt76_connac_lib, which keeps mac80211 and cfg80211.
unload()
{
	local user

	for user in "/sys/module/$1/holders"/*; do
		[[ ! -e $user ]] || unload "${user##*/}"
	done
	[[ ! -d /sys/module/$1 ]] || timeout 20 modprobe -r "$1"
}

clean_up()
{
	# Without its device a driver has no work that it could wait for.
	EMU_WAIT=1 emu quit > /dev/null
	EMU_WAIT=1 emu -2 quit > /dev/null
	# What all of them use. It keeps the regulations that it found when it was loaded.
	unload cfg80211
	[[ ! -d /sys/module/cfg80211 ]] || echo "vm: cfg80211 stays, $name has left it in use"
	rm -rf /lib/firmware/*
	echo 0 > /proc/sys/vm/nr_hugepages
}

# ends PID SECONDS. No process is made for it: see below.
ends()
{
	local until=$((SECONDS + $2))

	while kill -0 "$1" 2> /dev/null; do
		((SECONDS < until)) || return 1
		read -r -t 0.2 -u "$nap"
	done
	return 0
}

# A process that waits in the kernel for ever cannot be killed, and the file system may be what it
# waits for: nothing but what bash has built in will do.
switch_off()
{
	echo "vm: $1 cannot be ended: the machine is switched off"
	stuck usb_port
	(echo 124 > "$VM_OUT/status") &
	read -r -t 2 -u "$nap"
	echo o > /proc/sysrq-trigger
	read -r -t 30 -u "$nap"
}

exec {nap}<> <(:)
for test; do
	name=${test%:*} seconds=${test#*:}
	export VM_OUT=$VM_SHARE/$name
	mkdir -p "$VM_OUT"
	echo "vm: $name"
	timeout -k 5 "$seconds" bash "$VM_SRC/tests/vm/guest/$name.sh" > "$VM_OUT/log" 2>&1 &
	pid=$!
	ends "$pid" $((seconds + 15)) || switch_off "$name"
	wait "$pid"
	echo $? > "$VM_OUT/status"
	# timeout's process group is what the script has started.
	kill -KILL -- "-$pid" 2> /dev/null
	clean_up
done
