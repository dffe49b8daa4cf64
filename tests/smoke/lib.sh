# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# To be sourced by the smoke tests. Expects, from meson or by hand:
#	RXBATCH_PLUGINS      folder of the plugins (default: those of build/release)
#	RX_VERIFY            the program of this folder
#	TX_SEND              ... and the others of this folder
#	MODEL2USBMON         model2usbmon
#	RXBATCH_DATA         further captures (default: ../shared/data beside the source)

# shellcheck disable=SC2034 # some of these are for the scripts that source this
root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
build=${RXBATCH_BUILD:-$root/build/release}
plugins=$(realpath -m "${RXBATCH_PLUGINS:-$build/drivers}")
rx_verify=$(realpath -m "${RX_VERIFY:-$build/tests/smoke/rx_verify}")
gro_verify=$(realpath -m "${GRO_VERIFY:-$build/tests/smoke/gro_verify}")
ports_verify=$(realpath -m "${PORTS_VERIFY:-$build/tests/smoke/ports_verify}")
rx_dump=$(realpath -m "${RX_DUMP:-$build/tests/smoke/rx_dump}")
tx_send=$(realpath -m "${TX_SEND:-$build/tests/smoke/tx_send}")
model2usbmon=$(realpath -m "${MODEL2USBMON:-$build/model2usbmon}")
data=$(realpath -m "${RXBATCH_DATA:-$root/../shared/data}")
captures=$root/tests/captures
plugin=librte_net_rtw89u.so
both_plugins=(-d "$plugin" -d librte_net_mt76u.so)
export LD_LIBRARY_PATH=$plugins${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}

# shellcheck source=tests/tally.sh
. "$root/tests/tally.sh"

tmp=$(mktemp -d)
trap '' PIPE
# EAL's own folders, by the file prefixes of these scripts, stay when a program ends.
trap 'rm -rf --one-file-system "$tmp" /var/run/dpdk/rxbatch-{gro,matrix,tp}-$$' EXIT
# A plugin is found by its bare name wherever the program is started.
cd / || exit 1

# driver_of CHIP: the name of its ports, without the number
driver_of()
{
	case $1 in
	rtl*) echo net_rtw89u ;;
	mt*) echo net_mt76u ;;
	esac
}
