// SPDX-License-Identifier: BSL-1.0
// Roaring's portable format in plain lines, by its specification: the pieces [first, end) of positions that bytes stand for, or nothing
// where anything in them is not as it must be. Knows nothing of the library.
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace support {

using roaring_pieces = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

class roaring_model {
 public:
  static std::optional<roaring_pieces> of(std::span<const std::byte> bytes, bool has_64_bits) {
    roaring_model m(bytes);
    const std::uint64_t bitmaps = has_64_bits ? m.number(8) : 1;
    std::int64_t before = -1;
    for (std::uint64_t k = 0; k < bitmaps && m.good_; ++k) {
      const auto high = static_cast<std::int64_t>(has_64_bits ? m.number(4) : 0);
      m.must(high > before && high <= std::int64_t{1} << 30);
      before = high;
      m.bitmap(static_cast<std::uint64_t>(high) << 32);
    }
    m.must(m.at_ == bytes.size());
    m.must(m.pieces_.empty() || m.pieces_.back().second <= (std::uint64_t{1} << 62) + 1);
    if (!m.good_) return std::nullopt;
    return m.pieces_;
  }

 private:
  explicit roaring_model(std::span<const std::byte> bytes) : bytes_(bytes) {}

  void must(bool holds) { good_ = good_ && holds; }
  std::uint64_t number(std::size_t size) {
    must(bytes_.size() - at_ >= size);
    std::uint64_t value = 0;
    for (std::size_t k = 0; k < size && good_; ++k) value |= static_cast<std::uint64_t>(bytes_[at_++]) << (8 * k);
    return good_ ? value : 0;
  }

  void bitmap(std::uint64_t base) {
    const std::size_t start = at_;
    const std::uint64_t cookie = number(4);
    const bool runs = cookie % 65536 == 12347;
    must(runs || cookie == 12346);
    const std::uint64_t chunks = runs ? cookie / 65536 + 1 : number(4);
    must(chunks <= 65536);
    std::vector<bool> of_runs;
    for (std::uint64_t k = 0; runs && k < (chunks + 7) / 8 && good_; ++k) {
      const std::bitset<8> marks(number(1));
      for (std::size_t bit = 0; bit < 8; ++bit) of_runs.push_back(marks[bit]);
    }
    for (std::size_t k = chunks; k < of_runs.size(); ++k) must(!of_runs[k]);
    std::vector<std::uint64_t> keys, members, offsets;
    for (std::uint64_t k = 0; k < chunks && good_; ++k) {
      keys.push_back(number(2));
      members.push_back(number(2) + 1);
      must(k == 0 || keys[k] > keys[k - 1]);
    }
    for (std::uint64_t k = 0; (!runs || chunks >= 4) && k < chunks && good_; ++k) offsets.push_back(number(4));
    for (std::size_t k = 0; k < chunks && good_; ++k) {
      must(offsets.empty() || offsets[k] == at_ - start);
      chunk(base + keys[k] * 65536, members[k], runs && of_runs[k]);
    }
  }

  void chunk(std::uint64_t base, std::uint64_t members, bool runs) {
    std::uint64_t found = 0;
    std::int64_t end = -1;
    const auto add = [&](std::uint64_t first, std::uint64_t count) {
      pieces_.emplace_back(base + first, base + first + count);
      end = static_cast<std::int64_t>(first + count);
      found += count;
      must(end <= 65536);
    };
    if (runs) {
      for (std::uint64_t left = number(2); left > 0 && good_; --left) {
        const std::uint64_t first = number(2);
        must(static_cast<std::int64_t>(first) > end);
        add(first, number(2) + 1);
      }
    } else if (members > 4096) {
      for (std::uint64_t byte = 0; byte < 8192 && good_; ++byte) {
        const std::bitset<8> bits(number(1));
        for (std::size_t bit = 0; bit < 8; ++bit) {
          if (bits[bit]) add(8 * byte + bit, 1);
        }
      }
    } else {
      for (std::uint64_t left = members; left > 0 && good_; --left) {
        const std::uint64_t first = number(2);
        must(static_cast<std::int64_t>(first) >= end);
        add(first, 1);
      }
    }
    must(found == members);
  }

  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  bool good_ = true;
  roaring_pieces pieces_;
};

}  // namespace support
