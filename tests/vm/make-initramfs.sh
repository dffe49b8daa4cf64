#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# make-initramfs.sh KERNEL-FOLDER FILE
#
# The smallest one that can mount the host's file system: busybox, the modules of 9p over virtio and
# overlay in their order, and init.
set -euo pipefail

here=$(dirname "$(realpath "$0")")
kernel=$1
file=$(realpath -m "$2")
release=$(< "$kernel/version")

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp"/{bin,dev,host,modules,proc,root,writes}
cp "$(command -v busybox)" "$tmp/bin/busybox"
install -m 755 "$here/init" "$tmp/init"
for module in virtio_pci 9pnet_virtio 9p overlay; do
	modprobe -d "$kernel" -S "$release" --show-depends "$module"
done | while read -r word path _; do
	# The other word is "builtin".
	[[ $word == insmod ]] || continue
	[[ ! -e $tmp/modules/${path##*/} ]] || continue
	cp "$path" "$tmp/modules/"
	echo "${path##*/}" >> "$tmp/modules/order"
done
(cd "$tmp" && find . | cpio --quiet -o -H newc) > "$file"
