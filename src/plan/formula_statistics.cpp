// SPDX-License-Identifier: BSL-1.0
// Calls the verbs of statistics, and those by lists of numbers, by their names.
#include <ravel/op/stats/quantile.hpp>
#include <ravel/op/stats/statistics.hpp>
#include <ravel/plan/lists.hpp>
#include "plan/formula_verb_call.hpp"

namespace ravel::detail {

namespace {

RAVEL_FOR_EACH_VERB_OF_stats(RAVEL_FORMULA_VERB)  //
    RAVEL_FORMULA_VERB_WITH(digitize, formula_types<closed_edge>) RAVEL_FORMULA_VERB_WITH(interp, formula_types<>)
        RAVEL_FORMULA_VERB_WITH(bincount, formula_types<at_least>) struct value_counts_in_formula {
  using options = formula_types<>;
};
#define RAVEL_EACH_WITH_PARTS(do_with)                                                                                           \
  do_with(value_counts, values) do_with(quartiles, min) do_with(descriptive_statistics, count) do_with(linear_regression, count) \
      do_with(theil_sen, slope) do_with(least_squares, coefficients)
RAVEL_EACH_WITH_PARTS(RAVEL_FORMULA_VERB_WITH_PARTS)

// Along an axis it takes between{low, high} as an option, so the limits are checked here.
RAVEL_FORMULA_VERB_WITH_PARTS(histogram, counts)
struct histogram_of_formula : histogram_with_parts {
  using histogram_with_parts::call;
  template <among<bins, nan_policy>... Options>
  static planned call(const planned&, const ints&, const Options&...) {
    throw value_error("histogram along an axis takes edges, as histogram(x, float64[3]{0, 1, 2}, 0), or between{low, high}");
  }
};

}  // namespace

formula_function statistic_named(std::string_view name) {
  static constexpr named_function all[] = {
      RAVEL_FOR_EACH_VERB_OF_stats(RAVEL_FORMULA_ROW) RAVEL_EACH_WITH_PARTS(RAVEL_FORMULA_ROW_WITH_PARTS)  //
      RAVEL_FORMULA_ROW(digitize) RAVEL_FORMULA_ROW(interp) RAVEL_FORMULA_ROW(bincount){"histogram", &call_verb<histogram_of_formula>}};
  return function_named(all, name);
}
#undef RAVEL_EACH_WITH_PARTS

}  // namespace ravel::detail
