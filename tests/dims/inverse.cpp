// SPDX-License-Identifier: BSL-1.0
// The way back: nested and overlapping strides, the order in which positions are pulled back, and large maps that nobody could list.
#include <dims/pull_back.hpp>
#include <ravel/reader/detail/entries.hpp>

#include <dims/model.hpp>

#include <support/catch.hpp>

#include <algorithm>
#include <map>

namespace {

using namespace model;
using ravel::pull_order;
using ravel::pulled;

// Positions of rising addresses as they come, one for each address.
list first_positions(const dims& d) {
  std::map<index_t, index_t> first;
  for (index_t g = d.size(); g-- > 0;) first[d.to_local(g)] = g;
  list positions;
  for (const auto& [address, g] : first) positions.push_back(g);
  return positions;
}

// Rising parts: of positions that fall, as many as there are positions.
int rising_parts(const list& positions) {
  int parts = 1;
  for (std::size_t i = 1; i < positions.size(); ++i) parts += positions[i] < positions[i - 1];
  return parts;
}

// Axes of nested strides in any order, some flipped, rotated, gathered or repeated.
dims random_nested(engine& random) {
  const index_t rank = pick(random, 1, 4);
  list shape, strides(at(rank)), order;
  for (index_t k = 0; k < rank; ++k) {
    shape.push_back(pick(random, 2, 4));
    order.push_back(k);
  }
  if (pick(random, 0, 1) == 0) std::shuffle(order.begin(), order.end(), random);
  index_t stride = 1;
  for (auto k = order.rbegin(); k != order.rend(); ++k) {
    strides[at(*k)] = stride * pick(random, 1, 2);
    stride = strides[at(*k)] * shape[at(*k)];
  }
  dims d = dims::strided(shape, strides, pick(random, -5, 5));
  for (index_t k = 0; k < rank; ++k) {
    switch (pick(random, 0, 9)) {
      case 0:
      case 1:
        d = d.flip(k);
        break;
      case 2:
        d = d.rotate(k, pick(random, 1, 3));
        break;
      case 3:
        d = d.gather(k, {1, 0, 1});
        break;
      case 4:
        d = d.tile(k, 2);
        break;
      case 5:
        d = d.gather(k, {0, 0, 1});
        break;
      default:
        break;
    }
  }
  for (index_t k = pick(random, 0, 3) == 0 ? rank : 0; k-- > 0;) d = d.flip(k);
  if (pick(random, 0, 2) == 0) d = d.new_axis(-1).tile(-1, 2);
  if (pick(random, 0, 2) == 0) d = d.new_axis(0).tile(0, 2);
  return d;
}

// Cuts that do not fall on the borders of axes, so that layers lie upon layers.
dims random_chain(engine& random) {
  dims d = random_nested(random);
  for (index_t layers = pick(random, 1, 3); layers > 0 && d.size() > 0; --layers) {
    d = d.reshape(list{d.size()});
    switch (pick(random, 0, 5)) {
      case 0:
        d = d.flip(0);
        break;
      case 1:
        d = d.rotate(0, pick(random, 1, 5));
        break;
      case 2:
        d = d.tile(0, 2);
        break;
      case 3:
        d = d.new_axis(-1).tile(-1, 2).reshape(list{2 * d.size()});
        break;
      default:
        break;
    }
    const index_t n = d.size(), start = pick(random, 0, n - 1), step = pick(random, 1, 3);
    d = pick(random, 0, 1) == 0 ? d.slice(0, start, pick(random, 1, (n - 1 - start) / step + 1), step)
                                : d.slice(0, start, pick(random, 1, start / step + 1), -step);
  }
  return d;
}

}  // namespace

