#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# Do the unit tests notice one wrong bit in a mask? For each constant of the
# receive descriptor, the registers and the 802.11 header one bit is turned over in a copy of
# the sources (never here), the tests that cover the header are built and run, and
# one of them must fail that does not fail without it.
#
#   plant-bits.sh [--all] [--seed=N] [--jobs=N] [NAME...]
#
# Each constant once, which bit by rotation (--seed turns it on); --all: each bit
# of each; NAME: these constants only. Ends with "N passed, N failed, N skipped".
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
all=0
seed=0
jobs=2
names=()

usage()
{
	sed -n 's/^#   //p' "$0" >&2
	exit 2
}

for arg in "$@"; do
	case $arg in
	--all) all=1 ;;
	--seed=*) seed=${arg#*=} ;;
	--jobs=*) jobs=${arg#*=} ;;
	-*) usage ;;
	*) names+=("$arg") ;;
	esac
done
[[ $seed =~ ^[0-9]+$ && $jobs =~ ^[1-9][0-9]*$ ]] || usage

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir -p "$tmp/tree/tests"
cp -r "$root/drivers" "$tmp/tree/"
cp -r "$root/tests/unit" "$root/tests/golden" "$tmp/tree/tests/"

dpdk_cflags=$(pkg-config --cflags libdpdk | sed 's/-I/-isystem /g')
dpdk_libs=$(pkg-config --libs libdpdk)
dpdk_internal=$root/.cache/dpdk-$(pkg-config --modversion libdpdk)
export tmp dpdk_cflags dpdk_libs dpdk_internal

# What a test is made of.
sources_of()
{
	local d=drivers/net/rtw89u

	case $1 in
	decap) echo "tests/unit/wlan/test_decap.c drivers/common/wlan/wlan_decap.c" ;;
	rate) echo "tests/unit/rtw89u/test_rate.c" ;;
	regs) echo "tests/unit/rtw89u/test_regs.c $d/rtw89u_chip.c $d/rtw89u_regs.c" ;;
	rxd) echo "tests/unit/rtw89u/test_rxd.c $d/rtw89u_agg.c" ;;
	burst_bad) echo "tests/unit/rtw89u/test_burst_bad.c $d/rtw89u_agg.c $d/rtw89u_rxtx.c" \
			"drivers/common/wlan/wlan_decap.c drivers/common/pkt/pkt_csum.c" ;;
	esac
}

# Only what uses mbufs needs DPDK's libraries; linking them takes its time.
libs_of()
{
	[[ $1 != burst_* && $1 != regs ]] || echo "$dpdk_libs"
}

# build TREE TEST: as one compilation unit, so that DPDK's headers, most of the
# work, are read once.
build()
{
	local d=$1/drivers t=$1/tests/unit s

	for s in $(sources_of "$2"); do
		echo "#include \"$1/$s\""
	done >"$1/$2.c"
	# shellcheck disable=SC2046,SC2086
	${CC:-gcc} -O0 -w -std=gnu11 -fsanitize=bounds -fsanitize-undefined-trap-on-error \
		-D_GNU_SOURCE -DALLOW_EXPERIMENTAL_API -DALLOW_INTERNAL_API \
		-DSOURCE_ROOT="\"$tmp/tree\"" \
		$dpdk_cflags -isystem "$dpdk_internal" \
		-I"$d/common" -I"$d/common/usb" -I"$d/common/wlan" -I"$d/common/pkt" \
		-I"$d/net/rtw89u" -I"$t" -include "$tmp/plant.h" \
		-o "$1/test_$2" "$1/$2.c" -lcunit $(libs_of "$2")
}

# run_test TREE TEST: names of the tests that fail, one a line; "died" counts.
run_test()
{
	local exe=$1/test_$2 log=$tmp/log.$BASHPID status=0

	# The inner shell is the one that says how a test died.
	bash -c 'timeout 60 "$1" >"$2" 2>&1; exit $?' _ "$exe" "$log" 2>/dev/null || status=$?
	sed -n "s/^Suite [^,]*, Test \(.*\) had failures:\$/$2: \1/p" "$log"
	if ((status > 1)) || ! grep -q ' passed, ' "$log"; then
		echo "$2: died"
	fi
	rm -f "$log"
}

# Constants that stand in case labels: planted by the compiler, one build each. All
# others are expressions in one build of each test, and which bit is wrong is told
# to it by the environment.
in_case_label()
{
	[[ $1 == RTW89U_RPKT_* || $1 == WLAN_FC_TYPE_* ]]
}

