#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# hold.sh [PART...]: the aggregation hold as a user has it: devargs, telemetry and xstats with the
# stock testpmd, commands with the one of app/testpmd-patches, xstats in a secondary process.
# Parts: devargs refused telemetry adapts faults mt76u secondary commands.
set -u

here=$(dirname "$(realpath "$0")")
# shellcheck source=tests/smoke/lib.sh
. "$here/lib.sh"
# shellcheck source=tests/smoke/testpmd_lib.sh
. "$here/testpmd_lib.sh"
# shellcheck source=tests/smoke/pdump.sh
. "$here/pdump.sh"

be=net_rtw89u0,model=rtl8922au
# One packet in 121 us.
traffic=air=gen:rate:100/size:1514/flows:4
marks=0

tp_eal=(-l "0,1" --no-huge -m 320 --no-pci "${both_plugins[@]}")

# ask COMMAND: the answer of telemetry, without what stands around it
ask()
{
	local script

	script=$(command -v dpdk-telemetry.py)
	echo "$1" | timeout 20 /usr/bin/python3 "$script" -f "rxbatch-tp-$$" 2> /dev/null |
		tr -d ' \n' | grep -o '{"/[a-z0-9]*/rx_hold.*}' || true
}

# answers COMMAND TEXT [TEXT...]: all of that is in what telemetry says
answers()
{
	local answer text missing=''

	answer=$(ask "$1")
	for text in "${@:2}"; do
		[[ $answer == *"$text"* ]] || missing+=" $text"
	done
	[[ -n $answer && -z $missing ]]
	check $? "telemetry: $1: ${*:2}" "not$missing in: $answer" "$tp_out"
}

# read_xstats: afterwards tp_stat has them
read_xstats()
{
	marks=$((marks + 1))
	tp_say "show port xstats 0"
	tp_mark "xstats-shown-$marks"
}

run_port()
{
	tp_say "port start all"
	tp_say start
	tp_packets 100 20
	check $? "$1: packets arrive" "$(tp_stat RX-packets)" "$tp_out"
}

# Frames in ten transfers, of those of one second from now on.
filling=0
measure()
{
	local transfers

	# What was on its way when the hold was changed.
	sleep 0.2
	tp_say "clear port xstats 0"
	sleep 1
	read_xstats
	transfers=$(tp_stat rx_usb_transfers)
	filling=$((${transfers:-0} > 0 ? 10 * $(tp_stat rx_unit_wifi) / transfers : 0))
}

# between LABEL LEAST MOST: frames in ten transfers
between()
{
	measure
	[[ $filling -ge $2 && $filling -le $3 ]]
	check $? "$1: $filling frames in ten transfers" "not $2 to $3" "$tp_out"
}

# end_well LABEL
end_well()
{
	tp_end
	check $? "$1: testpmd ends well" "status $?" "$tp_out"
}

# logs VDEV TEXT: a port that starts with these devargs says that
logs()
{
	tp_level=info
	tp_start "$1"
	tp_level=error
	tp_say "port start 0"
	tp_mark port-started
	grep -qE "rx aggregation.*$2" "$tp_out"
	check $? "${1#*,}: $2" "another, or none" "$tp_out"
	read_xstats
	tp_end > /dev/null
}

devargs()
{
	logs "$be" 'hold 32 us, size 20480 bytes, count 255$'
	[[ $(tp_stat rx_hold_us) -eq 32 && $(tp_stat rx_hold_size) -eq 20480 &&
		$(tp_stat rx_hold_count) -eq 255 ]]
	check $? "xstats say the same" "they do not" "$tp_out"
	logs "$be,speed=high" 'hold 1024 us, size 20480 bytes, count 255$'
	logs "$be,hold=500" 'hold 512 us, '
	logs "$be,hold=64,agg-size=8,agg-count=7" 'hold 64 us, size 8192 bytes, count 7$'
	logs "$be,hold=0" ' off$'
	logs "$be,hold=auto:cpu" 'hold 32 us, .*auto:cpu$'
	logs net_rtw89u0,model=rtl8852bu 'hold 1024 us, size 20480 bytes$'
	logs net_mt76u0,model=mt7921u ' off$'
}

# DEVARGS|what the error line must say
refused_list()
{
	cat <<- END
		$be,hold=9000|0 to 8160
		$be,hold=auto:fast|hold=auto:fast: need .*auto:latency
		$be,hold=0,agg-size=8|hold=0 switches aggregation off
		$be,agg-size=1024|1 to 1023
		$be,agg-size=100,buffer-size=40960|buffer-size=40960
		$be,agg-count=256|1 to 255
		net_rtw89u0,model=rtl8852bu,agg-size=3|4 to 1020
		net_rtw89u0,replay=$tmp/capture,hold=64|device that can aggregate
		net_rtw89u0,replay=$tmp/capture,hold=auto|hold=auto needs a device
		net_mt76u0,model=mt7921u,hold=256|0 to 255
		net_mt76u0,model=mt7921u,agg-count=5|need hold=
	END
}

