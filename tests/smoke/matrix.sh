#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# matrix.sh: every packet of every capture comes out of the plugin byte-identical and in order, over
# both bus speeds, all aggregation limits, air options, switches of the model, and replay.
#
# Ports of one row of the matrix share a process, which looks at them one after the other.
set -u

# shellcheck source=tests/smoke/lib.sh
. "$(dirname "$(realpath "$0")")/lib.sh"

row_name='' row_options=()
row_labels=() row_vdevs=() row_expect=()

# row NAME [OPTION...]: begin a row; options of rx_verify
row()
{
	row_name=$1
	row_options=("${@:2}")
	row_labels=() row_vdevs=() row_expect=()
}

# port LABEL CAPTURE DEVARGS
port()
{
	local n=${#row_labels[@]}

	row_labels+=("$1")
	row_expect+=("--expect=$n:$2")
	row_vdevs+=("--vdev=net_rtw89u$n,$3")
}

# model LABEL CAPTURE [DEVARGS]
model()
{
	port "$1" "$2" "model=rtl8922au,air=pcap:$2${3:+,$3}"
}

# port_verdict PORT STATUS FILE: what rx_verify said of a port.
port_verdict()
{
	local label="$row_name: ${row_labels[$1]}"

	if grep -q "^pass $1 " "$tmp/out"; then
		pass "$label"
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
		--file-prefix "rxbatch-matrix-$$" -d "$plugin" "${row_vdevs[@]}" -- \
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

# The 20 KiB of the default size hold about 12 packets of 1514 bytes.
aggregate_counts()
{
	local one=$captures/tcp4-1flow.pcap large="agg-size=1023,buffer-size=1064960,buffers=4"
	local speed n

	# So slow a hold that count or size closes: each of these counts must be seen to.
	row "aggregate count" --nonzero=model_agg_closed_count
	for n in {1..13}; do
		model "$n, high" "$one" "speed=high,agg-count=$n"
	done
	run_row
	row "aggregate count" --nonzero=model_agg_closed_*
	for n in {1..13}; do
		model "$n, super" "$one" "speed=super,agg-count=$n"
	done
	run_row
	for speed in high super; do
		row "aggregates of 255, $speed" --nonzero=model_agg_closed_count
		model "1023 KiB" "$one" \
			"speed=$speed,agg-count=255,hold=8160,$large,model-set=fifo:4194304"
		run_row
	done
	row "aggregate size" --nonzero=model_agg_closed_size
	for n in 1 2 16 64 127; do
		model "$n KiB" "$one" "agg-size=$n,hold=8160,model-set=fifo:1048576,buffer-size=262144"
	done
	run_row
}

holds()
{
	local speed us

	for speed in high super; do
		row "hold, $speed"
		for us in 0 32 64 512 1024 8160; do
			model "$us us" "$captures/tcp4-8flows.pcap" "speed=$speed,hold=$us"
		done
		run_row
	done
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

shipped
aggregate_counts
holds
air_options
other_shapes
public_captures
replays
summary
