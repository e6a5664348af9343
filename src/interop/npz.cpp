// SPDX-License-Identifier: BSL-1.0
// Archives of arrays: zip files whose members are stored or deflated. The reader trusts nothing: directory, local headers and checksums
// must agree, no two members may overlap, and none may unpack to more than its bytes can make.
#include <ravel/base/error.hpp>
#include <ravel/interop/npy.hpp>
#include "interop/deflate.hpp"
#include "interop/header_text.hpp"
#include "interop/utf8.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <mutex>

namespace ravel {

namespace {

using detail::file_bytes;
using detail::little_endian;
using detail::text;
using detail::throw_bad_file;

// ---- reading -------------------------------------------------------------------------------------------------------------------------

constexpr std::uint64_t wide = 0xffffffff;  // the number stands in the zip64 field

struct member {
  std::string name;
  std::uint64_t method = 0;
  std::uint64_t size = 0, packed = 0, header = 0;
  std::uint32_t crc = 0;
  index_t first = 0;    // of its bytes
  std::string refused;  // why it cannot be read

  bool deflated() const { return method == 8; }
};

std::uint64_t number(const file_bytes& file, index_t at, index_t width) { return little_endian(file.text_at(at, width)); }

// A number in the file as a position in it.
index_t position(const file_bytes& file, std::uint64_t value, index_t at) {
  if (value > static_cast<std::uint64_t>(file.size))
    throw_bad_file(file, at, text() << "it points at byte " << value << " of " << file.size);
  return static_cast<index_t>(value);
}

struct directory {
  std::uint64_t entries = 0, size = 0, start = 0;
};

directory find_directory(const file_bytes& file) {
  constexpr index_t record = 22, longest_comment = 65535;
  for (index_t at = file.size - record; at >= 0 && at >= file.size - record - longest_comment; --at) {
    if (number(file, at, 4) != 0x06054b50 || static_cast<index_t>(number(file, at + 20, 2)) != file.size - record - at) continue;
    directory found{number(file, at + 10, 2), number(file, at + 12, 4), number(file, at + 16, 4)};
    const bool is_wide = found.entries == 0xffff || found.size == wide || found.start == wide;
    if (is_wide && at >= 20 && number(file, at - 20, 4) == 0x07064b50) {
      const index_t wider = position(file, number(file, at - 12, 8), at - 12);
      if (number(file, wider, 4) != 0x06064b50) throw_bad_file(file, wider, "the wide directory record is missing");
      found = {number(file, wider + 32, 8), number(file, wider + 40, 8), number(file, wider + 48, 8)};
    }
    return found;
  }
  throw_bad_file(file, 0, "no .npz file: it has no directory of a zip archive");
}

// Reads the zip64 field of an entry: the numbers that did not fit, in their order.
void read_wide(const file_bytes& file, index_t at, index_t length, std::array<std::uint64_t*, 3> numbers) {
  const index_t end = at + length;
  while (at + 4 <= end) {
    const auto id = number(file, at, 2);
    const auto bytes = static_cast<index_t>(number(file, at + 2, 2));
    at += 4;
    if (bytes > end - at) throw_bad_file(file, at, "a field of the directory is longer than its entry");
    if (id == 1) {
      index_t left = bytes;
      for (std::uint64_t* const one : numbers) {
        if (*one != wide) continue;
        if (left < 8) throw_bad_file(file, at, "a size of the directory is missing");
        *one = number(file, at + bytes - left, 8);
        left -= 8;
      }
    }
    at += bytes;
  }
}

// Reads the directory entry at `at`, and moves `at` behind it.
member read_entry(const file_bytes& file, index_t& at) {
  if (number(file, at, 4) != 0x02014b50) throw_bad_file(file, at, "an entry of the directory is missing");
  const auto flags = number(file, at + 8, 2), method = number(file, at + 10, 2);
  member found;
  found.method = method;
  found.crc = static_cast<std::uint32_t>(number(file, at + 16, 4));
  found.packed = number(file, at + 20, 4);
  found.size = number(file, at + 24, 4);
  const auto name = static_cast<index_t>(number(file, at + 28, 2)), extra = static_cast<index_t>(number(file, at + 30, 2)),
             comment = static_cast<index_t>(number(file, at + 32, 2));
  found.header = number(file, at + 42, 4);
  found.name = file.text_at(at + 46, name);
  if (method != 0 && !found.deflated())
    found.refused = text() << "it is packed by method " << method << ": Ravel reads stored and deflated ones";
  if (flags & 1) found.refused = "it is encrypted";
  read_wide(file, at + 46 + name, extra, {&found.size, &found.packed, &found.header});
  if (found.refused.empty() && !found.deflated() && found.packed != found.size)
    throw_bad_file(file, at, text() << "a stored member of " << detail::counted(found.size, "byte") << " takes " << found.packed);
  at += 46 + name + extra + comment;
  return found;
}

void find_bytes(const file_bytes& file, member& of) {
  const index_t at = position(file, of.header, 0);
  if (number(file, at, 4) != 0x04034b50) throw_bad_file(file, at, "the header of a member is missing");
  const auto name = static_cast<index_t>(number(file, at + 26, 2)), extra = static_cast<index_t>(number(file, at + 28, 2));
  if (file.text_at(at + 30, name) != of.name) throw_bad_file(file, at, "a member has another name than in the directory");
  if (number(file, at + 8, 2) != of.method) throw_bad_file(file, at, "a member is packed in another way than the directory says");
  of.first = at + 30 + name + extra;
  if (of.first > file.size || of.packed > static_cast<std::uint64_t>(file.size - of.first))
    throw_bad_file(file, at,
                   text() << "a member of " << detail::counted(of.packed, "byte") << " does not fit into a file of " << file.size);
  if (of.refused.empty() && of.size / detail::most_inflated > of.packed)
    throw_bad_file(
        file, at,
        text() << "a member of " << detail::counted(of.size, "byte") << " cannot come of " << detail::counted(of.packed, "packed one"));
}

std::vector<member> members_of(const file_bytes& file) {
  const directory listed = find_directory(file);
  index_t at = position(file, listed.start, 0);
  // Each entry has at least 46 bytes, so `entries` is limited by the file size.
  if (listed.entries > static_cast<std::uint64_t>(file.size - at) / 46)
    throw_bad_file(file, at, text() << detail::counted(listed.entries, "member does", "members do") << " not fit into the directory");
  std::vector<member> members;
  for (std::uint64_t k = 0; k < listed.entries; ++k) {
    members.push_back(read_entry(file, at));
    find_bytes(file, members.back());
  }
  std::sort(members.begin(), members.end(), [](const member& a, const member& b) { return a.header < b.header; });
  for (std::size_t k = 1; k < members.size(); ++k) {
    const member& before = members[k - 1];
    if (static_cast<std::uint64_t>(before.first) + before.packed > members[k].header)
      throw_bad_file(file, members[k].first, "two members share bytes of the file");
  }
  return members;
}

// Unpacks a deflated member into its own memory. The size its array needs is checked before memory is allocated.
file_bytes inflated(const file_bytes& packed, const member& of) {
  detail::inflating stream(packed);
  const auto size = static_cast<index_t>(of.size);
  const auto begun = make_buffer<std::uint8_t>(std::min(size, detail::longest_npy_header));
  stream.read(begun.span());
  const std::string path = text() << packed.path << ", inflated";
  detail::check_npy_size({path, begun, 0, begun.size()}, size);
  const auto whole = detail::unfilled_buffer<std::uint8_t>(size);
  std::copy(begun.begin(), begun.end(), whole.begin());
  stream.read(whole.span().subspan(static_cast<std::size_t>(begun.size())));
  stream.finish();
  return {path, whole, 0, size};
}

// The packed bytes of a member, in the file. Errors name the member.
file_bytes packed_bytes(const file_bytes& file, const member& of) {
  file_bytes stands = file.part(of.first, static_cast<index_t>(of.packed));
  stands.path = detail::npz_member_text(file.path, of.name);
  return stands;
}

// The first bytes of a member, enough for the header of an array.
file_bytes beginning(const file_bytes& stands, const member& of) {
  if (!of.deflated()) return stands;
  const auto first = make_buffer<std::uint8_t>(std::min(static_cast<index_t>(of.size), index_t{6}));
  detail::inflating(stands).read(first.span());
  return {stands.path, first, 0, first.size()};
}

// Other programs store other members beside arrays.
bool is_array(const file_bytes& file, const member& of) {
  if (of.name.ends_with(".npy")) return true;
  if (!of.refused.empty() || (of.deflated() && !detail::has_deflate())) return false;
  return detail::begins_as_npy(beginning(packed_bytes(file, of), of));
}

std::string array_name(const member& of) {
  const bool has_ending = of.name.size() > 4 && of.name.ends_with(".npy");
  return has_ending ? of.name.substr(0, of.name.size() - 4) : of.name;
}

file_bytes bytes_of(const file_bytes& file, const member& of) {
  const file_bytes stands = packed_bytes(file, of);
  if (!of.refused.empty()) throw_bad_file(stands, 0, of.refused);
  const file_bytes bytes = of.deflated() ? inflated(stands, of) : stands;
  if (detail::crc32_behind(0, bytes.text_at(0, bytes.size)) != of.crc)
    throw_bad_file(stands, 0, "a member does not have the bytes that its checksum is of");
  return bytes;
}

// ---- writing -------------------------------------------------------------------------------------------------------------------------

struct written_member {
  std::string name;
  bool deflated = false;
  std::uint64_t size = 0, packed = 0, header = 0;
  std::uint32_t crc = 0;
};

// The fields that a local header and a directory entry share, after their signatures: the version that knows zip64, the flag of names in
// UTF-8, the method, and 1980-01-01, so that the same arrays give the same file. The zip64 field holds the sizes.
std::string common_fields(const written_member& of, std::size_t extra) {
  return little_endian({{45, 2}, {0x0800, 2}, {of.deflated ? 8u : 0u, 2}, {0, 2}, {0x0021, 2}}) +
         little_endian({{of.crc, 4}, {wide, 4}, {wide, 4}, {of.name.size(), 2}, {extra, 2}});
}

std::string local_header(const written_member& of, std::size_t padding) {
  const std::string sizes = little_endian({{1, 2}, {16, 2}, {of.size, 8}, {of.packed, 8}});
  const std::string padded = little_endian({{0xd935, 2}, {padding, 2}}) + std::string(padding, '\0');  // by its usual name
  return little_endian({{0x04034b50, 4}}) + common_fields(of, sizes.size() + padded.size()) + of.name + sizes + padded;
}

// Without a comment.
std::string directory_entry(const written_member& of) {
  return little_endian({{0x02014b50, 4}, {45, 2}}) + common_fields(of, 28) + little_endian({{0, 2}, {0, 4}, {0, 4}, {wide, 4}}) + of.name +
         little_endian({{1, 2}, {24, 2}, {of.size, 8}, {of.packed, 8}, {of.header, 8}});
}

std::string directory_end(std::uint64_t entries, std::uint64_t start, std::uint64_t size) {
  const std::uint64_t few = std::min<std::uint64_t>(entries, 0xffff);
  return little_endian({{0x06064b50, 4}, {44, 8}, {45, 2}, {45, 2}, {0, 8}, {entries, 8}, {entries, 8}, {size, 8}, {start, 8}}) +
         little_endian({{0x07064b50, 4}, {0, 4}, {start + size, 8}, {1, 4}}) +
         little_endian({{0x06054b50, 4}, {0, 4}, {few, 2}, {few, 2}, {std::min(size, wide), 4}, {std::min(start, wide), 4}, {0, 2}});
}

// Writes the bytes of a member to the file.
struct member_bytes {
  member_bytes(detail::new_file& to, bool deflated) : file(to) {
    if (deflated) packed.emplace([&to](std::string_view bytes) { to.write(bytes); });
  }
  void write(std::string_view bytes) {
    crc = detail::crc32_behind(crc, bytes);
    packed ? packed->write(bytes) : file.write(bytes);
  }

