// SPDX-License-Identifier: BSL-1.0
#include <ravel/op.hpp>
#include <ravel/sparse/coo.hpp>
#include <ravel/tensor.hpp>

#include <support/faults.hpp>
#include <support/require_equal.hpp>

#include "model.hpp"

using ravel::from_coo;
using ravel::index_t;
using ravel::on_duplicates;
using ravel::tensor;
using ravel::to_coo;
using sparse_model::entries;
using sparse_model::listed;

namespace {

using lists = std::vector<std::vector<int>>;

}  // namespace

TEST_CASE("coordinates are a table or a list for each axis", "[sparse]") {
  const std::vector<double> values{1, 2, 3};
  const tensor<int> table{{2, 0}, {0, 3}, {1, 1}};
  const listed<double> expected{{3, 2}, {5, 3}, {8, 1}};
  const auto t = from_coo({3, 4}, table, values);
  static_assert(std::same_as<decltype(t), const tensor<double>>);
  CHECK(entries<double>(t) == expected);
  CHECK(entries<double>(from_coo({3, 4}, transpose(tensor<index_t>{{2, 0, 1}, {0, 3, 1}}), values)) == expected);
  CHECK(entries<double>(from_coo({3, 4}, lists{{2, 0, 1}, {0, 3, 1}}, values)) == expected);
  const std::array<ravel::buffer<std::int64_t>, 2> readers{ravel::buffer<std::int64_t>{2, 0, 1}, ravel::buffer<std::int64_t>{0, 3, 1}};
  CHECK(entries<double>(from_coo({3, 4}, readers, values)) == expected);
  CHECK(entries<double>(from_coo({3, 4}, {readers[0], std::vector<int>{0, 3, 1}}, values)) == expected);
  CHECK(entries<double>(from_coo({3, 4}, {{2, 0, 1}, {0, 3, 1}}, values)) == expected);
  CHECK(from_coo({3, 4}, table, values, 7).fill() == 7.0);
  CHECK(from_coo({0, 4}, lists{{}, {}}, std::vector<double>()).size() == 0);
}

TEST_CASE("coordinates that occur twice go by the rule that is named", "[sparse]") {
  const lists twice{{1, 1}, {2, 2}};
  const std::vector<int> values{3, 4};
  CHECK_THROWS_WITH(from_coo({2, 3}, twice, values), "entries 0 and 1 both have the position 5: say on_duplicates::first, last or sum");
  CHECK(entries<int>(from_coo({2, 3}, twice, values, on_duplicates::sum)) == listed<int>{{5, 7}});
  CHECK(entries<int>(from_coo({2, 3}, twice, values, 7, on_duplicates::sum)).empty());
}

TEST_CASE("a bad coordinate is one error that names it", "[sparse]") {
  const std::vector<int> values{3, 4};
  CHECK_THROWS_WITH(from_coo({2, 3}, lists{{1, 1}, {2, 3}}, values), "entry 1 has the coordinate 3 on axis 1, outside the extent 3");
  CHECK_THROWS_WITH(from_coo({2, 3}, lists{{-1, 1}, {2, 2}}, values), "entry 0 has the coordinate -1 on axis 0, outside the extent 2");
  const std::uint64_t most = ~std::uint64_t{0};
  CHECK_THROWS_WITH(from_coo({2, 3}, std::vector<std::vector<std::uint64_t>>{{0, 1}, {0, most}}, values),
                    "entry 1 of the places given is 18446744073709551615, beyond the limit of 2^62");
  CHECK_THROWS_WITH(from_coo({2, 3}, tensor<std::uint64_t>{{0, 1}, {1, most}}, values),
                    "entry 1 of the places given is 18446744073709551615, beyond the limit of 2^62");
  CHECK_THROWS_WITH(from_coo({2, 3}, lists{{0, 1}}, values), "1 list of coordinates for a tensor of shape [2 3], which has 2 axes");
  CHECK_THROWS_WITH(from_coo({2, 3}, lists{{0, 1}, {1}}, values), "1 coordinate on axis 1 and 2 values");
  CHECK_THROWS_AS(from_coo({2, 3}, tensor<int>{{0, 1, 2}, {0, 0, 0}}, values), ravel::shape_error);
  CHECK_THROWS_AS(from_coo({2, 3}, tensor<int>{{0, 1}}, values), ravel::shape_error);
}

TEST_CASE("the entries of a tensor become coordinates, and back", "[sparse]") {
  const auto t = from_coo({3, 4, 2}, lists{{2, 0}, {3, 1}, {0, 1}}, std::vector<double>{1.5, 2.5}, -1);
  const auto got = to_coo(t);
  CHECK(got.shape == ravel::shape{3, 4, 2});
  CHECK(got.fill == -1);
  CHECK(equal(got.coordinates, tensor<index_t>{{0, 1, 1}, {2, 3, 0}}));
  CHECK_EQUAL(got.values, {2.5, 1.5});
  CHECK(equal(from_coo(got.shape, got.coordinates, got.values, got.fill), t));
  CHECK(equal(to_coo(transpose(t) * 2.0).coordinates, tensor<index_t>{{0, 3, 2}, {1, 1, 0}}));
  const auto dense = to_coo(tensor<int>{{0, 5}, {6, 0}});
  CHECK(equal(dense.coordinates, tensor<index_t>{{0, 1}, {1, 0}}));
  CHECK_EQUAL(dense.values, {5, 6});
  const auto scalar = to_coo(ravel::scalar_tensor(3.0));
  CHECK(scalar.coordinates.shape() == ravel::shape{1, 0});
  CHECK(equal(from_coo({}, scalar.coordinates, scalar.values), ravel::scalar_tensor(3.0)));
}

TEST_CASE("a tensor of more elements than any memory is made of coordinates", "[sparse]") {
  const index_t side = index_t{1} << 31;
  const auto t = from_coo({side, side}, std::vector<std::vector<index_t>>{{side - 1, 0}, {side - 1, 5}}, std::vector<double>{1, 2});
  CHECK(entries<double>(t) == listed<double>{{5, 2}, {side * side - 1, 1}});
  CHECK(equal(to_coo(t).coordinates, tensor<index_t>{{0, 5}, {side - 1, side - 1}}));
}
