// SPDX-License-Identifier: BSL-1.0
// rearrange, reduce and repeat by patterns, as in einops: "b (h h2) c -> b h (h2 c)". Names are axes; parentheses join axes to one, the
// last fastest; "..." stands for all others; 1 and () are axes of extent 1. Other numbers are axes of that extent that are removed or
// added. Results are views, unless reduced. A vector of tensors of one shape is first stacked on a new leading axis.
#pragma once

#include <ravel/base/error.hpp>
#include <ravel/op/fold/extreme.hpp>
#include <ravel/op/fold/logic.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/op/fold/reduce_with.hpp>
#include <ravel/op/fold/reducers.hpp>
#include <ravel/tensor/concat.hpp>

#include <string_view>

namespace ravel {

// An extent that a pattern does not say: {{"h2", 2}}.
struct named_extent {
  std::string_view name;
  index_arg extent;
};

// A list of extents, or a vector or map of names and extents. Borrowed for one call.
class named_extents {
 public:
  named_extents() = default;
  named_extents(std::initializer_list<named_extent> list) : all_(list) {}
  template <std::ranges::input_range Pairs>
    requires requires(std::ranges::range_reference_t<const Pairs> pair) {
      named_extent{pair.first, pair.second};
    }
  named_extents(const Pairs& pairs) {
    for (const auto& [name, extent] : pairs) all_.push_back({name, extent});
  }

  const std::vector<named_extent>& all() const& { return all_; }
  const std::vector<named_extent>& all() const&& = delete;  // they would outlive the list: name the list first

 private:
  std::vector<named_extent> all_;
};

namespace detail {

enum class pattern_verb : unsigned char { rearrange, reduce, repeat };

// The steps by which a pattern changes a shape.
struct pattern_plan {
  shape split;                  // every axis apart
  std::vector<index_t> order;   // as on the right; reduced axes come last
  std::vector<index_t> summed;  // these
  std::vector<index_t> fresh;   // axes of extent 1 that are put in…
  shape grown;                  // …and grow
  shape joined;                 // axes in parentheses as one
};
RAVEL_API pattern_plan plan_pattern(pattern_verb verb, std::string_view pattern, const shape& of, const named_extents& sizes);
// The prefix of errors: "reduce \"a b -> b\"".
RAVEL_API std::string to_string(pattern_verb verb, std::string_view pattern);
// Checks that a function of the reduced axes, which are last, kept the others.
RAVEL_API void check_reduced(const pattern_plan& plan, const shape& split, const shape& reduced);

RAVEL_API dims apart(const dims& map, const pattern_plan& plan);
RAVEL_API dims together(const dims& map, const pattern_plan& plan);
// The map of what rearrange and repeat show.
RAVEL_API dims dims_by_pattern(const dims& map, pattern_verb verb, std::string_view pattern, const named_extents& sizes);

template <tensor_range Parts>
auto stacked_parts(pattern_verb verb, std::string_view pattern, const Parts& parts) {
  return with_subject([&] { return to_string(verb, pattern); }, [&] { return stack(along(0), parts); });
}

// Calls by(split, plan), where all axes are split and those to reduce come last, and joins the axes of the result.
template <class X, class F>
auto reduce_pattern(const X& t, std::string_view pattern, const named_extents& sizes, F by) {
  const auto plan = plan_pattern(pattern_verb::reduce, pattern, t.shape(), sizes);
  const auto split = viewed(t, [&](const dims& map) { return apart(map, plan); });
  const auto reduced = with_subject([&] { return to_string(pattern_verb::reduce, pattern); }, [&] { return by(split, plan); });
  return viewed(reduced, [&](const dims& map) { return together(map, plan); });
}

}  // namespace detail

// Both sides must have the same names. A view of a writable tensor is writable.
template <detail::viewable X>
[[nodiscard]] auto rearrange(const X& t, std::string_view pattern, const named_extents& sizes = {}) {
  return detail::view_maker<X>::of(
      t, [&](const dims& map) { return detail::dims_by_pattern(map, detail::pattern_verb::rearrange, pattern, sizes); });
}
template <detail::tensor_range Parts>
[[nodiscard]] auto rearrange(const Parts& parts, std::string_view pattern, const named_extents& sizes = {}) {
  return rearrange(detail::stacked_parts(detail::pattern_verb::rearrange, pattern, parts), pattern, sizes);
}

// Reduces names that are missing on the right: reduce(t, "b c (h 2) -> b c h", reducer::mean).
template <detail::shaped_reader X, std::convertible_to<std::string_view> Pattern, detail::reduces<X> Reducer>
[[nodiscard]] auto reduce(const X& t, const Pattern& pattern, const Reducer& by, const named_extents& sizes = {}) {
  const auto reduced = [&](const auto& split, const auto& plan) { return reduce_with(split, by, plan.summed); };
  return detail::reduce_pattern(t, pattern, sizes, reduced);
}
// Reduces by a function of a tensor<const T> and ints, the axes to reduce, which gives a tensor of the others. (Pattern is a template
// parameter because some compilers instantiate a lambda with an auto parameter for the pattern, too.)
template <detail::shaped_reader X, std::convertible_to<std::string_view> Pattern, class F>
  requires(!detail::reduces<F, X> &&
           requires(const F& f, const tensor<const detail::read_t<X>>& t, const ints& on) {
             { f(t, on) } -> detail::shaped_reader;
           })
[[nodiscard]] auto reduce(const X& t, const Pattern& pattern, const F& f, const named_extents& sizes = {}) {
  return detail::reduce_pattern(t, pattern, sizes, [&](const auto& split, const auto& plan) {
    const auto reduced = f(tensor<const detail::read_t<X>>(split), ints(plan.summed));
    detail::check_reduced(plan, split.shape(), reduced.shape());
    return reduced;
  });
}

template <detail::tensor_range Parts, std::convertible_to<std::string_view> Pattern, class Reducer>
[[nodiscard]] auto reduce(const Parts& parts, const Pattern& pattern, const Reducer& by, const named_extents& sizes = {}) {
  return reduce(detail::stacked_parts(detail::pattern_verb::reduce, pattern, parts), pattern, by, sizes);
}

// New names on the right have the given extents; elements are repeated along them.
template <detail::viewable X>
[[nodiscard]] auto repeat(const X& t, std::string_view pattern, const named_extents& sizes = {}) {
  return detail::view_maker<X>::to_read(
      t, [&](const dims& map) { return detail::dims_by_pattern(map, detail::pattern_verb::repeat, pattern, sizes); });
}
template <detail::tensor_range Parts>
[[nodiscard]] auto repeat(const Parts& parts, std::string_view pattern, const named_extents& sizes = {}) {
  return repeat(detail::stacked_parts(detail::pattern_verb::repeat, pattern, parts), pattern, sizes);
}

}  // namespace ravel
