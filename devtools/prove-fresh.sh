#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# prove-fresh.sh [--keep] [--dir DIR] [-- COMMAND...]      (as root)
#
# Shows that a fresh Debian is enough: makes a minimal one of this machine's release in DIR (default:
# a temporary directory), with this machine's package sources, copies the checkout into it and runs
# COMMAND there, in /root/rxbatch. Without a command: the packages, the driver headers and a program
# that includes them. --keep leaves DIR; a later run with the same --dir begins from it.
#
# Mounts and processes live in namespaces of their own: they end with this script, also when killed.
set -euo pipefail

here=$(dirname "$(realpath "$0")")
top=$(dirname "$here")
keep=no
root=

die()
{
	echo "prove-fresh: $1" >&2
	exit 1
}

usage()
{
	sed -n 's/^# \(prove-fresh.sh .*\)/usage: \1/p' "$0" >&2
	exit 2
}

# shellcheck disable=SC2317 # called by the trap
clean_up()
{
	[[ $keep == yes ]] || rm -rf --one-file-system "$root"
	[[ -z ${log:-} ]] || rm -f "$log"
}

release()
{
	local VERSION_CODENAME=''

	# shellcheck source=/dev/null
	. /etc/os-release
	echo "${VERSION_CODENAME:?no release name in /etc/os-release}"
}

# The place that this machine's own packages come from.
mirror()
{
	# shellcheck disable=SC2016 # the dollars are apt's
	apt-get indextargets --format '$(RELEASE) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
		awk -v release="$1" '$1 == release && $2 == "main" && !seen++ { print $3 }'
}

make_root()
{
	local codename uri include=()

	[[ ! -e $root/etc/debian_version ]] || return 0
	codename=$(release)
	uri=$(mirror "$codename")
	[[ -n $uri ]] || die "no package source for $codename main on this machine"
	[[ $uri != https:* ]] || include=(--include=ca-certificates)
	echo "prove-fresh: making a minimal $codename"
	log=$(mktemp)
	debootstrap --variant=minbase "${include[@]}" "$codename" "$root" "$uri" > "$log" 2>&1 ||
		{ tail -n 5 "$log" >&2; die "debootstrap failed"; }
	copy_apt_setup "$codename"
}

# This distribution's sources only, and how this machine reaches them.
copy_apt_setup()
{
	local file

	rm -f "$root/etc/apt/sources.list"
	for file in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
		[[ ! -f $file ]] || ! grep -qE "(^|[[:blank:]])$1([-/[:blank:]]|\$)" "$file" ||
			cp "$file" "$root$file"
	done
	for file in /etc/apt/apt.conf /etc/apt/apt.conf.d/*; do
		[[ ! -f $file ]] || ! grep -q '^[[:blank:]]*Acquire' "$file" || cp "$file" "$root$file"
	done
}

copy_checkout()
{
	local dest=$root/root/rxbatch

	rm -rf "$dest"
	mkdir -p "$dest"
	# What a clone would have, and what is not yet committed; no build directories.
	(cd "$top" && git ls-files -z -co --exclude-standard | while IFS= read -r -d '' file; do
		[[ ! -e $file ]] || printf '%s\0' "$file"
	done | tar -c --null -T - -f -) | tar -x --no-same-owner -C "$dest" -f -
}

# Runs in namespaces of its own.
# shellcheck disable=SC2016 # expanded there
enter='
	set -e
	root=$1
	shift
	mount --bind "$root" "$root"
	mount -t proc proc "$root/proc"
	mount --rbind /sys "$root/sys"
	mount --rbind /dev "$root/dev"
	mount -t tmpfs tmpfs "$root/run"
	mount -t tmpfs tmpfs "$root/tmp"
	exec chroot "$root" /usr/bin/env -C /root/rxbatch "$@"
'

run_inside()
{
	cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
	unshare --mount --pid --fork --kill-child --propagation private \
		env -i HOME=/root LC_ALL=C PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM="${TERM:-dumb}" \
		${http_proxy:+"http_proxy=$http_proxy"} ${https_proxy:+"https_proxy=$https_proxy"} \
		${no_proxy:+"no_proxy=$no_proxy"} \
		bash -c "$enter" enter "$root" "$@" < /dev/null
}

# The second round has no network.
# shellcheck disable=SC2016 # expanded in there
proof='
	set -euo pipefail
	devtools/setup.sh build
	version=$(pkg-config --modversion libdpdk)
	devtools/get-dpdk-source.sh "$version" /tmp/headers
	unshare --net sh -e -c "devtools/setup.sh build
		devtools/get-dpdk-source.sh $version /tmp/headers"
	cat > /tmp/proof.c << END
#include <ethdev_driver.h>
#include <ethdev_vdev.h>
#include <dev_driver.h>
#include <bus_driver.h>
#include <bus_vdev_driver.h>
int main(void) { return sizeof(struct rte_eth_dev) + sizeof(struct rte_vdev_driver) == 0; }
END
	gcc -Wall -Werror -O2 -DALLOW_EXPERIMENTAL_API -DALLOW_INTERNAL_API -I/tmp/headers \
		$(pkg-config --cflags libdpdk) -o /tmp/proof /tmp/proof.c \
		$(pkg-config --libs libdpdk) -lrte_bus_vdev
	/tmp/proof
	echo "prove-fresh: a program with the driver headers of DPDK $version compiles and runs"
'

while [[ $# -gt 0 ]]; do
	case $1 in
	--keep) keep=yes ;;
	--dir)
		[[ $# -ge 2 ]] || usage
		root=$2
		shift
		;;
	--)
		shift
		break
		;;
	*) usage ;;
	esac
	shift
done
[[ $# -gt 0 ]] || set -- bash -c "$proof"

[[ $(id -u) -eq 0 ]] || die "needs root, for debootstrap and mounts"
"$here/setup.sh" prove
# Only an empty directory or an earlier root: the clean-up removes it.
if [[ -n $root && -e $root && ! -e $root/etc/debian_version ]]; then
	rmdir "$root" 2> /dev/null || die "$root is neither empty nor a Debian made by this script"
fi
[[ $(realpath -m "${root:-none}") != / ]] || die "not into /"
if [[ -z $root ]]; then
	root=$(mktemp -d /var/tmp/rxbatch-fresh.XXXXXX)
else
	root=$(realpath -m "$root")
	mkdir -p "$root"
fi
trap clean_up EXIT
trap 'exit 130' INT TERM HUP
make_root
copy_checkout
status=0
run_inside "$@" || status=$?
[[ $keep == no ]] || echo "prove-fresh: kept in $root"
exit "$status"
