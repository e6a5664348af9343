// SPDX-License-Identifier: BSL-1.0
// Calls the verbs of windows and of signals by their names.
#include <ravel/op/signal/fft.hpp>
#include <ravel/op/signal/filters.hpp>
#include <ravel/op/windows/diff.hpp>
#include <ravel/op/windows/downsample.hpp>
#include <ravel/op/windows/ewm.hpp>
#include <ravel/op/windows/rolling.hpp>
#include <ravel/op/windows/rolling_order.hpp>
#include <ravel/plan/lists.hpp>
#include <ravel/plan/map.hpp>
#include "plan/formula_verb_call.hpp"

namespace ravel::detail {

#define RAVEL_EACH_HERE(do_with) RAVEL_FOR_EACH_VERB_OF_windows(do_with) RAVEL_FOR_EACH_VERB_OF_signal(do_with)
#define RAVEL_EACH_WITH_PARTS(do_with) do_with(peak_prominences, values) do_with(peak_widths, values)

namespace {

RAVEL_EACH_HERE(RAVEL_FORMULA_VERB)
RAVEL_EACH_WITH_PARTS(RAVEL_FORMULA_VERB_WITH_PARTS)

}  // namespace

formula_function window_verb_named(std::string_view name) {
  static constexpr named_function all[] = {RAVEL_EACH_HERE(RAVEL_FORMULA_ROW) RAVEL_EACH_WITH_PARTS(RAVEL_FORMULA_ROW_WITH_PARTS)};
  return function_named(all, name);
}
#undef RAVEL_EACH_WITH_PARTS
#undef RAVEL_EACH_HERE

}  // namespace ravel::detail
