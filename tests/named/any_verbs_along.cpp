// SPDX-License-Identifier: BSL-1.0
// Verbs that make lines along dims of run-time types give what they give along the dims of a tensor with the type. They take functions and
// reducers of the program.
#include <ravel/named.hpp>
#include <ravel/ravel.hpp>

#include "require_same.hpp"

using namespace ravel;
using named_tests::numbers, named_tests::require_same;

namespace {

const dim i("i"), j("j");

}  // namespace

#define SAME(name) require_same(order(ravel::name(e, j), i, j), order(ravel::name(typed, j), i, j));

TEMPLATE_TEST_CASE("verbs that make lines of types with an order", "[named][any]", std::int8_t, std::uint64_t, float) {
  const auto t = numbers<TestType>();
  const auto typed = t(i, j);
  const any_named e = any_tensor(t)(i, j);
  SAME(cumsum)
  SAME(cumprod)
  SAME(cummin)
  SAME(cummax)
  SAME(sort)
  SAME(argsort)
  SAME(rank)
  SAME(softmax)
  SAME(diff)
  SAME(run_lengths)
  require_same(order(arg_top_k(e, 2, j), i, j), order(arg_top_k(typed, 2, j), i, j));
  require_same(order(sort(e, j, sort_order::descending), i, j), order(sort(typed, j, sort_order::descending), i, j));
  // By functions and reducers of the program.
  require_same(order(rolling(e, 3, reducer::sum, j), i, j), order(rolling(typed, 3, reducer::sum, j), i, j));
  require_same(order(expanding(e, reducer::max, j), i, j), order(expanding(typed, reducer::max, j), i, j));
  require_same(order(diff(e, j, ravel::order{2}), i, j), order(diff(typed, j, ravel::order{2}), i, j));
}

#undef SAME
