#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# check_bits.sh PROGRAM...: programs made of one source in many ways, each of which prints what bits its results have, print the same.
set -euo pipefail
first=$("$1") || { echo "$1 fails"; exit 1; }
for program in "$@"; do
  found=$("$program") || { echo "$program fails"; exit 1; }
  if grep "other bits" <<<"$found"; then echo "so says $program"; exit 1; fi
  diff <(cat <<<"$first") <(cat <<<"$found") && continue
  echo "bits differ between $1 (<) and $program (>)"
  exit 1
done
echo "$(wc -l <<<"$first") results have the same bits in $# ways"
