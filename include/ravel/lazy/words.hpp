// SPDX-License-Identifier: BSL-1.0
// Lazy functions of text, for readers and tensors of strings or of types that convert to std::string_view: case, prefixes and suffixes,
// parts, and numbers read and written. Letters and spaces are those of ASCII in every locale; all other bytes, UTF-8 among them, pass
// unchanged. Results own their operands, and any thread may read them.
#pragma once

#include <ravel/element/detail/civil.hpp>
#include <ravel/element/dtype.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/map.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ravel {

namespace detail {

RAVEL_API std::string lowered(std::string_view text);
RAVEL_API std::string uppered(std::string_view text);
RAVEL_API std::string trimmed(std::string_view text);
RAVEL_API std::string replaced(std::string_view text, std::string_view from, std::string_view to);
RAVEL_API std::string text_part(std::string_view text, std::string_view separator, index_t k);
RAVEL_API index_t count_parts(std::string_view text, std::string_view separator);
RAVEL_API std::vector<std::string> all_parts(std::string_view text, std::string_view separator);
RAVEL_API void check_word(const char* operation, std::string_view word);  // not empty

// True if all of the text is a number. Defined in src/ for bool, integers and real numbers.
template <class T>
bool read_number(std::string_view text, T& value);
[[noreturn]] RAVEL_API void throw_no_number(std::span<const index_t> place, std::string_view text, dtype type);
RAVEL_API std::string number_text(bool value);
RAVEL_API std::string number_text(std::int64_t value);
RAVEL_API std::string number_text(std::uint64_t value);
RAVEL_API std::string number_text(float value);
RAVEL_API std::string number_text(double value);

template <class R>
concept word_reader = readable<R> && std::convertible_to<const read_t<R>&, std::string_view>;
template <class T>
concept told_number = element<T> && !complex_element<T>;

// A function of text, with the members it needs.
#define RAVEL_WORD_FUNCTION(name, members, compute)                          \
  struct name {                                                              \
    using is_pure = void;                                                    \
    members auto operator()(std::string_view text) const { return compute; } \
  };
RAVEL_WORD_FUNCTION(lower_case, , lowered(text))
RAVEL_WORD_FUNCTION(upper_case, , uppered(text))
RAVEL_WORD_FUNCTION(without_ends, , trimmed(text))
RAVEL_WORD_FUNCTION(byte_count, , static_cast<index_t>(text.size()))
RAVEL_WORD_FUNCTION(begins_so, std::string word;, text.starts_with(word))
RAVEL_WORD_FUNCTION(ends_so, std::string word;, text.ends_with(word))
RAVEL_WORD_FUNCTION(has_within, std::string word;, text.find(word) != text.npos)
RAVEL_WORD_FUNCTION(with_replaced, std::string from; std::string to;, replaced(text, from, to))
RAVEL_WORD_FUNCTION(part_taken, std::string separator; index_t k;, text_part(text, separator, k))
RAVEL_WORD_FUNCTION(parts_counted, std::string separator;, count_parts(text, separator))
RAVEL_WORD_FUNCTION(parts_taken, std::string separator;, all_parts(text, separator))
#undef RAVEL_WORD_FUNCTION

template <told_number T>
struct number_read {
  using is_pure = void;
  T operator()(std::string_view text, index_t position) const {
    canonical_t<T> value{};
    if (!read_number(text, value)) throw_no_number(std::span(&position, 1), text, dtype_of<T>());
    return static_cast<T>(value);
  }
};

template <told_number T>
struct number_or {
  using is_pure = void;
  T otherwise;
  T operator()(std::string_view text) const {
    canonical_t<T> value{};
    return read_number(text, value) ? static_cast<T>(value) : otherwise;
  }
};

template <told_number T>
struct number_there {
  using is_pure = void;
  bool operator()(std::string_view text) const {
    canonical_t<T> value{};
    return read_number(text, value);
  }
};

struct number_written {
  using is_pure = void;
  template <class T>
  std::string operator()(const T& value) const {
    if constexpr (time_element<T>) {
      return time_text(value);
    } else if constexpr (integer_element<T>) {
      return number_text(as_widest(value));
    } else {
      return number_text(value);
    }
  }
};

}  // namespace detail

