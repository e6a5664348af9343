// SPDX-License-Identifier: BSL-1.0
// Grows the table of hashes, and hashes keys that are not numbers.
#include <ravel/base/error.hpp>
#include <ravel/op/keys/detail/key_table.hpp>

#include <chrono>
#include <cstring>
#include <random>

namespace ravel::detail {

namespace {

constexpr std::size_t cheap_slots = std::size_t{1} << 16;  // in a near cache, so that memory is cheaper than a second probe

std::uint64_t drawn_number() {
  try {
    std::random_device source;
    return std::uint64_t{source()} << 32 | source();
  } catch (const std::exception&) {  // no such device: use values that differ between runs
    const auto now = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    return (now ^ reinterpret_cast<std::uintptr_t>(&now)) * 0x9e3779b97f4a7c15u;
  }
}

template <class Word>
std::uint64_t word_at(const char* bytes) {
  Word word;
  std::memcpy(&word, bytes, sizeof(Word));
  return word;
}

}  // namespace

const hash_secret& process_secret() {
  static const hash_secret secret{drawn_number() | 1, drawn_number() | 1};
  return secret;
}

// Hashes pairs of words. The last pair overlaps the bytes before it, if there are any.
std::uint64_t hash_of_bytes(const char* bytes, std::size_t n, const hash_secret& secret) {
  std::uint64_t hash = 0, first = 0, last = 0;
  const char* const end = bytes + n;
  for (; end - bytes > 16; bytes += 16) hash = mixed_hash(hash ^ word_at<std::uint64_t>(bytes), word_at<std::uint64_t>(bytes + 8), secret);
  if (n >= 8) {
    first = word_at<std::uint64_t>(n > 16 ? end - 16 : bytes);
    last = word_at<std::uint64_t>(end - 8);
  } else if (n >= 4) {
    first = word_at<std::uint32_t>(bytes);
    last = word_at<std::uint32_t>(end - 4);
  } else if (n > 0) {
    first = word_at<unsigned char>(bytes) << 8 | word_at<unsigned char>(bytes + n / 2);
    last = word_at<unsigned char>(end - 1);
  }
  return mixed_hash(n, mixed_hash(hash ^ first, last, secret), secret);
}

void hash_slots::add(std::uint64_t hash, key_number number) {
  if (number == no_key) throw overflow_error(text() << "more than " << no_key << " different keys");
  const std::size_t sparse = slots_.size() < cheap_slots ? 16 : 2;
  if (sparse * (used_ + 1) > slots_.size()) {
    std::vector<slot> before(2 * slots_.size());
    before.swap(slots_);
    --shift_;
    for (const slot& s : before) {
      if (s.number != no_key) insert(s);
    }
  }
  insert({hash, number});
  ++used_;
}

void hash_slots::insert(slot s) {
  std::size_t at = place(s.hash);
  while (slots_[at].number != no_key) at = (at + 1) & (slots_.size() - 1);
  slots_[at] = s;
}

}  // namespace ravel::detail
