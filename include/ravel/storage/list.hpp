// SPDX-License-Identifier: BSL-1.0
// list<T>: memory that only grows. A reader taken from it keeps the size and values of that moment: elements under a reader never change or
// move, and growing beyond the capacity starts new memory. One thread at a time uses the list; any thread may read its readers.
#pragma once

#include <ravel/exec/detail/tasks.hpp>
#include <ravel/reader/foreign.hpp>
#include <ravel/storage/buffer.hpp>

#include <algorithm>
#include <vector>

namespace ravel {

template <class T>
class list : public detail::handle_base {
 public:
  using value_type = T;

  list() = default;
  list(std::initializer_list<T> values) {
    reserve(static_cast<index_t>(values.size()));
    for (const T& value : values) push_back(value);
  }
  list(list&&) noexcept = default;
  list& operator=(list&&) noexcept = default;

  index_t size() const { return memory_ ? memory_->used : 0; }
  index_t capacity() const { return memory_ ? memory_->capacity : 0; }
  const T& operator[](index_arg i) const& { return begin()[detail::check_position(i, size())]; }
  detail::given_t<T> operator[](index_arg i) const&& { return (*this)[i]; }

  // Valid until the list next changes.
  const T* begin() const& { return memory_ ? memory_->first : nullptr; }
  const T* end() const& { return begin() + size(); }
  const T* begin() const&& = delete;  // the pointer would outlive the list: name the list first
  const T* end() const&& = delete;
  operator std::span<const T>() && = delete;  // the span would outlive the list: name the list first
  operator std::span<const T>() const&& = delete;

  void reserve(index_arg n) {
    if (detail::check_size(n, "capacity") > capacity()) move_to(n);
  }

  void push_back(detail::value_for<T> value) { add(T(static_cast<const T&>(value))); }
  void push_back(T&& value)
    requires(!element<T>)
  {
    add(std::move(value));
  }

  // Appends all elements of a reader, which may read this list; none if reading throws. A function of the reader may change this list: that
  // happens before its block is appended.
  template <readable R>
    requires std::same_as<detail::read_t<R>, T>
  void append(const R& r) {
    auto&& peeked = detail::node_for_call(r);
    const detail::node<T>& source = peeked;
    const index_t before = size(), added = source.size(), total = detail::add_index(before, added);
    if (added == 0) return;
    if (total > capacity()) move_to(std::max(total, detail::mul_index(capacity(), 2)));
    try {
      for (detail::source_blocks<T> blocks(source, 0, added); blocks.next();) {
        const auto [b, at, n] = blocks.at_hand();
        for (index_t i = 0; i < n; ++i) add(T(b.data[i * b.step]));
      }
    } catch (...) {
      if (size() > before) cut(before);
      throw;
    }
  }

  void clear() { memory_.reset(); }

  // Hands over the elements, without a copy unless a reader shares them. The list is empty afterwards.
  buffer<T> take() {
    if (!memory_) return make_buffer<T>(0);
    buffer<T> taken = seen() ? detail::buffer_of<T>(begin(), size()) : detail::memory_handle(memory_->first, memory_->used, memory_);
    memory_.reset();
    return taken;
  }

  // A reader of the current elements.
  reader<T> erased() const { return detail::memory_handle<const T>(begin(), size(), memory_); }

 private:
  struct memory : detail::released_by_queue {
    explicit memory(index_t room) : first(static_cast<T*>(detail::allocate_elements(room, sizeof(T), alignof(T)))), capacity(room) {}
    ~memory() {
      std::destroy_n(first, used);
      detail::free_elements(first, alignof(T));
    }

    void add(T&& value) {
      std::construct_at(first + used, std::move(value));
      ++used;
    }
    void shrink_to(index_t n) {
      std::destroy(first + n, first + used);
      used = n;
    }

    T* first;
    index_t used = 0;
    index_t capacity;
  };

  void add(T&& value) {
    if (size() == capacity()) move_to(std::max<index_t>(16, detail::mul_index(capacity(), 2)));
    memory_->add(std::move(value));
  }

  static std::shared_ptr<memory> make_memory(index_t room) { return detail::make_released<detail::may_hold_handles<T>, memory>(room); }

  // True if a reader shares the elements. If the last other reader is gone, all reads on its thread must have happened before we write;
  // only changing the reference count orders that, reading it does not.
  bool seen() const {
    if (memory_.use_count() > 1) return true;
    std::shared_ptr<memory>(memory_).reset();
    return false;
  }

  // Copies the elements if a reader shares them, else moves them.
  void move_to(index_t room) {
    auto larger = make_memory(room);
    const bool copied = seen() || !std::is_nothrow_move_constructible_v<T>;
    for (index_t i = 0; i < size(); ++i) {
      T& value = memory_->first[i];
      larger->add(copied ? T(std::as_const(value)) : std::move(value));
    }
    memory_ = std::move(larger);
  }

  // Keeps the first n elements. Memory that a reader shares stays as it is.
  void cut(index_t n) {
    if (!seen()) return memory_->shrink_to(n);
    auto kept = make_memory(n);
    for (index_t i = 0; i < n; ++i) kept->add(T(std::as_const(memory_->first[i])));
    memory_ = std::move(kept);
  }

  std::shared_ptr<memory> memory_;
};

}  // namespace ravel

namespace ravel::detail {

// Concatenates the lists that several threads have filled into one buffer. The elements are moved; the lists are empty afterwards.

template <class T>
buffer<T> joined_lists(std::vector<list<T>> parts) {
  if (parts.size() == 1) return parts.front().take();
  std::vector<index_t> begins(parts.size() + 1);
  for (std::size_t k = 0; k < parts.size(); ++k) begins[k + 1] = begins[k] + parts[k].size();
  const buffer<T> all = unfilled_buffer<T>(begins.back());
  in_pieces(std::ssize(parts), begins.back() / std::ssize(parts), [&](index_t begin, index_t end) {
    for (auto k = static_cast<std::size_t>(begin); k < static_cast<std::size_t>(end); ++k) {
      const buffer<T> part = parts[k].take();
      std::move(part.begin(), part.end(), all.data() + begins[k]);
    }
  });
  return all;
}

}  // namespace ravel::detail
