#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# check/linux_mt7921u.sh OUT: does Linux's mt7921u say of each frame, and ask of the chip, what our
# driver does?
set -u

here=$(dirname "$(realpath "$0")")
vm=$(dirname "$here")
out=$(realpath "$1")
# shellcheck source=tests/tally.sh
. "$here/../../tally.sh"
kernel=$(< "$out/kernel")

# compared STATUS NAME FILE: of compare_*.py and what it said; its first line is for the report
compared()
{
	check "$1" "$2: $(head -n 1 "$3")" "an unlisted difference, or a rule without use"
	tail -n +2 "$3" | sed 's/^/    /'
}

# join SIDE: one capture of all that it took; each has 24 bytes of header.
join()
{
	local name head=1

	while read -r name; do
		tail -c +"$head" "$out/$name.pcap"
		head=25
	done < "$out/$1.captures" > "$out/$1.pcap"
}

join linux
join ours
"$vm/compare_radiotap.py" --kernel "$kernel" --allow "$vm/allow-radiotap.txt" \
	--frames "$out/frames" --ours "$out/ours.pcap" --linux "$out/linux.pcap" \
	--ours-log "$out/ours.csv" --linux-log "$out/linux.csv" > "$out/frames.txt" 2>&1
compared $? frames "$out/frames.txt"
"$vm/compare_requests.py" --kernel "$kernel" --steps "$vm/mt7921u-steps.txt" \
	--allow "$vm/allow-requests.txt" --ours "$out/ours.log:$(< "$out/ours.lines")" \
	--linux "$out/linux.log:$(< "$out/linux.lines")" --firmware "$out/firmware.parts" \
	> "$out/requests.txt" 2>&1
compared $? requests "$out/requests.txt"
summary
