// SPDX-License-Identifier: BSL-1.0
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/storage/map_file.hpp>

#include <support/faults.hpp>
#include <support/folder.hpp>
#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>

#include <sys/stat.h>

using ravel::index_t;
using ravel::map_file;
using support::folder;
using support::is_mapped;
using support::open_files;

namespace {

struct pair {
  std::int32_t a, b;
  friend bool operator==(const pair&, const pair&) = default;
};

}  // namespace

TEST_CASE("a file is a reader of its elements", "[storage]") {
  const folder here;
  const auto values = support::samples<double>(5000);
  const auto path = here.file("doubles", values);
  support::check_reader(map_file<double>(path), values, support::contract::quick);
  const auto r = map_file<double>(path);
  CHECK(r.memory()->step == 1);
  CHECK(r.size() == 5000);
  CHECK_EQUAL(map_file<pair>(here.file("pairs", std::vector<int>{1, 2, 3, 4})), {pair{1, 2}, pair{3, 4}});
}

TEST_CASE("a part of a file begins anywhere that suits its elements", "[storage]") {
  const folder here;
  std::vector<std::uint8_t> bytes;
  for (int i = 0; i < 20000; ++i) bytes.push_back(static_cast<std::uint8_t>(i * 7));
  const auto path = here.file("bytes", bytes);
  for (const index_t offset : {0, 1, 4095, 4096, 4097, 12345, 19999, 20000}) {
    const auto rest = map_file<std::uint8_t>(path, offset);
    REQUIRE(rest.size() == 20000 - offset);
    for (index_t i = 0; i < rest.size(); ++i) REQUIRE(rest[i] == bytes[static_cast<std::size_t>(offset + i)]);
    CHECK(map_file<std::uint8_t>(path, offset, 0).size() == 0);
  }
  CHECK(map_file<std::uint8_t>(path, 19990, 5).size() == 5);
  CHECK(map_file<std::int16_t>(path, 4098, 3)[0] == static_cast<std::int16_t>(bytes[4098] | bytes[4099] << 8));
}

TEST_CASE("an empty file has no elements", "[storage]") {
  const folder here;
  const auto path = here.file("empty", std::vector<char>());
  const auto r = map_file<double>(path);
  CHECK(r.size() == 0);
  CHECK(ravel::sum(r) == 0);
  CHECK(map_file<double>(path, 0, 0).size() == 0);
  CHECK_THROWS_AS(map_file<double>(path, 0, 1), ravel::io_error);
}

TEST_CASE("a file that does not fit is an error that names it", "[storage]") {
  const folder here;
  CHECK_THROWS_AS(map_file<int>(here / "missing"), ravel::io_error);
  CHECK_THROWS_WITH(map_file<int>(here / "missing"), (here / "missing") + ": open failed: No such file or directory");
  CHECK_THROWS_WITH(map_file<int>(here / "."), (here / ".") + ": not a regular file");
  CHECK(mkfifo((here / "pipe").c_str(), 0600) == 0);
  CHECK_THROWS_WITH(map_file<int>(here / "pipe"), (here / "pipe") + ": not a regular file");
  CHECK_THROWS_AS(map_file<char>("/dev/zero"), ravel::io_error);
  CHECK_THROWS_AS(map_file<char>(""), ravel::io_error);
  const auto path = here.file("file", std::vector<int>{1});
  const std::string with_null = path + std::string(1, '\0') + "more";
  CHECK_THROWS_WITH(map_file<int>(with_null), path + ": the path contains a null character");
  CHECK_THROWS_AS(map_file<int>(path + "/inside"), ravel::io_error);
  std::filesystem::create_symlink(here / "nowhere", here / "link");
  CHECK_THROWS_AS(map_file<int>(here / "link"), ravel::io_error);
}

TEST_CASE("the size of the file is checked before anything is promised", "[storage]") {
  const folder here;
  const auto path = here.file("file", std::vector<char>(100));
  const auto message = [&](const std::string& what) { return path + ": " + what; };
  CHECK_THROWS_WITH(map_file<int>(path, 0, 26), message("26 elements of 4 bytes from offset 0 do not fit into a file of 100 bytes"));
  CHECK_THROWS_WITH(map_file<int>(path, 8, 24), message("24 elements of 4 bytes from offset 8 do not fit into a file of 100 bytes"));
  CHECK_THROWS_WITH(map_file<double>(path), message("100 bytes from offset 0 are not a whole number of 8-byte elements"));
  CHECK_THROWS_WITH(map_file<int>(path, 101, 0), message("offset 101 is outside a file of 100 bytes"));
  CHECK_THROWS_WITH(map_file<int>(path, -4), message("offset -4 is outside a file of 100 bytes"));
  CHECK_THROWS_WITH(map_file<int>(path, 2, 3), message("offset 2 is not a multiple of 4, as the elements need"));
  CHECK_THROWS_AS(map_file<int>(path, 0, -1), ravel::value_error);
  CHECK_THROWS_AS(map_file<int>(path, 0, ravel::index_limit), ravel::io_error);
  CHECK_THROWS_AS(map_file<int>(path, 0, ravel::index_limit + 1), ravel::overflow_error);
  CHECK_THROWS_AS(map_file<int>(path, std::numeric_limits<index_t>::min(), 1), ravel::io_error);
  CHECK_THROWS_AS(map_file<int>(path, std::numeric_limits<index_t>::max(), 1), ravel::io_error);
  CHECK(map_file<double>(path, 0, 12).size() == 12);  // a count need not reach the end
  CHECK_FALSE(is_mapped(path));
}

TEST_CASE("the file is unmapped with the last handle, and closed at once", "[storage]") {
  const folder here;
  const auto path = here.file("file", std::vector<int>(5000, 3));
  const int files = open_files();
  {
    ravel::reader<int> part;
    {
      const auto r = map_file<int>(path, 4000);
      part = ravel::slice(r, 7, 3) + 1;
      CHECK(open_files() == files);
    }
    CHECK(is_mapped(path));
    std::filesystem::remove(path);  // the mapping keeps the content
    CHECK_EQUAL(part, {4, 4, 4});
  }
  CHECK_FALSE(is_mapped(path));
}

TEST_CASE("a failed allocation leaves nothing mapped and nothing open", "[storage]") {
  const folder here;
  const auto path = here.file("file", std::vector<int>(5000, 3));
  const int files = open_files();
  CHECK(support::for_each_allocation_failure([&] { static_cast<void>(map_file<int>(path)); }) == 4);
  CHECK_FALSE(is_mapped(path));
  CHECK(open_files() == files);
}
