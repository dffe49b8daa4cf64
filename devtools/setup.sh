#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# setup.sh GROUP...     installs what is missing of the groups' packages, by apt (Debian 12)
# setup.sh --list GROUP...  only names the packages of the groups, one a line
#
# When nothing is missing, apt is not called: that takes no time and needs neither root nor network.
set -euo pipefail

declare -A packages=(
	# The drivers and their plugin; xz-utils unpacks the source package with the driver headers.
	[build]="gcc libc6-dev meson ninja-build pkg-config libdpdk-dev libpcap-dev libusb-1.0-0-dev
		python3 xz-utils"
	# dpdk-dev has dpdk-testpmd and dpdk-telemetry.py.
	[run]="dpdk-dev iproute2"
	# dpdk has dpdk-pmdinfo.py, which reads objects with pyelftools; tshark looks at radiotap;
	# patch is for app/testpmd-patches.
	[test]="libcunit1-dev dpdk gnuplot-nox make patch python3-pyelftools tshark"
	# The pictures of rxlab.
	[plot]="gnuplot-nox"
	# A machine in software with Debian's kernel, and an emulated device on its USB port.
	[vm]="qemu-system-x86 busybox-static cpio kmod libusbredirparser-dev iw tcpdump zstd procps udev"
	# clang's libFuzzer; without it the fuzz targets run over their corpus only.
	[fuzz]="clang libclang-rt-14-dev"
	# Recording captures of the kernel's own TCP.
	[record]="iproute2 iperf3 ethtool tcpdump iputils-ping python3"
	# Building a fresh Debian to try everything in.
	[prove]="debootstrap"
	# Checking the scripts.
	[lint]="shellcheck"
)

die()
{
	echo "setup: $1" >&2
	exit 1
}

usage()
{
	echo "usage: setup.sh [--list] GROUP...   groups: ${!packages[*]}" >&2
	exit 2
}

packages_of()
{
	local group

	for group in "$@"; do
		[[ -n ${packages[$group]:-} ]] || usage
		tr -s '[:space:]' '\n' <<< "${packages[$group]}"
	done | sort -u
}

# dpkg-query leaves out what it never heard of and then fails: compare with what was asked.
missing_of()
{
	# shellcheck disable=SC2016 # the dollars are dpkg-query's
	comm -23 <(printf '%s\n' "$@" | sort -u) \
		<(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' "$@" 2> /dev/null |
			sed -n 's/^.i  *//p' | sort -u)
}

apt_quiet()
{
	DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=300 \
		-o Acquire::Retries=2 -o Dpkg::Use-Pty=0 -o Dpkg::Options::=--force-confold \
		"$@" < /dev/null >> "$log" 2>&1
}

install_failed()
{
	tail -n 8 "$log" >&2
	die "could not install: $*
setup: check the network and the package sources, then: apt-get update && apt-get install $*"
}

install_packages()
{
	[[ $(id -u) -eq 0 ]] || die "not root; as root run: apt-get install $*"
	log=$(mktemp)
	trap 'rm -f "$log"' EXIT
	echo "setup: installing $*"
	# An update that fails for one source may still leave lists that serve.
	apt_quiet update || true
	apt_quiet install --no-install-recommends "$@" || install_failed "$@"
}

main()
{
	local wanted missing list=no

	if [[ ${1:-} == --list ]]; then
		list=yes
		shift
	fi
	[[ $# -gt 0 ]] || usage
	wanted=$(packages_of "$@")
	if [[ $list == yes ]]; then
		echo "$wanted"
		return
	fi
	command -v dpkg-query apt-get > /dev/null ||
		die "this is no Debian; install what it calls: ${wanted//$'\n'/ }"
	mapfile -t wanted <<< "$wanted"
	mapfile -t missing < <(missing_of "${wanted[@]}")
	[[ ${#missing[@]} -eq 0 ]] || install_packages "${missing[@]}"
}

main "$@"
