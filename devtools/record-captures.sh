#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# record-captures.sh [DIR]     (default: tests/captures; as root)
#
# Records what the kernel's own TCP and UDP put on a wire: iperf3 and ping between two network
# namespaces joined by a veth pair, without segmentation and checksum offloads, MTU 1500; trims
# each recording and writes it to DIR with a README.md.
set -euo pipefail

here=$(dirname "$(realpath "$0")")
out=$(realpath -m "${1:-$here/../tests/captures}")
# The sender, the receiver where the recording is made, and their addresses.
tx=rxbatch-tx-$$
rx=rxbatch-rx-$$
tx_mac=02:00:00:00:00:01
rx_mac=02:00:00:00:00:02
rx4=198.18.0.2
rx6=fd00:18::2
vlan=18
vlan4=198.18.1.2
# A rate that a Wi-Fi link reaches; a queue that holds all of a short run, so nothing is lost.
rate=400mbit
cpu=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')

die()
{
	echo "record-captures: $1" >&2
	exit 1
}

# On one processor: a veth pair has a queue for each, and a sender that moves overtakes itself.
in_tx() { taskset -c "$cpu" ip netns exec "$tx" "$@"; }
in_rx() { taskset -c "$cpu" ip netns exec "$rx" "$@"; }

# A namespace's own processes go with it; others are not touched.
clean_up()
{
	local ns pids

	for ns in "$tx" "$rx"; do
		pids=$(ip netns pids "$ns" 2> /dev/null) || continue
		# shellcheck disable=SC2086 # one word each
		[[ -z $pids ]] || kill $pids 2> /dev/null || true
		ip netns del "$ns" 2> /dev/null || true
	done
	rm -rf "$tmp"
}

# veth_end NAMESPACE MAC NUMBER
veth_end()
{
	local ns=$1 mac=$2 number=$3

	ip netns exec "$ns" sysctl -qw net.ipv6.conf.all.accept_dad=0 \
		net.ipv6.conf.default.accept_dad=0 net.ipv6.conf.veth0.accept_dad=0 || true
	ip -n "$ns" link set veth0 address "$mac" mtu 1500
	ip netns exec "$ns" ethtool -K veth0 tso off gso off gro off tx off rx off sg off \
		> /dev/null || die "ethtool cannot switch the offloads off"
	ip -n "$ns" addr add "198.18.0.$number/24" dev veth0
	ip -n "$ns" addr add "fd00:18::$number/64" dev veth0 nodad
	ip -n "$ns" link set lo up
	ip -n "$ns" link set veth0 up
}

make_wire()
{
	ip netns add "$tx"
	ip netns add "$rx"
	ip -n "$tx" link add veth0 type veth peer name veth0 netns "$rx" ||
		die "this kernel has no veth"
	veth_end "$tx" "$tx_mac" 1
	veth_end "$rx" "$rx_mac" 2
	in_tx tc qdisc replace dev veth0 root tbf rate "$rate" burst 16kb limit 16mb 2> /dev/null ||
		echo "record-captures: no tbf: recording at the speed of memory" >&2
	wait_for "the link" in_tx ping -q -c 1 -W 1 "$rx4"
	wait_for "the link" in_tx ping -q -c 1 -W 1 "$rx6"
}

# Not every kernel has 802.1Q; the tag is put in afterwards where it has not.
make_vlan()
{
	local ns number=1

	for ns in "$tx" "$rx"; do
		ip -n "$ns" link add link veth0 name veth0.v type vlan id "$vlan" 2> /dev/null ||
			return 1
		ip netns exec "$ns" ethtool -K veth0.v tso off gso off gro off tx off sg off \
			> /dev/null 2>&1 || true
		# A tag that is given beside the frame is not in the recorded bytes.
		ip netns exec "$ns" ethtool -K veth0 txvlan off rxvlan off > /dev/null 2>&1 || true
		ip -n "$ns" addr add "198.18.1.$number/24" dev veth0.v
		ip -n "$ns" link set veth0.v up
		number=2
	done
	wait_for "the VLAN" in_tx ping -q -c 1 -W 1 "$vlan4"
}

