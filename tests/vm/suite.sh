#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# suite.sh 6.1|7 OUT NAME:SECONDS...
#
# Runs guest/NAME.sh of this folder, each for at most SECONDS, all in one guest with that kernel: to boot
# takes longer than most of them. What is faster done outside is: before, prepare/NAME.py or .sh puts
# files into the folder OUT/NAME, where the guest script finds them (exit status 77: it is skipped);
# afterwards check/NAME.py or .sh looks at what the guest script left there. The last two end with
# "N passed, N failed, N skipped"; here that becomes "NAME: ..." for devtools/test-report.py.
set -u

here=$(dirname "$(realpath "$0")")
kernel=$1
out=$2
shift 2

# What a script and its check said, as one test: its exit status counts where it failed before it counted.
report()
{
	local name=$1 status=$2 log=$3 tally

	# A program without a count is one test, as everywhere.
	tally=$(grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$log" 2> /dev/null | tail -n 1)
	case $status in
	0) tally=${tally:-1 passed, 0 failed, 0 skipped} ;;
	77) tally="0 passed, 0 failed, 1 skipped" ;;
	*)
		all_well=false
		[[ $tally =~ ,\ [1-9][0-9]*\ failed ]] || {
			tally="0 passed, 1 failed, 0 skipped"
			echo "FAIL: $name: exit status $status" >> "$log"
		}
		{
			# What failed first is the reason for the rest, and may be far above.
			grep -A 3 '^FAIL' "$log" | head -n 20
			# Of guest-lib.sh: where it hung.
			grep '^ *stuck: ' "$log" | head -n 20
			tail -n 20 "$log"
		} | sed "s/^/    $name: /"
		;;
	esac
	grep -h '\bskipped: ' "$log"
	echo "$name: $tally"
}

# outside FOLDER NAME: the script of that name in FOLDER, on OUT/NAME, if there is one; its output is
# OUT/NAME/FOLDER.log
outside()
{
	local script

	for script in "$here/$1/$2.py" "$here/$1/$2.sh"; do
		if [[ -e $script ]]; then
			timeout -k 5 60 "$script" "$out/$2" > "$out/$2/$1.log" 2>&1
			return
		fi
	done
}

all_well=true
seconds=60
tests=()
for test; do
	name=${test%:*}
	rm -rf "${out:?}/$name"
	mkdir -p "$out/$name"
	outside prepare "$name"
	status=$?
	if [[ $status -eq 0 ]]; then
		tests+=("$test")
		seconds=$((seconds + ${test#*:} + 3))
	else
		report "$name" "$status" "$out/$name/prepare.log"
	fi
done

"$here/run.sh" --kernel="$kernel" --guest="$here/guest-suite.sh" --time="$seconds" --out="$out" \
	-- "${tests[@]}"
status=$?
[[ $status -ne 77 ]] || exit 77
[[ $status -eq 0 ]] || all_well=false

for test in "${tests[@]}"; do
	name=${test%:*}
	if [[ ! -s $out/$name/status ]]; then
		echo "the guest was over before this ended, run.sh's exit status is $status" >> "$out/$name/log"
		report "$name" 125 "$out/$name/log"
		continue
	fi
	report "$name" "$(< "$out/$name/status")" "$out/$name/log"
	# Skipped, or it did not come to its end.
	[[ ! $(< "$out/$name/status") =~ ^(77|124|137)$ ]] || continue
	outside check "$name"
	checked=$?
	[[ ! -e $out/$name/check.log ]] || report "$name-check" "$checked" "$out/$name/check.log"
done
$all_well
