// SPDX-License-Identifier: BSL-1.0
// Calls the verbs of the table op/verbs.hpp by their names.
#include "plan/formula_value.hpp"

#include <ravel/any/group.hpp>
#include <ravel/any/order.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/op/keys/arggroup.hpp>
#include <ravel/op/keys/rolling_by.hpp>
#include "plan/formula_verb_call.hpp"

namespace ravel::detail {

formula_call::formula_call(std::string_view name, std::span<const formula_value> all) : name_(name), all_(all) {
  while (operands_ < all.size() && is_operand(all[operands_])) ++operands_;
  const auto is_option = [](const formula_value& one) {
    const auto* const word = one.as<formula_word>();
    return one.as<formula_weights>() || (word && !word->word.starts_with("decay::"));
  };
  for (options_ = operands_; options_ < all.size() && !is_option(all[options_]);) ++options_;
}

void formula_call::refuse(const std::string& why) const { throw value_error(text() << name_ << " " << why); }

ints formula_call::axes(const formula_value& x) const {
  index_t rank = 0;
  for (std::size_t k = 0; k < operands_; ++k) rank = std::max(rank, operand(k).rank());
  const auto* const list = x.as<formula_list>();
  std::vector<index_t> given, met;
  for (const formula_value& one : list ? std::span<const formula_value>(*list) : std::span(&x, 1)) {
    const auto axis = integer_argument(one);
    if (!axis) throw placed_error<value_error>("expected an axis, such as 0, or axes, such as {0, 1}", one.at);
    try {
      given.push_back(*axis);
      met.push_back(check_axis(*axis, rank));
    } catch (const index_error& outside) {
      throw placed_error<index_error>(outside.what(), one.at);
    }
    if (std::ranges::count(met, met.back()) > 1)
      throw placed_error<value_error>(text() << name_ << ": axis " << met.back() << " is named twice", one.at);
  }
  return given;
}

#define RAVEL_EACH_HERE(do_with)                                                                                    \
  RAVEL_FOR_EACH_VERB_OF_fold(do_with) RAVEL_FOR_EACH_VERB_OF_order(do_with) RAVEL_FOR_EACH_VERB_OF_search(do_with) \
      RAVEL_FOR_EACH_VERB_OF_keys(do_with) RAVEL_FOR_EACH_VERB_OF_missing(do_with)

namespace {

RAVEL_EACH_HERE(RAVEL_FORMULA_VERB)

}  // namespace

formula_function formula_verb_named(std::string_view name) {
  static constexpr named_function all[] = {RAVEL_EACH_HERE(RAVEL_FORMULA_ROW)};
  if (const formula_function found = function_named(all, name)) return found;
  if (const formula_function found = statistic_named(name)) return found;
  return window_verb_named(name);
}
#undef RAVEL_EACH_HERE

}  // namespace ravel::detail
