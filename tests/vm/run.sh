#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# run.sh --kernel=6.1|7 --guest=SCRIPT --out=DIR [OPTION...] [-- ARG...]
#
#	--emu=OPTIONS		usb-emu with these behind the guest's first USB port
#	--emu2=OPTIONS		... and another behind the second
#	--time=SECONDS		longest time, boot included (120)
#	--build=DIR		build folder (RXBATCH_BUILD, or build/release)
#	--mem=MB		memory (1024)
#	--kernel-args=WORDS	more for the kernel's command line
#	--qemu-extra=WORDS	more for QEMU's
#
# Boots one of Debian's kernels in QEMU, in software, with one processor, and runs SCRIPT with ARGs
# as root in it, with bash. Its exit status is that of run.sh; 77 where the machine cannot be had, 124
# when the time was up, 125 when the guest died. The guest has the file system of the host, may write
# anywhere and changes nothing of it, except in DIR, which is the same folder in both.
# The script finds in its environment: VM_OUT (DIR), VM_KERNEL (6.1 or 7), VM_KERNEL_DIR, VM_SRC (the
# checkout), VM_BUILD, and VM_SHARE (DIR again, for guest-lib.sh, which has what most scripts need).
# What the guest wrote to its console is DIR/serial.log, and is shown when the script failed.
#
# An emulator has one socket for the USB port and one for orders; the latter is the guest's ttyS1 (ttyS2
# for the second). It ends by "quit"; a guest that wants it with other options leaves them in a file
# (emu_start in guest-lib.sh), and it is started anew: QEMU tries again to connect each second.
set -uo pipefail

here=$(dirname "$(realpath "$0")")
top=$(dirname "$(dirname "$here")")
kernel='' guest='' out='' seconds=120 mem=1024 kernel_args='' qemu_extra=''
build=${RXBATCH_BUILD:-$top/build/release}
emu=('' '')

usage()
{
	echo "usage: run.sh --kernel=6.1|7 --guest=SCRIPT --out=DIR [OPTION...] [-- ARG...]" >&2
	exit 2
}

skip()
{
	echo "run.sh: skipped: $1" >&2
	exit 77
}

while [[ $# -gt 0 ]]; do
	case $1 in
	--kernel=*) kernel=${1#*=} ;;
	--guest=*) guest=${1#*=} ;;
	--out=*) out=${1#*=} ;;
	--emu=*) emu[0]=${1#*=} ;;
	--emu2=*) emu[1]=${1#*=} ;;
	--time=*) seconds=${1#*=} ;;
	--build=*) build=${1#*=} ;;
	--mem=*) mem=${1#*=} ;;
	--kernel-args=*) kernel_args=${1#*=} ;;
	--qemu-extra=*) qemu_extra=${1#*=} ;;
	--)
		shift
		break
		;;
	*) usage ;;
	esac
	shift
done
[[ -n $kernel && -n $out && -n $guest && $seconds =~ ^[0-9]+$ && $mem =~ ^[0-9]+$ ]] || usage
build=$(realpath -m "$build")
[[ -f $guest && -r $guest ]] || {
	echo "run.sh: cannot read $guest" >&2
	exit 2
}
[[ -x $build/app/usb-emu/usb-emu ]] || {
	echo "run.sh: no usb-emu in $build: devtools/setup.sh vm, devtools/build.sh release -Dvm=enabled" >&2
	exit 2
}

for tool in qemu-system-x86_64 busybox cpio modprobe; do
	PATH=$PATH:/usr/sbin:/sbin command -v "$tool" > /dev/null ||
		skip "'$tool' is missing; run devtools/setup.sh vm"
done
kernel_dir=$("$here/get-kernel.sh" "$kernel") || exit

mkdir -p "$out" || exit 1
out=$(realpath "$out")
rm -rf "$out/.vm" "$out/serial.log"
mkdir "$out/.vm"
# Sockets: their paths may not be long.
tmp=$(mktemp -d /tmp/rxb-vm.XXXXXX) || exit 1
pids=()

