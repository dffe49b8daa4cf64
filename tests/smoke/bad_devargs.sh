# shellcheck shell=bash disable=SC2154,SC2034 # variables of lib.sh
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# To be sourced by testpmd.sh. Wrong devargs, each attached to one running testpmd: the probe fails,
# one error line of ours says what is wrong, and nothing stays behind.

# pcap_head LINK_TYPE FILE: a capture without packets
pcap_head()
{
	printf '%b' '\xd4\xc3\xb2\xa1\x02\0\x04\0\0\0\0\0\0\0\0\0\xff\xff\0\0' \
		"\\0$(printf '%03o' "$1")" '\0\0\0' > "$2"
}

foreign_captures()
{
	: > "$tmp/empty"
	echo "this is no capture" > "$tmp/text"
	pcap_head 249 "$tmp/usbpcap"
	pcap_head 192 "$tmp/ppi"
	pcap_head 119 "$tmp/prism"
	pcap_head 1 "$tmp/nopackets"
	pcap_head 220 "$tmp/norecords"
	# Of a version that never was.
	printf '\xd4\xc3\xb2\xa1\x09\x00\x09\x00' > "$tmp/version"
	tail -c +9 "$tmp/usbpcap" >> "$tmp/version"
	# Ends inside a record.
	"$model2usbmon" --air "pcap:$one" --count 4 --output "$tmp/whole" > "$tmp/out"
	head -c -100 "$tmp/whole" > "$tmp/cut"
	head -c 20 "$tmp/whole" > "$tmp/cuthead"
}

