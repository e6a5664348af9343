// SPDX-License-Identifier: BSL-1.0
// RAVEL_FACES(name) // usage: the faces that a verb has by its row in op/verbs.hpp, beside what its file writes out. The line that stamps
// them says in its comment how the verb is written: compilers show it to who calls the verb in another way.
#pragma once

#include <ravel/op/fold/detail/unless_empty.hpp>
#include <ravel/op/verbs.hpp>
#include <ravel/tensor/detail/lines.hpp>
#include <ravel/tensor/into.hpp>

namespace ravel::detail {

// Any operand, by a conversion: parameter of the overloads that refuse what no other takes.
struct any_operand {
  template <readable X>
  any_operand(const X& x);  // never defined
};

// No axes stand among the arguments behind the operand.
template <class... Args>
concept without_axes = !(std::convertible_to<const Args&, const ints&> || ...);

}  // namespace ravel::detail

#define RAVEL_FACES(name) RAVEL_FACES_OF_ROW(name, RAVEL_VERB_##name)
#define RAVEL_FACES_OF_ROW(name, ...) RAVEL_FACES_OF_FORM(name, __VA_ARGS__)
#define RAVEL_FACES_OF_FORM(name, form, ...) RAVEL_FACES_OF_##form(name, __VA_ARGS__)

// What no other overload takes, braces of axes among it.
#define RAVEL_REFUSES(name)                                                      \
  template <class... Others>                                                     \
  void name(detail::any_operand x, Others... others) = delete;                   \
  template <class... Others>                                                     \
  void name(detail::any_operand x, const ints& axes, Others... others) = delete; \
  template <class... Others>                                                     \
  void name(detail::any_operand x, detail::any_option o, const ints& axes, Others... others) = delete;

// name(x, options…) is written out and is what is done to a line.
#define RAVEL_FACES_OF_reduces(name, takes, at_run_time, named_as, ...)                                         \
  template <detail::shaped_reader X, detail::told_among<keep_t __VA_OPT__(, ) __VA_ARGS__>... Options>          \
    requires detail::takes<X>                                                                                   \
  [[nodiscard]] auto name(const X& t, const ints& axes, const Options&... options) {                            \
    return detail::reduced_by(                                                                                  \
        t, axes, [](const auto& line, const auto&... rest) { return ravel::name(line, rest...); }, options...); \
  }                                                                                                             \
  template <detail::takes R, detail::told_among<__VA_ARGS__>... Options>                                        \
    requires detail::told_when_empty<Options...>                                                                \
  [[nodiscard]] auto name(const R& r, const Options&... options) {                                              \
    return detail::unless_empty(                                                                                \
        std::tie(r), [&](const auto&... rest) { return ravel::name(r, rest...); }, options...);                 \
  }                                                                                                             \
  RAVEL_REFUSES(name)

// The same of name(x, a, options…).
#define RAVEL_FACES_OF_reduces_by(name, takes, at_run_time, named_as, ...)                                          \
  template <detail::shaped_reader X, class A, detail::told_among<keep_t __VA_OPT__(, ) __VA_ARGS__>... Options>     \
    requires detail::takes<X>                                                                                       \
  [[nodiscard]] auto name(const X& t, const A& a, const ints& axes, const Options&... options) {                    \
    return detail::reduced_by(                                                                                      \
        t, axes, [&](const auto& line, const auto&... rest) { return ravel::name(line, a, rest...); }, options...); \
  }                                                                                                                 \
  template <detail::takes R, class A, detail::told_among<__VA_ARGS__>... Options>                                   \
    requires detail::told_when_empty<Options...>                                                                    \
  [[nodiscard]] auto name(const R& r, const A& a, const Options&... options) {                                      \
    return detail::unless_empty(                                                                                    \
        std::tie(r), [&](const auto&... rest) { return ravel::name(r, a, rest...); }, options...);                  \
  }                                                                                                                 \
  RAVEL_REFUSES(name)

// Of the lines of two tensors, of which one may be broadcast to the shape of the other.
#define RAVEL_FACES_OF_pairs(name, takes, at_run_time, named_as, ...)                                                          \
  template <class A, class B, detail::told_among<keep_t __VA_OPT__(, ) __VA_ARGS__>... Options>                                \
    requires(detail::shaped_among<A, B> && detail::takes<A> && detail::takes<B>)                                               \
  [[nodiscard]] auto name(const A& a, const B& b, const ints& axes, const Options&... options) {                               \
    return detail::reduced_pairs(                                                                                              \
        a, b, axes, [](const auto& x, const auto& y, const auto&... rest) { return ravel::name(x, y, rest...); }, options...); \
  }                                                                                                                            \
  template <detail::takes A, detail::takes B, detail::told_among<__VA_ARGS__>... Options>                                      \
    requires detail::told_when_empty<Options...>                                                                               \
  [[nodiscard]] auto name(const A& a, const B& b, const Options&... options) {                                                 \
    return detail::unless_empty(                                                                                               \
        std::tie(a, b), [&](const auto&... rest) { return ravel::name(a, b, rest...); }, options...);                          \
  }                                                                                                                            \
  RAVEL_REFUSES(name)

// name(t, axis, options…) is written out, and so is name(x, options…) of a reader. A tensor of one axis needs none named; any takes
// into{t}.
#define RAVEL_FACES_OF_along(name, ...)                                                                        \
  template <detail::shaped_reader X, class... Options>                                                         \
    requires(detail::without_axes<Options...> && !detail::gives_into<Options...> &&                            \
             requires(const X& t, const ints& axis, const Options&... options) { name(t, axis, options...); }) \
  [[nodiscard]] auto name(const X& t, const Options&... options) {                                             \
    return name(t, detail::only_axis(#name, t.shape()), options...);                                           \
  }                                                                                                            \
  RAVEL_TAKES_INTO(name)                                                                                       \
  RAVEL_REFUSES(name)

// The same of name(t, a, axis, options…).
#define RAVEL_FACES_OF_along_by(name, ...)                                                                                    \
  template <detail::shaped_reader X, class A, class... Options>                                                               \
    requires(detail::without_axes<Options...> && !detail::gives_into<Options...> &&                                           \
             requires(const X& t, const A& a, const ints& axis, const Options&... options) { name(t, a, axis, options...); }) \
  [[nodiscard]] auto name(const X& t, const A& a, const Options&... options) {                                                \
    return name(t, a, detail::only_axis(#name, t.shape()), options...);                                                       \
  }                                                                                                                           \
  RAVEL_TAKES_INTO(name)                                                                                                      \
  RAVEL_REFUSES(name)
