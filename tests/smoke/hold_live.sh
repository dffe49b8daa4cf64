#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# hold_live.sh: pings through net_rtw89u on the model, in real time, at both bus speeds: what the
# hold costs a round trip, however it was set, what hold=auto finds, and what three seconds without
# a poll leave behind. No time is asked for but the difference between two holds: of the shortest
# round trips, which a busy machine leaves alone longest. The others are there to be read.
set -u

# shellcheck source=tests/smoke/lib.sh
. "$(dirname "$(realpath "$0")")/lib.sh"

hold_live=$(realpath -m "${HOLD_LIVE:-$build/tests/smoke/hold_live}")
lcores=0,1
(($(nproc) > 1)) || lcores='(0,1)@0'
tries=3
# Of the difference, 992 us; so late, in ns, that a busy machine explains what is wrong.
less=600 more=1400 late=200000

# live SPEED HOLD STEP...: with hold=HOLD of devargs, none where it is empty
live()
{
	timeout -k 5 120 "$hold_live" -l "$lcores" --no-huge -m 128 --no-pci --no-telemetry \
		--file-prefix "rxbatch-tp-$$" --log-level=pmd.*:error \
		--vdev="net_rtw89u0,model=rtl8922au,speed=$1,air=ping:gap:2000${2:+,hold=$2}" \
		-- --pings=100 "${@:3}" > "$tmp/out" 2>&1
}

# of STEP WHAT: a figure of the line of that step, round trips in us
of()
{
	awk -v step="$1" -v what="$2" '
		$1 == step { for (i = 2; i < NF; i += 2) if ($i == what) value = $(i + 1) }
		END { print what ~ /^(p|min)/ ? int(value / 1000) : value + 0 }' "$tmp/out"
}

# apart SHORT LONG: LONG's round trip is longer by about the hold
apart()
{
	local by=$(($(of "$2" min) - $(of "$1" min)))

	[[ $by -gt $less && $by -lt $more ]]
}

# tried FUNCTION: after "live ..." as in the variable run; again when it says no
tried()
{
	local n

	for ((n = 0; n < tries; n++)); do
		live "${run[@]}" || return 2
		"$@" && return
	done
	return 1
}

# timed FUNCTION: the same; only a model that kept its time can say that a difference is wrong
timed()
{
	local status was

	tried "$@"
	status=$?
	was=$(awk '$(NF - 1) == "late" { most = $NF } END { print most + 0 }' "$tmp/out")
	[[ $status -ne 1 || $was -le $late ]] || status=3
	return $status
}

# verdict STATUS LABEL
verdict()
{
	case $1 in
	0) pass "$2" ;;
	2) fail "$2" "hold_live fails" "$tmp/out" ;;
	3) skip "$2" "the model ran late" ;;
	*) fail "$2" "not so" "$tmp/out" ;;
	esac
}

# figures STEP...: "min p50 p99" of each
figures()
{
	local step text=''

	for step in "$@"; do
		text+="${text:+, }$step: $(of "$step" min) $(of "$step" p50) $(of "$step" p99)"
	done
	echo "min, p50, p99 in us: $text"
}

set_while_running()
{
	apart 32 1024 && apart 0 1024 && [[ $(of 32 hold) -eq 32 && $(of 1024 hold) -eq 1024 ]] &&
		[[ $(of 0 hold) -eq 0 && $(of as-is hold) -eq $default ]]
}

finds_the_short_one()
{
	[[ $(of 1024 hold) -eq 1024 && $(of auto hold) -eq 32 && $(of auto:latency hold) -eq 32 ]]
}

shortens()
{
	apart auto 1024
}

comes_back()
{
	[[ $(of away:3000 lost) -ge 1 && $(of away:3000 lost) -le 4 ]] &&
		[[ $(of away:3000 min) -lt $(($(of as-is min) + less)) ]]
}

# by_devarg: two programs, one hold each
by_devarg()
{
	local by

	by=$(of as-is min)
	live "${run[0]}" 1024 as-is || return 1
	by=$(($(of as-is min) - by))
	[[ $by -gt $less && $by -lt $more ]]
}

for speed in super high; do
	default=1024
	[[ $speed != super ]] || default=32
	run=("$speed" '' as-is 32 1024 0)
	timed set_while_running
	verdict $? "$speed: round trips by hold, $(figures as-is 32 1024 0)"
	run=("$speed" '' 1024 auto 1024 auto:latency)
	tried finds_the_short_one
	verdict $? "$speed: auto settles at $(of auto hold) us after $(of auto settled) ms"
	timed shortens
	verdict $? "$speed: round trips with auto, $(figures 1024 auto)"
	run=("$speed" 32 as-is)
	timed by_devarg
	verdict $? "$speed: hold=32 and hold=1024 of devargs"
	run=("$speed" auto as-is)
	live "${run[@]}" && [[ $(of as-is hold) -eq 32 ]]
	check $? "$speed: hold=auto of devargs settles at 32 us" "at $(of as-is hold)" "$tmp/out"
	run=("$speed" 32 as-is away:3000)
	timed comes_back
	verdict $? "$speed: three seconds without a poll, $(figures as-is away:3000)"
done
summary
