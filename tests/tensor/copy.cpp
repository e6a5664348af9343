// SPDX-License-Identifier: BSL-1.0
// Copies between tensors in memory against element access: turned for every size around the edges of squares and bands, into and past the
// cache, with steps on either side, and onto themselves.
#include <ravel/ravel.hpp>

#include <support/catch.hpp>
#include <support/faults.hpp>
#include <support/on_one_thread.hpp>
#include <support/require_equal.hpp>

#include <algorithm>
#include <complex>
#include <string>
#include <vector>

using namespace ravel;
using Catch::Matchers::EndsWith;

namespace {

template <class T>
tensor<T> counted(const shape& of) {
  const auto made = empty<T>(of);
  T* const to = made.size() == 0 ? nullptr : &made(0, 0);
  for (index_t i = 0; i < of.elements(); ++i) to[i] = static_cast<T>(static_cast<float>(i * 37 % 241));
  return made;
}

template <class T, class F>
void check_holds(const tensor<T>& found, F wanted) {
  const auto u = found.template unchecked<2>();
  for (index_t i = 0; i < found.extent(0); ++i)
    for (index_t j = 0; j < found.extent(1); ++j)
      if (u(i, j) != wanted(i, j)) FAIL("at " << i << " " << j << " of " << to_string(found.shape()));
}

template <class T>
void check_turned(index_t rows, index_t columns) {
  const tensor<T> x = counted<T>({columns, rows}), z = empty<T>({rows, columns});
  copy(transpose(x), z);
  const auto u = x.template unchecked<2>();
  check_holds(z, [&](index_t i, index_t j) { return u(j, i); });
}

}  // namespace

TEMPLATE_TEST_CASE("a turned matrix of every size", "[copy]", std::uint8_t, std::int16_t, float, double, std::complex<double>) {
  for (const index_t rows : {0, 1, 2, 3, 4, 7, 8, 9, 31, 32, 33, 64, 70, 255, 257}) {
    for (index_t columns = 1; columns <= 70; columns += columns < 12 ? 1 : 7) check_turned<TestType>(rows, columns);
  }
}

TEST_CASE("a large turned matrix, in whole lines of the cache and not", "[copy]") {
  check_turned<double>(1456, 1448);
  check_turned<double>(1457, 1448);
  check_turned<double>(1456, 1451);
  check_turned<float>(2048, 2056);
  check_turned<std::complex<double>>(1040, 1028);
}

TEMPLATE_TEST_CASE("steps on either side", "[copy]", std::uint8_t, std::int16_t, float, double, std::complex<double>, std::string) {
  using T = TestType;
  for (const index_t columns : {1, 2, 7, 8, 33, 70}) {
    std::vector<T> values;
    for (index_t i = 0; i < 5 * 3 * columns; ++i) {
      if constexpr (std::same_as<T, std::string>)
        values.push_back(std::to_string(i));
      else
        values.push_back(static_cast<T>(static_cast<float>(i % 127)));
    }
    const tensor<T> x = as_tensor(adopt(std::vector<T>(values)), {5, 3 * columns}), z = empty<T>({5, 3 * columns});
    for (const index_t read : {1, 2, 3, -1, -2}) {
      for (const index_t write : {1, 2, 3, -1}) {
        const auto part = [&](const tensor<T>& of, index_t step) { return slice(of, 1, step < 0 ? 3 * columns - 1 : 0, columns, step); };
        const tensor<T> from = part(x, read), to = part(z, write);
        copy(from, to);
        for (index_t i = 0; i < 5; ++i)
          for (index_t j = 0; j < columns; ++j)
            if (to(i, j) != from(i, j)) FAIL(read << " to " << write << " at " << i << " " << j << " of " << columns);
      }
    }
    copy(x(all, slice(0, 1)), z);  // a column for all of a row
    for (index_t i = 0; i < 5; ++i) REQUIRE(z(i, 3 * columns - 1) == x(i, 0));
  }
}

