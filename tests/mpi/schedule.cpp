// SPDX-License-Identifier: BSL-1.0
// Schedules against the maps, element by element: both halves agree, and exactly what is needed travels.
#include <mpi/ranks.hpp>

#include <map>
#include <set>

using namespace ranks;
using mpi::detail::leaf_key;
using mpi::detail::schedule;
using mpi::detail::schedule_key;

namespace {

ravel::dims some_view(engine& random, const ravel::dims& map, const ravel::shape& wanted) {
  ravel::dims view = map;
  for (index_t k = 0; k < view.rank(); ++k) {
    if (view.extent(k) > 0 && pick(random, 0, 1) == 1) view = view.rotate(k, pick(random, -3, 3));
    if (pick(random, 0, 3) == 0) view = view.flip(k);
  }
  if (view.rank() == 2 && pick(random, 0, 2) == 0) view = view.reshape({-1}).rotate(0, 1).reshape(map.shape());
  if (view.rank() == 2 && view.extent(0) == view.extent(1) && pick(random, 0, 1) == 0) view = view.transpose({1, 0});
  return view.reshape(wanted);
}

// The elements that rank `to` needs of rank `from`, relative to the part of `from`.
std::set<index_t> needed(const schedule_key& key, std::size_t group, index_t from, index_t to) {
  std::set<index_t> all;
  for (const leaf_key& l : key.leaves) {
    if (l.group != group) continue;
    for (index_t p = 0; p < key.target.size(); ++p) {
      if (key.target.to_local(p) / key.target_span != to) continue;
      const index_t address = l.map.to_local(p);
      if (address / key.spans[group] == from) all.insert(address - from * key.spans[group]);
    }
  }
  return all;
}

std::vector<index_t> elements_of(const std::vector<mpi::detail::element_run>& runs) {
  std::vector<index_t> all;
  for (const auto& r : runs) {
    for (index_t i = 0; i < r.count; ++i) all.push_back(r.first + i * r.step);
  }
  return all;
}

void require_right(const schedule_key& key, int count) {
  std::vector<schedule> plans;
  for (int r = 0; r < count; ++r) plans.push_back(make_schedule(key, r, count));
  for (std::size_t g = 0; g < key.spans.size(); ++g) {
    for (int from = 0; from < count; ++from) {
      std::map<int, std::vector<index_t>> sent;
      for (const auto& m : plans[static_cast<std::size_t>(from)].groups[g].sends) {
        REQUIRE(sent.emplace(m.peer, elements_of(m.runs)).second);
        REQUIRE(m.count == static_cast<index_t>(sent[m.peer].size()));
      }
      for (int to = 0; to < count; ++to) {
        const std::set<index_t> wanted = from == to ? std::set<index_t>() : needed(key, g, from, to);
        REQUIRE(sent[to] == std::vector<index_t>(wanted.begin(), wanted.end()));
        index_t received = 0;
        for (const auto& m : plans[static_cast<std::size_t>(to)].groups[g].receives) received += m.peer == from ? m.count : 0;
        REQUIRE(received == static_cast<index_t>(wanted.size()));
      }
    }
  }
  // Each leaf finds each of its elements, in own memory or among the ghosts.
  for (int r = 0; r < count; ++r) {
    const schedule& plan = plans[static_cast<std::size_t>(r)];
    std::vector<index_t> positions;
    for (const auto& own : plan.own) {
      for (index_t i = 0; i < own.count; ++i) {
        positions.push_back(own.position + i * own.position_step);
        REQUIRE(key.target.to_local(positions.back()) == r * key.target_span + own.address + i * own.address_step);
      }
    }
    REQUIRE(plan.own_count == static_cast<index_t>(positions.size()));
    for (std::size_t l = 0; l < key.leaves.size(); ++l) {
      const std::size_t g = key.leaves[l].group;
      std::vector<index_t> ghosts;  // addresses
      for (const auto& m : plan.groups[g].receives) {
        for (const index_t e : needed(key, g, m.peer, r)) ghosts.push_back(m.peer * key.spans[g] + e);
      }
      index_t place = 0;
      for (const auto& s : plan.leaves[l]) {
        REQUIRE(s.place == place);
        for (index_t i = 0; i < s.from.count; ++i, ++place) {
          const index_t at = s.from.first + i * s.from.step;
          const index_t address = s.is_ghost ? ghosts.at(static_cast<std::size_t>(at)) : r * key.spans[g] + at;
          REQUIRE(address == key.leaves[l].map.to_local(positions.at(static_cast<std::size_t>(place))));
        }
      }
      REQUIRE(place == plan.own_count);
    }
  }
}

}  // namespace