TEST_CASE("the order of pulling back is the one that is foretold") {
  engine random(5);
  std::map<pull_order, int> seen;
  for (int round = 0; round < 20000; ++round) {
    const dims d = random_nested(random);
    const list positions = first_positions(d);
    const pull_order order = d.pull_back_order();
    ++seen[order];
    INFO(d);
    if (order == pull_order::kept) REQUIRE(std::is_sorted(positions.begin(), positions.end()));
    if (order == pull_order::reversed) REQUIRE(std::is_sorted(positions.rbegin(), positions.rend()));
    if (order == pull_order::spliced) REQUIRE(rising_parts(positions) == 2);
    if (order == pull_order::reversed_splice) REQUIRE(rising_parts(list(positions.rbegin(), positions.rend())) == 2);
    const bool repeats = static_cast<index_t>(positions.size()) != d.size();
    if (order == pull_order::sorted && !repeats) REQUIRE(rising_parts(positions) > 1);
  }
  CHECK(seen.size() == 5);
  for (const auto& [order, times] : seen) CHECK(times > 50);
}

TEST_CASE("the order of pulling back through a chain is never better than foretold") {
  engine random(6);
  std::map<pull_order, int> seen;
  for (int round = 0; round < 30000; ++round) {
    const dims d = random_chain(random);
    if (d.size() == 0 || d.layers().size() == 1) continue;
    const list positions = first_positions(d);
    const int rising = rising_parts(positions), falling = rising_parts(list(positions.rbegin(), positions.rend()));
    const pull_order order = d.pull_back_order();
    ++seen[order];
    INFO(d);
    if (order == pull_order::kept) REQUIRE(rising == 1);
    if (order == pull_order::reversed) REQUIRE(falling == 1);
    if (order == pull_order::spliced) REQUIRE(rising <= 2);
    if (order == pull_order::reversed_splice) REQUIRE(falling <= 2);
  }
  CHECK(seen.size() == 5);
  for (const auto& [order, times] : seen) CHECK(times > 5);
}

TEST_CASE("an address without positions stays without, however often the map repeats") {
  const dims all = dims::row_major({1, 1}).broadcast({index_t{1} << 30, index_t{1} << 30});
  CHECK(all.pull_back({}).empty());
  CHECK(all.pull_back(std::vector<index_t>{5}).empty());
  CHECK(dims::row_major({2, 1}).broadcast({2, index_t{1} << 40}).slice(0, 1, 1).pull_back(std::vector<index_t>{0}).empty());
}

namespace {

// Entries at rising addresses, as a view lists them: found one by one, and through it.
template <class T>
void check_entries(const dims& d, const list& addresses) {
  std::vector<T> values;
  std::map<index_t, T> expected;
  for (const index_t address : addresses) {
    values.push_back(static_cast<T>(address) / 2);
    for (const index_t g : d.to_global(address)) expected[g] = values.back();
  }
  auto found = ravel::detail::entries_pulled_back(d.top(), {addresses.data(), values.data(), std::ssize(addresses)},
                                                  ravel::detail::element_room_of<T>);
  const auto list = std::make_shared<const ravel::detail::entry_list>(std::move(found.list));
  const auto from = [&](index_t position) {
    ravel::detail::repeated_entries stream(list, d.size() / found.times, d.size(), found.each);
    stream.seek(position);
    std::vector<std::pair<const index_t, T>> listed;
    for (auto b = stream.next().of<T>(); b.count > 0; b = stream.next().of<T>()) {
      for (index_t k = 0; k < b.count; ++k) listed.emplace_back(b.positions[k], b.values[k]);
    }
    return listed;
  };
  for (const index_t start : {index_t{0}, d.size() / 3, d.size() / 2 + 1, d.size() - 1}) {
    const auto listed = from(start);
    REQUIRE(std::equal(listed.begin(), listed.end(), expected.lower_bound(start), expected.end()));
  }
}

}  // namespace