refused()
{
	local vdev text

	"$model2usbmon" --air "pcap:$captures/small.pcap" --count 0 --output "$tmp/capture" > "$tmp/out"
	check $? "make a capture" "model2usbmon fails" "$tmp/out"
	while IFS='|' read -r vdev text; do
		timeout 60 dpdk-testpmd "${tp_eal[@]}" --file-prefix "rxbatch-tp-$$" "--vdev=$vdev" \
			-- --total-num-mbufs=4096 < /dev/null > "$tmp/out" 2>&1
		grep -q 'No probed ethernet devices' "$tmp/out"
		check $? "${vdev//$tmp\//}: refused" "there is a port" "$tmp/out"
		[[ $(grep -c '^\(RTW89U\|MT76U\): ' "$tmp/out") -eq 1 ]] &&
			grep -qE "^(RTW89U|MT76U): .*$text" "$tmp/out"
		check $? "${vdev//$tmp\//}: $text" "not in one line" "$tmp/out"
	done < <(refused_list)
}

# While traffic runs, from outside.
telemetry()
{
	local short

	tp_start "$be,$traffic"
	run_port telemetry
	answers /rtw89u/rx_hold,0 '"policy":"fixed","hold_us":32,"size":20480,"count":255' \
		'"changes":0'
	between "hold 32" 10 20
	short=$filling
	answers /rtw89u/rx_hold_set,0,1000 '"policy":"fixed","hold_us":992' '"changes":1'
	between "hold 992" $((2 * short)) 120
	read_xstats
	[[ $(tp_stat rx_hold_us) -eq 992 && $(tp_stat rx_agg_closed_timer) -gt 100 ]]
	check $? "hold 992: xstats say so, and that the timer closes" "they do not" "$tp_out"
	answers /rtw89u/rx_hold_set,0,1000,20480,3 '"hold_us":992,"size":20480,"count":3'
	between "count 3" 10 30
	[[ $(tp_stat rx_agg_closed_count) -gt 100 ]]
	check $? "count 3: xstats say that it closes" "$(tp_stat rx_agg_closed_count)" "$tp_out"
	answers /rtw89u/rx_hold_set,0,1000,8192,255 '"size":8192,"count":255'
	between "size 8192" 25 55
	[[ $(tp_stat rx_agg_closed_size) -gt 100 ]]
	check $? "size 8192: xstats say that it closes" "$(tp_stat rx_agg_closed_size)" "$tp_out"
	telemetry_refused
	end_well telemetry
}

# Each says why, and leaves all as it is.
telemetry_refused()
{
	local params

	for params in '' 0 x,32 '0,' 0,fast 0,auto:fast 0,-1 0,32,x 0,32,4096,5,6; do
		answers "/rtw89u/rx_hold_set,$params" '{"error":"needPORT,US|auto'
	done
	answers /rtw89u/rx_hold_set,0,9000 '"error":' 8160
	answers /rtw89u/rx_hold_set,0,32,100 '"error":' size
	answers /rtw89u/rx_hold_set,0,32,1047552 '"error":' 'buffer-size='
	answers /rtw89u/rx_hold_set,0,32,4096,256 '"error":' 255
	answers /rtw89u/rx_hold_set,7,32 '"error":"port7'
	answers /rtw89u/rx_hold,7 '"error":"port7'
	answers /rtw89u/rx_hold '"error":'
	answers /mt76u/rx_hold,0 '"error":"port0'
	answers /rtw89u/rx_hold,0 '"hold_us":992,"size":8192,"count":255'
}

# within SECONDS NAME VALUE: until an xstat is that
within()
{
	local n

	for ((n = 0; n < $1 * 5; n++)); do
		read_xstats
		[[ $(tp_stat "$2") -ne $3 ]] || return 0
		sleep 0.2
	done
	return 1
}

