// SPDX-License-Identifier: BSL-1.0
// Calls verbs by their names.
#include "plan/formula_verbs.hpp"

#include <ravel/base/error.hpp>
#include <ravel/op/fold/norm.hpp>
#include <ravel/op/stats/quantile.hpp>
#include <ravel/op/stats/statistics.hpp>
#include <ravel/plan/verbs.hpp>
#include <ravel/plan/views.hpp>

namespace ravel::detail {

namespace {

[[noreturn]] void refuse(const char* verb, const char* why) { throw value_error(text() << verb << " " << why); }

// The axes go, or stay with the length 1.
#define RAVEL_GONE(name)                                                                            \
  planned name##_in_formula(const formula_call& call) {                                             \
    if (!call.axes && call.kept) refuse(#name, "keeps axes that are named: " #name "(x, 0, keep)"); \
    if (!call.axes) return name(call.x);                                                            \
    return call.kept ? name(call.x, *call.axes, keep) : name(call.x, *call.axes);                   \
  }
// The axis stays.
#define RAVEL_KEPT(name)                                                     \
  planned name##_in_formula(const formula_call& call) {                      \
    if (call.kept) refuse(#name, "keeps its axis as it is: leave out keep"); \
    return call.axes ? name(call.x, *call.axes) : name(call.x);              \
  }
// clang-format off
#define RAVEL_FOR_EACH_GONE(X)                                                                                               \
  X(sum) X(product) X(mean) X(min) X(max) X(argmin) X(argmax) X(all_of) X(any_of) X(none_of) X(count) X(norm) X(median)      \
  X(variance) X(standard_deviation) X(skew) X(kurtosis) X(logsumexp)
#define RAVEL_FOR_EACH_KEPT(X) X(cumsum) X(cumprod) X(cummin) X(cummax) X(softmax) X(sort) X(argsort) X(rank)
// clang-format on
RAVEL_FOR_EACH_GONE(RAVEL_GONE)
RAVEL_FOR_EACH_KEPT(RAVEL_KEPT)
#undef RAVEL_GONE
#undef RAVEL_KEPT

planned transpose_in_formula(const formula_call& call) { return call.axes ? transpose(call.x, *call.axes) : transpose(call.x); }
planned flip_in_formula(const formula_call& call) { return call.axes ? flip(call.x, *call.axes) : flip(call.x); }
planned flat_in_formula(const formula_call& call) {
  if (call.axes) refuse("flat", "takes no axes");
  return flat(call.x);
}
planned new_axis_in_formula(const formula_call& call) {
  if (!call.axes || call.axes->size() != 1) refuse("new_axis", "needs a place: new_axis(x, 0)");
  return new_axis(call.x, (*call.axes)[0]);
}

}  // namespace

formula_verb formula_verb_named(std::string_view name) {
#define RAVEL_NAMED(verb) \
  if (name == #verb) return verb##_in_formula;
  RAVEL_FOR_EACH_GONE(RAVEL_NAMED)
  RAVEL_FOR_EACH_KEPT(RAVEL_NAMED)
  RAVEL_NAMED(transpose)
  RAVEL_NAMED(flip)
  RAVEL_NAMED(flat)
  RAVEL_NAMED(new_axis)
#undef RAVEL_NAMED
  return nullptr;
}

}  // namespace ravel::detail
