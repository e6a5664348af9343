// SPDX-License-Identifier: BSL-1.0
// Groups and counts values of every type, strings included, in the types that hold all values. The values are converted back to the type of
// the data.
#include <ravel/any/copy.hpp>
#include <ravel/any/group.hpp>
#include <ravel/op/keys/arggroup.hpp>
#include <ravel/op/keys/unique.hpp>
#include <ravel/tensor/make.hpp>
#include "any/typed.hpp"

namespace ravel {

namespace {

// Calls f(tensor) in those types.
template <class Result, class F>
Result with_values(const char* operation, const any_tensor& x, F f) {
  return detail::is_text(x.dtype()) ? f(as<std::string>(x)) : detail::visit_widened<Result>(operation, x, f);
}

// Calls f(tensor) in the types that have an order.
template <class Result, class F>
Result with_ordered(const char* operation, const any_tensor& x, F f) {
  return with_values<Result>(operation, x, [&]<class T>(const tensor<const T>& t) -> Result {
    if constexpr (complex_element<T>)
      detail::throw_no_operation(operation, dtype_of<T>());
    else
      return f(t);
  });
}

struct counts_of_any {
  any_tensor values;
  buffer<index_t> counts;
};
// Orders by value, or by frequency.
counts_of_any counted(const char* operation, const detail::any_data& x, bool by_count) {
  return with_ordered<counts_of_any>(operation, x.values, [&](const auto& t) -> counts_of_any {
    const auto found = by_count ? value_counts(t) : detail::tally(t);
    return {as_tensor(found.values, found.values.size()), found.counts};
  });
}

}  // namespace

any_groups arggroup(const detail::any_data& x) {
  return with_values<any_groups>("arggroup", x.values, [&](const auto& t) {
    const auto found = arggroup(t);
    any_groups made{detail::in_type_of(x, clone(as_tensor(found.keys(), found.size()))), {}};
    for (index_t i = 0; i < found.size(); ++i) made.positions.push_back(found.positions(i));
    return made;
  });
}

any_counted_values value_counts(const detail::any_data& x) {
  const counts_of_any found = counted("value_counts", x, true);
  return {detail::in_type_of(x, found.values), as_tensor(found.counts, found.counts.size())};
}

any_scalar most_common(const detail::any_data& x) {
  if (x.values.size() == 0) throw value_error("most_common of no elements: there is no value to give");
  return value_counts(x).values(0);
}

index_t count_unique(const detail::any_data& x) { return counted("count_unique", x, false).counts.size(); }

namespace {

any_tensor most_common_along(const detail::any_data& x, const ints& axes, const auto&... keeps) {
  return with_ordered<any_tensor>("most_common", x.values,
                                  [&](const auto& t) -> any_tensor { return detail::in_type_of(x, most_common(t, axes, keeps...)); });
}
tensor<index_t> count_unique_along(const detail::any_data& x, const ints& axes, const auto&... keeps) {
  return with_ordered<tensor<index_t>>("count_unique", x.values, [&](const auto& t) { return count_unique(t, axes, keeps...); });
}

}  // namespace

any_tensor most_common(const detail::any_data& x, const ints& axes) { return most_common_along(x, axes); }
any_tensor most_common(const detail::any_data& x, const ints& axes, keep_t) { return most_common_along(x, axes, keep); }
tensor<index_t> count_unique(const detail::any_data& x, const ints& axes) { return count_unique_along(x, axes); }
tensor<index_t> count_unique(const detail::any_data& x, const ints& axes, keep_t) { return count_unique_along(x, axes, keep); }

}  // namespace ravel