# DEVARGS|what the error line must say; of net_rtw89u, behind "mt:" of net_mt76u
bad_list()
{
	local model=model=rtl8922au mt=mt:model=mt7921u

	cat <<- END
		|need model=
		nonsense=1|unknown key
		model|model
		model=|model
		model=rtl9999|rtl9999.*rtl8922au
		$model,speed=warp|speed=warp
		$model,air=pcap:$tmp/none|$tmp/none.*No such file
		$model,air=carrier|carrier
		$model,air=gen:size:1|size
		$model,air=gen:speed:9|speed
		$model,air=pcap:$tmp/nopackets|without packets
		$model,air=pcap:$tmp/whole|link type 220
		$model,air=pcap:$tmp/text|text
		$model,air=pcap:$one,air-set=mode:ax|mode
		$model,air=pcap:$one,air-set=modes:he|modes
		$model,air=pcap:$one,air-set=mode:he/mcs:13|mcs
		$model,air-set=loop:1|air-set= needs air=
		$model,model-set=flux:1|flux.*no such switch
		$model,model-set=zlp:maybe|zlp.*maybe
		$model,model-set=zlp|zlp
		$model,hold=fast|hold=fast
		$model,hold=8161|8160
		$model,hold=-1|hold=-1
		$model,hold=1,hold=2|twice
		$model,hold=0,agg-count=3|hold=0
		$model,agg-size=0|1 to 1023
		$model,agg-size=1024|1 to 1023
		$model,agg-count=0|1 to 255
		$model,agg-count=256|1 to 255
		$model,agg-count=99999999999999999999|1 to 255
		$model,buffers=0|1 to 256
		$model,buffers=257|1 to 256
		$model,buffers=3x|buffers=3x
		$model,buffer-size=4096|buffer-size
		$model,rx-csum=chip|rx-csum=chip
		$model,rx-csum=yes|rx-csum=yes
		$model,loop=1|loop=
		$model,replay-dev=1.2|replay-dev=
		$model,replay=$tmp/whole|exclude
		usb=0bda:8912|brings up no real device
		$model,usb=1-2|exclude
		$model,buffer-memory=usbfs|needs usb=
		$model,channel=6|cannot tune
		replay=$tmp/whole,firmware=running|needs usb=
		replay=$tmp/none|$tmp/none.*No such file
		replay=$tmp|not a regular file
		replay=$tmp/whole,hold=32|can aggregate
		replay=$tmp/whole,speed=high|need model=
		replay=$tmp/whole,loop=2|0 to 1
		replay=$tmp/whole,replay-dev=1|replay-dev=1 
		replay=$tmp/whole,replay-dev=1.99|1.99
		replay=$tmp/whole,rx-csum=chip|rx-csum=chip
		replay=$tmp/usbpcap|249.*USBPcap
		replay=$tmp/ppi|192
		replay=$tmp/prism|119
		replay=$one|Ethernet
		replay=$tmp/empty|$tmp/empty
		replay=$tmp/text|not a capture
		replay=$tmp/norecords|no bulk-IN data
		replay=$tmp/version|$tmp/version
		replay=$tmp/cut|damaged after
		replay=$tmp/cuthead|$tmp/cuthead
		model=mt7921u|mt7921u.*known: rtl8922au
		chip=rtl8922au|need model=
		$model,chip=rtl8922au|needs replay=
		replay=$tmp/whole,chip=rtl9999|rtl9999.*known: rtl8922au
		replay=$tmp/whole,chip=mt7921u|mt7921u.*known: rtl8922au
		$model,air-out=$tmp|$tmp.*Is a directory
		$model,air-out=/dev/null|/dev/null.*not a regular file
		$model,air-out=$tmp/none/out|$tmp/none/out.*No such file
		$model,air-out=|air-out
		replay=$tmp/whole,air-out=$tmp/out|need model=
		$model,bssid=hello|bssid=hello
		$model,bssid=02:00:00:00:00|bssid=
		$model,bssid=ff:ff:ff:ff:ff:ff|access point
		$model,bssid=00:00:00:00:00:00|access point
		$model,mode=promisc|ethernet.monitor
		$model,rx-attach=12000|0 to 11
		$model,rx-attach=all|rx-attach=all
		$model,mode=monitor,rx-attach=100|rx-attach=
		replay=$tmp/whole,loop=1,rx-attach=100|rx-attach=.*loop=1
		$model,gro=off|merge.list
		$model,gro=|gro=
		$model,gro-udp=2|0 to 1
		$model,gro-flows=0|1 to 16384
		$model,gro-flows=16385|1 to 16384
		$model,gro-hold=10001|0 to 10000
		$model,gro=list,gro-hold=10|gro-hold= needs gro=merge
		$model,mode=monitor,gro=list|gro=.*mode=ethernet
		$model,rx-attach=100,gro-flows=64|no meaning with rx-attach=
		$model,rx-bad-fcs=keep|mode=monitor
		$model,mode=monitor,rx-bad-fcs=maybe|drop.keep
		model=rtl8852bu,rxd-layout=bsd|vendor.linux
		$model,rxd-layout=linux|no meaning for the rtl8922au
		$model,mode=monitor,rx-csum=sw|rx-csum=.*mode=ethernet
		$model,mode=monitor,bssid=02:00:00:00:00:01|bssid=.*mode=ethernet
		$model,null=rtl8922au|exclude
		replay=$tmp/whole,null=rtl8922au|exclude
		null=mt7921u|mt7921u.*known: rtl8922au
		null=rtl8922au,hold=32|can aggregate
		null=rtl8922au,air=gen:rate:1|need model=
		model=rtl8852bu,model-set=reading:left|reading
		model=rtl8852bu,agg-size=1021|4 to 1020
		model=rtl8852bu,agg-size=3|4 to 1020
		mt:|need model=
		mt:nonsense=1|unknown key
		mt:model=rtl8922au|rtl8922au.*known: mt7921u
		mt:null=rtl8922au|rtl8922au.*known: mt7921u
		mt:replay=$tmp/whole,chip=rtl8922au|rtl8922au.*known: mt7921u
		$mt,rxd-layout=linux|unknown key
		$mt,hold=256|0 to 255
		$mt,hold=32,agg-size=256|1 to 255
		$mt,hold=32,agg-count=256|1 to 255
		$mt,hold=0,agg-count=3|hold=0
		$mt,agg-size=8|need hold=
		$mt,model-set=groups:9|groups
		$mt,model-set=drvinfo:1|drvinfo.*no such switch
		$mt,rx-csum=chip|rx-csum=chip
		$mt,air-out=$tmp|$tmp.*Is a directory
		$mt,mode=monitor,rx-attach=1|rx-attach=
		$mt,gro=all|merge.list
		$mt,mode=monitor,gro-hold=0|gro-hold=.*mode=ethernet
		$mt,replay=$tmp/whole|exclude
		mt:usb=ffff:ffff|no such device
		mt:usb=255-1.2.3.4.5.6|no such device
		mt:usb=0e8d7961|need VID:PID
		$mt,channel=42,band=5|5 GHz has channels
		$mt,channel=233|band=6
		$mt,channel=14,bandwidth=40|channel 14 is 20 MHz
		$mt,band=5|need channel=
	END
	if [[ -f $data/wifi-bad__aircrack__wpa.cap ]]; then
		echo "replay=$data/wifi-bad__aircrack__wpa.cap|119"
		echo "$model,air=pcap:$data/wifi-bad__aircrack__wpa.cap|119"
		echo "replay=$data/file__libpcap__pcap-invalid-version-1.pcap|invalid-version"
		echo "replay=$data/usb__usbmontools__test1.pcap|no bulk-IN data"
		echo "replay=$data/file__wireshark__empty.pcap|Ethernet"
	fi
}

