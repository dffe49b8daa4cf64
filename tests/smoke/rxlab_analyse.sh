#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# "rxlab analyse" on captures of the models: does it find the hold that the chip was programmed
# with, from the registers and without them; what closed the transfers, as the model counts; and
# does what it says of another hold come true in a capture that is really made with that hold?

# shellcheck source=tests/smoke/lib.sh
. "$(dirname "$(realpath "$0")")/lib.sh"
rxlab=$(realpath -m "${RXLAB:-$build/app/rxlab/rxlab}")
traffic=(--air "pcap:$captures/tcp4-8flows.pcap" --air-options loop:1/pace:capture --count 0)
packets=12000

# make NAME CHIP HOLD [OPTION...]: $tmp/NAME.pcap and .txt
make()
{
	local name=$1 chip=$2 hold=$3
	shift 3

	"$model2usbmon" --chip "$chip" --hold "$hold" "${traffic[@]}" --packets "$packets" "$@" \
		--output "$tmp/$name.pcap" --expect "$tmp/$name.txt" > "$tmp/$name.log" 2>&1
}

# analyse NAME [OPTION...]: its report is in $tmp/report
analyse()
{
	local name=$1
	shift

	timeout 60 "$rxlab" analyse "$tmp/$name.pcap" "$@" > "$tmp/report" 2>&1
}

counter() { sed -n "s/^counter $2 //p" "$tmp/$1.txt"; }
has() { grep -q -- "$1" "$tmp/report"; }

# reckoned HOLD: transfers that the table has for it
reckoned() { sed -n "s/^$1 us\( \*\)\? \+\([0-9]\+\) .*/\2/p" "$tmp/report"; }

# near A B PERMILLE
near()
{
	[[ -n $1 && -n $2 ]] && ((($1 - $2) * 1000 <= $2 * $3 && ($2 - $1) * 1000 <= $2 * $3))
}

# The range of the hold by the times, as two numbers.
range()
{
	sed -n -e 's/^hold .* the only step of [0-9]* us between \([0-9]*\) and \([0-9]*\) us.*/\1 \2/p' \
		-e 's/^hold .* between \([0-9]*\) and \([0-9]*\) us.*/\1 \2/p' \
		-e 's/^hold .* from \([0-9]*\) to \([0-9]*\) us.*/\1 \2/p' "$tmp/report" | head -n 1
}

# hold_in HOLD WIDEST: the range has it, and is not wider than that
hold_in()
{
	local low high

	read -r low high < <(range) || return 1
	((low <= $1 + 3 && high + 3 >= $1 && high - low <= $2))
}

by_next() { sed -n "s/^ \+timer [0-9].*$1 \([0-9]\+\) (.*by what came next.*/\1/p" "$tmp/report"; }

with_registers()
{
	local chip=$1 hold=$2 name=$1-$2

	make "$name" "$chip" "$hold" --control
	check $? "$name: capture" "model2usbmon" "$tmp/$name.log" || return
	analyse "$name" --chip="$chip"
	check $? "$name: analyse" "exit status" "$tmp/report"
	has "^registers  hold $hold us, size 20 KiB, count 255: written"
	check $? "$name: hold by the registers" "not $hold us" "$tmp/report"
	! has "NOT agree"
	check $? "$name: times agree with the registers" "they do not" "$tmp/report"
	near "$(reckoned "$hold")" "$(counter "$name" urbs_done)" 15
	check $? "$name: the reckoning fits what was seen" "off by more than 1.5 %" "$tmp/report"
	near "$(by_next size)" "$(counter "$name" agg_closed_size)" 60 ||
		[[ $(by_next size) -lt 20 && $(counter "$name" agg_closed_size) -lt 20 ]]
	check $? "$name: closed by size" "model: $(counter "$name" agg_closed_size)" "$tmp/report"
}

# The same transfers without a register: WIDEST is what this traffic leaves open.
without_registers()
{
	local chip=$1 hold=$2 widest=$3 name=$1-$2-bare

	make "$name" "$chip" "$hold"
	analyse "$name" --chip="$chip"
	check $? "$name: analyse" "exit status" "$tmp/report"
	has "^registers  not in this capture"
	check $? "$name: says that no register is in it" "it does not" "$tmp/report"
	hold_in "$hold" "$widest"
	check $? "$name: hold by the times" "$(range), not $hold within $widest us" "$tmp/report"
}

# What the capture at FROM says of TO comes true.
foretold()
{
	local chip=$1 from=$2 to=$3

	analyse "$chip-$from" --chip="$chip"
	near "$(reckoned "$to")" "$(counter "$chip-$to" urbs_done)" 15
	check $? "$chip: from $from us it foretells $to us" \
		"$(reckoned "$to"), really $(counter "$chip-$to" urbs_done)" "$tmp/report"
}

each_chip()
{
	local chip holds hold to

	for chip in rtl8922au rtl8852cu rtl8852bu rtl8852au rtl8851bu mt7921u; do
		holds="32 256 1024"
		[[ $chip != mt7921u ]] || holds="32 128 255"
		for hold in $holds; do
			with_registers "$chip" "$hold"
		done
		for hold in $holds; do
			for to in $holds; do
				[[ $hold == "$to" ]] || foretold "$chip" "$hold" "$to"
			done
		done
	done
}

