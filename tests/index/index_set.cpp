// SPDX-License-Identifier: BSL-1.0
// index_set against std::set: everything that can be asked, after random programs of everything that makes a set from others, with members
// scattered, dense, in runs, and on both sides of every border that the storage has.
#include <ravel/dims.hpp>
#include <ravel/index/index_set.hpp>
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/search/filter.hpp>
#include <ravel/storage/buffer.hpp>

#include <support/random.hpp>
#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>

#include <algorithm>
#include <set>
#include <thread>
#include <unordered_set>

namespace {

using ravel::index_limit;
using ravel::index_set;
using ravel::index_t;
using ravel::selection;
using ravel::slice;
using model = std::set<index_t>;
using list = std::vector<index_t>;

constexpr index_t chunk = 65536, part = index_t{1} << 32;

list list_of(const model& m) { return {m.begin(), m.end()}; }

// Members of every density, in some places that are borders.
model random_model(support::random& r) {
  const index_t bases[] = {0, chunk - 20, 3 * chunk, part - chunk / 2, 5 * part - 30, index_limit - 3 * chunk};
  model m;
  for (index_t pieces = r.below(4); pieces > 0; --pieces) {
    const index_t base = bases[r.below(6)] + r.below(100);
    switch (r.below(3)) {
      case 0:
        for (index_t i = 0; i < 300; ++i) m.insert(base + r.below(2 * chunk));
        break;
      case 1:
        for (index_t i = 0; i < 12000; ++i) m.insert(base + r.below(20000));
        break;
      default:
        for (index_t i = 0, n = r.below(9000); i < n; ++i) m.insert(base + i);
    }
  }
  return m;
}

// All ways to make a set of these, and all must give the same.
index_set made_of(support::random& r, const model& m) {
  list members = list_of(m);
  if (r.chance(2)) return index_set(ravel::selection(members));
  for (std::size_t i = 0; i + 1 < members.size() && r.chance(2); ++i)
    std::swap(members[i], members[static_cast<std::size_t>(r.below(static_cast<index_t>(members.size())))]);
  if (!members.empty()) members.push_back(members.front());
  return index_set(members);
}

// Everything a set can be asked.
void require_same(support::random& r, const index_set& s, const model& m) {
  const list members = list_of(m);
  const auto n = static_cast<index_t>(members.size());
  REQUIRE(s.size() == n);
  REQUIRE(s.empty() == m.empty());
  REQUIRE_EQUAL(positions(s), members);
  if (n > 0) REQUIRE((s.min() == members.front() && s.max() == members.back()));
  const auto rank = [&](index_t position) { return std::lower_bound(members.begin(), members.end(), position) - members.begin(); };
  for (int trial = 0; trial < 60; ++trial) {
    const index_t near = n > 0 && !r.chance(5) ? members[static_cast<std::size_t>(r.below(n))] : r.below(index_limit);
    const index_t at = std::min(index_limit, std::max<index_t>(-5, near + r.between(-2, 2) * (r.chance(2) ? 1 : chunk)));
    const index_t width = r.below(std::min(index_limit - at, 3 * chunk) + 1);
    REQUIRE(s.contains(at) == m.contains(at));
    REQUIRE(s.rank(at) == rank(at));
    REQUIRE(s.count(at, width) == rank(at + width) - rank(at));
    if (n == 0) continue;
    const index_t place = r.below(n);
    REQUIRE(s.select(place) == members[static_cast<std::size_t>(place)]);
    list out(static_cast<std::size_t>(r.below(std::min<index_t>(n - place, 3000) + 1)));
    s.read(place, out);
    REQUIRE(std::equal(out.begin(), out.end(), members.begin() + place));
  }
  const index_set again = made_of(r, m);
  REQUIRE(s == again);
  REQUIRE(s.hash() == again.hash());
  REQUIRE((s.bytes() > 0) == (n > 0));
}

template <class Keep>
model combined(const model& a, const model& b, Keep keep) {
  model all = a, result;
  all.insert(b.begin(), b.end());
  for (const index_t x : all) {
    if (keep(a.contains(x), b.contains(x))) result.insert(x);
  }
  return result;
}

}  // namespace

