#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# plugin.sh PLUGIN...: what each shared object shows to the outside: one -d is enough, nothing is
# exported that DPDK does not ask for, dpdk-pmdinfo.py finds the devargs; and dpdk-testpmd takes all
# of them at once, in either order.
set -euo pipefail

top=$(realpath "$(dirname "$0")/../..")
: "${1:?plugin.sh PLUGIN...}"
trap 'rm -rf "/var/run/dpdk/rxbatch-plugin-$$"' EXIT
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

# bare PLUGIN: its name without versions
bare()
{
	local name=${1##*/}

	echo "${name%%.so*}.so"
}

# declared PLUGIN: functions of its public header, if it has one
declared()
{
	local driver=${1#librte_net_} header

	driver=${driver%.so}
	header=$top/drivers/net/$driver/rte_pmd_$driver.h
	[[ ! -e $header ]] || sed -n 's/^int \(rte_pmd_[a-z0-9_]*\)(.*/\1/p' "$header" | sort
}

# keys DRIVER: of its devargs
keys()
{
	local driver=mt76u

	[[ $1 != *rtw89u* ]] || driver=rtw89u
	sed -n 's/^#define [A-Z0-9]*_ARG_[A-Z_]*[[:space:]]*"\([^"]*\)".*/\1/p' \
		"$top/drivers/common/wport/wport_devargs.h" "$top/drivers/net/$driver/$driver.h"
}

have_pmdinfo()
{
	command -v dpdk-pmdinfo.py > /dev/null && /usr/bin/python3 -c 'import elftools' 2> /dev/null
}

for plugin in "$@"; do
	name=$(bare "$plugin")
	check "$name: symbols exported, < more than declared, > fewer" \
		"$(diff <(nm -D --defined-only "$plugin" | awk '{ sub("@.*", "", $3); print $3 }' |
			grep -v '^DPDK_\|^EXPERIMENTAL' | sort) <(declared "$name") || true)"
	check "$name: libraries that no package installs" \
		"$(ldd "$plugin" | grep -E 'not found|rxb' || true)"
	check "$name: no version in its name" \
		"$(readelf -d "$plugin" | grep -q "SONAME.*${name//./\\.}\.[0-9]*" || echo "$plugin")"
	if ! have_pmdinfo; then
		echo "skipped: no dpdk-pmdinfo.py here"
		skipped=$((skipped + 1))
		continue
	fi
	info=$(/usr/bin/python3 "$(command -v dpdk-pmdinfo.py)" "$plugin")
	while read -r key; do
		check "$name: dpdk-pmdinfo.py does not show $key" \
			"$(grep -q "[\" ]$key=" <<< "$info" || echo "$info")"
	done < <(keys "$name")
done

# load PLUGIN...: testpmd with a port of each driver
load()
{
	local plugin options=() log

	for plugin in "$@"; do
		options+=(-d "$(bare "$plugin")")
	done
	log=$(cd / && LD_LIBRARY_PATH=$(dirname "$1") timeout 60 dpdk-testpmd -l 0,1 --no-huge -m 256 \
		--no-pci --no-telemetry --file-prefix rxbatch-plugin-$$ "${options[@]}" --vdev=net_rtw89u0,model=rtl8922au \
		--vdev=net_mt76u0,model=mt7921u -- --total-num-mbufs=4096 < /dev/null 2>&1) ||
		tail -n 5 <<< "$log"
}

if ! command -v dpdk-testpmd > /dev/null; then
	echo "skipped: no dpdk-testpmd here"
	skipped=$((skipped + 1))
elif [[ $# -eq 2 ]]; then
	check "both plugins, a port of each" "$(load "$1" "$2")"
	check "both plugins, the other order" "$(load "$2" "$1")"
fi
echo "$passed passed, $failed failed, $skipped skipped"
[[ $failed -eq 0 ]]
