#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# gro.sh [PART...]: ports with LRO deliver every byte of every capture, each flow in order: what was
# merged is undone, or split, and compared. And stock testpmd with --enable-lro.
# Parts: merge split list limits transfers testpmd.
set -u

here=$(dirname "$(realpath "$0")")
# shellcheck source=tests/smoke/lib.sh
. "$here/lib.sh"
# shellcheck source=tests/smoke/testpmd_lib.sh
. "$here/testpmd_lib.sh"

chips=(rtl8922au rtl8852cu mt7921u)
row_labels=() row_vdevs=() row_expect=()

# port CHIP CAPTURE [DEVARGS]: one more port of the row
port()
{
	local n=${#row_labels[@]}

	row_labels+=("$1 $(basename "$2")${3:+ $3}")
	row_expect+=("--expect=$n:$2")
	row_vdevs+=("--vdev=$(driver_of "$1")$n,model=$1,air=pcap:$2${3:+,$3}")
}

# run_row NAME [OPTION...]: of gro_verify; and nothing is left of the row
run_row()
{
	local status n label

	timeout -k 5 60 "$gro_verify" -l 0 --no-huge -m 320 --no-pci --no-telemetry \
		--file-prefix "rxbatch-gro-$$" --log-level=pmd.*:error "${both_plugins[@]}" \
		"${row_vdevs[@]}" -- "${@:2}" "${row_expect[@]}" > "$tmp/out" 2>&1
	status=$?
	for n in "${!row_labels[@]}"; do
		label="$1: ${row_labels[n]}"
		if grep -q "^pass $n " "$tmp/out"; then
			pass "$label: $(sed -n "s/^pass $n [^:]*: //p" "$tmp/out")"
		elif grep -q "^FAIL $n " "$tmp/out"; then
			fail "$label" "$(sed -n "s/^FAIL $n //p" "$tmp/out")"
			sed -n "/^pass /d; /^FAIL $n /q; s/^  /    /p" "$tmp/out" | tail -n 8
		else
			fail "$label" "gro_verify ended with $status before it" "$tmp/out"
		fi
	done
	row_labels=() row_vdevs=() row_expect=()
}

# captures_of GLOB CHIP [DEVARGS]
captures_of()
{
	local file

	for file in "$captures"/$1.pcap; do
		port "$2" "$file" "${3:-}"
	done
}

# Each chip, each capture; a chip that aggregates brings several packets in a transfer.
merge()
{
	local chip

	for chip in "${chips[@]}"; do
		captures_of "tcp*" "$chip" hold=255
		run_row "merge" --nonzero=rx_gro_aggregates
		captures_of "[su]*" "$chip" hold=255
		run_row "merge"
	done
	# Sums by software, and nothing that is open from one read to the next.
	captures_of "tcp*" rtl8922au rx-csum=sw
	run_row "merge, rx-csum=sw" --csum --nonzero=rx_gro_aggregates
	captures_of "tcp*" rtl8852cu gro-hold=0
	run_row "merge, gro-hold=0" --nonzero=rx_gro_aggregates
	captures_of "udp*" mt7921u hold=255,gro-udp=1
	run_row "merge, datagrams too" --nonzero=rx_gro_aggregates
}

split()
{
	local chip

	for chip in "${chips[@]}"; do
		captures_of "tcp*" "$chip" hold=255
		run_row "split" --split --nonzero=rx_gro_aggregates
	done
}

list()
{
	local chip

	for chip in "${chips[@]}"; do
		captures_of "*" "$chip" hold=255,gro=list
		run_row "list" --list --nonzero=rx_gro_groups
	done
	port rtl8922au "$captures/udp4.pcap" gro=list,gro-udp=1
	run_row "list, datagrams too" --list --nonzero=rx_gro_groups
}

# Bursts of any size, aggregates of any length, tables of any.
limits()
{
	local n file=$captures/tcp4-8flows.pcap

	for n in 1 2 7 512; do
		port rtl8922au "$file"
		run_row "bursts of $n" "--burst=$n" --nonzero=rx_gro_aggregates
	done
	for n in 1600 3100 9000; do
		port rtl8922au "$captures/tcp6-1flow.pcap"
		run_row "aggregates of $n bytes" "--max-len=$n"
	done
	for n in 1 2 1024; do
		port rtl8922au "$file" "gro-flows=$n"
	done
	run_row "tables" --nonzero=rx_gro_aggregates
	port rtl8922au "$captures/tcp6-8flows.pcap" \
		"model-set=fifo:4194304,hold=8160,agg-size=1023,buffer-size=1064960,buffers=4"
	run_row "large transfers" --nonzero=rx_gro_aggregates
}

# counter NAME: what gro_verify printed of it
counter()
{
	awk -v name="$1" '$1 == name { value = $2 } END { print value + 0 }' "$tmp/out"
}

# bulk FLOWS CAPTURE HOLD: what is handed up of bulk data. A transfer makes one packet for each flow
# in it, and one more for each that the sender or a rule has closed.
bulk()
{
	local label="bulk, flows $1, hold $3" file=$tmp/bulk.pcap in out forced transfers name

	/usr/bin/python3 "$root/devtools/trim-pcap.py" --len 1514 "$2" "$file" > "$tmp/trim" ||
		fail "$label" "trim-pcap.py fails" "$tmp/trim"
	port rtl8922au "$file" "hold=$3"
	run_row "$label" --xstats --nonzero=rx_gro_aggregates
	in=$(counter rx_gro_packets_in)
	out=$(counter rx_gro_packets_out)
	transfers=$(counter rx_usb_transfers)
	forced=0
	# What no aggregate takes is handed up by itself: PSH on the first, no payload.
	for name in closed_packet closed_end closed_barrier closed_hold why_tcp_flags why_payload; do
		forced=$((forced + $(counter "rx_gro_$name")))
	done
	[[ $out -gt 0 && $out -le $((transfers * $1 + forced)) ]]
	check $? "$label: $in packets, $transfers transfers, $out handed up, $forced closed by force" \
		"more than a packet for each flow and transfer" "$tmp/out"
	# The library says itself what it closed: it must have merged all the same. How much depends on
	# when a transfer is polled; seven at most, for the senders' PSH.
	[[ $((2 * out)) -le $in ]]
	check $? "$label: less than half" "$out of $in" "$tmp/out"
	# Where the size closes the transfers, 20 KiB, they hold 13.
	[[ $1 -eq 1 && $(counter model_agg_closed_size) -gt $(counter model_agg_closed_timer) ]] ||
		return
	[[ $((10 * (out - forced))) -le $in ]]
	check $? "$label: less than a tenth but for those" "$out of $in" "$tmp/out"
}

transfers()
{
	local hold

	for hold in 32 1024; do
		bulk 1 "$captures/tcp4-1flow.pcap" "$hold"
		bulk 8 "$captures/tcp4-8flows.pcap" "$hold"
	done
}

# What an application of testpmd's kind sees: --enable-lro on each driver.
# lro_testpmd NAME VDEV CAPTURE
lro_testpmd()
{
	local packets out in aggregates

	packets=$(/usr/bin/python3 "$here/pcap_same.py" --count "$3")
	tp_start "$2" -- --enable-lro --max-lro-pkt-size=65535
	tp_say "port start 0"
	tp_say start
	tp_packets "$packets" 15
	tp_say stop
	tp_say "show rxq info 0 0"
	tp_say "show port stats 0"
	tp_say "show port xstats 0"
	tp_mark all-shown
	tp_end
	check $? "$1: testpmd ends well" "status $?" "$tp_out"
	in=$(tp_stat rx_gro_packets_in)
	out=$(tp_stat rx_gro_packets_out)
	aggregates=$(tp_stat rx_gro_aggregates)
	[[ $(tp_stat RX-packets) -eq $packets && $in -eq $packets ]]
	check $? "$1: $packets packets came" "RX-packets $(tp_stat RX-packets), rx_gro_packets_in $in" "$tp_out"
	# The other direction's acknowledgements merge with nothing.
	[[ $((10 * out)) -lt $((6 * packets)) && $aggregates -gt 0 ]]
	check $? "$1: six of ten at most are handed up" "$out of $packets, $aggregates aggregates" "$tp_out"
	[[ $((out - aggregates + $(tp_stat rx_gro_merged))) -eq $packets ]]
	check $? "$1: none is lost" "$out handed up, $aggregates of $(tp_stat rx_gro_merged)" "$tp_out"
	grep -q 'Burst mode: Copy, GRO merge' "$tp_out"
	check $? "$1: burst mode" "$(grep -i 'burst mode' "$tp_out")" "$tp_out"
	[[ -z $(tp_log) ]]
	check $? "$1: nothing to complain about" "$(tp_log | head -n 1)" "$tp_out"
}

# Two ports, testpmd between them: what leaves has the bytes of each stream.
lro_forward()
{
	local file=$captures/tcp4-8flows.pcap out=$tmp/forwarded.pcap packets n

	packets=$(/usr/bin/python3 "$here/pcap_same.py" --count "$file")
	# The other port has no LRO, and net_pcap writes no packet of more than 9728 bytes whole:
	# six that are read at once make no longer one.
	tp_start "net_rtw89u0,model=rtl8922au,gro-hold=0,air=pcap:$file" "net_pcap0,tx_pcap=$out" -- \
		--forward-mode=io --txq=1 --burst=6
	tp_say "port config 0 rx_offload tcp_lro on"
	tp_say "port start all"
	tp_say start
	tp_packets "$packets" 15
	tp_say stop
	tp_say "port stop all"
	tp_say "port close all"
	tp_mark forwarded
	tp_end
	check $? "forward: testpmd ends well" "status $?" "$tp_out"
	n=$(/usr/bin/python3 "$here/pcap_same.py" --count "$out")
	[[ ${n:-0} -gt 0 && $((10 * n)) -lt $((8 * packets)) ]]
	check $? "forward: eight of ten at most leave" "${n:-none} of $packets" "$tp_out"
	/usr/bin/python3 "$here/tcp_streams.py" "$file" "$out" > "$tmp/streams" 2>&1
	check $? "forward: the same bytes in each stream" "$(tail -n 1 "$tmp/streams")" "$tmp/streams"
}

# The transmit side of these drivers has no TSO: what is longer than the MTU is an error of the port
# that should send it, and nothing goes without a trace.
lro_too_long()
{
	local file=$captures/tcp4-8flows.pcap packets out aggregates sent long lost

	packets=$(/usr/bin/python3 "$here/pcap_same.py" --count "$file")
	tp_start "net_rtw89u0,model=rtl8922au,air=pcap:$file" net_mt76u0,model=mt7921u -- \
		--forward-mode=io --txq=1
	tp_say "port config 0 rx_offload tcp_lro on"
	tp_say "port start all"
	tp_say start
	tp_packets "$packets" 15
	tp_say stop
	tp_say "show port xstats 0"
	tp_mark first-shown
	out=$(tp_stat rx_gro_packets_out)
	aggregates=$(tp_stat rx_gro_aggregates)
	tp_say "port stop all"
	tp_say "show port xstats 1"
	tp_mark second-shown
	sent=$(tp_stat tx_good_packets)
	long=$(tp_stat tx_mbuf_too_long)
	# Errors of the port, and what testpmd itself let go because the queue was full.
	lost=$(tp_stat TX-dropped)
	tp_end
	check $? "forward, no TSO: testpmd ends well" "status $?" "$tp_out"
	[[ $long -gt 0 && $long -le $aggregates && $long -le $lost && $((sent + lost)) -eq $out ]]
	check $? "forward, no TSO: each aggregate is sent or counted" \
		"$out handed up, $aggregates aggregates; $sent sent, $long too long, $lost lost" \
		"$tp_out"
}

testpmd()
{
	if ! command -v dpdk-testpmd > /dev/null; then
		skip "testpmd" "no dpdk-testpmd: install dpdk-dev"
		return
	fi
	lro_testpmd "net_rtw89u, IPv4" "net_rtw89u0,model=rtl8922au,air=pcap:$captures/tcp4-1flow.pcap" \
		"$captures/tcp4-1flow.pcap"
	lro_testpmd "net_rtw89u, IPv6" "net_rtw89u0,model=rtl8852cu,air=pcap:$captures/tcp6-8flows.pcap" \
		"$captures/tcp6-8flows.pcap"
	lro_testpmd "net_mt76u" "net_mt76u0,model=mt7921u,hold=255,air=pcap:$captures/tcp4-1flow.pcap" \
		"$captures/tcp4-1flow.pcap"
	lro_forward
	lro_too_long
	refusal "net_rtw89u, rx-attach" net_rtw89u0,model=rtl8922au,rx-attach=256 'max_lro_pkt_size 65535 .*is not allowed'
}

# refusal NAME VDEV REGEX: the driver offers no LRO, so ethdev starts no such port with it
refusal()
{
	tp_start "$2" -- --enable-lro --max-lro-pkt-size=65535
	tp_say "port start 0"
	tp_mark refused
	tp_end
	grep -Eq "$3" "$tp_out" && grep -q 'Fail to configure port 0' "$tp_out"
	check $? "$1: refused" "not in the words expected" "$tp_out"
}

[[ $# -gt 0 ]] || set -- merge split list limits transfers testpmd
for part in "$@"; do
	"$part"
done
summary
