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
  virtual index_t leaves() const = 0;
  virtual void look(walked_operand* leaves) const = 0;
  virtual void list(leaf_list& to) const = 0;
  // n elements from consecutive values of each leaf.
  virtual void compute(const void* const* values, index_t n, void* out) const = 0;
  // Calls use(the function as a node), for as long as the call takes.
  virtual void as_node(index_t size, function_ref<void(const untyped_node&)> use) const = 0;

 protected:
  ~function_of_tensors() = default;
};

template <class T>
class typed_function : public function_of_tensors {
 public:
  typed_function(const void* function, const function_of<T>& how) : function_(function), how_(how) {}

  void list(leaf_list& to) const final { how_.list(function_, to); }
  void compute(const void* const* values, index_t n, void* out) const final { how_.compute(function_, values, n, static_cast<T*>(out)); }
  void as_node(index_t size, function_ref<void(const untyped_node&)> use) const final { use(function_node<T>(size, function_, how_)); }

 private:
  const void* function_;
  const function_of<T>& how_;
};
#define RAVEL_DECLARE(T) extern template class RAVEL_API typed_function<T>;
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// A fused function. Its leaves are tensors.
template <class E>
class fused_function_of_tensors final : public typed_function<typename E::value_type> {
 public:
  explicit fused_function_of_tensors(const E& expression)
      : typed_function<typename E::value_type>(&expression, fused_function<E>), expression_(expression) {}

  index_t leaves() const override { return E::leaves; }
  void look(walked_operand* leaves) const override {
    auto add = [&](const auto& node) { *leaves++ = walked(as_tensor_node(node)); };
    expression_.each_leaf(add);
  }

 private:
  const E& expression_;
};

// Operand 0 is the target, the others are leaves of its shape. They do not overlap it, or overlap in step. compute(values, n, out) gives n
// elements from consecutive values of each leaf.
RAVEL_API void write_rows(std::span<const walked_operand> operands, function_ref<void(const void* const*, index_t, void*)> compute);
RAVEL_API void write_rows(const function_of_tensors& f, const untyped_tensor& target);
// Reads a tree of functions of tensors, and writes it if it runs as a program. False if it does not.
template <class T>
RAVEL_API bool write_tree(const program_node<T>& root, const untyped_tensor& target);

}  // namespace ravel::detail
