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
	tail -n 25 "$log" >&2
	echo "build: $1 failed; the whole output is in $log" >&2
	exit 1
}

mkdir -p "$top/build"
options=$(setup_options)
[[ $kind != clang ]] || export CC=clang
if [[ ! -e $dir/build.ninja ]]; then
	rm -rf "$dir"
	# shellcheck disable=SC2086 # a list of options
	meson setup "$dir" "$top" $options "$@" > "$log" 2>&1 || failed "set-up"
elif [[ $# -gt 0 ]]; then
	meson configure "$dir" "$@" > "$log" 2>&1 || failed "set-up"
fi
ninja -C "$dir" > "$log" 2>&1 || failed "the build"
echo "$dir"
