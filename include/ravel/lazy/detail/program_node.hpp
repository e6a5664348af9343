// SPDX-License-Identifier: BSL-1.0
// program_node: a function that lists its operations. A tree of such functions, composed at run time, runs as one program, which its root
// makes when it is read. So a block is not written for each function of the tree. Immutable, but for the program, which is published once;
// safe to read from any thread.
#pragma once

#include <ravel/base/detail/published.hpp>
#include <ravel/element/detail/arithmetic.hpp>
#include <ravel/element/detail/compare.hpp>
#include <ravel/element/detail/functions.hpp>
#include <ravel/lazy/detail/function_node.hpp>

#include <atomic>
#include <concepts>
#include <cstdint>
#include <memory>
#include <type_traits>

namespace ravel::detail {

// The functions of elements that a tile machine knows, and the function objects that compute the same.

// A truth value has all bits of an element set, or none. What gives truth values takes elements, except for bits_…, which take either;
// `chosen` gives b where a is true, and else c; `packed` writes truth values as bools.
enum class tile_function : unsigned char {
  none,
  plus,
  minus,
  times,
  divided_by,
  smaller,
  larger,
  equals,
  differs,
  less,
  less_equal,
  bits_and,
  bits_or,
  bits_xor,
  negated,
  absolute,
  squared,
  bits_not,
  square_root,
  whole_below,
  whole_above,
  whole_towards_zero,
  whole_nearest,
  packed,
  chosen,
};

// Elements of these types are computed in tiles.
template <class T>
inline constexpr bool fills_tiles =
    std::same_as<T, double> || std::same_as<T, float> || std::same_as<T, std::int32_t> || std::same_as<T, std::int64_t>;

// The same function, for elements of one type.
template <class Function>
consteval tile_function tile_of() {
#define RAVEL_TILE(object, function) \
  if constexpr (std::same_as<Function, object>) return tile_function::function;
  RAVEL_TILE(plus, plus)
  RAVEL_TILE(minus, minus)
  RAVEL_TILE(times, times)
  RAVEL_TILE(divided_by, divided_by)
  RAVEL_TILE(smaller, smaller)
  RAVEL_TILE(larger, larger)
  RAVEL_TILE(clipped, smaller)  // than the third operand, of the larger of the first two
  RAVEL_TILE(equals, equals)
  RAVEL_TILE(differs, differs)
  RAVEL_TILE(less, less)
  RAVEL_TILE(less_equal, less_equal)
  RAVEL_TILE(greater, less)  // with the operands swapped
  RAVEL_TILE(greater_equal, less_equal)
  RAVEL_TILE(bit_and, bits_and)
  RAVEL_TILE(bit_or, bits_or)
  RAVEL_TILE(bit_xor, bits_xor)
  RAVEL_TILE(bit_not, bits_not)
  RAVEL_TILE(logical_and, bits_and)
  RAVEL_TILE(logical_or, bits_or)
  RAVEL_TILE(logical_not, bits_not)
  RAVEL_TILE(is_nan, differs)  // from itself
  RAVEL_TILE(negated, negated)
  RAVEL_TILE(absolute, absolute)
  RAVEL_TILE(squared, squared)
  RAVEL_TILE(rounded_down, whole_below)
  RAVEL_TILE(rounded_up, whole_above)
  RAVEL_TILE(rounded_to_zero, whole_towards_zero)
  RAVEL_TILE(rounded_half_to_even, whole_nearest)
  RAVEL_TILE(chosen, chosen)
#undef RAVEL_TILE
  return tile_function::none;
}
template <class Function>
inline constexpr bool swaps_in_tiles = std::same_as<Function, greater> || std::same_as<Function, greater_equal>;

// A tree as one function of its leaves.
class joined_function;

// Takes the operations of a function, operands first. Each call gives false if no machine computes that, or if there is no room for it.
class operation_list {
 public:
  // An operand: elements behind a node, or one value for all positions.
  virtual bool add_leaf(const shared_untyped& node, dtype type, joined_maker joined) = 0;
  virtual bool add_value(const void* value, dtype type) = 0;
  // A function of the last operands. `swaps`: it takes two in the other order.
  virtual bool add(tile_function f, int operands, bool swaps) = 0;
  // A tree that is joined already.
  virtual bool add_all(const joined_function& tree) = 0;

 protected:
  ~operation_list() = default;
};

// A tree that runs as a program, as a function of its leaves: how it is computed, and a node that does so.
template <class T>
struct joined_tree;

template <class T>
class program_node : public function_node<T> {
 public:
  program_node(index_t size, const void* function, const function_of<T>& how);
  ~program_node() override;

  bool list_operations(operation_list& to) const override { return !this->sparse() && function_node<T>::list_operations_of_function(to); }

  // The tree behind this node, if it runs as a program; else null. A small tree, or a low one, is joined when it is read a second time.
  const joined_tree<T>* tree() const;
  const joined_tree<T>* tree_to_read() const;

  overlap meets(const target_memory& target) const override;
  void each_operand(shared_blocks& found) const override;
  const void* pull_row(index_t start, index_t n, void* room, arena& from) const override;
  bool add_up(index_t start, index_t n, T* room, chunk_total_t<T>* totals, arena& from) const override;

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena& from) const override;

  mutable std::atomic<bool> was_read_ = false;  // true from the beginning: the first read joins the tree

 private:
  const joined_tree<T>* tree_if(bool read_before) const;
  const function_node<T>& fitting(const joined_tree<T>* tree) const;
  const function_node<T>& pulled(index_t start) const;
  std::unique_ptr<const joined_tree<T>> make_tree() const;

  const bool may_join_;
  published<std::unique_ptr<const joined_tree<T>>> tree_;
};

// The node of a function, which lists its operations if tiles hold its elements, or bools.
template <class T, bool Listed = true>
using listed_node = std::conditional_t<Listed && (fills_tiles<T> || std::same_as<T, bool>), program_node<T>, function_node<T>>;

#define RAVEL_FOR_EACH_TILED(X) X(double) X(float) X(std::int32_t) X(std::int64_t) X(bool)
#define RAVEL_DECLARE(T) extern template class RAVEL_API program_node<T>;
RAVEL_FOR_EACH_TILED(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace ravel::detail
