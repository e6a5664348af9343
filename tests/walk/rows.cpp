// SPDX-License-Identifier: BSL-1.0
// Expressions written into tensors against element access: operands that lie, stretch and turn in every way, rows around the lengths of
// pieces and tiles, and targets that are and are not one element after the other.
#include <ravel/ravel.hpp>

#include <support/catch.hpp>

#include <complex>
#include <string>
#include <vector>

using namespace ravel;

namespace {

template <class T>
tensor<T> counted(const shape& of, index_t prime) {
  const auto made = empty<T>(of);
  for (index_t i = 0; i < of.elements(); ++i) flat(made).write(i, static_cast<T>(static_cast<double>(i * prime % 113)));
  return made;
}

template <class T, class F>
void check_holds(const tensor<const T>& found, F wanted) {
  for (index_t i = 0; i < found.extent(0); ++i)
    for (index_t j = 0; j < found.extent(1); ++j)
      if (found(i, j) != wanted(i, j)) FAIL("at " << i << " " << j << " of " << to_string(found.shape()));
}

// wanted(i, j) for every kind of target.
template <class E, class F>
void check(const E& e, F wanted) {
  using T = detail::read_t<E>;
  const index_t rows = e.extent(0), columns = e.extent(1);
  const tensor<T> across = empty<T>({columns, rows}), wide = empty<T>({rows, 2 * columns}), lined = empty<T>({rows, columns});
  std::vector<index_t> backwards;
  for (index_t i = rows * columns; i-- > 0;) backwards.push_back(i);
  const tensor<T> behind_writer(dims::row_major({rows, columns}), select(make_buffer<T>(rows * columns), selection(backwards)));
  const tensor<T> second = wide(all, slice(1, columns, 2)), turned = flip(wide(all, slice(0, columns)), {0, 1});
  for (const tensor<T>& target : {lined, transpose(across), second, turned, behind_writer}) {
    copy(e, target);
    check_holds<T>(target, wanted);
  }
}

const std::vector<index_t> lengths{1, 2, 3, 16, 63, 64, 65, 129, 300, 1030, 2100};

}  // namespace

TEST_CASE("rows, columns and single values stretch", "[evaluate]") {
  for (const index_t rows : {1, 2, 5, 33}) {
    for (const index_t columns : lengths) {
      const auto x = counted<double>({rows, columns}, 7), row = counted<double>({columns}, 5), column = counted<double>({rows, 1}, 3);
      const auto one = counted<double>({1, 1}, 1) + 4.0;
      INFO(rows << " " << columns);
      check(x + row, [&](index_t i, index_t j) { return x(i, j) + row(j); });
      check(x + column, [&](index_t i, index_t j) { return x(i, j) + column(i, 0); });
      check(column * row - column, [&](index_t i, index_t j) { return column(i, 0) * row(j) - column(i, 0); });
      check((x + one) * column, [&](index_t i, index_t j) { return (x(i, j) + 4) * column(i, 0); });
    }
  }
}

TEST_CASE("operands are turned, whatever the size of their elements", "[evaluate]") {
  for (const index_t rows : {2, 3, 4, 31, 32, 33, 70}) {
    for (const index_t columns : lengths) {
      const auto x = counted<double>({rows, columns}, 7);
      const auto y = counted<float>({columns, rows}, 5);
      const auto bytes = counted<std::uint8_t>({columns, rows}, 3);
      const auto column = counted<std::int16_t>({rows, 1}, 11);
      INFO(rows << " " << columns);
      check(x + transpose(y), [&](index_t i, index_t j) { return x(i, j) + static_cast<double>(y(j, i)); });
      check(transpose(bytes) * 2, [&](index_t i, index_t j) { return bytes(j, i) * 2; });
      check(transpose(bytes) + transpose(y) + x * column,
            [&](index_t i, index_t j) { return static_cast<double>(static_cast<float>(bytes(j, i)) + y(j, i)) + x(i, j) * column(i, 0); });
    }
  }
}

TEST_CASE("planes out of pixels", "[evaluate]") {
  for (const index_t channels : {2, 3, 4, 5}) {
    const auto image = counted<std::uint8_t>({61, 53, channels}, 17);
    const auto planes = empty<float>({channels, 61, 53});
    copy(transpose(image, {2, 0, 1}) - 0.5F, planes);
    for (index_t c = 0; c < channels; ++c)
      for (index_t i = 0; i < 61; ++i)
        for (index_t j = 0; j < 53; ++j)
          if (planes(c, i, j) != static_cast<float>(image(i, j, c)) - 0.5F) FAIL(c << " " << i << " " << j);
  }
}

TEST_CASE("flipped, rotated and gathered operands beside stretched ones", "[evaluate]") {
  for (const index_t columns : lengths) {
    const index_t rows = 6;
    const auto x = counted<int>({rows, columns}, 7), column = counted<int>({rows, 1}, 3);
    std::vector<index_t> order;
    for (index_t j = 0; j < columns; ++j) order.push_back(j % 2 == 0 ? j / 2 : columns - 1 - j / 2);
    const tensor<const int> gathered = take(x, 1, order);
    INFO(columns);
    check(flip(x, {1}) + column, [&](index_t i, index_t j) { return x(i, columns - 1 - j) + column(i, 0); });
    check(rotate(x, {1, 1}) * column,
          [&](index_t i, index_t j) { return x((i + rows - 1) % rows, (j + columns - 1) % columns) * column(i, 0); });
    check(gathered - column * x, [&](index_t i, index_t j) { return x(i, order[static_cast<std::size_t>(j)]) - column(i, 0) * x(i, j); });
  }
}

