#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# One wrong bit in each mask, and some unit test fails; every bit when RXBATCH_LONG is 1.
set -euo pipefail

if ! pkg-config --exists cunit; then
	echo "skipped: no CUnit (libcunit1-dev)"
	echo "0 passed, 0 failed, 1 skipped"
	exit 0
fi
options=()
[[ ${RXBATCH_LONG:-0} == 0 ]] || options=(--all)
exec "$(dirname "$0")/../../devtools/plant-bits.sh" ${options[@]+"${options[@]}"}
