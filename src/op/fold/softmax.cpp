// SPDX-License-Identifier: BSL-1.0
// Subtracts the greatest element, and sums the exponentials of the rest.
#include <ravel/element/detail/for_each.hpp>
#include <ravel/lazy/math.hpp>
#include <ravel/op/fold/extreme.hpp>
#include <ravel/op/fold/softmax.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/make.hpp>

#include <cmath>
#include <limits>

namespace ravel::detail {

namespace {

// The greatest element of each line, or 0 if it is infinite, so that nothing is subtracted.
template <class T>
tensor<T> greatest_along(const tensor<const T>& t, const ints& axes) {
  const tensor<T> most = clone(ravel::max(t, axes, ravel::keep));
  T* const end = most.data() + most.size();
  for (T* m = most.data(); m != end; ++m) {
    if (std::isinf(*m)) *m = 0;
  }
  return most;
}

}  // namespace

template <class T>
tensor<T> softmax_along(const tensor<const T>& t, const ints& axes, const tensor<T>* given) {
  worked_axes(axes, t.rank());  // checks even without elements
  if (t.size() == 0) return result_memory<T>(given, t.shape()).result();
  const tensor<T> made = written_or_cloned(given, exp(t - ravel::max(t, axes, ravel::keep)));
  made /= ravel::sum(made, axes, ravel::keep);
  return made;
}

template <class T>
tensor<T> logsumexp_along(const tensor<const T>& t, const ints& axes) {
  const shape of = ravel::sum(t, axes).shape();
  if (t.size() == 0) return full<T>(of, -std::numeric_limits<T>::infinity());
  const tensor<T> most = greatest_along(t, axes);
  return clone(reshape(most, of) + log(ravel::sum(exp(t - most), axes)));
}

#define RAVEL_INSTANTIATE(T)                                                                         \
  template RAVEL_API tensor<T> softmax_along(const tensor<const T>&, const ints&, const tensor<T>*); \
  template RAVEL_API tensor<T> logsumexp_along(const tensor<const T>&, const ints&);
RAVEL_FOR_EACH_REAL(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