TEST_CASE("random programs over index sets") {
  support::random r(21);
  for (int program = 0; program < 25; ++program) {
    model m = random_model(r);
    index_set s = made_of(r, m);
    require_same(r, s, m);
    for (int step = 0; step < 6; ++step) {
      const model other = r.chance(4) ? m : random_model(r);
      const index_set o = made_of(r, other);
      switch (r.below(5)) {
        case 0:
          s = s & o, m = combined(m, other, [](bool a, bool b) { return a && b; });
          break;
        case 1:
          s = s | o, m = combined(m, other, [](bool a, bool b) { return a || b; });
          break;
        case 2:
          s = s - o, m = combined(m, other, [](bool a, bool b) { return a && !b; });
          break;
        case 3:
          s = s ^ o, m = combined(m, other, [](bool a, bool b) { return a != b; });
          break;
        default: {
          const index_t by = m.empty() ? 3
                                       : std::min(index_limit - *m.rbegin(),
                                                  std::max(-*m.begin(), r.chance(2) ? part * r.between(-2, 2) : r.between(-chunk, chunk)));
          model moved;
          for (const index_t x : m) moved.insert(x + by);
          s = s.offset(by), m = std::move(moved);
        }
      }
      require_same(r, s, m);
    }
  }
}

TEST_CASE("sets from ranges, lists, readers and masks") {
  CHECK_EQUAL(positions(index_set{5, 1, 3, 1}), {1, 3, 5});
  CHECK_EQUAL(positions(index_set(slice(10, 4, -3))), {1, 4, 7, 10});
  CHECK_EQUAL(positions(index_set(std::vector<std::uint16_t>{9, 8})), {8, 9});
  CHECK_EQUAL(positions(index_set(ravel::buffer<int>{9, 8, 9})), {8, 9});
  CHECK_EQUAL(positions(index_set(ravel::buffer<index_t>{9, 8, 9})), {8, 9});
  CHECK_EQUAL(positions(index_set(ravel::iota<index_t>(3, 1))), {1, 2, 3});
  CHECK_EQUAL(positions(index_set(selection{4, 4, 0})), {0, 4});
  CHECK_EQUAL(positions(index_set(ravel::buffer<bool>{false, true, true, false, true})), {1, 2, 4});
  CHECK_EQUAL(positions(index_set()), {});
  CHECK(index_set(ravel::buffer<bool>{false}).empty());
  CHECK(index_set(slice(7, 0)) == index_set());

  const index_set wide(slice(1, 5, part + 3)), far(slice(0, 3, index_t{1} << 60));
  CHECK_EQUAL(positions(wide), {1, part + 4, 2 * part + 7, 3 * part + 10, 4 * part + 13});
  CHECK_EQUAL(positions(far), {0, index_t{1} << 60, index_t{1} << 61});
  CHECK(index_set{index_limit}.max() == index_limit);

  support::random r(3);
  for (const index_t step : {1, 2, 3, 7, 65535, 65536, 65537, 1000003}) {
    const auto range = slice(part - 5 * step - r.below(step), 40, step);
    const index_set s(range);
    REQUIRE(s.size() == 40);
    for (index_t i = 0; i < 40; ++i) REQUIRE((s.select(i) == range[i] && s.contains(range[i])));
    REQUIRE(s.as_range() == range);
  }
}