  detail::new_file& file;
  std::uint32_t crc = 0;
  std::optional<detail::deflating> packed;
};

// A stored member's elements start at a multiple of 64 bytes of the file, so that they can be mapped.
written_member write_member(detail::new_file& file, const std::string& name, const any_tensor& x, bool deflated) {
  if (name.empty() || name.size() > 60000) throw value_error(text() << "a name of " << name.size() << " bytes");
  if (!detail::is_utf8(name) || name.find('\0') != std::string::npos) throw value_error("the name is not UTF-8, or has a zero within");
  written_member made{name + ".npy", deflated, 0, 0, static_cast<std::uint64_t>(file.position()), 0};
  const std::string header = detail::npy_header(x.dtype(), x.shape());
  made.size = header.size() + static_cast<std::uint64_t>(detail::mul_index(x.size(), static_cast<index_t>(size_of(x.dtype()))));
  const std::size_t start = static_cast<std::size_t>(file.position()) + local_header(made, 0).size();
  const std::size_t padding = deflated ? 0 : (64 - start % 64) % 64;
  file.write(local_header(made, padding));
  const index_t first = file.position();
  member_bytes to(file, deflated);
  to.write(header);
  detail::pass_bytes(x, to);
  if (to.packed) to.packed->finish();
  made.packed = static_cast<std::uint64_t>(file.position() - first);
  made.crc = to.crc;
  file.write_at(static_cast<index_t>(made.header), local_header(made, padding));
  return made;
}

}  // namespace

std::string detail::npz_member_text(const std::string& path, std::string_view name) {
  return text() << path << ", member \"" << shown_text(name) << "\"";
}

// If two members share a name, neither can be read.
struct npz_archive::contents {
  struct array {
    member stands;
    bool twice = false;
    std::optional<any_tensor> read;
  };

