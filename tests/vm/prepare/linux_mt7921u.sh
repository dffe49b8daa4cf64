#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# prepare/linux_mt7921u.sh OUT: what the guest script needs and cannot get, or only slowly
set -eu

vm=$(dirname "$(dirname "$(realpath "$0")")")
mkdir -p "$1"
regdb=$("$vm/get-regdb.sh")
cp -r "$regdb" "$1/regdb"
"$vm/make-frames.py" "$1/frames"
