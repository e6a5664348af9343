// SPDX-License-Identifier: BSL-1.0
// Memory that is overwritten when its last handle goes, so that who reads it afterwards is found without a sanitizer, too.
#pragma once

#include <ravel/storage/adopt.hpp>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace support {

template <class T>
class vanishing_elements {
 public:
  template <class Values>
  explicit vanishing_elements(const Values& values) : n_(static_cast<std::ptrdiff_t>(values.size())), first_(new T[values.size()]) {
    std::transform(values.begin(), values.end(), first_.get(), [](const auto& value) { return static_cast<T>(value); });
  }
  ~vanishing_elements() { std::fill_n(first_.get(), n_, static_cast<T>(77)); }
  vanishing_elements(const vanishing_elements&) = delete;
  vanishing_elements& operator=(const vanishing_elements&) = delete;

  T* data() const { return first_.get(); }
  std::ptrdiff_t size() const { return n_; }

 private:
  std::ptrdiff_t n_;
  std::unique_ptr<T[]> first_;
};

template <class T, class Values>
ravel::buffer<T> vanishing(const Values& values) {
  auto kept = std::make_shared<vanishing_elements<T>>(values);
  return ravel::wrap(kept->data(), kept->size(), std::shared_ptr<const void>(kept));
}

}  // namespace support
