#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# Firmware for guest/ours_system.sh.
set -eu
exec /usr/bin/python3 "$(dirname "$(realpath "$0")")/../make-firmware.py" "$1/firmware"
