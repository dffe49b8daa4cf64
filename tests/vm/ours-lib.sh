# shellcheck shell=bash disable=SC2034,SC2119,SC2120 # what is for the scripts that source this
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# To be sourced after guest-lib.sh by scripts that run our driver in the guest: usb_port and its cases.
usb_port=$VM_BUILD/tests/vm/usb_port
captures=$VM_SRC/tests/captures
firmware=$VM_OUT/firmware/mediatek
id=0e8d:7961
export LD_LIBRARY_PATH=$VM_BUILD/drivers
eal=(-l 0 --no-huge -m 192 --no-pci --file-prefix ours -d librte_net_mt76u.so
	"--log-level=lib.eal:error" "--log-level=pmd.*:notice")
# Before the program: who is to run it.
as_user=()
# A plugin is found by its bare name wherever the program is started.
cd / || exit 1

# few_plugins [PROGRAM]: EAL loads every plugin of DPDK's folder, some 130, which takes seconds over 9p.
# Ours need two, PROGRAM those that it is linked with.
few_plugins()
{
	local dir name

	for dir in /usr/lib/*/dpdk/pmds-*; do
		[[ -d $dir ]] || return
		mkdir /tmp/few
		for name in librte_{mempool_ring,bus_vdev}.so $(ldd ${1:+"$(command -v "$1")"} 2> /dev/null |
			grep -o 'librte_[a-z0-9_]*\.so' | sort -u); do
			[[ ! -e $dir/$name ]] || cp -P "$dir/$name"* /tmp/few/
		done
		mount --bind /tmp/few "$dir" && pmd_dir=$dir
		return
	done
}

all_plugins()
{
	[[ -z ${pmd_dir:-} ]] || umount "$pmd_dir"
	pmd_dir=''
	rm -rf /tmp/few
}
trap all_plugins EXIT
few_plugins

# vdev N FOLDER [KEY=VALUE...]: a port on the device that sysfs has there
vdev()
{
	local args=net_mt76u$1,usb=${2##*/},firmware=$firmware word

	for word in "${@:3}"; do
		args+=,$word
	done
	echo "--vdev=$args"
}

# verdicts FILE: a test for each line of usb_port that says pass or FAIL
verdicts()
{
	local word rest

	# shellcheck disable=SC2094 # fail() only reads it too
	while read -r word rest; do
		case $word in
		pass) pass "$rest" ;;
		FAIL) fail "${rest%%: *}" "${rest#*: }" ;;
		esac
	done < "$1"
}

# watch_limit SECONDS: where usb_port's threads are, shortly before they are ended
watch_limit()
{
	local nap

	exec {nap}<> <(:)
	read -r -t $(($1 - 1)) -u "$nap"
	stuck usb_port
}

# port LABEL SECONDS EAL-ARGUMENT... -- STEP...: usb_port, told where the emulators listen
port()
{
	local label=$1 seconds=$2 words=() start=$EPOCHREALTIME status watch
	local out=$VM_OUT/${1//[^a-z0-9]/_}.out

	shift 2
	while [[ $1 != -- ]]; do
		words+=("$1")
		shift
	done
	watch_limit "$seconds" &
	watch=$!
	timeout -k 5 "$seconds" ${as_user[@]+"${as_user[@]}"} "$usb_port" "${eal[@]}" \
		"${words[@]}" -- --control=/dev/ttyS1 --control=/dev/ttyS2 "${@:2}" \
		> "$out" 2>&1
	status=$?
	{ kill "$watch" && wait "$watch"; } 2> /dev/null
	if [[ $status -ne 0 ]]; then
		# What it has said of a command that did not end, and what that still waits for.
		grep '^stuck: ' "$out"
		stuck
	fi
	((status == 0))
	check $? "$label ($(((${EPOCHREALTIME/./} - ${start/./}) / 1000)) ms)" "status $status" "$out"
	verdicts "$out"
}

# of_speed MBPS: the folder of the device of that speed
of_speed()
{
	local dir

	for dir in /sys/bus/usb/devices/*; do
		# It may go while we look.
		[[ "$(cat "$dir"/{idVendor,idProduct,speed} 2> /dev/null)" == \
			"${id/:/$'\n'}"$'\n'"$1" ]] || continue
		echo "$dir"
		return
	done
	return 1
}

wait_of_speed()
{
	usb_on && wait_for 10 of_speed "$1"
}
