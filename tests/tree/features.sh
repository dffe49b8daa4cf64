#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# The features files say what the code does, and every devarg stands in the guide.
set -euo pipefail

top=$(realpath "$(dirname "$0")/../..")
passed=0
failed=0

if /usr/bin/python3 "$top/devtools/check-features.py" > /dev/null; then
	passed=$((passed + 1))
else
	failed=$((failed + 1))
fi
# explained KEY GUIDE
explained()
{
	if grep -q "^\* *-.*\`\`$1\`\`\|^   \* - \`\`$1=" "$top/doc/guides/nics/$2.rst"; then
		passed=$((passed + 1))
	else
		echo "$2.rst does not explain $1=" >&2
		failed=$((failed + 1))
	fi
}

# Those of all drivers, and the driver's own.
for guide in rtw89u mt76u; do
	while read -r key; do
		explained "$key" "$guide"
	done < <(sed -n 's/^#define [A-Z0-9]*_ARG_[A-Z_]*[[:space:]]*"\([^"]*\)".*/\1/p' \
		"$top/drivers/common/wport/wport_devargs.h" "$top/drivers/net/$guide/$guide.h")
done
echo "$passed passed, $failed failed, 0 skipped"
[[ $failed -eq 0 ]]
