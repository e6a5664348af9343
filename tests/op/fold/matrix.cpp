// SPDX-License-Identifier: BSL-1.0
// Products of matrices in memory: the plain loop against the simplest one, bit for bit, and the BLAS, if there is one, against the plain
// loop; every layout, sizes around the tiles, extents of 0 and 1, and integers to their limits.
#include <ravel/base/error.hpp>
#include <ravel/op/fold/product.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>

#include <sys/mman.h>

#include <cmath>
#include <limits>
#include <vector>

using namespace ravel;
using detail::matrix;
using detail::product_size;

namespace {

template <class T>
struct held {
  std::vector<T> values;
  matrix<const T> lies;
};

// In rows, in columns, with gaps, with a step on both axes, or from the end.
template <class T, class Value>
held<T> random_matrix(support::random& r, index_t rows, index_t columns, const Value& value) {
  const index_t kind = r.below(5), step = kind == 3 ? 2 : 1, gap = kind == 2 ? 3 : 0;
  const index_t row = kind == 1 ? step : step * (columns + gap), column = kind == 1 ? rows + gap : step;
  held<T> made{std::vector<T>(static_cast<std::size_t>(rows * columns * step + (rows + columns + 1) * 6)), {}};
  for (T& v : made.values) v = value();
  const T* first = made.values.data();
  if (kind == 4) {
    made.lies = {first + (rows - 1) * row + (columns - 1) * column, -row, -column};
  } else {
    made.lies = {first, row, column};
  }
  return made;
}

template <class T>
T simplest(const matrix<const T>& a, const matrix<const T>& b, index_t i, index_t j, index_t k) {
  T sum{};
  for (index_t l = 0; l < k; ++l) {
    volatile T term = a(i, l) * b(l, j);  // rounded before it is added
    sum = sum + term;
  }
  return sum;
}

}  // namespace

TEST_CASE("the plain loop has the bits of the simplest one", "[tensor]") {
  support::random r(7);
  const auto compare = [&]<class T>(T) {
    for (int round = 0; round < 60; ++round) {
      const auto extent = [&] { return r.chance(8) ? r.between(250, 270) : r.between(1, 40); };
      const product_size size{extent(), extent(), extent()};
      const auto value = [&] { return static_cast<T>(r.unit() - 0.5); };
      const auto a = random_matrix<T>(r, size.m, size.k, value), b = random_matrix<T>(r, size.k, size.n, value);
      std::vector<T> c(static_cast<std::size_t>(size.m * size.n), T(99));
      detail::plain_multiply<T>(size, a.lies, b.lies, c.data());
      index_t different = 0;
      for (index_t i = 0; i < size.m; ++i) {
        for (index_t j = 0; j < size.n; ++j)
          different += c[static_cast<std::size_t>(i * size.n + j)] != simplest(a.lies, b.lies, i, j, size.k);
      }
      REQUIRE(different == 0);
    }
  };
  compare(double{});
  compare(float{});
}

TEST_CASE("small products have the bits of the simplest one, with a BLAS, too", "[tensor]") {
  support::random r(12);
  const auto compare = [&]<class T>(T) {
    index_t long_ones = 0;
    for (int round = 0; round < 400; ++round) {
      const auto extent = [&] { return r.between(1, 17); };
      const auto long_extent = [&] { return r.chance(3) ? r.between(18, 5000) : extent(); };
      const product_size size{long_extent(), r.chance(3) ? 1 : long_extent(), extent()};
      if (!detail::is_small(size)) continue;
      long_ones += static_cast<index_t>(size.m * size.n > 4096);
      const auto value = [&] { return r.chance(40) ? -T{} : r.chance(900) ? T(INFINITY) : static_cast<T>(r.unit() - 0.5); };
      const auto a = random_matrix<T>(r, size.m, size.k, value), b = random_matrix<T>(r, size.k, size.n, value);
      const auto operand = [](const held<T>& of, index_t rows, index_t columns) {
        return detail::stored_operand<T>{of.values.data(), 1,
                                         dims::strided({rows, columns}, {of.lies.row, of.lies.column}, of.lies.data - of.values.data())};
      };
      const auto count = static_cast<std::size_t>(size.m * size.n);
      std::vector<T> c(count + 8, T(99));
      detail::multiply_stacks<T>(detail::plan_product({size.m, size.k}, {size.k, size.n}), operand(a, size.m, size.k),
                                 operand(b, size.k, size.n), c.data());
      index_t different = 0;
      for (index_t i = 0; i < size.m; ++i) {
        for (index_t j = 0; j < size.n; ++j) {
          const T have = c[static_cast<std::size_t>(i * size.n + j)], wanted = simplest(a.lies, b.lies, i, j, size.k);
          different += !((have == wanted && std::signbit(have) == std::signbit(wanted)) || (std::isnan(have) && std::isnan(wanted)));
        }
      }
      REQUIRE(different == 0);
      for (std::size_t i = count; i < c.size(); ++i) REQUIRE(c[i] == 99);  // nothing is written behind the result
    }
    CHECK(long_ones > 20);
  };
  compare(double{});
  compare(float{});
}

