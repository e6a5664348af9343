// SPDX-License-Identifier: BSL-1.0
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/sparse/coo.hpp>
#include <ravel/sparse/from.hpp>
#include <ravel/sparse/to_sparse.hpp>

#include <support/faults.hpp>
#include <support/require_equal.hpp>

#include "model.hpp"

using ravel::index_t;
using ravel::on_duplicates;
using ravel::sparse_from;
using sparse_model::entries;
using sparse_model::listed;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
using positions = std::vector<index_t>;

struct plain {
  int value = 0;
};
// Says another size each time, as one that others append to.
struct grows : ravel::reader_base {
  mutable int asked = 0;
  int size() const { return asked++ == 0 ? 3 : 100000; }
  double operator[](index_t i) const { return 1.5 + static_cast<double>(i); }
};

}  // namespace

TEST_CASE("entries may be given in any order, by readers and by ranges", "[sparse]") {
  const listed<double> expected{{2, 1.5}, {5, 2.5}, {9, 3.5}};
  const std::vector<double> values{2.5, 1.5, 3.5};
  CHECK(entries<double>(sparse_from(positions{5, 2, 9}, values, 10)) == expected);
  CHECK(entries<double>(sparse_from(std::vector<int>{5, 2, 9}, values, 10)) == expected);
  CHECK(entries<double>(sparse_from(std::vector<std::uint8_t>{5, 2, 9}, ravel::buffer<double>{2.5, 1.5, 3.5}, 10)) == expected);
  CHECK(entries<double>(sparse_from(ravel::buffer<index_t>{2, 5, 9}, ravel::iota<double>(3) + 1.5, 10)) == expected);
  CHECK(sparse_from(positions{}, std::vector<double>(), 0).size() == 0);
  CHECK(sparse_from(positions{}, std::vector<double>(), 10, 2).fill() == 2.0);
}

TEST_CASE("values are asked for their size once", "[sparse]") {
  const listed<double> expected{{2, 2.5}, {5, 1.5}, {9, 3.5}};
  CHECK(entries<double>(sparse_from(positions{5, 2, 9}, grows(), 10)) == expected);
  CHECK(entries<double>(from_coo({10}, std::vector<positions>{{5, 2, 9}}, grows())) == expected);
}

TEST_CASE("values equal to the fill are not stored", "[sparse]") {
  CHECK(entries<double>(sparse_from(positions{1, 2, 3}, std::vector<double>{0, 1, -0.0}, 5)) == listed<double>{{2, 1}});
  CHECK(entries<double>(sparse_from(positions{1, 2, 3}, std::vector<double>{no_number, 1, no_number}, 5, no_number)) ==
        listed<double>{{2, 1}});
  CHECK(entries<double>(sparse_from(positions{1, 1}, std::vector<double>{2, -2}, 5, on_duplicates::sum)).empty());
}

TEST_CASE("several values for one position: one of them, their sum, or an error", "[sparse]") {
  const positions at{7, 3, 7, 3, 7};
  const std::vector<int> values{1, 2, 3, 4, 5};
  CHECK(entries<int>(sparse_from(at, values, 10, 0, on_duplicates::first)) == listed<int>{{3, 2}, {7, 1}});
  CHECK(entries<int>(sparse_from(at, values, 10, 0, on_duplicates::last)) == listed<int>{{3, 4}, {7, 5}});
  CHECK(entries<int>(sparse_from(at, values, 10, 0, on_duplicates::sum)) == listed<int>{{3, 6}, {7, 9}});
  CHECK_THROWS_AS(sparse_from(at, values, 10), ravel::value_error);
  CHECK_THROWS_WITH(sparse_from(at, values, 10), "entries 1 and 3 both have the position 3: say on_duplicates::first, last or sum");
  const auto flags = sparse_from(positions{1, 1, 2, 2}, ravel::buffer<bool>{true, true, false, false}, 3, on_duplicates::sum);
  CHECK(entries<bool>(flags) == listed<bool>{{1, true}});
  CHECK(entries<std::string>(sparse_from(positions{1, 1}, std::vector<std::string>{"a", "b"}, 3, on_duplicates::sum)) ==
        listed<std::string>{{1, "ab"}});
}

