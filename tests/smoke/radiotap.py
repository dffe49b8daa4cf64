# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""
Radiotap headers and 802.11 data frames, read by their standards (radiotap.org; IEEE Std
802.11-2020, 9.2 and 9.3.2; RFC 1042) and by nothing of this project's C code.
"""

import struct
import zlib
from collections import namedtuple

LINK_TYPE = 127
MAGICS = {0xa1b2c3d4: 1000, 0xa1b23c4d: 1}

# (size, alignment) of each field that this reader knows, by its bit.
FIELDS = {
    0: (8, 8), 1: (1, 1), 2: (1, 1), 3: (4, 2), 4: (2, 2), 5: (1, 1), 6: (1, 1), 7: (2, 2),
    8: (2, 2), 9: (2, 2), 10: (1, 1), 11: (1, 1), 12: (1, 1), 13: (1, 1), 14: (2, 2),
    15: (2, 2), 16: (1, 1), 17: (1, 1), 18: (8, 4), 19: (3, 1), 20: (8, 4), 21: (12, 2),
    22: (12, 8), 23: (12, 2), 24: (12, 2), 25: (6, 2), 26: (1, 1), 27: (4, 2),
}
TSFT, FLAGS, RATE, CHANNEL, SIGNAL, ANTENNA, RX_FLAGS, TX_FLAGS = 0, 1, 2, 3, 5, 11, 14, 15
MCS, AMPDU, VHT, HE, TLV, NAMESPACE, VENDOR, EXTENDED = 19, 20, 21, 23, 28, 29, 30, 31
FLAG_SHORT_PREAMBLE, FLAG_FCS, FLAG_BAD_FCS, FLAG_SHORT_GI = 0x02, 0x10, 0x40, 0x80
TX_NO_ACK = 0x0008
TLV_U_SIG, TLV_EHT = 33, 34

CCK = {2: 0, 4: 1, 11: 2, 22: 3}
OFDM = {12: 0, 18: 1, 24: 2, 36: 3, 48: 4, 72: 5, 96: 6, 108: 7}
VHT_WIDTHS = {0: 20, 1: 40, 4: 80, 11: 160}
HE_WIDTHS = {0: 20, 1: 40, 2: 80, 3: 160}
EHT_WIDTHS = {0: 20, 1: 40, 2: 80, 3: 160, 4: 320, 5: 320}
GI_NS = {0: 800, 1: 1600, 2: 3200}

# length: of the header; fields: bit -> bytes of its first appearance; chains: antenna ->
# dBm; tlvs: type -> bytes.
Header = namedtuple('Header', 'length fields chains tlvs')
# mode mcs nss bw gi: as the log of the models has them, None: not said. stbc, ldpc too.
Rate = namedtuple('Rate', 'mode mcs nss bw gi stbc ldpc', defaults=(None,) * 7)


class Bad(Exception):
    """What was read is not what its standard says."""


def records(path, link_type=LINK_TYPE):
    """Yield the bytes of each record of a capture of that link type."""
    with open(path, 'rb') as file:
        head = file.read(24)
        order = next((o for o in '<>' if len(head) == 24 and
                      struct.unpack(o + 'I', head[:4])[0] in MAGICS), None)
        if order is None:
            raise Bad(f'{path}: no pcap file')
        link = struct.unpack(order + 'I', head[20:])[0] & 0xffff
        if link != link_type:
            raise Bad(f'{path}: link type {link}')
        while record := file.read(16):
            length, wire = struct.unpack(order + 'II', record[8:]) if len(record) == 16 else (1, 0)
            data = file.read(length)
            if length != wire or len(data) != length:
                raise Bad(f'{path}: cut record')
            yield data


def present_words(data):
    words, at = [], 4
    while True:
        if at + 4 > len(data):
            raise Bad('present words beyond the record')
        words.append(struct.unpack_from('<I', data, at)[0])
        at += 4
        if not words[-1] >> EXTENDED & 1:
            return words, at


def tlvs_of(data, at, end):
    found = {}
    while at < end:
        if at + 4 > end:
            raise Bad('cut TLV')
        kind, length = struct.unpack_from('<HH', data, at)
        if at + 4 + length > end:
            raise Bad(f'TLV {kind} of {length} bytes ends behind the header')
        found[kind] = data[at + 4:at + 4 + length]
        at += 4 + (length + 3 & ~3)
    return found


def header(data):
    """The radiotap header that data begins with."""
    if len(data) < 8 or data[0] != 0:
        raise Bad('no radiotap')
    length = struct.unpack_from('<H', data, 2)[0]
    if not 8 <= length <= len(data):
        raise Bad(f'radiotap of {length} bytes in a record of {len(data)}')
    words, at = present_words(data[:length])
    fields, chains, tlvs, signal = {}, {}, {}, None
    for number, word in enumerate(words):
        for bit in (b for b in range(TLV) if word >> b & 1):
            size, align = FIELDS[bit]
            at += -at % align
            value = data[at:at + size]
            at += size
            if at > length:
                raise Bad(f'field {bit} ends behind the header')
            if number == 0:
                fields[bit] = value
            elif bit == SIGNAL:
                signal = value
            elif bit == ANTENNA and signal is not None:
                chains[value[0]] = struct.unpack('b', signal)[0]
        if word >> TLV & 1:
            tlvs = tlvs_of(data[:length], at + -at % 4, length)
            at = length
    if length - at > 7:
        raise Bad(f'{length - at} bytes behind the last field')
    return Header(length, fields, chains, tlvs)


def number(head, bit, form):
    """A field as a number, None: not there."""
    return struct.unpack('<' + form, head.fields[bit])[0] if bit in head.fields else None


def flag(word, known, bit):
    return word >> bit & 1 if known else None


def ht_rate(head):
    known, flags, mcs = head.fields[MCS]
    return Rate('ht', mcs if known & 2 else None, mcs // 8 + 1 if known & 2 else None,
                [20, 40, 20, 20][flags & 3] if known & 1 else None,
                (400 if flags & 4 else 800) if known & 4 else None,
                flags >> 5 & 3 if known & 0x20 else None, flag(flags, known & 0x10, 4))


def vht_rate(head):
    known, flags, width, user, coding = struct.unpack_from('<HBBBxxxB', head.fields[VHT])
    return Rate('vht', user >> 4, user & 15, VHT_WIDTHS.get(width) if known & 0x40 else None,
                (400 if flags & 4 else 800) if known & 4 else None,
                flag(flags, known & 1, 0), coding & 1)


def he_rate(head):
    data = struct.unpack('<6H', head.fields[HE])
    return Rate('he', data[2] >> 8 & 15 if data[0] & 0x20 else None, data[5] & 15 or None,
                HE_WIDTHS.get(data[4] & 15) if data[0] & 0x4000 else None,
                GI_NS.get(data[4] >> 4 & 3) if data[1] & 2 else None,
                flag(data[2], data[0] & 0x200, 15), flag(data[2], data[0] & 0x80, 13))


def eht_rate(head):
    """U-SIG: bandwidth [17:15] where common b1; EHT: GI data0 [8:7] where known b2; user
    info, each known by b1, b2, b4: MCS [23:20], coding [19], streams less one [27:24]."""
    usig = struct.unpack('<III', head.tlvs[TLV_U_SIG][:12])
    eht = head.tlvs[TLV_EHT]
    known, data0 = struct.unpack_from('<II', eht)
    users = struct.unpack(f'<{(len(eht) - 40) // 4}I', eht[40:])
    if len(users) != 1:
        raise Bad(f'EHT for {len(users)} users')
    user = users[0]
    return Rate('eht', user >> 20 & 15 if user & 0x02 else None,
                (user >> 24 & 15) + 1 if user & 0x10 else None,
                EHT_WIDTHS.get(usig[0] >> 15 & 7) if usig[0] & 2 else None,
                GI_NS.get(data0 >> 7 & 3) if known & 4 else None,
                None, flag(user, user & 0x04, 19))


def legacy_rate(head):
    rate = head.fields[RATE][0]
    if rate in CCK:
        return Rate('cck', CCK[rate], 1, 20)
    if rate in OFDM:
        return Rate('ofdm', OFDM[rate], 1, 20)
    raise Bad(f'no rate of {rate / 2} Mbit/s')


def rate_of(head):
    """Rate, or None where the header says none; two at once are an error."""
    found = [reader(head) for there, reader in (
        (RATE in head.fields, legacy_rate), (MCS in head.fields, ht_rate),
        (VHT in head.fields, vht_rate), (HE in head.fields, he_rate),
        (TLV_EHT in head.tlvs, eht_rate)) if there]
    if len(found) > 1:
        raise Bad('more than one rate')
    return found[0] if found else None


# --- 802.11 data frames --------------------------------------------------------------

# bssid: where it goes; tid: None without QoS; group: address 1; ethernet: the packet in it.
Data = namedtuple('Data', 'bssid tid seq retry group ethernet')

RFC1042, TUNNEL = bytes.fromhex('aaaa03000000'), bytes.fromhex('aaaa030000f8')
AARP, IPX = 0x80f3, 0x8137


def ethernet_of(addresses, body):
    """The Ethernet packet that an MSDU is, addresses in front."""
    kind = struct.unpack_from('>H', body, 6)[0] if len(body) >= 8 else 0
    if body[:6] == TUNNEL or body[:6] == RFC1042 and kind not in (AARP, IPX):
        return addresses + body[6:]
    return addresses + struct.pack('>H', len(body)) + body


def as_received(packet):
    """An Ethernet packet as it is behind a way through 802.11: padding behind an 802.3
    length goes, LLC/SNAP becomes an EtherType."""
    kind = struct.unpack_from('>H', packet, 12)[0]
    if kind >= 0x600:
        return packet
    return ethernet_of(packet[:12], packet[14:14 + kind])


def data_frame(frame):
    """A clear data frame to the DS, without FCS."""
    if len(frame) < 24:
        raise Bad(f'a frame of {len(frame)} bytes')
    control, seq = struct.unpack_from('<H', frame)[0], struct.unpack_from('<H', frame, 22)[0]
    if control & 0x0003 or control & 0x000c != 0x0008 or control & 0x0040:
        raise Bad(f'frame control {control:04x}: no data')
    if control & 0x0300 != 0x0100:
        raise Bad(f'frame control {control:04x}: not to the DS')
    if control & 0xc400 or seq & 15:
        raise Bad(f'frame control {control:04x}, fragment {seq & 15}: protected, +HTC or a fragment')
    at, tid = 24, None
    if control & 0x0080:
        qos = struct.unpack_from('<H', frame, 24)[0]
        if qos & 0x0080:
            raise Bad('an A-MSDU')
        at, tid = 26, qos & 7
    to, source, target = frame[4:10], frame[10:16], frame[16:22]
    return Data(to, tid, seq >> 4, control >> 11 & 1, bool(to[0] & 1),
                ethernet_of(target + source, frame[at:]))


def crc32(data):
    return zlib.crc32(data) & 0xffffffff