no_registers()
{
	without_registers rtl8922au 32 8
	without_registers rtl8922au 512 16
	without_registers rtl8922au 1024 260
	without_registers rtl8852cu 32 8
	without_registers rtl8852bu 256 16
	without_registers rtl8852au 128 16
	without_registers rtl8851bu 1024 260
	without_registers mt7921u 32 8
}

# The chip does not obey: the registers say one thing, the times another.
registers_that_lie()
{
	make clamp rtl8852bu 1024 --control --switch agg-reg:clamp
	analyse clamp --chip=rtl8852bu
	has "^registers  hold 1024 us" && has "which does NOT agree with the 1024 us" &&
		hold_in 128 16
	check $? "a register that does not obey is found out" "it is not" "$tmp/report"
}

switched_off()
{
	make off rtl8922au 32 --no-agg --control
	analyse off --chip=rtl8922au
	has "^registers  no aggregation" && has "^closed by  off" && has "^0 us \*"
	check $? "aggregation off, by the registers" "not found" "$tmp/report"
	make off-bare rtl8922au 32 --no-agg
	analyse off-bare --chip=rtl8922au
	has "no transfer has two units" && has "^hold .* none: frames that came"
	check $? "aggregation off, by the times" "not found" "$tmp/report"
}

other_limits()
{
	make size rtl8852bu 1024 --agg-size 8
	analyse size --chip=rtl8852bu
	has "^limits     inferred: size 8 KiB"
	check $? "another size limit is inferred" "it is not" "$tmp/report"
	make count rtl8852bu 512 --agg-size 100 --agg-count 7
	analyse count --chip=rtl8852bu
	has "^ \+count 7, "
	check $? "a count limit is inferred" "it is not" "$tmp/report"
	make restart rtl8852bu 96 --control --switch timer:restart
	analyse restart --chip=rtl8852bu
	has "unless every frame starts the timer anew"
	check $? "a timer that starts anew is thought of" "it is not" "$tmp/report"
}

faults()
{
	make eproto rtl8922au 256 --control --switch eproto:20
	analyse eproto --chip=rtl8922au
	has "^lost       $(counter eproto urbs_eproto) transfers with errors (the last: -71"
	check $? "errors are counted" "model: $(counter eproto urbs_eproto)" "$tmp/report"
	make split rtl8922au 1024 --control --urb-size 8192
	analyse split --chip=rtl8922au
	has " $(counter split transfers_split) units cut by the end" ||
		has "more at once than the host's requests of 8192 bytes hold"
	check $? "split units are counted" "model: $(counter split transfers_split)" "$tmp/report"
	has "^registers  hold 1024 us"
	check $? "... and the rest is analysed" "it is not" "$tmp/report"
	analyse mt7921u-128 --chip=rtl8922au
	has "is it really an rtl8922au?"
	check $? "the wrong chip is doubted" "it is not" "$tmp/report"
}

# A device that is found by its own descriptor.
by_descriptor()
{
	analyse mt7921u-128
	has "mt7921u, 0e8d:7961, SuperSpeed"
	check $? "found by its descriptor" "it is not" "$tmp/report"
}

outputs()
{
	local lines

	analyse rtl8922au-256 --chip=rtl8922au --csv="$tmp/lines.csv"
	lines=$(wc -l < "$tmp/lines.csv")
	has "^transfers  $((lines - 1)) in"
	check $? "a line of CSV for each transfer" "$lines lines" "$tmp/report"
	if ! command -v gnuplot > /dev/null; then
		skip "plot" "no gnuplot"
		return
	fi
	analyse rtl8922au-256 --chip=rtl8922au --plot="$tmp/plot.svg"
	check $? "plot" "exit status" "$tmp/report" && grep -q '</svg>' "$tmp/plot.svg"
	check $? "plot is an SVG" "it is not" "$tmp/report"
}

# What is public: no Wi-Fi device in it.
public_capture()
{
	local file=$data/usb__usbmontools__test1.pcap

	if [[ ! -r $file ]]; then
		skip "a public capture" "not here"
		return
	fi
	! timeout 60 "$rxlab" analyse "$file" > "$tmp/report" 2>&1 &&
		[[ $(wc -l < "$tmp/report") -eq 1 ]] && has "no bulk-IN data of a known Wi-Fi chip"
	check $? "a public capture without a Wi-Fi device is refused in one line" "it is not" \
		"$tmp/report"
}

# 300 MB with little memory, within the time limit.
big_file()
{
	make big rtl8922au 32 --control --packets 300000
	(ulimit -v 600000 && analyse big --chip=rtl8922au)
	check $? "a large file in bounded memory" "exit status" "$tmp/report"
}

each_chip
no_registers
registers_that_lie
switched_off
other_limits
faults
by_descriptor
outputs
public_capture
big_file
summary