TEST_CASE("masks in every density, there and back") {
  support::random r(5);
  for (const index_t n : {1, 64, 1000, 65536, 65537, 200000}) {
    for (const index_t one_in : {1, 2, 50, 5000}) {
      std::vector<bool> expected;
      auto bools = ravel::make_buffer<bool>(n);
      for (index_t i = 0; i < n; ++i) bools[i] = r.chance(one_in), expected.push_back(bools[i]);
      const index_set s(bools);
      REQUIRE_EQUAL(mask(s, n), expected);
      REQUIRE_EQUAL(slice(mask(s, n), n / 3, n / 2), slice(bools, n / 3, n / 2));
      REQUIRE(complement(s, n).size() == n - s.size());
      REQUIRE((complement(s, n) & s).empty());
      REQUIRE((complement(s, n) | s) == index_set(slice(0, n)));
    }
  }
}

TEST_CASE("a mask of every layout is the set of the places where it is true") {
  support::random r(6);
  for (const index_t n : {0, 1, 65535, 65536, 65537, 262144}) {
    for (const index_t one_in : {1, 2, 15, 16, 17, 3000}) {
      list expected;
      auto bools = ravel::make_buffer<bool>(n);
      for (index_t i = 0; i < n; ++i) {
        if ((bools[i] = r.chance(one_in))) expected.push_back(i);
      }
      const index_set s(bools), listed(expected);
      REQUIRE(s == listed);
      REQUIRE(to_vector(s) == expected);
      REQUIRE(s.hash() == listed.hash());
      REQUIRE(s.bytes() <= 2 * listed.bytes());
      REQUIRE(index_set(ravel::reader<bool>(slice(bools, n / 2, n - n / 2))).size() == s.count(n / 2, n - n / 2));
    }
  }
  CHECK(index_set(ravel::constant(200000, true)) == index_set(slice(0, 200000)));
  CHECK(index_set(ravel::constant(200000, false)).empty());
  // Where a mask shows a set, nobody asks it for its elements.
  const index_set far(slice(5, index_t{1} << 60));
  CHECK(index_set(mask(far, index_limit)) == far);
  CHECK(index_set(ravel::argfilter(mask(far, index_limit))) == far);
}

TEST_CASE("a set is a range of its members") {
  static_assert(std::ranges::forward_range<index_set> && std::ranges::common_range<index_set> && std::ranges::borrowed_range<index_set>);
  static_assert(!ravel::detail::position_source<index_set> && !ravel::readable<index_set> && !ravel::detail::input<index_set>);
  support::random r(9);
  for (int round = 0; round < 50; ++round) {
    const list expected = list_of(random_model(r));
    const index_set s(expected);
    list found;
    for (const index_t member : s) found.push_back(member);
    REQUIRE(found == expected);
    REQUIRE(to_vector(s) == expected);
    REQUIRE(std::ranges::equal(s, expected));
    REQUIRE(list(s.begin(), s.end()) == expected);
  }
  list of_temporary;
  for (const index_t member : index_set{3, 9} | index_set{4}) of_temporary.push_back(member);
  CHECK(of_temporary == list{3, 4, 9});
  auto it = index_set{7, 8}.begin();  // keeps the members
  CHECK((*it == 7 && *it++ == 7 && *it == 8));
  const auto copy = it++;
  CHECK((*copy == 8 && copy != it && it == index_set{1, 2}.end()));
  CHECK_THROWS_AS(*it, ravel::index_error);
  CHECK_THROWS_AS(*index_set().begin(), ravel::index_error);
  CHECK(index_set().begin() == index_set().end());
  CHECK((index_set::iterator() == index_set().end() && to_vector(index_set()).empty()));
  const index_set far(slice(5, index_t{1} << 60));
  CHECK(*std::ranges::next(far.begin(), 100) == 105);
}

TEST_CASE("the readers of a set keep the readers' contract") {
  support::random r(8);
  list members;
  for (index_t at = 0; members.size() < 3000; at += 1 + r.below(60)) members.push_back(at);
  const index_set s(members);
  support::check_reader(positions(s), members);
  std::vector<bool> expected(static_cast<std::size_t>(s.max()) + 3);
  for (const index_t at : members) expected[static_cast<std::size_t>(at)] = true;
  support::check_reader(mask(s, s.max() + 3), expected);
  CHECK(positions(s).sorted());
  CHECK_EQUAL(mask(index_set(), 3), {false, false, false});
  CHECK_EQUAL(mask(index_set(), 0), {});
}

