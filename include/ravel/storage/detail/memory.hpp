// SPDX-License-Identifier: BSL-1.0
// Memory as a node: a pointer, a step, a size and an owner that keeps it alive. A view of memory is memory again and shares the owner, so
// views of views form no chain.
#pragma once

#include <ravel/base/detail/element_memory.hpp>
#include <ravel/base/error.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/reader/writer.hpp>

#include <cstdint>

namespace ravel::detail {

[[noreturn]] RAVEL_API void throw_bad_memory(const void* memory, index_t count, index_t alignment);

// Checks foreign memory: if it has elements, the pointer is not null and is aligned.
template <class T>
void check_memory(const T* memory, index_t count) {
  mul_index(check_size(count, "number of elements"), sizeof(T));  // steps between elements are counted in bytes, too
  if (count > 0 && (!memory || reinterpret_cast<std::uintptr_t>(memory) % alignof(T) != 0)) throw_bad_memory(memory, count, alignof(T));
}

template <class T>
class memory_node : public node<T> {
 public:
  memory_node(T* data, index_t step, index_t size, std::shared_ptr<const void> owner)
      : node<T>({.size = size}, {data ? data : no_elements(), step}), owner_(std::move(owner)) {}

  void store(index_t start, index_t n, const void* given) const override {
    const auto [data, step] = writable();
    const T* const values = static_cast<const T*>(given);
    T* out = data + start * step;
    if (step == 1) {
      std::copy_n(values, n, out);
    } else {
      for (index_t i = 0; i < n; ++i) out[i * step] = values[i];
    }
  }

  overlap meets(const target_memory& target) const override { return meets_memory(extent(), target); }

  shared_untyped sliced(index_t start, index_t count, index_t step, const shared_untyped& self) const override {
    const auto [data, own_step] = writable();
    T* first = count > 0 ? data + start * own_step : data;
    return make_node<memory_node>(first, step * own_step, count, owner_ ? owner_ : self);
  }

  const std::shared_ptr<const void>& owner() const { return owner_; }
  block<T> writable() const { return {const_cast<T*>(this->memory().data), this->memory().step}; }
  target_memory extent() const {
    const auto& lent = this->memory();
    return {reinterpret_cast<const std::byte*>(lent.data), lent.step * index_t{sizeof(T)}, this->size(), sizeof(T)};
  }

 protected:
  block<const T> produce(index_t start, index_t, T*, arena&) const override {  // never asked: the memory is lent
    return {this->memory().data + start * this->memory().step, this->memory().step};
  }

  // The address of memory without elements, so that it still counts as memory.
  static T* no_elements() {
    alignas(T) static std::byte nothing[sizeof(T)];
    return reinterpret_cast<T*>(nothing);
  }

 private:
  std::shared_ptr<const void> owner_;  // null where the derived node owns, or nobody does
};

// Compiled once, in src/, for the elements of the closed set, instead of in every file that makes one.
#define RAVEL_DECLARE(T) extern template class RAVEL_API memory_node<T>;
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// Memory of Ravel's own: allocated, constructed and destroyed with the node.
template <class T>
class owned_memory_node final : public memory_node<T> {
 public:
  static constexpr bool keeps_handles = may_hold_handles<T>;

  // construct(first, count) makes the elements; nothing leaks when it throws.
  template <class Construct>
  owned_memory_node(index_t count, Construct construct) : owned_memory_node(count, allocation(count), construct) {}
  ~owned_memory_node() override {
    const auto data = this->writable().data;
    std::destroy_n(data, this->size());
    if (this->size() > 0) free_elements(data, alignof(T));
  }

 private:
  struct allocation {
    explicit allocation(index_t count) : data(count == 0 ? nullptr : static_cast<T*>(allocate_elements(count, sizeof(T), alignof(T)))) {}
    allocation(allocation&& other) noexcept : data(std::exchange(other.data, nullptr)) {}
    ~allocation() {
      if (data) free_elements(data, alignof(T));
    }
    T* data;
  };
  // Elements are made before the base class looks at them; from then on the node itself is their owner.
  template <class Construct>
  static T* constructed(allocation& memory, index_t count, Construct& construct) {
    construct(memory.data, count);
    return std::exchange(memory.data, nullptr);
  }
  template <class Construct>
  owned_memory_node(index_t count, allocation memory, Construct& construct)
      : memory_node<T>(constructed(memory, count, construct), 1, count, nullptr) {}
};

}  // namespace ravel::detail
