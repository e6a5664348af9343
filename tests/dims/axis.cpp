// SPDX-License-Identifier: BSL-1.0
// The algebra below dims: canonical forms, cuts and compositions, each against the values it stands for.
#include <dims/model.hpp>

#include "dims/axis.hpp"

#include <support/catch.hpp>

#include <map>

namespace {

using namespace model;
using ravel::detail::affine_mode;
using ravel::detail::as_span;
using ravel::detail::mode;
using ravel::detail::mode_list;
using ravel::detail::part;

list values(const part& form) {
  list all;
  for (index_t i = 0; i < ravel::detail::extent_of(as_span(form.modes)); ++i) {
    all.push_back(form.base + ravel::detail::value_at(as_span(form.modes), i));
  }
  return all;
}

list values(const std::vector<mode>& modes) { return values(part{0, {modes.begin(), modes.end()}}); }

mode cycle(index_t extent, index_t period, index_t offset, index_t stride) { return {extent, period, offset, stride, nullptr}; }

// f(modes) for every list of up to three modes with small extents and strides.
template <class F>
void each_small_list(bool rotated, F f) {
  const list extents{2, 3, 4}, strides{-4, -2, -1, 0, 1, 2, 3, 4, 6, 8, 12};
  std::vector<mode> modes;
  const auto extend = [&](const auto& self, index_t room) -> void {
    if (!modes.empty()) f(modes);
    if (modes.size() == 3) return;
    for (const index_t extent : extents) {
      if (extent > room) continue;
      for (const index_t stride : strides) {
        for (index_t offset = 0; offset < (rotated ? extent : 1); ++offset) {
          modes.push_back(cycle(extent, extent, offset, stride));
          self(self, room / extent);
          modes.pop_back();
        }
      }
    }
  };
  extend(extend, 16);
}

std::vector<mode> random_modes(engine& random, bool affine) {
  std::vector<mode> modes;
  for (index_t count = pick(random, 1, 4); count > 0; --count) {
    const index_t period = pick(random, 2, 6);
    const bool turns = !affine && pick(random, 0, 2) == 0;
    const index_t extent = turns ? pick(random, 2, 9) : period;
    modes.push_back(cycle(extent, period, turns ? pick(random, 0, period - 1) : 0, pick(random, -6, 40)));
    if (!affine && pick(random, 0, 3) == 0) {
      modes.back() = ravel::detail::chosen_mode(extent, pick(random, -3, 3), [&](index_t) { return pick(random, -4, 9); });
    }
  }
  return modes;
}

// Whether a sequence is the sum of affine digits: its longest progression, again and again.
bool sums_of_digits(list sequence) {
  while (sequence.size() > 1) {
    std::size_t inner = 2;
    while (inner < sequence.size() && sequence[inner] - sequence[inner - 1] == sequence[1] - sequence[0]) ++inner;
    while (sequence.size() % inner != 0) --inner;
    if (inner == 1) return false;
    list outer;
    for (std::size_t i = 0; i < sequence.size(); ++i) {
      if (sequence[i] - sequence[i - i % inner] != sequence[i % inner] - sequence[0]) return false;
      if (i % inner == 0) outer.push_back(sequence[i]);
    }
    sequence = outer;
  }
  return true;
}

}  // namespace

TEST_CASE("a canonical form keeps the values, is its own canonical form, and has no more modes") {
  engine random(1);
  for (int round = 0; round < 20000; ++round) {
    const auto modes = random_modes(random, false);
    const part form = ravel::detail::in_canonical_form(modes);
    if (values(form) != values(modes)) FAIL("round " << round);
    const part again = ravel::detail::in_canonical_form(as_span(form.modes));
    REQUIRE(again.base == 0);
    REQUIRE(std::ranges::equal(as_span(again.modes), as_span(form.modes)));
  }
}

TEST_CASE("on affine modes and full rotations equal maps have equal forms") {
  for (const bool rotated : {false, true}) {
    std::map<list, part> forms;
    each_small_list(rotated, [&](const std::vector<mode>& modes) {
      const part form = ravel::detail::in_canonical_form(modes);
      const auto [known, added] = forms.try_emplace(values(modes), form);
      const bool same = known->second.base == form.base && std::ranges::equal(as_span(known->second.modes), as_span(form.modes));
      if (!same) FAIL("two forms, one of them " << form.modes.size() << " modes from " << form.base);
    });
    CHECK(forms.size() == (rotated ? 106431 : 9703));
  }
}

