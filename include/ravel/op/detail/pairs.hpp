// SPDX-License-Identifier: BSL-1.0
// Verbs of the lines of two operands, read as lines of pairs. Holds nothing; the calling thread does all the work.
#pragma once

#include <ravel/lazy/field.hpp>
#include <ravel/storage/adopt.hpp>
#include <ravel/tensor/detail/lines.hpp>
#include <ravel/tensor/map.hpp>

namespace ravel::detail {

template <class A, class B>
struct value_pair {
  A first;
  B second;
};
struct paired {
  template <class A, class B>
  value_pair<A, B> operator()(const A& a, const B& b) const {
    return {a, b};
  }
};

// Calls verb(line of a, line of b, options…) for lines of pairs.
template <class Pairs, class Verb, class... Options>
auto reduced_line_pairs(const Pairs& pairs, const ints& axes, Verb verb, const Options&... options) {
  using both = read_t<Pairs>;
  const auto of_line = [&](const auto& line, const auto&... rest) {
    const reader<both> lent = borrowed_handle(line);
    return verb(field(lent, &both::first), field(lent, &both::second), rest...);
  };
  return reduced_by(pairs, axes, of_line, options...);
}
template <class A, class B, class Verb, class... Options>
auto reduced_pairs(const A& a, const B& b, const ints& axes, Verb verb, const Options&... options) {
  return reduced_line_pairs(map(paired{}, as_read_tensor(a), as_read_tensor(b)), axes, verb, options...);
}

}  // namespace ravel::detail
