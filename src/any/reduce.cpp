// SPDX-License-Identifier: BSL-1.0
// Sums, means and extremes, and decisions about bools: whole and along axes, each the typed reduction.
#include <ravel/any/detail/typed.hpp>
#include <ravel/any/reduce.hpp>
#include <ravel/tensor/reduce.hpp>

namespace ravel {

namespace {

template <class T>
concept any_element = element<T>;
template <class T>
concept ordered_element = !complex_element<T>;
template <class T>
concept has_nan = real_element<T> || complex_element<T>;

// The policy is an option of types that have NaN.
template <class T, class F>
auto with_policy(nan_policy policy, F f) {
  if constexpr (has_nan<T>) {
    if (policy != nan_policy::keep) return f(policy);
  }
  return f();
}

// f(tensor) with the type that it has: of numbers; of what has an order, words too. (Products are exact in 64 bits: few types are enough.)
template <class Result, class F>
Result visit_numbers(const char* operation, const any_tensor& x, F f) {
  detail::check_no_text(operation, x.dtype());
  return visit(x, f);
}
template <class Result, class F>
Result visit_ordered(const char*, const any_tensor& x, F f) {
  return detail::visit_keys(x, f);
}

}  // namespace

#define RAVEL_REDUCTION(name, takes, look)                                                                  \
  any_scalar detail::name##_any(const any_data& x, nan_policy policy) {                                     \
    return look<any_scalar>(#name, x.values, [&]<class T>(const tensor<const T>& t) -> any_scalar {         \
      if constexpr (takes<T>) {                                                                             \
        return with_policy<T>(policy, [&](auto... given) { return any_scalar(ravel::name(t, given...)); }); \
      } else {                                                                                              \
        throw_no_operation(#name, dtype_of<T>());                                                           \
      }                                                                                                     \
    });                                                                                                     \
  }                                                                                                         \
  any_scalar name(const detail::any_data& x) { return detail::name##_any(x, nan_policy::keep); }            \
  any_tensor name(const detail::any_data& x, const ints& axes, nan_policy policy) {                         \
    return look<any_tensor>(#name, x.values, [&]<class T>(const tensor<const T>& t) -> any_tensor {         \
      if constexpr (takes<T>) {                                                                             \
        return with_policy<T>(policy, [&](auto... given) { return any_tensor(name(t, axes, given...)); });  \
      } else {                                                                                              \
        detail::throw_no_operation(#name, dtype_of<T>());                                                   \
      }                                                                                                     \
    });                                                                                                     \
  }                                                                                                         \
  any_tensor name(const detail::any_data& x, const ints& axes, keep_t, nan_policy policy) {                 \
    return detail::keeping(name(x, axes, policy), x.values.rank(), axes);                                   \
  }

RAVEL_REDUCTION(sum, any_element, visit_numbers)
RAVEL_REDUCTION(product, any_element, detail::visit_widened)
RAVEL_REDUCTION(mean, any_element, visit_numbers)
RAVEL_REDUCTION(min, ordered_element, visit_ordered)
RAVEL_REDUCTION(max, ordered_element, visit_ordered)
#undef RAVEL_REDUCTION

#define RAVEL_DECISION(name, result)                                                                                   \
  result name(const detail::any_data& mask) { return name(detail::mask_of(#name, mask)); }                             \
  any_tensor name(const detail::any_data& mask, const ints& axes) { return name(detail::mask_of(#name, mask), axes); } \
  any_tensor name(const detail::any_data& mask, const ints& axes, keep_t) { return name(detail::mask_of(#name, mask), axes, keep); }
RAVEL_DECISION(all_of, bool)
RAVEL_DECISION(any_of, bool)
RAVEL_DECISION(none_of, bool)
RAVEL_DECISION(count, index_t)
#undef RAVEL_DECISION

namespace detail {

any_tensor keeping(const any_tensor& made, index_t rank, const ints& axes) {
  std::vector<bool> worked(static_cast<std::size_t>(rank), false);
  for (const index_t axis : axes) worked[static_cast<std::size_t>(check_axis(axis, rank))] = true;
  any_tensor kept = made;
  for (index_t k = 0; k < rank; ++k) {
    const auto put_back = [&](const dims& map) { return map.new_axis(k); };
    if (worked[static_cast<std::size_t>(k)]) kept = viewed_any(kept, put_back);
  }
  return kept;
}

}  // namespace detail
}  // namespace ravel
