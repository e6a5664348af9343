// SPDX-License-Identifier: BSL-1.0
// The tile machine: runs a list of elementwise instructions over tiles of eight vectors, which stay in registers from one instruction to
// the next. An instruction is a function that works on one tile and then calls the next instruction as its last act, so that compilers jump
// there. A portable machine has tiles in memory alone. Plain data and functions.
#pragma once

#include <ravel/element/dtype.hpp>
#include <ravel/lazy/detail/program_node.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace ravel::detail {

// Calls f(type_identity) with a type that fills tiles; a default result for others.
template <class F>
auto with_tile_type(dtype type, const F& f) {
  switch (type) {
    case dtype::float64:
      return f(std::type_identity<double>());
    case dtype::float32:
      return f(std::type_identity<float>());
    case dtype::int64:
      return f(std::type_identity<std::int64_t>());
    case dtype::int32:
      return f(std::type_identity<std::int32_t>());
    default:
      return decltype(f(std::type_identity<double>())){};
  }
}

constexpr bool takes_three(tile_function f) { return f == tile_function::chosen; }
constexpr bool takes_two(tile_function f) { return f < tile_function::negated || takes_three(f); }
constexpr bool gives_truth(tile_function f) { return f >= tile_function::equals && f <= tile_function::less_equal; }
constexpr bool of_bits(tile_function f) {
  return (f >= tile_function::bits_and && f <= tile_function::bits_xor) || f == tile_function::bits_not;
}

// An operand of an instruction is in the registers, as the instruction before left it, or in memory. At most one is in the registers.
struct tile_form {
  bool a_in_memory;
  bool b_in_memory;
  bool stores;  // writes its result to memory, too
  bool c_in_memory = true;
};

struct tile_instruction {
  void (*work)();  // its type is known to the machine
  // Each place in memory is one of a list. Its elements follow each other (~0), or are one tile that is used again (0).
  std::uint32_t a, b, to;
  std::size_t step_a, step_b, step_to;
  std::uint32_t c = 0;
  std::size_t step_c = 0;
};

struct tile_machine {
  static constexpr std::size_t longest_tile = 1024;  // bytes

  std::size_t tile;    // bytes
  bool keeps_results;  // in registers, for the next instruction. Otherwise all operands are in memory, and all results are stored
  // Null if the machine does not have the function for elements of this type.
  void (*(*instruction)(dtype type, tile_function f, tile_form form))();
  void (*stop)();                                                                           // the instruction behind the last
  void (*run)(const tile_instruction* first, std::byte* const* places, std::size_t bytes);  // of whole tiles
};

// The machine for vectors of 32 or 64 bytes; null if this processor or the compiler lacks them. Of 0 bytes: the portable one.
const tile_machine* tile_machine_of(std::size_t vector_bytes);
// The fastest. Tests choose others.
const tile_machine*& tile_machine_in_use();

}  // namespace ravel::detail
