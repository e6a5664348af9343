// SPDX-License-Identifier: BSL-1.0
// A function of tensors behind a tensor handle: the type-erased form of a lazy_tensor. Views of it are functions of views of its tensors,
// and it is written in the order of their memory. Owns its tensors; immutable. Safe to read from any thread.
#pragma once

#include <ravel/tensor/lazy_tensor.hpp>
#include <ravel/walk/write_rows.hpp>

namespace ravel::detail {

template <class E>
class expression_node final : public fused_node<E>, public shaped_base {
 public:
  expression_node(E e, const shape& extents, shared_untyped origin)
      : fused_node<E>(std::move(e)), shaped_base(extents, std::move(origin)) {}

  const shaped_base* as_shaped() const override { return this; }
  // The function of the views of the operands, unless the view repeats elements, which would then be computed repeatedly. Not inline, or
  // GCC compiles it twice: for calls through either base.
  [[gnu::noinline]] shared_untyped viewed(const map_change* change, const dims& map, const shared_untyped& origin) const override {
    if (!change || map.size() > this->size()) return nullptr;
    E view = this->expression();
    view.change_leaves(viewed_leaves{*change});
    return make_node<expression_node>(std::move(view), map.shape(), origin);
  }
  bool write(const untyped_tensor& target) const override {
    write_rows(fused_function_of_tensors<E>(this->expression()), target);
    return true;
  }
  void add_maps(std::vector<laid_map>& to) const override {
    auto add = [&](const auto& leaf) { as_tensor_node(leaf).add_maps(to); };
    this->expression().each_leaf(add);
  }
};

template <class E>
tensor<const typename E::value_type> erased_tensor(const E& values, const shape& extents) {
  using T = typename E::value_type;
  return detail_access::wrap<tensor<const T>>(
      make_tensor_node<T>(dims::row_major(extents), make_node<expression_node<E>>(values, extents, nullptr)));
}

}  // namespace ravel::detail
