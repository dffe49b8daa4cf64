#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# Every device that a driver knows by its id may be opened by who has the udev rule; every
# rule has a form that udev takes.
set -euo pipefail

top=$(cd "$(dirname "$0")/../.." && pwd)
rules=$top/usertools/60-rxbatch.rules
passed=0
failed=0

# check WHAT COMMAND...
check()
{
	local what=$1

	shift
	if "$@"; then
		passed=$((passed + 1))
	else
		echo "FAILED: $what"
		failed=$((failed + 1))
	fi
}

# has VENDOR PRODUCT
has()
{
	sed -n 's/^ATTR{idVendor}=="'"$1"'", ATTR{idProduct}=="\([^"]*\)".*/\1/p' "$rules" |
		tr '|' '\n' | grep -qx "$2"
}

# Lines that udev would not take for a rule; none is well.
no_strange_line()
{
	! grep -Evn \
		-e '^(#.*|)$' \
		-e '^(ACTION|SUBSYSTEM|ENV\{DEVTYPE\})[!=]="[a-z_]*", GOTO="rxbatch_end"$' \
		-e '^ATTR\{idVendor\}=="[0-9a-f]{4}", ATTR\{idProduct\}=="[0-9a-f|]*", GOTO="rxbatch_known"$' \
		-e '^(LABEL|GOTO)="rxbatch_(known|end)"$' \
		-e '^MODE="0660", GROUP="plugdev", TAG\+="uaccess"$' \
		"$rules"
}

while read -r vendor product; do
	check "$vendor:$product has no rule" has "$vendor" "$product"
done < <(sed -n '/usb_id .*ids\[\]/,/^};/p' "$top"/drivers/net/*/*_chip.c |
	grep -o '{ 0x[0-9a-f]*, 0x[0-9a-f]* }' | sed 's/[{},]//g; s/0x//g')
check "lines that are no rule" no_strange_line
check "no driver knows a device" test "$passed" -gt 0
echo "$passed passed, $failed failed, 0 skipped"
[[ $failed -eq 0 ]]
