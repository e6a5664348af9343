// SPDX-License-Identifier: BSL-1.0
// A light random-access iterator over anything with unchecked(i), made of a pointer to the source and a position. Does not own: the handle
// it came from must outlive it. For bulk work use for_each, blocks or walk, which read a block at a time.
#pragma once

#include <ravel/reader/concept.hpp>

#include <compare>
#include <iterator>
#include <limits>
#include <utility>

namespace ravel {

namespace adl_barrier {

template <class Source, class T>
struct elements {
  class iterator;
};

}  // namespace adl_barrier

template <class Source, class T>
class adl_barrier::elements<Source, T>::iterator {
 public:
  using iterator_concept = std::random_access_iterator_tag;
  using iterator_category = std::input_iterator_tag;
  using value_type = T;
  using difference_type = index_t;
  using reference = detail::given_t<T>;

  iterator() = default;
  iterator(const Source* source, index_t position) : source_(source), position_(position) {}

  reference operator*() const { return at(position_); }
  reference operator[](index_arg n) const { return at(moved(n)); }

  iterator& operator++() { return *this += 1; }
  iterator& operator--() { return *this += -1; }
  iterator operator++(int) { return std::exchange(*this, *this + 1); }
  iterator operator--(int) { return std::exchange(*this, *this - 1); }
  iterator& operator+=(index_arg n) {
    position_ = moved(n);
    return *this;
  }
  iterator& operator-=(index_arg n) {
    if (__builtin_sub_overflow(position_, index_t{n}, &position_)) position_ = nowhere;
    return *this;
  }

  friend iterator operator+(iterator it, index_arg n) { return it += n; }
  friend iterator operator+(index_arg n, iterator it) { return it += n; }
  friend iterator operator-(iterator it, index_arg n) { return it -= n; }
  friend index_t operator-(const iterator& a, const iterator& b) { return a.position_ - b.position_; }
  friend bool operator==(const iterator& a, const iterator& b) { return a.position_ == b.position_; }
  friend auto operator<=>(const iterator& a, const iterator& b) { return a.position_ <=> b.position_; }

 private:
  // The position after a move beyond all valid positions.
  static constexpr index_t nowhere = std::numeric_limits<index_t>::min();
  index_t moved(index_t n) const {
    index_t to = 0;
    return __builtin_add_overflow(position_, n, &to) ? nowhere : to;
  }
  reference at(index_t i) const { return source_->unchecked(detail::check_position(i, source_->size())); }

  const Source* source_ = nullptr;
  index_t position_ = 0;
};

namespace detail {

template <class Source, class T>
using element_iterator = typename adl_barrier::elements<Source, T>::iterator;

}  // namespace detail
}  // namespace ravel
