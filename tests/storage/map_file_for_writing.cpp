// SPDX-License-Identifier: BSL-1.0
// Files that are written by mapping: new ones, old ones that are kept, grown or replaced, what a disk without room does, and flush.
#include <ravel/base/error.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/copy.hpp>
#include <ravel/storage/map_file.hpp>
#include <ravel/tensor/copy.hpp>
#include <ravel/tensor/make.hpp>
#include <ravel/tensor/views.hpp>

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

TEST_CASE("writes to a mapped file are in the file", "[storage]") {
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

// Addresses do not tell that two mappings hold the same bytes.
TEST_CASE("copy is right between two mappings of one file", "[storage]") {
  const folder here;
  std::vector<int> rising(5000);
  for (std::size_t i = 0; i < rising.size(); ++i) rising[i] = static_cast<int>(i);
  const auto is_copied = [&](const auto& view, index_t first, index_t n, const auto& wanted) {
    const auto path = here.file("twice", rising);
    copy(view(map_file<int>(path)), slice(map_file_for_writing<int>(path, 5000), first, n));
    const auto found = ints_of(path);
    index_t wrong = 0;
    for (index_t i = 0; i < 5000; ++i) {
      const bool written = i >= first && i < first + n;
      wrong += static_cast<index_t>(found[static_cast<std::size_t>(i)] != (written ? wanted(i - first) : i));
    }
    return wrong == 0;
  };
  using r = const ravel::reader<int>&;
  CHECK(is_copied([](r x) { return reverse(x); }, 0, 5000, [](index_t i) { return 4999 - i; }));
  CHECK(is_copied([](r x) { return slice(x, 0, 4990); }, 10, 4990, [](index_t i) { return i; }));
  CHECK(is_copied([](r x) { return slice(x, 10, 4990); }, 0, 4990, [](index_t i) { return i + 10; }));
  CHECK(is_copied([](r x) { return slice(x, 0, 4990) + 1; }, 10, 4990, [](index_t i) { return i + 1; }));
  CHECK(is_copied([](r x) { return slice(x, 0, 100) + slice(x, 4900, 100); }, 2450, 100, [](index_t i) { return 4900 + 2 * i; }));
  const auto path = here.file("parts", rising);  // a part, from an offset, by another name of the file
  std::filesystem::create_hard_link(path, here / "other");
  const auto part = map_file<int>(here / "other", 4 * 1000, 2000);
  const auto all = map_file_for_writing<int>(path, 5000);
  copy(reverse(part), slice(all, 1000, 2000));
  CHECK(all[1000] == 2999);
  CHECK(all[2999] == 1000);
  CHECK(part[0] == 2999);
  const auto read_again = map_file<int>(path);
  copy(reverse(read_again), all);
  CHECK(all[0] == 4999);
  CHECK(all[4999] == 0);
}

TEST_CASE("tensors over two mappings of one file", "[storage]") {
  const folder here;
  std::vector<int> rising(10000);
  for (std::size_t i = 0; i < rising.size(); ++i) rising[i] = static_cast<int>(i);
  const auto path = here.file("square", rising);
  const auto from = as_tensor(map_file<int>(path), {100, 100});
  copy(transpose(from), as_tensor(map_file_for_writing<int>(path, 10000), {100, 100}));
  const auto found = ints_of(path);
  index_t wrong = 0;
  for (int i = 0; i < 100; ++i) {
    for (int j = 0; j < 100; ++j) wrong += static_cast<index_t>(found[static_cast<std::size_t>(100 * i + j)] != 100 * j + i);
  }
  CHECK(wrong == 0);
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

TEST_CASE("a file that cannot be mapped for writing is an error that names it", "[storage]") {
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
  support::fail_each_allocation([&] { static_cast<void>(map_file_for_writing<int>(old, 5000)); });
  CHECK(std::filesystem::file_size(old) == 20000);
  support::fail_each_allocation([&] { static_cast<void>(map_file_for_writing<int>(old, 2, existing_file::replaced)); });
  CHECK(ints_of(old) == std::vector<int>{0, 0});
  CHECK(here.files() == 1);
  CHECK_FALSE(support::is_mapped(here.path()));
  CHECK(support::open_files() == files);
}
