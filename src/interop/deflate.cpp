// SPDX-License-Identifier: BSL-1.0
// Wraps zlib. Without it nothing is packed or unpacked, and errors say how to get it.
#include "interop/deflate.hpp"
#include <ravel/base/error.hpp>

#include <algorithm>
#include <array>

#ifdef RAVEL_HAS_ZLIB
#include <zlib.h>
#endif

namespace ravel::detail {

#ifdef RAVEL_HAS_ZLIB

namespace {

constexpr int raw = -15;  // no zlib header or checksum: the archive has its own
constexpr std::size_t most = std::size_t{1} << 30;

void set_input(z_stream& z, std::string_view bytes) {
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  z.avail_in = static_cast<uInt>(bytes.size());
}

void check_started(int code) {
  if (code == Z_MEM_ERROR) throw std::bad_alloc();
  if (code != Z_OK) throw io_error(text() << "zlib cannot be used: " << zError(code));
}

}  // namespace

bool has_deflate() { return true; }

struct inflating::stream : noncopyable {
  explicit stream(const file_bytes& bytes) : file(bytes) { check_started(inflateInit2(&z, raw)); }
  ~stream() { inflateEnd(&z); }

  index_t used() const { return given - static_cast<index_t>(z.avail_in); }
  // Produces at least one byte, or reaches the end.
  void step() {
    if (z.avail_in == 0 && given < file.size) {
      const index_t n = std::min(file.size - given, static_cast<index_t>(most));
      set_input(z, file.text_at(given, n));
      given += n;
    }
    const int code = inflate(&z, Z_NO_FLUSH);
    if (code == Z_MEM_ERROR) throw std::bad_alloc();
    ended = code == Z_STREAM_END;
    if (code == Z_BUF_ERROR) throw_bad_file(file, used(), "the packed bytes of a member end too early");
    if (code != Z_OK && !ended)
      throw_bad_file(file, used(), text() << "the packed bytes of a member make no sense: " << (z.msg ? z.msg : zError(code)));
  }

  file_bytes file;
  index_t given = 0;
  bool ended = false;
  z_stream z{};
};

inflating::inflating(const file_bytes& packed) : stream_(std::make_shared<stream>(packed)) {}

void inflating::read(std::span<std::uint8_t> room) {
  stream& s = *stream_;
  while (!room.empty()) {
    if (s.ended) throw_bad_file(s.file, s.used(), text() << "a member has " << counted(room.size(), "byte") << " less than it says");
    const std::size_t n = std::min(room.size(), most);
    s.z.next_out = room.data();
    s.z.avail_out = static_cast<uInt>(n);
    s.step();
    room = room.subspan(n - s.z.avail_out);
  }
}

void inflating::finish() {
  stream& s = *stream_;
  Bytef more = 0;
  while (!s.ended) {
    s.z.next_out = &more;
    s.z.avail_out = 1;
    s.step();
    if (s.z.avail_out == 0) throw_bad_file(s.file, s.used(), "a member has more bytes than it says");
  }
  if (s.used() != s.file.size) throw_bad_file(s.file, s.used(), "something follows the packed bytes of a member");
}

struct deflating::stream : noncopyable {
  explicit stream(std::function<void(std::string_view)> taker) : take(std::move(taker)) {
    check_started(deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, raw, 8, Z_DEFAULT_STRATEGY));
  }
  ~stream() { deflateEnd(&z); }

  // Runs until all input is consumed and, at the end, all output is written.
  void pass_on(int how) {
    do {
      char room[1 << 14];
      z.next_out = reinterpret_cast<Bytef*>(room);
      z.avail_out = sizeof(room);
      deflate(&z, how);
      take({room, sizeof(room) - z.avail_out});
    } while (z.avail_out == 0);
  }

  std::function<void(std::string_view)> take;
  z_stream z{};
};

deflating::deflating(std::function<void(std::string_view)> take) : stream_(std::make_shared<stream>(std::move(take))) {}

void deflating::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::string_view part = bytes.substr(0, most);
    set_input(stream_->z, part);
    stream_->pass_on(Z_NO_FLUSH);
    bytes.remove_prefix(part.size());
  }
}

void deflating::finish() { stream_->pass_on(Z_FINISH); }

std::uint32_t crc32_behind(std::uint32_t before, std::string_view bytes) {
  uLong crc = before;
  while (!bytes.empty()) {
    const std::string_view part = bytes.substr(0, most);
    crc = crc32(crc, reinterpret_cast<const Bytef*>(part.data()), static_cast<uInt>(part.size()));
    bytes.remove_prefix(part.size());
  }
  return static_cast<std::uint32_t>(crc);
}

#else

namespace {

constexpr const char* no_zlib = "this Ravel was built without zlib (RAVEL_WITH_ZLIB=ON of CMake, with_zlib=True of Conan)";

}  // namespace

bool has_deflate() { return false; }

struct inflating::stream {};
inflating::inflating(const file_bytes& packed) { throw_bad_file(packed, 0, text() << "a member is deflated, and " << no_zlib); }
void inflating::read(std::span<std::uint8_t>) {}
void inflating::finish() {}

struct deflating::stream {};
deflating::deflating(std::function<void(std::string_view)>) { throw value_error(text() << "save_npz cannot deflate: " << no_zlib); }
void deflating::write(std::string_view) {}
void deflating::finish() {}

std::uint32_t crc32_behind(std::uint32_t before, std::string_view bytes) { return plain_crc32_behind(before, bytes); }

#endif

namespace {

// Row k has the CRC of a byte followed by k zero bytes.
using crc_table = std::array<std::array<std::uint32_t, 256>, 8>;
constexpr crc_table crc_of_bytes = [] {
  crc_table table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t c = i;
    for (int k = 0; k < 8; ++k) c = (c >> 1) ^ ((c & 1) ? 0xedb88320u : 0);
    table[0][i] = c;
  }
  for (std::size_t k = 1; k < 8; ++k) {
    for (std::size_t i = 0; i < 256; ++i) table[k][i] = table[k - 1][i] >> 8 ^ table[0][table[k - 1][i] & 0xff];
  }
  return table;
}();

}  // namespace

// Takes eight bytes at a time, with independent lookups.
std::uint32_t plain_crc32_behind(std::uint32_t before, std::string_view bytes) {
  std::uint32_t crc = ~before;
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
  for (; end - at >= 8; at += 8) {
    std::array<std::uint8_t, 8> next;
    std::copy_n(at, 8, next.begin());
    for (std::size_t k = 0; k < 4; ++k) next[k] ^= static_cast<std::uint8_t>(crc >> (8 * k));
    crc = 0;
    for (std::size_t k = 0; k < 8; ++k) crc ^= crc_of_bytes[7 - k][next[k]];
  }
  for (; at < end; ++at) crc = crc_of_bytes[0][(crc ^ static_cast<std::uint8_t>(*at)) & 0xff] ^ (crc >> 8);
  return ~crc;
}

}  // namespace ravel::detail
