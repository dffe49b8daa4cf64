#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# plugin.sh PLUGIN: what the shared object shows to the outside: one -d is enough, nothing is
# exported that DPDK does not ask for, dpdk-pmdinfo.py finds the devargs.
set -euo pipefail

plugin=${1:?plugin.sh PLUGIN}
passed=0
failed=0
skipped=0

check()
{
	if [[ -z $2 ]]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf '%s: %s\n' "$1" "$2" >&2
	fi
}

check "symbols exported" "$(nm -D --defined-only "$plugin" | awk '{ print $3 }' | grep -v '^DPDK_' || true)"
check "libraries that no package installs" \
	"$(ldd "$plugin" | grep -E 'not found|rxb' || true)"
check "no version in its name" \
	"$(readelf -d "$plugin" | grep -q 'SONAME.*librte_net_rtw89u\.so\.[0-9]*' || echo "$plugin")"

if command -v dpdk-pmdinfo.py > /dev/null && /usr/bin/python3 -c 'import elftools' 2> /dev/null; then
	info=$(/usr/bin/python3 "$(command -v dpdk-pmdinfo.py)" "$plugin")
	for key in model speed air air-set model-set replay replay-dev loop hold agg-size agg-count \
		rx-csum buffers buffer-size; do
		check "dpdk-pmdinfo.py does not show $key" \
			"$(grep -q "[\" ]$key=" <<< "$info" || echo "$info")"
	done
else
	echo "skipped: no dpdk-pmdinfo.py here"
	skipped=1
fi
echo "$passed passed, $failed failed, $skipped skipped"
[[ $failed -eq 0 ]]
