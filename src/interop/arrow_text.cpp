// SPDX-License-Identifier: BSL-1.0
// Strings in Arrow's layout: their bytes concatenated, and an offset for each. Reading takes them in place, one by one; writing copies.
#include <ravel/base/error.hpp>
#include <ravel/loop/for_each.hpp>
#include <ravel/storage/adopt.hpp>
#include "interop/arrow_parts.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

namespace ravel::detail {

namespace {

template <class Offset>
void add_words(arrow_parts<ArrowArray>& parts, const reader<std::string>& words) {
  std::vector<std::uint8_t> bytes;
  const buffer<Offset> offsets = unfilled_buffer<Offset>(add_index(words.size(), 1));
  Offset* end = offsets.data();
  *end = 0;
  for_each(words, [&](const std::string& word) {
    if (!std::in_range<Offset>(bytes.size() + word.size()))
      throw overflow_error(text() << "to_arrow of words of more than " << std::numeric_limits<Offset>::max()
                                  << " bytes together: the format \"U\" has room for them, or fewer rows in a batch");
    bytes.insert(bytes.end(), word.begin(), word.end());
    *++end = static_cast<Offset>(bytes.size());
  });
  parts.buffers.push_back(offsets.data());
  parts.kept.emplace_back(offsets);
  const buffer<std::uint8_t> all = adopt(std::move(bytes));
  parts.buffers.push_back(all.data());
  parts.kept.emplace_back(all);
}

template <class Offset>
struct word_reader_of : reader_base {
  reader<Offset> offsets;
  const char* bytes = nullptr;
  std::shared_ptr<const void> owner;

  index_t size() const { return std::max<index_t>(offsets.size() - 1, 0); }
  std::string operator[](index_t i) const {
    const Offset begin = offsets.unchecked(i);
    return std::string(bytes + begin, static_cast<std::size_t>(offsets.unchecked(i + 1) - begin));
  }
};

struct word_view_reader : reader_base {
  arrow_word_views views;
  std::shared_ptr<const void> owner;

  index_t size() const { return views.count; }
  std::string operator[](index_t i) const { return std::string(views.at(i).value_or("")); }
};

}  // namespace

bool is_arrow_text_view(std::string_view format) { return format == "vu" || format == "vz"; }

std::optional<std::string_view> arrow_word_views::at(index_t i) const {
  constexpr std::int32_t longest_within = 12;
  std::int32_t fields[4];  // the length, then the word, or its beginning, its buffer and the place in it
  std::memcpy(fields, views + i * 16, sizeof fields);
  const std::int32_t length = fields[0], buffer = fields[2], place = fields[3];
  if (length < 0) return std::nullopt;
  if (length <= longest_within)
    return std::string_view(reinterpret_cast<const char*>(views + i * 16 + 4), static_cast<std::size_t>(length));
  if (!std::in_range<std::size_t>(buffer) || static_cast<std::size_t>(buffer) >= buffers.size() || place < 0) return std::nullopt;
  const std::string_view bytes = buffers[static_cast<std::size_t>(buffer)];
  if (index_t{place} + length > std::ssize(bytes)) return std::nullopt;
  return bytes.substr(static_cast<std::size_t>(place), static_cast<std::size_t>(length));
}

reader<std::string> arrow_words(arrow_word_views views, std::shared_ptr<const void> owner) {
  word_view_reader made;
  made.views = std::move(views);
  made.owner = std::move(owner);
  return from(std::move(made));
}

bool is_arrow_text(std::string_view format) { return format == "u" || format == "U" || format == "z" || format == "Z"; }

void add_arrow_words(arrow_parts<ArrowArray>& parts, const reader<std::string>& words, std::string_view format) {
  format == "U" || format == "Z" ? add_words<std::int64_t>(parts, words) : add_words<std::int32_t>(parts, words);
}

template <class Offset>
reader<std::string> arrow_words(const reader<Offset>& offsets, const void* bytes, std::shared_ptr<const void> owner) {
  word_reader_of<Offset> made;
  made.offsets = offsets;
  made.bytes = static_cast<const char*>(bytes);
  made.owner = std::move(owner);
  return from(std::move(made));
}
template reader<std::string> arrow_words(const reader<std::int32_t>&, const void*, std::shared_ptr<const void>);
template reader<std::string> arrow_words(const reader<std::int64_t>&, const void*, std::shared_ptr<const void>);

}  // namespace ravel::detail
