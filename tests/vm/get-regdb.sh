#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# get-regdb.sh
#
# Unpacks the distribution's database of radio regulations into build/vm/regdb and prints that
# folder: without it Linux allows no channel of 6 GHz anywhere. Nothing is installed. When it cannot
# be had it says so in one line and exits with 77, which a test takes for "skipped".
set -euo pipefail

top=$(dirname "$(dirname "$(dirname "$(realpath "$0")")")")
# shellcheck source=devtools/apt-own.sh
. "$top/devtools/apt-own.sh"
package=wireless-regdb
dest=$top/build/vm/regdb

skip()
{
	echo "get-regdb: skipped: no $package: $1" >&2
	exit 77
}

fetch()
{
	local word

	apt_own_sources "$tmp" deb > "$tmp/log" || skip "$(< "$tmp/log")"
	apt_own "$tmp" update > "$tmp/log" 2>&1 || skip "$(tail -n 1 "$tmp/log")"
	(cd "$tmp" && apt_own "$tmp" download "$package") > "$tmp/log" 2>&1 ||
		skip "$(tail -n 1 "$tmp/log")"
	dpkg-deb -x "$tmp/$package"_*.deb "$tmp/tree"
	mkdir "$tmp/new"
	# Signed twice: by Debian, whose kernels these are, and by its makers.
	for word in db db.p7s; do
		find "$tmp/tree" -name "regulatory.$word-debian" -exec cp {} "$tmp/new/regulatory.$word" \;
		[[ -s $tmp/new/regulatory.$word ]] || skip "the package has no regulatory.$word-debian"
	done
}

if [[ ! -e $dest/regulatory.db ]]; then
	mkdir -p "$top/build/vm"
	exec 9> "$top/build/vm/.lock-regdb"
	flock -w 120 9 || skip "another get-regdb.sh does not end"
fi
if [[ ! -e $dest/regulatory.db ]]; then
	tmp=$(mktemp -d "$top/build/vm/new.XXXXXX")
	trap 'rm -rf "$tmp"' EXIT
	trap 'exit 130' INT TERM HUP
	fetch
	rm -rf "$dest"
	mv -T "$tmp/new" "$dest"
fi
echo "$dest"
