#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# check_compile_fail.sh FILE HEADER COMPILER FLAG...: FILE must not compile. The first error, up to the next one, must match the extended
# regex of its first line, `// expect: REGEX`; a second line `// line: N` asks that this error points at line N of FILE, or
# `// flags: FLAG...` says with which options of the compiler it comes. With -DCONTROL it must compile: check_controls.sh asks that of all
# files but those with flags or macros of their own, of which it is asked here.
# HEADER, where it is precompiled, comes first in the others. The match must lie in the first 30 lines: further nobody reads. clang++-16 is
# asked too, where it is installed and another compiler is given.
set -euo pipefail
export LC_ALL=C # plain quotes in messages
file=$1
readable_lines=30
fail() { printf '%s: %s: %s\n%s\n' "$file" "$compiler" "$1" "${2:-}"; exit 1; }

expect=$(sed -n '1s|^// expect: ||p' "$file")
line=$(sed -n '2s|^// line: ||p' "$file")
read -ra flags <<<"$(sed -n '2s|^// flags: ||p' "$file")"
header=$2
compiler=$3
[[ -n $expect ]] || fail "the first line must be // expect: REGEX"

check() {
  compiler=$1
  local compile=("$@" -fsyntax-only) output first
  if grep -Eq '^// flags:|^#define' "$file"; then
    output=$("${compile[@]}" -DCONTROL "$file" 2>&1) || fail "does not compile with CONTROL either:" "$output"
  else
    if [[ $compiler == *clang* && -f $header.pch ]]; then compile+=(-include-pch "$header.pch"); fi
    if [[ $compiler != *clang* && -f $header.gch ]]; then compile+=(-include "$header"); fi
  fi
  if output=$("${compile[@]}" "${flags[@]}" "$file" 2>&1); then fail "compiles, but must not"; fi

  # What leads to an error ("required from here") stands before it and belongs to it.
  first=$(awk '/error:/ && ++errors == 2 { exit } { print }' <<<"$output")
  head -n $readable_lines <<<"$first" | tr '\n' ' ' | grep -Eq -- "$expect" ||
    fail "the first error does not match in its first $readable_lines lines: $expect" "$first"
  [[ -z $line ]] || grep -Fq "$(basename "$file"):$line:" <<<"$first" || fail "the first error does not point at line $line:" "$first"
}

check "${@:3}"
if [[ $3 != *clang* ]] && command -v clang++-16 >/dev/null; then check clang++-16 "${@:4}"; fi