# wait_for WHAT COMMAND...
wait_for()
{
	local what=$1 i
	shift

	for ((i = 0; i < 50; i++)); do
		! "$@" > /dev/null 2>&1 || return 0
		sleep 0.1
	done
	die "waited in vain for $what"
}

start_server()
{
	in_rx iperf3 -s --forceflush > "$tmp/server.log" 2>&1 &
	wait_for "iperf3" grep -q listening "$tmp/server.log"
}

# capture NAME COMMAND...: record both directions at the receiving end while COMMAND runs.
capture()
{
	local name=$1 pid
	shift

	rm -f "$tmp/tcpdump.log"
	ip netns exec "$rx" tcpdump -i veth0 -s 0 -B 65536 --immediate-mode -U -w "$tmp/$name.pcap" \
		2> "$tmp/tcpdump.log" &
	pid=$!
	wait_for "tcpdump" grep -q 'listening on' "$tmp/tcpdump.log"
	"$@" > "$tmp/run.log" 2>&1 || { cat "$tmp/run.log" >&2; die "failed: $*"; }
	sleep 0.3
	kill -TERM "$pid"
	wait "$pid" || true
	grep -q '^0 packets dropped' "$tmp/tcpdump.log" || die "$name: the recorder lost packets"
}

# keep NAME BYTES [OPTION...]: the first of the recording, and no more than BYTES of it.
keep()
{
	local name=$1 bytes=$2
	shift 2

	"$here/trim-pcap.py" --max-bytes "$bytes" "$@" "$tmp/$name.pcap" "$tmp/keep/$name.pcap"
}

iperf() { in_tx iperf3 --no-delay "$@"; }

# Paced by TCP itself, each flow its share: without that a flow sends its whole window at once here,
# where answers take no time, and flows follow one another instead of mixing.
eight_flows() { iperf -P 8 --fq-rate 48M "$@"; }

# Small segments and datagrams, the neighbour protocols, echoes. 18 bytes make a 60-byte frame.
small_traffic()
{
	ip -n "$tx" neigh flush all
	ip -n "$rx" neigh flush all
	in_tx ping -q -c 5 -i 0.01 "$rx4"
	in_tx ping -q -c 5 -i 0.01 -s 1 "$rx4"
	in_tx ping -q -c 5 -i 0.01 -s 1472 "$rx4"
	in_tx ping -q -c 5 -i 0.01 "$rx6"
	in_tx ping -q -c 5 -i 0.01 -s 1452 "$rx6"
	iperf -c "$rx4" -l 64 -b 1M -n 6K
	iperf -c "$rx6" -l 1 -b 40K -n 100
	iperf -c "$rx4" -M 100 -l 1K -b 2M -n 12K
	iperf -c "$rx4" -u -l 18 -b 5M -n 14K
	iperf -c "$rx6" -u -l 16 -b 5M -n 2K
}

record_all()
{
	capture tcp4-1flow iperf -c "$rx4" -n 2M
	keep tcp4-1flow 480000
	capture tcp4-8flows eight_flows -c "$rx4" -n 2M
	keep tcp4-8flows 560000
	capture tcp6-1flow iperf -c "$rx6" -n 2M
	keep tcp6-1flow 360000
	capture tcp6-8flows eight_flows -c "$rx6" -n 2M
	keep tcp6-8flows 480000
	capture udp4 in_tx iperf3 -c "$rx4" -u -l 1472 -b 200M -n 1M
	keep udp4 240000
	capture udp6 in_tx iperf3 -c "$rx6" -u -l 1452 -b 200M -n 1M
	keep udp6 240000
	capture small small_traffic
	keep small 300000
	record_vlan
}

