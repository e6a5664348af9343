// SPDX-License-Identifier: BSL-1.0
// Margins of run-time types are those of the tensors with these types.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>

using namespace ravel;
using any_tests::for_each_kind_of_type;
using any_tests::random_tensor;

TEST_CASE("margins of each kind of type", "[any]") {
  support::random r(31);
  for_each_kind_of_type([&](auto type) {
    using T = typename decltype(type)::type;
    CAPTURE(dtype_of<T>());
    const auto t = random_tensor<T>(r, {3, 4});
    const any_tensor x = t;
    const margins widths{{1, 2}, {0, 3}};
    for (const pad_mode mode : {pad_mode::edge, pad_mode::reflect, pad_mode::wrap})
      REQUIRE_EQUAL(as<T>(pad(x, widths, mode)), pad(t, widths, mode));
    REQUIRE_EQUAL(as<T>(pad(x, widths, T(1))), pad(t, widths, T(1)));
    REQUIRE_EQUAL(as<T>(pad(x, 2)), pad(t, 2));
    CHECK_FALSE(pad(x, 1).writable());
    CHECK_FALSE(pad(x, 1, pad_mode::edge).writable());
  });
}

TEST_CASE("margins of words and half floats, and values that do not fit", "[any]") {
  const any_tensor words = tensor<std::string>{"Ulm", "Bern"};
  REQUIRE_EQUAL(as<std::string>(pad(words, 1)), (tensor<std::string>{"", "Ulm", "Bern", ""}));
  REQUIRE_EQUAL(as<std::string>(pad(words, 1, "-")), (tensor<std::string>{"-", "Ulm", "Bern", "-"}));
  const any_tensor halves = cast(any_tensor(tensor<double>{0.5, 2}), dtype::float16);
  CHECK(pad(halves, 1).dtype() == dtype::float16);
  CHECK(equal(pad(halves, 1, 7), tensor<double>{7, 0.5, 2, 7}));
  const any_tensor x = tensor<std::uint8_t>{{1, 2}, {3, 4}};
  CHECK_THROWS_AS(pad(x, 1, 300), type_error);
  CHECK_THROWS_AS(pad(x, 1, 0.5), type_error);
  CHECK_THROWS_AS(pad(x, {1, 1, 1}), shape_error);
  CHECK(pad(any_tensor(tensor<int>(dims::row_major({}), buffer<int>{5})), margins({}))() == 5);
}
