#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# kernel_gro.sh [OPTION...]: lib/rxbatch against the kernel's own GRO, on a TAP in a network
# namespace that ends with the program; options are kernel_gro's. KERNEL_GRO_ALLOW: another list
# of rules.
set -u

if [[ $(id -u) -ne 0 ]]; then
	echo "skipped: TAP and network namespace need root"
	exit 77
fi
if [[ ! -c /dev/net/tun ]]; then
	echo "skipped: no /dev/net/tun"
	exit 77
fi
here=$(dirname "$(realpath "$0")")
# shellcheck source=tests/smoke/lib.sh
. "$here/lib.sh"
kernel_gro=$(realpath -m "${KERNEL_GRO:-$build/tests/smoke/kernel_gro}")
prefix=rxbatch-kgro-$$
trap 'rm -rf --one-file-system "$tmp" "/var/run/dpdk/$prefix"' EXIT
timeout -k 5 200 "$kernel_gro" -l 0 --no-huge -m 64 --no-pci --no-telemetry --no-shconf \
	--file-prefix "$prefix" --log-level=error -- \
	"--allow=${KERNEL_GRO_ALLOW:-$here/kernel_gro-allow.txt}" "$@" "$captures"/*.pcap