TEMPLATE_TEST_CASE("many rows of few elements, swapped, turned and cut", "[copy]", std::uint8_t, std::int16_t, float, double,
                   std::complex<double>) {
  for (const index_t n : {2, 3, 4, 5, 8, 9}) {
    for (const index_t rows : {1, 5, 40, 5000}) {
      const tensor<TestType> x = counted<TestType>({rows, n}), z = empty<TestType>({rows, n});
      const auto u = x.template unchecked<2>();
      copy(flip(x, 1), z);
      check_holds(z, [&](index_t i, index_t j) { return u(i, n - 1 - j); });
      std::vector<index_t> order{1, 0};
      for (index_t i = n - 1; i > 1; --i) order.push_back(i);
      copy(take(x, 1, order), z);
      check_holds(z, [&](index_t i, index_t j) { return u(i, order[static_cast<std::size_t>(j)]); });
      copy(x, take(z, 1, order));
      check_holds(z, [&](index_t i, index_t j) { return u(i, std::find(order.begin(), order.end(), j) - order.begin()); });
      const tensor<TestType> wide = empty<TestType>({rows, n + 2}), planes = empty<TestType>({n, rows});
      copy(x, wide(all, slice(1, n)));
      check_holds(wide(all, slice(1, n)), u);
      copy(flip(wide(all, slice(1, n)), 0), z);
      check_holds(z, [&](index_t i, index_t j) { return u(rows - 1 - i, j); });
      copy(x, transpose(planes));
      check_holds(tensor<TestType>(transpose(planes)), u);
    }
  }
}

TEMPLATE_TEST_CASE("rows at chosen positions", "[copy]", std::uint8_t, std::int16_t, float, double, std::complex<double>) {
  for (const index_t n : {1, 2, 3, 5, 15, 16, 17, 256, 257}) {
    for (const index_t rows : {1, 7, 3000}) {
      const tensor<TestType> x = counted<TestType>({rows, n}), across = counted<TestType>({n, rows}), z = empty<TestType>({rows + 2, n});
      const tensor<TestType> stack = reshape(counted<TestType>({rows, 2 * n}), {rows, 2, n});
      std::vector<index_t> chosen(static_cast<std::size_t>(rows + 2));
      for (std::size_t i = 0; i < chosen.size(); ++i) chosen[i] = static_cast<index_t>(i) * 7919 % rows;
      const auto row = [&](index_t i) { return chosen[static_cast<std::size_t>(i)]; };
      const auto u = x.template unchecked<2>(), v = across.template unchecked<2>();
      copy(x(chosen, all), z);
      check_holds(z, [&](index_t i, index_t j) { return u(row(i), j); });
      check_holds(clone(flip(x, 1)(chosen, all)), [&](index_t i, index_t j) { return u(row(i), n - 1 - j); });
      check_holds(clone(transpose(across)(chosen, all)), [&](index_t i, index_t j) { return v(j, row(i)); });
      check_holds(clone(x(chosen, slice(0, (n + 1) / 2))), [&](index_t i, index_t j) { return u(row(i), j); });
      const auto planes = clone(stack(chosen, all, all)), swapped = clone(stack(chosen, std::vector<index_t>{1, 0}, all));
      for (index_t i = 0; i < rows + 2; ++i) {
        if (planes(i, 1, n - 1) != stack(row(i), 1, n - 1) || swapped(i, 1, 0) != stack(row(i), 0, 0)) FAIL("plane " << i);
      }
      const tensor<TestType> onto_itself = clone(x);
      copy(onto_itself(std::vector<index_t>(chosen.begin(), chosen.end() - 2), all), onto_itself);
      check_holds(onto_itself, [&](index_t i, index_t j) { return u(row(i), j); });
    }
  }
}

TEST_CASE("a matrix onto itself", "[copy]") {
  for (const index_t n : {1, 3, 8, 33, 70}) {
    const auto x = counted<double>({n, n}), before = clone(x);
    copy(transpose(x), x);
    check_holds(x, [&](index_t i, index_t j) { return before(j, i); });
    copy(flip(x, {0}), x);
    check_holds(x, [&](index_t i, index_t j) { return before(j, n - 1 - i); });
    copy(x, x);
    check_holds(x, [&](index_t i, index_t j) { return before(j, n - 1 - i); });
    x += transpose(x);
    check_holds(x, [&](index_t i, index_t j) { return before(j, n - 1 - i) + before(i, n - 1 - j); });
  }
}

