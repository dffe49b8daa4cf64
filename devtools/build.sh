#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# build.sh KIND [MESON OPTION...]    KIND: release, debug, sanitize or clang
#
# Sets up build/KIND where that is missing, builds it, prints its path. Quiet when all goes well.
# Meson options (-Ddpdk_src=PATH) count at the first set-up; later ones change the set-up.
set -euo pipefail

top=$(dirname "$(dirname "$(realpath "$0")")")
kind=${1:-release}
shift || true
dir=$top/build/$kind
log=$top/build/$kind.log

setup_options()
{
	case $kind in
	release) echo --buildtype=release ;;
	debug) echo --buildtype=debug ;;
	sanitize) echo --buildtype=debug -Doptimization=1 -Db_sanitize=address,undefined ;;
	clang) echo --buildtype=release ;;
	*)
		echo "build: no set-up called $kind (release, debug, sanitize, clang)" >&2
		exit 2
		;;
	esac
}

failed()
{
	grep -E 'ERROR|error:|get-dpdk-source' "$log" >&2 || tail -n 15 "$log" >&2
	echo "build: $1 failed; the whole output is in $log" >&2
	exit 1
}

if ! mkdir -p "$top/build" 2> /dev/null || [[ ! -w $top/build ]]; then
	echo "build: cannot write to $top/build; use a checkout that you may write to" >&2
	exit 1
fi
options=$(setup_options)
[[ $kind != clang ]] || export CC=clang
if [[ ! -e $dir/build.ninja ]]; then
	rm -rf "$dir"
	# shellcheck disable=SC2086 # a list of options
	meson setup "$dir" "$top" $options "$@" > "$log" 2>&1 || failed "set-up"
elif [[ $# -gt 0 ]]; then
	# A set-up that cannot be must not stay: the next run would meet it again.
	if ! meson setup --reconfigure "$dir" "$top" "$@" > "$log" 2>&1; then
		rm -rf "$dir"
		failed "set-up"
	fi
fi
ninja -C "$dir" > "$log" 2>&1 || failed "the build"
echo "$dir"
