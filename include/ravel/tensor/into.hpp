// SPDX-License-Identifier: BSL-1.0
// into{t}: an option of operations whose result has a known size. They write it to t, which has its shape and element type, and give back
// nothing; whoever works on one frame after the other makes no memory for each. What is read may be t itself: the result is made apart
// then. Holds a handle to the tensor; one thread.
#pragma once

#include <ravel/op/options.hpp>
#include <ravel/tensor/copy.hpp>

#include <optional>

namespace ravel {

template <class T>
struct into {
  tensor<T> target;
};
template <class T>
into(tensor<T>) -> into<T>;

namespace detail {

RAVEL_API void check_into(const shape& target, const shape& result);

// Where the elements of a result are written in row-major order while a source is read: in the tensor that was given, if that has them so
// and does not meet the source, or in fresh memory.
template <class R>
class result_memory {
 public:
  template <class T, class... Options>
  result_memory(const shape& extents, const node<T>& source, const Options&... options) {
    if constexpr (is_given<into<R>, Options...>) {
      given_.emplace(given_option<into<R>>(options...).target);
      check_into(given_->shape(), extents);
      if (is_contiguous(*given_) && source.meets(written(tensor_access::node<R>(*given_))) == meeting::none) return;
    }
    made_.emplace(empty_tensor<R>(extents));
  }

  R* data() const { return tensor_access::data(made_ ? *made_ : *given_); }
  // The result, which is complete.
  tensor<R> tensor_of_all() const {
    if (!given_) return *made_;
    if (made_) copy(*made_, *given_);
    return *given_;
  }

 private:
  std::optional<tensor<R>> given_, made_;
};

}  // namespace detail
}  // namespace ravel
