// SPDX-License-Identifier: BSL-1.0
// Named expressions are printed with their dims; their elements as those of a tensor.
#include <ravel/named.hpp>
#include <ravel/print/named.hpp>

#include <support/catch.hpp>

#include <sstream>

using namespace ravel;

TEST_CASE("named expressions are printed with their dims", "[print]") {
  RAVEL_DIMS(i, k);
  const tensor<double> a{{1, 20, 3}, {4, 5, 600}};
  std::ostringstream out;
  out << a(i, k) << "\n" << a(i, k) * 2 << "\n" << sum(a(i, k), {i, k});
  CHECK(out.str() ==
        "#ravel.named<float64>(i=2, k=3)\n[[1.000 20.00 3.000]\n [4.000 5.000 600.0]]\n"
        "#ravel.named<float64>(i=2, k=3)\n[[2.000 40.00 6.000]\n [8.000 10.00  1200]]\n"
        "#ravel.named<float64>()\n633.0");
  // The dims come first, in the order in which they were met, and the positional axes behind them.
  CHECK(to_string(cast<int>(a(all, k))) == "#ravel.named<int32>(k=3)[2]\n[[ 1   4]\n [20   5]\n [ 3 600]]");
  CHECK(to_string(named<int>(tensor<int>{5})) == "#ravel.named<int32>()[1]\n[5]");
  // What can be written, positions, other elements, nothing.
  CHECK(to_string(zeros<int>(2)(i)) == "#ravel.named<int32>(i=2)\n[0 0]");
  CHECK(to_string(i(3) + 1) == "#ravel.named<int64>(i=3)\n[1 2 3]");
  CHECK(to_string(tensor<std::string>{"a", "b"}(i)) == "#ravel.named<string>(i=2)\n[\"a\" \"b\"]");
  CHECK(to_string(zeros<bool>({0, 2})(i, k)) == "#ravel.named<bool>(i=0, k=2)\n[]");
  CHECK(to_string(a(i, k), {.precision = 2}) == "#ravel.named<float64>(i=2, k=3)\n[[1.0  20     3.0]\n [4.0 5.0 6.0e+02]]");
}

TEST_CASE("expressions that wait for extents are printed without elements", "[print]") {
  RAVEL_DIMS(i, j, k);
  const tensor<int> x{1, 2, 3};
  CHECK(to_string(i + j(2)) == "#ravel.named<int64>(i, j=2)");
  CHECK(to_string(where(x(i) == j, 1, 0)) == "#ravel.named<int32>(i=3, j)");
  CHECK(to_string(sum(where(x(i) == j, 1, 0), i)) == "#ravel.named<int64>(j)");
  CHECK(to_string(arange<int>(6)(pack(i, j))) == "#ravel.named<int32>(i, j)");
  // Only the elements that are shown are read.
  index_t calls = 0;
  const auto counted = compute<double>({1000, 1000}, [&](std::span<const index_t>) { return static_cast<double>(++calls); });
  const std::string text = to_string(counted(i, k) + 0.0);
  CHECK(text.substr(0, text.find('\n')) == "#ravel.named<float64>(i=1000, k=1000)");
  CHECK(calls < 100000);
  // A position outside is an error, as wherever it is read.
  CHECK_THROWS_AS(to_string(x(i(3) + 1)), index_error);
}
