#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# Do the unit tests notice one wrong bit in a mask? For each constant of the descriptors, the
# registers and the 802.11 header one bit is turned over in a copy of the sources (never
# here), the tests that cover it are built and run, and one of them must fail that does
# not fail without it.
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
cp -r "$root/drivers" "$root/lib" "$root/models" "$tmp/tree/"
cp -r "$root/tests/unit" "$root/tests/golden" "$tmp/tree/tests/"

dpdk_cflags=$(pkg-config --cflags libdpdk | sed 's/-I/-isystem /g')
dpdk_libs=$(pkg-config --libs libdpdk)
dpdk_internal=$root/.cache/dpdk-$(pkg-config --modversion libdpdk)
export tmp dpdk_cflags dpdk_libs dpdk_internal

# flags TREE: of the compiler, for everything
flags()
{
	local d=$1/drivers t=$1/tests/unit

	echo "-O0 -w -std=gnu11 -fsanitize=bounds -fsanitize-undefined-trap-on-error" \
		"-D_GNU_SOURCE -DALLOW_EXPERIMENTAL_API -DALLOW_INTERNAL_API" \
		"-DSOURCE_ROOT=\"$tmp/tree\" $dpdk_cflags -isystem $dpdk_internal" \
		"-I$d/common -I$d/common/usb -I$d/common/wlan -I$d/common/pkt -I$d/common/wport" \
		"-I$tmp/tree/lib/rxbatch -I$t -I$tmp/tree/models -include $tmp/plant.h"
}

# compile TREE SOURCE OBJECT [FLAG...]: of this TREE's own headers
compile()
{
	# shellcheck disable=SC2046
	${CC:-gcc} $(flags "$1") -I"$1/$(family_of "$2")" -c "${@:4}" -o "$3" "$1/$2"
}

# family_of PATH: the folder of headers that only its driver sees
family_of()
{
	case $1 in
	*mt76u*) echo drivers/net/mt76u ;;
	*) echo drivers/net/rtw89u ;;
	esac
}

# Rooms that tests take from: all but the back ends, of which no test here runs one. And
# the model's radiotap, which must agree with the drivers'.
sources()
{
	(cd "$tmp/tree" && ls drivers/net/*/*.c drivers/common/{pkt,wlan,wport}/*.c \
		drivers/common/usb/usb_{bufs,log}.c lib/rxbatch/*.c models/air/{phy,radiotap}.c)
}

object_of()
{
	echo "${1//\//_}.o"
}

# objects FAMILY: those that a test of it may take from
objects()
{
	local s

	for s in $(sources); do
		[[ $s == drivers/net/* && $s != "$1"/* ]] || echo "$tmp/$(object_of "$s")"
	done
}

# link_test TEST EXE OBJECT...: what is given first counts, the rest is as it is
link_test()
{
	local own=tests/unit/${1%/*}/test_${1#*/}.c family

	family=$(family_of "$own")
	# shellcheck disable=SC2086
	${CC:-gcc} -o "$2" "${@:3}" "$tmp/${family//\//_}.a" "$tmp/stubs.o" \
		-lcunit $dpdk_libs -lrte_bus_vdev
}

# run_test EXE TEST: names of the tests that fail, one a line; "died" counts.
run_test()
{
	local exe=$1 log=$tmp/log.$BASHPID status=0

	# The inner shell is the one that says how a test died.
	bash -c 'timeout 60 "$1" >"$2" 2>&1; exit $?' _ "$exe" "$log" 2>/dev/null || status=$?
	sed -n "s|^Suite [^,]*, Test \(.*\) had failures:\$|$2: \1|p" "$log"
	if ((status > 1)) || ! grep -q ' passed, ' "$log"; then
		echo "$2: died"
	fi
	rm -f "$log"
}

