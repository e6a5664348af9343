// SPDX-License-Identifier: BSL-1.0
// A list that keeps up to four elements in place, so that a short list needs no memory of its own. Owns its elements.
#pragma once

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

namespace ravel::detail {

template <class T>
class few {
 public:
  few() = default;
  few(std::span<const T> from) : size_(from.size()) {
    if (size_ > in_place) {
      more_.assign(from.begin(), from.end());
    } else {
      std::copy(from.begin(), from.end(), first_.begin());
    }
  }
  few(const few&) = default;
  few(few&& from) noexcept : first_(std::move(from.first_)), more_(std::move(from.more_)), size_(std::exchange(from.size_, 0)) {}
  few& operator=(const few&) = default;
  few& operator=(few&& from) noexcept {
    first_ = std::move(from.first_), more_ = std::move(from.more_), size_ = std::exchange(from.size_, 0);
    return *this;
  }

  std::size_t size() const { return size_; }
  std::span<const T> all() const& { return {size_ > in_place ? more_.data() : first_.data(), size_}; }
  std::span<const T> all() const&& = delete;  // it would outlive the list: name the list first

  void push_back(T one) {
    if (size_ < in_place) {
      first_[size_] = std::move(one);
    } else {
      if (size_ == in_place) {
        more_.reserve(2 * in_place);
        more_.assign(std::make_move_iterator(first_.begin()), std::make_move_iterator(first_.end()));
      }
      more_.push_back(std::move(one));
    }
    ++size_;
  }

 private:
  static constexpr std::size_t in_place = 4;

  std::array<T, in_place> first_;
  std::vector<T> more_;  // all elements, if there are more
  std::size_t size_ = 0;
};

}  // namespace ravel::detail
