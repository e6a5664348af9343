// SPDX-License-Identifier: BSL-1.0
// A value that is computed on first use and kept. Any thread may ask: threads that ask too early each compute a value, and one value is
// published. Every later request is one load. A copy of the holder starts empty.
#pragma once

#include <atomic>
#include <memory>

namespace ravel::detail {

template <class T>
class published {
 public:
  published() = default;
  published(const published&) {}
  published& operator=(const published&) = delete;
  ~published() { delete value_.load(std::memory_order_relaxed); }

  const T* known() const { return value_.load(std::memory_order_acquire); }  // null before the first need

  template <class F>
  const T& get(const F& make) const {
    const T* made = known();
    return made != nullptr ? *made : publish(make);
  }

 private:
  template <class F>
  const T& publish(const F& make) const {
    auto made = std::make_unique<const T>(make());
    const T* other = nullptr;
    if (!value_.compare_exchange_strong(other, made.get(), std::memory_order_acq_rel)) return *other;
    return *made.release();
  }

  mutable std::atomic<const T*> value_ = nullptr;
};

}  // namespace ravel::detail
