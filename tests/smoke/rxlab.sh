#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# rxlab: what it says to wrong words, same seed same bytes, the published figures within bounds, and
# the regret of hold=auto below its limits: two seeds, all twenty when RXBATCH_LONG is 1.
#	RXLAB    the program (default: that of build/release)
set -uo pipefail

root=$(realpath "$(dirname "$0")/../..")
rxlab=$(realpath -m "${RXLAB:-$root/build/release/app/rxlab/rxlab}")
# shellcheck source=tests/tally.sh
. "$root/tests/tally.sh"

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# STATUS|words of the command line|what the only line must say
wrong_list()
{
	cat <<- END
		2||usage
		2|walk|walk
		2|run --foo|--foo
		2|run --host|--host
		2|run here|here
		2|run --host=x87|x87
		2|run --host=x86/speed:warp|speed:warp
		2|run --host=x86,|no host
		2|run --workload=udp|udp
		2|run --hold=8161|8160
		2|run --hold=auto:fast|auto:fast
		2|run --radio=7ghz|7ghz
		2|run --chip=rtl9999|rtl9999
		2|run --seed=2-1|2-1
		2|run --seed=0-1000|0-1000
		2|run --seed=x|x
		2|run --jobs=0|--jobs
		2|run --csv=|--csv
		2|run --plot=picture.gif|svg
		2|run --check|--check
		2|regret --plot=x.svg|--plot
		2|settle --workload=switching|not constant
		2|published --host=x86|--host
		1|run --hold=32 --model-set=flux:1|flux
		1|run --hold=32 --air-set=access:9|access
		1|run --hold=32,64 --trace=$tmp/trace|one run
		1|run --hold=32 --csv=$tmp/none/x|$tmp/none/x
		1|run --hold=32 --trace=$tmp/none/x|$tmp/none/x
	END
}

wrong_words()
{
	local want words says status bad=0

	while IFS='|' read -r want words says; do
		# shellcheck disable=SC2086 # words
		"$rxlab" $words > "$tmp/out" 2> "$tmp/err"
		status=$?
		if [[ $status -ne $want ]] || ! grep -q -e "$says" "$tmp/err" ||
			{ [[ -n $words ]] && [[ $(grep -c '^rxlab: ' "$tmp/err") -ne 1 ||
				$(wc -l < "$tmp/err") -ne 1 ]]; }; then
			echo "rxlab $words: status $status: $(cat "$tmp/err")"
			bad=$((bad + 1))
		fi
	done < <(wrong_list) > "$tmp/wrong"
	[[ $(wc -l < "$tmp/wrong") -eq 0 && $bad -eq 0 ]]
	check $? "wrong words get one line" "not all" "$tmp/wrong"
}

help_texts()
{
	local command bad=0

	for command in "" run published regret settle list analyse; do
		# shellcheck disable=SC2086 # none at first
		if ! "$rxlab" $command --help > "$tmp/out" 2> "$tmp/err" || [[ -s $tmp/err ]] ||
			! grep -q "^usage: rxlab ${command}" "$tmp/out"; then
			bad=1
		fi
	done
	check $bad "each command has --help" "one has not" "$tmp/err"
	"$rxlab" list > "$tmp/out" && grep -q '^pi1 ' "$tmp/out" && grep -q '^switching ' "$tmp/out"
	check $? "list" "lacks a name" "$tmp/out"
}

scenario=(run --host=pi1 --workload=mixed "--hold=32,1024,auto")

# once NAME OPTION...: the scenario, to NAME.txt NAME.csv NAME.svg
once()
{
	"$rxlab" "${scenario[@]}" --csv="$tmp/$1.csv" --plot="$tmp/$1.svg" "${@:2}" > "$tmp/$1.txt"
}

