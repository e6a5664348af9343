// SPDX-License-Identifier: BSL-1.0
// Deflated archives against NumPy in both directions, those that lie about what they hold, and what is said where there is no zlib.
#include "interop/deflate.hpp"
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/interop/npy.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/faults.hpp>
#include <support/folder.hpp>
#include <support/memory_limit.hpp>
#include <support/numpy.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;
using support::folder;
using support::read_file;
using support::write_file;

namespace {

// Says that there is nothing to test, and that what needs zlib says so.
bool without_zlib() {
  if (detail::has_deflate()) return false;
  const folder at;
  CHECK_THROWS_AS(save_npz(at / "x.npz", {{"a", tensor<int>{1}}}, {.deflate = true}), value_error);
  CHECK_THROWS_WITH(save_npz(at / "x.npz", {{"a", tensor<int>{1}}}, {.deflate = true}), ContainsSubstring("RAVEL_WITH_ZLIB"));
  CHECK(at.files() == 0);
  return true;
}

// Numbers that do not repeat, and those that do.
any_tensor values(dtype type, const shape& extents) {
  const index_t n = extents.elements();
  support::random r(static_cast<std::uint64_t>(n));
  const tensor<std::int64_t> made = empty<std::int64_t>({n});
  for (index_t i = 0; i < n; ++i) made.data()[i] = i < n / 2 ? 1 : r.between(0, type == dtype::bool_ ? 1 : 100);
  return clone(reshape(cast(any_tensor(made), type), extents));
}
const std::vector<shape> shapes{{}, {0}, {1}, {5}, {3, 0, 2}, {20, 30, 50}};

// The 4 or 8 bytes of a number at a place of a file.
void put(std::string& file, std::size_t at, std::uint64_t value, std::size_t width) {
  for (std::size_t k = 0; k < width; ++k) file[at + k] = static_cast<char>(value >> (8 * k) & 0xff);
}

// Every array, each asked for.
std::map<std::string, any_tensor> load_all(const std::string& path) { return load_npz(path); }

}  // namespace

TEST_CASE("deflated archives are read back, and by NumPy", "[interop]") {
  if (without_zlib()) return;
  const folder at;
  std::string checks;
  for (int t = 0; t < static_cast<int>(dtype::other); ++t) {
    const auto type = static_cast<dtype>(t);
    std::map<std::string, any_tensor> archive;
    for (std::size_t k = 0; k < shapes.size(); ++k) archive["a" + std::to_string(k)] = values(type, shapes[k]);
    archive["turned"] = transpose(archive["a5"]);
    const std::string path = at / (std::string(name(type)) + ".npz");
    save_npz(path, archive, {.deflate = true});
    save_npz(path + ".stored", archive);
    CHECK(std::filesystem::file_size(path) < std::filesystem::file_size(path + ".stored"));
    const auto loaded = load_npz(path);
    CHECK(loaded.size() == std::ssize(archive));
    for (const auto& [key, x] : archive) CHECK(equal(loaded.at(key), x));
    if (type != dtype::bool_) CHECK(loaded.at("a5").layout() == layout::contiguous);
    CHECK_FALSE(loaded.at("a5").writable());
  }
  const std::string program = R"(
def check_all(_):
    at, right = ')" + at.path() +
                              R"(/', 0
    import glob
    for path in glob.glob(at + '*.npz'):
        packed, stored = np.load(path), np.load(path + '.stored')
        for key in stored.files:
            x = stored[key]
            right += packed[key].dtype == x.dtype and packed[key].shape == x.shape and np.array_equal(packed[key], x)
        np.savez_compressed(path + '.numpy', **stored)
    return right
)";
  const auto answers = support::ask_numpy(program, {{"check_all", {{0}}}});
  if (!answers) {
    WARN("there is no NumPy: skipped");
    return;
  }
  REQUIRE((answers->size() == 1 && answers->front()));
  CHECK(answers->front()->front() == 13 * 7);
  for (int t = 0; t < static_cast<int>(dtype::other); ++t) {
    const std::string path = at / (std::string(name(static_cast<dtype>(t))) + ".npz");
    const auto expected = load_npz(path + ".stored"), loaded = load_npz(path + ".numpy.npz");
    CHECK(loaded.size() == expected.size());
    for (const auto& [key, x] : expected) CHECK(equal(loaded.at(key), x));
  }
}

TEST_CASE("deflated archives that lie are errors that name them", "[interop]") {
  if (without_zlib()) return;
  const folder at;
  const std::string path = at / "x.npz";
  save_npz(path, {{"a", values(dtype::float64, {300})}, {"b", values(dtype::int32, {7})}}, {.deflate = true});
  const std::string good = read_file(path);
  for (std::size_t n = 0; n < good.size(); n += 3) {
    write_file(path, good.substr(0, n));
    CHECK_THROWS_AS(load_all(path), io_error);
  }
  support::random r(2);
  int refused = 0, read = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string bad = good;
    for (index_t k = r.between(1, 3); k > 0; --k) {
      const auto place = static_cast<std::size_t>(r.below(static_cast<std::int64_t>(bad.size())));
      bad[place] = static_cast<char>(r.chance(2) ? r.bits() : 0xff);
    }
    write_file(path, bad);
    try {
      for (const auto& [name, x] : load_npz(path)) CHECK(x.size() <= 300);
      ++read;
    } catch (const error& e) {
      ++refused;
      CHECK_THAT(e.what(), ContainsSubstring(path));
    }
  }
  CHECK(refused > 2000);
  CHECK(read + refused == 3000);
}

