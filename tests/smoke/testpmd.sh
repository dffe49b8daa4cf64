#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# testpmd.sh [PART...]: the plugin in programs that we did not write: dpdk-testpmd, dpdk-pdump,
# dpdk-dumpcap, dpdk-proc-info, dpdk-pmdinfo.py, l3fwd.
# Parts: counts life_cycle pmdinfo flood bad_devargs pdump l3fwd.
set -u

here=$(dirname "$(realpath "$0")")
# shellcheck source=tests/smoke/lib.sh
. "$here/lib.sh"
# shellcheck source=tests/smoke/testpmd_lib.sh
. "$here/testpmd_lib.sh"

one=$captures/tcp4-1flow.pcap

packets_of()
{
	/usr/bin/python3 "$here/pcap_same.py" --count "$1"
}

# rxonly NAME VDEV PACKETS: counts equal the capture, extended statistics say the same
rxonly()
{
	local good units

	tp_start "$2"
	tp_say "port start 0"
	tp_say start
	tp_packets "$3" 15
	tp_say stop
	tp_say "show port stats 0"
	tp_say "show port xstats 0"
	tp_mark all-shown
	tp_end
	check $? "$1: testpmd ends well" "status $?" "$tp_out"
	good=$(tp_stat rx_good_packets)
	units=$(tp_stat rx_unit_wifi)
	[[ $(tp_stat RX-packets) -eq $3 && $good -eq $3 && $units -eq $3 ]]
	check $? "$1: $3 packets in all statistics" "rx_good_packets $good, rx_unit_wifi $units" "$tp_out"
	[[ $(grep -c '^rx_usb_\|^rx_agg_\|^rx_decap_\|^rx_unit_' "$tp_out") -ge 25 ]]
	check $? "$1: xstats of each step" "too few lines" "$tp_out"
}

counts()
{
	local replay=$tmp/small.usbmon

	rxonly "rxonly, model" "net_rtw89u0,model=rtl8922au,air=pcap:$one" "$(packets_of "$one")"
	rxonly "rxonly, mt7921u" "net_mt76u0,model=mt7921u,hold=32,air=pcap:$one" "$(packets_of "$one")"
	"$model2usbmon" --air "pcap:$captures/small.pcap" --count 0 --output "$replay" > "$tmp/out"
	check $? "convert a capture" "model2usbmon fails" "$tmp/out"
	rxonly "rxonly, replay" "net_rtw89u0,replay=$replay" "$(packets_of "$captures/small.pcap")"
}

life_cycle()
{
	life_of net_rtw89u0,model=rtl8922au
	life_of net_mt76u0,model=mt7921u
}

