// SPDX-License-Identifier: BSL-1.0
// What was moved from, of every public type that holds something: it is empty data, may be copied and asked, and takes a value again.
#include <ravel/ravel.hpp>

#include <support/catch.hpp>

#include <concepts>
#include <string>
#include <utility>

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

TEST_CASE("what was moved from is empty data, whatever it was", "[tensor]") {
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

TEST_CASE("maps and shapes that were moved from stay what they were", "[tensor]") {
  ravel::dims map = ravel::dims::row_major({2, 3}).transpose({1, 0}).rotate(0, 1).reshape({6});
  const ravel::dims taken = std::move(map);
  CHECK(map == taken);
  ravel::shape extents = taken.shape();
  const ravel::shape same = std::move(extents);
  CHECK(extents == same);
}