make_plant_h()
{
	cat >"$tmp/plant.h" <<-EOF
		#include <stdlib.h>
		#include <string.h>
		static const char *plant_name;
		static unsigned int plant_mask;
		static __attribute__((constructor)) void plant_read(void)
		{
			const char *bit = getenv("PLANT_BIT");
			plant_name = getenv("PLANT_NAME");
			plant_mask = bit == NULL ? 0 : 1u << atoi(bit);
		}
		static inline unsigned int plant(const char *name)
		{
			return plant_name != NULL && strcmp(name, plant_name) == 0 ?
				plant_mask : 0;
		}
	EOF
}

# plant_with HEADER NAME TEXT: NAME is defined as TEXT.
plant_with()
{
	sed -i "s/^\(#define $2[[:space:]]\+\)[0-9a-fx]\+u/\1$3/" "$1"
}

tests_of()
{
	case $1 in
	WLAN_*) echo decap ;;
	RTW89U_RPKT_*) echo burst_bad ;;
	*_RXD4_*) echo rxd rate ;;
	RTW89U_RXD* | RTW89U_PHY0_*) echo rxd ;;
	*) echo regs ;;
	esac
}

# Bits that can make no difference, because the code has looked at them before.
# Version and type are known then: bits 0, 1 and 2 are clear; behind the drops of
# frames without data and of contention-free data 4, 5 and 6 are too; a fragment
# (bit 10) is dropped before anyone asks whether it is protected. A mask that
# begins as it should and goes on too long has no effect beyond the 8 bits of what
# the field is stored in; bit 31 of word 4 is set in rates that cannot be alone.
bits_without_effect()
{
	case $1 in
	WLAN_FC_TYPE) echo 0 1 ;;
	WLAN_FC_NO_DATA) echo 0 1 2 ;;
	WLAN_FC_CF) echo 0 1 2 6 ;;
	WLAN_FC_QOS | WLAN_FC_MORE_FRAG | WLAN_FC_HTC) echo 0 1 2 4 5 6 ;;
	WLAN_FC_PROTECTED) echo 0 1 2 4 5 6 10 ;;
	RTW89U_RXD2_MAC_ID) seq 8 31 ;;
	RTW89U_RXD4_PPDU_CNT) seq 16 31 ;;
	RTW89U_RXD4_BW | RTW89U_RXD4_GI_LTF) echo 31 ;;
	# Field values are bounded before: a mask that goes on too far upwards lets
	# nothing more through.
	RTW89U_RXAGG_0_NUM_TH) seq 24 31 ;;
	RTW89U_RXAGG_0_TIME_TH) seq 16 31 ;;
	RTW89U_RXAGG_1_LEN_HIGH) seq 18 31 ;;
	RTW89U_RXAGG_0_BUF_SZ) seq 10 31 ;;
	RTW89U_HW_PPDU_TO_HOST) echo 0 1 ;;	# set again at once
	# Filter bits are taken out of a word that has no others there; promiscuous
	# takes out all three.
	RTW89U_RX_FLTR_MC) echo 0 6 8 9 10 11 12 13 15 19 21 22 23 28 29 30 31 ;;
	RTW89U_RX_FLTR_A1_MATCH) echo 0 2 3 6 8 9 10 11 12 13 15 19 21 22 23 28 29 30 31 ;;
	RTW89U_RX_FLTR_BC) echo 0 1 3 6 8 9 10 11 12 13 15 19 21 22 23 28 29 30 31 ;;
	esac | tr '\n' ' '
}

# notice TREE NAME: the first test that fails because of the planted bit.
notice()
{
	local t

	for t in $(tests_of "$2"); do
		if [[ $1 != "$tmp/tree" ]] && ! build "$1" "$t" 2>/dev/null; then
			echo "$t: did not build"
			return
		fi
		run_test "$1" "$t" | grep -vxFf "$tmp/base.$t" && return
	done | head -n 1
}

# one HEADER NAME VALUE BIT: a line "ok|FAILED NAME bit N, VALUE -> WRONG: who noticed"
one()
{
	local header=$1 name=$2 value=$3 bit=$4 wrong tree noticed

	wrong=$(printf '0x%08xu' $((value ^ 1 << bit)))
	if in_case_label "$name"; then
		tree=$(mktemp -d "$tmp/job.XXXXXX")
		cp -r "$tmp/tree/drivers" "$tree/"
		ln -s "$tmp/tree/tests" "$tree/tests"
		plant_with "$tree/$header" "$name" "$wrong"
		noticed=$(notice "$tree" "$name" || true)
		rm -rf "$tree"
	else
		noticed=$(PLANT_NAME=$name PLANT_BIT=$bit notice "$tmp/tree" "$name" || true)
	fi
	if [[ -n $noticed ]]; then
		echo "ok     $name bit $bit, $value -> $wrong: $noticed"
	else
		echo "FAILED $name bit $bit, $value -> $wrong: nothing noticed"
	fi
}
export -f one notice run_test build sources_of libs_of tests_of in_case_label plant_with

