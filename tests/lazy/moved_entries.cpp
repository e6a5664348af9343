// SPDX-License-Identifier: BSL-1.0
// The entries of every view of sparse readers, against the same view of the elements in memory; and that nothing is made in proportion to
// the size of what is hardly stored.
#include <ravel/index/index_set.hpp>
#include <ravel/lazy/assume.hpp>
#include <ravel/lazy/concat.hpp>
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/field.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/copy.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/op/search/filter.hpp>

#include <support/sparse_contract.hpp>
#include <support/sparse_samples.hpp>

#include <functional>
#include <limits>

namespace {

using ravel::index_t;
using ravel::reader;
using support::listed;
using places = std::vector<index_t>;

places any_places(index_t n, index_t count, std::uint64_t seed) {
  support::random r(seed);
  places found;
  for (index_t i = 0; i < count && n > 0; ++i) found.push_back(r.below(n));
  return found;
}
places every_third_but_one(index_t n) {
  places found;
  for (index_t i = 0; i < n; i += 3) {
    if (i != 6) found.push_back(i);
  }
  return found;
}

template <class T>
struct named_view {
  const char* name;
  std::function<reader<T>(const reader<T>&)> of;
};

template <class T>
std::vector<named_view<T>> all_views() {
  return {
      {"all", [](const auto& r) { return slice(r, 0, r.size()); }},
      {"slice", [](const auto& r) { return slice(r, r.size() / 3, r.size() / 2); }},
      {"empty slice", [](const auto& r) { return slice(r, r.size() / 3, 0); }},
      {"every third", [](const auto& r) { return slice(r, ravel::slice_from(r.size() / 4).every(3)); }},
      {"every other, backwards", [](const auto& r) { return r.size() == 0 ? r : slice(r, r.size() - 1, (r.size() + 1) / 2, -2); }},
      {"slice of a slice", [](const auto& r) { return reverse(slice(slice(r, 0, r.size() / 2, 2), 0, r.size() / 4, 2)); }},
      {"reverse", [](const auto& r) { return reverse(r); }},
      {"repeat", [](const auto& r) { return repeat(r, 3); }},
      {"repeat, sliced", [](const auto& r) { return slice(repeat(r, 4), r.size() / 2, 3 * r.size()); }},
      {"repeat never", [](const auto& r) { return repeat(r, 0); }},
      {"concat", [](const auto& r) { return concat(r, reverse(r), slice(r, 0, r.size() / 2)); }},
      {"interleave", [](const auto& r) { return interleave(r, reverse(r), r); }},
      {"shift a little", [](const auto& r) { return shift(r, 2); }},
      {"shift back", [](const auto& r) { return shift(r, -3); }},
      {"shift far", [](const auto& r) { return shift(r, r.size() * 2); }},
      {"shift far back", [](const auto& r) { return shift(r, -r.size()); }},
      {"select, ascending", [](const auto& r) { return select(r, every_third_but_one(r.size())); }},
      {"select, any", [](const auto& r) { return select(r, any_places(r.size(), r.size(), 5)); }},
      {"select, many of few", [](const auto& r) { return select(r, any_places(std::min<index_t>(r.size(), 3), 3000, 5)); }},
      {"select none", [](const auto& r) { return select(r, places()); }},
      {"select a set", [](const auto& r) { return select(r, complement(ravel::index_set(every_third_but_one(r.size())), r.size())); }},
      {"select with a mask", [](const auto& r) { return select(r, support::listed_at_random<bool>(r.size(), true, 4, 8)); }},
      {"independent", [](const auto& r) { return slice(assume_no_alias(reverse(r)), 0, r.size() / 2); }},
  };
}

template <class T>
void check_views(const reader<T>& sparse, bool twice = false) {
  const auto views = all_views<T>();
  const reader<T> dense = clone(sparse);
  for (const auto& view : views) {
    INFO(view.name << " of " << sparse.size());
    const reader<T> once = view.of(sparse);
    support::check_sparse(once);
    REQUIRE_EQUAL(once, view.of(dense));
    if (!twice) continue;
    for (const auto& other : views) {
      INFO(other.name << " of that");
      if (once.size() > 3000) continue;
      support::check_sparse(other.of(once));
      REQUIRE_EQUAL(other.of(once), other.of(view.of(dense)));
    }
  }
}

struct named_price {
  std::string name;
  double price = 0;
  friend bool operator==(const named_price&, const named_price&) = default;
};

}  // namespace

TEST_CASE("views of sparse readers are sparse", "[moved_entries]") {
  for (const index_t n : {0, 1, 2, 7, 100, 1025}) {
    for (const index_t one_in : {1, 3, 50}) check_views(support::listed_at_random<double>(n, 0, one_in, 11));
  }
  check_views(support::listed_at_random<std::int32_t>(2500, 1, 2, 1));
  check_views(support::listed_at_random<double>(60, std::numeric_limits<double>::quiet_NaN(), 3, 1));
  check_views(support::listed_at_random<bool>(60, true, 3, 1));
  check_views(support::listed_at_random<std::string>(60, "-", 3, 1));
  check_views(listed<std::int32_t>(100, 7));
}

TEST_CASE("views of views of sparse readers are sparse", "[moved_entries]") {
  check_views(support::listed_at_random<double>(40, 0, 4, 21), true);
  check_views(support::listed_at_random<double>(5, -0.0, 2, 21), true);
}

