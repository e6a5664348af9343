// SPDX-License-Identifier: BSL-1.0
#include <ravel/op.hpp>
#include <ravel/sparse/tensor.hpp>
#include <ravel/tensor.hpp>

#include <support/require_equal.hpp>

#include "model.hpp"

using ravel::all;
using ravel::index_t;
using ravel::sparse_tensor;
using sparse_model::entries;
using sparse_model::listed;

TEST_CASE("a sparse tensor is a tensor that stores what is written", "[sparse]") {
  const auto t = sparse_tensor<double>({3, 4});
  static_assert(std::same_as<decltype(t), const ravel::tensor<double>>);
  CHECK(t.fill() == 0.0);
  t.write({1, 2}, 5);
  t.write({2, 0}, 6.5);
  CHECK(entries<double>(t) == listed<double>{{6, 5}, {8, 6.5}});
  CHECK(std::as_const(t).at({1, 2}) == 5);
  CHECK(ravel::tensor<const double>(t)(1, 2) == 5);
  CHECK(sum(t) == 11.5);
  CHECK(sparse_tensor<int>({2, 2}, 3).fill() == 3);
  CHECK(sparse_tensor({2}, std::string("x")).fill() == "x");
}

TEST_CASE("an element of a sparse tensor has no address, and the error says what to write", "[sparse]") {
  const auto t = sparse_tensor<double>({3, 4});
  CHECK_THROWS_AS(t(1, 2), ravel::layout_error);
  CHECK_THROWS_WITH(t(1, 2), Catch::ContainsSubstring("t.write({i, j}, v)"));
  CHECK_THROWS_AS(t(3, 0), ravel::index_error);
  CHECK_THROWS_AS(t.write({0, 4}, 1), ravel::index_error);
}

TEST_CASE("views of sparse tensors are sparse and write through", "[sparse]") {
  const auto t = sparse_tensor<int>({3, 4});
  transpose(t).write({3, 1}, 7);
  CHECK(entries<int>(t) == listed<int>{{7, 7}});
  t(2, all) = 1;
  t(all, 3) = 0;
  CHECK(entries<int>(t) == listed<int>{{8, 1}, {9, 1}, {10, 1}});
  CHECK(entries<int>(ravel::rotate(t, {0, 1})) == listed<int>{{9, 1}, {10, 1}, {11, 1}});
  t(all, 0) += 2;
  CHECK(entries<int>(t) == listed<int>{{0, 2}, {4, 2}, {8, 3}, {9, 1}, {10, 1}});
  t(1, all).assign(t(2, all) * 2);
  CHECK(entries<int>(t(1, all)) == listed<int>{{0, 6}, {1, 2}, {2, 2}});
}

TEST_CASE("a tensor of more elements than any memory costs what it stores", "[sparse]") {
  const index_t side = index_t{1} << 31;
  const auto t = sparse_tensor<double>({side, side});
  t.write({5, side - 1}, 2);
  t.write({side - 1, 7}, 3);
  CHECK(entries<double>(transpose(t)) == listed<double>{{7 * side + side - 1, 3}, {(side - 1) * side + 5, 2}});
  CHECK(sum(t * 2.0) == 10);
  const auto sums = sum(t(ravel::slice(0, 10), all), 1);
  CHECK(sums(5) == 2);
  CHECK_THROWS_AS(sparse_tensor<double>({side, side, 2}), ravel::overflow_error);
  CHECK(sparse_tensor<double>({0, side}).size() == 0);
  CHECK(entries<double>(sparse_tensor<double>({0, side})).empty());
}
