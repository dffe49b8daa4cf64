#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# Do the tests of lib/rxbatch notice a broken rule? One rule at a time is broken in a copy of
# the library (never here), and a test must fail that does not fail without it; it is named.
#
#   plant-gro.sh [--property] [--every=N] [--jobs=N] [NAME...]
#
# --property: only the property test is asked. --every: one rule in N. NAME: these rules only.
# Ends with "N passed, N failed, N skipped".
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
property=0
every=1
jobs=2
names=()

usage()
{
	sed -n 's/^#   //p' "$0" >&2
	exit 2
}

for arg in "$@"; do
	case $arg in
	--property) property=1 ;;
	--every=*) every=${arg#*=} ;;
	--jobs=*) jobs=${arg#*=} ;;
	-*) usage ;;
	*) names+=("$arg") ;;
	esac
done
[[ $jobs =~ ^[1-9][0-9]*$ && $every =~ ^[1-9][0-9]*$ ]] || usage

# NAME TEST FILE EXPRESSION: the test that is asked first, and what sed makes of the file. A
# rule that is checked in two ways is broken in one of them.
rules()
{
	cat <<'END'
ip4_tos ipv4 rxb_same.c s/if (!same(ip, 1, 1))/if (0)/
ip4_ttl ipv4 rxb_same.c s/if (!same(ip, 8, 1))/if (0)/
ip4_ttl_usual ipv4 rxb_same.c s/\[20 ... 23\] = 0xff, \[26/[20 ... 21] = 0xff, [23] = 0xff, [26/
ip4_df ipv4 rxb_same.c s/if (!same(ip, 6, 2))/if (0)/
ip4_id_without_df ipv4 rxb_same.c s/ && (ip->b\[6\] & 0x40) != 0 ?/ ?/
ip4_id_step ipv4 rxb_join.c s/agg->id_step = rxb_load16(ip + 4) != .*/agg->id_step = 1;/
ip6_class_and_label ipv6 rxb_same.c s/if (!same(ip, 0, 4))/if (0)/
ip6_hop_limit ipv6 rxb_same.c s/if (!same(ip, 7, 1))/if (0)/
ip6_extensions ipv6 rxb_same.c s/same(ip, 40, len - 40) ?/1 ?/
tcp_seq tcp_fields rxb_same.c s/if (rxb_be32(tcp->b + 4) != agg->next_seq)/if (0)/
tcp_ack tcp_fields rxb_same.c s/if (!same(tcp, 8, 4))/if (0)/
tcp_window tcp_fields rxb_same.c s/if (!same(tcp, 14, 2))/if (0)/
tcp_cwr tcp_flags rxb_same.c s/if ((tcp->b\[13\] & RXB_BIT_CWR) != 0)/if (0)/
tcp_reserved tcp_flags rxb_same.c s/((tcp->a\[12\] ^ tcp->b\[12\]) & 0x0f) != 0 ||/0 ||/
tcp_ece tcp_flags rxb_same.c s/((tcp->a\[13\] ^ tcp->b\[13\]) & 0x76) != 0/0/
tcp_urgent_pointer tcp_flags rxb_same.c s/if (!same(tcp, 18, 2))/if (0)/
tcp_options tcp_fields rxb_same.c s/same(tcp, 20, len - 20) ?/1 ?/
tcp_urg_flag tcp_flags rxb_look.c s/(TCP_SYN | TCP_RST | TCP_URG)/(TCP_SYN | TCP_RST)/
tcp_psh_closes tcp_flags rxb_join.h s/(lk->bits & RXB_BITS_LAST) != 0 || lk->payload/lk->payload/
tcp_psh_kept tcp_flags rxb_seal.h s/l4\[13\] |= agg->bits & RXB_BITS_LAST;/l4[13] |= 0;/
longer shape rxb_same.c s/if (lk->payload > agg->seg_len)/if (0)/
shorter_closes shape rxb_join.h s/lk->payload < agg->seg_len ||/0 ||/
full shape rxb_same.c s/if (lk->payload > agg->room)/if (0)/
l2_bytes l2_meta rxb_same.c s/memcmp(agg->hdr, lk->hdr, rxb_l2_len(lk->shape)) != 0/0/
vlan_field l2_meta rxb_same.c s/a->vlan_tci != b->vlan_tci)/0)/
rss l2_meta rxb_same.c s/a->hash.rss != b->hash.rss)/0)/
port l2_meta rxb_same.c s/a->port != b->port ||/0 ||/
padding ipv4 rxb_look.c s/v->l2 + v->total != v->frame/v->l2 + v->total > v->frame/
fragment ipv4 rxb_look.c s/if ((rxb_be16(ip + 6) & (uint16_t)~RTE_IPV4_HDR_DF_FLAG) != 0)/if (0)/
barrier ipv4 rxb_merge.c s/if (lk->kind == RXB_KIND_BARRIER)/if (0)/
ip4_sum ipv4 rxb_look.c s/if (rxb_sum(ip, 20) != 0xffff)/if (0)/
ip4_sum_spelling ipv4 rxb_look.c s/return rxb_load16(ip + 10) != 0xffff;/return true;/
tcp_sum_spelling l2_meta rxb_look.c s/return !tcp || rxb_load16(l4 + 16) != 0xffff;/return true;/
tcp_sum_spelling_plain l2_meta rxb_look.h s/ && rxb_load16(p + 50) != 0xffff);/);/
udp_without_sum udp rxb_look.c s/if (!tcp && rxb_load16(l4 + 6) == 0)/if (0)/
udp_tunnel udp rxb_look.c s/!is_tunnel(rxb_be16(l4 + 2))/true/
verify l2_meta rxb_verify.h s/rxb_sum_fold(sum) == 0xffff;/true;/
verify_head l2_meta rxb_join.c s/!rxb_verify(agg->head, agg->hdr, agg->shape, agg->seg_len)/0/
shared burst rxb_look.c s/rte_mbuf_refcnt_read(s) != 1 ||/0 ||/
stale_marks undo rxb_join.h s/m->tx_offload = 0;/;/
hold_deadline hold rxb_merge.c s/return due - now - 1 >= hold;/return false;/
hold_clock_back hold rxb_merge.c s/if (unlikely((int64_t)(now - gro->now) < 0))/if (0)/
hold_lowered hold rxb_merge.c s/RTE_MIN(left, hold_cycles)/hold_cycles/
ready_lost hold rxb_out.h s/gro->nb_ready++;/;/
counters api rxb_merge.c s/gro->stats.packets_out += n;/gro->stats.packets_out += n + 1;/
back_off_ends api rxb_merge.c s/gro->skip = (1u << level) - 1;/gro->skip = 1000;/
seal_ip_sum shape rxb_seal.h s/(uint64_t)sum + (uint16_t)~was + is/(uint64_t)sum + is/
undo_ip_sum undo rxb_undo.c s/(uint16_t)~v4->total_length + be/be/
undo_last_flags undo rxb_undo.c s/tcp_flags &= ~RXB_WALK_LAST_FLAGS/tcp_flags |= 0/
undo_sum_flags undo rxb_undo.c s/|= RTE_MBUF_F_RX_L4_CKSUM_GOOD/|= 0/
undo_header undo rxb_walk.h s/m->data_off -= hdr;/m->data_off -= hdr - 1;/
split_id split rxb_split.c s/v4->packet_id = id;/;/
split_sum split rxb_split.c s/(uint64_t)(uint16_t)~csum + s->l4_sum/(uint64_t)(uint16_t)~csum/
split_addresses split rxb_split.c s/s->seq_shift == 0 && same_addr(s, old - s->w->l3_len)/s->seq_shift == 0/
split_flags split rxb_split.c s/tcp->tcp_flags |= old.tcp_flags & OWN_TCP_FLAGS;/;/
split_udp_zero split rxb_split.c s/return csum != 0 ? csum : UINT16_MAX;/return csum;/
split_marks split rxb_split.c s/m->vlan_tci = head->vlan_tci;/;/
list_tos list rxb_list.c s/return rxb_equal(a, b, 2) && rxb_equal(a + 6/return rxb_equal(a + 6/
list_barrier list rxb_list.c s/(b->nb != 0 \&\& barrier_since(b, gro, first))/0/
END
}

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
lib=$root/lib/rxbatch
tests=$root/tests/unit/rxbatch
cflags="-O1 -w -std=gnu11 -D_GNU_SOURCE -DALLOW_EXPERIMENTAL_API -fPIC
	$(pkg-config --cflags libdpdk) -I$root/tests/unit -I$tests"
libs="-lcunit -lpcap $(pkg-config --libs libdpdk)"
export tmp root lib cflags libs property

# object SOURCE OBJECT FOLDER-OF-HEADERS
object()
{
	# shellcheck disable=SC2086
	${CC:-gcc} $cflags -I"$3" -c -o "$2" "$1"
}

# library FOLDER: of its sources that have no object there
library()
{
	local s

	for s in "$1"/*.c; do
		[[ -e ${s%.c}.o ]] || object "$s" "${s%.c}.o" "$1" || return
	done
	# shellcheck disable=SC2086
	${CC:-gcc} -shared -o "$1/librxb_planted.so" "$1"/*.o $libs
}

# run TEST FOLDER: names of the tests that fail with this folder's library
run()
{
	local out status=0

	out=$(cd "$2" && LD_LIBRARY_PATH=$2 RXBATCH_LONG=0 RXBATCH_PROPERTY_S=1 \
		RXBATCH_SHRINK_S=0 timeout 60 "$tmp/test_$1" 2>&1) || status=$?
	[[ $status -ne 0 ]] || return 0
	sed -n 's/^Suite .*, Test \(.*\) had failures:$/\1/p' <<<"$out" | sed "s/^/$1: /"
	# Fell, or never came back: the last that began is not known by name.
	[[ $status -lt 124 ]] || echo "$1: ended by status $status"
}

# one NAME TEST FILE EXPRESSION: a line "ok|FAILED NAME: who noticed"
one()
{
	local name=$1 first=$2 file=$3 expression=${*:4} dir t noticed="" fell=""

	dir=$(mktemp -d "$tmp/job.XXXXXX")
	cp "$tmp"/lib/* "$dir/"
	sed -i "$expression" "$dir/$file"
	if cmp -s "$dir/$file" "$tmp/lib/$file"; then
		echo "FAILED $name: nothing to break in $file"
		rm -rf "$dir"
		return
	fi
	if [[ $file == *.h ]]; then
		rm -f "$dir"/*.o
	else
		rm -f "$dir/${file%.c}.o"
	fi
	if ! library "$dir" 2>"$dir/log"; then
		echo "FAILED $name: does not compile: $(grep -m 1 error "$dir/log")"
		rm -rf "$dir"
		return
	fi
	for t in $first $(cat "$tmp/tests"); do
		noticed=$(run "$t" "$dir" | grep -vxFf "$tmp/base" | head -n 1) || true
		# Better a test that can say its name.
		[[ $noticed != *"ended by status"* ]] || fell=$noticed
		[[ -z $noticed || $noticed == "$fell" ]] || break
	done
	noticed=${noticed:-$fell}
	if [[ -n $noticed ]]; then
		echo "ok     $name: $noticed"
	else
		echo "FAILED $name: nothing noticed"
	fi
	rm -rf "$dir"
}
export -f one run library object

wanted()
{
	((${#names[@]} == 0)) || printf '%s\n' "${names[@]}" | grep -qxF "$1"
}

nr=0
skipped=0
while read -r name first file expression; do
	wanted "$name" || continue
	if ((nr++ % every != 0)); then
		skipped=$((skipped + 1))
		continue
	fi
	[[ $property == 0 ]] || first=property
	printf '%s\0%s\0%s\0%s\0' "$name" "$first" "$file" "$expression" >>"$tmp/todo"
done < <(rules)
[[ -s $tmp/todo ]] || { echo "plant-gro.sh: no such rule" >&2; exit 2; }

# What all tests share is in one library; the tests are linked once.
mkdir "$tmp/lib" "$tmp/obj"
cp "$lib"/*.[ch] "$tmp/lib/"
library "$tmp/lib"
for s in "$tests"/*.c; do
	case $s in
	*/test_sum.c | */test_captures.c | */prop_mem_heap.c) ;;
	*) echo "$s" ;;
	esac
