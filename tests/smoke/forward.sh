#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# forward.sh [PART...]: what is sent is in the air, each byte, and what is counted agrees at every
# place: packets of all shapes on all chips (tx_send), and the stock testpmd between the two drivers.
# air_out_check.py looks at the air.
# Parts: shapes pressure forward txonly injection.
set -u

here=$(dirname "$(realpath "$0")")
# shellcheck source=tests/smoke/lib.sh
. "$here/lib.sh"
# shellcheck source=tests/smoke/testpmd_lib.sh
. "$here/testpmd_lib.sh"

chips=(rtl8922au rtl8852cu rtl8852bu rtl8852au rtl8851bu mt7921u)
shapes=$tmp/shapes.pcap
/usr/bin/python3 "$here/frames_pcap.py" "$shapes"

# What a chip sends its data frames with when nobody says: EHT has no radiotap field.
rate_option()
{
	[[ $1 != rtl8922au ]] || echo --eht
}

# send LABEL CHIP DEVARGS OPTION...: tx_send on one model
send()
{
	local label=$1

	timeout -k 5 60 "$tx_send" -l 0 --no-huge -m 320 --no-pci --no-telemetry \
		--file-prefix "rxbatch-tp-$$" "${both_plugins[@]}" \
		--vdev="$(driver_of "$2")0,model=$2,air-out=$tmp/out.pcap${3:+,$3}" \
		-- "${@:4}" > "$tmp/sent" 2>&1
	check $? "$label: all that was taken is counted and freed" "see below" "$tmp/sent"
}

# in_the_air LABEL CHIP OPTION... WANT
in_the_air()
{
	# shellcheck disable=SC2046 # an option, or none
	/usr/bin/python3 "$here/air_out_check.py" $(rate_option "$2") "${@:3}" "$tmp/out.pcap" \
		> "$tmp/air" 2>&1
	check $? "$1: in the air: $(head -n 1 "$tmp/air")" "not as sent" "$tmp/air"
}

# Another access point: a MediaTek chip that makes 802.11 headers itself knows its own.
bssid_of()
{
	case $1 in
	mt*) echo model-set=bssid:02:00:00:00:0a:01 ;;
	*) echo bssid=02:00:00:00:0a:01 ;;
	esac
}

# Each length, so each length modulo the USB packet; the four access categories; several segments.
shapes()
{
	local chip

	for chip in "${chips[@]}"; do
		send "$chip, four queues, SuperSpeed" "$chip" speed=super --send="$shapes" --queues=4
		in_the_air "$chip, four queues, SuperSpeed" "$chip" --queues=4 "$shapes"
		send "$chip, five segments, high speed" "$chip" "speed=high,$(bssid_of "$chip")" \
			--send="$shapes" --segments=5
		in_the_air "$chip, five segments, high speed" "$chip" --bssid=02:00:00:00:0a:01 \
			"$shapes"
	done
}

# More than the radio can send; stopped in the middle; transfers that fail.
pressure()
{
	local chip

	for chip in rtl8922au rtl8852cu mt7921u; do
		send "$chip, offered too fast" "$chip" "" --send="$shapes" --flood --laps=4
		in_the_air "$chip, offered too fast" "$chip" --some --laps=4 "$shapes"
		! grep -q ' 0 refused' "$tmp/sent"
		check $? "$chip, offered too fast: some were refused" "none was" "$tmp/sent"
		send "$chip, stopped" "$chip" "" --send="$shapes" --stop-after=700
		in_the_air "$chip, stopped" "$chip" --some "$shapes"
		send "$chip, failing transfers" "$chip" model-set=outeproto:10 --send="$shapes" \
			--fast-free
		grep -q ' 15[0-9] failed' "$tmp/sent"
		check $? "$chip, failing transfers: a tenth failed" "not so" "$tmp/sent"
		in_the_air "$chip, failing transfers" "$chip" --some "$shapes"
	done
}

# port_stat PORT NAME: the last one that testpmd has shown of a port
port_stat()
{
	awk -v port="$1" -v name="$2" '
		/^###### NIC extended statistics for port/ { now = $NF }
		/^ *#+ NIC statistics for port/ { now = $6 }
		now == port && $1 == name ":" { value = $2 }
		now == port && match($0, name ": *[0-9]+") {
			value = substr($0, RSTART, RLENGTH)
			sub(/.*: */, "", value)
		}
		END { print value + 0 }' "$tp_out"
}

# dropped: what the forwarding core could not get rid of
dropped()
{
	sed -n 's/.*TX-dropped: *\([0-9]*\).*/\1/p' "$tp_out" | tail -n 1
}

