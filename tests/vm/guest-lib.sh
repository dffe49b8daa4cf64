# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# To be sourced by scripts that run in the guest of run.sh, which sets VM_OUT, VM_SRC and VM_BUILD:
#
#	. "$VM_SRC/tests/vm/guest-lib.sh"
#	emu_start --chip=mt7921u --air=pcap:...		the device that is to be on the first port
#	usb=$(wait_for_usb 0e8d:7961)			... and where sysfs has it
#	emu air on					an order to the emulator
#	check $? "name" "why not"			tests/tally.sh
#	summary						last
#
# shellcheck source=tests/tally.sh
. "$VM_SRC/tests/tally.sh"

# wait_for SECONDS COMMAND...: until it succeeds
wait_for()
{
	local until=$((SECONDS + $1 + 1))

	while ((SECONDS < until)); do
		"${@:2}" && return
		sleep 0.1
	done
	return 1
}

# emu [-2] WORD...: an order to the (second) emulator; prints its answer. 0 when that is "ok".
# EMU_WAIT: seconds to wait for it; EMU_WANT: a pattern, other answers are left out.
emu()
{
	local n=1 tty answer=''

	if [[ $1 == -2 ]]; then
		n=2
		shift
	fi
	{
		flock -w 30 "$tty"
		stty -F "/dev/ttyS$n" raw -echo -hupcl
		# What came too late for the order before.
		while IFS= read -r -t 0.01 -u "$tty"; do :; done
		echo "$*" >&"$tty"
		while IFS= read -r -t "${EMU_WAIT:-10}" -u "$tty" answer; do
			# shellcheck disable=SC2053 # a pattern
			[[ $answer != ${EMU_WANT:-*} ]] || break
			answer=''
		done
	} {tty}<> "/dev/ttyS$n"
	exec {tty}>&-
	echo "${answer:-error no answer}"
	[[ $answer == ok* ]]
}

# emu_start [-2] OPTION...: end the (second) emulator and start it with these
emu_start()
{
	local n=1 next which=()

	if [[ $1 == -2 ]]; then
		n=2
		which=(-2)
		shift
	fi
	next=$VM_SHARE/.vm/emu$n.next
	# Before the new one can be there: it would take the order for its own.
	EMU_WAIT=0.3 emu ${which[@]+"${which[@]}"} quit > /dev/null
	echo "$*" > "$next.new"
	mv "$next.new" "$next"
	wait_for 10 test ! -e "$next" &&
		EMU_WAIT=0.3 wait_for 15 emu ${which[@]+"${which[@]}"} stats > /dev/null &&
		emu_in_step ${which[@]+"${which[@]}"}
}

# emu_in_step [-2]: on a busy machine answers come later than emu_start waits for them, and whoever gives
# the next order would take one for his own. After the answer to what is no order none comes any more.
emu_in_step()
{
	[[ $(EMU_WANT='error not understood*' emu "$@" in step) == error\ not* ]]
}

# stuck [PROGRAM]: a line for each task that waits in the kernel where no signal reaches it, and for
# each thread of PROGRAM: name, number, state, and where in the kernel it is, innermost first. Only what
# bash has built in: a new process might have to wait for the same.
stuck()
{
	local task stat name line where

	for task in /proc/[0-9]*/task/[0-9]*; do
		# It may go while we look.
		{
			IFS= read -r stat < "$task/stat" && IFS= read -r name < "${task%/task/*}/comm"
		} 2> /dev/null || continue
		stat=${stat##*) }
		[[ $stat == D* || $name == "${1:-}" ]] || continue
		where=''
		while read -r _ line; do
			where+=" < ${line%%+*}"
		done 2> /dev/null < "$task/stack"
		echo "stuck: $name ${task##*/} ${stat%% *}:${where# <}"
	done
}

# The host controller, as late as a script wants it.
usb_on()
{
	modprobe xhci_pci
}

find_usb()
{
	local dir

	for dir in /sys/bus/usb/devices/*; do
		[[ -r $dir/idVendor ]] || continue
		[[ "$(< "$dir/idVendor"):$(< "$dir/idProduct")" == "$1" ]] || continue
		echo "$dir"
		return
	done
	return 1
}

# wait_for_usb VID:PID [SECONDS]: prints the device's folder in sysfs
wait_for_usb()
{
	usb_on && wait_for "${2:-10}" find_usb "$1"
}

usb_gone()
{
	! find_usb "$1" > /dev/null
}

# usb_node FOLDER: the device node of that device
usb_node()
{
	printf '/dev/bus/usb/%03d/%03d\n' "$(< "$1/busnum")" "$(< "$1/devnum")"
}

# usbmon_start FILE: what goes over all buses, as tcpdump writes it; usbmon_stop ends it
usbmon_start()
{
	modprobe usbmon || return
	tcpdump -i usbmon0 -U -s 0 -w "$1" 2> "$1.log" &
	usbmon_pid=$!
	wait_for 10 grep -q 'listening on' "$1.log"
}

usbmon_stop()
{
	kill "$usbmon_pid" && wait "$usbmon_pid"
}

# hugepages MB: of 2 MB, for a DPDK program that is to have them
hugepages()
{
	echo $((($1 + 1) / 2)) > /proc/sys/vm/nr_hugepages
	[[ $(< /proc/sys/vm/nr_hugepages) -ge $((($1 + 1) / 2)) ]]
}
