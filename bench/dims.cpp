// SPDX-License-Identifier: BSL-1.0
// The index map: what a view costs, addresses and positions singly and in bulk, walking against hand-written loops, pulling back.
#include <ravel/dims.hpp>

#include "support.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <random>
#include <vector>

namespace {

using namespace ravel;
using list = std::vector<index_t>;

// ---- what a view costs; by hand: a copy of four extents and strides

struct by_hand {
  std::array<index_t, 4> extents, strides;
  index_t base;
};

void views(bench::table& table) {
  const dims d = dims::row_major({20, 30, 40, 50}), cropped = d.slice(1, 2, 25).slice(3, 1, 40), turned = d.transpose({3, 2, 1, 0});
  const by_hand plain{{20, 30, 40, 50}, {60000, 2000, 50, 1}, 0};
  const auto hand = [plain] {
    by_hand copy = plain;
    std::swap(copy.strides[0], copy.strides[1]);
    bench::keep(copy);
  };
  const auto row = [&](const char* name, const dims& of, double allowed_ns, auto view) {
    table.row(name, 0, [view, of] { bench::keep(view(of)); }, hand, {.allowance_ns = allowed_ns});
  };
  const selection some{3, 1, 0, 7, 5};
  row("view: transpose", cropped, 150, [](const dims& v) { return v.transpose({3, 1, 0, 2}); });
  row("view: select", cropped, 150, [](const dims& v) { return v.select(1, 3); });
  row("view: slice", cropped, 150, [](const dims& v) { return v.slice(2, 3, 10, 2); });
  row("view: flip", cropped, 150, [](const dims& v) { return v.flip(2); });
  row("view: rotate", cropped, 150, [](const dims& v) { return v.rotate(2, 3); });
  row("view: tile", cropped, 150, [](const dims& v) { return v.tile(2, 3); });
  row("view: broadcast", cropped, 150, [](const dims& v) { return v.broadcast({20, 50, 40, 40}); });
  row("view: new_axis", cropped, 150, [](const dims& v) { return v.new_axis(2); });
  row("view: squeeze", cropped, 150, [](const dims& v) { return v.squeeze(); });
  row("view: diagonal", cropped, 150, [](const dims& v) { return v.diagonal(0, 2); });
  row("view: windows", cropped, 150, [](const dims& v) { return v.windows(2, 3); });
  row("view: reshape, one layer", cropped, 150, [](const dims& v) { return v.reshape({20, 5, 5, 1600}); });
  row("view: gather of 5", cropped, 150, [some](const dims& v) { return v.gather(2, some); });
  row("view: reshape, two layers", turned, 1000, [](const dims& v) { return v.reshape({-1, 16}); });
}

// ---- forward

constexpr std::size_t many = 1024;

void forward(bench::table& table) {
  static const dims d = dims::row_major({100, 90, 80}).transpose({2, 0, 1});
  static const index_t extents[3] = {80, 100, 90}, strides[3] = {1, 7200, 80};
  static list positions(many), coordinates, addresses(many);
  std::mt19937 random(1);
  for (auto& p : positions) p = static_cast<index_t>(random()) % d.size();
  std::sort(positions.begin(), positions.end());
  for (const index_t p : positions) coordinates.insert(coordinates.end(), {p / 9000, p / 90 % 100, p % 90});
  const auto hand = [] {
    for (std::size_t i = 0; i < many; ++i) {
      const index_t p = positions[i], x = p % extents[2], rest = p / extents[2];
      addresses[i] = rest / extents[1] * strides[0] + rest % extents[1] * strides[1] + x * strides[2];
    }
    bench::keep(addresses);
  };
  const auto hand_coordinates = [] {
    for (std::size_t i = 0; i < many; ++i) {
      const index_t* x = &coordinates[3 * i];
      addresses[i] = x[0] * strides[0] + x[1] * strides[1] + x[2] * strides[2];
    }
    bench::keep(addresses);
  };
  table.row("address of a position, singly", 0,
            [] {
              for (std::size_t i = 0; i < many; ++i) addresses[i] = d.to_local(positions[i]);
              bench::keep(addresses);
            },
            hand, {.items = many, .allowance_ns = 10});
  table.row("address of a position, bulk", 0,
            [] {
              d.to_local(positions, addresses);
              bench::keep(addresses);
            },
            hand, {.items = many, .allowance_ns = 2});
  table.row("address of coordinates, singly", 0,
            [] {
              for (std::size_t i = 0; i < many; ++i)
                addresses[i] = d.to_local({coordinates[3 * i], coordinates[3 * i + 1], coordinates[3 * i + 2]});
              bench::keep(addresses);
            },
            hand_coordinates, {.items = many, .allowance_ns = 10});
  table.row("address of coordinates, bulk", 0,
            [] {
              d.to_local_by_coordinates(coordinates, addresses);
              bench::keep(addresses);
            },
            hand_coordinates, {.items = many, .allowance_ns = 2});

  list sorted = addresses;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  static list stored;
  stored = sorted;
  static list found(stored.size());
  const auto invert = [] {
    for (std::size_t i = 0; i < stored.size(); ++i) {
      const index_t a = stored[i];
      found[i] = a % 80 * 9000 + a / 7200 * 90 + a / 80 % 90;
    }
    bench::keep(found);
  };
  const double n = static_cast<double>(stored.size());
  table.row("position of an address, singly", 0,
            [] {
              for (std::size_t i = 0; i < stored.size(); ++i) found[i] = *d.first_global(stored[i]);
              bench::keep(found);
            },
            invert, {.items = n, .allowance_ns = 15});
  static const dims kept = dims::row_major({100, 90, 80}).slice(2, 1, 70);
  static list kept_stored;
  for (index_t i = 0; i < static_cast<index_t>(many); ++i) kept_stored.push_back(kept.to_local(i * 600));
  table.row("position of an address, bulk", 0, [] { bench::keep(kept.pull_back(kept_stored)); }, invert,
            {.items = many, .allowance_ns = 3});
  table.row("position of an address, bulk, transposed", 0, [] { bench::keep(d.pull_back(stored)); }, invert,
            {.items = n, .allowance_ns = 15});
}

// ---- walking: a copy out of some layout into row-major memory

void copy_any_run(const double* from, double* to, index_t step, index_t count, const index_t* gather) {
  if (gather != nullptr) {
    for (index_t i = 0; i < count; ++i) to[i] = from[step * gather[i]];
  } else if (step == 1) {
    for (index_t i = 0; i < count; ++i) to[i] = from[i];
  } else {
    for (index_t i = 0; i < count; ++i) to[i] = from[i * step];
  }
}

// Behind a pointer that may change, so that no side is compiled for the constants it happens to pass.
void (*volatile copy_run)(const double*, double*, index_t, index_t, const index_t*) = copy_any_run;

std::vector<double> source(1 << 21, 1.5), target(1 << 21);

void walk_row(bench::table& table, const char* name, double bar, const dims& d, const bench::work& hand) {
  const auto ours = [d] {
    d.each_run([](const run& r) { copy_run(source.data() + r.address, target.data() + r.position, r.step, r.count, r.gather); });
    bench::keep(target[0]);
  };
  table.row(name, bar, ours, hand, {.items = static_cast<double>(d.size()), .bytes = 16.0 * static_cast<double>(d.size())});
}

// Rows of a matrix with `pitch` elements from one row to the next.
template <class Row>
auto rows(index_t count, index_t width, index_t pitch, Row row) {
  return [=] {
    for (index_t i = 0; i < count; ++i) row(source.data() + i * pitch, target.data() + i * width);
    bench::keep(target[0]);
  };
}

void walks(bench::table& table) {
  const auto straight = [](index_t width) { return [width](const double* from, double* to) { copy_run(from, to, 1, width, nullptr); }; };
  walk_row(table, "walk: row-major", 1.15, dims::row_major({100, 100, 100}), rows(1, 1000000, 0, straight(1000000)));
  walk_row(table, "walk: crop, rows of 64", 1.15, dims::row_major({1000, 64}, {1000, 80}), rows(1000, 64, 80, straight(64)));
  walk_row(table, "walk: crop, rows of 8", 2, dims::row_major({8000, 8}, {8000, 10}), rows(8000, 8, 10, straight(8)));
  walk_row(table, "walk: flip, rows of 64", 1.15, dims::row_major({1000, 64}).flip(1),
           rows(1000, 64, 64, [](const double* from, double* to) { copy_run(from + 63, to, -1, 64, nullptr); }));
  walk_row(table, "walk: rotated rows of 128 by 40", 1.15, dims::row_major({1000, 128}).rotate(1, 40),
           rows(1000, 128, 128, [](const double* from, double* to) {
             copy_run(from + 88, to, 1, 40, nullptr);
             copy_run(from, to + 40, 1, 88, nullptr);
           }));
  walk_row(table, "walk: rows of 64 tiled by 4", 1.15, dims::row_major({1000, 64}).tile(1, 4),
           rows(1000, 256, 64, [](const double* from, double* to) {
             for (index_t turn = 0; turn < 4; ++turn) copy_run(from, to + turn * 64, 1, 64, nullptr);
           }));
  walk_row(table, "walk: transposed, rows of 100", 1.15, dims::row_major({100, 100}).transpose({1, 0}), [] {
    for (index_t i = 0; i < 100; ++i) copy_run(source.data() + i, target.data() + i * 100, 100, 100, nullptr);
    bench::keep(target[0]);
  });
  static list chosen(64);
  for (std::size_t i = 0; i < chosen.size(); ++i) chosen[i] = static_cast<index_t>(i * 29 % 80);
  walk_row(table, "walk: 64 gathered from rows of 80", 1.15, dims::row_major({1000, 80}).gather(1, chosen),
           rows(1000, 64, 80, [](const double* from, double* to) { copy_run(from, to, 1, 64, chosen.data()); }));
  walk_row(table, "walk: gathered rows of 64", 1.15, dims::row_major({80, 64}).gather(0, chosen), [] {
    for (std::size_t i = 0; i < chosen.size(); ++i) copy_run(source.data() + chosen[i] * 64, target.data() + i * 64, 1, 64, nullptr);
    bench::keep(target[0]);
  });
  const auto transposed = [] {
    for (index_t i = 0; i < 64; ++i) copy_run(source.data() + i, target.data() + i * 1000, 64, 1000, nullptr);
    bench::keep(target[0]);
  };
  const dims turned = dims::row_major({1000, 64}).transpose({1, 0});
  walk_row(table, "walk: chain, reshaped transpose", 1.15, turned.reshape({-1, 128}), transposed);
  walk_row(table, "walk: chain, rotated all of a transpose", 1.15, turned.reshape(64000).rotate(0, 5), transposed);
  walk_row(table, "walk: chain, strided all of a transpose", 4, turned.reshape(64000).slice(0, 0, 21333, 3), [] {
    index_t g = 0;
    for (index_t i = 0; i < 21333; ++i, g += 3)
      target[static_cast<std::size_t>(i)] = source[static_cast<std::size_t>(g / 1000 + g % 1000 * 64)];
    bench::keep(target[0]);
  });
}

// ---- pulling back many stored addresses; by hand: mapped one by one and sorted

void pulls(bench::table& table) {
  const dims plain = dims::row_major({1000, 1000});
  static list stored;
  std::mt19937 random(3);
  for (int i = 0; i < 100000; ++i) stored.push_back(static_cast<index_t>(random()) % 1000000);
  std::sort(stored.begin(), stored.end());
  stored.erase(std::unique(stored.begin(), stored.end()), stored.end());
  const auto row = [&](const char* name, const dims& d, auto map) {
    const auto hand = [map] {
      std::vector<pulled> found;
      found.reserve(stored.size());
      for (std::size_t i = 0; i < stored.size(); ++i) found.push_back({map(stored[i]), static_cast<index_t>(i)});
      std::sort(found.begin(), found.end(), [](const pulled& a, const pulled& b) { return a.position < b.position; });
      bench::keep(found);
    };
    table.row(name, 1, [d] { bench::keep(d.pull_back(stored)); }, hand, {.items = static_cast<double>(stored.size())});
  };
  row("pull back: kept", plain.slice(1, 0, 999), [](index_t a) { return a / 1000 * 999 + a % 1000; });
  row("pull back: reversed", plain.flip(0).flip(1), [](index_t a) { return 999999 - a; });
  row("pull back: spliced", plain.rotate(0, 100), [](index_t a) { return (a + 100000) % 1000000; });
  row("pull back: transposed", plain.transpose({1, 0}), [](index_t a) { return a % 1000 * 1000 + a / 1000; });
  row("pull back: flipped rows", plain.flip(1), [](index_t a) { return a / 1000 * 1000 + 999 - a % 1000; });
  row("pull back: windows", plain.windows(1, 3), [](index_t a) { return a; });
}

}  // namespace

int main() {
  bench::table table("dims");
  views(table);
  forward(table);
  walks(table);
  pulls(table);
}