same_bytes()
{
	local kind

	command -v gnuplot > /dev/null || { skip "same seed, same bytes" "no gnuplot"; return; }
	if ! { once a --seed=7 --jobs=1 && once b --seed=7 --jobs=2 && once c --seed=8; }; then
		fail "run" "failed" "$tmp/a.txt"
		return
	fi
	for kind in txt csv svg; do
		[[ -s $tmp/a.$kind ]] && cmp -s "$tmp/a.$kind" "$tmp/b.$kind"
		check $? "same seed, same bytes: $kind" "they differ, or there are none"
	done
	! cmp -s "$tmp/a.csv" "$tmp/c.csv"
	check $? "another seed, other figures" "the same"
	grep -q '^<svg' "$tmp/a.svg" && ! grep -q "$(date +%Y-)" "$tmp/a.svg"
	check $? "the picture is SVG and tells no date" "no"
	[[ $(head -n 1 "$tmp/a.csv") == host,workload,hold,seed,phase,kind,Mbit/s,* ]] &&
		[[ $(grep -c '^pi1,mixed,' "$tmp/a.csv") -eq 9 ]]
	check $? "a line for each hold and kind of traffic" "not so" "$tmp/a.csv"
	once p --plot="$tmp/p.png" && [[ $(head -c 4 "$tmp/p.png" | tail -c 3) == PNG ]]
	check $? "PNG" "not one"
}

without_gnuplot()
{
	local status=0

	mkdir "$tmp/bin"
	PATH=$tmp/bin "$rxlab" run --hold=32 --plot="$tmp/x.svg" > "$tmp/out" 2> "$tmp/err" ||
		status=$?
	[[ $status -eq 1 && $(cat "$tmp/err") == *gnuplot-nox* && -s $tmp/out ]]
	check $? "no gnuplot: the table, and which package" "not so" "$tmp/err"
}

trace()
{
	"$rxlab" run --hold=auto --host=pi1 --workload=switching --trace="$tmp/trace" > "$tmp/out" &&
		[[ $(wc -l < "$tmp/trace") -gt 900 ]]
	check $? "trace" "too short" "$tmp/out"
}