make_plant_h()
{
	cat >"$tmp/plant.h" <<-EOF
		#include <stdlib.h>
		#include <string.h>
		static const char *plant_name;
		static unsigned int plant_mask;
		static __attribute__((constructor(101))) void plant_read(void)
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

# Names of constants that get their values back.
unplant()
{
	local header name value

	grep -wFf - "$tmp/constants" | while read -r header name value; do
		sed -i "s/^\(#define ${name}[[:space:]]\+\)(.*plant(\"$name\"))/\1${value}u/" \
			"$tmp/tree/$header"
	done
}

# compile_or_say SOURCE: and what the compiler says of it
compile_or_say()
{
	LC_ALL=C compile "$tmp/tree" "$1" "$tmp/$(object_of "$1")" 2>&1 || echo "pending $1"
}

# Most constants are expressions in one build of each test, and which bit is wrong is told to
# it by the environment. Those that the compiler wants to know (case labels, tables) are
# planted by it, a build each: it says which they are. An object of each source and test.
build_all()
{
	local round new

	# What is plain to see, for fewer rounds.
	cat "$tmp"/tree/drivers/net/*/*.[ch] "$tmp"/tree/drivers/common/wlan/*.[ch] |
		sed -nE 's/.*case ([A-Z0-9_]+):.*/\1/p' | sort -u >"$tmp/cases"
	# The last is part of a sum that a table has.
	{
		cat "$tmp"/tree/drivers/net/*/*_chip.c | grep -oE '[A-Z0-9_]+'
		echo WLAN_QOS_LEN
	} | sort -u >>"$tmp/cases"
	grep -xFf "$tmp/cases" "$tmp/names" | sort -u >"$tmp/static" || true
	unplant <"$tmp/static"
	{
		sources
		sed 's|\(.*\)/\(.*\)|tests/unit/\1/test_\2.c|' "$tmp/tests"
	} >"$tmp/pending"
	for round in {1..8}; do
		xargs -P "$jobs" -I{} bash -c 'compile_or_say {}' <"$tmp/pending" >"$tmp/said"
		sed -n 's/^pending //p' "$tmp/said" >"$tmp/pending"
		[[ -s $tmp/pending ]] || return 0
		new=$(sed -nE "s/.*in expansion of macro '([A-Za-z0-9_]+)'.*/\1/p" "$tmp/said" |
			sort -u | grep -xFf "$tmp/names" || true)
		[[ -n $new ]] || break
		echo "$new" >>"$tmp/static"
		unplant <<<"$new"
	done
	grep -m 5 error "$tmp/said" >&2
	echo "plant-bits.sh: after $round rounds something does not compile" >&2
	return 1
}

# plant_with HEADER NAME TEXT: NAME is defined as TEXT.
plant_with()
{
	sed -i "s/^\(#define $2[[:space:]]\+\)[0-9a-fA-FxX]\+u/\1$3/" "$1"
}

# tests_of NAME: those that see most and start first come first
tests_of()
{
	case $1 in
	RT_*) echo wlan/radiotap wlan/radiotap_read ;;
	WLAN_*) echo wlan/bits wlan/decap wlan/encap ;;
	RTW89U_RPKT_*) echo rtw89u/burst_bad rtw89u/monitor ;;
	RTW89U_RXDMA_* | RTW89U_RXAGG_*) echo rtw89u/regs ;;
	RTW89U_RXD4_*) echo rtw89u/rxd rtw89u/rate rtw89u/monitor ;;
	RTW89U_RXD* | RTW89U_PHY0_*) echo rtw89u/bits rtw89u/rxd rtw89u/monitor ;;
	RTW89U_AX*) echo rtw89u/bits rtw89u/rxd_ax rtw89u/walk_ax rtw89u/burst_ax rtw89u/monitor ;;
	RTW89U_TX*) echo rtw89u/bits rtw89u/txd rtw89u/tx ;;
	RTW89U_*) echo rtw89u/regs ;;
	MT76U_RXD* | MT76U_RXV* | MT76U_CRXV* | MT76U_KEY* | MT76U_PKT* | MT76U_GROUP*)
		echo mt76u/bits mt76u/rxd mt76u/walk mt76u/rate mt76u/monitor mt76u/burst_bad \
			mt76u/amsdu ;;
	MT76U_TX_QSEL*) echo mt76u/up ;;
	MT76U_TX* | MT76U_RATE*) echo mt76u/bits mt76u/txd mt76u/tx ;;
	MT76U_*) echo mt76u/regs mt76u/up mt76u/bits mt76u/txd mt76u/tx ;;
	*) echo rtw89u/bits rtw89u/ppdu rtw89u/monitor ;;
	esac
}

