// SPDX-License-Identifier: BSL-1.0
// Slots for each element type.
#include "plan/run_state.hpp"

#include "any/typed.hpp"

namespace ravel::detail {

namespace {

// It lends nothing, so that no node keeps an address.
template <class T>
class slot_node final : public node<T>, public slot_memory {
 public:
  explicit slot_node(index_t size) : node<T>({.size = size}) {}

  T at(index_t i) const override { return elements()[i]; }
  overlap meets(const target_memory& target) const override {
    return meets_memory({static_cast<const std::byte*>(first_), sizeof(T), this->size(), sizeof(T)}, target);
  }

 protected:
  block<const T> produce(index_t start, index_t, T*, arena&) const override { return {elements() + start, 1}; }

 private:
  const T* elements() const { return static_cast<const T*>(first_); }
};

}  // namespace

slot make_slot(dtype type, const shape& extents) {
  return with_held_type(type, [&](auto of) -> slot {
    using T = typename decltype(of)::type;
    const auto memory = make_node<slot_node<T>>(extents.elements());
    return {any_tensor_access::wrap(type, false, nothing_of(type)->as_tensor()->over(dims::row_major(extents), memory)), memory.get()};
  });
}

}  // namespace ravel::detail
