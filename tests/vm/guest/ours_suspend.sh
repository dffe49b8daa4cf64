#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# The system sleeps and wakes with our port stopped and with it running: devices are suspended and
# resumed, the machine goes on (pm_test). Without the kernel's own driver, which would take what nobody
# claims, that is the device after each sleep here: while it probes nobody else gets at the device,
# which may take a minute.
#
# Nothing of the host's can be reached any more after that: virtio-9p knows no suspend. So all that is
# needed is copied into memory first and runs there (suspend-ram.sh); it leaves its output and
# status for suite.sh in the share, which it reaches by another 9p device, and switches the machine off.
# This script is therefore the last of its guest.
set -u

# shellcheck source=tests/vm/guest-lib.sh
. "$VM_SRC/tests/vm/guest-lib.sh"
# shellcheck source=tests/vm/ours-lib.sh
. "$VM_SRC/tests/vm/ours-lib.sh"
ram=/tmp/ram

# to_ram FILE...: under the same name
to_ram()
{
	local file

	for file; do
		mkdir -p "$ram$(dirname "$file")"
		cp -P "$file" "$ram$file"
	done
}

# Libraries, but those that EAL loads by itself: a second copy would be another library.
libraries_of()
{
	ldd "$@" | sed -n 's/.*[[:space:]]\(\/[^ ]*\) (0x.*/\1/p' |
		grep -v 'librte_\(mempool_ring\|bus_vdev\)' | sort -u
}

# glibc loads it when a thread is to end.
gcc_s()
{
	ldconfig -p | sed -n 's/.*x86-64.* => \(.*libgcc_s\.so\.1\)$/\1/p' | head -n 1
}

fill_ram()
{
	local file

	mkdir -p $ram && mount -t tmpfs -o mode=755 ram $ram
	mkdir -p $ram/{dev,proc,share,sys,tmp,run,usr/{bin,sbin,lib,lib64},var}
	for file in bin sbin lib lib64; do
		ln -s usr/$file $ram/$file
	done
	ln -s ../run $ram/var/run
	cp "$(command -v busybox)" "$(command -v bash)" $ram/usr/bin/
	for file in $(libraries_of "$usb_port" "$VM_BUILD/drivers/librte_net_mt76u.so" \
		"$(command -v bash)"); do
		mkdir -p "$ram$(dirname "$file")"
		cp -L "$file" "$ram$file"
	done
	to_ram "$usb_port" "$VM_BUILD"/drivers/librte_net_mt76u.so{,.*[0-9]} "$pmd_dir"/* \
		"$(gcc_s)" "$VM_SRC"/tests/tally.sh "$VM_SRC"/tests/vm/{guest-lib,ours-lib,suspend-ram}.sh
	mkdir -p "$ram$VM_OUT"
	cp -r "$VM_OUT/firmware" "$ram$VM_OUT/"
	for file in dev proc sys; do
		mount --bind /$file $ram/$file
	done
}

# Before each sleep the kernel reads once more all firmware that a device's driver may want when it wakes
# (also the regulations that cfg80211 has read): below /lib/firmware, which lies in memory
# (guest-init.sh). But /lib is a link, the host is asked each time where it leads, and at the second sleep
# no answer comes: the kernel waits for ever, and no signal ends that. So /lib becomes a link that the
# overlay has in memory.
lib_in_memory()
{
	[[ ! -L /lib ]] || { ln -s "$(readlink /lib)" /lib.new && mv -T /lib.new /lib; }
}

# other_share: the name of the virtio device that is the share, and not mounted
other_share()
{
	local dir

	for dir in /sys/bus/virtio/drivers/9pnet_virtio/virtio*; do
		[[ $(tr -d '\0' < "$dir/mount_tag") == again ]] && basename "$dir"
	done
}

emu_start --chip=mt7921u --air=gen:rate:20/size:1000
check $? "an emulator" "no answer" "$VM_SHARE/emu1.log"
usb=$(wait_of_speed 5000)
check $? "it is on the bus" "it is not"
fill_ram
check $? "all that is needed is in memory" "it does not fit"
lib_in_memory
check $? "/lib is in memory" "it is not"
again=$(other_share)
[[ -n $again ]] && echo "$again" > /sys/bus/virtio/drivers/9pnet_virtio/unbind
[[ -n $again && ! -e /sys/bus/virtio/drivers/9pnet_virtio/$again ]]
check $? "the share's other device is free" "\"$again\""
sync
exec env LD_LIBRARY_PATH="$VM_BUILD/drivers:$pmd_dir" PATH=/usr/bin usb="$usb" again="$again" \
	tally="$passed $failed" /usr/sbin/chroot $ram /usr/bin/bash "$VM_SRC/tests/vm/suspend-ram.sh"
