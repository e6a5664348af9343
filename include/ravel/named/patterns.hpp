// SPDX-License-Identifier: BSL-1.0
// rearrange, reduce and repeat by patterns, spelled as in einops: "b (h h2) c -> b h (h2 c)". Names are axes, parentheses join some of them
// to one, the last fastest; "..." stands for all others, 1 and () for an axis of extent 1, and where axes go or come another number for one
// of that extent. Views, but for what is reduced. Tensors of one shape in a vector are stacked first, on a new leading axis.
#pragma once

#include <ravel/op/reducers.hpp>
#include <ravel/tensor/concat.hpp>
#include <ravel/tensor/fold.hpp>
#include <ravel/tensor/reduce.hpp>

#include <string_view>

namespace ravel {

// Extents that a pattern does not say: {{"h2", 2}}.
struct named_extent {
  std::string_view name;
  index_arg extent;
};
using named_extents = std::initializer_list<named_extent>;

namespace detail {

enum class pattern_verb : unsigned char { rearrange, reduce, repeat };

// What a pattern makes of a shape, step by step.
struct pattern_plan {
  shape split;                  // every axis apart
  std::vector<index_t> order;   // as on the right, those that are reduced last
  std::vector<index_t> summed;  // these
  std::vector<index_t> fresh;   // axes of extent 1 that are put in…
  shape grown;                  // …and grow
  shape joined;                 // axes in parentheses as one
};
RAVEL_API pattern_plan plan_pattern(pattern_verb verb, std::string_view pattern, const shape& of, named_extents sizes);

RAVEL_API dims apart(const dims& map, const pattern_plan& plan);
RAVEL_API dims together(const dims& map, const pattern_plan& plan);

}  // namespace detail

// All names of one side are on the other. A view of what can be written can be written.
template <detail::shaped_reader X>
auto rearrange(const X& t, std::string_view pattern, named_extents sizes = {}) {
  const auto plan = detail::plan_pattern(detail::pattern_verb::rearrange, pattern, t.shape(), sizes);
  return detail::viewed(t, [&](const dims& map) { return together(apart(map, plan), plan); });
}
template <detail::tensor_range Parts>
auto rearrange(const Parts& parts, std::string_view pattern, named_extents sizes = {}) {
  return rearrange(stack(along(0), parts), pattern, sizes);
}

// Names that are missing on the right are reduced: reduce(t, "b c (h 2) -> b c h", reducer::mean).
template <detail::shaped_reader X, std::convertible_to<std::string_view> Pattern, detail::reduces<X> Reducer>
auto reduce(const X& t, const Pattern& pattern, const Reducer& by, named_extents sizes = {}) {
  const auto plan = detail::plan_pattern(detail::pattern_verb::reduce, pattern, t.shape(), sizes);
  const auto split = detail::viewed(t, [&](const dims& map) { return apart(map, plan); });
  const auto reduced = reduce_with(split, by, plan.summed);
  return detail::viewed(reduced, [&](const dims& map) { return together(map, plan); });
}

template <detail::tensor_range Parts, std::convertible_to<std::string_view> Pattern, class Reducer>
auto reduce(const Parts& parts, const Pattern& pattern, const Reducer& by, named_extents sizes = {}) {
  return reduce(stack(along(0), parts), pattern, by, sizes);
}

// New names on the right have the extents that are given; the same elements at every position.
template <detail::shaped_reader X>
auto repeat(const X& t, std::string_view pattern, named_extents sizes = {}) {
  const auto plan = detail::plan_pattern(detail::pattern_verb::repeat, pattern, t.shape(), sizes);
  return detail::read_only(detail::viewed(t, [&](const dims& map) { return together(apart(map, plan), plan); }));
}
template <detail::tensor_range Parts>
auto repeat(const Parts& parts, std::string_view pattern, named_extents sizes = {}) {
  return repeat(stack(along(0), parts), pattern, sizes);
}

}  // namespace ravel