# On USB 2 it begins at the long hold; with little to do it finds the short one, and says how
# long it was where.
adapts()
{
	tp_start "$be,speed=high,hold=auto:latency,air=gen:rate:4/size:200"
	run_port adapts
	within 5 rx_hold_us 32
	check $? "auto:latency with little to do: 32 us" "$(tp_stat rx_hold_us)" "$tp_out"
	[[ $(tp_stat rx_hold_policy) -eq 1 && $(tp_stat rx_hold_changes) -ge 1 ]]
	check $? "xstats: policy and changes" "$(tp_stat rx_hold_policy), $(tp_stat rx_hold_changes)" \
		"$tp_out"
	sleep 0.3
	read_xstats
	[[ $(tp_stat rx_hold_at_32_ms) -ge 100 && $(tp_stat rx_hold_at_1024_ms) -gt 0 ]]
	check $? "xstats: time in the rungs" "none" "$tp_out"
	answers /rtw89u/rx_hold,0 '"policy":"auto:latency","hold_us":32' '"why":' '"rungs_ms":{"32":' \
		'"cost_transfer_ns":' '"load_permille":'
	answers /rtw89u/rx_hold_set,0,256 '"policy":"fixed","hold_us":256'
	sleep 0.5
	answers /rtw89u/rx_hold,0 '"policy":"fixed","hold_us":256'
	answers /rtw89u/rx_hold_set,0,auto '"policy":"auto:balanced","hold_us":256'
	within 5 rx_hold_us 32
	check $? "from 256 us, by auto: 32 us" "$(tp_stat rx_hold_us)" "$tp_out"
	# The policy is the port's: it goes on behind a stop.
	tp_say stop
	tp_say "port stop 0"
	run_port "adapts, started again"
	answers /rtw89u/rx_hold,0 '"policy":"auto:balanced","hold_us":32'
	end_well adapts
}

# lines COUNT REGEX: of the driver; they may stand behind testpmd's prompt
lines()
{
	[[ $(grep -cE "(RTW89U|MT76U): .*$2" "$tp_out") -eq $1 ]]
	check $? "a line: $2" "not $1 of them" "$tp_out"
}

# A chip that does not do as it is told.
faults()
{
	tp_start "$be,model-set=agg-reg:dead"
	tp_say "port start 0"
	tp_wait 'Fail to start port 0' 10
	check $? "a dead register: the port does not start" "it does" "$tp_out"
	lines 1 'register 0x6004: wrote 0x.* reads 0x'
	end_well "a dead register"

	tp_start "$be,model-set=agg-reg:clamp,$traffic"
	run_port "a clamping register"
	answers /rtw89u/rx_hold_set,0,1024 '{"error":"itcouldnotbedone:'
	answers /rtw89u/rx_hold_set,0,128 '"hold_us":128'
	answers /rtw89u/rx_hold_set,0,160 '"error":'
	answers /rtw89u/rx_hold,0 '"hold_us":128'
	lines 1 'set to hold 1024 us, .* it is hold 128 us'
	end_well "a clamping register"

	# Dies behind the start, with the long hold: a policy wants the short one.
	tp_level=warning
	tp_start "$be,speed=high,hold=auto:latency,model-set=agg-reg:dead/agg-reg-from:3,air=gen:rate:4/size:200"
	tp_level=error
	run_port "a register that dies"
	within 10 rx_hold_stuck 1
	check $? "a register that dies: xstats say so" "$(tp_stat rx_hold_stuck)" "$tp_out"
	sleep 3
	read_xstats
	[[ $(tp_stat rx_hold_us) -eq 1024 && $(tp_stat rx_hold_ignored) -ge 1 &&
		$(tp_stat rx_hold_writes) -le 60 ]]
	check $? "a register that dies: $(tp_stat rx_hold_writes) writes, the hold is what it is" \
		"$(tp_stat rx_hold_us) us, $(tp_stat rx_hold_ignored) ignored" "$tp_out"
	lines 1 'the hold does not follow'
	answers /rtw89u/rx_hold,0 '"hold_us":1024' '"stuck":1' '"wanted_us":'
	tp_packets $(($(tp_stat RX-packets) + 100)) 10
	check $? "a register that dies: packets go on" "they do not" "$tp_out"
	end_well "a register that dies"
}

# Off by itself: one unit in a transfer.
mt76u()
{
	tp_start "net_mt76u0,model=mt7921u,buffer-size=65536,$traffic"
	run_port mt76u
	answers /mt76u/rx_hold,0 '"policy":"fixed","hold_us":0'
	between "mt76u, off" 10 10
	answers /mt76u/rx_hold_set,0,255 '"policy":"fixed","hold_us":255'
	between "mt76u, hold 255" 15 100
	answers /mt76u/rx_hold_set,0,300 '"error":' 255
	answers /mt76u/rx_hold_set,0,0 '"hold_us":0'
	between "mt76u, off again" 10 10
	answers /rtw89u/rx_hold_set,0,64 '"error":"port0'
	end_well mt76u
}

secondary_inside()
{
	local hold

	if ! plugin_folder; then
		fail "plugin folder in a mount namespace" "cannot make it, or no own namespace"
		echo "counts $passed $failed $skipped"
		return
	fi
	tp_eal=(-l "0,1" -m 256 --huge-dir "$tmp/huge" --no-pci --no-telemetry)
	for hold in 500:512 auto:32; do
		tp_start "$be,$traffic,hold=${hold%:*}"
		run_port "hold=${hold%:*}"
		proc_info --xstats "rx_hold_us: *${hold#*:}"
		proc_info --xstats "rx_hold_policy: *$([[ $hold == auto* ]] && echo 2 || echo 0)"
		proc_info --xstats 'rx_agg_frames_[0-9_]+: *[1-9]'
		proc_info --xstats 'rx_agg_closed_timer: *[1-9]'
		end_well "hold=${hold%:*}, after secondary processes"
	done
	umount "$tmp/huge"
	echo "counts $passed $failed $skipped"
}