# value SETUP FIGURE HOLD COLUMN of the published table; 4 published, 5 simulated, 6 ratio
value()
{
	awk -F, -v setup="$1" -v figure="$2" -v hold="$3" -v column="$4" '
		{
			# The name of a figure may have commas, then it is in quotes.
			line = $0
			gsub(/, /, " ", line)
			gsub(/"/, "", line)
			split(line, cell, ",")
			if (cell[1] == setup && index(cell[2], figure) == 1 && cell[3] == hold)
				print cell[column]
		}' "$tmp/published.csv"
}

# within A LOW HIGH
within()
{
	awk -v a="$1" -v low="$2" -v high="$3" 'BEGIN { exit !(a != "" && a >= low && a <= high) }'
}

# SETUP|FIGURE|HOLD|LOWEST|HIGHEST ratio of what was simulated to what was published. Left out is
# what the notes below that table do not explain.
bounds()
{
	cat <<- END
		x86 6 GHz|round trip|1024|0.95|1.05
		x86 6 GHz|round trip|32|0.98|1.02
		x86 6 GHz|CPU|1024|0.97|1.05
		x86 6 GHz|CPU|32|0.97|1.03
		x86 6 GHz|TCP 1 flow|1024|0.90|1.15
		x86 6 GHz|TCP 1 flow|32|0.98|1.02
		x86 6 GHz|TCP 8 flows|1024|0.85|1.15
		x86 6 GHz|TCP 8 flows|32|0.80|1.05
		x86 5 GHz|round trip|1024|0.95|1.05
		x86 5 GHz|round trip|32|0.98|1.02
		x86 5 GHz|CPU|1024|0.95|1.05
		x86 5 GHz|CPU|32|0.95|1.05
		x86 5 GHz|TCP 1 flow|1024|0.95|1.20
		x86 5 GHz|TCP 1 flow|32|0.95|1.20
		x86 5 GHz|TCP 8 flows|1024|0.90|1.15
		x86 5 GHz|TCP 8 flows|32|0.90|1.10
		Pi 5 6 GHz|round trip|32|0.98|1.02
		Pi 5 6 GHz|CPU|1024|0.97|1.03
		Pi 5 6 GHz|CPU|32|0.97|1.03
		Pi 5 6 GHz|TCP 1 flow|1024|0.90|1.05
		Pi 5 6 GHz|TCP 1 flow|32|0.98|1.02
		Pi 5 6 GHz|TCP 8 flows|1024|0.85|1.05
		Pi 5 6 GHz|TCP 8 flows|32|0.85|1.05
		x86 USB 2|round trip|1024|0.95|1.08
		x86 USB 2|round trip|32|0.95|1.10
		Pi 1 B+|CPU|1024|0.98|1.02
		Pi 1 B+|CPU|32|0.98|1.02
		Pi 1 B+|loss|32|0.90|1.10
		Pi 1 B+|TCP up|1024|0.97|1.03
		Pi 1 B+|TCP up|32|0.88|1.05
	END
}

published()
{
	local setup figure hold low high ratio

	if ! "$rxlab" published --seed=1 --csv="$tmp/published.csv" > "$tmp/published" 2>&1; then
		fail "published" "failed" "$tmp/published"
		return
	fi
	while IFS='|' read -r setup figure hold low high; do
		ratio=$(value "$setup" "$figure" "$hold" 6)
		within "$ratio" "$low" "$high"
		check $? "published: $setup, $figure, $hold us" "ratio $ratio, not $low to $high"
	done < <(bounds)
	for setup in "x86 USB 2" "Pi 5 USB 2"; do
		within "$(value "$setup" TCP 1024 5)" "$(value "$setup" TCP 32 5)" \
			"$(awk -v a="$(value "$setup" TCP 32 5)" 'BEGIN { print a * 1.03 }')"
		check $? "published: $setup, TCP does not depend on the hold" "it does" \
			"$tmp/published.csv"
	done
	within "$(value "Pi 1 B+" loss 1024 5)" 0 5
	check $? "published: Pi 1 B+, no loss with the long hold" "there is" "$tmp/published.csv"
	# Neither of the two mechanisms alone, both together.
	within "$(awk '/^window  /{ print $4 }' "$tmp/published")" 0.85 1 &&
		within "$(awk '/^quota 70  /{ print $5 }' "$tmp/published")" 0.75 1 &&
		within "$(awk '/^window, quota 70  /{ print $6 }' "$tmp/published")" 0.55 0.70
	check $? "what carries the fall of TCP" "another" "$tmp/published"
}

regret()
{
	local seeds=101-102

	[[ ${RXBATCH_LONG:-0} == 0 ]] || seeds=101-120
	"$rxlab" regret --seed=$seeds --check --csv="$tmp/regret.csv" > "$tmp/out" 2> "$tmp/err"
	check $? "regret of auto, seeds $seeds" "above its limit" "$tmp/err"
	[[ -e $tmp/regret.csv && $(wc -l < "$tmp/regret.csv") -eq $((5 * 12 * 9 + 1)) ]]
	check $? "regret: a line for each host, workload and hold" "not so" "$tmp/out"
	"$rxlab" settle --check > "$tmp/out" 2> "$tmp/err"
	check $? "auto keeps still, and goes back without load" "it does not" "$tmp/err"
}

# What the chip lost in a flood comes again frame by frame when the flood is over: that is no traffic
# that wants a short hold. A seed in which it once was taken for such, and one in which it was not.
echo_of_a_flood()
{
	"$rxlab" regret --host=pi1 --workload=onoff1 --seed=27-28 --hold=1024,auto \
		--csv="$tmp/echo.csv" > "$tmp/out" 2> "$tmp/err"
	awk -F, '$3 == "auto" { exit !($7 < 5) }' "$tmp/echo.csv"
	check $? "floods with pauses: auto keeps to the long hold" "it does not" "$tmp/out"
}

# The register of the modelled chip is what counts, not what the laboratory wishes.
dead_register()
{
	"$rxlab" regret --host=pi1 --workload=udp50 --seed=1 --hold=32,1024 --csv="$tmp/dead.csv" \
		--model-set=agg-reg:dead > "$tmp/out" 2> "$tmp/err"
	[[ $(awk -F, 'NR > 1 { print $5 }' "$tmp/dead.csv" | sort -u | wc -l) -eq 1 ]]
	check $? "a register that does not obey: all holds are the same" "they are not" "$tmp/err"
}

wrong_words
help_texts
same_bytes
without_gnuplot
trace
published
regret
echo_of_a_flood
dead_register
summary
