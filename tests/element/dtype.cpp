// SPDX-License-Identifier: BSL-1.0
#include <ravel/base/error.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/element/dtype.hpp>

#include <support/catch.hpp>

#include <set>
#include <sstream>

using ravel::dtype;
using ravel::dtype_of;
using ravel::element_kind;

namespace {

static_assert(dtype_of<bool>() == dtype::bool_ && dtype_of<std::int8_t>() == dtype::int8 && dtype_of<std::int16_t>() == dtype::int16);
static_assert(dtype_of<std::int32_t>() == dtype::int32 && dtype_of<std::int64_t>() == dtype::int64);
static_assert(dtype_of<signed char>() == dtype::int8 && dtype_of<long long>() == dtype::int64);
static_assert(dtype_of<std::uint8_t>() == dtype::uint8 && dtype_of<std::uint16_t>() == dtype::uint16);
static_assert(dtype_of<std::uint32_t>() == dtype::uint32 && dtype_of<unsigned long long>() == dtype::uint64);
static_assert(dtype_of<float>() == dtype::float32 && dtype_of<double>() == dtype::float64);
static_assert(dtype_of<std::complex<float>>() == dtype::complex64 && dtype_of<std::complex<double>>() == dtype::complex128);
static_assert(dtype_of<std::string>() == dtype::string && dtype_of<long double>() == dtype::other && dtype_of<wchar_t>() == dtype::other);

// A class may have a member of the same name.
struct described {
  ravel::dtype dtype() const { return dtype_of<float>(); }
};

}  // namespace

TEST_CASE("a tag knows name, size and kind of its type", "[element]") {
  std::set<std::string> names;
#define CHECK_TYPE(T)                                   \
  {                                                     \
    constexpr dtype tag = dtype_of<T>();                \
    CHECK(size_of(tag) == sizeof(T));                   \
    CHECK(kind_of(tag) == ravel::kind_v<T>);            \
    CHECK(names.insert(std::string(name(tag))).second); \
  }
  RAVEL_FOR_EACH_ELEMENT(CHECK_TYPE)
#undef CHECK_TYPE
  REQUIRE(names == std::set<std::string>{"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32",
                                         "float64", "complex64", "complex128"});
  REQUIRE(name(dtype::other) == "other");
  REQUIRE(size_of(dtype::other) == 0);
  REQUIRE(kind_of(dtype::other) == element_kind::other);
  REQUIRE(name(dtype::string) == "string");
  REQUIRE(size_of(dtype::string) == sizeof(std::string));
  REQUIRE(kind_of(dtype::string) == element_kind::other);
  static_assert(dtype_of<ravel::float16>() == dtype::float16 && dtype_of<ravel::bfloat16>() == dtype::bfloat16);
  REQUIRE(name(dtype::float16) == "float16");
  REQUIRE(name(dtype::bfloat16) == "bfloat16");
  REQUIRE(size_of(dtype::float16) == 2);
  REQUIRE(size_of(dtype::bfloat16) == 2);
  REQUIRE(kind_of(dtype::bfloat16) == element_kind::real);
}

TEST_CASE("a tag is written by its name", "[element]") {
  std::ostringstream out;
  out << dtype::int8 << " " << described().dtype();
  REQUIRE(out.str() == "int8 float32");
  REQUIRE(to_string(dtype::complex128) == "complex128");
}

TEST_CASE("a number that is no tag has neither name nor size nor kind", "[element]") {
  const auto none = static_cast<dtype>(200), behind = static_cast<dtype>(static_cast<int>(dtype::bfloat16) + 1);
  CHECK_THROWS_WITH(name(none), "dtype(200) is no type of elements: the last one is 16");
  CHECK_THROWS_AS(name(behind), ravel::type_error);
  CHECK_THROWS_AS(size_of(none), ravel::type_error);
  CHECK_THROWS_AS(kind_of(none), ravel::type_error);
  CHECK_THROWS_AS(to_string(none), ravel::type_error);
}