# above MASK: the bits over its highest one
above()
{
	local bit=31

	while ((bit >= 0 && ($1 >> bit & 1) == 0)); do
		echo $((bit--))
	done
}

# beside MASK ALL: the bits of ALL that it has not
beside()
{
	local bit

	for ((bit = 0; bit < 32; bit++)); do
		(((($2 & ~$1) >> bit & 1) == 0)) || echo $bit
	done
}

# bits_without_effect NAME VALUE: that can make no difference, and why
bits_without_effect()
{
	case $1 in
	RT_*) no_effect_radiotap "$1" "$2" ;;
	WLAN_*) no_effect_80211 "$1" ;;
	RTW89U_TX[BI]*) no_effect_rtw89u_tx "$1" "$2" ;;
	RTW89U_*) no_effect_rtw89u "$1" ;;
	MT76U_TXD* | MT76U_RATE*) no_effect_mt76u_tx "$1" "$2" ;;
	MT76U_*) no_effect_mt76u "$1" "$2" ;;
	*) no_effect_ppdu "$1" ;;
	esac | tr '\n' ' '
}

# The code has looked before: version and type are known then, bits 0, 1 and 2 are clear;
# behind the drops of frames without data and of contention-free data 4, 5 and 6 are too;
# a fragment (bit 10) is dropped before anyone asks whether it is protected.
no_effect_80211()
{
	case $1 in
	WLAN_FC_TYPE) echo 0 1 ;;
	WLAN_FC_NO_DATA) echo 0 1 2 ;;
	WLAN_FC_CF) echo 0 1 2 6 ;;
	WLAN_FC_QOS | WLAN_FC_MORE_FRAG | WLAN_FC_HTC) echo 0 1 2 4 5 6 ;;
	WLAN_FC_PROTECTED) echo 0 1 2 4 5 6 10 ;;
	esac
}

# Bits that are only written, into a word where the others are set anyhow.
no_effect_radiotap()
{
	case $1 in
	RT_CHAN_CCK | RT_CHAN_DYN) echo 7 ;;	# of 2.4 GHz alone
	RT_MCS_HAVE_FORMAT) echo 1 ;;
	RT_AMPDU_LAST) echo 2 ;;
	RT_HE1_HAVE_DCM) echo 5 ;;
	RT_USIG_HAVE_BW) echo 0 ;;
	RT_EHT_USER_HAVE_MCS | RT_EHT_USER_CAPTURED) beside "$2" 0x82 ;;
	RT_EHT_USER_HAVE_*) echo 1 7 ;;
	RT_EHT_USER_LDPC) echo 1 2 7 ;;
	RT_EHT_USER_BEAMFORMED) echo 1 5 7 ;;
	esac
}

no_effect_rtw89u()
{
	# Filter bits that no station has; promiscuous takes out all three.
	local clear="0 6 8 9 11 12 13 15 19 21 22 23 28 29 30 31"

	case $1 in
	# A mask that begins as it should and goes on beyond the 8 bits of what stores it.
	RTW89U_RXD2_MAC_ID) seq 8 31 ;;
	RTW89U_RXD4_PPDU_CNT) seq 16 31 ;;
	RTW89U_AX5_MAC_ID) seq 24 31 ;;
	# Bit 31 is set in rates that cannot be alone.
	RTW89U_RXD4_BW | RTW89U_RXD4_GI_LTF) echo 31 ;;
	# Field values are bounded before: what lets more bits through gets none.
	RTW89U_RXAGG_0_NUM_TH) seq 24 31 ;;
	RTW89U_RXAGG_0_TIME_TH) seq 16 31 ;;
	RTW89U_RXAGG_1_LEN_HIGH) seq 18 31 ;;
	RTW89U_RXAGG_0_BUF_SZ) seq 10 31 ;;
	RTW89U_HW_PPDU_TO_HOST) echo 0 1 ;;	# set again at once
	RTW89U_CMAC_END) echo 0 1 ;;		# addresses are multiples of 4
	RTW89U_FLTR_MC) echo "$clear" ;;
	RTW89U_FLTR_A1_MATCH) echo "$clear 2 3" ;;
	RTW89U_FLTR_BC) echo "$clear 1 3" ;;
	RTW89U_FLTR_CRC_ERR) beside 0 0x03174039 ;;	# set in monitor mode anyhow
	esac
}

