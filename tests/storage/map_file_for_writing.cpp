// SPDX-License-Identifier: BSL-1.0
// Files that are written by mapping: new ones, old ones that are kept, grown or replaced, what a disk without room does, and flush.
#include <ravel/base/error.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/copy.hpp>
#include <ravel/storage/map_file.hpp>
#include <ravel/storage/map_file_for_writing.hpp>

#include <support/faults.hpp>
#include <support/folder.hpp>
#include <support/require_equal.hpp>
#include <support/writer_contract.hpp>

#include <csignal>
#include <filesystem>

#include <sys/resource.h>
#include <sys/stat.h>

using Catch::Matchers::ContainsSubstring;
using ravel::existing_file;
using ravel::index_t;
using ravel::map_file;
using ravel::map_file_for_writing;
using support::folder;

namespace {

// Files may not become longer than this while it lives, as on a disk that is full.
class longest_file {
 public:
  explicit longest_file(rlim_t bytes) : before_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &limit_);
    const rlimit lower{bytes, limit_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &lower);
  }
  ~longest_file() {
    setrlimit(RLIMIT_FSIZE, &limit_);
    std::signal(SIGXFSZ, before_);
  }
  longest_file(const longest_file&) = delete;
  longest_file& operator=(const longest_file&) = delete;

 private:
  rlimit limit_{};
  void (*before_)(int);
};

std::vector<int> ints_of(const std::string& path) {
  const auto r = map_file<int>(path);
  return {r.begin(), r.end()};
}

}  // namespace

TEST_CASE("what is written to a mapped file is in the file", "[storage]") {
  const folder here;
  const auto path = here / "new";
  const auto b = map_file_for_writing<double>(path, 5000);
  CHECK(std::filesystem::file_size(path) == 40000);
  CHECK_EQUAL(map_file<double>(path, 0, 3), {0, 0, 0});
  copy(ravel::iota<double>(5000) * 2.0, b);
  b[4999] = -1;
  const auto seen = map_file<double>(path);
  CHECK(seen[4998] == 9996);
  CHECK(seen[4999] == -1);
  flush(b);
  flush(ravel::slice(b, 7, 100, 3));  // a view is of the same file
  CHECK(here.files() == 1);
}

TEST_CASE("a mapped file is a writer like any other", "[storage]") {
  const folder here;
  for (const index_t n : {0, 1, 5, 5000}) {
    const auto path = here.file("old", support::samples<int>(n));
    support::check_writer(map_file_for_writing<int>(path, n), support::samples<int>(n), support::contract::quick);
  }
}

TEST_CASE("an old file keeps its bytes, grows where it is too short, and stays longer", "[storage]") {
  const folder here;
  const auto path = here.file("old", std::vector<int>{1, 2, 3});
  {
    const auto b = map_file_for_writing<int>(path, 5);
    CHECK_EQUAL(b, {1, 2, 3, 0, 0});
    b[4] = 9;
  }
  CHECK(ints_of(path) == std::vector<int>{1, 2, 3, 0, 9});
  {
    const auto b = map_file_for_writing<int>(path, 2);
    CHECK(b.size() == 2);
    b[0] = 7;
  }
  CHECK(ints_of(path) == std::vector<int>{7, 2, 3, 0, 9});
  CHECK(map_file_for_writing<int>(path, 0).size() == 0);
  CHECK(ints_of(path).size() == 5);
  // Room is taken where an old file has holes, too.
  const auto holes = here.file("holes", std::vector<int>());
  std::filesystem::resize_file(holes, 1 << 20);
  struct stat status {};
  const auto b = map_file_for_writing<int>(holes, 1 << 18);
  CHECK(stat(holes.c_str(), &status) == 0);
  CHECK(status.st_blocks * 512 >= 1 << 20);
  CHECK(b[(1 << 18) - 1] == 0);
}

TEST_CASE("a file that is replaced stays with those who have it", "[storage]") {
  const folder here;
  const auto path = here.file("old", std::vector<int>{1, 2, 3});
  std::filesystem::permissions(path, std::filesystem::perms(0640));
  const auto before = map_file<int>(path);
  const auto b = map_file_for_writing<int>(path, 2, existing_file::replaced);
  b[1] = 5;
  CHECK_EQUAL(before, {1, 2, 3});
  CHECK(ints_of(path) == std::vector<int>{0, 5});
  CHECK(std::filesystem::status(path).permissions() == std::filesystem::perms(0640));
  CHECK(here.files() == 1);
  // A file without elements is one, too.
  const auto none = map_file_for_writing<int>(path, 0, existing_file::replaced);
  CHECK(none.size() == 0);
  flush(none);
  CHECK(std::filesystem::file_size(path) == 0);
}