  file_bytes file;
  std::map<std::string, array> arrays;
  std::mutex reading;
};

npz_archive load_npz(const std::string& path) {
  auto found = std::make_shared<npz_archive::contents>();
  found->file = detail::map_whole_file(path);
  for (member& one : members_of(found->file)) {
    if (!is_array(found->file, one)) continue;
    std::string name = array_name(one);
    const auto [known, added] = found->arrays.try_emplace(std::move(name), npz_archive::contents::array{std::move(one), false, {}});
    if (!added) known->second.twice = true;
  }
  return npz_archive(std::move(found));
}

index_t npz_archive::size() const { return std::ssize(contents_->arrays); }
bool npz_archive::contains(const std::string& name) const { return contents_->arrays.contains(name); }
std::vector<std::string> npz_archive::names() const {
  std::vector<std::string> found;
  for (const auto& known : contents_->arrays) found.push_back(known.first);
  return found;
}

any_tensor npz_archive::at(const std::string& name) const {
  const file_bytes& file = contents_->file;
  const auto found = contents_->arrays.find(name);
  if (found == contents_->arrays.end()) {
    std::string listed;
    for (const auto& known : contents_->arrays) listed += (listed.empty() ? "\"" : ", \"") + detail::shown_text(known.first) + "\"";
    throw value_error(text() << file.path << ": there is no array \"" << detail::shown_text(name) << "\""
                             << (listed.empty() ? "" : ": there are ") << listed.substr(0, 1000));
  }
  contents::array& array = found->second;
  if (array.twice)
    throw_bad_file(packed_bytes(file, array.stands), 0, text() << "two members have the name \"" << detail::shown_text(name) << "\"");
  const std::scoped_lock locked(contents_->reading);
  if (!array.read) array.read = detail::read_npy(bytes_of(file, array.stands));
  return *array.read;
}

npz_archive::iterator npz_archive::begin() const { return {*this, 0}; }
npz_archive::iterator npz_archive::end() const { return {*this, size()}; }
npz_archive::operator std::map<std::string, any_tensor>() const {
  std::map<std::string, any_tensor> arrays;
  for (const std::string& name : names()) arrays.emplace(name, at(name));
  return arrays;
}

any_tensor load_npz(const std::string& path, const std::string& name) { return load_npz(path).at(name); }

void save_npz(const std::string& path, const std::map<std::string, any_tensor>& arrays, const npz_options& options) {
  detail::new_file file(path);
  std::vector<written_member> members;
  for (const auto& [name, x] : arrays) {
    const auto write = [&, &name = name, &x = x] { return write_member(file, name, x, options.deflate); };
    members.push_back(detail::with_subject(detail::npz_member_text(path, name), write));
  }
  const auto start = static_cast<std::uint64_t>(file.position());
  for (const written_member& one : members) file.write(directory_entry(one));
  file.write(directory_end(members.size(), start, static_cast<std::uint64_t>(file.position()) - start));
  file.finish({options.sync});
}

void save_npz(const std::string& path, std::initializer_list<std::pair<const std::string, any_tensor>> arrays, const npz_options& options) {
  save_npz(path, detail::by_name(path, "arrays", arrays), options);
}

}  // namespace ravel