# WPORT_PUT() puts bounded values: a mask of more than one bit that goes on too far upwards
# lets nothing more through. Of a value that is always the same, only its own bits count.
no_effect_rtw89u_tx()
{
	(($2 & ($2 - 1))) && above "$2"
	case $1 in
	RTW89U_TXB0_HWSEQ_MODE) echo 1 ;;	# always 1
	RTW89U_TXB0_HWSEQ_SEL) echo 3 ;;	# always 1
	RTW89U_TXB0_NO_ACK) echo 7 10 22 ;;	# set anyhow, as are the next three
	RTW89U_TXB0_INFO_EN | RTW89U_TXB0_WD_PAGE | RTW89U_TXB0_STF_MODE)
		beside "$2" 0x00400480 ;;
	RTW89U_TXB2_QSEL) echo 19 20 22 ;;	# 0 to 3, 18
	RTW89U_TXI1_LOWEST | RTW89U_TXI1_LOWEST_BE) echo 17 && seq 19 27 ;;	# always 4
	RTW89U_TXI1_TXCNT) echo 31 ;;		# TXCNT_SEL goes with it ...
	RTW89U_TXI1_TXCNT_SEL) echo 18 ;;	# ... and the lowest rate with both
	RTW89U_TXI4_RTS | RTW89U_TXI4_HW_RTS) beside "$2" 0x88000000 ;;	# together
	esac
}

no_effect_ppdu()
{
	case $1 in
	MAC0_USERS_BE | MAC0_PLCP_BE) echo 27 ;;	# INVALID has been looked at
	# Beyond the 16 bits of what stores it; of IE01_0_CHANNEL 8, of PHY2_PATHS 4.
	IE00_0_RPL | IE01_0_RPL | IE01_0_CHANNEL) seq 24 31 ;;
	IE00_4_RPL_A | IE00_5_RPL_D) seq 17 31 ;;
	IE00_4_RPL_B) seq 26 31 ;;
	IE01_8_RPL_A | IE01_9_RPL_C | PHY2_PATHS) seq 20 31 ;;
	esac
}

no_effect_mt76u_tx()
{
	(($2 & ($2 - 1))) && above "$2"
	case $1 in
	MT76U_TXD0_PKT_FMT) echo 24 ;;		# always 1
	MT76U_TXD1_ETH_II) echo 0 31 ;;		# set anyhow, of Ethernet
	MT76U_TXD2_MULTICAST) echo 13 31 ;;	# goes with the next two
	MT76U_TXD2_HTC_VLD) echo 31 ;;		# goes with the next
	MT76U_TXD2_FIX_RATE) echo 13 ;;
	MT76U_TXD3_TX_COUNT) echo 15 ;;		# 15 at most
	MT76U_TXD5_PID) seq 1 7 ;;		# always 1
	MT76U_TXD7_HW_AMSDU) echo 21 ;;		# always data
	MT76U_TXD7_SUB_TYPE) echo 17 18 ;;	# 0 or 8
	MT76U_RATE_STBC) seq 14 31 ;;		# beyond TX_RATE
	esac
}

no_effect_mt76u()
{
	case $1 in
	MT76U_RXV0_HE_MCS) seq 7 31 ;;		# beyond TX_RATE
	# What nobody looks for there is cleared or written over.
	MT76U_KEY_LTF) echo 17 21 28 29 30 31 ;;
	# Cleared and set in one mask with others, or with values that are bounded.
	MT76U_WLCFG_0_AGG_TO) echo 21 && seq 8 15 ;;
	MT76U_WLCFG_0_AGG_LMT) echo 21 ;;
	MT76U_WLCFG_0_RX_FLUSH) beside "$2" 0x00f4ffff ;;
	MT76U_WLCFG_0_MPSZ_PAD0 | MT76U_WLCFG_0_TICK_1US | MT76U_WLCFG_0_TX_EN)
		beside "$2" 0x00d40000 ;;
	MT76U_GLO_CFG_RX_BUSY) ;;
	MT76U_SHDL_PKT_MAX_ALL) echo 0 ;;	# set at once, as are the next two
	MT76U_SHDL_REFILL_OFF) seq 21 31 ;;
	MT76U_RSCR_RCPI) echo 24 25 ;;
	MT76U_GLO_CFG_[A-Z]*) beside "$2" 0x10200205 ;;
	MT76U_MDP_DCR0_DAMSDU | MT76U_MDP_DCR0_HDR_TRANS) beside "$2" 0x00088000 ;;
	MT76U_DMA_DCR0_MAX_LEN) echo 23 ;;
	MT76U_DMA_DCR0_GROUP_5) echo 12 13 ;;
	# All of them at once.
	MT76U_RFCR_FCS_FAIL | MT76U_RFCR_MC_FILTERED) ;;
	MT76U_RFCR_[A-Z]*) beside "$2" 0x0039f89a ;;
	esac
}

