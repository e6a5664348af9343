// SPDX-License-Identifier: BSL-1.0
// Records elementwise steps. The lazy operation on tensors of one element tells the type of the result, and whether there is one.
#include <ravel/any/make.hpp>
#include <ravel/base/error.hpp>
#include <ravel/plan/planned.hpp>
#include "any/function_group.hpp"
#include "any/tile_functions.hpp"
#include "any/typed.hpp"
#include "lazy/program_stack.hpp"
#include "plan/steps.hpp"

#include <cctype>
#include <cmath>
#include <functional>

namespace ravel {

namespace detail {

int loosest_operator(std::string_view written) {
  int loosest = tightest, depth = 0;
  for (std::size_t k = 0; k < written.size(); ++k) {
    const char c = written[k];
    if (c == '"') {
      while (++k < written.size() && written[k] != '"') k += written[k] == '\\';
      continue;
    }
    depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
    if (c != ' ' || depth > 0) continue;
    const binary_operator* const next = operator_at(written.substr(k + 1));
    if (next && written.substr(k + 1 + next->sign.size()).starts_with(' ')) loosest = std::min(loosest, next->precedence);
  }
  return loosest;
}

namespace {

// Stands for the value of a step: a number for a number, for all others one element of its type.
any_operand example_of(const recorded& step) {
  if (auto number = number_behind(step)) return *std::move(number);
  return zeros(step.type(), {});
}

// About how many additions the function takes.
int cost_of(any_single f) { return group_of(f) == function_group::transcendental ? 30 : 1; }
int cost_of(any_pair f) {
  if (f == any_pair::divided_by || f == any_pair::modulus) return 4;
  return group_of(f) == function_group::transcendental ? 30 : 1;
}

bool is_word(std::string_view name) { return std::isalpha(static_cast<unsigned char>(name[0])) != 0; }

std::string in_parentheses_if(bool needed, const std::string& operand) { return needed ? "(" + operand + ")" : operand; }

std::string call_text(std::string_view name, std::span<const std::string> operands) {
  if (!is_word(name)) {
    if (operands.size() == 1) return text() << name << in_parentheses_if(loosest_operator(operands[0]) < tightest, operands[0]);
    const int own = operator_at(name)->precedence;
    return text() << in_parentheses_if(loosest_operator(operands[0]) < own + compares(own), operands[0]) << " " << name << " "
                  << in_parentheses_if(loosest_operator(operands[1]) <= own, operands[1]);
  }
  return text() << name << "(" << comma_list(operands, std::identity()) << ")";
}

// The functions of tensors of run-time type that are recorded, told apart by their values.
struct single_call {
  any_single f;
  any_tensor operator()(const operand_values& x) const { return apply_any(f, x[0]); }
  std::string_view called() const { return name(f); }
  int cost() const { return cost_of(f); }
  bool operator==(const single_call&) const = default;
};
struct pair_call {
  any_pair f;
  any_tensor operator()(const operand_values& x) const { return apply_any(f, x[0], x[1]); }
  std::string_view called() const { return name(f); }
  int cost() const { return cost_of(f); }
  bool operator==(const pair_call&) const = default;
};
struct triple_call {
  any_tensor (*f)(const any_operand&, const any_operand&, const any_operand&);
  std::string_view named;
  tile_function tile;
  any_tensor operator()(const operand_values& x) const { return f(x[0], x[1], x[2]); }
  std::string_view called() const { return named; }
  int cost() const { return 2; }
  bool operator==(const triple_call&) const = default;
};
using cast_function = any_tensor (*)(const any_held&, dtype);
struct cast_call {
  cast_function f;
  std::string_view named;
  dtype to;
  any_tensor operator()(const operand_values& x) const { return f(x.tensor(0), to); }
  std::string called() const { return text() << named << "<" << name(to) << ">"; }
  int cost() const { return 1; }
  bool operator==(const cast_call&) const = default;
};

template <class Call>
class elementwise_step final : public recorded {
 public:
  elementwise_step(const Call& call, dtype type, planned_shape shape, std::vector<shared_recorded> operands)
      : recorded(step_work::elementwise, type, std::move(shape), std::move(operands)), call_(call) {}

  any_operand run(const operand_values& operands, const extent_values&) const override { return call_(operands); }
  bool same_call(const recorded& other) const override { return call_ == static_cast<const elementwise_step&>(other).call_; }
  std::string written(std::span<const std::string> operands) const override { return call_text(call_.called(), operands); }
  std::string saved(std::span<const std::string> operands, const extent_words&) const override { return written(operands); }
  int cost() const override { return call_.cost(); }
  const Call& call() const { return call_; }

