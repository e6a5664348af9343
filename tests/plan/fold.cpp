// SPDX-License-Identifier: BSL-1.0
// Recorded verbs by a function of the program have the bits that they have of tensors, and are not called by recording.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>
#include <plan/recorded_as_eager.hpp>

using namespace ravel;

using any_tests::random_tensor;
using Catch::Matchers::ContainsSubstring;
using plan_tests::check_recorded;
using plan_tests::of_one;

TEST_CASE("verbs by a function of the program are recorded", "[plan]") {
  support::random r(8);
  const auto add = [](double a, float b) { return a + static_cast<double>(b) * 0.5; };
  const auto least = [](float a, float b) { return a < b ? a : b; };
  const auto span = [](const auto& line) { return max(line) - min(line); };
  const auto ends = [](const auto& line) { return tensor<float>{line(0), line(last)}; };
  for (const shape& extents : {shape{4, 6}, shape{1, 6}, shape{4, 1}}) {
    const any_tensor x = random_tensor<float>(r, extents);
    check_recorded(of_one([&](const auto& t) { return reduce(as<float>(t), 0.0, add); }), {x});
    check_recorded(of_one([&](const auto& t) { return reduce(as<float>(t), 1.0, add, 1); }), {x});
    check_recorded(of_one([&](const auto& t) { return reduce(as<float>(t), 1.0, add, {0, 1}, keep); }), {x});
    check_recorded(of_one([&](const auto& t) { return scan(as<float>(t), least, 0); }), {x});
    check_recorded(of_one([&](const auto& t) { return reduce_axis(as<float>(t), -1, span); }), {x});
    check_recorded(of_one([&](const auto& t) { return map_axis(as<float>(t), 1, ends); }), {x});
  }
  for (const index_t n : {0, 1, 5}) {
    const any_tensor x = random_tensor<float>(r, n);
    check_recorded(of_one([&](const auto& t) { return scan(as<float>(t), least); }), {x});
    check_recorded(of_one([&](const auto& t) { return reduce(as<float>(t), 0.0, add); }), {x});
  }
}

TEST_CASE("recording does not call a function of the program", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<int>("x", {n, 3});
  int calls = 0;
  const auto counted = [&calls](int a, int b) { return ++calls, a + b; };
  const planned total = reduce(as<int>(x), 0, counted, 1);
  CHECK(total.shape() == planned_shape{n});
  CHECK(total.dtype() == dtype::int32);
  CHECK(calls == 0);
  const plan p({x}, {{"total", total}});
  CHECK(describe(p) == "t1 int32[n] = reduce(x, …)\nresult total = t1\n");
  CHECK(equal(p.run({tensor<int>{{1, 2, 3}, {4, 5, 6}}})["total"], tensor<int>{6, 15}));
  CHECK(calls == 6);
  CHECK(map_axis(as<int>(x), 0, [](const auto& line) { return line; }).shape()[1] == planned_length(3));
  CHECK_THROWS_WITH(scan(as<int>(x), counted), ContainsSubstring("x int32[n 3]") && ContainsSubstring("axis"));
  CHECK_THROWS_AS(reduce(as<int>(x), 0, counted, 2), index_error);
  CHECK_THROWS_AS(reduce(as<double>(x), 0.0, [](double a, double b) { return a + b; }), type_error);
}

using any_tests::random_tensor;
using Catch::Matchers::ContainsSubstring;
using plan_tests::same_bits;

namespace {

template <class K, class V, class... Arguments>
void check_groups(const tensor<const K>& keys, const tensor<const V>& values, const Arguments&... arguments) {
  const planned_extent n("n");
  const planned k = placeholder<K>("k", {n}), v = placeholder<V>("v", {n});
  const planned_groups found = group_reduce(as<K>(k), as<V>(v), arguments...);
  CHECK(found.keys.shape() == found.values.shape());
  const plan p({k, v}, {{"keys", found.keys}, {"values", found.values}});
  workspace room(p);
  const auto wanted = group_reduce(keys, values, arguments...);
  for (int run = 0; run < 2; ++run) {
    const results made = p.run(room, {any_tensor(keys), any_tensor(values)});
    CHECK(same_bits(made["keys"], any_tensor(as_tensor(wanted.keys, wanted.keys.size()))));
    CHECK(same_bits(made["values"], any_tensor(as_tensor(wanted.values, wanted.values.size()))));
  }
  CHECK(p.run({any_tensor(empty<K>(0)), any_tensor(empty<V>(0))})["keys"].size() == 0);
}

}  // namespace

TEST_CASE("groups are reduced by reducers and functions of the program", "[plan]") {
  support::random r(3);
  const tensor<const int> keys = clone(cast<int>(random_integers({60}, 0, 5, 7)));
  const tensor<const std::string> words = clone(map([](int k) { return "key " + std::to_string(k); }, keys));
  const tensor<const double> values = random_tensor<double>(r, 60);
  const tensor<const std::int16_t> small = random_tensor<std::int16_t>(r, 60);
  check_groups(keys, values, reducer::sum);
  check_groups(keys, values, reducer::standard_deviation, group_order::sorted);
  check_groups(words, values, reducer::mean, nan_policy::skip);
  check_groups(keys, small, reducer::max);
  check_groups(words, small, reducer::count);
  check_groups(keys, values, [](const reader<double>& group) { return max(group) - min(group); });
  const double shift = 0.5;
  check_groups(keys, small,
               [shift](const reader<std::int16_t>& group) { return static_cast<float>(sum(group)) + static_cast<float>(shift); });
}

TEST_CASE("groups that do not fit are refused when they are recorded", "[plan]") {
  const planned_extent n("n"), m("m");
  const planned k = placeholder<int>("k", {n}), v = placeholder<double>("v", {m});
  CHECK_THROWS_WITH(group_reduce(as<int>(k), as<double>(v), reducer::sum),
                    ContainsSubstring("k int32[n]") && ContainsSubstring("v float64[m]"));
  CHECK_THROWS_AS(group_reduce(as<double>(k), as<double>(k), reducer::sum), type_error);
  const planned w = placeholder<double>("w", {n});
  const plan p({k, w}, {{"s", group_reduce(as<int>(k), as<double>(w), reducer::sum).values}});
  CHECK_THROWS_WITH(to_string(p), ContainsSubstring("has no text"));
}
