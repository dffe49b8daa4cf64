#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# monitor.sh [PART...]: mode=monitor on each chip: every field of radiotap against the log of the model
# that made the frame, read by our own reader and by tshark; FCS kept, dropped, marked; frames longer
# than an mbuf; injected frames and their rates.
# Parts: fields fcs long inject.
set -u

here=$(dirname "$(realpath "$0")")
# shellcheck source=tests/smoke/lib.sh
. "$here/lib.sh"

chips=(rtl8922au rtl8852cu rtl8852bu rtl8852au rtl8851bu mt7921u)
eht=known
# Its settings are not the user's.
export HOME=$tmp XDG_CONFIG_HOME=$tmp

check_py()
{
	/usr/bin/python3 "$here/$1" "${@:2}"
}

# --- ports that are dumped together, one process for all ---

labels=() vdevs=()

# port LABEL DEVARGS
port()
{
	vdevs+=("--vdev=$(driver_of "$chip")${#labels[@]},$2")
	labels+=("$1")
}

# replay LABEL AIR AIR-OPTIONS [OPTION...]: of model2usbmon; with the log beside it
replay()
{
	local name=$tmp/replay.${#labels[@]}

	"$model2usbmon" --chip "$chip" --air "pcap:$2" ${3:+--air-options "$3"} --count 0 \
		--output "$name" --log "$name.csv" "${@:4}" > "$tmp/out" 2>&1 ||
		fail "$chip, $1" "model2usbmon fails" "$tmp/out"
	port "$1" "replay=$name,chip=$chip,mode=monitor"
}

# dump [OPTION...]: all ports, into $tmp/port.N; forgets them at the end of the caller
dump()
{
	timeout -k 5 60 "$rx_dump" -l 0 --no-huge -m 320 --no-pci --no-telemetry \
		--file-prefix "rxbatch-tp-$$" "${both_plugins[@]}" "${vdevs[@]}" -- \
		--output="$tmp/port" "$@" > "$tmp/dumped" 2>&1
	check $? "$chip: ${#labels[@]} ports in mode=monitor" "status $?" "$tmp/dumped"
}

forget()
{
	labels=() vdevs=()
}

# counter NAME PORT
counter()
{
	awk -v name="$1" -v port="$2" '
		$1 == "port" { now = $2 }
		now == port && $1 == name { value = $2 }
		END { print value + 0 }' "$tmp/dumped"
}

# What tshark says of all ports, one behind the other.
ask_tshark()
{
	local n

	: > "$tmp/fields"
	[[ $tshark == yes ]] || return
	cp "$tmp/port.0" "$tmp/all"
	for ((n = 1; n < ${#labels[@]}; n++)); do
		tail -c +25 "$tmp/port.$n" >> "$tmp/all"
	done
	# shellcheck disable=SC2046 # words
	tshark -r "$tmp/all" -n -T fields -E 'separator=|' -E aggregator=, \
		$(check_py monitor_check.py --fields) > "$tmp/fields" 2> "$tmp/tshark.log"
	check $? "$chip: tshark reads all ports" "it fails" "$tmp/tshark.log"
}

# as_logged PORT OPTION...: of monitor_check.py
as_logged()
{
	check_py monitor_check.py "${@:2}" --eht $eht ${unsaid:+--unsaid $unsaid} \
		"$tmp/replay.$1.csv" "$tmp/port.$1" > "$tmp/checked" 2>&1
	check $? "$chip, ${labels[$1]}: $(head -n 1 "$tmp/checked")" "not as the model's log" "$tmp/checked"
}

# --- parts ---

# What of the rates a chip can receive at all: "MODE:BEST-MCS ..."
modes_of()
{
	echo cck:3 ofdm:7 ht:15 vht:9 he:11
	[[ $1 != rtl8922au ]] || echo eht:13
}

# Rates, bandwidths, guard intervals, channels, one stream or two, A-MPDUs or none, signals: some
# hundred frames of each.
fields()
{
	local n mode mcs options small=$captures/udp4.pcap unsaid skip count

	for chip in "${chips[@]}"; do
		for mode in $(modes_of "$chip"); do
			mcs=${mode#*:} mode=${mode%:*}
			options=mode:$mode/rssi:-$((40 + mcs))
			replay "$mode, best MCS" "$small" "$options/mcs:$(best_mcs "$mode" "$mcs")/ampdu:8"
			replay "$mode, MCS 1, 20 MHz, another guard interval" "$small" \
				"$options/mcs:1/bw:20$(guard_of "$mode")/ampdu:1"
		done
		extra_replays
		# The frequency of the 8852A is nobody's business: Linux does not take it either.
		unsaid=
		[[ $chip != rtl8852au ]] || unsaid=freq_mhz
		dump --scatter
		ask_tshark
		skip=0
		for n in "${!labels[@]}"; do
			# shellcheck disable=SC2086 # words
			as_logged "$n" ${tshark_options[$tshark]} --skip "$skip"
			read -r count _ < "$tmp/checked"
			skip=$((skip + count))
		done
		forget
	done
}

# One stream where the chip has one.
best_mcs()
{
	case $chip:$1 in
	rtl8851bu:ht) echo 7 ;;
	*) echo "$2" ;;
	esac
}

guard_of()
{
	case $1 in
	ht | vht) echo /gi:1 ;;
	he | eht) echo /gi:0 ;;
	esac
}

# What only some chips have a switch for, and 802.11 captures of others, by radiotap or without.
extra_replays()
{
	local file

	case $chip in
	mt7921u)
		replay "four chains, LDPC" "$captures/udp6.pcap" "" --switch chains:4 --switch ldpc:1
		replay "6 GHz" "$captures/udp6.pcap" "" --switch channel:182
		;;
	rtl8851bu) replay "channel 11" "$captures/udp6.pcap" mode:ht --switch channel:2g11 ;;
	*)
		replay "path B is weaker, 2.4 GHz" "$captures/udp6.pcap" mode:ht \
			--switch pathb:9 --switch channel:2g11
		replay "channel 6 GHz" "$captures/udp6.pcap" "" --switch channel:6g37
		;;
	esac
	for file in "$data"/wifi__aircrack__n-02.cap "$data"/wifi__zeek__radiotap.pcap; do
		[[ ! -f $file ]] || replay "$(basename "$file")" "$file" ""
	done
}

