#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# The tree builds with clang, where there is one, without a warning; gcc does so in example.sh. When
# RXBATCH_LONG is 1, with both, and the tests too.
set -euo pipefail

top=$(realpath "$(dirname "$0")/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tests=false
compilers=(clang)
if [[ ${RXBATCH_LONG:-0} != 0 ]]; then
	tests=true
	compilers=(gcc clang)
fi
passed=0
failed=0
skipped=0

build_with()
{
	CC=$1 meson setup "$work/$1" "$top" -Dwerror=true -Dtests="$tests" > "$work/log" 2>&1 &&
		ninja -C "$work/$1" > "$work/log" 2>&1
}

for cc in "${compilers[@]}"; do
	if ! command -v "$cc" > /dev/null; then
		echo "skipped: no $cc here"
		skipped=$((skipped + 1))
	elif build_with "$cc"; then
		passed=$((passed + 1))
	else
		grep -E 'error|warning' "$work/log" | head -n 20 >&2
		failed=$((failed + 1))
	fi
done
echo "$passed passed, $failed failed, $skipped skipped"
[[ $failed -eq 0 ]]
