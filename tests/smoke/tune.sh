#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# tune.sh: a modelled MT7921U from plug-in to frames in the stock testpmd, with made-up firmware;
# progress and errors of it in the log; and its channel changed from outside, by telemetry.
set -u

here=$(dirname "$(realpath "$0")")
# shellcheck source=tests/smoke/lib.sh
. "$here/lib.sh"
# shellcheck source=tests/smoke/testpmd_lib.sh
. "$here/testpmd_lib.sh"

if ! command -v dpdk-telemetry.py > /dev/null; then
	echo "skipped: no dpdk-telemetry.py here"
	exit 77
fi
"$root/tests/vm/make-firmware.py" "$tmp/fw" > "$tmp/parts" || exit 1
firmware=$tmp/fw/mediatek
cold=net_mt76u0,model=mt7921u,model-set=boot:cold,mode=monitor,air=gen:rate:20/size:300
tp_eal=(-l "0,1" --no-huge -m 320 --no-pci "${both_plugins[@]}")
tp_level=info

# ask COMMAND: the answer of telemetry, without what stands around it
ask()
{
	local prefix=rxbatch-tp-$$

	echo "$1" | timeout 20 /usr/bin/python3 "$(command -v dpdk-telemetry.py)" -f "$prefix" \
		2> /dev/null | tr -d ' \n' | grep -o '{"/mt76u.*}' || true
}

# steps LABEL: each step of the bring-up, once and in order
steps()
{
	local seen

	seen=$(sed -n 's/.*step \([0-9]*\) of 15: .*/\1/p' "$tp_out" | tr '\n' ' ')
	check "$([[ $seen == "$(seq -s ' ' 15) " ]]; echo $?)" "$1" "steps: $seen" "$tp_out"
}

tp_start "$cold,firmware=$firmware,channel=36,bandwidth=80"
check $? "cold: testpmd starts" "no prompt" "$tp_out"
steps "cold: 15 steps in the log"
tp_say "port start all"
tp_say "start"
tp_packets 100 20
check $? "cold: frames arrive" "none" "$tp_out"
answer=$(ask "/mt76u/channel,0")
check "$([[ $answer == *'"channel":36,"band":5,"width_mhz":80,"centre":42'* ]]; echo $?)" \
	"telemetry: where the port is" "$answer" "$tp_out"
answer=$(ask "/mt76u/channel_set,0,53,6,20")
check "$([[ $answer == *'"channel":53,"band":6,"width_mhz":20,"centre":53'* ]]; echo $?)" \
	"telemetry: another channel while the port runs" "$answer" "$tp_out"
for bad in 0,37,5,20 0,36,5,160 0,36,5 0,36,5,20,1 0,x,5,20 7,36,5,20 ""; do
	answer=$(ask "/mt76u/channel_set,$bad")
	check "$([[ $answer == *'null}' || $answer == *'{}}' || $answer == *'None}' ]]; echo $?)" \
		"telemetry: channel_set,$bad is refused" "$answer" "$tp_out"
done
answer=$(ask "/mt76u/channel,0")
check "$([[ $answer == *'"channel":53,"band":6'* ]]; echo $?)" \
	"telemetry: refused, and where it was" "$answer" "$tp_out"
before=$(tp_stat RX-packets)
tp_packets $((before + 100)) 20
check $? "frames go on" "none after $before" "$tp_out"
tp_say "quit"
exec 7>&-
wait "$tp_pid"
check $? "testpmd ends well" "status $?" "$tp_out"

# refused LABEL ERROR DEVARGS: no port, and a line that says why
refused()
{
	rm -rf "/var/run/dpdk/rxbatch-tp-$$"
	timeout 60 dpdk-testpmd "${tp_eal[@]}" --no-telemetry --file-prefix "rxbatch-tp-$$" \
		"--vdev=$3" -- --total-num-mbufs=4096 < /dev/null > "$tmp/out" 2>&1
	check "$(grep -q 'No probed ethernet devices' "$tmp/out"; echo $?)" "$1: refused" \
		"there is a port" "$tmp/out"
	check "$(grep -q "$2" "$tmp/out"; echo $?)" "$1: the line" "no '$2'" "$tmp/out"
}

refused "no firmware" 'WIFI_MT7961_patch_mcu_1_2_hdr.bin: No such file' "$cold,firmware=/nonexistent"
truncate -s 5000 "$firmware/WIFI_RAM_CODE_MT7961_1.bin"
refused "half a file" 'WIFI_RAM_CODE_MT7961_1.bin: ' "$cold,firmware=$firmware"
refused "nothing runs" 'no firmware runs in the chip' "$cold"
"$root/tests/vm/make-firmware.py" "$tmp/fw" > "$tmp/parts"
refused "a mute chip" 'PATCH_SEM_CONTROL: no answer' \
	"${cold/boot:cold/boot:cold/mcusilent:1},firmware=$firmware"
summary
