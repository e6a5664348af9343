#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# check_fast_math.sh COMPILER FLAG...: options that make NaN and bits meaningless are refused, but not to those who insist.
set -euo pipefail
try() { "${compile[@]}" "$@" <<<'#include <ravel/base/config.hpp>' 2>&1; }
compile=("$@" -std=c++20 -fsyntax-only -w -x c++ -)
for option in -ffast-math -Ofast -ffinite-math-only; do
  if said=$(try $option); then echo "$option is not refused"; exit 1; fi
  grep -q RAVEL_ALLOW_FAST_MATH <<<"$said" || { echo "$option is refused without a way out: $said"; exit 1; }
  try $option -DRAVEL_ALLOW_FAST_MATH
done
try -O3 -fno-math-errno -fno-trapping-math
