// SPDX-License-Identifier: BSL-1.0
// The walk of an elementwise expression over its target. The maps of the target and all leaves are visited together, in memory order, rows
// at a time. Leaves whose memory runs across the rows are transposed tile by tile. One evaluation, one thread.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/exec/progress.hpp>
#include <ravel/lazy/detail/program_node.hpp>
#include <ravel/walk/node.hpp>

namespace ravel::detail {

// The facts about an operand that the walk needs, without its type.
struct walked_operand {
  const dims* map;
  const map_facts* facts;
  const std::byte* data;  // null if it is not in memory
  index_t unit;           // bytes from one address to the next
  index_t element;        // bytes of an element
  bool as_bytes;          // may be moved as so many bytes
  const untyped_tensor* tensor;

  const std::byte* at(index_t address) const { return data + address * unit; }
  // True if the elements are consecutive in memory, in row-major order.
  bool in_a_row() const { return data && facts->in_line && (facts->step * unit == element || map->size() <= 1); }
};

RAVEL_API walked_operand walked(const untyped_tensor& of);

// The memory of an operand's elements in the current row, and in the rows after it.
struct operand_rows : address_rows {
  const std::byte* ready = nullptr;  // if not null, they stand one after the other in this memory
  index_t ready_row = 0;             // bytes from one row to the next
  index_t element = 0;               // bytes from one element to the next
  bool constant = false;             // one value for a whole row, to be written out

  void advance(index_t n) {  // along the row, where it is ready
    address += n * step;
    ready += n * element;
  }
  void next_row() {
    address += row_step;
    ready = ready && !(constant && row_step != 0) ? ready + ready_row : nullptr;
  }
};

// A part of the walk: rows of `count` elements, to be done one after the other, at most `piece` elements at a time.
struct walked_rows {
  index_t rows = 0;
  index_t count = 0;
  index_t piece = 0;
  std::span<operand_rows> operands;  // the target and the leaves, in the row at hand

  void next_row() {
    --rows;
    for (operand_rows& one : operands) one.next_row();
  }
};

// Operand 0 is the target; all maps have one shape.
class RAVEL_API row_walk {
 public:
  explicit row_walk(std::span<const walked_operand> operands);
  ~row_walk();
  bool next(walked_rows& rows);

  // True if all operands are consecutive. There is then one row at a time, of any length, and no operand needs workspace.
  bool single_pass() const { return !state_; }
  index_t longest() const;  // that a piece can be if not

 private:
  struct state;
  std::unique_ptr<state> state_;
  small_vector<operand_rows, 4> operands_;
  index_t left_ = 0;  // if direct
  index_t size_;
  index_t done_ = 0, given_ = 0;  // elements before the rows given last, and in them
  [[no_unique_address]] watched_loop loop_;
};

// The height of a tile suits transposing, or equals the height of the group. Lower tiles are wider.
inline constexpr index_t tile_rows = 32;

// Calls walk(operands) for parts of the operands, which tasks may share. Parts are cut along one axis, in multiples of `rows` places if it
// is long. Consecutive operands are cut by elements. Without an executor there is one part.
RAVEL_API void walk_in_parts(std::span<const walked_operand> operands, index_t rows,
                             function_ref<void(std::span<const walked_operand>)> walk);

// Writes an elementwise expression into a tensor. Each leaf supplies its part of the rows of the walk, and the fused loop writes them to
// the target.

// A function of tensors of one shape, without its types. Owns nothing; lives as long as one write.
class function_of_tensors {
 public:
  const leaf_list& leaves() const { return leaves_; }  // the nodes of the tensors, or of nothing if one was moved from
  // n elements from consecutive values of each leaf.
  virtual void compute(const void* const* values, index_t n, void* out) const = 0;
  // Calls use(the function as a node), for as long as the call takes.
  virtual void as_node(index_t size, function_ref<void(const untyped_node&)> use) const = 0;

 protected:
  ~function_of_tensors() = default;
  leaf_list leaves_;
};

template <class T>
class typed_function final : public function_of_tensors {
 public:
  typed_function(const void* function, const function_of<T>& how) : function_(function), how_(how) { how.list(function, leaves_); }

  void compute(const void* const* values, index_t n, void* out) const final { how_.compute(function_, values, n, static_cast<T*>(out)); }
  void as_node(index_t size, function_ref<void(const untyped_node&)> use) const final { use(function_node<T>(size, function_, how_)); }

 private:
  const void* function_;
  const function_of<T>& how_;
};
#define RAVEL_DECLARE(T) extern template class RAVEL_API typed_function<T>;
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// Operand 0 is the target, the others are leaves of its shape. They do not overlap it, or overlap in step. compute(values, n, out) gives n
// elements from consecutive values of each leaf.
RAVEL_API void write_rows(std::span<const walked_operand> operands, function_ref<void(const void* const*, index_t, void*)> compute);
RAVEL_API void write_rows(const function_of_tensors& f, const untyped_tensor& target);
// Adds the maps of the tensors that a function reads.
RAVEL_API void add_maps_of(const leaf_list& leaves, std::vector<laid_map>& to);
// Reads a tree of functions of tensors, and writes it if it runs as a program. False if it does not.
template <class T>
RAVEL_API bool write_tree(const program_node<T>& root, const untyped_tensor& target);

}  // namespace ravel::detail
