#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# check_every_operation.sh ROOT: every function that the headers of `op`, and of its forms along axes, declare in namespace ravel is run on every
# kind of operand by tests/tensor/every_operation.hpp, or stands here with a reason.
set -euo pipefail
export LC_ALL=C
cd "$1"

# No data to reduce: they make positions, reducers and keys, or give a view or a range of what they are given.
no_operation='shuffle sample compose descending coordinates blocks walk outer'
# Of sparse readers alone: tests/op/stored.cpp.
of_sparse='stored_count stored_positions stored_values for_each_stored blocks_stored'
# Of tensors alone: what they give has one more axis, or a line is asked for.
of_tensors='nonzero matmul reduce_axis'

headers=(include/ravel/op/*.hpp include/ravel/tensor/{arg,axis,compare,lookup,neighbours,nonzero,product,reduce,variance}.hpp)
# Functions stand at the beginning of a line, or in the arguments of a macro that makes them; what is private is left out.
declared=$(awk '
  FNR == 1 { private = 0 }
  /^namespace (ravel::)?detail \{/ { private = 1 }
  /^}  \/\/ namespace detail/ { private = 0 }
  private || /= delete/ { next }
  match($0, /^(inline )?(auto|void|bool|double|index_t|selection|statistics|quartile_values|histogram_counts|histogram_along|std::[a-z_]+<[^(]*>|buffer<[^(]*>|tensor<[^(]*>) [a-z_]+\(/) {
    name = substr($0, 1, RLENGTH - 1); sub(/.* /, "", name); print name
  }
  match($0, /^RAVEL_[A-Z_]+\([a-z_]+[,)]/) { name = substr($0, 1, RLENGTH - 1); sub(/.*\(/, "", name); print name }
' "${headers[@]}" | grep -vx name | sort -u)
run=$(sed -nE 's/^ *RUN(_INTO)?\(([a-z_]+), .*/\2/p' tests/tensor/every_operation.hpp | sort -u)

missing=$(comm -23 <(echo "$declared") <(tr ' ' '\n' <<<"$run $no_operation $of_sparse $of_tensors" | sort -u))
[[ -z $missing ]] || { printf 'not in tests/tensor/every_operation.hpp:\n%s\n' "$missing"; exit 1; }
gone=$(comm -13 <(echo "$declared") <(echo "$run"))
[[ -z $gone ]] || { printf 'run, but not found in the headers (has the form of their declaration changed?):\n%s\n' "$gone"; exit 1; }
[[ $(wc -l <<<"$declared") -gt 60 ]] || { echo "only these were found: $declared"; exit 1; }
