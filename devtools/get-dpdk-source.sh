#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# get-dpdk-source.sh [--src TREE] [--part PART] VERSION DEST
#
# Puts a part of DPDK's sources of VERSION (pkg-config --modversion libdpdk) flat into DEST:
#	headers		the internal driver headers, for building drivers (the default)
#	gro		librte_gro and librte_gso, to be measured with our compiler flags
#	testpmd		testpmd, for app/testpmd-patches
# They come from TREE, a DPDK source tree, or else from the distribution's own source package of
# the installed libdpdk-dev, through the package sources that this machine already uses.
# A complete DEST is left alone, so later runs need no network.
set -euo pipefail

# shellcheck source=devtools/apt-own.sh
. "$(dirname "$(realpath "$0")")/apt-own.sh"

# Names or patterns; each must be there.
declare -A parts=(
	[headers]="lib/ethdev/ethdev_driver.h lib/ethdev/ethdev_vdev.h lib/eal/include/dev_driver.h
		lib/eal/include/bus_driver.h drivers/bus/vdev/bus_vdev_driver.h"
	[gro]="lib/gro/*.[ch] lib/gso/*.[ch]"
	[testpmd]="app/test-pmd/*.[ch] app/test-pmd/meson.build lib/eal/linux/include/rte_os_shim.h"
)
# Names the version that DEST holds; written last, so its presence means "complete".
stamp=.dpdk-version

die()
{
	echo "get-dpdk-source: $1" >&2
	echo "get-dpdk-source: or give a DPDK $version source tree: meson setup -Ddpdk_src=PATH" >&2
	exit 1
}

usage()
{
	local all=${!parts[*]}

	echo "usage: get-dpdk-source.sh [--src TREE] [--part ${all// /|}] VERSION DEST" >&2
	exit 2
}

is_complete()
{
	local path

	[[ -f $dest/$stamp && $(< "$dest/$stamp") == "$version${tree:+ $tree}" ]] || return 1
	for path in "${files[@]}"; do
		compgen -G "$dest/${path##*/}" > /dev/null || return 1
	done
}

# Nothing of somebody else's is ever removed.
is_replaceable()
{
	[[ ! -e $dest || -f $dest/$stamp ]] || rmdir "$dest" 2> /dev/null
}

# 22.11.11-0+deb12u1 -> 22.11.11; an epoch goes too.
upstream_of()
{
	local v=${1#*:}

	echo "${v%-*}"
}

download_failed()
{
	tail -n 5 "$tmp/log" >&2
	die "$1"
}

installed_source_version()
{
	# shellcheck disable=SC2016 # the dollar is dpkg-query's
	dpkg-query -W -f '${source:Version}' libdpdk-dev 2> /dev/null
}

check_installed()
{
	local tool

	for tool in apt-get dpkg-query awk tar xz; do
		command -v "$tool" > /dev/null ||
			die "'$tool' is missing; on Debian run devtools/setup.sh build"
	done
	source_version=$(installed_source_version) ||
		die "the package libdpdk-dev is not installed; run devtools/setup.sh build"
	[[ $(upstream_of "$source_version") == "$version" ]] ||
		die "libdpdk $version is not the packaged one ($source_version)"
}

fetch_source_package()
{
	mkdir -p "$tmp/package"
	apt_own "$tmp" update > "$tmp/log" 2>&1 ||
		download_failed "cannot read the package sources: is there a network?"
	(cd "$tmp/package" && apt_own "$tmp" source --download-only "dpdk=$source_version") \
		> "$tmp/log" 2>&1 ||
		download_failed "cannot download the source of dpdk $source_version (no network? an old version? apt-get update && apt-get install libdpdk-dev)"
}

unpack_part()
{
	local orig=("$tmp"/package/dpdk_*.orig.tar.*)

	[[ -f ${orig[0]} ]] || die "the source package has no upstream archive"
	mkdir "$tmp/tree"
	tar -xf "${orig[0]}" -C "$tmp/tree" --strip-components=1 --wildcards \
		"${files[@]/#/*/}" '*/VERSION' || die "cannot unpack ${orig[0]##*/}"
}

# A tree of another version has other structures: the plugin would load and misbehave.
check_tree_version()
{
	[[ -r $1/VERSION ]] || die "$1 is not a DPDK source tree (no file VERSION)"
	# The third number is a stable release's, and 23.11.0 is how 23.11 spells itself.
	[[ $(< "$1/VERSION") =~ ^0*([0-9]+)\.0*([0-9]+)\.0*([0-9]+) ]] ||
		die "$1/VERSION holds no version"
	local have="${BASH_REMATCH[1]}.${BASH_REMATCH[2]}.${BASH_REMATCH[3]}"

	[[ $version =~ ^0*([0-9]+)\.0*([0-9]+)(\.0*([0-9]+))? ]] || die "odd version '$version'"
	[[ $have == "${BASH_REMATCH[1]}.${BASH_REMATCH[2]}.${BASH_REMATCH[4]:-0}" ]] ||
		die "$1 is DPDK $have, installed is $version"
}

copy_part()
{
	local path

	mkdir "$tmp/out"
	for path in "${files[@]}"; do
		compgen -G "$1/$path" > /dev/null || die "$1 has no $path"
		# shellcheck disable=SC2086 # a pattern
		(cd "$1" && cp $path "$tmp/out/")
	done
	chmod 755 "$tmp/out"
	echo "$version${tree:+ $tree}" > "$tmp/out/$stamp"
}

# Two builds may come here at once: whoever is second finds a complete DEST.
put_in_place()
{
	local old

	if [[ -e $dest ]]; then
		old=$(mktemp -d "$dest.old.XXXXXX")
		mv -T "$dest" "$old/dest" 2> /dev/null || true
		rm -rf "$old"
	fi
	mv -T "$tmp/out" "$dest" 2> /dev/null || is_complete || die "cannot create $dest"
}

tree=
part=headers
while [[ ${1:-} == --* ]]; do
	[[ $# -ge 2 && -n $2 ]] || usage
	case $1 in
	--src) tree=$2 ;;
	--part) part=$2 ;;
	*) usage ;;
	esac
	shift 2
done
[[ -n ${parts[$part]:-} ]] || usage
# Words, not yet files: patterns of the tree.
read -ra files <<< "${parts[$part]//[[:space:]]/ }"
[[ $# -eq 2 && -n $1 && -n $2 ]] || usage
version=$1
dest=${2%/}

if [[ -n $tree ]]; then
	[[ -d $tree ]] || die "no such directory: $tree"
	tree=$(realpath "$tree")
fi
if is_complete; then
	echo "DPDK $version $part: already in $dest"
	exit 0
fi
is_replaceable || die "$dest exists and was not made by this script: remove it"
mkdir -p "$(dirname "$dest")"
# Beside DEST, for the rename to be one step.
tmp=$(mktemp -d "$dest.new.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM HUP
tmp=$(realpath "$tmp")

if [[ -n $tree ]]; then
	check_tree_version "$tree"
	copy_part "$tree"
else
	check_installed
	sources_missing=$(apt_own_sources "$tmp" deb-src) || die "$sources_missing"
	fetch_source_package
	unpack_part
	check_tree_version "$tmp/tree"
	copy_part "$tmp/tree"
fi
put_in_place
echo "DPDK $version $part: put into $dest"
