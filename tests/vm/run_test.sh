#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# run_test.sh OUT: what run.sh says of guests that end in a way of their own, and what it leaves behind
set -u

here=$(dirname "$(realpath "$0")")
# shellcheck source=tests/tally.sh
. "$here/../tally.sh"
out=$1
mkdir -p "$out"

# run SECONDS SCRIPT-TEXT [ARG...]: its exit status is run.sh's
run()
{
	echo "$2" > "$out/script"
	"$here/run.sh" --kernel=6.1 --guest="$out/script" --out="$out/guest" --time="$1" \
		--emu=--chip=mt7921u -- "${@:3}" > "$out/log" 2>&1
}

# with_argument WORD: process ids; grep, which looks for "WORD", does not find itself
with_argument()
{
	grep -laz -e "[${1:0:1}]${1:1}" /proc/[0-9]*/cmdline 2> /dev/null | sed 's/[^0-9]//g' | sort -n
}

# QEMU and run.sh have the folder's name in their arguments; the emulators that of their sockets' folder.
nothing_left()
{
	local sockets

	sleep 0.2
	sockets=$(sed -nE 's/.*(rxb-vm\.[A-Za-z0-9]*).*/\1/p' "$out/guest/qemu.log" | head -n 1)
	[[ -n $sockets && ! -e /tmp/$sockets &&
		-z $(with_argument "$out/guest") && -z $(with_argument "$sockets") ]]
}

# shellcheck disable=SC2016 # the dollars are the guest's
run 90 'echo "words: $*"; [[ $# -eq 2 && $2 == "two words" ]] && exit 3' one 'two words'
status=$?
if [[ $status -eq 77 ]]; then
	cat "$out/log"
	exit 77
fi
[[ $status -eq 3 ]]
check $? "the script's exit status" "$status" "$out/log"
grep -q 'guest: words: one two words' "$out/log"
check $? "a guest that failed is shown" "it is not" "$out/log"
nothing_left
check $? "nothing runs any more" "something does"

run 90 'echo 1 > /proc/sys/kernel/sysrq; echo c > /proc/sysrq-trigger'
status=$?
[[ $status -eq 125 ]]
check $? "a guest that dies" "$status" "$out/log"

run 4 'sleep 100'
status=$?
[[ $status -eq 124 ]]
check $? "a guest that takes too long" "$status" "$out/log"
nothing_left
check $? "nothing runs any more after that" "something does"

(run 90 'sleep 100') &
sleep 3
# run.sh's own process, not the shell that waits for it.
pid=$(with_argument "--out=$out/guest" | head -n 1)
kill -TERM "$pid" && wait $!
status=$?
[[ $status -eq 143 ]]
check $? "ended by a signal" "$status" "$out/log"
nothing_left
check $? "nothing runs any more after the signal" "something does"
summary
