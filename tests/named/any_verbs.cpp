// SPDX-License-Identifier: BSL-1.0
// Verbs along dims of run-time types give what they give along the dims of a tensor with the type.
#include <ravel/named.hpp>
#include <ravel/ravel.hpp>

#include "require_same.hpp"

using namespace ravel;
using named_tests::numbers, named_tests::require_same;

namespace {

const dim i("i"), j("j");

}  // namespace

#define SAME(name)                                                            \
  require_same(order(ravel::name(e, j), i), order(ravel::name(typed, j), i)); \
  require_same(order(ravel::name(e, i), j), order(ravel::name(typed, i), j));

TEMPLATE_TEST_CASE("verbs of types with an order", "[named][any]", std::int8_t, std::uint64_t, float) {
  const auto t = numbers<TestType>();
  const auto typed = t(i, j);
  const any_named e = any_tensor(t)(i, j);
  SAME(sum)
  SAME(product)
  SAME(mean)
  SAME(min)
  SAME(max)
  SAME(argmin)
  SAME(argmax)
  SAME(argmin_last)
  SAME(argmax_last)
  SAME(variance)
  SAME(var)
  SAME(standard_deviation)
  SAME(std)
  SAME(norm)
  SAME(logsumexp)
  SAME(most_common)
  SAME(count_unique)
  require_same(order(sum(e, {i, j})), order(sum(typed, {i, j})));
  require_same(order(sum(any_tensor(t)(i), {i, 0})), order(sum(t(i), {i, 0})));
  require_same(order(max(any_tensor(t)(i), 0), i), order(max(t(i), 0), i));
  require_same(order(nth_element(e, 2, j), i), order(nth_element(typed, 2, j), i));
  require_same(order(variance(e, j, ddof{1}), i), order(variance(typed, j, ddof{1}), i));
  require_same(order(sum(e, j, nan_policy::skip), i), order(sum(typed, j, nan_policy::skip), i));
  require_same(order(mean(e, std::vector<dim>{j}), i), order(mean(typed, std::vector<dim>{j}), i));
}

#undef SAME
