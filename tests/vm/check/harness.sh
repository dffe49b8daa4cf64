#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# check/harness.sh OUT: what the guest's writing has done outside
set -u

here=$(dirname "$(realpath "$0")")
# shellcheck source=tests/tally.sh
. "$here/../../tally.sh"

grep -q '^Linux version' "$1/written"
check $? "what the guest wrote into the share is here" "it is not"
[[ ! -e $here/../guest/written ]]
check $? "what it wrote elsewhere is not" "it is"
summary
