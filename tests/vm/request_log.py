# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""
The log of usb-emu, read as what a driver of a MT7921U does: register reads and writes, MCU
commands, firmware data. Lines:

    CTL time rt=TYPE req=REQUEST val=VALUE idx=INDEX len=LENGTH -> MOVED | DATA
    OUT time ep=EP len=LENGTH | DATA
    IN time ep=EP len=LENGTH | DATA

Requests: openwrt/mt76 mt76.h and mt792x_usb.c; registers: mt792x_regs.h; messages and their
numbers: mt76_connac_mcu.h and mt76_connac_mcu.c.
"""

import re
import struct
import zlib
from collections import namedtuple

# kind: read, write, power_on, control (any other request), mcu, data
# name: address, command; value: what was read or written, payload in hex
Step = namedtuple('Step', 'line kind name value')

REQUESTS = {(0xdf, 0x63): 'read', (0xde, 0x01): 'read', (0x5f, 0x66): 'write',
            (0x5e, 0x02): 'write'}
EP_MCU, EP_DATA = 0x08, 0x04
USB_WORD, DESCRIPTOR, UNI_DESCRIPTOR = 4, 64, 48
PQ_ID, EXTENDED = 0x8000, 0xed
NOT_APPLICABLE = 3  # set_query of the commands before the firmware runs

LEGACY = {0x01: 'TARGET_ADDRESS_LEN', 0x02: 'FW_START', 0x04: 'NIC_POWER_CTRL', 0x05: 'PATCH_START',
          0x07: 'PATCH_FINISH', 0x10: 'PATCH_SEM_CONTROL'}
CE = {0x03: 'START_HW_SCAN', 0x0a: 'SET_RX_FILTER', 0x0f: 'SET_CHAN_DOMAIN', 0x17: 'SET_BSS_ABORT',
      0x1d: 'SET_EDCA_PARMS', 0x5d: 'SET_RATE_TX_POWER', 0x8a: 'GET_NIC_CAPAB', 0xc0: 'REG',
      0xc5: 'FWLOG_2_HOST', 0xca: 'CHIP_CONFIG'}
EXT = {0x01: 'EFUSE_ACCESS', 0x08: 'CHANNEL_SWITCH', 0x21: 'EFUSE_BUFFER_MODE',
       0x3e: 'PROTECT_CTRL', 0x46: 'MAC_INIT_CTRL', 0x4e: 'SET_RX_PATH'}
UNI = {0x01: 'DEV_INFO_UPDATE', 0x02: 'BSS_INFO_UPDATE', 0x03: 'STA_REC_UPDATE', 0x06: 'OFFLOAD',
       0x07: 'HIF_CTRL', 0x24: 'SNIFFER'}
SNIFFER_TAGS = {0: 'SNIFFER_ENABLE', 1: 'SNIFFER_CONFIG'}
FILTER_MODES = {1: 'SET_RX_FILTER_FLAGS', 2: 'SET_RX_FILTER_BITMAP'}

CTL = re.compile(r'CTL\s+\S+ rt=(\w+) req=(\w+) val=(\w+) idx=(\w+) len=\d+ -> (-?\d+)'
                 r'(?: \| ([0-9a-f]*))?')
BULK = re.compile(r'(OUT|IN)\s+\S+ ep=(\w+) len=(\d+) \| ([0-9a-f]*)')


class BadLog(Exception):
    """A line that is not as usb-emu writes it, or a message that is none."""


def control_steps(number, match):
    kind, request, value, index = (int(text, 16) for text in match.groups()[:4])
    data = bytes.fromhex(match[6] or '')
    if (kind, request) == (0x5f, 0x04):
        yield Step(number, 'power_on', 'POWER_ON', '')
    elif (kind, request) in REQUESTS and int(match[5]) >= 4:
        for at in range(0, len(data) & ~3, 4):
            yield Step(number, REQUESTS[kind, request], f'{(value << 16 | index) + at:08x}',
                       f'{struct.unpack_from("<I", data, at)[0]:08x}')
    elif kind & 0x60 == 0x40:  # the bus's own requests are nobody's of ours
        yield Step(number, 'control', f'{kind:02x}/{request:02x}', f'{value:04x} {index:04x}')


def command(message):
    """(name, payload) of a message: descriptor and payload."""
    if len(message) < UNI_DESCRIPTOR:
        raise BadLog(f'a message of {len(message)} bytes')
    pq_id = struct.unpack_from('<H', message, 34)[0]
    if pq_id != PQ_ID:
        payload = message[UNI_DESCRIPTOR:]
        name = UNI.get(pq_id, f'UNI_{pq_id:02x}')
        if name == 'SNIFFER' and len(payload) >= 6:
            name = SNIFFER_TAGS.get(struct.unpack_from('<H', payload, 4)[0], name)
        return name, payload
    if len(message) < DESCRIPTOR:
        raise BadLog(f'a message of {len(message)} bytes')
    cid, set_query, ext = message[36], message[38], message[41]
    if cid == EXTENDED:
        name = EXT.get(ext, f'EXT_{ext:02x}')
    elif set_query == NOT_APPLICABLE:
        name = LEGACY.get(cid, f'LEGACY_{cid:02x}')
    else:
        name = CE.get(cid, f'CE_{cid:02x}') + ('_QUERY' if set_query == 0 else '')
    payload = message[DESCRIPTOR:]
    if name == 'SET_RX_FILTER' and len(payload) >= 5:
        name = FILTER_MODES.get(payload[4], name)
    return name, payload


def content(transfer):
    """What the length word in front says: padding behind it goes."""
    if len(transfer) < USB_WORD:
        raise BadLog(f'a transfer of {len(transfer)} bytes')
    length = struct.unpack_from('<I', transfer)[0] & 0xffff
    if length > len(transfer) - USB_WORD:
        raise BadLog(f'{length} bytes announced in a transfer of {len(transfer)}')
    return transfer[USB_WORD:USB_WORD + length]


def out_steps(number, match):
    endpoint, data = int(match[2], 16), bytes.fromhex(match[4])
    if len(data) != int(match[3]):
        raise BadLog('the data of a transfer is cut')
    if endpoint == EP_MCU:
        name, payload = command(content(data))
        yield Step(number, 'mcu', name, payload.hex())
    elif endpoint == EP_DATA:
        yield Step(number, 'data', '', content(data))


def lines_to_steps(lines):
    for number, line in enumerate(lines, 1):
        try:
            if match := CTL.match(line):
                yield from control_steps(number, match)
            elif (match := BULK.match(line)) and match[1] == 'OUT':
                yield from out_steps(number, match)
            elif line.startswith(('CTL', 'OUT', 'IN ')) and not BULK.match(line):
                raise BadLog('cannot be read')
        except (BadLog, ValueError) as error:
            raise BadLog(f'line {number}: {error}: {line.strip()[:100]}') from None


def join_data(steps):
    """Chunks of firmware that follow each other, as one: which sizes they have matters not."""
    pending = []
    for step in steps:
        if step.kind == 'data':
            pending.append(step)
            continue
        yield from joined(pending)
        pending = []
        yield step
    yield from joined(pending)


def joined(chunks):
    if chunks:
        whole = b''.join(step.value for step in chunks)
        yield Step(chunks[0].line, 'data', 'FIRMWARE', f'{len(whole)}:{zlib.crc32(whole):08x}')


def read(path, last=None):
    """All steps of a log, or of its first lines."""
    with open(path, encoding='utf-8', errors='replace') as lines:
        lines = lines.readlines()[:last]
    return list(join_data(lines_to_steps(lines)))
