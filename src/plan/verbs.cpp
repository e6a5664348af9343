// SPDX-License-Identifier: BSL-1.0
// Records verbs, weighted verbs and products: what becomes of the lengths, and the type of the result.
#include <ravel/any/make.hpp>
#include <ravel/any/verbs.hpp>
#include <ravel/base/error.hpp>
#include <ravel/base/shape.hpp>
#include <ravel/plan/planned.hpp>
#include <ravel/plan/verbs.hpp>
#include <ravel/plan/views.hpp>
#include <ravel/walk/axis_plan.hpp>
#include "plan/steps.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ravel::detail {

namespace {

[[noreturn]] void throw_product(const char* verb, const recorded& a, const recorded& b) {
  throw shape_error(text() << verb << " of " << step_text(a) << " and " << step_text(b) << ": the lengths do not fit");
}

// The leading axes stretch, the inner lengths go. A vector is a row on the left and a column on the right.
lengths_of product_lengths(const char* verb, const recorded& a, const recorded& b) {
  lengths_of left = a.shape().lengths(), right = b.shape().lengths();
  if (left.empty() || right.empty()) throw_product(verb, a, b);
  const bool row = left.size() == 1, column = right.size() == 1;
  if (row) left.insert(left.begin(), 1);
  if (column) right.push_back(1);
  const std::size_t batch = std::max(left.size(), right.size()) - 2;
  lengths_of made(batch, planned_length(1));
  const auto stretch = [&](const lengths_of& with) {
    for (std::size_t k = 0; k + 2 < with.size(); ++k) {
      planned_length& to = made[k + batch - (with.size() - 2)];
      if (with[k] == planned_length(1)) continue;
      if (!(to == planned_length(1)) && !(to == with[k])) throw_product(verb, a, b);
      to = with[k];
    }
  };
  stretch(left);
  stretch(right);
  if (!(left.back() == right[right.size() - 2])) throw_product(verb, a, b);
  if (!row) made.push_back(left[left.size() - 2]);
  if (!column) made.push_back(right.back());
  return made;
}

[[noreturn]] void throw_needs_axis(const char* verb, const recorded& x) {
  throw shape_error(text() << verb << " of " << step_text(x) << " needs an axis: " << verb << "(x, axis)");
}

// The axes that the verb works along: true for those. All if none are named.
std::vector<bool> axes_worked_on(const char* verb, const recorded& x, const planned_shape& of, const verb_axes& axes) {
  const index_t rank = of.rank();
  std::vector<bool> worked(static_cast<std::size_t>(rank), !axes.named);
  if (!axes.named) {
    if (axes.what != axes_become::gone && rank != 1) throw_needs_axis(verb, x);
    return worked;
  }
  for (const index_t axis : worked_axes(*axes.named, rank)) worked[at(axis)] = true;
  return worked;
}

// Differences are one shorter, and windows give a result for each element. No rule is known of others, and of calls with options: each run
// finds the length.
std::optional<index_t> longer_by(std::string_view verb, bool has_options) {
  if (has_options) return std::nullopt;
  if (verb == "diff") return -1;
  return verb.starts_with("rolling") ? std::optional<index_t>(0) : std::nullopt;
}

planned_length longer_length(const planned_length& own, index_t by) { return own == planned_length(0) ? own : own + by; }

// "gathers, summable_reader, …" of "sum"; empty for a name without a row.
#define RAVEL_NAME_AND_ROW(name) {#name, RAVEL_TEXT_OF_ROW(RAVEL_VERB_##name)},
#define RAVEL_TEXT_OF_ROW(...) RAVEL_TEXT(__VA_ARGS__)
#define RAVEL_TEXT(...) #__VA_ARGS__
std::string_view verb_row(std::string_view verb) {
  static constexpr std::pair<std::string_view, std::string_view> rows[] = {RAVEL_FOR_EACH_VERB(RAVEL_NAME_AND_ROW)};
  const auto* const row = std::ranges::find(rows, verb, [](const auto& each) { return each.first; });
  return row == std::end(rows) ? std::string_view() : row->second;
}
#undef RAVEL_NAME_AND_ROW
#undef RAVEL_TEXT_OF_ROW
#undef RAVEL_TEXT

// The type of a result that a few elements do not tell, because the verb wants more of them.
dtype type_of_more(std::string_view verb, dtype of) {
  if (verb_row(verb).find(", as_precise,") == std::string_view::npos) return of;
  return computed_as(of) == dtype::float32 ? dtype::float32 : dtype::float64;
}

}  // namespace

planned_shape result_shape(const char* verb, const recorded& x, const planned_shape& of, const verb_axes& axes, bool has_options) {
  const std::optional<index_t> longer = longer_by(verb, has_options);
  const std::vector<bool> worked = axes_worked_on(verb, x, of, axes);
  std::vector<planned_length> made;
  for (std::size_t k = 0; k < worked.size(); ++k) {
    const planned_length& own = of.lengths()[k];
    if (!worked[k] || axes.what == axes_become::kept) {
      made.push_back(own);
    } else if (axes.what == axes_become::changed && axes.length) {
      made.push_back(*axes.length);
    } else if (axes.what == axes_become::changed) {
      made.push_back(longer ? longer_length(own, *longer) : found_extent::by_step(text() << "length of " << verb));
    } else if (axes.keeps_ones) {
      made.push_back(1);
    }
  }
  return made;
}

