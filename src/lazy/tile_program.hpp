// SPDX-License-Identifier: BSL-1.0
// A tree of elementwise functions as a list of operations over numbered values, for the tile machine, or for machine code once it has run
// over many elements. Equal operations are one. A program is immutable once it runs, and any thread may run it.
#pragma once

#include <ravel/base/detail/published.hpp>
#include <ravel/base/index.hpp>
#include "lazy/tiles.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>
#include <span>

namespace ravel::detail {

class tile_code;
class emitted_program;

class tile_program {
 public:
  static constexpr std::size_t most_operations = 48, most_constants = 8, most_leaves = 8;

  enum class kind : unsigned char { leaf, constant, made };
  // A leaf, a constant, or the result of an operation.
  struct value {
    kind is;
    unsigned char number;
    friend bool operator==(value, value) = default;
  };
  struct operation {
    tile_function f;
    std::array<value, 3> operands;  // as many as the function takes
    std::span<const value> used() const { return std::span(operands).first(takes_three(f) ? 3 : takes_two(f) ? 2 : 1); }
    friend bool operator==(operation, operation) = default;
  };

  explicit tile_program(dtype type);
  ~tile_program();

  dtype type() const { return type_; }
  bool has_arithmetic() const;  // not comparisons and bits alone
  std::size_t leaves() const { return leaves_; }
  const std::array<bool, most_leaves>& numbers() const { return is_number_; }  // of the leaves
  std::span<const operation> operations() const { return std::span(list_).first(operations_); }
  std::span<const std::array<std::byte, 8>> constants() const { return std::span(constants_).first(constants_used_); }

  // While it is made: all that was added later can be taken back.
  struct state {
    std::size_t operations, constants, leaves;
    dtype type;
  };
  state now() const { return {operations_, constants_used_, leaves_, type_}; }
  void go_back_to(const state& before) {
    operations_ = before.operations, constants_used_ = before.constants, leaves_ = before.leaves, type_ = before.type;
  }
  void set_type(dtype type) { type_ = type; }
  // Each gives the value, or nothing if there is no room for it.
  // A leaf that is a number is one tile of its copies.
  std::optional<value> add_leaf(std::size_t number, bool is_number = false);
  std::optional<value> add_constant(const void* element);
  std::optional<value> add(operation one);
  // All operations of another program, whose leaves have these numbers here. Gives its result, which is not packed.
  std::optional<value> add_all(const tile_program& other, const std::array<value, most_leaves>& leaves);

  // After so many operations on elements the machine has lost about as much time as code costs.
  static constexpr index_t emitted_from = index_t{1} << 20;
  // It becomes machine code then, unless the system refuses.
  bool may_be_emitted() const;

  // Computes n elements, or bools if the last operation packs them, out of those of the leaves. `out` may be one of them.
  void run(const void* const* leaves, index_t n, void* out) const;

 private:
  bool reads_in_step() const;
  const emitted_program* emitted(index_t n) const;

  std::array<operation, most_operations> list_;
  std::array<std::array<std::byte, 8>, most_constants> constants_{};
  std::array<bool, most_leaves> is_number_{};
  std::size_t operations_ = 0, constants_used_ = 0, leaves_ = 0;
  dtype type_;
  published<tile_code> code_;
  published<emitted_program> emitted_;
  mutable std::atomic<index_t> operations_run_ = 0;
};

}  // namespace ravel::detail