TEST_CASE("targets that cannot be written are refused", "[copy]") {
  const tensor<double> x{{1, 2}, {3, 4}};
  const tensor<double> twice(dims::strided({2, 2}, {0, 1}), make_buffer<double>(2));
  CHECK_THROWS_AS(copy(x, twice), layout_error);
  CHECK_THROWS_WITH(copy(x, twice), EndsWith("two of its positions may be one element. clone(t) has one for each, and by names "
                                             "t(at(i)) += x(i) adds up where positions repeat"));
  CHECK_THROWS_AS(copy(x, empty<double>({3, 2})), shape_error);
  CHECK_THROWS_AS(copy(x, empty<double>({2})), shape_error);
}

TEST_CASE("fill, clone, contiguous and copy_where", "[copy]") {
  const auto x = counted<int>({3, 4});
  fill(x(all, slice(1, 2)), 7);
  CHECK(x(2, 2) == 7);
  CHECK(x(0, 3) == 3 * 37);
  const auto turned = transpose(x);
  CHECK_FALSE(is_contiguous(turned));
  CHECK(is_contiguous(contiguous(turned)));
  CHECK(is_view_of(contiguous(x), x));
  CHECK_FALSE(is_view_of(clone(x), x));
  REQUIRE_EQUAL(contiguous(turned), turned);
  copy_where(x == 7, 0, x);
  CHECK(x(2, 2) == 0);
  CHECK(x(0, 3) == 3 * 37);
}

TEST_CASE("copy_where takes elements and values that fit into narrow integers", "[copy]") {
  const tensor<std::uint8_t> x{{0, 200, 255}, {3, 4, 5}};
  const tensor<bool> mask{{true, false, true}, {false, true, false}};
  copy_where(mask, tensor<std::uint8_t>{9, 8, 255}, x);
  REQUIRE_EQUAL(x, (tensor<std::uint8_t>{{9, 200, 255}, {3, 8, 5}}));
  copy_where(!mask, 250, x);
  REQUIRE_EQUAL(x, (tensor<std::uint8_t>{{9, 250, 255}, {250, 8, 250}}));
  CHECK_THROWS_AS(copy_where(mask, 256, x), type_error);
  CHECK_THROWS_AS(copy_where(mask, -1, x), type_error);
  const tensor<std::int16_t> y{-300, 300};
  copy_where(y > 0, tensor<std::int8_t>{-7, -7}, y);
  REQUIRE_EQUAL(y, (tensor<std::int16_t>{-300, -7}));
  const tensor<bool> answers{true, true};
  copy_where(answers, tensor<bool>{true, false}, answers);
  REQUIRE_EQUAL(answers, (tensor<bool>{true, false}));
}

TEST_CASE("copy_where writes to readers that can be written", "[copy]") {
  std::vector<double> held{1, -2, 3, -4};
  const auto x = borrow(held);
  copy_where(x < 0.0, x * 10, x);
  CHECK(held == std::vector<double>{1, -20, 3, -40});
  copy_where(x < 0.0, 0, reverse(x));
  CHECK(held == std::vector<double>{0, -20, 0, -40});
  const buffer<std::uint8_t> small{1, 2};
  copy_where(small > 1, 255, small);
  CHECK(small[1] == 255);
  CHECK_THROWS_AS(copy_where(small > 1, 256, small), type_error);
  CHECK_THROWS_AS(copy_where(small > 1, buffer<std::uint8_t>{1}, small), shape_error);
}

namespace {

tensor<double> everywhere{{5, 6}, {7, 8}};

}  // namespace

TEST_CASE("a function may read a global tensor that is being written", "[tensor]") {
  const auto refill = [] { copy(tensor<double>{{5, 6}, {7, 8}}, everywhere); };
  const auto holds = [](std::vector<double> wanted) { return to_vector(everywhere) == wanted; };
  copy(map([](double x) { return x - everywhere(0, 0); }, everywhere), everywhere);
  CHECK(holds({0, 1, 2, 3}));
  refill();
  copy(compute<double>({2, 2}, [](index_t i, index_t j) { return everywhere(1 - i, 1 - j); }), everywhere);
  CHECK(holds({8, 7, 6, 5}));
  refill();
  copy(tensor<const double>(map([](double x) { return x - everywhere(0, 0); }, transpose(everywhere))), everywhere);
  CHECK(holds({0, 2, 1, 3}));
  refill();
  copy(assume_no_alias(map([](double x) { return x * 2; }, everywhere)), everywhere);
  CHECK(holds({10, 12, 14, 16}));
  copy(assume_no_alias(compute<double>({2, 2}, [](index_t i, index_t j) { return static_cast<double>(i - j); })), everywhere);
  CHECK(holds({0, -1, 1, 0}));
}