TEST_CASE("a set is a selection, and a range where it can be one") {
  const index_set s{1, 2, 4, 70000};
  const selection chosen = s;
  CHECK((chosen.size() == 4 && chosen[2] == 4 && chosen.max() == 70000 && !chosen.is_range()));
  CHECK(chosen.positions().empty());  // not unpacked
  CHECK(chosen.find(4).size() == 1);
  CHECK(selection(index_set{4, 2, 6}).as_range() == slice(2, 3, 2));
  CHECK(index_set(slice(5, 1000000)).as_range() == slice(5, 1000000));
  CHECK(selection(index_set()).empty());
  CHECK(index_set(chosen) == s);

  const auto x = ravel::iota<int>(100000, 5);
  CHECK_EQUAL(select(x, s), {6, 7, 9, 70005});
  const auto rows = ravel::dims::row_major({100000, 2}).gather(0, s);
  CHECK(rows.shape() == ravel::shape{4, 2});
  CHECK(rows.to_local({3, 1}) == 140001);
  CHECK(rows.first_global(9) == 5);
}

TEST_CASE("sets hash by what they hold") {
  std::unordered_set<index_set> seen;
  for (index_t i = 0; i < 500; ++i) seen.insert(index_set{i, 100000, part + i});
  CHECK(seen.size() == 500);
  CHECK(seen.contains(index_set(list{part + 7, 7, 100000})));
  CHECK(index_set(slice(0, 200000)).hash() == (index_set(slice(0, 100000, 2)) | index_set(slice(1, 100000, 2))).hash());
  CHECK(index_set().hash() == (index_set{3} - index_set{3}).hash());
}

TEST_CASE("a set of a thousand runs costs little for each, and answers by rank") {
  const index_set s = index_set(slice(0, index_t{1} << 30)) - index_set(slice(1000, 1000, 1000003));
  CHECK(s.size() == (index_t{1} << 30) - 1000);
  CHECK(s.bytes() < 10 * 1000 * 1000);
  CHECK(s.select(999) == 999);
  CHECK(s.select(1000) == 1001);
  CHECK(s.rank(index_t{1} << 30) == s.size());
}

TEST_CASE("threads may ask a new set at once") {
  const index_set s(slice(0, 300000, 3));
  std::vector<std::thread> threads;
  std::vector<index_t> found(4);
  for (std::size_t t = 0; t < found.size(); ++t)
    threads.emplace_back([&, t] { found[t] = s.rank(150000) + s.select(9) + (s & index_set{3}).size(); });
  for (std::thread& t : threads) t.join();
  for (const index_t f : found) CHECK(f == 50000 + 27 + 1);
}

TEST_CASE("positions and questions that no set takes") {
  CHECK_THROWS_WITH((index_set{3, -1}), "position -1 is below 0, where no index set has members");
  CHECK_THROWS_AS(index_set(slice(3, 3, -2)), ravel::index_error);
  CHECK_THROWS_AS((index_set{index_limit + 1}), ravel::overflow_error);
  CHECK_THROWS_AS((index_set{index_limit, index_limit + 1}), ravel::overflow_error);
  CHECK_THROWS_AS((index_set{~std::uint64_t{0}}), ravel::overflow_error);
  CHECK_THROWS_AS(index_set(ravel::buffer<int>{1, -7}), ravel::index_error);
  CHECK(index_set(ravel::reader<index_t>()).empty());
  const index_set s{2, 5};
  CHECK_THROWS_AS(index_set().min(), ravel::value_error);
  CHECK_THROWS_AS(index_set().max(), ravel::value_error);
  CHECK_THROWS_AS(s.select(2), ravel::index_error);
  CHECK_THROWS_AS(s.select(-1), ravel::index_error);
  CHECK_THROWS_AS(s.count(0, -1), ravel::value_error);
  CHECK_THROWS_AS(s.offset(-3), ravel::index_error);
  CHECK_THROWS_AS(s.offset(index_limit), ravel::overflow_error);
  CHECK_THROWS_WITH(complement(s, 5), "the index set has position 5, which is outside [0, 5)");
  CHECK_THROWS_AS(mask(s, 5), ravel::index_error);
  CHECK_THROWS_AS(mask(s, -1), ravel::value_error);
  list two(2);
  CHECK_THROWS_AS(s.read(1, two), ravel::index_error);
  CHECK_THROWS_AS(select(ravel::iota<int>(5), s), ravel::index_error);
  CHECK(s.rank(-100) == 0);
  CHECK(!s.contains(-1));
}