# What testpmd said of attempt $1.
attempt()
{
	sed -n "/bad-$1-begin\r*\$/,/bad-$1-end\r*\$/p" "$tp_out"
}

# judge NUMBER DEVARGS REGEX
judge()
{
	local name="refused: ${2//$tmp\//}" said lines

	attempt "$1" > "$tmp/said"
	said=$(grep -E '^(RTW89U|MT76U|USB): ' "$tmp/said")
	lines=$(grep -cE '^(RTW89U|MT76U|USB): ' "$tmp/said")
	if ! grep -q 'Failed to attach port' "$tmp/said"; then
		fail "$name" "it was not" "$tmp/said"
	elif [[ $lines -ne 1 ]]; then
		fail "$name" "$lines lines instead of one" "$tmp/said"
	elif ! grep -qE -e "$3" <<< "$said"; then
		fail "$name" "the line does not say \"$3\"" "$tmp/said"
	else
		pass "$name"
	fi
}

# Rings and memory zones of ours, as testpmd dumps them.
leftovers()
{
	sed -n "/$1-begin\r*\$/,/$1-end\r*\$/p" "$tp_out" | grep -E 'rtw89u|mt76u|usb_|usb-'
}

bad_devargs()
{
	local n=0 args want name

	foreign_captures
	bad_list > "$tmp/bad"
	# testpmd does not start without a port.
	tp_start net_null0
	while IFS='|' read -r args want; do
		tp_say "# bad-$n-begin"
		name=net_rtw89u9
		[[ $args != mt:* ]] || name=net_mt76u9
		args=${args#mt:}
		tp_say "port attach $name${args:+,$args}"
		tp_say "# bad-$n-end"
		n=$((n + 1))
	done < "$tmp/bad"
	for want in dump_ring dump_memzone "show port summary all"; do
		tp_say "# left-begin"
		tp_say "$want"
		tp_say "# left-end"
	done
	tp_say "port attach net_rtw89u9,replay=$tmp/whole"
	tp_mark bad-all-done
	n=0
	while IFS='|' read -r args want; do
		judge "$n" "$args" "$want"
		n=$((n + 1))
	done < "$tmp/bad"
	[[ -z $(leftovers left) ]]
	check $? "refusals leave nothing behind" "$(leftovers left | head -n 3)"
	grep -q 'Port 1 is attached' "$tp_out"
	check $? "the name is free again" "it is not" "$tp_out"
	tp_end
	check $? "testpmd ends well after refusals" "status $?" "$tp_out"
}