secondary()
{
	local word p f s

	if ! command -v dpdk-proc-info > /dev/null || ! unshare -m true 2> /dev/null; then
		skip "xstats in a secondary process" "no dpdk-proc-info, or no right to a mount namespace"
		return
	fi
	if [[ $(pages_free) -lt 160 ]]; then
		skip "xstats in a secondary process" "needs 160 free huge pages of 2 MB"
		return
	fi
	RXBATCH_OUTER_NS=$(readlink /proc/self/ns/mnt) unshare -m --propagation private \
		"$here/hold.sh" --secondary-inside > "$tmp/inside" 2>&1
	grep -v '^counts ' "$tmp/inside"
	read -r word p f s < <(grep '^counts ' "$tmp/inside")
	if [[ ${word:-} != counts ]]; then
		fail "xstats in a secondary process" "the script ended too early" "$tmp/inside"
		return
	fi
	passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
}

# says COMMAND TEXT: testpmd answers with a line like that
says()
{
	local before

	before=$(wc -l < "$tp_out")
	marks=$((marks + 1))
	tp_say "$1"
	tp_mark "said-$marks"
	tail -n +"$before" "$tp_out" | grep -qE "$2"
	check $? "testpmd: $1: $2" "it does not say so" "$tp_out"
}

# With both plugins, in either order, and a port that is neither's.
commands()
{
	local order n=0 eal=("${tp_eal[@]}")

	if ! tp_program=$("$root/app/testpmd-patches/build.sh" \
		${RXBATCH_DPDK_SRC:+--src "$RXBATCH_DPDK_SRC"} 2> "$tmp/out"); then
		if grep -q 'is there a network\|no network' "$tmp/out"; then
			skip "commands of testpmd" "$(head -n 1 "$tmp/out")"
		else
			fail "commands of testpmd" "it does not build" "$tmp/out"
		fi
		tp_program=dpdk-testpmd
		return
	fi
	for order in "rtw89u mt76u" "mt76u rtw89u"; do
		n=$((n + 1))
		tp_eal=(-l "0,1" --no-huge -m 320 --no-pci -d "librte_net_${order% *}.so"
			-d "librte_net_${order#* }.so")
		tp_start "$be,$traffic" net_mt76u0,model=mt7921u,buffer-size=65536 net_null0
		commands_of "order $n"
		end_well "commands, order $n"
	done
	tp_program=dpdk-testpmd
	tp_eal=("${eal[@]}")
}

commands_of()
{
	local short

	says "show port 0 rx_hold" '^Port 0: rx_hold 32 us \(fixed\), size 20480 bytes, count 255'
	says "show port 1 rx_hold" '^Port 1: rx_hold 0: no aggregation'
	says "show port 2 rx_hold" "^Port 2 \(net_null0\) has no rx_hold: it is another driver's"
	says "show port 3 rx_hold" '^Invalid port 3'
	says "set port 0 rx_hold 9000" '^Port 0: rx_hold is not set: .*8160'
	says "set port 0 rx_hold soon" '^Usage: set port'
	says "set port 1 rx_hold 100 size 4096 count 5" \
		'^Port 1: rx_hold 100 us \(fixed\), size 4096 bytes, count 5'
	run_port "$1"
	between "$1, hold 32" 10 20
	short=$filling
	says "set port 0 rx_hold 1024" '^Port 0: rx_hold 1024 us \(fixed\)'
	between "$1, hold 1024" $((2 * short)) 120
	says "set port 0 rx_hold auto" '^Port 0: rx_hold 1024 us \(auto:balanced\)'
	says "show port 0 rx_hold" '^  at 1024 us: '
	says "set port 0 rx_hold auto:cpu" 'us \(auto:cpu\)'
	says "set port 0 rx_hold 32" '^Port 0: rx_hold 32 us \(fixed\)'
	says "help drivers" '^show port \(port_id\) rx_hold'
}

for program in dpdk-testpmd dpdk-telemetry.py; do
	if ! command -v "$program" > /dev/null; then
		echo "skipped: no $program here"
		exit 77
	fi
done
if [[ ${1:-} == --secondary-inside ]]; then
	secondary_inside
	exit
fi
[[ $# -gt 0 ]] || set -- devargs refused telemetry adapts faults mt76u secondary commands
for part in "$@"; do
	"$part"
done
summary
