#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# compile_calls.sh [WORD]: what one call of each public operation costs to compile beyond the header, whose precompiled form all share. The
# calls stand in compile_calls.txt; with a word only those that contain it. Those above the bar are marked.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
compiler=${CXX:-g++}
runs=${RUNS:-3}
bar=300  # ms
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
flags=(-std=c++20 -O2 -Iinclude -Isparse/include -I"$scratch")

cat >"$scratch/prelude.hpp" <<'PRELUDE'
#include <ravel/ravel.hpp>
#include <ravel/named.hpp>
#include <ravel/print.hpp>
#include <ravel/sparse.hpp>
using namespace ravel;
struct own_sum {
  static double init() { return 0; }
  static void step(double& s, std::span<const double> x) {
    for (const double v : x) s += v;
  }
  static void merge(double& s, double later) { s += later; }
  static double finish(double s) { return s; }
};
extern const buffer<double> x, y;
extern const buffer<int> k;
extern const buffer<index_t> i;
extern const buffer<bool> m;
extern const buffer<std::string> s;
extern const tensor<double> t, u;
extern const tensor<double> p;  // sparse perhaps: a tensor is one by what it reads
extern const any_tensor a;
extern const dim d, e;
extern const named<double> n;
// Whoever calls with them has made them: their types are no part of a call.
inline constexpr auto made = sizeof(x) + sizeof(k) + sizeof(i) + sizeof(m) + sizeof(s) + sizeof(t) + sizeof(a) + sizeof(d) + sizeof(n);
inline constexpr auto large = [](const auto& v) { return v > 2; };
inline constexpr auto whole = [](const auto& of) { return of; };
inline constexpr auto first = [](const auto& of) { return of[0]; };
PRELUDE
"$compiler" "${flags[@]}" -x c++-header "$scratch/prelude.hpp" -o "$scratch/prelude.hpp.gch"

# The least user milliseconds of some compilations of a body.
milliseconds() {
  printf '#include <prelude.hpp>\nvoid f() {\n%s\n}\n' "$1" >"$scratch/call.cpp"
  local run TIMEFORMAT=%U
  for ((run = 0; run < runs; ++run)); do
    { time "$compiler" "${flags[@]}" -c "$scratch/call.cpp" -o "$scratch/out.o" 2>"$scratch/errors"; } 2>&1 || return 1
  done | sort -n | awk 'NR == 1 { printf "%d\n", $1 * 1000 }'
}

# The MB that GCC allocates for the body that was compiled last: the same in every run, where times are not. 0 of other compilers.
megabytes() {
  "$compiler" "${flags[@]}" -ftime-report -c "$scratch/call.cpp" -o "$scratch/out.o" 2>&1 |
    awk '/^ TOTAL/ { n = $NF; unit = n ~ /k$/ ? 1 / 1024 : n ~ /G$/ ? 1024 : 1; printf "%d", n * unit; seen = 1 } END { if (!seen) print 0 }'
}

nothing=$(milliseconds '')
empty=$(megabytes)
printf 'one call, beyond the header (%s -O2): user milliseconds (bar %s), and MB that the compiler allocates\n' "$compiler" "$bar"
grep -v '^#' bench/compile_calls.txt | grep -F -- "${1:-}" | while read -r call; do
  if ! took=$(milliseconds "(void)($call);"); then
    printf '%s does not compile\n' "$call" >&2
    head -20 "$scratch/errors" >&2
    continue
  fi
  took=$((took - nothing))
  printf '%6d %4d  %s%s\n' "$took" $(($(megabytes) - empty)) "$call" "$([[ $took -le $bar ]] || printf '  OVER')"
done
