// SPDX-License-Identifier: BSL-1.0
// Checks what a run is given: its inputs, and the targets of its results.
#include <ravel/base/error.hpp>
#include <ravel/base/shape.hpp>
#include "plan/run_state.hpp"

#include <algorithm>

namespace ravel::detail {

bool overlap_of(const any_tensor& a, const any_tensor& b) {
  return a.size() > 0 && b.size() > 0 && any_tensor_access::shared(a)->meets(any_tensor_access::node(b).extent()) != overlap::none;
}

namespace {

// Whether an element of `few` is one of `other`. Both lie in memory.
bool has_element_of(const untyped_tensor& few, const untyped_tensor& other) {
  const index_t bytes = few.kind().bytes, step = few.base()->lent_step() * bytes, other_step = other.base()->lent_step() * bytes;
  const auto* const first = static_cast<const std::byte*>(few.base()->lent_from(0));
  const index_t between = first - static_cast<const std::byte*>(other.base()->lent_from(0));
  if (other.kind().bytes != bytes || other_step == 0 || between % bytes != 0) return true;  // parts of elements may be shared
  for (index_t i = 0; i < few.map().size(); ++i) {
    const index_t at = between + few.address(i) * step;
    if (at % other_step == 0 && other.map().first_global(at / other_step)) return true;
  }
  return false;
}

}  // namespace

bool share_elements(const any_tensor& a, const any_tensor& b) {
  const untyped_tensor &x = any_tensor_access::node(a), &y = any_tensor_access::node(b);
  if (a.size() == 0 || b.size() == 0 || !is_view_of(x, y)) return false;
  if (!x.base()->lends() || !y.base()->lends()) return true;
  const target_memory of_x = x.extent(), of_y = y.extent();
  if (of_x.high() <= of_y.low() || of_y.high() <= of_x.low()) return true;  // two mappings of one file
  return a.size() < b.size() ? has_element_of(x, y) : has_element_of(y, x);
}

// The name and the axis of the first placeholder that has the extent.
std::pair<std::string, std::size_t> program::first_with(const planned_extent& extent) const {
  for (const planned& one : inputs_) {
    const auto& lengths = one.shape().lengths();
    const auto of_axis = [&](const planned_length& length) {
      const planned_extent* const lone = found_extent::lone(length);
      return lone && *lone == extent;
    };
    const auto found = std::ranges::find_if(lengths, of_axis);
    if (found != lengths.end()) return {name_of(*planned_access::step(one)), static_cast<std::size_t>(found - lengths.begin())};
  }
  return {};
}

void program::check_input(std::size_t place, const any_tensor& value, extent_values& lengths) const {
  const auto& wanted = static_cast<const placeholder_step&>(*planned_access::step(inputs_[place]));
  if (value.dtype() != wanted.type())
    throw type_error(text() << "placeholder " << wanted.name() << " has elements of " << name(wanted.type()) << ", and was given "
                            << name(value.dtype()) << ": cast it, or declare another type");
  const shape& given = value.dims().shape();
  const auto& declared = wanted.shape().lengths();
  const auto refuse = [&] {
    throw shape_error(text() << "placeholder " << step_text(wanted) << " was given the shape " << to_string(given));
  };
  if (given.rank() != std::ssize(declared)) refuse();
  for (std::size_t axis = 0; axis < declared.size(); ++axis) {
    const index_t found = given[static_cast<index_t>(axis)];
    const planned_extent* const lone = found_extent::lone(declared[axis]);
    if (!lone) {
      if (*declared[axis].number() != found) refuse();
    } else if (const auto before = lengths.set(*lone, found)) {
      const auto [first, of_first] = first_with(*lone);
      throw shape_error(text() << "extent " << lone->name() << " is " << *before << " along axis " << of_first << " of " << first
                               << ", and " << found << " along axis " << axis << " of " << wanted.name());
    }
  }
}

program::given_inputs program::checked_inputs(run_state& state, const run_inputs& inputs) const {
  const auto in_order = inputs.in_order_.all();
  if (!in_order.empty() && in_order.size() != inputs_.size())
    throw value_error(text() << "the plan has " << inputs_.size() << " inputs, and was given " << in_order.size());
  given_inputs given(inputs_.size(), nullptr);
  for (std::size_t k = 0; k < inputs_.size(); ++k) {
    if (!in_order.empty()) {
      given[k] = &in_order[k];
    } else if (state.bound[k]) {
      given[k] = &*state.bound[k];
    }
  }
  for (const named_tensor& one : inputs.by_name_.all()) given[input_named(one.name)] = &one.tensor;
  state.told.clear();
  for (std::size_t k = 0; k < given.size(); ++k) {
    if (!given[k]) throw value_error(text() << "placeholder " << name_of(*planned_access::step(inputs_[k])) << " was given no value");
    check_input(k, *given[k], state.told);
  }
  return given;
}

// A target for each result, or null.
program::targets program::targets_of(run_values& now, const results_into& into) const {
  targets found(outputs_.size(), nullptr);
  for (const named_tensor& one : into.targets_.all()) {
    const auto output = std::ranges::find_if(outputs_, [&](const program_output& known) { return known.name == one.name; });
    if (output == outputs_.end()) throw value_error(text() << "the plan has no result named " << one.name);
    const auto place = static_cast<std::size_t>(output - outputs_.begin());
    if (found[place]) throw value_error(text() << "the result " << one.name << " goes to two places");
    const recorded& made = *steps_[output->step].what;
    if (made.type() != one.tensor.dtype())
      throw type_error(text() << "the result " << one.name << " has elements of " << name(made.type()) << ", and its target "
                              << name(one.tensor.dtype()));
    const shape& wanted = now.shape_of_result(place);
    if (one.tensor.dims().shape() != wanted)
      throw shape_error(text() << "the result " << one.name << " has the shape " << to_string(wanted) << ", and its target "
                               << to_string(one.tensor.shape()));
    check_writable(one.tensor);
    for (const named_tensor& other : into.targets_.all()) {
      if (&other == &one) break;
      if (share_elements(other.tensor, one.tensor))
        throw value_error(text() << "the targets of the results " << other.name << " and " << one.name << " overlap");
    }
    for (const program_update& updated : updates_) {
      if (share_elements(updated.target->where(), one.tensor))
        throw value_error(text() << "the target of the result " << one.name << " overlaps variable " << updated.target->name()
                                 << ", which the run updates");
    }
    found[place] = &one.tensor;
  }
  return found;
}

}  // namespace ravel::detail
