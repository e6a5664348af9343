#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# check_controls.sh FOLDER HEADER COMPILER FLAG...: what the files of tests/compile_fail compile with -DCONTROL, all as one file, each in a
# namespace of its own; but for files with flags or macros of their own, of which check_compile_fail.sh asks it. clang++-16 is asked too.
set -euo pipefail
folder=$1 header=$2
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
together=$(grep -LE '^// flags:|^#define' "$folder"/*.cpp)
{
  # shellcheck disable=SC2086
  grep -hoE '^ *# *include <[^>]+>' $together | sort -u
  for file in $together; do printf 'namespace control_%s {\n#include "%s"\n}\n' "$(basename "$file" .cpp)" "$file"; done
} >"$room/controls.cpp"

check() {
  local compile=("$@" -fsyntax-only -DCONTROL)
  if [[ $1 == *clang* && -f $header.pch ]]; then compile+=(-include-pch "$header.pch"); fi
  if [[ $1 != *clang* && -f $header.gch ]]; then compile+=(-include "$header"); fi
  "${compile[@]}" "$room/controls.cpp"
}

check "${@:3}"
if [[ $3 != *clang* ]] && command -v clang++-16 >/dev/null; then check clang++-16 "${@:4}"; fi
echo "$(wc -w <<<"$together") controls compile"