TEST_CASE("no member becomes larger than its packed bytes and its header say", "[interop]") {
  if (without_zlib()) return;
  const folder at;
  const std::string path = at / "x.npz";
  save_npz(path, {{"a", zeros(dtype::uint8, {1 << 20})}}, {.deflate = true});
  const std::string good = read_file(path);
  CHECK(good.size() < 2000);
  // Where the directory has the sizes: behind the entry of 46 bytes, the name, and the head of the zip64 field.
  const std::size_t sizes = good.find("PK\1\2") + 46 + 5 + 4;
  const std::uint64_t size = (1 << 20) + 128;
  const auto refused = [&](const std::string& bad, const char* what) {
    write_file(path, bad);
    CHECK_THROWS_AS(load_all(path), io_error);
    CHECK_THROWS_WITH(load_all(path), ContainsSubstring(path) && ContainsSubstring(what));
  };
  for (const std::uint64_t claim : {std::uint64_t{1} << 40, std::uint64_t{1} << 62, ~std::uint64_t{0}}) {
    std::string bad = good;
    put(bad, sizes, claim, 8);
    refused(bad, "cannot come of");
  }
  for (const std::uint64_t claim : {size - 1, size + 1, std::uint64_t{200}, std::uint64_t{64}}) {
    std::string bad = good;
    put(bad, sizes, claim, 8);
    refused(bad, "inflated");
  }
  std::string longer = good;
  put(longer, sizes + 8, 1 << 20, 8);
  refused(longer, "does not fit");
  // The array says that it is larger than the member is: found before there is room for either.
  if (support::memory_can_be_limited()) {
    save_npz(path, {{"a", zeros(dtype::uint8, {1 << 28})}}, {.deflate = true});
    std::string bad = read_file(path);
    put(bad, bad.find("PK\1\2") + 46 + 5 + 4, (1 << 28) + 127, 8);
    write_file(path, bad);
    const auto is_refused = [&] {
      try {
        load_all(path);
      } catch (const io_error&) {
        return true;
      }
      return false;
    };
    CHECK(support::fault_within_memory(std::size_t{64} << 20, is_refused) == "");
  }
}

TEST_CASE("the checksum covers the packed bytes and nothing else", "[interop]") {
  if (without_zlib()) return;
  const folder at;
  const std::string path = at / "x.npz";
  save_npz(path, {{"a", values(dtype::int16, {50})}}, {.deflate = true});
  const std::string good = read_file(path);
  const std::size_t entry = good.find("PK\1\2");
  const auto refused = [&](const std::string& bad, const char* what) {
    write_file(path, bad);
    CHECK_THROWS_WITH(load_all(path), ContainsSubstring(what));
  };
  std::string bad = good;
  put(bad, entry + 16, 12345, 4);
  refused(bad, "checksum");
  bad = good;
  put(bad, entry + 10, 12, 2);
  refused(bad, "packed in another way than the directory says");
  put(bad, 8, 12, 2);
  refused(bad, "method 12");
  bad = good;
  put(bad, entry + 10, 0, 2);  // stored, but smaller
  refused(bad, "stored member");
  // Bytes behind the end of the packed ones belong to nothing.
  const auto packed = std::uint64_t{entry} - (30 + 5 + 24);
  bad = good.substr(0, entry) + "abc" + good.substr(entry);
  put(bad, entry + 3 + 46 + 5 + 4 + 8, packed + 3, 8);
  put(bad, bad.size() - 6, entry + 3, 4);
  refused(bad.substr(0, bad.size() - 22 - 20 - 56) + bad.substr(bad.size() - 22), "something follows");
}

TEST_CASE("allocations that fail while archives are packed and read", "[interop]") {
  if (without_zlib()) return;
  const folder at;
  const std::string path = at / "x.npz";
  const any_tensor x = values(dtype::float32, {5});
  save_npz(path, {{"a", x}}, {.deflate = true});
  support::fail_each_allocation([&] { save_npz(path, {{"a", x}}, {.sync = true, .deflate = true}); });
  index_t found = 0;
  support::fail_each_allocation([&] { found = load_npz(path).at("a").size(); });
  CHECK(found == 5);
  CHECK(at.files() == 1);
}

TEST_CASE("the checksum of archives is CRC-32, with zlib and without it", "[interop]") {
  CHECK(detail::plain_crc32_behind(0, "") == 0);
  CHECK(detail::plain_crc32_behind(0, "123456789") == 0xcbf43926);
  CHECK(detail::crc32_behind(0, "123456789") == 0xcbf43926);
  support::random r(5);
  std::string bytes;
  for (int i = 0; i < 5000; ++i) bytes += static_cast<char>(r.bits());
  for (int round = 0; round < 300; ++round) {
    const auto first = static_cast<std::size_t>(r.below(5000)),
               length = static_cast<std::size_t>(r.chance(2) ? r.below(40) : r.below(5000));
    const std::string_view part = std::string_view(bytes).substr(first, length);
    std::uint32_t slow = ~std::uint32_t{0};
    for (const char c : part) {
      slow ^= static_cast<unsigned char>(c);
      for (int k = 0; k < 8; ++k) slow = (slow >> 1) ^ ((slow & 1) ? 0xedb88320u : 0);
    }
    const std::size_t cut = part.size() / 3;
    CHECK(detail::plain_crc32_behind(0, part) == ~slow);
    CHECK(detail::plain_crc32_behind(detail::crc32_behind(0, part.substr(0, cut)), part.substr(cut)) == ~slow);
    CHECK(detail::crc32_behind(detail::plain_crc32_behind(0, part.substr(0, cut)), part.substr(cut)) == ~slow);
  }
}