TEST_CASE("parts that have no fill in common are not sparse together", "[moved_entries]") {
  const auto zero = listed<double>(10, 0, {{3, 1.0}}), one = listed<double>(10, 1, {{3, 2.0}});
  CHECK(!concat(zero, one).fill());
  CHECK(!interleave(zero, one).fill());
  REQUIRE_EQUAL(concat(zero, one), concat(clone(zero), clone(one)));
  REQUIRE_EQUAL(interleave(zero, one), interleave(clone(zero), clone(one)));
  CHECK(!concat(zero, reader<double>(clone(zero))).fill());
  CHECK(concat(zero, ravel::constant(1000, 0.0)).fill() == 0);
  CHECK(!concat(zero, ravel::constant(1000, 1.0)).fill());
  const auto no_number = std::numeric_limits<double>::quiet_NaN();
  support::check_sparse(concat(listed<double>(5, no_number, {{1, 1.0}}), ravel::constant(3, no_number)));
}

TEST_CASE("a field of sparse structs is sparse", "[moved_entries]") {
  const auto r = listed<named_price>(50, {"none", 1}, {{1, {"none", 2}}, {2, {"some", 1}}, {49, {"", 0}}});
  support::check_sparse(field(r, &named_price::name));
  support::check_sparse(field(r, &named_price::price));
  CHECK(support::entries_of<double>(field(r, &named_price::price)) == std::vector<support::entry<double>>{{1, 2.0}, {49, 0.0}});
  REQUIRE_EQUAL(field(r, &named_price::name), field(clone(r), &named_price::name));
  check_views(reader<named_price>(r));
}

TEST_CASE("nothing is made in proportion to the size", "[moved_entries]") {
  constexpr index_t far = 1'000'000'000'000;
  const auto r = listed<double>(far, 0, {{0, 1.0}, {5, 2.0}, {far / 2, 3.0}, {far - 1, 4.0}});
  CHECK(sum(r) == 10);
  CHECK(sum(reverse(r)) == 10);
  CHECK(sum(slice(r, far - 1, far / 2, -2)) == 6);
  CHECK(sum(slice(r, 1, far - 2)) == 5);
  CHECK(sum(concat(r, r, r)) == 30);
  CHECK(sum(interleave(r, reverse(r))) == 20);
  CHECK(sum(repeat(r, 1000)) == 10000);
  CHECK(sum(shift(slice(r, 1, far - 2), far / 2)) == 2);
  CHECK(sum(shift(slice(r, 1, far - 2), -far / 2)) == 0);
  CHECK(sum(select(r, {far - 1, 5, 5, 0, 7})) == 9);
  const auto all_but_three = complement(ravel::index_set(places{5, 6, 1000}), far);
  const auto most = select(r, all_but_three);
  CHECK(sum(most) == 8);
  CHECK(support::entries_of(reader<double>(most)) == std::vector<support::entry<double>>{{0, 1.0}, {far / 2 - 3, 3.0}, {far - 4, 4.0}});
  CHECK(sum(select(r, r == 0.0)) == 0);
  CHECK(argfilter(r > 2.0) == ravel::selection{far / 2, far - 1});
  CHECK(argfilter(r == 0.0).size() == far - 4);
  support::check_sparse(reverse(r));
  support::check_sparse(interleave(r, reverse(r)));
}

TEST_CASE("entries are made as they are asked for where there are more of them than memory", "[moved_entries]") {
  constexpr index_t far = 1'000'000'000'000;
  const auto first_of = [](const auto& r) {
    ravel::detail::entry_pass pass;
    auto stream = pass.of(ravel::detail_access::node(r));
    const auto b = stream.next();
    REQUIRE(b.count > 0);
    return support::entry<double>(b.positions[0], b.values[0]);
  };
  const auto last_of = [](const auto& r) {
    ravel::detail::entry_pass pass;
    auto stream = pass.of(ravel::detail_access::node(r));
    stream.seek(r.size() - 2);
    return support::entries_left(stream);
  };
  const auto r = listed<double>(far, 0, {{0, 1.0}, {far - 1, 4.0}});
  CHECK(first_of(shift(r, far / 2)) == support::entry<double>(0, 1.0));
  CHECK(last_of(shift(r, far / 2)).empty());
  CHECK(last_of(shift(r, -far / 2)) == std::vector<support::entry<double>>{{far - 2, 4.0}, {far - 1, 4.0}});
  const auto often = repeat(listed<double>(2, 0, {{1, 3.0}}), far);
  CHECK(first_of(often) == support::entry<double>(1, 3.0));
  CHECK(last_of(often) == std::vector<support::entry<double>>{{2 * far - 1, 3.0}});
}

TEST_CASE("writing through views of a sparse writer stores what is no fill", "[moved_entries]") {
  const auto target = support::written<double>(12, 0, {{0, 1.0}, {5, 2.0}, {11, 3.0}});
  copy(listed<double>(6, 0, {{1, 7.0}}), slice(target, 11, 6, -2));
  CHECK(support::entries_of<double>(target) == std::vector<support::entry<double>>{{0, 1.0}, {9, 7.0}});
  copy(listed<double>(3, 0, {{0, 8.0}, {2, 9.0}}), select(target, {9, 0, 4}));
  CHECK(support::entries_of<double>(target) == std::vector<support::entry<double>>{{4, 9.0}, {9, 8.0}});
  fill(slice(target, 4, 4), 0);
  CHECK(support::entries_of<double>(target) == std::vector<support::entry<double>>{{9, 8.0}});
  copy(reverse(target), target);
  CHECK(support::entries_of<double>(target) == std::vector<support::entry<double>>{{2, 8.0}});
  CHECK_THROWS_AS(copy(listed<double>(3, 0, {{0, 1.0}}), select(target, {1, 1, 2})), ravel::error);
  CHECK_THROWS_AS(copy(listed<double>(3, 0, {{0, 1.0}}), select(target, {1, 1, 7})), ravel::error);
  CHECK_THROWS_AS(copy(listed<double>(3, 0), select(target, {1, 1, 7})), ravel::error);
}
