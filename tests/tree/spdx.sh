#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# Each source file says its licence; models include nothing of the drivers or of DPDK.
set -euo pipefail

cd "$(dirname "$0")/../.."
failed=0
passed=0

check()
{
	if [[ -z $2 ]]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf '%s:\n%s\n' "$1" "$2" >&2
	fi
}

files=$(find . -path ./build -prune -o -path ./.cache -prune -o -path ./.git -prune -o -type f \
	\( -name '*.[ch]' -o -name '*.sh' -o -name '*.py' -o -name meson.build -o -name '*.rst' \) -print)
check "no SPDX line" "$(echo "$files" | while read -r f; do
	head -n 5 "$f" | grep -q SPDX-License-Identifier || echo "$f"
done)"
check "models/ includes what it must not" \
	"$(grep -rnE '#include [<"](rte_|.*drivers/|usb_transport|rtw89u[_.]|mt76u[_.]|wlan_|wport)' models || true)"
check "drivers/common/usb knows Wi-Fi or a chip" \
	"$(grep -rnE '#include "(wlan_|wport|rtw89u|mt76u|rte_pmd_wlan)' drivers/common/usb || true)"
check "drivers/common/wlan knows a chip or USB" \
	"$(grep -rnE '#include "(usb_|wport|rtw89u|mt76u)' drivers/common/wlan || true)"
check "drivers/common/wport knows a chip" \
	"$(grep -rnE '#include "(rtw89u|mt76u)' drivers/common/wport || true)"
check "the drivers know a model" \
	"$(grep -rnE '#include "(\.\./)*(models|usb_device|air|rtw89/|mt7921u/|core/)' \
		drivers/net drivers/common/w* || true)"
check "a driver knows another" "$(grep -rn '#include "mt76u' drivers/net/rtw89u || true)$(
	grep -rn '#include "rtw89u' drivers/net/mt76u || true)"
echo "$passed passed, $failed failed, 0 skipped"
[[ $failed -eq 0 ]]
