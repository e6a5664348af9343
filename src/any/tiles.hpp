// SPDX-License-Identifier: BSL-1.0
// The tile machine: runs a list of elementwise instructions over tiles of eight vectors, which stay in registers from one instruction to
// the next. An instruction is a function that works on one tile and then calls the next instruction as its last act, so that compilers jump
// there. Plain data and functions.
#pragma once

#include <ravel/element/dtype.hpp>

#include <cstddef>
#include <cstdint>

namespace ravel::detail {

enum class tile_function : unsigned char { none, plus, minus, times, divided_by, smaller, larger, negated, absolute, squared };

inline bool takes_two(tile_function f) { return f < tile_function::negated; }

// Where an operand of an instruction is: in the registers, as the instruction before left it, or in memory.
struct tile_form {
  bool a_in_memory;
  bool b_in_memory;
  bool stores;  // writes its result to memory, too
};

struct tile_instruction {
  void (*work)();  // its type is known to the machine
  // Each place in memory is one of a list. Its elements follow each other (~0), or are one tile that is used again (0).
  std::uint32_t a, b, to;
  std::size_t step_a, step_b, step_to;
};

struct tile_machine {
  static constexpr std::size_t longest_tile = 512;  // bytes

  std::size_t tile;  // bytes
  // Null if the machine does not have the function for elements of this type.
  void (*(*instruction)(dtype type, tile_function f, tile_form form))();
  void (*stop)();                                                                           // the instruction behind the last
  void (*run)(const tile_instruction* first, std::byte* const* places, std::size_t bytes);  // of whole tiles
};

// The machine for vectors of 32 or 64 bytes; null if this processor lacks them. The faster one of this processor, or null.
const tile_machine* tile_machine_of(std::size_t vector_bytes);
const tile_machine* fastest_tile_machine();

}  // namespace ravel::detail
