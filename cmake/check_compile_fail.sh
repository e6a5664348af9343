#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# check_compile_fail.sh FILE COMPILER FLAG...: FILE must compile with -DCONTROL and must not without it. Then the first error, up to the
# next one, must match the extended regex of its first line, `// expect: REGEX`; a second line `// line: N` asks that this error points at
# line N of FILE, or `// flags: FLAG...` says with which options of the compiler it comes.
# The match must lie in the first 30 lines: further nobody reads. clang++-16 is asked too, where it is installed and another compiler is given.
set -euo pipefail
export LC_ALL=C # plain quotes in messages
file=$1
readable_lines=30
fail() { printf '%s: %s: %s\n%s\n' "$file" "$compiler" "$1" "${2:-}"; exit 1; }

expect=$(sed -n '1s|^// expect: ||p' "$file")
line=$(sed -n '2s|^// line: ||p' "$file")
read -ra flags <<<"$(sed -n '2s|^// flags: ||p' "$file")"
compiler=$2
[[ -n $expect ]] || fail "the first line must be // expect: REGEX"

check() {
  compiler=$1
  local compile=("$@" -std=c++20 -fsyntax-only -fdiagnostics-color=never) output first
  output=$("${compile[@]}" -DCONTROL "$file" 2>&1) || fail "does not compile with CONTROL either:" "$output"
  if output=$("${compile[@]}" "${flags[@]}" "$file" 2>&1); then fail "compiles, but must not"; fi

  # What leads to an error ("required from here") stands before it and belongs to it.
  first=$(awk '/error:/ && ++errors == 2 { exit } { print }' <<<"$output")
  head -n $readable_lines <<<"$first" | tr '\n' ' ' | grep -Eq -- "$expect" ||
    fail "the first error does not match in its first $readable_lines lines: $expect" "$first"
  [[ -z $line ]] || grep -Fq "$(basename "$file"):$line:" <<<"$first" || fail "the first error does not point at line $line:" "$first"
}

check "${@:2}"
if [[ $2 != *clang* ]] && command -v clang++-16 >/dev/null; then check clang++-16 "${@:3}"; fi