TEST_CASE("sums of entries that their type does not hold are refused", "[sparse]") {
  const auto add = [](auto a, auto b) { return sparse_from(positions{4, 4}, std::vector{a, b}, 5, on_duplicates::sum); };
  CHECK_THROWS_AS(add(std::int8_t{100}, std::int8_t{100}), ravel::overflow_error);
  CHECK_THROWS_WITH(add(std::int8_t{100}, std::int8_t{100}),
                    "the values given for position 4, the first of them entry 0, have the sum 200, which does not fit int8");
  CHECK_THROWS_AS(add(std::numeric_limits<std::int64_t>::min(), std::int64_t{-1}), ravel::overflow_error);
  CHECK_THROWS_WITH(sparse_from(positions{9, 4, 0, 4}, std::vector<std::uint8_t>{1, 255, 3, 7}, 10, on_duplicates::sum),
                    "the values given for position 4, the first of them entry 1, have the sum 262, which does not fit uint8");
  CHECK_THROWS_AS(add(plain{1}, plain{2}), ravel::overflow_error);
  CHECK_THROWS_WITH(add(plain{1}, plain{2}),
                    "the values given for position 4, the first of them entry 0, have no sum: their type has no +");
  CHECK(entries<std::uint64_t>(add(~std::uint64_t{0} - 1, std::uint64_t{1})) == listed<std::uint64_t>{{4, ~std::uint64_t{0}}});
}

TEST_CASE("a bad entry is one error that names it", "[sparse]") {
  const std::vector<int> three{1, 2, 3};
  CHECK_THROWS_WITH(sparse_from(positions{1, 10, 3}, three, 10), "entry 1 has the position 10, outside 10 elements");
  CHECK_THROWS_WITH(sparse_from(positions{1, 2, -1}, three, 10), "entry 2 has the position -1, outside 10 elements");
  CHECK_THROWS_AS(sparse_from(positions{1, 2, -1}, three, 10), ravel::index_error);
  CHECK_THROWS_AS(sparse_from(positions{1, 2}, three, 10), ravel::shape_error);
  CHECK_THROWS_WITH(sparse_from(positions{1, 2}, three, 10), "2 positions and 3 values: each entry has one of both");
  CHECK_THROWS_AS(sparse_from(positions{1, 2, 3}, three, -1), ravel::value_error);
  const std::string beyond = "entry 2 of the places given is 18446744073709551615, beyond the limit of 2^62";
  CHECK_THROWS_WITH(sparse_from(std::vector<std::uint64_t>{1, 2, ~std::uint64_t{0}}, three, 10), beyond);
  CHECK_THROWS_WITH(sparse_from(ravel::buffer<std::uint64_t>{1, 2, ~std::uint64_t{0}}, three, 10), beyond);
  CHECK_THROWS_WITH(sparse_from(std::vector<std::uint64_t>{1, std::uint64_t{1} << 62, 2}, three, 10),
                    "entry 1 has the position 4611686018427387904, outside 10 elements");
}

TEST_CASE("many entries in random order are those of a map", "[sparse]") {
  for (const index_t n : {index_t{1}, index_t{1000}, index_t{1} << 40, ravel::index_limit}) {
    support::random r(static_cast<std::uint64_t>(n));
    positions at;
    std::vector<double> values;
    sparse_model::elements<double> model(n, 0.0);
    for (int k = 0; k < 5000; ++k) {
      at.push_back(r.below(n));
      values.push_back(static_cast<double>(k % 10));
      model.write(at.back(), values.back());
    }
    sparse_model::check_entries<double>(sparse_from(at, values, n, on_duplicates::last), model);
  }
}

TEST_CASE("failures while entries are brought into order pass and leak nothing", "[sparse]") {
  const positions at{5, 2, 9};
  const std::vector<std::string> values(3, std::string(50, 'x'));
  CHECK(support::for_each_allocation_failure([&] { static_cast<void>(sparse_from(at, values, 10)); }) >= 8);
  const std::vector<support::bomb> bombs(3, support::bomb(1));
  CHECK(support::for_each_explosion([&] { static_cast<void>(sparse_from(at, bombs, 10)); }) >= 6);
}

namespace {

// Where the values of a sparse buffer lie.
template <class T>
const T* values_of(const ravel::sparse_buffer<T>& of) {
  for (const auto& block : blocks_stored(of)) return block.values.data();
  return nullptr;
}

}  // namespace

TEST_CASE("entries that are moved stay where they lie, if they are in order", "[sparse]") {
  positions at{2, 5, 9};
  std::vector<double> values{1.5, 2.5, 3.5};
  const double* const lie = values.data();
  const auto s = sparse_from(std::move(at), std::move(values), 10);
  const listed<double> expected{{2, 1.5}, {5, 2.5}, {9, 3.5}};
  CHECK(values_of(s) == lie);
  CHECK(entries<double>(s) == expected);
  CHECK(s[5] == 2.5);
  CHECK(values_of(sparse_from(positions{1}, std::vector<std::string>{"a"}, 3)) != nullptr);
  CHECK(entries<double>(sparse_from(positions{}, std::vector<double>{}, 3)).empty());

  const auto summed = sparse_from(positions{2, 5, 9}, std::vector{1.5, 2.5, 3.5}, 10, on_duplicates::sum);
  const double* const lay = values_of(summed);
  const ravel::reader<double> seen = summed + 0.0;
  summed.write(5, 7.0);  // into entries of its own
  CHECK(values_of(summed) != lay);
  CHECK(entries<double>(summed) == listed<double>{{2, 1.5}, {5, 7.0}, {9, 3.5}});
  CHECK(seen[5] == 7.0);
}

