# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# To be sourced. Memory for a DPDK program, taken for the time of one script:
#
#	. devtools/hugepages.sh
#	trap hugepages_give_back EXIT
#	hugepages_take 256
#	dpdk-testpmd "${hugepages_eal[@]}" ...
#
# hugepages_eal holds the EAL options that fit: 2 MB pages when there are enough or when the
# kernel gives them, otherwise --no-huge, with a word about what that costs. No hugetlbfs mount is
# needed: --in-memory maps the pages anonymously, and nothing is left behind by a program that dies.
# Telemetry works with it, secondary processes do not: a test of those wants options of its own.

# shellcheck disable=SC2034 # read by the script that sources this
hugepages_eal=()
hugepages_added=0
hugepages_sys=/sys/kernel/mm/hugepages/hugepages-2048kB

hugepages_read()
{
	cat "$hugepages_sys/$1" 2> /dev/null || echo 0
}

# Change the number of pages by $1 and print by how many it really changed. The lock keeps scripts
# that run at the same time from overwriting each other's sum.
hugepages_change()
{
	(
		flock -w 30 9 || true
		before=$(hugepages_read nr_hugepages)
		after=$((before + $1 < 0 ? 0 : before + $1))
		echo "$after" 2> /dev/null > "$hugepages_sys/nr_hugepages" || true
		echo $(($(hugepages_read nr_hugepages) - before))
	) 9< "$hugepages_sys"
}

hugepages_give_back()
{
	if ((hugepages_added > 0)); then
		hugepages_change "-$hugepages_added" > /dev/null
	fi
	hugepages_added=0
}

# Pages of our own are asked for first: free ones may be meant for a neighbour who starts now.
hugepages_reserve()
{
	local pages=$1

	[[ -w $hugepages_sys/nr_hugepages ]] || return 1
	hugepages_added=$(hugepages_change "$pages")
	((hugepages_added < pages)) || return 0
	hugepages_give_back
	return 1
}

# hugepages_take MB
# shellcheck disable=SC2034
hugepages_take()
{
	local mb=$1 pages=$((($1 + 1) / 2))

	if hugepages_reserve "$pages" || (($(hugepages_read free_hugepages) >= pages)); then
		hugepages_eal=(--in-memory --single-file-segments -m "$mb")
		return
	fi
	hugepages_eal=(--no-huge -m "$mb")
	echo "no 2 MB huge pages: running with --no-huge, each packet costs about twice as much" >&2
}
