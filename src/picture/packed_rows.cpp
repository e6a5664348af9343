// SPDX-License-Identifier: BSL-1.0
// Filters rows as the specification of PNG recommends: the filter whose bytes have the least sum of magnitudes.
#include "picture/packed_rows.hpp"

#include <algorithm>
#include <cstdlib>

namespace ravel::detail {

namespace {

// Predicts a byte, as a filter does, from those on the left, above, and above the left one.
int predicted(int filter, int left, int above, int corner) {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) / 2;
    case 4: {
      const int to_left = std::abs(above - corner), to_above = std::abs(left - corner), to_corner = std::abs(left + above - 2 * corner);
      return to_left <= to_above && to_left <= to_corner ? left : to_above <= to_corner ? above : corner;
    }
    default:
      return 0;
  }
}

}  // namespace

void add_big_endian(std::string& to, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) to += static_cast<char>(value >> shift & 0xff);
}

void adler32::add(std::string_view bytes) {
  constexpr std::size_t most = 5552;  // until the sums may wrap
  for (; !bytes.empty(); bytes.remove_prefix(std::min(most, bytes.size()))) {
    for (const char byte : bytes.substr(0, most)) high_ += low_ += static_cast<unsigned char>(byte);
    low_ %= 65521;
    high_ %= 65521;
  }
}

packed_rows::packed_rows(index_t channels, bool deflate) : channels_(static_cast<std::size_t>(channels)) {
  if (deflate && has_deflate()) packer_.emplace([this](std::string_view bytes) { packed_ += bytes; });
  packed_ = packer_ ? "\x78\x9c" : "\x78\x01";
}

void packed_rows::add(const std::vector<std::uint8_t>& row) {
  if (packer_) {
    choose_filter(row);
    sum_.add(best_);
    packer_->write(best_);
    before_ = row;
  } else {
    rows_ += '\0';
    rows_.append(reinterpret_cast<const char*>(row.data()), row.size());
  }
}

void packed_rows::choose_filter(const std::vector<std::uint8_t>& row) {
  before_.resize(row.size());
  index_t least = -1;
  for (int filter = 0; filter < 5; ++filter) {
    tried_.assign(1, static_cast<char>(filter));
    index_t size = 0;
    for (std::size_t k = 0; k < row.size(); ++k) {
      const bool first = k < channels_;
      const int left = first ? 0 : row[k - channels_], above = before_[k], corner = first ? 0 : before_[k - channels_];
      const auto byte = static_cast<signed char>(row[k] - predicted(filter, left, above, corner));
      tried_ += static_cast<char>(byte);
      size += std::abs(int{byte});
    }
    if (least < 0 || size < least) {
      least = size;
      std::swap(best_, tried_);
    }
  }
}

void packed_rows::store_blocks() {
  sum_.add(rows_);
  constexpr std::size_t most = 65535;
  std::string_view left = rows_;
  do {
    const std::string_view block = left.substr(0, most);
    left.remove_prefix(block.size());
    packed_ += left.empty() ? '\1' : '\0';
    const auto size = static_cast<std::uint32_t>(block.size());
    for (const std::uint32_t field : {size, ~size}) (packed_ += static_cast<char>(field & 0xff)) += static_cast<char>(field >> 8 & 0xff);
    packed_ += block;
  } while (!left.empty());
}

std::string packed_rows::finish() {
  if (packer_) {
    packer_->finish();
  } else {
    store_blocks();
  }
  add_big_endian(packed_, sum_.value());
  return std::move(packed_);
}

}  // namespace ravel::detail