template <detail::word_reader R>
[[nodiscard]] auto lower(R&& r) {
  return map(detail::lower_case{}, std::forward<R>(r));
}
template <detail::word_reader R>
[[nodiscard]] auto upper(R&& r) {
  return map(detail::upper_case{}, std::forward<R>(r));
}
// Removes spaces, tabs and line ends at both ends.
template <detail::word_reader R>
[[nodiscard]] auto trim(R&& r) {
  return map(detail::without_ends{}, std::forward<R>(r));
}
// The length in bytes.
template <detail::word_reader R>
[[nodiscard]] auto length(R&& r) {
  return map(detail::byte_count{}, std::forward<R>(r));
}

// True for texts that begin with the word.
template <detail::word_reader R>
[[nodiscard]] auto starts_with(R&& r, std::string_view word) {
  return map(detail::begins_so{std::string(word)}, std::forward<R>(r));
}
// True for texts that end with the word.
template <detail::word_reader R>
[[nodiscard]] auto ends_with(R&& r, std::string_view word) {
  return map(detail::ends_so{std::string(word)}, std::forward<R>(r));
}
// True for texts that have the word anywhere.
template <detail::word_reader R>
[[nodiscard]] auto contains(R&& r, std::string_view word) {
  return map(detail::has_within{std::string(word)}, std::forward<R>(r));
}

// Replaces every occurrence, from the left. An occurrence that overlaps an earlier one stays.
template <detail::word_reader R>
[[nodiscard]] auto replace(R&& r, std::string_view from, std::string_view to) {
  detail::check_word("replace", from);
  return map(detail::with_replaced{std::string(from), std::string(to)}, std::forward<R>(r));
}

// The text between the separators k - 1 and k; k = -1 is the last part. Empty if there are fewer parts.
template <detail::word_reader R>
[[nodiscard]] auto part(R&& r, std::string_view separator, index_arg k) {
  detail::check_word("part", separator);
  return map(detail::part_taken{std::string(separator), k}, std::forward<R>(r));
}

// All parts between separators, as a list for each text: at least one part, which may be empty.
template <detail::word_reader R>
[[nodiscard]] auto parts(R&& r, std::string_view separator) {
  detail::check_word("parts", separator);
  return map(detail::parts_taken{std::string(separator)}, std::forward<R>(r));
}
// The number of parts of each text between separators.
template <detail::word_reader R>
[[nodiscard]] auto part_count(R&& r, std::string_view separator) {
  detail::check_word("part_count", separator);
  return map(detail::parts_counted{std::string(separator)}, std::forward<R>(r));
}

// Parses all of each text as a number. Reading a text that is not a number throws a type_error that names the element. (For tensors:
// <ravel/tensor/words.hpp>.)
template <detail::told_number T, detail::word_reader R>
  requires(!shaped<std::remove_cvref_t<R>>)
[[nodiscard]] auto parse(R&& r) {
  const index_t size = r.size();
  return map(detail::number_read<T>{}, std::forward<R>(r), iota<index_t>(size));
}
template <time_element T, detail::word_reader R>
void parse(R&& r) = delete;  // texts are read as numbers: map(f, r) with a function f of yours reads times
// As parse, but gives another value for a text that is not a number. The type is the named one, or else that of the value.
template <detail::told_number T, detail::word_reader R>
[[nodiscard]] auto parse_or(R&& r, detail::value_for<T> otherwise) {
  return map(detail::number_or<T>{otherwise}, std::forward<R>(r));
}
template <detail::deduced = detail::deduced(), detail::word_reader R, detail::told_number T>
[[nodiscard]] auto parse_or(R&& r, T otherwise) {
  return parse_or<T>(std::forward<R>(r), otherwise);
}
// True for texts that are numbers: index_set(!parses<int>(r)) gives the positions of the others.
template <detail::told_number T, detail::word_reader R>
[[nodiscard]] auto parses(R&& r) {
  return map(detail::number_there<T>{}, std::forward<R>(r));
}

// Formats numbers as the shortest text that reads back as the same number; also truth values, and times as they print.
template <readable R>
  requires(detail::told_number<detail::read_t<R>> || time_element<detail::read_t<R>>)
[[nodiscard]] auto format(R&& r) {
  return map(detail::number_written{}, std::forward<R>(r));
}

}  // namespace ravel
