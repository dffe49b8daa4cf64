#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# devices.sh [PART...]: several ports of both drivers in one process, one of which goes while the
# others receive; ports that come and go; and rx-attach, whose packets lie in a device's buffers.
# Parts: together again attach fast_free.
set -u

here=$(dirname "$(realpath "$0")")
# shellcheck source=tests/smoke/lib.sh
. "$here/lib.sh"
# shellcheck source=tests/smoke/testpmd_lib.sh
. "$here/testpmd_lib.sh"

eal=(-l 0 --no-huge -m 512 --no-pci --no-telemetry --file-prefix "rxbatch-tp-$$" "${both_plugins[@]}")

# verdicts LABEL FILE: a test for each line of a program that says pass or FAIL
verdicts()
{
	local word rest

	# shellcheck disable=SC2094 # fail() only reads it too
	while read -r word rest; do
		case $word in
		pass) pass "$1: $rest" ;;
		FAIL) fail "$1" "$rest" "$2" ;;
		esac
	done < "$2"
}

together()
{
	local action file=$captures/tcp4-8flows.pcap label n vdevs=() chips

	for n in 2 4; do
		# Port 0 is what goes.
		chips=(rtl8922au mt7921u)
		((n == 2)) || chips=(mt7921u rtl8852bu rtl8922au mt7921u)
		vdevs=()
		for chip in "${chips[@]}"; do
			vdevs+=("--vdev=$(driver_of "$chip")${#vdevs[@]},model=$chip,air=pcap:$file,air-set=rate:60")
		done
		for action in stop restart close remove; do
			label="$n ports, one goes ($action)"
			timeout -k 5 60 "$ports_verify" "${eal[@]}" "${vdevs[@]}" -- "$file" $action \
				> "$tmp/out" 2>&1
			check $? "$label" "status $?" "$tmp/out"
			verdicts "$label" "$tmp/out"
		done
	done
}

# A name that was there 20 times, with what a port holds most of.
again()
{
	local args

	"$model2usbmon" --air "pcap:$captures/udp4.pcap" --count 0 --output "$tmp/again" > "$tmp/out" 2>&1
	for args in net_rtw89u7,model=rtl8922au,air=gen:rate:100/size:500,air-out="$tmp/out.pcap" \
		net_mt76u7,model=mt7921u,air=gen:rate:100/size:500,mode=monitor \
		net_rtw89u7,model=rtl8852cu,rx-attach=500 net_rtw89u7,replay="$tmp/again",loop=1 \
		net_mt76u7,null=mt7921u; do
		timeout -k 5 60 "$ports_verify" "${eal[@]}" -- again "$args" > "$tmp/out" 2>&1
		check $? "${args//$tmp\//}: probed and removed 20 times" "not so" "$tmp/out"
	done
}

# An application that writes to all that it was given and keeps some for long: three laps are right.
# Nothing of it is seen in the packets that come later.
attach()
{
	local chip file=$captures/tcp6-1flow.pcap attach label

	for chip in rtl8922au rtl8852cu mt7921u; do
		for attach in 1 600; do
			label="$chip, rx-attach=$attach"
			timeout -k 5 60 "$rx_verify" "${eal[@]}" \
				--vdev="$(driver_of "$chip")0,model=$chip,rx-attach=$attach,hold=64,air=pcap:$file,air-set=loop:1/rate:150" \
				-- --laps=3 --scribble --hold=400 --xstats --expect="$file" \
				--nonzero=rx_attach_packets > "$tmp/out" 2>&1
			check $? "$label: written to, kept, three laps" "status $?" "$tmp/out"
			verdicts "$label" "$tmp/out"
			# More are kept than there are buffers: the driver copies then.
			grep -q '^  rx_attach_copied [1-9]' "$tmp/out"
			check $? "$label: copies when its buffers are all out" "it did not" "$tmp/out"
		done
	done
	# The same program without rx-attach, so that it is known to be right.
	timeout -k 5 60 "$rx_verify" "${eal[@]}" \
		--vdev="net_rtw89u0,model=rtl8922au,air=pcap:$file,air-set=loop:1/rate:150" \
		-- --laps=3 --scribble --hold=400 --expect="$file" > "$tmp/out" 2>&1
	check $? "without rx-attach: the same" "status $?" "$tmp/out"
}

# Attached packets to a port of ours that was promised MBUF_FAST_FREE: it looks before it frees. That
# another driver's such port is refused is a unit test (tests/unit/wport): no driver of DPDK that needs
# no hardware offers it.
fast_free()
{
	local label="rx-attach to MBUF_FAST_FREE of our own"

	if ! command -v dpdk-testpmd > /dev/null; then
		skip "$label" "no dpdk-testpmd: install dpdk-dev"
		return
	fi
	tp_eal=(-l "0,1" --no-huge -m 512 --no-pci --no-telemetry "${both_plugins[@]}")
	tp_start "net_rtw89u0,model=rtl8922au,rx-attach=500,air=pcap:$captures/tcp4-8flows.pcap,air-set=rate:50" \
		"net_mt76u1,model=mt7921u,air-out=$tmp/sent.pcap" -- --txq=1 --txd=1024 \
		--forward-mode=io --tx-offloads=0x10000
	tp_say "set promisc all on"
	tp_say "port start all"
	tp_say start
	tp_packets 587 15
	check $? "$label: packets" "$(tp_stat RX-packets)" "$tp_out"
	tp_say stop
	tp_say "show port xstats 0"
	tp_mark all-shown
	[[ $(tp_stat rx_attach_packets) -gt 100 ]]
	check $? "$label: some were attached" "$(tp_stat rx_attach_packets)" "$tp_out"
	tp_end
	check $? "$label: testpmd ends well" "status $?" "$tp_out"
	/usr/bin/python3 "$here/air_out_check.py" "$captures/tcp4-8flows.pcap" "$tmp/sent.pcap" > "$tmp/air" 2>&1
	check $? "$label: in the air: $(head -n 1 "$tmp/air")" "not as received" "$tmp/air"
}

[[ $# -gt 0 ]] || set -- together again attach fast_free
for part in "$@"; do
	"$part"
done
summary
