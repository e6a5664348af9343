// SPDX-License-Identifier: BSL-1.0
// Recorded groups by reducers and functions of the program have the bits of group_reduce.
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>
#include <plan/recorded_as_eager.hpp>

using namespace ravel;
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
