#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# The tree builds without a warning: with gcc, and with clang where there is one. The tests too when
# RXBATCH_LONG is 1.
set -euo pipefail

top=$(realpath "$(dirname "$0")/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tests=false
[[ ${RXBATCH_LONG:-0} == 0 ]] || tests=true
passed=0
failed=0
skipped=0

build_with()
{
	CC=$1 meson setup "$work/$1" "$top" -Dwerror=true -Dtests="$tests" > "$work/log" 2>&1 &&
		ninja -C "$work/$1" > "$work/log" 2>&1
}

for cc in gcc clang; do
	if ! command -v $cc > /dev/null; then
		echo "skipped: no $cc here"
		skipped=$((skipped + 1))
	elif build_with $cc; then
		passed=$((passed + 1))
	else
		grep -E 'error|warning' "$work/log" | head -n 20 >&2
		failed=$((failed + 1))
	fi
done
echo "$passed passed, $failed failed, $skipped skipped"
[[ $failed -eq 0 ]]
