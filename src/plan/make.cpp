// SPDX-License-Identifier: BSL-1.0
// Records tensors that are made of lengths.
#include <ravel/any/make.hpp>
#include <ravel/base/error.hpp>
#include <ravel/plan/make.hpp>
#include <ravel/plan/planned.hpp>
#include "plan/steps.hpp"

namespace ravel::detail {

namespace {

// "zeros<float64>"
std::string typed_verb(const char* verb, dtype type) { return text() << verb << "<" << name(type) << ">"; }

void check_lengths(const char* verb, const planned_shape& lengths) {
  for (const planned_length& one : lengths.lengths()) {
    if (one.number() && *one.number() < 0)
      throw shape_error(text() << verb << " of the shape " << to_string(lengths) << ": a length is negative");
  }
}

planned record_made(const char* verb, dtype type, const planned_shape& lengths, call_arguments arguments, step_function run,
                    std::vector<shared_recorded> operands = {}) {
  check_lengths(verb, lengths);
  step_call call{step_work::at_once, typed_verb(verb, type), std::move(arguments), std::move(run)};
  call.argument_place = 0;
  call.reads_lengths = lengths.lengths();
  return record_call(std::move(call), type, lengths, std::move(operands));
}

call_arguments behind(const planned_shape& lengths, call_arguments more) {
  more.lengths = lengths;
  more.lengths_lead = true;
  return more;
}

}  // namespace

planned record_full(dtype type, const planned_shape& lengths, const any_scalar& value) {
  (void)full(type, {}, value);  // throws if the value does not fit
  const step_function run = [type, lengths, value](const operand_values&, const extent_values& extents) {
    return full(type, shape_at(lengths, extents), value);
  };
  return record_made("full", type, lengths, behind(lengths, arguments_of()), run, {planned_argument(value).step});
}

planned record_full(dtype type, const planned_shape& lengths, int value, const char* verb) {
  (void)(value ? ones(type, {}) : zeros(type, {}));
  return record_made(verb, type, lengths, behind(lengths, arguments_of()),
                     [type, lengths, value](const operand_values&, const extent_values& extents) {
                       const shape known = shape_at(lengths, extents);
                       return value ? ones(type, known) : zeros(type, known);
                     });
}

planned record_arange(dtype type, index_t start, const planned_length& stop) {
  (void)arange(type, 0, 0);  // throws if the type has no ranges
  call_arguments arguments;
  arguments.words = text() << ", " << start;
  arguments.lengths = {stop};
  arguments.last = call_arguments::lengths_are::each;
  const planned_length length = stop - planned_length(start);
  return record_made("arange", type, {length}, std::move(arguments),
                     [type, start, length](const operand_values&, const extent_values& extents) {
                       return arange(type, start, add_index(start, length.at(extents)));
                     });
}

planned record_random(const char* verb, dtype type, const planned_shape& lengths, call_arguments arguments, seeded_maker make,
                      const seed_of_plan& seed) {
  if (!seed.value) {
    arguments.words += ", " + argument_words(seed.number);
    const step_function run = [lengths, make = std::move(make), number = seed.number](const operand_values&, const extent_values& extents) {
      return make(shape_at(lengths, extents), number);
    };
    return record_made(verb, type, lengths, behind(lengths, std::move(arguments)), run);
  }
  if (seed.value->rank() != 0 || kind_of(seed.value->dtype()) != element_kind::integer)
    throw type_error(text() << verb << ": the seed " << step_text(*seed.value) << " is no integer without axes");
  const step_function run = [lengths, make = std::move(make)](const operand_values& operands, const extent_values& extents) {
    const any_tensor bits = clone(wrap_cast(operands.tensor(0), dtype::uint64));
    return make(shape_at(lengths, extents), as<std::uint64_t>(bits)());
  };
  return record_made(verb, type, lengths, behind(lengths, std::move(arguments)), run, {planned_access::step(*seed.value)});
}

}  // namespace ravel::detail
