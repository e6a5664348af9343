// SPDX-License-Identifier: BSL-1.0
// RAVEL_FACES(name)  // usage
// This line stamps the faces that a verb has by its row in op/verbs.hpp, beside those that its file defines. If a call fits none of them,
// compilers show the line with its comment. It must stand behind all overloads that work on a line. Only macros, without state.
#pragma once

#include <ravel/op/fold/when_empty.hpp>
#include <ravel/op/verbs.hpp>
#include <ravel/tensor/detail/lines.hpp>
#include <ravel/tensor/into.hpp>

namespace ravel::detail {

// Convert from any operand and any argument. Deleted overloads use them as parameters, to take the calls that no other overload takes.
struct any_input {
  template <input X>
  any_input(const X& x);  // never defined
};
struct anything {
  template <class A>
  anything(const A& a);  // never defined
};

// True if no argument behind the operand is a list of axes.
template <class... Args>
concept without_axes = !(std::convertible_to<const Args&, const ints&> || ...);

}  // namespace ravel::detail

#define RAVEL_FACES(name) RAVEL_FACES_OF_ROW(name, RAVEL_VERB_##name)
#define RAVEL_FACES_OF_ROW(name, ...) RAVEL_FACES_OF_FORM(name, __VA_ARGS__)
#define RAVEL_FACES_OF_FORM(name, form, ...) RAVEL_FACES_OF_##form(name, __VA_ARGS__)

// Takes arguments that no other overload takes. An ellipsis takes no braces, so axes have their own parameter.
#define RAVEL_REFUSES(name)                                       \
  void name(detail::any_input x, ...) = delete;                   \
  void name(detail::any_input x, const ints& axes, ...) = delete; \
  void name(detail::any_input x, detail::anything a, const ints& axes, ...) = delete;

// The file of this verb defines its other faces.
#define RAVEL_FACES_OF_written(name, ...) RAVEL_REFUSES(name)
#define RAVEL_FACES_OF_written_by(name, ...) RAVEL_REFUSES(name)

// name(x, options…) with when_empty{v}, of all elements, for a verb of any form.
#define RAVEL_TOLD_WHEN_EMPTY(name) RAVEL_TOLD_OF_ROW(name, RAVEL_VERB_##name)
#define RAVEL_TOLD_OF_ROW(name, ...) RAVEL_TOLD_OF_ALL(name, __VA_ARGS__)
#define RAVEL_TOLD_OF_ALL(name, form, takes, at_run_time, named_as, ...)                        \
  template <detail::takes R, detail::told_among<__VA_ARGS__>... Options>                        \
    requires detail::told_when_empty<Options...>                                                \
  [[nodiscard]] auto name(const R& r, const Options&... options) {                              \
    return detail::unless_empty(                                                                \
        std::tie(r), [&](const auto&... rest) { return ravel::name(r, rest...); }, options...); \
  }

// The file defines name(x, options…), which also reduces each line. (The overload for all elements comes first, because the overload for
// lines uses it.)
#define RAVEL_FACES_OF_reduces(name, takes, ...)       \
  RAVEL_TOLD_OF_ALL(name, reduces, takes, __VA_ARGS__) \
  RAVEL_LINES_OF_reduces(name, takes, __VA_ARGS__) RAVEL_REFUSES(name)
#define RAVEL_LINES_OF_reduces(name, takes, at_run_time, named_as, ...)                                         \
  template <detail::shaped_reader X, detail::told_among<keep_t __VA_OPT__(, ) __VA_ARGS__>... Options>          \
    requires detail::takes<X>                                                                                   \
  [[nodiscard]] auto name(const X& t, const ints& axes, const Options&... options) {                            \
    return detail::reduced_by(                                                                                  \
        t, axes, [](const auto& line, const auto&... rest) { return ravel::name(line, rest...); }, options...); \
  }

// The same with a kernel of the engine (fold/detail/reduced.hpp), which gives the bits of name(line).
#define RAVEL_FACES_OF_gathers(name, takes, ...)       \
  RAVEL_TOLD_OF_ALL(name, gathers, takes, __VA_ARGS__) \
  RAVEL_LINES_OF_gathers(name, takes, __VA_ARGS__) RAVEL_REFUSES(name)
#define RAVEL_LINES_OF_gathers(name, takes, at_run_time, named_as, ...)                                                \
  template <detail::shaped_reader X, detail::told_among<keep_t __VA_OPT__(, ) __VA_ARGS__>... Options>                 \
    requires detail::takes<X>                                                                                          \
  [[nodiscard]] auto name(const X& t, const ints& axes, const Options&... options) {                                   \
    return detail::gathered<detail::kernel_of_##name>(                                                                 \
        #name, t, axes, [](const auto& line, const auto&... rest) { return ravel::name(line, rest...); }, options...); \
  }

// The same for name(x, a, options…), with an integer or a real number a. (If a had any type, it would match better than its conversion, and
// an option behind it would be taken for axes.)
#define RAVEL_FACES_OF_reduces_at(name, ...) RAVEL_FACES_BY_ARGUMENT(name, index_arg, __VA_ARGS__)
#define RAVEL_FACES_OF_reduces_by(name, ...) RAVEL_FACES_BY_ARGUMENT(name, double, __VA_ARGS__)
#define RAVEL_FACES_BY_ARGUMENT(name, argument, takes, at_run_time, named_as, ...)                                  \
  template <detail::takes R, detail::told_among<__VA_ARGS__>... Options>                                            \
    requires detail::told_when_empty<Options...>                                                                    \
  [[nodiscard]] auto name(const R& r, argument a, const Options&... options) {                                      \
    return detail::unless_empty(                                                                                    \
        std::tie(r), [&](const auto&... rest) { return ravel::name(r, a, rest...); }, options...);                  \
  }                                                                                                                 \
  template <detail::shaped_reader X, detail::told_among<keep_t __VA_OPT__(, ) __VA_ARGS__>... Options>              \
    requires detail::takes<X>                                                                                       \
  [[nodiscard]] auto name(const X& t, argument a, const ints& axes, const Options&... options) {                    \
    return detail::reduced_by(                                                                                      \
        t, axes, [&](const auto& line, const auto&... rest) { return ravel::name(line, a, rest...); }, options...); \
  }                                                                                                                 \
  RAVEL_REFUSES(name)

