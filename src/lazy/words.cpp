// SPDX-License-Identifier: BSL-1.0
// Text of one element. Nothing here asks the locale.
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
    if (value != value) return "nan";  // its sign is no part of a result
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
  while (k < 0) {
    const std::size_t at = text.rfind(separator);
    if (k == -1) return std::string(at == text.npos ? text : text.substr(at + separator.size()));
    if (at == text.npos) return {};
    text = text.substr(0, at);
    ++k;
  }
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

template <class T>
bool read_number(std::string_view text, T& value) {
  if constexpr (boolean_element<T>) {
    value = text == "true";
    return value || text == "false";
  } else {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    return failure == std::errc() && end == text.data() + text.size();
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