 private:
  Call call_;
};

// The axis of a step that lies so many axes before the last, or nothing.
const planned_length* axis_from_end(const recorded& step, index_t from_end) {
  const index_t axis = step.shape().rank() - 1 - from_end;
  return axis < 0 ? nullptr : &step.shape().lengths()[static_cast<std::size_t>(axis)];
}

[[noreturn]] void throw_lengths(std::string_view called, const recorded& a, const recorded& b, index_t from_end, index_t rank) {
  throw shape_error(text() << called << ": axis " << rank - 1 - from_end << " of " << step_text(a) << " and " << step_text(b)
                           << " has the lengths " << to_string(*axis_from_end(a, from_end)) << " and "
                           << to_string(*axis_from_end(b, from_end)));
}

}  // namespace

planned_shape broadcast_shape(std::string_view called, std::span<const shared_recorded> operands) {
  index_t rank = 0;
  for (const auto& one : operands) rank = std::max(rank, one->shape().rank());
  std::vector<planned_length> lengths(static_cast<std::size_t>(rank), planned_length(1));
  for (index_t from_end = 0; from_end < rank; ++from_end) {
    const recorded* first = nullptr;
    for (const auto& one : operands) {
      const planned_length* const own = axis_from_end(*one, from_end);
      if (!own || *own == planned_length(1)) continue;
      if (first && !(*axis_from_end(*first, from_end) == *own)) throw_lengths(called, *first, *one, from_end, rank);
      if (!first) first = one.get();
    }
    if (first) lengths[static_cast<std::size_t>(rank - 1 - from_end)] = *axis_from_end(*first, from_end);
  }
  return lengths;
}

namespace {

template <class Call>
planned record_elementwise(const Call& call, std::vector<shared_recorded> operands) {
  const dtype type = call(example_values(operands, example_of).all()).dtype();
  planned_shape shape = broadcast_shape(call.called(), operands);
  return planned_access::wrap(make_released<true, elementwise_step<Call>>(call, type, std::move(shape), std::move(operands)));
}

}  // namespace

bool add_function(const recorded& step, program_stack& to) {
  if (const auto* const one = as_step<elementwise_step<single_call>>(step)) return to.add(tile_function_of(one->call().f), 1, false);
  if (const auto* const two = as_step<elementwise_step<pair_call>>(step))
    return to.add(tile_function_of(two->call().f), 2, swaps_in_tiles_of(two->call().f));
  const auto* const three = as_step<elementwise_step<triple_call>>(step);
  return three && to.add(three->call().tile, 3, false);
}

namespace {

bool is_number(const recorded& step, int number) {
  const auto* const held = held_behind(step);
  return held && held->value().scalar && visit(*held->value().scalar, [number](const auto& value) {
           using T = std::remove_cvref_t<decltype(value)>;
           if constexpr (real_element<T>) {
             return value == static_cast<T>(number) && !std::signbit(value);
           } else if constexpr (complex_element<T>) {
             return false;
           } else {
             return value == static_cast<T>(number);
           }
         });
}
const shared_recorded& without_name(const shared_recorded& step) {
  const shared_recorded* found = &step;
  while (as_step<name_step>(**found)) found = &(*found)->operands()[0];
  return *found;
}

const shared_recorded* same_as_inner(any_single f, const recorded& step) {
  if (f != any_single::negated && f != any_single::logical_not) return nullptr;
  const auto* const inner = as_step<elementwise_step<single_call>>(*without_name(step.operands()[0]));
  return inner && inner->call().f == f ? &inner->operands()[0] : nullptr;
}
const shared_recorded* same_as_one(any_pair f, const recorded& step) {
  const shared_recorded &a = step.operands()[0], &b = step.operands()[1];
  const bool times = f == any_pair::times, divided = f == any_pair::divided_by, minus = f == any_pair::minus;
  if (((times || divided) && is_number(*b, 1)) || (minus && is_number(*b, 0))) return &a;
  return times && is_number(*a, 1) ? &b : nullptr;
}

}  // namespace

const shared_recorded* same_value(const recorded& step) {
  const shared_recorded* found = nullptr;
  if (const auto* const one = as_step<elementwise_step<single_call>>(step)) {
    found = same_as_inner(one->call().f, step);
  } else if (const auto* const two = as_step<elementwise_step<pair_call>>(step)) {
    found = same_as_one(two->call().f, step);
  } else if (as_step<elementwise_step<cast_call>>(step)) {
    found = &step.operands()[0];
  }
  return found && (*found)->type() == step.type() && (*found)->shape() == step.shape() ? found : nullptr;
}

planned record(any_single f, const planned_argument& x) { return record_elementwise(single_call{f}, {x.step}); }
planned record(any_pair f, const planned_argument& a, const planned_argument& b) {
  return record_elementwise(pair_call{f}, {a.step, b.step});
}
planned record_where(const planned_argument& mask, const planned_argument& a, const planned_argument& b) {
  return record_elementwise(triple_call{&choose_any, "where", tile_function::chosen}, {mask.step, a.step, b.step});
}
planned record_clip(const planned_argument& x, const planned_argument& low, const planned_argument& high) {
  return record_elementwise(triple_call{&clip_any, "clip", tile_function::smaller}, {x.step, low.step, high.step});
}

}  // namespace detail

#define RAVEL_CAST(name)                                                                                              \
  planned name(const planned& x, dtype to) {                                                                          \
    return detail::record_elementwise(detail::cast_call{&ravel::name, #name, to}, {detail::planned_access::step(x)}); \
  }
RAVEL_FOR_EACH_CAST(RAVEL_CAST)
#undef RAVEL_CAST

}  // namespace ravel
