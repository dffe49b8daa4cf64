#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# get-kernel.sh 6.1|7
#
# Unpacks one of Debian's kernels into build/vm/kernel-NAME and prints that folder: vmlinux, which
# QEMU can start, lib/modules/RELEASE, and version, which names the release and is written last. 6.1
# is the kernel of the distribution that this machine runs, 7 that of newer backports. Nothing is
# installed. A folder that is complete is left alone; when there is no network, or no such
# kernel, it says so in one line and exits with 77, which a test takes for "skipped".
set -euo pipefail

top=$(dirname "$(dirname "$(dirname "$(realpath "$0")")")")
# shellcheck source=devtools/apt-own.sh
. "$top/devtools/apt-own.sh"

# Which kernel packages there are changes; apt is asked below this one.
meta=linux-image-amd64
# What no guest of ours has; half of the whole, and it takes time to unpack.
unwanted=(accel ata comedi gpu hwmon iio infiniband isdn media message misc mtd scsi staging target)

skip()
{
	echo "get-kernel: skipped: no kernel $name: $1" >&2
	exit 77
}

die()
{
	echo "get-kernel: $1" >&2
	exit 1
}

# suites_of NAME: where to look, "own" for the suites of this machine's entries
suites_of()
{
	case $1 in
	6.1) echo own ;;
	7) echo trixie-backports forky sid ;;
	*)
		echo "usage: get-kernel.sh 6.1|7" >&2
		exit 2
		;;
	esac
}

# release_in SUITE: what uname -r will say, when the suite's newest kernel is of this name
release_in()
{
	local suite=$1

	[[ $suite != own ]] || suite=''
	apt_own_sources "$tmp" deb "$suite" > "$tmp/log" || skip "$(< "$tmp/log")"
	apt_own "$tmp" update > "$tmp/log" 2>&1 || return 1
	apt_own_cache "$tmp" show --no-all-versions "$meta" 2> /dev/null |
		sed -nE "s/^Depends:.*linux-image-($name\.[^ ,]*)-amd64.*/\1-amd64/p"
}

# All packages of the release: older ones have everything in linux-image, newer ones are split.
packages_of()
{
	apt_own_cache "$tmp" depends --recurse --important "$meta" |
		grep -Fx -e "linux-image-$1" -e "linux-modules-$1" -e "linux-binary-$1" -e "linux-base-$1"
}

fetch()
{
	local suite packages

	for suite in $(suites_of "$name"); do
		release=$(release_in "$suite") || release=''
		[[ -z $release ]] || break
	done
	[[ -n $release ]] || skip "no package source offers one (is there a network?)"
	mapfile -t packages < <(packages_of "$release")
	mkdir "$tmp/packages" "$tmp/tree"
	(cd "$tmp/packages" && apt_own "$tmp" download "${packages[@]}") > "$tmp/log" 2>&1 ||
		skip "cannot download ${packages[*]}: $(tail -n 1 "$tmp/log")"
}

unpack()
{
	local package

	for package in "$tmp"/packages/*.deb; do
		dpkg-deb --fsys-tarfile "$package" | tar -x -C "$tmp/tree" --exclude='*/kernel/sound' \
			"${unwanted[@]/#/--exclude=*/kernel/drivers/}" || die "cannot unpack ${package##*/}"
	done
	mkdir "$tmp/kernel" "$tmp/kernel/lib"
	# /lib is a link to usr/lib for some, and a folder of its own for others.
	for modules in "$tmp/tree/usr/lib/modules" "$tmp/tree/lib/modules"; do
		[[ ! -d $modules/$release/kernel ]] || break
	done
	mv "$modules" "$tmp/kernel/lib/"
	modules=$tmp/kernel/lib/modules/$release
	[[ -d $modules/kernel ]] || die "the packages have no modules of $release"
	# Once here is less than at each load in a guest in software.
	find "$modules" -name '*.ko.xz' -print0 | xargs -0 -r -n 64 -P 2 xz -d
	depmod -b "$tmp/kernel" "$release" || die "depmod failed"
}

number_at()
{
	od -An "-t$3" -j "$2" -N "${3#u}" "$1" | tr -d ' '
}

# The kernel as QEMU starts it in least time: unpacked. Where it lies in a bzImage: the kernel's
# Documentation/arch/x86/boot.rst, setup_sects, payload_offset and payload_length.
extract_vmlinux()
{
	local image from length unpacker

	image=$(find "$tmp/tree" "$modules" -name 'vmlinuz*' | head -n 1)
	[[ -n $image ]] || die "the packages have no kernel image"
	from=$((($(number_at "$image" 0x1f1 u1) + 1) * 512 + $(number_at "$image" 0x248 u4)))
	length=$(number_at "$image" 0x24c u4)
	case $(od -An -tx1 -j "$from" -N 4 "$image") in
	' fd 37 7a 58') unpacker=xz ;;
	' 28 b5 2f fd') unpacker=zstd ;;
	*) die "${image##*/} is packed in a way that this script does not know" ;;
	esac
	# Its last four bytes are the length unpacked.
	dd if="$image" bs=64K iflag=skip_bytes,count_bytes skip="$from" count=$((length - 4)) \
		status=none | "$unpacker" -dc > "$tmp/kernel/vmlinux" || die "cannot unpack ${image##*/}"
}

[[ $# -eq 1 ]] || suites_of ''
name=$1
suites_of "$name" > /dev/null
dest=$top/build/vm/kernel-$name
if [[ ! -e $dest/version ]]; then
	for tool in apt-get apt-cache dpkg-deb depmod xz zstd; do
		command -v "$tool" > /dev/null || skip "'$tool' is missing; run devtools/setup.sh vm"
	done
	mkdir -p "$top/build/vm"
	# Two tests may want it at once.
	exec 9> "$top/build/vm/.lock-$name"
	flock -w 300 9 || die "another get-kernel.sh $name does not end"
fi
if [[ ! -e $dest/version ]]; then
	tmp=$(mktemp -d "$top/build/vm/new.XXXXXX")
	trap 'rm -rf "$tmp"' EXIT
	trap 'exit 130' INT TERM HUP
	fetch
	unpack
	extract_vmlinux
	echo "$release" > "$tmp/kernel/version"
	rm -rf "$dest"
	mv -T "$tmp/kernel" "$dest"
fi
echo "$dest"
