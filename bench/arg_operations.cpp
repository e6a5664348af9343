// SPDX-License-Identifier: BSL-1.0
// Arg-operations against the standard library's way and against hand loops.
#include <ravel/base/random.hpp>
#include <ravel/op.hpp>

#include "support.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace {

using ravel::buffer;
using ravel::index_t;

template <class T, class F>
buffer<T> random_elements(index_t n, F next) {
  ravel::random_engine random(11);
  auto made = ravel::make_buffer<T>(n);
  for (T& x : made.span()) x = next(random);
  return made;
}

template <class T>
std::vector<index_t> std_argsort(const buffer<T>& x) {
  std::vector<index_t> order(static_cast<std::size_t>(x.size()));
  std::iota(order.begin(), order.end(), index_t{0});
  const T* const data = x.data();
  std::stable_sort(order.begin(), order.end(), [=](index_t a, index_t b) { return data[a] < data[b]; });
  return order;
}

void sorting() {
  constexpr index_t n = 1'000'000;
  bench::table table("sorting 1e6 random elements, against std::stable_sort of positions and std::sort");
  const auto x = random_elements<double>(n, [](auto& r) { return 2 * r.unit() - 1; });
  const auto y = random_elements<std::int32_t>(n, [](auto& r) { return static_cast<std::int32_t>(r.bits()); });
  const auto both = [&](const char* type, const auto& data) {
    table.row(
        std::string("argsort ") + type, 0.5, [=] { bench::keep(argsort(data)); }, [=] { bench::keep(std_argsort(data)); });
    table.row(
        std::string("sort ") + type, 1.0, [=] { bench::keep(sort(data)); },
        [=] {
          auto copy = clone(data);
          std::sort(copy.begin(), copy.end());
          bench::keep(copy);
        });
  };
  both("double", x);
  both("int32", y);
}

void extremes_and_filters(index_t n, const std::string& size) {
  bench::table table("argmin and argfilter of " + size + " doubles, against a hand loop");
  const auto x = random_elements<double>(n, [](auto& r) { return r.unit(); });
  const double* const p = x.data();
  const auto hand_extreme = [=](auto before) {
    index_t at = 0;
    for (index_t i = 1; i < n; ++i) at = before(p[i], p[at]) ? i : at;
    bench::keep(at);
  };
  table.row(
      "argmin", 1.1, [=] { bench::keep(argmin(x)); }, [=] { hand_extreme([](double a, double b) { return a < b; }); });
  table.row(
      "argmax", 1.1, [=] { bench::keep(argmax(x)); }, [=] { hand_extreme([](double a, double b) { return a > b; }); });
  for (const double limit : {0.99, 0.5, 0.0}) {
    const auto chosen = [=](double v) { return v > limit; };
    table.row(
        "argfilter, keeps " + std::to_string(static_cast<int>(100 * (1 - limit) + 0.5)) + "%", 1.1,
        [=] { bench::keep(ravel::argfilter(x, chosen)); },
        [=] {
          const auto out = std::make_unique_for_overwrite<index_t[]>(static_cast<std::size_t>(n));
          index_t found = 0;
          for (index_t i = 0; i < n; ++i) {
            out[static_cast<std::size_t>(found)] = i;
            found += chosen(p[i]);
          }
          bench::keep(out);
        });
  }
}

void groups() {
  constexpr index_t n = 10'000'000;
  bench::table table("arggroup of 1e7 int32 keys, against std::unordered_map of vectors");
  for (const index_t keys : {1'000, 1'000'000}) {
    const auto x = random_elements<std::int32_t>(n, [=](auto& r) { return static_cast<std::int32_t>(r.below(keys) * 2003); });
    const std::int32_t* const p = x.data();
    table.row(
        std::to_string(keys) + " groups", 0.5, [=] { bench::keep(arggroup(x)); },
        [=] {
          std::unordered_map<std::int32_t, std::vector<index_t>> map;
          for (index_t i = 0; i < n; ++i) map[p[i]].push_back(i);
          bench::keep(map);
        });
  }
}

}  // namespace

int main() {
  sorting();
  extremes_and_filters(100'000, "1e5");
  extremes_and_filters(10'000'000, "1e7");
  groups();
}
