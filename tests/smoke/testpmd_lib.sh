# shellcheck shell=bash disable=SC2154,SC2034 # variables of lib.sh
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# To be sourced after lib.sh: a conversation with the stock testpmd.
#
# testpmd ends when its input ends, so it is fed from a FIFO that stays open. It switches
# promiscuous mode on only after it has started its ports; a capture that is played once would be over by then.
# Ports are therefore started by hand (--disable-device-start, then "port start").

tp_out=$tmp/testpmd.out
tp_eal=(-l "0,1" --no-huge -m 320 --no-pci --no-telemetry "${both_plugins[@]}")
tp_pid=''
# What the drivers log.
tp_level=error
# Which testpmd.
tp_program=dpdk-testpmd

# tp_start VDEV... [-- TESTPMD_OPTION...]
tp_start()
{
	local vdevs=()

	while [[ $# -gt 0 && $1 != -- ]]; do
		vdevs+=("--vdev=$1")
		shift
	done
	rm -f "$tmp/fifo"
	mkfifo "$tmp/fifo"
	: > "$tp_out"
	stdbuf -oL "$tp_program" "${tp_eal[@]}" --file-prefix "rxbatch-tp-$$" \
		"--log-level=pmd.*:$tp_level" "${vdevs[@]}" -- \
		-i --disable-device-start --forward-mode=rxonly --no-flush-rx --rxq=1 --txq=0 \
		--total-num-mbufs=16384 "${@:2}" < "$tmp/fifo" > "$tp_out" 2>&1 &
	tp_pid=$!
	exec 7> "$tmp/fifo"
	tp_wait '^testpmd>' 15
}

tp_say()
{
	echo "$1" 2> /dev/null >&7
}

# tp_wait REGEX SECONDS: until the output has a line like that
tp_wait()
{
	local n

	for ((n = 0; n < $2 * 20; n++)); do
		grep -qE "$1" "$tp_out" && return
		kill -0 "$tp_pid" 2> /dev/null || break
		sleep 0.05
	done
	grep -qE "$1" "$tp_out"
}

# tp_mark TEXT: everything said before is done, and the output holds TEXT
tp_mark()
{
	tp_say "# $1"
	tp_wait "$1" 20
}

# The last "NAME: number" of the statistics.
tp_stat()
{
	sed -n "s/.*\b$1: *\([0-9][0-9]*\).*/\1/p" "$tp_out" | tail -n 1
}

# tp_packets N SECONDS: until port 0 has received N packets or more
tp_packets()
{
	local n

	for ((n = 0; n < $2 * 10; n++)); do
		tp_say "show port stats 0"
		sleep 0.1
		[[ $(tp_stat RX-packets) -lt $1 ]] || return 0
	done
	return 1
}

# Ends testpmd; its exit status, 124 when it had to be killed.
tp_end()
{
	local n

	tp_say quit 2> /dev/null
	exec 7>&-
	for ((n = 0; n < 200; n++)); do
		kill -0 "$tp_pid" 2> /dev/null || break
		sleep 0.05
	done
	if kill -9 "$tp_pid" 2> /dev/null; then
		wait "$tp_pid"
		return 124
	fi
	wait "$tp_pid"
}

# Lines that the driver and its back ends have logged.
tp_log()
{
	grep -E '^(RTW89U|MT76U|USB): ' "$tp_out"
}
