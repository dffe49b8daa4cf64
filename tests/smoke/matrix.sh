#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# matrix.sh [PART...]: every packet of every capture comes out of the plugins byte-identical and in
# order, over both bus speeds, all aggregation limits, air options, switches of the models, and replay.
# The RTL8922AU first and at length (the parts up to replays); then what is different in other chips.
#
# Ports of one row of the matrix share a process, which looks at them one after the other.
set -u

# shellcheck source=tests/smoke/lib.sh
. "$(dirname "$(realpath "$0")")/lib.sh"

chip=rtl8922au
row_name='' row_options=()
row_labels=() row_vdevs=() row_expect=() row_demands=()

# row NAME [OPTION...]: begin a row; options of rx_verify
row()
{
	row_name=$1
	row_options=("${@:2}")
	row_labels=() row_vdevs=() row_expect=() row_demands=()
}

# port LABEL CAPTURE DEVARGS
port()
{
	local n=${#row_labels[@]}

	row_labels+=("$1")
	row_expect+=("--expect=$n:$2")
	row_vdevs+=("--vdev=$(driver_of "$chip")$n,$3")
}

# model LABEL CAPTURE [DEVARGS]: of $chip
model()
{
	port "$1" "$2" "model=$chip,air=pcap:$2${3:+,$3}"
}

# demand FUNCTION [ARGUMENT...]: of the port named last; called with it as last argument. Needs
# rx_verify's --xstats.
demand()
{
	row_demands[${#row_labels[@]} - 1]="$*"
}

# counter NAME PORT: what rx_verify printed of it
counter()
{
	awk -v name="$1" -v port="$2" '
		$1 == "pass" || $1 == "FAIL" { now = $2 }
		now == port && $1 == name { value = $2 }
		END { print value + 0 }' "$tmp/out"
}

# aggregates PORT: whatever closed them
aggregates()
{
	local sum=0 why

	for why in timer size count off flush full; do
		sum=$((sum + $(counter "model_agg_closed_$why" "$1")))
	done
	echo "$sum"
}

# of_units N PORT: the count closed aggregates, of N units each; no other has more
of_units()
{
	local closed units all

	closed=$(counter model_agg_closed_count "$2")
	units=$(counter model_agg_units "$2")
	all=$(aggregates "$2")
	echo "$closed of $all aggregates closed by a count of $1, $units units"
	[[ $closed -gt 0 && $(($1 * closed)) -le $units && $units -le $(($1 * all)) ]]
}

# of_kib N PORT: the size closed aggregates, of about N KiB each, and the count none; no other
# is larger. A unit with a packet of 1514 bytes has 1600 at most.
of_kib()
{
	local closed counted bytes all limit=$(($1 * 1024))

	closed=$(counter model_agg_closed_size "$2")
	counted=$(counter model_agg_closed_count "$2")
	bytes=$(counter model_agg_bytes "$2")
	all=$(aggregates "$2")
	echo "$closed of $all aggregates closed by a size of $1 KiB, $counted by count, $bytes bytes"
	[[ $closed -gt 0 && $counted -eq 0 && $(((limit - 1600) * closed)) -le $bytes ]] &&
		[[ $bytes -le $(((limit > 1600 ? limit : 1600) * all)) ]]
}

# says_hold US PORT: what the driver logged
says_hold()
{
	local said="hold $1 us,"

	[[ $1 -ne 0 ]] || said=off
	sed -n "s/^[A-Z0-9]*: $(driver_of "$chip")$2: rx aggregation/aggregation/p" "$tmp/out"
	grep -q "^[A-Z0-9]*: $(driver_of "$chip")$2: rx aggregation:* $said" "$tmp/out"
}

# port_verdict PORT STATUS FILE: what rx_verify said of a port.
port_verdict()
{
	local label="$row_name: ${row_labels[$1]}" demand=${row_demands[$1]:-} found

	if grep -q "^pass $1 " "$tmp/out"; then
		# shellcheck disable=SC2086 # words
		if [[ -n $demand ]] && ! found=$($demand "$1"); then
			fail "$label" "$demand: $found"
		else
			pass "$label"
		fi
	elif grep -q "^FAIL $1 " "$tmp/out"; then
		fail "$label" "$(sed -n "s/^FAIL $1 //p" "$tmp/out")"
		sed -n "/^pass /d; /^FAIL $1 /q; s/^  /    /p" "$tmp/out" | tail -n 8
	else
		fail "$label" "rx_verify ended with $2 before it" "$3"
	fi
}

run_row()
{
	local status n said=$tmp/out

	[[ ${#row_labels[@]} -gt 0 ]] || return
	timeout -k 5 40 "$rx_verify" -l 0 --no-huge -m 320 --no-pci --no-telemetry \
		--file-prefix "rxbatch-matrix-$$" --log-level=pmd.*:info "${both_plugins[@]}" \
		"${row_vdevs[@]}" -- \
		"${row_options[@]}" "${row_expect[@]}" > "$tmp/out" 2>&1
	status=$?
	for ((n = 0; n < ${#row_labels[@]}; n++)); do
		port_verdict "$n" "$status" "$said"
		# What the program said last is worth one look.
		grep -q "^[passFAIL]* $n " "$tmp/out" || said=
	done
}

shipped()
{
	local speed file

	for speed in high super; do
		row "shipped captures, $speed" --csum=off
		for file in "$captures"/*.pcap; do
			model "$(basename "$file")" "$file" "speed=$speed"
		done
		run_row
	done
	row "software checksums" --csum=sw
	for file in "$captures"/*.pcap; do
		model "$(basename "$file")" "$file" rx-csum=sw
	done
	run_row
}

# The 20 KiB of the default size hold 12 packets of 1514 bytes and what belongs to them; among
# them this capture has small ones.
aggregate_counts()
{
	local one=$captures/tcp4-1flow.pcap large="agg-size=1023,buffer-size=1064960,buffers=4"
	local speed n

	# So slow a hold that count or size closes.
	for speed in high super; do
		row "aggregate count, $speed" --xstats
		for n in {1..13}; do
			model "$n" "$one" "speed=$speed,agg-count=$n,hold=8160"
			demand of_units "$n"
		done
		model "255, out of reach" "$one" "speed=$speed,hold=8160"
		demand of_kib 20
		run_row
		row "aggregates of 255, $speed" --xstats
		model "1023 KiB" "$one" \
			"speed=$speed,agg-count=255,hold=8160,$large,model-set=fifo:4194304"
		demand of_units 255
		run_row
	done
	row "aggregate size" --xstats
	for n in 1 2 16 64 127; do
		model "$n KiB" "$one" "agg-size=$n,hold=8160,model-set=fifo:1048576,buffer-size=262144"
		demand of_kib "$n"
	done
	run_row
}

# holds_at SPEED DEFAULT RATE HOLD...: each hold makes fewer aggregates than the one before it, and
# the one that nobody asked for as many as DEFAULT. In a FIFO that is never full they are the same
# each time. RATE is the air's, Mbit/s.
holds_at()
{
	local file=$captures/tcp4-8flows.pcap holds=("${@:4}") before=999999 us now n default
	local args="speed=$1,air-set=rate:$3,model-set=fifo:4194304"

	row "hold, $1, rate $3" --xstats
	for us in "${holds[@]}"; do
		model "$us us" "$file" "$args,hold=$us"
		demand says_hold "$us"
	done
	model default "$file" "$args"
	demand says_hold "$2"
	run_row
	default=$(aggregates ${#holds[@]})
	for n in "${!holds[@]}"; do
		us=${holds[n]}
		now=$(aggregates "$n")
		[[ $now -gt 0 && $now -lt $before ]]
		check $? "$row_name: $us us, fewer aggregates" "$now, $before before" "$tmp/out"
		before=$now
		[[ $us -eq $2 ]] || continue
		[[ $now -eq $default ]]
		check $? "$row_name: default is $us us" "$default aggregates for $now" "$tmp/out"
	done
}

# At the full rate short holds differ, at a low one long holds.
holds()
{
	holds_at super 32 0 0 32 64 512
	holds_at super 32 50 32 512 1024 8160
	holds_at high 1024 0 0 32 64 1024
	holds_at high 1024 50 32 512 1024 8160
}

air_options()
{
	local set

	row "air options"
	for set in rate:200 lossless:1 pace:capture ampdu:1 ampdu:256 \
		mode:he/ampdu:32 mode:vht mode:ht mode:ofdm/mcs:7 qos:0 htc:1 nulls:3 tid:5 \
		protect:wep40 protect:tkip protect:ccmp128 protect:ccmp256 protect:gcmp128 \
		protect:gcmp256 fcsbad:0 rssi:-80; do
		model "$set" "$captures/tcp4-vlan.pcap" "air-set=$set"
	done
	# Room for all of it: a busy machine would lose packets otherwise, and rightly so.
	model "lossless:0/rate:100" "$captures/tcp4-vlan.pcap" \
		"air-set=lossless:0/rate:100,model-set=fifo:4194304"
	run_row
	row "switches of the model"
	for set in timer:restart size:after pad:1 zlp:sent zlp:join need_en:1 smallpkt:stall \
		full:wait rxcnt:1 bb:1 c2h:1 shift:3 drvinfo:3 hdrcnv:3 unknown:3 \
		shift:1/drvinfo:1/hdrcnv:1 fifo:16384; do
		model "$set" "$captures/tcp6-8flows.pcap" "model-set=$set,speed=high"
	done
	run_row
}

other_shapes()
{
	local small=$captures/small.pcap bulk=$captures/tcp6-1flow.pcap burst

	for burst in 1 3 512; do
		row "bursts of $burst" "--burst=$burst"
		model small.pcap "$small"
		run_row
	done
	row "mbufs of 256 bytes" --mbuf-size=384 --scatter
	model tcp6-1flow.pcap "$bulk"
	run_row
	row "MTU 600" --mtu=600 --scatter
	model small.pcap "$small"
	run_row
	row "three laps" --laps=3
	model small.pcap "$small" air-set=loop:1
	run_row
	row "buffers"
	for set in 1 2 256; do
		model "$set" "$bulk" "buffers=$set"
	done
	run_row
}

# Ten thousand frames, one and twenty in a transfer: the same packets come out.
packings()
{
	local file=$tmp/packings.pcap twenty="agg-size=40,agg-count=20,buffer-size=65536"

	/usr/bin/python3 "$root/devtools/trim-pcap.py" --len 1514 --count 10000 --repeat \
		"$captures/tcp4-1flow.pcap" "$file"
	row "10000 frames" --xstats
	model "one in a transfer" "$file" hold=0
	demand alone
	model "twenty in a transfer" "$file" "$twenty,hold=8160,model-set=fifo:4194304"
	demand of_units 20
	run_row
}

# Nothing for three seconds, and then all at once: in order, whatever the hold.
silence()
{
	local file=$tmp/silence.pcap hold

	"$root/tests/smoke/pcap_pause.py" "$captures/small.pcap" "$file" 3000
	row "3 s of silence" --xstats
	for hold in 0 1024; do
		model "hold $hold" "$file" "hold=$hold,air-set=pace:capture"
	done
	run_row
}

# True for a pcap file, version 2, of Ethernet packets: link type 1; in either byte order.
is_ethernet()
{
	case $(od -An -tx1 -N24 "$1" | tr -d ' \n') in
	d4c3b2a10200*01000000 | 4d3cb2a10200*01000000) true ;;
	a1b2c3d40002*00000001 | a1b23c4d0002*00000001) true ;;
	*) false ;;
	esac
}

public_captures()
{
	local file name speed

	if [[ ! -d $data ]]; then
		skip "public captures" "no folder $data (RXBATCH_DATA)"
		return
	fi
	mkdir "$tmp/data"
	for file in "$data"/*; do
		name=$(basename "$file")
		case $name in
		cut__*) continue ;;
		*.pcap.gz) gunzip -c "$file" > "$tmp/data/${name%.gz}" ;;
		*.pcap | *.cap) ln -s "$file" "$tmp/data/$name" ;;
		esac
	done
	for speed in high super; do
		row "public captures, $speed" --mtu=auto
		for file in "$tmp/data"/*; do
			# A file of 24 bytes holds no packet.
			if is_ethernet "$file" && [[ $(stat -Lc %s "$file") -gt 24 ]]; then
				model "$(basename "$file")" "$file" "speed=$speed"
			fi
		done
		run_row
	done
}

replays()
{
	local type file name log=$tmp/convert

	for type in 189 220; do
		for file in "$captures"/*.pcap; do
			name=$tmp/$type-$(basename "$file")
			"$model2usbmon" --air "pcap:$file" --link-type "$type" --count 0 \
				--output "$name" > "$log" 2>&1 ||
				fail "convert $(basename "$file")" "model2usbmon fails" "$log"
		done
		row "replay, link type $type"
		for file in "$captures"/*.pcap; do
			port "$(basename "$file")" "$file" "replay=$tmp/$type-$(basename "$file")"
		done
		run_row
		row "replay five times, link type $type" --laps=5
		for file in "$captures"/tcp?-*flow*.pcap; do
			port "$(basename "$file")" "$file" \
				"replay=$tmp/$type-$(basename "$file"),loop=1"
		done
		run_row
	done
}

# --- the other chips ---

# convert CAPTURE OUTPUT OPTION...: what $chip makes of it, as a usbmon capture
convert()
{
	"$model2usbmon" --chip "$chip" --air "pcap:$1" --count 0 --output "$2" "${@:3}" \
		> "$tmp/convert" 2>&1 || fail "convert $(basename "$1")" "model2usbmon fails" "$tmp/convert"
}

# Each shipped capture, both speeds, the model as it is and a capture of it.
chip_captures()
{
	local speed file name

	for speed in high super; do
		row "$chip, shipped captures, $speed"
		for file in "$captures"/*.pcap; do
			model "$(basename "$file")" "$file" "speed=$speed"
		done
		run_row
		row "$chip, replay, $speed"
		for file in "$captures"/{small,tcp4-8flows,tcp6-1flow,udp4}.pcap; do
			name=$tmp/$chip-$speed-$(basename "$file")
			convert "$file" "$name" --speed "$speed"
			port "$(basename "$file")" "$file" "replay=$name,chip=$chip"
		done
		run_row
	done
}

# Faults of the bus and units that are no frames, with each chip.
chip_switches()
{
	local set file=$captures/tcp4-vlan.pcap

	row "$chip, switches"
	for set in timer:restart size:after size:before zlp:sent zlp:join full:wait unknown:3 "$@"; do
		model "$set" "$file" "model-set=$set,speed=high"
	done
	run_row
}

# aggregates_of UNIT-KIB: counts and sizes in the chip's steps, and holds
chip_aggregation()
{
	local one=$captures/tcp4-1flow.pcap n

	row "$chip, aggregation" --xstats
	for n in 1 5 12; do
		model "count $n" "$one" "agg-count=$n,agg-size=32,hold=8160"
		demand of_units "$n"
	done
	for n in "$@"; do
		model "$n KiB" "$one" "agg-size=$n,hold=8160,model-set=fifo:1048576"
		demand of_kib "$n"
	done
	model "default hold" "$one"
	demand says_hold 1024
	model "hold 64" "$one" hold=64
	demand says_hold 64
	model "hold 0" "$one" hold=0
	demand says_hold 0
	run_row
}

# An AX frame lies where one of two drivers looks for it (rxd-layout=).
chip_layouts()
{
	local file=$captures/small.pcap set reading

	for reading in vendor linux; do
		row "$chip, layout $reading"
		for set in drvinfo:1 drvinfo:7 drvinfo:2/drvunit:8 drvinfo:1/drvunit:16 macinfo:1 shift:3 csum:1 \
			layout:vendor layout:vendor/shift:1/drvinfo:2/csum:1/macinfo:1; do
			is_read "$reading" "$set" || continue
			model "$set" "$file" "model-set=$set/reading:$reading,rxd-layout=$reading"
		done
		run_row
	done
	# Nobody knows what comes of it; every unit is counted all the same.
	row "$chip, the wrong layout" --anything
	for set in drvinfo:1 macinfo:1 shift:1 layout:vendor csum:1; do
		model "$set, read as Linux does" "$file" \
			"model-set=$set/reading:vendor,rxd-layout=linux"
		model "$set, read as the vendor does" "$file" \
			"model-set=$set/reading:linux,rxd-layout=vendor"
	done
	run_row
}

# is_read READING SWITCHES: does the driver's layout of that name cover them? A unit of drv_info is
# 8 bytes, and 16 for the vendor's 8852C.
is_read()
{
	case $1:$chip:$2 in
	linux:*:*csum:1*) false ;;
	linux:*) true ;;
	vendor:rtl8852cu:*drvunit:8*) false ;;
	vendor:rtl8852cu:*) true ;;
	vendor:*:*drvunit:16*) false ;;
	esac
}

ax_chips()
{
	for chip in rtl8852cu rtl8852bu rtl8852au rtl8851bu; do
		chip_captures
		chip_switches pad:1 c2h:1 bb:1 need_en:1
		# The same code for the others.
		[[ $chip != rtl8852[cb]u ]] || chip_layouts
		if [[ $chip == rtl8852cu ]]; then
			chip_aggregation 1 2 16
		else
			chip_aggregation 4 8 32
		fi
	done
}

# alone PORT: each transfer brought one unit
alone()
{
	local units off

	units=$(counter model_agg_units "$1") off=$(aggregates "$1")
	echo "$units units in $off transfers"
	[[ $units -gt 0 && $units -eq $off ]]
}

mt7921u_aggregation()
{
	local one=$captures/tcp4-1flow.pcap large="agg-size=255,hold=255,model-set=fifo:1048576" n

	row "$chip, aggregation" --xstats
	model "none, as Linux has it" "$one"
	demand alone
	for n in 2 3 7 13 30; do
		model "count $n" "$one" "agg-count=$n,$large"
		demand of_units "$n"
	done
	for n in 2 16 32; do
		model "$n KiB" "$one" \
			"agg-size=$n,agg-count=255,hold=255,model-set=fifo:1048576/size:before"
		demand of_kib "$n"
	done
	model "hold 1" "$one" hold=1
	demand says_hold 1
	model "hold 255" "$one" hold=255
	demand says_hold 255
	run_row
}

# events PORT: the chip had some for the driver's control context, and none among the frames
events()
{
	local here there

	here=$(counter rx_unit_event "$1")
	there=$(($(counter model_units_event "$1") + $(counter model_fifo_overflow_events "$1")))
	echo "$here events among frames, $there elsewhere"
	[[ $here -eq 0 && $there -gt 10 ]]
}

mt7921u_shapes()
{
	local set file=$captures/small.pcap

	for set in hold=0 hold=32; do
		row "$chip, pads and forms, $set" --xstats
		for pad in pad:align4 pad:4 pad:0 pad:align4/padbyte:255 xlat:0 \
			xlat:0/pad:4 xlatfrag:0 groups:12345 groups:4 groups:none chains:4 \
			ldpc:1/stbc:1; do
			# What is no translated frame ends where it says, with or without pad.
			model "$pad" "$file" "model-set=$pad,$set"
		done
		model "events" "$file" "model-set=event:1,$set"
		demand events
		model "events on their own endpoint from the start" "$file" \
			"model-set=event:1/eventep:mcu,$set"
		demand events
		run_row
	done
	row "$chip, air options"
	for set in mode:vht mode:ht mode:ofdm/mcs:7 qos:0 htc:1 nulls:3 tid:5 protect:wep40 protect:tkip \
		protect:ccmp128 protect:gcmp256 ampdu:1 ampdu:64; do
		model "$set" "$captures/tcp4-vlan.pcap" "air-set=$set"
		model "$set, 802.11 form" "$captures/tcp4-vlan.pcap" "air-set=$set,model-set=xlat:0"
	done
	run_row
}

mt7921u()
{
	chip=mt7921u
	chip_captures
	chip_switches
	mt7921u_aggregation
	mt7921u_shapes
}

# A capture read as if it were another chip's.
wrong_chip()
{
	local file=$captures/small.pcap from

	for from in rtl8922au rtl8852cu rtl8852bu mt7921u; do
		chip=$from
		convert "$file" "$tmp/from-$from"
	done
	row "a capture of another chip" --anything
	for from in rtl8922au rtl8852cu rtl8852bu mt7921u; do
		for chip in rtl8922au rtl8852cu rtl8852bu mt7921u; do
			[[ $chip == "$from" ]] ||
				port "$from as $chip" "$file" "replay=$tmp/from-$from,chip=$chip"
		done
	done
	run_row
	chip=rtl8922au
}

[[ $# -gt 0 ]] || set -- shipped aggregate_counts packings silence holds air_options other_shapes \
	public_captures replays ax_chips mt7921u wrong_chip
for part in "$@"; do
	"$part"
done
summary