TEST_CASE("a column that is computed, and one of strings", "[evaluate]") {
  const index_t rows = 9, columns = 700;
  const auto x = counted<double>({rows, columns}, 7);
  const auto column = as_tensor(generate(rows, [](index_t i) { return static_cast<double>(i * i); }), {rows, 1});
  check(x - column, [&](index_t i, index_t j) { return x(i, j) - static_cast<double>(i * i); });
  const tensor<std::string> words{{"a"}, {"bb"}, {""}, {"a word that is too long to be kept in place"}};
  const auto ends = empty<std::string>({1, 300});
  for (index_t j = 0; j < 300; ++j) ends.write({0, j}, std::to_string(j));
  check(words + ends, [&](index_t i, index_t j) { return words(i, 0) + std::to_string(j); });
}

TEST_CASE("small turned operands in many blocks", "[evaluate]") {
  for (const index_t n : {1, 2, 3, 4, 9}) {
    const auto x = counted<double>({n, 5, n, 3}, 7), z = empty<double>({n, 3, n, 5});
    copy(transpose(x, {2, 3, 0, 1}) + 1.0, z);
    for (index_t a = 0; a < n; ++a)
      for (index_t b = 0; b < 3; ++b)
        for (index_t c = 0; c < n; ++c)
          for (index_t d = 0; d < 5; ++d) REQUIRE(z(a, b, c, d) == x(c, d, a, b) + 1);
  }
}

namespace {

template <class E>
auto element_fold(const E& x) {
  using T = detail::read_t<E>;
  const auto made = empty<T>(x.shape());
  for (index_t i = 0; i < x.size(); ++i) flat(made).write(i, T(x.unchecked(i)));
  return made;
}

// As element access has it, in every kind of target.
template <class E>
void check_picture(const E& e) {
  using T = detail::read_t<E>;
  const index_t rows = e.extent(0), columns = e.extent(1), n = e.extent(2);
  const tensor<T> wanted = element_fold(e);
  const tensor<T> lined = empty<T>({rows, columns, n}), planes = empty<T>({n, rows, columns}), wide = empty<T>({rows, columns, n + 1}),
                  columns_first = empty<T>({columns, rows, n}), padded = empty<T>({rows, columns + 2, n});
  for (const tensor<T>& target : {lined, transpose(planes, {1, 2, 0}), wide(all, all, slice(0, n)), transpose(columns_first, {1, 0, 2}),
                                  flip(lined, 2), flip(lined, 0), padded(all, slice(1, columns), all)}) {
    fill(target, T{});
    copy(e, target);
    if (!all_of(target == wanted)) FAIL("shape " << to_string(e.shape()) << ", target " << to_string(target.dims()));
  }
}

template <class T>
void check_pictures(const shape& of) {
  const index_t rows = of[0], columns = of[1], n = of[2];
  const auto x = counted<T>(of, 7), weights = counted<T>({n}, 5), mask = counted<T>({rows, columns, 1}, 3),
             row = counted<T>({columns, 1}, 11), planes = counted<T>({n, rows, columns}, 13), wide = counted<T>({rows, columns, n + 1}, 17);
  check_picture(x + weights);
  check_picture(weights + x + x + weights);
  check_picture(x + mask);
  check_picture(x + row + weights);
  check_picture(x + transpose(planes, {1, 2, 0}));
  check_picture(transpose(planes, {1, 2, 0}) + flip(weights, 0));
  check_picture(x + flip(wide(all, all, slice(0, n)), 2) + reshape(counted<T>({1}, 29), {1, 1, 1}));
  std::vector<index_t> order{0};
  for (index_t i = n - 1; i > 0; --i) order.push_back(i);
  check_picture(take(x, 2, order) + weights);
  check_picture(take(weights, 0, order) + take(x, 2, order) + mask + x);
  check_picture(cast<double>(real(take(wide, 2, order))));
  const auto sums = x + mask;
  const tensor<const detail::read_t<decltype(sums)>> computed = sums;
  check_picture(computed + weights);
  check_picture(cast<double>(real(x)));
  check_picture(cast<double>(real(x)) + real(weights));
  const auto itself = clone(sums);
  const auto wanted = element_fold(itself * weights + x);
  if constexpr (sizeof(T) >= 4) {
    copy(itself * weights + x, itself);
    CHECK(all_of(itself == wanted));
  }
}

}  // namespace

TEMPLATE_TEST_CASE("rows of few elements are done as long ones", "[evaluate]", std::uint8_t, float, std::complex<double>) {
  for (const index_t n : {2, 3, 5, 31}) check_pictures<TestType>({9, 37, n});
  check_pictures<TestType>({2, 800, 3});
}

TEST_CASE("elements that are no bytes stretch along short rows", "[evaluate]") {
  const auto x =
      tensor<std::string>(dims::row_major({200, 3}), clone(map([](index_t i) { return std::to_string(i); }, iota<index_t>(600))));
  const tensor<std::string> units{"m", "kg", "s"};
  const auto joined = clone(map([](const std::string& a, const std::string& b) { return a + b; }, x, units));
  for (index_t i = 0; i < 200; ++i) {
    for (index_t j = 0; j < 3; ++j) REQUIRE(joined(i, j) == std::to_string(3 * i + j) + std::string(units(j)));
  }
}
