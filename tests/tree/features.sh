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
while read -r key; do
	if grep -q "^\* *-.*\`\`$key\`\`\|^   \* - \`\`$key=" "$top/doc/guides/nics/rtw89u.rst"; then
		passed=$((passed + 1))
	else
		echo "the guide does not explain $key=" >&2
		failed=$((failed + 1))
	fi
done < <(sed -n 's/^#define RTW89U_ARG_[A-Z_]*[[:space:]]*"\(.*\)"/\1/p' \
	"$top/drivers/net/rtw89u/rtw89u_devargs.h")
echo "$passed passed, $failed failed, 0 skipped"
[[ $failed -eq 0 ]]