TEST_CASE("values go through a view with their positions, however many there are") {
  const dims d = dims::row_major({6, 20, 30});
  const std::vector<dims> views{d.transpose({2, 1, 0}),
                                d.transpose({0, 2, 1}),
                                d.transpose({1, 2, 0}),
                                d.transpose({1, 0, 2}),
                                d.flip(0),
                                d.flip(1),
                                d.flip(2),
                                d.flip(0).flip(1).flip(2),
                                d.rotate(0, 2),
                                d.rotate(1, 3).rotate(2, 7),
                                d.flip(1).rotate(1, 3),
                                d.rotate(2, 7).slice(2, 0, 12),
                                d.slice(2, 25, 20, -1).transpose({0, 2, 1}),
                                d.transpose({0, 2, 1}).flip(1),
                                d.flip(2).transpose({2, 0, 1}),
                                d.rotate(1, 4).transpose({1, 2, 0}),
                                d.rotate(1, 4).transpose({0, 2, 1}).rotate(0, 1),
                                d.gather(1, {3, 0, 3, 19}),
                                d.slice(1, 2, 3).slice(2, 5, 1),
                                d.tile(1, 2).transpose({2, 1, 0}),
                                d.transpose({2, 0, 1}).reshape({30, 120}).rotate(1, 7),
                                d.windows(2, 3).transpose({3, 2, 1, 0}),
                                d.new_axis(0).broadcast({2, 6, 20, 30}).transpose({0, 3, 2, 1}),
                                d.new_axis(3).broadcast({6, 20, 30, 5}),
                                d.new_axis(0).new_axis(4).broadcast({3, 6, 20, 30, 4}).flip(2),
                                d.tile(0, 3),
                                dims::strided({4, 4}, {5, 3}, 2).flip(0)};
  for (const dims& view : views) {
    for (const index_t step : {1, 3, 7, 331}) {
      list addresses;
      for (index_t at = step / 2; at < d.size(); at += 1 + at % step) addresses.push_back(at);
      check_entries<double>(view, addresses);
      check_entries<float>(view, addresses);
    }
  }
}

TEST_CASE("so many places that they are not counted at once") {
  const dims d = dims::row_major({3, 200, 300});
  list addresses;
  for (index_t at = 5; at < d.size(); at += 1 + at * at % 23) addresses.push_back(at);
  REQUIRE(addresses.size() > 10000);
  check_entries<double>(d.transpose({2, 1, 0}), addresses);
  check_entries<double>(d.transpose({2, 1, 0}).flip(2), addresses);
  check_entries<float>(d.transpose({1, 2, 0}).slice(1, 10, 250), addresses);
}

TEST_CASE("orders of pulling back one by one") {
  const dims d = dims::row_major({4, 5});
  CHECK(d.pull_back_order() == pull_order::kept);
  CHECK(d.slice(0, 1, 3).slice(1, 0, 3, 2).pull_back_order() == pull_order::kept);
  CHECK(d.broadcast({3, 4, 5}).pull_back_order() == pull_order::kept);
  CHECK(d.new_axis(2).tile(2, 7).pull_back_order() == pull_order::kept);
  CHECK(d.gather(1, {0, 3, 3}).pull_back_order() == pull_order::kept);
  CHECK(d.flip(0).flip(1).pull_back_order() == pull_order::reversed);
  CHECK(d.rotate(0, 1).pull_back_order() == pull_order::spliced);
  CHECK(d.flip(0).flip(1).rotate(0, 1).pull_back_order() == pull_order::reversed_splice);
  CHECK(d.transpose({1, 0}).pull_back_order() == pull_order::sorted);
  CHECK(d.flip(1).pull_back_order() == pull_order::sorted);
  CHECK(d.gather(0, {0, 3, 3}).pull_back_order() == pull_order::sorted);
  CHECK(d.windows(1, 2).pull_back_order() == pull_order::sorted);
  CHECK(d.transpose({1, 0}).reshape({10, 2}).pull_back_order() == pull_order::sorted);
  CHECK(dims::row_major({0, 2}).pull_back_order() == pull_order::kept);
  CHECK(dims().pull_back_order() == pull_order::kept);
  CHECK(dims::row_major(5).tile(0, 2).slice(0, 1, 3, 3).pull_back_order() == pull_order::sorted);  // 1, 4, 2
  CHECK(dims::strided({12, 3}, {-4, -1}, 46).reshape(36).slice(0, 15, 16, -1).pull_back_order() == pull_order::kept);
}

