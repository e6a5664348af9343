// SPDX-License-Identifier: BSL-1.0
// A function of tensors behind a tensor handle: the type-erased form of a lazy_tensor. Views of it are functions of views of its tensors,
// and it is written in the order of their memory. Owns its tensors; immutable. Safe to read from any thread.
#pragma once

#include <ravel/tensor/lazy_tensor.hpp>
#include <ravel/walk/write_rows.hpp>

namespace ravel::detail {

template <class E>
class expression_node final : public fused_node<E, shaped_node<typename E::value_type>> {
  using T = typename E::value_type;

 public:
  expression_node(E e, const shape& extents, source<T> origin) : fused_node<E, shaped_node<T>>(std::move(e), extents, std::move(origin)) {}

  // The function of the views of the operands, unless the view repeats elements, which would then be computed repeatedly.
  source<T> viewed(const map_change* change, const dims& map, const source<T>& origin) const override {
    if (!change || map.size() > this->size()) return nullptr;
    E view = this->expression();
    view.change_leaves(viewed_leaves{*change});
    return make_node<expression_node>(std::move(view), map.shape(), origin);
  }
  bool write(const tensor_node<T>& target) const override {
    write_rows<T>(over_tensors(this->expression()), target);
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
  return tensor_access::wrap<const T>(
      make_tensor_node<T>(dims::row_major(extents), make_node<expression_node<E>>(values, extents, nullptr)));
}

}  // namespace ravel::detail