TEST_CASE("canonical forms one by one") {
  const auto form = [](std::vector<mode> modes) { return ravel::detail::in_canonical_form(modes); };
  const auto only = [](const part& p, index_t base, mode m) { return p.base == base && p.modes.size() == 1 && p.modes[0] == m; };
  CHECK(form({affine_mode(1, 9)}).modes.empty());
  CHECK(only(form({cycle(3, 3, 2, 0)}), 0, affine_mode(3, 0)));
  CHECK(only(form({cycle(3, 1, 0, 5)}), 0, affine_mode(3, 0)));
  CHECK(only(form({cycle(2, 5, 1, 3)}), 3, affine_mode(2, 3)));
  CHECK(only(form({cycle(2, 2, 1, 3)}), 3, affine_mode(2, -3)));
  CHECK(only(form({cycle(3, 2, 1, 3)}), 3, cycle(3, 2, 0, -3)));
  CHECK(only(form({cycle(2, 5, 4, 1)}), 4, affine_mode(2, -4)));
  CHECK(only(form({affine_mode(2, 12), affine_mode(3, 4), affine_mode(4, 1)}), 0, affine_mode(24, 1)));
  CHECK(only(form({cycle(3, 3, 1, 4), affine_mode(4, 1)}), 0, cycle(12, 12, 4, 1)));
  CHECK(only(form({affine_mode(2, 0), affine_mode(3, 0)}), 0, affine_mode(6, 0)));
  CHECK(form({affine_mode(3, 4), cycle(4, 4, 1, 1)}).modes.size() == 2);
  CHECK(form({cycle(6, 3, 1, 2)}).modes.size() == 2);                    // a tile of 2
  CHECK(form({cycle(7, 3, 1, 2)}).modes.size() == 1);                    // no tile
  CHECK(form({cycle(4, 4, 2, 3)}).modes.front() == affine_mode(2, -6));  // half a turn
}

TEST_CASE("a list of affine modes can be cut exactly where its map separates") {
  engine random(7);
  int cuts = 0;
  for (int round = 0; round < 4000; ++round) {
    const part form = ravel::detail::in_canonical_form(random_modes(random, true));
    const list all = values(form);
    const index_t size = size_of(all);
    for (index_t inner = 1; inner <= size; ++inner) {
      if (size % inner != 0) continue;
      bool separates = true;
      for (index_t i = 0; i < size; ++i) separates = separates && all[at(i)] - all[at(i - i % inner)] == all[at(i % inner)] - all[0];
      mode_list from(form.modes.begin(), form.modes.end()), off;
      const bool cut = ravel::detail::cut(from, inner, off);
      if (cut != separates) FAIL("round " << round << " at " << inner);
      if (!cut) continue;
      ++cuts;
      mode_list joined = from;
      joined.insert(joined.end(), off.rbegin(), off.rend());
      REQUIRE(ravel::detail::extent_of(as_span(off)) == inner);
      REQUIRE(values(part{form.base, joined}) == all);
    }
  }
  CHECK(cuts > 10000);
}

TEST_CASE("cycles can be fused and split without changing the map") {
  engine random(3);
  for (int round = 0; round < 5000; ++round) {
    const part form = ravel::detail::in_canonical_form(random_modes(random, false));
    part fused = ravel::detail::fuse_cycles(as_span(form.modes));
    fused.base += form.base;
    REQUIRE(values(fused) == values(form));
    REQUIRE(values(part{form.base, ravel::detail::split_cycles(as_span(form.modes))}) == values(form));
  }
}

TEST_CASE("a composition is the map after the map, or nothing") {
  engine random(13);
  int composed = 0, asked = 0;
  for (int round = 0; round < 30000; ++round) {
    const part lower = ravel::detail::in_canonical_form(random_modes(random, pick(random, 0, 1) == 0));
    const list below = values(lower);
    mode_list upper;
    index_t room = size_of(below) - 1;  // so that every position lies inside
    for (index_t modes = pick(random, 1, 3); modes > 0 && room > 0; --modes) {
      const index_t stride = pick(random, 1, std::min<index_t>(room, 12)),
                    extent = std::min<index_t>(1 + room / stride, pick(random, 1, 6));
      upper.push_back(affine_mode(extent, stride));
      room -= stride * (extent - 1);
    }
    const index_t start = pick(random, 0, room);
    const auto found = ravel::detail::compose(lower, start, as_span(upper));
    ++asked;
    if (!found) continue;
    ++composed;
    REQUIRE(found->ends.size() == upper.size());
    list expected;
    for (const index_t position : values(part{start, upper})) expected.push_back(below[at(position)]);
    if (values(found->result) != expected) FAIL("round " << round);
  }
  INFO(composed << " of " << asked);
  CHECK(composed * 3 > asked);
  CHECK(composed < asked);
}

