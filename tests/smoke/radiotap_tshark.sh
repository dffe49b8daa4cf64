#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# radiotap_tshark.sh RADIOTAP_PCAP
#
# tshark finds in our radiotap headers what was put in, of a frame of every rate, and
# calls none of them malformed. Where it does not know EHT it gets lost in TLVs (4.0 takes the
# value of one that it does not know for the next one's type): then what stands behind the
# other fields of an EHT frame is not looked at.
set -euo pipefail

here=$(dirname "$(realpath "$0")")
generator=$(realpath "$1")
if ! command -v tshark > /dev/null; then
	echo "skipped: no tshark"
	echo "0 passed, 0 failed, 1 skipped"
	exit 0
fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# Its settings are not the user's.
export HOME=$tmp XDG_CONFIG_HOME=$tmp

# In the order of the generator.
fields=(frame.number radiotap.length
	radiotap.mactime radiotap.flags.{fcs,badfcs,preamble,shortgi}
	radiotap.datarate radiotap.channel.freq radiotap.channel.flags.{2ghz,5ghz,cck}
	radiotap.dbm_antsignal radiotap.antenna
	radiotap.mcs.{index,bw,gi,format,fec,stbc}
	radiotap.ampdu.reference radiotap.ampdu.flags.{lastknown,last}
	radiotap.vht.{bw,gi,mcs.0,nss.0,coding.0,stbc,beamformed}
	radiotap.he.data_1.ppdu_format radiotap.he.data_3.{data_mcs,coding,stbc,data_dcm}
	radiotap.he.data_5.{data_bw_ru_allocation,gi,ltf_symbol_size}
	radiotap.he.data_6.nsts radiotap.he.data_2.txbf_known
	radiotap.tlv.{type,datalen})

"$generator" "$tmp/rates.pcap" "$tmp/want"
tshark -r "$tmp/rates.pcap" -n -T fields -E 'separator=|' -E aggregator=, \
	"${fields[@]/#/-e}" > "$tmp/got" 2> "$tmp/log" || { cat "$tmp/log"; exit 1; }
tshark -r "$tmp/rates.pcap" -n -Y _ws.malformed -T fields -e frame.number \
	> "$tmp/malformed" 2> "$tmp/log" || { cat "$tmp/log"; exit 1; }
eht=known
tshark -G fields > "$tmp/known" 2> /dev/null
grep -q '[[:space:]]radiotap\.eht\.' "$tmp/known" || eht=unknown
/usr/bin/python3 "$here/radiotap_fields.py" $eht "$tmp/want" "$tmp/got" "$tmp/malformed" \
	"${fields[@]}"