TEST_CASE("complex products", "[tensor]") {
  support::random r(8);
  using C = std::complex<double>;
  for (int round = 0; round < 30; ++round) {
    const product_size size{r.between(1, 20), r.between(1, 20), r.between(1, 20)};
    const auto value = [&] { return r.small<C>(); };  // exact
    const auto a = random_matrix<C>(r, size.m, size.k, value), b = random_matrix<C>(r, size.k, size.n, value);
    std::vector<C> c(static_cast<std::size_t>(size.m * size.n));
    detail::plain_multiply<C>(size, a.lies, b.lies, c.data());
    for (index_t i = 0; i < size.m; ++i) {
      for (index_t j = 0; j < size.n; ++j) {
        C sum = 0;
        for (index_t l = 0; l < size.k; ++l) sum += a.lies(i, l) * b.lies(l, j);
        REQUIRE(c[static_cast<std::size_t>(i * size.n + j)] == sum);
      }
    }
  }
}

TEST_CASE("integers are exact or an error", "[tensor]") {
  support::random r(9);
  const auto compare = [&]<class I>(I) {
    for (int round = 0; round < 200; ++round) {
      const product_size size{r.between(1, 6), r.between(1, 6), r.between(1, 6)};
      const int bits = static_cast<int>(r.between(1, 63));
      const auto value = [&] { return static_cast<I>(r.value<I>() >> bits); };
      const auto a = random_matrix<I>(r, size.m, size.k, value), b = random_matrix<I>(r, size.k, size.n, value);
      bool fits = true;
      std::vector<I> expected;
      for (index_t i = 0; i < size.m; ++i) {
        for (index_t j = 0; j < size.n; ++j) {
          long double sum = 0;  // tells whether it fits but for the very border, and then the exact value is
          std::uint64_t wrapped = 0;
          for (index_t l = 0; l < size.k; ++l) {
            sum += static_cast<long double>(a.lies(i, l)) * static_cast<long double>(b.lies(l, j));
            wrapped += static_cast<std::uint64_t>(a.lies(i, l)) * static_cast<std::uint64_t>(b.lies(l, j));
          }
          fits = fits && std::abs(sum - static_cast<long double>(static_cast<I>(wrapped))) < 0x1p60L;
          expected.push_back(static_cast<I>(wrapped));
        }
      }
      std::vector<I> c(expected.size());
      if (fits) {
        detail::plain_multiply<I>(size, a.lies, b.lies, c.data());
        REQUIRE(c == expected);
      } else {
        REQUIRE_THROWS_AS(detail::plain_multiply<I>(size, a.lies, b.lies, c.data()), overflow_error);
      }
    }
  };
  compare(std::int64_t{});
  compare(std::uint64_t{});
  // A sum that leaves even 128 bits and comes back.
  const std::int64_t low = INT64_MIN, a[] = {low, low, low, low, low, low}, b[] = {low, low, low, low + 1, low + 1, low + 1};
  const std::int64_t signs[] = {low, low, low, low, low, 1};
  std::int64_t c[1];
  CHECK_THROWS_AS(detail::plain_multiply<std::int64_t>({1, 1, 6}, {a, 6, 1}, {b, 1, 1}, c), overflow_error);
  CHECK_THROWS_AS(detail::plain_multiply<std::int64_t>({1, 1, 6}, {a, 6, 1}, {signs, 1, 1}, c), overflow_error);
  const std::int64_t up[] = {low, low, low, INT64_MAX, INT64_MAX, INT64_MAX, 3}, down[] = {low, low, low, low, low, low, low};
  detail::plain_multiply<std::int64_t>({1, 1, 7}, {up, 7, 1}, {down, 1, 1}, c);  // 3 * 2^126 - 3 * (2^63 - 1) * 2^63 - 3 * 2^63 = 0
  CHECK(c[0] == 0);
}

