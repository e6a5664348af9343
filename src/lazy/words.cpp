// SPDX-License-Identifier: BSL-1.0
// Functions of the text of one element. Independent of the locale.
#include <ravel/base/error.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/lazy/words.hpp>

#include <algorithm>
#include <charconv>

namespace ravel::detail {

namespace {

template <class Change>
std::string changed(std::string_view text, Change change) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), change);
  return result;
}

template <class T>
std::string shortest(T value) {
  if constexpr (std::floating_point<T>) {
    if (value != value) return "nan";  // the sign of a NaN is not part of the result
  }
  char room[64];
  return {room, std::to_chars(room, room + sizeof(room), value).ptr};
}

}  // namespace

std::string lowered(std::string_view text) {
  return changed(text, [](char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
}

std::string uppered(std::string_view text) {
  return changed(text, [](char c) { return 'a' <= c && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
}

std::string trimmed(std::string_view text) {
  constexpr std::string_view spaces = " \t\n\r\f\v";
  const std::size_t first = text.find_first_not_of(spaces);
  if (first == text.npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(spaces) + 1 - first));
}

void check_word(const char* operation, std::string_view word) {
  if (word.empty()) throw value_error(text() << operation << ": the text that is looked for is empty");
}

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string result;
  std::size_t done = 0;
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, done)) {
    result.append(text.substr(done, at - done)).append(to);
    done = at + from.size();
  }
  return result.append(text.substr(done));
}

std::string text_part(std::string_view text, std::string_view separator, index_t k) {
  // Searches from the left, also for negative k: overlapping separators, ",," in ",,,", differ when searched from the right.
  if (k < 0) k += count_parts(text, separator);
  if (k < 0) return {};
  for (; k > 0; --k) {
    const std::size_t at = text.find(separator);
    if (at == text.npos) return {};
    text.remove_prefix(at + separator.size());
  }
  return std::string(text.substr(0, text.find(separator)));
}

index_t count_parts(std::string_view text, std::string_view separator) {
  index_t count = 1;
  for (std::size_t at = text.find(separator); at != text.npos; at = text.find(separator, at + separator.size())) ++count;
  return count;
}

std::vector<std::string> all_parts(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  for (std::size_t at = text.find(separator); at != text.npos; at = text.find(separator)) {
    parts.emplace_back(text.substr(0, at));
    text.remove_prefix(at + separator.size());
  }
  parts.emplace_back(text);
  return parts;
}

namespace {

// True if a nonzero decimal number is below 1, by the power of ten of its first nonzero digit.
bool is_below_one(std::string_view digits) {
  const std::size_t e = digits.find_first_of("eE");
  const std::string_view written = digits.substr(0, e);
  std::int64_t power = 0;
  if (e != digits.npos) {
    std::string_view exponent = digits.substr(e + 1);
    if (exponent.starts_with('+')) exponent.remove_prefix(1);
    if (std::from_chars(exponent.data(), exponent.data() + exponent.size(), power).ec != std::errc()) return exponent.starts_with('-');
  }
  const std::size_t point = std::min(written.find('.'), written.size()), first = written.find_first_of("123456789");
  return power < (first < point ? -static_cast<std::int64_t>(point - first - 1) : static_cast<std::int64_t>(first - point));
}

// Reads a real number, rounded to the type. A number too small for the type is zero, as in a cast; a number too large is not a number.
template <class T>
bool read_real(std::string_view text, T& value) {
  const char* const last = text.data() + text.size();
  const auto [end, failure] = std::from_chars(text.data(), last, value);
  if (end != last) return false;
  if (failure != std::errc::result_out_of_range) return failure == std::errc();
  const bool negative = text.starts_with('-');
  value = negative ? T{-0.0F} : T{};
  return is_below_one(text.substr(negative ? 1 : 0));
}

// -0 is 0 in every type.
template <class T>
bool read_integer(std::string_view text, T& value) {
  const bool negative = std::unsigned_integral<T> && text.starts_with('-');
  text.remove_prefix(negative ? 1 : 0);
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  return failure == std::errc() && end == text.data() + text.size() && !(negative && value != 0);
}

}  // namespace

template <class T>
bool read_number(std::string_view text, T& value) {
  if constexpr (boolean_element<T>) {
    value = text == "true";
    return value || text == "false";
  } else {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    if constexpr (real_element<T>) {
      return read_real(text, value);
    } else {
      return read_integer(text, value);
    }
  }
}

#define RAVEL_INSTANTIATE(T) template RAVEL_API bool read_number(std::string_view, T&);
RAVEL_FOR_EACH_ORDERED(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

void throw_no_number(std::span<const index_t> place, std::string_view words, dtype type) {
  constexpr std::size_t shown = 40;
  text message;
  message << "parse: element ";
  for (const index_t k : place) message << k << ", ";
  throw type_error(message << "\"" << words.substr(0, shown) << (words.size() > shown ? "…" : "") << "\", is no " << name(type));
}

std::string number_text(bool value) { return value ? "true" : "false"; }
std::string number_text(std::int64_t value) { return shortest(value); }
std::string number_text(std::uint64_t value) { return shortest(value); }
std::string number_text(float value) { return shortest(value); }
std::string number_text(double value) { return shortest(value); }

}  // namespace ravel::detail