record_vlan()
{
	if make_vlan; then
		vlan_how="tagged by the kernel's 802.1Q interface"
		capture tcp4-vlan iperf -c "$vlan4" -n 1M
		keep tcp4-vlan 300000
	else
		vlan_how="this kernel has no 802.1Q: a recording like tcp4-1flow, tagged afterwards by devtools/trim-pcap.py"
		capture tcp4-vlan iperf -c "$rx4" -n 1M
		keep tcp4-vlan 300000 --vlan "$vlan"
	fi
}

table_row()
{
	local name=$1 what=$2

	echo "| $name.pcap | $what | $("$here/check-pcap.py" "$tmp/keep/$name.pcap" |
		sed 's/^[^:]*: //; s/, bad.*//') |"
}

write_readme()
{
	cat << END
# Captures of the kernel's own TCP

Made by \`devtools/record-captures.sh\` on $(date -u +%Y-%m-%d), Linux $(uname -r | sed 's/[^0-9.].*//'), $(iperf3 --version | sed -n 's/^\(iperf [0-9.]*\).*/\1/p'); do not edit, record anew.

Two network namespaces joined by a veth pair, MTU 1500; segmentation, receive and checksum
offloads off at both ends; sender limited to $rate. Recorded at the receiving end, both
directions, whole frames, then cut to the first frames that fit a size: a connection's end may be
missing, its beginning never. Payload: what iperf3 sends. Sender $tx_mac, receiver
$rx_mac. A veth does not pad: frames shorter than 60 bytes are as the kernel made
them. Checked with \`devtools/check-pcap.py\`: no cut record, no frame above the MTU, every checksum right.

| file | what | holds |
| --- | --- | --- |
$(table_row tcp4-1flow "IPv4, one TCP flow (and iperf3's control connection)")
$(table_row tcp4-8flows "IPv4, eight TCP flows at once")
$(table_row tcp6-1flow "IPv6, one TCP flow")
$(table_row tcp6-8flows "IPv6, eight TCP flows at once")
$(table_row tcp4-vlan "IPv4, one TCP flow, VLAN $vlan: $vlan_how")
$(table_row udp4 "IPv4, UDP, 1472-byte payload")
$(table_row udp6 "IPv6, UDP, 1452-byte payload")
$(table_row small "ARP, neighbour discovery, echoes of several sizes, TCP segments of 1, 64 and about 100 bytes, UDP frames of 60 bytes (18-byte payload)")

For one frame length only, as benchmarks want it:

    devtools/trim-pcap.py --len 1514 tests/captures/tcp4-1flow.pcap OUT.pcap
    devtools/trim-pcap.py --len 60 tests/captures/small.pcap OUT.pcap
END
}

check_all()
{
	local file total=0

	"$here/check-pcap.py" "$tmp"/keep/*.pcap || die "a recording is not as it should be"
	"$here/check-pcap.py" "$tmp/keep/small.pcap" | grep -q 'udp:[0-9]\{3\}' ||
		die "small.pcap was cut before its UDP frames"
	for file in "$tmp"/keep/*-8flows.pcap; do
		"$here/check-pcap.py" "$file" | grep -q 'bulk TCP flows: 8,' ||
			die "${file##*/} has not caught all eight flows; record again"
	done
	for file in "$tmp"/keep/*.pcap; do
		total=$((total + $(stat -c %s "$file")))
	done
	((total < 3000000)) || die "$total bytes: more than should be committed"
}

[[ $(id -u) -eq 0 ]] || die "needs root, for network namespaces"
"$here/setup.sh" record
tmp=$(mktemp -d)
trap clean_up EXIT
trap 'exit 130' INT TERM HUP
mkdir "$tmp/keep"
make_wire
start_server
record_all
check_all
write_readme > "$tmp/keep/README.md"
mkdir -p "$out"
cp "$tmp"/keep/* "$out/"
echo "record-captures: written to $out"