TEST_CASE("a set that was moved from has no members") {
  index_set from{3, 5, 9}, taken = std::move(from), assigned{1};
  CHECK(from == index_set());
  CHECK(from.size() == 0);
  CHECK_FALSE(from.contains(3));
  assigned = std::move(taken);
  CHECK(assigned == index_set{3, 5, 9});
  CHECK(taken.empty());
}

namespace {

// Long runs against a model of intervals: the line is cut at a few places, and a set has all of a piece or nothing of it.
struct pieces_model {
  list cuts;  // ascending, the first is 0; the pieces lie between one and the next
  std::vector<bool> in;

  explicit pieces_model(list at) : cuts(std::move(at)), in(cuts.size() - 1) {}

  index_set set(support::random& r) const {
    index_set made;
    for (std::size_t i = 0; i < in.size(); ++i) {
      const index_set piece(slice(cuts[i], cuts[i + 1] - cuts[i]));
      if (in[i]) made = r.chance(2) ? made | piece : made ^ piece;
    }
    return made;
  }
  index_t rank(index_t position) const {
    index_t below = 0;
    for (std::size_t i = 0; i < in.size() && cuts[i] < position; ++i) below += in[i] ? std::min(position, cuts[i + 1]) - cuts[i] : 0;
    return below;
  }
  bool contains(index_t position) const { return rank(position + 1) > rank(position); }
};

void require_pieces(const index_set& s, const pieces_model& m) {
  REQUIRE(s.size() == m.rank(m.cuts.back()));
  for (const index_t cut : m.cuts) {
    for (const index_t at : {cut - 1, cut, cut + 1}) {
      if (at < 0 || at >= m.cuts.back()) continue;
      REQUIRE(s.contains(at) == m.contains(at));
      REQUIRE(s.rank(at) == m.rank(at));
      if (!m.contains(at)) continue;
      REQUIRE(s.select(m.rank(at)) == at);
      REQUIRE(positions(s)[m.rank(at)] == at);
      REQUIRE(mask(s, m.cuts.back())[at]);
      index_t three[3];
      s.read(std::min(m.rank(at), s.size() - 1), std::span(three).first(1));
      REQUIRE(three[0] == at);
    }
  }
}

list random_cuts(support::random& r) {
  const index_t bases[] = {0, chunk, part - 70000, part, 3 * part, index_t{1} << 50, index_limit - 5 * part};
  std::set<index_t> cuts{0, index_limit};
  for (index_t more = r.below(12) + 2; more > 0; --more) {
    cuts.insert(std::min(index_limit, bases[r.below(7)] + (r.chance(2) ? r.below(5) : r.below(2 * part))));
  }
  return {cuts.begin(), cuts.end()};
}

}  // namespace

