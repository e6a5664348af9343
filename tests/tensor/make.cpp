// SPDX-License-Identifier: BSL-1.0
// Tensors of every origin, with their edges: no elements, one, too many, foreign memory that is not there.
#include <ravel/op.hpp>
#include <ravel/storage/adopt.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <limits>
#include <memory>
#include <utility>
#include <vector>

using namespace ravel;

TEST_CASE("filled and counted tensors", "[tensor]") {
  REQUIRE_EQUAL(zeros<int>({2, 2}), (buffer<int>{0, 0, 0, 0}));
  REQUIRE_EQUAL(ones<float>({3}), (buffer<float>{1, 1, 1}));
  REQUIRE_EQUAL(full({2}, std::string("x")), (buffer<std::string>{"x", "x"}));
  REQUIRE_EQUAL(eye<int>(2), (buffer<int>{1, 0, 0, 1}));
  CHECK(eye<int>(0).shape() == shape{0, 0});
  CHECK(empty<double>({4, 0}).size() == 0);
  static_assert(std::same_as<decltype(zeros({2, 3})), tensor<double>>);
  REQUIRE_EQUAL(eye(2) + zeros({2, 2}), (buffer<double>{1, 0, 0, 1}));
  REQUIRE_EQUAL(ones({2}), (buffer<double>{1, 1}));
  CHECK(scalar_tensor(2.5).rank() == 0);
  CHECK(scalar_tensor(2.5)() == 2.5);
  CHECK_THROWS_AS(zeros<char>({index_t{1} << 40, index_t{1} << 40}), overflow_error);
  CHECK_THROWS_AS(zeros<int>({-1}), shape_error);
}

TEST_CASE("arange and linspace", "[tensor]") {
  REQUIRE_EQUAL(arange<int>(3), (buffer<int>{0, 1, 2}));
  REQUIRE_EQUAL(arange<int>(5, -2, -3), (buffer<int>{5, 2, -1}));
  REQUIRE_EQUAL(arange<double>(0, 1, 0.25), (buffer<double>{0, 0.25, 0.5, 0.75}));
  REQUIRE_EQUAL(arange(3), (buffer<int>{0, 1, 2}));
  REQUIRE_EQUAL(arange(std::int64_t{2}, 4), (buffer<std::int64_t>{2, 3}));
  REQUIRE_EQUAL(arange(0, 1, 0.25), (buffer<double>{0, 0.25, 0.5, 0.75}));
  static_assert(std::same_as<decltype(arange(3.0f)), tensor<float>>);
  CHECK(arange(3u, -1).size() == 0);
  CHECK_THROWS_AS(arange(-1, 3u), type_error);
  CHECK(arange<int>(3, 3).size() == 0);
  CHECK(arange<int>(3, 0).size() == 0);
  CHECK(arange<std::int64_t>(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::min() + 3).size() == 3);
  CHECK_THROWS_AS(arange<int>(0, 3, 0), value_error);
  CHECK_THROWS_AS(arange<double>(0, std::numeric_limits<double>::infinity()), value_error);
  REQUIRE_EQUAL(linspace(0.0, 1.0, 5), (buffer<double>{0, 0.25, 0.5, 0.75, 1}));
  REQUIRE_EQUAL(linspace(3.0, 4.0, 1), (buffer<double>{3}));
  CHECK(linspace(0.1, 0.7, 7)[6] == 0.7);
  CHECK_THROWS_AS(linspace(0.0, 1.0, -1), shape_error);
}

TEST_CASE("linspace and arange between numbers that are further apart than any number is from 0", "[tensor]") {
  const double huge = 0x1.8p1023, infinity = std::numeric_limits<double>::infinity();
  REQUIRE_EQUAL(linspace(-huge, huge, 3), (buffer<double>{-huge, 0, huge}));
  REQUIRE_EQUAL(linspace(huge, -huge, 5), (buffer<double>{huge, huge / 2, 0, -huge / 2, -huge}));
  const float widest = std::numeric_limits<float>::max();
  REQUIRE_EQUAL(linspace(-widest, widest, 3), (buffer<float>{-widest, 0, widest}));
  CHECK(linspace(0.0, infinity, 3)[0] == 0);
  CHECK(linspace(0.0, infinity, 3)[2] == infinity);
  CHECK(arange<double>(-huge, huge, 1e308).size() == 3);
}

TEST_CASE("as_tensor shares, and writes through where it can", "[tensor]") {
  const auto b = make_buffer<int>(6);
  const tensor<int> t = as_tensor(b, {2, 3});
  t(1, 0) = 4;
  CHECK(b[3] == 4);
  const tensor<const int> r = as_tensor(iota<int>(6), {3, 2});
  CHECK(r(2, 1) == 5);
  CHECK_THROWS_AS(as_tensor(b, {7}), shape_error);
}

