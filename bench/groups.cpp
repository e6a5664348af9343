// SPDX-License-Identifier: BSL-1.0
// Groups and joins against hand loops over dense arrays, against the standard library's hash table, and against two pointers.
#include <ravel/base/random.hpp>
#include <ravel/op.hpp>

#include "support.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace {

using ravel::buffer;
using ravel::index_t;
namespace reducer = ravel::reducer;

template <class T, class F>
buffer<T> random_elements(index_t n, F next) {
  ravel::random_engine random(11);
  auto made = ravel::make_buffer<T>(n);
  for (T& x : made.span()) x = next(random);
  return made;
}

constexpr index_t many = 10'000'000;
buffer<std::int64_t> random_keys(index_t keys) {
  return random_elements<std::int64_t>(many, [=](auto& r) { return static_cast<std::int64_t>(r.below(keys)); });
}
buffer<double> random_values() {
  return random_elements<double>(many, [](auto& r) { return r.unit(); });
}

// The hand loop knows that keys are below 1000.
void thousand_groups() {
  constexpr index_t n = many, keys = 1000;
  bench::table table("group_reduce of 1e7 int64 keys, 1e3 groups, against a hand loop over a dense array");
  const auto key = random_keys(keys);
  const auto value = random_values();
  const auto far = clone(key * 2003);
  const std::int64_t* const k = key.data();
  const double* const v = value.data();
  const auto hand_sum = [=] {
    std::vector<double> sum(static_cast<std::size_t>(keys));
    for (index_t i = 0; i < n; ++i) sum[static_cast<std::size_t>(k[i])] += v[i];
    bench::keep(sum);
  };
  const auto hand_mean = [=] {
    struct state {
      double sum = 0;
      index_t count = 0;
    };
    std::vector<state> states(static_cast<std::size_t>(keys));
    for (index_t i = 0; i < n; ++i) {
      state& s = states[static_cast<std::size_t>(k[i])];
      s.sum += v[i];
      ++s.count;
    }
    bench::keep(states);
  };
  table.row(
      "sum", 1.5, [=] { bench::keep(group_reduce(key, value, reducer::sum)); }, hand_sum);
  table.row(
      "sum and mean", 1.5, [=] { bench::keep(group_reduce(key, value, reducer::sum, reducer::mean)); }, hand_mean);
  table.row(
      "sum and mean, keys far apart", 10, [=] { bench::keep(group_reduce(far, value, reducer::sum, reducer::mean)); }, hand_mean);
}

// Half of what pandas 1.5 takes on the machine of docs/performance.md, in the order in which keys are first seen.
void million_groups() {
  bench::table table("group_reduce of 1e7 int64 keys, 1e6 groups, against half of pandas' time");
  const auto key = random_keys(1'000'000);
  const auto value = random_values();
  const auto far = clone(key * 2003);
  table.row_alone("sum", 600e6, [=] { bench::keep(group_reduce(key, value, reducer::sum)); });
  table.row_alone("sum and mean", 890e6, [=] { bench::keep(group_reduce(key, value, reducer::sum, reducer::mean)); });
  table.row_alone("sum, keys far apart", 260e6, [=] { bench::keep(group_reduce(far, value, reducer::sum)); });
  table.row_alone("sum and mean, keys far apart", 730e6, [=] { bench::keep(group_reduce(far, value, reducer::sum, reducer::mean)); });
}

void words() {
  constexpr index_t n = 1'000'000;
  bench::table table("group_reduce of 1e6 strings, 1e4 groups, against std::unordered_map");
  const auto key = random_elements<std::string>(n, [](auto& r) { return "key_" + std::to_string(r.below(10'000)); });
  const auto value = random_elements<double>(n, [](auto& r) { return r.unit(); });
  table.row(
      "sum", 1.0, [=] { bench::keep(group_reduce(key, value, reducer::sum)); },
      [=] {
        std::unordered_map<std::string, double> sums;
        for (index_t i = 0; i < n; ++i) sums[key.unchecked(i)] += value.unchecked(i);
        bench::keep(sums);
      });
}

void joins() {
  constexpr index_t n = 1'000'000;
  bench::table table("joins of 1e6 with 1e6 int64 keys, against std::unordered_map of vectors and against two pointers");
  const auto some = [](auto& r) { return static_cast<std::int64_t>(r.below(n)) * 7919; };
  const auto left = random_elements<std::int64_t>(n, some), right = clone(reverse(random_elements<std::int64_t>(n, some)));
  table.row(
      "inner", 0.5, [=] { bench::keep(arg_join(left, right)); },
      [=] {
        std::unordered_map<std::int64_t, std::vector<index_t>> rows;
        for (index_t i = 0; i < n; ++i) rows[right.unchecked(i)].push_back(i);
        ravel::list<index_t> on_left, on_right;
        for (index_t i = 0; i < n; ++i) {
          const auto found = rows.find(left.unchecked(i));
          if (found == rows.end()) continue;
          for (const index_t k : found->second) {
            on_left.push_back(i);
            on_right.push_back(k);
          }
        }
        bench::keep(on_left);
        bench::keep(on_right);
      });
  const auto a = sort(left), b = sort(right);
  table.row(
      "as of", 1.5, [=] { bench::keep(arg_join_asof(a, b)); },
      [=] {
        const auto out = ravel::make_buffer<index_t>(n);
        const std::int64_t *const p = a.data(), *const q = b.data();
        index_t next = 0;
        for (index_t i = 0; i < n; ++i) {
          while (next < n && q[next] <= p[i]) ++next;
          out.unchecked(i) = next - 1;
        }
        bench::keep(out);
      });
}

}  // namespace

int main() {
  thousand_groups();
  million_groups();
  words();
  joins();
}
