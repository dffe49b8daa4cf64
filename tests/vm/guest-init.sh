#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# guest-init.sh SHARE: process 1 of the guest. Sets up what a booted Linux has, runs the script that
# run.sh was asked for, leaves its exit status in the share and switches the machine off.

share=$1
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mkdir -p /dev/pts /dev/shm
mount -t devpts devpts /dev/pts
mount -t tmpfs shm /dev/shm
mount -t tmpfs run /run
mount -t debugfs debugfs /sys/kernel/debug
ln -sfn /proc/self/fd /dev/fd
mount -t tmpfs firmware /lib/firmware
# /var/run, where a container has it as a folder
[[ /run -ef /var/run ]] || mount --bind /run /var/run
# shellcheck source=/dev/null
. "$share/.vm/env"
# For modprobe, and for the kernel when it calls modprobe itself.
mkdir -p /lib/modules
rm -rf "/lib/modules/$(uname -r)"
ln -s "$VM_KERNEL_DIR/lib/modules/$(uname -r)" /lib/modules/
ip link set lo up

read -r up _ < /proc/uptime
echo "vm: Linux $(uname -r), guest is up after $up s"
cd / || exit 1
bash "${VM_ARGS[@]}" < /dev/null
echo $? > "$share/.vm/status"
sync
busybox poweroff -f