# Each by its own process id; the wrappers around them pass the signal on.
# shellcheck disable=SC2317 # a trap calls it
clean_up()
{
	local pid

	for pid in ${pids[@]+"${pids[@]}"}; do
		kill "$pid" 2> /dev/null
	done
	wait
	# "timeout" that is ended between its fork and its exec leaves its child behind: it is ours by
	# the name of its socket.
	for pid in $(pgrep -f -- "--socket=$tmp/usb"); do
		kill "$pid" 2> /dev/null
	done
	rm -rf "$tmp"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# keep_emulator N OPTIONS: run it; each time that it has ended and the guest left other options (or
# none were given at first), run it again.
keep_emulator()
{
	local n=$1 options=$2 pid='' nap
	local next=$out/.vm/emu$n.next

	# Ctrl-C is for run.sh, which ends this one by TERM.
	trap '' INT
	trap '[[ -z $pid ]] || kill "$pid" 2> /dev/null; exit' TERM
	exec {nap}<> <(:)
	# As long as there is a run.sh, which may have been killed.
	while kill -0 $$ 2> /dev/null; do
		if [[ -z $options ]]; then
			# Nothing comes: a sleep without a process.
			if [[ ! -e $next ]]; then
				read -r -t 0.1 -u "$nap"
				continue
			fi
			options=$(< "$next")
			rm -f "$next"
		fi
		rm -f "$tmp/usb$n" "$tmp/ctl$n"
		# shellcheck disable=SC2086 # options are words
		timeout -k 2 "$seconds" "$build/app/usb-emu/usb-emu" --socket="$tmp/usb$n" \
			--control="$tmp/ctl$n" $options >> "$out/emu$n.log" 2>&1 &
		pid=$!
		wait "$pid"
		echo "usb-emu $options: status $?" >> "$out/emu$n.log"
		pid='' options=''
	done
}

write_env()
{
	local VM_OUT=$out VM_SHARE=$out VM_KERNEL=$kernel VM_KERNEL_DIR=$kernel_dir VM_SRC=$top
	local VM_BUILD=$build VM_ARGS=("$(realpath "$guest")" "$@")

	declare -p VM_OUT VM_SHARE VM_KERNEL VM_KERNEL_DIR VM_SRC VM_BUILD |
		sed 's/^declare --/export/'
	declare -p VM_ARGS
}
write_env "$@" > "$out/.vm/env"
PATH=$PATH:/usr/sbin:/sbin "$here/make-initramfs.sh" "$kernel_dir" "$tmp/initramfs" || exit 1

# QEMU goes through a "rep movsb" byte by byte, and the kernel would copy and clear with it.
# shellcheck disable=SC2054 # the commas are QEMU's
qemu=(-accel tcg,thread=multi -cpu max,erms=off -smp 1 -m "$mem" -nodefaults -no-user-config -display none
	-no-reboot -kernel "$kernel_dir/vmlinux" -initrd "$tmp/initramfs"
	-append "console=ttyS0 quiet panic=-1 mitigations=off no_timer_check vm_src=$top vm_out=$out $kernel_args"
	-chardev "file,id=console,path=$out/serial.log" -serial chardev:console
	-fsdev "local,id=root,path=/,security_model=none,readonly=on,multidevs=remap"
	-device virtio-9p-pci,fsdev=root,mount_tag=root
	-fsdev "local,id=share,path=$out,security_model=none"
	-device virtio-9p-pci,fsdev=share,mount_tag=share
	# For a script that has put the others to sleep (guest/ours_suspend.sh).
	-device virtio-9p-pci,fsdev=share,mount_tag=again
	-device virtio-rng-pci -device qemu-xhci,id=usb)
for n in 1 2; do
	: > "$out/emu$n.log"
	keep_emulator "$n" "${emu[n - 1]}" &
	pids+=($!)
	qemu+=(-chardev "socket,id=usb$n,path=$tmp/usb$n,server=off,reconnect=1"
		-device "usb-redir,chardev=usb$n,id=redir$n"
		-chardev "socket,id=ctl$n,path=$tmp/ctl$n,server=off,reconnect=1")
	# Interrupts are not shared: on an ISA bus that loses some.
	qemu+=(-device "isa-serial,chardev=ctl$n,index=$n,irq=$((n == 1 ? 3 : 5))")
done
# shellcheck disable=SC2206 # words
qemu+=($qemu_extra)

timeout -k 5 "$seconds" qemu-system-x86_64 "${qemu[@]}" < /dev/null > "$out/qemu.log" 2>&1 &
pids+=($!)
wait "${pids[-1]}"
status=$?

# 137: QEMU was killed, by "timeout" or by somebody else.
if [[ $status -eq 124 || ($status -eq 137 && $SECONDS -ge $seconds) ]]; then
	echo "run.sh: the guest took longer than $seconds s" >&2
	status=124
elif [[ -s $out/.vm/status ]]; then
	status=$(< "$out/.vm/status")
else
	echo "run.sh: the guest died (QEMU's exit status: $status)" >&2
	status=125
fi
if [[ $status -ne 0 && $status -ne 77 ]]; then
	# That no emulator runs yet is as it should be.
	grep -v 'Unable to connect character device' "$out/qemu.log" | sed 's/^/    qemu: /' >&2
	tail -n 60 "$out/serial.log" | tr -d '\r' | sed 's/^/    guest: /' >&2
fi
exit "$status"
