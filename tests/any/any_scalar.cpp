// SPDX-License-Identifier: BSL-1.0
// Single values of run-time types.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>

using namespace ravel;

TEST_CASE("single values", "[any]") {
  const any_scalar s = std::int8_t{5};
  CHECK(s.dtype() == dtype::int8);
  CHECK(as<std::int8_t>(s) == 5);
  CHECK_THROWS_AS(as<int>(s), type_error);
  CHECK(cast_value<double>(s) == 5.0);
  CHECK_THROWS_AS(cast_value<bool>(s), type_error);
  CHECK(s == 5);
  CHECK(s < 5.5);
  CHECK(any_scalar(-1) < std::uint64_t{1});
  CHECK_FALSE(any_scalar(NAN) == NAN);
  CHECK_FALSE(any_scalar(NAN) <= NAN);
  CHECK((s + s).dtype() == dtype::int32);
  CHECK(s + 1 == 6);
  CHECK(-s == -5);
  CHECK(sqrt(any_scalar(4)) == 2.0);
  CHECK(cast(s, dtype::complex64).dtype() == dtype::complex64);
  CHECK(any_scalar(true).dtype() == dtype::bool_);
  CHECK(any_scalar(1LL).dtype() == dtype::int64);
}

TEST_CASE("a null pointer is no text", "[any]") {
  const char* const nothing = nullptr;
  CHECK_THROWS_AS(ravel::any_scalar(nothing), ravel::value_error);
  static_assert(!std::constructible_from<ravel::any_scalar, std::nullptr_t>);
}