// For the lines of two tensors. One may be broadcast to the shape of the other (op/detail/pairs.hpp).
#define RAVEL_FACES_OF_pairs(name, takes, at_run_time, named_as, ...)                                                          \
  template <detail::takes A, detail::takes B, detail::told_among<__VA_ARGS__>... Options>                                      \
    requires detail::told_when_empty<Options...>                                                                               \
  [[nodiscard]] auto name(const A& a, const B& b, const Options&... options) {                                                 \
    return detail::unless_empty(                                                                                               \
        std::tie(a, b), [&](const auto&... rest) { return ravel::name(a, b, rest...); }, options...);                          \
  }                                                                                                                            \
  template <class A, class B, detail::told_among<keep_t __VA_OPT__(, ) __VA_ARGS__>... Options>                                \
    requires(detail::shaped_among<A, B> && detail::takes<A> && detail::takes<B>)                                               \
  [[nodiscard]] auto name(const A& a, const B& b, const ints& axes, const Options&... options) {                               \
    return detail::reduced_pairs(                                                                                              \
        a, b, axes, [](const auto& x, const auto& y, const auto&... rest) { return ravel::name(x, y, rest...); }, options...); \
  }                                                                                                                            \
  RAVEL_REFUSES(name)

// The file defines name(t, axis, options…), and name(x, options…) for readers. A tensor of one axis needs no axis argument; any tensor
// takes into{t}.
#define RAVEL_FACES_OF_along(name, ...)                                                                               \
  template <detail::shaped_reader X, class... Options>                                                                \
    requires(detail::without_axes<Options...> && !detail::gives_into<Options...> &&                                   \
             requires(const X& t, const ints& axis, const Options&... options) { ravel::name(t, axis, options...); }) \
  [[nodiscard]] auto name(const X& t, const Options&... options) {                                                    \
    return ravel::name(t, detail::only_axis(#name, t.shape()), options...);                                           \
  }                                                                                                                   \
  RAVEL_TAKES_INTO(name)                                                                                              \
  RAVEL_REFUSES(name)

// The same for name(t, a, axis, options…).
#define RAVEL_FACES_OF_along_by(name, ...)                                                                                           \
  template <detail::shaped_reader X, class A, class... Options>                                                                      \
    requires(detail::without_axes<Options...> && !detail::gives_into<Options...> &&                                                  \
             requires(const X& t, const A& a, const ints& axis, const Options&... options) { ravel::name(t, a, axis, options...); }) \
  [[nodiscard]] auto name(const X& t, const A& a, const Options&... options) {                                                       \
    return ravel::name(t, a, detail::only_axis(#name, t.shape()), options...);                                                       \
  }                                                                                                                                  \
  RAVEL_TAKES_INTO(name)                                                                                                             \
  RAVEL_REFUSES(name)

// The same for name(t, a, b, axis, options…).
#define RAVEL_FACES_OF_along_by_two(name, ...)                                                           \
  template <detail::shaped_reader X, class A, class B, class... Options>                                 \
    requires(detail::without_axes<Options...> && !detail::gives_into<Options...> &&                      \
             requires(const X& t, const A& a, const B& b, const ints& axis, const Options&... options) { \
               ravel::name(t, a, b, axis, options...);                                                   \
             })                                                                                          \
  [[nodiscard]] auto name(const X& t, const A& a, const B& b, const Options&... options) {               \
    return ravel::name(t, a, b, detail::only_axis(#name, t.shape()), options...);                        \
  }                                                                                                      \
  RAVEL_TAKES_INTO(name)                                                                                 \
  RAVEL_REFUSES(name)

// The file defines name(x, options…) for readers that are not tensors, and its result is a line of the same length. Several threads call it
// at once.
#define RAVEL_FACES_OF_lines(name, takes, at_run_time, named_as, ...)                                                                 \
  template <detail::shaped_reader X, detail::among<__VA_ARGS__>... Options>                                                           \
    requires detail::takes<X>                                                                                                         \
  [[nodiscard]] auto name(const X& t, const ints& axis, const Options&... options) {                                                  \
    return detail::changed_lines(                                                                                                     \
        t, detail::one_axis(#name, axis, t.rank()), [&](const auto& line) { return ravel::name(line, options...); }, detail::as_many, \
        detail::worked_on::each_shared);                                                                                              \
  }                                                                                                                                   \
  RAVEL_FACES_OF_along(name)

// The same for name(x, a, options…).
#define RAVEL_FACES_OF_lines_by(name, takes, at_run_time, named_as, ...)                                                                 \
  template <detail::shaped_reader X, class A, detail::among<__VA_ARGS__>... Options>                                                     \
    requires(detail::takes<X> && requires(const reader<detail::read_t<X>>& line, const A& a) { ravel::name(line, a); })                  \
  [[nodiscard]] auto name(const X& t, const A& a, const ints& axis, const Options&... options) {                                         \
    return detail::changed_lines(                                                                                                        \
        t, detail::one_axis(#name, axis, t.rank()), [&](const auto& line) { return ravel::name(line, a, options...); }, detail::as_many, \
        detail::worked_on::each_shared);                                                                                                 \
  }                                                                                                                                      \
  RAVEL_FACES_OF_along_by(name)