TEST_CASE("a disk without room is an error that leaves everything as it was", "[storage]") {
  const folder here;
  const auto path = here.file("old", std::vector<int>{1, 2, 3}), fresh = here / "fresh";
  {
    const longest_file limit(1 << 16);
    CHECK_THROWS_AS(map_file_for_writing<int>(path, 1 << 20), ravel::io_error);
    CHECK_THROWS_WITH(map_file_for_writing<int>(path, 1 << 20), path + ": taking room for 4194304 bytes failed: File too large");
    CHECK_THROWS_AS(map_file_for_writing<int>(path, 1 << 20, existing_file::replaced), ravel::io_error);
    CHECK_THROWS_AS(map_file_for_writing<int>(fresh, 1 << 20), ravel::io_error);
  }
  CHECK(ints_of(path) == std::vector<int>{1, 2, 3});
  CHECK(here.files() == 1);
  CHECK_FALSE(support::is_mapped(here.path()));
}

TEST_CASE("what cannot be written by mapping is an error that names it", "[storage]") {
  const folder here;
  CHECK_THROWS_WITH(map_file_for_writing<int>(here / ".", 1), ContainsSubstring(here.path()));
  CHECK_THROWS_AS(map_file_for_writing<int>(here.path(), 1, existing_file::replaced), ravel::io_error);
  CHECK_THROWS_AS(map_file_for_writing<int>(here / "no/such", 1), ravel::io_error);
  CHECK_THROWS_AS(map_file_for_writing<int>("", 1), ravel::io_error);
  CHECK_THROWS_AS(map_file_for_writing<char>("/dev/zero", 1), ravel::io_error);
  const std::string with_null = here / "x" + std::string(1, '\0') + "more";
  CHECK_THROWS_WITH(map_file_for_writing<int>(with_null, 1), (here / "x") + ": the path contains a null character");
  CHECK_THROWS_AS(map_file_for_writing<int>(with_null, 1, existing_file::replaced), ravel::io_error);
  CHECK_THROWS_AS(map_file_for_writing<int>(here / "x", -1), ravel::value_error);
  CHECK_THROWS_AS(map_file_for_writing<int>(here / "x", ravel::index_limit), ravel::overflow_error);
  CHECK(here.files() == 0);
  CHECK_THROWS_WITH(flush(ravel::buffer<int>{1}), ContainsSubstring("flush") && ContainsSubstring("map_file_for_writing"));
  CHECK_THROWS_AS(flush(ravel::buffer<int>()), ravel::value_error);
}

TEST_CASE("the mapping ends with its last handle", "[storage]") {
  const folder here;
  const auto path = here / "x";
  const int files = support::open_files();
  {
    ravel::writer<int> part;
    {
      const auto b = map_file_for_writing<int>(path, 5000);
      part = ravel::slice(b, 4000, 3);
      CHECK(support::open_files() == files);
    }
    CHECK(support::is_mapped(path));
    copy(ravel::buffer<int>{1, 2, 3}, part);
  }
  CHECK_FALSE(support::is_mapped(path));
  CHECK_EQUAL(map_file<int>(path, 16000, 3), {1, 2, 3});
}

TEST_CASE("a failed allocation leaves no mapping, no open file and no new one", "[storage]") {
  const folder here;
  const auto old = here.file("old", std::vector<int>{1, 2, 3});
  const int files = support::open_files();
  support::for_each_allocation_failure([&] { static_cast<void>(map_file_for_writing<int>(old, 5000)); });
  CHECK(std::filesystem::file_size(old) == 20000);
  support::for_each_allocation_failure([&] { static_cast<void>(map_file_for_writing<int>(old, 2, existing_file::replaced)); });
  CHECK(ints_of(old) == std::vector<int>{0, 0});
  CHECK(here.files() == 1);
  CHECK_FALSE(support::is_mapped(here.path()));
  CHECK(support::open_files() == files);
}
