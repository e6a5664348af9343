// SPDX-License-Identifier: BSL-1.0
// Index sets in both forms of the Roaring format: one bitmap, or a number of bitmaps with the upper halves of their positions.
#include <ravel/base/error.hpp>
#include <ravel/exec/progress.hpp>
#include <ravel/index/index_set.hpp>
#include "index/roaring_format.hpp"
#include "index/set_bitmaps.hpp"

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

// Iterates over the bitmaps in these bytes and checks each before giving it.
class checked_bitmaps {
 public:
  checked_bitmaps(std::span<const std::byte> bytes, roaring_form form)
      : bytes_(bytes), has_halves_(form == roaring_form::bits_64), left_(has_halves_ ? next_number<std::uint64_t>(bytes, at_) : 1) {}

  std::optional<detail::bitmap_bytes> next() {
    if (left_ == 0) {
      if (at_ != std::ssize(bytes_)) detail::throw_bad_roaring(at_, "something follows the last bitmap");
      return std::nullopt;
    }
    --left_;
    check_stop();
    high_ = has_halves_ ? next_half(bytes_, at_, high_) : 0;
    const index_t start = at_, length = detail::checked_roaring(bytes_, start);
    at_ += length;
    return detail::bitmap_bytes{high_, bytes_.subspan(static_cast<std::size_t>(start), static_cast<std::size_t>(length))};
  }

 private:
  std::span<const std::byte> bytes_;
  bool has_halves_;
  index_t at_ = 0, high_ = -1;
  std::uint64_t left_;
};

}  // namespace

std::vector<std::byte> to_roaring(const index_set& s, roaring_form form) {
  return form == roaring_form::bits_32 ? in_32_bits(s) : in_64_bits(s);
}

index_set from_roaring(std::span<const std::byte> bytes, roaring_form form) {
  checked_bitmaps each(bytes, form);
  return detail::set_bitmaps::gathered([&] { return each.next(); });
}

index_set detail::lying_roaring(const reader<std::byte>& bytes, roaring_form form) {
  checked_bitmaps each({detail_access::node(bytes).memory().data, static_cast<std::size_t>(bytes.size())}, form);
  return set_bitmaps::lying_in(bytes, [&] { return each.next(); });
}

}  // namespace ravel
