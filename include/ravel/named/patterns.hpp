// SPDX-License-Identifier: BSL-1.0
// rearrange, reduce and repeat by patterns, spelled as in einops: "b (h h2) c -> b h (h2 c)". Names are axes, parentheses join some of them
// to one, the last fastest; "..." stands for all others, 1 and () for an axis of extent 1, and where axes go or come another number for one
// of that extent. Views, but for what is reduced. Tensors of one shape in a vector are stacked first, on a new leading axis.
#pragma once

#include <ravel/base/detail/with_subject.hpp>
#include <ravel/op/fold/extreme.hpp>
#include <ravel/op/fold/logic.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/op/fold/reducers.hpp>
#include <ravel/tensor/concat.hpp>
#include <ravel/tensor/fold.hpp>

#include <string_view>

namespace ravel {

// Extents that a pattern does not say: {{"h2", 2}}.
struct named_extent {
  std::string_view name;
  index_arg extent;
};

// A list of them, or pairs of a name and an extent: a vector, a map. They are looked at for the time of one call.
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

// What a pattern makes of a shape, step by step.
struct pattern_plan {
  shape split;                  // every axis apart
  std::vector<index_t> order;   // as on the right, those that are reduced last
  std::vector<index_t> summed;  // these
  std::vector<index_t> fresh;   // axes of extent 1 that are put in…
  shape grown;                  // …and grow
  shape joined;                 // axes in parentheses as one
};
RAVEL_API pattern_plan plan_pattern(pattern_verb verb, std::string_view pattern, const shape& of, const named_extents& sizes);
// What errors of the work begin with: "reduce \"a b -> b\"".
RAVEL_API std::string to_string(pattern_verb verb, std::string_view pattern);
// What a function makes of the axes that are reduced, which are the last ones, has those that stay.
RAVEL_API void check_reduced(const pattern_plan& plan, const shape& split, const shape& reduced);

RAVEL_API dims apart(const dims& map, const pattern_plan& plan);
RAVEL_API dims together(const dims& map, const pattern_plan& plan);

template <tensor_range Parts>
auto stacked_parts(pattern_verb verb, std::string_view pattern, const Parts& parts) {
  return with_subject([&] { return to_string(verb, pattern); }, [&] { return stack(along(0), parts); });
}

// f(tensor, ints) makes a tensor.
template <class F, class X>
concept reduces_along = requires(const F& f, const tensor<const read_t<X>>& t, const ints& on) {
  { f(t, on) } -> shaped_reader;
};

// by(split, plan) of the axes apart, with those that are reduced last; what it makes is put together.
template <class X, class F>
auto reduce_pattern(const X& t, std::string_view pattern, const named_extents& sizes, F by) {
  const auto plan = plan_pattern(pattern_verb::reduce, pattern, t.shape(), sizes);
  const auto split = viewed(t, [&](const dims& map) { return apart(map, plan); });
  const auto reduced = with_subject([&] { return to_string(pattern_verb::reduce, pattern); }, [&] { return by(split, plan); });
  return viewed(reduced, [&](const dims& map) { return together(map, plan); });
}

}  // namespace detail

// All names of one side are on the other. A view of what can be written can be written.
template <detail::shaped_reader X>
[[nodiscard]] auto rearrange(const X& t, std::string_view pattern, const named_extents& sizes = {}) {
  const auto plan = detail::plan_pattern(detail::pattern_verb::rearrange, pattern, t.shape(), sizes);
  return detail::viewed(t, [&](const dims& map) { return together(apart(map, plan), plan); });
}
template <detail::tensor_range Parts>
[[nodiscard]] auto rearrange(const Parts& parts, std::string_view pattern, const named_extents& sizes = {}) {
  return rearrange(detail::stacked_parts(detail::pattern_verb::rearrange, pattern, parts), pattern, sizes);
}

// Names that are missing on the right are reduced: reduce(t, "b c (h 2) -> b c h", reducer::mean).
template <detail::shaped_reader X, std::convertible_to<std::string_view> Pattern, detail::reduces<X> Reducer>
[[nodiscard]] auto reduce(const X& t, const Pattern& pattern, const Reducer& by, const named_extents& sizes = {}) {
  const auto reduced = [&](const auto& split, const auto& plan) { return reduce_with(split, by, plan.summed); };
  return detail::reduce_pattern(t, pattern, sizes, reduced);
}
// By any function of a tensor<const T> and ints, the axes that go, which gives a tensor of the others. (Some compilers try a lambda with
// auto for the tensor with the pattern, as if that were what a reduction begins with.)
template <detail::shaped_reader X, std::convertible_to<std::string_view> Pattern, detail::reduces_along<X> F>
  requires(!detail::reduces<F, X>)
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

// New names on the right have the extents that are given; the same elements at every position.
template <detail::shaped_reader X>
[[nodiscard]] auto repeat(const X& t, std::string_view pattern, const named_extents& sizes = {}) {
  const auto plan = detail::plan_pattern(detail::pattern_verb::repeat, pattern, t.shape(), sizes);
  return detail::read_only(detail::viewed(t, [&](const dims& map) { return together(apart(map, plan), plan); }));
}
template <detail::tensor_range Parts>
[[nodiscard]] auto repeat(const Parts& parts, std::string_view pattern, const named_extents& sizes = {}) {
  return repeat(detail::stacked_parts(detail::pattern_verb::repeat, pattern, parts), pattern, sizes);
}

}  // namespace ravel
