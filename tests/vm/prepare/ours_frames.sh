#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# Firmware, 802.11 frames of all sizes, and frames to inject, for guest/ours_frames.sh.
set -eu
here=$(dirname "$(realpath "$0")")
/usr/bin/python3 "$here/../make-firmware.py" "$1/firmware"
/usr/bin/python3 "$here/../../smoke/dot11_pcap.py" large "$1/large.pcap"
/usr/bin/python3 "$here/../../smoke/dot11_pcap.py" inject "$1/inject.pcap"
