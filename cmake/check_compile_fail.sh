#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# check_compile_fail.sh FILE COMPILER FLAG...: FILE must compile with -DCONTROL and must not without it. Then the first error, up to the
# next one, must match the extended regex of its first line, `// expect: REGEX`; `// line: N` asks that this error points at line N of FILE.
set -euo pipefail
export LC_ALL=C # plain quotes in messages
file=$1
compile=("${@:2}" -std=c++20 -fsyntax-only -fdiagnostics-color=never)
fail() { printf '%s: %s\n%s\n' "$file" "$1" "${2:-}"; exit 1; }

expect=$(sed -n '1s|^// expect: ||p' "$file")
line=$(sed -n '2s|^// line: ||p' "$file")
[[ -n $expect ]] || fail "the first line must be // expect: REGEX"

output=$("${compile[@]}" -DCONTROL "$file" 2>&1) || fail "does not compile with CONTROL either:" "$output"
if output=$("${compile[@]}" "$file" 2>&1); then fail "compiles, but must not"; fi

# What leads to an error ("required from here") stands before it and belongs to it.
first=$(awk '/error:/ && ++errors == 2 { exit } { print }' <<<"$output")
tr '\n' ' ' <<<"$first" | grep -Eq -- "$expect" || fail "the first error does not match: $expect" "$first"
[[ -z $line ]] || grep -Fq "$(basename "$file"):$line:" <<<"$first" || fail "the first error does not point at line $line:" "$first"
