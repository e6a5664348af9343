// SPDX-License-Identifier: BSL-1.0
// RAVEL_FACES(name)  // usage
// This line stamps the faces that a verb has by its row in op/verbs.hpp, beside those that its file defines. If a call fits none of them,
// compilers show the line with its comment. It must stand behind all overloads that work on a line. Only macros, without state.
#pragma once

#include <ravel/exec/serial.hpp>
#include <ravel/op/fold/when_empty.hpp>
#include <ravel/op/verbs.hpp>
#include <ravel/tensor/detail/lines.hpp>
#include <ravel/tensor/into.hpp>

namespace ravel::detail {

// A type with size() and [] of numbers that is no reader. (Data of run-time type have elements of another kind.)
struct not_opted_in {
  template <class X>
    requires(random_access<X> && !input<X> && element<value_t<X>>)
  not_opted_in(const X& x);  // never defined
};

// True if no argument behind the operand is a list of axes.
template <class... Args>
concept without_axes = !(std::convertible_to<const Args&, const ints&> || ...);

}  // namespace ravel::detail

// Every overload matches better than an ellipsis, which takes the calls that fit none.
#define RAVEL_FACES(name)                     \
  RAVEL_FACES_OF_ROW(name, RAVEL_VERB_##name) \
  void name(...) = delete;                    \
  void name(detail::not_opted_in x, ...) = delete;  // no reader: derive its type from ravel::reader_base, or give from(std::move(x))
#define RAVEL_FACES_OF_ROW(name, ...) RAVEL_FACES_OF_FORM(name, __VA_ARGS__)
#define RAVEL_FACES_OF_FORM(name, form, ...) RAVEL_FACES_OF_##form(name, __VA_ARGS__)

// Prevents functions of std from taking axes in braces behind elements of a std type, which the verb does not take.
#define RAVEL_REFUSES_AXES(name, takes)               \
  template <detail::shaped_reader X, class... Others> \
    requires(!detail::takes<X>)                       \
  void name(const X& t, const ints& axes, Others... others) = delete;

// The file of this verb defines its other faces.
#define RAVEL_FACES_OF_written(name, ...)
#define RAVEL_FACES_OF_written_by(name, ...)
#define RAVEL_FACES_OF_written_by_two(name, ...)

// name(x, options…) with when_empty{v}, of all elements, for a verb of any form.
#define RAVEL_TOLD_WHEN_EMPTY(name) RAVEL_TOLD_OF_ROW(name, RAVEL_VERB_##name)
#define RAVEL_TOLD_OF_ROW(name, ...) RAVEL_TOLD_OF_FORM(name, __VA_ARGS__)
#define RAVEL_TOLD_OF_FORM(name, form, takes, at_run_time, named_as, ...) RAVEL_TOLD_OF_ALL(name, takes, (), (), __VA_ARGS__)
#define RAVEL_TOLD_OF_ALL(name, takes, parameters, names, ...)                                                     \
  template <detail::takes R, detail::told_among<__VA_ARGS__>... Options>                                           \
    requires detail::told_when_empty<Options...>                                                                   \
  [[nodiscard]] auto name(const R& r, RAVEL_LISTED parameters const Options&... options) {                         \
    return detail::unless_empty(                                                                                   \
        std::tie(r), [&](const auto&... rest) { return ravel::name(r, RAVEL_LISTED names rest...); }, options...); \
  }

// The file defines name(x, options…), which also reduces each line. (The overload for all elements comes first, because the overload for
// lines uses it.)
#define RAVEL_FACES_OF_reduces(name, takes, at_run_time, named_as, ...) \
  RAVEL_FACES_REDUCE(name, takes, (), (), detail::reduced_by, __VA_ARGS__)
// The same with a kernel of the engine (fold/detail/reduced.hpp), which gives the bits of name(line).
#define RAVEL_FACES_OF_gathers(name, takes, at_run_time, named_as, ...) \
  RAVEL_FACES_REDUCE(name, takes, (), (), detail::gathered<detail::kernel_of_##name>, __VA_ARGS__)
// The same for name(x, a, options…), with an integer or a real number a. (If a had any type, it would match better than its conversion, and
// an option behind it would be taken for axes.)
#define RAVEL_FACES_OF_reduces_at(name, takes, at_run_time, named_as, ...) \
  RAVEL_FACES_REDUCE(name, takes, (index_arg a, ), (a, ), detail::reduced_by, __VA_ARGS__)
#define RAVEL_FACES_OF_reduces_by(name, takes, at_run_time, named_as, ...) \
  RAVEL_FACES_REDUCE(name, takes, (double a, ), (a, ), detail::reduced_by, __VA_ARGS__)
#define RAVEL_FACES_REDUCE(name, takes, parameters, names, reduced, ...)                                                            \
  RAVEL_TOLD_OF_ALL(name, takes, parameters, names, __VA_ARGS__)                                                                    \
  template <detail::shaped_reader X, detail::told_among<keep_t __VA_OPT__(, ) __VA_ARGS__>... Options>                              \
    requires detail::takes<X>                                                                                                       \
  [[nodiscard]] auto name(const X& t, RAVEL_LISTED parameters const ints& axes, const Options&... options) {                        \
    return reduced(                                                                                                                 \
        t, axes, [&](const auto& line, const auto&... rest) { return ravel::name(line, RAVEL_LISTED names rest...); }, options...); \
  }

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
  }

// The file defines name(t, …, axis, options…), with the arguments that the form has before the axis, and name(x, …, options…) for readers.
// A tensor of one axis needs no axis argument; any tensor takes into{t}.
#define RAVEL_FACES_OF_along(name, ...) RAVEL_STAMP_0(RAVEL_FACES_ALONG, name)
#define RAVEL_FACES_OF_along_by(name, ...) RAVEL_STAMP_1(RAVEL_FACES_ALONG, name)
#define RAVEL_FACES_OF_along_by_two(name, ...) RAVEL_STAMP_2(RAVEL_FACES_ALONG, name)
#define RAVEL_FACES_ALONG(name, types, parameters, names)                                                \
  template <detail::shaped_reader X, RAVEL_LISTED types class... Options>                                \
    requires(detail::without_axes<Options...> && !detail::gives_into<Options...> &&                      \
             requires(const X& t, RAVEL_LISTED parameters const ints& axis, const Options&... options) { \
               ravel::name(t, RAVEL_LISTED names axis, options...);                                      \
             })                                                                                          \
  [[nodiscard]] auto name(const X& t, RAVEL_LISTED parameters const Options&... options) {               \
    return ravel::name(t, RAVEL_LISTED names detail::only_axis(#name, t.shape()), options...);           \
  }                                                                                                      \
  RAVEL_TAKES_INTO(name)

// The file defines name(x, …, options…) for readers that are not tensors, and its result is a line of the same length. Several threads call
// it at once.
#define RAVEL_FACES_OF_lines(name, takes, at_run_time, named_as, ...) RAVEL_STAMP_0(RAVEL_FACES_LINES, name, takes, (__VA_ARGS__))
#define RAVEL_FACES_OF_lines_by(name, takes, at_run_time, named_as, ...) RAVEL_STAMP_1(RAVEL_FACES_LINES, name, takes, (__VA_ARGS__))
#define RAVEL_FACES_LINES(name, takes, row_options, types, parameters, names)                                                           \
  template <detail::shaped_reader X, RAVEL_LISTED types detail::among<RAVEL_LISTED row_options>... Options>                             \
    requires(detail::takes<X> &&                                                                                                        \
             requires(const reader<detail::read_t<X>>& line, RAVEL_LISTED parameters const Options&... options) {                       \
               ravel::name(line, RAVEL_LISTED names options...);                                                                        \
             })                                                                                                                         \
  [[nodiscard]] auto name(const X& t, RAVEL_LISTED parameters const ints& axis, const Options&... options) {                            \
    return detail::changed_lines(                                                                                                       \
        t, detail::one_axis(#name, axis, t.rank()), [&](const auto& line) { return ravel::name(line, RAVEL_LISTED names options...); }, \
        detail::as_many, detail::worked_on::each_shared);                                                                               \
  }                                                                                                                                     \
  RAVEL_FACES_ALONG(name, types, parameters, names)

// name(alone, x) and name(alone, x, axes or options…): without threads. The axes may stand in braces.
#define RAVEL_FACES_ALONE(name)                                                                         \
  template <detail::input R>                                                                            \
  [[nodiscard]] auto name(serial_executor, const R& r) {                                                \
    const detail::serial_scope alone;                                                                   \
    return name(r);                                                                                     \
  }                                                                                                     \
  template <std::same_as<serial_executor> Serial, detail::input R, class First = ints, class... More>   \
    requires requires(const R& r, const First& first, const More&... more) { name(r, first, more...); } \
  [[nodiscard]] auto name(Serial, const R& r, const First& first, const More&... more) {                \
    const detail::serial_scope alone;                                                                   \
    return name(r, first, more...);                                                                     \
  }
