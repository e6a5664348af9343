#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# check_presets.sh ROOT: every preset configures, those too that no run of CI uses. One whose compiler or libraries are not installed is
# named: Boost and CRoaring may be missing for another machine only, since without them this would not run.
set -euo pipefail
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$1"
names=$(cmake --list-presets | sed -nE 's/^  "([^"]+)".*/\1/p')
[[ -n $names ]] || { echo "no preset was found"; exit 1; }

failed=0
for name in $names; do
  if cmake --preset "$name" -B "$room/$name" >"$room/log" 2>&1; then
    echo "$name: configures"
  elif grep -qE 'not found in the PATH|provided by "(Boost|roaring)"|libclang_rt|cannot find -lc\+\+|unable to find library -lc\+\+' "$room/log"; then
    echo "$name: not tried, its compiler or libraries are not installed"
  else
    echo "$name: does not configure"
    tail -n 30 "$room/log"
    failed=1
  fi
  rm -rf "${room:?}/$name"
done
exit $failed
