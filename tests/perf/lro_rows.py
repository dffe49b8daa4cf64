# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""Rows of bench_gro.py: what the LRO offload of net_rtw89u hands up of a recorded TCP transfer."""
import os
import struct
import sys
import tempfile

import benchlib

sys.path.insert(0, os.path.join(benchlib.TOP, "devtools"))
sys.dont_write_bytecode = True
import pcapfile  # noqa: E402

SENDER = "02:00:00:00:00:01"
PACKETS = 20000
FEWER = 0.1                 # "at least ten times fewer"
LATE_MAX = 0.25             # of the time that the packets took
SEGMENTS_MAX, LENGTH_MAX = 128, 65535
FIN, SYN, RST, PSH, URG = 0x01, 0x02, 0x04, 0x08, 0x20

# Packets that no aggregate takes, whatever is open.
ALONE = ["not_ip", "not_l4", "ip_options", "fragment", "length", "headers", "ip_csum", "l4_csum",
         "csum_unknown", "csum_zero", "tcp_flags", "payload", "tunnel", "shared", "meta"]


class Packet:
    """What matters of TCP over IPv4 in one frame of a capture."""

    def __init__(self, data):
        ip, tcp = data[14:34], data[34:]
        header = (tcp[12] >> 4) * 4
        self.flow = ip[12:20] + tcp[0:4]
        self.seq, self.id = struct.unpack(">I", tcp[4:8])[0], struct.unpack(">H", ip[4:6])[0]
        self.flags = tcp[13]
        self.payload = struct.unpack(">H", ip[2:4])[0] - 20 - header
        # Equal in all packets of an aggregate.
        self.same = (data[:14] + ip[0:2] + ip[6:10] + tcp[8:13] + tcp[14:16] + tcp[18:header],
                     self.flags & ~(FIN | PSH))

    def can_open(self):
        return self.payload > 0 and not self.flags & (FIN | SYN | RST | PSH | URG)


class Aggregate:
    """The plain merger's: takes what follows, for as long as it is open."""

    def __init__(self, first):
        self.first, self.segments, self.payload = first, 1, first.payload
        self.open = first.can_open()

    def takes(self, packet):
        return (self.open and packet.same == self.first.same and
                0 < packet.payload <= self.first.payload and
                packet.seq == (self.first.seq + self.payload) % (1 << 32) and
                packet.id == (self.first.id + self.segments) % (1 << 16) and
                52 + self.payload + packet.payload <= LENGTH_MAX)

    def append(self, packet):
        self.segments += 1
        self.payload += packet.payload
        self.open = (packet.payload == self.first.payload and self.segments < SEGMENTS_MAX and
                     not packet.flags & (FIN | PSH))


def fewest(path, count):
    """(packets that an offline merge leaves of count packets, flows): the capture is repeated."""
    packets = [Packet(frame.data) for frame in pcapfile.read(path)]
    flows, out = {}, 0
    for i in range(count):
        packet = packets[i % len(packets)]
        aggregate = flows.get(packet.flow)
        if aggregate is not None and aggregate.takes(packet):
            aggregate.append(packet)
        else:
            flows[packet.flow] = Aggregate(packet)
            out += 1
    return out, len(flows)


def lro_count(args, capture, hold):
    core = "1" if os.cpu_count() > 1 else "0"
    text = benchlib.run(
        [os.path.join(args.build, "tests", "perf", "lro_count"), "-l", core] + args.eal.split() +
        ["--no-pci", "--no-telemetry", "--log-level=lib.eal:error", "-d", "librte_net_rtw89u.so",
         f"--vdev=net_rtw89u0,model=rtl8922au,air=pcap:{capture},air-set=loop:1,hold={hold}",
         "--", f"--packets={PACKETS}"],
        cwd="/", env={**os.environ, "LD_LIBRARY_PATH": os.path.join(args.build, "drivers")})
    pairs = (line.split() for line in text.splitlines())
    return {pair[0]: int(pair[1]) for pair in pairs if len(pair) == 2 and pair[1].isdigit()}


def forced_closes(count):
    """What had to go up by itself, and what closed an aggregate before its transfers ended."""
    names = ["closed_packet", "closed_end", "closed_barrier", "closed_hold"]
    return sum(count.get("rx_gro_" + name, 0)
               for name in names + ["why_" + name for name in ALONE])


def row(case, ours, peer_name, peer, most, work, valid):
    ratio = ours / peer
    return {"case": case, "unit": "packets", "ours": str(ours), "peer_name": peer_name,
            "peer": str(peer), "ratio": f"{ratio:.3f}", "work": f"{work:.3f}",
            "goal": "-" if most is None else f"ratio <= {most}",
            "met": "-" if most is None else "yes" if ratio <= most else "no",
            "valid": "yes" if valid else "no", "best": "-"}


def rows_of(args, name, hold, capture):
    count = lro_count(args, capture, hold)
    handed, packets = count["handed_up"], count["packets"]
    best, flows = fewest(capture, packets)
    # Time closes too: at an empty poll, and at the bound.
    work = handed / (best + count.get("rx_gro_closed_flush", 0) +
                     count.get("rx_gro_closed_hold", 0))
    # Transfers that come late come together, and more of them merge than would.
    valid = count.get("model_late_sum_ns", 0) <= LATE_MAX * count["elapsed_ns"]
    case = f"{name} by radio, hold {hold} us"
    yield row(case, handed, "transfers x flows + forced",
              count["rx_usb_transfers"] * flows + forced_closes(count), 1.0, work, valid)
    # With 1024 us the size closes the chip's aggregates; the capture's own PSH may forbid more.
    wanted = FEWER if hold == 1024 and best <= FEWER * packets else None
    yield row(case, handed, f"without LRO; at best {best}", packets, wanted, work, valid)
    waiting = row(case + ": held at an empty poll", count["waiting_most"], "-", 1, 0, work, True)
    yield waiting | {"peer": "-", "ratio": "-", "goal": "ours = 0"}


def rows(args):
    for name in ("tcp4-1flow", "tcp4-8flows"):
        with tempfile.TemporaryDirectory() as work:
            capture = os.path.join(work, "down.pcap")
            benchlib.run(["/usr/bin/python3",
                          os.path.join(benchlib.TOP, "devtools", "trim-pcap.py"),
                          "--src", SENDER, os.path.join(benchlib.CAPTURES, name + ".pcap"),
                          capture])
            for hold in (32, 1024):
                print(f"bench gro: {name} by radio, hold {hold} us ...", file=sys.stderr)
                yield from rows_of(args, name, hold, capture)
