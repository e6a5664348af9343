// SPDX-License-Identifier: BSL-1.0
// Index sets: set algebra, rank and select, against CRoaring called directly on the same members.
#include <ravel/base/random.hpp>
#include <ravel/index.hpp>

#include <roaring/roaring.h>

#include "support.hpp"

#include <memory>
#include <vector>

namespace {

using ravel::index_set;
using ravel::index_t;

struct free_bitmap {
  void operator()(roaring_bitmap_t* b) const { roaring_bitmap_free(b); }
};
using bitmap = std::shared_ptr<roaring_bitmap_t>;

constexpr index_t members = 1'000'000;

// The same members, in a set of ours and in one of CRoaring's.
struct both {
  index_set ours;
  bitmap theirs;

  explicit both(const std::vector<index_t>& list) : ours(list), theirs(roaring_bitmap_create(), free_bitmap()) {
    for (const index_t x : list) roaring_bitmap_add(theirs.get(), static_cast<std::uint32_t>(x));
    roaring_bitmap_run_optimize(theirs.get());
  }
};

// A million random positions below n; or runs of a hundred.
std::vector<index_t> random_positions(index_t n, std::uint64_t seed, index_t run = 1) {
  ravel::random_engine random(seed);
  std::vector<index_t> list;
  while (static_cast<index_t>(list.size()) < members) {
    for (index_t first = random.below(n), i = 0; i < run; ++i) list.push_back(first + i);
  }
  return list;
}

using operation = roaring_bitmap_t* (*)(const roaring_bitmap_t*, const roaring_bitmap_t*);

template <class F>
void algebra(bench::table& table, const std::string& name, const both& a, const both& b, F ours, operation theirs) {
  table.row(
      name, 1.05, [=] { bench::keep(ours(a.ours, b.ours)); },
      [=] {
        const bitmap result(theirs(a.theirs.get(), b.theirs.get()), free_bitmap());
        bench::keep(result);
      });
}

void measure(const std::string& kind, index_t n, index_t run) {
  const both a(random_positions(n, 1, run)), b(random_positions(n, 2, run));
  {
    bench::table table("algebra of two sets of 1e6, " + kind);
    algebra(
        table, "a & b", a, b, [](const index_set& x, const index_set& y) { return x & y; }, roaring_bitmap_and);
    algebra(
        table, "a | b", a, b, [](const index_set& x, const index_set& y) { return x | y; }, roaring_bitmap_or);
    algebra(
        table, "a - b", a, b, [](const index_set& x, const index_set& y) { return x - y; }, roaring_bitmap_andnot);
    algebra(
        table, "a ^ b", a, b, [](const index_set& x, const index_set& y) { return x ^ y; }, roaring_bitmap_xor);
  }
  bench::table table("questions to a set of 1e6, " + kind);
  ravel::random_engine random(3);
  std::vector<std::uint32_t> positions, ranks;
  for (int i = 0; i < 1024; ++i) {
    positions.push_back(static_cast<std::uint32_t>(random.below(n)));
    ranks.push_back(static_cast<std::uint32_t>(random.below(a.ours.size())));
  }
  table.row(
      "rank", 0.1,
      [=] {
        for (const auto p : positions) bench::keep(a.ours.rank(index_t{p} + 1));
      },
      [=] {
        for (const auto p : positions) bench::keep(roaring_bitmap_rank(a.theirs.get(), p));
      },
      {.items = 1024});
  table.row(
      "select", 0.1,
      [=] {
        for (const auto k : ranks) bench::keep(a.ours.select(k));
      },
      [=] {
        std::uint32_t found = 0;
        for (const auto k : ranks) bench::keep(roaring_bitmap_select(a.theirs.get(), k, &found));
      },
      {.items = 1024});
  table.row(
      "contains", 1.5,
      [=] {
        for (const auto p : positions) bench::keep(a.ours.contains(p));
      },
      [=] {
        for (const auto p : positions) bench::keep(roaring_bitmap_contains(a.theirs.get(), p));
      },
      {.items = 1024});
}

}  // namespace

int main() {
  measure("scattered over 1e8", 100'000'000, 1);
  measure("scattered over 1.6e7", 16'000'000, 1);
  measure("dense in 2e6", 2'000'000, 1);
  measure("in runs of 100 over 1e8", 100'000'000, 100);
}
