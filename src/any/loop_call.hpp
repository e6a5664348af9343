// SPDX-License-Identifier: BSL-1.0
// A loop behind a pointer, and its operands, without the types of elements: the part of a node of a loop that all types share. It lists its
// operations, so that a tree of calls becomes one program. Owns its operands; immutable. Any thread may read.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/base/detail/small_vector.hpp>
#include <ravel/lazy/detail/joined_entries.hpp>
#include <ravel/tensor/map.hpp>
#include "lazy/joined_function.hpp"

#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace ravel::detail {

// n elements out of those of the operands; out may be one of them, element for element. One function may have several operations, so that
// it can be compiled for several instruction sets, as no template can. Loops know nothing of values beside tensors: there would be one
// for each way in which they may stand.
template <class R, class... As>
struct block_loop {
  void (*run)(int operation, R* out, index_t n, const As*... in);
  int operation = 0;
  bool wipes_out = false;  // it is a product of two: see zero_annihilates
  // For bools: adds the number of true results without writing them. Not every function has it.
  void (*count)(int operation, std::int64_t* found, index_t n, const As*... in) = nullptr;
  tile_function tile = tile_function::none;      // the same function of the tile machine, for operands of one type, and bools
  tile_function compared = tile_function::none;  // how the first two of four operands are compared, where that chooses one of the others
  bool swaps = false;                            // the machine takes the two operands in the other order
};

// A function whose type is kept beside it, by the one that calls it.
using erased_function = void (*)();
struct raw_function {
  erased_function function = nullptr;
  void (*call)(erased_function function, int operation, void* out, index_t n, const void* const* in) = nullptr;

  template <class R, class... As>
  static raw_function of(void (*function)(int operation, R* out, index_t n, const As*... in)) {
    if (!function) return {};
    return {reinterpret_cast<erased_function>(function),
            [](erased_function by, int operation, void* out, index_t n, const void* const* in) {
              [&]<std::size_t... K>(std::index_sequence<K...>) {
                reinterpret_cast<void (*)(int, R*, index_t, const As*...)>(by)(operation, static_cast<R*>(out), n,
                                                                               static_cast<const As*>(in[K])...);
              }(std::index_sequence_for<As...>());
            }};
  }
};

// A loop without the types of its elements.
struct raw_loop {
  raw_loop() = default;
  template <class R, class... As>
  raw_loop(const block_loop<R, As...>& loop)
      : run(raw_function::of(loop.run)),
        operation(loop.operation),
        wipes_out(loop.wipes_out),
        count(raw_function::of(loop.count)),
        tile(loop.tile),
        compared(loop.compared),
        swaps(loop.swaps) {}

  raw_function run;
  int operation = 0;
  bool wipes_out = false;
  raw_function count;
  tile_function tile = tile_function::none;
  tile_function compared = tile_function::none;
  bool swaps = false;
};

// Questions to an operand that depend on the type of its elements.
struct loop_type {
  index_t bytes;
  ravel::dtype dtype;
  bool always_finite;
  joined_maker joined;
  void (*add_cover)(const untyped_node& leaf, cover_search& to);
  bool (*stored_finite)(const untyped_node& leaf);
  bool (*is_finite)(const void* value);
  bool (*is_zero)(const void* value);

  template <class T>
  static const node<T>& typed(const untyped_node& leaf) {
    return static_cast<const node<T>&>(leaf);
  }
  template <class T>
  static constexpr loop_type of() {
    return {
        .bytes = sizeof(T),
        .dtype = dtype_of<T>(),
        .always_finite = detail::always_finite<T>,
        .joined = joined_leaf<T>,
        .add_cover = [](const untyped_node& leaf, cover_search& to) { to.next_leaf(typed<T>(leaf)); },
        .stored_finite = [](const untyped_node& leaf) { return detail::stored_finite(typed<T>(leaf)); },
        .is_finite = [](const void* value) { return is_finite_value(*static_cast<const T*>(value)); },
        .is_zero = [](const void* value) { return *static_cast<const T*>(value) == T{}; },
    };
  }
};
template <class T>
inline constexpr loop_type loop_type_of = loop_type::of<T>();

// A tensor of the joint shape, or one value for all positions.
class loop_operand {
 public:
  template <class T>
  loop_operand(const reader<T>& elements) : loop_operand(loop_type_of<T>, detail_access::shared(elements)) {}
  loop_operand(const loop_type& type, shared_untyped tensor) : type_(&type), leaf_(std::move(tensor)) {}
  template <element T>
  explicit loop_operand(const T& value) : type_(&loop_type_of<T>) {
    static_assert(sizeof(T) <= sizeof(value_));
    std::memcpy(value_, &value, sizeof(T));
  }

  const loop_type& type() const { return *type_; }
  const shared_untyped& leaf() const { return leaf_; }  // null: a value
  const void* value() const { return value_; }

  // As for any operand of a function; see lazy/detail/fused_node.hpp.
  void list(leaf_list& to) const {
    if (leaf_) to.add(*leaf_, type_->joined);
  }
  const void* fill() const { return leaf_ ? leaf_->fill_at() : value_; }
  bool has_zero_fill() const { return fill() && type_->is_zero(fill()); }
  bool finite() const { return type_->always_finite || (leaf_ ? leaf_->finite() : type_->is_finite(value_)); }
  bool stored_finite() const { return leaf_ && type_->stored_finite(*leaf_); }
  void add_cover(cover_search& to) const {
    if (leaf_) type_->add_cover(*leaf_, to);
  }
  loop_operand viewed(const map_change& change) const;

 private:
  const loop_type* type_;
  shared_untyped leaf_;
  alignas(16) std::byte value_[16] = {};
};

using loop_operands = small_vector<loop_operand, 2>;

// A loop and what it goes over, whatever the types; stands before the node that looks at it.
class loop_call {
 public:
  loop_call(const raw_loop& loop, loop_operands&& operands) : loop_(loop), operands_(std::move(operands)) {}

  const raw_loop& loop() const { return loop_; }
  const loop_operands& operands() const { return operands_; }
  bool is_tree() const { return tree_ != nullptr; }

  // Whether its operands are so deep that it is joined when it is built, so that trees are not too deep for a node.
  bool is_deep() const;
  // The call with the calls behind its operands, as one function that gives elements of a type. Nothing if they do not fit.
  std::optional<loop_call> joined(dtype result) const;
  bool list_operations(operation_list& to) const;

 protected:
  loop_call viewed(const map_change& change) const;
  static loop_call view_of(const joined_function& tree, const map_change& change);
  static void add_maps_of_tree(const joined_function& tree, std::vector<laid_map>& to);

  // For functions, by what stands behind them; `values` are those of each leaf.
  static void list(const void* call, leaf_list& to);
  static bool list_operations_of(const void* call, operation_list& to);
  static void add_cover(const void* call, cover_search& to);
  static bool is_wiped_out(const void* call);  // a product with a fill of 0
  static void run(const void* call, const raw_function& by, const void* const* values, index_t n, void* out, index_t out_bytes);

 private:
  explicit loop_call(joined_function&& tree) : tree_(std::make_shared<joined_function>(std::move(tree))) {}

  raw_loop loop_;
  loop_operands operands_;
  std::shared_ptr<const joined_function> tree_;  // in place of the loop and its operands
};

}  // namespace ravel::detail
