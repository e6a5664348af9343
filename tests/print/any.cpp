// SPDX-License-Identifier: BSL-1.0
// Data of a run-time type is printed as the data with its type.
#include <ravel/lazy/iota.hpp>
#include <ravel/print/any.hpp>
#include <ravel/print/print.hpp>
#include <ravel/storage/buffer.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>

#include <sstream>

using namespace ravel;

TEST_CASE("run-time types are printed as what they are", "[print]") {
  const tensor<double> t{{0, 1.5}, {1000, -2}};
  CHECK(to_string(any_tensor(t)) == to_string(t));
  CHECK(to_string(any_tensor(t), {.precision = 2}) == to_string(t, {.precision = 2}));
  CHECK(to_string(any_reader(iota<int>(3))) == "#ravel.reader<int32>[3]\n[0 1 2]");
  CHECK(to_string(any_tensor()) == "#ravel.tensor<float64>[0]\n[]");
  CHECK(to_string(any_scalar(true)) == "true");
  CHECK(to_string(any_scalar(0.5)) == "0.5000");
  std::ostringstream out;
  out << any_tensor(tensor<std::int8_t>{1, -2}) << "|" << any_scalar(std::uint8_t{7}) << "|" << any_reader(buffer<bool>());
  CHECK(out.str() == "#ravel.tensor<int8>[2]\n[1 -2]|7|#ravel.reader<bool>[0]\n[]");
}
