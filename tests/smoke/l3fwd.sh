# shellcheck shell=bash disable=SC2154 # variables of lib.sh
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# To be sourced by testpmd.sh. DPDK's own l3fwd, which Debian does not package: compiled against the
# installed libraries out of a source tree of the same version (-Ddpdk_src=PATH, or RXBATCH_DPDK_SRC).
# It looks at packet types and refuses a port that offers no checksum offload.

# l3fwd_build TREE: into $tmp/l3fwd
l3fwd_build()
{
	# A driver that the distribution's build claims to have brings headers of its own.
	printf '#undef %s\n' RTE_NET_MLX5 RTE_NET_BNXT RTE_NET_I40E RTE_NET_IXGBE RTE_NET_DPAA \
		RTE_NET_BOND RTE_CRYPTO_SCHEDULER > "$tmp/undef.h"
	# Two of its files are included by others.
	# shellcheck disable=SC2046 # words
	timeout 120 "${CC:-cc}" -O2 -w -D_GNU_SOURCE -DALLOW_EXPERIMENTAL_API \
		$(pkg-config --cflags libdpdk) -include rte_config.h -include "$tmp/undef.h" \
		-I"$1/examples/common" -I"$1/examples/l3fwd" -o "$tmp/l3fwd" \
		$(printf '%s\n' "$1"/examples/l3fwd/*.c | grep -v _route_parse) $(pkg-config --libs libdpdk) > "$tmp/out" 2>&1
}

# l3fwd_run SOURCE-CHIP SINK-CHIP CAPTURE: from port 1 to port 0
l3fwd_run()
{
	local pid n

	echo "R198.18.0.0/24 0" > "$tmp/v4.cfg"
	echo "Rfd00:18::/64 0" > "$tmp/v6.cfg"
	: > "$tmp/l3fwd.out"
	# It switches promiscuous mode on when its ports have started: silence until then.
	timeout -k 5 60 stdbuf -oL "$tmp/l3fwd" -l 0 --no-huge -m 512 --no-pci --no-telemetry \
		--file-prefix "rxbatch-tp-$$" "${both_plugins[@]}" \
		--vdev="$(driver_of "$2")0,model=$2,air-out=$tmp/routed.pcap" \
		--vdev="$(driver_of "$1")1,model=$1,air=pcap:$3,air-set=rate:20/start:2500" -- \
		--lookup=lpm --rule_ipv4="$tmp/v4.cfg" --rule_ipv6="$tmp/v6.cfg" \
		-p 0x3 -P --parse-ptype --config="(0,0,0),(1,0,0)" > "$tmp/l3fwd.out" 2>&1 &
	pid=$!
	for ((n = 0; n < 200; n++)); do
		grep -q 'entering main loop' "$tmp/l3fwd.out" && break
		kill -0 "$pid" 2> /dev/null || break
		sleep 0.1
	done
	sleep 4
	# The one that timeout has started.
	kill -INT "$(pgrep -P "$pid")" 2> /dev/null
	wait "$pid"
}

l3fwd()
{
	local tree=${RXBATCH_DPDK_SRC:-} file=$captures/tcp4-1flow.pcap pair

	if [[ ! -d $tree/examples/l3fwd ]]; then
		skip l3fwd "no DPDK source tree at hand (-Ddpdk_src=PATH); no package has the program"
		return
	fi
	l3fwd_build "$tree"
	check $? "l3fwd is compiled" "it is not" "$tmp/out"
	[[ -x $tmp/l3fwd ]] || return
	for pair in "rtl8922au mt7921u" "mt7921u rtl8852cu"; do
		# shellcheck disable=SC2086 # two words
		l3fwd_run $pair "$file"
		check $? "l3fwd, ${pair/ / to }: it ends well" "status $?" "$tmp/l3fwd.out"
		/usr/bin/python3 "$here/air_out_check.py" --routed "$file" "$tmp/routed.pcap" \
			> "$tmp/air" 2>&1
		check $? "l3fwd, ${pair/ / to }: $(head -n 1 "$tmp/air")" "not as routed" "$tmp/air"
	done
}
