#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# build.sh [--src TREE]
#
# testpmd of the installed DPDK's version with the patches of this folder, built against the
# installed libraries: build/testpmd/dpdk-testpmd, whose path is printed. The source comes from
# TREE, a DPDK source tree, or from the distribution's source package, once (.cache). When nothing
# has changed, nothing is built.
set -euo pipefail

here=$(dirname "$(realpath "$0")")
top=$(realpath "$here/../..")
out=$top/build/testpmd
src=$out/src
log=$out/log

die()
{
	echo "testpmd-patches: $1" >&2
	exit 1
}

failed()
{
	grep -E 'ERROR|error:|undefined reference' "$log" >&2 || tail -n 10 "$log" >&2
	die "$1 failed; the whole output is in $log"
}

# testpmd has code of some drivers, which would have to be linked: it goes without.
no_drivers()
{
	local name

	echo '/* Made by build.sh: drivers that testpmd knows and that are not linked. */'
	echo '#include <rte_config.h>'
	grep -ohE '\bRTE_(NET|CRYPTO)_[A-Z0-9_]+' "$src"/test-pmd/*.[ch] | sort -u |
		while read -r name; do
			echo "#undef $name"
		done
}

# The source as it is to be, in a folder of its own.
prepare()
{
	local patch

	rm -rf "$src"
	mkdir -p "$src/test-pmd"
	cp "$here/meson.build" "$src/"
	cp "$cache"/* "$src/test-pmd/"
	for patch in "$here"/*.patch; do
		patch --forward --silent -d "$src/test-pmd" -p3 < "$patch" > "$log" 2>&1 ||
			failed "${patch##*/} on DPDK $version"
	done
	no_drivers > "$src/no_drivers.h"
}

# What the source is made of: when it is the same, it stays, and ninja has nothing to do.
recipe()
{
	cat "$here/meson.build" "$here/build.sh" "$here"/*.patch "$cache/.dpdk-version" |
		sha256sum
	pkg-config --libs libdpdk
}

tree=()
if [[ ${1:-} == --src && -n ${2:-} ]]; then
	tree=(--src "$2")
	shift 2
fi
[[ $# -eq 0 ]] || { sed -n '5s/^# /usage: /p' "$0" >&2; exit 2; }
for tool in pkg-config meson ninja patch; do
	command -v "$tool" > /dev/null || die "no $tool here; on Debian: devtools/setup.sh build test"
done
version=$(pkg-config --modversion libdpdk) ||
	die "no libdpdk here; on Debian: devtools/setup.sh build"
cache=$top/.cache/dpdk-$version-testpmd
mkdir -p "$out"
# Whoever comes while another builds waits, and finds it done.
exec 9> "$out/lock"
flock 9
"$top/devtools/get-dpdk-source.sh" ${tree[@]+"${tree[@]}"} --part testpmd "$version" "$cache" \
	> "$log" || die "no source of testpmd $version"

made=$(recipe)
if [[ ! -f $out/made-of || $(< "$out/made-of") != "$made" ]]; then
	rm -rf "$out/made-of" "$out/obj"
	prepare
	meson setup "$out/obj" "$src" > "$log" 2>&1 || failed "the set-up"
	echo "$made" > "$out/made-of"
fi
ninja -C "$out/obj" > "$log" 2>&1 || failed "the build"
ln -sf obj/dpdk-testpmd "$out/dpdk-testpmd"
echo "$out/dpdk-testpmd"
