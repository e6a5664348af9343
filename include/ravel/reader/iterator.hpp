// SPDX-License-Identifier: BSL-1.0
// A light random-access iterator over anything with unchecked(i): a pointer to the source and a position. Does not own; lives as long as
// the handle it came from. Bulk work goes through for_each, blocks and walk, which read a block at a time.
#pragma once

#include <ravel/base/index.hpp>

#include <compare>
#include <iterator>
#include <utility>

namespace ravel::detail {

template <class Source, class T>
class element_iterator {
 public:
  using iterator_concept = std::random_access_iterator_tag;
  using iterator_category = std::input_iterator_tag;
  using value_type = T;
  using difference_type = index_t;
  using reference = T;

  element_iterator() = default;
  element_iterator(const Source* source, index_t position) : source_(source), position_(position) {}

  T operator*() const { return at(position_); }
  T operator[](index_t n) const { return at(position_ + n); }

  element_iterator& operator++() { return *this += 1; }
  element_iterator& operator--() { return *this += -1; }
  element_iterator operator++(int) { return std::exchange(*this, *this + 1); }
  element_iterator operator--(int) { return std::exchange(*this, *this - 1); }
  element_iterator& operator+=(index_t n) {
    position_ += n;
    return *this;
  }
  element_iterator& operator-=(index_t n) { return *this += -n; }

  friend element_iterator operator+(element_iterator it, index_t n) { return it += n; }
  friend element_iterator operator+(index_t n, element_iterator it) { return it += n; }
  friend element_iterator operator-(element_iterator it, index_t n) { return it -= n; }
  friend index_t operator-(const element_iterator& a, const element_iterator& b) { return a.position_ - b.position_; }
  friend bool operator==(const element_iterator& a, const element_iterator& b) { return a.position_ == b.position_; }
  friend auto operator<=>(const element_iterator& a, const element_iterator& b) { return a.position_ <=> b.position_; }

 private:
  T at(index_t i) const { return source_->unchecked(check_position(i, source_->size())); }

  const Source* source_ = nullptr;
  index_t position_ = 0;
};

}  // namespace ravel::detail
