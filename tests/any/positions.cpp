// SPDX-License-Identifier: BSL-1.0
// Positions of run-time type take elements along an axis, and whole numbers of run-time type are counted, as those of a type are.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>

using namespace ravel;
using any_tests::for_each_kind_of_type;
using any_tests::random_tensor;
using Catch::Matchers::ContainsSubstring;

namespace {

template <class T>
void require_same(const any_tensor& made, const T& wanted) {
  CHECK(made.dtype() == any_tensor(wanted).dtype());
  REQUIRE(equal(made, any_tensor(wanted)));
}

}  // namespace

TEST_CASE("elements of any type are taken at positions of run-time type", "[any]") {
  support::random r(24);
  const tensor<int> places{{3, 0}, {0, 0}, {1, 3}, {2, 1}, {0, 2}};
  const any_tensor at = places, narrow = cast(at, dtype::uint8), large = cast(at, dtype::uint64);
  for_each_kind_of_type([&](auto type) {
    using T = typename decltype(type)::type;
    CAPTURE(dtype_of<T>());
    const auto t = random_tensor<T>(r, {5, 4});
    const any_tensor x = t;
    const auto wanted = take_along_axis(t, places, 1);
    for (const any_tensor& given : {at, narrow, large}) {
      require_same(take_along_axis(x, given, 1), wanted);
      REQUIRE_EQUAL(take_along_axis(t, given, 1), wanted);
    }
    require_same(take_along_axis(x, places, 1), wanted);
    require_same(take_along_axis(x(all, 1), any_reader(at(all, 0)), 0), take_along_axis(t(all, 1), places(all, 0), 0));
    const auto made = zeros<T>({5, 2});
    take_along_axis(t, narrow, 1, into{made});
    REQUIRE_EQUAL(made, wanted);
    if constexpr (!complex_element<T>) require_same(take_along_axis(x, any_tensor(argsort(x, 0)), 0), sort(t, 0));
  });
  const any_tensor x = tensor<int>{{3, 1, 2}};
  CHECK_THROWS_WITH(take_along_axis(x, x, 1), ContainsSubstring("3"));
  CHECK_THROWS_AS(take_along_axis(x, x, 1), index_error);
  CHECK_THROWS_AS(take_along_axis(x, any_tensor(tensor<int>{0}), 1), shape_error);
  CHECK_THROWS_AS(take_along_axis(x, any_tensor(tensor<std::uint64_t>{{~std::uint64_t{0}}}), 1), type_error);
  CHECK_THROWS_WITH(take_along_axis(x, x * 0.5, 1), ContainsSubstring("take_along_axis of float64"));
  CHECK_THROWS_WITH(take_along_axis(x, x > 1, 1), ContainsSubstring("compress(x, mask, axis)"));
}