TEST_CASE("both halves of a schedule move what brute force says") {
  for (int seed = 0; seed < 400; ++seed) {
    engine random(static_cast<std::uint64_t>(seed));
    const int count = static_cast<int>(pick(random, 1, 7));
    const ravel::shape extents = pick(random, 0, 1) == 0 ? ravel::shape{pick(random, 0, 9), pick(random, 1, 9)} : ravel::shape{6, 6};
    const auto all = distributions(extents, count);
    const auto some = [&] {
      return all[static_cast<std::size_t>(pick(random, 0, static_cast<index_t>(all.size()) - 1))].place(extents, count, 0);
    };
    const mpi::placement target = some(), first = some(), second = some();
    schedule_key key;
    key.target = pick(random, 0, 1) == 0 ? target.map : some_view(random, target.map, extents);
    key.target_span = target.span;
    key.spans = {first.span, second.span};
    key.leaves = {{some_view(random, first.map, extents), 0},
                  {some_view(random, second.map, extents), 1},
                  {some_view(random, first.map, extents), 0}};
    INFO("seed " << seed << ", " << count << " ranks, " << key.target << " from " << key.leaves[0].map << ", " << key.leaves[1].map << ", "
                 << key.leaves[2].map);
    require_right(key, count);
  }
}

TEST_CASE("life on a torus needs eight messages, each with its border") {
  const mpi::placement at = mpi::blocks{0, 1}.place({64, 64}, 16, 0);
  schedule_key key;
  key.target = at.map;
  key.target_span = at.span;
  key.spans = {at.span};
  for (const index_t down : {-1, 0, 1}) {
    for (const index_t right : {-1, 0, 1}) key.leaves.push_back({at.map.rotate(0, down).rotate(1, right), 0});
  }
  const schedule plan = make_schedule(key, 5, 16);
  index_t bytes = 0;
  for (const auto& m : plan.groups[0].sends) bytes += m.count;
  CHECK(plan.groups[0].sends.size() == 8);
  CHECK(bytes == 4 * 16 + 4);
}

TEST_CASE("a cache gives the same schedule for equal maps") {
  mpi::detail::schedule_cache cache;
  const mpi::placement at = mpi::blocks{0}.place({8, 8}, 2, 0);
  schedule_key key;
  key.target = at.map;
  key.target_span = at.span;
  key.spans = {at.span};
  key.leaves = {{at.map.rotate(0, 1), 0}};
  const auto first = cache.get(key, key.hash(), 0, 2);
  key.leaves[0].map = at.map.rotate(0, 1);
  CHECK(cache.get(key, key.hash(), 0, 2) == first);
  key.leaves[0].map = at.map.rotate(0, 2);
  CHECK(cache.get(key, key.hash(), 0, 2) != first);
}

TEST_CASE("a cache forgets what was used longest ago") {
  mpi::detail::schedule_cache cache;
  const auto get = [&](index_t shift) {
    const mpi::placement at = mpi::blocks{0}.place({2, 400000}, 2, 0);
    schedule_key key;
    key.target = mpi::cyclic{1}.place({2, 400000}, 2, 0).map;  // many runs: 20 MB
    key.target_span = 400000;
    key.spans = {at.span};
    key.leaves = {{at.map.rotate(1, shift), 0}};
    return cache.get(key, key.hash(), 0, 2);
  };
  const std::weak_ptr<const schedule> first = get(0), second = get(1);
  (void)get(0);
  const std::size_t bytes = get(0)->size_in_bytes();
  for (std::size_t k = 2; bytes * k < (std::size_t{64} << 20); ++k) (void)get(static_cast<index_t>(k));
  CHECK(!first.expired());
  CHECK(second.expired());
}

TEST_CASE("a cache counts the lists of positions that its keys hold") {
  mpi::detail::schedule_cache cache;
  constexpr index_t length = index_t{1} << 21;  // a list of 16 MB
  const auto get = [&](index_t seed) {
    schedule_key key;
    std::vector<index_t> chosen(static_cast<std::size_t>(length), seed);
    chosen.back() = 100;
    key.target = ravel::dims::row_major({length});
    key.target_span = length;
    key.spans = {200};
    key.leaves = {{ravel::dims::row_major({200}).gather(0, chosen), 0}};
    return cache.get(key, key.hash(), 1, 2);  // a rank that has nothing
  };
  const std::weak_ptr<const schedule> first = get(1);
  CHECK(!first.expired());
  for (index_t seed = 2; seed < 6; ++seed) (void)get(seed);
  CHECK(first.expired());
}
