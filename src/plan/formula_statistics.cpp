// SPDX-License-Identifier: BSL-1.0
// Calls the verbs of statistics by their names.
#include <ravel/op/stats/quantile.hpp>
#include <ravel/op/stats/statistics.hpp>
#include <ravel/plan/several.hpp>
#include "plan/formula_verb_call.hpp"

namespace ravel::detail {

namespace {

RAVEL_FOR_EACH_VERB_OF_stats(RAVEL_FORMULA_VERB) struct value_counts_in_formula {
  using options = formula_types<>;
};
#define RAVEL_EACH_WITH_PARTS(do_with)                                                                                    \
  do_with(value_counts, values) do_with(histogram, counts) do_with(quartiles, min) do_with(descriptive_statistics, count) \
      do_with(linear_regression, count) do_with(theil_sen, slope) do_with(least_squares, coefficients)
RAVEL_EACH_WITH_PARTS(RAVEL_FORMULA_VERB_WITH_PARTS)

}  // namespace

formula_function statistic_named(std::string_view name) {
  static constexpr named_function all[] = {RAVEL_FOR_EACH_VERB_OF_stats(RAVEL_FORMULA_ROW)
                                               RAVEL_EACH_WITH_PARTS(RAVEL_FORMULA_ROW_WITH_PARTS)};
  return function_named(all, name);
}
#undef RAVEL_EACH_WITH_PARTS

}  // namespace ravel::detail
