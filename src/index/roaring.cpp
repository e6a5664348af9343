// SPDX-License-Identifier: BSL-1.0
// Index sets in both forms of the Roaring format: a bitmap alone, or a number of them with the upper halves of their positions.
#include <ravel/base/error.hpp>
#include <ravel/exec/progress.hpp>
#include <ravel/index/detail/roaring_format.hpp>
#include <ravel/index/detail/set_bitmaps.hpp>
#include <ravel/index/roaring.hpp>

#include <algorithm>

namespace ravel {

namespace {

constexpr index_t half_bits = 32;

template <class T>
void append_number(std::vector<std::byte>& to, T value) {
  to.resize(to.size() + sizeof(T));
  std::memcpy(to.data() + to.size() - sizeof(T), &value, sizeof(T));
}

template <class T>
T next_number(std::span<const std::byte> bytes, index_t& at) {
  if (std::ssize(bytes) - at < index_t{sizeof(T)}) detail::throw_bad_roaring(at, "there is no room for a number");
  at += index_t{sizeof(T)};
  return detail::load<T>(bytes.data() + at - sizeof(T));
}

index_t next_half(std::span<const std::byte> bytes, index_t& at, index_t before) {
  const index_t high = next_number<std::uint32_t>(bytes, at);
  if (high <= before) detail::throw_bad_roaring(at, "the upper halves of the positions do not rise");
  if (high > index_limit >> half_bits)
    throw overflow_error(detail::text() << "positions with the upper half " << high << " lie beyond 2^62 (byte " << at << ")");
  return high;
}

std::vector<std::byte> in_32_bits(const index_set& s) {
  std::vector<std::byte> made;
  if (s.empty()) {
    append_number(made, detail::roaring_header::cookie);
    append_number(made, std::uint32_t{0});
    return made;
  }
  if (s.max() >> half_bits > 0)
    throw index_error(detail::text() << "position " << s.max() << " does not fit Roaring's 32-bit form: ask for roaring_form::bits_64");
  detail::set_bitmaps::append_each(s, made, [](index_t) {});
  return made;
}

std::vector<std::byte> in_64_bits(const index_set& s) {
  std::vector<std::byte> made;
  std::uint64_t count = 0;
  append_number(made, count);
  detail::set_bitmaps::append_each(s, made, [&](index_t high) {
    append_number(made, static_cast<std::uint32_t>(high));
    ++count;
  });
  std::memcpy(made.data(), &count, sizeof count);
  return made;
}

}  // namespace

std::vector<std::byte> to_roaring(const index_set& s, roaring_form form) {
  return form == roaring_form::bits_32 ? in_32_bits(s) : in_64_bits(s);
}

index_set from_roaring(std::span<const std::byte> bytes, roaring_form form) {
  index_t at = 0, high = -1;
  const bool with_halves = form == roaring_form::bits_64;
  std::uint64_t left = with_halves ? next_number<std::uint64_t>(bytes, at) : 1;
  return detail::set_bitmaps::gathered([&]() -> std::optional<detail::bitmap_bytes> {
    if (left == 0) {
      if (at != std::ssize(bytes)) detail::throw_bad_roaring(at, "something follows the last bitmap");
      return std::nullopt;
    }
    --left;
    check_stop();
    high = with_halves ? next_half(bytes, at, high) : 0;
    const index_t start = at, length = detail::checked_roaring(bytes, start);
    at += length;
    return detail::bitmap_bytes{high, bytes.subspan(static_cast<std::size_t>(start), static_cast<std::size_t>(length))};
  });
}

}  // namespace ravel