TEST_CASE("one affine mode over affine modes composes whenever the result is a sum of digits") {
  engine random(23);
  int none = 0, missed = 0;  // where values agree by chance that digits do not
  for (int round = 0; round < 20000; ++round) {
    const part lower = ravel::detail::in_canonical_form(random_modes(random, true));
    const list below = values(lower);
    const index_t stride = pick(random, 1, std::min<index_t>(size_of(below), 12));
    const index_t extent = pick(random, 1, std::min<index_t>(12, 1 + (size_of(below) - 1) / stride));
    const index_t start = pick(random, 0, size_of(below) - 1 - stride * (extent - 1));
    const mode walk = affine_mode(extent, stride);
    list expected;
    for (index_t i = 0; i < extent; ++i) expected.push_back(below[at(start + i * stride)]);
    const auto found = ravel::detail::compose(lower, start, {&walk, 1});
    if (!found) {
      ++none;
      missed += extent > 2 && sums_of_digits(expected);
    } else {
      REQUIRE(values(found->result) == expected);
    }
  }
  CHECK(none > 100);
  CHECK(missed < 20);
}

TEST_CASE("divisibility alone composes nothing") {
  // Both pass every test of divisibility, and both would give another map.
  const mode_list a{affine_mode(2, 100), affine_mode(12, 1)};
  const mode_list upper{affine_mode(3, 4), affine_mode(2, 6)};
  CHECK_FALSE(ravel::detail::compose({0, a}, 0, as_span(upper)));
  const mode_list b{affine_mode(8, 5), affine_mode(6, 3), affine_mode(4, 2)};
  const mode walk = affine_mode(6, 3);
  CHECK_FALSE(ravel::detail::compose({0, b}, 0, {&walk, 1}));
}

TEST_CASE("a layer that only counts is neutral on both sides of a composition") {
  engine random(29);
  for (int round = 0; round < 2000; ++round) {
    const part form = ravel::detail::in_canonical_form(random_modes(random, false));
    const index_t size = ravel::detail::extent_of(as_span(form.modes));
    if (size == 1) continue;
    const mode count = affine_mode(size, 1);
    const auto above = ravel::detail::compose(form, 0, {&count, 1});
    if (above) REQUIRE(values(above->result) == values(form));
    if (!above) REQUIRE(std::any_of(form.modes.begin(), form.modes.end(), [](const mode& m) { return !m.affine(); }));
    const list all = values(form);
    const index_t low = *std::min_element(all.begin(), all.end()), high = *std::max_element(all.begin(), all.end());
    const auto below = ravel::detail::compose({low, {affine_mode(high - low + 1, 1)}}, form.base - low, as_span(form.modes));
    REQUIRE(below);
    REQUIRE(values(below->result) == all);
  }
}

TEST_CASE("composing is associative where it is possible") {
  engine random(31);
  int both_ways = 0;
  for (int round = 0; round < 20000; ++round) {
    const part a = ravel::detail::in_canonical_form(random_modes(random, true));
    const index_t size = ravel::detail::extent_of(as_span(a.modes));
    if (size < 4) continue;
    const mode b = affine_mode(size / 2, 2), c = affine_mode(b.extent / 2, pick(random, 1, 2));
    const auto ab = ravel::detail::compose(a, 0, {&b, 1}), bc = ravel::detail::compose({0, {b}}, 0, {&c, 1});
    REQUIRE(bc);
    if (!ab) continue;
    const auto ab_c = ravel::detail::compose(ab->result, 0, {&c, 1}),
               a_bc = ravel::detail::compose(a, bc->result.base, as_span(bc->result.modes));
    if (!ab_c || !a_bc) continue;
    ++both_ways;
    REQUIRE(values(ab_c->result) == values(a_bc->result));
  }
  CHECK(both_ways > 1000);
}
