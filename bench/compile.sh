#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# What does it cost to compile: the umbrella header, one more fused statement, and a program of three hundred different ones?
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
compiler=${CXX:-g++}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Median user seconds of five compilations of a file.
seconds() {
  local run TIMEFORMAT=%U
  for run in 1 2 3 4 5; do
    { time "$compiler" -std=c++20 -O2 -Iinclude -c "$1" -o "$scratch/out.o"; } 2>&1 || exit 1
  done | sort -n | sed -n 3p
}

# Statements that fuse a loop each: one copy and one sum that pay for what all share, and then up to 300 different ones.
functions=(abs sign floor ceil trunc round rint sqrt cbrt exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh)
statements() {
  printf '#include <ravel/ravel.hpp>\nusing ravel::buffer;\ndouble f(buffer<double> x, buffer<double> y, buffer<double> z) {\ndouble total = 0;\ncopy(x * y, z);\ntotal += sum(x / y);\n'
  local i
  local -a forms=('x + y * K' 'x * y - K' '(x - y) * (x + K)' 'x / (y + K)' 'abs(x - K) * y')
  for ((i = 0; i < $1; ++i)); do
    local form=${forms[i % 5]//K/$i.5} kind=$((i / 5))
    case $kind in
      0) printf 'copy(%s, z);\n' "$form" ;;
      1) printf 'total += sum(%s);\n' "$form" ;;
      2) printf 'copy(-(%s), z);\n' "$form" ;;
      3) printf 'total += sum(square(%s));\n' "$form" ;;
      *) printf "$( ((kind % 2)) && echo 'total += sum(%s(%s));' || echo 'copy(%s(%s), z);')\n" "${functions[(kind - 4) / 2]}" "$form" ;;
    esac
  done
  printf 'return total;\n}\n'
}

printf '#include <vector>\n#include <memory>\n#include <string>\n' >"$scratch/std.cpp"
printf '#include <ravel/ravel.hpp>\n' >"$scratch/header.cpp"
statements 0 >"$scratch/first.cpp"
statements 20 >"$scratch/more.cpp"
statements 300 >"$scratch/many.cpp"
header=$(seconds "$scratch/header.cpp")
first=$(seconds "$scratch/first.cpp")
more=$(seconds "$scratch/more.cpp")
printf 'compile time (%s -O2, user seconds)\n' "$compiler"
printf '  %-34s %6.2f s   bar 1.00 s\n' '<ravel/ravel.hpp>' "$header"
printf '  %-34s %6.2f s\n' 'of which <vector> <memory> <string>' "$(seconds "$scratch/std.cpp")"
printf '  %-34s %6.2f s\n' 'a first copy and a first sum' "$(awk -v a="$header" -v b="$first" 'BEGIN { print b - a }')"
printf '  %-34s %6.0f ms  bar 60 ms\n' 'one more fused statement' "$(awk -v a="$first" -v b="$more" 'BEGIN { print (b - a) / 20 * 1000 }')"
printf '  %-34s %6.2f s\n' 'a file of 300 different statements' "$(seconds "$scratch/many.cpp")"