namespace {

// A picture of three colours that is computed, and no function of tensors, so that no view of it is one.
tensor<const float> computed_picture(index_t rows, index_t columns) {
  const reader<float> counted = map([](index_t i) { return static_cast<float>(i % 9973); }, iota<index_t>(rows * columns * 3));
  return as_tensor(counted, {rows, columns, 3});
}

template <class Work>
std::int64_t allocations_of(const Work& work) {
  work();
  const std::int64_t before = support::total_allocations();
  work();
  return support::total_allocations() - before;
}

}  // namespace

TEST_CASE("computed and transposed tensors are copied in slabs without allocations for each", "[copy]") {
  const support::on_one_thread here;
  constexpr std::int64_t few = 20;
  for (const auto& [rows, columns] : std::vector<std::pair<index_t, index_t>>{{30, 40}, {301, 700}, {2, 90000}, {1, 200000}}) {
    const tensor<const float> picture = computed_picture(rows, columns), planes = transpose(picture, {2, 0, 1});
    const tensor<float> wanted = clone(picture), apart = zeros<float>({3, rows, columns}), wide = zeros<float>({3, rows, 2 * columns});
    CHECK(allocations_of([&] { copy(planes, apart); }) <= few);
    REQUIRE_EQUAL(transpose(apart, {1, 2, 0}), wanted);
    fill(apart, 0);
    CHECK(allocations_of([&] { copy(picture, transpose(apart, {1, 2, 0})); }) <= few);
    REQUIRE_EQUAL(transpose(apart, {1, 2, 0}), wanted);
    const tensor<float> mirrored = flip(tensor<float>(wide(all, all, slice_every(2))), {0, 2});
    CHECK(allocations_of([&] { copy(planes, mirrored); }) <= few);
    REQUIRE_EQUAL(transpose(mirrored, {1, 2, 0}), wanted);
    const auto bytes = saturate_cast<std::uint8_t>(wanted * 0.25F);
    const tensor<const std::uint8_t> prepared = transpose(tensor<const std::uint8_t>(bytes), {2, 0, 1});
    const tensor<std::uint8_t> levels = zeros<std::uint8_t>({3, rows, columns});
    CHECK(allocations_of([&] { copy(prepared, levels); }) <= few);
    REQUIRE_EQUAL(transpose(levels, {1, 2, 0}), clone(bytes));
  }
}

TEST_CASE("computed tensors are copied to every order of axes, and to chosen places", "[copy]") {
  const tensor<const float> picture = reshape(computed_picture(300, 350), {300, 5, 70, 3});
  const tensor<float> wanted = clone(picture);
  for (const std::vector<index_t>& order :
       {std::vector<index_t>{3, 2, 1, 0}, {1, 0, 3, 2}, {2, 3, 0, 1}, {0, 3, 2, 1}, {3, 0, 1, 2}, {0, 1, 3, 2}}) {
    const tensor<float> turned = clone(transpose(wanted, order)), to = zeros<float>(turned.shape()), back = zeros<float>(wanted.shape());
    copy(transpose(picture, order), to);
    REQUIRE_EQUAL(to, turned);
    copy(transpose(picture, order), transpose(back, order));
    REQUIRE_EQUAL(back, wanted);
    const auto part = [&](const auto& of) { return transpose(of(slice(5, 280), all, slice_every(3)), order); };
    REQUIRE_EQUAL(clone(part(picture)), clone(part(wanted)));
    std::vector<index_t> places(static_cast<std::size_t>(turned.extent(0)));
    for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<index_t>(places.size() - 1 - i);
    const tensor<float> chosen = take(to, 0, places);
    copy(transpose(picture, order), chosen);
    REQUIRE_EQUAL(flip(to, 0), turned);
  }
}
