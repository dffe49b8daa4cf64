#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""
make-firmware.py [--cnm] [--break HOW] DIR

Write made-up, well-formed firmware of a MT7921U into DIR/mediatek: a patch and a RAM image. Nothing
in them is MediaTek's, no chip would run them; they have the headers, sections, regions and trailer
that a driver walks. Linux finds them with firmware_class.path=DIR, net_mt76u with
firmware=DIR/mediatek. Prints a line for each part that a driver has to download: file, address,
length, mode word and crc32.

--cnm       the image promises channel contexts (CNM) in its release information, as Linux 7.x asks
            before it speaks to the chip
--break HOW one thing is wrong, see --help

Layouts: openwrt/mt76 mt76_connac_mcu.h and mt76_connac_mcu.c (mt76_connac2_patch_hdr,
mt76_connac2_patch_sec, mt76_connac2_fw_trailer, mt76_connac2_fw_region), mt792x_core.c (release
information).
"""

import argparse
import os
import struct
import zlib

PATCH, RAM = 'WIFI_MT7961_patch_mcu_1_2_hdr.bin', 'WIFI_RAM_CODE_MT7961_1.bin'
BUILT = b'20261130120000a'

PATCH_HEADER, SECTION, REGION, TRAILER = 96, 64, 40, 36
SECTION_TYPE = 2
PLAIN, AES_KEY_1 = 0xffffffff, 0x01000001  # sec_key_idx: no security, or its kind and the key
ENCRYPTED, KEY_1, OVERRIDE, NOT_FOR_CHIP = 0x01, 0x02, 0x20, 0x40  # features of a region
NEED_RESPONSE, RESET_IV = 0x80000000, 0x08  # mode words, to print
RELEASE_FEATURES, CNM = 4, 0x80

# address, length, kind. The lengths are: more than one chunk of 4096; no multiple of 4; one chunk.
SECTIONS = [(0x00900000, 5000, PLAIN), (0x00201000, 1030, AES_KEY_1)]
REGIONS = [(0x00915000, 9000, OVERRIDE), (0x00000000, 200, NOT_FOR_CHIP),
           (0x02000000, 4096, ENCRYPTED | KEY_1), (0x02020000, 4101, 0)]

BREAKS = {
    'patch-absent': 'no patch file',
    'patch-empty': 'of no byte',
    'patch-short': 'the header of the patch is cut',
    'patch-sections': 'more sections than the file has room for',
    'patch-no-section': 'none',
    'patch-type': 'a section of another type',
    'patch-offset': 'a section begins behind the end of the file',
    'patch-length': 'a section ends behind the end of the file',
    'patch-wrap': 'offset and length together wrap 32 bits',
    'ram-absent': 'no RAM image',
    'ram-empty': 'of no byte',
    'ram-short': 'shorter than its trailer',
    'ram-regions': 'more regions than the file has room for',
    'ram-no-region': 'none',
    'ram-length': 'the regions are longer than the file',
    'ram-wrap': 'their lengths wrap 32 bits',
    'ram-no-release': 'no release information (Linux 7.3 crashes on it: not for a guest)',
}


def parse_args():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog='HOW:\n' + '\n'.join(f'  {how:17}{what}' for how, what in BREAKS.items()))
    parser.add_argument('dir')
    parser.add_argument('--cnm', action='store_true')
    parser.add_argument('--break', dest='how', choices=BREAKS, metavar='HOW', default='')
    return parser.parse_args()


def content(number, length):
    """Bytes that say which part and which place they are from."""
    return bytes((number * 37 + at * 7 + (at >> 8) * 3 + 1) & 0xff for at in range(length))


def say(file, address, length, mode, data):
    print(f'{file} {address:08x} {length} {mode:08x} {zlib.crc32(data):08x}')


def patch(how):
    """Big-endian throughout. Lengths in the section headers are those in the file."""
    count = {'patch-sections': 0x02000000, 'patch-no-section': 0}.get(how, len(SECTIONS))
    head = struct.pack('>16s4sIIHHIIIII44x', BUILT, b'ALPS', 0x8a108a10, 0x01, 0, 0, 0x01, 0x07961,
                       0, count, 0)
    assert len(head) == PATCH_HEADER
    at = PATCH_HEADER + SECTION * len(SECTIONS)
    heads, datas = b'', b''
    for number, (address, length, key) in enumerate(SECTIONS):
        data = content(number, length)
        offset, size = at + len(datas), length
        if number == len(SECTIONS) - 1:
            offset = {'patch-offset': 0x00100000, 'patch-wrap': 0xffffff00}.get(how, offset)
            size += {'patch-length': 1, 'patch-wrap': 0x200 - length}.get(how, 0)
        kind = SECTION_TYPE + (how == 'patch-type')
        heads += struct.pack('>IIIIIII36x', kind, offset, size, address, size, key, 4)
        datas += data
        aes = 0 if key == PLAIN else 1 | (key & 3) << 1 | RESET_IV
        say('patch', address, length, NEED_RESPONSE | aes, data)
    whole = head + heads + datas
    return whole[:{'patch-short': PATCH_HEADER - 1, 'patch-empty': 0}.get(how, len(whole))]


def release(cnm):
    """TLVs of {length, padding, tag}, in one around them: an unknown one, then the features."""
    unknown = struct.pack('<HBB', 6, 2, 1) + b'rxba\0\0' + bytes(2)
    features = struct.pack('<HBBBB14x', 16, 0, RELEASE_FEATURES, 0, CNM if cnm else 0)
    return bytes(16) + struct.pack('<HBB', len(unknown + features), 0, 0) + unknown + features


def ram(how, cnm):
    """Little-endian. The data of all regions, release information, records, trailer."""
    datas, records, override = b'', b'', 0
    for number, (address, length, features) in enumerate(REGIONS):
        data = content(number + 8, length)
        claimed = length
        if number == len(REGIONS) - 1:
            claimed = {'ram-length': 0x00100000, 'ram-wrap': 0xffffff00}.get(how, length)
        records += struct.pack('<III4xIIBB14x', zlib.crc32(data), length, 0, address, claimed,
                               features, 0)
        datas += data
        if features & NOT_FOR_CHIP:
            continue
        coded = 1 | features & 6 | RESET_IV if features & ENCRYPTED else 0
        say('ram', address, length, NEED_RESPONSE | coded, data)
        override = address if features & OVERRIDE else override
    print(f'start {override:08x}')
    count = {'ram-regions': 255, 'ram-no-region': 0}.get(how, len(REGIONS))
    whole = datas + (b'' if how == 'ram-no-release' else release(cnm)) + records
    whole += struct.pack('<BBBBB2x10s15s', 0x61, 0, count, 2, 1, b'____rxbat1', BUILT)
    whole += struct.pack('<I', zlib.crc32(whole))
    return whole[-{'ram-short': TRAILER - 1}.get(how, len(whole)):] if how != 'ram-empty' else b''


def main():
    args = parse_args()
    folder = os.path.join(args.dir, 'mediatek')
    os.makedirs(folder, exist_ok=True)
    for name, whole in ((PATCH, patch(args.how)), (RAM, ram(args.how, args.cnm))):
        path = os.path.join(folder, name)
        if args.how == ('patch-absent' if name == PATCH else 'ram-absent'):
            if os.path.exists(path):
                os.unlink(path)
            continue
        with open(path, 'wb') as file:
            file.write(whole)


main()
