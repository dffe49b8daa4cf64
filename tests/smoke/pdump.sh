# shellcheck shell=bash disable=SC2154,SC2034 # variables of lib.sh
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# To be sourced by testpmd.sh and hold.sh. The bytes, out of the stock testpmd, by the stock dpdk-pdump: a
# secondary process that finds the plugin where DPDK looks for plugins. That folder gets ours too,
# in a mount namespace of our own; and huge pages, which two processes can share, get a place.
#
# dpdk-dumpcap of 22.11 always asks for both directions, and librte_pdump refuses that for a port
# without a TX queue: the port has one there.

pages_free()
{
	cat /sys/kernel/mm/hugepages/hugepages-2048kB/free_hugepages 2> /dev/null || echo 0
}

# DPDK's folder of plugins becomes a copy that has ours too. Copies, not links: EAL does not load
# what lies below a folder that all may write to. The installed folder itself is never mounted
# below $tmp, where cleaning up would reach it.
plugin_folder()
{
	local installed outer

	outer=${RXBATCH_OUTER_NS:-$(readlink /proc/self/ns/mnt)}
	[[ $(readlink /proc/self/ns/mnt) != "$outer" ]] || return
	installed=$(echo /usr/lib/*/dpdk/pmds-*)
	[[ -d $installed ]] || installed=$(pkg-config --variable=libdir libdpdk)/dpdk/pmds-23.0
	mkdir "$tmp/plugins" "$tmp/huge" &&
		cp -a "$installed/." "$tmp/plugins/" &&
		cp -L "$plugins"/librte_net_{rtw89u,mt76u}.so "$tmp/plugins/" &&
		mount --bind "$tmp/plugins" "$installed" &&
		mount -t hugetlbfs none "$tmp/huge"
}

# proc_info OPTION REGEX
proc_info()
{
	timeout 20 dpdk-proc-info --file-prefix "rxbatch-tp-$$" --no-pci -- "$1" \
		> "$tmp/info" 2>&1 &&
		grep -qE "$2" "$tmp/info"
	check $? "dpdk-proc-info $1" "fails, or does not show $2" "$tmp/info"
}

# Pool operations go by number: both processes must have loaded the same ones in one order.
testpmd_libraries()
{
	ldd "$(command -v dpdk-testpmd)" | sed -n 's/.* => \(.*librte_.*\) (.*/\1/p' | tr '\n' ' '
}

# dpdk-dumpcap beside a testpmd that receives a capture again and again.
dumpcap()
{
	local want

	if ! command -v dpdk-dumpcap > /dev/null; then
		skip dpdk-dumpcap "it is not installed"
		return
	fi
	want=$((2 * $(packets_of "$1") + 40))
	# dpdk-dumpcap writes over a file without cutting it.
	rm -f "$tmp/dumpcap.pcap"
	tp_start "$2,air=pcap:$1,air-set=loop:1/rate:20" -- --txq=1
	tp_say "port start 0"
	tp_say start
	tp_packets 1 10
	LD_PRELOAD=$(testpmd_libraries) timeout -k 5 40 dpdk-dumpcap \
		--file-prefix "rxbatch-tp-$$" -i 0 -P -c $want -a duration:15 \
		-w "$tmp/dumpcap.pcap" > "$tmp/dumpcap.out" 2>&1
	check $? "dpdk-dumpcap on ${2%%,*} ends well" "status $?" "$tmp/dumpcap.out"
	/usr/bin/python3 "$here/pcap_same.py" --laps 1 "$1" "$tmp/dumpcap.pcap" > "$tmp/same" 2>&1
	check $? "dpdk-dumpcap on ${2%%,*} gets the capture, byte for byte: $(cat "$tmp/same")" \
		"it does not" "$tmp/dumpcap.out"
	tp_say stop
	tp_end
	check $? "testpmd ends well after dpdk-dumpcap" "status $?" "$tp_out"
}

# start_pdump FILE
start_pdump()
{
	local n

	: > "$tmp/pdump.out"
	LD_PRELOAD=$(testpmd_libraries) dpdk-pdump --file-prefix "rxbatch-tp-$$" --no-pci -l 0 -- \
		--pdump "port=0,queue=*,rx-dev=$1,total-num-mbufs=16383" > "$tmp/pdump.out" 2>&1 &
	pdump_pid=$!
	for ((n = 0; n < 200; n++)); do
		grep -q 'core (' "$tmp/pdump.out" && break
		kill -0 "$pdump_pid" 2> /dev/null || break
		sleep 0.05
	done
	sleep 0.2
}

stop_pdump()
{
	local n

	kill -INT "$pdump_pid" 2> /dev/null
	for ((n = 0; n < 100; n++)); do
		kill -0 "$pdump_pid" 2> /dev/null || break
		sleep 0.05
	done
	kill -9 "$pdump_pid" 2> /dev/null
	wait "$pdump_pid"
}

# Secondary processes look at a port that has received a capture.
secondary_tools()
{
	local count

	count=$(packets_of "$one")
	# The counters of LRO lie in memory of their own.
	tp_start "net_rtw89u0,model=rtl8922au,air=pcap:$one" -- --enable-lro
	tp_say "port start 0"
	tp_say start
	tp_packets "$count" 15
	check $? "the plugin in DPDK's folder needs no -d" "$(tp_stat RX-packets) packets" "$tp_out"
	proc_info --stats "RX-packets: *$count"
	proc_info --xstats "rx_unit_wifi: *$count"
	proc_info --xstats "rx_gro_packets_in: *$count"
	proc_info --show-port net_rtw89u0
	tp_end
	check $? "testpmd ends well after secondary processes" "status $?" "$tp_out"
}

# testpmd starts no traffic while dpdk-pdump's own port is there: the capture goes round, and what
# is dumped is a part of that. Slow enough for dpdk-pdump, which has half a processor.
dump()
{
	tp_start "net_rtw89u0,model=rtl8922au,air=pcap:$1,air-set=loop:1/rate:20"
	tp_say "port start 0"
	tp_say start
	tp_packets 1 10
	start_pdump "$tmp/dump.pcap"
	sleep 1.5
	stop_pdump
	check $? "dpdk-pdump ends well" "status $?" "$tmp/pdump.out"
	/usr/bin/python3 "$here/pcap_same.py" --laps 2 "$1" "$tmp/dump.pcap" > "$tmp/same" 2>&1
	check $? "what testpmd gets is the capture, byte for byte: $(cat "$tmp/same")" \
		"it is not" "$tmp/pdump.out"
	tp_end
	check $? "testpmd ends well after dpdk-pdump" "status $?" "$tp_out"
}

pdump_inside()
{
	if ! plugin_folder; then
		fail "plugin folder in a mount namespace" "cannot make it, or no own namespace"
		echo "counts $passed $failed $skipped"
		return
	fi
	# The plugin is found without -d; secondary processes need memory that is shared.
	tp_eal=(-l "0,1" -m 256 --huge-dir "$tmp/huge" --no-pci --no-telemetry)
	secondary_tools
	dump "$captures/udp6.pcap"
	dumpcap "$captures/udp6.pcap" net_rtw89u0,model=rtl8922au
	dumpcap "$captures/udp4.pcap" net_mt76u0,model=mt7921u
	umount "$tmp/huge"
	echo "counts $passed $failed $skipped"
}

pdump()
{
	local word p f s

	if ! command -v dpdk-pdump > /dev/null || ! unshare -m true 2> /dev/null; then
		skip "bytes out of testpmd" "no dpdk-pdump, or no right to a mount namespace"
		return
	fi
	if [[ $(pages_free) -lt 160 ]]; then
		skip "bytes out of testpmd" "needs 160 free huge pages of 2 MB"
		return
	fi
	RXBATCH_OUTER_NS=$(readlink /proc/self/ns/mnt) unshare -m --propagation private \
		"$here/testpmd.sh" --pdump-inside > "$tmp/inside" 2>&1
	grep -v '^counts ' "$tmp/inside"
	read -r word p f s < <(grep '^counts ' "$tmp/inside")
	if [[ ${word:-} != counts ]]; then
		fail "bytes out of testpmd" "the script ended too early" "$tmp/inside"
		return
	fi
	passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
}
