// SPDX-License-Identifier: BSL-1.0
// RAVEL_FACES(name)  // usage
// stamps the faces that a verb has by its row in op/verbs.hpp, beside what its file writes out. Compilers show this line, with its comment,
// to whoever calls the verb in another way. It stands behind all that works on a line. Macros alone, without state.
#pragma once

#include <ravel/op/fold/detail/unless_empty.hpp>
#include <ravel/op/verbs.hpp>
#include <ravel/tensor/detail/lines.hpp>
#include <ravel/tensor/into.hpp>

namespace ravel::detail {

// Any operand, and any argument, by a conversion: parameters of the overloads that take what no other does, are deleted, and stand behind
// all others.
struct any_input {
  template <input X>
  any_input(const X& x);  // never defined
};
struct anything {
  template <class A>
  anything(const A& a);  // never defined
};

// No axes stand among the arguments behind the operand.
template <class... Args>
concept without_axes = !(std::convertible_to<const Args&, const ints&> || ...);

}  // namespace ravel::detail

#define RAVEL_FACES(name) RAVEL_FACES_OF_ROW(name, RAVEL_VERB_##name)
#define RAVEL_FACES_OF_ROW(name, ...) RAVEL_FACES_OF_FORM(name, __VA_ARGS__)
#define RAVEL_FACES_OF_FORM(name, form, ...) RAVEL_FACES_OF_##form(name, __VA_ARGS__)

// Arguments that no other overload takes. An ellipsis takes no braces, so that axes have a place of their own.
#define RAVEL_REFUSES(name)                                       \
  void name(detail::any_input x, ...) = delete;                   \
  void name(detail::any_input x, const ints& axes, ...) = delete; \
  void name(detail::any_input x, detail::anything a, const ints& axes, ...) = delete;

// A verb whose other faces stand in its file.
#define RAVEL_FACES_OF_written(name, ...) RAVEL_REFUSES(name)
#define RAVEL_FACES_OF_written_by(name, ...) RAVEL_REFUSES(name)

// when_empty{v} behind name(x, options…) of all elements, for a verb of any form.
#define RAVEL_TOLD_WHEN_EMPTY(name) RAVEL_TOLD_OF_ROW(name, RAVEL_VERB_##name)
#define RAVEL_TOLD_OF_ROW(name, ...) RAVEL_TOLD_OF_ALL(name, __VA_ARGS__)
#define RAVEL_TOLD_OF_ALL(name, form, takes, at_run_time, named_as, ...)                        \
  template <detail::takes R, detail::told_among<__VA_ARGS__>... Options>                        \
    requires detail::told_when_empty<Options...>                                                \
  [[nodiscard]] auto name(const R& r, const Options&... options) {                              \
    return detail::unless_empty(                                                                \
        std::tie(r), [&](const auto&... rest) { return ravel::name(r, rest...); }, options...); \
  }

// name(x, options…) is written out and is what is done to a line. (Of all elements first, so that it is known where a line is worked on.)
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

// The same by a kernel of the engine (fold/detail/reduced.hpp), which gives the bits of name(line).
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

// The same of name(x, a, options…), where a is an integer, or a real number. (Of any type, a would be a better match than what it is
// converted to, and an option behind it would be taken for axes.)
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

// Of the lines of two tensors, of which one may be broadcast to the shape of the other (op/detail/pairs.hpp).
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

// name(t, axis, options…) is written out, and so is name(x, options…) of a reader. A tensor of one axis needs none named; any takes
// into{t}.
#define RAVEL_FACES_OF_along(name, ...)                                                                               \
  template <detail::shaped_reader X, class... Options>                                                                \
    requires(detail::without_axes<Options...> && !detail::gives_into<Options...> &&                                   \
             requires(const X& t, const ints& axis, const Options&... options) { ravel::name(t, axis, options...); }) \
  [[nodiscard]] auto name(const X& t, const Options&... options) {                                                    \
    return ravel::name(t, detail::only_axis(#name, t.shape()), options...);                                           \
  }                                                                                                                   \
  RAVEL_TAKES_INTO(name)                                                                                              \
  RAVEL_REFUSES(name)

// The same of name(t, a, axis, options…).
#define RAVEL_FACES_OF_along_by(name, ...)                                                                                           \
  template <detail::shaped_reader X, class A, class... Options>                                                                      \
    requires(detail::without_axes<Options...> && !detail::gives_into<Options...> &&                                                  \
             requires(const X& t, const A& a, const ints& axis, const Options&... options) { ravel::name(t, a, axis, options...); }) \
  [[nodiscard]] auto name(const X& t, const A& a, const Options&... options) {                                                       \
    return ravel::name(t, a, detail::only_axis(#name, t.shape()), options...);                                                       \
  }                                                                                                                                  \
  RAVEL_TAKES_INTO(name)                                                                                                             \
  RAVEL_REFUSES(name)

// The same of name(t, a, b, axis, options…).
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

// name(x, options…) of a reader that is no tensor is written out, and makes a line as long of it: several threads do so at once.
#define RAVEL_FACES_OF_lines(name, takes, at_run_time, named_as, ...)                                                                 \
  template <detail::shaped_reader X, detail::among<__VA_ARGS__>... Options>                                                           \
    requires detail::takes<X>                                                                                                         \
  [[nodiscard]] auto name(const X& t, const ints& axis, const Options&... options) {                                                  \
    return detail::changed_lines(                                                                                                     \
        t, detail::one_axis(#name, axis, t.rank()), [&](const auto& line) { return ravel::name(line, options...); }, detail::as_many, \
        detail::worked_on::each_shared);                                                                                              \
  }                                                                                                                                   \
  RAVEL_FACES_OF_along(name)

// The same of name(x, a, options…).
#define RAVEL_FACES_OF_lines_by(name, takes, at_run_time, named_as, ...)                                                                 \
  template <detail::shaped_reader X, class A, detail::among<__VA_ARGS__>... Options>                                                     \
    requires(detail::takes<X> && requires(const reader<detail::read_t<X>>& line, const A& a) { ravel::name(line, a); })                  \
  [[nodiscard]] auto name(const X& t, const A& a, const ints& axis, const Options&... options) {                                         \
    return detail::changed_lines(                                                                                                        \
        t, detail::one_axis(#name, axis, t.rank()), [&](const auto& line) { return ravel::name(line, a, options...); }, detail::as_many, \
        detail::worked_on::each_shared);                                                                                                 \
  }                                                                                                                                      \
  RAVEL_FACES_OF_along_by(name)