TEST_CASE("handles are copied also where they are moved: others may hold and write the same memory", "[sparse]") {
  const ravel::buffer<index_t> at{2, 5, 9, 7};
  const ravel::buffer<double> values{1.5, 2.5, 3.5, 4.5};
  const auto of_views = sparse_from(slice(at, 0, 3), slice(values, 0, 3), 10);
  const auto of_handles = sparse_from(ravel::buffer<index_t>(slice(at, 0, 3)), ravel::buffer<double>(slice(values, 0, 3)), 10);
  at.write(1, 1000000);
  values.write(1, -1.0);
  const listed<double> expected{{2, 1.5}, {5, 2.5}, {9, 3.5}};
  CHECK(entries<double>(of_views) == expected);
  CHECK(entries<double>(of_handles) == expected);
}

TEST_CASE("entries that are moved are put in order and checked as all are", "[sparse]") {
  const listed<double> expected{{2, 1.5}, {5, 2.5}};
  CHECK(entries<double>(sparse_from(positions{5, 2}, std::vector{2.5, 1.5}, 10)) == expected);
  CHECK(entries<double>(sparse_from(positions{2, 4, 5}, std::vector{1.5, 0.0, 2.5}, 10)) == expected);
  CHECK(entries<double>(sparse_from(positions{2, 5, 5}, std::vector{1.5, 2.5, 9.0}, 10, on_duplicates::first)) == expected);
  CHECK(entries<double>(sparse_from(slice(ravel::buffer<index_t>{2, 0, 5}, 0, 2, 2), ravel::iota<double>(2) + 1.5, 10)) == expected);
  CHECK(entries<double>(sparse_from(std::vector<int>{2, 5}, std::vector{1.5, 2.5}, 10)) == expected);
  CHECK_THROWS_WITH(sparse_from(positions{2, 10}, std::vector{1.5, 2.5}, 10), "entry 1 has the position 10, outside 10 elements");
  CHECK_THROWS_WITH(sparse_from(positions{-1, 2}, std::vector{1.5, 2.5}, 10), "entry 0 has the position -1, outside 10 elements");
  CHECK_THROWS_AS(sparse_from(positions{2}, std::vector{1.5, 2.5}, 10), ravel::shape_error);
  CHECK_THROWS_AS(sparse_from(positions{2, 2}, std::vector{1.5, 2.5}, 10), ravel::value_error);
}

TEST_CASE("whatever allocation fails, entries that were moved are let go of once", "[sparse]") {
  CHECK(support::for_each_allocation_failure([&] {
          static_cast<void>(sparse_from(positions{2, 5}, std::vector<std::string>{"a", "b"}, 10));
        }) > 3);
}

TEST_CASE("positions may stand between braces", "[sparse]") {
  const auto r = ravel::sparse_from({7, 2, 90}, std::vector{1.5, 2.0, 8.0}, 100);
  CHECK(r.fill() == 0.0);
  CHECK(r[2] == 2.0);
  CHECK(ravel::sparse_from({3, 3}, std::vector{1, 2}, 5, ravel::on_duplicates::sum)[3] == 3);
  REQUIRE_THROWS_AS(ravel::sparse_from({3, 3}, std::vector{1, 2}, 5), ravel::value_error);
}

TEST_CASE("a fill that does not fit the elements is refused", "[sparse]") {
  using byte = std::uint8_t;
  const std::vector<byte> values{1, 2};
  const int large = 300;
  CHECK_THROWS_AS(ravel::make_sparse<byte>(3, large), ravel::type_error);
  CHECK_THROWS_AS(ravel::sparse_tensor<byte>({2, 2}, large), ravel::type_error);
  CHECK_THROWS_AS(sparse_from(positions{0, 2}, values, 3, large), ravel::type_error);
  CHECK_THROWS_AS(sparse_from({0, 2}, values, 3, -1), ravel::type_error);
  CHECK_THROWS_AS(ravel::from_coo({2, 2}, ravel::tensor<index_t>{{0, 0}, {1, 1}}, values, large), ravel::type_error);
  CHECK_THROWS_AS(ravel::to_sparse(ravel::buffer<byte>{1, 2}, large), ravel::type_error);
  CHECK_THROWS_AS(ravel::to_sparse(ravel::tensor<byte>{{1, 2}}, large), ravel::type_error);
  CHECK(sparse_from(positions{0, 2}, values, 3, 255)[1] == 255);
}
