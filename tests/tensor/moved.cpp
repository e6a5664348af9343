// SPDX-License-Identifier: BSL-1.0
// What was moved from, of every public type that holds something: it is empty data, may be copied and asked, and takes a value again.
#include <ravel/ravel.hpp>

#include <support/catch.hpp>

#include <cmath>
#include <concepts>
#include <string>
#include <utility>
#include <vector>

using ravel::index_t;

namespace {

template <class X>
index_t size_of(const X& x) {
  return static_cast<index_t>(x.size());
}
template <class K>
index_t size_of(const ravel::groups<K>& x) {
  return static_cast<index_t>(x.keys().size());
}

template <class X>
void check_moved(const char* name, X x) {
  INFO(name);
  const index_t size = size_of(x);
  REQUIRE(size > 0);
  X taken = std::move(x);
  CHECK(size_of(taken) == size);
  CHECK(size_of(x) == 0);
  if constexpr (requires { ravel::sum(x); }) CHECK(static_cast<double>(ravel::sum(x)) == 0);
  if constexpr (requires { ravel::to_string(x); }) CHECK_FALSE(ravel::to_string(x).empty());
  if constexpr (requires { x.begin() == x.end(); }) {
    const X& asked = x;
    CHECK(asked.begin() == asked.end());
  }
  x = std::move(taken);
  CHECK(size_of(x) == size);
  CHECK(size_of(taken) == 0);
  if constexpr (std::copyable<X>) {
    const X copy = taken;
    CHECK(size_of(copy) == 0);
    taken = x;
    CHECK(size_of(taken) == size);
    x = copy;
    CHECK(size_of(x) == 0);
  }
}

}  // namespace

TEST_CASE("moved-from handles are empty data", "[tensor]") {
  const ravel::buffer<double> b{3, 1, 2};
  const ravel::tensor<double> t{{1, 2}, {3, 4}};
  check_moved("buffer", ravel::clone(b));
  check_moved("writer", ravel::writer<double>(b));
  check_moved("writer that lends nothing", ravel::writer<double>(reverse(b)));
  check_moved("reader", ravel::reader<double>(b));
  check_moved("reader of an expression", ravel::reader<double>(b + 1));
  check_moved("expression", b * 2 + sqrt(b));
  check_moved("list", [&] {
    ravel::list<double> l;
    l.append(b);
    return l;
  }());
  check_moved("tensor", clone(t));
  check_moved("tensor to be read", ravel::tensor<const double>(t));
  check_moved("expression of tensors", t + 1);
  check_moved("erased expression of tensors", ravel::tensor<const double>(t + 1));
  check_moved("compute", ravel::compute<double>({2, 2}, [](index_t i, index_t j) { return static_cast<double>(i + j); }));
  check_moved("selection of a list", ravel::selection({2, 0}));
  check_moved("selection of a set", argfilter(b > 1));
  check_moved("index_set", ravel::index_set{1, 5, 7});
  check_moved("groups", arggroup(b));
}

TEST_CASE("a moved-from collector starts anew", "[tensor]") {
  const std::vector<double> some{3, 1, 2};
  const auto check = [&](auto gathering, const auto& ask, const auto& empty) {
    const auto whole = ask(gathering);
    auto taken = std::move(gathering);
    CHECK(ask(taken) == whole);
    CHECK(ask(gathering) == empty);
    const auto copy = gathering;
    CHECK(ask(copy) == empty);
    gathering.merge(copy);
    taken.merge(copy);
    CHECK(ask(taken) == whole);
    gathering.add(std::span<const double>(some));
    CHECK(ask(gathering) == whole);
    auto again = std::move(gathering);
    gathering.merge(again);
    CHECK(ask(gathering) == whole);
    gathering = std::move(taken);
    CHECK(ask(gathering) == whole);
    CHECK(ask(taken) == empty);
  };
  const auto filled = [&](auto gathering) {
    gathering.add(std::span<const double>(some));
    return gathering;
  };
  check(
      filled(ravel::distinct_sketch()), [](const auto& s) { return std::round(s.count()); }, 0);
  check(
      filled(ravel::quantile_sketch()), [](const auto& s) { return std::pair(s.count(), s.count() > 0 ? s.quantile(0.5) : 0); },
      std::pair(index_t{0}, 0.0));
  check(
      filled(ravel::reservoir<double>(5)), [](const auto& s) { return std::pair(s.count(), sum(s.values())); }, std::pair(index_t{0}, 0.0));
  ravel::quantile_sketch with_nan;
  with_nan.add(std::vector<double>{NAN, 1});
  const ravel::quantile_sketch taken = std::move(with_nan);
  with_nan.add(some);
  CHECK(with_nan.quantile(0.5) == 2);
}

TEST_CASE("maps and shapes that were moved from stay what they were", "[tensor]") {
  ravel::dims map = ravel::dims::row_major({2, 3}).transpose({1, 0}).rotate(0, 1).reshape({6});
  const ravel::dims taken = std::move(map);
  CHECK(map == taken);
  ravel::shape extents = taken.shape();
  const ravel::shape same = std::move(extents);
  CHECK(extents == same);
  const ravel::tensor<double> t{3, 1, 2};
  ravel::place at = t > 1.0;
  const ravel::place kept = std::move(at);
  CHECK(equal(t(at), t(kept)));
  ravel::place list({2, 0});
  const ravel::place kept_list = std::move(list);
  CHECK(equal(t(list), t(kept_list)));
}