# run_forward SECONDS OUT-PORT PACKETS VDEV VDEV: until the port has sent so many
run_forward()
{
	local n

	tp_eal=(-l "0,1" --no-huge -m 512 --no-pci --no-telemetry "${both_plugins[@]}")
	# Room for a whole capture, so that nothing is lost on a machine that is busy.
	tp_start "$4" "$5" -- --forward-mode=io --txq=1 --txd="${txd:-1024}" --total-num-mbufs=8192
	# What is received is for somebody else: only a promiscuous port hands it up.
	tp_say "set promisc all on"
	tp_say "port start all"
	tp_say start
	for ((n = 0; n < $1 * 10; n++)); do
		tp_say "show port stats $2"
		sleep 0.1
		[[ $(port_stat "$2" TX-packets) -lt $3 ]] || break
	done
	tp_say stop
	tp_say "port stop all"
	tp_say "show port stats all"
	tp_say "show port xstats all"
	tp_mark all-shown
	tp_end
	check $? "$label: testpmd ends well" "status $?" "$tp_out"
}

# agree PACKETS: the same number at every place between the two airs, of ports 0 and 1
agree()
{
	local place n wrong=''

	for place in 0:model_air_mpdus 0:RX-packets 0:rx_unit_wifi 1:TX-packets 1:tx_good_packets \
		1:model_tx_transfers 1:model_tx_frames 1:model_air_tx_frames; do
		n=$(port_stat "${place%%:*}" "${place#*:}")
		# Commands to the chip are transfers too.
		[[ $place != *:model_tx_transfers ]] || n=$((n - $(port_stat 1 model_control_out_transfers)))
		[[ $n -eq $1 ]] || wrong+=" $place $n"
	done
	[[ -z $wrong && $(dropped) -eq 0 ]]
	check $? "$label: $1 packets at every place" "not so:$wrong, $(dropped) dropped" "$tp_out"
}

# io from one driver to the other, in both directions; from each chip.
forward()
{
	local chip to label count file=$captures/tcp4-8flows.pcap

	count=$(/usr/bin/python3 "$here/pcap_same.py" --count "$file")
	for chip in "${chips[@]}"; do
		to=mt7921u
		[[ $chip != mt7921u ]] || to=rtl8852bu
		label="io, $chip to $to"
		run_forward 15 1 "$count" \
			"$(driver_of "$chip")0,model=$chip,air=pcap:$file,air-set=rate:50" \
			"$(driver_of "$to")1,model=$to,air-out=$tmp/out.pcap"
		agree "$count"
		in_the_air "$label" "$to" --count="$count" "$file"
	done
	forward_too_fast
}

# A capture gives packets faster than any radio sends them.
forward_too_fast()
{
	local label="io, faster than the air" file=$captures/udp4.pcap received sent count

	count=$(/usr/bin/python3 "$here/pcap_same.py" --count "$file")
	"$model2usbmon" --air "pcap:$file" --count 0 --output "$tmp/fast.usbmon" > "$tmp/out" 2>&1
	txd=64 run_forward 15 1 2000 "net_rtw89u0,replay=$tmp/fast.usbmon,loop=1" \
		"net_mt76u1,model=mt7921u,air-out=$tmp/out.pcap"
	received=$(port_stat 0 RX-packets) sent=$(port_stat 1 tx_good_packets)
	[[ $(dropped) -gt 0 && $received -eq $((sent + $(dropped) + $(port_stat 1 tx_usb_failed))) ]]
	check $? "$label: sent and dropped are what was received" \
		"$sent and $(dropped) of $received" "$tp_out"
	[[ $(port_stat 1 model_air_tx_frames) -eq $sent ]]
	check $? "$label: what was sent is in the air" \
		"$(port_stat 1 model_air_tx_frames) of $sent" "$tp_out"
	in_the_air "$label" mt7921u --some --laps=$((received / count + 1)) "$file"
}

# testpmd's own packets, in several segments.
txonly()
{
	local label="txonly, three segments" sent length

	tp_eal=(-l "0,1" --no-huge -m 320 --no-pci --no-telemetry "${both_plugins[@]}")
	tp_start "net_mt76u0,model=mt7921u,air-out=$tmp/out.pcap" -- --forward-mode=txonly --txq=1 \
		--tx-offloads=0x8000
	tp_say "set txpkts 64,131,700"
	tp_say "port start 0"
	tp_say start
	sleep 0.5
	tp_say stop
	tp_say "port stop 0"
	tp_say "show port xstats 0"
	tp_mark all-shown
	tp_end
	check $? "$label: testpmd ends well" "status $?" "$tp_out"
	sent=$(port_stat 0 tx_good_packets)
	[[ $sent -gt 100 && $(port_stat 0 model_air_tx_frames) -eq $sent ]]
	check $? "$label: $sent packets sent are in the air" \
		"$(port_stat 0 model_air_tx_frames)" "$tp_out"
	length=$(/usr/bin/python3 "$here/air_out_check.py" --udp=895 "$tmp/out.pcap" "$tmp/out.pcap")
	check $? "$label: $length" "not testpmd's UDP packets" "$tp_out"
}

if ! command -v dpdk-testpmd > /dev/null; then
	skip "testpmd between two drivers" "no dpdk-testpmd: install dpdk-dev"
	[[ $# -gt 0 ]] || set -- shapes pressure
fi
[[ $# -gt 0 ]] || set -- shapes pressure forward txonly
for part in "$@"; do
	"$part"
done
summary