TEST_CASE("a BLAS gives what the plain loop gives", "[tensor]") {
  support::random r(10);
  const auto compare = [&]<class T>(T) {
    using R = real_of_t<T>;
    for (int round = 0; round < 150; ++round) {
      const auto extent = [&] { return r.chance(3) ? index_t{1} : r.between(0, 30); };
      const auto [m, n, k] = product_size{extent(), extent(), extent()};
      const auto value = [&] { return T(static_cast<R>(r.unit() - 0.5)); };
      const auto a = random_matrix<T>(r, std::max<index_t>(1, m), std::max<index_t>(1, k), value);
      const auto b = random_matrix<T>(r, std::max<index_t>(1, k), std::max<index_t>(1, n), value);
      const detail::product_plan plan = detail::plan_product({m, k}, {k, n});
      const auto operand = [](const held<T>& of, index_t rows, index_t columns) {
        const index_t base = of.lies.data - of.values.data();
        return detail::stored_operand<T>{of.values.data(), 1, dims::strided({rows, columns}, {of.lies.row, of.lies.column}, base)};
      };
      std::vector<T> c(static_cast<std::size_t>(m * n), T(99)), expected = c;
      detail::multiply_stacks<T>(plan, operand(a, m, k), operand(b, k, n), c.data());
      if (m * n * k > 0) detail::plain_multiply<T>({m, n, k}, a.lies, b.lies, expected.data());
      for (std::size_t i = 0; i < c.size(); ++i) {
        const T wanted = k == 0 ? T() : expected[i];
        REQUIRE(std::abs(c[i] - wanted) <= R(30) * std::numeric_limits<R>::epsilon());
      }
    }
  };
  compare(double{});
  compare(float{});
  compare(std::complex<double>{});
  compare(std::complex<float>{});
}

// NaN by zero is NaN, whatever routine multiplies: some libraries skip zeros, in some sizes.
TEST_CASE("a BLAS has NaN and infinities where the plain loop has them", "[tensor]") {
  support::random r(11);
  const auto real = [&]<class R>(R) {
    constexpr R odd[] = {std::numeric_limits<R>::quiet_NaN(), std::numeric_limits<R>::infinity(), -std::numeric_limits<R>::infinity()};
    return r.chance(60) ? odd[r.below(3)] : static_cast<R>(r.between(-1, 1));
  };
  const auto kind = [](auto x) { return std::isnan(x) ? 3 : std::isinf(x) ? (x < 0 ? 1 : 2) : 0; };
  const auto compare = [&]<class T>(T) {
    using R = real_of_t<T>;
    const auto value = [&] {
      if constexpr (is_complex_v<T>) {
        return T(real(R()), real(R()));
      } else {
        return real(R());
      }
    };
    index_t wrong = 0, seen = 0;
    for (int round = 0; round < 300; ++round) {
      const auto extent = [&] { return r.chance(4) ? index_t{1} : r.chance(30) ? r.between(60, 140) : r.between(1, 20); };
      const auto [m, n, k] = product_size{extent(), extent(), extent()};
      const auto a = random_matrix<T>(r, m, k, value);
      const bool gram = r.chance(4);
      const auto b = gram ? held<T>{{}, {a.lies.data, a.lies.column, a.lies.row}} : random_matrix<T>(r, k, n, value);
      const index_t columns = gram ? m : n;
      const auto operand = [](const held<T>& of, const held<T>& base, index_t rows, index_t width) {
        return detail::stored_operand<T>{base.values.data(), 1,
                                         dims::strided({rows, width}, {of.lies.row, of.lies.column}, of.lies.data - base.values.data())};
      };
      std::vector<T> c(static_cast<std::size_t>(m * columns), T(R(99))), expected = c;
      detail::multiply_stacks<T>(detail::plan_product({m, k}, {k, columns}), operand(a, a, m, k), operand(b, gram ? a : b, k, columns),
                                 c.data());
      detail::plain_multiply<T>({m, columns, k}, a.lies, b.lies, expected.data());
      for (std::size_t i = 0; i < c.size(); ++i) {
        wrong += static_cast<index_t>(kind(std::real(c[i])) != kind(std::real(expected[i])) ||
                                      kind(std::imag(c[i])) != kind(std::imag(expected[i])));
        seen += static_cast<index_t>(kind(std::real(expected[i])) != 0);
      }
    }
    CHECK(wrong == 0);
    CHECK(seen > 1000);
  };
  compare(double{});
  compare(float{});
  compare(std::complex<double>{});
  compare(std::complex<float>{});
}

TEST_CASE("rows further apart than a BLAS can count", "[tensor]") {
  const index_t far = index_t{1} << 32;
  const std::size_t bytes = static_cast<std::size_t>(far + 2) * sizeof(double);
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return;
  auto* const first = static_cast<double*>(memory);
  first[0] = 1;
  first[1] = 2;
  first[far] = 3;
  first[far + 1] = 4;
  const detail::stored_operand<double> a{first, 1, dims::strided({2, 2}, {far, 1})};
  double c[4];
  detail::multiply_stacks<double>(detail::plan_product({2, 2}, {2, 2}), a, a, c);
  munmap(memory, bytes);
  CHECK((c[0] == 7 && c[1] == 10 && c[2] == 15 && c[3] == 22));
}