# model LABEL DEVARGS AIR-OPTIONS: not a capture of one
model()
{
	port "$1" "model=$chip,mode=monitor,air=pcap:$captures/udp4.pcap,air-set=mode:ofdm/$3${2:+,$2}"
}

# fcs_sums PORT GOOD BAD FCS WRONG: frames marked good and bad, with an FCS, with a wrong one
fcs_sums()
{
	local sums

	sums=$(check_py monitor_check.py --sums "$tmp/port.$1" 2>&1)
	[[ $sums == "${*:2}" ]]
	check $? "$chip, ${labels[$1]}: $2 frames good, $3 bad, $4 with an FCS, $5 with a wrong one" \
		"$sums" "$tmp/dumped"
}

# Every fifth frame is broken in the air. A Realtek chip hands the FCS up.
fcs()
{
	local all bad keep n with

	all=$(check_py pcap_same.py --count "$captures/udp4.pcap")
	bad=$((all / 5))
	for chip in rtl8922au rtl8852cu mt7921u; do
		for keep in "" --keep-crc; do
			[[ -z $keep || $chip == rtl* ]] || continue
			model "dropped $keep" "" fcsbad:5
			model "kept $keep" rx-bad-fcs=keep fcsbad:5
			model "none is bad $keep" rx-bad-fcs=keep fcsbad:0
			# shellcheck disable=SC2086 # an option, or none
			dump --scatter $keep
			with=${keep:+1}
			fcs_sums 0 $((all - bad)) 0 $((${with:-0} * (all - bad))) 0
			fcs_sums 1 $((all - bad)) "$bad" $((${with:-0} * all)) $((${with:-0} * bad))
			fcs_sums 2 "$all" 0 $((${with:-0} * all)) 0
			n=$(($(counter rx_decap_fcs_error 0) + $(counter model_filtered_crc 0)))
			[[ $n -eq $bad ]]
			check $? "$chip, dropped $keep: $bad are counted" "$n" "$tmp/dumped"
			forget
		done
	done
}

# A-MSDUs longer than any mbuf.
long()
{
	local file=$tmp/large.pcap dropped unsaid

	check_py dot11_pcap.py large "$file"
	for chip in "${chips[@]}"; do
		unsaid=
		[[ $chip != rtl8852au ]] || unsaid=freq_mhz
		replay "3839, 7935 and 11454 bytes, scattered" "$file" "mode:vht"
		dump --scatter
		as_logged 0 --min 70
		dump
		labels=("the same without scatter")
		as_logged 0 --longest 2000
		dropped=$(counter rx_mbuf_no_scatter 0)
		[[ $dropped -eq 30 ]]
		check $? "$chip, ${labels[0]}: 30 are counted" "$dropped" "$tmp/dumped"
		forget
	done
}

inject()
{
	local file=$tmp/inject.pcap unseen

	check_py dot11_pcap.py inject "$file"
	for chip in "${chips[@]}"; do
		timeout -k 5 60 "$tx_send" -l 0 --no-huge -m 320 --no-pci --no-telemetry \
			--file-prefix "rxbatch-tp-$$" "${both_plugins[@]}" \
			--vdev="$(driver_of "$chip")0,model=$chip,mode=monitor,air-out=$tmp/out.pcap" \
			-- --send="$file" --segments=3 --first=48 > "$tmp/sent" 2>&1
		check $? "$chip, injection: all are counted and freed" "not so" "$tmp/sent"
		# No bit of these chips' descriptors is published: they send such a frame once.
		unseen=
		[[ $chip != rtl885[12][ab]u ]] || unseen=--no-ack-unseen
		check_py dot11_pcap.py injected "$file" "$tmp/out.pcap" $unseen > "$tmp/checked" 2>&1
		check $? "$chip, injection: $(head -n 1 "$tmp/checked")" "not as sent" "$tmp/checked"
	done
}

declare -A tshark_options=([yes]="--tshark $tmp/fields" [no]="")
tshark=no
if command -v tshark > /dev/null; then
	tshark=yes
	tshark -G fields 2> /dev/null | grep '[[:space:]]radiotap\.eht\.' > /dev/null || eht=unknown
	echo "$(tshark --version 2> /dev/null | head -n 1): EHT $eht"
else
	skip "tshark beside our own reader" "no tshark"
fi
[[ $# -gt 0 ]] || set -- fields fcs long inject
for part in "$@"; do
	"$part"
done
summary
