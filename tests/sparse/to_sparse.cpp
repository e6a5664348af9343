// SPDX-License-Identifier: BSL-1.0
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/compare.hpp>
#include <ravel/loop/stored.hpp>
#include <ravel/op.hpp>
#include <ravel/sparse/to_sparse.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>
#include "model.hpp"

using ravel::index_t;
using ravel::to_sparse;
using sparse_model::entries;
using sparse_model::listed;

TEST_CASE("a dense tensor is compressed and restored", "[sparse]") {
  support::contract_types::each([]<class T>() {
    for (const index_t n : {0, 1, 1025, 3000}) {
      auto values = support::samples<T>(n);
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (i % 3 != 0) values[i] = T();
      }
      for (const ravel::reader<T>& r : support::in_every_way(values)) {
        const auto made = to_sparse(r);
        static_assert(std::same_as<decltype(made), const ravel::sparse_buffer<T>>);
        REQUIRE_EQUAL(made, values);
        for (const auto& [position, value] : entries<T>(made)) REQUIRE(!ravel::detail::is_fill(value, T()));
      }
    }
  });
}

TEST_CASE("the fill is the one that is named, or that there is, or zero", "[sparse]") {
  const std::vector<int> values{1, 1, 0, 1};
  CHECK(entries<int>(to_sparse(values)).size() == 3);
  CHECK(entries<int>(to_sparse(values, 1)) == listed<int>{{2, 0}});
  const auto ones = to_sparse(values, 1);
  CHECK(to_sparse(ones).fill() == 1);
  CHECK(to_sparse(ones + 1).fill() == 2);
  CHECK(entries<int>(to_sparse(ones + 1)) == listed<int>{{2, 1}});
  CHECK(entries<int>(to_sparse(ones, 0)).size() == 3);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(entries<double>(to_sparse(std::vector<double>{nan, 1, nan}, nan)) == listed<double>{{1, 1}});
}

TEST_CASE("a copy of a sparse buffer is its own", "[sparse]") {
  const auto a = ravel::make_sparse<int>(ravel::index_limit);
  a.write(7, 1);
  const auto b = to_sparse(a);
  a.write(7, 2);
  b.write(8, 3);
  CHECK(entries<int>(a) == listed<int>{{7, 2}});
  CHECK(entries<int>(b) == listed<int>{{7, 1}, {8, 3}});
  const auto part = to_sparse(ravel::slice(b, 5, 10, 1));
  CHECK(entries<int>(part) == listed<int>{{2, 1}, {3, 3}});
}

TEST_CASE("a tensor stays one", "[sparse]") {
  const ravel::tensor<int> dense{{0, 1, 0}, {2, 0, 0}};
  const auto t = to_sparse(dense);
  static_assert(std::same_as<decltype(t), const ravel::tensor<int>>);
  CHECK(t.shape() == ravel::shape{2, 3});
  CHECK(entries<int>(t) == listed<int>{{1, 1}, {3, 2}});
  const auto turned = to_sparse(transpose(t) * 2);
  CHECK(turned.shape() == ravel::shape{3, 2});
  CHECK(entries<int>(turned) == listed<int>{{1, 4}, {2, 2}});
  CHECK(equal(to_sparse(dense, 2), dense));
}

namespace {

using ravel::buffer, ravel::index_t, ravel::one_hot, ravel::shape;

}  // namespace

TEST_CASE("one 1 in each row") {
  const buffer<int> codes{2, 0, -1, 3, 0};
  const ravel::tensor<const double> hot = one_hot(codes, 4);
  CHECK(hot.shape() == shape{5, 4});
  CHECK(stored_count(hot) == 4);
  for (index_t i = 0; i < 5; ++i) {
    for (index_t k = 0; k < 4; ++k) CHECK(hot(i, k) == (codes[i] == k ? 1 : 0));
  }
  CHECK(equal(sum(hot, 0), ravel::tensor<double>{2, 0, 1, 1}));
  CHECK(sum(one_hot<bool>(codes, 4)) == 4);
  CHECK(stored_positions(one_hot<int>(buffer<std::uint8_t>{255, 3}, 256))[1] == 256 + 3);
  CHECK(one_hot(buffer<int>(), 3).shape() == shape{0, 3});
  CHECK(one_hot(buffer<int>{-1, -1}, 0).shape() == shape{2, 0});
  CHECK(stored_count(one_hot(buffer<index_t>{(index_t{1} << 40) - 1}, index_t{1} << 40)) == 1);
  CHECK_THROWS_WITH(one_hot(codes, 3), "one_hot: code 3 at 3 is outside [0, 3)");
  CHECK_THROWS_AS(one_hot(buffer<int>{-2}, 3), ravel::index_error);
  CHECK_THROWS_AS(one_hot(buffer<std::uint64_t>{~std::uint64_t{0}}, 3), ravel::type_error);
  CHECK_THROWS_AS(one_hot(codes, -1), ravel::error);
  CHECK_THROWS_AS(one_hot(codes, index_t{1} << 61), ravel::overflow_error);
}