# notice NAME EXE-FOLDER: the first test that fails because of the planted bit.
notice()
{
	local t

	for t in $(tests_of "$1"); do
		run_test "$2/${t/\//_}" "$t" | grep -vxFf "$tmp/base.${t/\//_}" && return
	done | head -n 1
}

# rebuild TREE HEADER NAME: the tests of a constant that the compiler must know
rebuild()
{
	local tree=$1 header=$2 name=$3 family s t new

	family=$(family_of "$header$name")
	for t in $(tests_of "$name"); do
		new=()
		s=tests/unit/${t%/*}/test_${t#*/}.c
		compile "$tree" "$s" "$tree/test.o" || return
		new+=("$tree/test.o")
		for s in $(sources | grep -E "^($family|drivers/common/wlan)/"); do
			# In an inline function of a header: then whoever includes it.
			if grep -qw "$name" "$tree/$s" || is_inline "$tree/$family" "$name"; then
				[[ -e $tree/$(object_of "$s") ]] ||
					compile "$tree" "$s" "$tree/$(object_of "$s")" || return
				new+=("$tree/$(object_of "$s")")
			fi
		done
		link_test "$t" "$tree/${t/\//_}" "${new[@]}" || return
	done
}

# is_inline FOLDER NAME: does a header use it?
is_inline()
{
	[[ $2 == WLAN_* ]] || [[ $(cat "$1"/*.h | grep -cw "$2") -gt 1 ]]
}

# one HEADER NAME VALUE BIT: a line "ok|FAILED NAME bit N, VALUE -> WRONG: who noticed"
one()
{
	local header=$1 name=$2 value=$3 bit=$4 wrong tree noticed

	wrong=$(printf '0x%08xu' $((value ^ 1 << bit)))
	if grep -qx "$name" "$tmp/static"; then
		tree=$(mktemp -d "$tmp/job.XXXXXX")
		cp -r "$tmp/tree/drivers" "$tree/"
		ln -s "$tmp/tree/tests" "$tree/tests"
		plant_with "$tree/$header" "$name" "$wrong"
		if rebuild "$tree" "$header" "$name" 2>"$tree/log"; then
			noticed=$(notice "$name" "$tree" || true)
		else
			noticed="does not compile: $(grep -m 1 error "$tree/log")"
		fi
		rm -rf "$tree"
	else
		noticed=$(PLANT_NAME=$name PLANT_BIT=$bit notice "$name" "$tmp" || true)
	fi
	if [[ -n $noticed ]]; then
		echo "ok     $name bit $bit, $value -> $wrong: $noticed"
	else
		echo "FAILED $name bit $bit, $value -> $wrong: nothing noticed"
	fi
}
export root
export -f one notice run_test rebuild is_inline compile compile_or_say flags family_of sources \
	object_of link_test tests_of plant_with

# constants_of HEADER NAMES [VALUES]: "HEADER NAME VALUE" of each constant there, by regular
# expressions
constants_of()
{
	awk -v file="$1" -v names="^($2)\$" -v values="^(${3:-0x[0-9a-fA-F]+})u\$" '
		$1 == "#define" && $2 ~ names && $3 ~ values {
			sub(/u$/, "", $3)
			print file, $2, $3
		}' "$root/$1"
}

constants()
{
	local rtw89u=drivers/net/rtw89u mt76u=drivers/net/mt76u wlan=drivers/common/wlan
	local hex_or_not='0x[0-9a-f]+|[0-9]+'

	constants_of $rtw89u/rtw89u_rxd.h 'RTW89U_(RXD|PHY0|RPKT)[A-Z0-9_]*' "$hex_or_not"
	constants_of $wlan/wlan_80211.h 'WLAN_(FC|QOS|SEQ)_[A-Z0-9_]*' "$hex_or_not"
	constants_of $rtw89u/rtw89u_rxd_ax.h 'RTW89U_AX[A-Z0-9_]*'
	constants_of $rtw89u/rtw89u_ppdu.c '[A-Z0-9_]+'
	constants_of $rtw89u/rtw89u_txd.h 'RTW89U_[A-Z0-9_]*'
	constants_of $rtw89u/rtw89u_regs.h 'RTW89U_[A-Z0-9_]*'
	constants_of $mt76u/mt76u_rxd.h 'MT76U_[A-Z0-9_]*'
	constants_of $mt76u/mt76u_txd.h 'MT76U_[A-Z0-9_]*'
	constants_of $mt76u/mt76u_regs.h 'MT76U_[A-Z0-9_]*'
	constants_of $wlan/wlan_radiotap_bits.h 'RT_[A-Z0-9_]*'
}

# used_constants: those that some code reads
used_constants()
{
	local header name value

	cat "$root"/drivers/net/*/*.[ch] "$root"/drivers/common/*/*.[ch] |
		grep -oE '\b[A-Z][A-Z0-9_]+\b' | sort | uniq -d >"$tmp/used"
	while read -r header name value; do
		if grep -qxF "$name" "$tmp/used"; then
			echo "$header $name $value"
		else
			echo "skip   $name: nothing reads it" >&2
		fi
	done < <(constants)
}

# width_of NAME VALUE: how many bits of it can matter, the width of what it is compared with
width_of()
{
	case $1 in
	RT_*) echo $((4 * (${#2} - 2))) ;;	# radiotap's fields are as wide as written
	RTW89U_AX_NO_MAC_ID) echo 8 ;;
	MT76U_Q_ALTX0) echo 7 ;;
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

used_constants >"$tmp/constants"
cut -d' ' -f2 "$tmp/constants" >"$tmp/names"
skipped=0
nr=$seed
while read -r header name value; do
	wanted "$name" || continue
	width=$(width_of "$name" "$value")
	dead=" $(bits_without_effect "$name" "$value") "
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
done <"$tmp/constants"
[[ -s $tmp/todo ]] || { echo "plant-bits.sh: no such constant" >&2; exit 2; }

make_plant_h
while read -r header name value; do
	plant_with "$tmp/tree/$header" "$name" "(${value}u ^ plant(\"$name\"))"
done <"$tmp/constants"
while read -r _ name _; do
	tests_of "$name"
done <"$tmp/todo" | tr ' ' '\n' | sort -u >"$tmp/tests"
build_all
# Back ends that no test here opens.
printf 'int usb_%s(void)\n{\n\treturn -1;\n}\n' model_open null_open replay_open libusb_open \
	libusb_identify >"$tmp/stubs.c"
${CC:-gcc} -c -o "$tmp/stubs.o" "$tmp/stubs.c"

# What fails without a planted bit proves nothing with one.
for family in drivers/net/rtw89u drivers/net/mt76u; do
	# shellcheck disable=SC2046
	ar rcs "$tmp/${family//\//_}.a" $(objects "$family")
done
while read -r t; do
	link_test "$t" "$tmp/${t/\//_}" "$tmp/$(object_of "tests/unit/${t%/*}/test_${t#*/}.c")"
	run_test "$tmp/${t/\//_}" "$t" >"$tmp/base.${t/\//_}"
	sed 's/^/fails without a planted bit: /' "$tmp/base.${t/\//_}" >&2
done <"$tmp/tests"

xargs -P "$jobs" -L 1 bash -c 'one "$@"' _ <"$tmp/todo" | tee "$tmp/result"
passed=$(grep -c '^ok' "$tmp/result" || true)
failed=$(($(wc -l <"$tmp/todo") - passed))
echo "$passed passed, $failed failed, $skipped skipped"
[[ $failed -eq 0 ]]