TEST_CASE("foreign memory with strides of any sign is released once", "[tensor]") {
  int released = 0;
  std::vector<double> memory{0, 1, 2, 3, 4, 5};
  {
    const std::shared_ptr<void> owner(&memory, [&](void*) { ++released; });
    const auto t = wrap(memory.data() + 5, {2, 3}, {-3, -1}, owner);
    REQUIRE_EQUAL(t, (buffer<double>{5, 4, 3, 2, 1, 0}));
    t(0, 0) = 50;
    CHECK(memory[5] == 50);
    const tensor<const double> kept = t(1, all);
    CHECK(released == 0);
    CHECK(kept(2) == 0);
  }
  CHECK(released == 1);
  const double* const readable = memory.data();
  static_assert(std::same_as<decltype(borrow(readable, {2}, {1})), tensor<const double>>);
  CHECK(sum(borrow(readable, {3, 2}, {0, 1})) == 3);
  CHECK(borrow(memory.data(), {2}, {5})(1) == 50);
  double* const nothing = nullptr;
  CHECK(borrow(nothing, {0, 4}, {4, 1}).size() == 0);
  CHECK_THROWS_WITH(borrow(nothing, {1, 4}, {4, 1}), "the memory is null, and 4 elements were promised in it");
  CHECK_THROWS_AS(borrow(memory.data(), {2, 2}, {1}), shape_error);
}

TEST_CASE("a pointer is wrapped with a shape and an owner", "[tensor]") {
  const auto memory = std::make_shared<std::vector<double>>(std::vector<double>{1, 2, 3, 4, 5, 6});
  {
    const auto t = wrap(memory->data(), {2, 3}, memory);
    static_assert(std::same_as<decltype(t), const tensor<double>>);
    t(1, 2) = 60;
    CHECK(((*memory)[5] == 60 && t.shape() == shape{2, 3}));
    const tensor<const double> row = wrap(std::as_const(*memory).data(), shape{3, 2}, memory)(1, all);
    REQUIRE_EQUAL(row, (buffer<double>{3, 4}));
    CHECK(memory.use_count() == 3);
    static_assert(std::same_as<decltype(wrap(memory->data(), {6}, memory)), tensor<double>>);
    static_assert(std::same_as<decltype(wrap(memory->data(), 6, memory)), buffer<double>>);
    CHECK(wrap(memory->data(), std::vector<int>{3, 2}, memory)(2, 1) == 60);
  }
  CHECK(memory.use_count() == 1);
  std::vector<int> given{1, 2, 3, 4};
  const auto taken = wrap(given.data(), {2, 2}, std::move(given));
  CHECK(taken(1, 1) == 4);
  CHECK(wrap(static_cast<int*>(nullptr), {2, 0}, memory).size() == 0);
  auto kept = std::make_unique<int>(7);
  int* const nothing = nullptr;
  CHECK_THROWS_WITH(wrap(nothing, {2, 2}, std::move(kept)), "the memory is null, and 4 elements were promised in it");
  CHECK_THROWS_AS(wrap(kept.get(), {index_t{1} << 40, index_t{1} << 40}, std::move(kept)), overflow_error);
  CHECK((kept && *kept == 7));  // what is refused stays with its caller
}

TEST_CASE("an array of arrays is borrowed as the tensor it is", "[tensor]") {
  double m[2][3] = {{1, 2, 3}, {4, 5, 6}};
  const auto t = borrow(m);
  static_assert(std::same_as<decltype(borrow(m)), tensor<double>>);
  CHECK(t.shape() == shape{2, 3});
  t(1, 0) = 40;
  CHECK(m[1][0] == 40);
  const int deep[1][2][2] = {{{1, 2}, {3, 4}}};
  static_assert(std::same_as<decltype(borrow(deep)), tensor<const int>>);
  CHECK(borrow(deep)(0, 1, 0) == 3);
  int flat_one[3] = {1, 2, 3};
  static_assert(std::same_as<decltype(borrow(flat_one)), buffer<int>>);
}

TEST_CASE("a pointer is borrowed with a shape") {
  double values[] = {1, 2, 3, 4, 5, 6};
  const auto t = ravel::borrow(&values[0], {2, 3});
  static_assert(std::same_as<decltype(t), const tensor<double>>);
  t(1, 2) = 60;
  CHECK((values[5] == 60 && t.shape() == ravel::shape{2, 3}));
  static_assert(std::same_as<decltype(ravel::borrow(static_cast<const double*>(values), {3, 2})), tensor<const double>>);
  CHECK_THROWS_AS(ravel::borrow(static_cast<double*>(nullptr), {2, 3}), ravel::value_error);
}