void drop_defaults_of_row(std::string_view verb, call_arguments& arguments) {
  constexpr std::string_view mark = "by_default<";
  for (std::string_view left = verb_row(verb); left.find(mark) != left.npos;) {
    left.remove_prefix(left.find(mark) + mark.size());
    const std::string words = ", " + std::string(left.substr(0, left.find('>')));
    const std::size_t at = arguments.words.find(words);
    if (at == std::string::npos) continue;
    arguments.words.erase(at, words.size());
    --arguments.options;
  }
}

ints only_planned_axis(const char* verb, const planned& x) {
  if (x.rank() != 1) throw_needs_axis(verb, *planned_access::step(x));
  return 0;
}

verb_call bound_verb(any_operand (*run)(const void* arguments, const any_tensor& t), std::shared_ptr<const void> arguments,
                     std::optional<dtype> type) {
  return {[run, arguments = std::move(arguments)](const operand_values& operands, const extent_values&) {
            return run(arguments.get(), operands.tensor(0));
          },
          type};
}

planned record_verb(const char* verb, const planned& x, const verb_axes& axes, call_arguments arguments, verb_call call) {
  const shared_recorded& step = planned_access::step(x);
  drop_defaults_of_row(verb, arguments);
  planned_shape shape = result_shape(verb, *step, step->shape(), axes, arguments.options > 0);
  return record_at_once(verb, std::move(arguments), std::move(call.run), call.type.value_or(type_of_more(verb, x.dtype())),
                        std::move(shape), {step});
}

planned record_quantiles(const planned& x, const std::vector<double>& q, const ints* axis, call_arguments arguments, verb_call call) {
  if (axis) return record_verb("quantile", x, {axes_become::changed, axis, false, std::ssize(q)}, std::move(arguments), std::move(call));
  return record_at_once("quantile", std::move(arguments), std::move(call.run), dtype::float64, {std::ssize(q)}, {planned_access::step(x)});
}

planned record_matrix(const char* verb, const planned& x, index_arg axis, call_arguments arguments, verb_call call) {
  const shared_recorded& step = planned_access::step(x);
  if (x.rank() != 2) throw shape_error(text() << verb << " of " << step_text(*step) << ": it takes a matrix, whose rows are variables");
  const planned_length variables = x.shape()[1 - check_axis(axis, 2)];
  return record_at_once(verb, std::move(arguments), std::move(call.run), dtype::float64, {variables, variables}, {step});
}

planned record_outer(const planned_argument& a, const planned_argument& b) {
  planned left = planned_access::wrap(a.step);
  for (index_t k = b.step->shape().rank(); k > 0; --k) left = new_axis(left, -1);
  return left * planned_access::wrap(b.step);
}

planned record_pair_verb(const char* verb, const planned_argument& a, const planned_argument& b, const verb_axes& axes,
                         call_arguments arguments, verb_call call) {
  const std::vector<shared_recorded> both{a.step, b.step};
  if (!axes.named && !(a.step->shape() == b.step->shape()))
    throw shape_error(text() << verb << ": " << step_text(*a.step) << " and " << step_text(*b.step) << " differ in shape");
  planned_shape shape = result_shape(verb, *a.step, broadcast_shape(verb, both), axes);
  return record_at_once(verb, std::move(arguments), std::move(call.run), *call.type, std::move(shape), both);
}

planned record_product(const char* verb, any_tensor (*f)(const any_data&, const any_data&), const planned_argument& a,
                       const planned_argument& b) {
  auto lengths = product_lengths(verb, *a.step, *b.step);
  const auto one = [](const recorded& step) { return zeros(step.type(), shape(std::vector<index_t>(at(step.shape().rank()), 1))); };
  const dtype type = f(one(*a.step), one(*b.step)).dtype();
  step_call call{step_work::at_once, verb, arguments_of(), on_two(f)};
  call.reads_memory = true;
  return record_call(std::move(call), type, std::move(lengths), {a.step, b.step});
}

planned record_weighted(const char* verb, const planned& x, const planned_weights& w, const verb_axes& axes, call_arguments arguments,
                        weighted_call call) {
  const std::vector<shared_recorded> both{planned_access::step(x), planned_access::step(w.values())};
  planned_length weighed = x.shape().elements();
  if (axes.named) {
    weighed = 1;
    for (const index_t axis : std::span<const index_t>(*axes.named)) weighed = weighed * x.shape()[check_axis(axis, x.rank())];
  }
  if (!(w.values().shape().elements() == weighed))
    throw shape_error(text() << verb << " of " << step_text(*both[0]) << ": the weights " << step_text(*both[1]) << " are "
                             << to_string(w.values().shape().elements()) << ", and each result is of " << to_string(weighed)
                             << " elements");
  planned_shape shape = result_shape(verb, *both[0], x.shape(), axes);
  const step_function run = [verb, f = std::move(call)](const operand_values& operands, const extent_values&) {
    return f(operands.tensor(0), weights(elements_as_doubles(verb, operands.tensor(1))));
  };
  const dtype type = type_of_call(both, run, dtype::float64);
  step_call made{step_work::at_once, verb, std::move(arguments), run};
  made.argument_place = 1;
  made.has_weights = true;
  return record_call(std::move(made), type, std::move(shape), both);
}

}  // namespace ravel::detail

namespace ravel {

planned_weights::planned_weights(const planned& w) : values_(w) {
  const element_kind kind = kind_of(w.dtype());
  if (w.dtype() == dtype::string || kind == element_kind::complex)
    throw type_error(detail::text() << "planned_weights of " << detail::step_text(w) << ": they are real numbers");
}

}  // namespace ravel
