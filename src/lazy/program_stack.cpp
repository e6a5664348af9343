// SPDX-License-Identifier: BSL-1.0
// Adds operations to a program.
#include "lazy/program_stack.hpp"
#include <ravel/element/cast.hpp>

#include <cstring>

namespace ravel::detail {

namespace {

// A value in the type of the program, if that type has it.
template <class T, class S>
std::optional<T> exactly(S value) {
  if constexpr (kind_v<S> > kind_v<T>) {
    return std::nullopt;
  } else {
    const T made = saturate_value<T>(value);
    return values_equal(made, value) || is_nan{}(value) ? std::optional(made) : std::nullopt;
  }
}

}  // namespace

bool program_stack::add_leaf(std::size_t number, bool is_number) {
  const auto added = program_->add_leaf(number, is_number);
  return added && push({*added, false});
}

bool program_stack::add_value(const void* value, dtype type) {
  if (program_->type() == dtype::bool_ && !is_of(type)) return false;
  return with_tile_type(type, [&]<class S>(std::type_identity<S>) {
    return with_tile_type(program_->type(), [&]<class T>(std::type_identity<T>) {
      S given;
      std::memcpy(&given, value, sizeof given);
      const auto element = exactly<T>(given);
      const auto added = element ? program_->add_constant(&*element) : std::nullopt;
      return added && push({*added, false});
    });
  });
}

bool program_stack::add(tile_function f, int operands, bool swaps) {
  if (std::ssize(operands_) < operands) return false;
  const operand* const in = operands_.data() + operands_.size() - operands;
  if (f == tile_function::smaller && operands == 3) {  // a clip
    const auto raised = make(tile_function::larger, in[0], in[1], {});
    const auto made = raised ? make(f, *raised, in[2], {}) : std::nullopt;
    return made && replace(operands, *made);
  }
  const operand& second = in[operands > 1 ? 1 : 0];
  const auto made = make(f, swaps ? second : in[0], swaps ? in[0] : second, operands > 2 ? in[2] : operand());
  return made && replace(operands, *made);
}

bool program_stack::is_of(dtype type) {
  const bool fills = with_tile_type(type, [](auto) { return true; });
  if (fills && program_->type() == dtype::bool_) program_->set_type(type);
  return fills && program_->type() == type;
}

std::optional<program_stack::operand> program_stack::make(tile_function f, const operand& a, const operand& b, const operand& c) {
  const bool chooses = takes_three(f), is_pair = takes_two(f), bits = of_bits(f);
  const bool fits = chooses ? a.is_truth && !b.is_truth && !c.is_truth : (bits || !a.is_truth) && (!is_pair || a.is_truth == b.is_truth);
  if (!fits || !tile_machine_of(0)->instruction(program_->type(), f, {true, true, true})) return std::nullopt;
  const auto made = program_->add({f, {a.is, is_pair ? b.is : tile_program::value(), chooses ? c.is : tile_program::value()}});
  return made ? std::optional(operand{*made, gives_truth(f) || (bits && a.is_truth)}) : std::nullopt;
}

}  // namespace ravel::detail
