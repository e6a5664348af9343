// SPDX-License-Identifier: BSL-1.0
#include <ravel/lazy/complex.hpp>
#include <ravel/op/fold/sum.hpp>

#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>

namespace {

using ravel::buffer;
using ravel::reader;
using complex = std::complex<double>;

}  // namespace

TEST_CASE("parts, conjugates and arguments") {
  const buffer<complex> z{{3, 4}, {0, -1}, {-2, 0}};
  CHECK_EQUAL(real(z), {3.0, 0.0, -2.0});
  CHECK_EQUAL(imag(z), {4.0, -1.0, 0.0});
  CHECK_EQUAL(conj(z), {complex(3, -4), complex(0, 1), complex(-2, 0)});
  CHECK_EQUAL(real(z * conj(z)), {25.0, 1.0, 4.0});
  CHECK_EQUAL(arg(z, ravel::precise), {std::arg(z[0]), std::arg(z[1]), std::arg(z[2])});
  CHECK_EQUAL(arg(z), atan2(imag(z), real(z)));
  CHECK_EQUAL(arg(conj(z)), atan2(-imag(z), real(z)));
}

TEST_CASE("real numbers as complex ones") {
  const buffer<float> x{2, -3, -0.0f};
  CHECK_EQUAL(real(x), {2, -3, 0});
  CHECK_EQUAL(imag(x), {0, 0, 0});
  CHECK_EQUAL(arg(x, ravel::precise), {std::arg(2.0f), std::arg(-3.0f), std::arg(-0.0f)});
  CHECK_EQUAL(arg(buffer<int>{-1}, ravel::precise), {std::arg(-1)});
  static_assert(std::is_same_v<decltype(imag(reader<std::int8_t>()))::value_type, std::int8_t>);
  static_assert(std::is_same_v<decltype(arg(reader<float>())), reader<float>>);
  static_assert(std::is_same_v<decltype(arg(reader<int>())), reader<double>>);
}

TEST_CASE("division by zero is the same alone, in a block and behind a handle") {
  const double inf = std::numeric_limits<double>::infinity();
  const buffer<complex> a = ravel::make_buffer<complex>(100, complex(1, inf)), b = ravel::make_buffer<complex>(100, complex(-4.5, -.5));
  const buffer<complex> zero = ravel::make_buffer<complex>(100, complex(-0.0, -0.0));
  const std::vector<complex> up(100, complex(inf, inf)), down(100, complex(-inf, -inf));
  CHECK_EQUAL(a / zero, up);
  CHECK_EQUAL(b / zero, down);
  CHECK_EQUAL(b / complex(0, -0.0), down);
  CHECK_EQUAL(reader<complex>(b / zero), down);
  CHECK((b / zero)[99] == down[99]);
  CHECK(sum(b / zero) == down[0]);
}

TEST_CASE("parts keep the contract") {
  const auto values = support::samples<complex>(1025);
  std::vector<double> parts;
  for (const complex v : values) parts.push_back(v.real() * v.imag());
  std::vector<complex> conjugates;
  for (const complex v : values) conjugates.push_back(std::conj(v));
  for (const auto& r : support::in_every_way(values)) {
    support::check_reader(real(r) * imag(r), parts, support::contract::quick);
    support::check_reader(conj(r), conjugates, support::contract::quick);
  }
}
