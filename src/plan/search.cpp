// SPDX-License-Identifier: BSL-1.0
// Records searches.
#include <ravel/any/order.hpp>
#include <ravel/base/error.hpp>
#include <ravel/plan/selection.hpp>
#include "plan/steps.hpp"

namespace ravel::detail {

namespace {

std::string argument_words(search_side side) { return side == search_side::left ? "search_side::left" : "search_side::right"; }

}  // namespace

planned record_searchsorted(const planned_argument& sorted, const planned_argument& values, search_side side) {
  if (sorted.step->shape().rank() != 1)
    throw shape_error(text() << "searchsorted: the sorted data " << step_text(*sorted.step) << " have not one axis");
  call_arguments arguments = arguments_of(side);
  arguments.words = side == search_side::left ? "" : ", " + argument_words(side);
  const auto run = [side](const any_tensor& x, const any_tensor& y) -> any_tensor { return searchsorted(x, y, side); };
  return record_at_once("searchsorted", std::move(arguments), on_two(run), dtype::int64, values.step->shape(), {sorted.step, values.step});
}

planned record_index_of(const planned_argument& x, const planned_argument& values) {
  const auto run = [](const any_tensor& t, const any_tensor& y) -> any_tensor { return index_of(t, y); };
  return record_at_once("index_of", arguments_of(), on_two(run), dtype::int64, values.step->shape(), {x.step, values.step});
}

planned record_membership(const planned_argument& x, const planned_argument& values) {
  const auto run = [](const any_tensor& t, const any_tensor& y) -> any_tensor { return membership(t, y); };
  return record_at_once("membership", arguments_of(), on_two(run), dtype::bool_, x.step->shape(), {x.step, values.step});
}

}  // namespace ravel::detail
