# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# To be sourced by test scripts: a line for each test, and their sum at the end, by which
# devtools/test-report.py counts.
passed=0 failed=0 skipped=0

pass()
{
	passed=$((passed + 1))
	echo "pass: $1"
}

# fail NAME WHY [FILE]: with the end of what the program said
fail()
{
	failed=$((failed + 1))
	echo "FAIL: $1: $2"
	[[ -z ${3:-} ]] || tail -n 25 "$3" | sed 's/^/    /'
}

skip()
{
	skipped=$((skipped + 1))
	echo "skip: $1: $2"
}

# check STATUS NAME WHY [FILE]: STATUS is that of the command before, $?
check()
{
	if [[ $1 -eq 0 ]]; then
		pass "$2"
	else
		fail "${@:2}"
	fi
}

summary()
{
	echo
	echo "$passed passed, $failed failed, $skipped skipped"
	[[ $failed -eq 0 && $passed -gt 0 ]]
}