# life_of NAME,MODEL: packets go on through 50 stops, a close, a detach and an attach.
life_of()
{
	local n before args=${1#*,},air=gen:rate:100/size:512,air-set=loop:1 port=${1%%,*}

	tp_start "$port,$args"
	for ((n = 0; n < 50; n++)); do
		tp_say "port start 0"
		tp_say start
		tp_say stop
		tp_say "port stop 0"
	done
	tp_mark fifty-done
	[[ $(grep -c '^Start automatic\|packet forwarding - ports=1' "$tp_out") -ge 50 ]]
	check $? "$port: start and stop 50 times" "fewer starts than asked" "$tp_out"
	tp_say "show port stats 0"
	tp_mark fifty-shown
	before=$(tp_stat RX-packets)
	tp_say "port start 0"
	tp_say start
	tp_packets $((before + 1000)) 10
	check $? "$port: packets after 50 stops" "no more than $(tp_stat RX-packets), $before before" "$tp_out"
	tp_say stop
	for ((n = 0; n < 4; n++)); do
		tp_say "port stop 0"
		if ((n % 2 == 0)); then
			tp_say "port close 0"
			tp_say "device detach $port"
		else
			tp_say "port detach 0"
		fi
		tp_say "port attach $port,$args"
		tp_say "port start 0"
		tp_say start
		sleep 0.2
		tp_packets 100 10
		check $? "$port: close, detach, attach $n" "no packets" "$tp_out"
		tp_say stop
	done
	tp_end
	check $? "$port: testpmd ends well after it" "status $?" "$tp_out"
	[[ -z $(tp_log) ]]
	check $? "$port: nothing to complain about" "$(tp_log | head -n 1)" "$tp_out"
}

pmdinfo()
{
	local out=$tmp/pmdinfo key driver

	if ! command -v dpdk-pmdinfo.py > /dev/null ||
		! /usr/bin/python3 -c 'import elftools' 2> /dev/null; then
		skip "dpdk-pmdinfo.py" "it or pyelftools is not installed"
		return
	fi
	for driver in rtw89u mt76u; do
		/usr/bin/python3 "$(command -v dpdk-pmdinfo.py)" "$plugins/librte_net_$driver.so" > "$out" 2>&1
		check $? "dpdk-pmdinfo.py reads the plugin $driver" "status $?" "$out"
		for key in model speed air air-set air-out model-set null replay replay-dev chip loop \
			mode bssid hold agg-size agg-count rx-csum rx-attach rx-bad-fcs gro gro-udp \
			gro-flows gro-hold buffers \
			buffer-size; do
			grep -q "\b$key=" "$out" || echo "$driver $key" >> "$tmp/keys"
		done
	done
	[[ ! -s $tmp/keys ]]
	check $? "dpdk-pmdinfo.py shows the devargs" "not $(cat "$tmp/keys" 2> /dev/null)" "$out"
}

# flood_run NAME DEVARGS PACKETS: receives so many, then shows the statistics
flood_run()
{
	tp_level=debug
	tp_start "net_rtw89u0,$2"
	tp_level=error
	tp_say "port start 0"
	tp_say start
	tp_packets "$3" 10
	check $? "$1: packets between the bad units" "$(tp_stat RX-packets)" "$tp_out"
	tp_say stop
	tp_say "port stop 0"
	tp_say "show port stats 0"
	tp_say "show port xstats 0"
	tp_mark flood-shown
}

# flood_end NAME: What the port says when it is probed, started and stopped, and no more.
flood_end()
{
	local lines

	tp_end
	check $? "$1: testpmd ends well" "status $?" "$tp_out"
	lines=$(tp_log | wc -l)
	[[ $lines -le 5 ]]
	check $? "$1: no line per error" "$lines lines" "$tp_out"
}

# Damage in every transfer is counted and never printed.
flood()
{
	local capture=$tmp/flood.usbmon want name good laps got

	/usr/bin/python3 "$here/bad_usbmon.py" "$capture" > "$tmp/want"
	check $? "write a capture of bad units" "bad_usbmon.py fails"
	good=$(sed -n 's/^rx_good_packets //p' "$tmp/want")
	flood_run flood "replay=$capture" "$good"
	while read -r name want; do
		[[ $(tp_stat "$name") -eq $want ]]
		check $? "flood: $name $want" "$(tp_stat "$name")" "$tp_out"
	done < "$tmp/want"
	flood_end flood

	flood_run "flood, loop=1" "replay=$capture,loop=1" $((3 * good))
	laps=$(tp_stat replay_loops)
	[[ ${laps:-0} -ge 3 ]]
	check $? "flood, loop=1: three laps" "${laps:-no counter of laps}" "$tp_out"
	# The last lap is not whole, and what was in hand at the stop is not taken apart.
	while read -r name want; do
		got=$(tp_stat "$name")
		[[ $got -ge $(((laps - 1) * want)) && $got -le $(((laps + 1) * want)) ]]
		check $? "flood, loop=1: $name $want a lap" "$got in $laps laps" "$tp_out"
	done < "$tmp/want"
	flood_end "flood, loop=1"
}

if ! command -v dpdk-testpmd > /dev/null; then
	skip "everything" "no dpdk-testpmd: install dpdk-dev"
	summary
	exit
fi
# shellcheck source=tests/smoke/pdump.sh
. "$here/pdump.sh"
if [[ ${1:-} == --pdump-inside ]]; then
	pdump_inside
	exit
fi
# shellcheck source=tests/smoke/bad_devargs.sh
. "$here/bad_devargs.sh"
# shellcheck source=tests/smoke/l3fwd.sh
. "$here/l3fwd.sh"
[[ $# -gt 0 ]] || set -- counts life_cycle pmdinfo flood bad_devargs pdump l3fwd
for part in "$@"; do
	"$part"
done
summary
