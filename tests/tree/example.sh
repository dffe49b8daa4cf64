#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# Installs the project into a folder of its own, builds the examples against what is installed
# there, by pkg-config alone, and runs them: rxinfo with the installed plugins, gro with the library on
# a port of DPDK's own. A warning of the compiler fails the installation.
set -euo pipefail

top=$(realpath "$(dirname "$0")/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail()
{
	echo "example: $1" >&2
	echo "0 passed, 1 failed, 0 skipped"
	exit 1
}

# The driver headers of the tests' own build are already there: no network.
meson setup "$work/build" "$top" --prefix="$work/usr" -Dpmd_dir="$work/usr/lib/pmds" \
	-Dtests=false -Dwerror=true > "$work/log" 2>&1 || { cat "$work/log"; fail "no set-up"; }
meson install -C "$work/build" > "$work/log" 2>&1 || { tail "$work/log"; fail "no install"; }

pc=$(find "$work/usr" -name rxbatch.pc -printf '%h\n')
[[ -n $pc ]] || fail "rxbatch.pc is not installed"
# Functions that are hidden by mistake are no error to the linker.
so=$(find "$work/usr" -name librxbatch.so)
nm -D --defined-only "$so" | awk '$2 == "T" { sub(/@.*/, "", $3); print $3 }' | sort > "$work/exported"
sed -n 's/^\t\(rxb_[a-z_]*\);$/\1/p' "$top/lib/rxbatch/version.map" | sort > "$work/promised"
diff "$work/promised" "$work/exported" >&2 || fail "librxbatch.so exports something else"

for name in rxinfo gro; do
	cp -r "$top/examples/$name" "$work/$name"
	PKG_CONFIG_PATH=$pc make -C "$work/$name" clean "$name" > "$work/log" 2>&1 ||
		{ tail "$work/log"; fail "$name does not build"; }
done

cd /

# run DRIVER MODEL WORDS: what the radio of that model says of a packet
run()
{
	# shellcheck disable=SC2086 # a list of options
	LD_LIBRARY_PATH=$work/usr/lib/pmds timeout 60 "$work/rxinfo/rxinfo" \
		${RXBATCH_EAL:---no-huge -m 512} --no-pci --no-telemetry -d "librte_net_$1.so" \
		--vdev="net_${1}0,model=$2,air=gen:rate:200/size:1514/flows:4" -- 2000 \
		> "$work/out" 2>&1 || { tail "$work/out"; fail "it does not run on $2"; }
	grep -q "1514 bytes .* us .*$3" "$work/out" ||
		{ tail "$work/out"; fail "it does not say what the radio of $2 knew"; }
	grep -q '^[0-9]* packets$' "$work/out" || fail "it does not count on $2"
}

# An AX chip says its signal in the status unit that follows a PPDU: not in an Ethernet packet.
run rtw89u rtl8922au ' dBm .*mode 5 MCS 11, 2 streams, 160 MHz'
run rtw89u rtl8852cu 'mode 4 MCS 11, 2 streams, 160 MHz'
run mt76u mt7921u ' dBm .*mode 4 MCS 11, 2 streams, 80 MHz'

# The library needs none of our drivers.
# shellcheck disable=SC2086 # a list of options
LD_LIBRARY_PATH=$(dirname "$pc") timeout 60 "$work/gro/gro" ${RXBATCH_EAL:---no-huge -m 512} --no-pci \
	--no-telemetry --vdev="net_pcap0,rx_pcap=$top/tests/captures/tcp4-1flow.pcap" \
	> "$work/out" 2>&1 || { tail "$work/out"; fail "gro does not run"; }
grep -Eq '^[0-9]+ packets in, [0-9]+ out; [1-9][0-9]* of them aggregates' "$work/out" ||
	{ tail "$work/out"; fail "gro merges nothing of a TCP capture"; }
echo "1 passed, 0 failed, 0 skipped"
