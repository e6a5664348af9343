// SPDX-License-Identifier: BSL-1.0
// Groups of keys and values of run-time type have the results of the tensors with these types: keys, values, order and errors.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>
#include <support/thrown_by.hpp>

using namespace ravel;
using any_tests::for_each_kind_of_type;
using any_tests::random_tensor;
using any_tests::require_same;
using Catch::Matchers::ContainsSubstring;
using support::thrown_by;

namespace {

template <class Made, class Wanted>
void require_same_groups(const Made& made, const Wanted& wanted) {
  require_same(made.keys, wanted.keys);
  require_same(made.values, wanted.values);
}

// A function of the program that no reducer is. The elements must have an order.
const auto middle = [](const auto& of_group) -> decltype(nth_element(of_group, of_group.size() / 2)) {
  return nth_element(of_group, of_group.size() / 2);
};

}  // namespace

TEST_CASE("keys of each kind of type", "[any]") {
  support::random r(31);
  const auto values = random_tensor<double>(r, {60});
  const any_tensor x = values;
  for_each_kind_of_type([&](auto type) {
    using T = typename decltype(type)::type;
    CAPTURE(dtype_of<T>());
    const auto t = random_tensor<T>(r, {60});
    const any_tensor keys = t;
    const auto wanted = group_reduce(t, values, reducer::sum);
    require_same_groups(group_reduce(keys, x, reducer::sum), wanted);
    require_same_groups(group_reduce(keys, values, reducer::sum), wanted);
    require_same_groups(group_reduce(any_reader(keys), values, reducer::sum), wanted);
    require_same_groups(group_reduce(reshape(keys, {6, 10}), reshape(values, {6, 10}), reducer::sum), wanted);
    if constexpr (complex_element<T>) {
      CHECK_THROWS_AS(group_reduce(keys, x, reducer::sum, group_order::sorted), type_error);
    } else {
      require_same_groups(group_reduce(keys, x, reducer::sum, group_order::sorted),
                          group_reduce(t, values, reducer::sum, group_order::sorted));
      require_same_groups(group_reduce(keys, values, middle, group_order::sorted), group_reduce(t, values, middle, group_order::sorted));
    }
  });
  const tensor<std::string> words{"Ulm", "Bern", "Ulm"};
  const tensor<int> numbers{1, 2, 4};
  const any_tensor w = words, n = numbers;
  require_same_groups(group_reduce(w, n, reducer::sum), group_reduce(words, numbers, reducer::sum));
  require_same_groups(group_reduce(w, n, reducer::sum, group_order::sorted),
                      group_reduce(words, numbers, reducer::sum, group_order::sorted));
  require_same_groups(group_reduce(std::vector<int>{7, 8, 7}, n, reducer::sum),
                      group_reduce(std::vector<int>{7, 8, 7}, numbers, reducer::sum));
  const any_tensor nan = tensor<float>{NAN, 0, NAN, -0.0F};
  require_same(group_reduce(nan, tensor<int>{1, 2, 3, 4}, reducer::sum).values, tensor<std::int64_t>{4, 6});
  CHECK(group_reduce(zeros(dtype::int8, {0}), zeros(dtype::float32, {0}), reducer::sum).keys.size() == 0);
}

TEST_CASE("values of each kind of type", "[any]") {
  support::random r(32);
  const auto keys = random_tensor<std::int8_t>(r, {60});
  const any_tensor k = keys;
  for_each_kind_of_type([&](auto type) {
    using T = typename decltype(type)::type;
    CAPTURE(dtype_of<T>());
    const auto t = random_tensor<T>(r, {60});
    const any_tensor x = t;
    require_same_groups(group_reduce(k, x, reducer::last), group_reduce(keys, t, reducer::last));
    if constexpr (complex_element<T>) {
      CHECK_THROWS_WITH(group_reduce(k, x, reducer::max), ContainsSubstring("group_reduce of complex128"));
    } else {
      require_same_groups(group_reduce(k, x, reducer::sum), group_reduce(keys, t, reducer::sum));
      const auto two = group_reduce(k, x, reducer::mean, reducer::max, group_order::sorted);
      const auto wanted = group_reduce(keys, t, reducer::mean, reducer::max, group_order::sorted);
      require_same(two.keys, wanted.keys);
      require_same(std::get<0>(two.values), std::get<0>(wanted.values));
      require_same(std::get<1>(two.values), std::get<1>(wanted.values));
    }
  });
  CHECK_THROWS_AS(group_reduce(k, any_tensor(tensor<std::string>{"a"}), reducer::count), type_error);
  const any_tensor halves = cast(tensor<float>{0.5, 1, 2}, dtype::float16);
  require_same(group_reduce(tensor<int>{1, 2, 1}, halves, reducer::sum).values, tensor<float>{2.5, 1});
  const double nan = NAN;
  const tensor<double> some{1, nan, nan, 4};
  const tensor<int> by{1, 2, 2, 1};
  require_same_groups(group_reduce(any_tensor(by), any_tensor(some), reducer::mean, nan_policy::skip, when_empty{-1.0}),
                      group_reduce(by, some, reducer::mean, nan_policy::skip, when_empty{-1.0}));
}

TEST_CASE("groups of run-time type along an axis", "[any]") {
  const tensor<float> t{{1, 2, 3, 4}, {5, 6, 7, 9}};
  const tensor<int> keys{7, -3, 7, 7}, rows{4, 4};
  const any_tensor x = t, k = keys;
  require_same_groups(group_reduce(k, x, reducer::sum, 1), group_reduce(keys, t, reducer::sum, 1));
  require_same_groups(group_reduce(k, t, reducer::max, 1, group_order::sorted),
                      group_reduce(keys, t, reducer::max, 1, group_order::sorted));
  require_same_groups(group_reduce(keys, x, middle, -1), group_reduce(keys, t, middle, -1));
  require_same_groups(group_reduce(any_reader(rows), t, reducer::mean, 0), group_reduce(rows, t, reducer::mean, 0));
}

TEST_CASE("errors of groups of run-time type name the key", "[any]") {
  const tensor<int> keys{5, 70, 70};
  const tensor<double> some{1, NAN, NAN};
  const any_tensor k = keys, x = some, words = tensor<std::string>{"Ulm", "Bern", "Bern"};
  // The group without numbers is refused in the same words, in whatever order.
  const auto least_of = [](const auto& by, const auto& values, const auto&... options) {
    return thrown_by([&] { return group_reduce(by, values, reducer::min, nan_policy::skip, options...); });
  };
  const auto wanted = least_of(keys, some);
  CHECK_THAT(wanted, ContainsSubstring("the group of 70"));
  CHECK(least_of(k, x) == wanted);
  CHECK(least_of(k, x, group_order::sorted) == wanted);
  CHECK_THAT(least_of(words, x, group_order::sorted), ContainsSubstring("the group of Bern"));
  const auto along = [](const auto& by, const auto& values) {
    return thrown_by([&] { return group_reduce(by, values, reducer::min, 1, nan_policy::skip, group_order::sorted); });
  };
  CHECK_THAT(along(keys, new_axis(some, 0)), ContainsSubstring("the group of 70"));
  CHECK(along(k, new_axis(x, 0)) == along(keys, new_axis(some, 0)));
  CHECK_THROWS_AS(group_reduce(k, x(slice(0, 2)), reducer::sum), shape_error);
  const std::string refused = thrown_by([&] { return group_reduce(new_axis(keys, 0), some, reducer::sum); });
  CHECK(!refused.empty());
  CHECK(thrown_by([&] { return group_reduce(new_axis(k, 0), x, reducer::sum); }) == refused);
}