# "HEADER NAME VALUE WIDTH" of each constant.
constants()
{
	local rxd=drivers/net/rtw89u/rtw89u_rxd.h wlan=drivers/common/wlan/wlan_80211.h
	local regs=drivers/net/rtw89u/rtw89u_regs.h

	sed -nE 's/^#define (RTW89U_(RXD|PHY0|RPKT)[A-Z0-9_]*)[[:space:]]+(0x[0-9a-f]+|[0-9]+)u.*/'"${rxd//\//\\/}"' \1 \3/p' \
		"$root/$rxd"
	sed -nE 's/^#define (WLAN_(FC|QOS|SEQ)_[A-Z0-9_]*)[[:space:]]+(0x[0-9a-f]+|[0-9]+)u.*/'"${wlan//\//\\/}"' \1 \3/p' \
		"$root/$wlan"
	sed -nE 's/^#define (RTW89U_[A-Z0-9_]*)[[:space:]]+(0x[0-9a-f]+)u.*/'"${regs//\//\\/}"' \1 \2/p' \
		"$root/$regs"
}

# How many bits of it can matter: the width of what it is compared with.
width_of()
{
	case $1 in
	RTW89U_RXD_*_LEN | RTW89U_RPKT_*) echo 6 ;;
	WLAN_QOS_LEN) echo 5 ;;
	WLAN_SEQ_FRAG) echo 8 ;;
	WLAN_*) echo 16 ;;
	# Register addresses: wIndex has room for bits 23..16 of them.
	RTW89U_RXAGG_[01] | RTW89U_HCI_FUNC_EN | RTW89U_RX_FLTR_OPT | RTW89U_MPDU_PROC | \
		RTW89U_RCR | RTW89U_DRV_INFO_OPTION | RTW89U_PPDU_STAT | \
		RTW89U_HW_PPDU_STATUS | RTW89U_MAC_ADDR_[04]) echo 24 ;;
	*) echo 32 ;;
	esac
}

wanted()
{
	local n

	((${#names[@]} == 0)) && return 0
	for n in "${names[@]}"; do
		[[ $n == "$1" ]] && return 0
	done
	return 1
}

skipped=0
nr=$seed
while read -r header name value; do
	wanted "$name" || continue
	width=$(width_of "$name")
	dead=" $(bits_without_effect "$name") "
	if ((all)); then
		for ((bit = 0; bit < width; bit++)); do
			if [[ $dead == *" $bit "* ]]; then
				skipped=$((skipped + 1))
				echo "skip   $name bit $bit: can make no difference"
			else
				echo "$header $name $value $bit" >>"$tmp/todo"
			fi
		done
		continue
	fi
	# 11 has no factor in common with the widths.
	bit=$((nr * 11 % width))
	while [[ $dead == *" $bit "* ]]; do
		bit=$(((bit + 1) % width))
	done
	echo "$header $name $value $bit" >>"$tmp/todo"
	nr=$((nr + 1))
done < <(constants)
[[ -s $tmp/todo ]] || { echo "plant-bits.sh: no such constant" >&2; exit 2; }

make_plant_h
while read -r header name value; do
	in_case_label "$name" || plant_with "$tmp/tree/$header" "$name" "(${value}u ^ plant(\"$name\"))"
done < <(constants)

# What fails without a planted bit proves nothing with one.
while read -r _ name _; do
	tests_of "$name"
done <"$tmp/todo" | tr ' ' '\n' | sort -u >"$tmp/tests"
while read -r t; do
	build "$tmp/tree" "$t"
	run_test "$tmp/tree" "$t" >"$tmp/base.$t"
	sed 's/^/fails without a planted bit: /' "$tmp/base.$t" >&2
done <"$tmp/tests"

xargs -P "$jobs" -L 1 bash -c 'one "$@"' _ <"$tmp/todo" | tee "$tmp/result"
passed=$(grep -c '^ok' "$tmp/result" || true)
failed=$(($(wc -l <"$tmp/todo") - passed))
echo "$passed passed, $failed failed, $skipped skipped"
[[ $failed -eq 0 ]]