done >"$tmp/sources"
# shellcheck disable=SC2016
xargs -a "$tmp/sources" -P "$jobs" -I{} bash -c 'object "$1" "$tmp/obj/$(basename "${1%.c}").o" "$lib"' _ {}
if [[ $property == 0 ]]; then
	for s in "$tmp"/obj/test_*.o; do
		basename "${s%.o}" | sed 's/^test_//'
	done | grep -vx property >"$tmp/tests"
fi
echo property >>"$tmp/tests"
mapfile -t shared < <(find "$tmp/obj" -name '*.o' ! -name 'test_*')
ar rcs "$tmp/shared.a" "${shared[@]}"
while read -r t; do
	# shellcheck disable=SC2086
	${CC:-gcc} -o "$tmp/test_$t" "$tmp/obj/test_$t.o" "$tmp/shared.a" -L"$tmp/lib" \
		-lrxb_planted $libs
done <"$tmp/tests"

# What fails without a broken rule proves nothing with one.
: >"$tmp/base.all"
while read -r t; do
	run "$t" "$tmp/lib"
done <"$tmp/tests" >"$tmp/base.all"
sed 's/^/fails without a broken rule: /' "$tmp/base.all" >&2
# grep -f of an empty file finds nothing; of a blank line, all.
{ cat "$tmp/base.all"; echo "-"; } >"$tmp/base"

xargs -0 -P "$jobs" -n 4 bash -c 'one "$@"' _ <"$tmp/todo" | tee "$tmp/result"
passed=$(grep -c '^ok' "$tmp/result" || true)
failed=$(grep -c '^FAILED' "$tmp/result" || true)
echo "$passed passed, $failed failed, $skipped skipped"
[[ $failed -eq 0 ]]
