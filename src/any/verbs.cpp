// SPDX-License-Identifier: BSL-1.0
// Verbs that are called with the actual type: each row of the table calls the typed verb.
#include <ravel/any/verbs.hpp>
#include <ravel/any/views.hpp>
#include <ravel/op/keys/arggroup.hpp>
#include <ravel/op/signal/fft.hpp>
#include <ravel/tensor/elementwise.hpp>
#include "any/typed.hpp"

namespace ravel {

// The types that a concept of the table accepts.
#define RAVEL_VISIT_number_reader visit_real
#define RAVEL_VISIT_ordered_reader visit_orderable
#define RAVEL_VISIT_element_reader visit_widened
#define RAVEL_VISIT_groupable visit_keys_as

namespace detail {

template <class Result, class F>
Result visit_keys_as(std::string_view, const any_tensor& x, F f) {
  return visit_keys(x, f);
}

}  // namespace detail

#define RAVEL_BODY(name) RAVEL_BODY_OF_ROW(name, RAVEL_VERB_##name)
#define RAVEL_BODY_OF_ROW(name, ...) RAVEL_BODY_OF_FORM(name, __VA_ARGS__)
#define RAVEL_BODY_OF_FORM(name, form, takes, at_run_time, named_as, ...) RAVEL_BODY_##at_run_time(name, form, takes, __VA_ARGS__)
#define RAVEL_BODY_own(...)
#define RAVEL_BODY_none(...)
#define RAVEL_BODY_as_double(...)
#define RAVEL_BODY_as_precise(...)
#define RAVEL_BODY_visited(...)
#define RAVEL_BODY_in_type(name, form, ...) RAVEL_BODY_OF_##form(name, __VA_ARGS__)

#define RAVEL_BODY_OF_lines(name, takes, ...)                                                                  \
  any_tensor detail::name##_any(const any_data& x, const ints& axis, const std::tuple<__VA_ARGS__>& options) { \
    return RAVEL_VISIT_##takes<any_tensor>(#name, x.values, [&](const auto& t) {                               \
      return std::apply([&](const auto&... chosen) { return any_tensor(name(t, axis, chosen...)); }, options); \
    });                                                                                                        \
  }
#define RAVEL_BODY_OF_along RAVEL_BODY_OF_lines

RAVEL_FOR_EACH_VERB(RAVEL_BODY)

any_tensor detail::in_precision_of(const any_data& x, const any_tensor& made) {
  if (x.values.dtype() != dtype::float32) return made;
  if (made.dtype() == dtype::float64) return clone(map(to_precision<float>{}, as<double>(made)));
  return clone(map(to_precision<std::complex<float>>{}, as<std::complex<double>>(made)));
}

any_tensor detail::diff_any(const any_data& x, const ints& axis, const diff_between& how) {
  check_no_text("diff", x.values.dtype());
  const index_t rank = x.values.rank(), at = one_axis("diff", axis, rank);
  any_tensor joined = x.values;
  const auto add = [&](margin width, const any_scalar& value) {
    std::vector<margin> each(static_cast<std::size_t>(rank), margin(0));
    each[static_cast<std::size_t>(at)] = width;
    joined = pad(joined, each, value);
  };
  for (index_t i = std::ssize(how.before); i-- > 0;) add({1, 0}, how.before[static_cast<std::size_t>(i)]);
  for (const any_scalar& value : how.behind) add({0, 1}, value);
  return diff(joined, axis, order{how.times});
}

}  // namespace ravel
