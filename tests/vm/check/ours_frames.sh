#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# check/ours_frames.sh DIR: are the frames that guest/ours_frames.sh left in DIR byte for byte those
# that were sent, with the rate, signal and time that the modelled chip gave them?
set -u
here=$(dirname "$(realpath "$0")")
# shellcheck source=tests/tally.sh
. "$here/../../tally.sh"
smoke=$here/../../smoke
dir=$1

# said NAME PROGRAM...: its first line belongs to the name
said()
{
	/usr/bin/python3 "${@:2}" > "$dir/said" 2>&1
	check $? "$1: $(head -n 1 "$dir/said")" "not so" "$dir/said"
}

for speed in super high; do
	said "$speed speed, packets" "$smoke/monitor_check.py" --min 171 "$dir/packets-$speed.csv" \
		"$dir/packets-$speed.pcap"
	said "$speed speed, frames as sent" "$smoke/dot11_pcap.py" received "$dir/large.pcap" \
		"$dir/frames-$speed.pcap"
	said "$speed speed, frames as logged" "$smoke/monitor_check.py" --min 70 \
		"$dir/frames-$speed.csv" "$dir/frames-$speed.pcap"
done
said "injected" "$smoke/dot11_pcap.py" injected "$dir/inject.pcap" "$dir/packets-sent.pcap"
summary