TEST_CASE("runs cost what runs cost, however long") {
  const index_set none, all = complement(none, index_limit);
  CHECK(all.size() == index_limit);
  CHECK(all.bytes() < 1000);
  CHECK(all == index_set(slice(0, index_limit)));
  CHECK(all.as_range() == slice(0, index_limit));
  CHECK(complement(all, index_limit).empty());
  CHECK(all.select(index_limit - 1) == index_limit - 1);

  list scattered;
  for (index_t i = 0; i < 1000; ++i) scattered.push_back(i * 3 * part + 5);
  const index_set some(scattered), others = complement(some, index_limit);
  CHECK(some.bytes() < 20000);
  CHECK(others.bytes() < 20000);
  CHECK(others.size() == index_limit - 1000);
  CHECK_FALSE(others.contains(3 * part + 5));
  CHECK(others.contains(3 * part + 6));
  CHECK(others.rank(3 * part + 6) == 3 * part + 4);
  CHECK(others.select(3 * part + 4) == 3 * part + 6);
  CHECK((others | some) == all);
  CHECK((others & some).empty());
  CHECK(complement(others, index_limit) == some);
  CHECK(complement(others, index_limit).hash() == some.hash());
  CHECK((others - index_set(slice(index_limit - 9, 9))).offset(7).min() == 7);
  CHECK((all | index_set{index_limit}).contains(index_limit));
  CHECK_THROWS_AS((all | index_set{index_limit}).size(), ravel::overflow_error);
}

TEST_CASE("random programs over long runs") {
  support::random r(77);
  for (int program = 0; program < 40; ++program) {
    const list cuts = random_cuts(r);
    pieces_model m(cuts);
    index_set s;
    for (int step = 0; step < 5; ++step) {
      pieces_model other(cuts);
      for (std::size_t i = 0; i < other.in.size(); ++i) other.in[i] = r.chance(2);
      const index_set o = other.set(r);
      require_pieces(o, other);
      const index_t what = r.below(4);
      for (std::size_t i = 0; i < m.in.size(); ++i) {
        const bool a = m.in[i], b = other.in[i];
        m.in[i] = what == 0 ? a && b : what == 1 ? a || b : what == 2 ? a && !b : a != b;
      }
      s = what == 0 ? s & o : what == 1 ? s | o : what == 2 ? s - o : s ^ o;
      require_pieces(s, m);
      const index_set again = m.set(r);
      REQUIRE(s == again);
      REQUIRE(s.hash() == again.hash());
      REQUIRE(complement(complement(s, index_limit), index_limit) == s);
    }
  }
}

TEST_CASE("dense members among long runs") {
  support::random r(78);
  for (int program = 0; program < 8; ++program) {
    const index_t base = r.chance(2) ? part - 40000 : 7 * chunk + 13, length = 200000;
    model dense;
    for (index_t i = 0; i < 60000; ++i) dense.insert(base + r.below(length));
    const index_set d = made_of(r, dense), run(slice(base + 50000, index_limit - base - 50100));
    const index_set both = d | run, rest = run - d, inside = d & run, odd = d ^ run;
    const index_t end = base + length;
    for (index_t trial = 0; trial < 3000; ++trial) {
      const index_t at = base - 10 + r.below(length + 20);
      const bool in_d = dense.contains(at), in_run = at >= base + 50000;
      REQUIRE(both.contains(at) == (in_d || in_run));
      REQUIRE(rest.contains(at) == (in_run && !in_d));
      REQUIRE(inside.contains(at) == (in_run && in_d));
      REQUIRE(odd.contains(at) == (in_run != in_d));
    }
    REQUIRE(inside.size() + rest.size() == run.size());
    REQUIRE(both.size() == rest.size() + d.size());
    REQUIRE(odd.size() == both.size() - inside.size());
    REQUIRE((odd | inside) == both);
    REQUIRE((odd | inside).hash() == both.hash());
    REQUIRE(rest.select(rest.rank(end)) == end);
    REQUIRE(both.offset(-base).offset(base) == both);
    REQUIRE(both.offset(11).rank(end + 11) == both.rank(end));
  }
}
