// SPDX-License-Identifier: BSL-1.0
// Files as pipelines meet them: larger than memory, saved by who does not live to the end of it, behind links, and no files at all.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/interop/npy.hpp>
#include <ravel/interop/safetensors.hpp>
#include <ravel/op.hpp>
#include <ravel/storage/map_file.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/folder.hpp>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

using namespace ravel;
using support::folder;
using support::write_file;

namespace {

index_t resident_bytes() {
  index_t pages = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident;
  return resident * ::sysconf(_SC_PAGESIZE);
}

}  // namespace

TEST_CASE("a file of ten gigabytes costs what is touched of it", "[interop]") {
  const folder at;
  const std::string path = at / "large.npy", dict = "{'descr': '<f8', 'fortran_order': False, 'shape': (1342177280,), }";
  const index_t n = 1342177280;
  write_file(path, std::string("\x93NUMPY\x01\x00\x76\x00", 10) + dict + std::string(117 - dict.size(), ' ') + "\n");
  std::error_code refused;
  std::filesystem::resize_file(path, 128 + 8 * static_cast<std::uintmax_t>(n), refused);  // a hole in the file takes no room on the disk
  if (refused) {
    WARN("there is no room for a file of ten gigabytes: skipped");
    return;
  }
  const index_t before = resident_bytes();
  const tensor<const double> x = load_npy<double>(path);
  CHECK(x.shape() == shape{n});
  CHECK(x(n - 1) == 0);
  CHECK(sum(slice(x, 0, n / 2, 1000)) == 0);
  CHECK(load_npy(path).size() == n);
  CHECK(resident_bytes() - before < (index_t{64} << 20));
}

TEST_CASE("a process killed while saving leaves the old file or the new one", "[interop]") {
  const folder at;
  const std::string path = at / "x.npy";
  const tensor<double> old = full({20000}, 1.0), fresh = full({30000}, 2.0);
  save_npy(path, old);
  for (int round = 0; round < 20; ++round) {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      for (;;) {
        save_npy(path, fresh);
        save_npy(path, old);
      }
    }
    std::this_thread::sleep_for(std::chrono::microseconds(300 * (round + 1)));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    const any_tensor found = load_npy(path);
    CHECK((equal(found, old) || equal(found, fresh)));
  }
}

TEST_CASE("saving follows symbolic links and replaces nothing but files", "[interop]") {
  using Catch::Matchers::ContainsSubstring;
  namespace fs = std::filesystem;
  const tensor<double> x = full({300}, 1.0);
  const auto save = [&](int saver, const std::string& path) {
    if (saver == 0) save_npy(path, x);
    if (saver == 1) save_npz(path, {{"x", x}});
    if (saver == 2) save_safetensors(path, {{"x", x}});
    if (saver == 3) static_cast<void>(map_npy_for_writing(path, dtype::float64, {300}));
    if (saver == 4) static_cast<void>(map_file_for_writing<double>(path, 300, existing_file::replaced));
    if (saver == 5) static_cast<void>(map_file_for_writing<double>(path, 300));
  };
  for (int saver = 0; saver < 6; ++saver) {
    CAPTURE(saver);
    const folder at;
    REQUIRE(::mkfifo((at / "pipe").c_str(), 0666) == 0);
    fs::create_directory(at / "folder");
    fs::create_symlink("pipe", at / "to_pipe");
    fs::create_symlink("loop", at / "loop");
    for (const char* name : {"pipe", "to_pipe", "folder", "loop"}) CHECK_THROWS_AS(save(saver, at / name), io_error);
    CHECK(fs::is_fifo(fs::symlink_status(at / "pipe")));
    CHECK(fs::is_symlink(fs::symlink_status(at / "to_pipe")));
    CHECK_THROWS_AS(save(saver, "/dev/full"), io_error);
    CHECK(fs::is_character_file(fs::symlink_status("/dev/full")));

    write_file(at / "folder/old", "old");
    fs::create_symlink("folder/old", at / "link");
    fs::create_symlink(at / "link", at / "link to link");
    fs::create_symlink("new", at / "folder/to_new");
    save(saver, at / "link to link");
    save(saver, at / "folder/to_new");  // leads to no file yet
    CHECK(fs::is_symlink(fs::symlink_status(at / "link")));
    CHECK(fs::is_symlink(fs::symlink_status(at / "folder/to_new")));
    for (const char* name : {"folder/old", "folder/new"}) {
      CHECK(fs::is_regular_file(fs::symlink_status(at / name)));
      CHECK(fs::file_size(at / name) >= 2400);
    }
    CHECK(std::distance(fs::directory_iterator(at / "folder"), {}) == 3);  // nothing made on the way is left
  }
  const folder at;
  fs::create_directory(at / "folder");
  CHECK_THROWS_WITH(save_npy(at / "folder", x), ContainsSubstring("folder: not a regular file"));
}
