// SPDX-License-Identifier: BSL-1.0
#include <ravel/base/error.hpp>

#include <support/catch.hpp>

#include <cstdint>
#include <limits>
#include <new>

using ravel::detail::text;

TEMPLATE_TEST_CASE("every kind is an error and keeps its message", "[base]", ravel::shape_error, ravel::index_error, ravel::type_error,
                   ravel::value_error, ravel::io_error, ravel::overflow_error, ravel::layout_error) {
  static_assert(std::is_nothrow_copy_constructible_v<TestType>);
  try {
    throw TestType(text() << "axis " << 3 << " is outside");
  } catch (const ravel::error& e) {
    REQUIRE(std::string(e.what()) == "axis 3 is outside");
    REQUIRE(dynamic_cast<const TestType*>(&e) != nullptr);
  }
  REQUIRE_THROWS_AS(throw TestType("x"), std::runtime_error);
}

TEST_CASE("kinds are told apart", "[base]") {
  const auto kind = [](auto&& thrown) {
    try {
      throw thrown;
    } catch (const ravel::index_error&) {
      return 1;
    } catch (const ravel::error&) {
      return 2;
    }
  };
  REQUIRE(kind(ravel::index_error("x")) == 1);
  REQUIRE(kind(ravel::shape_error("x")) == 2);
  REQUIRE(kind(ravel::error("x")) == 2);
}

TEST_CASE("an error says what it is about and keeps its kind", "[base]") {
  using ravel::detail::with_subject;
  const auto about = [](auto thrown) { return [=] { return with_subject("the file", [=]() -> int { throw thrown; }); }; };
  CHECK(with_subject("the file", [] { return 3; }) == 3);
  CHECK_THROWS_AS(about(ravel::shape_error("x"))(), ravel::shape_error);
  CHECK_THROWS_AS(about(ravel::index_error("x"))(), ravel::index_error);
  CHECK_THROWS_AS(about(ravel::type_error("x"))(), ravel::type_error);
  CHECK_THROWS_AS(about(ravel::overflow_error("x"))(), ravel::overflow_error);
  CHECK_THROWS_AS(about(ravel::layout_error("x"))(), ravel::layout_error);
  CHECK_THROWS_AS(about(ravel::cancelled("x"))(), ravel::cancelled);
  CHECK_THROWS_WITH(about(ravel::value_error("why"))(), "the file: why");
  CHECK_THROWS_WITH(about(ravel::value_error("the file: why"))(), "the file: why");
  CHECK_THROWS_WITH(about(ravel::value_error("the files are many"))(), "the file: the files are many");
  CHECK_THROWS_WITH(about(ravel::io_error("it is gone"))(), "it is gone");
  CHECK_THROWS_AS(about(std::bad_alloc())(), std::bad_alloc);
  struct own_error : ravel::value_error {
    using ravel::value_error::value_error;
  };
  CHECK_THROWS_AS(about(own_error("why"))(), own_error);
}

TEST_CASE("an overflow and missing elements say where they are") {
  using ravel::detail::at_place;
  using ravel::detail::no_elements;
  const auto in_row = [](auto thrown) { return at_place([] { return "row 3"; }, [=]() -> int { throw thrown; }); };
  CHECK(at_place([] { return "row 3"; }, [] { return 3; }) == 3);
  CHECK_THROWS_WITH(in_row(no_elements("mean of nothing")), "mean of nothing: row 3. when_empty{v} says what stands there");
  CHECK_THROWS_AS(in_row(no_elements("x")), ravel::value_error);
  CHECK_THROWS_WITH(in_row(ravel::overflow_error("too great")), "too great: row 3");
  CHECK_THROWS_AS(in_row(ravel::overflow_error("x")), ravel::overflow_error);
  CHECK_THROWS_WITH(in_row(ravel::value_error("why")), "why");
  CHECK_THROWS_AS(in_row(std::bad_alloc()), std::bad_alloc);
  struct own_overflow : ravel::overflow_error {
    using ravel::overflow_error::overflow_error;
  };
  CHECK_THROWS_AS(in_row(own_overflow("x")), own_overflow);
}

TEST_CASE("text writes each kind of value", "[base]") {
  const auto written = [](auto value) { return std::string(text() << value); };
  REQUIRE(written("word") == "word");
  REQUIRE(written(std::string("word")) == "word");
  REQUIRE(written(std::string_view("words", 4)) == "word");
  REQUIRE(written(true) == "true");
  REQUIRE(written(false) == "false");
  REQUIRE(written(std::int8_t{-100}) == "-100");
  REQUIRE(written(std::uint8_t{200}) == "200");
  REQUIRE(written(std::numeric_limits<std::int64_t>::min()) == "-9223372036854775808");
  REQUIRE(written(std::numeric_limits<std::uint64_t>::max()) == "18446744073709551615");
  REQUIRE(std::string(text() << 1 << " of " << 2u << "") == "1 of 2");
  REQUIRE(std::string(text()).empty());
}

TEST_CASE("text writes reals with the fewest digits that read back equal", "[base]") {
  const auto written = [](auto value) { return std::string(text() << value); };
  REQUIRE(written(0.1) == "0.1");
  REQUIRE(written(0.1f) == "0.1");
  REQUIRE(written(static_cast<double>(0.1f)) == "0.10000000149011612");
  REQUIRE(written(1.0 / 3) == "0.3333333333333333");
  REQUIRE(written(-0.0) == "-0");
  REQUIRE(written(1e300) == "1e+300");
  REQUIRE(written(std::numeric_limits<double>::denorm_min()) == "5e-324");
  REQUIRE(written(std::numeric_limits<float>::max()) == "3.4028235e+38");
  REQUIRE(written(std::numeric_limits<double>::infinity()) == "inf");
  REQUIRE(written(std::numeric_limits<double>::quiet_NaN()) == "nan");
}
