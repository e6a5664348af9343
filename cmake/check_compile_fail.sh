#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# check_compile_fail.sh FILE HEADER COMPILER FLAG...: FILE must not compile. The first error, up to the next one, must match the extended
# regex of its first line, `// expect: REGEX`; a second line `// line: N` asks that this error points at line N of FILE, or
# `// flags: FLAG...` says with which options of the compiler it comes. With -DCONTROL it must compile: check_controls.sh asks that of all
# files but those with flags or macros of their own, of which it is asked here. The match must lie in the first 30 lines: further nobody reads.
# The error that misuse_together.py has seen is judged first. FILE is compiled alone where there is none or it does not match, after HEADER if
# that is precompiled and neither macros nor flags but those of warnings come first. clang++-16 is asked too, where it is installed and another
# compiler is given.
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

# judge ERROR: whether it is the one that is expected.
judge() {
  complaint=
  if ! head -n $readable_lines <<<"$1" | tr '\n' ' ' | grep -Eq -- "$expect"; then
    complaint="the first error does not match in its first $readable_lines lines: $expect"
  elif [[ -n $line ]] && ! grep -Fq "$(basename "$file"):$line:" <<<"$1"; then
    complaint="the first error does not point at line $line:"
  fi
  [[ -z $complaint ]]
}

check() {
  compiler=$1
  local compile=("$@" -fsyntax-only) output first seen
  seen=$(dirname "$header")/seen/$(basename "$compiler")/$(basename "$file" .cpp)
  if [[ -f $seen ]] && judge "$(<"$seen")"; then return; fi
  if ! grep -Eq '^// flags: -[^W]|^#define' "$file"; then
    if [[ $compiler == *clang* && -f $header.pch ]]; then compile+=(-include-pch "$header.pch"); fi
    if [[ $compiler != *clang* && -f $header.gch ]]; then compile+=(-include "$header"); fi
  fi
  if grep -Eq '^// flags:|^#define' "$file"; then
    output=$("${compile[@]}" -DCONTROL "$file" 2>&1) || fail "does not compile with CONTROL either:" "$output"
  fi
  if output=$("${compile[@]}" "${flags[@]}" "$file" 2>&1); then fail "compiles, but must not"; fi

  # What leads to an error ("required from here") stands before it and belongs to it.
  first=$(awk '/error:/ && ++errors == 2 { exit } { print }' <<<"$output")
  judge "$first" || fail "$complaint" "$first"
}

check "${@:3}"
if [[ $3 != *clang* ]] && command -v clang++-16 >/dev/null; then check clang++-16 "${@:4}"; fi
