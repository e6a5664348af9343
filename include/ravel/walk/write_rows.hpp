// SPDX-License-Identifier: BSL-1.0
// Writes an elementwise expression into a tensor. Each leaf supplies its part of the rows of the walk, and the fused loop writes them to
// the target. One evaluation, one thread.
#pragma once

#include <ravel/lazy/fused.hpp>
#include <ravel/walk/rows.hpp>

namespace ravel::detail {

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