TEST_CASE("thousands of stored addresses come back as they would one by one") {
  engine random(9);
  const dims all = dims::row_major({60, 70, 20});
  list stored;
  for (index_t a = 0; a < all.size(); ++a) {
    if (pick(random, 0, 3) == 0) stored.push_back(a);
  }
  const std::vector<dims> views{all,
                                all.transpose({2, 1, 0}),
                                all.transpose({0, 2, 1}),
                                all.flip(0),
                                all.flip(0).flip(1).flip(2),
                                all.rotate(0, 7),
                                all.flip(0).flip(1).flip(2).rotate(0, 7),
                                all.rotate(1, 7),
                                all.flip(1),
                                all.flip(2),
                                all.rotate(0, 7).rotate(1, 3).rotate(2, 5),
                                all.flip(0).flip(2).rotate(2, 5).slice(2, 1, 17),
                                all.rotate(1, 7).slice(1, 0, 50).flip(1),
                                all.reshape({4, 21000}).rotate(1, 7),
                                all.slice(1, 3, 40).slice(2, 19, 10, -2),
                                all.windows(2, 3, 2),
                                all.gather(0, {5, 1, 40, 40, 2}),
                                all.slice(0, 0, 3).broadcast({2, 3, 70, 20}).new_axis(2).tile(2, 2),
                                all.transpose({2, 1, 0}).reshape({-1, 7}).flip(0),
                                all.reshape({4, 15, 7, 10, 20}).transpose({4, 3, 2, 1, 0})};
  for (const dims& d : views) {
    std::vector<pulled> expected;
    for (index_t g = 0; g < d.size(); ++g) {
      const index_t address = d.to_local(g);
      const auto found = std::lower_bound(stored.begin(), stored.end(), address);
      if (found != stored.end() && *found == address) expected.push_back({g, found - stored.begin()});
    }
    if (d.pull_back(stored) != expected) FAIL(d);
  }
  CHECK(all.pull_back(list{}).empty());
}

TEST_CASE("an address of a map with more positions than any memory is found at once") {
  const dims huge = dims::row_major({1000000, 1000000, 1000000}).transpose({2, 0, 1}).rotate(1, 12345).flip(2);
  const index_t g = 123456789012345678;
  CHECK(huge.first_global(huge.to_local(g)) == g);
  CHECK(huge.count_global(huge.to_local(g)) == 1);
  const dims repeated = dims::row_major({1000, 1}).broadcast({1000000, 1000, 1000000});
  CHECK(repeated.count_global(7) == 1000000000000);
  CHECK(repeated.first_global(7) == 7000000);
  CHECK(repeated.pull_back(list{}).empty());
  CHECK(repeated.pull_back(list{5000}).empty());
  CHECK(dims::row_major({1000000, 1000000}).windows(1, 10).count_global(500000) == 10);
  CHECK(dims::strided({100000, 100000}, {3, 5}).count_global(30000) == 2001);
  CHECK(dims::row_major({1000000, 1000}).transpose({1, 0}).reshape({10000, -1}).flip(0).count_global(123456789) == 1);
}

TEST_CASE("positions arrive rising even where strides overlap, and may be stopped") {
  const dims d = dims::strided({50, 50}, {2, 3});
  list seen;
  CHECK_FALSE(d.each_global(120, [&](index_t g) {
    seen.push_back(g);
    return seen.size() < 5;
  }));
  CHECK(seen.size() == 5);
  CHECK(std::is_sorted(seen.begin(), seen.end()));
  CHECK(d.each_global(120, [](index_t) {}));
  const auto refuse = [](index_t) { return false; };
  CHECK(d.each_global(1, refuse));
  CHECK_FALSE(d.each_global(0, refuse));
}
